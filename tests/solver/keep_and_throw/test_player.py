"""Players of keep-and-throw games: they do what the exact ratings assume, and where they hold is what is shown."""

import math
import random
from typing import Any

import pytest

from solver.aside import FIRST, KeepAction
from solver.errors import OptionError, PositionError
from solver.keep_and_throw.exact import effort_of
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, solve_keep
from solver.keep_and_throw.player import decide, keep_player, play_out
from solver.keep_and_throw.rules import find_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import rate_keep
from solver.keep_and_throw.views import hold_totals

GAMES = 80


def table_of(name: str = "kingdom-come", **rules: Any) -> KeepTable:
    played = find_rules(name).changed(**rules)
    laws = fair_laws(played)
    return solve_keep(played, (laws, laws))


@pytest.mark.parametrize(
    "names",
    [
        ("greedy", "random"),
        ("random", "most-points"),
        ("safe300", "hold-200-3"),
        ("optimal", "greedy"),
        ("optimal", "optimal"),
    ],
)
def test_players_win_as_often_as_the_exact_ratings_say(names: tuple[str, str]) -> None:
    table, chance = table_of(goal=700), random.Random(str(names))
    first, second = (keep_player(name, table, chance) for name in names)
    won = sum(play_out(table.rules, (first, second), chance) == 0 for _ in range(GAMES)) / GAMES
    exact = rate_keep(table, names)[names]
    assert abs(won - exact) < 4 * math.sqrt(exact * (1 - exact) / GAMES)


def test_a_level_slips_in_its_share_of_the_choices_and_says_what_that_costs() -> None:
    table, chance = table_of(goal=700), random.Random(1)
    child = keep_player("child", table, chance)
    state = KeepState(table.rules).apply(FIRST, (1, 1, 3, 4, 5, 6))
    best = decide(table, state)
    taken = [child.decide(state) for _ in range(GAMES)]
    slips = [one for one in taken if one.taken != best.taken]
    assert abs(len(slips) / GAMES - 0.4) < 4 * math.sqrt(0.24 / GAMES)
    worst = max(slips, key=lambda one: one.taken.cost)
    assert worst.value == pytest.approx(best.value - worst.taken.cost)
    assert f"{best.action} would win" in worst.why
    assert keep_player("perfect", table).decide(state) == best
    with pytest.raises(OptionError, match="needs a source of chance"):
        keep_player("casual", table).decide(state)


@pytest.mark.parametrize("opening", [0, 300])
def test_where_to_hold_is_what_players_do(opening: int) -> None:
    table = table_of(goal=2000, opening=opening)
    found = set()
    for scores in ((0, 0), (300, 100), (600, 1200), (1000, 500), (1000, 1400), (1500, 300)):
        # Of each throw only one die scores, so that it is kept and so many are left.
        for left, dice in ((1, (1, 3)), (2, (1, 3, 4)), (3, (1, 3, 4, 6)), (4, (1, 3, 4, 6, 6))):
            hold = hold_totals(table, scores)[left - 1]
            found.add(hold)
            totals = range(100, 2000 - scores[0], 50)
            actions = {
                turn: decide(table, KeepState(table.rules, scores, 0, turn - 100, dice)).taken.action for turn in totals
            }
            assert next((turn for turn, action in actions.items() if action == KeepAction((1,), "hold")), None) == hold
    assert len(found) > 5


def test_where_to_hold_is_not_told_outside_the_game() -> None:
    with pytest.raises(PositionError, match="a score of 75 lies outside"):
        hold_totals(table_of(goal=2000), (75, 0))


def test_a_game_with_a_penalty_tells_what_it_takes() -> None:
    rules = find_rules("kingdom-come").changed(goal=1000, penalty=300)
    laws = fair_laws(rules)
    effort = effort_of(rules, (laws, laws))
    assert effort is not None
    assert effort.states == 9 * 6 * 20 * 20 * 21 // 2
    assert effort.memory >= 9 * 20 * 20 * 8
    assert effort.seconds > 0
