"""Draw the machine from hardware/machine.toml into docs/img, and list its parts: python -m tools.draw.machine."""

import math

from robot.files import write_whole
from tools.draw import DOCS, IMAGES
from tools.draw.drawing import Drawing, Style
from tools.draw.machine_lever import draw_lever, lever_from_above
from tools.draw.machine_parts import draw_parts, parts_table
from tools.draw.machine_shape import MachineLayout, Rectangle
from tools.draw.view import (
    ACRYLIC,
    BODY,
    CLEAR,
    DIE,
    FELT,
    HIDDEN,
    HOLE,
    LEVER,
    METAL,
    MOVED,
    PLYWOOD,
    SERVO,
    SHEET,
    THIN,
    WELL,
    ScaledView,
)

PAGE = DOCS / "build.md"
SCALE = 1.5
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
        drawing.save(IMAGES / name, SCALE)
    write_whole(PAGE, with_parts(PAGE.read_text(encoding="utf-8"), built).encode())
