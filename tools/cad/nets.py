"""The same box folded from card: its nets at 1:1 on A4, with what is cut, folded and glued."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tools.cad.boxes import TIE, TIE_ASIDE, TIES, BoxPlan
from vision.calibration.paper import A4, ADVICE, RULER, PrintedPage, Rectangle

CARD = 0.4
"""Thickness of card of 250 to 300 g/m²."""
CUT, FOLD, DASH, DOT = 0.35, 0.25, (3.0, 2.0), 0.6
"""Thickness of lines; how long a dash and the gap behind it are; side of the dots of a glued area."""
TAB, BAR, SQUARE = 12.0, 8.0, 14.0
"""Depth of the tabs at the bottom, width of the bar under the flap, and side of the squares under the plunger."""
LAYERS, SQUARES = 3, 12
DOOR, DOOR_HIGH = 28.0, 46.0
FLAP_GAP = 0.5
TETHER = 20.0
"""From the hinge to both ends of the tape that stops the flap: along the flap, and down the wall."""
LEFT, TOP = 9.0, 8.0


@dataclass(slots=True)
class NetSheet:
    """A page that is drawn piece by piece, in mm from its upper left corner."""

    black: list[Rectangle] = field(default_factory=list)
    words: list[tuple[float, float, str]] = field(default_factory=list)

    def cut(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a whole line, along x or y."""
        self.black.append((min(x0, x1) - CUT / 2, min(y0, y1) - CUT / 2, abs(x1 - x0) + CUT, abs(y1 - y0) + CUT))

    def outline(self, left: float, top: float, wide: float, high: float) -> None:
        right, low = left + wide, top + high
        for side in (
            (left, top, right, top),
            (left, low, right, low),
            (left, top, left, low),
            (right, top, right, low),
        ):
            self.cut(*side)

    def fold(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a dashed line, along x or y."""
        long = abs(x1 - x0) + abs(y1 - y0)
        along = (1.0, 0.0) if y0 == y1 else (0.0, 1.0)
        start = 0.0
        while start < long:
            dash = min(DASH[0], long - start)
            size = [max(side * dash, FOLD) for side in along]
            self.black.append((min(x0, x1) + along[0] * start, min(y0, y1) + along[1] * start, size[0], size[1]))
            start += sum(DASH)

    def glue(self, left: float, top: float, wide: float, high: float) -> None:
        """Dot an area that glue goes onto."""
        for row in range(int((high - 4) // 5)):
            self.black += [(left + 4 + 5 * n, top + 5 + 5 * row, DOT, DOT) for n in range(int((wide - 4) // 5))]

    def prick(self, x: float, y: float) -> None:
        """Draw a small cross, through whose middle a hole is pricked."""
        self.cut(x - 1.5, y, x + 1.5, y)
        self.cut(x, y - 1.5, x, y + 1.5)

    def say(self, x: float, y: float, words: str) -> None:
        self.words.append((x, y, words))

    def page(self) -> PrintedPage:
        return PrintedPage((A4[1], A4[0]), tuple(self.black), tuple(self.words))


def net_page(it: dict[str, Any]) -> PrintedPage:
    """Return the page of one box, on A4 that lies across: walls, three layers of flap, bar, and squares."""
    plan, sheet = BoxPlan(it), NetSheet()
    _draw_walls(plan, sheet)
    low = TOP + plan.top + TAB + 8
    side = 2 * plan.half - 2 * FLAP_GAP
    for layer in range(LAYERS):
        left = LEFT + layer * (side + 4)
        sheet.outline(left, low, side, side + FLAP_GAP)
        if layer:
            sheet.glue(left, low, side, side)
        sheet.say(left + 3, low + 4, ("flap, lowest layer", "flap, middle", "flap, upper: black behind")[layer])
    sheet.say(LEFT + 3, low + 9, "hinge at this edge")
    for x in (side / 2 - 14, side / 2 + 14):
        sheet.prick(LEFT + x, low + TETHER)
    sheet.say(LEFT + 16, low + TETHER + 1, "tape")
    left = LEFT + LAYERS * (side + 4)
    faces = (BAR, BAR, BAR * 2**0.5, BAR)
    sheet.outline(left, low, side, sum(faces))
    for which, reach in enumerate(sum(faces[:count]) for count in (1, 2, 3)):
        sheet.fold(left, low + reach, left + side, low + reach)
        sheet.say(left + 3, low + reach - 3, ("bar: this face to the wall", "bar: this face up", "bar")[which])
    sheet.glue(left, low, side, BAR)
    sheet.glue(left, low + sum(faces[:3]), side, BAR)
    for number in range(SQUARES):
        sheet.outline(left + side + 6 + SQUARE * (number % 4), low + SQUARE * (number // 4), SQUARE, SQUARE)
    sheet.say(left + side + 6, low - 2, "squares to lay under the plunger")
    aside = LEFT + 5 * (2 * plan.half + CARD) + 6
    notes = (
        "A box of card, light grey, 250 to 300 g per square metre.",
        "Whole lines: cut. Dashed lines: score with the back",
        "of the knife, and fold away from the print: the print",
        "stays outside. Dotted areas: glue. Crosses: prick",
        "through, so that the place is seen on the other side.",
        "The two pairs of short lines in panels 1 and 5 are",
        "slits for the cable ties.",
    )
    for number, words in enumerate(notes):
        sheet.say(aside, TOP + 6 + 5 * number, words)
    sheet.black.append((A4[1] - 7 - RULER, A4[0] - 12, RULER, 1.0))
    sheet.say(A4[1] - 12 - RULER, A4[0] - 14, ADVICE)
    return sheet.page()


def _draw_walls(plan: BoxPlan, sheet: NetSheet) -> None:
    """Draw the five walls side by side, their lower ends at the bottom; the last one is glued onto the first."""
    wide, high = 2 * plan.half + CARD, plan.top
    names = ("1 behind", "2 side", "3 front", "4 side", "5 behind: onto 1")
    low = TOP + high

    def at(height: float) -> float:
        return low - height

    edges = [LEFT + wide * number for number in range(5)] + [LEFT + wide * 5 + CARD]
    for number, name in enumerate(names):
        left, right = edges[number], edges[number + 1]
        sheet.say(left + 3, TOP + 5, name)
        sheet.cut(left, TOP, right, TOP)
        if number:
            sheet.fold(left, TOP, left, low)
        if number in (1, 3):
            sheet.fold(left, low, right, low)
            sheet.outline(left + 3, low, wide - 6, TAB)
            sheet.say(left + 6, low + 6, "foot: fold inward")
        middle = (left + right) / 2
        if number == 2:
            half = DOOR / 2
            for x0, x1 in ((left, middle - half), (middle + half, right)):
                sheet.cut(x0, low, x1, low)
            for x in (middle - half, middle + half):
                sheet.cut(x, low, x, at(DOOR_HIGH))
            sheet.cut(middle - half, at(DOOR_HIGH), middle + half, at(DOOR_HIGH))
            sheet.say(middle - 6, at(20), "cut out")
            for x in (-14, 14):
                sheet.prick(middle + x, at(plan.under))
            sheet.say(middle - 12, at(plan.under) + 5, "bar: upper face")
        elif number not in (1, 3):
            sheet.cut(left, low, right, low)
            for height in TIES:
                for x in (-TIE_ASIDE, TIE_ASIDE):
                    sheet.cut(middle + x, at(height - TIE[1] / 2), middle + x, at(height + TIE[1] / 2))
        if number == 0:
            for x in (-14, 14):
                sheet.prick(middle + x, at(plan.floor))
                sheet.prick(middle + x, at(plan.floor - TETHER))
            sheet.say(middle - 10, at(plan.floor) - 2, "flap: upper face")
            sheet.say(middle - 6, at(plan.floor - TETHER) - 2, "tape")
            sheet.glue(left, TOP + 8, wide, 34)
            sheet.glue(left, at(20), wide, 18)
    sheet.cut(edges[0], TOP, edges[0], low)
    sheet.cut(edges[5], TOP, edges[5], low)


def nets(it: dict[str, Any]) -> Iterator[PrintedPage]:
    """Yield a page for each box."""
    for _ in it["box"]["places"]:
        yield net_page(it)
