"""The simulated table: fair and independent throws, dice that stay in their wells, levers that keep them."""

import threading
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.cube import overlap
from hardware.sim.scene import SceneFault
from hardware.sim.table import SETTLING, SHAKE_SECONDS, SimulatedTable

DIMENSIONS = dimensions()
SIDE = DIMENSIONS["die"]["side"]
# 99.9 % point of chi-square, from the tables in Abramowitz and Stegun, 26.8.
CHI_SQUARE_5 = 20.515


def table_at(seed: int, **more: object) -> tuple[SimulatedTable, VirtualClock]:
    clock = VirtualClock()
    return SimulatedTable(seed, clock, DIMENSIONS, **more), clock  # type: ignore[arg-type]


def throws(table: SimulatedTable, clock: VirtualClock, count: int) -> Iterator[tuple[int, ...]]:
    for _ in range(count):
        table.shake()
        clock.sleep(3.0)
        yield table.truth()


def chi_square(counts: Counter[int], cells: int, total: int) -> float:
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_faces_are_fair_and_independent() -> None:
    table, clock = table_at(20261)
    thrown = list(throws(table, clock, 1200))
    for well in range(6):
        faces = [values[well] - 1 for values in thrown]
        assert chi_square(Counter(faces), 6, len(faces)) < CHI_SQUARE_5
        following = Counter(a * 6 + b for a, b in pairwise(faces))
        # Overlapping pairs: for independent throws the statistic has 30 degrees of freedom less 5.
        assert chi_square(following, 36, len(faces) - 1) - chi_square(Counter(faces), 6, len(faces)) < 59.703
    neighbours = Counter((values[0] - 1) * 6 + values[1] - 1 for values in thrown)
    assert chi_square(neighbours, 36, len(thrown)) < 66.619
    repeats = sum(a == b for first, second in pairwise(thrown) for a, b in zip(first, second, strict=True))
    share, count = repeats / (6 * 1199), 6 * 1199
    assert abs(share - 1 / 6) < 3 * np.sqrt(5 / 36 / count)


def test_same_seed_same_throws_however_often_they_are_looked_at() -> None:
    table, clock = table_at(7)
    other, other_clock = table_at(7)
    for thrown in throws(table, clock, 20):
        other.shake()
        other_clock.sleep(0.9)
        for _ in range(5):
            other.sight(other_clock.now())
            other.truth()
        other_clock.sleep(0.7 + SETTLING)
        other.light(True, False)
        assert other.truth() == thrown
    assert list(throws(table_at(8)[0], clock, 20)) != list(throws(table_at(7)[0], clock, 20))


def test_a_resumed_game_goes_on_with_new_throws() -> None:
    whole, clock = table_at(3)
    all_throws = list(throws(whole, clock, 12))
    rest, rest_clock = table_at(3, shakes_before=5)
    assert rest.truth() == all_throws[4]
    assert list(throws(rest, rest_clock, 7)) == all_throws[5:]
    assert rest.shakes == 12


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**31), kept=st.frozensets(st.integers(1, 6)))
def test_clamped_dice_keep_their_pose_and_the_others_are_as_if_all_were_thrown(seed: int, kept: frozenset[int]) -> None:
    table, clock = table_at(seed)
    free, free_clock = table_at(seed)
    before = table.dice()
    table.clamp(kept)
    (thrown,), (unclamped,) = list(throws(table, clock, 1)), list(throws(free, free_clock, 1))
    for well in range(1, 7):
        if well in kept:
            assert table.dice()[well - 1] == before[well - 1]
        else:
            assert thrown[well - 1] == unclamped[well - 1]
    assert table.sight(clock.now()).scene.clamped == kept


@settings(deadline=None, max_examples=100)
@given(seed=st.integers(0, 2**31), shakes=st.integers(0, 1000))
def test_dice_lie_flat_inside_their_wells(seed: int, shakes: int) -> None:
    table, _ = table_at(seed, shakes_before=shakes)
    for die in table.dice():
        assert die.well is not None
        corners = die.pose.corners(SIDE)
        centre = DIMENSIONS["wells"]["centres"][die.well - 1]
        assert np.all(np.abs(corners[:, :2] - centre) <= DIMENSIONS["wells"]["side"] / 2 + 1e-6)
        assert corners[:, 2].min() == pytest.approx(DIMENSIONS["wells"]["floor"])
        assert die.pose.lean < 1e-3


def leans(table: SimulatedTable, time: float) -> list[float]:
    return [die.pose.lean for die in table.dice(time)]


def test_dice_settle_and_then_lie_still() -> None:
    table, _ = table_at(11)
    table.clamp([2])
    table.shake(10.0, 1.5)
    end = 11.5
    # Before and just after the end no die lies as it will, but for the clamped one.
    for time in (10.3, 11.2, end + 0.01, end + 0.08):
        moving = [a.pose != b.pose for a, b in zip(table.dice(time), table.dice(end + 1), strict=True)]
        assert moving == [True, False, True, True, True, True]
    early = max(max(leans(table, end + t)) for t in np.linspace(0.0, 0.1, 20))
    late = max(max(leans(table, end + t)) for t in np.linspace(0.2, SETTLING, 20))
    assert 3 < early < 15
    assert late < 1.5
    assert max(leans(table, end + SETTLING + 1e-6)) < 1e-3
    assert table.sight(end + SETTLING + 0.01).scene == table.sight(end + 30).scene


def test_the_carriage_moves_while_shaking_and_a_stop_leaves_it_there() -> None:
    table, clock = table_at(1)
    table.shake(0.0, SHAKE_SECONDS)
    stands = [table.sight(t).scene.offset for t in np.linspace(0, SHAKE_SECONDS - 1e-3, 150)]
    assert max(stands) == pytest.approx(2 * DIMENSIONS["crank"]["radius"], rel=0.05)
    assert 0 <= min(stands) < 0.05 * DIMENSIONS["crank"]["radius"]
    assert abs(stands[-1]) < 0.5
    assert table.sight(SHAKE_SECONDS).scene.offset == 0
    table.shake(5.0, SHAKE_SECONDS)
    table.stop(5.68)
    clock.sleep(8.0)
    left = table.sight(8.0).scene.offset
    assert left == table.sight(5.69).scene.offset != 0
    free, free_clock = table_at(1)
    assert table.truth() == list(throws(free, free_clock, 2))[1]
    table.stop()
    assert table.sight(8.0).scene.offset == left
    table.home()
    assert table.sight(8.0).scene.offset == 0


def test_earlier_moments_are_still_to_be_seen() -> None:
    table, clock = table_at(2)
    table.light(True, False, 1.0)
    table.light(False, True, 2.0)
    clock.sleep(3.0)
    seen = [(table.sight(t).exposure.left, table.sight(t).exposure.right) for t in (0.5, 1.0, 1.9, 2.0, 3.0)]
    assert seen == [(0, 0), (1, 0), (1, 0), (0, 1), (0, 1)]


@settings(deadline=None, max_examples=50)
@given(seed=st.integers(0, 2**31), count=st.integers(0, 8), throw=st.integers(0, 1000))
def test_free_dice_lie_apart_on_the_felt(seed: int, count: int, throw: int) -> None:
    table, _ = table_at(seed)
    table.put_in_tray(count, throw)
    free = [die for die in table.dice() if die.well is None]
    tray = DIMENSIONS["tray"]
    assert len(free) == count
    for die in free:
        corners = die.pose.corners(SIDE)[:, :2] - (tray["left"], tray["top"])
        assert np.all((corners > 0) & (corners < tray["side"]))
    assert all(overlap(a.pose, b.pose, SIDE) < 0 for a in free for b in free if a is not b)
    table.put_in_tray(0)
    assert len(table.dice()) == 6


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**31), well=st.integers(1, 6))
def test_cocked_dice_lean_and_touch_the_floor_inside_the_well(seed: int, well: int) -> None:
    table, _ = table_at(seed)
    before = table.truth()
    table.switch(SceneFault.COCKED, wells=[well])
    for die in table.dice():
        assert die.well is not None
        if die.well == well:
            corners = die.pose.corners(SIDE)
            centre = DIMENSIONS["wells"]["centres"][well - 1]
            assert 12 <= die.pose.lean <= 40.01
            assert np.all(np.abs(corners[:, :2] - centre) <= DIMENSIONS["wells"]["side"] / 2 + 1e-6)
            assert corners[:, 2].min() == pytest.approx(DIMENSIONS["wells"]["floor"])
        else:
            assert die.pose.lean < 1e-3
    table.switch(SceneFault.COCKED, 0)
    assert table.truth() == before


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**31), well=st.integers(1, 6))
def test_two_dice_in_a_well_touch_without_passing_through_each_other(seed: int, well: int) -> None:
    table, _ = table_at(seed)
    table.switch(SceneFault.DOUBLE, wells=[well])
    first, second = (die.pose for die in table.dice() if die.well == well)
    assert abs(overlap(first, second, SIDE)) < 0.02
    centre, wells = DIMENSIONS["wells"]["centres"][well - 1], DIMENSIONS["wells"]
    for pose in (first, second):
        corners = pose.corners(SIDE)
        assert np.all(np.abs(corners[:, :2] - centre) <= wells["side"] / 2 + 1e-6)
        assert wells["floor"] - 1e-6 <= corners[:, 2].min()
        assert corners[:, 2].max() <= wells["floor"] + wells["depth"]
    assert len(table.dice()) == 7


def test_a_restless_die_comes_to_rest_late_and_as_it_was_thrown() -> None:
    table, clock = table_at(6, faults={SceneFault.SPINNING: 1.0})
    table.shake()
    clock.sleep(SHAKE_SECONDS)
    at_rest = table.dice(clock.now() + 60)
    assert max(die.pose.lean for die in at_rest) < 1e-3
    ended = clock.now()
    restless = [table.dice(ended + 0.05 * step) for step in range(11)]
    for well, die in enumerate(at_rest):
        seen = [dice[well].pose for dice in restless]
        assert all(one != other for one, other in pairwise(seen))
        assert max(pose.lean for pose in seen) > 3
        assert all(pose.corners(SIDE)[:, 2].min() == pytest.approx(DIMENSIONS["wells"]["floor"]) for pose in seen)
        assert table.dice(ended + 2.0 + SETTLING)[well] == die


def test_empty_wells_and_foreign_things() -> None:
    table, _ = table_at(4)
    table.switch(SceneFault.EMPTY, wells=[1])
    table.switch(SceneFault.FOREIGN, wells=[5])
    truth, scene = table.truth(), table.sight(0.0).scene
    assert truth[0] == truth[4] == 0
    assert 0 not in (truth[1], truth[2], truth[3], truth[5])
    assert [thing.well for thing in scene.things] == [5]
    kinds = {table_at(seed, faults={SceneFault.FOREIGN: 1.0})[0].sight(0.0).scene.things[0].kind for seed in range(30)}
    assert len(kinds) == 3


def test_a_chance_is_a_chance_and_a_kept_die_keeps_its_fault() -> None:
    table, clock = table_at(5, faults={SceneFault.COCKED: 0.1})
    cocked = [[die.pose.lean > 8 for die in (table.dice() if values else ())] for values in throws(table, clock, 150)]
    share = np.mean(cocked)
    assert abs(share - 0.1) < 4 * np.sqrt(0.09 / 900)
    table.switch(SceneFault.COCKED, 0.5)
    table.clamp(range(1, 7))
    leaning = leans(table, clock.now())
    assert 0 < sum(lean > 8 for lean in leaning) < 6
    list(throws(table, clock, 3))
    assert leans(table, clock.now()) == leaning


def test_two_threads_lose_no_shake() -> None:
    table, clock = table_at(6)

    def work() -> None:
        for _ in range(60):
            table.shake()
            table.light(True, False)
            table.sight(clock.now())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.shakes == 240
