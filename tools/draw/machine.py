"""Draw the machine from hardware/machine.toml into docs/img, and list its parts: python -m tools.draw.machine."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from robot.files import write_whole
from tools.draw import DOCS, IMAGES
from tools.draw.drawing import Drawing, Point, Style
from tools.draw.machine_shape import HUB, LEG, MachineLayout, Rectangle

SHEET = Style("#222222", "#f4f1ea", 1.4)
BODY = Style("#222222", "#e2ddd0", 1.4)
WELL = Style("#222222", "#c9c3b4", 1.0)
CLEAR = Style("#1f5fbf", None, 1.2)
SERVO = Style("#777777", "#dfe8f2", 1.0)
LEVER = Style("#2e8b57", "#cfe8d8", 1.4)
HIDDEN = Style("#777777", None, 1.0, dashed=True)
MOVED = Style("#c62828", None, 1.0, dashed=True)
METAL = Style("#222222", "#b9c2cb", 1.2)
TIP = Style("#222222", "#f2c14e")
ACRYLIC = Style("#1f5fbf", "#e4eefb", 1.2)
PLYWOOD = Style("#222222", "#efe6d2", 1.2)
FELT = Style("#222222", "#cfe3cf")
HOLE = Style("#222222", "#ffffff", 1.4)
DIE = Style("#222222", "#ffffff", 1.0)
DIMENSION = Style("#1f5fbf", None, 0.8)
THIN = Style("#777777", None, 0.8)


@dataclass(frozen=True, slots=True)
class ScaledView:
    """Millimetres on a sheet. With `up` the second coordinate is a height."""

    sheet: Drawing
    origin: Point
    scale: float
    up: bool = False

    def at(self, place: Point) -> Point:
        x, y = place
        return self.origin[0] + x * self.scale, self.origin[1] + (-y if self.up else y) * self.scale

    def area(self, points: Sequence[Point], style: Style) -> None:
        self.sheet.area(*map(self.at, points), style=style)

    def line(self, points: Sequence[Point], style: Style) -> None:
        self.sheet.line(*map(self.at, points), style=style)

    def box(self, box: Rectangle, style: Style) -> None:
        self.area([(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)], style)

    def circle(self, centre: Point, radius: float, style: Style) -> None:
        self.sheet.circle(self.at(centre), radius * self.scale, style)

    def text(self, place: Point, text: str, *, size: float = 11.0, anchor: str = "middle", bold: bool = False) -> None:
        self.sheet.text(self.at(place), text, size=size, anchor=anchor, bold=bold)

    def across(self, start: float, end: float, of: float, at: float) -> None:
        """Draw the horizontal dimension between two x of features at y `of`, on a line at y `at`."""
        one, two, level = self.at((start, of)), self.at((end, of)), self.at((0, at))[1]
        self._dimension((one[0], level), (two[0], level), abs(end - start), [one, two], turned=False)

    def along(self, start: float, end: float, of: float, at: float) -> None:
        """Draw the vertical dimension between two y (or heights) of features at x `of`, on a line at x `at`."""
        one, two, column = self.at((of, start)), self.at((of, end)), self.at((at, 0))[0]
        self._dimension((column, one[1]), (column, two[1]), abs(end - start), [one, two], turned=True)

    def _dimension(self, one: Point, two: Point, length: float, things: Sequence[Point], *, turned: bool) -> None:
        for thing, end in zip(things, (one, two), strict=True):
            away = math.dist(thing, end)
            if away > 1:
                unit = (end[0] - thing[0]) / away, (end[1] - thing[1]) / away
                self.sheet.line(
                    (thing[0] + 3 * unit[0], thing[1] + 3 * unit[1]),
                    (end[0] + 3 * unit[0], end[1] + 3 * unit[1]),
                    style=DIMENSION,
                )
        self.sheet.line(one, two, style=DIMENSION)
        for x, y in (one, two):
            self.sheet.line((x - 3.5, y + 3.5), (x + 3.5, y - 3.5), style=Style(DIMENSION.line, width=1.4))
        middle = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        place = (middle[0] - 4, middle[1]) if turned else (middle[0], middle[1] - 4)
        text = f"{length:.1f}".removesuffix(".0")
        if math.dist(one, two) < 6.5 * len(text) + 4:
            far = max(one, two) if not turned else min(one, two, key=lambda end: end[1])
            place = (far[0] - 4, far[1] - 8 - 3 * len(text)) if turned else (far[0] + 8 + 3 * len(text), far[1] + 4)
        self.sheet.text(place, text, anchor="middle", colour=DIMENSION.line or "", turned=turned)


def draw_lever(machine: MachineLayout) -> Drawing:
    """Draw a well, its servo and its lever, cut along y: closed on a die, and open."""
    it = machine.it
    sheet = Drawing(960, 620, "A lever of Pipsqueak")
    sheet.text((20, 34), "A well and its lever, cut from front to back", size=18, bold=True)
    view = ScaledView(sheet, (420, 440), 5.2, up=True)
    wall_out = machine.axis_out
    wall_in, middle = wall_out + machine.wall, wall_out + machine.wall + machine.side / 2
    far, high, low = middle + machine.side / 2, machine.axis_high, machine.lid_low
    slot = middle - it["lid"]["slot_length"]
    lid_edge = wall_out - it["sheet"]["lid_overhang"]
    view.box(Rectangle(-machine.it["servo"]["case"][1] / 2 - 1, machine.base_low, far + 3, 0), BODY)
    view.box(Rectangle(wall_out, 0, wall_in, low), BODY)
    view.box(Rectangle(far, 0, far + machine.wall, low), BODY)
    view.box(Rectangle(wall_in, 0, far, machine.floor), Style("#222222", "#8f8f8f", 1.0))
    for left, right in ((lid_edge, slot), (middle, far + machine.wall)):
        view.box(Rectangle(left, low, right, machine.lid_high), ACRYLIC)
    die = it["die"]["side"]
    view.box(Rectangle(middle - die / 2, machine.floor, middle + die / 2, machine.floor + die), DIE)
    long, wide, _ = it["servo"]["case"]
    view.box(Rectangle(-wide / 2, high + it["servo"]["shaft"] - long, wide / 2, high + it["servo"]["shaft"]), SERVO)
    view.text((0, high - 12), "servo", size=10)
    lowest, highest = it["lever"]["lowest"], it["lever"]["highest"]
    for angle, style in ((highest, MOVED), (lowest, LEVER)):
        view.area([(u, high + w) for u, w in machine.lever(angle)], style)
        u, w = machine.tip(angle)
        view.circle((u, high + w), it["lever"]["tip_radius"], MOVED if style is MOVED else TIP)
    view.circle((0, high), 1.2, HOLE)
    opened, closed = (it["lever"][f"{end}_pulse"] for end in ("highest", "lowest"))
    view.text((-31, high + 27), f"open: {highest:g}°, pulses of {opened:g} µs", anchor="end", size=12)
    view.text((middle + 8, high + 28), f"closed: {lowest:g}°, {closed:g} µs", anchor="start", size=12)
    view.across(0, wall_out, machine.base_low, -14)
    view.across(0, middle, machine.base_low, -24)
    view.across(wall_in, far, machine.base_low, -14)
    view.across(slot, middle, machine.lid_high, low + 26)
    view.along(0, high, -6, -22)
    view.along(0, low, far, far + 12)
    view.along(0, machine.lid_high, far, far + 22)
    view.along(machine.floor, machine.floor + die, middle + die / 2, far + 32)
    return sheet


def lever_from_above(view: ScaledView, machine: MachineLayout, x: float, y: float, *, opened: bool) -> None:
    """Draw the lever over a well as the camera sees it."""
    angle = machine.it["lever"]["highest" if opened else "lowest"]
    axis, way, half = machine.axis(y), machine.way(y), machine.it["sheet"]["lever"] / 2
    reach = [inward for inward, _ in machine.lever(angle)]
    ends = sorted((axis - way * min(reach), axis - way * max(reach)))
    view.box(Rectangle(x - half, ends[0], x + half, ends[1]), LEVER)
    view.circle((x, axis - way * machine.tip(angle)[0]), machine.it["lever"]["tip_radius"], TIP)


def draw_lever_part(view: ScaledView, machine: MachineLayout) -> None:
    """Draw a lever as a cut part, with its tip."""
    it, (inner, outer) = machine.it["lever"], machine.lever_radii
    title = f"lever, {len(machine.centres)} of {machine.it['sheet']['lever']:g} mm"
    view.text((-14, 42), title, anchor="start", bold=True)
    view.area(machine.lever(it["lowest"]), LEVER)
    view.circle((0, 0), 1.2, HOLE)
    tip = machine.tip(it["lowest"])
    view.circle(tip, it["tip_radius"], TIP)
    view.line([(0, 0), tip], THIN)
    view.text((2, -13), f"tip at {it['arm']:g}, of silicone, Ø {2 * it['tip_radius']:g}", anchor="start", size=10)
    for radius, degrees, anchor, away in ((inner, 14.0, "end", -1.5), (outer, 38.0, "start", 1.5)):
        angle = math.radians(degrees)
        place = radius * math.cos(angle), radius * math.sin(angle)
        view.line([(0, 0), place], DIMENSION)
        view.text((place[0] + away, place[1] + (2 if away < 0 else 0)), f"R {radius:.1f}", anchor=anchor, size=11)
    view.text((-7, -1), f"hub R {HUB:g}", anchor="end", size=11)
    view.across(-LEG / 2, LEG / 2, 8, 36)


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


CutPart = tuple[str, int, str, str, str]


def cut_parts(machine: MachineLayout) -> Iterator[CutPart]:
    """Yield name, count, size (mm), material and notes of the parts to cut, in the order of building."""
    it, sheet, high = machine.it, machine.it["sheet"], machine.lid_low
    opening, wall, (wide, long) = machine.opening, machine.wall, machine.block.size
    plate, note = it["plate"], f"opening {_size(opening)}, its corner at {opening.left:g}, {opening.top:g}"
    size = f"{plate['width']:g} x {plate['height']:g}"
    yield "plate", 1, size, f"{sheet['plate']:g} mm plywood, white, matt", note
    overhang, plywood = machine.block.top - machine.base.top, f"{sheet['base']:g} mm plywood"
    note = f"{overhang:g} wider than the walls on both long sides, for the servos"
    yield "base of the wells", 1, _size(machine.base), plywood, note
    columns, rows = _slots(machine.columns, machine), _slots(machine.rows, machine)
    slot, black = f"slots {wall:g} x {high / 2:g}", f"{wall:g} mm, matt black"
    yield "long wall", len(rows), f"{wide:g} x {high:g}", black, f"{slot} from above, at {_listed(columns)}"
    yield "cross wall", len(columns), f"{long:g} x {high:g}", black, f"{slot} from below, at {_listed(rows)}"
    wells, floor = len(machine.centres), f"{machine.side:g} x {machine.side:g}"
    yield "floor of a well", wells, floor, f"{machine.floor:g} mm foam rubber, black", "glued onto the base"
    lid, notch = it["lid"], _size(machine.notches()[0])
    note = f"{wells} slots {lid['slot_width']:g} x {lid['slot_length']:g}, at the edge {notch}, places in the drawing"
    yield "lid", 1, _size(machine.lid), f"{lid['thickness']:g} mm clear acrylic", note
    deep, across, _ = it["servo"]["case"]
    top = machine.axis_high + it["servo"]["shaft"]
    note = (
        f"opening {across + 0.3:g} x {deep + 0.3:g}, {top - deep:.1f} above the base, "
        f"its middle {machine.axis_out:g} from the wall, notched at its outer corners for the cable"
    )
    yield "servo's holder", wells, f"{overhang - 0.1:g} x {top + 7:.0f}", plywood, note
    xs, zs = zip(*machine.rocker(), strict=True)
    size, note = (
        f"{max(xs) - min(xs):g} x {max(zs) - min(zs):g}",
        "holes of 8 for shaft and pin; outline in the drawing",
    )
    yield "cheek of the rocker", 2, size, f"{sheet['rocker']:g} mm plywood", note


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
    rows = [f"| {' | '.join(map(str, part))} |" for part in cut_parts(machine)]
    return "\n".join(["| part | count | mm | material | notes |", "|---|---|---|---|---|", *rows]) + "\n"


PAGE = DOCS / "build.md"
BEGIN, END = "<!-- by tools.draw.machine -->", "<!-- end -->"


def draw_top(machine: MachineLayout) -> Drawing:
    """Draw the machine as the camera sees it."""
    it = machine.it
    sheet = Drawing(1010, 720, "Pipsqueak from above")
    sheet.text((20, 34), "From above, at home", size=18, bold=True)
    view = ScaledView(sheet, (110, 120), 2.4)
    wide, high = it["plate"]["width"], it["plate"]["height"]
    view.box(Rectangle(0, 0, wide, high), SHEET)
    opening, base, block = machine.opening, machine.base, machine.block
    view.box(opening, HOLE)
    view.text((opening.right - 2, opening.bottom - 3), "opening", anchor="end", size=10)
    half = it["markers"]["side"] / 2
    for number, (x, y) in enumerate(it["markers"]["centres"]):
        view.box(Rectangle(x - half, y - half, x + half, y + half), Style("#222222", "#444444", 1.0))
        view.text((x, y + (half + 6 if y < machine.middle[1] else -half - 2)), f"marker {number}", size=10)
    tray = it["tray"]
    view.box(Rectangle(tray["left"], tray["top"], tray["left"] + tray["side"], tray["top"] + tray["side"]), FELT)
    view.text((tray["left"] + tray["side"] / 2, tray["top"] + tray["side"] / 2), "open tray, felt", size=12)
    view.box(base, PLYWOOD)
    view.box(block, BODY)
    reach = machine.side / 2
    for number, (x, y) in enumerate(machine.centres, 1):
        view.box(machine.servo(x, y), SERVO)
        view.box(Rectangle(x - reach, y - reach, x + reach, y + reach), WELL)
        view.text((x - reach + 4, y + (reach - 3 if machine.way(y) < 0 else 6 - reach)), str(number), bold=True)
        lever_from_above(view, machine, x, y, opened=machine.way(y) < 0)
    view.box(machine.lid, CLEAR)
    for slot in (*machine.slots(), *machine.notches()):
        view.box(slot, CLEAR)
    shaft = machine.shaft[0]
    view.line([(shaft, block.top), (shaft, block.bottom)], HIDDEN)
    view.text((shaft, block.bottom + 26), "rocker's shaft, under the plate", size=10)
    view.line([(shaft, block.bottom), (shaft, block.bottom + 21)], HIDDEN)
    camera = it["camera"]
    centre, radius = (camera["x"], camera["y"]), it["ring"]["radius"]
    view.circle(centre, radius, MOVED)
    view.text((centre[0], centre[1] + radius + 7), f"camera and ring, {camera['height']:g} above", size=10)
    for dx, dy in ((5, 0), (0, 5)):
        view.line([(centre[0] - dx, centre[1] - dy), (centre[0] + dx, centre[1] + dy)], Style("#c62828"))
    view.across(0, wide, 0, -32)
    view.along(0, high, 0, -32)
    x, y = it["markers"]["centres"][0]
    view.across(0, x, 0, -18)
    view.across(x, it["markers"]["centres"][1][0], 0, -18)
    view.along(0, y, 0, -18)
    view.along(y, it["markers"]["centres"][3][1], 0, -18)
    view.across(0, block.left, high, high + 14)
    view.across(block.left, block.right, high, high + 14)
    view.across(0, opening.left, high, high + 28)
    view.across(opening.left, opening.right, high, high + 28)
    view.across(tray["left"], tray["left"] + tray["side"], high, high + 14)
    view.across(0, tray["left"], high, high + 42)
    view.along(0, tray["top"], wide, wide + 14)
    view.along(tray["top"], tray["top"] + tray["side"], wide, wide + 14)
    view.along(0, block.top, wide, wide + 28)
    view.along(block.top, block.bottom, wide, wide + 28)
    view.along(0, opening.top, wide, wide + 42)
    view.along(opening.top, opening.bottom, wide, wide + 42)
    return sheet


def draw_front(machine: MachineLayout) -> Drawing:
    """Draw the machine from its front edge, at home and tipped over."""
    it = machine.it
    sheet = Drawing(960, 1200, "Pipsqueak from the front")
    sheet.text((20, 34), "From the front, cut open, at home (tipped over: dashed)", size=18, bold=True)
    view = ScaledView(sheet, (170, 760), 1.75, up=True)
    wide, plate = it["plate"]["width"], -float(it["sheet"]["plate"])
    bottom, opening, base, block = -float(it["frame"]["height"]), machine.opening, machine.base, machine.block
    for left, right in ((0, opening.left), (opening.right, wide)):
        view.box(Rectangle(left, plate, right, 0), SHEET)
    wall = float(it["sheet"]["box"])
    for left in (0.0, wide - wall):
        view.box(Rectangle(left, bottom, left + wall, plate), SHEET)
    view.box(Rectangle(0, bottom - wall, wide, bottom), SHEET)
    tray = it["tray"]
    view.box(Rectangle(tray["left"], 0, tray["left"] + tray["side"], tray["floor"]), FELT)
    view.text((tray["left"] + tray["side"] / 2, 8), "tray", size=10)
    view.area(machine.rocker(), PLYWOOD)
    view.box(Rectangle(block.left, machine.base_low, base.right, 0), BODY)
    view.box(Rectangle(block.left, 0, block.right, machine.lid_low), BODY)
    reach = machine.side / 2
    for x in machine.columns:
        view.box(Rectangle(x - reach, machine.floor, x + reach, machine.lid_low), WELL)
        half = it["die"]["side"] / 2
        view.box(Rectangle(x - half, machine.floor, x + half, machine.floor + 2 * half), DIE)
    view.box(Rectangle(machine.lid.left, machine.lid_low, machine.lid.right, machine.lid_high), ACRYLIC)
    long, _, deep = it["servo"]["case"]
    high, half = machine.axis_high + it["servo"]["shaft"], it["sheet"]["lever"] / 2
    for x in machine.columns:
        start = machine.servo(x, machine.rows[-1]).left
        view.box(Rectangle(start, high - long, start + deep, high), HIDDEN)
        view.box(Rectangle(x - half, machine.axis_high, x + half, machine.axis_high + machine.lever_radii[1]), LEVER)
    moved = [(block.left, machine.base_low), (base.right, machine.base_low)]
    moved += [(block.right, machine.lid_high), (block.left, machine.lid_high)]
    view.area([machine.tilted(place, machine.tilt) for place in moved], MOVED)
    view.area([machine.tilted(place, machine.tilt) for place in machine.rocker()], MOVED)
    over = f"{math.degrees(machine.tilt):.1f}° over, the wells {2 * it['crank']['radius']:g} mm to the right"
    view.text((opening.right + 4, machine.lid_high + 22), over, anchor="start", size=11)
    _drive(view, machine)
    _camera(view, machine)
    view.along(0, machine.lid_low, block.left, -16)
    view.along(0, machine.lid_high, block.left, -32)
    view.along(bottom, 0, 0, -48)
    view.along(0, it["camera"]["height"], it["camera"]["x"], -64)
    view.along(machine.shaft[1], 0, machine.shaft[0], wide + 36)
    view.along(machine.axle[1], 0, machine.axle[0], wide + 54)
    view.along(0, plate, wide, wide + 18)
    view.across(machine.pin[0], machine.shaft[0], machine.pin[1], bottom - 24)
    view.across(0, machine.pin[0], bottom, bottom - 24)
    view.across(opening.left, opening.right, 0, machine.lid_high + 78)
    view.across(block.left, block.right, machine.lid_high, machine.lid_high + 64)
    return sheet


def _drive(view: ScaledView, machine: MachineLayout) -> None:
    it = machine.it
    half, radius = it["frame"]["motor"] / 2, it["crank"]["radius"]
    x, z = machine.axle
    view.box(Rectangle(x - half, z - half, x + half, z + half), METAL)
    view.circle((x, z), radius, Style("#222222", "#e2e7ec"))
    view.line([(x, z - radius), machine.pin], Style("#222222", width=4.0))
    for place, size in ((machine.shaft, 4.0), (machine.pin, 3.0), ((x, z - radius), 2.2), (machine.axle, 2.5)):
        view.circle(place, size, HOLE)
    view.text((machine.shaft[0] + 12, machine.shaft[1] + 4), "shaft, 8 mm", anchor="start", size=10)
    view.text((machine.pin[0] - 14, machine.pin[1] + 6), "pin", anchor="end", size=10)
    rod = (machine.pin[1] + z - radius) / 2
    view.text((x + 6, rod + 12), f"rod, {it['crank']['rod']:g}", anchor="start", size=10)
    view.text((x + half + 4, z - 9), f"NEMA 17, crank of {radius:g}", anchor="start", size=10)


def _camera(view: ScaledView, machine: MachineLayout) -> None:
    camera, ring = machine.it["camera"], machine.it["ring"]
    x, z = camera["x"], camera["height"]
    view.box(Rectangle(x - 12.5, z, x + 12.5, z + 8), METAL)
    for edge in (x - 10, x + 10):
        view.line([(edge, 0), (edge, z)], HIDDEN)
    view.text((x + 14, z * 0.72), "post, behind the plate", anchor="start", size=10)
    view.text((x + 20, z + 3), "Camera Module 3", anchor="start", size=11)
    for side in (-1, 1):
        middle = x + side * ring["radius"]
        low, half = z - ring["below_lens"], ring["width"] / 2
        view.box(Rectangle(middle - half, low, middle + half, low + 2), Style("#8e44ad", "#f3e3fa"))
        view.line([(x, z), (x + side * camera["field_width"] / 2 * 0.62, z * 0.38)], THIN)
    view.text((x + ring["radius"] + 12, z - 14), f"ring of LEDs, radius {ring['radius']:g}", anchor="start", size=11)


def with_parts(page: str, machine: MachineLayout) -> str:
    """Return the page with the list of cut parts put into its place."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{parts_table(machine)}\n{END}{rest.partition(END)[2]}"


def drawings(machine: MachineLayout) -> dict[str, Drawing]:
    """Return every drawing by the name of its file."""
    return {
        "machine-top": draw_top(machine),
        "machine-front": draw_front(machine),
        "machine-lever": draw_lever(machine),
        "machine-parts": draw_parts(machine),
    }


if __name__ == "__main__":
    built = MachineLayout()
    for name, drawing in drawings(built).items():
        drawing.save(IMAGES / f"{name}.svg")
    write_whole(PAGE, with_parts(PAGE.read_text(encoding="utf-8"), built).encode())
