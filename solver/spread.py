"""How final points spread after each choice, and the best choice to reach a number of points: from safe to bold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.action import Action

REACHED = np.linspace(0.95, 0.05, 19)
"""The range of points: those that the choice with the most on average reaches with these chances."""
ROUND = 5
MOST_BARS, RARE = 40, 1e-3
"""Points at both ends with less than this chance are not drawn."""


@dataclass(frozen=True, slots=True)
class Reach:
    """To reach `points` at the end, this `action` is best, with this `chance`, 0 to 1, and play for points later."""

    points: int
    action: Action
    chance: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The chances of final points from 0 up after each of some actions, the best for points on average first."""

    finals: Mapping[Action, Sequence[float]]

    def sd(self, action: Action) -> float:
        """Return the standard deviation of the final points after an action."""
        chances, points = np.array(self.finals[action]), np.arange(len(self.finals[action]))
        return float(np.sqrt(chances @ (points - chances @ points) ** 2))

    @property
    def dial(self) -> tuple[Reach, ...]:
        """The best action for more and more points, in steps of five, from nearly safe to boldest."""
        actions, longest = list(self.finals), max(map(len, self.finals.values()))
        chances = np.array([np.pad(np.array(one), (0, longest - len(one))) for one in self.finals.values()])
        least = np.cumsum(chances[:, ::-1], axis=1)[:, ::-1]
        wanted = {ROUND * round(int(np.count_nonzero(least[0] >= share) - 1) / ROUND) for share in REACHED}
        best = [(points, int(least[:, points].argmax())) for points in sorted(wanted) if points < longest]
        return tuple(Reach(points, actions[at], min(1.0, float(least[at, points]))) for points, at in best)

    @property
    def curve(self) -> tuple[int, int, tuple[float, ...]]:
        """The first points, how many each bar holds, and the chances of the bars, after the first action."""
        chances = np.asarray(next(iter(self.finals.values())))
        first, last = np.searchsorted(np.cumsum(chances), (RARE, 1.0 - RARE)).tolist()
        wide = 1 + (last - first) // MOST_BARS
        bars = np.add.reduceat(chances[first : last + 1], np.arange(0, last + 1 - first, wide))
        return first, wide, tuple(bars.tolist())

    def to_json(self) -> dict[str, Any]:
        """Return the standard deviations and the best actions by points, as the command line prints them."""
        return {
            "spread": [{"action": action.to_json(), "sd": self.sd(action)} for action in self.finals],
            "reach": [
                {"points": one.points, "action": one.action.to_json(), "chance": one.chance} for one in self.dial
            ],
        }
