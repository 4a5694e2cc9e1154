"""Throws of boxes that knock, one factor of their design changed at a time: python -m tools.shaking.knocks.

Each row is `--throws` of one box (4000), the first `--middle` (20000), by `--jobs` processes from `--seed`. Names of
rows choose some of them.
"""

import argparse
import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import chisquare

from hardware.dimensions import BOXES as KIND
from hardware.dimensions import dimensions
from hardware.twin.knocked_box import KnockedBox, KnockedBoxDesign, Knocks, read_design
from hardware.twin.model import Surfaces, Touch
from tools.shaking.statistics import LEANING, ThrowRecord, ThrowStatistics

BOXES, PORTION = 6, 25
"""Boxes that are thrown together, and how often before new ones take their place."""
SUPPLY = 0.03
"""By which share the supply's voltage differs from knock to knock, at most."""
SETTLING = 3.0
EXTRA = 2
"""How often a die that leans is knocked once more."""
HOURLY = 600
"""Throws an hour, of which the coil's heat is told."""
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
"""What differs from boxes.toml, in m, kg, N and ohms; see `change_design`. The flap's speed says how strong a knock is:
with the forces of the weaker and the stronger one it is some 30 % less and more, as the table's column shows."""


def change_design(changes: Changes) -> tuple[KnockedBoxDesign, Knocks]:
    """Return the design of boxes.toml with some of it changed, and its knocks.

    `bounce` and `friction` are factors, `floor` a surface, `die` the side in m of a die of the same density; `flap` and
    `solenoid` say what of these differs; the rest are fields of the design.
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
    """One throw of one box: faces, how often the die leant and was knocked once more, whether it leans still."""

    before: int
    after: int
    extra: int
    cocked: bool
    seconds: float
    """Until the die is at rest, extra knocks counted."""


@dataclass(frozen=True, slots=True)
class Portion:
    """What a box did: its throws, the largest current of its coil in A, and the coil's heat in J."""

    throws: tuple[BoxThrow, ...]
    peak: float
    heat: float


def throw_box(box: KnockedBox, knocks: Knocks, random: np.random.Generator) -> BoxThrow:
    """Throw once, and knock a die that leans once more, at most EXTRA times."""
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
    """Return the throws of one box; they depend only on what is given."""
    random = np.random.default_rng((seed, number))
    box = KnockedBox(design, random)
    box.coast(SETTLING)
    made = tuple(throw_box(box, knocks, random) for _ in range(throws))
    return Portion(made, box.peak, box.heat)


def count_throws(portions: Sequence[Portion], knocks: Knocks) -> ThrowStatistics:
    """Return the statistics of boxes that are thrown six at a time, each a little after the one before it."""
    rows = zip(*(portion.throws for portion in portions), strict=True)
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


def flap_speed(design: KnockedBoxDesign, knocks: Knocks) -> float:
    """Return the largest speed in m/s of the flap's middle in one knock under a die at rest."""
    box = KnockedBox(design, np.random.default_rng(0))
    box.coast(SETTLING)
    fastest = 0.0
    for _ in range(round(knocks.pulse / design.tick)):
        box.tick(knocks.volts)
        fastest = max(fastest, box.flap_speed)
    return fastest


COLUMNS = (
    "factor", "throws", "flap m/s", "repeated %", "opposite %", "error", "chi-square of faces (5)",
    "leant %", "cocked %", "s a throw", "six, at most", "A", "coil W",
)  # fmt: skip


def report_row(name: str, design: KnockedBoxDesign, knocks: Knocks, portions: Sequence[Portion]) -> str:
    """Return a line of the table. Heat is the mean power of a coil at HOURLY throws an hour."""
    counted = count_throws(portions, knocks)
    throws = [throw for portion in portions for throw in portion.throws]
    heat = sum(portion.heat for portion in portions) / len(throws) * HOURLY / 3600
    cells = (
        name,
        f"{counted.dice:,}",
        f"{flap_speed(design, knocks):.2f}",
        f"{counted.repeated:.1%}"[:-1],
        f"{counted.opposite:.1%}"[:-1],
        f"{100 * counted.error:.1f}",
        f"{chisquare(counted.faces.sum(axis=0)).statistic:.1f}",
        f"{100 * counted.cocked / counted.dice:.2f}",
        f"{100 * sum(throw.cocked for throw in throws) / len(throws):.2f}",
        f"{sum(throw.seconds for throw in throws) / len(throws):.2f}",
        f"{counted.longest:.2f}",
        f"{max(portion.peak for portion in portions):.2f}",
        f"{heat:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def _main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(FACTORS))
    parser.add_argument("--throws", type=int, default=4000)
    parser.add_argument("--middle", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=57)
    asked = parser.parse_args(arguments and list(arguments))
    if unknown := set(asked.names) - set(FACTORS):
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name in asked.names or FACTORS:
            design, knocks = change_design(FACTORS[name])
            wanted = asked.middle if name == "middle" else asked.throws
            portions = BOXES * math.ceil(wanted / (BOXES * PORTION))
            made = list(pool.map(partial(throw_portion, design, knocks, asked.seed), range(portions)))
            print(report_row(name, design, knocks, made), flush=True)


if __name__ == "__main__":
    _main()
