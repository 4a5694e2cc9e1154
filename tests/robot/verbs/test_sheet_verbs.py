"""Score sheets and rounds on the command line, as scripts and people meet them, and what is wrong in one line."""

import json
from pathlib import Path

import pytest

from robot.cli import main
from solver.sheet.exact.sheet_files import load
from solver.sheet.game.sheet import find_sheet
from solver.throw_distribution import fair_die
from tests.support.repository import DOCS

OWN = DOCS / "own-game.toml"
CARD = "ones=3,sixes=18,yahtzee=50"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path_factory.getbasetemp() / "sheets"))


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_table_of_a_sheet_is_kept_where_it_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "solve", "hooligan", "--write", str(tmp_path))
    assert "ships" not in printed
    (table,) = tmp_path.iterdir()
    sheet = find_sheet("hooligan")
    assert f"hooligan: {load(table, sheet, fair_die(6)).value:.15g}" in printed


def test_people_read_what_each_alternative_costs(capsys: pytest.CaptureFixture[str]) -> None:
    why, explained, best, *others = answer(
        capsys, *f"advise yahtzee --dice 3 3 4 5 6 --rolls-left 0 --sheet {CARD} --all".split()
    ).splitlines()
    assert why.startswith("Score 30 in the small straight")
    assert "+ and - are points" in explained
    assert best.split() == ["Score", "30", "in", "the", "small", "straight", best.split()[-2], "points"]
    assert all(line.endswith(" points") for line in others)
    costs = [float(line.split(" costs ")[1].split()[0]) for line in others]
    assert costs == sorted(costs)
    assert len(others) == 13 - 3 - 1
    worth = [float(line.split(" points ")[0].split()[-1]) for line in others]
    for value, cost in zip(worth, costs, strict=True):
        assert value + cost == pytest.approx(float(best.split()[-2]), abs=0.101)


def test_people_read_what_was_assumed_and_the_best_alternatives(capsys: pytest.CaptureFixture[str]) -> None:
    whole = answer(capsys, "advise", "yahtzee", "--dice", "33456", "--all").splitlines()
    assumed, why, explained, *best, more = answer(capsys, "advise", "yahtzee", "--dice", "33456").splitlines()
    assert assumed == whole[0] == "Not given, so assumed: an empty sheet, 2 throws left"
    assert [why, explained] == whole[1:3]
    assert [line.split() for line in best] == [line.split() for line in whole[3:8]]
    assert more == f"  {len(whole) - 8} more: --all lists them"
    for given, said in (("--rolls-left 1", "an empty sheet"), (f"--sheet {CARD}", "2 throws left")):
        first, *_ = answer(capsys, *f"advise yahtzee --dice 33456 {given}".split()).splitlines()
        assert first == f"Not given, so assumed: {said}"


def test_boxes_are_called_as_the_rules_call_them(capsys: pytest.CaptureFixture[str]) -> None:
    found = {answer(capsys, "advise", "yahtzee", "--sheet", f"{box}=50") for box in ("yahtzee", "Yahtzee", "„Kniffel“")}
    assert len(found) == 1


@pytest.mark.usefixtures("undrawn")
def test_show_draws_a_game_of_ones_own_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "show", str(OWN), "--kind", "first", "--format", "svg", "--out", str(tmp_path))
    assert [Path(line).name for line in printed.splitlines()] == ["quick-four-first.svg"]


SHORT = """
name = "short"
throws = 2
box = [
    { name = "sixes", kind = "number", face = 6 },
    { name = "pair", kind = "groups", groups = [2], pays = "own" },
    { name = "chance", kind = "chance" },
]
"""


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """Return the file of a game of three turns."""
    path = tmp_path / "short.toml"
    path.write_text(SHORT)
    return path


def test_a_sheet_with_a_box_that_never_scores_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "six.toml"
    game.write_text('name = "six"\n[[box]]\nname = "long"\nkind = "straight"\nlength = 6\npays = 50\n')
    assert main(["solve", str(game)]) == 2
    assert "box long never scores" in capsys.readouterr().err


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main([*words, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert isinstance(line, dict)
    return line


@pytest.mark.usefixtures("undrawn")
def test_a_file_of_ones_own_and_its_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text('engine = "round"\nname = "own"\nbase = "threes"\ndice = 3\n')
    assert answered(capsys, "solve", str(file))["game"] == "own"
    assert main(["show", str(file), "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["own-scores.png", "own-win.png"]


@pytest.mark.check
def test_a_round_of_ones_own_is_played_and_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    file = tmp_path / "own.toml"
    file.write_text('engine = "round"\nname = "own"\nturn = "tiles"\ndice = 1\ntiles = [1, 2, 6]\n')
    assert main(["play", str(file), "--players", "robot,robot:greedy", "--seed", "3", "--fast", "--json"]) == 0
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (end["event"], len(end["scores"])) == ("end", 2)
    assert main(["review", "--json"]) == 0
    assert '"shut"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "own"\nturn = "keep"\ndice = 5', "aim is None: write most or least"),
        ('name = "own"\nturn = "tiles"\ndice = 2', "tiles is missing: write a list of 1 to 12"),
        ('name = "own"\nbase = "own.toml"', "own.toml is its own base"),
        ('name = "own"\nbase = "nowhere.toml"', "cannot be read"),
        ('name = "own"\nturn = "tiles"\ndice = 1\ntiles = [3, 7]', "tile 7 can never be shut: 1 dice sum to 6"),
        ('name = "own"\nturn = "tiles"\ndice = 2\ntiles = [3, 3]', "write each number once"),
        ('name = "own"\nturn = "spin"\ndice = 2', "turn is 'spin': write one of keep, tiles, targets"),
        ('name = "../own"\nbase = "threes"', "'../own' is not a name"),
        ('name = "own"\nbase = "threes"\ncolour = 1', "colour is unknown"),
        ('name = "own"\n[[[', "is not TOML"),
    ],
)
@pytest.mark.parametrize("verb", ["play", "solve"])
def test_a_file_that_is_no_round_is_refused_in_one_line(
    verb: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'engine = "round"\n{text}\n')
    assert main([verb, str(file)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("verb", ["play", "rules", "solve"])
def test_an_engine_that_is_none_is_named_with_those_that_are(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text('engine = "rounds"\nname = "own"\n')
    assert main([verb, str(file)]) == 2
    assert "unknown engine 'rounds': did you mean round?" in capsys.readouterr().err
    file.write_text('engine = 5\nname = "own"\n')
    assert main([verb, str(file)]) == 2
    assert "unknown engine '5': known are" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["farkle", "pig-three", "yahtzee", "threes"])
@pytest.mark.parametrize(
    "text",
    [
        'engine = "keep-and-throw"\nbase = "farkle"\n',
        'engine = "race"\nbase = "pig"\n',
        'engine = "round"\nbase = "threes"\n',
        '[[box]]\nname = "any"\nkind = "chance"\n',
    ],
)
def test_a_file_takes_no_name_of_a_game_that_ships(
    text: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'name = "{name}"\n{text}')
    for verb in ("rules", "simulate"):
        assert main([verb, str(file)]) == 2
        said = f"pipsqueak: in {file} the name is {name}, which is a game already: choose another name\n"
        assert capsys.readouterr().err == said


def test_players_that_cannot_be_are_refused_before_anything_is_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.rounds.turn_graph.turn_graph", None)
    assert main(["solve", "threes", "--players", "11"]) == 2
    assert "give 1 to 10" in capsys.readouterr().err
