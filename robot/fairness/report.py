"""The plan and the findings of a study in words: figures, sentences, and the report as a web page."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader

from robot.fairness.findings import DieSummary
from robot.fairness.plan import StudyPlan
from robot.language import Language
from robot.saying import Saying, Value

SMALLEST = 1e-4
"""A smaller p-value is only said to be below this."""


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Writes figures in the style of a language."""

    language: Language

    def say(self, key: str, **values: Value) -> str:
        """Return a message with its places filled."""
        return self.language.say(Saying(key, values))

    def number(self, value: float, digits: int = 2) -> str:
        """Return a number with this many decimals."""
        return f"{value:.{digits}f}".replace(".", self.say("written", value=0.5)[1])

    def p(self, p: float) -> str:
        """Return a p-value."""
        return f"< {self.number(SMALLEST, 4)}" if p < SMALLEST else self.number(p, 4)

    def faces(self, found: DieSummary) -> tuple[list[str], list[list[str]]]:
        """Return the table of the faces: its headings and its rows."""
        intervals = {"interval": found.ends} | ({"anywhere": found.worst} if found.counts[-1] else {})
        head = [self.say(f"report-{key}") for key in ("face", "read", "figure-expected", "likeliest", *intervals)]
        rows = []
        for face, chances in enumerate(zip(found.expected, found.chances, strict=True)):
            percents = [[self.number(100 * one) for one in ends[:, face]] for ends in intervals.values()]
            ranges = [self.say("report-range", low=low, high=high) for low, high in percents]
            figures = [self.number(100 * chance) for chance in chances]
            rows.append([str(face + 1), str(int(found.counts[face])), *figures, *ranges])
        return head, rows

    def checks(self, found: DieSummary) -> tuple[list[str], list[list[str]]]:
        """Return the table of the checks: its headings and its rows."""
        head = [self.say(f"report-{key}") for key in ("question", "p", "p-together")]
        asked = [(self.say(f"report-check-{one.check}"), one) for one in found.verdicts]
        return head, [[question, self.p(one.p), self.p(one.p_together)] for question, one in asked]

    def html(self, plan: StudyPlan, dice: Mapping[str, DieSummary], throws: int, tables: tuple[str, ...]) -> bytes:
        """Return the report of a study as one web page, after `throws` throws at these tables."""
        pages = Environment(autoescape=True, trim_blocks=True, loader=PackageLoader("robot.fairness", ""))
        title = self.say("report-title-study", dice=", ".join(plan.dice))
        told = [Saying("report-made", {"made": throws, "planned": plan.throws, "table": tables}), *plan_sayings(plan)]
        page = pages.get_template("report.html")
        return page.render(words=self, title=title, plan=map(self.language.say, told), dice=dice).encode()


def plan_sayings(plan: StudyPlan) -> Iterator[Saying]:
    """Yield a plan in sentences."""
    found: dict[str, Value] = {"throws": plan.throws, "dice": len(plan.dice), "points": float(f"{plan.points:.3g}")}
    yield Saying("study-plan-finds", found | {"power": 100 * plan.power, "level": 100 * plan.level})
    taken: dict[str, Value] = {"table": plan.table, "time": duration(plan.seconds)}
    yield Saying("study-plan-time", taken)
    if plan.turn_every:
        yield Saying("report-plan-wells", {"turn": plan.turn_every})
    if plan.reader:
        yield Saying("report-plan-reader")


def duration(seconds: float) -> Saying:
    """Return a time in the unit that fits it: minutes, hours or days."""
    if seconds < 3600:
        return Saying("study-minutes", {"count": math.ceil(seconds / 60)})
    unit, length = ("hours", 3600) if seconds < 86_400 else ("days", 86_400)
    return Saying(f"study-{unit}", {"count": round(seconds / length, 1)})
