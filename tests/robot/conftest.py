"""What the robot's tests share: folders of their own, and a journal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from robot.config import Folders
from robot.match.journal import Journal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the test's configuration and data are kept; it is not there yet."""
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def folders(home: Path) -> Folders:
    assert not home.exists()
    return Folders.of_user()


@pytest.fixture
def journal(home: Path) -> Iterator[Journal]:
    """Open an empty journal where the commands look for it."""
    with Journal(home / "data" / "journal.sqlite") as journal:
        yield journal
