"""A table without a machine: people throw their own dice for everybody, before a camera or none."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Camera, Frame
from hardware.errors import FrameTimeoutError
from hardware.pushed import Photograph, PushedCamera
from robot.language.names import actor, called, is_robot
from robot.saying import Saying, Value
from robot.table.look import Image, Look
from robot.table.table import Witness
from robot.table.tray import PATIENT, POLL, SURE, TrayHands
from vision.annotate import DOUBTFUL, TextLabel, draw_labels
from vision.annotate import SURE as KNOWN
from vision.picture_reader import PictureReader
from vision.reading import Die, Reading
from vision.stream.stream import DiceStream, FollowedDie, LiveReading

RECENT = 1.0
"""Seconds for which dice are taken to lie where they were seen last."""
UNKNOWN = "?"

DARK = 40
"""Largest brightness, 0 to 255, of the brightest twentieth of a picture that is too dark to read dice in."""


PHOTOGRAPH_LOOKS = (0.1, 0.5, 0.9)
"""Seconds after which the stream is shown a photograph again. They are shorter than the pause between two."""


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
    """The dice before a camera, followed from picture to picture."""

    camera: Camera
    reader: PictureReader
    _stream: DiceStream = field(init=False)
    _last: float | None = field(default=None, init=False)

    _known: LiveReading | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._stream = DiceStream(self.reader)

    def look(self) -> LiveLook:
        """Return the next picture, and what is known of its dice.

        Raises a CameraError: FrameTimeoutError if no picture has come yet.
        """
        frame = self.camera.frame(self._last)
        known = self._stream.look(frame.image, frame.time)
        single = isinstance(frame, Photograph)
        if single:
            # Nothing moves in a photograph: the stream is shown it until it has read it.
            for later in PHOTOGRAPH_LOOKS:
                known = self._stream.look(frame.image, frame.time + later)
        self._last, self._known = frame.time, known
        return LiveLook(frame.image, known, single)

    def lying(self) -> frozenset[int]:
        """Return the dice that lie in the picture now, by number; none if no picture comes.

        Where nothing moves they are read first, so that none of them is taken for one that is thrown.
        """
        found: frozenset[int] = frozenset()
        with suppress(FrameTimeoutError):
            for _ in range(MOST_LOOKS):
                reading = self.look().reading
                found = frozenset(die.number for die in reading.dice)
                if reading.settled:
                    break
        return found

    def with_values(self, frame: Frame) -> Frame:
        """Return a frame with the values of the dice drawn on it, as far as they are known now. From any thread."""
        last, known = self._last, self._known
        if known is None or last is None or not 0 <= frame.time - last <= RECENT:
            return frame
        drawn = frame.image.copy()
        draw_labels(drawn, [_label(followed.die) for followed in known.dice])
        return Frame(drawn, frame.time)

    def read_again(self) -> None:
        """Read all dice anew at the next look at which they lie still."""
        self._stream.read_again()


@dataclass(slots=True)
class HandsTable:
    """Dice that people throw for all players, for the robot too.

    `live` reads them; without it people enter what they threw. `hands` throw where there are no people. `pushed` is its
    camera if that is a phone. `devices` are closed with the table.
    """

    devices: ExitStack
    live: LiveDice | None = None
    hands: TrayHands | None = None
    pushed: PushedCamera | None = None

    @property
    def camera(self) -> Camera | None:
        return self.live.camera if self.live else None

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], witness: Witness) -> tuple[int, ...]:
        fresh = iter(self.by_hand(len(wells) - len(keep), tuple(keep.values()), witness))
        return tuple(keep[well] if well in keep else next(fresh) for well in wells)

    def by_hand(self, count: int, kept: Sequence[int], witness: Witness) -> tuple[int, ...]:
        before = self.live.lying() if self.live else frozenset()
        witness.announced(_asking(count, kept, witness.thrower))
        if self.hands:
            self.hands.throw(count, kept)
        if self.live is None:
            said = witness.dice_entered((None,) * count, None)
            assert said is not None, "without a camera nothing can be looked at again"
            return said
        return _Throw(self.live, count, tuple(sorted(kept)), witness, before).values()

    def close(self) -> None:
        self.devices.close()


@dataclass(slots=True)
class _Throw:
    """One throw of `count` dice beside those that show `kept`; `before` are the dice that lay there, by number."""

    live: LiveDice
    count: int
    kept: tuple[int, ...]
    witness: Witness
    before: frozenset[int]
    _announced: Saying | None = field(default=None, init=False)

    def values(self) -> tuple[int, ...]:
        """Return what was thrown, from the left to the right. Raises UnsettledError, CameraError."""
        while True:
            look, thrown, sure = self._landed()
            self.witness.looked(look)
            if sure and None not in look.values:
                return tuple(value for value in look.values if value)
            shown = (*look.values, *(None,) * (len(thrown) - len(look.dice)))
            said = self.witness.dice_entered(shown, look)
            if said is not None:
                return said
            self.live.read_again()

    def _landed(self) -> tuple[Look, tuple[int | None, ...], bool]:
        """Return a look at the dice that were thrown, their values, and whether the camera alone may count them."""
        quiet = wrong = 0
        while True:
            try:
                seen = self.live.look()
            except FrameTimeoutError:
                quiet += 1
                if self.witness.ready(POLL if quiet % PATIENT else None):
                    return Look({}, Reading(()), ()), (None,) * self.count, False
                continue
            image, live = seen.image, seen.reading
            dice = sorted(live.dice, key=lambda die: die.die.box[0])
            thrown = self._thrown(dice) if live.settled else None
            if thrown is not None:
                values = tuple(die.die.value for die in thrown)
                sure = not seen.single and not self._might_be_kept(dice, values)
                return _look(image, live, thrown), values, sure
            trouble = self._trouble(image, dice) if live.settled else None
            wrong = wrong + 1 if trouble else 0
            quiet += 1
            if trouble and wrong >= SURE and trouble != self._announced:
                self.witness.announced(trouble)
                self._announced = trouble
            if self.witness.ready(POLL if quiet % PATIENT else None):
                chosen = dice[: self.count]
                return _look(image, live, chosen), (None,) * self.count, False

    def _thrown(self, dice: Sequence[FollowedDie]) -> Sequence[FollowedDie] | None:
        """Return the dice that were thrown, None if not all of them lie there yet."""
        fresh = [die for die in dice if die.number not in self.before]
        if len(dice) == self.count and len(fresh) == self.count:
            return fresh
        if len(dice) != self.count + len(self.kept) or len(fresh) < self.count:
            return None
        if len(fresh) == self.count:
            stayed = [die.die.value for die in dice if die.number in self.before]
            return fresh if Counter(self.kept) == Counter(stayed) else None
        # Kept dice were touched: what was thrown is told by its values.
        left: Counter[int | None] = Counter(self.kept)
        thrown = []
        for die in dice:
            if die.die.value and left[die.die.value]:
                left[die.die.value] -= 1
            else:
                thrown.append(die)
        return thrown if len(thrown) == self.count else None

    def _might_be_kept(self, dice: Sequence[FollowedDie], values: Sequence[int | None]) -> bool:
        """Return whether some of the dice may be kept ones that were moved, while thrown ones are out of sight."""
        alone = bool(self.kept) and len(dice) == self.count
        kept: Counter[int | None] = Counter(self.kept)
        return alone and not kept - Counter(values)

    def _trouble(self, image: Image, dice: Sequence[FollowedDie]) -> Saying | None:
        """Return what is wrong with a still scene in which the throw has not landed, None if nothing is."""
        expected, seen = self.count + len(self.kept), len(dice)
        fresh = [die for die in dice if die.number not in self.before]
        if not dice and dark(image):
            return Saying("hands-dark")
        if not fresh:
            return None
        if seen > expected:
            return Saying("hands-too-many", {"seen": seen, "dice": expected})
        if seen < expected:
            return Saying("hands-too-few", {"seen": seen, "dice": expected})
        left = list(self.kept)
        for die in dice:
            if die.die.value in left:
                left.remove(die.die.value)
        return Saying("hands-kept-gone", {"faces": tuple(left)}) if left else None


def _label(die: Die) -> TextLabel:
    return TextLabel(die.box, str(die.value or UNKNOWN), KNOWN if die.value else DOUBTFUL)


def dark(image: Image) -> bool:
    """Return whether a picture (h, w, 3) is too dark to read dice in."""
    return float(np.percentile(image[::8, ::8].max(axis=2), 95)) < DARK


def _look(image: Image, live: LiveReading, thrown: Sequence[FollowedDie]) -> Look:
    return Look({"picture": image}, live.reading, tuple(die.die for die in thrown))


def _asking(count: int, kept: Sequence[int], thrower: str) -> Saying:
    robot = is_robot(thrower)
    key = f"hands-{'robot' if robot else 'throw'}{'-beside' if kept else ''}"
    said: dict[str, Value] = {"dice": count, "name": called(thrower) if robot else actor(thrower)}
    return Saying(key, said | {"faces": tuple(sorted(kept))} if kept else said)
