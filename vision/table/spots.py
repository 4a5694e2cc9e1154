"""Find round spots of a known size on a rectified picture: possible pips."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
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

    def where(self, keep: NDArray[np.bool_]) -> "Spots":
        """Return only these spots."""
        return Spots(self.places[keep], self.steps[keep], self.likeness[keep])


def find_spots(flat: Grey, diameter: float) -> Spots:
    """Return the dark and light spots of this diameter (pixels) on a grey picture."""
    drawn = _drawn_spot(diameter)
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
    places = _between_pixels(strong, rows, columns)
    spots = Spots(places, steps, strong[rows, columns].astype(float))
    return spots.where(np.abs(steps) >= LEAST_STEP)


@lru_cache(maxsize=8)
def _drawn_spot(diameter: float) -> Grey:
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


def _between_pixels(strong: NDArray[np.float32], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
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
