"""Cut files: outlines nested on sheets as DXF, and templates on pages of A4 for a saw."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import build123d as cad
import ezdxf
import numpy as np
import rectpack

from tools.cad.part import CadPart, Shape
from vision.calibration.paper import A4, ADVICE, LINE, RULER, PrintedPage, Rectangle

Line = list[tuple[float, float]]
"""A closed line: its points; the first one is not repeated."""
APART = 4.0
"""The gap between parts on a sheet, and to its edge."""
SAG = 0.02
"""Largest distance between a curve and the straight pieces that replace it."""
MARGIN, HEAD = 12.0, 18.0
"""Margins of a page of templates: at its sides, and above and below for words and the ruler."""


@dataclass(frozen=True, slots=True)
class CutSheet:
    """A sheet of one material and thickness, with its parts: names and closed lines, in mm from its lower left."""

    material: str
    number: int
    size: tuple[float, float]
    parts: tuple[tuple[str, tuple[Line, ...]], ...]

    @property
    def file(self) -> str:
        return f"{self.material.replace(' ', '-')}-{self.number}"


def outlines(sketch: Shape, kerf: float) -> list[Line]:
    """Return the closed lines of a sketch, moved to 0, 0, its outside first; the part grows by half the kerf."""
    faces = sketch.faces()
    if len(faces) != 1:
        raise ValueError(f"an outline has {len(faces)} pieces")
    face = faces[0]
    wires = [(face.outer_wire(), kerf / 2), *((wire, -kerf / 2) for wire in face.inner_wires())]
    lines = [_points(wire.offset_2d(grow, kind=cad.Kind.INTERSECTION) if grow else wire) for wire, grow in wires]
    left, low = np.min(lines[0], axis=0)
    return [[(x - left, y - low) for x, y in line] for line in lines]


def _points(wire: Any) -> Line:
    points: Line = []
    for edge in wire.order_edges():
        steps = 1
        if edge.geom_type != cad.GeomType.LINE:
            radius = edge.radius if edge.geom_type == cad.GeomType.CIRCLE else 10.0
            steps = max(4, math.ceil(edge.length / (2 * math.sqrt(2 * radius * SAG))))
        for step in range(steps):
            place = edge.position_at(step / steps)
            points.append((float(place.X), float(place.Y)))
    return points


def nest(parts: Sequence[CadPart], size: tuple[float, float], kerf: float) -> list[CutSheet]:
    """Return sheets of this size with all pieces of the cut parts. Raises ValueError if a piece is too big.

    Words after a comma in a part's material, such as its paint, do not matter for the choice of the sheet.
    """
    by_material: dict[str, list[tuple[str, list[Line]]]] = defaultdict(list)
    for part in parts:
        if part.make == "cut":
            pieces = [(part.name, outlines(part.outline, kerf))] * (part.quantity + part.spare)
            by_material[part.material.partition(",")[0]] += pieces
    return [sheet for material, pieces in sorted(by_material.items()) for sheet in _pack(material, pieces, size)]


def arrange(
    pieces: Sequence[tuple[str, float, float]], size: tuple[float, float], apart: float = APART
) -> Iterator[list[tuple[int, float, float, bool]]]:
    """Arrange pieces (name, width, height) on areas of one size, `apart` mm from each other and from the edges.

    Yield the pieces on each area: the piece's number, its left and lower edge, and whether it is turned to the left by
    90 degrees. Raises ValueError if a piece is larger than an area.
    """
    packer = rectpack.newPacker(rotation=True)
    sides = [(math.ceil(wide + apart), math.ceil(high + apart)) for _, wide, high in pieces]
    for number, (name, wide, high) in enumerate(pieces):
        if max(wide, high) > max(size) - apart or min(wide, high) > min(size) - apart:
            raise ValueError(f"{name} is larger than {size[0]:g} x {size[1]:g} mm")
        packer.add_rect(*sides[number], rid=number)
    packer.add_bin(int(size[0] - apart), int(size[1] - apart), count=len(pieces))
    packer.pack()
    for area in packer:
        yield [(it.rid, it.x + apart, it.y + apart, it.width != sides[it.rid][0]) for it in area]


def _pack(material: str, pieces: list[tuple[str, list[Line]]], size: tuple[float, float]) -> Iterator[CutSheet]:
    sizes = [tuple(map(float, np.max(lines[0], axis=0))) for _, lines in pieces]
    named = [(name, wide, high) for (name, _), (wide, high) in zip(pieces, sizes, strict=True)]
    for number, area in enumerate(arrange(named, size), 1):
        placed = []
        for which, left, low, turned in area:
            name, lines = pieces[which]
            if turned:
                lines = [[(sizes[which][1] - y, x) for x, y in line] for line in lines]
            placed.append((name, tuple([(x + left, y + low) for x, y in line] for line in lines)))
        yield CutSheet(material, number, size, tuple(placed))


def write_dxf(sheet: CutSheet, path: Path) -> None:
    """Write a sheet, 1 : 1 in mm: cuts on layer CUT, names on layer NAMES, the sheet's edge on layer SHEET."""
    ezdxf.options.write_fixed_meta_data_for_testing = True  # A fixed time and a fixed identifier.
    drawing = ezdxf.new("R2010", units=ezdxf.units.MM)
    for layer, colour in (("CUT", 1), ("NAMES", 5), ("SHEET", 8)):
        drawing.layers.add(layer, color=colour)
    space = drawing.modelspace()
    wide, high = sheet.size
    edge = [(0, 0), (wide, 0), (wide, high), (0, high)]
    space.add_lwpolyline(edge, close=True, dxfattribs={"layer": "SHEET"})
    for name, lines in sheet.parts:
        for line in lines:
            space.add_lwpolyline(line, close=True, dxfattribs={"layer": "CUT"})
        low = np.min(lines[0], axis=0)
        space.add_text(name, height=3.0, dxfattribs={"layer": "NAMES"}).set_placement((low[0] + 1, low[1] + 1))
    # Saving adds these classes in the order of a set, which differs between processes.
    for kind in sorted(drawing.entitydb.dxf_types_in_use()):
        drawing.classes.add_class(kind)
    drawing.saveas(path)


def read_cuts(path: Path) -> list[Line]:
    """Return the lines to cut in a DXF. Raises ValueError for an open one, OSError or DXFError for a broken file."""
    lines = []
    for entity in ezdxf.readfile(path).modelspace().query('*[layer=="CUT"]'):
        if entity.dxftype() != "LWPOLYLINE" or not entity.closed:
            raise ValueError(f"{path.name} has an open {entity.dxftype()}")
        lines.append([(float(x), float(y)) for x, y in entity.get_points("xy")])
    return lines


def templates(parts: Sequence[CadPart]) -> Iterator[PrintedPage]:
    """Yield pages of A4 with each cut part at 1 : 1, to glue onto the sheet; a large part has several, edge to edge."""
    across, up = A4[0] - 2 * MARGIN, A4[1] - 2 * HEAD
    for part in parts:
        if part.make != "cut":
            continue
        lines = outlines(part.outline, 0.0)
        size = np.max(lines[0], axis=0)
        columns, rows = math.ceil(size[0] / across), math.ceil(size[1] / up)
        for row in range(rows):
            for column in range(columns):
                left, bottom = column * across, row * up
                black = list(_draw_lines(lines, (left, bottom), (across, up)))
                black.append(((A4[0] - RULER) / 2, A4[1] - 10.0, RULER, 1.0))
                for side in (0, 1):
                    if 0 < column + side < columns:
                        black.append((MARGIN + side * across, HEAD, LINE, up))
                    if 0 < row + side < rows:
                        black.append((MARGIN, A4[1] - HEAD - side * up, across, LINE))
                title = (
                    f"{part.name}, {part.quantity + part.spare} of {part.material}: {size[0]:.1f} x {size[1]:.1f} mm"
                )
                which = f", page {row * columns + column + 1} of {rows * columns}: glue edge to edge at the long lines"
                words = (
                    (MARGIN, 10.0, title + (which if rows * columns > 1 else "")),
                    ((A4[0] - RULER) / 2, A4[1] - 12.0, ADVICE),
                )
                yield PrintedPage(A4, tuple(black), words)


def _draw_lines(lines: list[Line], corner: tuple[float, float], size: tuple[float, float]) -> Iterator[Rectangle]:
    """Yield the parts of these lines on a page as rectangles; oblique lines become many short ones."""
    for line in lines:
        for (x0, y0), (x1, y1) in zip(line, [*line[1:], line[0]], strict=True):
            straight = abs(x1 - x0) < LINE or abs(y1 - y0) < LINE
            pieces = 1 if straight else max(1, math.ceil(math.dist((x0, y0), (x1, y1)) / LINE))
            for piece in range(pieces):
                start, end = piece / pieces, (piece + 1) / pieces
                xs = sorted(x0 + (x1 - x0) * share - corner[0] for share in (start, end))
                ys = sorted(y0 + (y1 - y0) * share - corner[1] for share in (start, end))
                left, right = max(xs[0] - LINE / 2, 0.0), min(xs[1] + LINE / 2, size[0])
                low, high = max(ys[0] - LINE / 2, 0.0), min(ys[1] + LINE / 2, size[1])
                if left < right and low < high:
                    yield MARGIN + left, A4[1] - HEAD - high, right - left, high - low
