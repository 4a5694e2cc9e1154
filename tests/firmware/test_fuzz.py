"""The parser fuzzed in the host build under the sanitizers: a slice of `make -C firmware fuzz LINES=10000000`."""

import subprocess

import pytest

from tests.support.firmware.build import built

pytestmark = pytest.mark.check


def fuzz(lines: int, seed: int) -> str:
    done = subprocess.run([built("fuzz"), str(lines), str(seed)], capture_output=True, text=True, check=False)
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
