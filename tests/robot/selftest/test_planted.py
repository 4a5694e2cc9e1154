"""Each mistake of a builder is planted in the simulated machine, and named by what is measured of it."""

from pathlib import Path

import pytest

from hardware.sim.build import BuildFault
from robot.selftest.run import NAMES
from tests.support.robot.selftested import causes_of, selftested

pytestmark = pytest.mark.usefixtures("home")
STILL = ("motor-unplugged", "coil-open")
SLIPS = ("slipping-crank", "coil-open", "weak-motor")
SEEN = "camera,lights"
WITHOUT_LEVERS = tuple(name for name in NAMES if name != "levers")
PLANTED = (
    ("motor-unplugged", "motor", {STILL}),
    ("coil-open", "motor", {STILL}),
    ("home-inverted", "motor", {("home-inverted", "cam-turned")}),
    ("home-dead", "motor", {("home-dead",)}),
    ("slipping-crank", "motor", {SLIPS}),
    ("swapped-servos=25", "levers", {("swapped-servos",)}),
    ("dead-servo=3", "levers", {("dead-servo",)}),
    ("horn-off=4", "levers", {("horn-off",)}),
    ("horn-low=2", "levers", {("horn-off",)}),
    ("servos-turned=123", "levers", {("servos-turned",)}),
    ("weak-supply", "levers", {("weak-supply",)}),
    ("left-half-dead", SEEN, {("left-half-dead",)}),
    ("right-half-dead", SEEN, {("right-half-dead",)}),
    ("swapped-halves", SEEN, {("swapped-halves",)}),
    ("camera-turned", SEEN, {("camera-turned",)}),
    ("camera-low", SEEN, {("camera-low",)}),
    ("wrong-mode", SEEN, {("wrong-mode",)}),
    ("out-of-focus", SEEN, {("out-of-focus",)}),
    ("dirty-lens", SEEN, {("dirty-lens",)}),
    ("flicker", SEEN, {("flicker",)}),
    ("marker-missing=2", SEEN, {("marker-missing",)}),
    ("marker-turned=3", SEEN, {("marker-turned",)}),
    ("lid-shorted", "switches", {("lid-shorted",)}),
    ("stop-unwired", "switches,motor", {("stop-unwired",)}),
    ("wrong-firmware", "board,camera,motor", {("wrong-firmware",)}),
    ("wrong-board", "board,camera,motor", {("wrong-board", "wrong-port")}),
    ("die-missing=5", "dice,throws", {("die-missing",)}),
    ("two-dice=2", "dice,throws", {("two-dice",)}),
)
NUMBERS: dict[str, dict[str, int | str]] = {
    "swapped-servos=25": {"one": 2, "other": 5},
    "dead-servo=3": {"well": 3},
    "horn-off=4": {"well": 4, "teeth": 1},
    "horn-low=2": {"well": 2, "teeth": 1},
    "servos-turned=123": {"row": "upper"},
    "camera-turned": {"degrees": 180},
    "camera-low": {"mm": 16},
    "marker-missing=2": {"marker": 2},
    "marker-turned=3": {"marker": 3},
    "die-missing=5": {"well": 5},
    "two-dice=2": {"well": 2},
}
"""What is said of some of them. The simulated camera hangs 1 mm too low anyway."""


@pytest.mark.parametrize(("fault", "steps", "causes"), PLANTED, ids=lambda part: part if isinstance(part, str) else "")
def test_a_planted_fault_is_named_and_nothing_else(fault: str, steps: str, causes: set[tuple[str, ...]]) -> None:
    results = selftested(fault, steps)
    assert causes_of(results) == causes
    values = NUMBERS.get(fault, {})
    found = [trouble.values for result in results for trouble in result.troubles]
    assert all(values.items() <= named.items() for named in found)


def test_every_fault_of_a_build_is_planted_here() -> None:
    assert {fault.partition("=")[0] for fault, _, _ in PLANTED} == {fault.value for fault in BuildFault}


@pytest.mark.parametrize(("seed", "steps"), [(2, NAMES), (5, WITHOUT_LEVERS), (11, WITHOUT_LEVERS)])
def test_a_machine_that_is_built_right_passes(seed: int, steps: tuple[str, ...], home: Path) -> None:
    results = selftested(steps=",".join(steps), seed=seed)
    assert [(result.step, result.state) for result in results] == [(name, "ok") for name in steps]
    assert not list(home.rglob("*")), "nothing was adjusted, so nothing is kept"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20, 30))
def test_a_machine_that_is_built_right_passes_with_many_seeds(seed: int) -> None:
    assert causes_of(selftested(seed=seed, throws=20)) == set()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("fault", "steps", "causes"), PLANTED, ids=lambda part: part if isinstance(part, str) else "")
def test_a_planted_fault_is_named_in_the_whole_self_test(
    fault: str, steps: str, causes: set[tuple[str, ...]], seed: int
) -> None:
    del steps
    assert causes_of(selftested(fault, seed=100 + seed, throws=10)) == causes
