"""Robots play races for the die that lies on the table, and the journal keeps it with the game."""

from pathlib import Path

import pytest

from robot.games.known_dice import die_text
from robot.games.pig.race import RaceGame
from robot.games.registry import make_game
from solver.errors import DistributionError
from solver.race.turn_values import race_values

SELDOM_ONE = (0.02, 0.196, 0.196, 0.196, 0.196, 0.196)
TEXT = ",".join(map(str, SELDOM_ONE))
SHEET = """
name = "sixes-alone"
dice = 2
throws = 2

[[box]]
name = "sixes"
kind = "number"
face = 6
"""


def test_a_robot_throws_on_with_a_die_that_seldom_shows_a_one() -> None:
    usual, known = make_game("pig", {}), make_game("pig", {"die": TEXT})
    assert isinstance(known, RaceGame)
    standing = {"scores": [0, 0], "turn_total": 25}
    held, _ = usual.robot("", None).decide(usual.position(standing, 0))
    thrown, _ = known.robot("", None).decide(known.position(standing, 0))
    assert (held.action, thrown.action) == ("hold", "roll")
    roll, hold = race_values("pig", 100, known.die).roll_and_hold(0, 0, 25)
    assert known.chances(known.position(standing, 0))[0] == pytest.approx(max(roll, hold))


def test_a_sheet_is_played_for_its_dice(tmp_path: Path) -> None:
    die = (0.1, 0.1, 0.1, 0.1, 0.1, 0.5)
    game = make_game("sixes-alone", {"toml": SHEET, "die": die_text(die)}, tmp_path)
    assert make_game("sixes-alone", game.rules, tmp_path) == game
    _, reasons = game.robot("", None).decide(game.begin(1))
    assert reasons.to_json()["value"] == pytest.approx(2 * 6 * (1 - 0.5**2), abs=1e-12)
    fair = make_game("sixes-alone", {"toml": SHEET}, tmp_path)
    _, reasons = fair.robot("", None).decide(fair.begin(1))
    assert reasons.to_json()["value"] == pytest.approx(2 * 6 * (1 - (5 / 6) ** 2), abs=1e-12)


@pytest.mark.parametrize("die", ["1,2", "x", "0.5,0.5", "", "0.2,0.2,0.2,0.2,0.2,0.2", "nan,0,0,0,0,1"])
def test_what_is_no_die_is_refused(die: str) -> None:
    with pytest.raises(DistributionError):
        make_game("pig", {"die": die})
