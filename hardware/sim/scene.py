"""What there is to be seen on the simulated table at one moment."""

import enum
from dataclasses import dataclass

from hardware.sim.cube import DiePose
from hardware.sim.dice import IVORY, Paint


class SceneFault(enum.StrEnum):
    """What can be wrong with what the camera sees, or with the camera."""

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
    ASKEW = "askew"
    EDGE = "edge"


class ThingKind(enum.StrEnum):
    """Things that do not belong in a well."""

    COIN = "coin"
    NUT = "nut"
    BUTTON = "button"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die, in well 1..6 or, with None, in the open."""

    pose: DiePose
    well: int | None = None
    paint: Paint = IVORY


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is no die: its middle in mm (x, y), the height of the floor it lies on, its turn in degrees."""

    kind: ThingKind
    x: float
    y: float
    floor: float
    angle: float
    well: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a picture shows but its light and its noise.

    `clamped` are the wells whose lever is closed; `offset` is how far the carriage stands from home, in mm to the
    right, and `sweep` how far it goes while a picture is exposed; `hand`, `glare` and `dirt` number those that are
    there.
    """

    dice: tuple[SeenDie, ...] = ()
    things: tuple[Thing, ...] = ()
    clamped: frozenset[int] = frozenset()
    offset: float = 0.0
    sweep: float = 0.0
    hand: int | None = None
    glare: int | None = None
    dirt: int | None = None


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a scene is taken: each half of the ring (0..1), the share of all light that is left, sharp or not."""

    left: float = 1.0
    right: float = 1.0
    strength: float = 1.0
    sharp: bool = True
