"""What is said of rolling and holding, held against the rules' own states: the mean over every throw that may fall."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import pytest

from solver.action import HOLD, ROLL
from solver.race.state import RollOrHold
from solver.throw_distribution import Chance
from tests.support.solver.reference_states import falls

S = TypeVar("S", bound=RollOrHold)


def check_choices(
    start: S,
    die: Sequence[Chance],
    weigh: Callable[[S], tuple[float, float]],
    worth: Callable[[S, S], float],
    far: int,
    *,
    alike: Callable[[S], S] = lambda state: state,
    **close: Any,
) -> set[S]:
    """Check what `weigh` says of rolling and holding in all states that play comes to below `far` at risk; return them.

    `worth` says what a state after a choice is worth to who chose in the state before. `alike` returns one of states
    that are worth the same. Only the values of best play are such means of each other everywhere in a game that ends.
    """
    seen, ready = set[S](), [start]
    while ready:
        state = alike(ready.pop())
        if state in seen or state.over or state.turn_total >= far:
            continue
        seen.add(state)
        roll, hold = weigh(state)
        mean: Any = 0.0
        for throw, chance in falls(tuple(Fraction(one) for one in die), state.thrown.dice).items():
            ready.append(state.apply(ROLL, throw))
            mean += float(chance) * worth(state, ready[-1])
        assert roll == pytest.approx(mean, **close), state
        if state.turn_total:
            ready.append(state.apply(HOLD))
            assert hold == pytest.approx(worth(state, ready[-1]), **close), state
    return seen
