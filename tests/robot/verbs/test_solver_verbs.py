"""The verbs that solve, advise, rate and draw, as scripts meet them."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from solver.games import GAMES, find_game
from solver.keep_and_throw.rules import shipped_rules
from solver.rounds.rules import shipped_rounds
from solver.sheet.game.sheet import SHEETS


def answer(capsys: pytest.CaptureFixture[str], words: str) -> str:
    assert main(words.split()) == 0
    return capsys.readouterr().out


ALIKE = {"pig-five", "pig-six", "pig-seven", "pig-eight", "pig-nine"}
"""They are approximated as pig-four and pig-ten are."""
LARGE = {"pig-three", "risk", "farkle", "ten-thousand", "midnight", *SHEETS}


def tried(names: Iterable[str]) -> list[Any]:
    """Return games as parameters, those that are like another one for `make check`."""
    return [pytest.param(name, marks=[pytest.mark.check] if name in ALIKE else []) for name in names]


@pytest.mark.parametrize("name", tried(name for name in GAMES if name not in LARGE))
def test_every_game_is_solved_with_the_keys_that_scripts_expect(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    solution = json.loads(answer(capsys, f"solve {name} --json"))
    assert solution["game"] == name
    assert {"value", "unit", "states", "seconds"} <= solution.keys()


BY_NUMBERS = [name for name in GAMES if name not in {"pig-three", *SHEETS, *shipped_rules(), *shipped_rounds()}]


@pytest.mark.parametrize("name", tried(BY_NUMBERS))
def test_every_game_gives_advice(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game(name)
    position = " ".join(
        f"--{place} 0" if place != "left" else "--left 1" for place in game.position if place not in game.defaults
    )
    decision = json.loads(answer(capsys, f"advise {name} {position} --json"))
    assert set(decision) == {"action", "value", "options", "reachable", "why"}
    assert decision["options"][decision["action"]] == decision["value"]


def test_outcomes_are_the_published_ones(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "outcomes --hold 20").splitlines()
    assert lines[0] == "Score\tProbability"
    published = ("0.624541", "0.099713", "0.094991", "0.074189", "0.054196", "0.035198", "0.017173")
    assert lines[1:8] == [f"{score}\t{chance}" for score, chance in zip((0, *range(20, 26)), published, strict=True)]
    assert lines[8:] == ["", "Mean\t8.141795", "100 in one turn, thrown on to it\t0.010197"]
    every_digit = json.loads(answer(capsys, "outcomes --hold 20 --json"))
    assert sum(every_digit["outcomes"].values()) == pytest.approx(1, abs=1e-15)
    assert {"mean", "hundred"} <= every_digit.keys()


def test_rate_compares_all_ordered_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    names = {"optimal", "hold20", "hold25", "race-or-pace", "random", "careless"}
    ratings = {
        (line["first"], line["second"]): line["win_first"] for line in json.loads(answer(capsys, "rate pig --json"))
    }
    assert ratings.keys() == {(first, second) for first in names for second in names}
    assert round(ratings["hold20", "hold20"], 4) == 0.5347
    assert round(ratings["optimal", "optimal"], 4) == 0.5306
    assert all(ratings["optimal", name] >= ratings[other, name] for name in ["optimal"] for other in names)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("advise risk --attackers 3 --chain 3,x", "give whole numbers with commas between them, not '3,x'"),
        ("solve pig --die half", "give numbers with commas between them, not 'half'"),
        ("advise pig --me 3 --opponent 4 --turn 2.5", "--turn: give a whole number, not '2.5'"),
        (f"advise pig --me 3 --opponent 4 --turn {'9' * 4300}", f"18 digits at most, not {'9' * 18}…;"),
        (f"solve risk --chain 3,{'9' * 5000}", "give whole numbers with commas"),
    ],
)
def test_numbers_that_are_none_are_refused_in_one_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    _, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert said in err


def test_advice_prints_the_action_that_is_taken_first(capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "advise pig-turns --me 0 --turn 23").splitlines()
    assert printed[0].startswith("Hold: banking 23 points takes ")
    assert [line.split()[0] for line in printed[1:]] == ["hold", "throw"]
    assert printed[2].endswith("costs 0.1 turns")
    herd = answer(capsys, "advise skunk --me 30 --rival 50 --turn 20 --left 3").splitlines()
    assert [line.split()[0] for line in herd[1:]] == ["stand", "sit"]
    assert "costs" not in herd[2]
    chain = answer(capsys, "advise risk --attackers 30 --chain 26,1,1,1,1")
    assert chain.startswith("Attack with 3 dice against 2: there is no retreat; all 5 territories fall in 53.0 %")


@pytest.mark.parametrize("verb", ["rate", "play"])
def test_every_form_of_a_strategy_is_in_the_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    printed = "".join(capsys.readouterr().out.split())
    for form in ("hold<n>", "race-or-pace", "random", "careless", "careless:0.1"):
        assert form in printed


def test_no_name_is_cut_short_in_the_table_of_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in answer(capsys, "rate pig --goal 20").splitlines()]
    heading, *rows = [line for line in lines if len(line) == 7 and line[0] != "How"]
    names = ["optimal", "hold20", "hold25", "race-or-pace", "random", "careless"]
    assert heading == ["begins", *names]
    assert [row[0] for row in rows] == names
    assert all(re.fullmatch(r"\d{1,2}\.\d%", share) for row in rows for share in row[1:])


def test_a_strategy_that_is_named_twice_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(answer(capsys, "rate piglet --strategies hold2,optimal,hold2 --json"))
    assert [(line["first"], line["second"]) for line in printed] == [
        (first, second) for first in ("hold2", "optimal") for second in ("hold2", "optimal")
    ]


def test_the_line_of_progressive_pig_is_the_published_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "show progressive-pig --line 15 70") == "15 70 roll 25 hold 35 roll 38 hold 77 roll\n"


def test_where_to_hold_is_printed_for_all_scores(capsys: pytest.CaptureFixture[str]) -> None:
    head, *rows = [line.split() for line in answer(capsys, "show pig --text").splitlines()]
    assert head == ["i/j", *map(str, range(100))]
    assert [row[0] for row in rows] == head[1:]
    assert {len(row) for row in rows} == {101}
    for i, j in ((0, 0), (15, 70), (70, 15), (99, 99)):
        first, *changes = answer(capsys, f"show pig --line {i} {j}").split()[2:]
        assert first == "roll"
        totals = changes[::2]
        assert rows[i][j + 1] == (totals[0] + "*" * (len(totals) > 1) if totals else "-")
    progressive = answer(capsys, "show progressive-pig --text").splitlines()
    assert progressive[16].split()[71] == "25*"
    dice = answer(capsys, "show hog --goal 20 --text").splitlines()
    assert dice[1].split()[1] == json.loads(answer(capsys, "advise hog --goal 20 --me 0 --opponent 0 --json"))["action"]


def test_a_terminal_shows_as_many_scores_as_it_has_room_for_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {
        game: [line.split() for line in answer(capsys, f"show {game} --text").splitlines()] for game in ("pig", "hog")
    }
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for width, step in (("80", 10), ("40", 20), ("600", 1)):
        monkeypatch.setenv("COLUMNS", width)
        for game, rows in whole.items():
            printed = answer(capsys, f"show {game} --text").splitlines()
            told = [printed.pop() for _ in range(2 if step > 1 else 0)]
            assert all(line.startswith(f"Scores in steps of {step}, ") for line in told[1:])
            assert max(map(len, printed)) <= int(width)
            shown = [rows[0], *rows[1::step]]
            assert [line.split() for line in printed] == [[row[0], *row[1::step]] for row in shown]
    monkeypatch.setenv("COLUMNS", "80")
    assert [line.split() for line in answer(capsys, "show hog --text --whole").splitlines()] == whole["hog"]


def test_values_near_the_goal_are_told_as_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    words = "advise pig --goal 3 --me 0 --opponent 2 --fractions"
    assert json.loads(answer(capsys, f"{words} --json"))["fractions"] == {"roll": "174/209", "hold": "29/209"}
    assert answer(capsys, words).splitlines()[-2:] == ["  throw = 174/209", "  hold = 29/209"]
    far = "advise pig --me 0 --opponent 0 --fractions"
    assert json.loads(answer(capsys, f"{far} --json"))["fractions"] == {"roll": None, "hold": None}
    assert answer(capsys, far).endswith("hold = a fraction that is too long to print\n")


def test_every_line_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "show pig --goal 12 --all").splitlines()
    assert len(lines) == 144
    assert lines[12 * 3 + 4] + "\n" == answer(capsys, "show pig --goal 12 --line 3 4")


def test_pictures_are_written_where_they_are_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(
        capsys, f"show pig --goal 30 --kind hold --kind sections --opponents 3,20 --format svg --out {tmp_path}"
    )
    assert [Path(line).name for line in printed.splitlines()] == ["pig-30-hold.svg", "pig-30-sections.svg"]
    assert all(Path(line).stat().st_size > 1000 for line in printed.splitlines())


@pytest.mark.check
@pytest.mark.parametrize("words", ["kingdom-come --goal 1500", "risk", "threes", "hooligan"])
def test_pictures_of_every_engine_are_drawn(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, f"show {words} --out {tmp_path}").splitlines()
    assert printed
    assert all(Path(line).stat().st_size > 1000 for line in printed)


def test_a_measured_die_is_solved_live(capsys: pytest.CaptureFixture[str]) -> None:
    fair = json.loads(answer(capsys, "solve pig --json"))["value"]
    counted = json.loads(answer(capsys, "solve pig --die-counts 10,10,10,10,10,10 --json"))["value"]
    given = json.loads(answer(capsys, "solve pig --die 0.1,0.18,0.18,0.18,0.18,0.18 --json"))["value"]
    assert counted == pytest.approx(fair, abs=1e-12)
    assert given > fair


def test_solve_prints_that_the_shipped_table_was_verified(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the shipped table agrees" in answer(capsys, "solve piglet")
    assert "ships" not in answer(capsys, "solve piglet --goal 5")


def test_value_iteration_prints_each_sweep(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "pig", "--goal", "25", "--method", "value-iteration", "--trace", "--json"]) == 0
    out, err = capsys.readouterr()
    exact = json.loads(answer(capsys, "solve pig --goal 25 --json"))
    assert json.loads(out)["value"] == pytest.approx(exact["value"], abs=1e-10)
    assert err.count("largest change") > 10


@pytest.mark.parametrize(("words", "sweeps"), [("think --turns 2", 10), ("pig-three --goal 12", 10)])
def test_value_iteration_of_other_games_prints_its_sweeps(
    words: str, sweeps: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words.split(), "--method", "value-iteration", "--trace", "--json"]) == 0
    out, err = capsys.readouterr()
    exact = json.loads(answer(capsys, f"solve {words} --json"))
    assert json.loads(out)["value"] == pytest.approx(exact["value"], abs=1e-10)
    assert json.loads(out)["policy_sha256"] == exact["policy_sha256"]
    assert err.count("largest change") == json.loads(out)["sweeps"] > sweeps


@pytest.mark.usefixtures("undrawn")
def test_pictures_of_games_without_a_goal_have_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, f"show risk --kind losses --out {tmp_path}") + answer(
        capsys, f"show pig-three --goal 12 --kind hold --opponents 3,7 --out {tmp_path}"
    )
    assert [Path(line).name for line in printed.splitlines()] == ["risk-losses.png", "pig-three-12-hold.png"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve risk --method value-iteration", "nobody decides anything"),
        ("solve pig-six --method value-iteration", "approximated"),
        ("show risk --goal 3", "takes no goal"),
        ("show skunk --opponents 3", "no sections"),
        ("show pig-three --line 1 2", "--line"),
        ("solve pig --die 0.5,0.2", "sum"),
        ("solve pig --die 0,0.5,0.5", "ends a turn"),
        ("solve pig --goal 0", "goal"),
        ("solve pig --goal 10000", "goal"),
        ("solve pgi", "did you mean"),
        ("solve pig-eleven", "pig for two and pig-three, which are solved exactly, pig-four to pig-ten"),
        ("solve hog --turns 3", "turns"),
        ("advise pig --me 3", "--opponent"),
        ("advise hog --me 3 --opponent 4 --turn 500", "no --turn"),
        ("solve pig --trace", "value-iteration"),
        ("rate pig --strategies optimal,hodl20", "did you mean hold20? known are optimal, hold<n> as hold20"),
        ("solve pig think --write nowhere", "think has no table to keep"),
        ("rate pig --strategies optimal,", "--strategies 'optimal,' lacks a name"),
        ("rate hog --strategies hold20", "dice<n> as dice6"),
        ("solve pig --sides 1", "a die with 1 side is none"),
        ("show hog --line 1 2", "--line"),
        ("show hog --all", "leave out --all"),
        ("advise hog --me 0 --opponent 0 --fractions", "leave out --fractions"),
        ("advise pig --me 9 --opponent 9 --die 0.5,0.1,0.1,0.1,0.1,0.1 --fractions", "give --die-counts"),
        ("show think --text", "leave out --text"),
        ("show pig --whole", "--whole is for --text"),
        ("show pig --kind surfac", "surface"),
        ("outcomes --hold 0", "hold at 0"),
        ("simulate yahtzee --strategy nope", "also win; the levels child to perfect"),
    ],
)
def test_bad_input_is_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) in {1, 2}
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err
