"""The verbs that solve, learn, advise, rate, draw and tell rules, as scripts and people meet them."""

import json
import math
import re
from pathlib import Path

import pytest

from robot.cli import main
from robot.games.registry import make_game
from robot.language import Language
from robot.terminal.screens import dice_line, rule_lines
from solver.decision import Decision, known_digits
from solver.learning.settings import METHODS
from solver.sheet.coach.decide import WIN_STEP
from tests.support.robot.command import call
from tests.support.solver.acts import score


def answer(capsys: pytest.CaptureFixture[str], words: str) -> str:
    assert main(words.split()) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("verb", ["rate", "play"])
def test_the_help_of_a_game_has_every_form_of_its_strategies(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "pig", "--help"])
    printed = "".join(capsys.readouterr().out.split())
    for form in ("hold<n>", "race-or-pace", "base-pace-race", "turns<n>", "careless", "careless:0.1"):
        assert form in printed


def test_no_name_is_cut_short_in_the_table_of_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.replace(" %", "%").split() for line in answer(capsys, "rate pig --goal 20").splitlines()]
    heading, *rows = [line for line in lines if len(line) == 7 and line[0] != "How"]
    names = ["optimal", "hold20", "hold25", "race-or-pace", "random", "careless"]
    assert heading == ["begins", *names]
    assert [row[0] for row in rows] == names
    assert all(re.fullmatch(r"\d{1,2}\.\d%", share) for row in rows for share in row[1:])


def test_a_number_is_rounded_one_way_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    reason, *rows = answer(capsys, "advise hog 0:0").splitlines()
    assert "wins 52.99 of 100 games, against 52.97" in reason
    assert [row.split()[2] for row in rows[:2]] == ["52.99", "52.97"]
    shares = re.findall(r"share first.*", answer(capsys, "rate pig-three --goal 10 --simulate --games 2"))
    assert all(re.fullmatch(r"share first( by seat)? +(\d+\.0 %, ){0,2}(\d+\.0 %|-)", line) for line in shares)


def test_a_strategy_that_is_named_twice_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(answer(capsys, "rate piglet --strategies hold2,optimal,hold2 --json"))
    assert [(line["first"], line["second"]) for line in printed] == [
        (first, second) for first in ("hold2", "optimal") for second in ("hold2", "optimal")
    ]


def test_a_terminal_shows_as_many_scores_as_it_has_room_for_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"pig": "Hold at this total; * above it you throw on again; - you throw on.", "hog": "How many dice."}
    whole = {game: table_of(answer(capsys, f"show {game} --text"), key) for game, key in keys.items()}
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for width, step in (("80", 10), ("40", 20), ("600", 1)):
        monkeypatch.setenv("COLUMNS", width)
        for game, rows in whole.items():
            told = answer(capsys, f"show {game} --text")
            *printed, last = table_of(told, keys[game]) if step > 1 else [*table_of(told, keys[game]), []]
            assert last[:5] == (f"Scores in steps of {step},".split() if step > 1 else [])
            words = told.splitlines()
            below = "Scores", "Hold", "Behind", "Near"
            assert max(len(line) for line in words if not line.startswith(below)) <= int(width)
            shown = [rows[0], *rows[1::step]]
            assert printed == [[row[0], *row[1::step]] for row in shown]


def table_of(printed: str, key: str) -> list[list[str]]:
    """Return the words of each line of a table, above the line that says what they mean."""
    lines = printed.splitlines()
    return [line.split() for line in lines[: lines.index(key)]]


@pytest.mark.parametrize(
    ("words", "table"),
    [
        ("think --turns 2", "score     2     1"),
        ("pig-reach --goal 40 --turns 3", "0    26     -     -"),
        ("pig-three --goal 30", "last player at 9"),
        ("pig-four --goal 40", "All numbers are approximate."),
        ("threes", "second wins"),
        ("hog --goal 30", "How many dice."),
    ],
)
def test_policies_are_printed(words: str, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert table in answer(capsys, f"show {words} --text")


def test_pictures_are_written_where_they_are_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, f"show pig --goal 30 --kind hold --kind win --format svg --out {tmp_path}")
    assert [Path(line).name for line in printed.splitlines()] == ["pig-30-hold.svg", "pig-30-win.svg"]
    assert all(Path(line).stat().st_size > 1000 for line in printed.splitlines())


def test_all_methods_are_compared_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = "learn piglet --goal 3 --compare --episodes 60 --epsilon 0.2"
    heading, *rows, truth = answer(capsys, words).splitlines()
    assert [row.split()[-1] for row in rows] == [*METHODS]
    assert [row.split()[0] for row in rows[2:]] == ["60"] * 5
    assert all(len(heading) < len(row) for row in rows)
    assert truth == "exact: the player who begins wins 0.5455 of all games"


def test_epsilon_ends_value_iteration(capsys: pytest.CaptureFixture[str]) -> None:
    swept = [answer(capsys, f"learn piglet --method value-iteration {told}") for told in ("--epsilon 1e-3", "")]
    assert 2 < len(swept[0].splitlines()) < len(swept[1].splitlines())


def test_json_is_english_unless_a_language_is_asked_for(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('language = "de"\n')
    assert call(home, "rules", "pig").stdout.startswith("Pig bis 100\n")
    (found,) = call(home, "rules", "pig", "--json").lines
    assert found["title"] == "Pig to 100"
    assert found["examples"][0] == {"name": None, "dice": [4], "points": 4, "brings": "adds 4 points"}
    (found,) = call(home, "rules", "pig", "--json", "--language", "de").lines
    assert found["title"] == "Pig bis 100"


@pytest.mark.parametrize("width", [40, 80])
def test_lines_are_as_wide_as_the_terminal_and_lose_nothing(width: int) -> None:
    book = make_game("yahtzee", {}).rulebook
    whole, wrapped = (rule_lines(book, Language("de"), columns) for columns in (None, width))
    assert max(map(len, wrapped)) <= max(width, 60)
    assert " ".join(" ".join(wrapped).split()) == " ".join(" ".join(whole).split())


def test_dice_are_digits_where_the_output_has_no_pictures() -> None:
    assert dice_line((1, 6)) == "⚀ ⚅"
    assert dice_line((1, 6), pips=False) == "1 6"


@pytest.mark.parametrize(
    ("off", "told"),
    [(0.0, 0.123456789), (1e-13, 0.123456789), (WIN_STEP, 0.1235), (0.02, 0.1), (3.0, 0.0), (math.inf, 0.123456789)],
)
def test_only_fractions_are_rounded_wherever_they_stand(off: float, told: float) -> None:
    assert known_digits({"a": [0.123456789, 7, "0.123456789"]}, off) == {"a": [told, 7, "0.123456789"]}


def test_chances_to_win_on_a_sheet_have_four_digits() -> None:
    ones = score("ones")
    told = Decision(ones, 0.123456, {ones: 0.123456}, off=WIN_STEP).to_json()
    assert told["value"] == told["options"][0]["value"] == 0.1235
    assert Decision(ones, 0.123456, {ones: 0.123456}).to_json()["value"] == 0.123456
