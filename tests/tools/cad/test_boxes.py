"""The boxes' prints need no supports, flap and plunger move as they must, and the net folds to a box."""

from collections.abc import Iterator

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
from tools.cad.mesh import common_volume, convert_location, manifold_of, matrix_of, mesh_of  # noqa: E402
from tools.cad.nets import CARD, band_length, net_page  # noqa: E402
from vision.calibration.paper import to_pdf  # noqa: E402

STEEPEST, BRIDGE = 46.0, 4.5
"""What prints without supports: faces that lean over by so many degrees, and level ones of so many mm across."""
MAY_MEET = 0.2
"""Volume in mm³ up to which solids only touch."""
HEAVIEST = 21.0
"""Grams of one box and its flap, all of plastic."""


@pytest.fixture(scope="module")
def boxes() -> BoxesAssembly:
    return BoxesAssembly(dimensions(BOXES))


def find_faults(boxes: BoxesAssembly) -> Iterator[str]:
    """Yield prints that are open or need supports, and what meets while flap and plunger move."""
    for part in boxes.parts:
        mesh = trimesh.Trimesh(*mesh_of(part), process=False)
        if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
            yield f"{part.name} is not watertight"
        elif part.make == "print" and widest_overhang(mesh) > BRIDGE:
            yield f"{part.name} needs supports"
    plan, alone = boxes.plan, boxes.pose({}, alone=True)
    angle, coil = plan.it["flap"]["angle"], plan.it["solenoid"]

    def common(name: str, moved: float, other: str) -> float:
        """Return the volume that a body, moved from rest, has in common with what is at rest."""
        solids = []
        for part, motion in ((alone.find(name), plan.move(name, moved)), (alone.find(other), cad.Location())):
            solids.append(manifold_of(part).transform((convert_location(motion) @ matrix_of(part.places[0]))[:3]))
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


def test_what_does_not_fit_is_found(boxes: BoxesAssembly) -> None:
    it = dimensions(BOXES)
    with pytest.raises(ValueError, match=r"too long for a flap 40 mm high"):
        BoxesAssembly(it | {"box": it["box"] | {"floor": 40.0}})
    high = BoxesAssembly(it | {"solenoid": it["solenoid"] | {"pin": 0.5}})
    assert "the flap meets the solenoid" in set(find_faults(high))
    lying = trimesh.Trimesh(*mesh_of(boxes.find("box")), process=False)
    lying.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, (1, 0, 0)))
    assert widest_overhang(lying.apply_translation((0, 0, -lying.bounds[0][2]))) > 30


def test_a_net_lies_on_a_page_and_folds_to_the_box() -> None:
    it = dimensions(BOXES)
    page = net_page(it)
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
