"""While a host serves a home, nothing is restored there and nobody forgotten: it would write what it has in memory."""

from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import pytest

from hardware.clock import VirtualClock
from robot.backup import back_up, restore
from robot.config import Config, Folders
from robot.errors import RobotError
from robot.forgetting import forget
from robot.host.host import Host
from robot.host.running import hosting, without_hosts
from robot.language import Language
from robot.language.names import NameFilter
from robot.match.journal import Journal
from robot.services import start_services
from tests.support.robot.hosts import START


@pytest.fixture
def folders(home: Path) -> Folders:
    """Return folders with a game of a person."""
    folders = Folders(home / "config", home / "data", home / "cache")
    with Journal(folders.journal) as journal:
        journal.begin("pig", {}, ("you:Ann", "robot"), 5)
    return folders


def unopened() -> NoReturn:
    pytest.fail("a table is opened")


def test_what_a_host_serves_is_neither_restored_nor_forgotten(folders: Folders, tmp_path: Path) -> None:
    file = tmp_path / "table.zip"
    with ExitStack() as stack:
        for _ in range(2):  # two tables of one user
            host = Host(unopened, folders.journal, Config(), VirtualClock(), wall=lambda: START)
            start_services(host, folders, Language("en"), print, stack)
        back_up(folders, file)
        for refused in (
            lambda: restore(folders, file, replace=True),
            lambda: forget(folders, NameFilter.of(["Ann"])),
        ):
            with pytest.raises(RobotError, match="is in use: end 'serve' or 'exhibit' first"):
                refused()
        assert folders.asides() == []
    assert forget(folders, NameFilter.of(["Ann"])).games == 1
    restore(folders, file, replace=True)


def test_no_host_begins_while_a_home_is_changed(folders: Folders) -> None:
    with without_hosts(folders), pytest.raises(RobotError, match="start again"), hosting(folders):
        pytest.fail("it began")


def test_a_host_begins_where_nothing_can_be_written() -> None:
    nowhere = Path("/proc")
    with hosting(Folders(nowhere / "config", nowhere / "data", nowhere / "cache")):
        pass
