"""The file that holds the result of a calibration of one machine."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.errors import CalibrationFileError
from vision.table.plate import Lens, Plate

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibration of one machine.

    `made` is the date. `residual` is the root mean square distance in pixels between found and expected corners of the
    board, over `views` pictures; `strain` is the same for the plate's markers. `camera` is the lens's place over the
    plate (x, y and height in mm), `wells` the offset of the wells from the drawings (right and down in mm), `light` the
    grey level of the markers' white under each light, `dice` the number of known dice that were read right. `settings`
    are the camera's settings by name; they are empty for a camera without settings and in older files.
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
        """Return the plate with this machine's lens and measured places of the wells."""
        right, down = self.wells
        centres = tuple((x + right, y + down) for x, y in plate.well_centres)
        return replace(plate, lens=self.lens, well_centres=centres)

    def to_json(self) -> dict[str, Any]:
        """Return the calibration as the file holds it."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> "Calibration":
        """Return the calibration that `to_json` wrote; raises CalibrationFileError."""
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


def load_calibration(path: Path) -> Calibration | None:
    """Return the calibration of a file, None if the file does not exist. Raises CalibrationFileError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationFileError(f"{path} cannot be read ({error}): run 'pipsqueak calibrate'") from error
    try:
        return Calibration.from_json(json.loads(text))
    except json.JSONDecodeError as error:
        raise CalibrationFileError(f"{path} is not JSON ({error}): run 'pipsqueak calibrate'") from error


def _five(values: Any) -> tuple[float, float, float, float, float]:
    k1, k2, p1, p2, k3 = (float(value) for value in values)
    return k1, k2, p1, p2, k3
