"""The live picture of a study: each die's faces, with intervals that hold at every look; and who lays the dice."""

import select
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console, RenderableType
from rich.live import Live
from rich.table import Table

from robot.fairness.intervals import Extent, anytime_extent
from robot.fairness.log import IN_DOUBT, StudyRecord
from robot.fairness.plan import StudyPlan
from robot.fairness.reading_law import FACES, UNREAD, Floats
from robot.fairness.uncertain_reader import UncertainDie, reader_spread
from robot.fairness.wording import FigureWords
from robot.language import Language
from robot.saying import Saying
from robot.table.helping_hands import DiceHands

BY_HANDS = "the table's own hands moved the dice"
BY_PEOPLE = "people moved the dice"
BEFOREHAND = "people said that the dice lie so already"


@dataclass(slots=True)
class DiceLaying:
    """Has dice laid into wells: by `hands` where the table has some, else by people.

    `asked` shows people a prompt and returns what they type, None where nobody is there. `lying` are the wells in which
    people have laid the dice already, once.
    """

    asked: Callable[[str], str | None]
    lying: tuple[int, ...] = ()
    hands: DiceHands | None = None

    def laid(self, wells: tuple[int, ...], prompt: str) -> str:
        """Return who laid the dice, "" where nobody is there."""
        if self.hands is not None:
            self.hands.lay_dice(wells)
            return BY_HANDS
        already, self.lying = self.lying == wells, ()
        if already:
            return BEFOREHAND
        return "" if self.asked(prompt) is None else BY_PEOPLE


LEAST, MOST = 0.0, 1 / 3
"""Chances between which a bar is drawn."""
BAR = 25
EVERY = 2.0
"""Seconds of the computer after which the picture is drawn anew."""
LINES = 100
"""Throws after which a line is printed where there is no terminal."""


def look_level(plan: StudyPlan) -> float:
    """Return the level of each die's intervals, so that all of all dice hold together."""
    return 1 - plan.level / len(plan.dice)


def looked_at(counts: Floats, plan: StudyPlan) -> Extent:
    """Return intervals of all dice, counts of shape (dice, 7), that hold at every look, all of them together.

    Where nothing is known of the reader, dice in doubt are left out.
    """
    seen, level = counts.copy(), look_level(plan)
    if plan.reader is None:
        seen[:, UNREAD] = 0
    found = anytime_extent(seen, plan.law, level)
    if plan.reader is None:
        return found
    dice = [UncertainDie(die, plan.law, reader_spread(plan.reader, die), level) for die in seen]
    each = [
        die.always(Extent(found.likeliest[[row]], found.low[[row]], found.high[[row]]), np.eye(FACES))
        for row, die in enumerate(dice)
    ]
    return Extent(found.likeliest, np.vstack([one.low for one in each]), np.vstack([one.high for one in each]))


def bar(low: float, likeliest: float, high: float) -> str:
    """Return an interval as characters between LEAST and MOST, with | where a fair die's chance lies."""
    places = [round((BAR - 1) * min(max((value - LEAST) / (MOST - LEAST), 0), 1)) for value in (low, likeliest, high)]
    drawn = ["·"] * BAR
    for place in range(places[0], places[2] + 1):
        drawn[place] = "─"
    drawn[(BAR - 1) // 2] = "|"
    drawn[places[1]] = "●"
    return "".join(drawn)


@dataclass(slots=True)
class StudyPicture:
    """Shows a study on a terminal, else prints a line now and then; `laying` has the dice laid into their wells."""

    plan: StudyPlan
    record: StudyRecord
    language: Language
    laying: DiceLaying
    now: Callable[[], float] = time.monotonic
    console: Console = field(default_factory=lambda: Console(stderr=True))
    _counts: Floats = field(init=False)
    _drawn: float | None = field(default=None, init=False)
    _live: Live | None = field(default=None, init=False)
    _note: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self._counts = np.stack([self.record.die(die).counts for die in range(len(self.plan.dice))])

    def moved(self, wells: tuple[int, ...]) -> str:
        self.close()
        laid = ", ".join(
            self._say("study-die-well", die=die, well=well) for die, well in zip(self.plan.dice, wells, strict=True)
        )
        return self.laying.laid(wells, self._say("study-move", dice=laid))

    def shown(self, cells: tuple[str, ...] | None, throw: int, rest: float) -> None:
        for die, cell in enumerate(cells or ()):
            self._counts[die, UNREAD if cell.startswith(IN_DOUBT) else int(cell) - 1] += 1
        if rest:
            self._note = self._say("study-rest", minutes=max(1, round(rest / 60)))
        elif cells:
            self._note = ""
        due = self._drawn is None or self.now() - self._drawn >= EVERY or throw == self.plan.throws
        if self.console.is_terminal and due:
            self._drawn = self.now()
            self._draw(throw)
        elif not self.console.is_terminal and cells and (throw % LINES == 0 or throw == self.plan.throws):
            self.console.print(self._line(throw), highlight=False, soft_wrap=True)

    def noted(self, note: str) -> None:
        self._note = note

    def say(self, saying: Saying) -> None:
        """Print what people should do."""
        self.close()
        self.console.print(self.language.say(saying), highlight=False, soft_wrap=True)

    def close(self) -> None:
        """Leave the picture as it is; harmless when repeated."""
        if self._live:
            self._live.stop()
            self._live = None

    def _draw(self, throw: int) -> None:
        if self._live is None:
            self._live = Live(console=self.console, auto_refresh=False)
            self._live.start()
        self._live.update(self.picture(throw), refresh=True)

    def picture(self, throw: int) -> RenderableType:
        """Return the picture after so many throws."""
        grid = Table.grid(padding=(0, 2))
        found = looked_at(self._counts, self.plan)
        parts = [self._die(number, found) for number in range(len(self.plan.dice))]
        for row in range(0, len(parts), 2):
            grid.add_row(*parts[row : row + 2])
        grid.add_row(self._line(throw))
        grid.add_row(self._say("study-looks"))
        return grid

    def _line(self, throw: int) -> str:
        progress = self._say("study-progress", throws=throw, planned=self.plan.throws)
        return f"{progress} {self._note}".strip()

    def _die(self, number: int, found: Extent) -> Table:
        counts = self._counts[number]
        doubts = int(counts[UNREAD])
        title = self.plan.dice[number] + (f" ({self._say('study-doubts', dice=doubts)})" if doubts else "")
        table = Table(title=title, box=None, show_header=False, title_justify="left")
        for face in range(FACES):
            ends = [float(part[number, face]) for part in (found.low, found.likeliest, found.high)]
            low, high = (FigureWords(self.language).number(100 * end, 1).rjust(4) for end in (ends[0], ends[2]))
            percents = f"{low} – {high} %"
            table.add_row(str(face + 1), str(int(counts[face])), bar(*ends), percents)
        return table

    def _say(self, key: str, **values: str | int) -> str:
        return self.language.say(Saying(key, values))


def entered_line(seconds: float) -> bool:
    """Wait so long for a line that people enter at a terminal, and return whether there was one."""
    if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], seconds)[0]:
        return False
    return bool(sys.stdin.readline())


def typed(prompt: str, console: Console) -> str | None:
    """Return a line that people type after a prompt, None where nobody does."""
    console.print(prompt, end=" " if console.is_terminal else "\n", highlight=False, soft_wrap=True)
    line = sys.stdin.readline()
    return line if line else None


def dice_counts(record: StudyRecord, dice: Sequence[str]) -> dict[str, list[int]]:
    """Return how often each face of each die was read, and how often it was in doubt."""
    return {name: [int(count) for count in record.die(number).counts] for number, name in enumerate(dice)}
