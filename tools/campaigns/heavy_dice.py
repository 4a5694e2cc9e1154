"""Studies of dice on the twin's machine, whose centre of mass is 0.5 mm off, and of fair ones.

    python -m tools.campaigns heavy_dice heavy 1500 heavy.csv    # throw six such dice, and add them to the file
    python -m tools.campaigns heavy_dice fair 1500 fair.csv
    python -m tools.campaigns heavy_dice judge heavy.csv fair.csv

The physics alone makes the throws: values are those of the dice that lie flat, and a die that leans is in doubt. All
dice of a file are alike. The throws of heavy dice, well after well, are cut into studies as long as the plan says that
finds what they are off by. Those of fair dice are cut into twenty studies.
"""

import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.build import Faults, MachineFault
from hardware.twin.machine import Machine
from robot.fairness.findings import Readings, summarise_throws
from robot.fairness.plan import throws_for_points
from robot.fairness.reader import FACES, UNREAD, Floats
from tools.shaking.motion import MotionDriver
from tools.shaking.statistics import LEANING

LEVEL, POWER = 0.05, 0.8
STUDIES = 20
KINDS: dict[str, Faults] = {"fair": {}, "heavy": {MachineFault.HEAVY: frozenset()}}


@dataclass(frozen=True, slots=True)
class HeavyStudies:
    """What studies of heavy and of fair dice found: accused ones, and all.

    `points` is half of what 6 falls more often than 1, in points of 100, of all heavy dice; `throws` is how many a
    study of heavy dice has, `fair_throws` one of fair dice; `whole` are the p-values, by their checks, of all throws
    of fair dice as one study.
    """

    points: float
    throws: int
    heavy: tuple[int, int]
    fair_throws: int
    fair: tuple[int, int]
    whole: dict[str, float]


def throw_dice(kind: str, throws: int, seed: int) -> Iterator[list[int]]:
    """Yield what the dice of all wells show at each throw: 0 to 5, and UNREAD for one that leans."""
    driver = MotionDriver(Machine(dimensions(), seed, KINDS[kind]))
    driver.home()
    driver.settle()
    program = ShakeProgram()
    for _ in range(throws):
        driver.shake(program)
        driver.settle()
        lying = sorted(driver.machine.level_dice, key=lambda die: die.well or 0)
        yield [UNREAD if die.pose.lean > LEANING else die.pose.up - 1 for die in lying]


def shares(readings: Readings) -> Floats:
    """Return the share of each face, shape (6,), of all dice that lie flat."""
    counts = np.bincount(readings[readings != UNREAD], minlength=FACES)
    found: Floats = counts / counts.sum()
    return found


def count_accused(readings: Readings, throws: int) -> tuple[int, int]:
    """Return in how many studies of so many throws a report accuses the die, and how many there are."""
    record = readings.T.ravel()
    studies = [record[start : start + throws] for start in range(0, len(record) - throws + 1, throws)]
    found = [summarise_throws(study, LEVEL).verdicts for study in studies]
    return sum(any(verdict.p_together <= LEVEL for verdict in verdicts) for verdicts in found), len(studies)


def judge_throws(heavy: Readings, fair: Readings) -> HeavyStudies:
    """Judge throws, shape (throws, 6): as many as the plan says for what the heavy dice are off by make a study."""
    fallen = shares(heavy)
    points = float(50 * (fallen[FACES - 1] - fallen[0]))
    throws = math.ceil(throws_for_points(points, LEVEL, POWER))
    each = fair.size // STUDIES
    whole = summarise_throws(fair.T.ravel(), LEVEL, np.repeat(np.arange(FACES), len(fair)))
    checks: dict[str, float] = {verdict.check: verdict.p for verdict in whole.verdicts}
    return HeavyStudies(points, throws, count_accused(heavy, throws), each, count_accused(fair, each), checks)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("what", choices=(*KINDS, "judge"), help="the dice to throw, or to judge what was kept")
    parser.add_argument("words", nargs=2, metavar="WORD", help="throws and file, or the files of heavy and fair dice")


def run(options: Namespace) -> Iterator[str]:
    """Throw dice and keep what they show, or yield how what was kept is judged."""
    if options.what == "judge":
        heavy, fair = (np.loadtxt(name, dtype=np.int64, delimiter=",", ndmin=2) for name in options.words)
        for name, readings in (("heavy", heavy), ("fair", fair)):
            faces = " ".join(f"{100 * share:.2f}" for share in shares(readings))
            doubts = int((readings == UNREAD).sum())
            yield f"{name}: {readings.size} throws of a die, {doubts} in doubt; faces {faces} %"
        found = judge_throws(heavy, fair)
        (heavy_found, heavies), (fair_found, fairs) = found.heavy, found.fair
        yield f"6 and 1 are off by {found.points:.2f} points: {found.throws} throws find that, says the plan"
        yield f"accused: {heavy_found} of {heavies} heavy dice after this many throws,"
        yield f"{fair_found} of {fairs} fair ones after {found.fair_throws}; all fair throws as one study: p"
        yield ", ".join(f"{topic} {p:.2f}" for topic, p in found.whole.items())
        return
    throws, path = int(options.words[0]), Path(options.words[1])
    before = len(path.read_text("utf-8").splitlines()) if path.exists() else 0
    with path.open("a", encoding="utf-8") as file:
        for throw in throw_dice(options.what, throws, 1 + before):
            file.write(",".join(map(str, throw)) + "\n")
            file.flush()
