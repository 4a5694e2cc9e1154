"""Rate how well people choose: the mean cost of a choice, the robot's level with such a cost, and kinds of mistakes."""

import math
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from statistics import fmean, stdev
from typing import Any

from robot.games.game import Position
from robot.saying import Saying, Value
from solver.action import Action
from solver.decision import NOTHING, Unit
from solver.levels import LEVELS
from solver.mistakes import kind_of

BELOW = {Unit.WINS: (0.0005, 0.0035, 0.0085, 0.016), Unit.POINTS: (0.05, 0.8, 1.6, 2.5)}
"""The bounds of the levels' mean costs, best level first: in chances to win, and in points of a sheet."""
ENOUGH = 10
"""The fewest choices for which a level is given."""
BEST_FIRST = tuple(LEVELS)[::-1]


@dataclass(slots=True)
class Rating:
    """The costs of a player's real choices in `games` games, in a `unit`.

    `kinds` are the costs by the kind of mistake.
    """

    unit: Unit
    games: int = 1
    costs: list[float] = field(default_factory=list)
    kinds: dict[str, list[float]] = field(default_factory=dict)

    def add(self, position: Position, best: Action, chosen: Action, cost: float) -> None:
        """Add a choice."""
        self.costs.append(cost)
        if cost > NOTHING:
            self.kinds.setdefault(kind_at(position, best, chosen), []).append(cost)

    @property
    def mean(self) -> float:
        return fmean(self.costs or (0.0,))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return stdev(self.costs) / math.sqrt(len(self.costs)) if len(self.costs) > 1 else 0.0

    @property
    def level(self) -> str:
        """The level of robots whose choices cost about as much, "" if it is unknown."""
        tells = self.unit in BELOW and len(self.costs) >= ENOUGH
        return BEST_FIRST[bisect(BELOW[self.unit], self.mean)] if tells else ""

    def sayings(self) -> Iterator[Saying]:
        """Yield the rating, if it has two choices at least, and the costliest kind of mistake."""
        if len(self.costs) > 1:
            yield self.saying
        yield from (Saying("rating-habit", {"what": kind}) for kind in islice(self.kind_sayings(), 1))

    @property
    def saying(self) -> Saying:
        if len(self.costs) < 2:
            return Saying("rating-few")
        level: dict[str, Value] = {"level": Saying(f"strategy-{self.level}")} if self.level else {}
        mean, error = (round(self._scale * number, 1) for number in (self.mean, self.error))
        return Saying(f"rating-{self.unit.value}{'-level' * bool(level)}", level | {"mean": mean, "error": error})

    def kind_sayings(self) -> Iterator[Saying]:
        """Yield each kind of mistake with its number and its cost for each game, costliest first."""
        for kind, costs in sorted(self.kinds.items(), key=lambda one: -sum(one[1])):
            cost = round(self._scale * sum(costs) / self.games, 1)
            told: dict[str, Value] = {"kind": Saying(f"mistake-{kind}"), "times": len(costs), "cost": cost}
            yield Saying(f"mistakes-{self.unit.value}", told)

    @property
    def _scale(self) -> int:
        return 100 if self.unit is Unit.WINS else 1

    def to_json(self) -> dict[str, Any]:
        """Return all numbers as JSON; the `cost` of a kind is the sum over all games."""
        kinds = {kind: {"times": len(costs), "cost": sum(costs)} for kind, costs in self.kinds.items()}
        told = {"games": self.games, "choices": len(self.costs), "unit": self.unit.value, "kinds": kinds}
        return told | {"mean": self.mean, "error": self.error, "level": self.level or None}


def kind_at(position: Position, best: Action, chosen: Action) -> str:
    """Return the kind of mistake of a choice in a position."""
    points, me = position.ranked, position.player
    return kind_of(best.bare, chosen.bare, behind=max(points) > points[me] + position.at_risk)
