"""The page's program for sb3-contrib learns Pig."""

import re
import subprocess
import sys

import pytest

from tests.support.documents import files_of
from tests.support.repository import REPOSITORY

pytestmark = pytest.mark.check

pytest.importorskip("sb3_contrib", reason="MaskablePPO needs sb3-contrib: make add EXTRA=agent")

LOSES = re.compile(r"it loses ([\d.]+) of 100 games to perfect play")
BY_CHANCE = 40.0
"""So many wins in 100 games of Pig to 20 an agent loses that chooses any allowed action."""


def test_it_loses_less_than_a_quarter_of_what_chance_loses() -> None:
    (program,) = (text for _, name, text in files_of("environments.md") if name == "learn_masked.py")
    run = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    found = LOSES.fullmatch(run.stdout.strip())
    assert found, run.stderr
    assert float(found[1]) < BY_CHANCE / 4
