"""Studies of dice whose chances are known: intervals hold, dependence is found, and fair dice are seldom accused."""

import numpy as np
import pytest

from robot.fairness.likelihood import anytime_extent
from robot.fairness.reader import FACES, UNREAD
from tools.campaigns.fair_studies import (
    DICE,
    READERS,
    most_evidence,
    outcomes,
    throw_die,
)

FAIR, HEAVY, STICKS = DICE[0], DICE[3], DICE[4]


def test_what_is_read_has_the_chances_that_die_and_reader_give() -> None:
    law = READERS["uneven"]
    readings = throw_die(HEAVY, law, 200_000, np.random.default_rng(1))
    shares = np.bincount(readings % (FACES + 1), minlength=FACES + 1) / len(readings)
    assert np.abs(shares - law.of_readings(HEAVY.faces)).max() < 4 * 0.4 / 200_000**0.5
    assert (readings == UNREAD).any()
    stuck = throw_die(STICKS, READERS["exact"], 200_000, np.random.default_rng(2))
    assert (stuck[1:] == stuck[:-1]).mean() == pytest.approx(1 / 6 + 0.05 * 5 / 6, abs=4e-3)


def test_a_die_is_never_ruled_out_only_where_each_interval_holds_it() -> None:
    law, rng = READERS["exact"], np.random.default_rng(3)
    for die in (FAIR, HEAVY):
        readings = throw_die(die, law, 300, rng)
        counts = np.zeros((300, FACES + 1))
        counts[np.arange(300), readings] = 1
        if most_evidence(readings, die.faces, law) < np.log(20):
            assert anytime_extent(counts.cumsum(axis=0)[::30], law, 0.95).holds(die.faces).all()
    assert most_evidence(np.zeros(300, dtype=np.int64), FAIR.faces, law) > np.log(20)


@pytest.mark.check
@pytest.mark.parametrize("reader", READERS)
def test_a_slice_of_the_campaign(reader: str) -> None:
    law, rng, studies = READERS[reader], np.random.default_rng(4), 30
    fair, stuck = outcomes(FAIR, law, studies, rng), outcomes(STICKS, law, studies, rng)
    most = 3 * (0.05 * 0.95 / studies) ** 0.5
    assert fair.stopped is not None
    assert max(fair.accused, fair.stopped) <= 0.05 + most
    assert min(fair.intervals, fair.sequence) >= 0.95 - most
    assert stuck.dependent >= 0.9
