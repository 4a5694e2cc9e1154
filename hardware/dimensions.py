"""The machine's dimensions, from machine.toml, and its masses."""

import tomllib
from importlib.resources import files
from typing import Any

from hardware.errors import Failure, HardwareError

FULL_STEPS = 200
"""Steps a turn of a 1.8 degree motor."""
COLUMNS, ROWS = 3, 2


def dimensions() -> dict[str, Any]:
    """Return machine.toml as nested dictionaries, with what follows from it. Lengths in mm, positions on the plate.

    What follows: `centres` of the wells and of the markers, `x`, `y` and `field_width` of the camera (the width that it
    sees of the plate), and the crank's `steps` a turn. `masses` is machine_masses.toml: what the solids of tools.cad
    weigh, in g, mm and g mm². Raises HardwareError.
    """
    try:
        return _completed(_read("machine.toml")) | {"masses": _read("machine_masses.toml")}
    except (KeyError, TypeError, ValueError) as error:
        raise HardwareError(f"machine.toml lacks or misspells {error}", failure=Failure.DIMENSIONS) from error


def _completed(it: dict[str, Any]) -> dict[str, Any]:
    wells, markers, camera, crank = it["wells"], it["markers"], it["camera"], it["crank"]
    (x, y), pitch = wells["middle"], wells["side"] + wells["wall"]
    wells["centres"] = [
        [x + (column - (COLUMNS - 1) / 2) * pitch, y + (row - (ROWS - 1) / 2) * pitch]
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    near, right, bottom = markers["inset"], it["plate"]["width"], it["plate"]["height"]
    markers["centres"] = [[near, near], [right - near, near], [right - near, bottom - near], [near, bottom - near]]
    camera["x"], camera["y"] = x, y
    camera["field_width"] = camera["sees"] * camera["height"] / camera["sees_at"]
    crank["steps"] = FULL_STEPS * crank["microsteps"]
    return it


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("hardware").joinpath(name).read_text(encoding="utf-8"))
