"""Make the machines' files and check them: python -m tools.cad [--kerf MM] [--out DIR]."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from hardware.dimensions import BOXES, dimensions
from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError

ROOT = Path(__file__).parents[2]
OUT = ROOT / "build" / "machine"
MASSES = ROOT / "hardware" / "machine_masses.toml"


def main(words: Sequence[str] | None = None) -> int:
    """Return 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.cad", description="the machines' solids, files and checks")
    parser.add_argument(
        "--kerf", type=float, default=0.15, metavar="MM", help="width in mm that the laser removes (0.15)"
    )
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="(build/machine)")
    args = parser.parse_args(words)
    if not 0 <= args.kerf <= 1:
        parser.error("the kerf must be 0 to 1 mm")
    try:
        from tools.cad import checks, listing
        from tools.cad.assembly import assemble
        from tools.cad.boxes import BoxesAssembly
        from tools.cad.files import MadeMachine, make_boxes, make_crank, write_files
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("solids need", str(error.name), "make")))

    def write(name: str, made: MadeMachine) -> checks.Findings:
        findings, out = checks.Findings(), args.out / name
        write_files(made, out, args.kerf)
        taken = checks.check_prints(made.parts, made.bed, out / "print", args.out.parent / "sliced", findings)
        text = listing.parts_list(made.parts, taken)
        write_whole(out / "parts.csv", text.encode())
        checks.check_files(made.parts, out, text, findings)
        return findings

    found = {}
    ways: dict[str, Literal["cut", "print"]] = {"crank": "cut", "crank/all-printed": "print"}
    for name, way in ways.items():
        machine = assemble(way)
        if way == "cut":
            write_whole(MASSES, listing.masses_file(machine).encode())
        found[name] = write(name, make_crank(machine))
        checks.check_crank(machine, found[name])
    bed = machine.plan.it["print"]["bed"]
    found[BOXES] = write(BOXES, make_boxes(BoxesAssembly(dimensions(BOXES)), bed))
    for name, findings in found.items():
        write_whole(args.out / name / "checks.json", findings.as_json().encode())
        print(f"{name}: {findings.as_json()}", end="")
        for fault in findings.faults:
            print(f"tools.cad: {name}: {fault}", file=sys.stderr)
    return int(any(findings.faults for findings in found.values()))


if __name__ == "__main__":
    sys.exit(main())
