"""The boot number in its ring of cells, in the host build: as it counts, and in worn and foreign memories."""

import binascii
import random

import pytest

from tests.support.firmware.host_board import HostBoard

pytestmark = pytest.mark.check

CELLS, CELL_BYTES = 256, 3
ERASED = b"\xff" * CELLS * CELL_BYTES


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
