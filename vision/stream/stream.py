"""A live picture of dice: still dice are read, read dice are followed, and whatever changes is read anew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from vision.picture_reader import PictureReader
from vision.pictures import Image, check_image
from vision.reading import Box, Die, Reading
from vision.stream.appearance import Appearance, pyramid, remember
from vision.stream.change import changed, refocused, sharpness, small_grey

SAME_PLACE = 0.5
"""Of the smaller side: two boxes whose centres are closer hold one die."""

LEAST_THING = 0.08
"""Of the picture's smaller side: what has changed must be as long as this squared to be a thing. It is the side of a
small die."""

CONFIRM_SECONDS = 0.3
"""Seconds from one reading of a still scene to the next."""

READINGS = 3
"""So often a still scene is read at most while a die is in doubt."""

AGREEING = 2
"""Readings of a still scene, at least."""


@dataclass(frozen=True, slots=True)
class FollowedDie:
    """A die of a live picture. `number` stays its own as long as it is followed.

    `die` is what is known of it; its box is where it lies now. `readings` counts the readings that gave its value, and
    `contradicted` says that two readings gave different ones: it has no value then until it moves.
    """

    number: int
    die: Die
    readings: int
    contradicted: bool = False


@dataclass(frozen=True, slots=True)
class LiveReading:
    """What is known of the dice at one look.

    `still` says whether nothing has moved since the look before, not even the lens; `settled` whether besides all dice
    have been read as they lie now, often enough.
    """

    dice: tuple[FollowedDie, ...]
    still: bool
    settled: bool

    @property
    def reading(self) -> Reading:
        """The dice as a reading of one picture."""
        return Reading(tuple(followed.die for followed in self.dice))


@dataclass(frozen=True, slots=True)
class _Known:
    """`appearance` is None for a die that is too small to be followed: it has no value, as no change of it is seen."""

    followed: FollowedDie
    appearance: Appearance | None


class DiceStream:
    """Reads the pictures of a live camera one after another. It is not thread-safe.

    A look at a picture in which nothing has changed takes milliseconds. A picture is read as a whole when something has
    changed and all is still again, and once more after `CONFIRM_SECONDS`. A value once known stays known while its die
    looks the same, also if a later reading doubts it; a later reading that gives another value makes it a doubt.
    """

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self._numbers = count(1)
        self._known: list[_Known] = []
        self._before: Image | None = None
        self._sharp = 0.0
        self._read: Image | None = None
        self._readings = 0
        self._next_reading = 0.0

    def look(self, image: Image, seconds: float) -> LiveReading:
        """Return what is known after a picture (h, w, 3), BGR, taken at a time in seconds, which never goes back.

        Raises ImageShapeError.
        """
        check_image(image)
        small, levels = small_grey(image), pyramid(image)
        sharp = sharpness(small)
        by = image.shape[1] / small.shape[1]
        still = (
            self._before is not None
            and not self._holds_a_thing(changed(self._before, small))
            and not refocused(self._sharp, sharp)
        )
        self._before, self._sharp = small, sharp
        lost = self._follow(levels)
        if self._read is None or lost or self._holds_a_thing(self._elsewhere(changed(self._read, small), by)):
            self._readings = 0
            self._known = [known for known in self._known if known.appearance]
        if still and self._is_due(seconds):
            self._read_anew(image, levels)
            self._read, self._next_reading = small, seconds + CONFIRM_SECONDS
            self._readings += 1
        dice = tuple(known.followed for known in self._known)
        return LiveReading(dice, still, settled=still and not self._wanted())

    def read_again(self) -> None:
        """Forget what is known of the dice, but not which are which: a still scene is read anew."""
        self._readings, self._next_reading = 0, 0.0
        doubts = (replace(known.followed.die, value=None, doubt="pattern") for known in self._known)
        self._known = [
            replace(known, followed=FollowedDie(known.followed.number, doubt, 0))
            for known, doubt in zip(self._known, doubts, strict=True)
        ]

    def _is_due(self, seconds: float) -> bool:
        return seconds >= self._next_reading and self._wanted()

    def _wanted(self) -> bool:
        """Return whether the scene as it is now has to be read, again or for the first time."""
        doubts = any(known.followed.die.value is None for known in self._known)
        return self._readings < (READINGS if doubts else AGREEING)

    def _follow(self, levels: Sequence[Image]) -> bool:
        """Find each known die in a picture; return whether one is lost. Lost dice are forgotten.

        Of two dice that are found in one place at least one is gone: both are lost.
        """
        kept = []
        for known in self._known:
            box = known.followed.die.box
            if known.appearance is None:
                kept.append(known)
            elif place := known.appearance.found_in(levels, _middle(box)):
                moved = tuple(now - was for now, was in zip(place, _middle(box), strict=True))
                die = replace(known.followed.die, box=_moved(box, moved, levels[0]))
                kept.append(replace(known, followed=replace(known.followed, die=die)))
        alone = [one for one in kept if not any(_same_die(one, other) for other in kept if other is not one)]
        lost = len(alone) < len(self._known)
        self._known = alone
        return lost

    def _read_anew(self, image: Image, levels: Sequence[Image]) -> None:
        left = list(self._known)
        self._known = []
        for read in self._reader.read(image).dice:
            appearance = remember(levels, read.box)
            die = read if appearance or read.doubt else replace(read, value=None, doubt="small")
            before = next((known for known in left if _same_place(known.followed.die.box, die.box)), None)
            if before is None:
                followed = FollowedDie(next(self._numbers), die, int(die.value is not None))
            else:
                left.remove(before)
                followed = _combined(before.followed, die)
            self._known.append(_Known(followed, appearance))
        self._known += left

    def _elsewhere(self, mask: NDArray[np.bool_], by: float) -> NDArray[np.bool_]:
        """Return the mask (h, w) without the dice that are followed; `by` pixels of the picture are one of the mask."""
        mask = mask.copy()
        for known in self._known:
            if known.appearance is None:
                continue
            x0, y0, x1, y1 = (round(end / by) for end in known.followed.die.box)
            mask[y0 : y1 + 1, x0 : x1 + 1] = False
        return mask

    def _holds_a_thing(self, mask: NDArray[np.bool_]) -> bool:
        least = LEAST_THING * min(mask.shape)
        return bool(np.count_nonzero(mask) > least * least / 4)


def _same_die(one: _Known, other: _Known) -> bool:
    return _same_place(one.followed.die.box, other.followed.die.box)


def _combined(before: FollowedDie, die: Die) -> FollowedDie:
    """Return what two readings say together of a die that has not moved between them."""
    known = before.die
    if before.contradicted or die.value is None:
        return replace(before, die=replace(known, box=die.box))
    if known.value is None:
        return replace(before, die=die, readings=1)
    if known.value != die.value:
        doubt = replace(die, value=None, doubt="pattern", confidence=min(known.confidence, die.confidence))
        return replace(before, die=doubt, readings=0, contradicted=True)
    sure = replace(die, confidence=max(known.confidence, die.confidence))
    return replace(before, die=sure, readings=before.readings + 1)


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _same_place(one: Box, other: Box) -> bool:
    apart = np.hypot(*np.subtract(_middle(one), _middle(other)))
    return bool(apart < SAME_PLACE * min(one[2] - one[0], other[2] - other[0]))


def _moved(box: Box, by: Sequence[float], picture: Image) -> Box:
    height, width = picture.shape[:2]
    x0, x1 = (min(max(end + by[0], 0.0), float(width)) for end in (box[0], box[2]))
    y0, y1 = (min(max(end + by[1], 0.0), float(height)) for end in (box[1], box[3]))
    return x0, y0, x1, y1
