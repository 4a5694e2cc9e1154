"""The same nearly right lines to the binary and to the simulated board: the same replies."""

from collections import deque

import pytest

from hardware.twin.runner import CLOCK
from tests.firmware.bench import MS, Bench
from tests.firmware.corpus import plain, replies
from tests.firmware.simulated import Simulated

QUIET = 15 * MS
"""A board that has sent nothing for so long has nothing more to say."""


class Timed:
    """The binary, and after it the simulated board with the same time between what it hears."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.simulated = Simulated()
        self.simulated.reset("power")
        self._passed: deque[int] = deque()
        self._told = bench.now

    def feed(self, data: bytes) -> list[str]:
        begin, end = self.bench.now, self.bench.send(data)
        self.bench.run((end - begin) / CLOCK)
        spoke = self.bench.now
        while self.bench.now < spoke + QUIET:
            self.bench.run(0.005)
            if self.bench.sending():
                spoke = self.bench.now
        return self._said(begin)

    def wait(self, milliseconds: int) -> list[str]:
        begin = self.bench.now
        self.bench.run(milliseconds / 1000)
        return self._said(begin)

    def _said(self, begin: int) -> list[str]:
        self._passed.append(round((self.bench.now - begin) / MS))
        said = [sent.text for sent in self.bench.lines(self._told)]
        self._told = self.bench.now
        return said

    def feed_simulated(self, data: bytes) -> list[str]:
        return self.simulated.feed(data) + self.simulated.wait(self._passed.popleft())

    def wait_simulated(self, milliseconds: int) -> list[str]:  # noqa: ARG002
        return self.simulated.wait(self._passed.popleft())


def compare(seed: int, items: int) -> int:
    """Return how many replies were the same in both."""
    count = 0
    with Bench() as bench:
        both = Timed(bench)
        told = replies(both.feed, both.wait, seed, items)
        expected = replies(both.feed_simulated, both.wait_simulated, seed, items)
        for (data, mine), (same, others) in zip(told, expected, strict=True):
            assert data == same
            assert plain(mine) == plain(others), data
            count += sum(not line.startswith("evt") for line in mine)
        assert bench.runner.counters().unread == 0
    return count


def test_a_slice() -> None:
    assert compare(0, 400) > 300


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 210))
def test_at_length(seed: int) -> None:
    assert compare(seed, 2000) > 1000
