"""What a calibration found of one machine, as it is kept, and when it no longer fits."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import BlurredError, BoardNotSeenError, CalibrationFileError
from vision.table.lens import Lens
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
FORMAT = 1

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Calibration:
    """One machine's lens, and how its plate, wells and light were found.

    `residual` is the root mean square distance in pixels between the corners of the board seen and expected, over
    `views` pictures; `strain` the same of the plate's markers. `camera` is the lens's place over the plate (x, y and
    height in mm), `wells` how far their block lies from the drawings (right and down in mm), `light` the grey level
    of the markers' white under each light, `dice` how many known dice were read right, none wrong. `made` is the date.
    `settings` are the camera's by their names, as it exposed then: none for a camera that cannot be set, and none in
    files from before they were kept.
    """

    made: str
    lens: Lens
    residual: float
    views: int
    strain: float
    camera: tuple[float, float, float]
    wells: tuple[float, float] = (0.0, 0.0)
    light: Mapping[str, float] = field(default_factory=dict)
    dice: int = 0
    settings: Mapping[str, float] = field(default_factory=dict)

    def applied(self, plate: Plate) -> Plate:
        """Return the plate with this machine's lens, and its wells where they were found."""
        right, down = self.wells
        centres = tuple((x + right, y + down) for x, y in plate.well_centres)
        return replace(plate, lens=self.lens, well_centres=centres)

    def to_json(self) -> dict[str, Any]:
        """Return the calibration as it is kept."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> "Calibration":
        """Return what `to_json` gave; raises CalibrationFileError."""
        try:
            if data["format"] != FORMAT:
                raise CalibrationFileError(f"the calibration has format {data['format']}: run 'pipsqueak calibrate'")
            lens = data["lens"]
            made = cls(
                made=str(data["made"]),
                lens=Lens(
                    (int(lens["size"][0]), int(lens["size"][1])),
                    (float(lens["focal"][0]), float(lens["focal"][1])),
                    (float(lens["middle"][0]), float(lens["middle"][1])),
                    _five(lens["distortion"]),
                ),
                residual=float(data["residual"]),
                views=int(data["views"]),
                strain=float(data["strain"]),
                camera=(float(data["camera"][0]), float(data["camera"][1]), float(data["camera"][2])),
                wells=(float(data["wells"][0]), float(data["wells"][1])),
                light={str(name): float(level) for name, level in data["light"].items()},
                dice=int(data["dice"]),
                settings={str(name): float(value) for name, value in data.get("settings", {}).items()},
            )
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
            if isinstance(error, CalibrationFileError):
                raise
            raise CalibrationFileError(f"the calibration is damaged ({error}): run 'pipsqueak calibrate'") from error
        numbers = np.array(
            [*made.lens.middle, *made.lens.distortion, *made.camera, *made.wells, made.residual, made.strain]
        )
        above_zero = np.array([*made.lens.focal, *made.lens.size, *made.light.values()])
        settings = np.array(list(made.settings.values()))
        if not np.isfinite([*numbers, *above_zero, *settings]).all() or above_zero.min() <= 0 or (settings < 0).any():
            raise CalibrationFileError("the calibration holds numbers that no table has: run 'pipsqueak calibrate'")
        return made


def _five(values: Any) -> tuple[float, float, float, float, float]:
    k1, k2, p1, p2, k3 = (float(value) for value in values)
    return k1, k2, p1, p2, k3


@dataclass(frozen=True, slots=True)
class Fit:
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
            complaint = seen_fit(shot, plate).complaint(calibration, light)
        except (BoardNotSeenError, BlurredError) as error:
            return str(error)
        if complaint:
            return complaint
    return None


def seen_fit(image: Image, plate: Plate) -> Fit:
    """Return how well the plate's lens fits a BGR picture of it; raises BoardNotSeenError, BlurredError."""
    found = fit(image, plate)
    if found is None:
        if find_blurred_view(grey(image), plate) is not None:
            raise BlurredError("the plate is blurred: check the camera's focus")
        raise BoardNotSeenError(NO_PLATE)
    return found


def fit(image: Image, plate: Plate) -> Fit | None:
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
    return Fit(strain, (x, y, height), markers_white(picture, view, plate))


def markers_white(picture: Image, view: View, plate: Plate) -> float:
    """Return the grey level of the white about the markers in a grey picture."""
    away = plate.marker_side * 7 / 12
    ring = [(i * away, j * away) for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    places = [(x + i, y + j, 0.0) for x, y in plate.marker_centres for i, j in ring]
    inside = [(v, u) for u, v in np.round(view.project(np.array(places))).astype(int)]
    height, width = picture.shape
    levels = [int(picture[v, u]) for v, u in inside if 0 <= v < height and 0 <= u < width]
    return float(np.median(levels)) if levels else 0.0
