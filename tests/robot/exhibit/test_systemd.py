"""The units of systemd, and the words that are sent to it."""

import configparser
import os
import pwd
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from robot import files
from robot.config import Folders
from robot.errors import FileError
from robot.exhibit.systemd import (
    DESCRIPTORS,
    ENTRY,
    KIOSK,
    LABWC,
    SERVICE,
    START,
    WATCHDOG,
    Notifier,
    UnitEnvironment,
    command_line,
    install,
    quoted,
    service,
)
from robot.host.status import Phase, Status
from tests.support.requirements import needs
from tests.support.robot.waiting import PATIENCE

WORDS = ("pig", "--players", "you:Anna Ä,robot", "--quiet", "22:00-09:30")
MOST_EXPOSED = {True: 25, False: 70}
"""The exposure that systemd may find, in tenths, of the system's service and of a user's, 100 being the worst."""


def machine(folder: Path, *, root: bool = False, browser: str = sys.executable, labwc: bool = False) -> UnitEnvironment:
    """Return a machine with a Python in a folder that has a space, a percent sign and a dollar in its name."""
    bin_ = folder / "50 % $bin"
    bin_.mkdir(exist_ok=True)
    python = bin_ / "python"
    if not python.exists():
        python.symlink_to(sys.executable)
    return UnitEnvironment(
        "root",
        folder,
        root,
        str(python),
        browser,
        sys.executable,
        ("video",),
        {"PIPSQUEAK_HOME": "/srv/x $y"},
        folder / ".config",
        labwc,
        True,
    )


def analysed(*words: str | Path, root: bool, home: Path) -> "subprocess.CompletedProcess[str]":
    needs("systemd-analyze")
    return subprocess.run(
        ["systemd-analyze", *([] if root else ["--user"]), *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XDG_RUNTIME_DIR": str(home)},
    )


@pytest.mark.check
@pytest.mark.parametrize("root", [False, True])
def test_systemd_takes_the_units_as_they_are(tmp_path: Path, root: bool) -> None:
    said = list(install(machine(tmp_path, root=root), WORDS, 8080, tmp_path))
    assert said[:2] == [f"written: {tmp_path / SERVICE}", f"written: {tmp_path / KIOSK}"]
    checked = analysed("verify", "--man=no", tmp_path / SERVICE, tmp_path / KIOSK, root=root, home=tmp_path)
    assert not [line for line in checked.stderr.splitlines() if "pipsqueak" in line]


@pytest.mark.check
@pytest.mark.parametrize("root", [False, True])
def test_the_service_may_do_little_besides_its_work(tmp_path: Path, root: bool) -> None:
    list(install(machine(tmp_path, root=root), WORDS, 8080, tmp_path))
    unit = (tmp_path / SERVICE).read_text().replace("User=root", "User=pi")
    (tmp_path / SERVICE).write_text(unit)
    offline = ("security", "--offline=true", f"--threshold={MOST_EXPOSED[root]}")
    checked = analysed(*offline, tmp_path / SERVICE, root=root, home=tmp_path)
    assert checked.returncode == 0, checked.stdout


def allowed_calls(filters: Sequence[str], folder: Path) -> set[str]:
    """Return the system calls that lines of a unit leave, the first of which says what may be called at all."""
    allowed: set[str] = set()
    for names in filters:
        calls = set(_calls(names.removeprefix("~").split(), folder))
        allowed = allowed - calls if names.startswith("~") else allowed | calls
    return allowed


def _calls(names: Sequence[str], folder: Path) -> Iterator[str]:
    for name in names:
        if name.startswith("@"):
            listed = analysed("syscall-filter", name, root=True, home=folder).stdout.splitlines()[1:]
            yield from _calls([line.strip() for line in listed if line.strip()[:1] not in {"#", ""}], folder)
        else:
            yield name


@pytest.mark.check
def test_the_service_may_ask_whether_the_clock_is_right_and_may_not_set_it(tmp_path: Path) -> None:
    unit = service(machine(tmp_path), WORDS).splitlines()
    filters = [line.partition("=")[2] for line in unit if line.startswith("SystemCallFilter=")]
    allowed = allowed_calls(filters, tmp_path)
    assert {"adjtimex", "clock_adjtime", "clock_adjtime64"} <= allowed, "synchronised() calls one of them"
    assert not {"clock_settime", "clock_settime64", "settimeofday", "chroot"} & allowed


def test_the_service_works_in_a_folder_that_can_be_written_where_lgpio_makes_its_pipes(tmp_path: Path) -> None:
    for root in (False, True):
        unit = service(machine(tmp_path, root=root), WORDS).splitlines()
        for line in ("RuntimeDirectory=pipsqueak", "WorkingDirectory=%t/pipsqueak", "Environment=LG_WD=%t/pipsqueak"):
            assert line in unit
        assert ("ProtectSystem=strict" in unit) is root
    assert f'ReadWritePaths=-{tmp_path} "/srv/x $y"' in unit


def test_a_desktop_starts_the_page_and_needs_no_target_for_it(tmp_path: Path) -> None:
    there = machine(tmp_path, labwc=True)
    autostart = there.config / "labwc" / "autostart"
    autostart.parent.mkdir(parents=True)
    autostart.write_text("kanshi &")
    for _ in range(2):
        said = list(install(there, WORDS, 8080))
    assert autostart.read_text() == f"kanshi &\n{START}\n", "each line once, and those of before are kept"
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(there.config / "autostart" / ENTRY)
    ran = shlex.split(entry["Desktop Entry"]["Exec"])
    assert ran == ["sh", "-c", START]
    assert subprocess.run(["sh", "-n", "-c", START], check=False).returncode == 0
    kiosk = (there.config / "systemd" / "user" / KIOSK).read_text()
    assert "graphical-session" not in kiosk
    assert "[Install]" not in kiosk
    assert "do_blanking 1" in "".join(said)
    assert f"enable --now {SERVICE}" in "".join(said)


def test_without_a_desktop_the_screen_is_taken_from_it(tmp_path: Path) -> None:
    said = "".join(install(machine(tmp_path, root=True, labwc=True), WORDS, 8080, tmp_path))
    assert "systemctl set-default multi-user.target" in said
    assert "raspi-config" not in said
    assert not (tmp_path / ENTRY).exists()
    assert not (tmp_path / LABWC).exists()
    assert "WantedBy=multi-user.target" in (tmp_path / KIOSK).read_text()


def test_fingers_and_sounds_work_on_the_table_s_screen(tmp_path: Path) -> None:
    for root in (False, True):
        list(install(machine(tmp_path, root=root), WORDS, 8080, tmp_path))
        for option in (
            "--kiosk",
            "--disable-pinch",
            "--overscroll-history-navigation=0",
            "--autoplay-policy=no-user-gesture-required",
        ):
            assert f" {option} " in (tmp_path / KIOSK).read_text()


def test_the_service_has_what_an_unattended_table_needs(tmp_path: Path) -> None:
    list(install(machine(tmp_path), WORDS, 8080, tmp_path))
    unit = (tmp_path / SERVICE).read_text()
    needed = f"WatchdogSec={WATCHDOG}", f"LimitNOFILE={DESCRIPTORS}", "Restart=on-failure", "StartLimitBurst=8"
    for line in ("Type=notify", *needed):
        assert line in unit.splitlines()
    assert 'Environment="PIPSQUEAK_HOME=/srv/x $y"' in unit
    assert "User=" not in unit
    assert "User=root" in "".join((tmp_path / name).read_text() for name in _as_root(tmp_path))
    assert "http://127.0.0.1:8080/" in (tmp_path / KIOSK).read_text()


def _as_root(folder: Path) -> tuple[str, ...]:
    list(install(machine(folder, root=True), WORDS, 8080, folder))
    return SERVICE, KIOSK


def test_with_sudo_the_settings_are_those_of_the_table_s_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[object] = []
    for call in ("initgroups", "setgroups", "setegid", "seteuid"):
        monkeypatch.setattr(os, call, lambda *given, call=call: became.append((call, given[-1])))
    monkeypatch.delenv("PIPSQUEAK_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/elsewhere/settings")
    nobody, before = pwd.getpwnam("nobody"), dict(os.environ)
    with replace(machine(tmp_path, root=True), user="nobody").as_user():
        assert Folders.of_user().config.is_relative_to(nobody.pw_dir)
        assert became[-1] == ("seteuid", nobody.pw_uid)
    assert became[-3:-1] == [("seteuid", 0), ("setegid", 0)]
    assert dict(os.environ) == before


def test_words_are_quoted_so_that_systemd_gives_them_back_as_they_were() -> None:
    assert quoted("plain") == "plain"
    assert quoted("50 % of $x") == '"50 %% of $x"'
    assert quoted('a "b" \\') == '"a \\"b\\" \\\\"'
    assert quoted("") == '""'
    assert command_line("/$x/python", "$x") == "/$x/python $$x", "systemd undoes it in what follows the program alone"


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
    with pytest.raises(FileError, match="No space left"):
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
        notifier.follow(Status(Phase.STARTING))
        notifier.follow(Status(Phase.IDLE))
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
        notifier.follow(Status(Phase.ATTRACT))
        server.settimeout(PATIENCE)
        assert server.recv(100) == b"STATUS=attract"


def test_without_systemd_nothing_is_sent_and_a_socket_that_is_gone_stops_nobody(heard: Mapping[str, str]) -> None:
    Notifier({}, VirtualClock()).follow(Status(Phase.IDLE))
    notifier = Notifier({**heard, "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"}, VirtualClock())
    notifier.follow(Status(Phase.IDLE))
    assert notifier.watched is None


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_file_where_a_folder_is_needed_is_said_and_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileError, match="name another one with --install"):
        list(install(machine(tmp_path), WORDS, 8080, tmp_path / name))
    assert (tmp_path / "file").read_text() == "mine"
