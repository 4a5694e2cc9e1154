"""Printable pages of board and plate, true to scale, as PDF (ISO 32000-1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import mat
from vision.calibration.target import DICTIONARY, Target
from vision.table.plate import Plate

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height in mm from the page's top left corner."""

POINTS = 72 / 25.4  # a mm
A4 = (210.0, 297.0)
LINE = 0.2
RULER = 100.0
MARK, MARK_AWAY = 6.0, 2.0
ADVICE = "Print at 100 % (actual size, not fitted to the page). This line is 100 mm long: measure it."


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One page: width and height in mm, black rectangles, and texts (left, baseline in mm, text)."""

    size: tuple[float, float]
    black: tuple[Rectangle, ...]
    words: tuple[tuple[float, float, str], ...]


def plate_pages(plate: Plate, size: tuple[float, float]) -> tuple[PrintedPage, PrintedPage]:
    """Return the plate of `size` (width, height in mm) on two pages, one for each half."""
    half = size[0] / 2
    return (
        _plate_page(plate, size, 0.0, half, "left half: cut from mark to mark at its right edge"),
        _plate_page(plate, size, half, size[0], "right half: cut from mark to mark at its left edge"),
    )


def sheet_page(dimensions: Mapping[str, Any]) -> PrintedPage:
    """Return the sheet on which the boxes stand: markers, and each box's outside and inside with its number."""
    wide, high = size = (float(dimensions["plate"]["width"]), float(dimensions["plate"]["height"]))
    marker, inside = float(dimensions["markers"]["side"]), float(dimensions["box"]["side"])
    words = [((wide - RULER) / 2, high - 10, ADVICE), (wide / 2 - 12, 10.0, "behind: hinges at this side")]
    black = [_ruler((wide - RULER) / 2, high - 8)]
    for number, (x, y) in enumerate(dimensions["markers"]["centres"]):
        black += _marker(cv2.aruco.DICT_4X4_50, number, (x - marker / 2, y - marker / 2), marker)
    for well, (x, y) in enumerate(dimensions["box"]["places"], 1):
        for side in (inside, inside + 2 * dimensions["box"]["wall"]):
            black += _frame((x - side / 2, y - side / 2, side, side))
        words.append((x - 4, y + 1, f"box {well}"))
    return PrintedPage(size, tuple(black), tuple(words))


def mat_page() -> PrintedPage:
    """Return the mat on which people throw dice of their own, on a sheet of A4 that lies across."""
    black = [_ruler((mat.SIZE[0] - RULER) / 2, mat.SIZE[1] - 12)]
    for number, corners in enumerate(mat.marker_corners()):
        x, y = corners[0].tolist()
        black += _marker(mat.DICTIONARY, mat.FIRST + number, (x, y), mat.MARKER)
    return PrintedPage(mat.SIZE, tuple(black), (((mat.SIZE[0] - RULER) / 2, mat.SIZE[1] - 14, ADVICE),))


def board_page(target: Target) -> PrintedPage:
    """Return the board by which a lens is calibrated."""
    width, height = target.paper
    (across, down), side = target.squares, target.square
    left, top = (width - across * side) / 2, (height - down * side) / 2
    board = target.board()
    coarse = board.generateImage((across * 100, down * 100))
    dark = np.argwhere(coarse[5::100, 5::100] < 128).tolist()
    black = [_ruler(left, height - 8), *((left + column * side, top + row * side, side, side) for row, column in dark)]
    for which, corners in zip(np.asarray(board.getIds()).ravel(), board.getObjPoints(), strict=True):
        x, y = (float(part) for part in np.asarray(corners)[:, :2].min(axis=0))
        black += _marker(DICTIONARY, int(which), (left + x, top + y), target.marker)
    words = (left + RULER + 4, height - 6.5, f"{ADVICE} Board: glue it to something stiff and flat.")
    return PrintedPage(target.paper, tuple(black), (words,))


def _plate_page(plate: Plate, size: tuple[float, float], first: float, last: float, which: str) -> PrintedPage:
    left, top = (A4[0] - (last - first)) / 2, 20.0
    black = _frame((0, 0, *size))
    for x, y in plate.well_centres:
        black += _frame((x - plate.well_side / 2, y - plate.well_side / 2, plate.well_side, plate.well_side))
    wide, high = plate.tray_right - plate.tray_left, plate.tray_bottom - plate.tray_top
    black += _frame((plate.tray_left, plate.tray_top, wide, high))
    for number, (x, y) in enumerate(plate.marker_centres):
        corner = x - plate.marker_side / 2, y - plate.marker_side / 2
        black += _marker(cv2.aruco.DICT_4X4_50, number, corner, plate.marker_side)
    seen = [(max(x, first), y, min(x + wide, last) - max(x, first), high) for x, y, wide, high in black]
    seam = size[0] / 2 - LINE / 2
    seen += [(seam, y, LINE, MARK) for y in (-MARK - MARK_AWAY, size[1] + MARK_AWAY)]
    moved = [(x - first + left, y + top, wide, high) for x, y, wide, high in seen if wide > 0]
    whole = f"{size[0]:g} x {size[1]:g} mm"
    words = (
        (left, 8.0, f"Plate, {which}, then glue the halves edge to edge: together they measure {whole}."),
        (left, top + size[1] + 24, ADVICE),
    )
    return PrintedPage(A4, (*moved, _ruler(left, top + size[1] + 16)), words)


def _ruler(left: float, top: float) -> Rectangle:
    return left, top, RULER, 1.0


def _frame(box: Rectangle) -> list[Rectangle]:
    x, y, wide, high = box
    return [(x, y, wide, LINE), (x, y + high - LINE, wide, LINE), (x, y, LINE, high), (x + wide - LINE, y, LINE, high)]


def _marker(dictionary: int, which: int, corner: tuple[float, float], side: float) -> list[Rectangle]:
    """Return the black rectangles of a marker: runs of modules, row by row."""
    known = cv2.aruco.getPredefinedDictionary(dictionary)
    count = known.markerSize + 2
    bits: NDArray[np.bool_] = np.asarray(cv2.aruco.generateImageMarker(known, which, count)) < 128
    module, runs = side / count, list[Rectangle]()
    for row in range(count):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], bits[row].astype(int), [0]])))
        for begin, end in edges.reshape(-1, 2).tolist():
            runs.append((corner[0] + begin * module, corner[1] + row * module, (end - begin) * module, module))
    return runs


def to_pdf(drawn: Sequence[PrintedPage]) -> bytes:
    """Return the pages as the bytes of a PDF file; equal pages give equal bytes."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(drawn)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(drawn)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, page in enumerate(drawn):
        width, height = (side * POINTS for side in page.size)
        box = f"[0 0 {width:.4f} {height:.4f}]"
        kept = f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox {box} {kept} >>")
        content = _content(page)
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    text, places = "%PDF-1.6\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    entries = "".join(f"{place:010d} 00000 n \n" for place in places)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}"
    return f"{text}{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n".encode()


def _content(page: PrintedPage) -> str:
    height = page.size[1]
    lines = ["0 g"]
    for x, y, wide, high in page.black:
        sides = (x * POINTS, (height - y - high) * POINTS, wide * POINTS, high * POINTS)
        lines.append(" ".join(f"{side:.4f}" for side in sides) + " re")
    lines.append("f")
    for x, y, words in page.words:
        shown = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        lines.append(f"BT /F1 8 Tf {x * POINTS:.4f} {(height - y) * POINTS:.4f} Td ({shown}) Tj ET")
    return "\n".join(lines)
