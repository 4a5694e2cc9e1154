"""The solids of the machine of boxes, from hardware/boxes.toml.

A box's frame: x to the right, y away from the players, z upward; its origin is on the sheet, under the box's middle.
The hinge is along x, at the back. A box is printed, or folded from card (tools.cad.nets), with the same places inside.

    from tools.cad.boxes import BoxesAssembly
    boxes = BoxesAssembly(dimensions(BOXES))
    boxes.parts          # tuple of CadPart: all parts of all boxes
"""

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import build123d as cad

from tools.cad.part import FIXED, CadPart, Placing, Shape, area, box, drill, rectangle, rod
from tools.cad.plan import cut, make_part, print_part

FLAP, PLUNGER = "flap", "plunger"
"""The moving bodies of a box."""
AXIS_BELOW = 4.0
"""Depth of the axis below the flap's upper face. The flap stops when its back edge meets the wall."""
CLEARANCE = 0.5
"""Gap between the flap and the other three walls."""
THIN = 0.9
"""Thickness of the printed walls: two lines. The rim and the foot are as wide as [box] wall in boxes.toml."""
RIM, RING = 0.8, 1.0
"""Thickness of the rim, without its slope of 45 degrees, and of the foot."""
KNUCKLE, FILAMENT, TIGHT, LOOSE = 1.9, 1.75, 1.9, 2.3
"""Radius of the flap's knuckles; diameters of the pins (filament) and of their holes in wall and knuckle."""
KNUCKLE_LONG, BOSS = 6.0, 4.0
"""Length of a knuckle, and half the side of the thicker wall around a pin's hole."""
LEDGE = 2.0
"""Depth of the ledge at the wall under the flap's edge."""
WINDOW = (33.0, 5.0, 35.0)
OPENINGS = {(0, -1, 0): (34.0, RING, 30.0), (1, 0, 0): WINDOW, (-1, 0, 0): WINDOW, (0, 1, 0): (22.0, 3.0, 9.0)}
"""Openings in front, at the sides and behind: width, height of sill and of eaves, below a gable of 45 degrees."""
TIES = (24.0, 38.0)
"""Heights of the two cable ties that hold the solenoid against the wall behind."""
TIE, TIE_ASIDE = (1.8, 4.0), 10.5
"""The slots of the ties: width and height, and distance from the middle of the box."""
RIBS = (2.0, 10.0)
"""The ribs behind the solenoid: thickness of each, and width of both together."""
FOOT = 7.0
"""Side of the plates in the corners of the foot, for the tape that holds the box down."""
SQUARE = 14.0
"""Side of the squares of card under the plunger."""
TIP, PIN, ROD = 2.0, 1.5, 3.0
"""Radii of the plunger's tip, pin and rod."""


class BoxPlan:
    """The heights and places that the parts of a box share. Raises ValueError if the solenoid is too long."""

    def __init__(self, it: dict[str, Any]) -> None:
        self.it = it
        size, coil = it["box"], it["solenoid"]
        self.half, self.wall = size["side"] / 2, float(size["wall"])
        self.outer = self.half + self.wall
        self.floor = float(size["floor"])
        self.top = self.floor + size["height"]
        self.under = self.floor - it["flap"]["thickness"]
        gap = AXIS_BELOW * math.sin(math.radians(it["flap"]["angle"]))
        self.axis = (self.half - gap, self.floor - AXIS_BELOW)
        """The y and z of the hinge."""
        self.push = self.axis[0] - coil["from_hinge"]
        """The y of the plunger."""
        self.tip = self.under - coil["slack"]
        """Height of the plunger's tip at rest."""
        self.body_low = self.tip + coil["stroke"] - coil["pin"] - coil["body"][2]
        self.stop = self.tip - coil["long"]
        """Height of the stop that the plunger rests on."""
        if self.stop <= 0:
            raise ValueError(f"the solenoid is {-self.stop:g} mm too long for a flap {self.floor:g} mm high")

    def move(self, body: str, moved: float) -> Shape:
        """Return the motion of a body from rest: the flap opens by `moved` degrees, the plunger rises by `moved` mm."""
        if body == FLAP:
            axis = cad.Location((0, *self.axis))
            return axis * cad.Rotation(-moved, 0, 0) * axis.inverse()
        return cad.Location((0, 0, moved if body == PLUNGER else 0))


class BoxesAssembly:
    """All boxes; `parts` has the parts of all boxes, with each piece at rest."""

    def __init__(self, it: dict[str, Any]) -> None:
        self.plan = BoxPlan(it)
        self._one = _box_parts(self.plan)
        self._middles = [cad.Location((x, -y, 0)) for x, y in it["box"]["places"]]
        self.parts = self._spread(self._middles, {})

    def find(self, name: str) -> CadPart:
        """Return the part of this name. Raises KeyError."""
        return {part.name: part for part in self.parts}[name]

    def pose(self, moved: Mapping[str, float], *, alone: bool) -> "BoxesAssembly":
        """Return the boxes, or one `alone` at the origin, with moved bodies: the flap by degrees, the plunger by mm."""
        posed = copy.copy(self)
        posed.parts = self._spread([cad.Location()] if alone else self._middles, moved)
        return posed

    def _spread(self, middles: Sequence[Shape], moved: Mapping[str, float]) -> tuple[CadPart, ...]:
        """Return the parts with a piece in each of these boxes."""
        parts = []
        for part in self._one:
            (at,) = part.places
            motion = self.plan.move(at.body, moved.get(at.body, 0.0))
            places = tuple(Placing(at.body, middle * motion * at.location) for middle in middles)
            parts.append(replace(part, places=places))
        return tuple(parts)


def _box_parts(plan: BoxPlan) -> tuple[CadPart, ...]:
    """Return the parts of one box in its frame."""
    it, here, black = plan.it, [(FIXED, cad.Location())], "PLA, black, matt"
    lid = rectangle(-plan.outer, -plan.outer, plan.outer, plan.outer)
    push, side, mass = plan.push, it["die"]["side"], it["solenoid"]["plunger"]
    squares = box((-SQUARE / 2, push - SQUARE / 2, 0), (SQUARE / 2, push + SQUARE / 2, plan.stop))
    die = cad.fillet(cad.Box(side, side, side).edges(), it["die"]["corner_radius"])
    lying = [(FIXED, cad.Location((0, 0, plan.floor + side / 2)))]
    return (
        print_part("box", _walls(plan), "-z", here, material=black, walls=2),
        print_part("flap", _flap(plan), "+z", [(FLAP, cad.Location())], material=black),
        cut("lid of a box", lid, it["box"]["lid"], [(FIXED, cad.Location((0, 0, plan.top)))], of="PET", clear=True),
        make_part("hinge pin", "bought", "PLA", _pins(plan), here, note="two pieces of filament, 8 mm long"),
        make_part("solenoid", "bought", "steel", _frame(plan), here, note="JF-0530B for 12 V"),
        make_part("plunger", "bought", "steel", _plunger(plan), [(PLUNGER, cad.Location())], known_mass=mass),
        make_part("cable tie", "bought", "plastic", _ties(plan), here, note="two, 2.5 mm wide"),
        make_part("stop", "bought", "film", squares, here, note="squares of card"),
        make_part("die", "bought", "acrylic", die, lying, known_mass=it["die"]["mass"]),
    )


def _walls(plan: BoxPlan) -> Shape:
    half, outer, thin = plan.half, plan.outer, plan.half + THIN
    slope = outer - thin
    solid = box((-thin, -thin, 0), (thin, thin, plan.top)) + box((-outer, -outer, 0), (outer, outer, RING))
    solid += cad.Location((0, 0, plan.top - RIM - slope)) * cad.extrude(
        cad.Rectangle(2 * thin, 2 * thin), slope, taper=-45
    )
    solid += box((-outer, -outer, plan.top - RIM), (outer, outer, plan.top))
    (y, z), low = plan.axis, plan.axis[1] - BOSS
    boss = area([(thin, low - slope), (outer, low), (outer, z + BOSS), (thin, z + BOSS)])
    for turn in (0, 180):
        at = cad.Plane(origin=(0, y, 0), x_dir=(-1 if turn else 1, 0, 0), z_dir=(0, 1 if turn else -1, 0))
        solid += at * cad.extrude(boss, BOSS, both=True)
    solid -= box((-half, -half, -1), (half, half, plan.top + 1))
    for x in (-half, half - FOOT):
        solid += box((x, -half, 0), (x + FOOT, -half + FOOT, RING)) + box((x, half - FOOT, 0), (x + FOOT, half, RING))
    for normal, (wide, low, eaves) in OPENINGS.items():
        at = [part * (half - 1) for part in normal]
        edge = [(-wide / 2, low), (wide / 2, low), (wide / 2, eaves), (0, eaves + wide / 2), (-wide / 2, eaves)]
        place = cad.Plane(origin=tuple(at), x_dir=(-normal[1], normal[0], 0), z_dir=normal)
        solid -= place * cad.extrude(area(edge), plan.wall + 2)
    ledge = area([(-half, plan.under), (-half + LEDGE, plan.under), (-half, plan.under - LEDGE)])
    solid += cad.Plane(origin=(-half, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)) * cad.extrude(ledge, 2 * half)
    back = plan.push + plan.it["solenoid"]["body"][1] / 2
    for x in (-RIBS[1] / 2, RIBS[1] / 2 - RIBS[0]):
        solid += box((x, back, 0), (x + RIBS[0], thin, TIES[-1] + 10))
    for height in TIES:
        for x in (-TIE_ASIDE, TIE_ASIDE):
            solid -= box((x - TIE[0] / 2, half - 1, height - TIE[1] / 2), (x + TIE[0] / 2, outer, height + TIE[1] / 2))
    return drill(solid, [(-outer - 1, y, z)], (1, 0, 0), TIGHT, 2 * outer + 2)


def _flap(plan: BoxPlan) -> Shape:
    (y, z), wide = plan.axis, plan.half - CLEARANCE
    solid = box((-wide, -wide, plan.under), (wide, y, plan.floor))
    for x in (-wide, wide - KNUCKLE_LONG):
        knuckle = rod((x, y, z), (1, 0, 0), 2 * KNUCKLE, KNUCKLE_LONG)
        knuckle += box((x, y - KNUCKLE, z), (x + KNUCKLE_LONG, y, plan.floor))
        solid += drill(knuckle, [(x - 1, y, z)], (1, 0, 0), LOOSE, KNUCKLE_LONG + 2)
    return solid


def _pins(plan: BoxPlan) -> Shape:
    outer, long = plan.outer, plan.wall + KNUCKLE_LONG
    return rod((-outer, *plan.axis), (1, 0, 0), FILAMENT, long) + rod((outer, *plan.axis), (-1, 0, 0), FILAMENT, long)


def _frame(plan: BoxPlan) -> Shape:
    wide, deep, high = plan.it["solenoid"]["body"]
    y, z = plan.push, plan.body_low
    solid = box((-wide / 2, y - deep / 2, z), (wide / 2, y + deep / 2, z + high))
    return drill(solid, [(0, y, z - 1)], (0, 0, 1), 2 * ROD + 0.4)


def _plunger(plan: BoxPlan) -> Shape:
    """Return the plunger at rest: rod, pin and round tip."""
    long, pin = plan.it["solenoid"]["long"], plan.it["solenoid"]["pin"]
    up, thick = (0, 0, 1), long - pin - plan.it["solenoid"]["stroke"]
    tip = cad.Location((0, plan.push, plan.tip - TIP)) * cad.Sphere(TIP)
    low = (0, plan.push, plan.stop)
    return rod(low, up, 2 * ROD, thick) + rod(low, up, 2 * PIN, long - TIP) + tip


def _ties(plan: BoxPlan) -> Shape:
    """Return both ties: each runs around the solenoid and through its slots behind the wall."""
    back, front = plan.half + THIN, plan.push - plan.it["solenoid"]["body"][1] / 2
    rings = []
    for height in TIES:
        low, high = height - 1.25, height + 1.25
        ring = box((-TIE_ASIDE - 0.6, front - 1.2, low), (TIE_ASIDE + 0.6, back + 1.2, high))
        ring -= box((-TIE_ASIDE + 0.6, front, low - 1), (TIE_ASIDE - 0.6, back, high + 1))
        rings.append(ring + box((TIE_ASIDE - 6, front - 5, low - 1), (TIE_ASIDE - 1, front - 1, high + 1)))
    return rings[0] + rings[1]
