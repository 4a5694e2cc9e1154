"""The first tier of the tests imports nothing of the others, and says how many of them wait."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repository import REPOSITORY
from tests.support.tiers import FIRST_TIER

CONFTEST = """
from tests.support.tiers import WaitingChecks

def pytest_configure(config):
    config.pluginmanager.register(WaitingChecks())
"""
MODULES = {
    "chosen/test_mixed.py": """
import pytest

def test_quick():
    pass

@pytest.mark.check
@pytest.mark.parametrize("n", [1, 2])
def test_slow(n):
    pass

@pytest.mark.soak
def test_long():
    pass
""",
    "chosen/test_check.py": """
import pytest
import a_package_that_is_not_there

pytestmark = [pytest.mark.check, pytest.mark.filterwarnings("default")]

@pytest.mark.parametrize("n", [1, 2, 3])
def test_one(n):
    pass

class TestMore:
    def test_two(self):
        pass
""",
    "chosen/test_more.py": """
import pytest

package = pytest.importorskip("a_package_that_is_not_there")

pytestmark = pytest.mark.check

def test_with_it():
    pass
""",
    "chosen/test_soak.py": "import pytest\nimport not_there\n\npytestmark = pytest.mark.soak\n",
    "test_beside.py": "import pytest\n\npytestmark = pytest.mark.check\n\ndef test_beside():\n    pass\n",
}


@pytest.mark.parametrize(
    ("chosen", "wait"), [("chosen", "3 tests wait"), ("chosen/test_mixed.py", "1 test waits")], ids=["folder", "file"]
)
def test_checks_wait_unimported_and_are_counted_in_the_last_line(tmp_path: Path, chosen: str, wait: str) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    check\n    soak\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name, text in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    words = ("-m", FIRST_TIER, "-p", "xdist", "-n", "1", "-p", "no:cacheprovider", chosen)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPOSITORY), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
    assert done.stdout.splitlines()[-1] == f"{wait}: 'make check' runs them before a change lands"
