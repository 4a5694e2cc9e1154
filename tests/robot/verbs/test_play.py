"""Whole games from the command line: the same through wire and lens, whatever interrupts them."""

import contextlib
import resource
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from robot.match.journal import Journal
from tests.support.own_games import SHORT
from tests.support.robot.command import EndingStream, Finished, call, kill_at, start_program

PLAYERS = ("--players", "robot:optimal,robot:hold20")
UNATTENDED = ("play", "pig", *PLAYERS, "--fast", "--goal", "12")
BRIEF = ("play", "pig", *PLAYERS, "--fast", "--goal", "2")
"""Each throw is shaken, drawn and read, which takes a fifth of a second."""
KEYS = "r\nh\n" * 30


def with_person(words: Sequence[str]) -> tuple[str, ...]:
    """Return the same command for a person and a robot: a game that waits where it is interrupted."""
    return *("you,robot:hold20" if word == PLAYERS[1] else word for word in words), "--first", "1"


SMALL_FILE = 100_000
"""Bytes beyond which no file grows: less than a picture, more than a short game's journal."""


@pytest.fixture
def short(tmp_path: Path) -> str:
    """Return the file of a game of two turns, in which a robot keeps dice."""
    path = tmp_path / "short.toml"
    path.write_text(SHORT.replace("throws = 2", "throws = 3"))
    return str(path)


@contextlib.contextmanager
def small_files() -> Iterator[None]:
    """Let no file of this process grow, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_FILE, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a recorded game printed, and the folder of its recording."""

    played: Finished
    folder: Path


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("recorded") / "recording"
    played = call(folder.parent, *BRIEF, "--seed", "4", "--json", "--record", str(folder))
    return Recorded(played, folder)


def test_the_same_seed_gives_the_same_bytes_also_over_a_bad_line(home: Path) -> None:
    quiet = call(home, *BRIEF, "--seed", "2", "--json")
    noisy = call(home, *BRIEF, "--seed", "2", "--json", "--table", "sim:drop=0.04,duplicate=0.04,corrupt=0.04")
    assert quiet.returncode == noisy.returncode == 0
    assert quiet.stdout == noisy.stdout
    assert quiet.stderr == noisy.stderr == ""
    last = quiet.lines[-1]
    assert last["winner"] in {"robot:optimal", "robot:hold20"}
    assert max(last["scores"]) >= 2


@pytest.mark.check
def test_another_process_plays_the_same_game(home: Path) -> None:
    here = call(home, *UNATTENDED, "--seed", "2", "--json")
    with start_program(home, *UNATTENDED, "--seed", "2", "--json") as process:  # with hashes of its own
        there, said = process.communicate()
    assert (process.returncode, said) == (0, "")
    assert there == here.stdout


def test_a_recorded_game_is_played_again_from_its_pictures(home: Path, recording: Recorded) -> None:
    again = call(home, "play", "pig", *PLAYERS, "--goal", "2", "--camera", str(recording.folder), "--json")
    kept = [line for line in recording.played.lines if line["event"] in {"decision", "reading", "hold", "end"}]
    assert [line for line in again.lines if line["event"] in {"decision", "reading", "hold", "end"}] == kept


def test_pictures_alone_end_and_the_game_waits_for_more(home: Path, tmp_path: Path, recording: Recorded) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    taken = sorted((recording.folder / "pictures").glob("*-left.png"))[:2]
    for picture in taken:
        (pictures / picture.name).write_bytes(picture.read_bytes())
    played = call(home, *with_person(("play", "pig", *PLAYERS)), "--camera", str(pictures), "--json", typed="r\nr\nr\n")
    assert played.returncode == 1
    assert played.stderr.count("\n") == 1
    assert "all 2 pictures" in played.stderr
    assert "--resume" in played.stderr
    assert len([line for line in played.lines if line["event"] == "reading"]) == len(taken)


def readings(lines: Sequence[Mapping[str, Any]]) -> list[int]:
    return [line["throw"] for line in lines if line["event"] == "reading"]


def read_journal(home: Path) -> list[int | None]:
    """Return the numbers of the throws that the only game's journal holds."""
    with Journal(home / "data" / "journal.sqlite") as journal:
        (game,) = journal.games()
        return [entry.throw for entry in journal.log(game) if entry.kind == "reading"]


def test_a_game_that_was_ended_goes_on_with_every_reading(home: Path) -> None:
    ending = EndingStream('"throw": 1, "values"', signal.SIGTERM)
    ended = call(home, *with_person(UNATTENDED), "--seed", "2", "--json", typed=KEYS, out=ending)
    assert ended.returncode == 1
    assert "--resume" in ended.stderr
    assert "Traceback" not in ended.stderr
    later = EndingStream('"throw": 2, "values"', signal.SIGINT)
    resumed = call(home, "play", "--resume", "--fast", "--json", typed=KEYS, out=later)
    assert resumed.returncode == 1
    assert resumed.lines[0]["throws"] == 1
    assert readings(ended.lines + resumed.lines) == read_journal(home) == [1, 2]


def test_a_throw_that_never_counts_ends_the_game_in_words_and_it_goes_on_later(home: Path) -> None:
    played = call(home, *with_person(BRIEF), "--seed", "1", "--json", "--table", "sim:reset=0.3", typed=KEYS)
    assert played.returncode == 1
    assert played.stderr == (
        "pipsqueak: a throw did not count 3 times in succession (the board was reset (cause: brownout)): "
        "resume this game with 'pipsqueak play --resume 1'\n"
    )
    resumed = call(home, "play", "--resume", "--fast", "--json", typed=KEYS)
    assert resumed.returncode == 0
    throws = readings(played.lines + resumed.lines)
    assert throws == list(range(1, len(throws) + 1))


@pytest.mark.check
def test_a_full_disk_ends_the_recording_in_one_line_and_the_game_goes_on_later(home: Path) -> None:
    recording = home / "recording"
    with small_files():
        played = call(home, *with_person(BRIEF), "--seed", "4", "--json", "--record", str(recording), typed=KEYS)
    assert played.returncode == 1
    assert played.stderr.count("\n") == 1
    assert str(recording) in played.stderr
    assert "--resume" in played.stderr
    assert not list(recording.rglob("*.part"))
    assert call(home, "play", "--resume", "--fast", "--json", typed=KEYS).returncode == 0


@pytest.mark.check
def test_a_game_that_was_killed_goes_on_with_the_kept_dice_as_they_lay(home: Path, short: str) -> None:
    words = ("play", short, "--players", "robot", "--fast", "--seed", "7", "--json")
    notices = kill_at(home, '"throw": 3, "kept"', *words)
    assert notices[-1]["event"] == "throw"
    assert len(notices[-1]["kept"]) > 1
    with Journal(home / "data" / "journal.sqlite") as journal:
        (game,) = journal.games()
        journal._db.execute("UPDATE games SET players = '[\"you\"]'")  # a person, who has left the game to a robot
        journal.write(game, "leave", seat=0)
    resumed = call(home, "play", "--resume", "--fast", "--json", typed=KEYS)
    assert resumed.returncode == 0
    later = resumed.lines
    assert later[0]["throws"] in {notices[-1]["throw"] - 1, notices[-1]["throw"]}
    wrong = [line["text"] for line in later if line["event"] == "announcement" and "must show" in line["text"]]
    assert not wrong, "hands lay the dice as they lay before"
    throws = readings(later)
    assert throws == list(range(throws[0], throws[0] + len(throws)))
    assert read_journal(home) == list(range(1, throws[-1] + 1))
    assert later[-1]["scores"] == [sum(later[-1]["cards"][0].values())]
    assert later[-1]["cards"][0].keys() == {"sixes", "chance"}


@pytest.mark.check
def test_dice_thrown_by_hand_are_confirmed_and_the_game_goes_on_after_an_interruption(home: Path) -> None:
    words = ("play", "pig-score", "--turns", "1", "--players", "hand:Ann", "--fast", "--seed", "3", "--json")
    left = call(home, *words, typed="r\nh\nr\n")
    assert left.returncode == 1
    assert "--resume" in left.stderr
    readings = [line["values"] for line in left.lines if line["event"] == "reading"]
    asked = [line["values"] for line in left.lines if line["event"] == "confirm"]
    assert readings == asked[:1]
    assert ["the simulated table throws" in str(line) for line in left.lines].count(True) == 1
    resumed = call(home, "play", "--resume", "--fast", "--json", typed="r\nh\n")
    found = resumed.lines
    assert found[0]["throws"] == 1
    assert "does not count" in found[1]["text"]
    assert [line["throw"] for line in found if line["event"] == "reading"] == [2]


def test_pigs_are_entered_and_nobody_begins_by_a_die(home: Path) -> None:
    words = ("play", "pass-the-pigs", "--goal", "10", "--players", "you:Ann,robot", "--fast")
    played = call(home, *words, typed="r\n3\n3\nh\nh\n")
    assert played.returncode == 0, played.stderr
    assert "Ann throws razorback and razorback, turn total 20." in played.stdout
    refused = call(home, *words, "--first", "thrown")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
