"""What the net says of a picture at several sizes, joined into one list of dice with the evidence for each."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.net import STRIDE, Floats, Maps, Net
from vision.pictures import Image

AREA = 1_000_000
"""Pixels of the largest size at which the net looks: most of the time goes there."""

GROW = 2.0
"""Pictures are made larger than they are by this at most."""

STEP = 2.0
"""From one size to the next."""

SHORTEST = 40
"""Shorter side, at least, of the smallest size. With up to twice as much a die that fills it is still found."""

SIDES = (12.0, 64.0)
"""Sides of the faces that the net finds in one size, in its pixels."""

WEAK = -2.5
"""Log-odds of the heat from which on a place is looked at more closely."""

NEAR, ALIKE = 0.35, 0.4
"""Sights at two sizes are of one face if their middles are so near, in sides, and the logs of their sides so alike."""


@dataclass(frozen=True, slots=True)
class Sized:
    """The picture at one size; ``scale`` pixels of it to a pixel of the picture as it came."""

    scale: float
    image: Image


@dataclass(frozen=True, slots=True)
class Glimpse(Sized):
    """The picture at a size at which the net looked, and its maps."""

    maps: Maps


def shown(
    seen: Sequence[Sized], middle: tuple[float, float], grow: float, wide: int, turn: float = 0.0
) -> NDArray[np.uint8]:
    """Return (wide, wide, 3) around a place of the picture, ``grow`` times as large as there, turned by degrees."""
    sized = min((s for s in seen if s.scale >= grow * 0.8), key=lambda s: s.scale, default=seen[0])
    by, angle = grow / sized.scale, math.radians(turn)
    x, y = (place * sized.scale for place in middle)
    height, width = sized.image.shape[:2]
    reach = 0.75 * wide / by + 3
    left, top = (min(max(0, int(at - reach)), end - 1) for at, end in ((x, width), (y, height)))
    part = sized.image[top : max(top + 1, int(y + reach)), left : max(left + 1, int(x + reach))]
    if by < 0.6:
        # What is made so much smaller at once must be smooth first.
        part = np.asarray(cv2.blur(part, (round(1 / by), round(1 / by))), np.uint8)
    linear = by * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    matrix = np.column_stack([linear, wide / 2 - 0.5 - linear @ (x - left - 0.5, y - top - 0.5)])
    view = cv2.warpAffine(part, matrix, (wide, wide), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


@dataclass(frozen=True, slots=True)
class Sights:
    """Faces (n) that may be there: middle and side in pixels of the picture, and what the net says at each size (s).

    ``heat`` (n, s) are log-odds, ``values`` (n, s, 7) log-probabilities; both are nan where the size shows the face too
    small or too large. ``patterns`` (n, 2, 6) is how well the pips of each value lie on the face, by geometry
    alone and told in two ways.
    """

    x: Floats
    y: Floats
    side: Floats
    heat: Floats
    values: Floats
    patterns: Floats

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, rows: NDArray[np.intp]) -> "Sights":
        return Sights(
            self.x[rows], self.y[rows], self.side[rows], self.heat[rows], self.values[rows], self.patterns[rows]
        )


def scales(width: int, height: int) -> tuple[float, ...]:
    """Return the sizes at which a picture is looked at, the largest first, in shares of its own."""
    scale = min(GROW, math.sqrt(AREA / (width * height)))
    sizes = [scale]
    while min(width, height) * sizes[-1] / STEP >= SHORTEST:
        sizes.append(sizes[-1] / STEP)
    return tuple(sizes)


def sizes_of(image: Image) -> list[Sized]:
    """Return a picture at each size at which the net looks, the largest first."""
    height, width = image.shape[:2]
    sized = []
    for scale in scales(width, height):
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        # What is made smaller still starts from the last size, which is the same picture with fewer pixels to look at.
        image = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
        sized.append(Sized(scale, image))
    return sized


def glimpses(net: Net, image: Image) -> list[Glimpse]:
    """Return what the net says of a picture at each size."""
    return [Glimpse(sized.scale, sized.image, net.look(sized.image)) for sized in sizes_of(image)]


def with_all_pixels(image: Image, sizes: Sequence[Sized]) -> list[Sized]:
    """Return the ``sizes`` of a picture; one that is larger than all of them comes first as it is."""
    return [Sized(1.0, image), *sizes] if sizes[0].scale < 1 else [*sizes]


def join(seen: Sequence[Glimpse]) -> Sights:
    """Return the faces seen at any size, each once, with what all sizes say of it."""
    x, y, side, heat = _peaks(seen)
    order = np.argsort(-heat, kind="stable")
    groups: list[int] = []
    members: list[list[int]] = []
    for n in order.tolist():
        if groups:
            at = np.array(groups)
            far = np.hypot(x[at] - x[n], y[at] - y[n]) / np.minimum(side[at], side[n])
            ratio = np.abs(np.log(side[at] / side[n]))
            fits = np.flatnonzero((far < NEAR) & (ratio < ALIKE))
            if len(fits):
                members[int(fits[far[fits].argmin()])].append(n)
                continue
        groups.append(n)
        members.append([n])
    weight = 1 / (1 + np.exp(-heat))
    middle = [np.array([np.average(v[m], weights=weight[m]) for m in members], np.float32) for v in (x, y, side)]
    return evidence(seen, *middle)


def evidence(seen: Sequence[Glimpse], x: Floats, y: Floats, side: Floats) -> Sights:
    """Return what each size says of the faces with these middles and sides."""
    heat = np.full((len(x), len(seen)), np.nan, np.float32)
    values = np.full((len(x), len(seen), 7), np.nan, np.float32)
    for n, glimpse in enumerate(seen):
        maps, across = glimpse.maps, side * glimpse.scale
        rows, columns = maps.heat.shape
        shown = np.flatnonzero((across >= SIDES[0]) & (across <= SIDES[1]))
        row = np.clip((y[shown] * glimpse.scale / STRIDE).astype(int), 0, rows - 1)
        column = np.clip((x[shown] * glimpse.scale / STRIDE).astype(int), 0, columns - 1)
        around = np.array([(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
        near = (
            np.clip(row[:, None] + around[:, 0], 0, rows - 1),
            np.clip(column[:, None] + around[:, 1], 0, columns - 1),
        )
        best = maps.heat[near].argmax(axis=1)
        row, column = (part[np.arange(len(shown)), best] for part in near)
        heat[shown, n] = maps.heat[row, column]
        values[shown, n] = maps.values(row, column)
    return Sights(x, y, side, heat, values, np.zeros((len(x), 2, 6), np.float32))


def _peaks(seen: Sequence[Glimpse]) -> tuple[Floats, Floats, Floats, Floats]:
    found = []
    for glimpse in seen:
        maps = glimpse.maps
        highest = cv2.dilate(maps.heat, np.ones((3, 3), np.uint8))
        row, column = np.nonzero((maps.heat >= highest) & (maps.heat > WEAK))
        x, y, side = maps.faces(row, column)
        part = np.stack([x, y, side, maps.heat[row, column]])[:, (side >= SIDES[0] * 0.9) & (side <= SIDES[1] * 1.1)]
        part[:3] /= glimpse.scale
        found.append(part)
    x, y, side, heat = np.concatenate(found, axis=1)
    return x, y, side, heat
