"""Line drawings with text, kept as shapes and written as SVG, or drawn over a picture."""

import html
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from robot.files import write_whole

Point = tuple[float, float]
Image = NDArray[np.uint8]

SHIFT = 4
LETTERS = 0.86
"""Factor on the size of OpenCV's letters, which are larger than an SVG's."""


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a shape. Colours are #rrggbb; None means no line or no fill."""

    line: str | None = "#222222"
    fill: str | None = None
    width: float = 1.2


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points, closed or open."""

    points: tuple[Point, ...]
    closed: bool
    style: Style


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    style: Style


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; its `anchor` (start, middle or end) is at `place`, on the base line."""

    place: Point
    text: str
    size: float
    anchor: str
    colour: str
    bold: bool


class Drawing:
    """A sheet of `width` by `height` units, with the origin at its top left corner. Later shapes are on top."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.size = (width, height)
        self.title = title
        self.parts: list[Polyline | Circle | Text] = []

    def line(self, *points: Point, style: Style | None = None) -> None:
        self.parts.append(Polyline(points, False, style or Style()))

    def area(self, *points: Point, style: Style | None = None) -> None:
        self.parts.append(Polyline(points, True, style or Style()))

    def box(self, left: float, top: float, right: float, bottom: float, style: Style | None = None) -> None:
        self.area((left, top), (right, top), (right, bottom), (left, bottom), style=style)

    def circle(self, centre: Point, radius: float, style: Style | None = None) -> None:
        self.parts.append(Circle(centre, radius, style or Style()))

    def text(
        self,
        place: Point,
        text: str,
        *,
        size: float = 11.0,
        anchor: str = "start",
        colour: str = "#222222",
        bold: bool = False,
    ) -> None:
        self.parts.append(Text(place, text, size, anchor, colour, bold))

    def save(self, path: Path) -> None:
        """Write the drawing as SVG."""
        write_whole(path, self.svg().encode())

    def svg(self) -> str:
        """Return the drawing as SVG."""
        width, height = map(_number, self.size)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="sans-serif">'
        )
        lines = [head, f"<title>{html.escape(self.title)}</title>", '<rect width="100%" height="100%" fill="#ffffff"/>']
        return "\n".join([*lines, *map(_tag, self.parts), "</svg>\n"])

    def paint(self, image: Image) -> None:
        """Draw the shapes over a picture (height, width, 3), BGR."""
        for part in self.parts:
            if isinstance(part, Text):
                _write(image, part)
                continue
            style, thick = part.style, max(1, round(part.style.width))
            if isinstance(part, Circle):
                centre, radius = _to_fixed_point(part.centre), round(part.radius * (1 << SHIFT))
                for colour, width in ((style.fill, cv2.FILLED), (style.line, thick)):
                    if colour:
                        cv2.circle(image, centre, radius, _colour(colour), width, cv2.LINE_AA, SHIFT)
                continue
            corners = np.array([*map(_to_fixed_point, part.points)], np.int32)
            if part.closed and style.fill:
                cv2.fillPoly(image, [corners], _colour(style.fill), cv2.LINE_AA, SHIFT)
            if style.line:
                cv2.polylines(image, [corners], part.closed, _colour(style.line), thick, cv2.LINE_AA, SHIFT)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _tag(part: Polyline | Circle | Text) -> str:
    if isinstance(part, Text):
        x, y = map(_number, part.place)
        bold = ' font-weight="bold"' if part.bold else ""
        return (
            f'<text x="{x}" y="{y}" font-size="{_number(part.size)}" text-anchor="{part.anchor}" '
            f'fill="{part.colour}"{bold}>{html.escape(part.text)}</text>'
        )
    style = part.style
    stroke = f'fill="{style.fill or "none"}" stroke="{style.line or "none"}" stroke-width="{_number(style.width)}"'
    if isinstance(part, Circle):
        x, y = map(_number, part.centre)
        return f'<circle cx="{x}" cy="{y}" r="{_number(part.radius)}" {stroke}/>'
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in part.points)
    return f'<{"polygon" if part.closed else "polyline"} points="{points}" {stroke}/>'


def _colour(text: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(text[1:])
    return blue, green, red


def _to_fixed_point(point: Point) -> tuple[int, int]:
    return round(point[0] * (1 << SHIFT)), round(point[1] * (1 << SHIFT))


def _write(image: Image, part: Text) -> None:
    size, weight = round(part.size * LETTERS), 700 if part.bold else 400
    drawn: Any = cv2
    face = drawn.FontFace("sans")
    _, _, wide, high = drawn.getTextSize((10_000, 10_000), part.text, (0, 5000), face, size, weight)
    paper, base = np.full((2 * high + 8, wide + 8, 3), 255, np.uint8), high + 4
    drawn.putText(paper, part.text, (4, base), _colour(part.colour), face, size, weight)
    across = {"start": 0.0, "middle": wide / 2, "end": float(wide)}[part.anchor]
    left, top = round(part.place[0] - across) - 4, round(part.place[1]) - base
    y, x = max(top, 0), max(left, 0)
    there = image[y : max(y, top + paper.shape[0]), x : max(x, left + paper.shape[1])]
    np.minimum(there, paper[y - top :, x - left :][: there.shape[0], : there.shape[1]], out=there)
