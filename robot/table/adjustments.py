"""The files of a machine's adjustments: its levers, which the board forgets at each reset, and its shake."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from forms.toml import Form, FormError, fill, number
from hardware.crank import SHAKE_UNITS, Levers, ShakeProgram
from hardware.dictionary import RANGES, WELLS
from robot.errors import FileError
from robot.files import keep_file

Kept = TypeVar("Kept")
SHAKE: Form = {
    name: number(*(bound / units for bound in RANGES["shake"][key])).usually(getattr(ShakeProgram(), name))
    for name, (key, units) in SHAKE_UNITS.items()
}


def read_levers(path: Path) -> Levers:
    """Return the levers in a file, {} without a file; raises FileError."""
    return _read(path, "levers", _levers_of, {})


def read_shake(path: Path) -> ShakeProgram:
    """Return the shake in a file, with usual values for missing fields or without a file; raises FileError."""
    return _read(path, "motor", _shake_of, ShakeProgram())


def write_adjustments(path: Path, kept: Mapping[Any, Any]) -> None:
    """Write the levers, or the fields of a shake, into a file, all or nothing; raises FileError."""
    keep_file(path, (json.dumps(kept, indent=1, sort_keys=True) + "\n").encode())


def _read(path: Path, step: str, made: Callable[[Any], Kept], usual: Kept) -> Kept:
    try:
        return made(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return usual
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        what = f"{path} cannot be used ({error})"
        raise FileError(
            f"{what}: correct it, or remove it and run 'pipsqueak machine selftest --steps {step}'",
            key="fault-adjustment",
        ) from error


def _levers_of(kept: dict[str, list[int]]) -> Levers:
    return {int(well): _check_pulses(int(well), pulses) for well, pulses in kept.items()}


def _check_pulses(well: int, pulses: list[int]) -> tuple[int, int]:
    opened, closed = pulses
    for pulse, (least, most) in ((opened, RANGES["set"]["open"]), (closed, RANGES["set"]["closed"])):
        if type(pulse) is not int or not least <= pulse <= most:
            raise ValueError(f"a pulse is a whole number from {least} to {most}, not {pulse!r}")
    if not 1 <= well <= WELLS:
        raise ValueError(f"there is no well {well}: give 1 to {WELLS}")
    return opened, closed


def _shake_of(kept: Any) -> ShakeProgram:
    if not isinstance(kept, dict):
        raise FormError("it has no keys: write {} for the standard shake")
    program = ShakeProgram(**fill(SHAKE, kept))
    if program.seconds < 2 * program.ramp:
        raise FormError(f"seconds is {program.seconds:g}: write at least twice the ramp, which is {program.ramp:g}")
    return program
