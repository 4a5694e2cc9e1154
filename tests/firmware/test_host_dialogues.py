"""The host build in the sessions that the simulated board has had too, and the boot number that it keeps."""

import binascii
import random

import pytest

from hardware.sim.lines import seal
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.sessions import replay, sessions

pytestmark = pytest.mark.check

SESSIONS = sessions()
CELLS, CELL_BYTES = 256, 3
ERASED = b"\xff" * CELLS * CELL_BYTES


@pytest.mark.parametrize("name", SESSIONS)
def test_it_says_in_sessions_what_was_recorded(name: str) -> None:
    with HostBoard() as host:
        assert replay(host, SESSIONS[name]) == SESSIONS[name]


def test_seq_begins_again_after_its_greatest(host: HostBoard) -> None:
    for first in range(1, 65536, 1000):
        seqs = range(first, min(first + 1000, 65536))
        sent = host.feed(b"".join(seal(f"@1 {seq} ping") for seq in seqs))
        assert sent == [f"ok {seq} boot=1" for seq in seqs]
    assert host.ask("@1 65535 ping") == "ok 65535 boot=1"
    assert host.ask("@1 2 ping") == "err 2 code=SEQ boot=1"
    assert host.ask("@1 1 ping") == "ok 1 boot=1"


def test_every_reply_at_its_longest_is_whole(host: HostBoard) -> None:
    for seq in range(1, 12):
        host.ask(f"@1 {seq} ping")
    asked = {
        "help verb=set": "lever=0..6 open=500..2500 closed=500..2500 swing=100..1000 idle=0..60000 crawl=100..4000",
        "help": "verbs=hello,ping,stat,home,shake,clamp,rest,light,set,clear,help",
        "set lever=6 open=2500 closed=2500 swing=1000 idle=60000 crawl=4000": (
            "lever=6 open=2500 closed=2500 swing=1000 idle=60000 crawl=4000"
        ),
    }
    for seq, (line, answer) in enumerate(asked.items(), 12):
        assert host.ask(f"@1 {seq} {line}") == f"ok {seq} boot=1 {answer}"


def cell(number: int) -> bytes:
    """Return a cell that holds a boot number."""
    data = number.to_bytes(2, "little")
    return data + bytes([binascii.crc_hqx(data, 0xFFFF) & 0x7F])


def boots(host: HostBoard, count: int) -> list[int]:
    """Switch the board on so often and return its boot numbers."""
    numbers = []
    for _ in range(count):
        (event,) = host.reset("power")
        numbers.append(int(event.removeprefix("evt boot boot=").removesuffix(" reset=power")))
    return numbers


def test_the_first_is_1_and_each_next_one_its_successor(host: HostBoard) -> None:
    host.do(f"memory {ERASED.hex()}")
    assert boots(host, 2 * CELLS + 10) == list(range(1, 2 * CELLS + 11))


def test_after_the_greatest_comes_1(host: HostBoard) -> None:
    host.do(f"memory {cell(65533).hex()}")
    assert boots(host, CELLS + 4) == [65534, 65535, *range(1, CELLS + 3)]


def test_rubbish_in_the_memory_yields_numbers_that_change(host: HostBoard) -> None:
    source = random.Random(3)
    for _ in range(40):
        host.do(f"memory {source.randbytes(CELLS * CELL_BYTES).hex()}")
        numbers = boots(host, 6)
        assert all(1 <= number <= 65535 for number in numbers)
        assert [number % 65535 + 1 for number in numbers[:-1]] == numbers[1:]
        assert "faults=0" in host.ask("stat")


def test_single_cells_that_have_gone_bad_do_not_restart_the_count(host: HostBoard) -> None:
    for bad in range(0, CELLS, 7):
        numbers = [cell(1000 + place) for place in range(CELLS)]
        numbers[bad] = b"\x00\xff\x00"
        host.do(f"memory {b''.join(numbers).hex()}")
        newest = 1000 + CELLS - (2 if bad == CELLS - 1 else 1)
        assert boots(host, 1) == [newest + 1]
