"""The motor on its bracket, the crank with its cam on a hub, the rod, and the home switch."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import BUTTON, CUTS_ITS_THREAD, HOLES, NUT, SMALL_WASHER
from tools.cad.part import CRANK, FIXED, ROCKER, ROD, CadPart, area, box, cut_slot, drill, plane_z, rectangle, rod
from tools.cad.plan import MachinePlan, buy, make_part, print_part, sheet

DISC, WEB = 6.0, 5.0
"""Thickness of the crank's disc, and of the part in front of the hub's flange, which sits in the disc."""
SUNK = 1.8
"""How deep the heads of the hub's screws lie in the disc."""
PAD_EDGE = 1.0
"""Margin of the motor's pad around the bracket's foot."""
MOUNT, MOUNT_FOOT, MOUNT_SLOT = 12.0, (34.0, 36.0, 6.0), 5.0
"""Width of the switch's mount; length, depth and thickness of its foot; and its play at the screws."""
CAM, LOBE = 17.0, 20.0
"""Radii of the crank's disc where the home switch is open and where it is pressed."""
PLATEAU, RAMP = 12.0, 14.0
"""Degrees of the cam that press the switch fully, and of each ramp; the long holes allow adjustment."""
ROD_THICK = 8.0
BIG, SMALL = 15.0, 8.5
"""Outer radii of the rod's eyes."""
ROLLER_GAP = 0.05
TUBE, TUBE_PLAY = 11.0, 0.1
"""Outer diameter of the tubes on the pin, less than the inner ring's, and the play of each tube."""


def drive(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the parts that turn the crank and move the rocker's pin."""
    yield from _motor(plan)
    yield from _bracket(plan)
    yield from _hub(plan)
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
    body = drill(body, [(0, -high - 1, 0)], (0, 1, 0), motor["shaft"][0] + 0.4, high + 6)
    body = drill(body, [(i - x, 0, j - z) for i, j in _corners(plan)], (0, 1, 0), 3.0, 4.5)
    at = cad.Location((x, face, z))
    yield buy("stepping motor", body, [(FIXED, at)], known_mass=motor["mass"])
    wide, long = motor["shaft"]
    shaft = rod((0, 5, 0), (0, -1, 0), wide, long + 5)
    shaft -= box((-wide, -long, motor["flat"] - wide / 2), (wide, -long + motor["flat_long"], wide))
    yield buy("motor's shaft", shaft, [(CRANK, at)])


def _bracket(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, z), floor, back = plan.it, plan.axle, plan.floor, plan.motor_face
    motor, bracket, down = it["motor"], it["motor_bracket"], (0.0, 0.0, 1.0)
    half, thick, low = bracket["wide"] / 2, bracket["thick"], z - bracket["axle"]
    front, end = back - thick, back - bracket["deep"]
    # The foot lies in front, below the crank: there is no room for screw heads below the motor.
    solid = box((x - half, front, low), (x + half, back, low + bracket["high"]))
    solid += box((x - half, end, low), (x + half, back, low + thick))
    wide, play = motor["pilot"][0] + 0.5, bracket["play"]
    solid = cut_slot(solid, (x, front - 1, z), (0, 1, 0), (wide, wide + play), down)
    for i, j in _corners(plan):
        solid = cut_slot(solid, (i, front - 1, j), (0, 1, 0), (HOLES["M3"], HOLES["M3"] + play), down)
        plan.joinery.screw("motor to bracket", "ISO 4762 M3x8", (i, front, j), (0, 1, 0), washers=2)
    apart, first, last = bracket["feet"]
    pad = rectangle(x - half - PAD_EDGE, end - PAD_EDGE, x + half + PAD_EDGE, back)
    for i in (x - apart / 2, x + apart / 2):
        middle = (i, front - (first + last) / 2)
        solid = cut_slot(solid, (*middle, low - 1), (0, 0, 1), (HOLES["M4"], last - first), (0, 1, 0))
        pad -= cad.Location(middle) * cad.Rotation(0, 0, 90) * cad.SlotOverall(last - first, HOLES["M4"])
    for i, y in bracket_feet(plan):
        head = (i, y, low + thick)
        plan.joinery.screw(
            "bracket to floor", "ISO 4762 M4x20", head, (0, 0, -1), washers=1, nut=head[2] - floor + plan.wall
        )
    source = "seller's page of Pololu 2266: 3 mm, slots with 2 mm of play; outer measures are usual ones"
    yield buy("motor bracket", solid, [(FIXED, cad.Location())], source=source)
    yield sheet(plan, "motor's pad", pad, low - floor, [(FIXED, plane_z(floor))])


def bracket_feet(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and y of the bracket's screws in the floor."""
    x, (apart, first, last) = plan.axle[0], plan.it["motor_bracket"]["feet"]
    inset, front = HOLES["M4"] / 2 + 0.5, plan.motor_face - plan.it["motor_bracket"]["thick"]
    return [(x + s * apart / 2, front - y) for s in (-1, 1) for y in (first + inset, last - inset)]


def _hub(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the bought hub that carries the crank. The first of its set screws presses on the shaft's flat."""
    hub, shaft, (x, z) = plan.it["flange_hub"], plan.it["motor"], plan.axle
    (wide, thick), (boss, long), (_, hole) = hub["flange"], hub["boss"], hub["holes"]
    face = plan.crank_front + WEB
    solid = rod((x, face, z), (0, 1, 0), wide, thick) + rod((x, face, z), (0, 1, 0), boss, long)
    solid = drill(solid, [(x, face - 1, z)], (0, 1, 0), shaft["shaft"][0] + 0.02)
    solid = drill(solid, [(i, face - 1, j) for i, j in _hub_holes(plan)], (0, 1, 0), hole, thick + 2)
    at = face + hub["set_screws"]
    flat = shaft["flat"] - shaft["shaft"][0] / 2
    for way, reach in (((0.0, 0.0, 1.0), flat), ((1.0, 0.0, 0.0), shaft["shaft"][0] / 2)):
        solid = drill(solid, [(x, at, z)], way, 3.0, boss)
        end = (x + way[0] * (reach + 4.05), at, z + way[2] * (reach + 4.05))
        plan.joinery.put("hub to motor's shaft", "set screw M3x4", end, way, body=CRANK)
    yield buy("flange hub", solid, [(CRANK, cad.Location())])


def _hub_holes(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and height of the hub's four holes at home; the crank's pin lies between two of them."""
    (x, z), reach = plan.axle, plan.it["flange_hub"]["holes"][0] / 2 / 2**0.5
    return [(x + i * reach, z + j * reach) for i in (-1, 1) for j in (-1, 1)]


def _crank(plan: MachinePlan) -> Iterator[CadPart]:
    it, (x, z), face = plan.it, plan.axle, plan.crank_front
    hub, radius, bearing = it["flange_hub"], it["crank"]["radius"], it["bearings"]["b623"]
    # The lobe points left, to the switch, while the pin is down.
    turns = [180 - PLATEAU / 2 - RAMP, 180 - PLATEAU / 2, 180 + PLATEAU / 2, 180 + PLATEAU / 2 + RAMP]
    lobe = []
    for first, last, near, far in zip(turns, turns[1:], (CAM, LOBE, LOBE), (LOBE, LOBE, CAM), strict=False):
        for step in range(9):
            turn, reach = math.radians(first + (last - first) * step / 8), near + (far - near) * step / 8
            lobe.append((reach * math.cos(turn), reach * math.sin(turn)))
    disc = cad.Circle(CAM) + area([(0.0, 0.0), *_drop_repeated(lobe)])
    solid = cad.Plane(origin=(x, face, z), x_dir=(1, 0, 0), z_dir=(0, 1, 0)) * cad.extrude(disc, DISC)
    solid = drill(solid, [(x, face - 1, z)], (0, 1, 0), it["motor"]["shaft"][0] + 0.3)
    solid = drill(solid, [(x, face + WEB, z)], (0, 1, 0), hub["flange"][0] + 0.2)
    for i, j in _hub_holes(plan):
        solid = drill(solid, [(i, face - 1, j)], (0, 1, 0), BUTTON["M3"][0] + 0.5, SUNK + 1)
        solid = drill(solid, [(i, face - 1, j)], (0, 1, 0), HOLES["M3"], DISC + 2)
        outward = ((i - x) / (hub["holes"][0] / 2), 0.0, (j - z) / (hub["holes"][0] / 2))
        thread = "screw ISO 7380 M3x8"
        plan.joinery.put("crank to hub", thread, (i, face + SUNK, j), (0, -1, 0), body=CRANK)
        # A side of each nut, not a corner, faces the boss.
        along = (outward[2], 0.0, -outward[0])
        nut = (i, face + WEB + hub["flange"][1], j)
        plan.joinery.put("crank to hub", "nut M3", nut, (0, 1, 0), body=CRANK, along=along)
    # The nut of the pin lies in a pocket, in front of the hub's flange.
    pin, (flats, high) = (x, face, z - radius), NUT["M3"]
    solid = drill(solid, [(x, face - 1, z - radius)], (0, 1, 0), HOLES["M3"] - 0.3, DISC + 2)
    pocket = cad.extrude(cad.RegularPolygon(flats / 2 + 0.1, 6, major_radius=False), DISC)
    under = WEB - high - 0.1
    solid -= cad.Plane(origin=(pin[0], face + under, pin[2]), x_dir=(1, 0, 0), z_dir=(0, 1, 0)) * pocket
    washers = 2 * SMALL_WASHER["M3"][1]
    plan.joinery.put(
        "rod to crank", "screw ISO 4762 M3x10", (x, plan.rod_back - bearing[2], pin[2]), (0, -1, 0), body=CRANK
    )
    for step in range(2):
        at = (x, plan.rod_back + step * washers / 2, pin[2])
        plan.joinery.put("rod to crank", "small washer M3", at, (0, 1, 0), body=CRANK)
    plan.joinery.put(
        "nut of the crank's pin", "nut M3", (x, face + under, pin[2]), (0, 1, 0), body=CRANK, along=(1, 0, 0)
    )
    note = "its screws reach the hub's metal"
    yield print_part("crank with cam", solid, "-y", [(CRANK, cad.Location())], material="PETG", infill=100, note=note)


def _drop_repeated(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
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
        solid = drill(solid, [(x, back + 1, at)], (0, -1, 0), bearing[1], bearing[2] + 1)
        solid = drill(solid, [(x, back + 1, at)], (0, -1, 0), through, ROD_THICK + 2)
    yield print_part("rod", solid, "-y", [(ROD, cad.Location())], infill=100, note="bearings pressed in")
    for name, bearing, at in (("608", big, high), ("623", small, low)):
        bore, outer, wide, mass = bearing
        ring = rod((0, 0, 0), (0, -1, 0), outer, wide) - rod((0, 1, 0), (0, -1, 0), bore, wide + 2)
        note = f"{bore:g} x {outer:g} x {wide:g}, shielded"
        yield buy(f"ball bearing {name}", ring, [(ROD, cad.Location((x, back, at)))], known_mass=mass, note=note)
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
    """Return the diameter and height of a hub's flange, and those of its boss."""
    hub = plan.it["rocker_hub"]
    return hub["flange"], hub["boss"]


def switch_mount_screws(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and y of the screws that hold the switch's mount to the floor."""
    long, deep, _ = MOUNT_FOOT
    x, y = _switch_line(plan) + MOUNT / 2 - long, _switch_back(plan)
    return [(x + 10.0, y + t) for t in (8.0, deep - 8.0)]


def _switch_back(plan: MachinePlan) -> float:
    """Return the y of the switch's back: the switch lies in the plane of the crank's disc."""
    return float(plan.crank_front + DISC / 2 + plan.it["home_switch"]["size"][2] / 2)


def _switch_line(plan: MachinePlan) -> float:
    """Return the x of the switch's holes, such that the cam's lobe presses the roller."""
    return float(plan.axle[0] - LOBE - ROLLER_GAP - plan.it["home_switch"]["pressed"])


def _switch(plan: MachinePlan) -> Iterator[CadPart]:
    switch, z = plan.it["home_switch"], plan.axle[1]
    long, wide, thick = switch["size"]
    apart, hole = switch["holes"]
    line, back, floor = _switch_line(plan), _switch_back(plan), plan.floor
    foot, deep, high = MOUNT_FOOT
    right = line + MOUNT / 2
    mount = box((right - MOUNT, back, floor), (right, back + MOUNT, z + 15))
    mount += box((right - foot, back, floor), (right, back + deep, floor + high))
    for i, j in switch_mount_screws(plan):
        size = (HOLES["M4"], HOLES["M4"] + MOUNT_SLOT)
        mount = cut_slot(mount, (i, j, floor - 1), (0, 0, 1), size, (1, 0, 0))
        plan.joinery.screw(
            "switch's mount to floor",
            "ISO 4762 M4x20",
            (i, j, floor + high),
            (0, 0, -1),
            washers=1,
            nut=high + plan.wall,
        )
    pins = [(line, back, z + s * apart / 2) for s in (-1, 1)]
    mount = drill(mount, pins, (0, 1, 0), CUTS_ITS_THREAD["M2"], 7.0)
    for i, y, j in pins:
        plan.joinery.screw("home switch to mount", "ISO 4762 M2x12", (i, y - thick, j), (0, 1, 0))
    yield print_part("switch's mount", mount, "-z")
    body = box((-switch["edge"], -thick, -long / 2), (wide - switch["edge"], 0, long / 2))
    body = drill(body, [(0, 1, s * apart / 2) for s in (-1, 1)], (0, -1, 0), hole)
    reach, roller = switch["pressed"], switch["roller"]
    body += rod((reach - roller / 2, -1.7, 0), (0, -1, 0), roller, 3.0)
    body += box((wide - switch["edge"], -4.2, -long / 2 + 2), (wide - switch["edge"] + 0.6, -2.2, 2))
    body += box((wide - switch["edge"], -4.2, -1.0), (reach - roller / 2, -2.2, 1.0))
    yield buy("home switch", body, [(FIXED, cad.Location((line, back, z)))], known_mass=switch["mass"])
