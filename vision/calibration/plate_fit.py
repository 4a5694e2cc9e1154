"""How well a calibration fits what the camera sees of the plate, and when it no longer does."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration.calibration_file import Calibration
from vision.errors import BlurredError, BoardNotSeenError
from vision.table.lights import grey, is_dark
from vision.table.plate import Plate
from vision.table.rectify import View, find_blurred_view, find_markers, find_view, marker_corners

MOST_STRAIN = 0.35
"""Pixels, of a picture 1280 wide, by which the markers' corners may lie off their places, root mean square.

That all markers seem a little smaller, since white spreads into black, does not count. A calibrated camera has 0.15.
"""
MOST_MOVED = 8.0
"""mm by which the camera may hang from where it was calibrated: its pose is found anew in every picture."""
MOST_OTHER_LIGHT = 1.25
"""Times by which the markers' white may be brighter or darker than it was: half of the ring's light makes 1.3."""
NO_PLATE = "the plate is not to be seen: take everything off its markers, light it, and point the camera at all four"

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PlateFit:
    """How a lens fits a picture: the markers' residual in pixels, of a picture 1280 wide, and the camera's place.

    `white` is the grey level of the markers' white.
    """

    strain: float
    camera: tuple[float, float, float]
    white: float

    def complaint(self, calibration: Calibration | None, light: str = "") -> str | None:
        """Return in one line why the calibration no longer fits under the light of this name, None while it does."""
        if self.strain > MOST_STRAIN:
            what = "the calibration no longer fits" if calibration else "the camera's lens is not the nominal one"
            return (
                f"{what}: the markers lie {self.strain:.1f} pixels off (at most {MOST_STRAIN}); 'pipsqueak calibrate'"
            )
        if calibration is None:
            return None
        moved = float(np.linalg.norm(np.subtract(self.camera, calibration.camera)))
        if moved > MOST_MOVED:
            return f"the camera hangs {moved:.0f} mm from where it was calibrated: run 'pipsqueak calibrate' again"
        white = calibration.light.get(light)
        if white and not 1 / MOST_OTHER_LIGHT <= self.white / white <= MOST_OTHER_LIGHT:
            return (
                f"under the light '{light}' the markers' white is {self.white:.0f}, when calibrated {white:.0f}: "
                "see what shines on the table and whether the ring burns, or run 'pipsqueak calibrate' again"
            )
        return None


def misfit(shots: Mapping[str, Image], plate: Plate, calibration: Calibration | None) -> str | None:
    """Return in one line why the first of these BGR shots, by the name of its light, does not fit; None where all do.

    `plate` is the one that the calibration is applied to, or the one of the drawings where there is none.
    """
    for light, shot in shots.items():
        if is_dark(grey(shot)):
            return f"under the light '{light}' the plate is dark: see that both halves of the ring burn"
        try:
            complaint = measure_fit(shot, plate).complaint(calibration, light)
        except (BoardNotSeenError, BlurredError) as error:
            return str(error)
        if complaint:
            return complaint
    return None


def measure_fit(image: Image, plate: Plate) -> PlateFit:
    """Return how well the plate's lens fits a BGR picture of it; raises BoardNotSeenError, BlurredError."""
    found = find_fit(image, plate)
    if found is None:
        if find_blurred_view(grey(image), plate) is not None:
            raise BlurredError("the plate is blurred: check the camera's focus")
        raise BoardNotSeenError(NO_PLATE)
    return found


def find_fit(image: Image, plate: Plate) -> PlateFit | None:
    """Return how well the plate's lens fits a BGR or grey picture of it, None where no plate is seen."""
    picture = grey(image) if image.ndim == 3 else image
    view = find_view(picture, plate)
    if view is None:
        return None
    off, outward = [], []
    for which, corners in find_markers(picture, plate).items():
        places = marker_corners(plate, which)
        expected = view.project(np.column_stack([places, np.zeros(len(places))]))
        away = expected - expected.mean(axis=0)
        off.append(corners - expected)
        outward.append(away / np.linalg.norm(away, axis=1, keepdims=True))
    rest, along = np.concatenate(off), np.concatenate(outward)
    rest = rest - along * np.mean(np.sum(rest * along, axis=1))
    strain = float(np.sqrt(np.mean(np.sum(rest * rest, axis=1)))) * 1280 / picture.shape[1]
    x, y, height = (float(part) for part in view.camera)
    return PlateFit(strain, (x, y, height), markers_white(picture, view, plate))


def markers_white(picture: Image, view: View, plate: Plate) -> float:
    """Return the grey level of the white about the markers in a grey picture."""
    away = plate.marker_side * 7 / 12
    ring = [(i * away, j * away) for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    places = [(x + i, y + j, 0.0) for x, y in plate.marker_centres for i, j in ring]
    inside = [(v, u) for u, v in np.round(view.project(np.array(places))).astype(int)]
    height, width = picture.shape
    levels = [int(picture[v, u]) for v, u in inside if 0 <= v < height and 0 <= u < width]
    return float(np.median(levels)) if levels else 0.0
