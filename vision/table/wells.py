"""Read the six wells: one die in each, or a note."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice

import numpy as np

from vision.reading import Die, Doubt, SceneNote
from vision.table.body_colour import body_mismatch
from vision.table.floor import floor_in_view, stray_light
from vision.table.lean import flat_rather_than_leaning, surely_flat
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
from vision.table.picture_edge import clipped_die, square_in_view
from vision.table.plate import Plate
from vision.table.rectify import View
from vision.table.shape import lean_angle, squareness
from vision.table.verdict import LEAST_STEP, MOST_GLARE, describe_die, doubtful_die, looks_like_die
from vision.table.well_contents import box_of_well, is_saturated, object_in_well

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
TWO_EDGES_LEAN = 2.4  # the same where only two are; of 6,900 dice that leaned none was read because it is not 2.0
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
        if number in wells and square_in_view(shots, _square(centre, plate.well_side / 2), plate.well_floor)
    }
    grounds = {number: ground.within(_opening(view, plate, centre)) for number, centre in centres.items()}
    likely = dict(zip(centres, best_faces([*grounds.values()], [*centres.values()]), strict=True))
    for number, centre in enumerate(plate.well_centres, start=1):
        if number not in wells:
            continue
        if number not in centres:
            dice.append(clipped_die(shots, box_of_well(view, plate, number), number))
            continue
        bare = grounds[number]
        here, found = _in_best_light(bare, centre, likely[number])
        if found is not None and looks_like_die(found) and _pips_in_well(here, centre):
            die = describe_die(here, found, number, _crowded(here, found, centre))
            dice.append(replace(die, doubt="hidden") if die.doubt and cover.hand and cover.touches(number) else die)
            continue
        thing = object_in_well(shots.greys, view, plate, number)
        place = thing or box_of_well(view, plate, number)
        if is_saturated(shots.greys, place) or (found is not None and found.faces[-1].glare > MOST_GLARE):
            dice.append(doubtful_die(place, number, "glare"))
        elif cover.hand or cover.over(number):
            dice.append(doubtful_die(place, number, "hidden"))
        elif thing is not None and _pips_in_well(bare, centre):
            dice.append(doubtful_die(thing, number, "cocked"))
        else:
            notes.append(SceneNote("empty-well" if thing is None else "foreign", number, thing))
    return dice, notes


def _in_best_light(
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
    ground = analyse_plane(shots, plate.well_top, area, flat).within(ground.area_seen)
    return ground, best_face(ground, centre)


def best_face(ground: FacePlane, centre: tuple[float, float]) -> FaceCandidate | None:
    """Return the likeliest face in the well around a centre; None if no spot lies there."""
    return best_faces([ground], [centre])[0]


def best_faces(grounds: Sequence[FacePlane], centres: Sequence[tuple[float, float]]) -> list[FaceCandidate | None]:
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
    inside = np.abs(ground.spots.places - centre).max(axis=1) < plate.well_side / 2
    most = plate.well_side / 2 - plate.die_side / 2 + 1.0
    for x, y in islice(candidate_centres(ground.spots.where(inside), plate), MOST_TRIES):
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


def _crowded(ground: FacePlane, found: FaceCandidate, centre: tuple[float, float]) -> Doubt | None:
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
    if ground.shots.raised and (
        lean_angle(off) > RAISED_LEAN or flat_rather_than_leaning(ground.view, plate, found) < 0
    ):
        return "cocked"
    if not np.isfinite(off).all():
        bare = floor_in_view(ground.view, plate, pose, centre)
        # In pictures of colour strength the check above has covered all of the die.
        stray = 0.0 if ground.shots.in_colour else stray_light(ground.shots.greys, ground.view, plate, found, bare)
        bright, seen = found.face.step > 0, np.count_nonzero(np.isfinite(off))
        most = DARK_LEAN if not bright else THREE_EDGES_LEAN if seen > 2 else TWO_EDGES_LEAN
        if stray > (MOST_DIRT if bright else MOST_STRAY_PIPS):
            return "cocked"
        if (lean_angle(off) > most or stray > MOST_STRAY_LIGHT) and not surely_flat(ground.view, plate, found):
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
