"""A look at the dice: exposures, their reading, the thrown dice, and the part of the picture that screens show."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from robot.table.doubts import Where, locate
from vision.reading import Die, Reading

if TYPE_CHECKING:
    from vision.table.plate import Plate

Image = NDArray[np.uint8]
ABOUT = 1.2
"""The margin of a close-up around the dice, in sizes of a die."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look at one still scene.

    `exposures` are BGR pictures by name: `left` or `right` for the half of the light that was on, `picture` if that is
    unknown. `dice` are the dice of the throw in order, None for an unseen die; `wells` are their wells, () outside
    wells.
    """

    exposures: Mapping[str, Image]
    reading: Reading
    dice: tuple[Die | None, ...]
    wells: tuple[int, ...] = ()

    @property
    def whole(self) -> tuple[int, int, int, int]:
        """The whole picture: left, top, right and bottom edge in pixels."""
        height, width = next(iter(self.exposures.values())).shape[:2]
        return 0, 0, width, height

    def closeup(self) -> Image:
        """Return the part of the first picture around the dice of the throw (h, w, 3), with their readings drawn."""
        from vision.annotate import annotate

        drawn = annotate(next(iter(self.exposures.values())), self.reading, self.dice)
        boxes = np.array([die.box for die in self.dice if die] or [self.whole])
        margin = ABOUT * float((boxes[:, 2] - boxes[:, 0]).max())
        left, top = np.maximum(boxes[:, :2].min(axis=0) - margin, 0).astype(int)
        right, bottom = (boxes[:, 2:].max(axis=0) + margin).astype(int)
        return drawn[top:bottom, left:right]

    @property
    def values(self) -> tuple[int | None, ...]:
        """The value of each die of the throw, None for a doubt."""
        return tuple(die.value if die else None for die in self.dice)

    def reads_throw(self, kept: Collection[int]) -> bool:
        """Return whether all dice have values, and not all of them lie in the wells `kept`."""
        return bool(self.values) and None not in self.values and not (self.wells and self.wells == tuple(kept))

    @property
    def doubts(self) -> tuple[str | None, ...]:
        """Why each die of the throw has no value, as a name in `robot.table.doubts`; None if it has one."""
        return tuple(self._doubt(die) if die else self._tell_missing(number) for number, die in enumerate(self.dice))

    def _doubt(self, die: Die) -> str | None:
        """Return why a die has no value. If a hand hides it, people must move the hand; another throw does not help."""
        hand = die.doubt == "hidden" and any(note.what == "hand" for note in self.reading.scene)
        return "hand" if hand else die.doubt

    def _tell_missing(self, number: int) -> str:
        """Return what the scene says of an unseen die: of its well, else of the whole picture."""
        well = self.wells[number] if self.wells else None
        said = {note.well: note.what for note in reversed(self.reading.scene) if note.well in {well, None}}
        return said.get(well) or said.get(None) or "empty-well"


def look_at(image: Image, reading: Reading) -> Look:
    """Return a look at all dice of a picture."""
    return Look({"picture": image}, reading, reading.dice)


MARGIN = 56
"""Pixels around the dice in the shown part."""
WELL_MARGIN = 24
"""Pixels around the wells in the shown part."""
LEAST_MARGIN = 8
"""The last cut stays if it has so many pixels around the dice: the picture should not jump from throw to throw."""
GRID = 32
"""The cut moves in steps of so many pixels, so that the picture does not follow each small change of the dice."""
MOST_TIMES = 1.7
"""The last cut stays if its area is at most so many times that of the dice with their margin."""

WIDE = 16 / 9
"""The least width of a close-up, in parts of its height."""

BRIGHTER = 0.85
"""The weight for adding the pictures under the two halves of the light. The sum is bright and has less glare."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge in pixels."""


def find_thrown(look: Look) -> list[Die]:
    """Return the dice of a throw: those in the tray for a throw into the tray, else those in the wells."""
    dice, wells = look.reading.dice, [die.box for die in look.reading.dice if die.well]
    if not look.wells:
        return [die for die in dice if die.well is None]
    right = max((box[2] for box in wells), default=math.inf) + MARGIN
    return [die for die in dice if die.well or die.box[0] < right]


def find_marked(look: Look) -> list[Die]:
    """Return the dice whose values the picture shows: of dice in wells, those in the wells of the look."""
    return [die for die in find_thrown(look) if die.well is None or die.well in look.wells]


def cut_of(look: Look, last: Box | None = None) -> Box:
    """Return the part of a look to show; the `last` one as long as that shows the dice well."""
    _, _, width, height = look.whole
    boxes = [die.box for die in find_thrown(look)]
    if not boxes:
        return last if last and last[2] <= width and last[3] <= height else (0, 0, width, height)
    cut = bound_boxes(boxes, MARGIN, width, height)
    if last is not None and last[2] <= width and last[3] <= height:
        near = bound_boxes(boxes, LEAST_MARGIN, width, height, grid=1)
        holds = last[0] <= near[0] and last[1] <= near[1] and last[2] >= near[2] and last[3] >= near[3]
        if holds and _area(last) <= MOST_TIMES * _area(cut):
            return last
    return cut


def close_up(look: Look) -> Box:
    """Return a close-up of the dice of the throw, at least `WIDE`; the whole picture without dice."""
    _, _, width, height = look.whole
    boxes = [die.box for die in find_marked(look)]
    if not boxes:
        return 0, 0, width, height
    left, top, right, bottom = bound_boxes(boxes, MARGIN, width, height, grid=1)
    more = max(0, round(WIDE * (bottom - top) - (right - left)) // 2)
    return max(0, left - more), top, min(width, right + more), bottom


def locate_doubts(look: Look, shown: Box | None = None) -> list[tuple[str, Where]]:
    """Return, for each die in doubt, why it has no value, and its well or else its place in `shown`.

    `shown` is a part of the picture; None means the part that screens show, in which a single die needs no place.
    """
    places: Sequence[Where] = look.wells if len(look.wells) > 1 else (None,) * len(look.dice)
    if not look.wells:
        shown = shown or (cut_of(look) if len(find_thrown(look)) > 1 else None)
        places = [locate(die, shown) if die else None for die in look.dice]
    return [(doubt, place) for doubt, place in zip(look.doubts, places, strict=True) if doubt]


def cut_of_wells(image: Image, plate: "Plate") -> Box | None:
    """Return the part of a BGR picture (h, w, 3) that shows the wells, None if the plate is not seen."""
    from vision.table.lights import grey
    from vision.table.rectify import find_view
    from vision.table.well_contents import box_of_well

    view = find_view(grey(image), plate)
    if view is None:
        return None
    boxes = [box_of_well(view, plate, well) for well in range(1, len(plate.well_centres) + 1)]
    return bound_boxes(boxes, WELL_MARGIN, image.shape[1], image.shape[0])


def bound_boxes(
    boxes: Iterable[tuple[float, float, float, float]], margin: int, width: int, height: int, grid: int = GRID
) -> Box:
    """Return the part of a picture with boxes and a margin; its edges are multiples of `grid`, or the picture's."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = (int(min(side) - margin) // grid * grid for side in (lefts, tops))
    right, bottom = (-(-int(max(side) + margin) // grid) * grid for side in (rights, bottoms))
    return max(0, left), max(0, top), min(width, right), min(height, bottom)


def _area(cut: Box) -> int:
    return (cut[2] - cut[0]) * (cut[3] - cut[1])


def merge_exposures(look: Look) -> Image:
    """Return one BGR picture of all exposures."""
    pictures = [image.astype(np.float32) for image in look.exposures.values()]
    weight = BRIGHTER if len(pictures) > 1 else 1.0
    summed: Image = np.clip(weight * np.sum(pictures, axis=0), 0, 255).astype(np.uint8)
    return summed


def crop_shown(look: Look, cut: Box | None = None) -> Image:
    """Return the shown part of all exposures as one BGR picture: `cut`, or else that of `cut_of`."""
    left, top, right, bottom = cut or cut_of(look)
    return np.ascontiguousarray(merge_exposures(look)[top:bottom, left:right])
