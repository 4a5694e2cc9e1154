"""The dice before a camera, followed from picture to picture, and drawn on the picture for viewers."""

import math
from contextlib import suppress
from dataclasses import dataclass, field

from hardware.camera import Camera, Frame
from hardware.errors import FrameTimeoutError
from hardware.pushed import Photograph
from robot.table.look import Image
from vision.annotate import DOUBTFUL, SURE, TextLabel, draw_labels
from vision.picture_reader import PictureReader
from vision.reading import Die, Reading
from vision.stream import DiceStream, FollowedDie, LiveReading

RECENT = 1.0
"""Seconds for which dice are taken to lie where they were seen last."""
UNKNOWN = "?"
PHOTOGRAPH_LOOKS = (0.1, 0.5, 0.9)
"""Seconds after which the stream is shown a photograph again."""
PHOTOGRAPHS_APART = 1.0
"""Seconds from the last look at a photograph to the next photograph, as the stream is told."""
MOST_LOOKS = 30
"""Pictures for which dice that lie there before a throw are waited for: something may move all the time."""


@dataclass(frozen=True, slots=True)
class LiveLook:
    """A picture and what is known of its dice; `single` is a photograph, which people confirm."""

    image: Image
    reading: LiveReading
    single: bool


@dataclass(slots=True)
class LiveDice:
    """The dice before a camera, followed from picture to picture.

    `stills` says that each picture is a photograph of a throw, as in a folder: none is looked at before it is due.
    """

    camera: Camera
    reader: PictureReader
    stills: bool = False
    _stream: DiceStream = field(init=False)
    _image: Image | None = field(default=None, init=False)
    _reading: Reading = field(default_factory=lambda: Reading(()), init=False)
    _last: float | None = field(default=None, init=False)
    _shown: float = field(default=-math.inf, init=False)
    _known: LiveReading | None = field(default=None, init=False)
    _lay: tuple[FollowedDie, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self._stream = DiceStream(self)

    def read(self, *exposures: Image) -> Reading:
        """Read a picture for the stream, which is shown a photograph several times: none twice in succession."""
        if exposures[0] is not self._image:
            self._image, self._reading = exposures[0], self.reader.read(*exposures)
        return self._reading

    def has_seen(self, time: float) -> bool:
        """Return whether the picture of this time, or a later one, has been read. From any thread."""
        last = self._last
        return last is not None and last >= time

    def look(self) -> LiveLook:
        """Return the next picture, and what is known of its dice.

        Raises a CameraError: FrameTimeoutError if no picture has come yet.
        """
        frame = self.camera.frame(self._last)
        single = self.stills or isinstance(frame, Photograph)
        first = max(frame.time, self._shown + PHOTOGRAPHS_APART if single else self._shown)
        # Nothing moves in a photograph: the stream is shown it until it has read it.
        for later in (0.0, *PHOTOGRAPH_LOOKS) if single else (0.0,):
            self._shown = first + later
            known = self._stream.look(frame.image, self._shown)
        self._last, self._known = frame.time, known
        if known.settled:
            self._lay = known.dice
        return LiveLook(frame.image, known, single)

    def lying(self) -> tuple[FollowedDie, ...]:
        """Return the dice as they lay when all of them were seen last, and those that lie in the picture now.

        The former may be under a hand now. Where nothing moves the dice are read first, so that none of them is taken
        for one that is thrown.
        """
        before = found = self._lay
        if self.stills:
            return before
        with suppress(FrameTimeoutError):
            for _ in range(MOST_LOOKS):
                reading = self.look().reading
                found = reading.dice
                if reading.settled:
                    break
        return *before, *found

    def with_values(self, frame: Frame) -> Frame:
        """Return a frame with the values of the dice drawn on it, as far as they are known now. From any thread."""
        dice = self.known_at(frame.time)
        if not dice:
            return frame
        drawn = frame.image.copy()
        labels = (TextLabel(die.box, str(die.value or UNKNOWN), SURE if die.value else DOUBTFUL) for die in dice)
        draw_labels(drawn, [*labels])
        return Frame(drawn, frame.time)

    def known_at(self, time: float) -> tuple[Die, ...]:
        """Return the dice of the picture that was looked at last, () if it is older than `RECENT`. From any thread."""
        last, known = self._last, self._known
        if known is None or last is None or not 0 <= time - last <= RECENT:
            return ()
        return tuple(followed.die for followed in known.dice)

    def forget(self) -> None:
        """Take the next picture for one of other dice, wherever they lie."""
        self._stream, self._image = DiceStream(self), None
        self._lay = ()

    def read_again(self) -> None:
        """Read all dice anew at the next look at which they lie still."""
        self._stream.read_again()
