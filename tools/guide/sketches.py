"""Sketches of things without solids in the assembly, such as loose wires, from tools/cad/sketches.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tools.cad import __file__ as cad_file
from tools.draw.drawing import Drawing, Style
from tools.guide.pictures import draw_arrow

SKETCHES = Path(cad_file).with_name("sketches.toml")
SIZE = (720.0, 250.0)
BOX, WIRE, LINE_HIGH = Style("#555555", "#e9e6dd", 1.2), 3.0, 18.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """The contents of a sketch, in units of `SIZE` from its upper left corner; sketches.toml explains the fields."""

    boxes: tuple[tuple[float, float, float, float, str], ...] = ()
    wires: tuple[tuple[str | float, ...], ...] = ()
    words: tuple[tuple[float, float, str], ...] = ()
    arrows: tuple[tuple[float, float, float, float], ...] = ()

    def draw(self, title: str) -> Drawing:
        sheet = Drawing(*SIZE, title)
        for left, top, wide, high, words in self.boxes:
            sheet.box(left, top, left + wide, top + high, BOX)
            lines = words.split("\n")
            for number, word in enumerate(lines):
                y = top + high / 2 + 5 + LINE_HIGH * (number - (len(lines) - 1) / 2)
                sheet.text((left + wide / 2, y), word, size=14, anchor="middle", bold=not number)
        for colour, *points in self.wires:
            places = [float(value) for value in points]
            sheet.line(*zip(places[::2], places[1::2], strict=True), style=Style(str(colour), None, WIRE))
        for *start, x, y in self.arrows:
            draw_arrow(sheet, (start[0], start[1]), (x, y))
        for x, y, word in self.words:
            sheet.text((x, y), word, size=13)
        return sheet


def draw_sketches() -> dict[str, Drawing]:
    """Return the sketches by file name. Raises TypeError for an unknown field."""
    found = tomllib.loads(SKETCHES.read_text(encoding="utf-8"))
    return {f"sketch-{name}.svg": Sketch(**entry).draw(name) for name, entry in found.items()}
