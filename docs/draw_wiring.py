"""Draw the wiring from docs/wiring.txt into docs/img: python docs/draw_wiring.py."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from drawing import Drawing, Look, Point
from symbols import PART, THIN, Terminal, capacitor, contact, ground, part

TEXT = Path(__file__).parent / "wiring.txt"
PINS = Path(__file__).parents[1] / "firmware" / "avr" / "pins.h"
OUT = Path(__file__).parent / "img" / "wiring"
SCALE = 1.5

KINDS = {
    "signal": Look("#1f5fbf", width=1.4),
    "usb": Look("#777777", width=3.0),
    "motor": Look("#2e8b57", width=2.6),
    "v24": Look("#c62828", width=2.6),
    "cut": Look("#e67e22", width=2.6),
    "light": Look("#8e44ad", width=2.0),
    "v5": Look("#ad7d00", width=1.8),
    "servo": Look("#ad7d00", width=2.6),
    "ground": Look("#222222", width=2.6),
}
LEGEND = {
    "signal": "signal, 5 V",
    "v24": "24 V",
    "cut": "24 V behind the emergency stop",
    "motor": "motor's windings",
    "light": "ring's minus, switched",
    "servo": "5 V of the servos",
}
BOX = Look("#222222", "#f4f1ea", 1.4)
SIDES: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
WAYS: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@dataclass(slots=True)
class Block:
    """A device as a box with terminals on its edges."""

    edges: tuple[float, float, float, float]
    titles: list[str]
    terminals: dict[str, Terminal] = field(default_factory=dict)

    def add(self, side: str, words: list[str]) -> None:
        """Read terminals of one side."""
        left, top, right, bottom = self.edges
        for word in words:
            name, _, at = word.partition("@")
            name, _, told = name.partition(":")
            along, way = float(at), SIDES[side]
            x = {"left": left, "right": right}.get(side, along)
            y = {"top": top, "bottom": bottom}.get(side, along)
            self.terminals[name] = Terminal((x, y), way, told or name)


def arduino_name(port: str, bit: int) -> str:
    """Return what Uno and Nano call a pin of the chip; both print the same names."""
    return f"A{bit}" if port == "C" else f"D{bit + (8 if port == 'B' else 0)}"


def pins() -> dict[str, str]:
    """Return the Arduino's name of each pin in firmware/avr/pins.h, by its name there."""
    found = re.findall(r"^#define (\w+)_PIN ([BCD]), (\d)$", PINS.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: arduino_name(port, int(bit)) for name, port, bit in found}


class Wiring:
    """The drawing that a text describes."""

    def __init__(self, text: str) -> None:
        self.blocks: dict[str, Block] = {}
        last: Block | None = None
        rest: list[tuple[str, list[str], list[str]]] = []
        for kind, words, told in _lines(text):
            if kind == "block":
                left, top, right, bottom = map(float, words[1:])
                last = self.blocks[words[0]] = Block((left, top, right, bottom), told)
            elif kind in SIDES and last is not None:
                last.add(kind, words)
            else:
                rest.append((kind, words, told))
        names = pins()
        for name, terminal in self.blocks["board"].terminals.items():
            if name in names:
                self.blocks["board"].terminals[name] = Terminal(
                    terminal.place, terminal.way, f"{names[name]} {terminal.word}"
                )
        self._rest = rest

    def drawn(self) -> Drawing:
        """Return the drawing."""
        (_, (width, height), (title,)), *rest = self._rest
        sheet = Drawing(float(width), float(height), title)
        sheet.words((20, 34), title, size=20, bold=True)
        for kind, words, told in rest:
            match kind:
                case "wire":
                    self._wire(sheet, words, told)
                case "pull":
                    self._pull(sheet, words, told)
                case "end":
                    for word in words:
                        self._end(sheet, self._terminal(word), told)
                case "part":
                    terminal, away = self._terminal(words[0]), float(words[1])
                    part(sheet, (terminal.place[0] + away * terminal.way[0], terminal.place[1]), told[0])
        for block in self.blocks.values():
            _draw(sheet, block)
        for kind, words, _ in rest:
            if kind == "contact":
                contact(sheet, self._terminal(words[0]), self._terminal(words[1]), words[2] == "closed")
        _legend(sheet)
        return sheet

    def _terminal(self, name: str) -> Terminal:
        block, _, terminal = name.partition(".")
        return self.blocks[block].terminals[terminal]

    def _wire(self, sheet: Drawing, words: list[str], told: list[str]) -> None:
        start, end, look = self._terminal(words[0]), self._terminal(words[1]), KINDS[words[2]]
        points = [start.place]
        along_x = start.way[0] != 0
        lanes = [float(word) for word in words[3:]]
        if not lanes and along_x and end.way[0] and start.place[1] != end.place[1]:
            lanes = [(start.place[0] + end.place[0]) / 2]
        for lane in lanes:
            points.append((lane, points[-1][1]) if along_x else (points[-1][0], lane))
            along_x = not along_x
        if along_x == (end.way[0] != 0):
            corner = end.place
        else:
            corner = (end.place[0], points[-1][1]) if along_x else (points[-1][0], end.place[1])
        sheet.line(*points, *([corner] if corner != end.place else []), end.place, look=look)
        if told:
            (x0, y0), (x1, _) = _longest_level([*points, corner, end.place])
            sheet.words(((x0 + x1) / 2, y0 - 8), told[0], size=11, anchor="middle")

    def _pull(self, sheet: Drawing, words: list[str], told: list[str]) -> None:
        terminal, away, way = self._terminal(words[0]), float(words[1]), WAYS[words[2]]
        x, y = terminal.place[0] + away * terminal.way[0], terminal.place[1] + away * terminal.way[1]
        sheet.circle((x, y), 2.6, Look("#222222", "#222222"))
        one, two, end = ((x + far * way[0], y + far * way[1]) for far in (14.0, 34.0, 48.0))
        if told[0].endswith("F"):
            capacitor(sheet, (x, y), way, end)
        else:
            sheet.line((x, y), end, look=THIN)
            across = 5 * abs(way[1]), 5 * abs(way[0])
            sheet.box(
                min(one[0], two[0]) - across[0],
                min(one[1], two[1]) - across[1],
                max(one[0], two[0]) + across[0],
                max(one[1], two[1]) + across[1],
                PART,
            )
        if way[1]:
            sheet.words((x + 13, y + 28 * way[1]), told[0], size=11)
        else:
            sheet.words((x + 24 * way[0], y - 16), told[0], size=11, anchor="middle")
        if len(told) > 1:
            sheet.words((end[0], end[1] - 4), told[1], size=11, anchor="middle", bold=True)
        else:
            ground(sheet, end)

    def _end(self, sheet: Drawing, terminal: Terminal, told: list[str]) -> None:
        (x, y), (way, down) = terminal.place, terminal.way
        tip = (x + 22 * way, y) if way else (x, y + (6 if down > 0 else -22))
        sheet.line((x, y), tip, look=THIN)
        if told:
            anchor = "start" if way > 0 else "end"
            sheet.words((tip[0] + 4 * way, tip[1] + 4), told[0], size=11, anchor=anchor)
        else:
            ground(sheet, tip)


def _lines(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    for line in text.splitlines():
        plain, *told = (part.strip() for part in line.split("|"))
        if plain and not plain.startswith("#"):
            kind, *words = plain.split()
            yield kind, words, told


def _longest_level(points: list[Point]) -> tuple[Point, Point]:
    level = [(one, two) for one, two in pairwise(points) if one[1] == two[1]]
    return max(level, key=lambda ends: abs(ends[0][0] - ends[1][0]))


def _draw(sheet: Drawing, block: Block) -> None:
    left, top, right, bottom = block.edges
    sheet.box(left, top, right, bottom, BOX)
    middle = (left + right) / 2
    sheet.words(
        (middle, top - 8 if len(block.titles) == 1 else top - 22), block.titles[0], size=13, anchor="middle", bold=True
    )
    for row, line in enumerate(block.titles[1:]):
        sheet.words((middle, top - 8 + 14 * row), line, size=10.5, anchor="middle", colour="#555555")
    for terminal in block.terminals.values():
        (x, y), (way_x, way_y) = terminal.place, terminal.way
        sheet.circle((x, y), 3.2, Look("#222222", "#ffffff"))
        if way_x:
            sheet.words(
                (x - 8 * way_x, y + 4), terminal.word.replace("_", " "), size=11, anchor="end" if way_x > 0 else "start"
            )
        else:
            sheet.words((x, y - 16 * way_y), terminal.word, size=11, anchor="middle")


def _legend(sheet: Drawing) -> None:
    _, height = sheet.size
    x = 40.0
    for kind, words in LEGEND.items():
        sheet.line((x, height - 14), (x + 24, height - 14), look=KINDS[kind])
        sheet.words((x + 29, height - 10), words, size=10.5)
        x += 50 + 5.6 * len(words)
    ground(sheet, (x + 12, height - 26))
    sheet.words((x + 29, height - 10), "ground: all of them meet in one point, at the A4988's motor ground", size=10.5)


def draw_wiring() -> Drawing:
    """Return the drawing that the text describes."""
    return Wiring(TEXT.read_text(encoding="utf-8")).drawn()


if __name__ == "__main__":
    draw_wiring().save(OUT, SCALE)
