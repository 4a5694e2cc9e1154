"""Mistakes of a builder are planted in the twin, and named there by what is measured of it."""

import pytest

from robot.selftest.steps import NAMES
from tests.support.requirements import needs_package
from tests.support.robot.planted import AS_DICE_FALL, ON_THE_TWIN, PLANTED, THROWS
from tests.support.robot.selftested import causes_of, selftested

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.check
@pytest.mark.parametrize(
    ("faults", "steps"),
    [
        ("wrong-firmware", "board"),
        ("wrong-board", "board"),
        ("left-half-dead,camera-low,marker-missing=2,lid-shorted,stop-unwired", "camera,lights,switches"),
        ("motor-unplugged", "motor"),
        ("die-missing=5", "dice"),
    ],
    ids=lambda part: part,
)
def test_faults_that_do_not_hide_each_other_are_all_named_on_the_twin(faults: str, steps: str) -> None:
    needs_package("mujoco")
    named = causes_of(selftested(faults, steps, table="twin"))
    assert named == set().union(*(ON_THE_TWIN[fault] for fault in faults.split(",")))


@pytest.mark.soak
def test_servos_that_turn_away_sag_and_miss_their_dice_are_told_apart_on_the_twin() -> None:
    needs_package("mujoco")
    faults = "servos-turned=123,dead-servo=4,weak-supply"
    (result,) = selftested(faults, "levers", table="twin")
    found = [(trouble.kind, dict(trouble.values)) for trouble in result.troubles]
    assert found == [("levers-sag", {}), ("row-away", {"row": "upper"}), ("servo-dead", {"well": 4})]


@pytest.mark.check
def test_nothing_is_found_at_a_twin_that_is_built_right() -> None:
    needs_package("mujoco")
    results = selftested(steps="board,camera,lights,switches,dice", table="twin", seed=2)
    assert [result.state for result in results] == ["ok"] * 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
def test_nothing_is_found_at_twins_that_are_built_right_in_the_whole_self_test(seed: int) -> None:
    needs_package("mujoco")
    results = selftested(table="twin", seed=seed, throws=20)
    assert [(result.step, result.state) for result in results] == [(name, "ok") for name in NAMES]


@pytest.mark.soak
@pytest.mark.parametrize(("fault", "steps"), [(fault, steps) for fault, steps, _ in PLANTED])
def test_a_planted_fault_is_named_on_the_twin_and_nothing_else(fault: str, steps: str) -> None:
    needs_package("mujoco")
    named = causes_of(selftested(fault, steps, table="twin", throws=THROWS.get(fault, 2)))
    assert named in (ON_THE_TWIN[fault], AS_DICE_FALL.get(fault, ON_THE_TWIN[fault]))
