"""All positions of races, by a search of all games that can be played."""

from itertools import product

from solver.action import HOLD, ROLL
from solver.race.state import RaceState


def search(rules: type[RaceState], goal: int) -> set[tuple[int, int, int]]:
    """Return own score, the other's, and the turn total of all positions. Whoever can hold and win does so."""
    throws = list(product(range(1, rules.faces + 1), repeat=rules.dice))
    seen, ahead = set[RaceState](), [rules(goal)]
    while ahead:
        state = ahead.pop()
        if state in seen or state.winner is not None:
            continue
        seen.add(state)
        if state.me + state.turn_total < goal:
            ahead.extend(state.apply(ROLL, throw) for throw in throws)
        if state.turn_total > 0:
            ahead.append(state.apply(HOLD))
    return {(state.me, state.opponent, state.turn_total) for state in seen}
