"""The machine of boxes for OpenGL, as onlookers see it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.sim.carriage import FLAP, TAPE, WALLS
from hardware.sim.cube import about
from hardware.sim.scene import Scene
from hardware.sim.scenery import desk, plate
from hardware.sim.wells import Wells
from hardware.twin.box_machine import HINGE, BoxScene
from hardware.twin.gl_solids import MM, OAK, Solids, block, look, paint, rod
from hardware.twin.knocked_box import read_design
from hardware.twin.measures import Floats

CLEAR = (0.8, 0.88, 0.9)
STEEL, BRASS, GREY, BLUE = (0.55, 0.57, 0.6), (0.62, 0.45, 0.18), (0.12, 0.13, 0.15), (0.02, 0.14, 0.34)
GREEN, RED, BLACK = (0.02, 0.2, 0.08), (0.5, 0.03, 0.03), (0.02, 0.02, 0.022)
DOOR = 32.0, 30.0
"""Width and height of the opening in front, for fingers and wires."""
ARM = 80.0
"""How far behind the sheet the camera's arm stands."""


class BoxSolids(Solids):
    """The boxes on their sheet with their coils, their board, and the camera on its arm, as onlookers see them.

    They see through all walls along the sheet but the rearmost, which are as opaque as the others.
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
            yield f"flap{well}", hinge, HINGE @ about((0.0, -1.0, 0.0), scene.flaps[well - 1])
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
