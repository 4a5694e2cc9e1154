"""The default shake throws dice as good as chance, as far as a short slice can tell; the whole is the study."""

from pathlib import Path

import numpy as np
import pytest

from hardware.controller import ShakeProgram
from hardware.sim.build import LOST_STRENGTH
from hardware.sim.drive import StepDriver
from tests.support.requirements import needs_package
from tools.shaking.__main__ import CONFIRM_SEEDS, SEARCH_SEEDS, VARIANT_SEEDS
from tools.shaking.statistics import ThrowRecord, ThrowStatistics
from tools.shaking.throws import STANDARD, Checkpoints, keeps, least_torque, portion, whole
from tools.shaking.torque import swing_alone

DEFAULT = ShakeProgram()
TOO_SHORT = whole(8.0, 1, 0.1, 0.0)
LEAST_P, DEVIATIONS = 1e-6, 5.0
"""The requirements on a slice. Kinds of processors round differently, so each kind makes throws of its own."""
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


def test_fair_throws_meet_every_demand() -> None:
    tally = ThrowStatistics().add(made_up(3000))
    assert tally.failures() == []
    assert tally.dice == 18000
    assert abs(tally.deviations[0]) < 3


@pytest.mark.parametrize(
    ("flaw", "said"),
    [({"sticky": 0.03}, "repeated faces"), ({"twins": True}, "wells 4 and 5"), ({"loaded": 0.08}, "faces of well 3")],
)
def test_a_flaw_is_found_and_named(flaw: dict[str, float], said: str) -> None:
    failures = ThrowStatistics().add(made_up(3000, **flaw)).failures()  # type: ignore[arg-type]
    assert any(failure.startswith(said) for failure in failures), failures


def test_leaning_dice_count() -> None:
    throws = [ThrowRecord(t.before, t.after, int(number % 8 == 0), 2.0) for number, t in enumerate(made_up(600))]
    assert any(failure.startswith("cocked: 2.08%") for failure in ThrowStatistics().add(throws).failures())


def test_seeds_of_the_confirmation_are_new() -> None:
    assert not {*CONFIRM_SEEDS} & {*SEARCH_SEEDS, *VARIANT_SEEDS}


@pytest.mark.check
def test_a_slice_of_the_default_shake_is_as_good_as_chance() -> None:
    needs_package("mujoco")
    tally = ThrowStatistics().add(portion(DEFAULT, 31, 0, throws=30))
    assert min(*tally.face_p, *tally.neighbour_p) > LEAST_P
    assert max(abs(deviation) for deviation in tally.deviations) < DEVIATIONS
    assert tally.cocked <= 4
    assert tally.longest < 3.0
    kept, changed = keeps(DEFAULT, 31, 0, shakes=3)
    assert (kept, changed) == (9, 0)


@pytest.mark.check
def test_a_shake_that_is_too_short_fails() -> None:
    needs_package("mujoco")
    tally = ThrowStatistics().add(portion(TOO_SHORT, 31, 0, throws=30))
    assert tally.deviations[0] > 2 * DEVIATIONS


@pytest.mark.check
@pytest.mark.parametrize("module", StepDriver)
def test_the_default_shake_loses_no_step_with_a_third_less_torque(module: StepDriver) -> None:
    needs_package("mujoco")
    assert LOST_STRENGTH < least_torque(DEFAULT, module=module) < TORQUE
    assert least_torque(ShakeProgram(frequency=11.0), module=module) > 1


def test_the_cheap_driver_lets_the_rotor_swing_at_the_speed_of_the_shake_and_the_other_calms_it() -> None:
    assert swing_alone(8, StepDriver.TMC2209) < 0.02
    assert 0.03 < swing_alone(8, StepDriver.A4988) < 0.1


def test_a_study_that_is_broken_off_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, int, int, str]] = []

    def few(program: ShakeProgram, seed: int, number: int, *, machine: str) -> list[ThrowRecord]:
        asked.append((program.seconds, seed, number, machine))
        return made_up(50)

    monkeypatch.setattr("tools.shaking.throws.portion", few)
    first = list(Checkpoints(tmp_path / "notes").throws(DEFAULT, 5, 100))
    again = list(Checkpoints(tmp_path / "notes").throws(DEFAULT, 5, 150))
    assert asked == [(DEFAULT.seconds, 5, number, STANDARD) for number in range(3)]
    assert again[:100] == first
    list(Checkpoints(tmp_path / "notes").throws(TOO_SHORT, 5, 50))
    list(Checkpoints(tmp_path / "notes").throws(DEFAULT, 5, 50, "dice of 15 mm"))
    assert len(asked) == 5
