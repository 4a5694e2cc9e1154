"""A study under way: throw after throw into its log, at rest in quiet hours, until all that was planned is thrown."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import cv2

from hardware.clock import Clock
from hardware.errors import CameraError, NoMorePicturesError
from robot.errors import ROOMS, FileError, PeopleLeftError, VoidThrowError
from robot.fairness.log import TIME, LogEvent, LogRow, StudyLog
from robot.fairness.plan import StudyPlan
from robot.fairness.throwing import Cast, StudyThrower
from robot.files import write_whole
from robot.language import english
from robot.table.look import Image
from vision.paths import printable_path

PICTURES = "pictures"
MOST_VOID = 5
"""Throws in a row that may be void before a study gives up."""
CAMERA_WAITS = (10.0, 20.0, 60.0, 120.0, 240.0)
"""Seconds after which a throw is tried again whose camera was lost."""
NAP = 30.0
"""Seconds of rest after which the picture is drawn anew."""


class StudyPeople(Protocol):
    """The people at a study, and what they see of it."""

    def moved(self, wells: tuple[int, ...]) -> str:
        """Have each die laid into its well; return who did it, "" if nobody is there."""

    def shown(self, cells: tuple[str, ...] | None, throw: int, rest: float) -> None:
        """Take a throw, None where none was made, and the seconds that the machine now rests."""

    def noted(self, note: str) -> None:
        """Take a line about what happened."""


@dataclass(slots=True)
class StudyPace:
    """When the machine may throw: `rest` returns the seconds until then, `thrown` is called after each throw."""

    rest: Callable[[], float]
    thrown: Callable[[], None]


@dataclass(slots=True)
class StudyRun:
    """What a study is run with; `wall` is the time of day in UTC.

    `reopened` opens the table again after its camera was lost, and returns who throws then; None leaves it as it is.
    """

    plan: StudyPlan
    folder: Path
    log: StudyLog
    thrower: StudyThrower
    people: StudyPeople
    pace: StudyPace
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
        self.pace.thrown()
        self.people.shown(cast.cells, number, 0)

    def _cast(self, number: int, wells: tuple[int, ...]) -> Cast:
        """Throw. A camera that was lost is waited for, and the throw is made again: nobody saw what fell."""
        again = iter(CAMERA_WAITS)
        lost = False
        while True:
            try:
                if lost and self.reopened is not None:
                    self.thrower = self.reopened()
                return self.thrower.cast(number, wells)
            except NoMorePicturesError:
                raise
            except CameraError as error:
                lost, wait = True, next(again, None)
                if wait is None:
                    raise
                self._note(LogEvent.RETRIED, f"{error} (tried again in {wait:g} s)")
                self.clock.sleep(wait)

    def _rest(self) -> None:
        while (rest := self.pace.rest()) > 0:
            self.people.shown(None, self.log.throws, rest)
            self.clock.sleep(min(rest, NAP))

    def _settle_wells(self, number: int) -> None:
        """Let people lay the dice into their wells at the first throw, and where these change."""
        wells = self.plan.wells(number)
        if wells == self.log.settled:
            return
        if not (mover := self.people.moved(wells)):
            raise PeopleLeftError(
                "the dice have to be laid into other wells, and nobody is here: "
                "run again at a terminal, or with --moved once it is done"
            )
        self._note(LogEvent.TURNED, mover, wells)

    def _note(self, event: LogEvent, note: str, wells: tuple[int, ...] = ()) -> None:
        self.log.write(LogRow(self._now(), event, self.log.throws, wells, note=note))
        self.people.noted(note)

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
