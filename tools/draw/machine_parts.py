"""Parts cut from sheets: a drawing of those that are no plain rectangles, and the list of all."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tools.draw.drawing import Drawing, Point, Style
from tools.draw.machine_lever import draw_lever_part
from tools.draw.machine_shape import MachineLayout, Rectangle
from tools.draw.view import ACRYLIC, BODY, HOLE, PLYWOOD, ScaledView


@dataclass(frozen=True, slots=True)
class CutPart:
    """A part to cut: its count, size (mm), material and notes."""

    name: str
    count: int
    size: str
    material: str
    note: str


def draw_parts(machine: MachineLayout) -> Drawing:
    """Draw the parts that are no plain rectangles."""
    sheet = Drawing(1010, 1060, "Cut parts of Pipsqueak")
    sheet.text((20, 34), "Parts that are cut, in mm", size=18, bold=True)
    _draw_lid(ScaledView(sheet, (90, 140), 3.4), machine)
    draw_lever_part(ScaledView(sheet, (640, 330), 5.0, up=True), machine)
    _draw_walls(ScaledView(sheet, (90, 550), 3.4), machine)
    _draw_cheek(ScaledView(sheet, (580, 620), 1.9, up=True), machine)
    return sheet


def _draw_lid(view: ScaledView, machine: MachineLayout) -> None:
    lid = machine.lid
    wide, high = lid.size
    view.text((0, -18), f"lid, 1 of {machine.it['lid']['thickness']:g} mm", anchor="start", bold=True)
    view.box(Rectangle(0, 0, wide, high), ACRYLIC)
    slots = [slot.moved(-lid.left, -lid.top) for slot in machine.slots()]
    notches = [notch.moved(-lid.left, -lid.top) for notch in machine.notches()]
    for hole in (*slots, *notches):
        view.box(hole, Style("#1f5fbf", "#ffffff", 1.2))
    for hole in (*slots, *notches):
        view.box(hole.grown(-0.2), Style(None, "#ffffff"))
    view.across(0, wide, high, high + 22)
    view.along(0, high, wide, wide + 22)
    view.across(0, slots[0].left, 0, -6)
    view.across(slots[0].left, slots[0].right, 0, -6)
    for one, two in pairwise(slots[:3]):
        view.across(one.left, two.left, high, high + 10)
    view.along(0, slots[0].top, 0, -8)
    view.along(slots[0].top, slots[0].bottom, 0, -8)
    view.along(0, slots[-1].top, 0, -16)


def _draw_walls(view: ScaledView, machine: MachineLayout) -> None:
    high = machine.lid_low
    wide, long = machine.block.size
    starts = _slots(machine.columns, machine)
    view.text((0, -6), f"long wall, {len(machine.rows) + 1} of {machine.wall:g} mm", anchor="start", bold=True)
    _comb(view, Rectangle(0, 0, wide, high), starts, machine.wall, from_above=True)
    view.across(0, wide, high, high + 16)
    view.across(starts[0], starts[1], high, high + 7)
    view.across(starts[1], starts[2], high, high + 7)
    view.along(0, high, 0, -8)
    view.along(0, high / 2, wide, wide + 8)
    top = high + 34
    rows = _slots(machine.rows, machine)
    view.text((0, top - 6), f"cross wall, {len(machine.columns) + 1} of {machine.wall:g} mm", anchor="start", bold=True)
    _comb(view, Rectangle(0, top, long, top + high), rows, machine.wall, from_above=False)
    view.across(0, long, top + high, top + high + 9)
    view.along(top + high / 2, top + high, long, long + 8)


def _comb(view: ScaledView, at: Rectangle, slots: list[float], slot: float, *, from_above: bool) -> None:
    wide, top, high = at.right, at.top, at.bottom - at.top
    edge, deep = (top, top + high / 2) if from_above else (top + high, top + high / 2)
    other = top + high if from_above else top
    points: list[Point] = [(0, other)]
    for start in slots:
        points += [(start, edge)] if start > 0 else []
        points += [(start, deep), (start + slot, deep)]
        points += [(start + slot, edge)] if start + slot < wide else []
    points.append((wide, other))
    view.area(points, BODY)


def _draw_cheek(view: ScaledView, machine: MachineLayout) -> None:
    left, top = machine.block.left, machine.base_low
    view.text((0, 31), f"cheek of the rocker, 2 of {machine.it['sheet']['rocker']:g} mm", anchor="start", bold=True)
    points = [(x - left, z - top) for x, z in machine.rocker()]
    view.area(points, PLYWOOD)
    shaft, pin = ((x - left, z - top) for x, z in (machine.shaft, machine.pin))
    for place in (shaft, pin):
        view.circle(place, 4, HOLE)
    low = min(z for _, z in points)
    view.across(0, pin[0], low, low - 12)
    view.across(pin[0], shaft[0], low, low - 12)
    view.along(0, pin[1], 0, -12)
    view.along(points[-1][1], 0, 0, -28)
    view.across(0, points[1][0], 0, 18)


def cut_parts(machine: MachineLayout) -> Iterator[CutPart]:
    """Yield the parts to cut, in the order of building."""
    it, sheet, high = machine.it, machine.it["sheet"], machine.lid_low
    opening, wall, (wide, long) = machine.opening, machine.wall, machine.block.size
    black = f"{wall:g} mm, matt black"
    yield CutPart(
        "plate",
        1,
        f"{it['plate']['width']:g} x {it['plate']['height']:g}",
        f"{sheet['plate']:g} mm plywood, white, matt",
        f"opening {_size(opening)}, its corner at {opening.left:g}, {opening.top:g}",
    )
    base, overhang = machine.base, machine.block.top - machine.base.top
    yield CutPart(
        "base of the wells",
        1,
        _size(base),
        f"{sheet['base']:g} mm plywood",
        f"{overhang:g} wider than the walls on both long sides, for the servos",
    )
    columns, rows = _slots(machine.columns, machine), _slots(machine.rows, machine)
    slot = f"slots {wall:g} x {high / 2:g}"
    yield CutPart("long wall", len(rows), f"{wide:g} x {high:g}", black, f"{slot} from above, at {_listed(columns)}")
    yield CutPart("cross wall", len(columns), f"{long:g} x {high:g}", black, f"{slot} from below, at {_listed(rows)}")
    wells = len(machine.centres)
    floor = f"{machine.side:g} x {machine.side:g}"
    yield CutPart("floor of a well", wells, floor, f"{machine.floor:g} mm foam rubber, black", "glued onto the base")
    notch = machine.notches()[0]
    slots = (
        f"{wells} slots {it['lid']['slot_width']:g} x {it['lid']['slot_length']:g}, at the edge "
        f"{notch.size[0]:g} x {notch.size[1]:g}, places in the drawing"
    )
    yield CutPart("lid", 1, _size(machine.lid), f"{it['lid']['thickness']:g} mm clear acrylic", slots)
    deep, across, _ = it["servo"]["case"]
    top = machine.axis_high + it["servo"]["shaft"]
    yield CutPart(
        "servo's holder",
        wells,
        f"{overhang - 0.1:g} x {top + 7:.0f}",
        f"{sheet['base']:g} mm plywood",
        f"opening {across + 0.3:g} x {deep + 0.3:g}, {top - deep:.1f} above the base, "
        f"its middle {machine.axis_out:g} from the wall, notched at its outer corners for the cable",
    )
    xs, zs = zip(*machine.rocker(), strict=True)
    yield CutPart(
        "cheek of the rocker",
        2,
        f"{max(xs) - min(xs):g} x {max(zs) - min(zs):g}",
        f"{sheet['rocker']:g} mm plywood",
        "holes of 8 for shaft and pin; outline in the drawing",
    )


def _slots(middles: list[float], machine: MachineLayout) -> list[float]:
    """Return where the slots of a wall begin, from its own end."""
    begins = [middle - middles[0] for middle in middles]
    return [*begins, begins[-1] + machine.side + machine.wall]


def _size(box: Rectangle) -> str:
    return " x ".join(f"{length:g}" for length in box.size)


def _listed(lengths: list[float]) -> str:
    return ", ".join(f"{length:g}" for length in lengths)


def parts_table(machine: MachineLayout) -> str:
    """Return the list of cut parts as a table for the page."""
    cells = ([it.name, str(it.count), it.size, it.material, it.note] for it in cut_parts(machine))
    rows = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join(["| part | count | mm | material | notes |", "|---|---|---|---|---|", *rows]) + "\n"
