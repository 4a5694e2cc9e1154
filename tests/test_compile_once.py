"""What workers of a test run share while kernels are compiled: a lock for each kernel."""

import subprocess
import sys
from pathlib import Path

from tests.support.compile_once import KernelLocks, place_of

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
