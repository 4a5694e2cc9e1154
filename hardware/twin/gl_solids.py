"""The machines' solids for OpenGL, as onlookers see them, in MJCF.

Metres, x right, y up in the picture, z upward from the plate's top left corner.
"""

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hardware.sim.carriage import FLAP, TAPE, WALLS
from hardware.sim.cube import rotate
from hardware.sim.scene import Scene
from hardware.sim.scenery import RIM_HEIGHT, RIM_WIDTH, desk, felt, plate
from hardware.sim.wells import Wells
from hardware.twin.box_machine import HINGE, BoxScene
from hardware.twin.knocked_box import read_design
from hardware.twin.machine import MachineScene
from hardware.twin.measures import Floats, Measures, rotate_rocker

Colour = tuple[float, float, float]
"""Shares of red, green and blue that are reflected."""
Area = tuple[float, float, float, float]
"""Left, top, right and bottom in plate coordinates, mm."""
MM = 1000
OAK = np.array([4.5, 4.6, 3.9], np.float32)
"""How much brighter than walnut the table of onlookers is, blue first."""


class Solids(ABC):
    """The solids of a kind of machine as onlookers see them. Moving parts are mocap bodies."""

    near: Floats
    """The close view (6,): the point that onlookers look at, from the middle of the wells' places on the plate (m), its
    distance (m), and azimuth and elevation (degrees; an azimuth of 90 is from the front).
    """
    wide: Floats
    """The same for the view of the whole machine."""

    @abstractmethod
    def pictures(self) -> dict[str, NDArray[Any]]:
        """Return reflectances (h, w, 3), blue first, by the names of their materials."""

    def meshes(self) -> Iterator[str]:
        """Yield the meshes that the solids need."""
        yield from ()

    @abstractmethod
    def parts(self) -> Iterator[str]:
        """Yield all solids but the dice."""

    @abstractmethod
    def poses(self, scene: Scene) -> Iterator[tuple[str, Floats, Floats]]:
        """Yield the name, the place (3,) and the turn (3, 3) of each body that moves."""

    def lean(self, scene: Scene) -> tuple[Floats, Floats]:  # noqa: ARG002
        """Return the point (3,) about which the wells lean, and their turn (3, 3)."""
        return np.zeros(3), np.eye(3)


def look(material: str) -> str:
    """Return the attributes of a geom with a material."""
    return f'material="{material}"'


def paint(colour: Colour, alpha: float = 1.0, material: str = "plain") -> str:
    """Return the attributes of a geom with a plain colour."""
    return f'material="{material}" rgba="{colour[0]} {colour[1]} {colour[2]} {alpha}"'


def join_numbers(rows: Any) -> str:
    """Return the numbers of rows (n, m) as an attribute of MJCF has them."""
    return " ".join(f"{v:.7g}" for row in rows for v in row)


def block(area: Area, low: float, high: float, shown: str) -> str:
    """Return a box over an area, between two heights in mm."""
    left, top, right, bottom = area
    size = f"{(right - left) / 2 / MM} {(bottom - top) / 2 / MM} {(high - low) / 2 / MM}"
    place = f"{(left + right) / 2 / MM} {-(top + bottom) / 2 / MM} {(low + high) / 2 / MM}"
    return f'<geom type="box" size="{size}" pos="{place}" {shown}/>'


def rod(points: Sequence[tuple[float, float, float]], thick: float, shown: str, kind: str = "capsule") -> str:
    """Return a rod or a wire along points in plate coordinates; `thick` is its radius. All in mm."""
    ends = [f"{x / MM} {-y / MM} {z / MM}" for x, y, z in points]
    return "".join(
        f'<geom type="{kind}" size="{thick / MM}" fromto="{one} {other}" {shown}/>' for one, other in pairwise(ends)
    )


CLEAR = (0.8, 0.88, 0.9)
STEEL, BRASS, GREY, BLUE = (0.55, 0.57, 0.6), (0.62, 0.45, 0.18), (0.12, 0.13, 0.15), (0.02, 0.14, 0.34)
GREEN, RED, BLACK = (0.02, 0.2, 0.08), (0.5, 0.03, 0.03), (0.02, 0.02, 0.022)
DOOR = 32.0, 30.0
"""Width and height of the opening in front, for fingers and wires."""
ARM = 80.0
"""Distance in mm of the camera's arm behind the sheet."""


class BoxSolids(Solids):
    """The boxes on their sheet with their coils, their board, and the camera on its arm, as onlookers see them.

    Walls along the sheet's width are clear except for the rearmost; all other walls are opaque.
    """

    wide = np.array([0.04, 0.02, 0.25, 0.9, 64.0, -15.0])
    near = np.array([0.006, -0.014, 0.06, 0.305, 77.0, -36.0])

    def __init__(self, dimensions: Mapping[str, Any]) -> None:
        self._dimensions, self._box, self._wells = dimensions, dimensions["box"], Wells(dimensions)
        self._design = read_design(dimensions)[0]
        self._tip = self._box["floor"] - MM * (self._design.flap.thick + self._design.solenoid.slack)
        """Height of the plungers' tips at rest."""

    def pictures(self) -> dict[str, NDArray[Any]]:
        return {"desk": OAK * desk(), "plate": plate(self._dimensions)}

    def parts(self) -> Iterator[str]:
        wide, deep = self._dimensions["plate"]["width"], self._dimensions["plate"]["height"]
        yield block((-500, -600, wide + 650, deep + 450), -20, -0.4, look("desk"))
        yield block((0, 0, wide, deep), -0.4, 0, look("plate"))
        for well, (x, y) in enumerate(self._wells.centres, 1):
            yield from self._box_of(well, x, y)
            yield from self._flap(well)
            yield from self._coil(well, x, y)
        yield from self._boards()
        yield from self._arm()

    def poses(self, scene: Scene) -> Iterator[tuple[str, Floats, Floats]]:
        assert isinstance(scene, BoxScene)
        for well, (x, y) in enumerate(self._wells.centres, 1):
            hinge = np.array([x, -y, self._box["floor"]]) / MM + HINGE @ [-self._design.half, 0, 0]
            yield f"flap{well}", hinge, HINGE @ rotate((0.0, -1.0, 0.0), scene.flaps[well - 1])
            yield f"plunger{well}", np.array([0, 0, scene.plungers[well - 1] / MM]), np.eye(3)

    def _box_of(self, well: int, x: float, y: float) -> Iterator[str]:
        """Yield the walls of a box, and its lid with the tape that holds it."""
        (wide, high), inner, outer = DOOR, self._wells.reach, self._wells.edge
        top, lid, wall = self._wells.top, self._wells.lid_top, outer - inner
        plain, pane = paint(WALLS), paint(CLEAR, 0.03, "glass")
        rearmost = y == min(along for _, along in self._wells.centres)
        yield block((x - outer, y - outer, x + outer, y - inner), 0, top, plain if rearmost else pane)
        for left in (x - outer, x + inner):
            yield block((left, y - inner, left + wall, y + outer), 0, top, plain)
        yield block((x - inner, y + inner, x + inner, y + outer), high, top, pane)
        for left in (x - inner, x + wide / 2):
            yield block((left, y + inner, left + inner - wide / 2, y + outer), 0, high, pane)
        yield block((x - outer, y - outer, x + outer, y + outer), top, lid, paint(CLEAR, 0.05, "glass"))
        yield block(self._wells.tape_of(well), lid, lid + 0.3, paint((TAPE, TAPE, TAPE)))

    def _flap(self, well: int) -> Iterator[str]:
        half, thick = self._design.half, self._design.flap.thick
        yield (
            f'<body name="flap{well}" mocap="true"><geom type="box" size="{half} {half} {thick / 2}" '
            f'pos="{half} 0 {-thick / 2}" {paint(FLAP)}/></body>'
        )

    def _coil(self, well: int, x: float, y: float) -> Iterator[str]:
        """Yield the solenoid of a box, its plunger, and what the plunger stands on."""
        (wide, deep, high), pin, long = (self._dimensions["solenoid"][key] for key in ("body", "pin", "long"))
        middle = y - MM * (self._design.half - self._design.solenoid.reach)
        low = self._tip + MM * self._design.solenoid.stroke - pin - high
        ends = [(x, middle, self._tip - part) for part in (0, pin - 2, pin + high + 2, long)]
        for bottom, top, narrower, colour in ((0, 2, 0, STEEL), (2, high - 2, 2.5, BLUE), (high - 2, high, 0, STEEL)):
            across, along = wide / 2 - narrower, deep / 2 - narrower / 2
            area = (x - across, middle - along, x + across, middle + along)
            yield block(area, low + bottom, low + top, paint(colour, material="shiny"))
        for left in (x - wide / 2, x + wide / 2 - 1.5):
            area = (left, middle - deep / 2, left + 1.5, middle + deep / 2)
            yield block(area, low, low + high, paint(STEEL, material="shiny"))
        yield block((x - 7, middle - 7, x + 7, middle + 7), 0, self._tip - long, paint(BRASS))
        yield f'<body name="plunger{well}" mocap="true">'
        yield rod(ends[:2], 1.5, paint(STEEL, material="shiny"), "cylinder")
        yield rod(ends[2:], 3.0, paint(BRASS, material="shiny"), "cylinder")
        yield "</body>"

    def _boards(self) -> Iterator[str]:
        """Yield the board, a module for each coil in front of the sheet, and the wires between."""
        deep, last = self._dimensions["plate"]["height"], len(self._wells.centres) - 1
        left, top = self._dimensions["camera"]["x"] - 14 - 19 * last, deep + 24
        for number, (x, y) in enumerate(self._wells.centres):
            spot = left + 38 * number
            yield block((spot, top, spot + 33, top + 24), 3, 4.6, paint(RED))
            yield block((spot + 2, top + 2, spot + 31, top + 9), 4.6, 14, paint(GREEN))
            yield block((spot + 11, top + 11, spot + 21, top + 20), 4.6, 9, paint(BLACK))
            lane = x + 22.5 if y < deep / 2 else x + 5
            for aside, colour in ((0.0, RED), (1.8, BLACK)):
                front, end = y + self._wells.edge, spot + 9 + 6 * aside
                ends = [(x + 4, front, 2.5), (lane + aside, front + 3, 1), (lane + aside, deep - 8, 1)]
                yield rod([*ends, (end, top - 6, 2), (end, top + 3, 12)], 0.8, paint(colour))
        right = left + 38 * (last + 1) + 12
        yield block((right, top - 20, right + 53, top + 49), 4, 5.6, paint(BLUE))
        yield block((right + 8, top - 26, right + 20, top - 10), 5.6, 16, paint(STEEL, material="shiny"))
        yield block((right + 33, top - 20, right + 42, top - 8), 5.6, 16, paint(BLACK))
        yield block((right + 34, top + 8, right + 43, top + 42), 5.6, 9, paint(BLACK))

    def _arm(self) -> Iterator[str]:
        """Yield a webcam on an arm that stands behind the sheet."""
        camera, metal = self._dimensions["camera"], paint(GREY, material="shiny")
        x, y, height = camera["x"], camera["y"], camera["height"]
        yield rod([(x, -ARM, -0.4), (x, -ARM, 10)], 52, paint(GREY), "cylinder")
        bends = [(-ARM, 10), (-ARM, height), (18 - ARM, height + 40), (y - 30, height + 60), (y, height + 45)]
        yield rod([(x, along, up) for along, up in bends], 6, metal)
        yield rod([(x, y, height + 45), (x, y, height + 20)], 7, paint(BLACK))
        yield rod([(x - 30, y, height + 18), (x + 30, y, height + 18)], 14, paint(BLACK, material="shiny"))
        yield rod([(x, y, height + 6), (x, y, height)], 10, metal, "cylinder")


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
"""The solids on each body that moves; the others stand still."""
SHEER = frozenset({"lid", "wall in front"})
"""Solids that are clear here; the front wall is, so that onlookers see the crank."""


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
            yield f'<body name="{body}" mocap="true">{self._draw(body)}</body>'
        for well in range(1, 7):
            yield f'<body name="lever{well}" mocap="true">{self._draw("lever", well)}</body>'
        yield self._draw("")

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
        """Yield the poses of crank and rod, by the crank's pin and the pin of the leaning rocker."""
        measures = self._measures
        home = self._shaft - [measures.across, 0, 0]
        pin, middle = self._shaft + lean @ (home - self._shaft), home - [0, 0, measures.rod - measures.crank]
        turn = rotate_rocker(-angle)
        yield "crank", middle - turn @ middle, turn
        across, _, up = middle + turn @ [0, 0, -measures.crank] - pin
        swung = rotate_rocker(-math.atan2(across, -up))
        yield "rod", pin - swung @ home, swung

    def _draw(self, body: str, well: int = 0) -> str:
        """Return the geoms of the solids on a body; for levers only those of one well."""
        colours, bodies, drawn = _invert(PAINTED), _invert(MOVING), list[str]()
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


def _invert(listed: Mapping[Key, str]) -> dict[str, Key]:
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
