"""The rocker's cheeks with shaft, pin, hubs and bearings."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import HOLES, INSERT
from tools.cad.part import FIXED, ROCKER, CadPart, Point3, area, box, drill, plane_y, punch, rectangle, rod
from tools.cad.plan import MachinePlan, buy, make_part, print_part, sheet
from tools.cad.wells import BLOCK, BLOCK_OUT, cheek_blocks, cheek_tabs

RIM = 13.0
"""Width of the cheek around its window."""
BLOCK_HIGH, SCREW_DOWN = 12.0, 7.0
"""Height of the blocks that join the cheeks to the base, and distance of their lower screw below the base."""


def rocker(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield cheeks, blocks, hubs, shaft, pin, rings and flange bearings."""
    yield from _cheeks(plan)
    yield from _hubs(plan)
    it, (x, z) = plan.it, plan.shaft
    wide = it["shaft"]["diameter"]
    shaft, at = rod((0, 0, 0), (0, -1, 0), wide, plan.deep), cad.Location((x, 0, z))
    source = f"precision shaft {wide:g} mm h6, {plan.deep:g} mm long"
    yield buy("rocker's shaft", shaft, [(ROCKER, at)], source=source)
    (wide, long), (x, z) = (it["pin"][name] for name in ("diameter", "length")), plan.pin
    pin, at = rod((0, 0, 0), (0, -1, 0), wide, long), cad.Location((x, plan.middle[1] + long / 2, z))
    yield buy("rocker's pin", pin, [(ROCKER, at)], source=f"round bar {wide:g} mm, {long:g} mm long")
    yield from _bearings(plan)


def _window(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the corners of the window in a cheek, as x and height."""
    (shaft_x, shaft_z), (pin_x, pin_z), low = plan.shaft, plan.pin, plan.layout.base_low
    return [
        (pin_x - 6, low - 20),
        (plan.block.right - 6, low - 20),
        (shaft_x - RIM - 10, shaft_z + RIM + 6),
        (pin_x + RIM + 8, pin_z + RIM + 6),
    ]


def hub_screws(at: tuple[float, float], circle: float, away: float) -> list[tuple[float, float]]:
    """Return the x and height of the three screws of a hub; the first is `away` degrees from the x axis."""
    turns = [math.radians(away + 120 * step) for step in range(3)]
    return [(at[0] + circle / 2 * math.cos(turn), at[1] + circle / 2 * math.sin(turn)) for turn in turns]


def hub_places(plan: MachinePlan) -> list[tuple[tuple[float, float], int]]:
    """Return x and height of shaft and pin, and the direction along x that the set screws of their hubs face.

    Once the rocker hangs, a hand reaches the pin's screws from the left between the cheeks, the shaft's from the right.
    """
    return [(plan.shaft, 1), (plan.pin, -1)]


def _cheeks(plan: MachinePlan) -> Iterator[CadPart]:
    it = plan.it
    thick, hub = float(it["sheet"]["rocker"]), it["rocker_hub"]
    outline = area(plan.layout.rocker())
    low, base = plan.layout.base_low, float(it["sheet"]["base"])
    for start, end in cheek_tabs(plan):
        outline += rectangle(start, low, end, low + base)
    outline -= cad.fillet(area(_window(plan)).vertices(), 6.0)
    for (place, way), wide in zip(hub_places(plan), (it["shaft"]["diameter"], it["pin"]["diameter"]), strict=True):
        outline = punch(outline, [place], wide + 0.1)
        outline = punch(outline, hub_screws(place, hub["circle"], 90 + 90 * way), HOLES["M3"])
    holes = [(x, low - SCREW_DOWN) for x in sorted({x for x, _, _ in cheek_blocks(plan)})]
    outline = punch(outline, holes, HOLES["M3"])
    yield sheet(plan, "cheek of the rocker", outline, thick, [(ROCKER, plane_y(y)) for y in plan.cheeks])
    pieces = []
    for x, y, side in cheek_blocks(plan):
        pieces.append((ROCKER, cad.Location((x, y, low), (0, 0, 0 if side > 0 else 180))))
        inside = y - side * (BLOCK / 2 + thick)
        plan.joinery.screw(
            "cheeks to base", "ISO 7380 M3x10", (x, inside, low - SCREW_DOWN), (0, side, 0), body=ROCKER, insert=thick
        )
    # Drawn for the rear cheek, whose outside is at the block's low y.
    wide, deep = INSERT["M3"]
    block = box((-BLOCK / 2, -BLOCK / 2, -BLOCK_HIGH), (BLOCK / 2, BLOCK / 2, 0))
    block = drill(block, [(0, BLOCK_OUT, 0)], (0, 0, -1), wide, deep + 1.5)
    block = drill(block, [(0, -BLOCK / 2, -SCREW_DOWN)], (0, 1, 0), wide, deep + 1.5)
    yield print_part("cheek block", block, "+z", pieces)


def _hubs(plan: MachinePlan) -> Iterator[CadPart]:
    it, hub = plan.it, plan.it["rocker_hub"]
    (wide, flange), (boss, high), circle = hub["flange"], hub["boss"], hub["circle"]
    thick = float(it["sheet"]["rocker"])
    behind, front = plan.cheeks
    inner = (behind - thick, front)
    solid = rod((0, 0, 0), (0, 0, 1), wide, flange) + rod((0, 0, flange), (0, 0, 1), boss, high)
    solid = drill(solid, [(0, 0, -1)], (0, 0, 1), it["shaft"]["diameter"] + 0.1)
    solid = drill(solid, [(*place, -1) for place in hub_screws((0, 0), circle, 90)], (0, 0, 1), HOLES["M3"])
    insert, _ = INSERT["M3"]
    set_high = flange + high / 2
    solid = drill(solid, [(0, -boss / 2, set_high)], (0, 1, 0), insert, boss / 2)
    places = []
    for at, way in hub_places(plan):
        for y, side in ((inner[0], -1), (inner[1], 1)):
            # z points away from the cheek, towards the middle; y points away from the side that the set screw faces.
            place = cad.Plane(origin=(at[0], y, at[1]), x_dir=(0, 0, -way * side), z_dir=(0, side, 0))
            places.append((ROCKER, place.location))
            for x, z in hub_screws(at, circle, 90 + 90 * way):
                plan.joinery.screw(
                    "hubs to cheeks",
                    "ISO 7380 M3x12",
                    (x, y + side * flange, z),
                    (0, -side, 0),
                    body=ROCKER,
                    nut=thick + flange,
                    nut_washer=True,
                )
            mid = y + side * set_high
            inward: Point3 = (-way, 0, 0)
            for name, out in (("set screw M3x6", it["shaft"]["diameter"] / 2 + 0.1), ("insert M3", boss / 2)):
                spot = (at[0] + way * out, mid, at[1])
                plan.joinery.put("hubs to shaft and pin", name, spot, inward, body=ROCKER)
    yield make_part("hub", "print", "PLA", solid, places, note="its insert holds the set screw")


def _bearings(plan: MachinePlan) -> Iterator[CadPart]:
    it = plan.it
    unit, (x, z) = it["flange_bearing"], plan.shaft
    half = unit["length"] / 2
    body = cad.extrude(cad.SlotOverall(unit["length"], 2 * (half - unit["holes"] / 2)), unit["flange"])
    body += rod((0, 0, 0), (0, 0, 1), unit["width"], unit["flange"] + 4.5)
    body += rod((0, 0, 0), (0, 0, 1), unit["ring"], unit["high"])
    body = drill(body, [(s * unit["holes"] / 2, 0, -1) for s in (-1, 1)], (0, 0, 1), unit["hole"])
    body = drill(body, [(0, 0, -1)], (0, 0, 1), it["shaft"]["diameter"])
    places = []
    for y, side in ((-plan.wall, -1), (-plan.deep + plan.wall, 1)):
        places.append((FIXED, cad.Plane(origin=(x, y, z), x_dir=(0, 0, 1), z_dir=(0, side, 0)).location))
        for s in (-1, 1):
            plan.joinery.screw(
                "flange bearings to box",
                "ISO 7380 M4x20",
                (x, y - side * plan.wall, z + s * unit["holes"] / 2),
                (0, side, 0),
                nut=plan.wall + unit["flange"],
                nut_washer=True,
            )
    yield buy("flange bearing", body, places, known_mass=unit["mass"])
