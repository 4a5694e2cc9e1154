"""Boards that have just started: the firmware's binary in simavr, and its host build."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.firmware.binary_bench import BinaryBench
from tests.support.firmware.host_board import HostBoard


@pytest.fixture
def bench() -> Iterator[BinaryBench]:
    with BinaryBench() as made:
        yield made


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostBoard]:
    with HostBoard(tmp_path / "steps") as made:
        made.reset("power")
        yield made
