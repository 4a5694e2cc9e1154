"""Numbers of limited precision are told with the digits that are there."""

import math

import pytest

from solver.decision import Decision, known_digits
from solver.sheet.coach.decide import WIN_STEP
from tests.support.solver.acts import score


@pytest.mark.parametrize(
    ("off", "told"),
    [(0.0, 0.123456789), (1e-13, 0.123456789), (WIN_STEP, 0.1235), (0.02, 0.1), (3.0, 0.0), (math.inf, 0.123456789)],
)
def test_only_fractions_are_rounded_wherever_they_stand(off: float, told: float) -> None:
    assert known_digits({"a": [0.123456789, 7, "0.123456789"]}, off) == {"a": [told, 7, "0.123456789"]}


def test_chances_to_win_on_a_sheet_have_four_digits() -> None:
    ones = score("ones")
    told = Decision(ones, 0.123456, {ones: 0.123456}, off=WIN_STEP).to_json()
    assert told["value"] == told["options"][0]["value"] == 0.1235
    assert Decision(ones, 0.123456, {ones: 0.123456}).to_json()["value"] == 0.123456
