"""The parts on the board and the net of each pin, from shield.toml and docs/wiring.txt."""

import math
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.board.perfboard import OFF_BOARD, Perfboard
from tools.draw.wiring import TEXT, nets, pins

SHIELD = Path(__file__).with_name("shield.toml")
STEP = 2.54
COPPER_MIL = 1.378
"""Thickness of copper of one ounce on a square foot, 35 µm, in thousandths of an inch."""
WARMER = 10.0
"""Degrees by which a trace may be warmer than the board."""
LEAST = 0.4
"""Width in mm of a trace that carries only signals."""
ROOM = 40.0 - 6.0 - 1.6 - 11.0 - 1.6
"""From the board to the lid of the electronics' box, in mm: the box's depth without the pegs, the Uno, the
height of its pins in their sockets, and the board. A test compares it with tools/cad/controls.py."""
Place = tuple[float, float]


def trace_width(amperes: float) -> float:
    """Return the width in mm that a trace on the outside of the board needs for a continuous current.

    Source: IPC-2221, chapter 6.2: I = 0.048 dT^0.44 A^0.725, with A in square mil, for copper of one ounce.
    """
    area = (amperes / (0.048 * WARMER**0.44)) ** (1 / 0.725)
    return max(LEAST, float(area / COPPER_MIL * 0.0254))


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of part: hole, pad and height above the board in mm, and its type.

    In steps, the frame extends by `drawn` (left, down, right, up) beyond the pins, and the name is `name_at` from their
    middle.
    """

    hole: float
    pad: float
    high: float
    drawn: tuple[float, float, float, float]
    type: str
    name_at: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ShieldPin:
    """A pin: its place in mm, its net ("" for none), and the word next to it."""

    place: Place
    net: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class ShieldPart:
    """A part. Its name is its value, so that two parts may have the same name."""

    name: str
    kind: PartKind
    pins: tuple[ShieldPin, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A line of copper with round ends through points in mm, on layer 0, the upper side, or 1."""

    net: str
    layer: int
    width: float
    points: tuple[Place, ...]


class Shield:
    """The layout in a file, and the nets of docs/wiring.txt on it. Raises KeyError for a missing word or terminal."""

    def __init__(self, path: Path = SHIELD, wiring: Path = TEXT) -> None:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        self._nets = nets(wiring.read_text(encoding="utf-8"), fuses=True)
        kinds = {name: PartKind(**kind) for name, kind in found["kind"].items()}
        self.outline = tuple(edge * STEP for edge in found["outline"])
        self.clear = [tuple(edge * STEP for edge in area) for area in found["clear"]]
        self.words: list[tuple[str, float, Place]] = [
            (it["text"], it["high"], _place(it["at"])) for it in found["word"]
        ]
        self.holes: list[tuple[Place, float]] = [(_place(hole["at"]), hole["diameter"]) for hole in found["hole"]]
        self.terminals: set[str] = set()
        parts = [_part(kinds, entry, self._pin) for entry in found["part"]]
        cables = {cable.name.partition(" ")[0]: cable for cable in Perfboard().cables}
        for entry in found["cable"]:
            its = cables[entry["name"]].pins
            entry["pins"] = [(*at, pin.terminal, pin.word) for at, pin in zip(entry["at"], its, strict=True)]
            parts.append(_part(kinds, entry, self._pin))
        arduino = {name: f"board.{signal}" for signal, name in pins().items()} | {"5V": "5 V", "GND": "ground"}
        for row in found["uno"]:
            x, y = row["at"]
            entry = {"name": "Uno", "kind": "pins"}
            entry["pins"] = [(x + n, y, arduino.get(word, ""), word) for n, word in enumerate(row["words"])]
            parts.append(_part(kinds, entry, self._pin))
        self.parts = tuple(parts)
        self.rails = [
            Track(
                self.net(rail["terminal"]),
                ("top", "bottom").index(rail["layer"]),
                rail["width"],
                tuple(map(_place, rail["points"])),
            )
            for rail in found["rail"]
        ]
        named = {f"{part.name.partition(' ')[0]}.{n}": pin for part in parts for n, pin in enumerate(part.pins, 1)}
        self.currents = [(entry["amperes"], [named[name] for name in entry["pins"]]) for entry in found["current"]]

    @property
    def pins(self) -> list[tuple[ShieldPin, PartKind]]:
        return [(pin, part.kind) for part in self.parts for pin in part.pins]

    def net(self, terminal: str) -> str:
        """Return the name of a terminal's net, "" if nothing is joined to it. Raises KeyError for an unknown one."""
        for net in self._nets:
            if terminal in net:
                return next((name for name in ("ground", "5 V", "servos.plus") if name in net), min(net))
        if terminal in ("", "board.RX", "board.TX"):
            return ""
        raise KeyError(terminal)

    def width(self, net: str) -> float:
        """Return the width in mm of a net's traces: for its largest current, or the smallest if it has a rail."""
        laid = {rail.net for rail in self.rails}
        flowing = [amperes for amperes, its in self.currents if its[0].net == net]
        most = min(flowing, default=0.0) if net in laid else max(flowing, default=0.0)
        return math.ceil(trace_width(most) * 10 - 1e-6) / 10

    def faults(self, room: float) -> list[str]:
        """Describe what is missing on the board, shares a place with another pin, or is higher than `room` in mm."""
        counted = Counter(pin.place for pin, _ in self.pins)
        faults = [f"two pins at {place}" for place, count in counted.items() if count > 1]
        known = set().union(*self._nets) - {"5 V", "ground"}
        known = {name for name in known if not name.endswith("behind its fuse")}
        # The Uno has 5 V and ground in its own rows.
        lacking = known - self.terminals - OFF_BOARD - {"board.v5", "board.gnd"}
        faults += [f"{name} is not on the board" for name in sorted(lacking)]
        faults += [f"{part.name} is too high" for part in self.parts if part.kind.high > room]
        return faults

    def _pin(self, x: float, y: float, terminal: str, word: str = "") -> ShieldPin:
        self.terminals.add(terminal)
        return ShieldPin(_place((x, y)), self.net(terminal), word)


def _place(at: Any) -> Place:
    return round(at[0] * STEP, 4), round(at[1] * STEP, 4)


def _part(kinds: dict[str, PartKind], entry: dict[str, Any], pin: Any) -> ShieldPart:
    return ShieldPart(entry["name"], kinds[entry["kind"]], tuple(pin(*its) for its in entry["pins"]))
