"""Plain value iteration of the games for one player."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError
from solver.jit import compiled
from solver.race.exact import ThrowArrays, fade_value, throw_arrays
from solver.single.exact import better, load_solitaire, weigh_turn
from solver.single.states import PigReachState
from solver.sweeping import USUAL_SWEEPS, GridStates, SweepSettings, ValueIteration, ValueRange
from solver.throw_distribution import Chance

MOST_STATES = 30_000_000
MOST_WORTH = 1_000_000.0
"""As many points or turns as a state may begin with."""


@compiled
def sweep_single(throw: ThrowArrays, price: float, fade: float, points: bool, worth: NDArray[np.float64]) -> float:
    """Set each `worth[n, s, t]` to its better action by the current values, and return the largest change.

    With n turns left, s is banked and t at risk; the last s is a reached goal. `worth[0]` is the end, or where it is
    all there is, turns are not limited and each costs `price`. From the last t on nobody rolls. A discount of
    1 - `fade` draws what an action is worth to 0, and where `points` count to those that are banked.
    """
    gains, chances, bust, _, ruin = throw
    layers, rows, cap = worth.shape
    goal = rows - 1
    change = 0.0
    for n in range(min(1, layers - 1), layers):
        after = worth[max(0, n - 1)]
        for s in range(goal):
            ended = bust * (after[s, 0] - price) + ruin * (after[0, 0] - price)
            rest = float(s) if points else 0.0
            for t in range(min(cap, goal - s)):
                best = ended
                for m in range(len(gains)):
                    total = t + gains[m]
                    if total < cap and s + total < goal:
                        best += chances[m] * worth[n, s, total]
                    else:
                        best += chances[m] * fade_value(after[min(s + total, goal), 0] - price, rest, fade)
                if t > 0:
                    best = max(best, after[s + t, 0] - price)
                best = fade_value(best, rest, fade)
                change = max(change, abs(best - worth[n, s, t]))
                worth[n, s, t] = best
    return change


def solitaire_iteration(
    game: str,
    unit: str = "",
    goal: int | None = None,
    turns: int | None = None,
    die: tuple[Chance, ...] | None = None,
    *,
    settings: SweepSettings = USUAL_SWEEPS,
) -> ValueIteration:
    """Return plain value iteration of a game for one player, whose values are as in `sweep_single`.

    Where points have no end, as many turn totals are kept as the exact solution looks at. Raises UnknownNameError,
    OptionError, also for more states than can be kept and for other start values, or DistributionError.
    """
    exact = load_solitaire(game, goal, turns, die)
    throw, price, points = throw_arrays(exact.distribution), float(exact.turns is None), exact.goal is None
    layers = 1 + (exact.turns or 0)
    # Without a goal, high enough that what is cut off does not affect any state that counts.
    most = exact.goal or (2 * layers - 3) * (exact.cap + exact.distribution.gains[-1])
    if layers * most * exact.cap > MOST_STATES:
        raise OptionError(f"{game} has too many states so to iterate plainly: choose fewer turns or a smaller goal")
    worth = np.zeros((layers, most + 1, exact.cap))
    if game == PigReachState.game:
        worth[:, most, 0] = 1.0
    elif exact.goal is None:
        worth[0, :, 0] = np.arange(most + 1)
    score, t = np.ogrid[: most + 1, : exact.cap]
    inside = np.broadcast_to((score < most) & (score + t < (exact.goal or most + exact.cap)), worth.shape).copy()
    fields: tuple[str, ...] = ("me", "turn")
    if price:
        inside = inside[0]
    else:
        inside[0], fields = False, ("left", *fields)
    within = ValueRange() if game == PigReachState.game else ValueRange(0.0, MOST_WORTH, 1, -1.0 if price else 1.0)

    def policy() -> str:
        start = np.ascontiguousarray(worth[:, :, 0])
        rolls = np.zeros_like(exact.rolls)
        for left in range(min(1, len(start) - 1), len(start)):
            scores = slice(0, rolls.shape[1])
            rolls[left] = better(*weigh_turn(exact.distribution, start[max(0, left - 1)], scores, exact.cap)).T
            rolls[left, :, 0] = True
        return replace(exact, start=start, rolls=rolls).policy_sha256

    return ValueIteration(
        game=game,
        unit=unit,
        states=exact.states,
        values=worth[0] if price else worth,
        named=GridStates(fields, inside),
        within=within,
        settings=settings,
        value=lambda: float(worth[-1, 0, 0]) * (-1.0 if price else 1.0),
        sweep=lambda: sweep_single(throw, price, settings.fade, points, worth),
        warm_up=lambda: sweep_single(throw, price, settings.fade, points, np.zeros((1, 1, 1))),
        policy=policy,
    )
