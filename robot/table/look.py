"""One look at the dice: the exposures, their reading, and the dice that were thrown."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Reading

Image = NDArray[np.uint8]
ABOUT = 1.2
"""How much of a close-up is about the dice, in sizes of a die."""


@dataclass(frozen=True, slots=True)
class Look:
    """One still scene.

    `exposures` are BGR pictures by name (`left`, `right`: the half of the light that was on; `picture` where nobody
    knows); `dice` are the dice of the throw in its order, None for one that is not seen; `wells` are theirs, where they
    lie in wells.
    """

    exposures: Mapping[str, Image]
    reading: Reading
    dice: tuple[Die | None, ...]
    wells: tuple[int, ...] = ()

    @property
    def whole(self) -> tuple[int, int, int, int]:
        """All of its picture: left, top, right and bottom edge in pixels."""
        height, width = next(iter(self.exposures.values())).shape[:2]
        return 0, 0, width, height

    def closeup(self) -> Image:
        """Return its first picture about the dice of the throw (h, w, 3), with what was read of them."""
        from vision.annotate import annotate

        drawn = annotate(next(iter(self.exposures.values())), self.reading, self.dice)
        boxes = np.array([die.box for die in self.dice if die] or [self.whole])
        margin = ABOUT * float((boxes[:, 2] - boxes[:, 0]).max())
        left, top = np.maximum(boxes[:, :2].min(axis=0) - margin, 0).astype(int)
        right, bottom = (boxes[:, 2:].max(axis=0) + margin).astype(int)
        return drawn[top:bottom, left:right]

    @property
    def values(self) -> tuple[int | None, ...]:
        """The value of each die of the throw, None in doubt."""
        return tuple(die.value if die else None for die in self.dice)

    def reads_throw(self, kept: Collection[int]) -> bool:
        """Return whether every die of a throw beside the wells `kept` has a value: kept ones alone are no throw."""
        return bool(self.values) and None not in self.values and not (self.wells and self.wells == tuple(kept))

    @property
    def doubts(self) -> tuple[str | None, ...]:
        """Why each die of the throw has no value, in the words of `robot.table.doubts`; None if it has one."""
        return tuple(self._doubt(die) if die else self._missing(number) for number, die in enumerate(self.dice))

    def _doubt(self, die: Die) -> str | None:
        """Return why a die has no value: what a hand hides must be shown by people, another throw does not help."""
        hand = die.doubt == "hidden" and any(note.what == "hand" for note in self.reading.scene)
        return "hand" if hand else die.doubt

    def _missing(self, number: int) -> str:
        """Return what the scene says of a die that is not seen: of its well, else of the whole picture."""
        well = self.wells[number] if self.wells else None
        said = {note.well: note.what for note in reversed(self.reading.scene) if note.well in {well, None}}
        return said.get(well) or said.get(None) or "empty-well"


def look_at(image: Image, reading: Reading) -> Look:
    """Return a look at all dice of a picture."""
    return Look({"picture": image}, reading, reading.dice)
