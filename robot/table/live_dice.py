"""Follow the dice before a camera from picture to picture, and draw their values for viewers."""

import math
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from hardware.camera import Camera, Frame
from hardware.errors import CameraError, FrameTimeoutError
from hardware.pushed import Photograph
from robot.table.look import Image
from vision.annotate import DOUBTFUL, SURE, TextLabel, draw_labels
from vision.reading import Die, PictureReader, Reading
from vision.stream import DiceStream, FollowedDie, LiveReading

RECENT = 1.0
"""For so many seconds, dice count as lying where they were last seen."""
UNKNOWN = "?"
PHOTOGRAPH_LOOKS = (0.1, 0.5, 0.9)
"""Seconds after its first look at which the stream looks at a photograph again."""
PHOTOGRAPHS_APART = 1.0
"""Seconds, in the stream's time, from the last look at a photograph to the next photograph."""
AT_REST, IN_MOTION = 0.4, 0.12
"""The most seconds to read the dice that lie there before a throw, and if something has moved."""
GLANCE = 0.25
"""Seconds to wait for a picture while nobody throws."""


@dataclass(frozen=True, slots=True)
class LiveLook:
    """A picture, its `time`, and what is known of its dice; `single` says that it is a photograph, to be confirmed."""

    image: Image
    time: float
    reading: LiveReading
    single: bool


@dataclass(slots=True)
class LiveDice:
    """The dice before a camera, followed from picture to picture.

    `stills` says that each picture is a photograph of a throw, as in a folder, which is read when it is due. `waits`
    says that the camera waits for its reader, as a film does; it is read only for a throw.
    """

    camera: Camera
    reader: PictureReader
    stills: bool = False
    waits: bool = False
    _stream: DiceStream = field(init=False)
    _image: Image | None = field(default=None, init=False)
    _reading: Reading = field(default_factory=lambda: Reading(()), init=False)
    _last: float | None = field(default=None, init=False)
    _shown: float = field(default=-math.inf, init=False)
    _single: bool = field(default=False, init=False)
    _known: LiveReading | None = field(default=None, init=False)
    _lay: dict[int, FollowedDie] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._stream = DiceStream(self)

    def read(self, *exposures: Image) -> Reading:
        """Read a picture for the stream. The stream looks at a photograph several times; this reads it once."""
        if exposures[0] is not self._image:
            self._image, self._reading = exposures[0], self.reader.read(*exposures)
        return self._reading

    def has_seen(self, time: float) -> bool:
        """Return whether the picture of this time, or a later one, has been read. Call this from any thread."""
        last = self._last
        return last is not None and last >= time

    def look(self, timeout: float | None = None, *, throws: bool = True) -> LiveLook:
        """Return the next picture and what is known of its dice; wait for it as `Camera.frame` does.

        Unless somebody `throws`, remember the dice that lay there before: a hand may be over them.

        Raises a CameraError, FrameTimeoutError if no picture has come yet.
        """
        frame = self.camera.frame(self._last, timeout)
        self._single = single = self.stills or isinstance(frame, Photograph)
        first = max(frame.time, self._shown + PHOTOGRAPHS_APART if single else self._shown)
        # nothing moves in a photograph: the stream looks again until it has read it
        for later in (0.0, *PHOTOGRAPH_LOOKS) if single else (0.0,):
            self._shown = first + later
            known = self._stream.look(frame.image, self._shown)
        self._last, self._known = frame.time, known
        if known.settled:
            self._lay = ({} if throws else self._lay) | {die.number: die for die in known.dice}
        return LiveLook(frame.image, frame.time, known, single)

    def watch(self) -> None:
        """Look at the next picture while nobody throws. If the camera is lost, the next throw reports it."""
        if not (self.stills or self.waits or self._single):
            with suppress(CameraError):
                self.look(GLANCE, throws=False)

    def find_lying(self) -> tuple[Sequence[FollowedDie], Collection[int] | None]:
        """Return the dice that lie there before a throw, and the numbers of dice that come at this moment.

        The former were seen since the last throw, and may now be under a hand. The latter may have been thrown. They
        are None while something moves; then the next settled look shows them.
        """
        lay, last = dict(self._lay), self._last
        dice, early = tuple(lay.values()), None
        if self.stills or self._single:
            return dice, ()
        with suppress(FrameTimeoutError):
            seen = self.look(throws=False)
            began, moved = seen.time, last is not None and seen.time - last <= RECENT and not seen.reading.still
            while not seen.reading.settled and seen.time - began < (IN_MOTION if moved else AT_REST):
                seen = self.look(throws=False)
                moved = moved or not seen.reading.still
            if seen.reading.settled:
                early = {die.number for die in seen.reading.dice if moved} - lay.keys()
            dice += () if moved else seen.reading.dice
        return dice, early

    def with_values(self, frame: Frame) -> Frame:
        """Return a frame with the known values of the dice drawn on it. Call this from any thread."""
        dice = self.find_known(frame.time)
        if not dice:
            return frame
        drawn = frame.image.copy()
        labels = (TextLabel(die.box, str(die.value or UNKNOWN), SURE if die.value else DOUBTFUL) for die in dice)
        draw_labels(drawn, [*labels])
        return Frame(drawn, frame.time)

    def find_known(self, time: float) -> tuple[Die, ...]:
        """Return the dice of the last picture, () if it is older than `RECENT`. Call this from any thread."""
        last, known = self._last, self._known
        if known is None or last is None or not 0 <= time - last <= RECENT:
            return ()
        return tuple(followed.die for followed in known.dice)

    def read_again(self) -> None:
        """Read all dice again at the next look at which they lie still."""
        self._stream.read_again()
