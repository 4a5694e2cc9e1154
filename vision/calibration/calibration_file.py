"""The file that holds the result of a calibration of one machine."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from forms.toml import Form, Kind, fill, list_of, number, table, text, whole
from vision.errors import CalibrationFileError
from vision.table.plate import Lens, Plate

FORMAT = 1
ANY, COUNT = number(-1e9, 1e9), whole(0, 1_000_000)
ABOVE_ZERO = number(1e-9, 1e9)


def _levels(kind: Kind) -> Kind:
    """Return the kind of a table of numbers of this kind under any names."""
    return Kind("a table of numbers", lambda value: {name: kind.read(one) for name, one in dict(value).items()})


FILE: Form = {
    "format": whole(FORMAT, FORMAT),
    "made": text(),
    "lens": table(
        {
            "size": list_of(whole(1, 100_000), 2),
            "focal": list_of(ABOVE_ZERO, 2),
            "middle": list_of(ANY, 2),
            "distortion": list_of(ANY, 5),
        }
    ),
    "residual": ANY,
    "views": COUNT,
    "strain": ANY,
    "camera": list_of(ANY, 3),
    "wells": list_of(ANY, 2),
    "light": _levels(ABOVE_ZERO),
    "dice": COUNT,
    "settings": _levels(number(0, 1e9)).usually({}),
}


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

    def apply(self, plate: Plate) -> Plate:
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
            kept = fill(FILE, {name: data[name] for name in FILE.keys() & data.keys()})
        except (ValueError, TypeError, AttributeError) as error:
            raise CalibrationFileError(
                f"the calibration is damaged ({error}): run 'pipsqueak machine calibrate'"
            ) from error
        del kept["format"]
        return cls(**kept | {"lens": Lens(**kept["lens"])})


def load_calibration(path: Path) -> Calibration | None:
    """Return the calibration of a file, None if the file does not exist. Raises CalibrationFileError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationFileError(f"{path} cannot be read ({error}): run 'pipsqueak machine calibrate'") from error
    try:
        return Calibration.from_json(json.loads(text))
    except json.JSONDecodeError as error:
        raise CalibrationFileError(f"{path} is not JSON ({error}): run 'pipsqueak machine calibrate'") from error
