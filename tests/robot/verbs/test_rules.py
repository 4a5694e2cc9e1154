"""The rules of games on the command line."""

from pathlib import Path

import pytest

from robot.games.registry import make_game
from robot.language import Language
from robot.terminal.screens import dice_line, rule_lines
from tests.support.robot.command import call


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
