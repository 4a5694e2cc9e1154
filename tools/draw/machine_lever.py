"""Draws a lever: in its well, from above, and as a cut part."""

import math

from tools.draw.drawing import Drawing, Style
from tools.draw.machine_shape import HUB, LEG, MachineLayout, Rectangle
from tools.draw.view import ACRYLIC, BODY, DIE, DIMENSION, HOLE, LEVER, MOVED, SERVO, THIN, TIP, ScaledView


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
