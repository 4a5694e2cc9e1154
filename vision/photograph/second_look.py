"""The second look: a net that sees each likely face with its surroundings, and tells what lies flat and what leans."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections, ScaledImage, crop, turn_back
from vision.photograph.net import Floats, start_session

WEIGHTS = Path(__file__).parent / "data" / "second_look.onnx"

CROP = 128
"""Pixels across a crop."""

ACROSS = 34.0
"""Side of the face in the crop, in pixels. The net was trained with it."""

TURNS = (0.0, 20.0, 45.0, 70.0)
"""The turns of the crops in degrees. The later ones are for what the earlier ones do not settle."""

WORTH_A_LOOK, WORTH_MORE_TURNS = 0.05, 0.1
"""Smallest probability of a die, by the first net, at which this look is taken, and at which it takes two turns."""

SETTLED = 0.99
"""Probability of a kind, and of a value where the kind is a flat die, from which on two turns are enough."""

SURE_DIE, CERTAIN = 0.8, 0.97
"""Probability of a die by the first look, and that of its value by either look, from which on a look is certain."""

FLAT_ENOUGH, HARDLY_LEANS = (0.9, 0.5), 0.02
"""Limits where the first look is certain of all likely faces of a picture, and this look of a face's value: two turns,
or three, are enough with these probabilities of a flat die, if that of a lean is below the last."""

AT_ONCE = 16
"""Crops that the net reads at once: more would need more memory, and be no faster each."""

KINDS, VALUES, CORNERS, BELOW = slice(0, 3), slice(3, 9), slice(9, 17), slice(17, 19)
"""The net's outputs: log-odds of flat, leans and other, and of 1 to 6; x and y of the face's four corners from the
middle of the crop, and the vector to the face below, both in sides."""

VECTORS = slice(CORNERS.start, BELOW.stop)
"""The outputs that turn with the crop: corners and below."""

FLAT, LEANS, OTHER = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Looks:
    """What the second look says of each detection (n), nan where it was not looked at.

    ``kinds`` (n, 3) holds the probabilities that it is the top face of a die that lies flat, that of a die that leans,
    or something else; ``values`` (n, 6) those of 1 to 6. ``off`` (n, 2) is the vector in the picture from where it was
    detected to its centre, ``below`` (n, 2) that from its centre to the centre of the face below, both in sides.
    """

    kinds: Floats
    values: Floats
    off: Floats
    below: Floats


class SecondLook:
    """The net of the second look with its weights."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._session = start_session(weights)

    def look(
        self, seen: Sequence[ScaledImage], detections: Detections, there: Floats, certain: NDArray[np.integer]
    ) -> Looks:
        """Return what the net says of the likely detections: the mean over one to four turns.

        ``there`` (n,) holds the probability that each is a die, by the first look. ``certain`` (n,) is the value of
        each, 0 where the first look is not certain; see ``find_certain``.
        """
        parts = (np.full((len(detections), wide), np.nan, np.float32) for wide in (3, 6, 2, 2))
        looks = Looks(*parts)
        said = np.zeros((len(detections), len(TURNS), VECTORS.stop), np.float32)
        rows = np.flatnonzero(there >= WORTH_A_LOOK)
        for number, turn in enumerate(TURNS):
            if number > 1:
                rows = rows[~_find_settled(looks, certain, FLAT_ENOUGH[number - 2])[rows]]
            if len(rows):
                said[rows, number] = self._look_at(seen, detections, rows, turn)
                _note(looks, rows, said[rows, : number + 1])
                rows = rows[there[rows] >= WORTH_MORE_TURNS]
        return looks

    def _look_at(
        self, seen: Sequence[ScaledImage], detections: Detections, rows: NDArray[np.intp], turn: float
    ) -> Floats:
        """Return what the net says (n, 19) of the detections in ``rows`` at a turn, with vectors as in the picture."""
        faces = [(float(detections.x[n]), float(detections.y[n]), float(detections.side[n])) for n in rows]
        crops = [crop(seen, (x, y), ACROSS / side, CROP, turn) for x, y, side in faces]
        sheets = (np.stack(crops[first : first + AT_ONCE]) for first in range(0, len(crops), AT_ONCE))
        said = np.concatenate([self._session.run(None, {"crops": sheet})[0] for sheet in sheets])[:, : VECTORS.stop]
        said[:, VECTORS] = turn_back(said[:, VECTORS].reshape(len(rows), -1, 2), turn).reshape(len(rows), -1)
        return np.asarray(said, np.float32)


def find_certain(there: Floats, right: Floats, best: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the values (n,) of which the first look is certain: ``best`` if it is certain of all likely faces, else 0.

    ``there`` and ``right`` (n,) are the probabilities that each is a die, and that ``best`` is its value. Fewer turns
    give less exact vectors, which decide about dice of which the first look is not certain.
    """
    certain = (there >= SURE_DIE) & (right >= CERTAIN)
    return np.where(certain[there >= WORTH_MORE_TURNS].all(), best, 0)


def _note(looks: Looks, rows: NDArray[np.intp], said: Floats) -> None:
    """Write into the looks of ``rows`` (n,) the mean over the turns of what was said of them (n, turns, 19)."""
    looks.kinds[rows] = _probabilities(said[..., KINDS]).mean(axis=1)
    looks.values[rows] = _probabilities(said[..., VALUES]).mean(axis=1)
    vectors = said[..., VECTORS].mean(axis=1).reshape(len(rows), -1, 2)
    looks.off[rows], looks.below[rows] = vectors[:, :-1].mean(axis=1), vectors[:, -1]


def _find_settled(looks: Looks, certain: NDArray[np.integer], flat_enough: float) -> NDArray[np.bool_]:
    """Return whether the second look is sure of each detection (n,), or is as certain of its value as the first."""
    flat, leans = looks.kinds[:, FLAT], looks.kinds[:, LEANS]
    others = looks.kinds[:, FLAT + 1 :].max(axis=1) >= SETTLED
    own = np.take_along_axis(looks.values, np.maximum(certain - 1, 0)[:, None], axis=1)[:, 0]
    agreed = (certain > 0) & (own >= CERTAIN) & (leans < HARDLY_LEANS) & (flat >= flat_enough)
    return np.asarray(others | agreed | (flat >= SETTLED) & (looks.values.max(axis=1) >= SETTLED), np.bool_)


def _probabilities(odds: Floats) -> Floats:
    likely = np.exp(odds - odds.max(axis=-1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=-1, keepdims=True), np.float32)
