"""Figures of dice agree with slow exact ones and with simulations; fair dice are accused as seldom as is said."""

import itertools
import math
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest

from robot.errors import UsageError
from robot.fairness.findings import (
    FACES_SHARE,
    DieSummary,
    Readings,
    check_faces,
    check_order,
    check_runs,
    check_table,
    exact_interval,
    findings_of,
    round_up,
    summarise,
    summarise_counts,
    summarise_throws,
)
from robot.fairness.log import FACES, UNREAD, StudyLog
from robot.language import english
from tests.support.robot.studies import small_plan, write_log

FAIR = np.full(FACES, 1 / FACES)


def test_the_intervals_of_all_faces_fail_together_as_seldom_as_is_said() -> None:
    rng, studies, loaded = np.random.default_rng(2), 800, np.array([0.1, 0.14, 0.16, 0.18, 0.2, 0.22])
    interval = cache(lambda count: exact_interval(count, 300, 0.1 / FACES))
    held = 0
    for counts in rng.multinomial(300, loaded, size=studies):
        ends = np.array([interval(count) for count in counts]).T
        held += bool((ends[0] <= loaded).all() and (loaded <= ends[1]).all())
    assert held / studies >= 0.9 - 3 * (0.09 / studies) ** 0.5
    assert exact_interval(0, 9, 0.02) == pytest.approx((0, 1 - 0.01 ** (1 / 9)))
    found = summarise(np.array([60.0, 40, 50, 50, 50, 50, 0]), FAIR, 0.1)
    assert found.ends[:, 0] == pytest.approx(exact_interval(60, 300, 0.1 / FACES))


def test_chi_square_of_few_throws_has_the_chance_of_all_that_is_as_far_off() -> None:
    throws, counts = 6, (4, 1, 1, 0, 0, 0)

    def distance(fell: tuple[int, ...]) -> Fraction:
        return sum((Fraction(count) - 1) ** 2 for count in fell) * Fraction(1)

    as_far = Fraction(0)
    for fell in itertools.product(range(throws + 1), repeat=FACES):
        if sum(fell) == throws and distance(fell) >= distance(counts):
            ways = math.factorial(throws) // math.prod(map(math.factorial, fell))
            as_far += Fraction(ways, FACES**throws)
    found = check_faces(np.array([*counts, 0.0]), FAIR)
    assert found.statistic == float(distance(counts))
    assert found.p == pytest.approx(float(as_far), abs=4 * (float(as_far) / 9999) ** 0.5)


def test_dice_in_doubt_are_the_faces_that_make_chi_square_smallest() -> None:
    read, doubts = (9, 3, 7, 6, 2, 8), 7
    found = check_faces(np.array([*read, doubts], dtype=np.float64), FAIR)
    each = Fraction(sum(read) + doubts, FACES)
    least = min(
        sum((Fraction(one + more) - each) ** 2 / each for one, more in zip(read, (*added, 0), strict=True))
        for added in itertools.product(range(doubts + 1), repeat=5)
        if sum(added) == doubts
    )
    assert found.statistic <= float(least)
    assert found.statistic == pytest.approx(float(least), abs=0.35)  # those are whole dice
    assert found.statistic < check_faces(np.array([*read, 0], dtype=np.float64), FAIR).statistic


def stick(throws: int, rng: np.random.Generator, share: float = 0.1) -> Readings:
    """Throws of a fair die that stays as it lay in so many of them."""
    fell = rng.integers(0, FACES, size=throws)
    for throw in range(1, throws):
        if rng.random() < share:
            fell[throw] = fell[throw - 1]
    return fell


def test_a_die_that_stays_as_it_lay_is_found_dependent() -> None:
    rng = np.random.default_rng(3)
    found = summarise_throws(stick(2000, rng), 0.05)
    assert [one.check for one in found.verdicts] == ["faces", "runs", "transitions"]
    assert "Equal values follow each other more or less often" in english().say(found.saying)
    assert "do not hold" in english().say(found.saying)


@pytest.mark.check
@pytest.mark.parametrize("throws", [60, 1200])
def test_fair_dice_are_seldom_accused_whatever_is_left_in_doubt(throws: int) -> None:
    rng, studies = np.random.default_rng(throws), 200
    accused = 0
    for _ in range(studies):
        fell = rng.integers(0, FACES, size=throws)
        fell[(fell == 5) & (rng.random(throws) < 0.1)] = UNREAD
        found = summarise_throws(fell, 0.05, np.arange(throws) * 6 // throws)
        accused += any(one.p_together <= 0.05 for one in found.verdicts)
    assert accused <= 0.05 * studies + 3 * (0.05 * 0.95 * studies) ** 0.5


def test_a_table_of_pairs_has_the_chi_square_of_its_definition() -> None:
    rng = np.random.default_rng(8)
    fell = rng.integers(0, FACES, size=1000)
    pairs = list(itertools.pairwise(fell.tolist()))
    expected = {
        (a, b): Fraction(sum(x == a for x, _ in pairs) * sum(y == b for _, y in pairs), len(pairs))
        for a in range(FACES)
        for b in range(FACES)
    }
    statistic = sum((pairs.count(one) - mean) ** 2 / mean for one, mean in expected.items())
    _, found = check_order(fell)
    assert found.statistic == pytest.approx(float(statistic))
    assert found.freedom == 25
    assert check_table("transitions", np.zeros(9, np.int64), fell[:9]) is None


def test_repeats_are_as_many_as_in_all_orders_of_the_same_faces() -> None:
    faces = (0, 0, 1, 1, 2, 3)
    repeats = [sum(a == b for a, b in itertools.pairwise(order)) for order in itertools.permutations(faces)]
    mean = Fraction(sum(repeats), len(repeats))
    found = check_runs(np.array(faces))
    assert found is not None
    assert found.statistic == 2
    assert found.p == pytest.approx(binomtest(2, 5, float(mean / 5)).pvalue)
    assert check_runs(np.array([3])) is None


def test_wells_that_differ_are_found() -> None:
    rng, wells = np.random.default_rng(4), np.repeat([1, 2], 600)
    fell = np.where((wells == 1) & (rng.random(1200) < 0.25), 5, rng.integers(0, FACES, size=1200))
    found = summarise_throws(fell, 0.05, wells)
    assert {one.check for one in found.verdicts if one.p_together <= 0.05} >= {"wells"}
    assert [one.p_together for one in found.verdicts[1:]] == pytest.approx(
        [min(1, one.p / ((1 - FACES_SHARE) / 3)) for one in found.verdicts[1:]]
    )


def test_a_study_that_is_not_finished_accuses_nobody(tmp_path: Path) -> None:
    plan = small_plan()
    write_log(tmp_path / "study", plan, [("6", "?cocked"), ("6", "1")] * (plan.throws // 2 - 1))
    with StudyLog(tmp_path / "study", plan.dice, read=True) as log:
        found = findings_of(plan, log)
    assert found["red"].verdicts == ()
    assert "no verdict yet" in english().say(found["red"].saying)
    write_log(tmp_path / "whole", plan, [("6", "1")] * plan.throws)
    with StudyLog(tmp_path / "whole", plan.dice, read=True) as log:
        found = findings_of(plan, log)
    assert found["red"].verdicts[0].p_together < 1e-6
    assert found["red"].level == 0.975


def test_weldons_dice_give_the_published_result() -> None:
    # The share of 5s and 6s is 0.3377, which no fair dice give (Labby, "Weldon's Dice, Automated", Chance 22, 2009).
    found = summarise_counts([209070, 106602], 0, [2 / 3, 1 / 3], 0.05)
    assert found.chances[1] == pytest.approx(0.3377, abs=5e-5)
    assert found.ends[0, 1] > 1 / 3
    assert found.verdicts[0].p < 1e-6
    exact = Fraction(209070 - 210448) ** 2 / 210448 + Fraction(106602 - 105224) ** 2 / 105224
    assert found.verdicts[0].statistic == pytest.approx(float(exact))


def test_bounds_are_rounded_up_and_doubts_are_named() -> None:
    assert [round_up(points) for points in (1.234, 0.05, 17, 9.91)] == [1.3, 0.05, 17, 10]
    found: DieSummary = summarise_counts([90, 110, 95, 105, 100, 100], 5, None, 0.05)
    assert "if the 5 in doubt fell as the others did" in english().say(found.saying)
    assert (found.worst[0] < found.ends[0]).all()
    with pytest.raises(UsageError, match="no die was read"):
        summarise_throws(np.array([UNREAD, UNREAD]), 0.05)
    assert sum(found.playable) == pytest.approx(1)
