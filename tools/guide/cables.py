"""The routes of the cables, from the machine's plan, for the pictures and for the cables' lengths."""

import math
from dataclasses import dataclass

import numpy as np

from tools.cad.controls import panel_place
from tools.cad.frame import cable_holes, right_wall_screws, saddle_places
from tools.cad.lid import reed_place
from tools.cad.mesh import Triangles
from tools.cad.part import Point3
from tools.cad.plan import MachinePlan

SLACK, ENDS = 1.15, 100.0
"""A cable is longer than its route by this factor, and by this many mm for its ends."""
BESIDE = 14.0
"""Distance in mm from the walls to the cables outside of them."""
BRACKET = 52.0
"""Distance in mm from the motor's shaft to the wires that pass the left end of its bracket."""
AROUND = 8
"""Corners of a cable's cross section."""


@dataclass(frozen=True, slots=True)
class CableRoute:
    """The route of a cable, or of several together, in mm in the machine's frame."""

    label: str
    points: tuple[Point3, ...]
    colour: tuple[float, float, float]
    radius: float = 1.6

    @property
    def metres(self) -> float:
        """The cable's length in metres, rounded up to tenths."""
        way = sum(math.dist(one, two) for one, two in zip(self.points, self.points[1:], strict=False))
        return math.ceil((way * SLACK + ENDS) / 100) / 10

    def solid(self) -> Triangles:
        """Return vertices (n, 3) and triangles (m, 3), with a prism for each straight piece."""
        vertices: list[np.ndarray] = []
        triangles: list[tuple[int, int, int]] = []
        for one, two in zip(self.points, self.points[1:], strict=False):
            along = np.subtract(two, one)
            along = along / np.linalg.norm(along)
            aside = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
            aside /= np.linalg.norm(aside)
            turns = np.arange(AROUND) * 2 * np.pi / AROUND
            ring = self.radius * (np.outer(np.cos(turns), aside) + np.outer(np.sin(turns), np.cross(along, aside)))
            first = len(vertices)
            vertices += [*(ring + one - along * self.radius / 2), *(ring + two + along * self.radius / 2)]
            for n in range(AROUND):
                a, b = first + n, first + (n + 1) % AROUND
                triangles += [(a, b, b + AROUND), (a, b + AROUND, a + AROUND)]
                if 0 < n < AROUND - 1:
                    low, high = first, first + AROUND
                    triangles += [(low, b, a), (high, a + AROUND, b + AROUND)]
        return np.array(vertices), np.array(triangles, np.int32)


def cable_routes(plan: MachinePlan) -> dict[str, CableRoute]:
    """Return the cables' routes by the names in perfboard.toml and steps.toml."""
    wide, deep, floor = plan.wide, plan.deep, plan.floor
    boards = sum(z for _, z in right_wall_screws(plan)) / 4
    # The motor's cable enters the electronics' box at the upper edge of its opening, the others at the lower one.
    low_in, high_in = boards - 24, boards + 24
    inside = [(wide + BESIDE, BESIDE, low_in), (wide + 18, -20.0, low_in), (wide + 18, -deep / 2, boards)]
    above = [(wide + BESIDE, BESIDE + 12, high_in), (wide + 18, -20.0, high_in), (wide + 18, -deep / 2, boards + 10)]
    (left, right), reliefs = cable_holes(plan), saddle_places(plan)
    shaft, block, base = plan.shaft, plan.block, plan.base
    out = [(right[0], -plan.wall, right[1]), (right[0], 3.0, right[1]), (right[0], 3.0, reliefs[1][1] + 10)]
    out += [(right[0] + 20, BESIDE, low_in), *inside]
    hung = [(shaft[0] + 5, plan.cheeks[0], shaft[1] + 25), (shaft[0] - 20, -25.0, shaft[1] - 5), *out]
    low = plan.layout.base_low - 4
    edge: Point3 = (block.right + 2, plan.cheeks[0], low)
    bundle = [(x, base.bottom - 3, 14.0) for x in plan.layout.columns]
    bundle = [*bundle, (base.right + 3, base.bottom - 3, 6.0), edge, *hung]
    far = [(x, base.top + 3, 14.0) for x in plan.layout.columns]
    far = [*far, (base.right + 3, base.top + 3, 6.0), (base.right + 2, base.top + 3, low), edge]
    switch = (plan.axle[0] - 38, plan.crank_front, plan.axle[1] - 8)
    beside = plan.axle[0] - BRACKET
    home = [switch, (beside, switch[1] + 6, floor + 6), (beside, -18.0, floor + 6), (right[0], -18.0, floor + 8), *out]
    motor = [(plan.axle[0] - 21, plan.motor_face + 44, plan.axle[1]), (left[0] + 10, -25.0, left[1])]
    motor += [(left[0], -plan.wall, left[1]), (left[0], 3.0, left[1]), (left[0], 3.0, reliefs[0][1] + 10)]
    motor += [(left[0] + 20, BESIDE + 12, high_in), *above]
    middle, top = plan.middle[0], plan.post_top
    light = [(middle, plan.middle[1] + 78, plan.disc_low + 6), (middle + 13, -15.0, top), (middle + 13, 26.0, top)]
    light += [(middle + 13, 26.0, boards + 20), (wide + BESIDE, 26.0, boards + 14), *inside[1:]]
    stop = panel_place(plan, "emergency stop")
    around = [(wide + 70, stop[1], plan.desk), (wide + 70, BESIDE, plan.desk + 20)]
    key = panel_place(plan, "big push-button")
    panel = [(*key[:2], plan.desk + 4), (wide + 70, key[1], plan.desk), (wide + 70, 45.0, plan.desk)]
    panel += [(middle, 45.0, plan.desk), (middle, 45.0, 60.0)]
    supply = [(wide - 60, 160.0, plan.desk), (wide + BESIDE, 40.0, boards - 20), *inside[1:]]
    grey, yellow, green, red, blue = (
        (90.0, 90.0, 90.0),
        (214.0, 170.0, 0.0),
        (40.0, 150.0, 70.0),
        (200.0, 40.0, 40.0),
        (40.0, 90.0, 190.0),
    )
    reed = [reed_place(plan), edge, *hung]
    return {
        "servos behind": CableRoute("servos' and lid's cables", tuple(bundle), (240.0, 140.0, 40.0), 2.6),
        "servos in front": CableRoute("servos' and lid's cables", (*far, *hung), (240.0, 140.0, 40.0), 2.6),
        "lid": CableRoute("servos' and lid's cables", tuple(reed), green),
        "home": CableRoute("home switch's wires", tuple(home), yellow),
        "motor": CableRoute("motor's cable", tuple(motor), grey, 2.4),
        "light": CableRoute("light's wires", tuple(light), (142.0, 68.0, 173.0), 2.0),
        "stop": CableRoute("stop's wires", (stop, (*stop[:2], plan.desk + 4), *around, *inside[1:]), red, 2.0),
        "panel": CableRoute("panel's wires to the Pi", tuple(panel), blue, 2.6),
        "supplies": CableRoute("supplies' cables", tuple(supply), (30.0, 30.0, 30.0), 2.4),
    }


def lengths(plan: MachinePlan) -> dict[str, float]:
    """Return the lengths of the cables in metres, by name."""
    return {name: route.metres for name, route in cable_routes(plan).items()}
