"""Read the six wells: one die in each, or a note."""

import math
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Doubt, SceneNote
from vision.table.face import REACH, SCALE, Pose, pip_disc, square_picture
from vision.table.lean import compare_with_leans, is_surely_flat
from vision.table.lights import darkest_pixels, percentile
from vision.table.locate import (
    MOST_TRIES,
    Area,
    FaceCandidate,
    FacePlane,
    Shots,
    analyse_plane,
    candidate_centres,
    flatten_plane,
    measure_candidate,
    measure_candidates,
)
from vision.table.occlusion import well_occlusion
from vision.table.picture_edge import clip_die, is_square_in_view
from vision.table.plate import Plate
from vision.table.rectify import View
from vision.table.shape import lean_angle, squareness
from vision.table.verdict import LEAST_STEP, MOST_GLARE, MOST_LEAN_IN_ROOM, describe_die, doubt_die, looks_like_die
from vision.table.well_contents import box_of_well, is_lid_off, is_saturated, object_in_well

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

MARGIN = 1.0  # mm beyond the expected body that may still be of its colour: blur, rounding, a slightly wrong place
INSIDE = 0.7  # mm within the expected body that may be of another colour
WALL = 1.5  # mm round what is seen of a well that are wall
FRINGE = 0.5  # mm along it that are not sharp
LEAST_COLOUR = 9.0  # grey levels that the face's colours differ by from grey; below it colour shows nothing
SMOOTH, SMOOTH_IN_ROOM = 3, 7  # pixels of a square picture over which colour is averaged
LIKE_BODY = 0.3  # of the face's own colour: side faces in shade have less of it
UNLIKE_BODY = 0.12


def body_mismatch(shots: Sequence[Image], view: View, plate: Plate, pose: Pose, seen: Area) -> tuple[float, float]:
    """Return the area in square mm of the die's colour outside an upright die, and the area missing inside it.

    `shots` are BGR pictures, or grey ones of the strength of a colour. `seen` is the visible part of the face's plane
    (left, top, right, bottom in mm). Both areas are 0 for grey, black and white dice.
    """
    patch = square_picture(shots[0], view, pose).astype(np.float32)
    for shot in shots[1:]:
        patch += square_picture(shot, view, pose)
    patch /= len(shots)
    smooth = SMOOTH_IN_ROOM if plate.room_lit else SMOOTH
    likeness = _likeness(patch, mask_plain_face(plate.die_side, plate.pip_diameter), smooth)
    if likeness is None:
        return 0.0, 0.0
    body = silhouette(view, plate, pose)
    beside = (likeness > LIKE_BODY) & (cv2.dilate(body, round_mask(MARGIN)) == 0)
    sides = (likeness < UNLIKE_BODY) & _mask_beside(plate.die_side) & (cv2.erode(body, round_mask(INSIDE)) > 0)
    # The neighbour's die behind the wall is none of this one.
    more, less = (_area_within(pose, pixels, seen, beyond) for pixels, beyond in ((beside, WALL), (sides, -FRINGE)))
    return more, less


def _likeness(patch: NDArray[np.float32], face: Mask, smooth: int) -> NDArray[np.float32] | None:
    """Return how much of the face's colour each pixel (h, w) has, 1 being all of it, None where the face has none.

    It is the mean of `smooth` pixels each way.
    """
    if patch.ndim == 2:
        return np.asarray(cv2.blur(patch, (smooth, smooth)) / max(percentile(patch[face], 50.0), 1.0), np.float32)
    # How far red and green stand above blue: white light that is added changes neither.
    blue, green, red = patch[face].T
    reddish, greenish = percentile(red - blue, 50.0), percentile(green - blue, 50.0)
    strength = math.hypot(reddish, greenish)
    if strength < LEAST_COLOUR:
        return None
    weights = np.array([[-reddish - greenish, greenish, reddish]]) / strength**2
    return np.asarray(cv2.blur(cv2.transform(patch, weights), (smooth, smooth)), np.float32)


@lru_cache(maxsize=4)
def mask_plain_face(side: float, diameter: float) -> Mask:
    """Return the part of the square picture that is face and never pip: strips between the rows, and the rim."""
    x, y = np.abs(places()).transpose(2, 0, 1)
    return np.asarray(
        (np.maximum(x, y) < side / 2 - 0.8) & (np.minimum(x, y) > diameter / 2 + 0.2) & (x + y < side / 2)
    )


def silhouette(view: View, plate: Plate, pose: Pose) -> Image:
    """Return where in a square picture (h, w) the whole of an upright die is seen (255), or not (0)."""
    half = plate.die_side / 2
    top = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    x, y, height = view.camera
    foot = pose.from_plane(np.array([[x, y]]))
    bottom = foot + (top - foot) * (height - pose.height) / (height - pose.height + plate.die_side)
    hull = cv2.convexHull((((np.concatenate([top, bottom]) + REACH) * SCALE - 0.5) * 16).round().astype(np.int32))
    mask = np.zeros((round(2 * REACH * SCALE),) * 2, np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(hull), 255, shift=4)
    return mask


@lru_cache(maxsize=4)
def round_mask(reach: float) -> Image:
    """Return a disc of this radius in mm of a square picture, to widen or narrow a mask with."""
    size = 2 * round(reach * SCALE) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), dtype=np.uint8)


@lru_cache(maxsize=1)
def places() -> NDArray[np.float64]:
    """Return where the pixels of a square picture lie (h, w, 2) in mm from its middle."""
    across = (np.arange(round(2 * REACH * SCALE)) + 0.5) / SCALE - REACH
    return np.stack(np.meshgrid(across, across), axis=-1)


@lru_cache(maxsize=4)
def _mask_beside(side: float) -> Mask:
    return np.asarray(np.abs(places()).max(axis=-1) > side / 2 + 0.3)


def _area_within(pose: Pose, pixels: Mask, area: Area, beyond: float) -> float:
    """Return how many square mm of a square picture's pixels (h, w) lie in an area, or less than `beyond` outside it.

    The area (left, top, right, bottom in mm) is one of the face's plane.
    """
    chosen = np.flatnonzero(pixels)
    if not len(chosen):
        return 0.0
    on_plane = places().reshape(-1, 2)[chosen] @ pose.to_plane()[:2, :2].T + (pose.x, pose.y)
    left, top, right, bottom = area
    low, high = (left - beyond, top - beyond), (right + beyond, bottom + beyond)
    return np.count_nonzero(((on_plane > low) & (on_plane < high)).all(axis=-1)) / SCALE**2


Grey = NDArray[np.uint8]

RIM = 2.0  # mm along the walls
FLOOR_MARGIN = 1.0  # mm beyond the upright die's outline
STRAY_LIKE_BODY = 0.3  # of the way from the floor's light to the face's: the lid's veil under one light comes less far
IN_SHADE = 20.0  # grey levels that a side is brighter than the floor where two lights take the veil away
STRAY_LIKE_PIP = 0.4  # of the pips' step
LEAST_CONTRAST = 55.0  # grey levels between face and floor where two lights take the lid's veil away
CLEAR_CONTRAST = 110.0  # the same under one light: the veil has less
USUAL_FLOOR = 30.0  # per cent: the level of the floor, also where part of it is hidden
LEAST_FLOOR = 4.0  # square mm that show the floor's level


def floor_in_view(view: View, plate: Plate, pose: Pose, centre: tuple[float, float]) -> Mask:
    """Return a mask of a face's square picture (h, w) where the floor of its well is visible through the clear lid."""
    on_plane = places() @ pose.to_plane()[:2, :2].T + (pose.x, pose.y)
    x, y, height = view.camera
    on_floor = (x, y) + (on_plane - (x, y)) * ((height - plate.well_floor) / (height - pose.height))
    inside = np.abs(on_floor - centre).max(axis=-1) < plate.well_side / 2 - RIM
    return np.asarray(inside & plate.find_visible(view.camera, on_plane, pose.height, centre, 0.0))


def stray_light(shots: Sequence[Grey], view: View, plate: Plate, found: FaceCandidate, floor: Mask) -> float:
    """Return the area in square mm beside an upright die that is as bright as the side of a leaning one.

    `shots` are grey pictures; `floor` is a mask of the face's square picture where bare floor should be visible. A die
    with dark pips is brighter than the floor, and so are its sides; for a die with light pips the pips on its sides
    count. The result is 0 if the face hardly differs from the floor, or if hardly any floor is visible.
    """
    beside = floor & (cv2.dilate(silhouette(view, plate, found.pose), round_mask(FLOOR_MARGIN)) == 0)
    if np.count_nonzero(beside) < LEAST_FLOOR * SCALE**2:
        return 0.0
    patch = darkest_pixels([square_picture(shot, view, found.pose) for shot in shots])
    if found.face.step < 0:
        opened = cv2.morphologyEx(patch, cv2.MORPH_OPEN, pip_disc(plate.pip_diameter))
        return np.count_nonzero((patch - opened > STRAY_LIKE_PIP * -found.face.step) & beside) / SCALE**2
    smooth = np.asarray(cv2.blur(patch.astype(np.float32), (3, 3)))
    level = percentile(smooth[beside], USUAL_FLOOR)
    contrast = percentile(smooth[mask_plain_face(plate.die_side, plate.pip_diameter)], 50.0) - level
    if contrast < (LEAST_CONTRAST if len(shots) > 1 else CLEAR_CONTRAST):
        return 0.0
    lit = min(IN_SHADE, STRAY_LIKE_BODY * contrast) if len(shots) > 1 else STRAY_LIKE_BODY * contrast
    return np.count_nonzero((smooth - level > lit) & beside) / SCALE**2


LIKELY_FACE = 0.93  # likeness from which a middle is a face's and no other is looked at
NEARLY_SQUARE = 0.35  # mm
MOST_STRAY = 1.5  # square mm of the die's colour where no upright die has any; dirt above flat ones had 2 at most
MOST_STRAY_LIGHT = 3.0  # square mm as bright as a grey or white die, where no upright one has any
MOST_DIRT = 20.0  # the same where the face is surely flat: dirt on the lid shines too, but not on a whole side
MOST_STRAY_PIPS = 0.8  # the same as bright as the pips of a dark die
MOST_OUTSIDE = 0.3  # mm by which a face's corner may seem to lie in a wall
MOST_LACKING = 1.5  # square mm of side face that ought to be seen and is not: it leans, or lies in deep shadow
SOME_LEAN = 4.3  # degrees of leaning by the edges that make it leaning
THREE_EDGES_LEAN = 3.6  # degrees; flat bright dice of which three edges are seen came to 3.4
TWO_EDGES_LEAN = 2.4  # the same where only two are; of 6,900 leaning dice none was read that 2.0 would doubt
DARK_LEAN = 2.0  # the same for a dark die
SURELY_PIP = 0.85  # likeness that screws, buttons and coins do not reach
LIKE_PIP = 0.8  # likeness of a spot beside the face that is another face's pip
PIP_STEP = 0.4  # of the face's own step
BEYOND_WELL = 3.0  # mm that are looked at beyond a well's walls
RAISED_LEAN = 4.4  # degrees of leaning by the edges that make it leaning where noise is raised too


def read_wells(shots: Shots, wells: Container[int | None] = range(1, 7)) -> tuple[list[Die], list[SceneNote]]:
    """Return the die in each of these wells, in order, and notes on the wells without a die.

    A well that the picture's edge cuts, or that a hand covers, counts as neither empty nor foreign: it has a die in
    doubt.
    """
    view, plate = shots.view, shots.plate
    block = _block(plate)
    ground = analyse_plane(shots, plate.well_top, block, flatten_plane(shots, plate.well_top, block))
    cover = well_occlusion(shots.colours, view, plate)
    dice: list[Die] = []
    notes = [SceneNote("hand")] if cover.hand else []
    centres = {
        number: centre
        for number, centre in enumerate(plate.well_centres, start=1)
        if number in wells and is_square_in_view(shots, _square(centre, plate.well_side / 2), plate.well_floor)
    }
    grounds = {number: ground.restrict(_opening(view, plate, centre)) for number, centre in centres.items()}
    likely = dict(zip(centres, find_best_faces([*grounds.values()], [*centres.values()]), strict=True))
    for number, centre in enumerate(plate.well_centres, start=1):
        if number not in wells:
            continue
        if number not in centres:
            dice.append(clip_die(shots, box_of_well(view, plate, number), number))
            continue
        if is_lid_off(shots.greys, view, plate, number):
            notes.append(SceneNote("lid-off", number, box_of_well(view, plate, number)))
        bare = grounds[number]
        here, found = _remeasure(bare, centre, likely[number])
        if found is not None and looks_like_die(found) and _pips_in_well(here, centre):
            die = describe_die(here, found, number, _doubt_crowded(here, found, centre))
            dice.append(replace(die, doubt="hidden") if die.doubt and cover.hand and cover.touches(number) else die)
            continue
        thing = object_in_well(shots.greys, view, plate, number)
        place = thing or box_of_well(view, plate, number)
        if is_saturated(shots.greys, place) or (found is not None and found.faces[-1].glare > MOST_GLARE):
            dice.append(doubt_die(place, number, "glare"))
        elif cover.hand or cover.covers(number):
            dice.append(doubt_die(place, number, "hidden"))
        elif thing is not None and _pips_in_well(bare, centre):
            dice.append(doubt_die(thing, number, "cocked"))
        else:
            empty = SceneNote("empty-well", number, box_of_well(view, plate, number) if plate.taken else None)
            notes.append(empty if thing is None else SceneNote("foreign", number, thing))
    return dice, notes


def _remeasure(
    ground: FacePlane, centre: tuple[float, float], found: FaceCandidate | None
) -> tuple[FacePlane, FaceCandidate | None]:
    """Return the likeliest face in the well around a centre, found in grey, and the plane in which it is seen best.

    A face with light pips is measured by the strength of its colour, if it has one: reflections on the lid, the edges
    of its slots and the pips of other faces do not show there.
    """
    if found is None or found.face.step > 0:
        return ground, found
    plate = ground.plate
    area = _square(centre, plate.well_side / 2 + BEYOND_WELL)
    shots = ground.shots.colour_of(area, (plate.well_floor, plate.lid))
    if shots is None:
        return ground, found
    flat = flatten_plane(shots, plate.well_top, area)
    ground = analyse_plane(shots, plate.well_top, area, flat).restrict(ground.area_seen)
    return ground, find_best_face(ground, centre)


def find_best_face(ground: FacePlane, centre: tuple[float, float]) -> FaceCandidate | None:
    """Return the likeliest face in the well around a centre; None if no spot lies there."""
    return find_best_faces([ground], [centre])[0]


def find_best_faces(grounds: Sequence[FacePlane], centres: Sequence[tuple[float, float]]) -> list[FaceCandidate | None]:
    """Return the likeliest face in the well around each centre; None if no spot lies there.

    The first middle in each well is nearly always a face's: these are measured together.
    """
    tries = [_tries(ground, centre) for ground, centre in zip(grounds, centres, strict=True)]
    first = {well: place for well, places in enumerate(tries) if (place := next(places, None))}
    found = dict(zip(first, measure_candidates([grounds[well] for well in first], [*first.values()]), strict=True))
    return [
        _best_of(chain([found[well]], map(partial(measure_candidate, ground), places))) if well in found else None
        for well, (ground, places) in enumerate(zip(grounds, tries, strict=True))
    ]


def _tries(ground: FacePlane, centre: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield the likely middles of faces in the well around a centre, the best first."""
    plate = ground.plate
    inside = np.abs(ground.spots.places - centre).max(axis=1) < plate.well_side / 2 - WALL
    most = plate.well_side / 2 - plate.die_side / 2 + 1.0
    for x, y in islice(candidate_centres(ground.spots.select(inside), plate), MOST_TRIES):
        if max(abs(x - centre[0]), abs(y - centre[1])) <= most:
            yield x, y


def _best_of(candidates: Iterable[FaceCandidate]) -> FaceCandidate | None:
    """Return the first candidate that is surely a face, or else the likeliest."""
    best: tuple[float, FaceCandidate | None] = (-np.inf, None)
    for found in candidates:
        off = squareness(found.off)
        if found.face.likeness > LIKELY_FACE and off < NEARLY_SQUARE:
            return found
        best = max(best, (found.face.likeness - min(off, 1.0), found), key=lambda pair: pair[0])
    return best[1]


def _pips_in_well(ground: FacePlane, centre: tuple[float, float]) -> bool:
    """Return whether a well holds at least one spot that is certainly a pip."""
    inside = np.abs(ground.spots.places - centre).max(axis=1) < ground.plate.well_side / 2
    return bool(np.any(inside & (ground.spots.likeness > SURELY_PIP) & (np.abs(ground.spots.steps) > LEAST_STEP)))


def _doubt_crowded(ground: FacePlane, found: FaceCandidate, centre: tuple[float, float]) -> Doubt | None:
    """Return the doubt about one flat die in this well: more body, or more pips, than one die can show."""
    plate, pose = ground.plate, found.pose
    places, steps = ground.spots.places, ground.spots.steps * np.sign(found.face.step)
    others = np.abs(places - centre).max(axis=1) < plate.well_side / 2
    others &= (steps > PIP_STEP * abs(found.face.step)) & (ground.spots.likeness > LIKE_PIP)
    others[found.spots] = False
    if np.count_nonzero(others) > 1:
        return "double"
    off = found.off
    pictures = ground.shots.greys if ground.shots.in_colour else ground.shots.colours
    more, less = body_mismatch(pictures, ground.view, plate, pose, ground.area_seen)
    lacks = less > MOST_LACKING and lean_angle(off) > SOME_LEAN
    if others.any() or more > MOST_STRAY or lacks:
        return "cocked"
    if ground.shots.raised and (lean_angle(off) > RAISED_LEAN or compare_with_leans(ground.view, plate, found) < 0):
        return "cocked"
    if not np.isfinite(off).all():
        bare = floor_in_view(ground.view, plate, pose, centre)
        # In pictures of colour strength the check above has covered all of the die.
        stray = 0.0 if ground.shots.in_colour else stray_light(ground.shots.greys, ground.view, plate, found, bare)
        bright, seen = found.face.step > 0, np.count_nonzero(np.isfinite(off))
        most = DARK_LEAN if not bright else THREE_EDGES_LEAN if seen > 2 else TWO_EDGES_LEAN
        most = MOST_LEAN_IN_ROOM if plate.room_lit else most
        if stray > (MOST_DIRT if bright else MOST_STRAY_PIPS):
            return "cocked"
        if (lean_angle(off) > most or stray > MOST_STRAY_LIGHT) and not is_surely_flat(ground.view, plate, found):
            return "cocked"
    # A die has round corners: a turned one can lie closer to the wall than one with sharp corners.
    inner = plate.die_side / 2 - plate.corner_radius
    corners = np.array([(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)])
    places = corners @ pose.to_plane()[:2, :2].T + (pose.x, pose.y)
    reach = np.abs(places - centre).max() + plate.corner_radius
    return "cocked" if reach > plate.well_side / 2 + MOST_OUTSIDE else None


def _opening(view: View, plate: Plate, centre: tuple[float, float]) -> Area:
    """Return the part of the plane of top faces that a well's walls do not hide."""
    x, y, height = view.camera
    half, share = plate.well_side / 2, (height - plate.well_top) / (height - plate.lid)
    left, top, right, bottom = _square(centre, half)
    over = x + (left - x) * share, y + (top - y) * share, x + (right - x) * share, y + (bottom - y) * share
    return max(left, over[0]), max(top, over[1]), min(right, over[2]), min(bottom, over[3])


def _square(centre: tuple[float, float], half: float) -> Area:
    """Return the square around a centre with this half side."""
    return centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half


def _block(plate: Plate) -> Area:
    """Return the area of all wells."""
    xs, ys = zip(*plate.well_centres, strict=True)
    reach = plate.well_side / 2 + 1.0
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
