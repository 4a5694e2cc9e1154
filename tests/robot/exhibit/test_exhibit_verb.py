"""`pipsqueak exhibit` as people and systemd start it."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from robot.config import Config, Folders, keep
from robot.errors import AddressError
from robot.exhibit.announcers import ReportedPolicy
from robot.exhibit.crashes import ENOUGH
from robot.exhibit.first_check import FirstCheck
from robot.exhibit.health_port import health_port
from robot.exhibit.policy import ExhibitPolicy
from robot.exhibit.units import AGAIN, UnitEnvironment, service
from robot.host.host import Host
from robot.host.status import GameNow, Phase, StatusBook
from robot.records.corrections import Corrections
from robot.saying import Saying
from tests.support.robot.exhibition import MORNING, PIG, TODAY, Exhibit
from tests.support.robot.programs import ended_at_last, free_port
from tests.support.robot.recordings import recording
from tests.support.robot.waiting import PATIENCE, until


def health(port: int, address: str = "127.0.0.1") -> Any:
    with urllib.request.urlopen(f"http://{address}:{port}/health", timeout=PATIENCE) as answer:
        return json.load(answer)


@contextmanager
def started(home: Path, *words: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "robot", "exhibit", *words],
        env=os.environ | {"PIPSQUEAK_HOME": str(home)} | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with ended_at_last(process):
        yield process


def test_it_starts_tells_systemd_and_its_health_and_ends_cleanly(tmp_path: Path) -> None:
    port, address = free_port(), str(tmp_path / "notify")
    keep(Folders(tmp_path / "config", tmp_path / "data", tmp_path / "cache"), "selftest", False)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(address)
        server.settimeout(PATIENCE)
        words = ("--table", "sim", "--port", str(port), "--countdown", "5", "--seed", "4")
        with started(tmp_path, *words, NOTIFY_SOCKET=address, WATCHDOG_USEC="2000000") as process:
            said = [server.recv(200).decode()]
            while not any(word.startswith("READY=1") for word in said):
                said.append(server.recv(200).decode())
            while "STATUS=attract" not in said:
                said.append(server.recv(200).decode())
            assert "WATCHDOG=1" in said
            told = health(port)
            assert told["status"] == "ok"
            assert told["phase"] == "attract"
            states = {name: device["state"] for name, device in told["devices"].items()}
            assert states.items() >= {"board": "ok", "camera": "ok", "journal": "ok", "panel": "absent"}.items()
            assert told["game"]["game"] == "pig"
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
    starts = json.loads((tmp_path / "data" / "exhibition" / "starts.json").read_text())
    assert starts["starts"] == []
    assert not (tmp_path / "data" / "selftest").exists(), "the self-test is switched off, which takes long here"


def test_health_is_answered_where_the_page_is_not_installed() -> None:
    book, port = StatusBook(lambda: MORNING), free_port()
    with health_port("127.0.0.1", port, book):
        assert health(port)["phase"] == "starting"
        book.change(phase=Phase.QUIET)
        assert health(port)["phase"] == "quiet"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE)


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_health_is_answered_at_an_address_of_six_too() -> None:
    book, address = StatusBook(lambda: MORNING), "::1"
    with health_port(address, 0, book) as port:
        assert health(port, f"[{address}]")["phase"] == "starting"
    with pytest.raises(AddressError, match="cannot be served"), health_port("::ffff:g", 0, book):
        pass


def test_health_tells_no_monitor_who_plays() -> None:
    book = StatusBook(lambda: MORNING)
    seats = ("Anna", "robot")
    book.change(game=GameNow(7, "pig", Saying("title-pig", {"goal": 30}), seats, (True, False), 0, 3))
    with health_port("127.0.0.1", 0, book) as port:
        told = health(port)
    assert told["game"]["people"] == [True, False]
    assert "Anna" not in json.dumps(told)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("home")
def test_a_port_that_is_taken_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["exhibit", "--table", "sim", "--port", str(port)]) == 1
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith(f"pipsqueak: 127.0.0.1 port {port} cannot be served")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--quiet", "late"], "write quiet hours"),
        (["--throws-an-hour", "-1"], "--throws-an-hour is 0 or more"),
        (["--alone", "3"], "--alone is 20 or more"),
        (["--players", "you,nobody"], "unknown player"),
        (["chess"], "unknown game at the table"),
        (["--report", "yesterday"], "write a day"),
    ],
)
def test_bad_usage_is_one_line(home: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main(["exhibit", *words]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert said in line
    assert not list(home.iterdir())


def test_the_report_of_a_day_is_told_in_words_and_in_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Exhibit(home).play(PIG)
    (home / "data").mkdir()
    (home / "book").rename(home / "data" / "exhibition")
    assert main(["exhibit", "--report", TODAY.isoformat(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"]["by itself"]["ended"] == 1
    assert main(["exhibit", "--report", TODAY.isoformat()]) == 0
    assert f"throws: {told['throws']} counted" in capsys.readouterr().out
    assert main(["exhibit", "--report", "2020-01-01"]) == 1


def test_the_installer_writes_what_starts_this_very_exhibition(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["pig", "--goal", "50", "--table", "sim", "--port", "8123", "--quiet", "22:00-09:30"]
    assert main(["exhibit", *words, "--install", str(home / "units")]) == 0
    said = capsys.readouterr().out
    unit = (home / "units" / "pipsqueak.service").read_text()
    assert f"{sys.executable} -m robot exhibit pig" in unit
    assert "--goal 50" in unit
    assert "--quiet 22:00-09:30" in unit
    assert "systemctl" in said
    assert "http://127.0.0.1:8123/" in (home / "units" / "pipsqueak-kiosk.service").read_text()
    assert not (home / "data").exists(), "nothing was started"


def test_what_people_correct_is_kept_and_old_recordings_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = recording(home / "data" / "recordings", "old", 0)
    heard: list[object] = []

    def serve(host: Host, *_: object, **__: object) -> bool:
        until(lambda: not (old / "pictures").exists())
        heard.extend(guarded._listener for guarded in host._listeners)
        return False

    monkeypatch.setattr("robot.exhibit.run._serve", serve)
    assert main(["exhibit", "--table", "sim"]) == 0
    assert (old / "session.jsonl").exists()
    assert any(isinstance(listener, Corrections) for listener in heard)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("selftest", [True, False])
def test_the_self_test_of_a_first_start_can_be_switched_off(selftest: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts: list[Host] = []

    def serve(host: Host, *_: object, **__: object) -> bool:
        hosts.append(host)
        return False

    keep(Folders.of_user(), "selftest", selftest)
    monkeypatch.setattr("robot.exhibit.run._serve", serve)
    assert main(["exhibit", "--table", "sim"]) == 0
    (host,) = hosts
    assert isinstance(host.policy, ReportedPolicy)
    assert isinstance(host.policy.policy, ExhibitPolicy)
    begins = getattr(host.policy.policy.first, "__self__", None)
    assert isinstance(begins, FirstCheck) is selftest


@pytest.mark.usefixtures("home")
def test_the_page_speaks_the_language_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = []

    def serve(_host: Host, _folders: Folders, config: Config, *_: object, **__: object) -> bool:
        spoken.append(config.language)
        return False

    monkeypatch.setattr("robot.exhibit.run._serve", serve)
    assert main(["exhibit", "--table", "sim", "--language", "de"]) == 0
    assert spoken == ["de"]


def restarted(_host: Host, _folders: Folders, _config: Config, *_: object, **__: object) -> bool:
    """Stand in for a page on which the operator has pressed Restart."""
    return True


def test_a_restart_is_systemd_s_where_it_started_the_table_and_counts_as_no_crash(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.exhibit.run._serve", restarted)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(str(home / "notify"))
        server.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(home / "notify"))
        for _ in range(ENOUGH + 1):
            assert main(["exhibit", "--table", "sim"]) == AGAIN
            assert server.recv(200) == b"STOPPING=1"
    starts = json.loads((home / "data" / "exhibition" / "starts.json").read_text())
    assert starts["starts"] == []
    unit = service(UnitEnvironment.here(), ["pig"]).splitlines()
    assert f"RestartForceExitStatus={AGAIN}" in unit
    assert f"SuccessExitStatus={AGAIN}" in unit


@pytest.mark.usefixtures("home")
def test_without_systemd_a_restart_begins_the_same_program_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr("robot.exhibit.run._serve", restarted)
    monkeypatch.setattr(os, "execv", lambda _, words: begun.append(words))
    monkeypatch.setattr(sys, "argv", ["pipsqueak", "exhibit", "--table", "sim"])
    assert main(sys.argv[1:]) == 0
    assert begun == [[sys.executable, "-m", "robot", "exhibit", "--table", "sim"]]
