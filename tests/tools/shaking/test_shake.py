"""The default shake throws dice as good as chance: a short slice of it, and 6,000 throws in the long campaign."""

import math

import numpy as np
import pytest
from scipy.stats import chi2, chisquare

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.build import LOST_STRENGTH
from hardware.sim.drive import StepDriver
from hardware.twin.drives import DAMPING, FRICTION, Windings
from tests.support.requirements import needs_package
from tools.shaking.statistics import NEIGHBOURS, ThrowRecord, ThrowStatistics
from tools.shaking.throws import PORTION, count_kept, least_torque, plan_turns, portion

DEFAULT = ShakeProgram()
TOO_SHORT = plan_turns(8.0, 1, 0.1, 0.0)
LEAST_P, DEVIATIONS = 1e-6, 5.0
"""The requirements on a slice. Kinds of processors round differently, so each kind makes throws of its own."""
LEAST, MOST_DEVIATIONS, MOST_COCKED = 0.001, 3.0, 0.02
"""The requirements on many throws: p of each well and pair, deviation in standard errors, share of cocked dice."""
SEEDS = (1001, 1002, 1003)
TORQUE = 2 / 3
"""Share of the motor's torque with which the default shake has to do."""


def made_up(count: int, *, sticky: float = 0.0, twins: bool = False, loaded: float = 0.0) -> list[ThrowRecord]:
    """Return throws drawn at random, some of whose dice stay, follow a neighbour, or show a six."""
    random = np.random.default_rng(7)
    before: tuple[int, ...] = (1,) * 6
    throws = []
    for _ in range(count):
        faces = [int(face) for face in random.integers(1, 7, 6)]
        faces = [old if random.random() < sticky else new for old, new in zip(before, faces, strict=True)]
        faces[2] = 6 if random.random() < loaded else faces[2]
        if twins and random.random() < 0.3:
            faces[4] = faces[3]
        throws.append(ThrowRecord(before, tuple(faces), 0, 2.0))
        before = tuple(faces)
    return throws


def deviations(tally: ThrowStatistics) -> tuple[float, float]:
    """Return the deviations of the repeated and the opposite share from one sixth, in standard errors."""
    return (tally.repeated - 1 / 6) / tally.error, (tally.opposite - 1 / 6) / tally.error


def face_p(tally: ThrowStatistics) -> tuple[float, ...]:
    """Return for each well the p of chi-square that its faces are fair."""
    return tuple(chisquare(tally.faces, axis=1).pvalue.tolist())


def neighbour_p(tally: ThrowStatistics) -> tuple[float, ...]:
    """Return for each pair of neighbours the p of chi-square that they are independent."""
    found = []
    for table in tally.pairs:
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
        found.append(float(chi2.sf(((table - expected) ** 2 / np.maximum(expected, 1e-9)).sum(), 25)))
    return tuple(found)


def unmet(tally: ThrowStatistics) -> list[str]:
    """Return the requirements that throws do not meet."""
    failed = [f"faces of well {well}: p {p:.2g}" for well, p in enumerate(face_p(tally), 1) if p <= LEAST]
    failed += [
        f"wells {one} and {other}: p {p:.2g}"
        for (one, other), p in zip(NEIGHBOURS, neighbour_p(tally), strict=True)
        if p <= LEAST
    ]
    for name, share, away in zip(
        ("repeated", "opposite"), (tally.repeated, tally.opposite), deviations(tally), strict=True
    ):
        if abs(away) > MOST_DEVIATIONS:
            failed.append(f"{name} faces: {share:.2%}, {away:+.1f} standard errors")
    if tally.cocked > MOST_COCKED * tally.dice:
        failed.append(f"cocked: {tally.cocked / tally.dice:.2%}")
    return failed


def test_fair_throws_meet_every_demand() -> None:
    tally = ThrowStatistics().add(made_up(3000))
    assert unmet(tally) == []
    assert tally.dice == 18000
    assert abs(deviations(tally)[0]) < 3


@pytest.mark.parametrize(
    ("flaw", "said"),
    [({"sticky": 0.03}, "repeated faces"), ({"twins": True}, "wells 4 and 5"), ({"loaded": 0.08}, "faces of well 3")],
)
def test_a_flaw_is_found_and_named(flaw: dict[str, float], said: str) -> None:
    failures = unmet(ThrowStatistics().add(made_up(3000, **flaw)))  # type: ignore[arg-type]
    assert any(failure.startswith(said) for failure in failures), failures


def test_leaning_dice_count() -> None:
    throws = [ThrowRecord(t.before, t.after, int(number % 8 == 0), 2.0) for number, t in enumerate(made_up(600))]
    assert any(failure.startswith("cocked: 2.08%") for failure in unmet(ThrowStatistics().add(throws)))


@pytest.mark.check
def test_a_slice_of_the_default_shake_is_as_good_as_chance() -> None:
    needs_package("mujoco")
    tally = ThrowStatistics().add(portion(DEFAULT, 31, 0, 30))
    assert min(*face_p(tally), *neighbour_p(tally)) > LEAST_P
    assert max(abs(deviation) for deviation in deviations(tally)) < DEVIATIONS
    assert tally.cocked <= 4
    assert tally.longest < 3.0
    kept, changed = count_kept(DEFAULT, 31, 0, 3)
    assert (kept, changed) == (9, 0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_thousands_of_throws_are_as_good_as_chance_and_no_kept_die_changes(seed: int) -> None:
    needs_package("mujoco")
    tally = ThrowStatistics()
    for number in range(2_000 // PORTION):
        tally.add(portion(DEFAULT, seed, number))
    assert unmet(tally) == []
    assert tally.longest < 3.0
    found = [count_kept(DEFAULT, seed, number) for number in range(3)]
    assert [changed for _, changed in found] == [0, 0, 0]


@pytest.mark.check
def test_a_shake_that_is_too_short_fails() -> None:
    needs_package("mujoco")
    tally = ThrowStatistics().add(portion(TOO_SHORT, 31, 0, 30))
    assert deviations(tally)[0] > 2 * DEVIATIONS


@pytest.mark.check
@pytest.mark.parametrize("module", StepDriver)
def test_the_default_shake_loses_no_step_with_a_third_less_torque(module: StepDriver) -> None:
    needs_package("mujoco")
    assert LOST_STRENGTH < least_torque(DEFAULT, module=module) < TORQUE
    assert least_torque(ShakeProgram(frequency=11.0), module=module) > 1


CHOP, SECONDS, BEHIND = 1 / 16000, 0.6, 0.3
"""Cycle and length of a free run in seconds, and by how many full steps its rotor begins behind its field."""


def swing_alone(turns: float, module: StepDriver) -> float:
    """Return by how many full steps, as a standard deviation, a motor without load still swings about its field.

    It turns at `turns` a second, in eighth steps, and had 0.4 s to calm down.
    """
    motor = dimensions()["motor"]
    windings, inertia, full = Windings(motor, module), motor["inertia"] / 1e7, 2 * math.pi / 200
    angle, speed, lags = -BEHIND * full, 2 * math.pi * turns, []
    for chop in range(1, round(SECONDS / CHOP) + 1):
        place = 2 * math.pi * turns * chop * CHOP
        torque = windings.chop(full / 8 * (place // (full / 8)), angle, speed, CHOP)
        speed += (torque - DAMPING * speed - math.copysign(FRICTION, speed)) / inertia * CHOP
        angle += speed * CHOP
        lags.append((place - angle) / full)
    return float(np.std(lags[2 * len(lags) // 3 :]))


def test_the_cheap_driver_lets_the_rotor_swing_at_the_speed_of_the_shake_and_the_other_calms_it() -> None:
    assert swing_alone(8, StepDriver.TMC2209) < 0.02
    assert 0.03 < swing_alone(8, StepDriver.A4988) < 0.1
