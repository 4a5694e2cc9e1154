"""What pictures show of a policy: lines, hold values, and the states that play comes to."""

import numpy as np
import pytest

from solver.errors import PositionError
from solver.race.race_table import RaceTable, load_race
from solver.race.rules import RACES, race_rules
from solver.race.state import Action, RaceState
from solver.race.views import hold_values, line, reachable


@pytest.mark.parametrize("game", RACES)
def test_views_are_those_of_the_policy(game: str) -> None:
    table = load_race(game)
    holds = hold_values(table)
    for i, j in ((0, 0), (0, table.goal - 1), (1, 8), (3, 9), (table.goal - 1, 0)):
        rolls = [table.rolls(i, j, k) for k in range(table.goal - i)]
        assert table.roll_mask()[i, j].tolist() == rolls + [False] * i
        assert holds[i, j] == [*rolls, False].index(False)
        me, other, action, *changes = line(table, i, j).split()
        assert (int(me), int(other)) == (i, j)
        told = dict(zip(map(int, changes[::2]), changes[1::2], strict=True))
        for k, roll in enumerate(rolls):
            assert told.get(k, action) != action or k not in told
            action = told.get(k, action)
            assert (action == Action.ROLL) == roll


def searched(table: RaceTable) -> set[tuple[int, int, int]]:
    """Return the positions of a player with the policy, by a search of all games that can be played."""
    rules = race_rules(table.game)
    throws = [
        tuple(number // rules.faces**die % rules.faces + 1 for die in range(rules.dice))
        for number in range(rules.faces**rules.dice)
    ]
    seen: set[tuple[RaceState, int]] = set()
    ahead: list[tuple[RaceState, int]] = [(rules(table.goal), player) for player in (0, 1)]
    while ahead:
        state, owner = ahead.pop()
        if (state, owner) in seen or state.winner is not None:
            continue
        seen.add((state, owner))
        free = state.player != owner
        wins = state.me + state.turn_total >= table.goal
        rolls = not wins and table.rolls(state.me, state.opponent, state.turn_total)
        if rolls or (free and not wins):
            ahead.extend((state.apply(Action.ROLL, throw), owner) for throw in throws)
        if state.turn_total > 0 and (free or not rolls):
            ahead.append((state.apply(Action.HOLD), owner))
    return {
        (state.me, state.opponent, state.turn_total)
        for state, owner in seen
        if state.player == owner and state.me + state.turn_total < table.goal
    }


# Far enough that the player holds before the goal.
FAR = (("pig", 38), ("progressive-pig", 34), ("two-dice-pig", 30), ("big-pig", 33))


@pytest.mark.parametrize(
    ("game", "goal"),
    [("pig", 25), ("piglet", 10), *(pytest.param(game, goal, marks=pytest.mark.check) for game, goal in FAR)],
)
def test_reachable_states_are_what_a_search_of_all_games_finds(game: str, goal: int) -> None:
    table = load_race(game, goal)
    mask = reachable(table)
    assert mask.shape == (goal, goal, goal)
    assert {(i, j, k) for i, j, k in np.argwhere(mask).tolist()} == searched(table)


def test_scores_outside_the_game_are_refused() -> None:
    table = load_race("pig")
    with pytest.raises(PositionError, match="a score of 100 is outside the game"):
        line(table, 100, 3)
    with pytest.raises(PositionError, match="a score of -1 is outside the game"):
        line(table, -1, 3)
