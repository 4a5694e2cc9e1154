"""Games of one round on the command line: what scripts get, and what is wrong in one line."""

import json
from pathlib import Path

import pytest

from robot.cli import main


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


@pytest.mark.parametrize(
    ("text", "place", "options"),
    [
        ('base = "threes"\ndice = 2', ["--dice", "12"], 3),
        ('base = "shut-the-box"\ntiles = [1, 2, 3, 4]\none_die_shut = [4]', ["--dice", "21"], 2),
        ('turn = "targets"\ndice = 1\ntargets = [1, 6]', [], 1),
    ],
)
def test_verbs_take_a_round_of_ones_own(
    text: str, place: list[str], options: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'engine = "round"\nname = "own"\n{text}\n')
    assert main(["rate", str(file)]) == 0
    assert "What a turn of own scores" in capsys.readouterr().out
    assert main(["rules", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Own\n")
    advice = answered(capsys, "advise", str(file), *place)
    assert isinstance(advice["options"], list)
    assert len(advice["options"]) == options


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
        ('name = "../own"\nbase = "threes"', "'../own' is no name"),
        ('name = "threes"\nbase = "threes"\ndice = 2', "threes, which is a game already"),
        ('name = "own"\nbase = "threes"\ncolour = 1', "colour is unknown"),
        ('name = "own"\n[[[', "is no TOML"),
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


def test_an_engine_that_is_none_is_named_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text('engine = "rounds"\nname = "own"\n')
    assert main(["solve", str(file)]) == 2
    assert "unknown engine 'rounds': did you mean round?" in capsys.readouterr().err


def test_players_that_cannot_be_are_refused_before_anything_is_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.rounds.turn_graph.turn_graph", None)
    assert main(["solve", "threes", "--players", "11"]) == 2
    assert "give 1 to 10" in capsys.readouterr().err
