"""The symbols of a wiring diagram: resistors, capacitors, switches, ground."""

from dataclasses import dataclass

from tools.draw.drawing import Drawing, Point, Style

PART = Style("#222222", "#ffffff", 1.2)
THIN = Style(width=1.2)


@dataclass(frozen=True, slots=True)
class WiringTerminal:
    """A terminal on the edge of a block; `way` points outward."""

    place: Point
    way: Point
    word: str


def part(sheet: Drawing, middle: Point, text: str) -> None:
    """Draw a part as a box with its value, on a wire."""
    x, y = middle
    half = 5 + 3.2 * len(text)
    sheet.box(x - half, y - 9, x + half, y + 9, PART)
    sheet.text((x, y + 4), text, size=11, anchor="middle")


def contact(sheet: Drawing, one: WiringTerminal, two: WiringTerminal, closed: bool) -> None:
    """Draw a switch between two terminals, as it is at rest."""
    (x, y0), (_, y1), inward = one.place, two.place, -one.way[0]
    far, near = x + 62 * inward, x + 42 * inward
    middle = (y0 + y1) / 2
    for y, gap in ((y0, 9.0), (y1, -9.0)):
        sheet.line((near, y), (far, y), (far, middle - gap), style=THIN)
        sheet.circle((far, middle - gap), 2.2, PART)
    lean = 0.0 if closed else 11.0
    sheet.line((far + 3 - lean, middle - 11), (far, middle + 9), style=Style(width=2))


def ground(sheet: Drawing, place: Point) -> None:
    """Draw the symbol of ground."""
    x, y = place
    sheet.line((x, y), (x, y + 5), style=THIN)
    for row, half in enumerate((9.0, 6.0, 3.0)):
        sheet.line((x - half, y + 5 + 4 * row), (x + half, y + 5 + 4 * row), style=Style(width=1.6))


def capacitor(sheet: Drawing, start: Point, way: Point, end: Point) -> None:
    """Draw a capacitor from a wire outwards, with the wires at its ends."""
    (x, y), (across_x, across_y) = start, (abs(way[1]), abs(way[0]))
    for near, far in ((0.0, 21.0), (27.0, 48.0)):
        sheet.line((x + near * way[0], y + near * way[1]), (x + far * way[0], y + far * way[1]), style=THIN)
    for far in (21.0, 27.0):
        at_x, at_y = x + far * way[0], y + far * way[1]
        sheet.line(
            (at_x - 9 * across_x, at_y - 9 * across_y), (at_x + 9 * across_x, at_y + 9 * across_y), style=Style(width=2)
        )
    sheet.line((x + 48 * way[0], y + 48 * way[1]), end, style=THIN)
