"""The appearance of one top face: find it again near where it was, and tell whether it still shows the same."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Literal, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image, check_image
from vision.reading import Box, Die, Doubt, PictureReader, Reading, middle_of

Floats = NDArray[np.float32]

LARGEST = 64.0
"""Pixels of a face at the level at which it is remembered; larger ones are remembered at a smaller level."""

SMALLEST = 10
"""Pixels of the smallest face that can be followed."""

AROUND = 1.3
"""Side of what is remembered in sides of the face's box: the surroundings tell where the die lies."""

REACH = 0.45
"""Distance in sides within which the face is looked for."""

LEAST_LIKENESS = 0.8
"""Smallest normalised correlation of the whole view at which it may be the same die."""

JITTER = 1
"""Pixels by which parts may be out of place: the found place is a whole pixel."""

SPOT = 0.07
"""Diameter in sides of the smallest change that counts: a third of a pip's."""

CHANGE = 0.17
"""Change of such a spot, as a share of the face's contrast, that makes it another face."""

LEAST_CONTRAST, LEAST_COLOURED = 20.0, 56.0
"""Levels of grey, and of a colour channel, which compression spoils more. A flatter face counts as one of this
contrast, so that noise changes no face."""

SMOOTH = 0.03
"""Standard deviation in sides of a blur that takes grain and compression from faces before they are compared."""

GAIN = 0.5, 2.0
"""The light may change by this factor from look to look, and from one reading of a scene to a later look."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A face as it was when it was read, at a `level` of the picture's pyramid.

    `view` (h, w, 3) is the face with its surroundings, as far as they were in the picture, `corner` its first pixel
    (x, y) at that level, `face` (rows, columns) the face in it, `middle` the face's centre (x, y) in pixels of the
    picture, `side` its side in pixels of the level.
    """

    view: Image
    level: int
    corner: tuple[int, int]
    face: tuple[slice, slice]
    middle: tuple[float, float]
    side: float

    def find_in(self, levels: Sequence[Image], near: tuple[float, float]) -> tuple[float, float] | None:
        """Return the centre (x, y) of the face in another picture, looked for around `near`, both in pixels.

        None if it is not there, if it shows something else, or if the picture's edge cuts more of its surroundings.
        """
        picture, scale, (high, wide) = levels[self.level], 2**self.level, self.view.shape[:2]
        reach = max(2, round(REACH * self.side))
        left, top = (
            corner + round((now - was) / scale) for corner, now, was in zip(self.corner, near, self.middle, strict=True)
        )
        x0, y0 = max(0, left - reach), max(0, top - reach)
        window = picture[y0 : max(0, top + high + reach), x0 : max(0, left + wide + reach)]
        if window.shape[0] < high or window.shape[1] < wide:
            return None
        likeness = cv2.matchTemplate(_grey(window), _grey(self.view), cv2.TM_CCOEFF_NORMED)
        _, best, _, (column, row) = cv2.minMaxLoc(likeness)
        if not best >= LEAST_LIKENESS or self._differs(window[row : row + high, column : column + wide]):
            return None
        moved = x0 + column - self.corner[0], y0 + row - self.corner[1]
        return self.middle[0] + moved[0] * scale, self.middle[1] + moved[1] * scale

    def _differs(self, now: Image) -> bool:
        """Return whether a view of the same size shows another face, under whatever light.

        Each colour channel is looked at too: red pips on black can be as dark as the body.
        """
        spot = max(1, round(SPOT * self.side))
        kernel = np.ones((2 * JITTER + 1,) * 2, np.uint8)
        least = (LEAST_CONTRAST, *[LEAST_COLOURED] * 3)
        for was, seen, contrast in zip(_planes(self.view), _planes(now), least, strict=True):
            before, after = (
                np.asarray(cv2.GaussianBlur(view.astype(np.float32), (0, 0), SMOOTH * self.side), np.float32)
                for view in (was, seen)
            )
            gain, offset = _light(before, after)
            if not GAIN[0] <= gain <= GAIN[1]:
                return True
            expected = gain * before + offset
            apart = np.maximum(after - cv2.dilate(expected, kernel), cv2.erode(expected, kernel) - after)
            excess = cv2.blur(np.maximum(apart, 0), (spot, spot))[self.face]
            low, high = np.percentile(expected[self.face], (2, 98)).tolist()
            if float(excess.max()) > CHANGE * max(contrast, high - low):
                return True
        return False


def pyramid(image: Image) -> list[Image]:
    """Return a picture (h, w, 3), BGR, at full size, half, and so on, down to a shorter side of about 64 pixels."""
    levels = [image]
    while min(levels[-1].shape[:2]) >= 2 * LARGEST:
        levels.append(np.asarray(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8))
    return levels


def remember(levels: Sequence[Image], box: Box) -> Appearance | None:
    """Return the appearance of the face in `box`, in pixels; None if it is tiny."""
    x0, y0, x1, y1 = box
    middle, side = middle_of(box), max(x1 - x0, y1 - y0)
    if min(x1 - x0, y1 - y0) < SMALLEST:
        return None
    level = min(max(0, math.ceil(math.log2(side / LARGEST))), len(levels) - 1)
    picture, scale = levels[level], 2**level
    height, width = picture.shape[:2]
    around = (AROUND - 1) / 2 * side
    left, top = (max(0, round((first - around) / scale)) for first in (x0, y0))
    right, bottom = (min(end, round((last + around) / scale)) for last, end in ((x1, width), (y1, height)))
    face = (
        slice(round(y0 / scale) - top, round(y1 / scale) - top),
        slice(round(x0 / scale) - left, round(x1 / scale) - left),
    )
    return Appearance(picture[top:bottom, left:right].copy(), level, (left, top), face, middle, side / scale)


def _planes(image: Image) -> tuple[Image, ...]:
    return (_grey(image), *(np.asarray(channel, np.uint8) for channel in cv2.split(image)))


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _light(was: Floats, now: Floats) -> tuple[float, float]:
    """Return gain and offset of the light between two equal views, by least squares."""
    mean_was, mean_now = float(was.mean()), float(now.mean())
    spread = float(((was - mean_was) ** 2).mean())
    if spread < 1.0:
        return 1.0, mean_now - mean_was
    gain = float(((was - mean_was) * (now - mean_now)).mean()) / spread
    return gain, mean_now - gain * mean_was


LENGTH = 480
"""Pixels of the longer side at which pictures are compared."""

LEAST_CHANGE, DIM_CHANGE = 14.0, 5.0
"""Grey levels in a picture as bright as `BRIGHT`, and in a dim one at least."""

BRIGHT = 64.0
"""Grey levels of the brightest twentieth of a picture in good light."""

TIMES_NOISE = 6.0

SURE_SHIFT = 0.15
"""Response of the phase correlation from which the camera counts as shaken."""

LARGEST_SHIFT = 0.06
"""Share of the picture's longer side. A camera that has moved more sees another picture."""

SOFT = 0.8
"""Pixels of a blur that takes the noise from a picture before its edges are measured."""

STEEPEST = 99.9
"""Percentile of the slopes that tells how sharp a picture is: few of its pixels may belong to dice."""

FAINT = 40.0
"""Slope that is added, so that grain and trembling change no dim picture's sharpness."""

SPARSE = slice(None, None, 3), slice(None, None, 3)
"""Pixels enough for a median: the median of all takes longer than the rest of a comparison."""

STEADY = 1.05
"""Largest factor between the sharpness of two looks while the lens keeps its focus."""


def shrink(image: Image) -> Image:
    """Return a picture (h, w, 3), BGR, in grey and at most `LENGTH` pixels long."""
    by = min(1.0, LENGTH / max(image.shape[:2]))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)


def sharpness(image: Image) -> float:
    """Return how steep the steepest edges of a small grey picture (h, w) are, relative to its brightness."""
    soft = cv2.GaussianBlur(image, (0, 0), SOFT).astype(np.float32)
    slope = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    return (FAINT + float(np.percentile(slope, STEEPEST))) / max(float(soft.mean()), 1.0)


def has_refocused(before: float, now: float) -> bool:
    """Return whether the lens has changed its focus between two pictures of one scene with these sharpnesses."""
    return max(before, now) > STEADY * min(before, now)


def find_changed(before: Image, now: Image, shift: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.bool_]:
    """Return which pixels (h, w) of a small grey picture show something else than in the picture before.

    All of them if the pictures differ in size. `shift` is what `find_shift` says of them.
    """
    if before.shape != now.shape:
        return np.ones(now.shape, np.bool_)
    seen, was = now.astype(np.float32), before.astype(np.float32)
    if 0 < max(map(abs, shift)) < LARGEST_SHIFT * max(now.shape):
        was = _shift_by(was, shift)
    was *= _brightness(seen) / _brightness(was)
    grain = 1.4826 * float(np.median(np.abs(seen[SPARSE] - was[SPARSE])))
    kernel = np.ones((3, 3), np.uint8)
    apart = np.maximum(seen - cv2.dilate(was, kernel), cv2.erode(was, kernel) - seen)
    smooth = cv2.blur(np.maximum(apart, 0), (3, 3))
    light = float(np.percentile(seen[SPARSE], 95)) / BRIGHT
    least = max(DIM_CHANGE, LEAST_CHANGE * min(1.0, light))
    return np.asarray(smooth > max(least, TIMES_NOISE * grain / 3))


def _brightness(picture: Floats | Image) -> float:
    return max(float(np.median(picture[SPARSE])), 1.0)


def find_shift(before: Image, now: Image) -> tuple[float, float]:
    """Return by how many pixels (x, y) a push against the camera moved a small grey picture (h, w); 0, 0 if none did.

    Pictures that differ in size are not compared.
    """
    if before.shape != now.shape:
        return 0.0, 0.0
    was, seen = before.astype(np.float32), now.astype(np.float32)
    # It multiplies its arguments by the window in place where their size suits its transform: they are copies.
    (across, down), response = cv2.phaseCorrelate(was.copy(), seen.copy(), _window(now.shape[1], now.shape[0]))
    if response < SURE_SHIFT or max(abs(across), abs(down)) <= 0.5:
        return 0.0, 0.0
    # In a dim picture grain may look shifted although the things are not.
    apart, closer = cv2.norm(seen, was), cv2.norm(seen, _shift_by(was, (across, down)))
    return (across, down) if closer < apart else (0.0, 0.0)


def find_push(before: Image, now: Image) -> tuple[float, float]:
    """Return by how many of its pixels (x, y) a push against the camera moved a picture (h, w, 3), BGR; else 0, 0."""
    small = shrink(now)
    by, (across, down) = max(now.shape) / max(small.shape), find_shift(shrink(before), small)
    return by * across, by * down


def _shift_by(picture: NDArray[np.float32], shift: tuple[float, float]) -> NDArray[np.float32]:
    matrix, size = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32), (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)


@lru_cache(maxsize=2)
def _window(width: int, height: int) -> NDArray[np.float32]:
    return np.asarray(cv2.createHanningWindow((width, height), cv2.CV_32F), np.float32)


SAME_PLACE = 0.5
"""Share of the smaller side: two boxes whose centres are closer hold one die."""

LEAST_THING = 0.08
"""Side of a small die, as a share of the picture's smaller side: a change of over a quarter of its area is a thing."""

CONFIRM_SECONDS = 0.3
"""Seconds from one reading of a still scene to the next, and for which it is still before the last one."""

READINGS, MOST_READINGS = 3, 5
"""Most readings of a die while it is in doubt, and while only one reading gives its value."""

AGREEING = 2
"""Readings that must give a value."""

Unrest = Literal["moving", "shaken", "focus", "slanted"]
"""What keeps dice from being read: something moves before the camera, the camera itself does, its lens looks for the
focus, or it sees the dice from the side, so that half of them and more than one are in doubt and one seems to lean."""

LEANS: Doubt = "leans"
"""The doubt that is no lack of evidence: it speaks against a value as another value does."""


@dataclass(frozen=True, slots=True)
class FollowedDie:
    """A die of a live picture. `number` stays its own as long as it is followed.

    `die` is what is known of it; its box is where it lies now. `said` counts what readings have said of it since it
    last moved: values, and that it leans. Other doubts say nothing.
    """

    number: int
    die: Die
    said: Counter[int | str]


@dataclass(frozen=True, slots=True)
class LiveReading:
    """What is known of the dice at one look.

    `still` says whether nothing has moved since the look before, not even the lens; `settled` whether in addition all
    dice have been read often enough as they lie now. `unrest` is what keeps them from being read, if this look tells.
    """

    dice: tuple[FollowedDie, ...]
    still: bool
    settled: bool
    unrest: Unrest | None = None

    @property
    def reading(self) -> Reading:
        """The dice as a reading of one picture."""
        return Reading(tuple(followed.die for followed in self.dice))


@dataclass(frozen=True, slots=True)
class _Known:
    """A die, and the number of `readings` that have looked for it since it last moved.

    `appearance` is None for a die that is too small to be followed: it has no value, as no change of it is seen.
    """

    followed: FollowedDie
    appearance: Appearance | None
    readings: int

    @property
    def is_read(self) -> bool:
        """Whether no further reading is wanted."""
        value = self.followed.die.value
        if value is None:
            return self.readings >= READINGS
        return self.followed.said[value] >= AGREEING or self.readings >= MOST_READINGS

    def read_as(self, die: Die | None, appearance: Appearance | None) -> Self:
        """Return the die after one more reading, None if that does not find it."""
        readings, followed = self.readings + 1, _combine(self.followed, die) if die else self.followed
        known = followed.die
        if known.value and followed.said[known.value] < AGREEING and readings >= MOST_READINGS:
            last = die or known
            doubted = replace(known, value=None, doubt=last.doubt or "pattern", confidence=last.confidence)
            followed = replace(followed, die=doubted)
        return replace(self, followed=followed, appearance=appearance, readings=readings)


class DiceStream:
    """Reads the pictures of a live camera one after another. It is not thread-safe.

    A look at a picture in which nothing has moved takes milliseconds. A picture is read as a whole when something has
    moved, or the light has changed, and all is still again, once more after `CONFIRM_SECONDS`, and until `AGREEING`
    readings give each die its value, but not more than `MOST_READINGS` times. A value once known stays known while its
    die looks the same, even if a later reading doubts it; a later reading that gives another value makes it a doubt. A
    die has no value unless more readings give it than say that the die leans. One that a look does not find, while
    nothing moves, is not known until another look or a reading finds it there as it was.
    """

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self._numbers = count(1)
        self._known: list[_Known] = []
        self._lost: list[_Known] = []
        self._before: Image | None = None
        self._sharp, self._light = 0.0, 1.0
        self._read_at = self._to_read_from = -math.inf

    def look(self, image: Image, seconds: float) -> LiveReading:
        """Return what is known after a picture (h, w, 3), BGR, taken at a time in seconds, which never goes back.

        Raises VisionError.
        """
        check_image(image)
        small, levels = shrink(image), pyramid(image)
        sharp = sharpness(small)
        was = self._before
        shift = (0.0, 0.0) if was is None else find_shift(was, small)
        moving = was is None or _holds_a_thing(find_changed(was, small, shift))
        still = not moving and not has_refocused(self._sharp, sharp)
        self._before, self._sharp = small, sharp
        lost = self._lost
        by = max(image.shape) / max(small.shape)
        if self._follow(levels, (by * shift[0], by * shift[1]), moving=moving):
            self._to_read_from = max(self._to_read_from, seconds)
        if moving:
            self._to_read_from = seconds + CONFIRM_SECONDS
        light = _brightness(small)
        if not GAIN[0] <= light / self._light <= GAIN[1]:
            self._to_read_from = max(self._to_read_from, seconds)
        lost_now = self._lost and not lost  # the next look may find them
        if still and not lost_now and self._is_wanted() and seconds >= self._read_at + CONFIRM_SECONDS:
            self._read_anew(image, levels)
            self._read_at, self._light = seconds, light
        dice = tuple(known.followed for known in self._known)
        unrest: Unrest | None = "slanted" if _are_seen_aslant(dice) else None
        if not still:
            unrest = "focus" if not moving else "shaken" if any(shift) else "moving"
        return LiveReading(dice, still, still and not self._is_wanted(), unrest)

    def read_again(self) -> None:
        """Forget what is known of the dice, but not which are which: a still scene is read again."""
        self._read_at, self._lost = -math.inf, []
        doubts = (replace(known.followed.die, value=None, doubt="pattern") for known in self._known)
        self._known = [
            replace(known, followed=FollowedDie(known.followed.number, doubt, Counter()), readings=0)
            for known, doubt in zip(self._known, doubts, strict=True)
        ]

    def _is_wanted(self) -> bool:
        """Return whether the scene as it is now has to be read, again or for the first time."""
        unread = self._lost or not all(known.is_read for known in self._known)
        return bool(unread) or self._read_at < self._to_read_from

    def _follow(self, levels: Sequence[Image], shift: tuple[float, float], *, moving: bool) -> bool:
        """Find each known die in a picture; return whether one is forgotten. If something moves, those not found are.

        Those that have a value are looked for where a push by `shift` pixels took them, too. Of two dice that are found
        in one place at least one is gone: both are forgotten.
        """
        kept, lost = list[_Known](), list[_Known]()
        for known in (*self._known, *self._lost):
            box, face = known.followed.die.box, known.appearance
            was = middle_of(box)
            pushed = (was[0] + shift[0], was[1] + shift[1]) if known.followed.die.value else was
            if face is None:
                (lost if moving else kept).append(known)
            elif place := face.find_in(levels, pushed) or face.find_in(levels, was):
                moved = place[0] - was[0], place[1] - was[1]
                die = replace(known.followed.die, box=_move(box, moved, levels[0]))
                kept.append(replace(known, followed=replace(known.followed, die=die)))
            else:
                lost.append(known)
        boxes = [known.followed.die.box for known in kept]
        self._known = [
            known for known, box in zip(kept, boxes, strict=True) if sum(_same_place(box, other) for other in boxes) < 2
        ]
        self._lost = [] if moving else lost
        return len(self._known) + len(self._lost) < len(kept) + len(lost)

    def _read_anew(self, image: Image, levels: Sequence[Image]) -> None:
        lost = self._lost
        left = [*self._known, *lost]
        self._known, self._lost = [], []
        for read in self._reader.read(image).dice:
            appearance = remember(levels, read.box)
            die = read if appearance or read.doubt else replace(read, value=None, doubt="small")
            before = next((known for known in left if _same_place(known.followed.die.box, die.box)), None)
            if before is not None:
                left.remove(before)
            another = before in lost and (die.value is None or die.value != before.followed.die.value)
            if before is None or another:
                self._known.append(_Known(FollowedDie(next(self._numbers), die, _count_words(die)), appearance, 1))
            else:
                self._known.append(before.read_as(die, appearance))
        self._known += [known.read_as(None, known.appearance) for known in left if known not in lost]


def _holds_a_thing(mask: NDArray[np.bool_]) -> bool:
    least = LEAST_THING * min(mask.shape)
    return bool(np.count_nonzero(mask) > least * least / 4)


def _are_seen_aslant(dice: Sequence[FollowedDie]) -> bool:
    doubts = [followed.die.doubt for followed in dice if followed.die.doubt]
    return len(doubts) > 1 and 2 * len(doubts) >= len(dice) and LEANS in doubts


def _count_words(die: Die) -> Counter[int | str]:
    """Return what one reading says of a die, as `FollowedDie.said` counts it."""
    word = LEANS if die.doubt == LEANS else die.value
    return Counter([word] if word else ())


def _combine(before: FollowedDie, die: Die) -> FollowedDie:
    """Return what all readings say together of a die that has not moved between them."""
    known, said = before.die, before.said + _count_words(die)
    values = said.keys() - {LEANS}
    contradicted = len(values) > 1
    if contradicted or 0 < said[LEANS] >= sum(said[value] for value in values):
        doubt: Doubt = "pattern" if contradicted else LEANS
        die = replace(die, value=None, doubt=doubt, confidence=min(known.confidence, die.confidence))
    elif die.value is None:
        die = replace(known, box=die.box)
    elif known.value is not None:
        die = replace(die, confidence=max(known.confidence, die.confidence))
    return replace(before, die=die, said=said)


def _same_place(one: Box, other: Box) -> bool:
    apart = np.hypot(*np.subtract(middle_of(one), middle_of(other)))
    return bool(apart < SAME_PLACE * min(one[2] - one[0], other[2] - other[0]))


def _move(box: Box, by: Sequence[float], picture: Image) -> Box:
    height, width = picture.shape[:2]
    x0, x1 = (min(max(end + by[0], 0.0), float(width)) for end in (box[0], box[2]))
    y0, y1 = (min(max(end + by[1], 0.0), float(height)) for end in (box[1], box[3]))
    return x0, y0, x1, y1
