"""The perfboard: its parts, wires and cables, and its drawings."""

import math
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from tools.draw.drawing import Drawing, Point, Style
from tools.draw.wiring import KINDS, TEXT, merge_groups, nets

PERFBOARD = Path(__file__).with_name("perfboard.toml")
Hole = tuple[int, int]
CLEARANCE = 0.4
"""The least distance of a wire from a hole of another net, in steps of the grid."""
STRIPPED, AWAY = 1.2, 0.7
"""The bare length of a wire's end, and its least distance from a rail of another net, in steps of the grid."""
NET_KINDS = {
    "ground": "ground",
    "5 V": "v5",
    "servos.plus": "servo",
    "supply5.plus": "servo",
    "cutin.source": "servo",
    "supply24.plus": "v24",
    "diode.out": "v24",
    "driver.vmot": "cut",
    "leftgate.drain": "light",
    "rightgate.drain": "light",
}
"""The nets with a colour of their own: that of their kind of wire in the drawing of the wiring."""
NET_COLOURS = {net: KINDS[kind].line or "" for net, kind in NET_KINDS.items()}
COLOUR_WORDS = {"ground": "black", "v5": "pink", "servo": "gold", "v24": "red", "cut": "orange", "light": "violet"}
THICK = {*NET_KINDS, "driver.a1", "driver.a2", "driver.b1", "driver.b2"} - {"5 V"}
"""The nets with wires of 0.75 mm²; the others have 0.25 mm²."""


@dataclass(frozen=True, slots=True)
class BoardPin:
    """A pin in a hole, the terminal that it is or leads to, the word next to it, and its wire's colour."""

    hole: Hole
    terminal: str
    word: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part on the perfboard. A cable leads `to` something, and has a size, a plug and a route (see cables.py)."""

    name: str
    kind: str
    pins: tuple[BoardPin, ...]
    to: str = ""
    size: str = ""
    plug: str = ""
    route: str = ""


class Perfboard:
    """The layout in a file, and the nets of docs/wiring.txt on it. Raises KeyError for a missing word."""

    def __init__(self, path: Path = PERFBOARD, wiring: Path = TEXT) -> None:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        self.holes: Hole = (found["holes"][0], found["holes"][1])
        self.parts = tuple(_part(entry) for entry in found["part"])
        self.cables = tuple(_part(entry) for entry in found["cable"])
        self.all_nets = nets(wiring.read_text(encoding="utf-8"))
        self.rails: list[tuple[str, Hole, Hole]] = []
        for rail in found["rail"]:
            one, two = rail["ends"]
            self.rails.append((self.net(rail["net"]), (one[0], one[1]), (two[0], two[1])))
        self.by_net: dict[str, list[Hole]] = defaultdict(list)
        for pin in self.pins:
            if pin.terminal:
                self.by_net[self.net(pin.terminal)].append(pin.hole)

    @property
    def pins(self) -> list[BoardPin]:
        return [pin for part in (*self.parts, *self.cables) for pin in part.pins]

    def net(self, terminal: str) -> str:
        """Return the name of a terminal's net. Raises KeyError for a terminal that the wiring does not have."""
        for net in self.all_nets:
            if terminal in net:
                named = [name for name in NET_COLOURS if name in net]
                return named[0] if named else min(net)
        raise KeyError(terminal)

    def faults(self) -> list[str]:
        """Describe what is missing on the board, misplaced, or unknown to the wiring."""
        faults = [f"two pins in hole {hole}" for hole, count in Counter(p.hole for p in self.pins).items() if count > 1]
        faults += [f"hole {pin.hole} is outside the board" for pin in self.pins if not self._contains(pin.hole)]
        there = {pin.terminal for pin in self.pins} - {"", "5 V", "ground"}
        known = set().union(*self.all_nets) - {"5 V", "ground"}
        faults += [f"{name} is not on the board" for name in sorted(known - there - OFF_BOARD)]
        faults += [f"the wiring has no {name}" for name in sorted(there - known)]
        holes = {pin.hole: pin for pin in self.pins}
        for net, one, two in self.rails:
            for hole in _holes_between(one, two):
                pin = holes.get(hole)
                if pin and (not pin.terminal or self.net(pin.terminal) != net):
                    faults.append(f"the rail of {net} meets {pin.word or pin.terminal}")
        if not faults:
            faults += self._bare_ends()
        return faults

    def _bare_ends(self) -> list[str]:
        """Describe each wire below the board whose bare end comes near a rail of another net."""
        faults = []
        for net, *ends in self.wires():
            for end, other in (ends, ends[::-1]):
                share = min(1.0, STRIPPED / math.dist(end, other))
                bare = [
                    (end[0] + (other[0] - end[0]) * share * n / 4, end[1] + (other[1] - end[1]) * share * n / 4)
                    for n in range(5)
                ]
                for rail, one, two in self.rails:
                    if rail != net and min(_away(point, one, two) for point in bare) < AWAY:
                        faults.append(f"the bare end of {net} at {end} comes near the rail of {rail}")
        return faults

    def _contains(self, hole: Hole) -> bool:
        return 0 <= hole[0] < self.holes[0] and 0 <= hole[1] < self.holes[1]

    def wires(self) -> list[tuple[str, Hole, Hole]]:
        """Return the shortest wires below the board: net and two holes. Raises ValueError if no wire fits."""
        found = []
        for net, pins in self.by_net.items():
            groups: list[set[Hole]] = [{hole} for hole in pins]
            for rail_net, one, two in self.rails:
                if rail_net == net:
                    groups.append(set(_holes_between(one, two)))
            groups = merge_groups(groups)
            while len(groups) > 1:
                pairs = (
                    (math.dist(a, b), a, b, i, j)
                    for i, one_group in enumerate(groups)
                    for j, other in enumerate(groups[:i])
                    for a in one_group
                    for b in other
                )
                for _, a, b, i, j in sorted(pairs):
                    if self._is_free(net, a, b):
                        found.append((net, a, b))
                        groups[j] |= groups.pop(i)
                        break
                else:
                    raise ValueError(f"no wire fits for {net}")
        return found

    def _is_free(self, net: str, a: Hole, b: Hole) -> bool:
        """Return whether a straight wire passes no hole of another net."""
        for pin in self.pins:
            if pin.hole in (a, b) or (pin.terminal and self.net(pin.terminal) == net):
                continue
            if _away(pin.hole, a, b) < CLEARANCE:
                return False
        return True


OFF_BOARD = {"board.LED", "servos.gnd", "supply5.minus", "supply24.minus"}


def _part(entry: dict[str, object]) -> BoardPart:
    pins = []
    for column, row, terminal, *words in entry.pop("pins"):  # type: ignore[attr-defined]
        pins.append(BoardPin((column, row), terminal, *words))
    return BoardPart(pins=tuple(pins), **entry)  # type: ignore[arg-type]


def _holes_between(one: Hole, two: Hole) -> list[Hole]:
    """Return the holes on a horizontal or vertical line."""
    steps = max(abs(two[0] - one[0]), abs(two[1] - one[1]))
    return [
        (one[0] + (two[0] - one[0]) * n // steps, one[1] + (two[1] - one[1]) * n // steps) for n in range(steps + 1)
    ]


def nearest_on_line(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Return the point of the straight line between two others that is nearest to a point."""
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return a[0] + share * along[0], a[1] + share * along[1]


def _away(point: tuple[float, float], a: Hole, b: Hole) -> float:
    """Return the distance of a point from the straight line between two holes."""
    return math.dist(point, nearest_on_line(point, a, b))


STEP = 27.0
EDGE = (60.0, 96.0)
SIGNAL_COLOURS = ("#1f5fbf", "#2e8b57", "#0f8b8d", "#5b6abf", "#4a7f1f")
BODIES = {
    "module": "#dde9f7",
    "resistor": "#efe2c4",
    "capacitor": "#d9e6d2",
    **dict.fromkeys(("mosfet", "switch", "small", "diode"), "#d6d6d6"),
    "lamp": "#f6d5d5",
    "socket": "#e7dff2",
    "bridge": "#f7e6c4",
}


def draw_perfboard(board: Perfboard, *, below: bool = False) -> Drawing:
    """Draw the board from above, with the wires below it, or from below, with the wires' numbers."""
    wide, high = ((count - 1) * STEP for count in board.holes)
    side = "below" if below else "above"
    sheet = Drawing(wide + 2 * EDGE[0], high + EDGE[1] + 100, f"Perfboard from {side}")
    sheet.text((20, 34), f"Perfboard, 7 x 9 cm, from {side}", size=18, bold=True)
    words = (
        "Turned over from left to right: columns are counted from the right."
        if below
        else "Parts are on top; the coloured wires run below."
    )
    sheet.text((20, 56), words, size=12)

    def at(hole: Hole) -> Point:
        return EDGE[0] + (board.holes[0] - 1 - hole[0] if below else hole[0]) * STEP, EDGE[1] + hole[1] * STEP

    sheet.box(EDGE[0] - 18, EDGE[1] - 18, EDGE[0] + wide + 18, EDGE[1] + high + 18, Style("#8a7a4a", "#fbf6e6", 1.4))
    for column in range(board.holes[0]):
        for row in range(board.holes[1]):
            sheet.circle(at((column, row)), 2.0, Style("#c9bd94", "#ffffff", 0.8))
    for column in range(0, board.holes[0], 5):
        sheet.text((at((column, 0))[0], EDGE[1] - 24), str(column), size=9.5, anchor="middle", colour="#777777")
    for row in range(0, board.holes[1], 5):
        sheet.text((EDGE[0] + wide + 22, at((0, row))[1] + 3), str(row), size=9.5, colour="#777777")
    if not below:
        for part in (*board.parts, *board.cables):
            _draw_body(sheet, part, [at(pin.hole) for pin in part.pins])
    for net, one, two in board.rails:
        sheet.line(at(one), at(two), style=Style(_net_colour(net), width=5.0))
    for net, one, two in board.wires():
        sheet.line(at(one), at(two), style=Style(_net_colour(net), width=2.2))
    for part in (*board.parts, *board.cables):
        for pin in part.pins:
            colour = _net_colour(board.net(pin.terminal)) if pin.terminal else "#999999"
            sheet.circle(at(pin.hole), 5.0, Style("#222222", colour, 1.0))
            if pin.word and not below:
                x, y = at(pin.hole)
                left = part.kind == "module" and pin.hole[0] == min(p.hole[0] for p in part.pins)
                anchor, shift = ("end", -9) if not left and part.kind == "module" else ("start", 9)
                if part.kind == "mosfet":
                    sheet.text((x, y - 9), pin.word, size=9.5, anchor="middle")
                else:
                    sheet.text((x + shift, y - 4 if part.to else y + 4), pin.word, size=9.5, anchor=anchor)
    if below:
        for number, (_, one, two) in enumerate(board.wires(), 1):
            (x1, y1), (x2, y2) = at(one), at(two)
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            sheet.circle((x, y), 8.5, Style("#555555", "#ffffff", 0.8))
            sheet.text((x, y + 3.5), str(number), size=9.5, anchor="middle")
    y = EDGE[1] + high + 44
    x = EDGE[0]
    for net, text in LEGEND.items():
        sheet.line((x, y), (x + 24, y), style=Style(NET_COLOURS.get(net, SIGNAL_COLOURS[0]), width=3.0))
        sheet.text((x + 30, y + 4), text, size=11)
        x += 40 + 5.9 * len(text)
    return sheet


LEGEND = {
    "ground": "ground",
    "5 V": "5 V of the Arduino",
    "servos.plus": "5 V of the servos",
    "supply24.plus": "24 V",
    "driver.vmot": "24 V behind the stop",
    "leftgate.drain": "light's minus",
    "signal": "signals",
}


def _net_colour(net: str) -> str:
    return NET_COLOURS.get(net) or SIGNAL_COLOURS[sum(map(ord, net)) % len(SIGNAL_COLOURS)]


def _draw_body(sheet: Drawing, part: BoardPart, places: list[Point]) -> None:
    xs, ys = [x for x, _ in places], [y for _, y in places]
    grow = {"resistor": 7.0, "capacitor": 9.0}.get(part.kind, 11.0)
    left, top, right, bottom = min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow
    sheet.box(left, top, right, bottom, Style("#555555", BODIES[part.kind], 1.0))
    if part.kind == "mosfet":
        sheet.line((left, top), (right, top), style=Style("#333333", width=4.0))
    middle = ((left + right) / 2, (top + bottom) / 2 + 4)
    if part.to:
        name = part.name.partition(" ")[0]
        if right > sheet.size[0] - 100:
            sheet.text((right + 3, middle[1]), name, size=11, bold=True)
        elif left < 80:
            sheet.text((left - 3, middle[1]), name, size=11, bold=True, anchor="end")
        elif "servo" in part.name:
            sheet.text((right + 5, middle[1]), name, size=11, bold=True)
        else:
            sheet.text((middle[0], top - 4), name, size=11, bold=True, anchor="middle")
    elif part.kind in ("resistor", "capacitor"):
        upright = bottom - top > right - left
        place, anchor = ((right + 3, middle[1]), "start") if upright else (middle, "middle")
        sheet.text(place, part.name, size=9.5, anchor=anchor)
    elif part.kind == "bridge":
        sheet.text((right + 3, middle[1]), part.name, size=11, bold=True)
    else:
        level = {"module": middle[1], "small": top - 4}.get(part.kind, bottom + 12)
        sheet.text((middle[0], level), part.name, size=11, bold=True, anchor="middle")
