"""One player: the most points of a turn and the fewest turns, against slow recursions."""

from functools import cache

import numpy as np
import pytest

from solver.errors import SolverError
from solver.keep_and_throw.exact import fewest_expected_turns, most_turn_points
from solver.keep_and_throw.hands import hands_of
from solver.keep_and_throw.keep_table import fair_laws, solve_keep
from solver.keep_and_throw.rules import find_rules

NAMES = ("ten-thousand", "farkle", "kingdom-come")


@pytest.mark.parametrize(
    "name", [name if name == "farkle" else pytest.param(name, marks=pytest.mark.check) for name in NAMES]
)
def test_no_look_further_ahead_brings_more_points(name: str) -> None:
    rules = find_rules(name)
    throws = hands_of(rules, fair_laws(rules)).throws
    found = most_turn_points(rules, fair_laws(rules)).values / rules.step
    far = len(found) + 400  # beyond the last total, where it is said to be best to hold

    @cache
    def worth(total: int, hand: int) -> float:
        if total >= far:
            return total
        more = 0.0
        for outcome in range(throws.first[hand], throws.first[hand + 1]):
            options = range(throws.option[outcome], throws.option[outcome + 1])
            more += throws.chance[outcome] * max(worth(total + throws.gain[one], throws.left[one]) for one in options)
        return max(more, total) if total else more

    for total in range(far - 1, len(found) - 1, -1):
        assert all(worth(total, hand) == total for hand in range(6))
    for total in range(len(found) - 1, 0, -1):
        assert np.allclose([worth(total, hand) for hand in range(6)], found[total], atol=1e-9, rtol=0)


@pytest.mark.parametrize(
    ("name", "opening"), [pytest.param("farkle", 0, marks=pytest.mark.check), ("ten-thousand", 300)]
)
def test_the_fewest_turns_are_those_of_plain_value_iteration(name: str, opening: int) -> None:
    rules = find_rules(name).changed(goal=400, opening=opening)
    throws = hands_of(rules, fair_laws(rules)).throws
    steps = rules.goal // rules.step
    turns = np.zeros(steps + 1)
    for _ in range(60):
        for score in range(steps - 1, -1, -1):

            @cache
            def left(total: int, hand: int, score: int = score) -> float:
                if score + total >= steps:
                    return 0.0
                more = float(throws.bust[hand] * turns[score])
                for outcome in range(throws.first[hand], throws.first[hand + 1]):
                    options = range(throws.option[outcome], throws.option[outcome + 1])
                    more += throws.chance[outcome] * min(
                        left(total + throws.gain[one], throws.left[one]) for one in options
                    )
                may_hold = total and (score or total * rules.step >= opening)
                return min(more, float(turns[score + total])) if may_hold else more

            turns[score] = 1.0 + left(0, 5)
    found = fewest_expected_turns(rules, fair_laws(rules)).values
    assert np.allclose(found, turns, atol=1e-9, rtol=0)


def test_dice_that_never_score_are_refused() -> None:
    rules = find_rules("ten-thousand")
    twos = ((0, 0.5, 0.5, 0, 0, 0),) * 2 + ((0, 0, 0, 1.0, 0, 0),) * 2 + ((0, 0, 0, 0, 0, 1.0),) * 2
    with pytest.raises(SolverError, match="no throw scores"):
        solve_keep(rules, (twos, twos))
    ones = ((1.0, 0, 0, 0, 0, 0),) * 6
    with pytest.raises(SolverError, match="need never end"):
        most_turn_points(rules, ones)
