"""The rules of games on the command line."""

from pathlib import Path

import pytest

from robot.games.registry import PLAYED, make_game
from robot.language import Language
from robot.terminal.screens import dice_line, rule_lines
from tests.support.repository import DOCS
from tests.support.robot.command import call


def test_without_a_game_all_games_are_listed(home: Path) -> None:
    listed = call(home, "rules")
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()[1:]] == [*PLAYED]
    assert "  THINK, möglichst viele Punkte in 5 Zügen" in call(home, "rules", "--language", "de").stdout
    assert [line["game"] for line in call(home, "rules", "--json").lines] == [*PLAYED]


def test_the_rules_of_a_game_are_printed_with_its_own_numbers_and_in_other_languages(home: Path) -> None:
    printed = call(home, "rules", "pig", "--goal", "50").stdout.splitlines()
    assert printed[0] == "Pig to 50"
    assert "  The first player whose score reaches 50 points wins." in printed
    assert "    ⚀  ends the turn without points" in printed
    assert "Qué puntúa" in call(home, "rules", "pig", "--language", "es").stdout.splitlines()


def test_json_is_english_unless_a_language_is_asked_for(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('language = "de"\n')
    assert call(home, "rules", "pig").stdout.startswith("Pig bis 100\n")
    (found,) = call(home, "rules", "pig", "--json").lines
    assert found["title"] == "Pig to 100"
    assert found["examples"][0] == {"name": None, "dice": [4], "points": 4, "brings": "adds 4 points"}
    (found,) = call(home, "rules", "pig", "--json", "--language", "de").lines
    assert found["title"] == "Pig bis 100"


def test_a_sheet_of_ones_own_is_described_from_its_file(home: Path) -> None:
    (found,) = call(home, "rules", str(DOCS / "own-game.toml"), "--json").lines
    assert found["game"] == "quick-four"
    assert [one["name"] for one in found["examples"]][-4:] == ["two pairs", "straight", "four alike", "chance"]


@pytest.mark.parametrize(
    "words",
    [("pigg",), ("hog", "--turns", "3"), ("nothing.toml",), ("pig", "--language", "xx"), ("pig", "--goal", "0")],
)
def test_what_cannot_be_told_is_refused_in_one_line(home: Path, words: tuple[str, ...]) -> None:
    refused = call(home, "rules", *words)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith("pipsqueak: ")


@pytest.mark.parametrize("width", [40, 80])
def test_lines_are_as_wide_as_the_terminal_and_lose_nothing(width: int) -> None:
    book = make_game("yahtzee", {}).rulebook
    whole, wrapped = (rule_lines(book, Language("de"), columns) for columns in (None, width))
    assert max(map(len, wrapped)) <= max(width, 60)
    assert " ".join(" ".join(wrapped).split()) == " ".join(" ".join(whole).split())


def test_dice_are_digits_where_the_output_has_no_pictures() -> None:
    assert dice_line((1, 6)) == "⚀ ⚅"
    assert dice_line((1, 6), pips=False) == "1 6"
