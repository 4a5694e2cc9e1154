"""The box and the plate on it, with the open tray."""

from collections.abc import Iterator

import build123d as cad

from tools.cad.drive import bracket_feet, switch_mount_screws
from tools.cad.fasteners import HOLES, INSERT
from tools.cad.part import FIXED, CadPart, Point3, Shape, box, drill, plane_x, plane_y, plane_z, punch, rectangle, rod
from tools.cad.plan import MachinePlan, buy, make_part, print_part, sheet

ANGLE = (24.0, 20.0)
"""Length, and equal width and height, of the blocks that hold two sheets of the box together."""
APART = 12.0
"""Distance between the two inserts of a block, along it."""
RIM = (3.0, 6.0)
"""Width and height of the tray's rim."""
BEARING_HOLE = 20.0
FEET = (18.0, 8.0)
LAP = 20.0
"""Overlap of the halves of a sheet that is printed in two pieces."""
SADDLE_APART = 24.0
"""Distance between the screws of a strain relief."""
VENT = 10.0
"""Diameter of the holes for air, which no coin fits through: the smallest are 16 mm wide."""
HATCH = (90.0, 190.0, 6.0, 63.0)
"""The opening in the front wall: its left and right x, and its lower and upper edge above the floor."""
BAR, COVER_EDGE = (14.0, 8.0), (16.0, 5.0)
"""Width and thickness of the inner bars that hold the hatch's cover, and the cover's overlap at the sides, and above
and below."""
BAR_HEAD = 8.0
"""Diameter of the holes in the cover for the heads of the screws that hold the bars."""
CABLE = 12.0
"""Diameter of the holes for cables in the rear wall."""


def frame(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the box, the plate, and the parts on the plate."""
    sheets = _sheets(plan)
    holes: dict[str, list[tuple[float, float]]] = {name: [] for name in sheets}
    yield _angles(plan, holes)
    _other_holes(plan, holes)
    for name, (outline, thickness, places) in sheets.items():
        whole = punch(outline, holes[name], HOLES["M4"])
        whole = punch(whole, vents(plan).get(name, []), VENT)
        if name in ("wall in front", "wall behind"):
            whole = punch(whole, [plan.shaft], BEARING_HOLE)
        if name == "wall in front":
            whole = punch(whole - _hatch(plan), [at for side in hatch_screws(plan) for at in side], HOLES["M3"])
        if name == "wall behind":
            whole = punch(whole, cable_holes(plan), CABLE)
            saddles = [(x + s * SADDLE_APART / 2, z) for x, z in saddle_places(plan) for s in (-1, 1)]
            whole = punch(whole, saddles, HOLES["M3"])
            whole = punch(whole, post_screws(plan), HOLES["M5"])
        size, at = whole.bounding_box().size, [(FIXED, place) for place in places]
        if plan.way == "print" and max(size.X, size.Y) > min(plan.it["print"]["bed"][:2]):
            yield from _halves(name, whole, thickness, places)
        else:
            yield sheet(plan, name, whole, thickness, at, of="plywood, white, matt" if name == "plate" else "plywood")
    yield from _hatch_parts(plan)
    yield from _tray(plan)
    foot = rod((0, 0, 0), (0, 0, -1), *FEET)
    yield buy("rubber foot", foot, [(FIXED, cad.Location((x, y, plan.desk))) for x, y in feet_places(plan)])


def feet_places(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and y of the box's four rubber feet."""
    inset = 22.0
    return [(x, -y) for x in (inset, plan.wide - inset) for y in (inset, plan.deep - inset)]


def vents(plan: MachinePlan) -> dict[str, list[tuple[float, float]]]:
    """Return the holes for air in each sheet: below the motor, and in the left wall, low next to it and high."""
    x, y = plan.axle[0], plan.motor_face
    rows = [(-plan.deep / 2 + 25.0 * step, plan.floor + high) for high in (30.0, 150.0) for step in range(-2, 3)]
    return {"left wall": rows, "floor of the box": [(x + s * 12.0, y + t) for s in (-1, 1) for t in (14.0, 34.0)]}


def _hatch(plan: MachinePlan, aside: float = 0.0, beyond: float = 0.0) -> Shape:
    left, right, low, high = HATCH
    return rectangle(left - aside, plan.floor + low - beyond, right + aside, plan.floor + high + beyond)


def hatch_screws(plan: MachinePlan) -> list[list[tuple[float, float]]]:
    """Return the x and height of each bar's screws: the cover's lower one, the bar's own, and the cover's upper one."""
    left, right, low, high = HATCH
    heights = [plan.floor + z for z in (low + 4.0, (low + high) / 2, high - 4.0)]
    return [[(x, z) for z in heights] for x in (left - BAR[0] / 2 - 1.0, right + BAR[0] / 2 + 1.0)]


def _hatch_parts(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield the hatch's cover and the bars behind it. The hatch gives access to crank, hub and motor."""
    thick, wall, front = float(plan.it["sheet"]["small"]), plan.wall, -plan.deep
    (wide, deep), (_, _, low, high) = BAR, HATCH
    insert, into = INSERT["M3"]
    cover, places = _hatch(plan, *COVER_EDGE), []
    for below, middle, above in hatch_screws(plan):
        cover = punch(punch(cover, [below, above], HOLES["M3"]), [middle], BAR_HEAD)
        places.append((FIXED, cad.Location((middle[0], front + wall, middle[1]))))
        for x, z in (below, above):
            head = (x, front - thick, z)
            plan.joinery.screw("hatch's cover", "ISO 7380 M3x16", head, (0, 1, 0), insert=thick + wall)
        head = (middle[0], front, middle[1])
        plan.joinery.screw("hatch's bars to box", "ISO 7380 M3x12", head, (0, 1, 0), insert=wall)
    half = (high - low) / 2
    bar = box((-wide / 2, 0, -half), (wide / 2, deep, half))
    bar = drill(bar, [(0, 0, z) for z in (4.0 - half, 0.0, half - 4.0)], (0, 1, 0), insert, into + 1.5)
    yield print_part("hatch's bar", bar, "+y", places, note="its inserts hold the cover")
    yield sheet(plan, "hatch's cover", cover, thick, [(FIXED, plane_y(front))])


def cable_holes(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and height of the holes for cables in the rear wall."""
    return [(50.0, plan.floor + 30), (plan.wide - 130.0, plan.floor + 30)]


def saddle_places(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and height of the strain reliefs, above the holes for cables."""
    return [(x, z + 22.0) for x, z in cable_holes(plan)]


def post_screws(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the x and height of the screws that hold the camera's post."""
    return [(plan.middle[0], z) for z in (plan.plate_low - 25.0, (plan.plate_low + plan.floor) / 2, plan.floor + 25.0)]


def right_wall_screws(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the y and height of the screws that hold the electronics' box."""
    middle, high = -plan.deep / 2, plan.floor + 100.0
    return [(middle + i * 60.0, high + j * 35.0) for i in (-1, 1) for j in (-1, 1)]


def _sheets(plan: MachinePlan) -> dict[str, tuple[Shape, float, list[Shape]]]:
    """Return outline, thickness and places of the sheets of the box. Outlines of walls are in x or y, and height."""
    wide, deep, wall = plan.wide, plan.deep, plan.wall
    low, high = plan.floor, plan.plate_low
    opening = plan.layout.opening
    plate = rectangle(0, -deep, wide, 0) - rectangle(opening.left, -opening.bottom, opening.right, -opening.top)
    side = rectangle(-deep + wall, low, -wall, high)
    return {
        "floor of the box": (rectangle(0, -deep, wide, 0), wall, [plane_z(low - wall)]),
        "wall in front": (rectangle(0, low, wide, high), wall, [plane_y(-deep + wall)]),
        "wall behind": (rectangle(0, low, wide, high), wall, [plane_y(0)]),
        "left wall": (side, wall, [plane_x(0)]),
        "right wall": (side, wall, [plane_x(wide - wall)]),
        "plate": (plate, float(plan.it["sheet"]["plate"]), [plane_z(high)]),
    }


def _angles(plan: MachinePlan, holes: dict[str, list[tuple[float, float]]]) -> CadPart:
    """Return the blocks that hold the box together, and add their screws to the holes of the sheets."""
    long, size = ANGLE
    insert, deep = INSERT["M4"]
    # In its own frame the corner of the two sheets is along x at the origin; one sheet is below (-z), one behind (-y).
    solid = box((-long / 2, 0, 0), (long / 2, size, size))
    solid = drill(solid, [(-APART / 2, size / 2, 0)], (0, 0, 1), insert, deep + 1.5)
    solid = drill(solid, [(APART / 2, 0, size / 2)], (0, 1, 0), insert, deep + 1.5)
    solid = cad.chamfer(solid.edges().filter_by(cad.Axis.X).sort_by(lambda e: e.center().Y + e.center().Z)[-1], 8.0)
    inner_x, inner_y = (plan.wall, plan.wide - plan.wall), (-plan.deep + plan.wall, -plan.wall)
    floor, top = plan.floor, plan.plate_low
    walls_x, walls_y = ("left wall", "right wall"), ("wall in front", "wall behind")
    places = []

    def put(corner: Point3, along: Point3, below: tuple[Point3, str], behind: tuple[Point3, str]) -> None:
        """Place a block; `below` and `behind` are the directions into its sheets, and the sheets' names."""
        place = cad.Plane(origin=corner, x_dir=along, z_dir=tuple(-v for v in below[0]))
        places.append((FIXED, place.location))
        for (way, name), shift, local in ((below, -APART / 2, (0, size / 2, 0)), (behind, APART / 2, (0, 0, size / 2))):
            at = tuple(place.from_local_coords((shift, local[1], local[2])))
            thick = float(plan.it["sheet"]["plate"]) if name == "plate" else plan.wall
            head = tuple(a + thick * w for a, w in zip(at, way, strict=True))
            inward = tuple(-w for w in way)
            plan.joinery.screw("box", "ISO 7380 M4x16", head, inward, insert=thick)  # type: ignore[arg-type]
            holes[name].append((at[0], at[1]) if way[2] else (at[1], at[2]) if way[0] else (at[0], at[2]))

    # The y of a block's own frame must point away from the sheet behind: along = y x z.
    for (y, y_name), s in zip(zip(inner_y, walls_y, strict=True), (1, -1), strict=True):
        for x in (60.0, plan.wide - 60.0):
            put((x, y, floor), (s, 0, 0), ((0, 0, -1), "floor of the box"), ((0, -s, 0), y_name))
        for x in (46.0, plan.wide - 46.0):
            put((x, y, top), (-s, 0, 0), ((0, 0, 1), "plate"), ((0, -s, 0), y_name))
        for (x, x_name), r in zip(zip(inner_x, walls_x, strict=True), (1, -1), strict=True):
            for z in (floor + 22, top - 22):
                put((x, y, z), (0, 0, float(r * s)), ((0, -s, 0), y_name), ((-r, 0, 0), x_name))
    for (x, x_name), r in zip(zip(inner_x, walls_x, strict=True), (1, -1), strict=True):
        put((x, -plan.deep / 2, floor), (0, -r, 0), ((0, 0, -1), "floor of the box"), ((-r, 0, 0), x_name))
    return make_part("box block", "print", "PLA", solid, places, note="an insert for each of two sheets")


def _other_holes(plan: MachinePlan, holes: dict[str, list[tuple[float, float]]]) -> None:
    """Add the holes for the parts that are screwed to the box."""
    apart = plan.it["flange_bearing"]["holes"] / 2
    for name in ("wall in front", "wall behind"):
        holes[name] += [(plan.shaft[0], plan.shaft[1] + s * apart) for s in (-1, 1)]
    holes["floor of the box"] += bracket_feet(plan) + switch_mount_screws(plan)
    holes["right wall"] += right_wall_screws(plan)


def _halves(name: str, whole: Shape, thickness: float, places: list[Shape]) -> Iterator[CadPart]:
    """Yield a sheet as two prints, which overlap and are glued together."""
    size = whole.bounding_box()
    middle = (size.min.X + size.max.X) / 2
    low, high = size.min.Y - 1, size.max.Y + 1
    for which, left, right, level in (
        ("left half", size.min.X - 1, middle + LAP / 2, 0.0),
        ("right half", middle - LAP / 2, size.max.X + 1, thickness / 2),
    ):
        solid = cad.extrude(whole & rectangle(left, low, right, high), thickness)
        solid -= box(
            (middle - LAP / 2, low, level - 0.1 if level else -1), (middle + LAP / 2, high, level + thickness / 2)
        )
        if level:
            yield make_part(f"{name}, {which}", "print", "PLA", solid, [(FIXED, at) for at in places])
        else:
            over = cad.Location((0, 0, thickness)) * cad.Rotation(180, 0, 0)
            back = [(FIXED, at * over.inverse()) for at in places]
            yield make_part(f"{name}, {which}", "print", "PLA", over * solid, back, note="glued to the other half")


def _tray(plan: MachinePlan) -> Iterator[CadPart]:
    tray = plan.it["tray"]
    wide, high = RIM
    side, felt = tray["side"], tray["floor"]
    left, top = tray["left"], -tray["top"]
    right, low = left + side, top - side
    solid, place = box((0, 0, 0), (side, side, felt)), cad.Location((left, low, 0))
    yield buy("felt of the tray", solid, [(FIXED, place)], material=f"felt {felt:g} mm")
    for name, long, places in (
        ("tray's rim, long", side + 2 * wide, [plane_y(top + wide), plane_y(low)]),
        ("tray's rim, short", side, [plane_x(left - wide), plane_x(right)]),
    ):
        outline = rectangle(0, 0, long, high)
        shift = cad.Location((left - wide, 0, 0)) if "long" in name else cad.Location((0, low, 0))
        at = [(FIXED, shift * place) for place in places]
        yield sheet(plan, name, outline, wide, at)
