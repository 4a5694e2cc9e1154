"""The self-test at a day's first start."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.sim.scene import SceneFault
from hardware.sim.table import SimulatedTable
from robot.config import Config, Folders
from robot.exhibit.first_check import FirstCheck
from robot.host.host import Host
from robot.language import Language
from tests.support.robot.stubs import machine_of
from tests.support.robot.waiting import until

pytestmark = pytest.mark.usefixtures("home")


class Morning:
    """A time of day that the test moves on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def wall() -> Morning:
    return Morning()


@pytest.fixture
def hosted(tmp_path: Path, wall: Morning) -> Iterator[tuple[SimulatedTable, FirstCheck]]:
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "cache")
    with ExitStack() as stack:
        simulated, table = machine_of(stack, 1)
        host = Host(lambda: table, tmp_path / "journal.sqlite", Config(), VirtualClock(), wall=wall)
        yield simulated, FirstCheck(host, folders, "sim", Language(), wall)


def checked(check: FirstCheck) -> list[str]:
    """Let the host run until its jobs are done; return the names of the reports."""
    done = threading.Event()
    check.begin()
    check.host.ask(lambda _: done.set())
    with check.host:
        until(done.is_set)
    return sorted(path.name for path in check.folders.selftests.glob("*.html"))


@pytest.mark.check
def test_a_sound_machine_is_reported(hosted: tuple[SimulatedTable, FirstCheck]) -> None:
    simulated, check = hosted
    assert checked(check) == ["selftest-2026-05-01-090000.html"]
    assert simulated.shakes > 3
    device = {device.name: device.state for device in check.host.status.devices}
    assert device["selftest"] == "ok"


def test_it_is_made_once_a_day(
    hosted: tuple[SimulatedTable, FirstCheck], wall: Morning, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.exhibit.first_check.run_steps", lambda *_: ())  # each takes a while
    _, check = hosted
    assert checked(check) == ["selftest-2026-05-01-090000.html"]
    wall.now += timedelta(hours=2)
    check.begin()
    assert not check.host._jobs, "it was made today"
    wall.now += timedelta(days=1)
    check.begin()
    assert check.host._jobs


def test_what_it_finds_is_a_warning_with_its_remedy(
    hosted: tuple[SimulatedTable, FirstCheck], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.exhibit.first_check.SHORT", ("lights",))  # the other steps take a second
    simulated, check = hosted
    simulated.switch(SceneFault.DEAD_LEFT)
    assert len(checked(check)) == 1
    (device,) = (device for device in check.host.status.devices if device.name == "selftest")
    assert (device.state, device.key) == ("warning", "fault-selftest")
    assert device.what == "The left half of the light is dead"
    assert "pin D5" in device.remedy
