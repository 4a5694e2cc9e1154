"""What the workers of a test run share: a lock for each kernel that is compiled, and simulated tables."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.lens import CameraLens, Mounting
from hardware.sim.light import Light
from hardware.sim.render import EmptyTable
from hardware.sim.wells import Wells
from tests.support import shared_tables
from tests.support.compile_once import KernelLocks, place_of
from tests.support.shared_tables import shared_table

OTHER_WORKER = """
import fcntl, sys
with open(sys.argv[1], "w") as file:
    for place in sys.argv[2:]:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(place))
        except BlockingIOError:
            print("waits")
        else:
            print("compiles")
"""


def outer() -> None:
    """Stand for a kernel that calls another."""


def inner() -> None:
    """Stand for a kernel."""


def test_others_wait_for_a_kernel_that_is_compiled_and_compile_any_other(tmp_path: Path) -> None:
    path = tmp_path / "lock"

    def others() -> list[str]:
        places = [str(place_of(kernel)) for kernel in (outer, inner)]
        command = [sys.executable, "-c", OTHER_WORKER, str(path), *places]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    with path.open("w") as file:
        locks = KernelLocks(file)
        with locks.in_process, locks.held(outer):
            assert others() == ["waits", "compiles"]
            with locks.held(inner), locks.held(inner):
                assert others() == ["waits", "waits"]
            assert others() == ["waits", "compiles"]
        assert others() == ["compiles", "compiles"]


class Drawer:
    """Draws small tables, and counts them."""

    def __init__(self) -> None:
        self.drawn = 0

    def draw(self, mounting: Mounting, _: str) -> EmptyTable:
        self.drawn += 1
        machine, layers = dimensions(), np.full((3, 2, 2, 3), np.uint16(mounting.right))
        others = (layers[..., 0] + np.uint16(number) for number in range(4))
        lens = CameraLens(machine, mounting)
        return EmptyTable(lens, Wells(machine), Light(machine), layers, (0, 0, 2, 2), layers, *others)


def test_a_table_is_drawn_once_and_the_others_find_it_as_it_was_and_cannot_change_it(tmp_path: Path) -> None:
    drawer = Drawer()
    first, second = (shared_table(tmp_path / "tables", drawer.draw, Mounting(right=3), "{}") for _ in range(2))
    other = shared_table(tmp_path / "tables", drawer.draw, Mounting(right=4), "{}")
    assert drawer.drawn == 2
    for table, right in ((first, 3), (second, 3), (other, 4)):
        assert (table.behind == right).all()
        assert (table.alpha == right).all()
        assert (table.clear == right + 1).all()
        assert table.lens.place[0] == CameraLens(dimensions(), Mounting(right=right)).place[0]
    with pytest.raises(ValueError, match="read-only"):
        second.behind[...] = 0


def test_no_more_than_a_few_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_tables, "MOST", 1)
    drawer = Drawer()
    for right in (1, 2, 2, 1):
        assert (shared_table(tmp_path, drawer.draw, Mounting(right=right), "{}").behind == right).all()
    assert drawer.drawn == 3
