"""Live looks at drawn dice: what is said of each die is counted, whatever kind it is of."""

import numpy as np
import pytest

from tools.campaigns.own_dice import CUT, FLAT, LEANS, LaidDie, LooksTally, describe_looks, find_outcome, judge
from vision.reading import Die

READ = {value: Die(value, 0.99, (0.0, 0.0, 9.0, 9.0), 0.0) for value in range(1, 7)}
DOUBTED = Die(None, 0.3, (0.0, 0.0, 9.0, 9.0), 0.0, doubt="leans")


@pytest.mark.parametrize(
    ("kind", "said", "outcome"),
    [
        (FLAT, [READ[4]], "right"),
        (FLAT, [READ[4], READ[2]], "wrong"),
        (FLAT, [DOUBTED], "in doubt"),
        (FLAT, [], "unsaid"),
        (CUT, [READ[4]], "right"),
        (CUT, [READ[3]], "wrong"),
        (LEANS, [DOUBTED], "right"),
        (LEANS, [READ[4]], "wrong"),
        (LEANS, [], "unsaid"),
    ],
)
def test_what_is_said_of_a_die_has_one_outcome(kind: str, said: list[Die], outcome: str) -> None:
    assert find_outcome(LaidDie(4, kind, np.zeros(4), np.zeros(2)), said) == outcome


@pytest.mark.check
def test_looks_of_a_seed_are_counted_by_angle() -> None:
    total = LooksTally()
    for number in range(6):
        total.add(judge(7, number))
    assert total.looks.total() >= 6
    assert not any(" wrong " in line for line in total.lines)
    assert all(line.startswith(("20", "30", "40", "50", "  ")) for line in describe_looks(total))
