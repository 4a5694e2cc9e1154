"""What pictures show of Swine Herd and Skunk: the robot stands below its mark and sits at it."""

from itertools import product

import pytest

from solver.simultaneous.strategy import skunk_decision, swine_herd_decision
from solver.simultaneous.views import SkunkTable, SwineHerdTable


@pytest.mark.parametrize(("me", "rival"), list(product((0, 61, 80), (40, 92))))
def test_the_robot_stands_below_the_mark_in_swine_herd(me: int, rival: int) -> None:
    mark = SwineHerdTable(100, None).stands_below(me, rival)
    actions = [swine_herd_decision(me, rival, turn).action for turn in range(1, 110 - me)]
    assert actions == ["stand" if turn < mark else "sit" for turn in range(1, 110 - me)]


@pytest.mark.parametrize(("me", "rival", "left"), list(product((0, 35), (0, 90), (1, 5))))
def test_the_robot_stands_below_the_mark_in_skunk(me: int, rival: int, left: int) -> None:
    mark = SkunkTable(5, None).stands_below(me, rival, left)
    actions = [skunk_decision(me, rival, turn, left).action for turn in range(1, 120)]
    assert actions == ["stand" if turn < mark else "sit" for turn in range(1, 120)]


def test_for_points_alone_a_throw_must_gain_on_average() -> None:
    """By hand: one die gains 20/6 and loses 1/6; two gain 25/36 of 8, lose 11/36 and 1/36 of what is banked."""
    assert SwineHerdTable(100, None).for_points() == 20
    table = SkunkTable(5, None)
    for me in range(0, 200, 9):
        assert table.for_points(me, 1) == max(1, -(-(200 - me) // 11))
