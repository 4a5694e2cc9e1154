"""The servos next to the wells, and the levers on their horns."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import CUTS_ITS_THREAD, HOLES
from tools.cad.machine_shape import TIP_RISE, MachineLayout
from tools.cad.part import ROCKER, CadPart, Point3, Shape, area, box, drill, rod
from tools.cad.plan import MachinePlan, buy, make_part

HORN = (7.2, 5.0, 16.0, 1.5)
"""A servo's horn: diameter of its hub, width and length of its arm from the axis, thickness; measured on MG90S bags."""
HORN_SCREW = 12.0
"""Distance from the axis to the screw that holds the horn's arm to the lever."""
HEAD = 1.0
"""Distance from the middle of a foot to the underside of its screw's head."""


def _axis_y(plan: MachinePlan, way: int) -> float:
    out = plan.layout.axis_out
    return plan.block.top - out if way > 0 else plan.block.bottom + out


def servos(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the servos."""
    it, layout = plan.it, plan.layout
    servo, lever = it["servo"], float(it["sheet"]["lever"])
    long, across, deep = servo["case"]
    span, ear, under = servo["ears"]
    dome, shaft = deep - servo["body"], servo["shaft"]
    # In its own frame the shaft is along -x through the origin, at the end of the gears' dome; the case is above it.
    high = shaft
    low = shaft - long
    middle = (high + low) / 2
    solid = box((dome, -across / 2, low), (deep, across / 2, high))
    solid += box((deep - under - ear, -across / 2, middle - span / 2), (deep - under, across / 2, middle + span / 2))
    solid += rod((0, 0, 0), (1, 0, 0), across - 0.4, dome + 1)
    holes = [(0.0, 0.0, middle + s * servo["ear_holes"][0] / 2) for s in (-1, 1)]
    solid = drill(solid, holes, (1, 0, 0), servo["ear_holes"][1] + 0.1)
    # The spline turns: it belongs to the lever's horn.
    places = []
    for x, y in layout.centres:
        at = (x + lever / 2 + 0.5, _axis_y(plan, layout.way(y)), layout.axis_high)
        places.append((ROCKER, cad.Location(at)))
        for _, _, z in holes:
            plan.joinery.screw(
                "servos to holders",
                "ISO 4762 M2x8",
                (at[0] + deep - under - ear, at[1], at[2] + z),
                (1, 0, 0),
                body=ROCKER,
                nut=ear + it["sheet"]["small"],
            )
    yield buy("servo", solid, places, known_mass=servo["mass"])


def foot_gap(layout: MachineLayout) -> float:
    """Return the length in mm of a foot's free thread, between its lever and its head."""
    return math.dist(layout.tip(0.0), _end(layout, 0.0)) - HEAD


def _end(layout: MachineLayout, angle: float) -> tuple[float, float]:
    """Return the middle of a lever's end, where its foot's screw enters, inward and up from the axis."""
    radius, turn = sum(layout.lever_radii) / 2, math.radians(angle + TIP_RISE)
    return radius * math.cos(turn), radius * math.sin(turn)


def levers(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield levers, horns and feet for each row of wells; the rows mirror each other."""
    it, layout = plan.it, plan.layout
    lever, highest = it["lever"], it["lever"]["highest"]
    thick = float(it["sheet"]["lever"])
    wide, arm_wide, arm_long, arm_thick = HORN
    # Drawn open in its own frame: x is inward from the axis, y up, z across from the horn's arm to the servo.
    leg = math.radians(90.0 - lever["lowest"] + highest)
    along = (math.cos(leg), math.sin(leg), 0.0)
    on_leg = cad.Plane(origin=(0, 0, 0), x_dir=along, z_dir=(0, 0, 1))
    hole = (along[0] * HORN_SCREW, along[1] * HORN_SCREW, 0.0)
    solid = cad.extrude(area(layout.lever(highest)), thick)
    solid -= on_leg * box((0, -arm_wide / 2 - 0.1, -1), (arm_long + 0.3, arm_wide / 2 + 0.1, arm_thick))
    solid = drill(solid, [(0, 0, -1)], (0, 0, 1), wide + 0.2, thick + 2)
    solid = drill(solid, [hole], (0, 0, 1), HOLES["M2"], thick + 2)
    (x, y), (i, j) = layout.tip(highest), _end(layout, highest)
    tip, middle = (x, y, thick / 2), (i, j, thick / 2)
    length = math.dist(middle, tip)
    into = ((middle[0] - tip[0]) / length, (middle[1] - tip[1]) / length, 0.0)
    solid = drill(solid, [tip], into, CUTS_ITS_THREAD["M2"], length + 8.0)
    horn = on_leg * box((0, -arm_wide / 2, 0), (arm_long, arm_wide / 2, arm_thick))
    horn += rod((0, 0, 0), (0, 0, 1), wide, thick) + rod((0, 0, thick), (0, 0, 1), it["servo"]["spline"][0], 0.5)
    horn = drill(horn, [hole], (0, 0, 1), HOLES["M2"], thick + 2)
    head = (tip[0] + HEAD * into[0], tip[1] + HEAD * into[1], tip[2])
    out = (-into[0], -into[1], 0.0)
    foot = cad.Location(tip) * cad.Sphere(lever["tip_radius"])
    foot -= [rod(head, out, 3.8, 2.0), rod(head, into, 2.0, 5.0)]
    mirror = cad.Plane(origin=(0, 0, thick / 2), x_dir=(1, 0, 0), z_dir=(0, 0, 1))
    for name, way in (("back", -1), ("front", 1)):
        places = []
        for number, (x, y) in enumerate(layout.centres, 1):
            if layout.way(y) != way:
                continue
            origin = (x - way * thick / 2, _axis_y(plan, way), layout.axis_high)
            place = cad.Plane(origin=origin, x_dir=(0, way, 0), z_dir=(way, 0, 0))
            places.append((f"lever{number}", place.location))
            side = 0.0 if way > 0 else thick
            plan.joinery.screw(
                "levers to horns",
                "ISO 4762 M2x6",
                _at(place, (hole[0], hole[1], side)),
                (1, 0, 0),
                body=f"lever{number}",
                nut=thick,
            )
            plan.joinery.screw(
                "feet to levers", "ISO 4762 M2x8", _at(place, head), _along(place, into), body=f"lever{number}"
            )
        turned = [shape if way > 0 else cad.mirror(shape, mirror) for shape in (solid, horn, foot)]
        lying = cad.Rotation(180, 0, 0) * turned[0] if way > 0 else turned[0]
        low = cad.Location((0, 0, -lying.bounding_box().min.Z))
        back = (low * cad.Rotation(180, 0, 0) if way > 0 else low).inverse()
        yield make_part(
            f"lever, {name} row", "print", "PLA, matt black", low * lying, [(body, at * back) for body, at in places]
        )
        yield buy(f"servo's horn, {name} row", turned[1], places)
        yield buy(f"silicone foot, {name} row", turned[2], places)


def _at(place: Shape, point: Point3) -> Point3:
    x, y, z = place.from_local_coords(point)
    return x, y, z


def _along(place: Shape, way: Point3) -> Point3:
    start, end = _at(place, (0, 0, 0)), _at(place, way)
    return end[0] - start[0], end[1] - start[1], end[2] - start[2]
