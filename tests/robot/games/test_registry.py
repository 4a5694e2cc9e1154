"""Rules as they come in, by the command line, the form, journals and recordings."""

from typing import Any

import pytest

from robot.games.registry import make_game
from solver.errors import OptionError


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("pig", {"goal": True}, "goal is a whole number, not True"),
        ("hog", {"goal": "100"}, "goal is a whole number, not '100'"),
        ("pig-reach", {"turns": True}, "turns is a whole number, not True"),
        ("skunk", {"turns": 5.0}, "turns is a whole number, not 5.0"),
        ("swine-herd", {"goal": [100]}, "goal is a whole number, not"),
        ("yahtzee", {"rule": 1}, "rule is a word, not 1"),
        ("hooligan", {"commit": 1}, "commit is true or false, not 1"),
        ("mine", {"toml": 5}, "toml is a word, not 5"),
        ("pig", {"goal": "x" * 10_000}, "goal is a whole number"),
    ],
)
def test_a_rule_of_another_type_is_refused_in_one_line(game: str, rules: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=f"^{said}") as refused:
        make_game(game, rules)
    assert len(str(refused.value)) < 200


def test_games_of_older_journals_are_made_without_the_rules_that_have_gone() -> None:
    assert make_game("yahtzee", {"rule": "forced", "aim": "beat=250"}) == make_game("yahtzee", {})
