"""The verdict on a face: a value if all measurements agree, else a doubt."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Die, Doubt
from vision.table.face import Face, Pose
from vision.table.lean import is_surely_flat, is_surely_leaning
from vision.table.locate import FaceCandidate, FacePlane
from vision.table.outline import nan_median
from vision.table.plate import Plate
from vision.table.shape import lean_angle

DIE_LIKENESS = 0.6
LEAST_STEP = 18.0  # grey levels between the face and its pips
LEAST_STEP_TO_NOISE = 2.0
LEAST_LIKENESS = 0.86
LEAST_MARGIN = 0.06
MOST_LEFTOVER = 0.30  # of the step
MOST_PIPS_OFF = 0.3  # mm between the pips' middles in two shots
MOST_TURN = 4.0  # degrees between the pips' rows and the edges
MOST_STRETCH = 0.035
MOST_LEAN, MOST_LEAN_IN_ROOM = 5.8, 7.0  # degrees; in a room's light flat dice seem to lean more
MOST_GROWN = 0.25  # mm by which the edges of a die on another lie too far out
WIDEST_EDGE = 0.85  # mm, standard deviation: pips of 3.2 mm begin to run together
MOST_GLARE = 0.01


@dataclass(frozen=True, slots=True)
class Verdict:
    """A value with its confidence, or a doubt with the confidence of the best guess."""

    value: int | None
    doubt: Doubt | None
    confidence: float


def looks_like_die(found: FaceCandidate) -> bool:
    """Return whether a candidate is a die, readable or not: its pips lie in rows."""
    return found.face.likeness > DIE_LIKENESS


def assess_face(ground: FacePlane, found: FaceCandidate, doubt: Doubt | None = None) -> Verdict:
    """Return the verdict on a face; `doubt` is a doubt from earlier checks."""
    if doubt != "double":
        doubt = shape_doubt(ground, found) or doubt
    reasons = [face_doubt(face) for face in found.faces]
    values = {face.value_of_pips for face, reason in zip(found.faces, reasons, strict=True) if reason is None}
    said = reasons.count(None)
    guess = max(_confidence(face) for face in found.faces)
    if doubt is None and (len(values) > 1 or "moving" in reasons):
        doubt = "moving"
    if doubt is None and said >= min(2, len(found.faces)):
        value = values.pop()
        if spots_on_face(ground, found) == value:
            return Verdict(value, None, guess)
        doubt = "pattern"
    if reasons[-1] == "glare":
        doubt = "glare"
    return Verdict(None, doubt or next((reason for reason in reasons if reason), "pattern"), min(guess, 0.5))


def shape_doubt(ground: FacePlane, found: FaceCandidate) -> Doubt | None:
    """Return the doubt that follows from the edges: they are not those of one flat die in full view."""
    if not _has_both_axes(found.outline.sides):
        return "hidden"
    if not _has_both_axes(found.off):
        return "cocked"
    if np.nanmin(found.outline.widths) > WIDEST_EDGE:
        return "blur"
    if nan_median(found.off) > MOST_GROWN:
        return "double"
    if abs(found.face.stretch - 1) > MOST_STRETCH:
        return "cocked"
    most = MOST_LEAN_IN_ROOM if ground.plate.room_lit else MOST_LEAN
    if lean_angle(found.off) > most and not is_surely_flat(ground.view, ground.plate, found):
        return "cocked"
    if is_surely_leaning(ground.view, ground.plate, found):
        return "cocked"
    return None


def _has_both_axes(sides: NDArray[np.float64]) -> bool:
    """Return whether at least one of the right and left edges, and one of the lower and upper edges, is not nan."""
    right, below, left, above = np.isfinite(sides).tolist()
    return bool((right or left) and (below or above))


def face_doubt(face: Face) -> Doubt | None:
    """Return the doubt that follows from the pips of a face in one shot."""
    if face.glare > MOST_GLARE:
        return "glare"
    if abs(face.step) < max(LEAST_STEP, LEAST_STEP_TO_NOISE * face.noise):
        return "pattern"
    if np.abs(face.off).max() > MOST_PIPS_OFF:
        return "moving"
    if np.isfinite(face.turned) and abs(face.turned) > MOST_TURN:
        return "pattern"
    if face.value_of_pips is None or face.value_of_pips != face.value_of_pattern:
        return "pattern"
    if face.likeness < LEAST_LIKENESS or face.margin < LEAST_MARGIN or face.leftover > MOST_LEFTOVER:
        return "pattern"
    return None


def spots_on_face(ground: FacePlane, found: FaceCandidate) -> int:
    """Return how many spots that were found without any pattern lie on the face."""
    steps = ground.spots.steps[found.spots]
    return int(np.sum(steps * np.sign(found.face.step) > 0.4 * abs(found.face.step)))


def _confidence(face: Face) -> float:
    """Return the confidence, 0 to 0.999, from how far the measurements are from their limits."""
    parts = (
        (face.likeness - 0.7) / 0.2,
        (face.margin - 0.02) / 0.08,
        (0.5 - face.leftover) / 0.3,
        (abs(face.step) - 10.0) / 25.0,
    )
    return round(0.999 * float(np.clip(min(parts), 0.0, 1.0)), 4)


def describe_die(ground: FacePlane, found: FaceCandidate, well: int | None, doubt: Doubt | None = None) -> Die:
    """Return the die of a face: its box holds the whole upright cube, its angle is measured in the picture."""
    verdict = assess_face(ground, found, doubt)
    box, angle = _box_and_angle(ground, found)
    return Die(verdict.value, verdict.confidence, box, angle, well, verdict.doubt)


def doubt_die(box: Box, well: int | None, doubt: Doubt) -> Die:
    """Return a die in doubt, without a recognised face."""
    return Die(None, 0.0, box, 0.0, well, doubt)


def die_corners(plate: Plate, pose: Pose) -> NDArray[np.float64]:
    """Return the corners (8, 3: x, y and height in mm) of an upright die, those of its top face first."""
    half = plate.die_side / 2
    corners = np.array([(a, b, 1.0) for a, b in ((-half, -half), (half, -half), (half, half), (-half, half))])
    flat = (corners @ pose.to_plane().T)[:, :2]
    top = np.column_stack([flat, np.full(4, pose.height)])
    return np.concatenate([top, np.column_stack([flat, np.full(4, pose.height - plate.die_side)])])


def _box_and_angle(ground: FacePlane, found: FaceCandidate) -> tuple[Box, float]:
    seen = ground.view.project(die_corners(ground.plate, found.pose))
    low, high = seen.min(axis=0), seen.max(axis=0)
    along = seen[1] - seen[0]
    angle = float(np.rad2deg(np.arctan2(along[1], along[0])) % 90)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1])), angle
