"""The same almost valid lines to the host build and to the simulated board bring the same replies."""

import pytest

from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.line_corpus import WAITED, plain, replies
from tests.support.firmware.simulated_board import SimulatedCore

pytestmark = pytest.mark.check


def compare(seed: int, items: int) -> tuple[int, int]:
    """Return how many replies were the same in both, and how many waits for a motion there were."""
    simulated = SimulatedCore()
    simulated.reset("power")
    count = waits = 0
    with HostBoard() as host:
        host.reset("power")
        found = replies(host.feed, host.wait, seed, items)
        expected = replies(simulated.feed, simulated.wait, seed, items)
        for (data, mine), (same, others) in zip(found, expected, strict=True):
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
