"""The text of the page of cables and perfboard."""

from collections.abc import Iterable

from hardware.panel import PanelPins
from tools.board.layout import Shield
from tools.board.perfboard import COLOUR_WORDS, NET_KINDS, THICK, BoardPart, Hole, Perfboard
from tools.cad.plan import MachinePlan
from tools.draw.drawing import Drawing, Style
from tools.guide import render_page
from tools.guide.cables import lengths

ODD_PINS = {17: 11, 27: 13, 22: 15, 5: 29, 6: 31, 13: 33, 19: 35, 26: 37}
HEADER = ODD_PINS | {21: 40, 12: 32, 16: 36, 20: 38, 23: 16, 24: 18, 25: 22}
"""The pin of the Raspberry Pi's header for each BCM number."""
GROUND_PIN = 39
"""The pin of the header for the panel's ground."""


LOW_TO_HIGH = (
    "bridge", "resistor", "diode", "module", "header", "small", "lamp", "capacitor", "mosfet", "switch", "plug",
    "terminal",
)  # fmt: skip
"""Kinds of parts on the perfboard, in the order in which they are soldered."""


def wiring_page(board: Perfboard, plan: MachinePlan) -> str:
    """Return the text of the page."""
    words = {"board": board, "metres": lengths(plan), "thick": THICK, "drawn": _name_colour}
    words |= {"placed": _list_parts(board), "soldered": _list_soldered(Shield())}
    return render_page("wiring.md", panel=panel_names(), header=HEADER, ground=GROUND_PIN, **words)


def panel_names() -> list[tuple[str, int]]:
    """Return the name and BCM number of each button and lamp."""
    pins = PanelPins()
    named = [("ROLL", pins.roll), ("HOLD/SCORE", pins.hold), ("NEW", pins.new)]
    named += [(f"keep {number}", pin) for number, pin in enumerate(pins.keeps, 1)]
    return named + [(f"lamp {number}", pin) for number, pin in enumerate(pins.lamps, 1)]


def _list_parts(board: Perfboard) -> list[tuple[str, str, str]]:
    """Return the name, holes and orientation of each part, from low to high."""
    parts = [(part.kind, _part_row(part)) for part in board.parts]
    parts += [(_connector(cable), _cable_row(cable)) for cable in board.cables]
    return [row for _, row in sorted(parts, key=lambda part: LOW_TO_HIGH.index(part[0]))]


def _list_soldered(shield: Shield) -> list[tuple[str, str]]:
    """Return the names, and the value and type, of the parts that are soldered to the shield, from low to high."""
    found: dict[tuple[str, str], list[str]] = {}
    for part in sorted(shield.parts, key=lambda part: part.kind.high):
        name, _, value = part.name.partition(" ")
        found.setdefault((f"{value}, {part.kind.type}" if value else part.kind.type, value), []).append(name)
    return [(", ".join(dict.fromkeys(names)), kind) for (kind, _), names in found.items()]


def _words(holes: Iterable[Hole]) -> str:
    return "; ".join(f"{column}, {row}" for column, row in holes)


def _part_row(part: BoardPart) -> tuple[str, str, str]:
    name = {
        "module": f"two sockets of 8, for the {part.name}",
        "mosfet": f"MOSFET, {part.name}",
        "switch": f"P-MOSFET {part.name}",
        "bridge": f"bare wire, {part.name}",
    }.get(part.kind, "")
    holes = [pin.hole for pin in part.pins]
    words, half = _words(holes), len(holes) // 2
    if part.kind == "module":
        words = "; ".join(f"{_words(row[:1])} to {_words(row[-1:])}" for row in (holes[:half], holes[half:]))
    return name or part.name, words, _way(part)


def _connector(cable: BoardPart) -> str:
    return "header" if "pin header" in cable.plug else "plug" if cable.plug.startswith("plug") else "terminal"


def _cable_row(cable: BoardPart) -> tuple[str, str, str]:
    kind = {"header": "pin header", "plug": "header for a plug"}.get(_connector(cable), "screw terminal")
    way = "" if kind == "pin header" else "its openings to the nearest edge of the board"
    return f"{kind} of {len(cable.pins)}, {cable.name}", _words(pin.hole for pin in cable.pins), way


def _way(part: BoardPart) -> str:
    if part.kind == "bridge":
        three = "from the middle hole to TMC for a TMC2209, to A4988 for an A4988"
        return three if len(part.pins) == 3 else "only for a TMC2209"
    if part.kind in ("mosfet", "switch"):
        printed, tab = ("lower", "upper") if part.pins[0].word == "G" else ("upper", "lower")
        return f"printed side to the {printed} edge, metal tab to the {tab} one; the tab must touch nothing: it is D"
    if part.kind == "small":
        return "flat side to the lower edge"
    if part.kind == "diode":
        return f"its ring at {_words(pin.hole for pin in part.pins if pin.word == 'K')}"
    plus = [pin for pin in part.pins if pin.word == "+"]
    if plus:
        minus = "" if part.kind == "lamp" else "; the stripe is minus"
        return f"long leg, plus, at {_words([plus[0].hole])}{minus}"
    return "VMOT at " + _words(p.hole for p in part.pins if p.word == "VMOT") if part.kind == "module" else ""


def _name_colour(net: str) -> str:
    """Return the colour of a net in the drawings; signals have several."""
    return COLOUR_WORDS[NET_KINDS[net]] if net in NET_KINDS else "signal"


STEP, TOP, MIDDLE = 26.0, 110.0, 290.0
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
PIN, GROUND, FREE, LIVE = "#1f5fbf", "#222222", "#ffffff", "#c62828"


def draw_header() -> Drawing:
    """Draw the 40 pins of the Pi, seen from above with its USB sockets downward."""
    sheet = Drawing(2 * MIDDLE, TOP + 20 * STEP + 50, "The Raspberry Pi's header")
    sheet.text((20, 34), "The Pi's header, seen from above, USB sockets downward", size=18, bold=True)
    sheet.text(
        (20, 58), "Pin 1 is at the end of the header that is away from the USB sockets, in the inner row.", size=12
    )
    sheet.text((MIDDLE + 24, TOP - 22), "edge of the Pi's board: right", size=11)
    names = {HEADER[bcm]: name for name, bcm in panel_names()}
    sheet.box(MIDDLE - 26, TOP - 14, MIDDLE + 26, TOP + 19 * STEP + 14, Style("#555555", "#e9e6dd", 1.2))
    for pin in range(1, 41):
        right = pin % 2 == 0
        x, y = MIDDLE + (13 if right else -13), TOP + (pin - 1) // 2 * STEP
        colour = PIN if pin in names else GROUND if pin in GROUNDS else LIVE if pin in POWER else FREE
        if pin == 1:
            sheet.box(x - 8, y - 8, x + 8, y + 8, Style("#222222", colour, 1.2))
        else:
            sheet.circle((x, y), 8.0, Style("#222222", colour, 1.2))
        word = names.get(pin) or ("ground: the panel's wire" if pin == GROUND_PIN else "")
        word = word or ("ground" if pin in GROUNDS else f"{POWER[pin]}: leave it free" if pin in POWER else "")
        near, far = (MIDDLE + 34, MIDDLE + 62) if right else (MIDDLE - 34, MIDDLE - 62)
        sheet.text((near, y + 4), str(pin), size=11, anchor="start" if right else "end", colour="#777777")
        bold = pin in names or pin == GROUND_PIN
        sheet.text((far, y + 4), word, size=13, anchor="start" if right else "end", bold=bold)
    return sheet
