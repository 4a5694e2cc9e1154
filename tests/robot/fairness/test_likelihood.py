"""Intervals hold as often as they say, whatever the reader does, and agree with a slow search of the same set."""

import itertools

import numpy as np
import pytest
from scipy.stats import chi2

from robot.errors import UsageError
from robot.fairness.likelihood import anytime_bound, anytime_extent, evidence, face_extent, log_likelihood, most_likely
from robot.fairness.plan import loaded_die, smallest_seen
from robot.fairness.reader import FACES, Floats, ReadingLaw, exact_reader, fair_die
from tools.campaigns.fair_studies import READERS

HEAVY = np.array([0.14, 0.16, 0.165, 0.168, 0.173, 0.194])
SHAVED = fair_die() + np.array([0.01, -0.005, -0.005, -0.005, -0.005, 0.01])


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("faces", [fair_die(), SHAVED, HEAVY], ids=["fair", "shaved", "heavy"])
def test_intervals_hold_in_as_many_studies_as_they_say(reader: str, faces: Floats) -> None:
    law, studies = READERS[reader], 200
    counts = np.random.default_rng(1).multinomial(2673, law.of_readings(faces), size=studies).astype(np.float64)
    held = face_extent(counts, law, 0.95).holds(faces).mean()
    assert held > 0.95 - 3 * (0.95 * 0.05 / studies) ** 0.5
    assert held < 0.99  # wider ones would hold too, and would say less


@pytest.mark.parametrize("reader", READERS)
def test_an_anytime_interval_holds_at_every_look(reader: str) -> None:
    law, rng, studies = READERS[reader], np.random.default_rng(4), 20
    total = np.zeros((studies, FACES + 1))
    held, of_one_look = np.ones((2, studies), dtype=bool)
    for throws in (50, 100, 400, 800, 3200):
        total += rng.multinomial(throws, law.of_readings(HEAVY), size=studies)
        held &= anytime_extent(total, law, 0.95).holds(HEAVY)
        of_one_look &= face_extent(total, law, 0.95).holds(HEAVY)
    assert of_one_look.mean() < 0.95 <= held.mean()


def test_the_ends_of_an_interval_agree_with_a_search_of_all_dice() -> None:
    law, counts = READERS["uneven"], np.array([[14.0, 18, 16, 17, 20, 23, 12]])
    drop = chi2.isf(0.05 / FACES, 1) / 2
    steps = np.arange(0.04, 0.36, 0.01)
    dice = np.array([(*five, 1 - sum(five)) for five in itertools.product(steps[1::3], repeat=5) if sum(five) < 0.99])
    top = log_likelihood(counts, most_likely(counts, law), law)[0]
    likely = dice[log_likelihood(counts, dice, law) >= top - drop]
    found = face_extent(counts, law, 0.95)
    assert log_likelihood(counts, dice, law).max() <= top
    for face in range(FACES):
        assert found.low[0, face] <= likely[:, face].min() <= found.low[0, face] + 0.03
        assert found.high[0, face] - 0.03 <= likely[:, face].max() <= found.high[0, face]


def test_an_exact_reader_gives_the_shares_and_a_face_that_never_fell_has_no_lower_end() -> None:
    counts = np.array([[0.0, 20, 30, 10, 25, 15, 0]])
    found = face_extent(counts, exact_reader(), 0.95)
    assert np.allclose(found.likeliest[0], counts[0, :FACES] / 100, atol=1e-6)
    assert found.low[0, 0] < 1e-4
    # An interval of one face is the one that a binomial likelihood gives: (1 - p) ** 100 has dropped so far.
    assert found.high[0, 0] == pytest.approx(1 - np.exp(-chi2.isf(0.05 / FACES, 1) / 200), abs=1e-5)


def test_doubts_that_are_known_for_each_face_put_the_counts_right() -> None:
    law = READERS["uneven"]
    counts = law.of_readings(HEAVY)[None] * 1e6
    assert np.allclose(most_likely(counts, law)[0], HEAVY, atol=1e-6)


@pytest.mark.parametrize(
    "chances",
    [
        np.eye(6),
        np.hstack([np.eye(6), np.full((6, 1), 0.1)]),
        np.hstack([np.eye(6) * 1.1, np.full((6, 1), -0.1)]),
        np.hstack([np.full((6, 6), 1 / 6), np.zeros((6, 1))]),
    ],
)
def test_a_reading_law_that_cannot_be_is_refused(chances: Floats) -> None:
    with pytest.raises(UsageError):
        ReadingLaw(chances)


def test_a_study_that_is_stopped_finds_what_it_says_it_can() -> None:
    law, throws = exact_reader(), 600
    points = smallest_seen(law, anytime_bound(throws, law, 0.95), 0.8, throws)
    assert points is not None
    counts = np.random.default_rng(4).multinomial(throws, loaded_die(points), 2000).astype(np.float64)
    seen = np.hstack([counts, np.zeros((2000, 1))])
    found = np.mean(evidence(seen, law, fair_die()) >= np.log(20))
    assert found == pytest.approx(0.8, abs=0.04)
