"""Score sheets and rounds on the command line, as scripts and people meet them, and what is wrong in one line."""

import json
from pathlib import Path

import pytest

from robot.cli import main
from tests.support.repository import DOCS

OWN = DOCS / "own-game.toml"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path_factory.getbasetemp() / "sheets"))


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_people_read_the_best_alternatives(capsys: pytest.CaptureFixture[str]) -> None:
    why, *whole = answer(capsys, "advise", "yahtzee", "-", "33456", "--all").splitlines()
    same, *best, more = answer(capsys, "advise", "yahtzee", "-", "33456").splitlines()
    assert same == why
    assert [line.split() for line in best] == [line.split() for line in whole[:5]]
    assert more == f"  {len(whole) - 5} more: --all lists them"


@pytest.mark.usefixtures("undrawn")
def test_show_draws_a_game_of_ones_own_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "show", str(OWN), "--kind", "scores", "--format", "svg", "--out", str(tmp_path))
    assert [Path(line).name for line in printed.splitlines()] == ["quick-four-scores.svg"]


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main([*words, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert isinstance(line, dict)
    return line


@pytest.mark.usefixtures("undrawn")
def test_a_file_of_ones_own_and_its_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text('engine = "round"\nname = "own"\nbase = "threes"\ndice = 3\n')
    assert ask(capsys, "solve", str(file))["game"] == "own"
    assert main(["show", str(file), "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["own-scores.png"]


@pytest.mark.parametrize("verb", ["play", "rules", "solve"])
def test_an_unknown_engine_is_named_with_others(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text('engine = "rounds"\nname = "own"\n')
    assert main([verb, str(file)]) == 2
    assert "unknown engine 'rounds': did you mean round?" in capsys.readouterr().err
    file.write_text('engine = 5\nname = "own"\n')
    assert main([verb, str(file)]) == 2
    assert "unknown engine '5': choose from" in capsys.readouterr().err


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
def test_no_file_takes_a_shipped_name(text: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'name = "{name}"\n{text}')
    for verb in ("rules", "rate"):
        assert main([verb, str(file)]) == 2
        said = f"pipsqueak: in {file} the name is {name}, which is the name of a shipped game: choose another name\n"
        assert capsys.readouterr().err == said


def test_impossible_players_are_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.rounds.turn_graph.turn_graph", None)
    assert main(["solve", "threes", "--players", "11"]) == 2
    assert "give 1 to 10" in capsys.readouterr().err
