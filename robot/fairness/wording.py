"""How figures of dice are written in a language, and what a plan says."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from robot.fairness.plan import StudyPlan
from robot.language import Language
from robot.saying import Saying, Value

DAY = 86_400
SMALLEST = 1e-4
"""A p-value below which only that is said."""


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Writes figures as a language does."""

    language: Language

    def say(self, key: str, **values: Value) -> str:
        """Return a message with its places filled."""
        return self.language.say(Saying(key, values))

    def number(self, value: float, digits: int = 2) -> str:
        """Return a number with so many digits after its mark."""
        text = f"{value:.{digits}f}"
        return (text.lstrip("-") if float(text) == 0 else text).replace(".", self.mark)

    @property
    def mark(self) -> str:
        """The decimal mark."""
        return self.say("written", value=0.5)[1]

    def p(self, p: float) -> str:
        """Return a p-value."""
        return f"< {self.number(SMALLEST, 4)}" if p < SMALLEST else self.number(p, 4)

    def percents(self, low: float, high: float) -> str:
        """Return the interval between two chances, in percent."""
        return self.say("report-range", low=self.number(100 * low), high=self.number(100 * high))


def moment(time: str) -> str:
    """Return a time of a log as people write it: "2026-05-01 10:00 UTC"."""
    return f"{time[:10]} {time[11:16]} UTC"


def plan_sayings(plan: StudyPlan) -> Iterator[Saying]:
    """Return a plan in sentences."""
    chances = {"power": 100 * plan.power, "level": 100 * plan.level}
    yield Saying(
        "study-plan-finds",
        {"throws": plan.throws, "dice": len(plan.dice), "points": float(f"{plan.points:.3g}")} | chances,
    )
    if plan.game:
        yield Saying("report-plan-cost", {"cost": 100 * plan.cost, "game": plan.game})
    taken: dict[str, Value] = {"table": plan.table, "time": duration(plan.seconds), "quiet": plan.quiet}
    yield Saying("study-plan-time-quiet" if plan.quiet else "study-plan-time", taken)
    if plan.turn_every:
        yield Saying("report-plan-wells", {"turn": plan.turn_every})


def duration(seconds: float) -> Saying:
    """Return a time in the unit that fits it: minutes, hours or days."""
    if seconds < 3600:
        return Saying("study-minutes", {"count": math.ceil(seconds / 60)})
    if seconds < DAY:
        return Saying("study-hours", {"count": round(seconds / 3600, 1)})
    return Saying("study-days", {"count": round(seconds / DAY, 1)})
