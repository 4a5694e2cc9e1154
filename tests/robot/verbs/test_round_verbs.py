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


def test_a_turn_is_solved_alone_and_for_several_players(capsys: pytest.CaptureFixture[str]) -> None:
    alone = answered(capsys, "solve", "threes")
    assert list(alone) == ["game", "value", "unit", "states", "seconds", "sd", "distribution"]
    assert isinstance(alone["distribution"], dict)
    assert list(alone["distribution"]) == [str(score) for score in range(31)]
    several = answered(capsys, "solve", "threes", "--players", "3")
    assert list(several) == ["game", "value", "unit", "states", "seconds", "players", "seats"]
    assert isinstance(several["seats"], list)
    assert several["value"] == several["seats"][0] < several["seats"][1] < several["seats"][2]
    loaded = answered(capsys, "solve", "threes", "--die-counts", "1,1,5,1,1,1")
    assert float(str(loaded["value"])) < float(str(alone["value"]))


def test_advice_names_what_to_keep_to_shut_and_to_throw(capsys: pytest.CaptureFixture[str]) -> None:
    line = answered(capsys, "advise", "threes", "--dice", "12345")
    assert list(line) == ["action", "value", "options", "why"]
    assert line["action"] == {"keep": [3], "then": "throw"}
    assert answered(capsys, "advise", "threes", "--dice", "1", "2", "3", "4", "5") == line
    won = answered(capsys, "advise", "threes", "--kept", "33", "--dice", "125", "--rival", "9", "--sharing", "2")
    assert (won["action"], won["value"]) == ({"keep": [1, 2, 5], "then": "hold"}, 1.0)
    assert answered(capsys, "advise", "shut-the-box", "--dice", "66")["action"] == {"shut": [3, 9], "then": "throw"}
    assert answered(capsys, "advise", "shut-the-box", "--tiles", "1", "2", "3")["action"] == {"throw": 1}
    assert answered(capsys, "advise", "chicago", "--left", "3", "--after", "1")["action"] == {"throw": 2}


def test_outcomes_of_a_turn_are_those_of_its_rating(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "outcomes", "shut-the-box", "--strategy", "highest-tiles")
    assert isinstance(found["outcomes"], dict)
    assert sum(found["outcomes"].values()) == pytest.approx(1, abs=1e-12)
    assert main(["rate", "shut-the-box", "--json"]) == 0
    (rated,) = (line for line in json.loads(capsys.readouterr().out) if line["strategy"] == "highest-tiles")
    assert (found["mean"], found["outcomes"]["0"]) == pytest.approx((rated["mean"], rated["best_probability"]))


def test_people_read_points_or_games_in_100(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "midnight", "--dice", "114665"]) == 0
    assert "  keep 1 4 5 6 6, throw  20.5 points\n" in capsys.readouterr().out
    assert main(["advise", "midnight", "--dice", "114665", "--rival", "24"]) == 0
    assert " games in 100 " in capsys.readouterr().out
    assert main(["solve", "ship-captain-crew"]) == 0
    assert "  distribution 0: 46 %, 2: 1.09 %" in capsys.readouterr().out
    assert main(["rate", "chicago-high", "--players", "2"]) == 0
    assert "win" in capsys.readouterr().out


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve threes --players 11", "give 1 to 10"),
        ("solve threes --goal 10", "takes no goal"),
        ("solve threes --die 0.5,0.5", "2 faces"),
        ("solve threes --method value-iteration", "leave out --method"),
        ("solve pig --players 2", "takes no players"),
        ("advise threes --tiles 1", "takes no --tiles"),
        ("advise threes --dice 1 2", "5 are thrown here"),
        ("advise threes --players 2", "leave out --players"),
        ("rate threes --strategies win", "--players 2"),
        ("show threes --players 3", "leave out --players"),
        ("outcomes threes --hold 3", "leave out --hold"),
        ("outcomes threes --strategy win", "depends on the others"),
        ("outcomes threes --strategy hold20", "optimal, greedy, random"),
    ],
)
def test_what_is_wrong_is_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
