"""Nearly right lines to the binary, the host build and the simulated board: the same replies from all three."""

from collections.abc import Callable

import pytest

from hardware.twin.runner import CLOCK
from tests.support.firmware.binary_bench import BinaryBench
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.line_corpus import plain, replies
from tests.support.firmware.simulated_board import SimulatedCore

pytestmark = pytest.mark.check

Said = list[tuple[bytes, list[str]]]


def of_binary(seed: int, items: int) -> tuple[Said, list[int]]:
    """Return what the binary says, and how many milliseconds each feed took."""
    took: list[int] = []
    with BinaryBench() as bench:

        def feed(data: bytes) -> list[str]:
            since = bench.now
            said = bench.feed(data)
            took.append(round((bench.now - since) * 1000 / CLOCK))
            return said

        said = list(replies(feed, bench.wait, seed, items))
        counters = bench.runner.counters()
        assert (counters.unread, counters.lost) == (0, 0)
    return said, took


def in_time(board: HostBoard | SimulatedCore, took: list[int]) -> Callable[[bytes], list[str]]:
    """Return a feed to a board without a line that lets the time go by that the binary's line took."""
    times = iter(took)

    def feed(data: bytes) -> list[str]:
        said = board.feed(data)
        return said + board.wait(next(times))

    return feed


def heard(said: list[str], data: bytes) -> list[str]:
    """Return what has to be the same on all boards.

    A question is answered once the line is free: a stop byte that came after it in the same burst may have acted by
    then.
    """
    overtaken = iter(range(data[: max(0, data.rfind(b"!"))].count(b"?")))
    return plain(
        ["evt stat" if line.startswith("evt stat") and next(overtaken, None) is not None else line for line in said]
    )


@pytest.mark.parametrize(
    ("data", "left"), [(b"?!?", ["evt stat", "evt stat 2"]), (b"!?\n?", ["evt stat 1", "evt stat 2"])]
)
def test_of_answers_to_questions_only_those_before_a_stop_are_left_out(data: bytes, left: list[str]) -> None:
    assert heard(["evt stat 1", "evt stat 2"], data) == left


def compare(seed: int, items: int) -> int:
    """Return how many replies were the same."""
    found, took = of_binary(seed, items)
    simulated = SimulatedCore()
    with HostBoard() as host:
        for board in (simulated, host):
            board.reset("power")
            expected = replies(in_time(board, took), board.wait, seed, items)
            for (data, mine), (same, others) in zip(found, expected, strict=True):
                assert data == same
                assert heard(mine, data) == heard(others, data), (data, type(board))
    return sum(not line.startswith("evt") for _, said in found for line in said)


@pytest.mark.parametrize("seed", [11, 12])
def test_a_slice(seed: int) -> None:
    assert compare(seed, 150) > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
def test_at_length(seed: int) -> None:
    assert compare(seed, 5_000) > 4_000
