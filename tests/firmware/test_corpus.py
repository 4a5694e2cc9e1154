"""The parser fuzzed under the sanitizers, and nearly right lines: host build, simulated board and binary agree."""

import subprocess
from collections.abc import Callable, Iterable

import pytest

from hardware.twin.runner import CLOCK
from tests.support.firmware.binary_bench import BinaryBench
from tests.support.firmware.build import build
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.line_corpus import WAITED, Feed, plain, replies
from tests.support.firmware.simulated_board import SimulatedCore

pytestmark = pytest.mark.check

Said = Iterable[tuple[bytes, list[str]]]


def fuzz(lines: int, seed: int) -> str:
    done = subprocess.run([build("fuzz"), str(lines), str(seed)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_slice() -> None:
    found = fuzz(30_000, 1)
    assert found.startswith("30000 lines")
    words = found.split()
    assert int(words[words.index("shakes") - 1]) > 20, "it has to come as far as shaking"
    assert fuzz(2000, 2) == fuzz(2000, 2), "the same seed gives the same lines"


@pytest.mark.soak
def test_ten_million_lines() -> None:
    fuzz(10_000_000, 3)


def hear(said: list[str], data: bytes) -> list[str]:
    """Return what has to be the same on all boards.

    A question is answered once the line is free: a stop byte that came after it in the same burst may have acted by
    then.
    """
    overtaken = iter(range(data[: max(0, data.rfind(b"!"))].count(b"?")))
    return plain(
        ["evt stat" if line.startswith("evt stat") and next(overtaken, None) is not None else line for line in said]
    )


def compare(found: Said, expected: Said, same: Callable[[list[str], bytes], list[str]]) -> tuple[int, int]:
    """Return how many replies were the same in both, and how many waits for a motion there were."""
    answered = waits = 0
    for (data, mine), (other, others) in zip(found, expected, strict=True):
        assert data == other
        assert same(mine, data) == same(others, data), data
        answered += sum(not line.startswith("evt") for line in mine)
        waits += data == WAITED
    return answered, waits


@pytest.mark.parametrize("machine", ["crank", "boxes"])
@pytest.mark.parametrize(
    ("seed", "items", "moved"),
    [
        *((seed, 700, 50) for seed in range(3)),
        *(pytest.param(seed, 10_000, 500, marks=pytest.mark.soak) for seed in range(100, 120)),
    ],
)
def test_the_host_build_says_what_the_simulated_board_says(host: HostBoard, seed: int, items: int, moved: int) -> None:
    simulated = SimulatedCore(host.kind)
    simulated.reset("power")
    found, others = (replies(board.feed, board.wait, seed, items, host.kind) for board in (host, simulated))
    answered, waits = compare(found, others, lambda said, _: plain(said))
    assert answered > 500
    assert waits > moved


@pytest.mark.parametrize(
    ("data", "left"), [(b"?!?", ["evt stat", "evt stat 2"]), (b"!?\n?", ["evt stat 1", "evt stat 2"])]
)
def test_of_answers_to_questions_only_those_before_a_stop_are_left_out(data: bytes, left: list[str]) -> None:
    assert hear(["evt stat 1", "evt stat 2"], data) == left


def in_time(board: HostBoard | SimulatedCore, took: Iterable[int]) -> Feed:
    """Return a feed to a board without a line that lets the time go by that the binary's line took."""
    times = iter(took)
    return lambda data: board.feed(data) + board.wait(next(times))


@pytest.mark.parametrize("machine", ["crank", "boxes"])
@pytest.mark.parametrize(
    ("seed", "items", "least"),
    [
        *((seed, 150, 100) for seed in (11, 12)),
        *(pytest.param(seed, 5_000, 4_000, marks=pytest.mark.soak) for seed in range(100, 110)),
    ],
)
def test_the_binary_says_what_both_say(bench: BinaryBench, host: HostBoard, seed: int, items: int, least: int) -> None:
    took: list[int] = []

    def feed(data: bytes) -> list[str]:
        since = bench.now
        said = bench.feed(data)
        took.append(round((bench.now - since) * 1000 / CLOCK))
        return said

    found = list(replies(feed, bench.wait, seed, items, host.kind))
    counters = bench.runner.counters()
    assert (counters.unread, counters.lost) == (0, 0)
    simulated = SimulatedCore(host.kind)
    simulated.reset("power")
    for board in (simulated, host):
        answered, _ = compare(found, replies(in_time(board, took), board.wait, seed, items, host.kind), hear)
        assert answered > least
