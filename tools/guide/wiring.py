"""The page of cables and perfboard, as text."""

from collections.abc import Iterator

from hardware.panel import PanelPins
from tools.cad.plan import MachinePlan
from tools.draw.drawing import Drawing, Style
from tools.guide import MADE
from tools.guide.cables import lengths
from tools.guide.perfboard import COLOUR_WORDS, NET_KINDS, THICK, BoardPart, Hole, Perfboard

HEADER = {
    17: 11,
    27: 13,
    22: 15,
    5: 29,
    6: 31,
    13: 33,
    19: 35,
    26: 37,
    21: 40,
    12: 32,
    16: 36,
    20: 38,
    23: 16,
    24: 18,
    25: 22,
}
"""The pin of the Raspberry Pi's header for each BCM number."""
GROUND_PIN = 39
"""The pin of the header that the panel's ground goes to."""
JOINED = """\
What is joined follows from [wiring](../wiring.md), which also says why. Switch both supplies off before you change
anything."""
ABOVE = """\
Holes are counted from 0: column, then row, from the upper left corner as the board lies with its parts upward. Another
driver than the A4988 sits otherwise: see [wiring](../wiring.md)."""
PLACED = """\
From low to high. Leave the A4988 itself out of its sockets. The words beside its pins are those that are printed on
it. The left MOSFET leans a little towards the lower edge, so that its tab does not touch the
resistor of 10 kΩ above it."""
BELOW = """\
The same board, turned over from left to right. Thick lines are bare wires of 1 mm. All other wires are insulated and
may cross. The numbers are those of the table, which has their colour in the drawing and their size: tick them off."""
COLOURED = """\
The words are those on the drawing, and at K1 the Arduino's. K1 is made of jumper leads, in any colours. The black wire
of a switch goes to its other contact. Cut the plug off the motor's lead, and twist the two wires of each winding.
Lengths are from end to end; a servo's own lead is part of its length. If the colours of the motor's wires are not
known: two wires of one winding have 1 to 3 Ω between them."""
PANEL = """\
For each wire, cut the female end off a jumper lead, solder it to a wire of 0.25 mm² of {metres:g} m, with heat-shrink
tube over the joint, and plug it onto the Pi. Each LED has 330 Ω in its long leg's wire. A bare wire along the panel
joins the other contact of each button and the short leg of each LED, {grounds} in all: one single wire leads from it to
pin {pin}. Plug them on while the Pi's own plug is pulled. Connect nothing of the 5 V board to the Pi's pins."""


def wiring_page(board: Perfboard, plan: MachinePlan) -> str:
    """Return the page."""
    metres = lengths(plan)
    lines = ["# Cables and perfboard", MADE, "", JOINED, "", "## What goes where", ""]
    lines += ["![Perfboard from above](img/perfboard.svg)", "", ABOVE, "", PLACED, "", *_placed(board)]
    lines += ["", "## The wires on the underside", "", "![Perfboard from below](img/perfboard-below.svg)", ""]
    lines += [BELOW, "", *_wires(board), "", "Each net, for the beeper:", "", "| net | holes |", "|---|---|"]
    lines += [f"| {net} | {'; '.join(map(_words, sorted(holes)))} |" for net, holes in sorted(board.by_net.items())]
    lines += [
        "",
        "## Cables",
        "",
        "| cable | leads to | wires | size | length | joined by |",
        "|---|---|---|---|---|---|",
    ]
    for cable in board.cables:
        wires = ", ".join(f"{pin.word or pin.terminal.partition('.')[2]}: {pin.colour}" for pin in cable.pins)
        length = f"{metres[cable.route]:g} m" if cable.route else "0.2 m"
        lines.append(f"| {cable.name} | {cable.to} | {wires} | {cable.size} | {length} | {cable.plug} |")
    named = panel_names()
    words = PANEL.format(metres=metres["panel"], grounds=len(named), pin=GROUND_PIN)
    lines += ["", COLOURED, "", "## Panel to the Raspberry Pi", "", "![The Pi's header](img/header.svg)", "", words, ""]
    lines += ["| | BCM | pin of the header |", "|---|---|---|"]
    lines += [f"| {name} | {pin} | {HEADER[pin]} |" for name, pin in named]
    return "\n".join(lines) + "\n"


def panel_names() -> list[tuple[str, int]]:
    """Return name and BCM number of each button and lamp."""
    pins = PanelPins()
    named = [("ROLL", pins.roll), ("HOLD/SCORE", pins.hold), ("NEW", pins.new)]
    named += [(f"keep {number}", pin) for number, pin in enumerate(pins.keeps, 1)]
    return named + [(f"lamp {number}", pin) for number, pin in enumerate(pins.lamps, 1)]


def _words(hole: Hole) -> str:
    return f"{hole[0]}, {hole[1]}"


def _placed(board: Perfboard) -> Iterator[str]:
    yield "| part | holes | which way |"
    yield "|---|---|---|"
    order = ("resistor", "module", "header", "capacitor", "mosfet", "terminal")
    parts = [(part.kind, _part_row(part)) for part in board.parts]
    parts += [("header" if "pin header" in cable.plug else "terminal", _cable_row(cable)) for cable in board.cables]
    yield from (row for _, row in sorted(parts, key=lambda part: order.index(part[0])))


def _part_row(part: BoardPart) -> str:
    name = {"module": f"two sockets of 8, for the {part.name}", "mosfet": f"MOSFET, {part.name}"}.get(part.kind, "")
    holes = [pin.hole for pin in part.pins]
    words = "; ".join(map(_words, holes))
    if part.kind == "module":
        half = len(holes) // 2
        rows = (holes[:half], holes[half:])
        words = "; ".join(f"{_words(row[0])} to {_words(row[-1])}" for row in rows)
    return f"| {name or part.name} | {words} | {_way(part)} |"


def _cable_row(cable: BoardPart) -> str:
    kind = "pin header" if "pin header" in cable.plug else "screw terminal"
    words = "; ".join(_words(pin.hole) for pin in cable.pins)
    way = "" if kind == "pin header" else "its openings to the nearest edge of the board"
    return f"| {kind} of {len(cable.pins)}, {cable.name} | {words} | {way} |"


def _way(part: BoardPart) -> str:
    if part.kind == "mosfet":
        return "printed side to the lower edge, metal tab to the upper one; the tabs touch nothing: they are D"
    plus = [pin for pin in part.pins if pin.word == "+"]
    if plus:
        return f"long leg, plus, at {_words(plus[0].hole)}; the stripe is minus"
    return "VMOT at " + _words(next(p.hole for p in part.pins if p.word == "VMOT")) if part.kind == "module" else ""


def _wires(board: Perfboard) -> Iterator[str]:
    yield "| number | net | from | to | drawn | mm² |"
    yield "|---|---|---|---|---|---|"
    for number, (net, one, two) in enumerate(board.rails, 1):
        yield f"| bare {number} | {net} | {_words(one)} | {_words(two)} | {_drawn(net)} | |"
    for number, (net, one, two) in enumerate(board.wires(), 1):
        size = "0.75" if net in THICK else "0.25"
        yield f"| {number} | {net} | {_words(one)} | {_words(two)} | {_drawn(net)} | {size} |"


def _drawn(net: str) -> str:
    """Return the colour of a net in the drawings; signals have several."""
    return COLOUR_WORDS[NET_KINDS[net]] if net in NET_KINDS else "signal"


STEP, TOP, MIDDLE = 26.0, 110.0, 290.0
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
PIN, GROUND, FREE, LIVE = "#1f5fbf", "#222222", "#ffffff", "#c62828"


def draw_header() -> Drawing:
    """Draw the 40 pins as one looks at the Pi with its USB sockets downward."""
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
