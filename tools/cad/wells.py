"""The wells on their base, with servos, levers and lid: the parts that the rocker carries above the plate."""

import math
from collections.abc import Iterator

import build123d as cad

from tools.cad.fasteners import HOLES
from tools.cad.levers import levers, servos
from tools.cad.lid import lid
from tools.cad.part import ROCKER, CadPart, Shape, box, plane_x, plane_y, plane_z, punch, rectangle
from tools.cad.plan import TAB, MachinePlan, buy, cut, print_part

BLOCK, BLOCK_OUT = 14.0, 3.0
"""Side of the blocks that join cheeks and base, and distance of the upper screw, outward from their middle."""
HOLDER_TAB = 5.0
LEAST_WOOD = 3.0
"""Least width between a slot and an edge; a slot that is nearer to the edge is open there."""
CABLE_NOTCH = (3.8, 2.0)
"""Notches at the outer corners of a holder's opening, for the servo's cable during assembly: width, and height."""


def wells(plan: MachinePlan) -> Iterator[CadPart]:
    """Yield base, walls, floors, holders, servos, levers and lid, with the parts that belong to them."""
    yield from _block(plan)
    yield from servos(plan)
    yield from levers(plan)
    yield from lid(plan)


def cheek_tabs(plan: MachinePlan) -> list[tuple[float, float]]:
    """Return the ranges in x where the cheeks' tabs go through the base."""
    left, right = plan.block.left, plan.block.right
    return [(x - TAB / 2, x + TAB / 2) for x in (left + 14, (left + right) / 2, right - 14)]


def cheek_blocks(plan: MachinePlan) -> list[tuple[float, float, int]]:
    """Return x and y of the blocks that join the cheeks to the base, and 1 for those behind, -1 in front."""
    behind, front = plan.cheeks
    thick = plan.it["sheet"]["rocker"]
    xs = (plan.block.left + 22.0, plan.block.right - 24.0)
    return [(x, behind + BLOCK / 2, 1) for x in xs] + [(x, front - thick - BLOCK / 2, -1) for x in xs]


def holder_left(plan: MachinePlan, x: float) -> float:
    """Return the x of the left side of the holder of the servo whose lever swings at x."""
    it = plan.it
    return float(x + it["sheet"]["lever"] / 2 + 0.5 + it["servo"]["case"][2] - it["servo"]["ears"][2])


def _holder_tabs(plan: MachinePlan, way: int) -> list[tuple[float, float]]:
    """Return the ranges in y where the tabs of the holders of a row go through the base."""
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
    outline = punch(outline, down, HOLES["M3"])
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
        yield print_part("wells block", solid, "-z", [(ROCKER, cad.Location())], material="PLA, matt black")
    else:
        yield cut("base of the wells", outline, thick, [(ROCKER, plane_z(-thick))])
        yield from _walls(plan)
        places = [(ROCKER, _holder_place(plan, x, layout.way(y))) for x, y in layout.centres]
        yield cut("servo's holder", holder, small, places, note="glued into the base and to the wall")
    soft = box((0, 0, 0), (layout.side, layout.side, layout.floor))
    corner = [(x - layout.side / 2, -y - layout.side / 2) for x, y in layout.centres]
    places = [(ROCKER, cad.Location((x, y, 0))) for x, y in corner]
    yield buy("floor of a well", soft, places, material=f"foam rubber {layout.floor:g} mm, black")
    side = it["die"]["side"]
    die = cad.fillet(cad.Box(side, side, side).edges(), it["die"]["corner_radius"])
    places = [(ROCKER, cad.Location((x, -y, layout.floor + side / 2))) for x, y in layout.centres]
    yield buy("die", die, places, known_mass=it["die"]["mass"])


def _wall_lines(plan: MachinePlan, *, along_x: bool) -> list[float]:
    """Return the lower edge in y of each long wall, or the left edge in x of each cross wall."""
    layout = plan.layout
    reach, wall = layout.side / 2, layout.wall
    if along_x:
        rows = sorted(-y for y in layout.rows)
        return [*(y - reach - wall for y in rows), rows[-1] + reach]
    return [*(x - reach - wall for x in layout.columns), layout.columns[-1] + reach]


def _walls(plan: MachinePlan) -> Iterator[CadPart]:
    layout = plan.layout
    wall, high, block = layout.wall, layout.lid_low, plan.block
    black = "plywood, matt black"
    xs, ys = _wall_lines(plan, along_x=False), _wall_lines(plan, along_x=True)
    long = rectangle(block.left, 0, block.right, high)
    for x in xs:
        long -= rectangle(x, high / 2, x + wall, high + 1)
    yield cut("long wall", long, wall, [(ROCKER, plane_y(y + wall)) for y in ys], of=black)
    cross = rectangle(block.top, 0, block.bottom, high)
    for y in ys:
        cross -= rectangle(y, -1, y + wall, high / 2)
    yield cut("cross wall", cross, wall, [(ROCKER, plane_x(x)) for x in xs], of=black)


def _holder(plan: MachinePlan) -> Shape:
    """Return the outline of a holder: x is outward from the wall, y upward from the base."""
    it, layout = plan.it, plan.layout
    servo, thick = it["servo"], float(it["sheet"]["base"])
    long, across, _ = servo["case"]
    wide = plan.block.top - plan.base.top - 0.1
    axis, top = layout.axis_out, layout.axis_high + servo["shaft"]
    outline = rectangle(0, 0, wide, math.ceil(top + 7))
    outer = axis + across / 2 + 0.15
    outline -= rectangle(axis - across / 2 - 0.15, top - long - 0.15, outer, top + 0.15)
    for end in (top, top - long):
        outline -= rectangle(outer - CABLE_NOTCH[0], end - CABLE_NOTCH[1], outer, end + CABLE_NOTCH[1])
    for start in (2.5, 10.5):
        outline += rectangle(start, -thick, start + HOLDER_TAB, 0)
    middle = top - long / 2
    return punch(outline, [(axis, middle + s * servo["ear_holes"][0] / 2) for s in (-1, 1)], 2.3)


def _holder_place(plan: MachinePlan, x: float, way: int) -> Shape:
    """Return the place of the holder next to a lever at x; `way` is 1 for the front row."""
    left, thick = holder_left(plan, x), float(plan.it["sheet"]["small"])
    if way > 0:
        return cad.Plane(origin=(left + thick, plan.block.top, 0), x_dir=(0, -1, 0), z_dir=(-1, 0, 0)).location
    return cad.Plane(origin=(left, plan.block.bottom, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location
