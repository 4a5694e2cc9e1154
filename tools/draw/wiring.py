"""Draw the wiring from docs/wiring.txt into docs/img: python -m tools.draw.wiring."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from tools.draw import DOCS, IMAGES, ROOT
from tools.draw.drawing import Drawing, Point, Style

Thing = TypeVar("Thing")
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
    """Draw a switch between two terminals, at rest."""
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
    """Draw a capacitor from a wire outward, with the wires at its ends."""
    (x, y), (across_x, across_y) = start, (abs(way[1]), abs(way[0]))
    for near, far in ((0.0, 21.0), (27.0, 48.0)):
        sheet.line((x + near * way[0], y + near * way[1]), (x + far * way[0], y + far * way[1]), style=THIN)
    for far in (21.0, 27.0):
        at_x, at_y = x + far * way[0], y + far * way[1]
        sheet.line(
            (at_x - 9 * across_x, at_y - 9 * across_y), (at_x + 9 * across_x, at_y + 9 * across_y), style=Style(width=2)
        )
    sheet.line((x + 48 * way[0], y + 48 * way[1]), end, style=THIN)


TEXT = DOCS / "wiring.txt"
PINS = ROOT / "firmware" / "avr" / "pins.h"
OUT = IMAGES / "wiring.svg"

KINDS = {
    "signal": Style("#1f5fbf", width=1.4),
    "usb": Style("#777777", width=3.0),
    "motor": Style("#2e8b57", width=2.6),
    "v24": Style("#c62828", width=2.6),
    "cut": Style("#e67e22", width=2.6),
    "light": Style("#8e44ad", width=2.0),
    "v5": Style("#e83e9c", width=1.8),
    "servo": Style("#ad7d00", width=2.6),
    "ground": Style("#222222", width=2.6),
}
LEGEND = {
    "signal": "signal, 5 V",
    "v24": "24 V",
    "cut": "24 V behind the emergency stop",
    "motor": "motor's windings",
    "light": "ring's minus, switched",
    "v5": "5 V of the Arduino",
    "servo": "5 V of the servos",
}
BOX = Style("#222222", "#f4f1ea", 1.4)
SIDES: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
WAYS: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@dataclass(slots=True)
class DeviceBlock:
    """A device as a box with terminals on its edges."""

    edges: tuple[float, float, float, float]
    titles: list[str]
    terminals: dict[str, WiringTerminal] = field(default_factory=dict)

    def add(self, side: str, fields: list[str]) -> None:
        """Add the terminals of one side."""
        left, top, right, bottom = self.edges
        for word in fields:
            name, _, at = word.partition("@")
            name, _, label = name.partition(":")
            along, way = float(at), SIDES[side]
            x = {"left": left, "right": right}.get(side, along)
            y = {"top": top, "bottom": bottom}.get(side, along)
            self.terminals[name] = WiringTerminal((x, y), way, label or name)


def arduino_name(port: str, bit: int) -> str:
    """Return the name of a pin of the chip on Uno and Nano; both print the same names."""
    return f"A{bit}" if port == "C" else f"D{bit + (8 if port == 'B' else 0)}"


def pins() -> dict[str, str]:
    """Return the Arduino's name for each pin of firmware/avr/pins.h, by the pin's name there."""
    found = re.findall(r"^#define (\w+)_PIN ([BCD]), (\d)$", PINS.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: arduino_name(port, int(bit)) for name, port, bit in found}


class Wiring:
    """The description of the wiring, and its drawing."""

    def __init__(self, text: str) -> None:
        self.blocks: dict[str, DeviceBlock] = {}
        last: DeviceBlock | None = None
        rest: list[tuple[str, list[str], list[str]]] = []
        for kind, fields, labels in _lines(text):
            if kind == "block":
                left, top, right, bottom = map(float, fields[1:])
                last = self.blocks[fields[0]] = DeviceBlock((left, top, right, bottom), labels)
            elif kind in SIDES and last is not None:
                last.add(kind, fields)
            else:
                rest.append((kind, fields, labels))
        names = pins()
        for name, terminal in self.blocks["board"].terminals.items():
            if name in names:
                self.blocks["board"].terminals[name] = WiringTerminal(
                    terminal.place, terminal.way, f"{names[name]} {terminal.word}"
                )
        self._rest = rest

    def draw(self) -> Drawing:
        """Return the drawing."""
        (_, (width, height), (title,)), *rest = self._rest
        sheet = Drawing(float(width), float(height), title)
        sheet.text((20, 34), title, size=20, bold=True)
        for kind, fields, labels in rest:
            match kind:
                case "wire":
                    self._wire(sheet, fields, labels)
                case "pull":
                    self._pull(sheet, fields, labels)
                case "end":
                    for word in fields:
                        self._end(sheet, self._terminal(word), labels)
                case "part":
                    terminal, away = self._terminal(fields[0]), float(fields[1])
                    part(sheet, (terminal.place[0] + away * terminal.way[0], terminal.place[1]), labels[0])
        for block in self.blocks.values():
            _draw(sheet, block)
        for kind, fields, _ in rest:
            if kind == "contact":
                contact(sheet, self._terminal(fields[0]), self._terminal(fields[1]), fields[2] == "closed")
        _legend(sheet)
        return sheet

    def _terminal(self, name: str) -> WiringTerminal:
        block, _, terminal = name.partition(".")
        return self.blocks[block].terminals[terminal]

    def _wire(self, sheet: Drawing, fields: list[str], labels: list[str]) -> None:
        start, end, style = self._terminal(fields[0]), self._terminal(fields[1]), KINDS[fields[2]]
        points = [start.place]
        along_x = start.way[0] != 0
        lanes = [float(word) for word in fields[3:]]
        if not lanes and along_x and end.way[0] and start.place[1] != end.place[1]:
            lanes = [(start.place[0] + end.place[0]) / 2]
        for lane in lanes:
            points.append((lane, points[-1][1]) if along_x else (points[-1][0], lane))
            along_x = not along_x
        if along_x == (end.way[0] != 0):
            corner = end.place
        else:
            corner = (end.place[0], points[-1][1]) if along_x else (points[-1][0], end.place[1])
        sheet.line(*points, *([corner] if corner != end.place else []), end.place, style=style)
        if labels:
            (x0, y0), (x1, _) = _longest_level([*points, corner, end.place])
            sheet.text(((x0 + x1) / 2, y0 - 8), labels[0], size=11, anchor="middle")

    def _pull(self, sheet: Drawing, fields: list[str], labels: list[str]) -> None:
        terminal, away, way = self._terminal(fields[0]), float(fields[1]), WAYS[fields[2]]
        x, y = terminal.place[0] + away * terminal.way[0], terminal.place[1] + away * terminal.way[1]
        sheet.circle((x, y), 2.6, Style("#222222", "#222222"))
        one, two, end = ((x + far * way[0], y + far * way[1]) for far in (14.0, 34.0, 48.0))
        if labels[0].endswith("F"):
            capacitor(sheet, (x, y), way, end)
        else:
            sheet.line((x, y), end, style=THIN)
            across = 5 * abs(way[1]), 5 * abs(way[0])
            sheet.box(
                min(one[0], two[0]) - across[0],
                min(one[1], two[1]) - across[1],
                max(one[0], two[0]) + across[0],
                max(one[1], two[1]) + across[1],
                PART,
            )
        if way[1]:
            sheet.text((x + 13, y + 28 * way[1]), labels[0], size=11)
        else:
            sheet.text((x + 24 * way[0], y - 16), labels[0], size=11, anchor="middle")
        if len(labels) > 1:
            sheet.text((end[0], end[1] - 4), labels[1], size=11, anchor="middle", bold=True)
        else:
            ground(sheet, end)

    def _end(self, sheet: Drawing, terminal: WiringTerminal, labels: list[str]) -> None:
        (x, y), (way, down) = terminal.place, terminal.way
        tip = (x + 22 * way, y) if way else (x, y + (6 if down > 0 else -22))
        sheet.line((x, y), tip, style=THIN)
        if labels:
            anchor = "start" if way > 0 else "end"
            sheet.text((tip[0] + 4 * way, tip[1] + 4), labels[0], size=11, anchor=anchor)
        else:
            ground(sheet, tip)


def _lines(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    for line in text.splitlines():
        plain, *labels = (part.strip() for part in line.split("|"))
        if plain and not plain.startswith("#"):
            kind, *fields = plain.split()
            yield kind, fields, labels


def _longest_level(points: list[Point]) -> tuple[Point, Point]:
    level = [(one, two) for one, two in pairwise(points) if one[1] == two[1]]
    return max(level, key=lambda ends: abs(ends[0][0] - ends[1][0]))


def _draw(sheet: Drawing, block: DeviceBlock) -> None:
    left, top, right, bottom = block.edges
    sheet.box(left, top, right, bottom, BOX)
    middle = (left + right) / 2
    sheet.text(
        (middle, top - 8 if len(block.titles) == 1 else top - 22), block.titles[0], size=13, anchor="middle", bold=True
    )
    for row, line in enumerate(block.titles[1:]):
        sheet.text((middle, top - 8 + 14 * row), line, size=10.5, anchor="middle", colour="#555555")
    for terminal in block.terminals.values():
        (x, y), (way_x, way_y) = terminal.place, terminal.way
        sheet.circle((x, y), 3.2, Style("#222222", "#ffffff"))
        if way_x:
            sheet.text(
                (x - 8 * way_x, y + 4), terminal.word.replace("_", " "), size=11, anchor="end" if way_x > 0 else "start"
            )
        else:
            sheet.text((x, y - 16 * way_y), terminal.word, size=11, anchor="middle")


def _legend(sheet: Drawing) -> None:
    _, height = sheet.size
    x = 40.0
    for kind, text in LEGEND.items():
        sheet.line((x, height - 14), (x + 24, height - 14), style=KINDS[kind])
        sheet.text((x + 29, height - 10), text, size=10.5)
        x += 50 + 5.6 * len(text)
    ground(sheet, (x + 12, height - 26))
    sheet.text((x + 29, height - 10), "ground: all of them meet in one point, at the driver's ground", size=10.5)


def nets(text: str, *, fuses: bool = False) -> list[set[str]]:
    """Return the nets, each as the set of its terminals. "5 V" and "ground" are in the nets with these names.

    A part in a wire splits it into two nets. A fuse does so only with `fuses`: all wires of its terminal are behind it.
    """
    joined: list[set[str]] = []
    parts = {fields[0]: labels[0].endswith("fuse") for kind, fields, labels in _lines(text) if kind == "part"}
    parted = {name for name, fuse in parts.items() if fuses or not fuse}
    for kind, fields, labels in _lines(text):
        if kind == "wire" and fields[2] != "usb":
            together = [set(fields[:2]) - parted, *({name} for name in fields[:2] if name in parted)]
            if fuses and parts.get(fields[0]):
                together[0].add(f"{fields[0]} behind its fuse")
            together += [{name, "5 V"} for name in fields[:2] if fields[2] == "v5"]
        elif kind == "end":
            net = "ground" if not labels else "5 V" if labels[0].startswith("5 V") else ""
            together = [{name, net} - {""} for name in fields]
        else:
            continue
        joined = merge_groups([*joined, *together])
    return joined


def merge_groups(groups: Iterable[set[Thing]]) -> list[set[Thing]]:
    """Return the groups after merging those that have an element in common."""
    found: list[set[Thing]] = []
    for group in groups:
        touched = [other for other in found if other & group]
        found = [other for other in found if not other & group] + [group.union(*touched)]
    return found


def draw_wiring() -> Drawing:
    """Return the drawing of docs/wiring.txt."""
    return Wiring(TEXT.read_text(encoding="utf-8")).draw()


if __name__ == "__main__":
    draw_wiring().save(OUT)
