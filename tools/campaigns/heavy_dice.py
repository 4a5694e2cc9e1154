"""Studies of dice on the twin's machine: `python -m tools.campaigns.heavy_dice fair|heavy THROWS [SEED]`.

Each die of the six wells is a study; a heavy die has its centre of mass 0.5 mm off. The physics alone makes the throws:
values are those of the dice that lie flat, and a die that leans is in doubt.
"""

import sys
from collections.abc import Iterator

import numpy as np

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.twin.faults import Faults, MachineFault
from hardware.twin.machine import Machine
from robot.fairness.checks import DieThrows, Readings
from robot.fairness.reading_law import UNREAD
from robot.fairness.summary import summarise_throws
from tools.shaking.motion import MotionDriver
from tools.shaking.statistics import LEANING

LEVEL = 0.95


def thrown(faults: Faults, throws: int, seed: int) -> Readings:
    """Return what the dice of all wells show, shape (throws, 6): 0 to 5, and UNREAD for one that leans."""
    driver = MotionDriver(Machine(dimensions(), seed, faults))
    driver.home()
    driver.settle()
    program, made = ShakeProgram(), []
    for _ in range(throws):
        driver.shake(program)
        driver.settle()
        lying = sorted(driver.machine.level_dice, key=lambda die: die.well or 0)
        made.append([UNREAD if die.pose.lean > LEANING else die.pose.up - 1 for die in lying])
    return np.array(made, dtype=np.int64)


def studies(readings: Readings) -> Iterator[bool]:
    """Yield for each die whether a report on it accuses it of anything."""
    for die in readings.T:
        yield bool(summarise_throws(DieThrows(die), LEVEL).accused)


def main() -> int:
    """Print how many dice are accused, and what all of them showed."""
    kind, throws, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    readings = thrown({MachineFault.HEAVY: frozenset()} if kind == "heavy" else {}, throws, seed)
    accused = list(studies(readings))
    shares = [f"{100 * (readings == face).sum() / (readings != UNREAD).sum():.2f}" for face in range(6)]
    print(f"{kind} dice, {throws} throws, seed {seed}: {sum(accused)} of {len(accused)} accused; {' '.join(shares)} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
