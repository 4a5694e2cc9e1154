"""The net's output at several scales, merged into one list of detections with the evidence for each."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.net import STRIDE, Floats, Maps, Net
from vision.pictures import Image

AREA = 1_000_000
"""Pixels of the largest scale; it takes most of the time."""

GROW = 2.0
"""Largest factor by which a picture is enlarged."""

STEP = 2.0
"""Factor between one scale and the next."""

SHORTEST = 40
"""Smallest length in pixels of the shorter side at the smallest scale. At up to twice this length a die that fills the
picture is still found."""

SIDES = (12.0, 64.0)
"""Smallest and largest side, in pixels, of the faces that the net finds at one scale."""

WEAK = -2.5
"""Smallest heat, in log-odds, of a peak that becomes a detection."""

NEAR, ALIKE = 0.35, 0.4
"""Peaks at two scales belong to one face if their centres are closer than NEAR sides, and the logarithms of their sides
differ by less than ALIKE."""

AT_ONCE = 256
"""Number of peaks that are compared at once with those before them."""


@dataclass(frozen=True, slots=True)
class ScaledImage:
    """The picture at one scale: ``scale`` pixels of it for each pixel of the original."""

    scale: float
    image: Image


@dataclass(frozen=True, slots=True)
class ScaledMaps(ScaledImage):
    """The picture at a scale at which the net ran, and the net's maps."""

    maps: Maps


def crop(
    seen: Sequence[ScaledImage], middle: tuple[float, float], grow: float, wide: int, turn: float = 0.0
) -> NDArray[np.uint8]:
    """Return the square (wide, wide, 3) around ``middle``, a pixel of the original.

    It is enlarged by ``grow`` and turned by ``turn`` degrees. It is taken from the scale in ``seen`` that fits best.
    """
    sized = min((s for s in seen if s.scale >= grow * 0.8), key=lambda s: s.scale, default=seen[0])
    by, angle = grow / sized.scale, math.radians(turn)
    x, y = (place * sized.scale for place in middle)
    height, width = sized.image.shape[:2]
    reach = 0.75 * wide / by + 3
    left, top = (min(max(0, int(at - reach)), end - 1) for at, end in ((x, width), (y, height)))
    part = sized.image[top : max(top + 1, int(y + reach)), left : max(left + 1, int(x + reach))]
    if by < 0.6:
        # Shrinking by so much in one step would alias without smoothing.
        part = np.asarray(cv2.blur(part, (round(1 / by), round(1 / by))), np.uint8)
    across, down = by * math.cos(angle), by * math.sin(angle)
    right, below, centre = x - left - 0.5, y - top - 0.5, wide / 2 - 0.5
    shifts = centre - across * right + down * below, centre - down * right - across * below
    matrix = np.array([[across, -down, shifts[0]], [down, across, shifts[1]]])
    view = cv2.warpAffine(part, matrix, (wide, wide), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def turn_back(vector: NDArray[np.floating], turn: float) -> NDArray[np.floating]:
    """Return vectors (..., 2) of a crop that is turned by ``turn`` degrees as vectors in the picture."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.asarray(vector @ np.array([[c, -s], [s, c]]))


@dataclass(frozen=True, slots=True)
class Detections:
    """Possible top faces (n): centre ``x``, ``y`` and ``side`` in pixels, and the net's output at each scale (s).

    ``heat`` (n, s) holds log-odds, ``values`` (n, s, 7) log-probabilities of unreadable and 1 to 6, ``down`` (n, s, 2)
    the vector in the picture from the centre of the top face to that of the face below, in sides. They are nan where
    the face is too small or too large at that scale. ``patterns`` (n, 2, 6) holds the pattern scores of each value, see
    ``pattern_scores``.
    """

    x: Floats
    y: Floats
    side: Floats
    heat: Floats
    values: Floats
    down: Floats
    patterns: Floats

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, rows: NDArray[np.intp]) -> "Detections":
        return Detections(*(getattr(self, part.name)[rows] for part in fields(self)))

    def distances(self) -> Floats:
        """Return the distances (n, n) of the centres, in sides of the larger of two."""
        far = np.hypot(self.x[:, None] - self.x, self.y[:, None] - self.y)
        return np.asarray(far / np.maximum(self.side[:, None], self.side), np.float32)

    def mean_heat(self) -> Floats:
        """Return the mean log-odds (n,) over the scales that show the face, 0 where none does."""
        seen = ~np.isnan(self.heat)
        return np.asarray(np.where(seen, self.heat, 0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1), np.float32)


def scales(width: int, height: int) -> tuple[float, ...]:
    """Return the scales at which the net runs on a picture, the largest first; 1 is the picture's own size."""
    scale = min(GROW, math.sqrt(AREA / (width * height)))
    sizes = [scale]
    while min(width, height) * sizes[-1] / STEP >= SHORTEST:
        sizes.append(sizes[-1] / STEP)
    return tuple(sizes)


def image_pyramid(image: Image) -> list[ScaledImage]:
    """Return a picture at each scale at which the net runs, the largest first."""
    height, width = image.shape[:2]
    sized = []
    for scale in scales(width, height):
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        # Each smaller scale starts from the one before, which has fewer pixels to process.
        image = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
        sized.append(ScaledImage(scale, image))
    return sized


def maps_at_scales(net: Net, image: Image) -> list[ScaledMaps]:
    """Return the net's maps of a picture at each scale."""
    return [ScaledMaps(sized.scale, sized.image, net.forward(sized.image)) for sized in image_pyramid(image)]


def add_full_size(image: Image, sizes: Sequence[ScaledImage]) -> list[ScaledImage]:
    """Return the scales of a picture, with the original first if it is larger than all of them."""
    return [ScaledImage(1.0, image), *sizes] if sizes[0].scale < 1 else [*sizes]


def merge_scales(seen: Sequence[ScaledMaps]) -> Detections:
    """Return the faces found at any scale, each once, with the evidence of all scales."""
    peaks = _peaks(seen)
    x, y, side, heat = peaks[:, np.argsort(-peaks[3], kind="stable")]
    group = _group(x, y, side)
    weight = 1 / (1 + np.exp(-heat.astype(np.float64)))
    whole = np.bincount(group, weight)
    middle = [np.asarray(np.bincount(group, weight * v) / whole, np.float32) for v in (x, y, side)]
    return evidence(seen, *middle)


def _group(x: Floats, y: Floats, side: Floats) -> NDArray[np.intp]:
    """Return the number of the group of each peak (n,); the peaks are in the order in which they found groups.

    A peak joins the nearest group whose first peak shows the same face, else it founds one.
    """
    group = np.zeros(len(x), np.intp)
    founders: dict[int, int] = {}
    for first in range(0, len(x), AT_ONCE):
        mine = slice(first, first + AT_ONCE)
        end = min(mine.stop, len(x))
        own = side[mine, None]
        far = np.hypot(x[:end] - x[mine, None], y[:end] - y[mine, None]) / np.minimum(side[:end], own)
        fits = (far < NEAR) & (np.abs(np.log(side[:end] / own)) < ALIKE)
        for n in range(first, end):
            near = [m for m in np.flatnonzero(fits[n - first, :n]).tolist() if m in founders]
            if near:
                group[n] = founders[min(near, key=far[n - first].__getitem__)]
            else:
                group[n] = founders[n] = len(founders)
    return group


def evidence(seen: Sequence[ScaledMaps], x: Floats, y: Floats, side: Floats) -> Detections:
    """Return the evidence of each scale for faces with these centres and sides (n,), in pixels of the original."""
    heat = np.full((len(x), len(seen)), np.nan, np.float32)
    values = np.full((len(x), len(seen), 7), np.nan, np.float32)
    down = np.full((len(x), len(seen), 2), np.nan, np.float32)
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
        down[shown, n] = maps.down(row, column)
    return Detections(x, y, side, heat, values, down, np.zeros((len(x), 2, 6), np.float32))


def _peaks(seen: Sequence[ScaledMaps]) -> Floats:
    """Return x, y, side in pixels of the original, and heat (4, n) of the peaks at all scales."""
    found = []
    for glimpse in seen:
        maps = glimpse.maps
        highest = cv2.dilate(maps.heat, np.ones((3, 3), np.uint8))
        row, column = np.nonzero((maps.heat >= highest) & (maps.heat > WEAK))
        x, y, side = maps.faces(row, column)
        part = np.stack([x, y, side, maps.heat[row, column]])[:, (side >= SIDES[0] * 0.9) & (side <= SIDES[1] * 1.1)]
        part[:3] /= glimpse.scale
        found.append(part)
    return np.asarray(np.concatenate(found, axis=1), np.float32)


TILE = 96
"""Side of a crop in pixels."""

ROW = 6
"""Crops in a row of the sheet, which the net reads faster than one crop after another."""

VIEWS = ((36.0, 0.0), (28.0, 25.0), (44.0, -20.0))
"""Side of the face in the crop, in pixels, and its turn in degrees, for each view."""

MOST_CROPS = 36
"""Largest number of crops; with more detections than this, each gets one."""

FIRST = 0.5
"""Weight of the first position of a face; each view's position has its probability as weight."""

AROUND = 6
"""Cells of the maps, in each direction from the crop's centre, that are searched for the face's centre."""

FALL = 0.1
"""How much less the heat counts for each squared cell from the crop's centre: a neighbouring die is not chosen."""


def look_closer(net: Net, seen: Sequence[ScaledImage], detections: Detections) -> Detections:
    """Return the detections with the evidence of their own crops added to that of the scales.

    Centre and side become the weighted mean over all views, so that a detection between two dice moves onto one.
    ``seen`` is the picture at each scale. The more detections, the fewer views each gets.
    """
    if not len(detections):
        return detections
    count = len(detections)
    views = max(1, min(len(VIEWS), MOST_CROPS // count))
    found = np.stack([detections.x, detections.y, detections.side], axis=-1)
    crops = [crop(seen, (x, y), across / side, TILE, turn) for across, turn in VIEWS[:views] for x, y, side in found]
    maps = net.forward(_lay_out(crops))
    heat = np.full((count, len(VIEWS)), np.nan, np.float32)
    values = np.full((count, len(VIEWS), 7), np.nan, np.float32)
    down = np.full((count, len(VIEWS), 2), np.nan, np.float32)
    faces, weight = found.copy() * FIRST, np.full((count, 1), FIRST, np.float32)
    for view, (across, turn) in enumerate(VIEWS[:views]):
        places = np.stack(np.divmod(np.arange(count) + view * count, ROW), axis=-1) * TILE
        cells = np.array([_find_hottest(maps.heat, *(place // STRIDE)) for place in places]).T
        row, column = cells
        heat[:, view], values[:, view] = maps.heat[row, column], maps.values(row, column)
        down[:, view] = turn_back(maps.down(row, column), turn)
        by = across / found[:, 2:]
        at = maps.faces(row, column).T
        moved = found[:, :2] + turn_back((at[:, :2] - places[:, ::-1] - TILE / 2) / by, turn)
        sure = 1 / (1 + np.exp(-heat[:, view, None]))
        faces += sure * np.concatenate([moved, at[:, 2:] / by], axis=1, dtype=np.float32)
        weight += sure
    x, y, side = (faces / weight).T
    return replace(
        detections,
        x=x,
        y=y,
        side=side,
        heat=np.concatenate([detections.heat, heat], axis=1),
        values=np.concatenate([detections.values, values], axis=1),
        down=np.concatenate([detections.down, down], axis=1),
    )


def _lay_out(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return one sheet with the crops in rows of ``ROW``."""
    sheet = np.zeros((-(-len(crops) // ROW) * TILE, min(ROW, len(crops)) * TILE, 3), np.uint8)
    for number, tile in enumerate(crops):
        top, left = number // ROW * TILE, number % ROW * TILE
        sheet[top : top + TILE, left : left + TILE] = tile
    return sheet


def _find_hottest(heat: Floats, top: int, left: int) -> tuple[int, int]:
    """Return row and column of the likeliest centre near the middle of the crop whose first cell is given."""
    top, left = (int(first) + TILE // STRIDE // 2 - AROUND for first in (top, left))
    line = np.arange(2 * AROUND) - AROUND + 0.5
    part = heat[top : top + 2 * AROUND, left : left + 2 * AROUND] - FALL * (line[:, None] ** 2 + line**2)
    row, column = np.unravel_index(int(part.argmax()), part.shape)
    return top + int(row), left + int(column)
