"""A drawing of the Raspberry Pi's header with the panel's wires."""

from tools.draw.drawing import Drawing, Style
from tools.guide.wiring import GROUND_PIN, HEADER, panel_names

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
