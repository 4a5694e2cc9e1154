"""The units of systemd, the words that are sent to it, and fast crashes over restarts."""

import configparser
import json
import os
import pwd
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from robot.config import Folders
from robot.errors import FileError
from robot.exhibit.systemd import (
    DESCRIPTORS,
    ENOUGH,
    ENTRY,
    FAST,
    KIOSK,
    SERVICE,
    START,
    WATCHDOG,
    CrashBook,
    Notifier,
    UnitEnvironment,
    boot_id,
    command_line,
    install,
    quote,
    service,
    since_boot,
)
from robot.host.status import Phase, Status
from tests.support.requirements import needs
from tests.support.robot.waiting import PATIENCE

WORDS = ("pig", "--players", "you:Anna Ä,robot", "--quiet", "22:00-09:30")
MOST_EXPOSED = {True: 25, False: 70}
"""The exposure that systemd may find, in tenths, of the system's service and of a user's, 100 being the worst."""


def machine(folder: Path, *, root: bool = False, browser: str = sys.executable) -> UnitEnvironment:
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
        True,
    )


def analyse(*words: str | Path, root: bool, home: Path) -> "subprocess.CompletedProcess[str]":
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
    checked = analyse("verify", "--man=no", tmp_path / SERVICE, tmp_path / KIOSK, root=root, home=tmp_path)
    assert not [line for line in checked.stderr.splitlines() if "pipsqueak" in line]


@pytest.mark.check
@pytest.mark.parametrize("root", [False, True])
def test_the_service_may_do_little_besides_its_work(tmp_path: Path, root: bool) -> None:
    list(install(machine(tmp_path, root=root), WORDS, 8080, tmp_path))
    unit = (tmp_path / SERVICE).read_text().replace("User=root", "User=pi")
    (tmp_path / SERVICE).write_text(unit)
    offline = ("security", "--offline=true", f"--threshold={MOST_EXPOSED[root]}")
    checked = analyse(*offline, tmp_path / SERVICE, root=root, home=tmp_path)
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
            listed = analyse("syscall-filter", name, root=True, home=folder).stdout.splitlines()[1:]
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


def test_a_desktop_starts_the_page_and_needs_no_target_for_it(tmp_path: Path) -> None:
    there = machine(tmp_path)
    said = list(install(there, WORDS, 8080))
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
    said = "".join(install(machine(tmp_path, root=True), WORDS, 8080, tmp_path))
    assert "systemctl set-default multi-user.target" in said
    assert "raspi-config" not in said
    assert not (tmp_path / ENTRY).exists()
    assert "WantedBy=multi-user.target" in (tmp_path / KIOSK).read_text()


@pytest.mark.parametrize("root", [False, True])
def test_the_units_have_what_an_unattended_table_needs(tmp_path: Path, root: bool) -> None:
    list(install(machine(tmp_path, root=root), WORDS, 8080, tmp_path))
    unit, kiosk = (tmp_path / SERVICE).read_text(), (tmp_path / KIOSK).read_text()
    needed = f"WatchdogSec={WATCHDOG}", f"LimitNOFILE={DESCRIPTORS}", "Restart=on-failure", "StartLimitBurst=8"
    lgpio = "RuntimeDirectory=pipsqueak", "WorkingDirectory=%t/pipsqueak", "Environment=LG_WD=%t/pipsqueak"
    assert {"Type=notify", *needed, *lgpio, 'Environment="PIPSQUEAK_HOME=/srv/x $y"'} <= {*unit.splitlines()}
    for of_the_system in ("User=root", "ProtectSystem=strict", f'ReadWritePaths=-{tmp_path} "/srv/x $y"'):
        assert (of_the_system in unit.splitlines()) is root
    assert ("User=root" in kiosk) is root
    assert "http://127.0.0.1:8080/" in kiosk
    touch = "--kiosk", "--disable-pinch", "--overscroll-history-navigation=0"
    assert all(f" {option} " in kiosk for option in (*touch, "--autoplay-policy=no-user-gesture-required"))


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
    assert quote("plain") == "plain"
    assert quote("50 % of $x") == '"50 %% of $x"'
    assert quote('a "b" \\') == '"a \\"b\\" \\\\"'
    assert quote("") == '""'
    assert command_line("/$x/python", "$x") == "/$x/python $$x", "systemd undoes it in what follows the program alone"


def test_a_missing_browser_is_named_and_both_units_are_written(tmp_path: Path) -> None:
    said = list(install(machine(tmp_path, browser="/nowhere/chromium"), WORDS, 8080, tmp_path))
    assert any("apt install chromium" in line for line in said)
    assert (tmp_path / KIOSK).exists()
    assert "ConditionFileIsExecutable=/nowhere/chromium" in (tmp_path / KIOSK).read_text()


@pytest.fixture
def messages(tmp_path: Path) -> "Mapping[str, str]":
    return {"NOTIFY_SOCKET": str(tmp_path / "notify")}


def listen(path: str) -> socket.socket:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    server.bind(path)
    server.settimeout(PATIENCE)
    return server


def test_systemd_hears_that_the_table_is_ready_and_lives(messages: Mapping[str, str]) -> None:
    clock = VirtualClock()
    with listen(messages["NOTIFY_SOCKET"]) as server:
        notifier = Notifier({**messages, "WATCHDOG_USEC": "60000000"}, clock)
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


def test_without_systemd_nothing_is_sent_and_a_socket_that_is_gone_stops_nobody(messages: Mapping[str, str]) -> None:
    Notifier({}, VirtualClock()).follow(Status(Phase.IDLE))
    notifier = Notifier({**messages, "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"}, VirtualClock())
    notifier.follow(Status(Phase.IDLE))
    assert notifier.watched is None


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_file_where_a_folder_is_needed_is_said_and_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileError, match="name another one with --install"):
        list(install(machine(tmp_path), WORDS, 8080, tmp_path / name))
    assert (tmp_path / "file").read_text() == "mine"


Starting = Callable[..., int]


@pytest.fixture
def start(tmp_path: Path) -> Starting:
    def start(at: float, boot: str = "one") -> int:
        return CrashBook(tmp_path / "starts.json", lambda: at, boot).start()

    return start


def test_three_fast_crashes_are_enough(start: Starting) -> None:
    assert [start(at) for at in (10.0, 20.0, 40.0, 100.0)] == [0, 1, 2, 3]
    assert ENOUGH == 3


def test_a_run_that_lasted_breaks_the_row(start: Starting) -> None:
    assert [start(at) for at in (10.0, 20.0, 20.0 + FAST, 120.0)] == [0, 1, 0, 1]


def test_a_run_that_ended_well_counts_for_nothing(tmp_path: Path) -> None:
    for at in (10.0, 20.0, 30.0):
        book = CrashBook(tmp_path / "starts.json", lambda at=at: at, "one")  # type: ignore[misc]
        assert book.start() == 0
        book.end()


def test_one_that_has_lasted_long_enough_forgets_those_before(tmp_path: Path) -> None:
    for at in (10.0, 20.0, 30.0):
        book = CrashBook(tmp_path / "starts.json", lambda at=at: at, "one")  # type: ignore[misc]
        book.start()
    book.lasts()
    assert CrashBook(tmp_path / "starts.json", lambda: 31.0, "one").start() == 1


def test_after_the_power_was_off_the_count_begins_anew(start: Starting) -> None:
    assert [start(10.0), start(20.0), start(30.0)] == [0, 1, 2]
    assert start(40.0, "two") == 0
    assert start(5.0, "two") == 0, "a clock that went back is no crash"


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"boot": "one", "starts": ["x"]}', '{"starts": 7}'])
def test_a_damaged_file_counts_as_none(start: Starting, tmp_path: Path, damage: str) -> None:
    (tmp_path / "starts.json").write_text(damage)
    assert start(10.0) == 0
    assert json.loads((tmp_path / "starts.json").read_text())["starts"] == [10.0]


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    book = CrashBook(tmp_path / "file" / "starts.json", since_boot, boot_id())
    assert book.start() == 0
    book.record("of nothing")
    assert book.why == ""
