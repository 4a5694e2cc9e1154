"""Print the machine's constants from hardware/machine.toml as a header, which the Makefile keeps as build/machine.h."""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hardware.dimensions import FULL_STEPS, dimensions, machine_entries, machine_numbers
from hardware.errors import HardwareError

A_LINE = 12


def header() -> str:
    """Return the header's text. Raises HardwareError."""
    numbers = machine_numbers(dimensions())
    lines = ["/* Made from hardware/machine.toml. */", "#ifndef MACHINE_H", "#define MACHINE_H", ""]
    lines += [f"#define {name} {number}" for name, number in numbers.items()]
    lines += [f"#define MICROSTEPS (TURN / {FULL_STEPS})"]
    mirrored = sum(1 << int(well) - 1 for well in str(numbers["LEVERS_MIRRORED"]))
    lines += [f"#define MIRRORED_LEVERS {mirrored} /* bit 0 for well 1 */"]
    entries = machine_entries(numbers).replace("\n", "\\n")
    lines += [f'#define MACHINE_ENTRIES "{entries}"', ""]
    last = 2 * numbers["STROKE"]
    angles = [round(16 * numbers["TURN"] * math.asin(place / last) / (2 * math.pi)) for place in range(last + 1)]
    lines += [f"/* asin(index / {last}), for half millimetres of the stroke, in sixteenths of a step */"]
    rows = [", ".join(map(str, angles[at : at + A_LINE])) for at in range(0, len(angles), A_LINE)]
    lines += ["#define ARCSINES \\", ", \\\n".join(f"    {row}" for row in rows), "", "#endif"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    try:
        sys.stdout.write(header())
    except HardwareError as error:
        sys.exit(f"firmware/machine.py: {error}")
