"""Find faces on a rectified plane: pips that are point-symmetric about a centre, and square edges around them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.face import SCALE as FACE_SCALE
from vision.table.face import Face, Patch, Pose, measure_faces, measure_places, square_picture
from vision.table.lights import colour_strength, darkest_pixels
from vision.table.outline import (
    ALONG,
    Outline,
    find_outline,
    find_outlines,
    keep_edges,
    nan_median,
    pixels_along_edges,
    yaw_at,
)
from vision.table.plate import Plate
from vision.table.rectify import View
from vision.table.shape import COLOUR_RATIO, bloom_in_room, edge_bloom, edge_offsets

Floats = NDArray[np.float64]

BESIDE_LINE = 0.7  # mm from a slot's outline within which its light shows
BESIDE_EDGE = (-1.4, -0.7, 0.0, 0.7, 1.4)  # mm from a face's edge, outward, that are looked at
LEAST_CLEAR = 3.0  # mm of an edge; if less is clear, all of it is taken


def mask_slots(view: View, plate: Plate, poses: Sequence[Pose]) -> NDArray[np.float32]:
    """Return which pixels along each edge (faces, 4, pixels) are far from a slot's outline, up or down: 1, or 0.

    The edges are the right, lower, left and upper ones of flat dice, the pixels those of `pixels_along_edges`. If
    hardly any part of an edge is clear, all its pixels are 1.
    """
    if not plate.slot_width:
        return np.ones((len(poses), 4, len(pixels_along_edges())), np.float32)
    lens, centres = view.camera, np.array(plate.well_centres)
    on_planes = np.stack([pose.to_plane() for pose in poses])[:, :2].transpose(0, 2, 1)
    right, down = np.moveaxis(_sample_edges(plate.die_side) @ on_planes, -1, 0)
    middles = on_planes[:, None, 2]
    wells = centres[np.hypot(*(middles - centres).transpose(2, 0, 1)).argmin(axis=1)]
    outward = np.where(wells[:, 1] < plate.camera_place[1], -1.0, 1.0)
    slots = wells + np.column_stack([np.zeros(len(wells)), outward * plate.slot_length / 2])
    clear = np.ones(right.shape, bool)
    for level in (plate.lid, plate.lid_top):
        # The slot as it is seen on the plane of the faces.
        share = (lens[2] - np.array([[pose.height] for pose in poses])) / (lens[2] - level)
        x, y = np.moveaxis(lens[:2] + (slots - lens[:2]) * share, -1, 0)[..., None]
        beyond = np.maximum(
            np.abs(right - x) - share * plate.slot_width / 2, np.abs(down - y) - share * plate.slot_length / 2
        )
        clear &= np.abs(beyond) > share * BESIDE_LINE
    edges = clear.reshape(len(poses), 4, len(BESIDE_EDGE), -1).all(axis=2)
    few = np.count_nonzero(edges, axis=-1) < LEAST_CLEAR * FACE_SCALE
    return np.asarray(edges | few[..., None], np.float32)


@lru_cache(maxsize=4)
def _sample_edges(side: float) -> Floats:
    """Return places (n, 3: x and y in mm, and 1) in a face's own axes: edge by edge, line by line beside it."""
    out, along = np.meshgrid(side / 2 + np.array(BESIDE_EDGE), pixels_along_edges(), indexing="ij")
    one = np.ones_like(out)
    edges = [(out, along, one), (along, out, one), (-out, along, one), (along, -out, one)]
    return np.concatenate([np.stack(edge, axis=-1).reshape(-1, 3) for edge in edges])


Grey = NDArray[np.uint8]

LEAST_LIKENESS = 0.62  # normalised correlation with a drawn spot
LEAST_STEP = 8.0  # grey levels between the spot and what is around it


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Spots: `places` (n, 2) in pixels, `steps` (n,) in grey levels, positive if dark, and `likeness` (n,), 0 to 1."""

    places: Floats
    steps: Floats
    likeness: Floats

    def __len__(self) -> int:
        return len(self.places)

    def select(self, keep: NDArray[np.bool_]) -> "Spots":
        """Return only these spots."""
        return Spots(self.places[keep], self.steps[keep], self.likeness[keep])


def find_spots(flat: Grey, diameter: float) -> Spots:
    """Return the dark and light spots of this diameter (pixels) on a grey picture."""
    drawn = _draw_spot(diameter)
    reach = drawn.shape[0] // 2
    if min(flat.shape) <= 2 * reach:
        return Spots(np.zeros((0, 2)), np.zeros(0), np.zeros(0))
    like = np.zeros(flat.shape, np.float32)
    like[reach:-reach, reach:-reach] = cv2.matchTemplate(flat, drawn, cv2.TM_CCOEFF_NORMED)
    strong = np.abs(like)
    apart = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(0.4 * diameter) + 1,) * 2)
    peaks = (strong >= cv2.dilate(strong, apart)) & (strong >= LEAST_LIKENESS) & (strong <= 1.01)
    rows, columns = np.nonzero(peaks)
    steps = _steps(flat, rows, columns, diameter)
    places = _refine_peaks(strong, rows, columns)
    spots = Spots(places, steps, strong[rows, columns].astype(float))
    return spots.select(np.abs(steps) >= LEAST_STEP)


@lru_cache(maxsize=8)
def _draw_spot(diameter: float) -> Grey:
    reach = round(0.66 * diameter)
    fine = 8
    across = (np.arange((2 * reach + 1) * fine) + 0.5) / fine - reach - 0.5
    inside = (across[:, None] ** 2 + across[None, :] ** 2 < (diameter / 2) ** 2).astype(np.float32)
    small = cv2.resize(inside, (2 * reach + 1,) * 2, interpolation=cv2.INTER_AREA)
    return np.asarray(220 - 180 * cv2.GaussianBlur(small, (0, 0), 0.8), dtype=np.uint8)


@lru_cache(maxsize=8)
def _disc_and_ring(diameter: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    reach = int(np.ceil(0.75 * diameter))
    dy, dx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(dx, dy) / diameter
    offsets = np.stack([dy, dx], axis=-1)
    return offsets[far < 0.32], offsets[(far > 0.58) & (far < 0.72)]


def _steps(flat: Grey, rows: NDArray[np.intp], columns: NDArray[np.intp], diameter: float) -> Floats:
    """Return how much darker each spot is than the ring around it (median, so that a neighbour does not count)."""
    levels = []
    for offsets in _disc_and_ring(diameter):
        at_rows = np.clip(rows[:, None] + offsets[:, 0], 0, flat.shape[0] - 1)
        at_columns = np.clip(columns[:, None] + offsets[:, 1], 0, flat.shape[1] - 1)
        around = np.sort(flat[at_rows, at_columns], axis=1).astype(float)
        levels.append((around[:, (len(offsets) - 1) // 2] + around[:, len(offsets) // 2]) / 2)
    return np.asarray(levels[1] - levels[0])


def _refine_peaks(strong: NDArray[np.float32], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
    """Return the places (x, y) of the peaks, each axis refined by the parabola through three pixels."""
    inner_rows = np.clip(rows, 1, strong.shape[0] - 2)
    inner_columns = np.clip(columns, 1, strong.shape[1] - 2)
    middle = strong[inner_rows, inner_columns]
    shifts = []
    for row_step, column_step in ((0, 1), (1, 0)):
        before = strong[inner_rows - row_step, inner_columns - column_step]
        after = strong[inner_rows + row_step, inner_columns + column_step]
        curve = np.minimum(before + after - 2 * middle, -1e-6)
        shifts.append(np.clip(0.5 * (before - after) / curve, -0.5, 0.5))
    return np.column_stack([inner_columns + shifts[0], inner_rows + shifts[1]]).astype(float)


Image = NDArray[np.uint8]
Area = tuple[float, float, float, float]

SCALE = 3.0  # pixels a mm of the flat picture
TOGETHER = 0.7  # mm within which two places of a pip's middle are the same
FAINT = 40.0  # grey levels a mm: an edge that is less clear is looked for in the colours too
BESIDE = 0.6  # mm beside an edge that must be seen too
MOST_SPOTS = 96  # the strongest; eight dice with all pips of three faces show fewer
MOST_TRIES = 6  # middles that are looked at closely for each face found


@dataclass(frozen=True, slots=True, eq=False)
class Shots:
    """One still scene under different light: BGR pictures, the same in grey, and the view of the plate.

    `raised` says whether some of the grey pictures are brightened dark ones, with more noise; `in_colour` whether the
    grey pictures hold the strength of a colour.
    """

    colours: Sequence[Image]
    greys: Sequence[Grey]
    view: View
    plate: Plate
    raised: bool = False
    in_colour: bool = False

    def colour_of(self, area: Area, heights: tuple[float, float]) -> "Shots | None":
        """Return the scene with the strength of its main colour as grey pictures; None if there is no colour.

        Only the part between two heights (mm) over an area is computed; the rest is black.
        """
        left, top, right, bottom = area
        corners = np.array([(x, y, z) for x in (left, right) for y in (top, bottom) for z in heights])
        seen = self.view.project(corners)
        height, width = self.greys[0].shape
        low = np.clip(np.floor(seen.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
        high = np.clip(np.ceil(seen.max(axis=0)), 0, (width - 1, height - 1)).astype(int) + 1
        part = slice(low[1], high[1]), slice(low[0], high[0])
        found = colour_strength([picture[part] for picture in self.colours])
        if found is None:
            return None
        greys = [np.zeros((height, width), np.uint8) for _ in found]
        for whole, colour in zip(greys, found, strict=True):
            whole[part] = colour
        return replace(self, greys=greys, in_colour=True)


@dataclass(frozen=True, slots=True, eq=False)
class FacePlane:
    """A plane in which top faces may lie, rectified: its spots (places in mm) and its gradients.

    `area` was rectified, `area_seen` is the part that nothing hides; both are left, top, right, bottom in mm.
    """

    shots: Shots
    height: float
    area: Area
    area_seen: Area
    across: NDArray[np.float32]
    down: NDArray[np.float32]
    spots: Spots

    @property
    def view(self) -> View:
        """The camera's view of the plate."""
        return self.shots.view

    @property
    def plate(self) -> Plate:
        """The plate."""
        return self.shots.plate

    def restrict(self, area: Area) -> "FacePlane":
        """Return the same plane with only this area visible."""
        return replace(self, area_seen=area)


@dataclass(frozen=True, slots=True, eq=False)
class FaceCandidate:
    """A measured face candidate.

    `faces` holds the measurements in each shot and, if there are several, in the darkest of all. The outline combines
    all shots.
    """

    pose: Pose
    faces: tuple[Face, ...]
    outline: Outline
    off: Floats
    """Distance in mm by which the edges (4,) lie farther out than those of a flat die; nan if unknown."""
    spots: NDArray[np.intp]
    """Indices of the plane's spots that lie on the face."""
    in_colour: bool = False
    """Whether it was measured in pictures of the strength of a colour."""

    @property
    def face(self) -> Face:
        """The measurements with the highest likeness."""
        return max(self.faces, key=lambda face: face.likeness)


def flatten_plane(shots: Shots, height: float, area: Area) -> Grey:
    """Return the rectified picture of an area (left, top, right, bottom in mm) of the plane at a height.

    It holds the darkest value of each pixel over all shots.
    """
    return darkest_pixels([shots.view.rectify(grey, height, area, SCALE) for grey in shots.greys])


def analyse_plane(shots: Shots, height: float, area: Area, flat: Grey) -> FacePlane:
    """Find the gradients and the spots of a plane; `flat` is its rectified picture."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 0.8)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=SCALE / 8) for axis in ((1, 0), (0, 1)))
    found = find_spots(flat, shots.plate.pip_diameter * SCALE)
    places = (found.places + 0.5) / SCALE + area[:2]
    spots = Spots(places, found.steps, found.likeness)
    return FacePlane(shots, height, area, area, np.asarray(across, np.float32), np.asarray(down, np.float32), spots)


def candidate_centres(spots: Spots, plate: Plate) -> Iterator[tuple[float, float]]:
    """Yield the places (x, y) about which spots are point-symmetric, as on every face, the best first."""
    if not len(spots):
        return
    if len(spots) > MOST_SPOTS:
        strength = np.abs(spots.steps) * spots.likeness
        spots = spots.select(strength >= np.sort(strength)[-MOST_SPOTS])
    places, dark = spots.places, spots.steps > 0
    spacing = plate.pip_spacing
    first, second = _pairs(len(places))
    apart = places[first] - places[second]
    near = np.hypot(apart[:, 0], apart[:, 1]) < 2 * math.sqrt(2) * spacing + TOGETHER
    near &= dark[first] == dark[second]
    first, second = first[near], second[near]
    centres = np.concatenate([places, (places[first] + places[second]) / 2])
    shade = np.concatenate([dark, dark[first]])
    away = np.hypot(centres[:, :1] - places[:, 0], centres[:, 1:] - places[:, 1])
    inside = (away < math.sqrt(2) * spacing + TOGETHER) & (shade[:, None] == dark)
    # The mirror image of spot k through centre c is 2 c - k: is there a spot?
    about, which = np.nonzero(inside)
    mirrored = 2 * centres[about] - places[which]
    gaps = np.hypot(mirrored[:, :1] - places[:, 0], mirrored[:, 1:] - places[:, 1])
    paired = np.zeros_like(inside)
    paired[about, which] = np.any((gaps < TOGETHER) & inside[about], axis=1)
    strength = np.abs(spots.steps) * spots.likeness
    support = (paired * strength).sum(axis=1) - 0.5 * ((inside & ~paired) * strength).sum(axis=1)
    chosen: list[tuple[float, float]] = []
    for best in np.argsort(-support).tolist():
        x, y = centres[best].tolist()
        if all(math.hypot(x - a, y - b) > TOGETHER for a, b in chosen):
            chosen.append((x, y))
            yield x, y


@lru_cache(maxsize=MOST_SPOTS)
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and the second of each pair of this many spots."""
    first, second = np.triu_indices(count, 1)
    return first, second


def measure_candidate(ground: FacePlane, place: tuple[float, float]) -> FaceCandidate:
    """Measure the face around a centre: first its turn from the edges, then place and turn from pips and edges."""
    return measure_candidates([ground], [place])[0]


def measure_candidates(grounds: Sequence[FacePlane], places: Sequence[tuple[float, float]]) -> list[FaceCandidate]:
    """Measure the faces around centres, as `measure_candidate` does, all together.

    Each has its own part of the plane that nothing hides; in all else `grounds` are one plane.
    """
    if not grounds:
        return []
    ground, plate = grounds[0], grounds[0].plate
    poses = [Pose(*place, _yaw(ground, place), ground.height) for place in places]
    patches = _square_pictures(ground, poses)
    outlines = _keep_visible(find_outlines(patches, plate.die_side), grounds, poses)
    corrections = map(_correction, measure_places(patches.min(axis=1), plate), outlines)
    poses = [pose.move(*moved) for pose, moved in zip(poses, corrections, strict=True)]
    patches = _square_pictures(ground, poses)
    outlines = _keep_visible(_find_outlines(ground, poses, patches), grounds, poses)
    if patches.shape[1] > 1:
        patches = np.concatenate([patches, patches.min(axis=1, keepdims=True)], axis=1)
    faces = measure_faces(patches.reshape(-1, *patches.shape[2:]), plate)
    each = [tuple(faces[k : k + patches.shape[1]]) for k in range(0, len(faces), patches.shape[1])]
    return [_candidate(ground, *parts) for parts in zip(poses, each, outlines, strict=True)]


def _yaw(ground: FacePlane, place: tuple[float, float]) -> float:
    pixel = ((place[0] - ground.area[0]) * SCALE - 0.5, (place[1] - ground.area[1]) * SCALE - 0.5)
    return yaw_at(ground.across, ground.down, pixel, ground.plate.die_side * SCALE)


def _square_pictures(ground: FacePlane, poses: Sequence[Pose]) -> Patch:
    """Return the square pictures (poses, shots, h, w) of these faces."""
    shots = ground.shots
    return np.stack([np.stack([square_picture(grey, shots.view, pose) for grey in shots.greys]) for pose in poses])


def _keep_visible(outlines: Sequence[Outline], grounds: Sequence[FacePlane], poses: Sequence[Pose]) -> list[Outline]:
    """Return the outlines of these faces with only the edges that nothing hides."""
    return [*map(keep_edges, outlines, _find_visible(grounds, poses))]


def _candidate(ground: FacePlane, pose: Pose, faces: tuple[Face, ...], outline: Outline) -> FaceCandidate:
    own = np.abs(pose.from_plane(ground.spots.places)).max(axis=1) < ground.plate.die_side / 2 - 1.0
    dark_pips = max(faces, key=lambda face: face.likeness).step > 0
    grows = edge_bloom(outline.slopes, dark_pips=dark_pips, in_colour=ground.shots.in_colour)
    if ground.plate.room_lit:
        ratios = COLOUR_RATIO if ground.shots.in_colour else outline.ratios
        grows = grows * bloom_in_room(ground.view, pose.height, ratios)
    off = edge_offsets(ground.view, ground.plate, pose, outline, grows)
    return FaceCandidate(pose, faces, outline, off, np.flatnonzero(own), ground.shots.in_colour)


def _find_outlines(ground: FacePlane, poses: Sequence[Pose], patches: Patch) -> list[Outline]:
    """Return the outlines in grey; if one is faint, in any channel: a red die can be as bright as green felt."""
    clear = mask_slots(ground.view, ground.plate, poses)
    outlines = find_outlines(patches, ground.plate.die_side, clear)
    for which, (outline, pose) in enumerate(zip(outlines, poses, strict=True)):
        # An edge that is nan is not clear either.
        if not np.all(np.abs(outline.slopes) > FAINT):
            coloured = [square_picture(picture, ground.view, pose) for picture in ground.shots.colours]
            channels = [picture[..., channel] for picture in coloured for channel in range(3)]
            outlines[which] = find_outline([*patches[which], *channels], ground.plate.die_side, clear[which])
    return outlines


def _find_visible(grounds: Sequence[FacePlane], poses: Sequence[Pose]) -> NDArray[np.bool_]:
    """Return which edges of the faces (faces, 4) lie entirely in the visible areas, with a margin outside them."""
    on_planes = np.stack([pose.to_plane() for pose in poses])[:, :2].transpose(0, 2, 1)
    places = _edge_ends(grounds[0].plate.die_side) @ on_planes
    areas = np.array([ground.area_seen for ground in grounds])[:, None]
    inside = (places > areas[..., :2]) & (places < areas[..., 2:])
    return np.asarray(inside.reshape(-1, 4, 4).all(axis=2))


@lru_cache(maxsize=4)
def _edge_ends(side: float) -> Floats:
    """Return the places (8, 3: x and y in mm, and 1) beside both ends of a face's four edges, in its own axes."""
    away = side / 2 + BESIDE
    ends = np.array([(away, -ALONG), (away, ALONG), (-ALONG, away), (ALONG, away)])
    return np.column_stack([np.concatenate([ends, -ends]), np.ones(8)])


def _correction(of_pips: tuple[Floats, float], outline: Outline) -> tuple[float, float, float]:
    (right, down), pips_turned = of_pips[0].tolist(), of_pips[1]
    turned = nan_median(outline.turns)
    if np.count_nonzero(np.isfinite(outline.turns)) < 2 and math.isfinite(pips_turned):
        turned = pips_turned
    return _clip(right, 1.0), _clip(down, 1.0), _clip(0.0 if math.isnan(turned) else turned, 8.0)


def _clip(value: float, most: float) -> float:
    return max(-most, min(most, float(value)))
