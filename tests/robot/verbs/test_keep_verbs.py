"""Keep-and-throw games on the command line: what scripts get, and what is wrong in one line."""

import json
from pathlib import Path

import pytest

from robot.cli import main
from robot.config import Folders
from robot.fairness.known_dice import KnownDie

LOADED = "1,1,1,1,1,1;2,1,1,1,1,1;3,1,1,1,1,1;1,1,1,1,1,1;1,1,1,1,1,1;1,1,1,1,1,1"


@pytest.fixture(autouse=True)
def alone(home: Path) -> None:
    """Keep what is solved in a folder of the test's own."""
    assert not home.exists()


def test_a_game_is_solved_for_two_and_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "farkle", "--goal", "1000", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert list(line) == ["game", "value", "unit", "states", "seconds", "goal"]
    assert 0.5 < line["value"] < 0.7
    assert main(["solve", "ten-thousand", "--solo", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert f"{line['turn_points']:.4f} {line['turns']:.4f}" == "446.5714 23.0040"


def test_advice_names_what_to_set_aside_and_what_then(capsys: pytest.CaptureFixture[str]) -> None:
    position = ["--me", "3000", "--opponent", "4500", "--turn", "300", "--dice"]
    assert main(["advise", "ten-thousand", *position, "1", "1", "3", "4", "5", "6", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert list(line) == ["action", "value", "options", "why"]
    assert line["action"] == {"keep": [1], "then": "throw"}
    assert [list(option) for option in line["options"][:1]] == [["keep", "then", "value", "cost"]]
    assert line["options"][0]["value"] == line["value"]
    assert main(["advise", "ten-thousand", *position, "113456", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == line


def test_a_seat_may_have_dice_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(LOADED.replace(";", "\n"))
    values = []
    for dice in (f"1={LOADED}", f"1=@{file}", f"2=@{file}"):
        assert main(["solve", "kingdom-come", "--goal", "150", "--dice-of", dice, "--json"]) == 0
        values.append(json.loads(capsys.readouterr().out)["value"])
    assert values[0] == values[1] > values[2]
    studied = Folders.of_user().dice
    studied.mkdir(parents=True)
    for number, law in enumerate(([1 / 6] * 6, [2 / 7, *[1 / 7] * 5], [3 / 8, *[1 / 8] * 5])):
        die = KnownDie(f"die{number}", tuple(law), 900, 900, "0" * 64, "2026-11-20", ("sim",))
        (studied / f"die{number}.json").write_text(json.dumps(die.to_json()))
    rest = LOADED.split(";")[3:]
    named = ";".join(["1=@die0", "@die1", "@die2", *rest])
    assert main(["solve", "kingdom-come", "--goal", "150", "--dice-of", named, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(values[0], abs=1e-12)
    (studied / "die1.json").write_text("{}")
    with pytest.raises(SystemExit):
        main(["solve", "kingdom-come", "--goal", "150", "--dice-of", named, "--json"])
    assert "makes it anew" in capsys.readouterr().err
    place = ["--me", "0", "--opponent", "0", "--goal", "150", "--dice-of", f"1={LOADED}"]
    assert main(["advise", "kingdom-come", *place, "--dice", "55", "--thrown", "1,6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["action"] == {"keep": [5, 5], "then": "throw", "dice": [1, 6]}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve farkle --goal 10020", "multiple of 50"),
        ("outcomes farkle --strategy optimal", "depends on both scores"),
        ("outcomes farkle --hold 20", "leave out --hold"),
        ("outcomes pig --strategy greedy", "leave out --strategy"),
        ("outcomes yahtzee", "no outcomes of one turn of yahtzee"),
        ("show farkle --line 25 0", "a score of 25 lies outside the game"),
        ("solve farkle --opening 20000", "cannot be met"),
        ("solve farkle --dice-of 1=1,1,1,1,1,1", "1 dice are given"),
        ("advise farkle --me 0 --opponent 0 --dice 2 3", "no dice of 2 3 score"),
        ("advise farkle --me 30 --opponent 0 --dice 1", "multiples of 50"),
        ("advise farkle --me 0 --opponent 0", "--dice"),
        ("solve pig --opening 50", "takes no opening"),
    ],
)
def test_what_is_wrong_is_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_dice_of_a_seat_that_are_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for dice in ("3=1,1", "1=@nowhere.txt", "1=@nobody;@nobody", "1=a", "1=0.5,0.1,0.1,0.1,0.1,0.2"):
        with pytest.raises(SystemExit) as ended:
            main(["solve", "farkle", "--dice-of", dice])
        assert ended.value.code == 2
        assert "--dice-of" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("undrawn")
def test_where_to_hold_is_shown_in_text_and_in_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = ["show", "kingdom-come", "--goal", "1500"]
    assert main([*short, "--line", "0", "100"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("0 100 1 die left: hold from ")
    assert main([*short, "--text"]) == 0
    assert "6 dice left: hold from this turn total on" in capsys.readouterr().out
    assert main([*short, "--out", str(tmp_path), "--format", "svg"]) == 0
    assert [Path(line).name for line in capsys.readouterr().out.split()] == [
        "kingdom-come-1500-hold.svg",
        "kingdom-come-1500-win.svg",
    ]


def test_outcomes_of_a_turn_have_the_mean_that_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outcomes", "ten-thousand", "--strategy", "most-points", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(found["outcomes"].values()) == pytest.approx(1, abs=1e-12)
    assert f"{found['mean']:.3f}" == "446.571"  # as solve --solo has it
    assert main(["outcomes", "ten-thousand"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Score\tProbability", f"0\t{0.219362}"]
    assert "100" not in [line.split("\t")[0] for line in lines], "three dice must be set aside first"


def test_a_penalty_is_announced_before_the_game_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "kingdom-come", "--goal", "300", "--penalty", "100", "--json"]) == 0
    told = capsys.readouterr()
    assert "with a penalty kingdom-come has 6,804 states: they take about 1 MB and, iterated, some 1 s" in told.err
    assert json.loads(told.out)["states"] == 6804


def test_a_penalty_is_announced_once_where_the_solution_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ["kingdom-come", "--goal", "300", "--penalty", "100"]
    place = ["--me", "0", "--opponent", "0", "--dice", "1"]
    assert main(["advise", *rules, *place]) == 0
    assert "with a penalty kingdom-come has 6,804 states" in capsys.readouterr().err
    for verb in (["advise", *rules, *place], ["show", *rules, "--line", "0", "0"]):
        assert main(verb) == 0
        assert capsys.readouterr().err == ""
