"""A box folded from card: its net at 1:1 on A4, with marks for cutting, folding and gluing."""

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tools.cad.boxes import SQUARE, TIE, TIE_ASIDE, TIES, BoxPlan
from vision.calibration.paper import A4, ADVICE, RULER, PrintedPage, Rectangle

CARD = 0.4
"""Thickness of card of 250 to 300 g/m²."""
CUT, FOLD, DASH, DOT = 0.35, 0.25, (3.0, 2.0), 0.6
"""Thickness of cut and fold lines; lengths of a dash and of the gap after it; side of the dots of a glued area."""
FOOT, BAR = 12.0, 8.0
"""Depth of the feet, and width of the bar under the flap."""
LAYERS = ("flap, lowest layer", "flap, middle layer", "flap, upper layer")
WALLS = ("1 behind", "2 side", "3 front", "4 side", "5 behind: onto 1")
SQUARES = (4, 3)
DOOR, DOOR_HIGH = 28.0, 46.0
FLAP_GAP, HINGE_GAP = 0.5, 1.0
"""Gaps from the flap to the walls in front and at its sides, and to the wall behind, where tape is the hinge."""
BAND, BAND_ASIDE = 20.0, 16.0
"""From the hinge to both ends of a band that stops the flap, along it and down; from the middle to each band."""
LEFT, TOP = 9.0, 8.0
NOTES = (
    "A box of card, black or dark grey, 250 to 300 g a m2.",
    "Print this on paper, tape it onto the card, and cut",
    "through both. Whole lines: cut. Dashed lines: score",
    "with the back of the knife, and fold away from the",
    "paper. Dotted areas: glue goes onto this side.",
    "Crosses: prick through both.",
    "The short lines in walls 1 and 5 are slits for cable ties.",
)


@dataclass(slots=True)
class NetSheet:
    """A page under construction, in mm from its upper left corner; lines run along x or y."""

    black: list[Rectangle] = field(default_factory=list)
    words: list[tuple[float, float, str]] = field(default_factory=list)

    def cut(self, *points: tuple[float, float]) -> None:
        """Draw a solid line through points."""
        for (x0, y0), (x1, y1) in pairwise(points):
            size = abs(x1 - x0) + CUT, abs(y1 - y0) + CUT
            self.black.append((min(x0, x1) - CUT / 2, min(y0, y1) - CUT / 2, *size))

    def outline(self, left: float, top: float, wide: float, high: float) -> None:
        right, low = left + wide, top + high
        self.cut((left, top), (right, top), (right, low), (left, low), (left, top))

    def fold(self, x: float, y: float, long: float, *, down: bool) -> None:
        """Draw a dashed line to the right, or `down`."""
        for dash in range(math.ceil(long / sum(DASH))):
            start = dash * sum(DASH)
            end = min(DASH[0], long - start)
            self.black.append((x, y + start, FOLD, end) if down else (x + start, y, end, FOLD))

    def glue(self, left: float, top: float, wide: float, high: float) -> None:
        """Dot an area for glue."""
        for row in range(int((high - 4) // 5)):
            self.black += [(left + 4 + 5 * n, top + 5 + 5 * row, DOT, DOT) for n in range(int((wide - 4) // 5))]

    def prick(self, middle: float, y: float, aside: float) -> None:
        """Draw a small cross on each side of the middle, where a hole is pricked."""
        for x in (middle - aside, middle + aside):
            self.cut((x - 1.5, y), (x + 1.5, y))
            self.cut((x, y - 1.5), (x, y + 1.5))

    def say(self, x: float, y: float, *lines: str) -> None:
        self.words += [(x, y + 5 * number, line) for number, line in enumerate(lines)]


def band_length(it: dict[str, Any]) -> float:
    """Return the length in mm of a band between its ends; it is taut at the flap's largest angle."""
    angle = math.radians(float(it["flap"]["angle"]))
    return BAND * math.hypot(math.cos(angle), 1 + math.sin(angle))


def net_page(it: dict[str, Any]) -> PrintedPage:
    """Return the page of one box, on A4 in landscape: walls, three layers of the flap, bar, squares, and lid."""
    plan, sheet = BoxPlan(it), NetSheet()
    _draw_walls(plan, sheet)
    low, side = TOP + plan.top + FOOT + 8, 2 * (plan.half - FLAP_GAP)
    lefts = [LEFT + number * (side + 4) for number in range(5)]
    for number, name in enumerate(LAYERS):
        sheet.outline(lefts[number], low, side, side + FLAP_GAP - HINGE_GAP)
        sheet.say(lefts[number] + 3, low + 4, name, *(() if number else ("hinge at this edge",)))
        if number:
            sheet.glue(lefts[number], low, side, side)
    sheet.prick(lefts[0] + side / 2, low + BAND - HINGE_GAP, BAND_ASIDE)
    sheet.say(lefts[0] + 16, low + BAND, "bands")
    reach = 0.0
    for words, wide in (("to the wall", BAR), ("up", BAR), ("slope", BAR * 2**0.5), ("into the tube", BAR)):
        if reach:
            sheet.fold(lefts[3], low + reach, side, down=False)
        reach += wide
        sheet.say(lefts[3] + 3, low + reach - 3, f"bar: {words}")
    sheet.outline(lefts[3], low, side, reach)
    for number in range(SQUARES[0] * SQUARES[1]):
        row, column = divmod(number, SQUARES[0])
        sheet.outline(lefts[4] + SQUARE * column, low + SQUARE * row, SQUARE, SQUARE)
    sheet.say(lefts[4], low - 2, "squares to lay under the plunger")
    aside, lid = LEFT + 5 * (2 * plan.half + CARD) + 6, 2 * (plan.half + plan.wall)
    sheet.say(aside, TOP + 6, *NOTES)
    sheet.outline(aside, TOP + 62, lid, lid)
    sheet.say(aside + 3, TOP + 68, "lid: cut the clear sheet by this")
    sheet.black.append((A4[1] - 12 - RULER, A4[0] - 12, RULER, 1.0))
    sheet.say(A4[1] - 16 - RULER, A4[0] - 14, ADVICE)
    return PrintedPage((A4[1], A4[0]), tuple(sheet.black), tuple(sheet.words))


def _draw_walls(plan: BoxPlan, sheet: NetSheet) -> None:
    """Draw the five walls side by side, their lower ends at the bottom; the last one is glued onto the first."""
    wide, low = 2 * plan.half + CARD, TOP + plan.top
    edges = [*(LEFT + wide * number for number in range(5)), LEFT + wide * 5 + CARD]
    sheet.cut((edges[0], low), (edges[0], TOP), (edges[5], TOP), (edges[5], low))
    for name, (left, right) in zip(WALLS, pairwise(edges), strict=True):
        middle = (left + right) / 2
        sheet.say(left + 3, TOP + 5, name)
        if left > LEFT:
            sheet.fold(left, TOP, plan.top, down=True)
        if name.endswith("side"):
            sheet.fold(left, low, wide, down=False)
            sheet.cut((left + 3, low), (left + 3, low + FOOT), (right - 3, low + FOOT), (right - 3, low))
            sheet.say(left + 6, low + 6, "foot: fold inward")
        elif name.endswith("front"):
            (x0, x1), high = (middle - DOOR / 2, middle + DOOR / 2), low - DOOR_HIGH
            sheet.cut((left, low), (x0, low), (x0, high), (x1, high), (x1, low), (right, low))
            sheet.say(middle - 6, low - 20, "cut out")
            sheet.prick(middle, low - plan.under, BAND_ASIDE)
            sheet.say(middle - 12, low - plan.under + 5, "bar: upper face")
        else:
            sheet.cut((left, low), (right, low))
            for x, height in ((x, height) for x in (-TIE_ASIDE, TIE_ASIDE) for height in TIES):
                y = low - height
                sheet.cut((middle + x, y - TIE[1] / 2), (middle + x, y + TIE[1] / 2))
    for height, words in ((plan.under, "flap: lower face"), (plan.under - BAND, "bands")):
        sheet.prick(LEFT + wide / 2, low - height, BAND_ASIDE)
        sheet.say(LEFT + 12, low - height + 1, words)
    for height, high in ((plan.top - 8, 34), (20, 18)):
        sheet.glue(LEFT, low - height, wide, high)
