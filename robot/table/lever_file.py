"""The file that keeps at which pulses each lever is up and presses its die. The board forgets them at every reset."""

import json
from pathlib import Path

from hardware.controller import Levers
from hardware.dictionary import RANGES, WELLS
from robot.errors import FileError
from robot.files import keep_file


def read_levers(path: Path) -> Levers:
    """Return what a file keeps, nothing where there is none; raises FileError."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {int(well): _checked(int(well), pulses) for well, pulses in kept.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        what = f"{path} cannot be used ({error})"
        raise FileError(
            f"{what}: remove it, then run 'pipsqueak selftest --steps levers'", key="fault-lever-file"
        ) from error


def write_levers(path: Path, levers: Levers) -> None:
    """Write the file, whole or not at all; raises FileError."""
    text = json.dumps({str(well): list(pulses) for well, pulses in sorted(levers.items())}, indent=1)
    keep_file(path, (text + "\n").encode())


def _checked(well: int, pulses: list[int]) -> tuple[int, int]:
    opened, closed = pulses
    for pulse, (least, most) in ((opened, RANGES["set"]["open"]), (closed, RANGES["set"]["closed"])):
        if type(pulse) is not int or not least <= pulse <= most:
            raise ValueError(f"a pulse is a whole number from {least} to {most}, not {pulse!r}")
    if not 1 <= well <= WELLS:
        raise ValueError(f"wells are 1 to {WELLS}, not {well}")
    return opened, closed
