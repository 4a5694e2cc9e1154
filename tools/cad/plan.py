"""The places of all parts in the machine's frame, from machine.toml."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import build123d as cad

from tools.cad.fasteners import Joinery
from tools.cad.machine_shape import MachineLayout, Rectangle
from tools.cad.part import FIXED, CadPart, Make, Placing, Shape, Way, lay_on_bed

STANDOFF, MOUNT = 10.0, 5.8
"""Length of the standoffs between the ring's disc and the camera's mount, and the mount's thickness."""
TAB = 16.0
"""Length of a tab along its edge."""
Places = Iterable[tuple[str, Shape]]
"""The body that each piece moves with, and its location."""
BOUGHT: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("bought.toml").read_text(encoding="utf-8"))
AT_HOME: Places = ((FIXED, cad.Location()),)


class MachinePlan:
    """Places that several parts share. `middle` is the wells' middle; `shaft`, `pin` and `axle` are x and height."""

    def __init__(self, it: dict[str, Any], way: Way) -> None:
        self.it, self.way = it, way
        self.layout = MachineLayout(it)
        self.joinery = Joinery()
        layout, sheet = self.layout, it["sheet"]
        self.middle = (layout.middle[0], -layout.middle[1])
        self.shaft, self.pin, self.axle = layout.shaft, layout.pin, layout.axle
        self.wide, self.deep = float(it["plate"]["width"]), float(it["plate"]["height"])
        self.plate_low = -float(sheet["plate"])
        self.floor = -float(it["frame"]["height"])
        self.wall = float(sheet["box"])
        self.desk = self.floor - self.wall
        """Height of the underside of the box."""
        self.block = turn_rectangle(layout.block)
        self.base = turn_rectangle(layout.base)
        half = layout.wall / 2
        outer = (self.block.bottom - half, self.block.top + half)
        thick = float(sheet["rocker"])
        self.cheeks = tuple(y + thick / 2 for y in outer)
        """The y of the back of the rear cheek and of the front cheek."""
        self.rod_back = self.middle[1] + it["bearings"]["b608"][2] / 2
        """The y of the side of the rod that faces the crank."""
        self.crank_front = self.rod_back + 1.0
        self.motor_face = self.crank_front + float(it["motor"]["shaft"][1])
        self.lens = float(it["camera"]["height"])
        self.disc_low = self.lens - it["ring"]["below_lens"] + it["strip"]["piece"][2]
        self.mount_low = self.disc_low + sheet["small"] + STANDOFF
        self.post_top = self.mount_low + MOUNT
        self.post = self.post_top - self.desk
        """Length of the camera's post, which stands on the desk's level and carries the arm."""


def turn_rectangle(area: Rectangle) -> Rectangle:
    """Return a rectangle of the plate in the machine's frame: `top` is its low y, `bottom` its high one."""
    return Rectangle(area.left, -area.bottom, area.right, -area.top)


def make_part(name: str, make: Make, material: str, solid: Shape, places: Places = AT_HOME, **more: Any) -> CadPart:
    """Return a part whose solid is already in its own frame, with pieces on these bodies and at these places."""
    return CadPart(name, make, material, solid, tuple(Placing(body, at) for body, at in places), **more)


def buy(name: str, solid: Shape, places: Places, **more: Any) -> CadPart:
    """Return a bought part with the fields that bought.toml gives, and `more` fields."""
    known = BOUGHT[name if name in BOUGHT else name.partition(",")[0]]
    return make_part(name, "bought", solid=solid, places=places, **{**known, **more})


def print_part(
    name: str, solid: Shape, down: str, places: Places = AT_HOME, *, material: str = "PLA", **more: Any
) -> CadPart:
    """Return a print whose solid is drawn in place; each of `places` moves this solid to a piece."""
    lying, back = lay_on_bed(solid, down)
    return make_part(name, "print", material, lying, [(body, at * back) for body, at in places], **more)


def cut(name: str, outline: Shape, thick: float, places: Places, *, of: str = "plywood", **more: Any) -> CadPart:
    """Return a part that is cut from a sheet of `thick` mm. The thickness goes before a comma in `of`."""
    stuff, comma, finish = of.partition(",")
    material = f"{stuff} {thick:g} mm{comma}{finish}"
    return make_part(name, "cut", material, cad.extrude(outline, thick), places, outline=outline, **more)


def sheet(
    plan: MachinePlan, name: str, outline: Shape, thick: float, places: Places, *, of: str = "plywood"
) -> CadPart:
    """Return a flat part, which is cut, or printed if the whole machine is printed."""
    if plan.way == "cut":
        return cut(name, outline, thick, places, of=of)
    return make_part(name, "print", "PLA", cad.extrude(outline, thick), places)
