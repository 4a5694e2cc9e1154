"""The self-test at a day's first start."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.sim.scene import SceneFault
from hardware.sim.table import SimulatedTable
from robot.config import Config, Folders
from robot.exhibit.run import check_first
from robot.host.host import Host
from robot.language import Language
from robot.match.events import Begun
from robot.selftest.bench import Bench
from tests.support.robot.booths import Booth
from tests.support.robot.exhibition import Hall, nobody
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


@dataclass
class Checked:
    """A host of a simulated table whose first check is made as often as a day asks for it."""

    simulated: SimulatedTable
    host: Host
    folders: Folders

    def begin(self) -> None:
        check_first(self.host, self.folders, "sim", Language())

    def reports(self) -> list[str]:
        """Let the host run until its jobs are done; return the names of the reports."""
        done = threading.Event()
        self.begin()
        self.host.ask(lambda _: done.set())
        with self.host:
            until(done.is_set)
        return sorted(path.name for path in self.folders.selftests.glob("*.html"))


@pytest.fixture
def check(folders: Folders, wall: Morning) -> Iterator[Checked]:
    with ExitStack() as stack:
        simulated, table = machine_of(stack, 1)
        yield Checked(simulated, Host(lambda: table, folders, Config(), VirtualClock(), wall=wall), folders)


@pytest.mark.check
def test_a_sound_machine_is_reported(check: Checked) -> None:
    assert check.reports() == ["selftest-2026-05-01-090000.html"]
    assert check.simulated.shakes > 3
    device = {device.name: device.state for device in check.host.status.devices}
    assert device["selftest"] == "ok"


def test_it_is_made_once_a_day(check: Checked, wall: Morning, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.exhibit.run.run_steps", lambda *_: ())  # each takes a while
    assert check.reports() == ["selftest-2026-05-01-090000.html"]
    wall.now += timedelta(hours=2)
    check.begin()
    assert not check.host._jobs, "it was made today"
    wall.now += timedelta(days=1)
    check.begin()
    assert check.host._jobs


def test_it_ends_when_somebody_presses_whose_game_begins(
    folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps(bench: Bench, _: object) -> Iterator[object]:
        hall.press()
        bench.guide.beat()
        yield pytest.fail("it goes on")

    monkeypatch.setattr("robot.exhibit.run.run_steps", steps)
    with closing(Booth()) as booth:
        hall = Hall(tmp_path, 5.0, nobody(), booth=booth)
        hall.show["first"] = lambda: check_first(hall.host, folders, "sim", Language())
        hall.run()
    assert hall.times(Begun)
    assert not folders.selftests.exists()


def test_what_it_finds_is_a_warning_with_its_remedy(check: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.crank.CrankController.SHORT_STEPS", ("lights",))  # the other steps take a second
    check.simulated.switch(SceneFault.DEAD_LEFT)
    assert len(check.reports()) == 1
    (device,) = (device for device in check.host.status.devices if device.name == "selftest")
    assert (device.state, device.key) == ("warning", "fault-selftest")
    assert device.what == "The left half of the light is dead"
    assert "pin D5" in device.remedy
