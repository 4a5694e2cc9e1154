"""The dice before a camera, followed from picture to picture, and drawn on the picture for viewers."""

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
"""Seconds for which dice are taken to lie where they were seen last."""
UNKNOWN = "?"
PHOTOGRAPH_LOOKS = (0.1, 0.5, 0.9)
"""Seconds after which the stream is shown a photograph again."""
PHOTOGRAPHS_APART = 1.0
"""Seconds from the last look at a photograph to the next photograph, as the stream is told."""
AT_REST, IN_MOTION = 0.4, 0.12
"""Seconds for which dice that lie there before a throw are read at most, and after something has moved."""
GLANCE = 0.25
"""Seconds for which a picture is waited for while nobody throws."""


@dataclass(frozen=True, slots=True)
class LiveLook:
    """A picture of this `time` and what is known of its dice; `single` is a photograph, which people confirm."""

    image: Image
    time: float
    reading: LiveReading
    single: bool


@dataclass(slots=True)
class LiveDice:
    """The dice before a camera, followed from picture to picture.

    `stills` says that each picture is a photograph of a throw, as in a folder: none is looked at before it is due. A
    camera that `waits` for who looks, as a film does, is looked at only for a throw.
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
        """Read a picture for the stream, which is shown a photograph several times: none twice in succession."""
        if exposures[0] is not self._image:
            self._image, self._reading = exposures[0], self.reader.read(*exposures)
        return self._reading

    def has_seen(self, time: float) -> bool:
        """Return whether the picture of this time, or a later one, has been read. From any thread."""
        last = self._last
        return last is not None and last >= time

    def look(self, timeout: float | None = None, *, throws: bool = True) -> LiveLook:
        """Return the next picture, which is waited for as `Camera.frame` says, and what is known of its dice.

        Unless somebody `throws`, it is not forgotten which dice lay there before: a hand may be over them.

        Raises a CameraError: FrameTimeoutError if no picture has come yet.
        """
        frame = self.camera.frame(self._last, timeout)
        self._single = single = self.stills or isinstance(frame, Photograph)
        first = max(frame.time, self._shown + PHOTOGRAPHS_APART if single else self._shown)
        # Nothing moves in a photograph: the stream is shown it until it has read it.
        for later in (0.0, *PHOTOGRAPH_LOOKS) if single else (0.0,):
            self._shown = first + later
            known = self._stream.look(frame.image, self._shown)
        self._last, self._known = frame.time, known
        if known.settled:
            self._lay = ({} if throws else self._lay) | {die.number: die for die in known.dice}
        return LiveLook(frame.image, frame.time, known, single)

    def watch(self) -> None:
        """Look at the next picture while nobody throws. A camera that has gone is missed by the next throw."""
        if not (self.stills or self.waits or self._single):
            with suppress(CameraError):
                self.look(GLANCE, throws=False)

    def lying(self) -> tuple[Sequence[FollowedDie], Collection[int] | None]:
        """Return the dice that lie there before a throw, and the numbers of those that come at this moment.

        The former have been seen since the last throw, and may be under a hand now. The latter may have been thrown;
        None if something moves, and the next look at which all lies still will show which come.
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

    def read_again(self) -> None:
        """Read all dice anew at the next look at which they lie still."""
        self._stream.read_again()
