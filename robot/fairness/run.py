"""Run a study: throw dice at a table until all planned throws are made."""

import re
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from hardware.clock import Clock, SystemClock
from robot.errors import ROOMS, FileError, PeopleLeftError, UnsettledError, UsageError, VoidThrowError
from robot.fairness.log import BEGUN, IN_DOUBT, STOPPED, THROW, TURNED, VALUES, VOID, StudyLog
from robot.fairness.plan import StudyPlan
from robot.host.policy import ThrowLimit
from robot.language import english
from robot.records.capture import NobodyAsked
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.look import Look
from robot.table.table import MachineTable, Table
from robot.table.tray import POLL
from solver.progress import report

Say: TypeAlias = Callable[[Saying], None]
UNCLEAR = "?unclear"
"""The cell of a die that people threw and the camera could not read."""
MOST_VOID = 5
"""A study gives up after this many void throws in a row."""
EVERY = 10
"""A line tells the progress after each group of this many throws."""
LONG_REST = 60.0
"""A rest of this many seconds or more is announced."""


@dataclass(slots=True)
class StudyObserver(NobodyAsked):
    """Watches the throws of a study and answers no questions. `say` gets what people should do.

    `waved` waits for this many seconds, and returns whether people say that the die lies there. With `asked`, people
    know that they have to throw, and the first sentence is left out.
    """

    say: Say
    waved: Callable[[float], bool] = lambda _: False
    asked: bool = False

    def see(self, _look: Look, /) -> None:
        pass

    def announce(self, saying: Saying, _about: About = About.GAME, /) -> None:
        known, self.asked = self.asked, False
        if not known:
            self.say(saying)

    def wait_ready(self, seconds: float | None) -> bool:
        return self.waved(seconds or POLL)


def wait_for_line(seconds: float) -> bool:
    """Wait for a line at the terminal, and return whether one came in time."""
    if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], seconds)[0]:
        return False
    return bool(sys.stdin.readline())


@dataclass(slots=True)
class StudyRun:
    """The run of a study, with a table, or with None where people type what they threw.

    `say` tells people something; `ask` also returns the line that they type, "" if nobody is there.
    """

    plan: StudyPlan
    log: StudyLog
    table: Table | None
    say: Say
    ask: Callable[[Saying], str]
    waved: Callable[[float], bool] = wait_for_line
    clock: Clock = field(default_factory=SystemClock)

    def __post_init__(self) -> None:
        if isinstance(self.table, MachineTable):
            self.clock = self.table.clock
            if self.table.hands and self.log.settled:
                self.table.hands.lay_dice(self.log.settled)
        elif isinstance(self.table, HandsTable):
            if self.table.live and self.table.live.stills:
                raise UsageError("a study needs a live table: for pictures use 'read' and 'fairness report --counts'")
            self.say(Saying("study-unseen"))

    def go_on(self, table: str) -> None:
        """Make all planned throws. `table` is the name of the table. The log records why the run stops.

        Raises:
            FileError: the log cannot be written.
            PeopleLeftError: people are needed, and nobody is there.
            HardwareError: a device is lost.

        """
        self.log.write(BEGUN, table)
        limit = ThrowLimit(self.plan.an_hour)
        try:
            while (number := self.log.throws + 1) <= self.plan.throws:
                self._rest(limit.rest(self.clock.now()))
                wells = self.plan.wells(number)
                if wells != self.log.settled:
                    self.log.write(TURNED, self._lay(wells), wells)
                self.log.write(THROW, wells=wells, cells=self._throw(number, wells))
                limit.count_throw(self.clock.now())
                report(number / self.plan.throws)
                if number % EVERY == 0:
                    self.say(Saying("study-progress", {"throws": number, "planned": self.plan.throws}))
        except KeyboardInterrupt as stopped:
            self.log.write(STOPPED, "stopped by hand")
            stopped.add_note(f"{self.log.throws} of {self.plan.throws} throws are kept: run again to go on")
            raise
        except ROOMS as error:
            with suppress(FileError):  # the disk is full
                self.log.write(STOPPED, str(error))
            raise
        self.log.write(STOPPED, "all throws made")

    def _throw(self, number: int, wells: tuple[int, ...]) -> list[str]:
        """Make a throw, and return the log's cell of each die. Raises PeopleLeftError, HardwareError."""
        if self.table is None:
            return self._ask_values(number)
        if isinstance(self.table, HandsTable):
            return [self._by_hand(self.table, number, die) for die in self.plan.dice]
        assert isinstance(self.table, MachineTable)
        for _ in range(MOST_VOID):
            try:
                look = self.table.throw_once(wells, StudyObserver(self.say))
                return [
                    str(value or f"{IN_DOUBT}{doubt}") for value, doubt in zip(look.values, look.doubts, strict=True)
                ]
            except VoidThrowError as error:
                self.log.write(VOID, english().say(error.saying))
        raise PeopleLeftError(f"{MOST_VOID} throws in a row were void: look at the machine, then run again")

    def _by_hand(self, table: HandsTable, number: int, die: str) -> str:
        """Let people throw one die before a camera, and return its cell.

        A die that the camera cannot read stays in doubt: another throw of it would make some faces too rare.
        """
        self.say(Saying("study-throw", {"throw": number, "die": die}))
        try:
            return str(table.by_hand(1, (), StudyObserver(self.say, self.waved, asked=True))[0])
        except UnsettledError:
            return UNCLEAR

    def _ask_values(self, number: int) -> list[str]:
        """Let people type a value for each die, in their order, or ? for one that leans or is lost."""
        dice = self.plan.dice
        asked = Saying("study-enter", {"throw": number, "count": len(dice), "dice": ", ".join(dice)})
        while line := self.ask(asked):
            words = [word for word in re.split(r"[\s,;]*", line.strip()) if word]
            if len(words) == len(dice) and all(word in VALUES or word == IN_DOUBT for word in words):
                return words
            self.say(Saying("study-enter-wrong", {"dice": len(dice)}))
        raise PeopleLeftError("no more throws were entered: run again to go on")

    def _lay(self, wells: tuple[int, ...]) -> str:
        """Have each die laid into its well; return a note of who did it. Raises PeopleLeftError."""
        if isinstance(self.table, MachineTable) and self.table.hands:
            self.table.hands.lay_dice(wells)
            return "the table's own hands moved the dice"
        dice = zip(self.plan.dice, wells, strict=True)
        laid = tuple(Saying("study-die-well", {"die": die, "well": well}) for die, well in dice)
        if not self.ask(Saying("study-move", {"dice": laid})):
            raise PeopleLeftError("the dice must move to other wells, and nobody is here to do it: run again")
        return "people moved the dice"

    def _rest(self, seconds: float) -> None:
        if seconds > 0 and isinstance(self.table, MachineTable):
            self.table.rest()
        if seconds >= LONG_REST:
            self.say(Saying("study-rest", {"minutes": round(seconds / 60)}))
        self.clock.sleep(max(seconds, 0))
