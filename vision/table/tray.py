"""Read the open tray: any number of dice that people threw by hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Doubt, SceneNote
from vision.table.lean import compare_with_leans
from vision.table.locate import (
    SCALE,
    FaceCandidate,
    FacePlane,
    Grey,
    Shots,
    analyse_plane,
    candidate_centres,
    flatten_plane,
    measure_candidate,
)
from vision.table.occlusion import MOST_OF_BORDER, find_hidden_border
from vision.table.outline import keep_edges
from vision.table.picture_edge import doubt_clipped_dice, find_clipped_bodies, is_square_in_view
from vision.table.plate import Plate
from vision.table.shape import squareness
from vision.table.tray_bodies import SCALE as BODY_SCALE
from vision.table.tray_bodies import Body, box_of, find_unexplained, mask_taken_tray, tray_area, tray_edges
from vision.table.verdict import LEAST_STEP, describe_die, doubt_die

MOST_DICE = 12
MOST_LOOKS = 60
LIKELY_FACE = 0.8
NEARLY_SQUARE = 0.6  # mm
LIKE_PIP = 0.8
RATHER_FLAT = 0.5  # squared standard deviations; flat dice had 1.3 and more, leaning ones 0.3 and less
FLAT_AMONG_OTHERS = 1.5  # the same of dice that others touch
BARE = 0.8 * LEAST_STEP  # grey levels; noise and felt have less
SURELY_FACE = 0.9  # likeness from which a face is one though not all of its edges are a die's
SURELY_PIP = 0.85  # likeness that coins and buttons do not reach
PIECE = 1.0  # of a face; what is smaller and touches a die in doubt is a piece of it
LARGE = 1500.0  # square mm of something in the tray that is a hand or a sheet; two dice that touch hide 900
PLAIN = 700.0  # the same of what shows no pips; a coin hides 350
MAYBE_PIP = 0.72  # likeness of pips seen from beside
MOST_OF_A_DIE = 3.0  # of a face; dice that leaned by 40 degrees hid 2.7, two that touch 3.4
NEAR = 30.0  # mm between the middles of dice that may touch
BETWEEN = 3.0  # mm between dice whose edges cannot be distinguished
NO_EDGE = np.zeros(4, bool)
WALL = 3.0  # mm along the tray's walls where no pip's middle lies


def read_tray(shots: Shots) -> tuple[list[Die], list[SceneNote]]:
    """Return the dice in the tray, from left to right, and notes on what else lies there.

    Nothing is left out: a body with pips but without a readable face is a die in doubt, anything else is foreign.
    """
    plate, area = shots.plate, tray_area(shots.plate)
    flat = flatten_plane(shots, plate.tray_top_face, area)
    if plate.taken:
        taken = mask_taken_tray(shots, plate.tray_top_face, SCALE)
        flat = np.where(taken, np.uint8(np.median(flat[~taken])), flat)
    edges, hidden = tray_edges(shots), find_hidden_border(shots.colours, shots.view, plate)
    if is_bare(flat, plate.pip_diameter * SCALE) and not edges.any():
        return [], [_hand(shots, hidden)] if len(hidden) > MOST_OF_BORDER else []
    ground = analyse_plane(shots, plate.tray_top_face, area, flat)
    faces = _faces(ground)
    dice = [_describe(ground, found, apart) for found, apart in separate_touching(ground, faces)]
    if not is_square_in_view(shots, area, plate.tray_floor):
        cut, edges = find_clipped_bodies(shots, edges)
        dice = doubt_clipped_dice(shots, cut, faces, dice)
        edges &= cut == 0
    notes = []
    for found in faces:
        hidden = hidden[np.hypot(*(hidden - (found.pose.x, found.pose.y)).T) > plate.die_side]
    bodies = find_unexplained(shots, edges, faces)
    plain = [body for body in bodies if not _pips_on(ground, body)]
    reaches_in = len(hidden) > (1 if plain else MOST_OF_BORDER)
    if reaches_in or any(body.size > (PLAIN if body in plain else LARGE) for body in bodies):
        notes.append(_hand(shots, hidden))
    for body in bodies:
        shadow = plate.room_lit  # of a die, on white paper
        if body.size < PIECE * plate.die_side**2 and any(shadow or dice[which].doubt for which in body.beside):
            continue
        box = box_of(shots, body.mask)
        if body not in plain:
            several = body.size > MOST_OF_A_DIE * plate.die_side**2
            dice.append(doubt_die(box, None, "double" if body.beside or several else "cocked"))
        elif not notes or notes[0].what != "hand":
            notes.append(SceneNote("foreign", None, box))
    return sorted(dice, key=lambda die: die.box), notes


def _hand(shots: Shots, hidden: NDArray[np.float64]) -> SceneNote:
    """Return the note of a hand over these places (n, 2) of the tray's border, in mm, or over the whole tray."""
    plate = shots.plate
    left, top, right, bottom = tray_area(plate)
    places = hidden if len(hidden) else np.array([(left, top), (right, top), (left, bottom), (right, bottom)])
    seen = shots.view.project(np.column_stack([places, np.full(len(places), plate.tray_floor)]))
    (x0, y0), (x1, y1) = seen.min(axis=0).tolist(), seen.max(axis=0).tolist()
    return SceneNote("hand", None, (x0, y0, x1, y1))


def is_bare(flat: Grey, diameter: float) -> bool:
    """Return whether nothing of a pip's size (its diameter in pixels) stands out in the tray, away from its walls.

    This saves the search for spots in an empty tray, which is the usual case.
    """
    inner, outer = (2 * round(share * diameter) + 1 for share in (0.2, 0.7))
    smooth, around = cv2.blur(flat, (inner, inner)), np.ones((outer, outer), np.uint8)
    inside = slice(round(WALL * SCALE), -round(WALL * SCALE))
    stand_out = (cv2.morphologyEx(smooth, hat, around) for hat in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT))
    return all(int(hat[inside, inside].max()) < BARE for hat in stand_out)


def _faces(ground: FacePlane) -> list[FaceCandidate]:
    """Return the likely faces, the best first; the spots of one face are not available to later ones.

    Faces with a complete outline come before those that touch others.
    """
    plate, spots, faces = ground.plate, ground.spots, list[FaceCandidate]()
    free = (spots.likeness > LIKE_PIP) & (np.abs(spots.steps) > LEAST_STEP)
    crowded = list[FaceCandidate]()
    for place in islice(candidate_centres(spots, plate), MOST_LOOKS):
        if not free.any() or len(faces) == MOST_DICE:
            break
        near = np.hypot(*(spots.places - place).T) < 0.5 * plate.die_side
        if not (near & free).any() or any(_measure_gap(place, found) < 0.8 * plate.die_side for found in faces):
            continue
        found = measure_candidate(ground, place)
        if found.face.likeness > LIKELY_FACE and squareness(found.off) < NEARLY_SQUARE:
            free[found.spots] = False
            faces.append(found)
        elif found.face.likeness > SURELY_FACE:
            crowded.append(found)
    for found in crowded:
        if len(faces) == MOST_DICE or not free[found.spots].any():
            continue
        if any(_measure_gap((found.pose.x, found.pose.y), other) < 0.95 * plate.die_side for other in faces):
            continue
        part, alone = separate_touching(ground, [found, *faces])[0]
        if not alone and squareness(part.off) < NEARLY_SQUARE:
            free[found.spots] = False
            faces.append(found)
    return faces


def separate_touching(ground: FacePlane, faces: Sequence[FaceCandidate]) -> list[tuple[FaceCandidate, bool]]:
    """Return each face without the edges that another die touches, and whether it has no such edges."""
    parts = []
    for found in faces:
        others = [one for one in faces if one is not found and _measure_gap((one.pose.x, one.pose.y), found) < NEAR]
        touched = np.any([_find_touched(ground.plate, found, other) for other in others], axis=0) if others else NO_EDGE
        outline = keep_edges(found.outline, ~touched)
        parts.append((replace(found, outline=outline, off=np.where(touched, np.nan, found.off)), not touched.any()))
    return parts


def _find_touched(plate: Plate, found: FaceCandidate, other: FaceCandidate) -> NDArray[np.bool_]:
    """Return which edges of a face (4,) are too close to another die to be distinguished from its edges."""
    half = plate.die_side / 2
    along, out = np.meshgrid((-0.8 * half, -0.4 * half, 0.0, 0.4 * half, 0.8 * half), (half + 0.5, half + BETWEEN))
    ends = np.stack([out.ravel(), along.ravel()], axis=-1)
    sides = np.stack([ends, ends[:, ::-1], -ends, -ends[:, ::-1]])
    places = sides.reshape(-1, 2) @ found.pose.to_plane()[:2, :2].T + (found.pose.x, found.pose.y)
    places = other.pose.from_plane(places)
    return np.asarray((np.abs(places).max(axis=1) < half).reshape(4, -1).any(axis=1))


def _describe(ground: FacePlane, found: FaceCandidate, alone: bool) -> Die:
    if ground.plate.room_lit:
        # White paper is about as bright as light dice, so that edges tell little: the pips' rows tell of a lean.
        found = replace(found, off=np.zeros(4))
    die = describe_die(ground, found, None, _leans(ground, found, alone))
    return replace(die, doubt="double") if die.doubt in {"cocked", "hidden"} and not alone else die


def _pips_on(ground: FacePlane, body: Body) -> bool:
    """Return whether a body has one spot that is certainly a pip, or two that may be pips."""
    spots, plate, lens = ground.spots, ground.plate, ground.view.camera
    likely = (spots.likeness > MAYBE_PIP) & (np.abs(spots.steps) > LEAST_STEP)
    share = (lens[2] - plate.tray_floor) / (lens[2] - ground.height)
    on_floor = lens[:2] + (spots.places[likely] - lens[:2]) * share
    columns, rows = ((on_floor - tray_area(plate)[:2]) * BODY_SCALE).astype(int).T
    height, width = body.mask.shape
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    on_body = spots.likeness[likely][inside][body.mask[rows[inside], columns[inside]]]
    return len(on_body) > 1 or bool(np.any(on_body > SURELY_PIP))


def _leans(ground: FacePlane, found: FaceCandidate, alone: bool) -> Doubt | None:
    """Return the doubt about a face whose pips and edges do not indicate that it lies flat."""
    least = RATHER_FLAT if alone else FLAT_AMONG_OTHERS
    return "cocked" if compare_with_leans(ground.view, ground.plate, found) < least else None


def _measure_gap(place: tuple[float, float], found: FaceCandidate) -> float:
    return float(np.hypot(place[0] - found.pose.x, place[1] - found.pose.y))
