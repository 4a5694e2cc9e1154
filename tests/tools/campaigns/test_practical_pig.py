"""The numbers of a rule of thumb are the best ones around."""

import pytest

from solver.race.thumbs import BASE, END, LEAD
from tools.campaigns.practical_pig import around, loss


@pytest.mark.check
def test_no_numbers_around_lose_less() -> None:
    best = (BASE, LEAD, END)
    others = [one for one in around(best) if one != best]
    assert len(others) == 26
    assert all(loss(best) < loss(one) for one in others)
