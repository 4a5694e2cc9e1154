"""A chart on a sheet: axes with ticks, points with error bars, lines and limits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tools.draw.drawing import Drawing, Point, Style

GRID = Style("#dddddd", width=0.8)
FRAME = Style("#777777", width=1.0)
LIMIT = Style("#c62828", width=1.2, dashed=True)


@dataclass(frozen=True, slots=True)
class Chart:
    """`box` is left, top, right and bottom on the sheet. With `powers` the vertical scale is logarithmic."""

    sheet: Drawing
    box: tuple[float, float, float, float]
    wide: tuple[float, float]
    high: tuple[float, float]
    powers: bool = False

    def at(self, place: Point) -> Point:
        """Return the position of a point on the sheet."""
        left, top, right, bottom = self.box
        x = (place[0] - self.wide[0]) / (self.wide[1] - self.wide[0])
        low, most, value = (math.log(v) if self.powers else v for v in (*self.high, place[1]))
        return left + x * (right - left), bottom - (value - low) / (most - low) * (bottom - top)

    def axes(self, title: str, across: str, ticks: Sequence[float], marks: Sequence[tuple[float, str]]) -> None:
        """Draw the frame, the horizontal ticks, and the vertical ticks with their labels."""
        left, top, right, bottom = self.box
        for tick in ticks:
            x, _ = self.at((tick, self.high[0]))
            self.sheet.line((x, top), (x, bottom), style=GRID)
            self.sheet.text((x, bottom + 15), f"{tick:g}", anchor="middle")
        for value, word in marks:
            _, y = self.at((self.wide[0], value))
            self.sheet.line((left, y), (right, y), style=GRID)
            self.sheet.text((left - 6, y + 4), word, anchor="end")
        self.sheet.box(left, top, right, bottom, FRAME)
        self.sheet.text((left, top - 9), title, size=12, bold=True)
        self.sheet.text(((left + right) / 2, bottom + 31), across, anchor="middle")

    def limit(self, value: float) -> None:
        """Draw a horizontal line at a required value."""
        self.sheet.line(self.at((self.wide[0], value)), self.at((self.wide[1], value)), style=LIMIT)

    def points(self, places: Sequence[Point], colour: str, error: Sequence[float] = ()) -> None:
        """Draw connected points with error bars."""
        self.sheet.line(*map(self.at, places), style=Style(colour, width=1.0))
        for number, (x, y) in enumerate(places):
            if error:
                low, high = y - error[number], y + error[number]
                self.sheet.line(self.at((x, low)), self.at((x, high)), style=Style(colour, width=1.6))
            self.sheet.circle(self.at((x, y)), 3.0, Style(colour, colour))
