"""What is said of a face: a value when every opinion agrees, else the reason why not."""

from dataclasses import dataclass

import numpy as np

from vision.locate import Found, Ground
from vision.reading import Box, Die, Doubt

LEAST_STEP = 22.0  # grey levels between the face and its pips
LEAST_STEP_TO_NOISE = 4.0
LEAST_LIKENESS = 0.86
LEAST_MARGIN = 0.06
MOST_LEFTOVER = 0.30  # of the step
MOST_OFF = 0.5  # mm between the middle of the pips and that of the edges
MOST_STRETCH = 0.035
MOST_TURN = 4.0  # degrees between the pips' rows and the edges
MOST_SQUARE = 0.45  # mm by which an edge may lie off
WIDEST_EDGE = 0.85  # mm, standard deviation: pips of 3.2 mm begin to run together
MOST_GLARE = 0.01


@dataclass(frozen=True, slots=True)
class Verdict:
    """A value with its confidence, or a doubt with that of the best guess."""

    value: int | None
    doubt: Doubt | None
    confidence: float


def judge(ground: Ground, found: Found) -> Verdict:
    """Return what can be stood by of a face."""
    face, outline = found.face, found.outline
    confidence = _confidence(found)
    doubt = _doubt(ground, found)
    if doubt is None and face.value_of_pips is not None:
        return Verdict(face.value_of_pips, None, confidence)
    return Verdict(None, doubt or "pattern", min(confidence, 0.5) if np.isfinite(outline.sides).any() else 0.0)


def _doubt(ground: Ground, found: Found) -> Doubt | None:
    face, outline = found.face, found.outline
    sharpest = np.nanmin(outline.widths) if np.isfinite(outline.widths).any() else np.inf
    if face.glare > MOST_GLARE:
        return "glare"
    if sharpest > WIDEST_EDGE:
        return "blur"
    if abs(face.step) < max(LEAST_STEP, LEAST_STEP_TO_NOISE * face.noise):
        return "pattern"
    if np.isfinite(outline.sides).sum() < 3:
        return "hidden"
    sides = outline.sides
    middle = np.array([sides[0] - sides[2], sides[1] - sides[3]]) / 2
    if np.nanmax(np.abs(sides - ground.plate.die_side / 2)) > MOST_SQUARE:
        return "cocked"
    if np.nanmax(np.abs(middle), initial=0.0) > MOST_OFF or abs(face.stretch - 1) > MOST_STRETCH:
        return "cocked"
    if np.isfinite(face.turned) and abs(face.turned) > MOST_TURN:
        return "pattern"
    if face.value_of_pips is None or face.value_of_pips != face.value_of_pattern:
        return "pattern"
    if face.likeness < LEAST_LIKENESS or face.margin < LEAST_MARGIN or face.leftover > MOST_LEFTOVER:
        return "pattern"
    if spots_on_face(ground, found) != face.value_of_pips:
        return "pattern"
    return None


def spots_on_face(ground: Ground, found: Found) -> int:
    """Return how many spots found on their own, before any pattern was thought of, lie on the face."""
    steps = ground.spots.steps[found.spots]
    return int(np.sum(steps * np.sign(found.face.step) > 0.4 * abs(found.face.step)))


def _confidence(found: Found) -> float:
    """Return 0 to 1 from how far the measures stay from where nothing would be said."""
    face = found.face
    parts = (
        (face.likeness - 0.7) / 0.2,
        (face.margin - 0.02) / 0.08,
        (0.5 - face.leftover) / 0.3,
        (abs(face.step) - 10.0) / 25.0,
    )
    weakest = float(np.clip(min(parts), 0.0, 1.0))
    return round(0.999 * weakest, 4)


def die_of(ground: Ground, found: Found, well: int | None) -> Die:
    """Return the die as it is told: the box holds the whole upright cube, the angle is the picture's."""
    verdict = judge(ground, found)
    box, angle = _box_and_angle(ground, found)
    return Die(verdict.value, verdict.confidence, box, angle, well, verdict.doubt)


def _box_and_angle(ground: Ground, found: Found) -> tuple[Box, float]:
    half, pose = ground.plate.die_side / 2, found.pose
    corners = np.array([(a, b, 1.0) for a, b in ((-half, -half), (half, -half), (half, half), (-half, half))])
    flat = (corners @ pose.to_plane().T)[:, :2]
    top = np.column_stack([flat, np.full(4, pose.height)])
    bottom = np.column_stack([flat, np.full(4, pose.height - ground.plate.die_side)])
    seen = ground.view.project(np.concatenate([top, bottom]))
    low, high = seen.min(axis=0), seen.max(axis=0)
    along = seen[1] - seen[0]
    angle = float(np.rad2deg(np.arctan2(along[1], along[0])) % 90)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1])), angle
