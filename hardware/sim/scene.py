"""What can be seen on the simulated table at one moment."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from hardware.sim.cube import DiePose
from hardware.sim.dice import IVORY, Paint


class SceneFault(enum.StrEnum):
    """Faults of the scene or of the camera."""

    COCKED = "cocked"
    DOUBLE = "double"
    EMPTY = "empty"
    FOREIGN = "foreign"
    HAND = "hand"
    DARK = "dark"
    DEAD_LEFT = "dead-left"
    DEAD_RIGHT = "dead-right"
    GLARE = "glare"
    BLUR = "blur"
    LATE = "late-frame"
    FROZEN = "frozen"
    UNPLUGGED = "unplugged"
    DIRT = "dirt"
    SPINNING = "spinning"
    BESIDE = "beside"
    """A die that has jumped out of its well."""


class ThingKind(enum.StrEnum):
    """Kinds of foreign objects."""

    COIN = "coin"
    NUT = "nut"
    BUTTON = "button"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in well 1..6, or with None outside the wells."""

    pose: DiePose
    well: int | None = None
    paint: Paint = IVORY


def faces_in_wells(dice: Iterable[SeenDie], wells: int) -> tuple[int, ...]:
    """Return the uppermost face of each well's first die, 0 for an empty well."""
    first = {die.well: die.pose.up for die in reversed([*dice])}
    return tuple(first.get(well, 0) for well in range(1, wells + 1))


@dataclass(frozen=True, slots=True)
class Thing:
    """A foreign object: its centre in mm (x, y), the height of its floor in mm, its rotation in degrees."""

    kind: ThingKind
    x: float
    y: float
    floor: float
    angle: float
    well: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a picture shows except light and noise.

    `clamped` are the wells with a closed lever. `lifted` are those whose lever is between up and down, each with the
    lever's degrees above the horizontal. `offset` is the distance of the carriage from home in mm to the right, `sweep`
    its motion in mm during an exposure. `hand`, `glare` and `dirt` select a variant, or None for none.
    """

    dice: tuple[SeenDie, ...] = ()
    things: tuple[Thing, ...] = ()
    clamped: frozenset[int] = frozenset()
    lifted: tuple[tuple[int, float], ...] = ()
    offset: float = 0.0
    sweep: float = 0.0
    hand: int | None = None
    glare: int | None = None
    dirt: int | None = None


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a picture is taken: light of each half of the ring (0..1), share of all light that is left, and focus."""

    left: float = 1.0
    right: float = 1.0
    strength: float = 1.0
    sharp: bool = True
