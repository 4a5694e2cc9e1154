"""Checks the camera by its pictures of the plate: place, field, focus, dirt, flicker, markers, exposure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.plate_fit import sample_margins
from vision.calibration.table_checks import wall_likeness
from vision.table.lights import SATURATED, grey, linear_light
from vision.table.plate import Plate
from vision.table.rectify import (
    FEWEST_MARKERS,
    View,
    expect_markers,
    find_blurred_view,
    find_markers,
    lens_of,
    marker_corners,
    view_of_markers,
)

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

SCALE = 8.0
"""Pixels a mm in which a marker's edge is measured."""
BESIDE = 2.6
"""mm on both sides of a marker's edge that are measured: less than one of its modules."""
ALONG = 0.8
"""Share of a marker's side along which its edge is averaged."""
ZOOMS = np.geomspace(0.6, 1.8, 56)
"""How much larger or smaller than in the drawings the wells may be in a picture where no markers are found."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """How a camera sees the plate. Markers are numbered from 1, clockwise from the top left corner.

    Those in `turned` lie on the plate turned about, those `unseen` should be in the picture and are not, those
    `outside` lie beyond its edges. `camera` is the lens's place (x, y and height in mm), `roll` the degrees by which
    the camera is turned about its axis (-180 to 180), `width` the mm of the plate across the picture. `blur` is the
    deviation of a marker's edge in pixels of a picture 1280 wide, `haze` the light of a marker's black over that of its
    white (0 to 1), `white` its grey level. All of these are None where no plate is found, except for `width` if only
    the wells show it.
    """

    seen: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()
    camera: tuple[float, float, float] | None = None
    roll: float | None = None
    width: float | None = None
    blur: float | None = None
    haze: float | None = None
    white: float | None = None


def sighting_of(image: Image, plate: Plate) -> Sighting:
    """Return how a BGR picture (h, w, 3) uint8 shows the plate."""
    picture = grey(image)
    markers = find_markers(picture, plate, len(plate.marker_centres)) | find_markers(picture, plate)
    upright, turned = _turn_upright(markers, plate)
    sharp = view_of_markers(picture, plate, upright)
    view = sharp or find_blurred_view(picture, plate)
    seen = tuple(sorted(which + 1 for which in markers))
    if view is None:
        return Sighting(seen, turned, width=_width_by_wells(image, plate))
    unseen, outside = _find_missing(picture, view, plate, seen) if sharp else ((), ())
    found = _measure(picture, view, plate)
    return replace(found, seen=seen, turned=turned, unseen=unseen, outside=outside)


def view_in(image: Image, plate: Plate) -> View | None:
    """Return the camera's view as `find_view` does, also where a marker lies turned about."""
    picture = grey(image)
    return view_of_markers(picture, plate, _turn_upright(find_markers(picture, plate), plate)[0])


def wells_outside(image: Image, view: View, plate: Plate) -> tuple[int, ...]:
    """Return the numbers of the wells whose lids are not wholly in a BGR picture."""
    height, width = image.shape[:2]
    reach = plate.well_side / 2
    corners = np.array([(i * reach, j * reach, plate.lid) for i in (-1, 1) for j in (-1, 1)])
    seen = [view.project(corners + np.array([x, y, 0.0])) for x, y in plate.well_centres]
    return tuple(
        well for well, places in enumerate(seen, 1) if (places < 0).any() or (places > (width - 1, height - 1)).any()
    )


def plate_shift(before: Image, after: Image, view: View, plate: Plate) -> float | None:
    """Return by how many mm the plate's markers seem to have moved between two BGR pictures, None if none is in both.

    `view` is the camera's in the first one.
    """
    one, two = (find_markers(grey(image), plate) for image in (before, after))
    if not (both := one.keys() & two.keys()):
        return None
    moved = np.mean([two[which] - one[which] for which in both], axis=(0, 1))
    return float(np.linalg.norm(moved) * view.camera[2] / view.lens[0, 0])


def _turn_upright(markers: Mapping[int, Floats], plate: Plate) -> tuple[dict[int, Floats], tuple[int, ...]]:
    """Return the markers' corners as if all lay the right way round, and the numbers of those that are turned about."""
    if len(markers) < 3:
        return dict(markers), ()
    names = list(markers)
    flat = np.column_stack([[plate.marker_centres[which] for which in names], np.ones(len(names))])
    middles = np.array([markers[which].mean(axis=0) for which in names])
    to_pixels = np.linalg.lstsq(flat, middles, rcond=None)[0]
    upright, turned = {}, []
    for which, corners in markers.items():
        expected = np.column_stack([marker_corners(plate, which), np.ones(4)]) @ to_pixels
        ways = [np.roll(corners, -quarter, axis=0) for quarter in range(4)]
        best = min(range(4), key=lambda quarter: float(np.linalg.norm(ways[quarter] - expected)))
        upright[which] = ways[best]
        if best:
            turned.append(which + 1)
    return upright, tuple(turned)


def _find_missing(
    picture: Image, view: View, plate: Plate, seen: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the markers that should be in a grey picture and are not, and of those beyond its edges."""
    height, width = picture.shape
    unseen: list[int] = []
    outside: list[int] = []
    for which in range(len(plate.marker_centres)):
        if which + 1 in seen:
            continue
        corners = np.column_stack([marker_corners(plate, which), np.zeros(4)])
        places = view.project(corners)
        inside = bool((places >= 0).all() and (places <= (width - 1, height - 1)).all())
        (unseen if inside else outside).append(which + 1)
    return tuple(unseen), tuple(outside)


def _measure(picture: Image, view: View, plate: Plate) -> Sighting:
    x, y, height = (float(part) for part in view.camera)
    roll = float(np.degrees(np.arctan2(view.rotation[1, 0], view.rotation[0, 0])))
    width = picture.shape[1] * height / float(view.lens[0, 0])
    profiles = [
        profile for which in range(len(plate.marker_centres)) for profile in _edges(picture, view, plate, which)
    ]
    blurs, hazes, whites = zip(*(_measure_edge(profile) for profile in profiles), strict=True)
    pixels = 1280 / width / SCALE
    return Sighting(
        camera=(x, y, height),
        roll=roll,
        width=width,
        blur=float(np.median(blurs)) * pixels,
        haze=float(np.median(hazes)),
        white=float(np.median(whites)),
    )


def _edges(picture: Image, view: View, plate: Plate, which: int) -> list[Floats]:
    """Return the grey levels across each of a marker's four sides, from outside to inside, averaged along the side."""
    (x, y), half = plate.marker_centres[which], plate.marker_side / 2
    reach = half + BESIDE
    flat = view.rectify(picture, 0.0, (x - reach, y - reach, x + reach, y + reach), SCALE).astype(float)
    near, middle = round(2 * BESIDE * SCALE), len(flat) // 2
    along = slice(middle - round(half * ALONG * SCALE), middle + round(half * ALONG * SCALE))
    sides = [np.rot90(flat, quarter)[:near, along] for quarter in range(4)]
    return [side.mean(axis=1) for side in sides]


def _measure_edge(profile: Floats) -> tuple[float, float, float]:
    """Return an edge's deviation in samples, the light of its dark over its bright side, and the bright grey level."""
    bright, dark = float(profile[:4].mean()), float(profile[-4:].mean())
    steepest = float(-np.gradient(cv2.GaussianBlur(profile, (1, 5), 0).ravel()).min())
    light = linear_light(np.array([[round(dark), round(bright)]], np.uint8))[0]
    blur = (bright - dark) / (max(steepest, 1e-3) * np.sqrt(2 * np.pi))
    return blur, float(light[0] / max(float(light[1]), 1e-3)), bright


def _width_by_wells(image: Image, plate: Plate) -> float | None:
    """Return the mm of the plate across a picture, from the size of the wells in it, None if they are not seen."""
    lens, distortion = lens_of(plate, image.shape[1], image.shape[0])
    x, y = plate.camera_place
    best, found = 0.0, None
    for zoom in ZOOMS:
        closer = lens.copy()
        closer[0, 0] *= zoom
        closer[1, 1] *= zoom
        above = np.array([-x, -y, plate.camera_height])
        likeness = wall_likeness([image], View(closer, np.eye(3), above, 0.0, distortion), plate)
        if likeness is not None and likeness > best:
            best, found = likeness, float(plate.field_width / zoom)
    return found


def flicker_of(pictures: Sequence[Image]) -> float:
    """Return by what share the light swings between BGR pictures of one still scene: the deviation of a row's light.

    A lamp on the mains swings while rows are exposed one after another, so it changes each row on its own.
    """
    rows = np.array([linear_light(grey(picture)).mean(axis=1) for picture in pictures])
    return float(np.median(rows.std(axis=0) / np.maximum(rows.mean(axis=0), 1e-4)))


def marker_light(image: Image, view: View, plate: Plate) -> tuple[float | None, ...]:
    """Return the linear light (0 to 1) of the white about each marker in a BGR picture, None where it is outside."""
    about = sample_margins(linear_light(grey(image)), view, plate)
    return tuple(float(np.median(lights)) if lights else None for lights in about)


DARK_PART = 25.0
"""Per cent of a well's area: more than the lid's slot takes up, less than a die leaves free."""


def lid_veil(image: Image, view: View, plate: Plate) -> float:
    """Return the light of the wells' black, seen through the lid, over that of the markers' white, which no lid covers.

    `image` is BGR, under light. Haze and scratches scatter light over the black: the share (0 to 1) grows. The blackest
    well counts, as the lid mirrors the ring over some of them.
    """
    reach = plate.well_side / 2
    black = [
        np.percentile(
            view.rectify(grey(image), plate.well_floor, (x - reach, y - reach, x + reach, y + reach), 4.0), DARK_PART
        )
        for x, y in plate.well_centres
    ]
    white = [light for light in marker_light(image, view, plate) if light is not None]
    dark = linear_light(np.array([[round(float(min(black)))]], np.uint8))
    return float(dark[0, 0] / max(float(np.median(white)), 1e-3))


PATCH = 5
"""Pixels a side of a picture 1280 wide that are averaged for one sample of the markers' white."""
WHITE_PART = 90.0
"""Percentile of the levels around unseen markers that passes for their white."""
FINE = 1.0
"""Pixels, standard deviation: finer detail than this is the sensor's noise."""


@dataclass(frozen=True, slots=True)
class White:
    """The white paper about the plate's markers, as a picture shows it.

    `level` is the grey level of its brightest colour, 0 to 255. `red` and `blue` are their amounts of light over that
    of green: 1 where white is neutral. `seen` is False where the markers are not found: then all values are guesses.
    """

    level: float
    red: float
    blue: float
    seen: bool

    @property
    def clipped(self) -> bool:
        """Whether it is overexposed, so that its brightness is unknown."""
        return self.level >= SATURATED

    def times(self, level: float) -> float:
        """Return the factor of light that gives another grey level, by sRGB's curve."""
        here, there = linear_light(np.array([[round(self.level), round(level)]], np.uint8))[0].tolist()
        return float(there / max(here, 1e-3))


def markers_colour(image: Image, plate: Plate) -> White:
    """Return how a BGR picture (h, w, 3) uint8 shows the white about the plate's markers."""
    size = max(1, round(PATCH * image.shape[1] / 1280))
    smooth = np.asarray(cv2.blur(image, (size, size)), np.uint8)
    markers = find_markers(grey(image), plate)
    seen = len(markers) >= FEWEST_MARKERS
    if seen:
        pixels = np.concatenate([_sample_margin(corners, smooth) for corners in markers.values()])
        colour = np.median(pixels, axis=0)
    else:
        windows = expect_markers(grey(image), plate)
        pixels = np.concatenate([smooth[top:bottom, left:right].reshape(-1, 3) for left, top, right, bottom in windows])
        colour = np.percentile(pixels, WHITE_PART, axis=0) if len(pixels) else np.zeros(3)
    blue, green, red = linear_light(np.round(colour).astype(np.uint8).reshape(1, 1, 3))[0, 0].tolist()
    green = max(green, 1e-3)
    return White(float(colour.max()), red / green, blue / green, seen)


def _sample_margin(corners: NDArray[np.float64], image: Image) -> Image:
    """Return the pixels (4, 3) in the middle of the white margin, one module wide, by each side of a marker."""
    middle = corners.mean(axis=0)
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    columns, rows = np.round(middle + (sides - middle) * (7 / 6)).astype(int).T
    return np.asarray(image[rows.clip(0, image.shape[0] - 1), columns.clip(0, image.shape[1] - 1)], np.uint8)


def sharpness(image: Image, plate: Plate) -> float:
    """Return how sharp the plate's markers are in a BGR picture (h, w, 3) uint8: the mean square of the grey's slope.

    It compares pictures of one exposure alone. This is the Tenengrad measure (Tenenbaum, 1970), about the places where
    the drawings have the markers, because markers out of focus are not found.
    """
    picture = grey(image)
    energy, count = 0.0, 0
    for left, top, right, bottom in expect_markers(picture, plate):
        if right - left < PATCH or bottom - top < PATCH:
            continue
        smooth = cv2.GaussianBlur(picture[top:bottom, left:right].astype(np.float32), (0, 0), FINE)
        across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
        energy += float((across * across + down * down).sum())
        count += smooth.size
    return energy / count if count else 0.0
