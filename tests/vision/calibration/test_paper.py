"""The printed pages, read back from the PDF as a printer would and measured with OpenCV's own detectors."""

import re
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.dimensions import BOXES, dimensions
from tests.support.requirements import needs
from vision.calibration.paper import A4, board_page, plate_pages, sheet_page, to_pdf
from vision.calibration.target import Target, find_board
from vision.table.plate import Plate

DIMENSIONS = dimensions()
PLATE, TARGET = Plate.from_dimensions(DIMENSIONS), Target.from_dimensions(DIMENSIONS)
SIZE = (DIMENSIONS["plate"]["width"], DIMENSIONS["plate"]["height"])
FINE = 10
PAGES = (board_page(TARGET), *plate_pages(PLATE, SIZE))
PDF = to_pdf(PAGES)


def draw_page(number: int, pdf: bytes = PDF) -> NDArray[np.uint8]:
    """Return a page of a PDF, FINE pixels a mm, from its own numbers."""
    text = pdf.decode()
    box = re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text)[number]
    width, height = (float(side) / 72 * 25.4 for side in box)
    paper = np.full((round(height * FINE), round(width * FINE)), 255, np.uint8)
    content = re.findall(r"stream\n(.*?)\nendstream", text, re.DOTALL)[number]
    for line in re.findall(r"^([-\d. ]+) re$", content, re.MULTILINE):
        x, y, wide, high = (float(part) / 72 * 25.4 * FINE for part in line.split())
        top = paper.shape[0] - y - high
        paper[round(top) : round(top + high), round(x) : round(x + wide)] = 0
    return paper


def test_the_board_is_true_to_scale() -> None:
    page = draw_page(0)
    assert page.shape == pytest.approx((2100, 2970), abs=1)
    seen = find_board(page, TARGET)
    assert len(seen.corners) == (TARGET.squares[0] - 1) * (TARGET.squares[1] - 1)
    from_board = seen.corners / FINE - seen.places[:, :2]
    assert np.ptp(from_board, axis=0).max() < 0.15


def test_the_halves_of_the_plate_are_true_to_scale_and_meet() -> None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found: dict[int, NDArray[np.float64]] = {}
    for number, first in ((1, 0.0), (2, SIZE[0] / 2)):
        page = draw_page(number)
        assert page.shape == pytest.approx((A4[1] * FINE, A4[0] * FINE), abs=1)
        corners, names, _ = detector.detectMarkers(page)
        assert names is not None
        left = (A4[0] - SIZE[0] / 2) / 2
        for which, quad in zip(np.asarray(names).ravel(), corners, strict=True):
            found[int(which)] = np.asarray(quad, float).reshape(4, 2) / FINE + (first - left, -20.0)
    assert sorted(found) == [0, 1, 2, 3]
    for number, quad in found.items():
        assert quad.mean(axis=0) == pytest.approx(PLATE.marker_centres[number], abs=0.15)
        assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(PLATE.marker_side, abs=0.2)


def test_the_sheet_of_the_boxes_is_true_to_scale() -> None:
    it = dimensions(BOXES)
    pdf = to_pdf([sheet_page(it)])
    assert b"/PrintScaling /None" in pdf
    page = draw_page(0, pdf)
    assert page.shape == pytest.approx((210 * FINE, 297 * FINE), abs=1)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, names, _ = detector.detectMarkers(page)
    assert names is not None
    found = {
        int(name): np.asarray(quad).reshape(4, 2) / FINE for name, quad in zip(names.ravel(), corners, strict=True)
    }
    assert sorted(found) == [0, 1, 2, 3]
    for number, centre in enumerate(it["markers"]["centres"]):
        assert found[number].mean(axis=0) == pytest.approx(centre, abs=0.15)
    assert np.count_nonzero(page[round((210 - 7.5) * FINE)] == 0) == pytest.approx(100 * FINE, abs=1)
    outside = it["box"]["side"] / 2 + it["box"]["wall"] - 0.1
    for x, y in it["box"]["places"]:
        for across, down in ((outside, 0), (-outside, 0), (0, outside), (0, -outside)):
            assert page[round((y + down) * FINE), round((x + across) * FINE)] == 0


def test_marks_stand_where_the_halves_are_cut() -> None:
    for number, first in ((1, 0.0), (2, SIZE[0] / 2)):
        page = PAGES[number]
        seam = (A4[0] - SIZE[0] / 2) / 2 + SIZE[0] / 2 - first
        beyond = [(x + wide / 2, y) for x, y, wide, high in page.black if y + high < 20.0 or 20.0 + SIZE[1] < y < 230.0]
        assert [x for x, _ in beyond] == pytest.approx([seam, seam])


def test_everything_fits_on_the_paper() -> None:
    for page in (*PAGES, sheet_page(dimensions(BOXES))):
        for x, y, wide, high in page.black:
            assert min(x, y) >= 5
            assert x + wide <= page.size[0] - 5
            assert y + high <= page.size[1] - 5


def test_the_file_is_whole_and_always_the_same() -> None:
    assert to_pdf((board_page(TARGET), *plate_pages(PLATE, SIZE))) == PDF
    start = int(re.findall(rb"startxref\n(\d+)", PDF)[0])
    assert PDF[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"^(\d{10}) 00000 n", PDF, re.MULTILINE), 1):
        assert PDF[int(place) :].startswith(b"%d 0 obj" % number)


@pytest.mark.check
def test_a_printer_sees_the_board_true_to_scale(tmp_path: Path) -> None:
    needs("pdftoppm")
    (tmp_path / "print.pdf").write_bytes(PDF)
    subprocess.run(
        ["pdftoppm", "-r", "254", "-gray", "-f", "1", "-l", "1", "print.pdf", "page"], cwd=tmp_path, check=True
    )
    image = cv2.imread(str(next(tmp_path.glob("page*"))), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    seen = find_board(np.asarray(image, np.uint8), TARGET)
    assert np.ptp(seen.corners / 10 - seen.places[:, :2], axis=0).max() < 0.15
