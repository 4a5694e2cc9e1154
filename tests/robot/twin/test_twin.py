"""`--table twin`: the binary, a machine that moves and a camera over it are played on, or one line says why not."""

import json
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import cv2
import pytest

from hardware.clock import SystemClock
from hardware.dimensions import BOXES, KINDS
from hardware.errors import HardwareError
from hardware.sim.build import BuildFault, MachineFault
from hardware.sim.table import FRAMES_A_SECOND
from hardware.twin.runner import CLOCK, Events, Runner, Stop
from robot.app import faults_of, tables
from robot.cli import main
from robot.config import TWIN, Folders
from robot.errors import UsageError
from robot.host.status import StatusBook
from robot.host.table_connection import TableConnection
from robot.records.recording import SESSION
from robot.table.choice import TableChoice
from robot.verbs.doctor import examine
from tests.support.firmware.build import build
from tests.support.requirements import needs_opengl, needs_package

GAME = ["play", "pig", "--table", "twin", "--players", "robot:optimal,robot:hold20", "--goal", "2", "--seed", "4"]
SELDOM = 48
"""A film that nobody looks at has one of so many frames: each is rendered, which takes long."""
pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_is_a_game_to_the_last_byte_also_in_a_film(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_package("mujoco")
    needs_opengl()
    build("runner")
    monkeypatch.setattr("hardware.twin.sight_history.SHOWN", SELDOM)
    film = tmp_path / "film.mkv"
    for name, filmed in (("one", []), ("other", ["--film", str(film)])):
        words = [*GAME[:3], f"twin:{kind}", *GAME[4:], "--fast", "--json", "--record", str(tmp_path / name), *filmed]
        assert main(words) == 0
    one, other = (
        sorted(path.relative_to(tmp_path / name) for path in (tmp_path / name).rglob("*.*"))
        for name in ("one", "other")
    )
    assert one == other
    for file in one:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes(), file
    lines = [json.loads(line) for line in (tmp_path / "one" / SESSION).read_text().splitlines()]
    assert any(line["event"] == "wire" and "firmware=pipsqueak" in line["line"] for line in lines)
    assert any(line["event"] == "end" for line in lines)
    assert cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FRAME_COUNT) > FRAMES_A_SECOND / SELDOM


@pytest.mark.check
def test_the_doctor_finds_the_twin_in_order() -> None:
    needs_package("mujoco")
    build("runner")
    found = {finding.device: finding for finding in examine(TableChoice("twin", seed=4, speed=None))}
    assert not [finding for finding in found.values() if finding.state == "fault"]
    assert found["board"].words.startswith("twin answers")
    assert "6 dice seen" in found["camera"].words


def test_the_doctor_names_a_twin_that_cannot_be_built_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["doctor", "--table", "twin"]) == 1
    lines = capsys.readouterr().out.splitlines()
    (found,) = (line for line in lines if "board and camera" in line)
    assert found.startswith("✗")
    assert "there is no C compiler; install it: 'make system'" in found
    assert "panel" in lines[-1]


@pytest.mark.check
def test_a_mujoco_that_cannot_be_loaded_says_why_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build("runner")
    (tmp_path / "mujoco.py").write_text("raise ImportError('libmujoco.so.3: wrong ELF class')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mujoco", raising=False)
    assert main(GAME) == 1
    assert "does not start: libmujoco.so.3: wrong ELF class; install it again" in capsys.readouterr().err


def test_without_a_compiler_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(GAME) == 1
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert "there is no C compiler; install it: 'make system'" in said
    assert not list(Folders.of_user().cache.glob("*"))


def throttle(seconds: float, after: float = 0.0) -> type[Runner]:
    """Return a board on a computer that takes so many seconds more for each of its own but the first `after`."""

    class Throttled(Runner):
        def advance(self, until: int, stop: Stop | int = 0) -> Events:
            before = self.cycle
            events = super().advance(until, stop)
            if before > after * CLOCK:
                time.sleep(seconds * (self.cycle - before) / CLOCK)
            return events

    return Throttled


TOO_SLOW = "this computer is too slow for the twin in real time: it is "


@pytest.mark.check
@pytest.mark.parametrize(("slower", "after"), [(4.0, 0.0), (20.0, 2.0)])
def test_a_computer_that_is_too_slow_for_real_time_is_offered_fast(
    slower: float, after: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needs_package("mujoco")
    build("runner")
    monkeypatch.setattr("hardware.twin.twin.Runner", throttle(slower, after))
    assert main(GAME) == 1
    printed = capsys.readouterr()
    assert "Throw 1" in printed.out or not after, "no game was on"
    assert "does not count" not in printed.out
    said = printed.err.strip().splitlines()[-1]
    assert TOO_SLOW in said
    assert said.endswith("add --fast")


@pytest.mark.check
def test_the_doctor_and_a_served_table_say_so_too_every_time_they_try(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needs_package("mujoco")
    build("runner")
    monkeypatch.setattr("hardware.twin.twin.Runner", throttle(4.0))
    assert main(["doctor", "--table", "twin"]) == 1
    board = next(line for line in capsys.readouterr().out.splitlines() if "✗ board" in line)
    assert TOO_SLOW in board
    faults = []
    with suppress(HardwareError), tables(TableChoice("twin", seed=4)) as opened:
        held = TableConnection(opened, StatusBook(lambda: datetime.now(UTC)), SystemClock())
        for _ in range(3):  # it gives up what does not answer at first, and has ended at last
            held.try_again(near=True)
            held.look_after()
            faults.append(str(held.fault))
    assert [TOO_SLOW in fault for fault in faults] == [True, True, True]


def test_its_faults_are_named_with_wells_or_chances() -> None:
    found = faults_of(TWIN, "brown-out=0.02,slipping-lever=25,lost-steps,drop,horn-off=3,flicker")
    assert (found.wire.reset, found.wire.drop) == (0.02, 1.0)
    assert found.machine == {MachineFault.SLIPPING: frozenset({2, 5}), MachineFault.LOST_STEPS: frozenset()}
    assert found.build == {BuildFault.HORN_OFF: frozenset({3}), BuildFault.FLICKER: frozenset()}
    for text, said in (
        ("glare", "there is no fault 'glare'"),
        ("slow-servo=7", "wells are digits from 1 to 6"),
        ("slow-servo=", "'slow-servo=' has no value after '='"),
        ("brown-out=2", "a number from 0 to 1"),
        ("lost-step", "did you mean 'lost-steps'"),
    ):
        with pytest.raises(UsageError, match=said):
            faults_of(TWIN, text)
    assert faults_of(TWIN, "coil-dead=2,brown-out=0.1", BOXES).build == {BuildFault.COIL_DEAD: frozenset({2})}
    with pytest.raises(UsageError, match="there is no fault 'slipping-lever'"):
        faults_of(TWIN, "slipping-lever", BOXES)
