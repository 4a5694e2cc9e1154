"""The perfboard: what is where on it, which holes a wire joins, and the cables that leave it."""

import math
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from tools.cad import __file__ as cad_file
from tools.draw.wiring import KINDS, TEXT, nets

PERFBOARD = Path(cad_file).with_name("perfboard.toml")
Hole = tuple[int, int]
CLEARANCE = 0.4
"""A wire passes no hole of another net nearer than this, in steps of the grid."""
STRIPPED, AWAY = 1.2, 0.7
"""So much of a wire's end is bare, and so far it stays from a bare wire of another net, in steps of the grid."""
NET_KINDS = {
    "ground": "ground",
    "5 V": "v5",
    "servos.plus": "servo",
    "supply24.plus": "v24",
    "driver.vmot": "cut",
    "leftgate.drain": "light",
    "rightgate.drain": "light",
}
"""Nets that have a colour of their own, the one of their kind of wire in the wiring's drawing."""
NET_COLOURS = {net: KINDS[kind].line or "" for net, kind in NET_KINDS.items()}
COLOUR_WORDS = {
    "ground": "black",
    "v5": "pink",
    "servo": "gold",
    "v24": "red",
    "cut": "orange",
    "light": "violet",
}
THICK = {*NET_KINDS, "driver.a1", "driver.a2", "driver.b1", "driver.b2"} - {"5 V"}
"""Nets whose wires have 0.75 mm², not 0.25."""


@dataclass(frozen=True, slots=True)
class BoardPin:
    """A pin in a hole, the terminal that it is or leads to, the word beside it, and its wire's colour."""

    hole: Hole
    terminal: str
    word: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part on the perfboard; a cable's has `to`, where it leads, `size`, `plug`, and `route`, a name in cables.py."""

    name: str
    kind: str
    pins: tuple[BoardPin, ...]
    to: str = ""
    size: str = ""
    plug: str = ""
    route: str = ""


class Perfboard:
    """The layout of a file, and the nets of docs/wiring.txt on it. Raises KeyError for a missing word."""

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
        """Return in words what of the wiring is not on the board, or twice."""
        faults = [f"two pins in hole {hole}" for hole, count in Counter(p.hole for p in self.pins).items() if count > 1]
        faults += [f"hole {pin.hole} is beside the board" for pin in self.pins if not self._inside(pin.hole)]
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
        """Return in words which wires below come near a rail of another net where they are stripped."""
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

    def _inside(self, hole: Hole) -> bool:
        return 0 <= hole[0] < self.holes[0] and 0 <= hole[1] < self.holes[1]

    def wires(self) -> list[tuple[str, Hole, Hole]]:
        """Return the wires below the board, as short as can be: net and two holes. Raises ValueError if none fits."""
        found = []
        for net, pins in self.by_net.items():
            groups: list[set[Hole]] = [{hole} for hole in pins]
            for rail_net, one, two in self.rails:
                if rail_net == net:
                    groups.append(set(_holes_between(one, two)))
            groups = _merged(groups)
            while len(groups) > 1:
                pairs = (
                    (math.dist(a, b), a, b, i, j)
                    for i, one_group in enumerate(groups)
                    for j, other in enumerate(groups[:i])
                    for a in one_group
                    for b in other
                )
                for _, a, b, i, j in sorted(pairs):
                    if self._free(net, a, b):
                        found.append((net, a, b))
                        groups[j] |= groups.pop(i)
                        break
                else:
                    raise ValueError(f"no wire fits for {net}")
        return found

    def _free(self, net: str, a: Hole, b: Hole) -> bool:
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
    """Return the holes of a level or upright line."""
    steps = max(abs(two[0] - one[0]), abs(two[1] - one[1]))
    return [
        (one[0] + (two[0] - one[0]) * n // steps, one[1] + (two[1] - one[1]) * n // steps) for n in range(steps + 1)
    ]


def _merged(groups: list[set[Hole]]) -> list[set[Hole]]:
    found: list[set[Hole]] = []
    for group in groups:
        touched = [other for other in found if other & group]
        found = [other for other in found if not other & group] + [group.union(*touched)]
    return found


def _away(point: tuple[float, float], a: Hole, b: Hole) -> float:
    """Return the distance of a point from the straight line between two holes."""
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.dist(point, (a[0] + share * along[0], a[1] + share * along[1]))
