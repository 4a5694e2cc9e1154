"""Drawings of the perfboard, from above and from below."""

from tools.draw.drawing import Drawing, Point, Style
from tools.guide.perfboard import NET_COLOURS, BoardPart, Hole, Perfboard

STEP = 27.0
EDGE = (60.0, 96.0)
SIGNAL_COLOURS = ("#1f5fbf", "#2e8b57", "#0f8b8d", "#5b6abf", "#4a7f1f")
BODIES = {"module": "#dde9f7", "resistor": "#efe2c4", "capacitor": "#d9e6d2", "mosfet": "#d6d6d6", "socket": "#e7dff2"}


def draw_perfboard(board: Perfboard, *, below: bool = False) -> Drawing:
    """Draw the board from above, with the wires below it; or from below, with the wires' numbers."""
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
    else:
        level = middle[1] if part.kind == "module" else bottom + 12
        sheet.text((middle[0], level), part.name, size=11, bold=True, anchor="middle")
