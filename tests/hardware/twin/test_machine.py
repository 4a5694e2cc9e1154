"""The machine of the twin: its measures, its motions, its dice and what keeps them, and its faults."""

import copy
import math

import numpy as np
import pytest

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.build import HEAVY_SHIFT, Build, BuildFault, MachineFault, lever_angle
from hardware.sim.cube import DiePose
from hardware.twin.machine import Machine
from hardware.twin.measures import Measures
from hardware.twin.model import TICK, Surfaces
from hardware.twin.physics import Block
from tests.support.firmware.servo_pins import at_pins
from tests.support.requirements import needs_package
from tools.shaking.motion import MotionDriver

pytestmark = pytest.mark.check

needs_package("mujoco")

DIMENSIONS = dimensions()
SIDE = DIMENSIONS["die"]["side"]


def at_home(seed: int, fault: MachineFault | None = None, *wells: int) -> MotionDriver:
    driver = MotionDriver(Machine(DIMENSIONS, seed, {fault: frozenset(wells)} if fault else {}))
    driver.home()
    driver.settle()
    return driver


def in_its_well(pose: DiePose, well: int) -> bool:
    """Return whether a level die is between the walls, floor and lid of its well, give or take a soft contact."""
    (x, y), wells = DIMENSIONS["wells"]["centres"][well - 1], DIMENSIONS["wells"]
    room, round_ = wells["side"] / 2, DIMENSIONS["die"]["corner_radius"]
    inner = pose.corners(SIDE - 2 * round_)
    across = abs(inner[:, :2] - (x, y)).max() + round_
    low, high = inner[:, 2].min() - round_ - wells["floor"], inner[:, 2].max() + round_ - wells["floor"]
    return bool(across < room + 1.5 and low > -1.5 and high < wells["depth"] + 2.0)


def test_measures_are_those_of_the_file() -> None:
    changed = copy.deepcopy(DIMENSIONS)
    changed["wells"]["side"] += 2.0
    changed["die"]["side"] += 1.0
    changed["crank"]["radius"] -= 2.0
    measures = Measures(changed)
    assert measures.reach == pytest.approx((DIMENSIONS["wells"]["side"] + 2) / 2000)
    assert measures.die_side == pytest.approx((SIDE + 1) / 1000)
    machine = Machine(changed, 1)
    for die in machine.level_dice:
        assert die.pose.middle[2] == pytest.approx(DIMENSIONS["wells"]["floor"] + (SIDE + 1) / 2, abs=0.1)
    driver = MotionDriver(machine)
    driver.home()
    machine.advance(0.5, machine.measures.steps // 2, enabled=True)
    assert machine.tilt == pytest.approx(math.degrees(math.asin(20 / 120)), abs=0.02)


def test_half_a_turn_takes_the_wells_through_the_stroke_and_tilts_them() -> None:
    machine = at_home(3).machine
    home = machine.wells_pose[0]
    places = np.mean(DIMENSIONS["wells"]["centres"], axis=0)
    assert home == pytest.approx([*places, DIMENSIONS["wells"]["floor"]], abs=0.02)
    assert machine.tilt == pytest.approx(0, abs=0.02)
    machine.advance(0.5, 800, enabled=True)
    assert machine.crank == pytest.approx(180, abs=1)
    # The rod lifts a pin 120 mm beside the shaft by 24 mm, asin(24 / 120) = 11.54 deg, less 0.05 mm as it slants.
    assert machine.tilt == pytest.approx(math.degrees(math.asin(23.95 / 120)), abs=0.005)
    middle, turn = machine.wells_pose
    lean = math.radians(machine.tilt)
    # Worked out by hand: the floor's middle is 120 mm to the left of the shaft and 120 above it.
    assert middle[0] - home[0] == pytest.approx(120 * math.sin(lean) + 120 * (1 - math.cos(lean)), abs=0.05)
    assert middle[2] - home[2] == pytest.approx(120 * math.sin(lean) - 120 * (1 - math.cos(lean)), abs=0.05)
    assert turn[:, 0] == pytest.approx([math.cos(lean), 0, -math.sin(lean)], abs=1e-3)
    assert machine.offset == pytest.approx(middle[0] - home[0])


def test_dice_stay_between_the_walls_all_the_time() -> None:
    machine = at_home(5).machine
    seen: set[int] = set()
    for tick in range(100):
        machine.advance(0.01, min(144, 12 * tick), enabled=True)
        for die in machine.level_dice:
            assert die.well is not None
            assert in_its_well(die.pose, die.well), (die.well, die.pose)
            seen.add(die.pose.up)
    assert seen == {1, 2, 3, 4, 5, 6}


def test_the_home_switch_closes_about_home_and_opens_a_little_later() -> None:
    machine = at_home(8).machine
    angles: dict[tuple[int, bool], float] = {}
    for way in (1, -1):
        machine.advance(0.3, way * 200, enabled=True)
        home = machine.home
        assert not home
        for _ in range(400):
            machine.advance(0.005, -way, enabled=True)
            if machine.home != home:
                home = machine.home
                angles[way, home] = machine.crank
        machine.advance(0.3, way * 200, enabled=True)
    half, more = DIMENSIONS["crank"]["switch"] / 2, DIMENSIONS["crank"]["hysteresis"]
    assert angles == {
        (1, True): pytest.approx(half, abs=0.5),
        (1, False): pytest.approx(-half - more, abs=0.5),
        (-1, True): pytest.approx(-half, abs=0.5),
        (-1, False): pytest.approx(half + more, abs=0.5),
    }


def test_a_motor_that_is_asked_too_much_is_off_by_whole_teeth() -> None:
    machine = at_home(2).machine
    machine.advance(0.5, 9600, enabled=True)
    machine.advance(0.5, 0, enabled=True)
    off = machine.crank - 2160
    assert abs(off) > 7
    assert off / 7.2 == pytest.approx(round(off / 7.2), abs=0.05)


def test_without_current_nothing_follows() -> None:
    machine = at_home(2).machine
    machine.advance(0.2, 400, enabled=True)
    held = machine.crank
    assert held == pytest.approx(90, abs=1)
    machine.estop = True
    machine.advance(1.0, 400, enabled=True)
    assert abs(machine.crank) < 40, "the weight turns the crank back towards home"


def test_levers_follow_pulses_at_their_speed_and_press() -> None:
    machine = at_home(4).machine
    assert machine.levers == pytest.approx([DIMENSIONS["lever"]["highest"]] * 6, abs=0.5)
    pulses = 1200, 2000, 2000, 1000, 1000, 1800
    machine.advance(0.04, 0, pulses, enabled=True)
    # 60 degrees in a tenth of a second, and the servo's own inertia.
    assert all(66 - 600 * 0.04 - 1 < machine.levers[n] < 66 - 600 * 0.04 + 12 for n in (0, 5))
    machine.advance(0.5, 0, pulses, enabled=True)
    lever = DIMENSIONS["lever"]
    tips = [lever["height"] + lever["arm"] * math.sin(math.radians(machine.levers[n])) for n in (0, 5)]
    assert tips == pytest.approx([DIMENSIONS["wells"]["floor"] + SIDE + lever["tip_radius"]] * 2, abs=0.4)
    assert machine.levers[1:5] == pytest.approx([lever["highest"]] * 4, abs=0.5)


def test_a_longer_pulse_turns_every_shaft_anticlockwise_as_seen_from_its_end() -> None:
    """By the right hand: anticlockwise is a turn about where the shaft points to, here to the left in the picture."""
    measures, shaft = Measures(DIMENSIONS), np.array([-1.0, 0.0, 0.0])
    for well in range(1, 7):
        inward = np.array([0.0, -measures.ways[well - 1], 0.0])
        lift = np.cross(shaft, inward)[2]
        assert lever_angle(DIMENSIONS, well, 1600) * lift > lever_angle(DIMENSIONS, well, 1500) * lift


def test_same_seed_same_bytes_however_the_time_is_cut() -> None:
    whole, sliced, other = (Machine(DIMENSIONS, seed) for seed in (6, 6, 7))
    steps = [((number + 0.5) / 16000, 1) for number in range(4000)]
    whole.advance(0.3, steps, enabled=True)
    other.advance(0.3, steps, enabled=True)
    for first in range(0, 300, 3):
        begin, end = first / 1000, (first + 3) / 1000
        sliced.advance(0.003, [(when - begin, way) for when, way in steps if begin <= when < end], enabled=True)
    assert sliced.truth == whole.truth
    assert [die.pose for die in sliced.dice] == [die.pose for die in whole.dice]
    assert [die.pose for die in other.dice] != [die.pose for die in whole.dice]


def test_hands_lay_dice_and_throw_in_the_tray() -> None:
    machine = at_home(9).machine
    for well in range(1, 7):
        machine.put(well, 7 - well)
    machine.advance(0.3, enabled=True)
    assert machine.truth == (6, 5, 4, 3, 2, 1)
    machine.throw_in_tray(5)
    assert len([die for die in machine.dice if die.well is None]) == 5
    machine.throw_in_tray(0)
    assert all(die.well for die in machine.dice)


def test_a_heavy_die_falls_about_its_centre_of_mass_and_turns_about_nothing_else() -> None:
    measures = Measures(DIMENSIONS)
    for heavy, shift in (((), 0.0), ((1,), HEAVY_SHIFT)):
        block = Block(measures, Surfaces(), (1,), (), heavy)
        block.cover(closed=False)
        turn = np.linalg.qr(np.random.default_rng(1).normal(0, 1, (3, 3)))[0]
        turn *= np.linalg.det(turn)
        start = np.array([*measures.centres[0], measures.arm + 0.2])
        block.put(0, start, turn)
        for tick in range(40):
            block.tick(0.0, 0.0, 0.0)
            ((place, turned),) = block.poses()
            fallen = (start - place)[2]
            assert fallen == pytest.approx(9.81 * TICK**2 * (tick + 1) * (tick + 2) / 2, rel=1e-6)
        assert np.allclose(turned, turn, atol=1e-9)
        # With an acceleration of the frame about its axis the centre of mass is pushed, not the middle of the cube.
        block.put(0, start, turn)
        block.tick(0.0, 0.0, 1000.0)
        ((place, turned),) = block.poses()
        pushed = (place - start)[2] / TICK**2 + 9.81
        assert pushed == pytest.approx(1000 * (start + turn[:, 0] * shift)[0], rel=0.003)


def test_a_heavy_die_that_is_laid_into_another_well_takes_its_weight_along() -> None:
    machine = Machine(DIMENSIONS, 1, {MachineFault.HEAVY: frozenset({2})})
    showed = machine.truth
    heavy = []
    for wells in ((1, 2, 3), (2, 3, 4), (6, 1, 2), (5, 6)):
        machine.lay_dice(wells)
        shifts = machine._block._shifts
        assert shifts is not None
        heavy.append([well for well, shift in zip(machine._block.wells, shifts[:, 0], strict=True) if shift])
    assert heavy == [[2], [3], [1], [6]]
    assert machine.truth == showed


FLOOR = DIMENSIONS["wells"]["floor"]
SHAKE = ShakeProgram(frequency=9.0, seconds=0.6, ramp=0.2)
ALL = frozenset(range(1, 7))


def test_a_bump_cocks_the_die_of_its_well_again_and_again() -> None:
    driver = at_home(5, MachineFault.COCKED, 3)
    leaning = dict.fromkeys(ALL, 0)
    for _ in range(10):
        driver.shake(SHAKE)
        driver.settle()
        for die in driver.machine.level_dice:
            leaning[die.well or 0] += die.pose.lean > 8
    assert leaning[3] >= 2
    assert sum(leaning.values()) - leaning[3] <= 2


def test_two_dice_lie_on_or_beside_each_other_until_one_is_taken_out() -> None:
    driver = at_home(6, MachineFault.DOUBLE, 4)
    machine = driver.machine
    assert [die.well for die in machine.dice] == [1, 2, 3, 4, 5, 6, 4]
    driver.shake(SHAKE)
    driver.settle()
    first, second = (die.pose for die in machine.level_dice if die.well == 4)
    apart = max(abs(a - b) for a, b in zip(first.middle, second.middle, strict=True))
    assert apart > SIDE / 2
    others = [die.pose.up for die in machine.level_dice if die.well != 4]
    machine.switch(MachineFault.DOUBLE, on=False)
    assert [die.well for die in machine.dice] == [1, 2, 3, 4, 5, 6]
    driver.settle()
    assert [die.pose.up for die in machine.level_dice if die.well != 4] == others
    assert max(die.pose.middle[2] for die in machine.level_dice) == pytest.approx(FLOOR + SIDE / 2, abs=0.5)


def built_with(fault: BuildFault, *numbers: int, **more: frozenset[int]) -> Machine:
    faults = {MachineFault(name): wells for name, wells in more.items()}
    return Machine(DIMENSIONS, 9, faults, build=Build({fault: frozenset(numbers)}))


@pytest.mark.parametrize("count", range(1, 7))
def test_a_weak_supply_sags_while_more_than_two_levers_move(count: int) -> None:
    machine = built_with(BuildFault.WEAK_SUPPLY)
    assert not machine.sags
    pulses = tuple(at_pins(*(1800,) * count, *(1000,) * (6 - count)).values())
    machine.advance(0.02, 0, pulses, enabled=True)
    assert machine.sags == (count > 2)
    machine.advance(0.5, 0, pulses, enabled=True)
    assert not machine.sags, "levers that have arrived draw little"


def test_levers_that_move_one_after_the_other_do_not_sag_a_weak_supply() -> None:
    machine = built_with(BuildFault.WEAK_SUPPLY)
    for count in range(1, 7):
        pulses = tuple(at_pins(*(1800,) * count, *(1000,) * (6 - count)).values())
        for _ in range(30):
            machine.advance(0.01, 0, pulses, enabled=True)
            assert not machine.sags


def test_a_supply_that_is_strong_enough_moves_all_levers_at_once() -> None:
    machine = Machine(DIMENSIONS, 9)
    machine.advance(0.02, 0, tuple(at_pins(*(1800,) * 6).values()), enabled=True)
    assert not machine.sags


def test_wells_without_dice_stay_empty_and_the_others_keep_theirs() -> None:
    machine = built_with(BuildFault.DIE_MISSING, 2, 5)
    driver = MotionDriver(machine)
    driver.home()
    driver.shake(SHAKE)
    driver.settle()
    assert [die.well for die in machine.level_dice] == [1, 3, 4, 6]
    assert [bool(face) for face in machine.truth] == [True, False, True, True, False, True]
    machine.put(6, 4)
    assert machine.truth[5] == 4


def test_a_second_die_is_laid_to_those_that_are_there() -> None:
    machine = built_with(BuildFault.DIE_MISSING, 1, **{MachineFault.DOUBLE: frozenset({3})})
    assert sorted(die.well or 0 for die in machine.level_dice) == [2, 3, 3, 4, 5, 6]
    assert machine.truth[0] == 0
    machine.switch(MachineFault.DOUBLE, on=False)
    assert [die.well for die in machine.level_dice] == [2, 3, 4, 5, 6]
