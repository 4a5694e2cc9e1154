"""The files for making a machine, written into a folder."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import build123d as cad
import trimesh

from robot.files import write_whole
from tools.cad.assembly import Assembly
from tools.cad.boxes import BoxesAssembly
from tools.cad.eye import camera_variants
from tools.cad.listing import write_assembly
from tools.cad.mesh import Triangles, mesh_of
from tools.cad.nets import net_page
from tools.cad.part import CadPart
from tools.cad.plates import plates, write_plate
from tools.cad.sheets import nest, templates, write_dxf
from tools.cad.slicer import describe_print
from vision.calibration.paper import A4, PrintedPage, sheet_page, to_pdf

STAMP = "2000-01-01T00:00:00"
PRINTS = """\
# How each print is made

Print each part as it lies in its file. A file in `plates/` has a bed full of parts, with layers, walls, infill and
supports for PrusaSlicer and slicers made from it. Choose your own printer and filament there, and use the degrees on
your spool. In another slicer set what this table says.

| file in `print/` | pieces | material | how | what matters |
|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class MadeMachine:
    """The contents of a machine's files: parts, bed and sheet in mm, pages at 1 : 1, prints for other cameras."""

    parts: Sequence[CadPart]
    bed: tuple[float, float, float]
    sheet: tuple[float, float]
    pages: Mapping[str, Sequence[PrintedPage]]
    """The pages of each PDF, by its name."""
    variants: Sequence[tuple[str, Triangles]] = ()


def make_crank(machine: Assembly) -> MadeMachine:
    """Return the contents of the files of the machine with a crank."""
    it, pages = machine.plan.it, {"templates.pdf": list(templates(machine.parts))}
    variants = list(camera_variants(machine.plan))
    return MadeMachine(machine.parts, tuple(it["print"]["bed"]), tuple(it["sheet"]["size"]), pages, variants)


def make_boxes(boxes: BoxesAssembly, bed: tuple[float, float, float]) -> MadeMachine:
    """Return the contents of the files of the machine of boxes."""
    it, lids = boxes.plan.it, list(templates(boxes.parts))
    pages = {"sheet.pdf": [sheet_page(it)], "nets.pdf": [net_page(it)], "templates.pdf": lids}
    return MadeMachine(boxes.parts, bed, (A4[1], A4[0]), pages)


def write_files(machine: MadeMachine, out: Path, kerf: float) -> None:
    """Write all files of a machine but its list of parts. There are cut files without kerf and with `kerf` in mm."""
    for name in ("step", "print", "plates", "cut"):
        shutil.rmtree(out / name, ignore_errors=True)
        (out / name).mkdir(parents=True)
    write_assembly(machine.parts, out / "assembly.step")
    for part in machine.parts:
        cad.export_step(part.solid, str(out / "step" / f"{part.file}.step"), timestamp=STAMP)
    printed = [(part.file, mesh_of(part)) for part in machine.parts if part.make == "print"]
    for name, mesh in (*printed, *machine.variants):
        trimesh.Trimesh(*mesh, process=False).export(out / "print" / f"{name}.stl")
    for plate in plates(machine.parts, machine.bed[:2]):
        write_whole(out / "plates" / f"{plate.file}.3mf", write_plate(plate))
    for width in sorted({0.0, kerf}):
        folder = out / "cut" / f"kerf-{width:g}"
        folder.mkdir()
        for sheet in nest(machine.parts, machine.sheet, width):
            write_dxf(sheet, folder / f"{sheet.file}.dxf")
    for name, pages in machine.pages.items():
        write_whole(out / name, to_pdf(pages))
    write_whole(out / "prints.md", prints_table(machine.parts).encode())


def prints_table(parts: Sequence[CadPart]) -> str:
    """Return a table in Markdown of how each part is printed."""
    rows = (
        (f"{part.file}.stl", str(part.quantity), part.material, describe_print(part), part.note)
        for part in parts
        if part.make == "print"
    )
    return PRINTS + "".join(f"| {' | '.join(row)} |\n" for row in rows)
