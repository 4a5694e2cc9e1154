"""The motor on its bracket, the crank with its cam, the rod, and the home switch."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import CUTS_ITS_THREAD, HOLES, INSERT, NUT
from tools.cad.part import CRANK, FIXED, ROCKER, ROD, CadPart, Point3, area, box, drilled, rod, slotted
from tools.cad.plan import MachinePlan, bought, make_part, print_part

FACE = 5.0
"""Thickness of the bracket's face, between motor and crank."""
FOOT = 6.0
GUSSET = 6.0
DISC, HUB_WIDE = 6.0, 16.0
"""Thickness of the crank's disc, and most diameter of its hub."""
CAM, LOBE = 17.0, 20.0
"""Radii of the crank's disc: where the home switch is open, and where it is pressed."""
PLATEAU, RAMP = 12.0, 14.0
"""Degrees of the cam that press the switch fully, and of each ramp; the long holes set the rest."""
ROD_THICK = 8.0
BIG, SMALL = 15.0, 8.5
"""Outer radii of the rod's eyes."""
ROLLER_GAP = 0.05
TUBE, TUBE_PLAY = 11.0, 0.1
"""Outer diameter of the tubes on the pin, less than the inner ring's, and the play of each."""
FLAT, ROUND = 15.0, 4.0
"""Many shafts have a flat of this length alone; beyond it the crank's bore is round over that length."""


def drive(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield all that turns the crank and moves the rocker's pin."""
    yield from _motor(plan)
    yield from _bracket(plan)
    yield from _crank(plan)
    yield from _rod(plan)
    yield from _switch(plan)


def _corners(plan: MachinePlan) -> list[tuple[float, float]]:
    (x, z), half = plan.axle, plan.it["motor"]["holes"] / 2
    return [(x + i * half, z + j * half) for i in (-1, 1) for j in (-1, 1)]


def _motor(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, z), face = plan.it, plan.axle, plan.motor_face
    motor, half = it["motor"], it["frame"]["motor"] / 2
    pilot, high = motor["pilot"]
    body = box((-half, 0, -half), (half, motor["length"], half))
    body = cad.chamfer(body.edges().filter_by(cad.Axis.Y), 3.0)
    body += rod((0, 0, 0), (0, -1, 0), pilot, high)
    body = drilled(body, [(0, -high - 1, 0)], (0, 1, 0), motor["shaft"][0] + 0.4, high + 6)
    body = drilled(body, [(i - x, 0, j - z) for i, j in _corners(plan)], (0, 1, 0), 3.0, 4.5)
    at = cad.Location((x, face, z))
    yield bought("stepping motor", body, [(FIXED, at)], known_mass=motor["mass"])
    wide, long = motor["shaft"]
    shaft = rod((0, 5, 0), (0, -1, 0), wide, long + 5)
    shaft -= box((-wide, -long, motor["flat"] - wide / 2), (wide, -long + FLAT, wide))
    yield bought("motor's shaft", shaft, [(CRANK, at)])


def _bracket(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, z), floor = plan.it, plan.axle, plan.floor
    motor, half = it["motor"], it["frame"]["motor"] / 2
    front, back = plan.motor_face - FACE, plan.motor_face
    wide, foot_back, top = half + 24.0, plan.motor_face + 42.0, z + half + 2.0
    solid = box((x - wide, front, floor), (x + wide, back, top))
    solid += box((x - wide, front, floor), (x + wide, foot_back, floor + FOOT))
    for left in (x - half - 2.0 - GUSSET, x + half + 2.0):
        rib = area([(back - 1, floor), (foot_back, floor), (foot_back, floor + FOOT), (back, top), (back - 1, top)])
        solid += cad.Plane(origin=(left, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)) * cad.extrude(rib, GUSSET)
    adjust = 2 * motor["adjust"]
    down: Point3 = (0, 0, 1)
    solid = slotted(solid, (x, front - 1, z), (0, 1, 0), (motor["pilot"][0] + 1, motor["pilot"][0] + 1 + adjust), down)
    for i, j in _corners(plan):
        solid = slotted(solid, (i, front - 1, j), (0, 1, 0), (HOLES["M3"], HOLES["M3"] + adjust), down)
        plan.joinery.screw("motor to bracket", "ISO 4762 M3x10", (i, front, j), (0, 1, 0), washers=1)
    for i, y in bracket_feet(plan):
        solid = drilled(solid, [(i, y, floor - 1)], (0, 0, 1), HOLES["M4"], FOOT + 2)
        plan.joinery.screw(
            "bracket to floor", "ISO 4762 M4x20", (i, y, floor + FOOT), (0, 0, -1), washers=1, nut=FOOT + plan.wall
        )
    for place in switch_mount_screws(plan):
        solid = slotted(solid, (place[0], front - 1, place[1]), (0, 1, 0), (HOLES["M3"], HOLES["M3"] + 4.0), (1, 0, 0))
    note = "long holes: the motor's height; PLA would soften, the motor gets hot"
    yield print_part("motor bracket", solid, "-y", material="PETG", note=note)


def bracket_feet(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and y of the bracket's screws in the floor."""
    x, half = plan.axle[0], plan.it["frame"]["motor"] / 2
    wide = half + 24.0
    return [(i, y) for i in (x - wide + 8, x + wide - 8) for y in (plan.motor_face + 9, plan.motor_face + 35.0)]


def _crank(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, z), face = plan.it, plan.axle, plan.crank_front
    motor, radius = it["motor"], it["crank"]["radius"]
    long = motor["shaft"][1] - FACE - 1.0
    # The pin's nut lies beside the hub.
    hub = min(HUB_WIDE, 2 * (radius - NUT["M3"][0] / 3**0.5 - 0.5))
    # The lobe points left, to the switch, while the pin is down.
    turns = [180 - PLATEAU / 2 - RAMP, 180 - PLATEAU / 2, 180 + PLATEAU / 2, 180 + PLATEAU / 2 + RAMP]
    lobe = []
    for first, last, near, far in zip(turns, turns[1:], (CAM, LOBE, LOBE), (LOBE, LOBE, CAM), strict=False):
        for step in range(9):
            turn, reach = math.radians(first + (last - first) * step / 8), near + (far - near) * step / 8
            lobe.append((reach * math.cos(turn), reach * math.sin(turn)))
    disc = cad.Circle(CAM) + area([(0.0, 0.0), *_distinct(lobe)])
    solid = cad.Plane(origin=(x, face, z), x_dir=(1, 0, 0), z_dir=(0, 1, 0)) * cad.extrude(disc, DISC)
    solid += rod((x, face, z), (0, 1, 0), hub, long)
    shaft = rod((x, face - 1, z), (0, 1, 0), motor["shaft"][0] + 0.1, long + 2)
    shaft -= box((x - 9, face - 2, z + motor["flat"] - motor["shaft"][0] / 2 + 0.1), (x + 9, face + long + 3, z + 9))
    solid -= shaft
    solid = drilled(solid, [(x, face + long - ROUND, z)], (0, 1, 0), motor["shaft"][0] + 0.2, ROUND + 1)
    solid = drilled(solid, [(x, face - 1, z - radius)], (0, 1, 0), HOLES["M3"] - 0.3, DISC + 2)
    # A set screw on the shaft's flat, with its nut in a pocket that is open towards the motor.
    at = face + long - 5.0
    flats, high = NUT["M3"]
    solid = drilled(solid, [(x, at, z)], (0, 0, 1), HOLES["M3"], HUB_WIDE)
    low = z + 3.6
    solid -= box(
        (x - flats / 2 - 0.1, at - flats / 3**0.5 - 0.1, low), (x + flats / 2 + 0.1, face + long + 1, low + high + 0.2)
    )
    flat = z + motor["flat"] - motor["shaft"][0] / 2
    plan.joinery.put("crank to motor's shaft", "set screw M3x6", (x, at, flat + 6.1), (0, 0, 1), body=CRANK)
    plan.joinery.put("crank to motor's shaft", "nut M3", (x, at, low + 0.1), (0, 0, 1), body=CRANK, along=(0, 1, 0))
    plan.joinery.screw(
        "rod to crank",
        "ISO 4762 M3x16",
        (x, plan.rod_back - it["bearings"]["b623"][2], z - radius),
        (0, 1, 0),
        body=CRANK,
        nut=it["bearings"]["b623"][2] + 1.0 + DISC,
    )
    for step in range(2):
        plan.joinery.put(
            "rod to crank", "small washer M3", (x, plan.rod_back + step * 0.5, z - radius), (0, 1, 0), body=CRANK
        )
    yield print_part("crank with cam", solid, "-y", [(CRANK, cad.Location())], material="PETG", note="100 % infill")


def _distinct(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > 1e-6:
            kept.append(point)
    return kept


def _rod(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, z), back = plan.it, plan.axle, plan.rod_back
    low, high = z - it["crank"]["radius"], plan.pin[1]
    big, small = it["bearings"]["b608"], it["bearings"]["b623"]
    solid = rod((x, back, high), (0, -1, 0), 2 * BIG, ROD_THICK) + rod((x, back, low), (0, -1, 0), 2 * SMALL, ROD_THICK)
    solid += box((x - 7, back - ROD_THICK, low), (x + 7, back, high))
    for at, bearing, through in ((high, big, 18.0), (low, small, 7.5)):
        solid = drilled(solid, [(x, back + 1, at)], (0, -1, 0), bearing[1], bearing[2] + 1)
        solid = drilled(solid, [(x, back + 1, at)], (0, -1, 0), through, ROD_THICK + 2)
    yield print_part("rod", solid, "-y", [(ROD, cad.Location())], note="100 % infill; bearings pressed in")
    for name, bearing, at in (("608", big, high), ("623", small, low)):
        bore, outer, wide, mass = bearing
        ring = rod((0, 0, 0), (0, -1, 0), outer, wide) - rod((0, 1, 0), (0, -1, 0), bore, wide + 2)
        note = f"{bore:g} x {outer:g} x {wide:g}, shielded"
        yield bought(f"ball bearing {name}", ring, [(ROD, cad.Location((x, back, at)))], known_mass=mass, note=note)
    # Tubes between the hubs and the inner ring keep the bearing in the middle of the pin.
    pin, wide = plan.pin, big[2]
    half = (plan.cheeks[0] - plan.cheeks[1] - it["sheet"]["rocker"]) / 2 - sum(size[1] for size in hub_sizes(plan))
    long = half - wide / 2 - TUBE_PLAY
    tube = rod((0, 0, 0), (0, 0, 1), TUBE, long) - rod((0, 0, -1), (0, 0, 1), big[0] + 0.1, long + 2)
    places = [(ROCKER, cad.Location((pin[0], y, pin[1])) * cad.Rotation(90, 0, 0)) for y in (back + long, back - wide)]
    yield make_part(
        "pin's tube", "print", "PLA", tube, places, note="between a hub and the inner ring of the rod's bearing"
    )


def hub_sizes(plan: MachinePlan) -> tuple[list[float], list[float]]:
    """Return diameter and height of a hub's flange, and of its boss."""
    hub = plan.it["rocker_hub"]
    return hub["flange"], hub["boss"]


def switch_mount_screws(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and height of the screws that hold the switch's mount to the bracket's face."""
    x = _switch_line(plan)
    return [(x, plan.axle[1] + s * 13.0) for s in (-1, 1)]


def _switch_line(plan: MachinePlan) -> float:
    """Return the x of the line of the switch's holes, when the cam's lobe presses its roller."""
    return float(plan.axle[0] - LOBE - ROLLER_GAP - plan.it["home_switch"]["pressed"])


def _switch(plan: MachinePlan) -> Iterator[CadPart]:
    switch, z = plan.it["home_switch"], plan.axle[1]
    long, wide, thick = switch["size"]
    apart, hole = switch["holes"]
    line, face = _switch_line(plan), plan.motor_face - FACE
    # The switch lies in the plane of the crank's disc.
    back = plan.crank_front + DISC / 2 + thick / 2
    mount = box((line - 6, back, z - 19), (line + 6, face, z + 19))
    insert, deep = INSERT["M3"]
    for i, j in switch_mount_screws(plan):
        mount = drilled(mount, [(i, face, j)], (0, -1, 0), insert, deep + 2)
        plan.joinery.screw(
            "switch's mount to bracket", "ISO 4762 M3x10", (i, plan.motor_face, j), (0, -1, 0), washers=1, insert=FACE
        )
    pins = [(line, back, z + s * apart / 2) for s in (-1, 1)]
    mount = drilled(mount, pins, (0, 1, 0), CUTS_ITS_THREAD["M2"], 7.0)
    for i, y, j in pins:
        plan.joinery.screw("home switch to mount", "ISO 4762 M2x12", (i, y - thick, j), (0, 1, 0))
    yield print_part("switch's mount", mount, "+y")
    body = box((-switch["edge"], -thick, -long / 2), (wide - switch["edge"], 0, long / 2))
    body = drilled(body, [(0, 1, s * apart / 2) for s in (-1, 1)], (0, -1, 0), hole)
    reach, roller = switch["pressed"], switch["roller"]
    body += rod((reach - roller / 2, -1.7, 0), (0, -1, 0), roller, 3.0)
    body += box((wide - switch["edge"], -4.2, -long / 2 + 2), (wide - switch["edge"] + 0.6, -2.2, 2))
    body += box((wide - switch["edge"], -4.2, -1.0), (reach - roller / 2, -2.2, 1.0))
    yield bought("home switch", body, [(FIXED, cad.Location((line, back, z)))], known_mass=switch["mass"])
