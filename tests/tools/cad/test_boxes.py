"""The boxes' prints need no supports, flap and plunger move as they must, and their pages are true to scale."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.requirements import needs_package

pytestmark = pytest.mark.check
for package in ("build123d", "manifold3d", "trimesh"):
    needs_package(package)

import build123d as cad  # noqa: E402
import trimesh  # noqa: E402

from hardware.dimensions import BOXES, dimensions  # noqa: E402
from tools.cad.boxes import FLAP, PLUNGER, BoxesAssembly  # noqa: E402
from tools.cad.mesh import common_volume, located, manifold_of, matrix_of, mesh_of  # noqa: E402
from tools.cad.nets import CARD, band_length, net_page  # noqa: E402
from vision.calibration.paper import POINTS, PrintedPage, sheet_page, to_pdf  # noqa: E402

STEEPEST, BRIDGE = 46.0, 4.5
"""What prints without supports: faces that lean over by so many degrees, and level ones of so many mm across."""
MAY_MEET = 0.2
"""Volume in mm³ up to which solids only touch."""
HEAVIEST = 21.0
"""Grams of one box and its flap, all of plastic."""


@pytest.fixture(scope="module")
def boxes() -> BoxesAssembly:
    return BoxesAssembly(dimensions(BOXES))


def changed(**sizes: dict[str, float]) -> BoxesAssembly:
    """Return the boxes of other sizes."""
    it = dimensions(BOXES)
    return BoxesAssembly(it | {name: it[name] | found for name, found in sizes.items()})


def find_faults(boxes: BoxesAssembly) -> Iterator[str]:
    """Yield prints that are open or need supports, and what meets while flap and plunger move."""
    for part in boxes.parts:
        mesh = trimesh.Trimesh(*mesh_of(part), process=False)
        if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
            yield f"{part.name} is not watertight"
        elif part.make == "print" and widest_overhang(mesh) > BRIDGE:
            yield f"{part.name} needs supports"
    plan, alone = boxes.plan, boxes.posed({}, alone=True)
    angle, coil = plan.it["flap"]["angle"], plan.it["solenoid"]

    def common(name: str, moved: float, other: str) -> float:
        """Return the volume that a body, moved from rest, has in common with what is at rest."""
        solids = []
        for part, motion in ((alone.named(name), plan.move(name, moved)), (alone.named(other), cad.Location())):
            solids.append(manifold_of(part).transform((located(motion) @ matrix_of(part.places[0]))[:3]))
        return common_volume(*solids)

    for name in ("box", "solenoid", "cable tie", "stop"):
        opened = [common(FLAP, degrees, name) for degrees in np.arange(0, angle - 0.5, 2.5)]
        if max(opened) > MAY_MEET:
            yield f"the flap meets the {name}"
        if name != "stop" and common(PLUNGER, coil["stroke"], name) > MAY_MEET:
            yield f"the plunger meets the {name}"
    if common(FLAP, angle + 2, "box") <= MAY_MEET:
        yield "nothing stops the flap"
    if common(PLUNGER, coil["slack"] - 0.1, FLAP) or not common(PLUNGER, coil["slack"] + 0.3, FLAP):
        yield "the plunger does not meet the flap where it must"
    if plan.stop < 0:
        yield "the plunger is too long"


def widest_overhang(mesh: trimesh.Trimesh) -> float:
    """Return how many mm the largest face spans that hangs over and cannot print: the smaller side of its bounds."""
    steep = mesh.face_normals[:, 2] < -np.sin(np.radians(STEEPEST))
    hanging = np.flatnonzero(steep & (mesh.triangles[:, :, 2].min(axis=1) > 0.05))
    pairs = mesh.face_adjacency[np.isin(mesh.face_adjacency, hanging).all(axis=1)]
    groups = trimesh.graph.connected_components(pairs, nodes=hanging)
    return float(max((np.ptp(mesh.triangles[group].reshape(-1, 3), axis=0)[:2].min() for group in groups), default=0))


def test_a_box_prints_without_supports_and_its_flap_opens(boxes: BoxesAssembly) -> None:
    assert list(find_faults(boxes)) == []
    printed = [part for part in boxes.parts if part.make == "print"]
    assert sum(part.solid.volume for part in printed) / 1000 * 1.24 < HEAVIEST
    assert all(part.quantity == len(boxes.plan.it["box"]["places"]) for part in boxes.parts)


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        ({"box": {"floor": 40.0}}, "the plunger is too long"),
        ({"solenoid": {"pin": 3.0}}, "the flap meets the solenoid"),
        ({"solenoid": {"from_hinge": 30.0}}, "the plunger meets the box"),
    ],
)
def test_a_box_that_does_not_work_is_found(sizes: dict[str, dict[str, float]], fault: str) -> None:
    assert fault in set(find_faults(changed(**sizes)))


def test_a_print_that_needs_supports_is_found(boxes: BoxesAssembly) -> None:
    lying = cad.Rotation(90, 0, 0) * boxes.named("box").solid
    turned = dataclasses.replace(boxes.named("box"), solid=cad.Location((0, 0, -lying.bounding_box().min.Z)) * lying)
    assert widest_overhang(trimesh.Trimesh(*mesh_of(turned), process=False)) > 30


def rectangles_of(pdf: bytes) -> tuple[tuple[float, float], list[tuple[float, ...]]]:
    """Return the page's size, and left, top, width and height of all that is black on it, in mm, as a PDF says them."""
    text = pdf.decode()
    box = re.findall(r"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text)
    wide, high = (float(side) / POINTS for side in box[0])
    found = []
    for line in re.findall(r"^([-\d. ]+) re$", text, re.MULTILINE):
        x, y, across, up = (float(number) / POINTS for number in line.split())
        found.append((x, high - y - up, across, up))
    return (wide, high), found


def black_at(page: list[tuple[float, ...]], x: float, y: float) -> bool:
    return any(left <= x <= left + wide and top <= y <= top + high for left, top, wide, high in page)


def test_the_sheet_is_true_to_scale() -> None:
    it = dimensions(BOXES)
    pdf = to_pdf([sheet_page(it)])
    size, page = rectangles_of(pdf)
    assert size == pytest.approx((297, 210), abs=0.01)
    assert b"/PrintScaling /None" in pdf
    assert any(wide == pytest.approx(100, abs=0.01) for _, _, wide, _ in page)
    for x, y in it["box"]["places"]:
        assert black_at(page, x - it["box"]["side"] / 2 - it["box"]["wall"] + 0.1, y)
    assert _markers(page) == pytest.approx(np.array(it["markers"]["centres"]), abs=0.2)


def _markers(page: list[tuple[float, ...]]) -> Any:
    """Return the middles (4, 2) in mm of the markers that are found on a page as it is printed, by their numbers."""
    picture = np.full((2100, 2970), 255, np.uint8)
    for left, top, wide, high in page:
        cv2.rectangle(
            picture, *[(round(10 * x), round(10 * y)) for x, y in ((left, top), (left + wide, top + high))], 0, -1
        )
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, names, _ = detector.detectMarkers(picture)
    middles = {int(name): corner[0].mean(axis=0) / 10 for name, corner in zip(names.ravel(), corners, strict=True)}
    return np.array([middles[name] for name in range(4)])


def test_a_net_lies_on_a_page_and_folds_to_the_box() -> None:
    it = dimensions(BOXES)
    page: PrintedPage = net_page(it)
    assert to_pdf([page])
    for left, top, wide, high in page.black:
        assert left >= 4.9
        assert left + wide <= page.size[0] - 4.9
        assert top >= 4.9
        assert top + high <= page.size[1] - 4.9
    high = it["box"]["floor"] + it["box"]["height"]
    folds = sorted({round(left, 2) for left, top, wide, tall in page.black if wide < 0.3 and top < high and tall > 1})
    assert np.diff(folds) == pytest.approx(it["box"]["side"] + CARD, abs=0.02)
    assert len(folds) == 4
    # Taut bands hold the flap at its largest angle: law of cosines, 20 mm along it and 20 mm down the wall.
    assert band_length(it) ** 2 == pytest.approx(2 * 20**2 * (1 - np.cos(np.radians(90 + it["flap"]["angle"]))))
