"""The step of the machine of boxes: each box knocks, and throws its own die."""

from collections import Counter

from robot.saying import Saying
from robot.selftest.bench import Bench
from robot.selftest.box_diagnosis import MOST_KNOCKS, KnockMeasure, of_knocks
from robot.selftest.common_steps import measure_wells, odd
from robot.selftest.diagnosis import of_dice
from robot.selftest.report import StepResult
from robot.table.exposures import DiceCamera
from robot.table.look import Look
from robot.table.look_picture import together
from vision.calibration.table_checks import well_changes
from vision.table.rectify import View

EMPTY = frozenset({"die-missing", "die-beside"})
OF_BOXES = EMPTY | {"two-dice", "lid-off"}
"""Troubles that a look at boxes shows before they knock."""
MOVED = 2.5
"""Grey levels by which the picture of a box changes if its die is thrown, a dark one too; noise makes less than one."""
JUMPED = 6.0
"""The same of a die beside a box that knocks, which may jolt it a little."""


def knocks_step(bench: Bench) -> StepResult:
    """Whether each box throws its own die and no other, until it shows another face."""
    seen, eye = bench.look(), bench.dice_camera()
    if seen is None:
        return StepResult("knocks", skipped=Saying("selftest-unseen"))
    _, view = seen
    look = eye.look(bench.wells)
    found = of_dice(measure_wells(look, (0,) * len(bench.wells)))
    dice = tuple(trouble for trouble in found if trouble.kind in OF_BOXES)
    bench.odd_wells = odd(dice)
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
    pictures = ((Saying("selftest-picture-throw"), together(look)),)
    return StepResult("knocks", lines, (*dice, *of_knocks(knocks)), pictures, figures)


def _knock(bench: Bench, eye: DiceCamera, view: View, look: Look, well: int) -> tuple[Look, KnockMeasure]:
    """Knock a box until its die shows another face than in this look; return the last look, and what came of it."""
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
