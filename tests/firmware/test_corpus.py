"""The parser fuzzed under the sanitizers, and the same almost valid lines to the host build and the simulated board."""

import subprocess

import pytest

from tests.support.firmware.build import built
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.line_corpus import WAITED, plain, replies
from tests.support.firmware.simulated_board import SimulatedCore

pytestmark = pytest.mark.check


def fuzz(lines: int, seed: int) -> str:
    done = subprocess.run([built("fuzz"), str(lines), str(seed)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


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


def test_a_slice() -> None:
    found = fuzz(30_000, 1)
    assert found.startswith("30000 lines")
    words = found.split()
    assert int(words[words.index("shakes") - 1]) > 20, "it has to come as far as shaking"
    assert fuzz(2000, 2) == fuzz(2000, 2), "the same seed gives the same lines"


@pytest.mark.soak
def test_ten_million_lines() -> None:
    fuzz(10_000_000, 3)


@pytest.mark.parametrize("seed", range(3))
def test_a_slice_of_the_corpus(seed: int) -> None:
    count, waits = compare(seed, 700)
    assert count > 500
    assert waits > 50


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_at_length(seed: int) -> None:
    assert min(compare(seed, 10_000)) > 500
