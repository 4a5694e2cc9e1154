"""The firmware built for tests: once, and by one test at a time."""

import fcntl
import functools
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.repository import REPOSITORY
from tests.support.requirements import needs

FIRMWARE = REPOSITORY / "firmware"
BUILD = FIRMWARE / "build"


@functools.cache
def build(target: str, *programs: str) -> Path:
    """Build a file of the firmware's build folder and return it; skip the test where a program is missing."""
    for program in ("make", "gcc", *programs):
        needs(program)
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make = [shutil.which("make") or "make", "--no-print-directory", "-C", str(FIRMWARE), f"build/{target}"]
        done = subprocess.run(make, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"make build/{target}: {done.stderr}")
    return BUILD / target
