"""The geometry of the machine from hardware/machine.toml: plate coordinates, and heights above the plate."""

import math
from dataclasses import dataclass
from typing import Any

from hardware.dimensions import dimensions
from tools.draw.drawing import Point

GAP = 2.0
"""Gap between moving and fixed parts."""
HOLDER = 4.0
"""Margin of the sheet that holds a servo, beyond its case."""
LEVER_WIDE = 5.0
LEVER_GAP = 0.9
LEG, HUB = 6.0, 6.5
"""Width of the straight part of a lever, and radius of its hub."""
NOTCH, NOTCH_DEEP = (0.75, 2.25), 6.5
"""The widening of a slot's outer end to the left and to the right, and where it begins inside the wells block."""
END = 16.5
"""Half of the cheeks' width around shaft and pin, where the hubs are."""
TIP_RISE = 8.0
"""Degrees of the arc that are left out above the tip, so that the lever clears the die."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle in the plane of the plate."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top


class MachineLayout:
    """The layout of the whole machine at home."""

    def __init__(self, it: dict[str, Any] | None = None) -> None:
        it = self.it = it or dimensions()
        wells = it["wells"]
        self.centres: list[Point] = [(float(x), float(y)) for x, y in wells["centres"]]
        self.side, self.wall = float(wells["side"]), float(wells["wall"])
        reach = self.side / 2 + self.wall
        xs, ys = sorted({x for x, _ in self.centres}), sorted({y for _, y in self.centres})
        self.columns, self.rows = xs, ys
        self.block = Rectangle(xs[0] - reach, ys[0] - reach, xs[-1] + reach, ys[-1] + reach)
        self.middle: Point = ((self.block.left + self.block.right) / 2, (self.block.top + self.block.bottom) / 2)
        self.floor, self.lid_low = float(wells["floor"]), float(wells["floor"] + wells["depth"])
        self.lid_high = self.lid_low + it["lid"]["thickness"]
        sheet, over = it["sheet"], it["sheet"]["lid_overhang"]
        self.lid = Rectangle(
            self.block.left - sheet["lid_hinge"],
            self.block.top - over,
            self.block.right + sheet["lid_magnet"],
            self.block.bottom + over,
        )
        self.base_low = -float(it["sheet"]["base"])
        self.axis_out, self.axis_high = float(it["lever"]["outside"]), float(it["lever"]["height"])
        rocker = it["rocker"]
        self.shaft: Point = (self.middle[0] + rocker["across"], self.floor - rocker["below"])
        self.pin: Point = (self.middle[0], self.shaft[1])
        self.axle: Point = (self.pin[0], self.pin[1] - it["crank"]["rod"] + it["crank"]["radius"])
        self.tilt = math.asin(2 * it["crank"]["radius"] / rocker["across"])

    def way(self, y: float) -> int:
        """Return -1 for the row of wells with its outer wall at the top of the picture, else 1."""
        return -1 if y < self.middle[1] else 1

    def slots(self) -> list[Rectangle]:
        """Return the lid's slots, well by well."""
        wide, long = self.it["lid"]["slot_width"], self.it["lid"]["slot_length"]
        found = []
        for x, y in self.centres:
            top, bottom = sorted((y, y + self.way(y) * long))
            found.append(Rectangle(x - wide / 2, top, x + wide / 2, bottom))
        return found

    def notches(self) -> list[Rectangle]:
        """Return the wider part of each slot at the lid's edge, which lets the lid open past a lever that is up."""
        found = []
        for slot in self.slots():
            left, right = slot.left - NOTCH[0], slot.right + NOTCH[1]
            if self.way(slot.top) < 0:
                found.append(Rectangle(left, self.lid.top, right, self.block.top + NOTCH_DEEP))
            else:
                found.append(Rectangle(left, self.block.bottom - NOTCH_DEEP, right, self.lid.bottom))
        return found

    def axis(self, y: float) -> float:
        """Return the y of the common axis of the levers of a row of wells."""
        return (self.block.top - self.axis_out) if self.way(y) < 0 else (self.block.bottom + self.axis_out)

    def servo(self, x: float, y: float) -> Rectangle:
        """Return the case, seen from above, of the servo whose lever swings at x over a row of wells."""
        _, wide, deep = self.it["servo"]["case"]
        start, middle = x + self.it["sheet"]["lever"] / 2 + 0.5, self.axis(y)
        return Rectangle(start, middle - wide / 2, start + deep, middle + wide / 2)

    @property
    def base(self) -> Rectangle:
        """Return the sheet under the wells, which also carries the servos."""
        cases = [self.servo(x, y) for x, y in self.centres]
        return Rectangle(
            self.block.left,
            min(case.top for case in cases) - HOLDER,
            self.block.right,
            max(case.bottom for case in cases) + HOLDER,
        )

    @property
    def opening(self) -> Rectangle:
        """Return the opening in the plate: the extent of base and rocker at any tilt, plus a gap."""
        low = -float(self.it["sheet"]["plate"])
        corners = [*self.rocker(), (self.base.right, self.base_low), (self.base.right, 0.0), (self.base.left, 0.0)]
        edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        xs = []
        for step in range(41):
            angle = self.tilt * step / 40
            for start, end in edges:
                for share in range(51):
                    along, rise = end[0] - start[0], end[1] - start[1]
                    x, z = self.tilt_point((start[0] + along * share / 50, start[1] + rise * share / 50), angle)
                    if low <= z <= 0:
                        xs.append(x)
        base = self.base
        return Rectangle(math.floor(min(xs) - GAP), base.top - GAP, math.ceil(max(xs) + GAP), base.bottom + GAP)

    def tilt_point(self, place: Point, angle: float) -> Point:
        """Return a point (x, height) of the rocker after it tilts to the right by an angle in radians."""
        x, z = place[0] - self.shaft[0], place[1] - self.shaft[1]
        cosine, sine = math.cos(angle), math.sin(angle)
        return self.shaft[0] + x * cosine + z * sine, self.shaft[1] - x * sine + z * cosine

    def rocker(self) -> list[Point]:
        """Return the outline of one of the rocker's two cheeks, as x and height."""
        (shaft_x, shaft_z), (pin_x, pin_z), low = self.shaft, self.pin, self.base_low
        return [
            (self.block.left, low),
            (self.block.right, low),
            (shaft_x + END, shaft_z + END),
            (shaft_x + END, shaft_z - END),
            (pin_x - END, pin_z - END),
            (pin_x - END, pin_z + END),
            (self.block.left, low - 22),
        ]

    @property
    def lever_radii(self) -> tuple[float, float]:
        """Return the inner and outer radius of a lever's arc, which clears the slot in the lid in all positions."""
        outer_end = self.axis_out + self.wall + self.side / 2 - self.it["lid"]["slot_length"]
        inner_end = self.axis_out + self.wall + self.side / 2
        least = math.hypot(outer_end, self.lid_high - self.axis_high)
        most = math.hypot(inner_end, self.lid_low - self.axis_high)
        inner = least + LEVER_GAP
        return inner, min(inner + LEVER_WIDE, most - LEVER_GAP)

    def lever(self, angle: float) -> list[Point]:
        """Return a lever's outline, inward and up from its axis, with its tip `angle` degrees above the horizontal."""
        inner, outer = self.lever_radii
        start, end = TIP_RISE, 90 - self.it["lever"]["lowest"]
        turns = [start + (end - start) * step / 24 for step in range(25)]
        foot, heel, bend = (math.degrees(math.asin(LEG / 2 / radius)) for radius in (inner, outer, HUB))
        points = [
            *((inner, turn) for turn in turns if turn < end - foot),
            (inner, end - foot),
            *((HUB, end - bend - (360 - 2 * bend) * step / 16) for step in range(17)),
            (outer, end + heel),
            *((outer, turn) for turn in reversed(turns)),
        ]
        return [_turn(radius, turn + angle) for radius, turn in points]

    def tip(self, angle: float) -> Point:
        """Return the centre of a lever's soft tip, inward and up from its axis."""
        return _turn(self.it["lever"]["arm"], angle)


def _turn(radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)
