"""A calibration from the page: one at a time, with an end, and the table handed over and back."""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from hardware.errors import Failure
from robot.host.host import Host, IdlePolicy
from robot.host.status import Phase
from robot.language import Language, english
from robot.match.events import Begun
from robot.saying import Saying
from robot.web.game.words import Words
from robot.web.upkeep import CalibrationRun, command_of
from tests.support.robot.booths import QuickBooth, TroubledBooth
from tests.support.robot.hosts import Sitting, pig
from tests.support.robot.waiting import PATIENCE, until

ASKS = "print('pipsqueak: hold the board', flush=True); input(); print('kept', flush=True)"


def idle(booth: QuickBooth, folder: Path, beat: Callable[[], None] = lambda: None) -> tuple[Host, Sitting[QuickBooth]]:
    sitting = Sitting(booth, folder)
    host, _ = sitting.host(beat=beat)
    host.policy = IdlePolicy()
    return host, sitting


def asking(host: Host, patience: float = PATIENCE, said: str = ASKS) -> CalibrationRun:
    return CalibrationRun(host, [sys.executable, "-c", said], patience)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Return a host with an open table, at which nothing goes on."""
    one, _ = idle(QuickBooth(), tmp_path)
    with one:
        until(lambda: one.table)
        yield one


def begun(host: Host, **how: Any) -> CalibrationRun:
    """Return a calibration that has said something."""
    one = asking(host, **how)
    assert one.begin()
    until(lambda: one.lines)
    return one


def told(one: CalibrationRun) -> list[str]:
    """Return what a page in English shows."""
    return [Words(english()).line(line) for line in one.lines]


def test_it_has_the_table_to_itself_step_by_step_and_gives_it_back(tmp_path: Path) -> None:
    booth, beats = QuickBooth(), list[None]()
    host, sitting = idle(booth, tmp_path, lambda: beats.append(None))
    with host:
        until(lambda: host.table)
        one = asking(host)
        assert one.begin()
        assert not one.begin()
        until(lambda: "hold the board" in one.lines)
        assert host.table is None
        assert host.status.to_json()["message"] == "The table is being calibrated."
        before = len(beats)
        until(lambda: len(beats) > before + 2)
        assert host.begin(pig(goal=11)).result(PATIENCE), "a game that is wanted meanwhile does not end it"
        assert one.goes_on
        one.step()
        until(lambda: not one.goes_on)
        assert list(one.lines) == ["hold the board", "kept"]
        until(lambda: sitting.of(Begun))
    assert booth.opened == 2
    assert not host.status.faults


def test_who_does_nothing_or_stops_it_leaves_the_table_free(host: Host) -> None:
    one = begun(host)
    one._patience = 0.5
    until(lambda: not one.goes_on)
    assert "Nothing was done for 0.5\u00a0s" in told(one)[-1]
    other = begun(host)
    other.stop()
    until(lambda: not other.goes_on)
    until(lambda: host.table)
    assert told(other) == ["Stopped: no calibration was made, and the earlier one stays"]
    other.step()
    other.stop()
    assert not host.status.faults


def test_a_game_that_does_not_end_is_not_waited_for_for_ever_and_who_stops_meanwhile_is_told(host: Host) -> None:
    host.begin(pig("you", "robot"), near=True)
    until(lambda: host.status.phase is Phase.PLAYING)
    one = begun(host, patience=0.2)
    assert not one.goes_on
    assert told(one) == ["A game is in progress: end it, then begin again"]
    one = asking(host)
    one.say("View 16 of 16")
    assert one.begin()
    assert not one.lines, "the next one begins with no lines"
    one.stop()
    until(lambda: not one.goes_on)
    one.stop()
    assert told(one) == ["Stopped: no calibration was made, and the earlier one stays"]


def test_a_table_that_is_not_there_is_said_by_its_own_fault(tmp_path: Path) -> None:
    host, _ = idle(TroubledBooth(troubles={"port": Failure.PORT_MISSING.error("there is no port")}), tmp_path)
    with host:
        until(lambda: host.status.faults)
        assert "There is no port" in told(begun(host))[-1]


def test_a_host_that_closes_ends_it(tmp_path: Path) -> None:
    host, _ = idle(QuickBooth(), tmp_path)
    with host:
        until(lambda: host.table)
        one = begun(host)
    assert not one.goes_on
    assert list(one.lines) == ["hold the board"], "it has not gone on until somebody had to give it up"


def test_one_that_cannot_be_begun_is_said_and_the_table_is_given_back(host: Host, tmp_path: Path) -> None:
    one = CalibrationRun(host, [str(tmp_path / "nothing")])
    assert one.begin()
    until(lambda: not one.goes_on)
    assert list(one.lines) == [Saying("calibrate-not-begun", {"why": "No such file or directory"})]
    until(lambda: host.table)
    assert host.begin(pig(goal=11)).result(PATIENCE)
    assert not host.status.faults


@pytest.mark.parametrize("goes_on", ["", "; import time; time.sleep(1000)"])
def test_what_it_has_started_keeps_nobody_waiting(host: Host, goes_on: str) -> None:
    started = "import subprocess as s; p = s.Popen(['sleep', '1000']); print(p.pid, flush=True)"
    one = begun(host, said=started + goes_on)
    stat = Path(f"/proc/{one.lines[0]}/stat")
    one.stop()
    until(lambda: not one.goes_on)
    until(lambda: not stat.exists() or " Z " in stat.read_text())


def test_who_stops_it_as_it_begins_is_heard(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    one = asking(host)
    begins, lent = threading.Event(), host.lend

    def late(job: Callable[[], None]) -> "Future[None]":
        def run() -> None:
            assert begins.wait(PATIENCE)
            job()

        return lent(run)

    monkeypatch.setattr(host, "lend", late)
    assert one.begin()
    until(lambda: host.table is None)
    one.stop()
    begins.set()
    until(lambda: not one.goes_on)


def test_it_looks_through_the_camera_of_the_table() -> None:
    assert command_of("/dev/ttyACM0", "crank", "picamera")[1:] == [
        "-m", "robot", "calibrate", "--table", "/dev/ttyACM0", "--machine", "crank", "--camera", "picamera"
    ]  # fmt: skip
    assert command_of("sim", "boxes", None)[-3:] == ["sim", "--machine", "boxes"]


def test_it_speaks_the_language_of_the_page_on_which_it_was_begun(host: Host) -> None:
    one = asking(host, said="import sys; print(sys.argv[1:], flush=True); input()")
    assert one.begin("es")
    until(lambda: one.lines)
    one._patience = 0.3
    until(lambda: not one.goes_on)
    assert one.lines[0] == "['--language', 'es']"
    assert Words(Language("es")).line(one.lines[-1]).startswith("No se hizo nada durante 0,3\u00a0s")
