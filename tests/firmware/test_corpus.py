"""The same nearly right lines to the host build and to the simulated board: the same replies."""

import pytest

from tests.firmware.corpus import WAITED, plain, replies
from tests.firmware.desk import Desk
from tests.firmware.simulated import Simulated


def compare(seed: int, items: int) -> tuple[int, int]:
    """Return how many replies were the same in both, and how many waits for a motion there were."""
    simulated = Simulated()
    simulated.reset("power")
    count = waits = 0
    with Desk() as desk:
        desk.reset("power")
        told = replies(desk.feed, desk.wait, seed, items)
        expected = replies(simulated.feed, simulated.wait, seed, items)
        for (data, mine), (same, others) in zip(told, expected, strict=True):
            assert data == same
            assert plain(mine) == plain(others), data
            count += sum(not line.startswith("evt") for line in mine)
            waits += data == WAITED
    return count, waits


@pytest.mark.parametrize("seed", range(3))
def test_a_slice(seed: int) -> None:
    count, waits = compare(seed, 700)
    assert count > 500
    assert waits > 50


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_at_length(seed: int) -> None:
    assert min(compare(seed, 10_000)) > 500
