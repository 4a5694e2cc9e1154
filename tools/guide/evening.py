"""The guide "An evening", for the machine of boxes: its steps, prices and pictures, from tools/cad/evening.toml."""

import math
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tools.cad import __file__ as cad_file
from tools.cad.boxes import CLEARANCE, BoxesAssembly
from tools.cad.nets import band_length, net_page
from tools.draw.drawing import Drawing, Image, Style
from tools.guide import render_page
from tools.guide.pictures import Meshes, draw_act
from tools.guide.steps import BuildGuide, GuideChapter, fill_in, read_step
from vision.calibration.paper import PrintedPage, sheet_page

EVENING = Path(cad_file).with_name("evening.toml")
PREFIX = "evening-"
SIX, ONE = 0, 1
"""The index of the figure for six boxes, and of that for one box, which is enough for Pig."""


@dataclass(frozen=True, slots=True)
class EveningGuide:
    """The chapter and the items to buy; evening.toml explains an item's fields."""

    guide: BuildGuide
    items: tuple[dict[str, Any], ...]
    boxes: BoxesAssembly

    @property
    def chapter(self) -> GuideChapter:
        return self.guide.chapters[0]

    def minutes(self, count: int) -> int:
        """Return the minutes of work for SIX boxes or ONE, folded from card."""
        return sum(step.one if count == ONE else step.minutes for step in self.guide.steps)

    def total(self, count: int, way: str) -> float:
        """Return the cost in euros of SIX boxes or ONE, printed or of card."""
        return sum(float(item["euros"][count]) for item in self.items if item.get("way", way) == way)


def read_evening(boxes: BoxesAssembly) -> EveningGuide:
    """Return the guide in evening.toml. Raises TypeError for an unknown field, KeyError for a missing one."""
    found = tomllib.loads(fill_in(EVENING.read_text(encoding="utf-8"), _figures(boxes)))
    steps = tuple(read_step(number, entry, PREFIX) for number, entry in enumerate(found["step"], 1))
    chapter = GuideChapter("evening", "An evening", 2, "", steps)
    return EveningGuide(BuildGuide((chapter,)), tuple(found["item"]), boxes)


def _figures(boxes: BoxesAssembly) -> dict[str, Any]:
    plan, it = boxes.plan, boxes.plan.it
    coil = it["solenoid"]
    rise = (coil["stroke"] - coil["slack"]) / coil["from_hinge"]
    return it | {
        "camera": {"high": round(it["camera"]["height"] / 10)},
        "lift": {
            "low": math.floor(rise * (plan.axis[0] + plan.half - CLEARANCE)),
            "high": math.ceil(rise * 2 * plan.half),
            "angle": math.degrees(math.atan(rise)),
        },
        "tether": {"long": round(band_length(it))},
    }


def evening_page(evening: EveningGuide) -> str:
    """Return the text of docs/build/evening.md."""
    first = next(step.number for step in evening.guide.steps if step.title == "Switch on")
    it = evening.boxes.plan.it
    return render_page("evening.md", evening=evening, chapter=evening.chapter, it=it, switch_on=first)


def evening_drawings(it: dict[str, Any]) -> dict[str, Drawing]:
    """Return the drawings of sheet and net, by file name."""
    return {
        "evening-sheet.svg": draw_page(sheet_page(it), "the sheet of the boxes"),
        "evening-net.svg": draw_page(net_page(it), "a box's net"),
    }


def draw_page(page: PrintedPage, title: str, units: float = 3.0) -> Drawing:
    """Return a printed page as a drawing with `units` for each mm."""
    wide, high = (side * units for side in page.size)
    sheet, ink = Drawing(wide, high, title), Style(None, "#222222")
    sheet.box(0, 0, wide, high, Style("#bbbbbb"))
    for x, y, across, down in page.black:
        # A little too large, so that no light seam appears between neighbours.
        sheet.box(x * units, y * units, (x + across) * units + 0.3, (y + down) * units + 0.3, ink)
    for x, y, words in page.words:
        sheet.text((x * units, y * units), words, size=2.8 * units)
    return sheet


def evening_pictures(evening: EveningGuide) -> Iterator[tuple[str, Callable[[], Image]]]:
    """Yield the name of each picture of the solids, and the function that draws it."""
    meshes = Meshes()
    for part in evening.boxes.parts:
        meshes.of(part)
    for step in evening.guide.steps:
        for act in step.acts:
            if shown := act.picture:
                posed = evening.boxes.pose(shown.moved, alone=shown.boxes == 1)
                yield act.image, partial(draw_act, posed, evening.guide, step, act, meshes)
