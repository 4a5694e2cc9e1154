"""One look at the dice: the exposures, what was read in them, and which of the dice were thrown."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Reading

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Look:
    """One still scene.

    `exposures` are BGR pictures by name (`left`, `right`: the half of the light that was on; `picture` where nobody
    knows); `dice` are the dice of the throw in its order, None for one that is not seen.
    """

    exposures: Mapping[str, Image]
    reading: Reading
    dice: tuple[Die | None, ...]

    @property
    def values(self) -> tuple[int | None, ...]:
        """The value of each die of the throw, None in doubt."""
        return tuple(die.value if die else None for die in self.dice)

    @property
    def doubts(self) -> tuple[str | None, ...]:
        """Why each die of the throw has no value, None where it has one."""
        missing = self.reading.scene[0].what if self.reading.scene else "empty-well"
        return tuple(die.doubt if die else missing for die in self.dice)
