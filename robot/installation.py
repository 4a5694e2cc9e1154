"""How this program was installed: its name for pip, its version, and the command that adds an optional package."""

import sys
from pathlib import Path

from hardware.errors import Failure, HardwareError
from solver.errors import MissingPackageError

DISTRIBUTION = "pipsqueak-robot"
"""The name for pip; `pipsqueak` alone is another project there."""
VERSION = "0.4.0"
EXTRAS = {
    "bpy": "train",
    "build123d": "make",
    "ezdxf": "make",
    "gymnasium": "learn",
    "manifold3d": "make",
    "matplotlib": "solve",
    "mujoco": "twin",
    "numba": "solve",
    "onnx": "train",
    "open_spiel": "learn",
    "pettingzoo": "learn",
    "pyspiel": "learn",
    "rectpack": "make",
    "scipy": "solve",
    "shtab": "complete",
    "torch": "train",
    "trimesh": "make",
}
"""The extra that brings each module which the base does without."""
CODE = Path(__file__).resolve().parents[1]
"""The folder in which this program's packages lie."""


def install_command(module: str, *, code: Path = CODE, prefix: str = sys.prefix) -> str:
    """Return the command that adds `module`, one of EXTRAS, to the environment `prefix` for the program in `code`.

    In a checkout it is make's, unless the environment is one of the user's own. Elsewhere pip adds to what is
    installed, under its name. It works in any folder and has double quotes alone.
    """
    extra = EXTRAS[module]
    pip = f'"{sys.executable}" -m pip install'
    if not ((code / "Makefile").is_file() and (code / "pyproject.toml").is_file()):
        return f'{pip} "{DISTRIBUTION}[{extra}]"'
    if prefix != sys.base_prefix and Path(prefix).resolve() != (code / ".venv").resolve():
        return f'{pip} -e "{code}[{extra}]" -c "{code / "constraints.txt"}"'
    return f'make -C "{code}" add EXTRA={extra}'


def describe_error(error: Exception) -> str:
    """Return the line of an error. Where a package is missing, it names the command that brings it here."""
    if isinstance(error, MissingPackageError) and error.name in EXTRAS:
        return f"{error.what}: run '{install_command(error.name)}'"
    if isinstance(error, HardwareError) and error.failure is Failure.MISSING_MUJOCO:
        return f"{error.what}: run '{install_command('mujoco')}'"
    return str(error)
