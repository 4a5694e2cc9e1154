"""How well a calibration fits what the camera sees of the plate, and when it no longer does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.calibration.calibration_file import Calibration
from vision.errors import BLURRED, BoardNotSeenError
from vision.table.lights import grey, is_dark
from vision.table.plate import Plate
from vision.table.rectify import View, find_blurred_view, find_markers, find_view, marker_corners

MOST_STRAIN = 0.35
"""Largest root mean square error of the markers' corners, in pixels of a picture 1280 wide.

White spreads into black, which makes all markers smaller; that part is subtracted. A calibrated camera has 0.15.
"""
MOST_MOVED = 8.0
"""Largest distance in mm between the camera and its calibrated place; its pose is fitted again in every picture."""
MOST_OTHER_LIGHT = 1.25
"""Largest factor between the markers' white and its calibrated level; half of the ring's light makes 1.3."""
NO_PLATE = "the plate is not visible: take everything off its markers, light it, and point the camera at all four"

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a picture does not fit the calibration: a `kind`, a `line` in English, and the numbers in it by name.

    These are `off` and `most` (pixels) for `lens`, `moved` (mm), `white` and `calibrated` (grey levels) for `white`.
    """

    kind: Literal["lens", "moved", "white", "dark", "blurred", "unseen"]
    line: str
    numbers: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.line


@dataclass(frozen=True, slots=True)
class PlateFit:
    """How well a lens fits a picture of the plate.

    `strain` is the markers' root mean square error in pixels of a picture 1280 wide, `camera` the camera's place (x, y
    and height in mm), `white` the grey level of the markers' white.
    """

    strain: float
    camera: tuple[float, float, float]
    white: float

    def complaint(self, calibration: Calibration | None, light: str = "") -> Misfit | None:
        """Return why the calibration does not fit under the named light; None if it fits."""
        if self.strain > MOST_STRAIN:
            what = "the calibration no longer fits" if calibration else "the camera's lens is not the nominal one"
            off = f"the markers are {self.strain:.1f} pixels off (at most {MOST_STRAIN})"
            numbers = {"off": round(self.strain, 1), "most": MOST_STRAIN}
            return Misfit("lens", f"{what}: {off}; run 'pipsqueak machine calibrate'", numbers)
        if calibration is None:
            return None
        moved = float(np.linalg.norm(np.subtract(self.camera, calibration.camera)))
        if moved > MOST_MOVED:
            line = f"the camera hangs {moved:.0f} mm from its calibrated place: run 'pipsqueak machine calibrate' again"
            return Misfit("moved", line, {"moved": round(moved)})
        white = calibration.light.get(light)
        if white and not 1 / MOST_OTHER_LIGHT <= self.white / white <= MOST_OTHER_LIGHT:
            line = (
                f"under the light '{light}' the markers' white is {self.white:.0f} and was {white:.0f} at calibration: "
                "check for stray light and that the ring lights up, or run 'pipsqueak machine calibrate' again"
            )
            return Misfit("white", line, {"white": round(self.white), "calibrated": round(white)})
        return None


def misfit(
    shots: Mapping[str, Image], plate: Plate, calibration: Calibration | None, *, anywhere: bool = False
) -> Misfit | None:
    """Return why a picture does not fit the calibration; None if all fit.

    `shots` are BGR pictures by the name of their light; the first that does not fit decides. `plate` has the
    calibration applied, or is the nominal one if there is no calibration. If `anywhere`, the camera may have moved.
    """
    for light, shot in shots.items():
        if is_dark(grey(shot)):
            line = f"under the light '{light}' the plate is dark: make sure that both halves of the ring light up"
            return Misfit("dark", line)
        try:
            complaint = measure_fit(shot, plate).complaint(calibration, light)
        except BoardNotSeenError as error:
            return Misfit("blurred" if error.message_key == BLURRED else "unseen", str(error))
        if complaint and not (anywhere and complaint.kind == "moved"):
            return complaint
    return None


def measure_fit(image: Image, plate: Plate) -> PlateFit:
    """Return how well the plate's lens fits a BGR picture of it; raises BoardNotSeenError."""
    found = find_fit(image, plate)
    if found is None:
        if find_blurred_view(grey(image), plate) is not None:
            raise BoardNotSeenError("the plate is blurred: check the camera's focus", key=BLURRED)
        raise BoardNotSeenError(NO_PLATE)
    return found


def find_fit(image: Image, plate: Plate) -> PlateFit | None:
    """Return how well the plate's lens fits a BGR or grey picture of it; None if the picture shows no plate."""
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


def sample_margins(picture: Image | NDArray[np.floating], view: View, plate: Plate) -> list[list[float]]:
    """Return a grey or linear picture's values at four places of the white around each marker, if they are inside."""
    away, (height, width) = plate.marker_side * 7 / 12, picture.shape
    found = []
    for x, y in plate.marker_centres:
        ring = np.array([(x + i * away, y + j * away, 0.0) for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1))])
        places = np.round(view.project(ring)).astype(int)
        found.append([float(picture[v, u]) for u, v in places if 0 <= v < height and 0 <= u < width])
    return found


def markers_white(picture: Image, view: View, plate: Plate) -> float:
    """Return the median grey level of the white around the markers in a grey picture."""
    levels = [level for about in sample_margins(picture, view, plate) for level in about]
    return float(np.median(levels)) if levels else 0.0
