"""Each mistake of a builder is planted in the simulated machine or the twin, and named by what is measured of it."""

from pathlib import Path

import pytest

from hardware.boxes import BoxController
from hardware.crank import CrankController
from hardware.dictionary import LEASE_SECONDS
from hardware.dimensions import BOXES, KINDS
from hardware.sim.build import BuildFault
from robot.selftest.bench import Bench
from robot.table.look import Image
from tests.support.requirements import needs_package
from tests.support.robot.planted import AS_DICE_FALL, IN_BOXES, ON_THE_TWIN, PLANTED, THROWS
from tests.support.robot.selftested import causes_of, do_selftest

pytestmark = pytest.mark.usefixtures("home")


NAMES = CrankController.STEPS
WITHOUT_LEVERS = tuple(name for name in NAMES if name != "levers")

NUMBERS: dict[str, dict[str, float | str]] = {
    "swapped-servos=25": {"one": 2, "other": 5},
    "dead-servo=3": {"well": 3},
    "horn-off=4": {"well": 4, "teeth": 1},
    "horn-low=2": {"well": 2, "teeth": 1},
    "servos-turned=123": {"row": "upper"},
    "mid-band": {"rate": 6.0},
    "rocker-binds": {"mm": 6},
    "lid-shakes": {"rate": 8.0},
    "camera-turned": {"degrees": 180},
    "camera-low": {"mm": 16},
    "marker-missing=2": {"marker": 2},
    "marker-turned=3": {"marker": 3},
    "die-missing=5": {"well": 5},
    "two-dice=2": {"well": 2},
}

"""What is said of some of them. The simulated camera hangs 1 mm too low anyway."""

QUICK = {
    "motor-unplugged",
    "left-half-dead",
    "flicker",
    "marker-missing=2",
    "joined-halves",
    "lid-shorted",
    "stop-inverted",
    "stop-unwired",
    "wrong-firmware",
}

"""Faults that show in less than a second of the processor."""


@pytest.mark.parametrize(
    ("fault", "steps", "causes"),
    [
        pytest.param(fault, steps, causes, id=fault, marks=() if fault in QUICK else pytest.mark.check)
        for fault, steps, causes in PLANTED
    ],
)
def test_a_planted_fault_is_named_and_nothing_else(fault: str, steps: str, causes: set[tuple[str, ...]]) -> None:
    results = do_selftest(fault, steps, throws=THROWS.get(fault, 2))
    assert causes_of(results) == causes
    values = NUMBERS.get(fault, {})
    found = [trouble.values for result in results for trouble in result.troubles]
    assert all(values.items() <= named.items() for named in found)


@pytest.mark.parametrize(
    ("fault", "steps", "causes"),
    [
        pytest.param(*case, id=f"{case[0]} {case[1]}", marks=() if case[0] in QUICK else pytest.mark.check)
        for case in IN_BOXES
    ],
)
def test_a_fault_of_boxes_is_named_and_nothing_else(fault: str, steps: str, causes: set[tuple[str, ...]]) -> None:
    results = do_selftest(fault, steps, throws=20 if steps == "throws" else 2, machine=BOXES)
    assert causes_of(results) == causes
    numbers = {int(digit) for digit in fault.partition("=")[2]}
    named = [value for result in results for it in result.troubles for value in it.values.values()]
    assert numbers <= {value for value in named if isinstance(value, int)}


@pytest.mark.check
def test_boxes_that_are_built_right_pass(home: Path) -> None:
    results = do_selftest(machine=BOXES, seed=2)
    assert [(result.step, result.state) for result in results] == [(name, "ok") for name in BoxController.STEPS]
    assert not list(home.rglob("*"))


@pytest.mark.check
def test_a_lamp_that_flickers_hides_no_lever() -> None:
    results = do_selftest("horn-off=4,flicker", "camera,levers")
    assert causes_of(results) == {("flicker",), ("horn-off",)}
    assert results[-1].figures["moved"] == {str(well): [well] for well in range(1, 7)}


def test_every_fault_of_a_build_is_planted_here() -> None:
    assert {fault.partition("=")[0] for fault, _, _ in (*PLANTED, *IN_BOXES)} == {fault.value for fault in BuildFault}


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        (5, ("board", "camera", "lights", "switches")),
        pytest.param(2, NAMES, marks=pytest.mark.check),
        pytest.param(11, WITHOUT_LEVERS, marks=pytest.mark.check),
    ],
)
def test_a_machine_that_is_built_right_passes(seed: int, steps: tuple[str, ...], home: Path) -> None:
    results = do_selftest(steps=",".join(steps), seed=seed)
    assert [(result.step, result.state) for result in results] == [(name, "ok") for name in steps]
    assert not list(home.rglob("*")), "nothing was adjusted, so nothing is kept"


@pytest.mark.check
@pytest.mark.parametrize("seconds", [0.85, 1.35, 2.0])
def test_a_busy_computer_blames_no_motor(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Each of its pictures takes so many seconds of the table's clock; beyond 1.5 the board stops by itself."""
    usual = Bench.picture

    def late(bench: Bench) -> Image:
        image = usual(bench)
        bench.clock.sleep(seconds)
        return image

    monkeypatch.setattr(Bench, "picture", late)
    (result,) = do_selftest(steps="motor")
    assert not result.troubles
    assert (result.skipped is not None) == (seconds > LEASE_SECONDS)


@pytest.mark.soak
@pytest.mark.parametrize("machine", KINDS)
@pytest.mark.parametrize("seed", range(20, 30))
def test_a_machine_that_is_built_right_passes_with_many_seeds(seed: int, machine: str) -> None:
    assert causes_of(do_selftest(seed=seed, throws=20, machine=machine)) == set()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("fault", "steps", "causes"), PLANTED, ids=lambda part: part if isinstance(part, str) else "")
def test_a_fault_is_named_in_the_whole_test(fault: str, steps: str, causes: set[tuple[str, ...]], seed: int) -> None:
    del steps
    assert causes_of(do_selftest(fault, seed=100 + seed, throws=THROWS.get(fault, 10))) == causes


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
    named = causes_of(do_selftest(faults, steps, table="twin"))
    assert named == set().union(*(ON_THE_TWIN[fault] for fault in faults.split(",")))


@pytest.mark.soak
def test_servos_that_turn_away_sag_and_miss_their_dice_are_told_apart_on_the_twin() -> None:
    needs_package("mujoco")
    faults = "servos-turned=123,dead-servo=4,weak-supply"
    (result,) = do_selftest(faults, "levers", table="twin")
    found = [(trouble.kind, dict(trouble.values)) for trouble in result.troubles]
    assert found == [("levers-sag", {}), ("row-away", {"row": "upper"}), ("servo-dead", {"well": 4})]


@pytest.mark.check
def test_nothing_is_found_at_a_twin_that_is_built_right() -> None:
    needs_package("mujoco")
    results = do_selftest(steps="board,camera,lights,switches,dice", table="twin", seed=2)
    assert [result.state for result in results] == ["ok"] * 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
def test_nothing_is_found_at_twins_that_are_built_right_in_the_whole_self_test(seed: int) -> None:
    needs_package("mujoco")
    results = do_selftest(table="twin", seed=seed, throws=20)
    assert [(result.step, result.state) for result in results] == [(name, "ok") for name in NAMES]


@pytest.mark.soak
@pytest.mark.parametrize(("fault", "steps"), [(fault, steps) for fault, steps, _ in PLANTED])
def test_a_planted_fault_is_named_on_the_twin_and_nothing_else(fault: str, steps: str) -> None:
    needs_package("mujoco")
    named = causes_of(do_selftest(fault, steps, table="twin", throws=THROWS.get(fault, 2)))
    assert named in (ON_THE_TWIN[fault], AS_DICE_FALL.get(fault, ON_THE_TWIN[fault]))
