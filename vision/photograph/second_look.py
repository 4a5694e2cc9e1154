"""The second look: a net that sees each likely face with its surroundings, and tells what lies flat and what leans."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections, ScaledImage, crop
from vision.photograph.net import Floats, start_session

WEIGHTS = Path(__file__).parent / "data" / "second_look.onnx"

CROP = 128
"""Pixels across a crop."""

VIEWS = ((34.0, 0.0), (34.0, 20.0))
"""Side of the face in the crop, in pixels, and its turn in degrees, for each view. The net was trained with 34."""

AT_ONCE = 16
"""Crops that the net reads at once: more would need more memory, and be no faster each."""

KINDS, VALUES, CORNERS, BELOW = slice(0, 3), slice(3, 9), slice(9, 17), slice(17, 19)
"""The net's outputs: log-odds of flat, leans and other, and of 1 to 6; x and y of the face's four corners from the
middle of the crop, and the vector to the face below, both in sides."""

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

    def look(self, seen: Sequence[ScaledImage], detections: Detections, rows: NDArray[np.intp]) -> Looks:
        """Return what the net says of the detections in ``rows``: the mean over the views."""
        parts = (np.full((len(detections), wide), np.nan, np.float32) for wide in (3, 6, 2, 2))
        looks = Looks(*parts)
        faces = [(float(detections.x[n]), float(detections.y[n]), float(detections.side[n])) for n in rows]
        crops = [crop(seen, (x, y), across / side, CROP, turn) for x, y, side in faces for across, turn in VIEWS]
        if crops:
            sheets = (np.stack(crops[first : first + AT_ONCE]) for first in range(0, len(crops), AT_ONCE))
            said = np.concatenate([self._session.run(None, {"crops": sheet})[0] for sheet in sheets])
            said = said.reshape(len(faces), len(VIEWS), -1)
            looks.kinds[rows] = _probabilities(said[..., KINDS]).mean(axis=1)
            looks.values[rows] = _probabilities(said[..., VALUES]).mean(axis=1)
            corners = said[..., CORNERS].reshape(*said.shape[:2], 4, 2)
            for vectors, seen_in_views in ((looks.off, corners.mean(axis=2)), (looks.below, said[..., BELOW])):
                turned = [_turn_back(seen_in_views[:, view], turn) for view, (_, turn) in enumerate(VIEWS)]
                vectors[rows] = np.mean(turned, axis=0)
        return looks


def _probabilities(odds: Floats) -> Floats:
    likely = np.exp(odds - odds.max(axis=-1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=-1, keepdims=True), np.float32)


def _turn_back(vector: NDArray[np.floating], turn: float) -> NDArray[np.floating]:
    """Return in the picture what are vectors (..., 2) in a crop that is turned by ``turn`` degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.asarray(vector @ np.array([[c, -s], [s, c]]))
