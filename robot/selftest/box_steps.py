"""The step of the machine with boxes: each box knocks, and must throw its own die; and what is wrong if not."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from robot.saying import Saying
from robot.selftest.bench import Bench
from robot.selftest.common_steps import find_odd, measure_wells
from robot.selftest.diagnosis import Trouble, of_dice
from robot.selftest.report import StepResult
from robot.table.look import Look, merge_exposures
from robot.table.table import DiceCamera
from vision.calibration.table_checks import well_changes
from vision.table.rectify import View

EMPTY = frozenset({"die-missing", "die-beside"})
OF_BOXES = EMPTY | {"two-dice", "lid-off"}
"""Troubles that a look shows before the boxes knock."""
MOVED = 2.5
"""Grey levels by which the picture of a box changes if its die is thrown, even a dark one; noise: below 1."""
JUMPED = 6.0
"""The same for the die of another box, which a knock may jolt a little."""
MOST_KNOCKS = 6
"""The most knocks of a box until its die shows another face: a well-thrown die fails this once in 46,656 times."""


@dataclass(frozen=True, slots=True)
class KnockMeasure:
    """The results of one box's knocks: how many were `made`, and how many moved the die of each box (1 to 6).

    `turned` says whether its own die showed another face in the end.
    """

    made: int
    moved: Mapping[int, int]
    turned: bool

    @property
    def others(self) -> Collection[int]:
        """The boxes (1 to 6) whose dice most of the knocks moved, in order, including its own."""
        return sorted(well for well, times in self.moved.items() if 2 * times > self.made)


def of_knocks(knocks: Mapping[int, KnockMeasure]) -> Iterator[Trouble]:
    """Yield what is wrong with the coils of these boxes and their wires."""
    for well, measure in knocks.items():
        own = measure.moved.get(well, 0)
        others = tuple(other for other in measure.others if other != well)
        if others:
            other = others[0]
            back = knocks.get(other)
            if own or len(others) > 1 or back is None or back.others != [well]:
                yield Trouble("knock-astray", ("knock-astray",), {"well": well, "wells": others})
            elif well < other:
                yield Trouble("knocks-swapped", ("coils-swapped",), {"one": well, "other": other})
        elif not own:
            yield Trouble("knock-dead", ("coil-dead",), {"well": well, "knocks": measure.made})
        elif own < measure.made or not measure.turned:
            values = {"well": well, "knocks": measure.made, "times": own}
            yield Trouble("knock-weak", ("coil-weak",), values)


def knocks_step(bench: Bench) -> StepResult:
    """Test whether each box throws its own die, and no other, until it shows another face."""
    seen, eye = bench.look(), bench.dice_camera()
    if seen is None:
        return StepResult("knocks", skipped=Saying("selftest-unseen"))
    _, view = seen
    look = eye.look(bench.wells)
    found = of_dice(measure_wells(look, (0,) * len(bench.wells)))
    dice = tuple(trouble for trouble in found if trouble.kind in OF_BOXES)
    bench.odd_wells = find_odd(dice)
    empty = {well for trouble in dice if trouble.kind in EMPTY for well in trouble.wells}
    knocks = {}
    for well in bench.wells:
        if well not in empty:
            look, knocks[well] = _knock(bench, eye, view, look, well)
    right = sum(measure.others == [well] and measure.turned for well, measure in knocks.items())
    figures = {
        "knocks": {str(well): measure.made for well, measure in knocks.items()},
        "moved": {str(well): dict(measure.moved) for well, measure in knocks.items()},
    }
    lines = (Saying("selftest-knocks-own", {"right": right, "boxes": len(bench.wells)}),)
    pictures = ((Saying("selftest-picture-throw"), merge_exposures(look)),)
    return StepResult("knocks", lines, (*dice, *of_knocks(knocks)), pictures, figures)


def _knock(bench: Bench, eye: DiceCamera, view: View, look: Look, well: int) -> tuple[Look, KnockMeasure]:
    """Knock a box until its die shows another face than in `look`; return the last look and the results."""
    made, moved, turned = 0, Counter[int](), False
    while made < MOST_KNOCKS and not turned:
        bench.guide.beat()
        bench.controller().throw((well,))
        before, look, made = look, eye.look(bench.wells), made + 1
        pair = [next(iter(shown.exposures.values())) for shown in (before, look)]
        changes = well_changes(pair[0], pair[1], view, bench.plate)
        faces = zip(bench.wells, changes, before.values, look.values, strict=True)
        for there, change, one, two in faces:
            other = one != two and None not in {one, two}
            jumped = other or change > (MOVED if there == well else JUMPED)
            moved[there] += jumped
            turned |= there == well and jumped and (other or None in {one, two})
    return look, KnockMeasure(made, +moved, turned)
