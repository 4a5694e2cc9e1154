"""The verbs that solve, learn, advise, rate and draw, as scripts and people meet them."""

import json
import re
from pathlib import Path

import pytest

from robot.cli import main
from solver.learning.settings import METHODS


def answer(capsys: pytest.CaptureFixture[str], words: str) -> str:
    assert main(words.split()) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("verb", ["rate", "play"])
def test_every_form_of_a_strategy_is_in_the_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "--help"])
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


def test_a_strategy_that_is_named_twice_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(answer(capsys, "rate piglet --strategies hold2,optimal,hold2 --json"))
    assert [(line["first"], line["second"]) for line in printed] == [
        (first, second) for first in ("hold2", "optimal") for second in ("hold2", "optimal")
    ]


def test_a_terminal_shows_as_many_scores_as_it_has_room_for_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"pig": "Hold at this total; * above it you throw on again; - you throw on.", "hog": "So many dice."}
    whole = {game: table_of(answer(capsys, f"show {game} --text"), key) for game, key in keys.items()}
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for width, step in (("80", 10), ("40", 20), ("600", 1)):
        monkeypatch.setenv("COLUMNS", width)
        for game, rows in whole.items():
            told = answer(capsys, f"show {game} --text")
            *printed, last = table_of(told, keys[game]) if step > 1 else [*table_of(told, keys[game]), []]
            assert last[:5] == (f"Scores in steps of {step},".split() if step > 1 else [])
            words = told.splitlines()
            assert max(len(line) for line in words if not line.startswith(("Scores", "Hold"))) <= int(width)
            shown = [rows[0], *rows[1::step]]
            assert printed == [[row[0], *row[1::step]] for row in shown]
    monkeypatch.setenv("COLUMNS", "80")
    assert table_of(answer(capsys, "show hog --text --whole"), keys["hog"]) == whole["hog"]


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
        ("swine-herd", "you stand until you reach the goal."),
        ("skunk", "in the last round"),
        ("threes", "second wins"),
        ("hog --goal 30", "So many dice."),
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
    assert truth == "exact: the player who begins wins 0.545455 of all games"
