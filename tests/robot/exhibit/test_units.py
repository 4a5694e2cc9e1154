"""The units of systemd, and the words that are sent to it."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from robot import files
from robot.errors import UnitError
from robot.exhibit.announcers import SystemdStatus
from robot.exhibit.notify import Notifier
from robot.exhibit.units import DESCRIPTORS, KIOSK, SERVICE, WATCHDOG, UnitEnvironment, install, quoted
from robot.host.status import Phase, Status
from tests.support.robot.waiting import PATIENCE

WORDS = ("pig", "--players", "you:Anna Ä,robot", "--quiet", "22:00-09:30")


def machine(folder: Path, *, root: bool = False, browser: str = sys.executable) -> UnitEnvironment:
    """Return a machine with a Python in a folder that has a space and a percent sign in its name."""
    bin_ = folder / "50 % bin"
    bin_.mkdir(exist_ok=True)
    python = bin_ / "python"
    if not python.exists():
        python.symlink_to(sys.executable)
    return UnitEnvironment(
        "root", folder, root, str(python), browser, sys.executable, ("video",), {"PIPSQUEAK_HOME": "/srv/x y"}
    )


@pytest.mark.parametrize("root", [False, True])
def test_systemd_takes_the_units_as_they_are(tmp_path: Path, root: bool) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    said = list(install(machine(tmp_path, root=root), WORDS, 8080, tmp_path))
    assert said[:2] == [f"written: {tmp_path / SERVICE}", f"written: {tmp_path / KIOSK}"]
    scope = [] if root else ["--user"]
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *scope, tmp_path / SERVICE, tmp_path / KIOSK],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)},
    )
    ours = [line for line in checked.stderr.splitlines() if "pipsqueak" in line]
    assert not ours


def test_the_service_has_what_an_unattended_table_needs(tmp_path: Path) -> None:
    list(install(machine(tmp_path), WORDS, 8080, tmp_path))
    unit = (tmp_path / SERVICE).read_text()
    needed = f"WatchdogSec={WATCHDOG}", f"LimitNOFILE={DESCRIPTORS}", "Restart=on-failure", "StartLimitBurst=8"
    for line in ("Type=notify", *needed):
        assert line in unit.splitlines()
    assert 'Environment="PIPSQUEAK_HOME=/srv/x y"' in unit
    assert "User=" not in unit
    assert "User=root" in "".join((tmp_path / name).read_text() for name in _as_root(tmp_path))
    assert "http://127.0.0.1:8080/" in (tmp_path / KIOSK).read_text()


def _as_root(folder: Path) -> tuple[str, ...]:
    list(install(machine(folder, root=True), WORDS, 8080, folder))
    return SERVICE, KIOSK


def test_words_are_quoted_so_that_systemd_gives_them_back_as_they_were() -> None:
    assert quoted("plain") == "plain"
    assert quoted("50 % of $x") == '"50 %% of $$x"'
    assert quoted('a "b" \\') == '"a \\"b\\" \\\\"'
    assert quoted("") == '""'


def test_a_missing_browser_is_named_and_both_units_are_written(tmp_path: Path) -> None:
    said = list(install(machine(tmp_path, browser="/nowhere/chromium"), WORDS, 8080, tmp_path))
    assert any("apt install chromium" in line for line in said)
    assert (tmp_path / KIOSK).exists()
    assert "ConditionFileIsExecutable=/nowhere/chromium" in (tmp_path / KIOSK).read_text()


def test_units_are_never_written_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / SERVICE).write_text("of before")
    real = files.write_whole

    def full(path: Path, data: bytes) -> None:
        if path.name == KIOSK:
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(files, "write_whole", full)
    with pytest.raises(UnitError, match="No space left"):
        list(install(machine(tmp_path), WORDS, 8080, tmp_path))
    assert (tmp_path / SERVICE).read_text() == "of before"
    assert not (tmp_path / KIOSK).exists()


@pytest.fixture
def heard(tmp_path: Path) -> "Mapping[str, str]":
    return {"NOTIFY_SOCKET": str(tmp_path / "notify")}


def listening(path: str) -> socket.socket:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    server.bind(path)
    server.settimeout(PATIENCE)
    return server


def test_systemd_hears_that_the_table_is_ready_and_lives(heard: Mapping[str, str]) -> None:
    clock = VirtualClock()
    with listening(heard["NOTIFY_SOCKET"]) as server:
        notifier = Notifier({**heard, "WATCHDOG_USEC": "60000000"}, clock)
        telling = SystemdStatus(notifier)
        telling.follow(Status(Phase.STARTING))
        telling.follow(Status(Phase.IDLE))
        assert server.recv(100) == b"READY=1\nSTATUS=idle"
        for _ in range(200):
            notifier.beat()
            clock.sleep(0.25)
        beats = 0
        server.settimeout(0.0)
        while True:
            try:
                assert server.recv(100) == b"WATCHDOG=1"
            except BlockingIOError:
                break
            beats += 1
        assert beats == 4
        telling.follow(Status(Phase.ATTRACT))
        server.settimeout(PATIENCE)
        assert server.recv(100) == b"STATUS=attract"


def test_without_systemd_nothing_is_sent_and_a_socket_that_is_gone_stops_nobody(heard: Mapping[str, str]) -> None:
    Notifier({}, VirtualClock()).ready("idle")
    notifier = Notifier({**heard, "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"}, VirtualClock())
    notifier.ready("idle")
    assert notifier.watched is None


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_file_where_a_folder_is_needed_is_said_and_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UnitError, match="name another one with --install"):
        list(install(machine(tmp_path), WORDS, 8080, tmp_path / name))
    assert (tmp_path / "file").read_text() == "mine"
