"""The solids of the machine of boxes, from hardware/boxes.toml, and whether they print and move as they must.

A box's frame: x to the right, y away from people, z upward; its origin lies on the sheet, under the box's middle. The
hinge is along x, at the back.

    from tools.cad.boxes import BoxesAssembly
    boxes = BoxesAssembly(dimensions(BOXES))
    boxes.parts          # tuple of CadPart: what is printed, cut and bought of all boxes
    boxes.pieces()       # yields (CadPart, Placing, solid in place)
    boxes.faults()       # yields in words what is wrong
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import build123d as cad
import manifold3d
import numpy as np
import trimesh
from trimesh.transformations import rotation_matrix, translation_matrix

from tools.cad.mesh import Pose, common_volume, manifold_of, matrix_of, mesh_of
from tools.cad.part import FIXED, CadPart, Placing, Shape, area, box, drilled, rectangle, rod, towards
from tools.cad.plan import cut, make_part, print_part

FLAP, PLUNGER = "flap", "plunger"
"""The bodies of a box that move."""
AXIS_BELOW = 4.0
"""From the flap's upper face down to its axis: the flap's back edge, above the axis, meets the wall where it must stop."""
CLEARANCE = 0.5
"""From the flap to the other three walls."""
KNUCKLE, FILAMENT, TIGHT, LOOSE = 1.9, 1.75, 1.9, 2.3
"""Radius of the flap's knuckles; diameters of the pins, a printer's filament, and of their holes in walls and knuckles."""
KNUCKLE_LONG = 6.0
LEDGE = 2.0
"""How far the ledge under the flap's front edge stands out of the wall."""
DOOR, DOOR_EAVES = 32.0, 30.0
"""Width of the opening for fingers and wires, and the height from which it narrows at 45 degrees."""
TIES = (24.0, 38.0)
"""Heights of the two cable ties that hold the solenoid against the wall behind, and below its pad's upper end."""
TIE, TIE_ASIDE = (1.8, 4.0), 10.5
"""Their slots: width and height, and from the middle of the box to each."""
FOOT = (10.0, 1.2)
"""Side and thickness of the feet in the corners, which tape holds down."""
TIP, PIN, ROD = 2.0, 1.5, 3.0
"""Radii of the plunger's tip, pin and rod."""
STEEPEST, BRIDGE = 46.0, 4.5
"""What prints without supports: faces that lean over by so many degrees, and level ones of so many mm across."""
MAY_MEET = 0.2
"""Volume in mm³ up to which solids only touch."""


class BoxPlan:
    """Heights and places that the parts of a box share."""

    def __init__(self, it: dict[str, Any]) -> None:
        self.it = it
        size, coil = it["box"], it["solenoid"]
        self.half, self.wall = size["side"] / 2, float(size["wall"])
        self.floor = float(size["floor"])
        self.top = self.floor + size["height"]
        self.under = self.floor - it["flap"]["thickness"]
        gap = AXIS_BELOW * math.sin(math.radians(it["flap"]["angle"]))
        self.axis = (self.half - gap, self.floor - AXIS_BELOW)
        """y and z of the hinge."""
        self.push = self.axis[0] - coil["from_hinge"]
        """The y of the plunger."""
        self.tip = self.under - coil["slack"]
        """Height of the plunger's tip at rest."""
        self.body_low = self.tip + coil["stroke"] - coil["pin"] - coil["body"][2]
        self.stop = self.tip - coil["long"]
        """Height of what the plunger rests on."""

    def places(self, body: str = FIXED) -> list[tuple[str, Shape]]:
        """Return a body and a location for each box."""
        return [(body, cad.Location((x, -y, 0))) for x, y in self.it["box"]["places"]]


class BoxesAssembly:
    """All boxes. `parts` are the parts of all, each piece where it is at rest."""

    def __init__(self, it: dict[str, Any]) -> None:
        self.plan = BoxPlan(it)
        self.parts = _box_parts(self.plan)

    def named(self, name: str) -> CadPart:
        """Return a part. Raises KeyError."""
        return {part.name: part for part in self.parts}[name]

    def pieces(self) -> Iterator[tuple[CadPart, Placing, Shape]]:
        """Yield every piece, with its solid in place at rest."""
        for part in self.parts:
            for placing in part.places:
                yield part, placing, placing.location * part.solid

    def faults(self) -> Iterator[str]:
        """Yield prints that are open or need supports, and what meets while flap and plunger move."""
        yield from _unprintable(self.parts)
        yield from _meetings(self)


def _box_parts(plan: BoxPlan) -> tuple[CadPart, ...]:
    it, here, turning = plan.it, plan.places(), plan.places(FLAP)
    grey, black = "PLA, light grey, matt", "PLA, black, matt"
    outer = plan.half + plan.wall
    lid = rectangle(-outer, -outer, outer, outer)
    above = [(body, at * cad.Location((0, 0, plan.top))) for body, at in here]
    return (
        print_part("box", _walls(plan), "-z", here, material=grey),
        print_part("flap", _flap(plan), "+z", turning, material=black),
        cut("lid of a box", lid, it["box"]["lid"], above, of="PET", clear=True),
        _bought("hinge pin", _pins(plan), here, "PLA", "two pieces of filament, 8 mm long"),
        _bought("solenoid", _frame(plan), here, "steel", "JF-0530B for 12 V"),
        _bought("plunger", _plunger(plan), plan.places(PLUNGER), "steel", "of the solenoid", it["solenoid"]["plunger"]),
        _bought("cable tie", _ties(plan), here, "plastic", "two, 2.5 mm wide"),
        _bought("stop", box((-7, plan.push - 7, 0), (7, plan.push + 7, plan.stop)), here, "film", "squares of card"),
        _bought("die", _die(plan), here, "acrylic", "", it["die"]["mass"]),
    )


def _bought(
    name: str, solid: Shape, places: Sequence[tuple[str, Shape]], material: str, note: str, mass: float | None = None
) -> CadPart:
    return make_part(name, "bought", material, solid, places, note=note, known_mass=mass)


def _walls(plan: BoxPlan) -> Shape:
    half, outer = plan.half, plan.half + plan.wall
    solid = box((-outer, -outer, 0), (outer, outer, plan.top)) - box((-half, -half, -1), (half, half, plan.top + 1))
    side, thick = FOOT
    for x in (-half, half - side):
        for y in (-half, half - side):
            solid += box((x, y, 0), (x + side, y + side, thick))
    eaves, gable = DOOR_EAVES, DOOR_EAVES + DOOR / 2
    door = area([(-DOOR / 2, -1), (DOOR / 2, -1), (DOOR / 2, eaves), (0, gable), (-DOOR / 2, eaves)])
    solid -= cad.Plane(origin=(0, -half + 1, 0), x_dir=(1, 0, 0), z_dir=(0, -1, 0)) * cad.extrude(door, plan.wall + 2)
    ledge = area([(-half, plan.under), (-half + LEDGE, plan.under), (-half, plan.under - LEDGE)])
    solid += cad.Plane(origin=(-half, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)) * cad.extrude(ledge, 2 * half)
    wide, deep, _ = plan.it["solenoid"]["body"]
    pad = box((-wide / 2, plan.push + deep / 2, 0), (wide / 2, half, TIES[-1] + 8))
    solid += pad
    for height in TIES:
        for x in (-TIE_ASIDE, TIE_ASIDE):
            solid -= box(
                (x - TIE[0] / 2, half - 1, height - TIE[1] / 2), (x + TIE[0] / 2, outer + 1, height + TIE[1] / 2)
            )
    return drilled(solid, [(-outer - 1, *plan.axis)], (1, 0, 0), TIGHT, 2 * outer + 2)


def _flap(plan: BoxPlan) -> Shape:
    (y, z), wide = plan.axis, plan.half - CLEARANCE
    solid = box((-wide, -wide, plan.under), (wide, y, plan.floor))
    for x in (-wide, wide - KNUCKLE_LONG):
        knuckle = rod((x, y, z), (1, 0, 0), 2 * KNUCKLE, KNUCKLE_LONG)
        knuckle += box((x, y - KNUCKLE, z), (x + KNUCKLE_LONG, y, plan.floor))
        solid += drilled(knuckle, [(x - 1, y, z)], (1, 0, 0), LOOSE, KNUCKLE_LONG + 2)
    return solid


def _pins(plan: BoxPlan) -> Shape:
    outer, long = plan.half + plan.wall, plan.wall + KNUCKLE_LONG
    return rod((-outer, *plan.axis), (1, 0, 0), FILAMENT, long) + rod((outer, *plan.axis), (-1, 0, 0), FILAMENT, long)


def _frame(plan: BoxPlan) -> Shape:
    wide, deep, high = plan.it["solenoid"]["body"]
    y, z = plan.push, plan.body_low
    solid = box((-wide / 2, y - deep / 2, z), (wide / 2, y + deep / 2, z + high))
    return drilled(solid, [(0, y, z - 1)], (0, 0, 1), 2 * ROD + 0.4)


def _plunger(plan: BoxPlan) -> Shape:
    """Return rod, pin and round tip, at rest."""
    long, pin = plan.it["solenoid"]["long"], plan.it["solenoid"]["pin"]
    up, thick = (0, 0, 1), long - pin - plan.it["solenoid"]["stroke"]
    tip = cad.Location((0, plan.push, plan.tip - TIP)) * cad.Sphere(TIP)
    low = (0, plan.push, plan.stop)
    return rod(low, up, 2 * ROD, thick) + rod(low, up, 2 * PIN, long - TIP) + tip


def _ties(plan: BoxPlan) -> Shape:
    """Return both ties: each runs around the solenoid and through its slots behind the wall."""
    outer, front = plan.half + plan.wall, plan.push - plan.it["solenoid"]["body"][1] / 2
    solid = None
    for height in TIES:
        low, high = height - 1.25, height + 1.25
        ring = box((-TIE_ASIDE - 0.6, front - 1.2, low), (TIE_ASIDE + 0.6, outer + 1.2, high))
        ring -= box((-TIE_ASIDE + 0.6, front, low - 1), (TIE_ASIDE - 0.6, outer, high + 1))
        ring += box((TIE_ASIDE - 6, front - 5, low - 1), (TIE_ASIDE - 1, front - 1, high + 1))
        solid = ring if solid is None else solid + ring
    return solid


def _die(plan: BoxPlan) -> Shape:
    side, least = plan.it["die"]["side"], plan.it["die"]["corner_radius"]
    die = cad.fillet(cad.Box(side, side, side).edges(), least)
    return towards((0, 0, plan.floor + side / 2), (0, 0, 1)) * die


def pose_of(plan: BoxPlan, body: str, moved: float) -> Pose:
    """Return the pose of a body of the first box: the flap opened by degrees, the plunger raised by mm."""
    x, y = plan.it["box"]["places"][0]
    if body == FLAP:
        return rotation_matrix(-math.radians(moved), (1, 0, 0), (x, plan.axis[0] - y, plan.axis[1]))
    return translation_matrix((0, 0, moved if body == PLUNGER else 0.0))


def _unprintable(parts: Sequence[CadPart]) -> Iterator[str]:
    for part in parts:
        mesh = trimesh.Trimesh(*mesh_of(part), process=False)
        if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
            yield f"{part.name} is not watertight"
        elif part.make == "print" and (wide := widest_overhang(mesh)) > BRIDGE:
            yield f"{part.name} needs supports: a face hangs over {wide:.1f} mm"


def _meetings(boxes: BoxesAssembly) -> Iterator[str]:
    plan = boxes.plan
    angle, coil = plan.it["flap"]["angle"], plan.it["solenoid"]

    def solid(name: str, moved: float = 0.0) -> manifold3d.Manifold:
        part = boxes.named(name)
        return manifold_of(part).transform((pose_of(plan, part.places[0].body, moved) @ matrix_of(part.places[0]))[:3])

    fixed = {name: solid(name) for name in ("box", "solenoid", "cable tie", "stop")}
    for opened in np.arange(0, angle - 0.5, 2.5):
        for name, other in fixed.items():
            if common_volume(solid(FLAP, opened), other) > MAY_MEET:
                yield f"the flap meets the {name} at {opened:g} degrees"
    if common_volume(solid(FLAP, angle + 2), fixed["box"]) <= MAY_MEET:
        yield f"nothing stops the flap at {angle:g} degrees"
    for name, other in fixed.items():
        if name != "stop" and common_volume(solid(PLUNGER, coil["stroke"]), other) > MAY_MEET:
            yield f"the plunger meets the {name}"
    if common_volume(solid(PLUNGER, coil["slack"] - 0.1), solid(FLAP)) > 0:
        yield "the plunger meets the flap too early"
    if common_volume(solid(PLUNGER, coil["slack"] + 0.3), solid(FLAP)) <= 0:
        yield "the plunger meets the flap too late"
    if plan.stop < 0:
        yield f"the plunger is {-plan.stop:g} mm too long"


def widest_overhang(mesh: trimesh.Trimesh) -> float:
    """Return how many mm the largest face spans that hangs over and cannot print: the smaller side of its bounds.

    `mesh` lies as it is printed. Faces that lean by up to STEEPEST degrees print, and so does what lies on the bed.
    """
    steep = mesh.face_normals[:, 2] < -math.sin(math.radians(STEEPEST))
    above = mesh.triangles[:, :, 2].min(axis=1) > 0.05
    hanging = np.flatnonzero(steep & above)
    pairs = mesh.face_adjacency[np.isin(mesh.face_adjacency, hanging).all(axis=1)]
    groups = trimesh.graph.connected_components(pairs, nodes=hanging)
    spans = [np.ptp(mesh.triangles[group].reshape(-1, 3), axis=0)[:2].min() for group in groups]
    return float(max(spans, default=0.0))
