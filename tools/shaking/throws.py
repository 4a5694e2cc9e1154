"""Throws of the simulated machine in portions that depend only on seed and number."""

import math
from typing import Any

import numpy as np

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.build import Build, BuildFault
from hardware.sim.drive import StepDriver
from hardware.twin.machine import Machine
from tools.shaking.motion import MotionDriver
from tools.shaking.statistics import LEANING, ThrowRecord

PORTION = 50
"""Throws per portion. Each portion has a new machine."""
NEAR = 0.01
"""Tolerance of the crank at home, in turns."""


def plan_turns(frequency: float, turns: int, ramp: float, rock: float) -> ShakeProgram:
    """Return the program of `turns` whole turns of the crank, including the soft start and stop."""
    seconds = math.floor(1000 * turns / frequency) / 1000 + ramp
    return ShakeProgram(frequency=frequency, rock=rock, seconds=round(seconds, 3), ramp=ramp)


def portion(program: ShakeProgram, seed: int, number: int, throws: int = PORTION) -> list[ThrowRecord]:
    """Return `throws` successive throws of all six dice."""
    driver = _hand(seed, number)
    made = []
    for _ in range(throws):
        before, start = driver.machine.truth, driver.machine.time
        driver.shake(program)
        driver.settle()
        leaning = sum(die.pose.lean > LEANING for die in driver.machine.level_dice)
        made.append(ThrowRecord(before, driver.machine.truth, leaning, driver.machine.time - start))
    return made


def count_kept(program: ShakeProgram, seed: int, number: int, shakes: int = PORTION) -> tuple[int, int]:
    """Shake with half of the dice held; return the number of held dice, and how many of them changed their face."""
    driver = _hand(seed, number)
    random = np.random.default_rng((seed, number))
    kept = changed = 0
    for _ in range(shakes):
        wells = sorted(int(well) for well in random.permutation(6)[:3] + 1)
        before = driver.machine.truth
        driver.clamp(wells)
        driver.shake(program)
        driver.clamp(())
        driver.settle()
        kept += len(wells)
        changed += sum(driver.machine.truth[well - 1] != before[well - 1] for well in wells)
    return kept, changed


def least_torque(
    program: ShakeProgram, it: dict[str, Any] | None = None, module: StepDriver = StepDriver.TMC2209
) -> float:
    """Return the smallest share of the motor's torque, to 0.01, that loses no step in this shake.

    The machine is that of machine.toml, or of `it`; `module` drives its motor.
    """
    low, high = 0, 200
    while high - low > 1:
        share = (low + high) // 2
        held = _holds(program, share / 100, it or dimensions(), module)
        low, high = (low, share) if held else (share, high)
    return high / 100


def _holds(program: ShakeProgram, strength: float, it: dict[str, Any], module: StepDriver) -> bool:
    # Dice do not push back on the crank: one die is enough.
    build = Build({BuildFault.DIE_MISSING: frozenset(range(2, 7))}, module)
    driver = MotionDriver(Machine(it, 1, strength=strength, build=build))
    driver.home()
    before = driver.machine.crank
    driver.shake(program)
    turns = (driver.machine.crank - before) / 360
    return round(turns) == math.ceil(program.frequency * (program.seconds - program.ramp) - 1e-9) and (
        abs(turns - round(turns)) < NEAR
    )


def _hand(seed: int, number: int) -> MotionDriver:
    driver = MotionDriver(Machine(dimensions(), seed * 1000 + number))
    driver.home()
    driver.settle()
    return driver
