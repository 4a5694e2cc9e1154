"""What a picture of dice says: dice with values or doubts, and notes about the scene."""

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

Box: TypeAlias = tuple[float, float, float, float]
"""Upright box x0, y0, x1, y1 in pixels of the picture as a person sees it."""

Doubt = Literal["cocked", "hidden", "glare", "blur", "edge", "pattern", "double", "moving", "small"]
SceneWord = Literal["empty-well", "foreign", "hand", "dark", "no-plate"]

DOUBTS: tuple[Doubt, ...] = get_args(Doubt)
SCENE_WORDS: tuple[SceneWord, ...] = get_args(SceneWord)


@dataclass(frozen=True, slots=True)
class Die:
    """One visible die: a value that is stood by, or no value and the reason.

    ``value`` is 1 to 6 or None; ``confidence`` 0 to 1 is that of the value, or, where the value is None, that of the
    best guess which was not good enough. In a photograph it was calibrated on counts; on the robot's table it is a
    formula of how far the measures stay from where nothing is said. ``box`` holds the whole visible die on the robot's
    table; in a photograph it is that of the top face and a tenth of its side all around, without what is seen of the
    die's sides. ``angle`` is in degrees, in [0, 90), how far the top face's edges are turned clockwise from the
    picture's; ``well`` is 1 to 6, None outside the wells.
    Raises ValueError if a value comes with a doubt or None comes without one, or a number is out of its range.
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
            raise ValueError(f"no doubt is called {self.doubt!r}; the words are {' '.join(DOUBTS)}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is 0 to 1, not {self.confidence}")
        _check_box(self.box)

    def to_json(self) -> dict[str, Any]:
        """Return the die as the command line prints it."""
        return {
            "value": self.value,
            "confidence": round(float(self.confidence), 4),
            "box": _rounded(self.box),
            "angle": round(float(self.angle), 1) % 90,
            "well": self.well,
            "doubt": self.doubt,
        }


@dataclass(frozen=True, slots=True)
class SceneNote:
    """Something about the scene that is no reading of a die, in one of the words of ``SCENE_WORDS``."""

    what: SceneWord
    well: int | None = None
    box: Box | None = None

    def __post_init__(self) -> None:
        if self.what not in SCENE_WORDS:
            raise ValueError(f"no scene note is called {self.what!r}; the words are {' '.join(SCENE_WORDS)}")
        if self.box is not None:
            _check_box(self.box)

    def to_json(self) -> dict[str, Any]:
        """Return the note as the command line prints it."""
        return {"what": self.what, "well": self.well, "box": None if self.box is None else _rounded(self.box)}


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read in one picture, or one still scene: wells in their order, then free dice."""

    dice: tuple[Die, ...]
    scene: tuple[SceneNote, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The values that are stood by, sorted."""
        return tuple(sorted(die.value for die in self.dice if die.value is not None))

    @property
    def doubtful(self) -> tuple[Die, ...]:
        """The dice that were seen but not read."""
        return tuple(die for die in self.dice if die.value is None)

    def well(self, number: int) -> Die | None:
        """Return the die in well ``number``, None if there is none or more than one was seen there."""
        found = [die for die in self.dice if die.well == number]
        return found[0] if len(found) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return ``{"dice": [...], "scene": [...]}`` as the command line prints it."""
        return {"dice": [die.to_json() for die in self.dice], "scene": [note.to_json() for note in self.scene]}


def _check_box(box: Box) -> None:
    if not all(math.isfinite(side) for side in box) or box[0] > box[2] or box[1] > box[3]:
        raise ValueError(f"a box is x0, y0, x1, y1 with x0 <= x1 and y0 <= y1, not {box}")


def _rounded(box: Box) -> list[float]:
    return [round(float(side), 1) for side in box]
