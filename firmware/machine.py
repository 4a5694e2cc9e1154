"""Print the constants of a kind of machine, `crank` or `boxes`, as a header: the Makefile keeps it as machine.h."""

import math
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hardware.dimensions import CRANK, FILES, FULL_STEPS, dimensions, machine_entries, machine_numbers
from hardware.errors import HardwareError

A_LINE = 12


def header(kind: str = CRANK) -> str:
    """Return the header's text. Raises HardwareError."""
    numbers = machine_numbers(dimensions(kind))
    lines = [f"/* Made from hardware/{FILES[kind]}. */", "#ifndef MACHINE_H", "#define MACHINE_H", ""]
    lines += [f"#define {name} {number}" for name, number in numbers.items()]
    if kind == CRANK:
        lines += [f"#define MICROSTEPS (TURN / {FULL_STEPS})"]
        mirrored = sum(1 << int(well) - 1 for well in str(numbers["LEVERS_MIRRORED"]))
        lines += [f"#define MIRRORED_LEVERS {mirrored} /* bit 0 for well 1 */"]
    entries = machine_entries(numbers).replace("\n", "\\n")
    lines += [f'#define MACHINE_ENTRIES "{entries}"', ""]
    if kind == CRANK:
        lines += _arcsines(numbers)
    return "\n".join([*lines, "#endif"]) + "\n"


def _arcsines(numbers: Mapping[str, int]) -> list[str]:
    last = 2 * numbers["STROKE"]
    angles = [round(16 * numbers["TURN"] * math.asin(place / last) / (2 * math.pi)) for place in range(last + 1)]
    rows = [", ".join(map(str, angles[at : at + A_LINE])) for at in range(0, len(angles), A_LINE)]
    return [
        f"/* asin(index / {last}), for half millimetres of the stroke, in sixteenths of a step */",
        "#define ARCSINES \\",
        ", \\\n".join(f"    {row}" for row in rows),
        "",
    ]


if __name__ == "__main__":
    try:
        sys.stdout.write(header(*sys.argv[1:2]))
    except HardwareError as error:
        sys.exit(f"firmware/machine.py: {error}")
