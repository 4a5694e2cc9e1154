"""The machine with a crank for OpenGL: what its camera sees of it, and its solids as onlookers see them."""

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hardware.sim.carriage import ARM_WIDTH, FLOOR, PLASTIC, SERVO_HEIGHT
from hardware.sim.scene import Scene
from hardware.sim.scenery import DESK_ABOVE, DESK_LEFT, RIM_HEIGHT, RIM_WIDTH, desk, felt, plate
from hardware.sim.wells import Wells
from hardware.twin.gl_solids import MM, OAK, Colour, Solids, block, join_numbers, look, paint
from hardware.twin.machine import MachineScene
from hardware.twin.measures import Floats, Measures, rotate_rocker

Key = TypeVar("Key")
WOOD, BLUE, METAL = (0.2, 0.12, 0.07), (0.03, 0.085, 0.2), (0.55, 0.55, 0.55)
RING_ANGLES = (-66.0, -33.0, 0.0, 33.0, 66.0)
"""Angles in degrees of the points of light along each half of the ring. Each is rendered separately."""
CUTOFF = 60.0
"""Half angle in degrees of a light."""
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

    def __init__(self, dimensions: Mapping[str, Any], *, beside: bool) -> None:
        self._dimensions, self.beside = dimensions, beside
        self._wells, self._measures = Wells(dimensions), Measures(dimensions)
        self._shaft = np.array(self._measures.shaft) / MM * (1, -1, 1)
        self._solids = read_solids(SOLIDS) if beside else {}

    def pictures(self) -> dict[str, NDArray[Any]]:
        return {"desk": OAK * desk() if self.beside else desk(), "plate": plate(self._dimensions), "felt": felt()}

    def meshes(self) -> Iterator[str]:
        for number, (vertices, triangles, _) in enumerate(self._solids.values()):
            corners = f'vertex="{join_numbers(vertices)}" face="{join_numbers(triangles)}"'
            yield f'<mesh name="solid{number}" inertia="shell" {corners}/>'

    def parts(self) -> Iterator[str]:
        yield from _ground(self._dimensions, beside=self.beside)
        if not self.beside:
            yield from _block(self._wells, self._measures)
            yield from _levers(self._wells, self._measures)
            return
        for body in ("block", "crank", "rod"):
            yield f'<body name="{body}" mocap="true">{self._drawn(body)}</body>'
        for well in range(1, 7):
            yield f'<body name="lever{well}" mocap="true">{self._drawn("lever", well)}</body>'
        yield self._drawn("")

    def lights(self) -> Iterator[str]:
        return _lights(self._dimensions)

    def lean(self, scene: Scene) -> tuple[Floats, Floats]:
        return self._shaft, rotate_rocker(np.radians(scene.tilt) if isinstance(scene, MachineScene) else 0.0)

    def poses(self, scene: Scene) -> Iterator[tuple[str, Floats, Floats]]:
        shaft, lean = self.lean(scene)
        yield "block", shaft - lean @ shaft, lean
        angles = scene.levers if isinstance(scene, MachineScene) else ()
        for well, angle in enumerate(angles or [self._lever_of(scene, well) for well in range(1, 7)], 1):
            raised = angle - self._dimensions["lever"]["highest"] if self.beside else angle
            turn = np.radians(raised) * -self._measures.ways[well - 1]
            bow = np.array([[1, 0, 0], [0, np.cos(turn), -np.sin(turn)], [0, np.sin(turn), np.cos(turn)]])
            axis = np.array(self._measures.lever_axis(well))
            at = -bow @ (shaft + axis) + axis if self.beside else axis
            yield f"lever{well}", shaft + lean @ at, lean @ bow
        if self.beside:
            yield from self._drive(scene, lean)

    def _drive(self, scene: Scene, lean: Floats) -> Iterator[tuple[str, Floats, Floats]]:
        """Yield where crank and rod are: by the crank's pin, and the pin of the rocker, which leans."""
        measures = self._measures
        angle = np.radians(scene.crank) if isinstance(scene, MachineScene) else 0.0
        home = self._shaft - [measures.across, 0, 0]
        pin, middle = self._shaft + lean @ (home - self._shaft), home - [0, 0, measures.rod - measures.crank]
        turn = rotate_rocker(-angle)
        yield "crank", middle - turn @ middle, turn
        across, _, up = middle + turn @ [0, 0, -measures.crank] - pin
        swung = rotate_rocker(-math.atan2(across, -up))
        yield "rod", pin - swung @ home, swung

    def _lever_of(self, scene: Scene, well: int) -> float:
        return float(np.degrees(self._measures.lever_range[well not in scene.clamped]))

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


def _ground(dimensions: Mapping[str, Any], *, beside: bool) -> Iterator[str]:
    width, height = dimensions["plate"]["width"], dimensions["plate"]["height"]
    thick = dimensions["sheet"]["plate"]
    around = (-DESK_LEFT, -DESK_ABOVE, 540 - DESK_LEFT, 380 - DESK_ABOVE)
    if beside:
        yield block((-450, -500, 850, 600), -256, -236, look("desk"))
    else:
        yield block(around, -thick - 20, -thick, look("desk"))
    yield block((0, 0, width, height), -thick, 0, look("plate"))
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


def _block(wells: Wells, measures: Measures) -> Iterator[str]:
    """Yield the body of the block. Its origin is that of the plate when it is level at home."""
    left, top, right, bottom = wells.outline
    wall, plain = measures.wall * MM, _blue_first(PLASTIC)
    yield '<body name="block" mocap="true">'
    yield block((left, top, right, bottom), 0.2, wells.floor, _blue_first(FLOOR))
    for x in (left, *sorted({x + wells.reach for x, _ in wells.centres})):
        # Where walls cross, one of them must be in front.
        yield block((x, top, x + wall, bottom), wells.floor, wells.top - 0.1, plain)
    for y in (top, *sorted({y + wells.reach for _, y in wells.centres})):
        yield block((left, y, right, y + wall), wells.floor, wells.top, plain)
    for well, (x, _) in enumerate(wells.centres, 1):
        way = wells.outward(well)
        edge = top if way < 0 else bottom
        for near, far, half, low, high, colour in (
            (1.0, 1.0 + wells.servo[1], wells.servo[0] / 2, 15.0, SERVO_HEIGHT, BLUE),
            (10.0, 22.0, 4.4, SERVO_HEIGHT, SERVO_HEIGHT + 0.2, METAL),
        ):
            ends = sorted((edge + way * near, edge + way * far))
            yield block((x - half, ends[0], x + half, ends[1]), low, high, paint(colour))
    yield "</body>"


def _levers(wells: Wells, measures: Measures) -> Iterator[str]:
    """Yield the levers in their lower position: an arc from the axis over the lid, and a finger down to the tip."""
    reach = measures.lever_arm
    over = wells.arm_height / MM - (measures.lever_height + measures.shaft[2] / MM)
    half, plain = ARM_WIDTH / 2 / MM, paint((0.5, 0.5, 0.5))
    for well, way in enumerate(measures.ways, 1):
        inner = -way * reach
        yield f'<body name="lever{well}" mocap="true">'
        yield f'<geom type="capsule" size="{half}" fromto="0 0 0 0 0 {over}" {plain}/>'
        yield f'<geom type="box" size="{half} {reach / 2} {half}" pos="0 {inner / 2} {over}" {plain}/>'
        tip = f'size="{measures.tip_radius}" fromto="0 {0.94 * inner} {over} 0 {inner} 0"'
        yield f'<geom type="capsule" {tip} {paint((0.1, 0.1, 0.1))}/>'
        yield "</body>"


def _lights(dimensions: Mapping[str, Any]) -> Iterator[str]:
    """Yield both halves of the ring as points of light."""
    camera, ring = dimensions["camera"], dimensions["ring"]
    height = (camera["height"] - ring["below_lens"]) / MM
    across, up = (size / 2 / MM for size in (dimensions["plate"]["width"], -dimensions["plate"]["height"]))
    for half, middle in (("left", 180.0), ("right", 0.0)):
        for angle in RING_ANGLES:
            turn = np.radians(middle + angle)
            x = (camera["x"] + ring["radius"] * np.cos(turn)) / MM
            y = -(camera["y"] + ring["radius"] * np.sin(turn)) / MM
            # It points at the middle of the plate, so that its shadow map covers the plate.
            aim = f"{across - x} {up - y} {-height}"
            yield (
                f'<light name="{half}{angle}" pos="{x} {y} {height}" dir="{aim}" type="spot" cutoff="{CUTOFF}" '
                f'exponent="0" castshadow="true" diffuse="1 1 1" ambient="0 0 0" specular="0 0 0"/>'
            )


def _blue_first(colour: Colour) -> str:
    return paint(colour[::-1])
