"""Recordings without a game: throws at a table, or looks through any camera."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Camera
from hardware.clock import Clock
from hardware.errors import NoMorePicturesError
from robot.errors import UnsettledError, VoidThrowError
from robot.games.thrown import WELLS
from robot.language import english
from robot.language.names import YOU
from robot.match.events import Announced, Looked, Thrown
from robot.records.recording import Recorder
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look, look_at
from robot.table.table import Table
from vision.reading import PictureReader


class NobodyAsked:
    """An observer of throws that asks nobody, so that doubts remain."""

    __slots__ = ()
    thrower = YOU

    def ask_value(self, _die: int, _look: Look, /) -> int | None:
        return None

    def ask_to_correct(self, _target: Saying, /) -> bool:
        return False

    def wait_ready(self, _seconds: float | None, /) -> bool:
        return False

    def confirm(self, _look: Look, _values: tuple[int | None, ...], /) -> tuple[int, ...] | None:
        raise UnsettledError("recording asks nobody")

    def ask_dice(self, _values: tuple[int | None, ...], _look: Look | None, /) -> tuple[int, ...] | None:
        raise UnsettledError("nobody enters dice while recording")


@dataclass(slots=True)
class CaptureObserver(NobodyAsked):
    """An observer of throws that only records."""

    recorder: Recorder
    notify: Callable[[str], None] = lambda _: None
    throw: int = 0
    looks: int = 0

    def see(self, look: Look) -> None:
        self.looks += 1
        self.recorder.hear(Looked(self.throw, self.looks, look))

    def announce(self, saying: Saying, about: About = About.GAME) -> None:
        self.recorder.hear(Announced(saying, about))
        self.notify(english().say(saying))


def record_throws(
    table: Table, recorder: Recorder, throws: int, notify: Callable[[str], None] = lambda _: None, dice: int = 6
) -> None:
    """Throw `dice` dice (1 to 6) `throws` times, and record all looks. Doubts remain.

    `notify` receives what people should do.
    """
    observer = CaptureObserver(recorder, notify)
    for number in range(1, throws + 1):
        observer.throw, observer.looks = number, 0
        recorder.hear(Thrown(0, number))
        try:
            table.throw(WELLS[:dice], {}, observer)
        except UnsettledError:
            pass  # the recording is for looks that cannot be read, too
        except VoidThrowError as error:
            observer.announce(error.saying)


def record_looks(
    camera: Camera, reader: PictureReader, clock: Clock, recorder: Recorder, *, looks: int, every: float
) -> int:
    """Take `looks` pictures, one every `every` seconds; return how many there were (fewer if a film or folder ends)."""
    frame = None
    for number in range(1, looks + 1):
        try:
            frame = camera.frame() if frame is None else camera.frame(frame.time + every)
        except NoMorePicturesError:
            return number - 1
        reading = reader.read(frame.image)
        recorder.hear(Looked(number, 1, look_at(frame.image, reading)))
        if number < looks:
            clock.sleep(every)
    return looks


def new_folder(home: Path, name: str) -> Path:
    """Return the path of a new folder with that name in `home`; append a number if the name is taken."""
    folder, number = home / name, 1
    while folder.exists():
        number += 1
        folder = home / f"{name}-{number}"
    return folder
