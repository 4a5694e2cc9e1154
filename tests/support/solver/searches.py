"""All positions of races, by a search of all games that can be played."""

from collections.abc import Callable
from itertools import product

from solver.action import HOLD, ROLL
from solver.race.state import RaceState

Place = tuple[int, int, int]
"""Own score, the other's score, and the turn total."""


def search(rules: type[RaceState], goal: int, policy: Callable[[int, int, int], bool] | None = None) -> set[Place]:
    """Return the positions of a player who rolls by a policy, without one anyhow; the other is free.

    Whoever can hold and win does so.
    """
    throws = list(product(range(1, rules.faces + 1), repeat=rules.dice))
    seen: set[tuple[RaceState, int]] = set()
    ahead: list[tuple[RaceState, int]] = [(rules(goal), owner) for owner in (0, 1)]
    while ahead:
        state, owner = ahead.pop()
        if (state, owner) in seen or state.winner is not None:
            continue
        seen.add((state, owner))
        place = state.me, state.opponent, state.turn_total
        free, wins = policy is None or state.player != owner, state.me + state.turn_total >= goal
        rolls = not wins and (policy is None or policy(*place))
        if rolls or (free and not wins):
            ahead.extend((state.apply(ROLL, throw), owner) for throw in throws)
        if state.turn_total > 0 and (free or not rolls):
            ahead.append((state.apply(HOLD), owner))
    return {(state.me, state.opponent, state.turn_total) for state, owner in seen if state.player == owner}
