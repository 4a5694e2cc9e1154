"""Make the machines' files and check them: python -m tools.cad [--kerf MM] [--out DIR]."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError

ROOT = Path(__file__).parents[2]
OUT = ROOT / "build" / "machine"
MASSES = ROOT / "hardware" / "machine_masses.toml"
WAYS = {"crank": "cut", "crank/all-printed": "print"}
"""The folder of the files of each way to make a machine."""


def main(words: Sequence[str] | None = None) -> int:
    """Return 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.cad", description="the machines' solids, files and checks")
    parser.add_argument(
        "--kerf", type=float, default=0.15, metavar="MM", help="width that the laser takes away, beside 0 (0.15)"
    )
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="(build/machine)")
    args = parser.parse_args(words)
    if not 0 <= args.kerf <= 1:
        parser.error("the kerf is a width of 0 to 1 mm")
    try:
        from tools.cad import checks, listing
        from tools.cad.assembly import assembled
        from tools.cad.files import made_crank, write_files
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("solids need", str(error.name), "make")))
    failed = 0
    for name, way in WAYS.items():
        out, machine, findings = args.out / name, assembled(way), checks.Findings()
        if way == "cut":
            write_whole(MASSES, listing.masses_file(machine).encode())
        made = made_crank(machine)
        write_files(made, out, args.kerf)
        taken = checks.check_prints(made.parts, made.bed, out / "print", args.out.parent / "sliced", findings)
        text = listing.parts_list(made.parts, taken)
        write_whole(out / "parts.csv", text.encode())
        checks.check_all(machine, out, text, findings)
        write_whole(out / "checks.json", findings.as_json().encode())
        print(f"{name}: {findings.as_json()}", end="")
        for fault in findings.faults:
            print(f"tools.cad: {name}: {fault}", file=sys.stderr)
        failed |= bool(findings.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
