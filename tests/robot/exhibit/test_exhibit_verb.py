"""`pipsqueak exhibit` as people and systemd start it."""

import argparse
import json
import os
import shlex
import signal
import socket
import sys
from pathlib import Path

import pytest

from robot.cli import main
from robot.config import Folders, keep
from robot.exhibit.systemd import AGAIN, ENOUGH, KIOSK, SERVICE, UnitEnvironment, service
from robot.host.host import Host
from robot.host.status import GameNow, StatusBook
from robot.records.kept_pictures import Corrections
from robot.saying import Saying
from robot.verbs import exhibit as exhibit_verb
from robot.verbs.options import collect_rules
from tests.support.robot.exhibition import MORNING, PIG, TODAY, Exhibit
from tests.support.robot.programs import start_server, until_ready
from tests.support.robot.recordings import recording
from tests.support.robot.waiting import PATIENCE, until


@pytest.mark.check
def test_it_starts_tells_systemd_and_its_health_and_ends_cleanly(tmp_path: Path) -> None:
    notify = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(notify)
        server.settimeout(PATIENCE)
        heard = {"NOTIFY_SOCKET": notify, "WATCHDOG_USEC": "2000000"}
        with start_server("exhibit", tmp_path, "--countdown", "5", environment=heard) as (process, address):
            said = [server.recv(200).decode()]
            while not any(word.startswith("READY=1") for word in said):
                said.append(server.recv(200).decode())
            while "STATUS=attract" not in said:
                said.append(server.recv(200).decode())
            assert "WATCHDOG=1" in said
            told = until_ready(address)
            assert told["status"] == "ok"
            assert told["phase"] == "attract"
            states = {name: device["state"] for name, device in told["devices"].items()}
            assert states.items() >= {"board": "ok", "camera": "ok", "journal": "ok", "panel": "absent"}.items()
            assert told["game"]["game"] == "pig"
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
    starts = json.loads((tmp_path / "data" / "exhibition" / "starts.json").read_text())
    assert starts["starts"] == []


def test_health_tells_no_monitor_who_plays() -> None:
    book = StatusBook(lambda: MORNING)
    seats = ("Anna", "robot")
    book.change(game=GameNow(7, "pig", Saying("title-pig", {"goal": 30}), seats, (True, False), 0, 3))
    told = book.now.to_json()
    assert told["game"]["people"] == [True, False]
    assert "Anna" not in json.dumps(told)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    return tmp_path


def test_with_a_port_in_use_it_is_installed_but_does_not_start(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["exhibit", "--table", "sim", "--port", str(port)]) == 1
        assert main(["exhibit", "--table", "sim", "--port", str(port), "--install", str(home / "units")]) == 0
    assert f"pipsqueak: 127.0.0.1 port {port} cannot be served (Address already in use): " in capsys.readouterr().err
    assert not Folders.of_user().exhibition.exists(), "it counts neither as a start nor as a crash"


def test_the_report_of_a_day_is_told_in_words_and_in_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Exhibit(home).play(PIG)
    (home / "data").mkdir()
    (home / "book").rename(home / "data" / "exhibition")
    assert main(["exhibit", "--report", TODAY.isoformat(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"]["by itself"]["ended"] == 1
    assert main(["exhibit", "--report", TODAY.isoformat()]) == 0
    assert f"on for {60 * told['hours']:.0f} minutes, 1 start, 0 crashes\n" in capsys.readouterr().out
    assert main(["exhibit", "--report", TODAY.isoformat(), "--language", "de"]) == 0
    assert f"{told['throws']} Würfe" in capsys.readouterr().out
    assert main(["exhibit", "--report", "2020-01-01"]) == 1


EXAMPLES = {
    "game": "piglet",
    "players": "you:Anna Ä,robot",
    "first": "2",
    "goal": "50",
    "table": "sim",
    "machine": "crank",
    "seed": "7",
    "faults": "drop=0.05,glare=0.1",
    "speed": "2.5",
    "port": "8123",
    "host": "127.0.0.2",
    "language": "de",
    "tempo": "brisk",
    "quiet": "22:00-09:30",
    "throws_an_hour": "0",
    "alone": "90.5",
    "countdown": "20",
    "name": "dice.example",
}
"""A value that is not the default, of each option that takes one."""
RULES = ("opening", "penalty", "last_round", "turns", "rule", "commit", "die", "dice_of")
ELSEWHERE = {"camera", "report", "install", "help", *RULES}
"""Options that exclude others of the examples, that are not of the service, or that are rules of other games."""


def command_of(folder: Path) -> list[str]:
    """Return the command of the unit in a folder, as systemd understands it, from the verb on."""
    lines = (folder / SERVICE).read_text().splitlines()
    (command,) = [line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart=")]
    words = shlex.split(command.replace("%%", "%").replace("$$", "$"))
    assert words[:4] == [sys.executable, "-m", "robot", "exhibit"]
    return words[4:]


def test_the_installer_writes_every_option_that_exists(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    exhibit_verb.add_arguments(parser)
    words = []
    for action in parser._actions:
        if action.dest in ELSEWHERE:
            continue
        assert action.nargs == 0 or EXAMPLES.get(action.dest) not in {None, action.default}, f"no example of {action}"
        words += [*action.option_strings[:1], *([] if action.nargs == 0 else [EXAMPLES[action.dest]])]
    assert main(["exhibit", *words, "--install", str(home / "units")]) == 0
    assert "systemctl" in capsys.readouterr().out
    again, asked = parser.parse_args(command_of(home / "units")), parser.parse_args(words)
    assert again == asked
    assert "http://127.0.0.1:8123/" in (home / "units" / KIOSK).read_text()
    assert not (home / "data").exists(), "nothing was started"


@pytest.mark.parametrize(
    "words",
    [
        "farkle --goal 1000 --rule opening=300 --die 1/10,1/10,1/5,1/5,1/5,1/5",
        "kingdom-come --goal 100 --rule penalty=100 --die 1=1,2,1,1,1,1" + ";1,1,1,1,1,1" * 5,
        "threes --die 3,1,1,1,1,1",
        "hooligan --rule commit",
        "farkle --last-round second",
        "yahtzee --rule free",
        "skunk --turns 3",
        "pig-score",
    ],
)
def test_an_exhibition_is_installed_with_all_rules_that_games_can_have(words: str, home: Path) -> None:
    assert main(["exhibit", *words.split(), "--install", str(home / "units")]) == 0
    parser = argparse.ArgumentParser()
    exhibit_verb.add_arguments(parser)
    again, asked = parser.parse_args(command_of(home / "units")), parser.parse_args(words.split())
    assert collect_rules(again) == collect_rules(asked)
    assert len(collect_rules(asked)) == words.count("--")


def test_the_installer_names_files_from_the_root_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(exist_ok=True)
    monkeypatch.chdir(home)
    (home / "two-four.toml").write_text('engine = "round"\nname = "two-four"\nbase = "midnight"\n')
    monkeypatch.setenv("PIPSQUEAK_HOME", "kept")
    words = ["two-four.toml", "--table", "dev/board", "--camera", "two-four.toml"]
    assert main(["exhibit", *words, "--install", "units"]) == 0
    command = command_of(home / "units")
    assert command[0] == str(home / "two-four.toml")
    assert command[command.index("--table") + 1] == str(home / "dev" / "board")
    assert command[command.index("--camera") + 1] == str(home / "two-four.toml")
    assert f"Environment=PIPSQUEAK_HOME={home / 'kept'}" in (home / "units" / SERVICE).read_text()


REFUSED = [
    (["--quiet", "late"], 2, "write quiet hours"),
    (["--throws-an-hour", "-1"], 2, "--throws-an-hour is 0 or more"),
    (["--alone", "3"], 2, "--alone is 20 or more"),
    (["--players", "you,nobody"], 2, "unknown player"),
    (["--players", "you,robot:nosuch"], 2, "unknown strategy"),
    (["pig-score", "--players", "you,robot"], 2, "2 players are named"),
    (["--first", "3"], 2, "--first '3' names no player"),
    (["--goal", "0"], 2, "goal"),
    (["--language", "xx"], 2, "xx"),
    (["--table", "hands"], 2, "needs a machine that throws"),
    (["--table", "simm"], 2, "there is no table 'simm': give sim, twin, hands, or"),
    (["--table", "/dev/serial/by-id/*"], 2, "there is no port /dev/serial/by-id/*; "),
    (["--table", "/dev/serial/by-id/a", "/dev/serial/by-id/b"], 2, "--table takes one port"),
    (["--table", "sim:gremlins"], 2, "no fault 'gremlins'"),
    (["--table", "twin:glare"], 2, "no fault 'glare'"),
    (["--host", "192.0.2.7"], 1, "192.0.2.7 port 8080 cannot be served"),
    (["chess"], 2, "unknown game 'chess'"),
    (["nowhere.toml"], 2, "nowhere.toml"),
]


@pytest.mark.parametrize(("words", "status", "said"), REFUSED)
def test_what_cannot_be_is_one_line_and_is_not_installed_either(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str], status: int, said: str
) -> None:
    lines = []
    for more in ([], ["--install", str(home / "units")]):
        assert main(["exhibit", *words, *more]) == status
        lines.append(capsys.readouterr().err.strip().splitlines()[-1])
    assert said in lines[0]
    assert lines[1] == lines[0]
    assert not (home / "units").exists()


def test_the_installer_makes_the_folder_that_the_service_writes_to_and_leaves_no_log(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, units = home / "mounted" / "kept", ["--install", str(home / "units")]
    monkeypatch.setenv("PIPSQUEAK_HOME", str(kept))
    assert main(["exhibit", "--table", "sim", "--host", "192.0.2.7", *units]) == 1
    assert not kept.exists(), "with sudo, the log of this failure was root's"
    assert main(["exhibit", "--table", "sim", *units]) == 0
    assert kept.is_dir()
    assert not list(kept.iterdir())
    capsys.readouterr()
    monkeypatch.setenv("PIPSQUEAK_HOME", "/proc/kept")
    assert main(["exhibit", "--table", "sim", "--install", str(home / "other")]) == 1
    assert "name another PIPSQUEAK_HOME" in capsys.readouterr().err
    assert not (home / "other").exists()


def test_what_people_correct_is_kept_and_old_recordings_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = recording(home / "data" / "recordings", "old", 0)
    keep(Folders.of_user(), "recordings_gigabytes", 0)
    heard: list[object] = []

    def serve(host: Host, *_: object, **__: object) -> bool:
        until(lambda: not (old / "pictures").exists())
        heard.extend(guarded._listener for guarded in host._listeners)
        return False

    monkeypatch.setattr("robot.exhibit.run._serve", serve)
    assert main(["exhibit", "--table", "sim", "--port", "0"]) == 0
    assert any(isinstance(listener, Corrections) for listener in heard)


@pytest.mark.usefixtures("home")
def test_the_page_speaks_the_language_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = []

    def serve(host: Host, *_: object, **__: object) -> bool:
        spoken.append(host.config.language)
        return False

    monkeypatch.setattr("robot.exhibit.run._serve", serve)
    assert main(["exhibit", "--table", "sim", "--language", "de", "--port", "0"]) == 0
    assert spoken == ["de"]


def restart(*_: object, **__: object) -> bool:
    """Stand in for a page on which the operator has pressed Restart."""
    return True


def test_a_restart_is_systemd_s_where_it_started_the_table_and_counts_as_no_crash(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.exhibit.run._serve", restart)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(str(home / "notify"))
        server.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(home / "notify"))
        for _ in range(ENOUGH + 1):
            assert main(["exhibit", "--table", "sim", "--port", "0"]) == AGAIN
            assert server.recv(200) == b"STOPPING=1"
    starts = json.loads((home / "data" / "exhibition" / "starts.json").read_text())
    assert starts["starts"] == []
    unit = service(UnitEnvironment.here(), ["pig"]).splitlines()
    assert f"RestartForceExitStatus={AGAIN}" in unit
    assert f"SuccessExitStatus={AGAIN}" in unit


@pytest.mark.usefixtures("home")
def test_without_systemd_a_restart_begins_the_same_program_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr("robot.exhibit.run._serve", restart)
    monkeypatch.setattr(os, "execv", lambda _, words: begun.append(words))
    monkeypatch.setattr(sys, "argv", ["pipsqueak", "exhibit", "--table", "sim", "--port", "0"])
    assert main(sys.argv[1:]) == 0
    assert begun == [[sys.executable, "-m", "robot", "exhibit", "--table", "sim", "--port", "0"]]
