"""A study under way: who throws, what people see of it, and the run until all that was planned is thrown."""

import re
import select
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from rich.console import Console, RenderableType
from rich.live import Live
from rich.table import Table

from hardware.clock import Clock
from hardware.errors import CameraError, NoMorePicturesError
from robot.errors import ROOMS, FileError, PeopleLeftError, UnsettledError, VoidThrowError
from robot.fairness.checks import UncertainDie, reader_spread
from robot.fairness.likelihood import Extent, anytime_extent
from robot.fairness.log import IN_DOUBT, TIME, VALUES, LogEvent, LogRow, StudyLog, StudyRecord
from robot.fairness.plan import StudyPlan
from robot.fairness.reader import FACES, UNREAD, Floats
from robot.fairness.wording import FigureWords
from robot.files import write_whole
from robot.language import Language, english
from robot.records.capture import NobodyAsked
from robot.saying import Saying
from robot.table.about import About
from robot.table.calibration import OwnHands
from robot.table.hands import HandsTable
from robot.table.look import Image, Look
from robot.table.table import MachineTable
from robot.table.tray import POLL
from vision.paths import printable_path

UNCLEAR = "unclear"
"""A die before a camera of which it is not certain that it was thrown."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A throw of all dice: a cell of the log for each, and the pictures by the name of their light."""

    cells: tuple[str, ...]
    pictures: Mapping[str, Image]


StudyThrower: TypeAlias = Callable[[int, tuple[int, ...]], Cast]
"""Makes the throw of a number, from 1, of all dice of a study, in these wells, () where there are none.

Raises VoidThrowError where its outcome is not known, HardwareError, and PeopleLeftError where the people have left.
"""


@dataclass(slots=True)
class StudyObserver(NobodyAsked):
    """Looks on while a study throws, and answers nothing; `say` takes what people should do."""

    say: Callable[[Saying], None]
    single: bool = False
    """Whether each picture is a photograph of one throw: its reading counts, and one without a reading is in doubt."""
    waved: Callable[[float], bool] | None = None
    """Waits so many seconds; returns whether people say that the die lies there, though the camera does not see it."""
    look: Look | None = None
    asked_before: bool = False
    """Whether people know already that they are to throw: the first sentence is not passed on then."""

    def see(self, look: Look) -> None:
        self.look = look

    def announce(self, saying: Saying, _about: About = About.GAME, /) -> None:
        known, self.asked_before = self.asked_before, False
        if not known:
            self.say(saying)

    def ready(self, seconds: float | None) -> bool:
        return self.single or (self.waved is not None and self.waved(seconds or POLL))

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:
        self.look = look
        if self.single and values and None not in values:
            return tuple(value for value in values if value)
        return NobodyAsked.dice_entered(self, values, look)


def cell(value: int | None, doubt: str | None) -> str:
    """Return what the log says of a die."""
    return f"{IN_DOUBT}{doubt or UNCLEAR}" if value is None else str(value)


def throw_by_machine(
    table: MachineTable, say: Callable[[Saying], None], _throw: int, wells: tuple[int, ...], /
) -> Cast:
    """Throw all wells of a machine at once; each die is known by its well."""
    look = table.throw_once(wells, StudyObserver(say))
    return Cast(tuple(map(cell, look.values, look.doubts)), look.exposures)


def throw_by_hand(
    table: HandsTable,
    dice: Sequence[str],
    say: Callable[[Saying], None],
    waved: Callable[[float], bool] | None,
    throw: int,
    _wells: tuple[int, ...],
    /,
) -> Cast:
    """Let people throw one die after another before a camera, so that each is known.

    `waved` waits so many seconds and returns whether people say that the die lies there, though the camera does not see
    it. It is in doubt then: people who throw it again would count some faces more seldom than they fell.
    """
    cells, pictures = [], {}
    live = table.live
    single = live is not None and live.stills
    for number, name in enumerate(dice, 1):
        say(Saying("study-throw", {"throw": throw, "die": name}))
        if live is not None and single:
            live.forget()  # a die that is photographed always lies in the middle
        observer = StudyObserver(say, single=single, waved=waved, asked_before=True)
        try:
            (value,) = table.by_hand(1, (), observer)
            cells.append(str(value))
        except UnsettledError:
            doubts = observer.look.doubts if observer.look else ()
            cells.append(cell(None, doubts[0] if doubts else None))
        if observer.look:
            pictures[f"die{number}"] = observer.look.exposures["picture"]
    return Cast(tuple(cells), pictures)


def enter_throw(
    dice: Sequence[str],
    ask: Callable[[Saying], str | None],
    say: Callable[[Saying], None],
    throw: int,
    _wells: tuple[int, ...],
    /,
) -> Cast:
    """Let people type what they threw: a value for each die, in their order, or ? for one that leans or is lost.

    `ask` shows a question and returns the line that was typed, None where nobody is there.
    """
    while (line := ask(Saying("study-enter", {"throw": throw, "dice": ", ".join(dice)}))) is not None:
        words = [word for word in re.split(r"[\s,;]*", line.strip()) if word]
        if len(words) == len(dice) and all(word in VALUES or word == IN_DOUBT for word in words):
            return Cast(tuple(words), {})
        say(Saying("study-enter-wrong", {"dice": len(dice)}))
    raise PeopleLeftError("nobody enters any more throws: run again to go on")


PICTURES = "pictures"
MOST_VOID = 5
"""Throws in a row that may be void before a study gives up."""
CAMERA_WAITS = (10.0, 20.0, 60.0, 120.0, 240.0)
"""Seconds after which a throw is tried again whose camera was lost."""
NAP = 30.0
"""Seconds of rest after which the picture is drawn anew."""


@dataclass(slots=True)
class StudyRun:
    """What a study is run with; `wall` is the time of day in UTC.

    `rest` returns the seconds until the machine may throw, `thrown` is called after each throw.
    `reopened` opens the table again after its camera was lost, and returns who throws then; None leaves it as it is.
    """

    plan: StudyPlan
    folder: Path
    log: StudyLog
    thrower: StudyThrower
    people: "StudyPicture"
    rest: Callable[[], float]
    thrown: Callable[[], None]
    clock: Clock
    wall: Callable[[], datetime] = lambda: datetime.now(UTC)
    reopened: Callable[[], StudyThrower] | None = None

    def go_on(self, table: str) -> None:
        """Throw until the plan is fulfilled; `table` is what throws. What stops it stands in the log.

        Raises:
            FileError: the log or a picture cannot be written.
            PeopleLeftError: people are needed, and nobody is there.
            HardwareError: a device is lost.

        """
        if torn := self.log.torn:
            self._note(LogEvent.MENDED, f"a torn row was cut: {len(torn)} characters")
        self._note(LogEvent.BEGUN, table)
        try:
            while self.log.throws < self.plan.throws:
                self._rest()
                self._settle_wells(self.log.throws + 1)
                self._throw(self.log.throws + 1)
        except KeyboardInterrupt as stopped:
            self._note(LogEvent.STOPPED, "stopped by hand")
            stopped.add_note(f"{self.log.throws} of {self.plan.throws} throws are kept: run again to go on")
            raise
        except FileError as error:
            with suppress(FileError):  # a picture may be too large for a disk that takes a row
                self._note(LogEvent.STOPPED, str(error))
            raise
        except ROOMS as error:
            self._note(LogEvent.STOPPED, str(error))
            raise
        self._note(LogEvent.STOPPED, "all throws made")

    def _throw(self, number: int) -> None:
        wells = self.plan.wells(number)
        for _ in range(MOST_VOID):
            try:
                cast = self._cast(number, wells)
                break
            except VoidThrowError as error:
                self._note(LogEvent.VOID, english().say(error.saying))
        else:
            raise PeopleLeftError(f"{MOST_VOID} throws in a row were void: look at the machine, then run again")
        kept = keep_pictures(self.folder, cast.pictures) if self.plan.pictures else None
        self.log.write(LogRow(self._now(), LogEvent.THROW, number, wells, cast.cells, kept))
        self.thrown()
        self.people.show(cast.cells, number, 0)

    def _cast(self, number: int, wells: tuple[int, ...]) -> Cast:
        """Throw. A camera that was lost is waited for, and the throw is made again: nobody saw what fell."""
        again = iter(CAMERA_WAITS)
        lost = False
        while True:
            try:
                if lost and self.reopened is not None:
                    self.thrower = self.reopened()
                return self.thrower(number, wells)
            except NoMorePicturesError:
                raise
            except CameraError as error:
                lost, wait = True, next(again, None)
                if wait is None:
                    raise
                self._note(LogEvent.RETRIED, f"{error} (tried again in {wait:g} s)")
                self.clock.sleep(wait)

    def _rest(self) -> None:
        while (rest := self.rest()) > 0:
            self.people.show(None, self.log.throws, rest)
            self.clock.sleep(min(rest, NAP))

    def _settle_wells(self, number: int) -> None:
        """Let people lay the dice into their wells at the first throw, and where these change."""
        wells = self.plan.wells(number)
        if wells == self.log.settled:
            return
        if not (mover := self.people.lay_dice(wells)):
            raise PeopleLeftError(
                "the dice have to be laid into other wells, and nobody is here: "
                "run again at a terminal, or with --moved once it is done"
            )
        self._note(LogEvent.TURNED, mover, wells)

    def _note(self, event: LogEvent, note: str, wells: tuple[int, ...] = ()) -> None:
        self.log.write(LogRow(self._now(), event, self.log.throws, wells, note=note))
        self.people.note(note)

    def _now(self) -> str:
        return self.wall().strftime(TIME)


def keep_pictures(folder: Path, pictures: Mapping[str, Image]) -> dict[str, str]:
    """Keep pictures by their SHA-256, without loss; return it by the name of their light. Raises FileError."""
    kept = {}
    for light, image in pictures.items():
        data = cv2.imencode(".png", image)[1].tobytes()
        kept[light] = sha256(data).hexdigest()
        path = picture_path(folder, kept[light])
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        except OSError as error:
            raise FileError(
                f"{printable_path(path.parent)} cannot be written ({error.strerror}): free some space, then run again; "
                "all throws before this one are kept"
            ) from error
    return kept


def picture_path(folder: Path, digest: str) -> Path:
    """Return where the picture of this SHA-256 is kept."""
    return folder / PICTURES / digest[:2] / f"{digest}.png"


BY_HANDS = "the table's own hands moved the dice"
BY_PEOPLE = "people moved the dice"
BEFOREHAND = "people said that the dice lie so already"


MOST_DRAWN = 1 / 3
"""The chance up to which a bar is drawn."""
BAR = 25
EVERY = 2.0
"""Seconds of the computer after which the picture is drawn anew."""
LINES = 100
"""Throws after which a line is printed where there is no terminal."""


def looked_at(counts: Floats, plan: StudyPlan) -> Extent:
    """Return intervals of all dice, counts of shape (dice, 7), that hold at every look, all of them together.

    Where nothing is known of the reader, dice in doubt are left out.
    """
    seen, level = counts.copy(), 1 - plan.level / len(plan.dice)
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
    """Return an interval as characters up to MOST_DRAWN, with | where a fair die's chance lies."""
    places = [round((BAR - 1) * min(max(value / MOST_DRAWN, 0), 1)) for value in (low, likeliest, high)]
    drawn = ["·"] * BAR
    for place in range(places[0], places[2] + 1):
        drawn[place] = "─"
    drawn[(BAR - 1) // 2] = "|"
    drawn[places[1]] = "●"
    return "".join(drawn)


@dataclass(slots=True)
class StudyPicture:
    """Shows a study on a terminal, else prints a line now and then, and has the dice laid into their wells.

    `asked` shows people a prompt and returns what they type, None where nobody is there. `lying` are the wells in which
    people have laid the dice already, once. `hands` lay them where the table has some.
    """

    plan: StudyPlan
    record: StudyRecord
    language: Language
    asked: Callable[[str], str | None]
    lying: tuple[int, ...] = ()
    hands: OwnHands | None = None
    now: Callable[[], float] = time.monotonic
    console: Console = field(default_factory=lambda: Console(stderr=True))
    _counts: Floats = field(init=False)
    _drawn: float | None = field(default=None, init=False)
    _live: Live | None = field(default=None, init=False)
    _note: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self._counts = np.stack([self.record.die(die).counts for die in range(len(self.plan.dice))])

    def lay_dice(self, wells: tuple[int, ...]) -> str:
        """Have each die laid into its well; return who did it, "" if nobody is there."""
        self.close()
        if self.hands is not None:
            self.hands.lay_dice(wells)
            return BY_HANDS
        already, self.lying = self.lying == wells, ()
        if already:
            return BEFOREHAND
        laid = ", ".join(
            self._say("study-die-well", die=die, well=well) for die, well in zip(self.plan.dice, wells, strict=True)
        )
        return "" if self.asked(self._say("study-move", dice=laid)) is None else BY_PEOPLE

    def show(self, cells: tuple[str, ...] | None, throw: int, rest: float) -> None:
        """Take a throw, None where none was made, and the seconds that the machine now rests."""
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

    def note(self, note: str) -> None:
        """Take a line about what happened."""
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


def prompt_line(prompt: str, console: Console) -> str | None:
    """Return a line that people type after a prompt, None where nobody does."""
    console.print(prompt, end=" " if console.is_terminal else "\n", highlight=False, soft_wrap=True)
    line = sys.stdin.readline()
    return line if line else None
