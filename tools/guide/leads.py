"""Drawings of leads that no solid has: the supply of the first servos, and the camera's ribbon cable at the Pi."""

from tools.draw.drawing import Drawing, Style

FRAME = Style("#444444", "#f1efe8", 1.2)
PLUS, MINUS, SIGNAL, GREEN = "#c62828", "#222222", "#e07b00", "#2e7d32"
WIDE = 3.0
"""Of a wire."""


def _named(sheet: Drawing, left: float, top: float, right: float, bottom: float, *words: str) -> None:
    sheet.box(left, top, right, bottom, FRAME)
    for line, word in enumerate(words):
        sheet.text(((left + right) / 2, top + 20 + 16 * line), word, size=13, anchor="middle", bold=not line)


def _wire(sheet: Drawing, colour: str, *points: tuple[float, float]) -> None:
    sheet.line(*points, style=Style(colour, None, WIDE))
    for point in (points[0], points[-1]):
        sheet.circle(point, 4.0, Style(colour, colour))


def draw_servo_test() -> Drawing:
    """Draw how jack, fuse, terminal strip, a servo and the Arduino are joined on the bench."""
    sheet = Drawing(760, 390, "The servos' supply, a servo and the Arduino")
    _named(sheet, 20, 50, 140, 150, "5 V supply", "its plug is", "in the jack")
    _named(sheet, 140, 70, 220, 140, "jack")
    _named(sheet, 280, 62, 370, 92, "fuse 5 A")
    _named(sheet, 430, 50, 540, 160, "strip")
    _named(sheet, 620, 50, 740, 170, "servo", "red", "brown", "orange")
    _named(sheet, 300, 240, 640, 350, "", "", "", "Arduino Uno", "USB to the computer")
    _wire(sheet, PLUS, (220, 84), (280, 84))
    _wire(sheet, PLUS, (370, 84), (430, 84))
    _wire(sheet, MINUS, (220, 124), (430, 124))
    _wire(sheet, PLUS, (540, 84), (620, 84))
    _wire(sheet, MINUS, (540, 112), (620, 102))
    _wire(sheet, MINUS, (485, 160), (485, 256))
    _wire(sheet, SIGNAL, (680, 170), (680, 210), (600, 210), (600, 256))
    for x, word in ((330, "D2"), (370, "GND"), (410, "D3"), (450, "GND"), (490, "GND"), (600, "A0 to A5")):
        sheet.text((x, 275), word, size=12, anchor="middle", bold=True)
    for start, end in ((330, 370), (410, 450)):
        _wire(sheet, GREEN, (start, 256), (start, 222), (end, 222), (end, 256))
    sheet.text((325, 212), "stand for stop and lid", size=12)
    sheet.text((225, 76), "+", size=16, bold=True)
    sheet.text((225, 116), "−", size=16, bold=True)
    sheet.text((436, 90), "+", size=16, bold=True)
    sheet.text((436, 130), "−", size=16, bold=True)
    sheet.text((20, 28), "Red is plus, black is minus. A jack has + and − written beside its two screws.", size=14)
    sheet.text((20, 378), "Where the Arduino has its pins: as they are printed on it, not as drawn here.", size=12)
    return sheet


def draw_ribbon() -> Drawing:
    """Draw how the camera's ribbon cable lies in the socket of the Pi."""
    sheet = Drawing(560, 300, "The camera's ribbon cable in the Pi's socket")
    sheet.text((20, 28), "Cut through the Pi's socket: the bare contacts look away from the latch.", size=14, bold=True)
    sheet.box(140, 210, 400, 226, Style("#2e7d32", "#bfdcc0", 1.2))
    sheet.text((270, 248), "board of the Raspberry Pi", size=13, anchor="middle")
    sheet.box(210, 120, 228, 210, FRAME)
    sheet.box(252, 120, 280, 210, FRAME)
    sheet.box(246, 96, 280, 120, Style("#222222", "#444444", 1.2))
    sheet.text((288, 112), "latch: pull up, push the cable in, push down", size=12)
    sheet.box(238, 60, 246, 204, Style("#1f5fbf", "#1f5fbf"))
    sheet.box(233, 150, 238, 204, Style("#b08d2e", "#e2b232"))
    sheet.line((190, 176), (232, 176), style=Style("#b08d2e", None, 1.5))
    sheet.text((186, 180), "bare contacts: to HDMI (Pi 4)", size=12, anchor="end")
    sheet.text((254, 76), "stiff coloured strip: to the latch", size=12)
    sheet.text((20, 284), "The Pi is off. The cable goes in straight, to its end; the latch holds it.", size=13)
    return sheet
