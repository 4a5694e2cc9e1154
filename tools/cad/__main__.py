"""Make the machine's files and check them: python -m tools.cad [cut|print] [--kerf MM] [--out DIR]."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError

ROOT = Path(__file__).parents[2]
MASSES = ROOT / "hardware" / "machine_masses.toml"


def main(words: Sequence[str] | None = None) -> int:
    """Return 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.cad", description="the machine's solids, files and checks")
    parser.add_argument(
        "way", nargs="?", choices=("cut", "print"), default="cut", help="cut sheets, or print all (cut)"
    )
    parser.add_argument("--kerf", type=float, default=0.0, metavar="MM", help="width that the laser takes away (0)")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "machine", metavar="DIR", help="(build/machine)")
    args = parser.parse_args(words)
    if not 0 <= args.kerf <= 1:
        parser.error("the kerf is a width of 0 to 1 mm")
    try:
        import build123d as cad
        import trimesh

        from tools.cad import checks, listing, sheets
        from tools.cad.assembly import assembled
        from tools.cad.eye import camera_variants
        from tools.cad.listing import masses_file
        from tools.cad.mesh import mesh_of
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("solids need", str(error.name), "make")))
    from vision.calibration.paper import to_pdf

    out = args.out
    machine = assembled(args.way)
    if args.way == "cut":
        write_whole(MASSES, masses_file(machine).encode())
    for name in ("parts", "print", "cut"):
        shutil.rmtree(out / name, ignore_errors=True)
        (out / name).mkdir(parents=True)
    listing.write_assembly(machine, out / "assembly.step")
    for part in machine.parts:
        cad.export_step(part.solid, str(out / "parts" / f"{part.file}.step"), timestamp="2000-01-01T00:00:00")
        if part.make == "print":
            trimesh.Trimesh(*mesh_of(part), process=False).export(out / "print" / f"{part.file}.stl")
    for name, triangles in camera_variants(machine.plan):
        trimesh.Trimesh(*triangles, process=False).export(out / "print" / f"{name}.stl")
    for sheet in sheets.nested(machine.parts, tuple(machine.plan.it["sheet"]["size"]), args.kerf):
        sheets.write_dxf(sheet, out / "cut" / f"{sheet.file}.dxf")
    write_whole(out / "templates.pdf", to_pdf(list(sheets.templates(machine.parts))))
    findings = checks.Findings()
    taken = checks.check_prints(machine, out / "print", out.parent / "sliced", findings)
    text = listing.parts_list(machine, taken)
    write_whole(out / "bom.csv", text.encode())
    checks.check_all(machine, out, text, findings)
    write_whole(out / "checks.json", findings.as_json().encode())
    print(findings.as_json(), end="")
    for fault in findings.faults:
        print(f"tools.cad: {fault}", file=sys.stderr)
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
