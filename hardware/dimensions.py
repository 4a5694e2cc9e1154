"""The machine's dimensions, from machine.toml."""

import tomllib
from importlib.resources import files
from typing import Any


def dimensions() -> dict[str, Any]:
    """Return machine.toml as nested dictionaries. Lengths are in mm, positions in plate coordinates."""
    return tomllib.loads(files("hardware").joinpath("machine.toml").read_text(encoding="utf-8"))
