"""Views of the machine to scale, with dimension lines, and the styles of its parts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tools.draw.drawing import Drawing, Point, Style
from tools.draw.machine_shape import Rectangle

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
