"""Throws of the knocked boxes, with one factor of their design changed at a time: the rows of docs/twin.md."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hardware.dimensions import BOXES as KIND
from hardware.dimensions import dimensions
from hardware.twin.knocked_box import KnockedBox, KnockedBoxDesign, Knocks, read_design
from hardware.twin.model import Surfaces, Touch
from tools.shaking.statistics import LEANING, ThrowRecord, ThrowStatistics

BOXES, PORTION = 6, 25
"""The number of boxes that are thrown together, and the throws before new ones replace them."""
SUPPLY = 0.03
"""The largest relative change of the supply's voltage from knock to knock."""
SETTLING = 3.0
EXTRA = 2
"""The most additional knocks for a leaning die."""
SLOPE = math.radians(10)
MOST_FRICTION, MOST_BOUNCE = 1.2, 0.85

Changes = Mapping[str, Any]
FACTORS: dict[str, Changes] = {
    "middle": {},
    "half the time step": {"tick": 0.00025},
    "bounce x 0.5": {"bounce": 0.5},
    "bounce x 1.5": {"bounce": 1.5},
    "friction x 0.5": {"friction": 0.5},
    "friction x 2": {"friction": 2.0},
    "die 14 mm": {"die": 0.014},
    "die 19 mm": {"die": 0.019},
    "knocks 30 % weaker": {"solenoid": {"force": 2.85}},
    "knocks 30 % stronger": {"solenoid": {"force": 8.75}},
    "coil of 0.3 A": {"solenoid": {"resistance": 40.0}},
    "slopes from the hinge": {"level": (SLOPE, 0.0)},
    "slopes to the hinge": {"level": (-SLOPE, 0.0)},
    "slopes along the hinge": {"level": (0.0, SLOPE)},
    "floor of foam rubber": {"floor": Surfaces().floor, "flap": {"mass": 0.0026}},
    "floor of card": {"floor": Touch(0.4, 0.4), "flap": {"mass": 0.0024, "thick": 0.002}},
    "floor of plywood": {"floor": Touch(0.35, 0.5), "flap": {"mass": 0.0026, "thick": 0.002}},
    "floor of felt": {"floor": Touch(0.6, 0.3), "flap": {"mass": 0.0030}},
    "hinge of tape": {"flap": {"play": 0.0, "friction": 0.0, "spring": 0.0005, "damping": 2e-5}},
    "loose, rough hinge": {"flap": {"play": 0.0005, "friction": 0.0005}},
    "flap a third lighter": {"flap": {"mass": 0.0017}},
    "flap half as heavy again": {"flap": {"mass": 0.0039}},
    "plunger 0.7 mm lower": {"solenoid": {"stroke": 0.0037, "slack": 0.0022}},
    "plunger 0.7 mm higher": {"solenoid": {"stroke": 0.0023, "slack": 0.0008}},
    "plunger 1 mm further out": {"solenoid": {"reach": 0.008}},
    "walls lean out 5 degrees": {"lean": math.radians(5)},
    "box 46 mm": {"side": 0.046, "flap": {"mass": 0.0034}},
}
"""The changes of boxes.toml, in m, kg, N and ohms; see `change_design`. The strength of a knock is the flap's speed:
with the forces of the weaker and the stronger knock it is some 30 % less and more, as the table's column shows."""


def change_design(changes: Changes) -> tuple[KnockedBoxDesign, Knocks]:
    """Return the design of boxes.toml with changes, and its knocks.

    `bounce` and `friction` are factors, `floor` is a surface, `die` is the side in m of a die of the same density;
    `flap` and `solenoid` have their changed fields; the rest are fields of the design.
    """
    usual, knocks = read_design(dimensions(KIND))
    left = dict(changes)
    rub, bounce = left.pop("friction", 1.0), left.pop("bounce", 1.0)
    touches = {"floor": left.pop("floor", usual.surfaces.floor), "wall": usual.surfaces.wall, "lid": usual.surfaces.lid}
    surfaces = {
        name: Touch(min(MOST_FRICTION, touch.friction * rub), min(MOST_BOUNCE, touch.bounce * bounce))
        for name, touch in touches.items()
    }
    scale = left.pop("die", usual.die_side) / usual.die_side
    changed = replace(
        usual,
        surfaces=Surfaces(**surfaces),
        flap=replace(usual.flap, **left.pop("flap", {})),
        solenoid=replace(usual.solenoid, **left.pop("solenoid", {})),
        die_side=usual.die_side * scale,
        die_round=usual.die_round * scale,
        die_mass=usual.die_mass * scale**3,
        **left,
    )
    return changed, knocks


@dataclass(frozen=True, slots=True)
class BoxThrow:
    """A throw of a box: faces before and after, number of extra knocks, and whether the die still leans."""

    before: int
    after: int
    extra: int
    cocked: bool
    seconds: float
    """Seconds until the die is at rest, with extra knocks."""


Portion = tuple[BoxThrow, ...]
"""The throws of one box."""


def throw_box(box: KnockedBox, knocks: Knocks, random: np.random.Generator) -> BoxThrow:
    """Throw once, and knock a leaning die again, at most EXTRA times."""
    before, start, extra = box.pose.up, box.time, 0
    _knock(box, knocks, knocks.count, random)
    while box.pose.lean > LEANING and extra < EXTRA:
        extra += 1
        _knock(box, knocks, 1, random)
    return BoxThrow(before, box.pose.up, extra, box.pose.lean > LEANING, box.time - start)


def _knock(box: KnockedBox, knocks: Knocks, count: int, random: np.random.Generator) -> None:
    for _ in range(count):
        start = box.time
        box.knock(knocks.pulse, knocks.volts * random.uniform(1 - SUPPLY, 1 + SUPPLY))
        box.coast(knocks.gap - (box.time - start))
    box.coast(SETTLING)


def throw_portion(design: KnockedBoxDesign, knocks: Knocks, seed: int, number: int, throws: int = PORTION) -> Portion:
    """Return the throws of a box; they depend only on the arguments."""
    random = np.random.default_rng((seed, number))
    box = KnockedBox(design, random)
    box.coast(SETTLING)
    return tuple(throw_box(box, knocks, random) for _ in range(throws))


def count_throws(portions: Sequence[Portion], knocks: Knocks) -> ThrowStatistics:
    """Return the statistics of boxes that are thrown six at a time, one a little after the other."""
    rows = zip(*portions, strict=True)
    groups = (row[at : at + BOXES] for row in rows for at in range(0, len(row) - BOXES + 1, BOXES))
    return ThrowStatistics().add(
        ThrowRecord(
            tuple(throw.before for throw in group),
            tuple(throw.after for throw in group),
            sum(throw.extra > 0 for throw in group),
            max(number * knocks.stagger + throw.seconds for number, throw in enumerate(group)),
        )
        for group in groups
    )
