"""The wells on their base, with servos, levers and lid: all that the rocker carries above the plate."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import CUTS_ITS_THREAD, HOLES
from tools.cad.part import (
    LID,
    ROCKER,
    CadPart,
    Point3,
    Shape,
    area,
    box,
    drilled,
    holed,
    plane_x,
    plane_y,
    plane_z,
    rectangle,
    rod,
)
from tools.cad.plan import TAB, MachinePlan, made, printed
from tools.draw.machine_shape import TIP_RISE

HORN = (7.2, 5.0, 16.0, 1.5)
"""A servo's horn: diameter of its hub, width and length of its arm from the axis, thickness; measured on MG90S bags."""
HORN_SCREW = 12.0
"""From the axis to the screw that holds the horn's arm to the lever."""
BLOCK, BLOCK_OUT = 14.0, 3.0
"""Side of the blocks that screw the cheeks to the base, and how far outside of their middle the screw from above is."""
HOLDER_TAB = 5.0
LEAST_WOOD = 3.0
"""Between a slot and an edge; a slot that is nearer is open there."""
HINGE = (10.0, 10.0)
"""Width and height of the strip that the hinge's film sticks to."""
FILM = 0.2
MAGNET, REED = (6.0, 2.0), (14.0, 2.6)


def wells(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield base, walls, floors, holders, servos, levers, lid and what belongs to them."""
    yield from _block(plan)
    yield from _servos(plan)
    yield from _levers(plan)
    yield from _lid(plan)


def cheek_tabs(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return from where to where in x the cheeks' tabs stick through the base."""
    left, right = plan.block.left, plan.block.right
    return [(x - TAB / 2, x + TAB / 2) for x in (left + 14, (left + right) / 2, right - 14)]


def cheek_blocks(plan: MachinePlan) -> list[tuple[float, float, int]]:
    """Return x and y of the blocks that screw the cheeks to the base; and 1 for those behind, -1 in front."""
    behind, front = plan.cheeks
    thick = plan.it["sheet"]["rocker"]
    xs = (plan.block.left + 22.0, plan.block.right - 24.0)
    return [(x, behind + BLOCK / 2, 1) for x in xs] + [(x, front - thick - BLOCK / 2, -1) for x in xs]


def holder_left(plan: MachinePlan, x: float) -> float:
    """Return the x of the left side of the holder of the servo whose lever swings at x."""
    it = plan.it
    return float(x + it["sheet"]["lever"] / 2 + 0.5 + it["servo"]["case"][2] - it["servo"]["ears"][2])


def _holder_tabs(plan: MachinePlan, way: int) -> list[tuple[float, float]]:
    """Return from where to where in y the tabs of the holders of a row stick through the base."""
    edge = plan.block.top if way > 0 else plan.block.bottom
    return [tuple(sorted((edge - way * d, edge - way * (d + HOLDER_TAB)))) for d in (2.5, 10.5)]  # type: ignore[misc]


def _block(plan: MachinePlan) -> Iterator[CadPart]:
    it, layout = plan.it, plan.layout
    wall, high = layout.wall, layout.lid_low
    thick, slack = float(it["sheet"]["base"]), float(it["sheet"]["gap"])
    outline = rectangle(plan.base.left, plan.base.top, plan.base.right, plan.base.bottom)
    cheek = float(it["sheet"]["rocker"])
    for back in plan.cheeks:
        for start, end in cheek_tabs(plan):
            outline -= rectangle(start - slack / 2, back - cheek - slack / 2, end + slack / 2, back + slack / 2)
    small = float(it["sheet"]["small"])
    for x, y in layout.centres:
        left = holder_left(plan, x)
        right = left + small + slack / 2
        if plan.base.right - right < LEAST_WOOD:
            right = plan.base.right + 1.0
        for start, end in _holder_tabs(plan, layout.way(y)):
            outline -= rectangle(left - slack / 2, start - slack / 2, right, end + slack / 2)
    down = [(x, y + side * BLOCK_OUT) for x, y, side in cheek_blocks(plan)]
    outline = holed(outline, down, HOLES["M3"])
    for x, y in down:
        plan.joinery.screw("cheeks to base", "ISO 7380 M3x8", (x, y, 0), (0, 0, -1), body=ROCKER, insert=thick)
    base = cad.extrude(outline, thick)
    holder = _holder(plan)
    if plan.way == "print":
        solid = cad.Location((0, 0, -thick)) * base
        for y in _wall_lines(plan, along_x=True):
            solid += box((plan.block.left, y, 0), (plan.block.right, y + wall, high))
        for x in _wall_lines(plan, along_x=False):
            solid += box((x, plan.block.top, 0), (x + wall, plan.block.bottom, high))
        for x, y in layout.centres:
            place = _holder_place(plan, x, layout.way(y))
            solid += place * cad.extrude(holder, small)
        yield printed("wells block", solid, "-z", [(ROCKER, cad.Location())], material="PLA, matt black")
    else:
        yield made(
            "base of the wells",
            "cut",
            f"plywood {thick:g} mm",
            base,
            [(ROCKER, plane_z(-thick))],
            outline=outline,
            thickness=thick,
        )
        yield from _walls(plan)
        places = [(ROCKER, _holder_place(plan, x, layout.way(y))) for x, y in layout.centres]
        yield made(
            "servo's holder",
            "cut",
            f"plywood {small:g} mm",
            cad.extrude(holder, small),
            places,
            outline=holder,
            thickness=small,
            note="glued into the base and to the wall",
        )
    soft = box((0, 0, 0), (layout.side, layout.side, layout.floor))
    corner = [(x - layout.side / 2, -y - layout.side / 2) for x, y in layout.centres]
    yield made(
        "floor of a well",
        "bought",
        f"foam rubber {layout.floor:g} mm, black",
        soft,
        [(ROCKER, cad.Location((x, y, 0))) for x, y in corner],
        source="cut from a sheet",
        note="glued onto the base",
    )
    side = it["die"]["side"]
    die = cad.fillet(cad.Box(side, side, side).edges(), it["die"]["corner_radius"])
    yield made(
        "die",
        "bought",
        "plastic",
        die,
        [(ROCKER, cad.Location((x, -y, layout.floor + side / 2))) for x, y in layout.centres],
        known_mass=it["die"]["mass"],
        source="machine.toml",
        note="16 mm, light with dark pips",
    )


def _wall_lines(plan: MachinePlan, *, along_x: bool) -> list[float]:
    """Return the low edge of each long wall (in y), or the left one of each cross wall (in x)."""
    layout = plan.layout
    reach, wall = layout.side / 2, layout.wall
    if along_x:
        rows = sorted(-y for y in layout.rows)
        return [*(y - reach - wall for y in rows), rows[-1] + reach]
    return [*(x - reach - wall for x in layout.columns), layout.columns[-1] + reach]


def _walls(plan: MachinePlan) -> Iterator[CadPart]:
    layout = plan.layout
    wall, high, block = layout.wall, layout.lid_low, plan.block
    material = f"plywood {wall:g} mm, matt black"
    xs, ys = _wall_lines(plan, along_x=False), _wall_lines(plan, along_x=True)
    long = rectangle(block.left, 0, block.right, high)
    for x in xs:
        long -= rectangle(x, high / 2, x + wall, high + 1)
    yield made(
        "long wall",
        "cut",
        material,
        cad.extrude(long, wall),
        [(ROCKER, plane_y(y + wall)) for y in ys],
        outline=long,
        thickness=wall,
    )
    cross = rectangle(block.top, 0, block.bottom, high)
    for y in ys:
        cross -= rectangle(y, -1, y + wall, high / 2)
    yield made(
        "cross wall",
        "cut",
        material,
        cad.extrude(cross, wall),
        [(ROCKER, plane_x(x)) for x in xs],
        outline=cross,
        thickness=wall,
    )


def _holder(plan: MachinePlan) -> Shape:
    """Return the holder's outline: x outward from the wall, y upward from the base."""
    it, layout = plan.it, plan.layout
    servo, thick = it["servo"], float(it["sheet"]["base"])
    long, across, _ = servo["case"]
    wide = plan.block.top - plan.base.top - 0.1
    axis, top = layout.axis_out, layout.axis_high + servo["shaft"]
    outline = rectangle(0, 0, wide, math.ceil(top + 7))
    outline -= rectangle(axis - across / 2 - 0.15, top - long - 0.15, axis + across / 2 + 0.15, top + 0.15)
    for start in (2.5, 10.5):
        outline += rectangle(start, -thick, start + HOLDER_TAB, 0)
    middle = top - long / 2
    return holed(outline, [(axis, middle + s * servo["ear_holes"][0] / 2) for s in (-1, 1)], 2.3)


def _holder_place(plan: MachinePlan, x: float, way: int) -> Shape:
    """Return the place of the holder beside a lever at x; `way` is 1 for the row in front."""
    left, thick = holder_left(plan, x), float(plan.it["sheet"]["small"])
    if way > 0:
        return cad.Plane(origin=(left + thick, plan.block.top, 0), x_dir=(0, -1, 0), z_dir=(-1, 0, 0)).location
    return cad.Plane(origin=(left, plan.block.bottom, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location


def _axis_y(plan: MachinePlan, way: int) -> float:
    out = plan.layout.axis_out
    return plan.block.top - out if way > 0 else plan.block.bottom + out


def _servos(plan: MachinePlan) -> Iterator[CadPart]:
    it, layout = plan.it, plan.layout
    servo, lever = it["servo"], float(it["sheet"]["lever"])
    long, across, deep = servo["case"]
    span, ear, under = servo["ears"]
    dome, shaft = deep - servo["body"], servo["shaft"]
    # Its own frame: the shaft along -x through the origin, which is the end of the gears' dome; the case above it.
    high = shaft
    low = shaft - long
    middle = (high + low) / 2
    solid = box((dome, -across / 2, low), (deep, across / 2, high))
    solid += box((deep - under - ear, -across / 2, middle - span / 2), (deep - under, across / 2, middle + span / 2))
    solid += rod((0, 0, 0), (1, 0, 0), across - 0.4, dome + 1)
    holes = [(0.0, 0.0, middle + s * servo["ear_holes"][0] / 2) for s in (-1, 1)]
    solid = drilled(solid, holes, (1, 0, 0), servo["ear_holes"][1] + 0.1)
    # The spline turns, and goes with the lever's horn.
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
    yield made(
        "servo",
        "bought",
        "plastic",
        solid,
        places,
        known_mass=servo["mass"],
        source="data sheet of the MG90S",
        note="MG90S, with its horn",
    )


def _levers(plan: MachinePlan) -> Iterator[CadPart]:
    it, layout = plan.it, plan.layout
    lever, highest = it["lever"], it["lever"]["highest"]
    thick = float(it["sheet"]["lever"])
    wide, arm_wide, arm_long, arm_thick = HORN
    # Drawn open in its own frame: x inward from the axis, y up, z across from the side of the horn's arm to the servo.
    leg = math.radians(90.0 - lever["lowest"] + highest)
    along = (math.cos(leg), math.sin(leg), 0.0)
    on_leg = cad.Plane(origin=(0, 0, 0), x_dir=along, z_dir=(0, 0, 1))
    hole = (along[0] * HORN_SCREW, along[1] * HORN_SCREW, 0.0)
    solid = cad.extrude(area(layout.lever(highest)), thick)
    solid -= on_leg * box((0, -arm_wide / 2 - 0.1, -1), (arm_long + 0.3, arm_wide / 2 + 0.1, arm_thick))
    solid = drilled(solid, [(0, 0, -1)], (0, 0, 1), wide + 0.2, thick + 2)
    solid = drilled(solid, [hole], (0, 0, 1), HOLES["M2"], thick + 2)
    tip = (*layout.tip(highest), thick / 2)
    radius, end = sum(layout.lever_radii) / 2, math.radians(highest + TIP_RISE)
    middle = (radius * math.cos(end), radius * math.sin(end), thick / 2)
    length = math.dist(middle, tip)
    into = ((middle[0] - tip[0]) / length, (middle[1] - tip[1]) / length, 0.0)
    solid = drilled(solid, [tip], into, CUTS_ITS_THREAD["M2"], length + 8.0)
    horn = on_leg * box((0, -arm_wide / 2, 0), (arm_long, arm_wide / 2, arm_thick))
    horn += rod((0, 0, 0), (0, 0, 1), wide, thick) + rod((0, 0, thick), (0, 0, 1), it["servo"]["spline"][0], 0.5)
    horn = drilled(horn, [hole], (0, 0, 1), HOLES["M2"], thick + 2)
    head = (tip[0] + into[0], tip[1] + into[1], tip[2])
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
        yield made(
            f"lever, {name} row",
            "print",
            "PLA, matt black",
            low * lying,
            [(body, at * back) for body, at in places],
        )
        yield made(
            f"servo's horn, {name} row",
            "bought",
            "plastic",
            turned[1],
            places,
            known_mass=0.4,
            source="measured on MG90S bags",
            note="comes with the servo, and its screws too",
        )
        yield made(f"silicone foot, {name} row", "bought", "silicone", turned[2], places, source="hose of 4.8 mm")


def _at(place: Shape, point: Point3) -> Point3:
    x, y, z = place.from_local_coords(point)
    return x, y, z


def _along(place: Shape, way: Point3) -> Point3:
    start, end = _at(place, (0, 0, 0)), _at(place, way)
    return end[0] - start[0], end[1] - start[1], end[2] - start[2]


def _lid(plan: MachinePlan) -> Iterator[CadPart]:
    it, layout = plan.it, plan.layout
    thick, low = float(it["lid"]["thickness"]), layout.lid_low
    edge = layout.lid
    outline = rectangle(edge.left, -edge.bottom, edge.right, -edge.top)
    for slot in layout.slots():
        outline -= rectangle(slot.left, -slot.bottom, slot.right, -slot.top)
    yield made(
        "lid",
        "cut",
        f"acrylic {thick:g} mm, clear",
        cad.extrude(outline, thick),
        [(LID, plane_z(low))],
        outline=outline,
        thickness=thick,
        clear=True,
    )
    wide, high = HINGE
    top, bottom = plan.block.top, plan.block.bottom
    strip = box((plan.block.left - wide, top, low - high), (plan.block.left, bottom, low))
    yield printed("hinge strip", strip, "+x", [(ROCKER, cad.Location())], note="glued to the left wall")
    film = box((edge.left - FILM, top, low - high), (edge.left, bottom, low + thick + FILM))
    film += box((edge.left, top, low + thick), (plan.block.left, bottom, low + thick + FILM))
    yield made(
        "hinge film",
        "bought",
        "film, clear, self-adhesive",
        film,
        [(ROCKER, cad.Location())],
        source="adhesive film 25 mm wide",
        clear=True,
    )
    x, y = plan.block.right, plan.middle[1]
    magnet = rod((0, 0, 0), (0, 0, -1), *MAGNET)
    yield made(
        "magnet",
        "bought",
        "steel",
        magnet,
        [(LID, cad.Location((x + 4.2, y, low)))],
        source="disc magnet 6 x 2 mm",
        note="glued under the lid's edge",
    )
    reed = rod((0, -REED[0] / 2, 0), (0, 1, 0), REED[1], REED[0])
    yield made(
        "reed contact",
        "bought",
        "plastic",
        reed,
        [(ROCKER, cad.Location((x + 1.4, y, low - 7)))],
        known_mass=0.3,
        source="makers' drawings of 14 mm reed contacts",
        note="closes when the magnet is near",
    )
