"""The camera model of the reader: a pinhole with lens distortion."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens for pictures of `size` (width, height), and for other sizes with the same aspect ratio.

    `focal` are the focal lengths across and down in pixels. `middle` is the principal point in pixels, where (0, 0) is
    the centre of the first pixel. `distortion` is k1, k2, p1, p2, k3 of Brown's model in OpenCV's convention.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    def matrix(self, width: int) -> Floats:
        """Return the 3 x 3 matrix of the pinhole for pictures this many pixels wide."""
        scale = width / self.size[0]
        u, v = ((part + 0.5) * scale - 0.5 for part in self.middle)
        return np.array([[self.focal[0] * scale, 0, u], [0, self.focal[1] * scale, v], [0, 0, 1.0]])
