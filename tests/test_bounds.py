"""The exact bound of a share: in closed form, in exact fractions, and in how many cases it holds."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.support.bounds import at_most, chance_of_fewer


@pytest.mark.parametrize("tries", [1, 20, 120_000])
def test_of_none_found_it_is_known(tries: int) -> None:
    assert at_most(0, tries) == pytest.approx(1 - 0.05 ** (1 / tries), rel=1e-9)


def test_where_all_were_found_it_is_all() -> None:
    assert at_most(7, 7) == 1.0


@pytest.mark.parametrize(("found", "tries"), [(0, 9), (1, 9), (8, 9), (11, 300), (113, 2736)])
def test_so_few_come_in_one_of_20_cases_at_the_bound(found: int, tries: int) -> None:
    share = Fraction(at_most(found, tries))
    yes, of = share.numerator, share.denominator
    exactly = sum(math.comb(tries, k) * yes**k * (of - yes) ** (tries - k) for k in range(found + 1))
    assert float(Fraction(exactly, of**tries)) == pytest.approx(0.05, rel=1e-9)
    assert chance_of_fewer(found, tries, float(share)) == pytest.approx(0.05, rel=1e-9)


def test_it_holds_in_95_of_100_cases() -> None:
    found = np.random.default_rng(5).binomial(400, 0.02, 2000)
    bounds = {k: at_most(k, 400) for k in set(found.tolist())}
    assert np.mean([bounds[k] >= 0.02 for k in found.tolist()]) >= 0.95


@pytest.mark.parametrize(("found", "tries"), [(1, 0), (0, 0), (3, 2), (-1, 2)])
def test_no_share(found: int, tries: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        at_most(found, tries)
