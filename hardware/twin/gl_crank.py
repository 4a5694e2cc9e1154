"""The machine with a crank for OpenGL, as onlookers see it."""

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hardware.sim.scene import Scene
from hardware.sim.scenery import RIM_HEIGHT, RIM_WIDTH, desk, felt, plate
from hardware.twin.gl_solids import MM, OAK, Colour, Solids, block, join_numbers, look, paint
from hardware.twin.machine import MachineScene
from hardware.twin.measures import Floats, Measures, rotate_rocker

Key = TypeVar("Key")
WOOD = (0.2, 0.12, 0.07)
SOLIDS = Path(__file__).with_name("machine.glb")
"""Package data: the solids that tools.guide draws; in the repository a link to docs/build."""
PAINTED: Mapping[Colour, str] = {
    (0.6, 0.4, 0.2): "base of the wells; long wall; cross wall; servo's holder; cheek of the rocker; left wall; "
    "right wall; wall behind; floor of the box; hatch's cover",
    (0.1, 0.11, 0.13): "hinge strip; lid's hook; cheek block; pin's tube; motor's pad; switch's mount; handle; "
    "electronics' box; electronics' lid",
    (0.75, 0.2, 0.03): "lever; hub; crank with cam; camera's mount; panel's foot",
    (0.5, 0.51, 0.53): "rocker's shaft; rocker's pin; flange hub; motor's shaft; ball bearing 608; ball bearing 623; "
    "flange bearing; motor bracket; post; arm; corner bracket",
    (0.05, 0.05, 0.055): "floor of a well; stepping motor; home switch; rubber foot",
    (0.75, 0.75, 0.74): "servo's horn; silicone foot; ring's disc; piece of LED strip; panel",
    (0.8, 0.88, 0.9): "lid; wall in front",
    (0.02, 0.13, 0.4): "servo; small push-button",
    (0.1, 0.25, 0.3): "rod",
    (0.02, 0.2, 0.06): "camera",
    (0.4, 0.27, 0.15): "base",
    (0.05, 0.35, 0.08): "big push-button",
    (0.6, 0.02, 0.02): "emergency stop",
    (0.8, 0.6, 0.05): "LED 5 mm",
}
"""The colours in which onlookers see solids; others are not drawn."""
MOVING = {
    "block": "base of the wells; long wall; cross wall; servo's holder; floor of a well; servo; lid; hinge strip; "
    "lid's hook; cheek of the rocker; cheek block; hub; rocker's shaft; rocker's pin; pin's tube",
    "lever": "lever; servo's horn; silicone foot",
    "crank": "crank with cam; flange hub; motor's shaft",
    "rod": "rod; ball bearing 608; ball bearing 623",
}
"""What is on each body that moves; the others stand."""
SHEER = frozenset({"lid", "wall in front"})
"""Solids that are clear here, the front wall so that one sees the crank."""


class CrankSolids(Solids):
    """The machine with a crank; see Solids."""

    wide = np.array([0.06, 0.0, 0.065, 1.08, 64.0, -22.0])
    near = np.array([0.015, -0.012, 0.0, 0.31, 80.0, -62.0])

    def __init__(self, dimensions: Mapping[str, Any]) -> None:
        self._dimensions, self._measures = dimensions, Measures(dimensions)
        self._shaft = np.array(self._measures.shaft) / MM * (1, -1, 1)
        self._solids = read_solids(SOLIDS)

    def pictures(self) -> dict[str, NDArray[Any]]:
        return {"desk": OAK * desk(), "plate": plate(self._dimensions), "felt": felt()}

    def meshes(self) -> Iterator[str]:
        for number, (vertices, triangles, _) in enumerate(self._solids.values()):
            corners = f'vertex="{join_numbers(vertices)}" face="{join_numbers(triangles)}"'
            yield f'<mesh name="solid{number}" inertia="shell" {corners}/>'

    def parts(self) -> Iterator[str]:
        yield from _ground(self._dimensions)
        for body in ("block", "crank", "rod"):
            yield f'<body name="{body}" mocap="true">{self._drawn(body)}</body>'
        for well in range(1, 7):
            yield f'<body name="lever{well}" mocap="true">{self._drawn("lever", well)}</body>'
        yield self._drawn("")

    def lean(self, scene: Scene) -> tuple[Floats, Floats]:
        assert isinstance(scene, MachineScene)
        return self._shaft, rotate_rocker(np.radians(scene.tilt))

    def poses(self, scene: Scene) -> Iterator[tuple[str, Floats, Floats]]:
        assert isinstance(scene, MachineScene)
        shaft, lean = self.lean(scene)
        yield "block", shaft - lean @ shaft, lean
        for well, angle in enumerate(scene.levers, 1):
            turn = np.radians(angle - self._dimensions["lever"]["highest"]) * -self._measures.ways[well - 1]
            bow = np.array([[1, 0, 0], [0, np.cos(turn), -np.sin(turn)], [0, np.sin(turn), np.cos(turn)]])
            axis = np.array(self._measures.lever_axis(well))
            yield f"lever{well}", shaft + lean @ (axis - bow @ (shaft + axis)), lean @ bow
        yield from self._drive(np.radians(scene.crank), lean)

    def _drive(self, angle: float, lean: Floats) -> Iterator[tuple[str, Floats, Floats]]:
        """Yield where crank and rod are: by the crank's pin, and the pin of the rocker, which leans."""
        measures = self._measures
        home = self._shaft - [measures.across, 0, 0]
        pin, middle = self._shaft + lean @ (home - self._shaft), home - [0, 0, measures.rod - measures.crank]
        turn = rotate_rocker(-angle)
        yield "crank", middle - turn @ middle, turn
        across, _, up = middle + turn @ [0, 0, -measures.crank] - pin
        swung = rotate_rocker(-math.atan2(across, -up))
        yield "rod", pin - swung @ home, swung

    def _drawn(self, body: str, well: int = 0) -> str:
        """Return the geoms of the solids on a body; of levers those of one well alone."""
        colours, bodies, drawn = _by_name(PAINTED), _by_name(MOVING), list[str]()
        for number, (name, (_, _, places)) in enumerate(self._solids.items()):
            kind = name.partition(",")[0]
            colour = colours.get(kind)
            for matrix in places if bodies.get(kind, "") == body else ():
                if colour is None or (well and self._well_of(matrix) != well):
                    continue
                rest = paint(colour, 0.06, "glass") if name in SHEER else paint(colour)
                place, axes = join_numbers([matrix[:3, 3] / MM]), join_numbers(matrix[:3, :2].T)
                drawn.append(f'<geom type="mesh" mesh="solid{number}" pos="{place}" xyaxes="{axes}" {rest}/>')
        return "".join(drawn)

    def _well_of(self, matrix: Floats) -> int:
        """Return the well whose lever has its axis nearest to a place."""
        axes = [self._shaft + self._measures.lever_axis(well) for well in range(1, 7)]
        return 1 + int(np.argmin([np.linalg.norm(axis - matrix[:3, 3] / MM) for axis in axes]))


def _by_name(listed: Mapping[Key, str]) -> dict[str, Key]:
    return {name: key for key, names in listed.items() for name in names.split("; ")}


def read_solids(path: Path) -> dict[str, tuple[Floats, NDArray[np.uint16], list[Floats]]]:
    """Return the solids of a glTF of tools.guide by their names.

    Each has its vertices (n, 3) in m, its triangles (m, 3), and the matrices (4, 4) of its places in mm.
    """
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    found, binary = json.loads(data[20 : 20 + length]), data[28 + length :]

    def read(accessor: int, kind: str) -> NDArray[Any]:
        view = found["bufferViews"][accessor]
        return np.frombuffer(binary, kind, view["byteLength"] // int(kind[-1]), view["byteOffset"]).reshape(-1, 3)

    solids: dict[str, tuple[Floats, NDArray[np.uint16], list[Floats]]] = {}
    for number, mesh in enumerate(found["meshes"]):
        (drawn,) = mesh["primitives"]
        places = [np.reshape(node["matrix"], (4, 4)).T for node in found["nodes"] if node["mesh"] == number]
        vertices = read(drawn["attributes"]["POSITION"], "<f4").astype(float) / MM
        solids[mesh["name"]] = vertices, read(drawn["indices"], "<u2"), places
    return solids


def _ground(dimensions: Mapping[str, Any]) -> Iterator[str]:
    width, height = dimensions["plate"]["width"], dimensions["plate"]["height"]
    yield block((-450, -500, 850, 600), -256, -236, look("desk"))
    yield block((0, 0, width, height), -dimensions["sheet"]["plate"], 0, look("plate"))
    left, top, side, floor = (dimensions["tray"][key] for key in ("left", "top", "side", "floor"))
    right, bottom = left + side, top + side
    yield block((left, top, right, bottom), 0, floor, look("felt"))
    rim = RIM_WIDTH
    for area in (
        (left - rim, top - rim, right + rim, top),
        (left - rim, bottom, right + rim, bottom + rim),
        (left - rim, top, left, bottom),
        (right, top, right + rim, bottom),
    ):
        yield block(area, 0, RIM_HEIGHT, paint(WOOD))
