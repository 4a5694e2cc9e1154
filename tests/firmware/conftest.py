"""Boards that have just started: the firmware's binary in simavr, and its host build."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.firmware.binary_bench import BinaryBench, make_runner
from tests.support.firmware.host_board import HostBoard


@pytest.fixture
def machine() -> str:
    """The kind of machine whose firmware runs."""
    return "crank"


@pytest.fixture
def bench(machine: str) -> Iterator[BinaryBench]:
    name = "pipsqueak.elf" if machine == "crank" else f"pipsqueak-{machine}.elf"
    with BinaryBench(runner=make_runner(name)) as made:
        yield made


@pytest.fixture
def host(tmp_path: Path, machine: str) -> Iterator[HostBoard]:
    with HostBoard(tmp_path / "steps", machine) as made:
        made.reset("power")
        yield made
