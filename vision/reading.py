"""The result of reading a picture: dice with values or doubts, and notes about the scene."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, get_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Box: TypeAlias = tuple[float, float, float, float]
"""Upright box x0, y0, x1, y1 in pixels of the picture as a person sees it."""
PLAIN = 0.995
"""From this confidence on, a value is shown without its confidence."""


def middle_of(box: Box) -> tuple[float, float]:
    """Return the middle of a box, x and y in pixels."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


Doubt = Literal[
    "cocked",
    "leans",
    "hidden",
    "glare",
    "blur",
    "edge",
    "pattern",
    "double",
    "moving",
    "small",
    "other",
    "slanted",
    "behind",
    "dim",
    "faint",
    "unmoved",
]
"""A die that does not lie flat is ``cocked`` on the robot's own table, and ``leans`` in any other picture. One that
lies after its throw as it did before is ``unmoved``, which no single picture shows."""
SceneWord = Literal["empty-well", "foreign", "hand", "dark", "no-plate", "lid-off", "beside"]

DOUBTS: tuple[Doubt, ...] = get_args(Doubt)
SCENE_WORDS: tuple[SceneWord, ...] = get_args(SceneWord)


@dataclass(frozen=True, slots=True)
class Die:
    """One visible die: a value, or a doubt, which is the reason for having no value.

    ``value`` is 1 to 6 or None. ``confidence``, 0 to 1, is that of the value, or of the best guess if the value is
    None. In a photograph it is calibrated; on the robot's table it is a formula of how far the measurements are from
    their limits. On the robot's table ``box`` holds the whole visible die; in a photograph it holds the top face plus a
    tenth of its side all around, without the side faces. ``angle``, in degrees from 0 to below 90, is the clockwise
    turn of the top face's edges. ``well`` is 1 to 6, or None outside the wells.
    Raises ValueError if a value has a doubt, if None has none, or if a number is out of range.
    """

    value: int | None
    confidence: float
    box: Box
    angle: float
    well: int | None = None
    doubt: Doubt | None = None

    def __post_init__(self) -> None:
        if self.value is not None and not 1 <= self.value <= 6:
            raise ValueError(f"a die shows 1 to 6, not {self.value}")
        if (self.value is None) != (self.doubt is not None):
            raise ValueError(f"a die has either a value or a doubt, not value {self.value} with doubt {self.doubt}")
        if self.doubt is not None and self.doubt not in DOUBTS:
            raise ValueError(f"{self.doubt!r} is not a doubt: give one of {' '.join(DOUBTS)}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is 0 to 1, not {self.confidence}")
        _check_box(self.box)

    def to_json(self) -> dict[str, Any]:
        """Return the die as the command line prints it."""
        return {
            "value": self.value,
            "confidence": round(float(self.confidence), 4),
            "box": _round(self.box),
            "angle": round(float(self.angle), 1) % 90,
            "well": self.well,
            "doubt": self.doubt,
        }


@dataclass(frozen=True, slots=True)
class SceneNote:
    """A note about the scene: one of ``SCENE_WORDS``, with the well (1 to 6) and the box in pixels if there are any."""

    what: SceneWord
    well: int | None = None
    box: Box | None = None

    def __post_init__(self) -> None:
        if self.what not in SCENE_WORDS:
            raise ValueError(f"{self.what!r} is not a scene note: give one of {' '.join(SCENE_WORDS)}")
        if self.box is not None:
            _check_box(self.box)

    def to_json(self) -> dict[str, Any]:
        """Return the note as the command line prints it."""
        return {"what": self.what, "well": self.well, "box": None if self.box is None else _round(self.box)}


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one picture, or of one still scene: the dice in the wells in order, then the other dice."""

    dice: tuple[Die, ...]
    scene: tuple[SceneNote, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice that have one, sorted."""
        return tuple(sorted(die.value for die in self.dice if die.value is not None))

    @property
    def doubtful(self) -> tuple[Die, ...]:
        """The dice without a value."""
        return tuple(die for die in self.dice if die.value is None)

    def well(self, number: int) -> Die | None:
        """Return the die in well ``number``; None if there is no die, or more than one."""
        found = [die for die in self.dice if die.well == number]
        return found[0] if len(found) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return ``{"dice": [...], "scene": [...]}`` as the command line prints it."""
        return {"dice": [die.to_json() for die in self.dice], "scene": [note.to_json() for note in self.scene]}


def _check_box(box: Box) -> None:
    if not all(math.isfinite(side) for side in box) or box[0] > box[2] or box[1] > box[3]:
        raise ValueError(f"a box is x0, y0, x1, y1 with x0 <= x1 and y0 <= y1, not {box}")


def _round(box: Box) -> list[float]:
    return [round(float(side), 1) for side in box]


class PictureReader(Protocol):
    """Anything that reads dice in pictures."""

    def read(self, *exposures: "NDArray[np.uint8]") -> Reading:
        """Return the dice in pictures (h, w, 3), BGR uint8, of one still scene under different light."""
        ...
