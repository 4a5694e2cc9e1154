"""The machine of boxes for OpenGL: what a camera sees of it, and what else onlookers see."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.sim.cube import about
from hardware.sim.scene import Scene
from hardware.twin.box_machine import HINGE
from hardware.twin.gl_solids import MM, View, block, look, paint, rod
from hardware.twin.knocked_box import read_design
from hardware.twin.measures import Floats
from hardware.twin.sight_history import BoxScene

PLASTIC, FLAP, TAPE = (0.42, 0.42, 0.41), (0.06, 0.06, 0.065), (0.02, 0.02, 0.02)
STEEL, BRASS, GREY = (0.55, 0.57, 0.6), (0.62, 0.45, 0.18), (0.12, 0.13, 0.15)
BLUE, GREEN, RED, BLACK, WOOD = (0.02, 0.14, 0.34), (0.02, 0.2, 0.08), (0.5, 0.03, 0.03), (0.02, 0.02, 0.022), (0.5, 0.33, 0.16)
FOOT, SKIRT = 7.0, 5.0
"""Side of a foot, and how far the walls reach below the flap, in mm."""
COIL = (15.5, 13.0, 29.0)
"""A JF-0530B: across, deep and high."""
ARM = 80.0
"""How far behind the sheet the camera's arm stands."""


class BoxSolids:
    """The boxes on their sheet; for onlookers also the coils, their board, and the camera on its arm; see Solids."""

    wide = View((0.03, 0.06, 0.2), 1.25, 66.0, -16.0)
    near = View((0.0, -0.005, 0.045), 0.40, 76.0, -30.0)

    def __init__(self, dimensions: Mapping[str, Any], *, beside: bool) -> None:
        self._dimensions, self._box, self._beside = dimensions, dimensions["box"], beside
        self._design = read_design(dimensions)[0]
        self._places = [(float(x), float(y)) for x, y in self._box["places"]]
        self._outer = self._box["side"] / 2 + self._box["wall"]

    def pictures(self) -> dict[str, NDArray[Any]]:
        from hardware.sim.scenery import BIRCH, _boards
        size = 6
        w, h = self._dimensions["plate"]["width"], self._dimensions["plate"]["height"]
        import cv2
        sheet = np.full((round(h * size), round(w * size), 3), 0.8, np.float32)
        d = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        m = self._dimensions["markers"]
        side = round(m["side"] * size)
        for n, (x, y) in enumerate(m["centres"]):
            l, t = round(x * size - side / 2), round(y * size - side / 2)
            sheet[t:t+side, l:l+side] = np.where(cv2.aruco.generateImageMarker(d, n, side)[..., None] > 0, 0.8, 0.03)
        return {"desk": _boards()[..., None] * np.array([0.16, 0.30, 0.46], np.float32), "plate": sheet}

    def meshes(self) -> Iterator[str]:
        yield from ()

    def lights(self) -> Iterator[str]:
        yield from ()

    def parts(self) -> Iterator[str]:
        wide, deep = self._dimensions["plate"]["width"], self._dimensions["plate"]["height"]
        yield block((-600, -700, wide + 700, deep + 500), -20, -0.4, look("desk"))
        yield block((0, 0, wide, deep), -0.4, 0, look("plate"))
        for well, place in enumerate(self._places, 1):
            yield from self._walls(*place)
            yield from self._flap(well)
            if self._beside:
                yield from self._stand(*place)
                yield from self._plunger(well)
        if self._beside:
            yield from self._board()
            yield from self._arm()
            for place in self._places:
                yield from self._lid(*place)

    def poses(self, scene: Scene) -> Iterator[tuple[str, Floats, Floats]]:
        flaps, plungers = (scene.flaps, scene.plungers) if isinstance(scene, BoxScene) else ((), ())
        half = self._design.half
        for well, (x, y) in enumerate(self._places, 1):
            floor = np.array([x, -y, self._box["floor"]]) / MM
            opened, risen = (flaps[well - 1], plungers[well - 1] / MM) if flaps else (0.0, 0.0)
            yield f"flap{well}", floor + HINGE @ [-half, 0, 0], HINGE @ about((0.0, -1.0, 0.0), opened)
            if self._beside:
                yield f"plunger{well}", floor + HINGE @ [self._design.solenoid.reach - half, 0, risen], HINGE

    def lean(self, scene: Scene) -> tuple[Floats, Floats]:  # noqa: ARG002
        return np.zeros(3), np.eye(3)

    def _walls(self, x: float, y: float) -> Iterator[str]:
        inner, outer = self._box["side"] / 2, self._outer
        low, high = self._box["floor"] - SKIRT, self._box["floor"] + self._box["height"]
        front = paint((0.75, 0.8, 0.82), 0.22, "glass") if self._beside else paint(PLASTIC)
        yield block((x - outer, y - outer, x + outer, y - inner), low, high, paint(PLASTIC))
        yield block((x - outer, y - inner, x - inner, y + inner), low, high, paint(PLASTIC))
        yield block((x + inner, y - inner, x + outer, y + inner), low, high, paint(PLASTIC))
        yield block((x - outer, y + inner, x + outer, y + outer), low, high, front)

    def _lid(self, x: float, y: float) -> Iterator[str]:
        outer, top = self._outer, self._box["floor"] + self._box["height"]
        yield block((x - outer, y - outer, x + outer, y + outer), top, top + self._box["lid"], paint((0.8, 0.88, 0.9), 0.16, "glass"))
        way = -1 if y < self._dimensions["plate"]["height"] / 2 else 1
        edge = sorted((y + way * (outer + 0.3), y + way * (outer - 5)))
        yield block((x - 6, edge[0], x + 6, edge[1]), top + self._box["lid"], top + self._box["lid"] + 0.3, paint(TAPE))

    def _stand(self, x: float, y: float) -> Iterator[str]:
        """Yield the feet of a box, and its coil."""
        outer = self._outer
        for right, down in product((-1, 1), repeat=2):
            across = sorted((x + right * outer, x + right * (outer - FOOT)))
            along = sorted((y + down * outer, y + down * (outer - FOOT)))
            yield block((across[0], along[0], across[1], along[1]), 0, self._box["floor"] - SKIRT, paint(PLASTIC))
        wide, deep, high = COIL
        middle = y + MM * (self._design.half - self._design.solenoid.reach)
        for low, top, narrower, colour in ((2, 4, 0, STEEL), (4, high, 2.5, BLUE), (high, high + 2, 0, STEEL)):
            across_, along_ = wide / 2 - narrower, deep / 2 - narrower / 2
            yield block((x - across_, middle - along_, x + across_, middle + along_), low, top, paint(colour, material="shiny"))
        for side in (-1, 1):
            edge = sorted((x + side * wide / 2, x + side * (wide / 2 - 1.5)))
            yield block((edge[0], middle - deep / 2, edge[1], middle + deep / 2), 2, high + 2, paint(STEEL, material="shiny"))

    def _flap(self, well: int) -> Iterator[str]:
        half, thick = self._design.half, self._design.flap.thick
        yield (
            f'<body name="flap{well}" mocap="true"><geom type="box" size="{half} {half} {thick / 2}" '
            f'pos="{half} 0 {-thick / 2}" {paint(FLAP)}/></body>'
        )

    def _plunger(self, well: int) -> Iterator[str]:
        tip = -self._design.flap.thick - self._design.solenoid.slack
        yield f'<body name="plunger{well}" mocap="true">'
        for thick, low, high, colour in ((0.0016, 0.004, 0.0, STEEL), (0.0036, 0.012, 0.003, BRASS)):
            ends = f"0 0 {tip - low} 0 0 {tip - high}"
            yield f'<geom type="cylinder" size="{thick}" fromto="{ends}" {paint(colour, material="shiny")}/>'
        yield "</body>"

    def _board(self) -> Iterator[str]:
        """Yield the board, a module for each coil beside the sheet, and the coils' wires."""
        wide, deep = self._dimensions["plate"]["width"], self._dimensions["plate"]["height"]
        left, top = wide + 25, deep / 2 - 70
        yield block((left, top, left + 126, top + 150), -0.4, 4, paint(WOOD))
        yield block((left + 8, top + 8, left + 77, top + 61), 8, 9.6, paint(BLUE))
        yield block((left + 2, top + 16, left + 18, top + 28), 9.6, 20, paint(STEEL, material="shiny"))
        yield block((left + 34, top + 38, left + 68, top + 47), 9.6, 13, paint(BLACK))
        for number, (x, y) in enumerate(self._places):
            row, column = divmod(number, 3)
            spot = left + 6 + 39 * column, top + 76 + 36 * row
            yield block((spot[0], spot[1], spot[0] + 33, spot[1] + 24), 6, 7.6, paint(RED))
            yield block((spot[0] + 3, spot[1] + 2, spot[0] + 11, spot[1] + 22), 7.6, 17, paint(GREEN))
            yield block((spot[0] + 18, spot[1] + 7, spot[0] + 28, spot[1] + 17), 7.6, 12, paint(BLACK))
            for aside, colour in ((0.0, RED), (2.4, BLACK)):
                bend = y + 8 + aside + 5 * column
                points = [(x + 5, bend, 3), (x + 14, bend, 0.8), (wide + 8 + 4 * row, bend, 0.8)]
                end = spot[1] + 8 + aside * 2
                points += [(left - 6, end, 2), (spot[0] - 2, end, 9), (spot[0] + 4, end, 12)]
                yield rod(points, 0.8, paint(colour))

    def _arm(self) -> Iterator[str]:
        """Yield a webcam on an arm that stands behind the sheet."""
        camera = self._dimensions["camera"]
        x, y, height = camera["x"], camera["y"], camera["height"]
        yield rod([(x, -ARM, 0), (x, -ARM, 12)], 55, paint(GREY), "cylinder")
        bent = [(x, -ARM, 10), (x, -ARM, height), (x, -ARM + 18, height + 40), (x, y - 30, height + 60), (x, y, height + 45)]
        yield rod(bent, 6, paint(GREY, material="shiny"))
        yield rod([(x, y, height + 45), (x, y, height + 20)], 7, paint(BLACK))
        yield rod([(x - 36, y, height + 20), (x + 36, y, height + 20)], 16, paint(BLACK, material="shiny"))
        yield rod([(x, y, height + 6), (x, y, height)], 10, paint(GREY), "cylinder")
