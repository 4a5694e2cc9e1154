"""The journal keeps what was committed, whatever happens to the process."""

import random
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import pytest

from robot.errors import JournalError
from robot.journal import Game, Journal
from robot.match import Standing

PLAYERS = ("you", "robot:optimal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


def test_keeps_games_and_their_log_in_order(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", 50, PLAYERS, 7)
        journal.write(game, "intention", 1, wells=[2])
        journal.write(game, "reading", 1, values=[4])
        journal.write(game, "hold")
    with Journal(path) as journal:
        (again,) = journal.games()
        log = journal.log(again)
    assert (again.game, again.goal, again.players, again.seed, again.winner) == ("pig", 50, PLAYERS, 7, None)
    assert [(entry.kind, entry.throw, entry.data) for entry in log] == [
        ("intention", 1, {"wells": [2]}),
        ("reading", 1, {"values": [4]}),
        ("hold", None, {}),
    ]
    standing = Standing.of(50, log)
    assert standing.state.scores == (4, 0)
    assert standing.throws == 1
    assert standing.open_throw is None


def test_is_written_ahead_and_synchronised_fully(path: Path) -> None:
    with Journal(path) as journal:
        journal.begin("pig", 100, PLAYERS, None)
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_refuses_a_second_reading_of_a_throw(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", 100, PLAYERS, None)
        journal.write(game, "reading", 1, values=[4])
        with pytest.raises(JournalError):
            journal.write(game, "reading", 1, values=[5])
        journal.write(game, "reading", 2, values=[6])
        assert [entry.data["values"] for entry in journal.log(game)] == [[4], [6]]


def test_names_the_newest_unfinished_game(path: Path) -> None:
    with Journal(path) as journal:
        first, second, third = (journal.begin("pig", 100, PLAYERS, seed) for seed in (1, 2, 3))
        for game in (first, second, third):
            journal.write(game, "intention", 1)
        journal.end(third, 0)
        unfinished = journal.unfinished()
        assert unfinished is not None
        assert unfinished.id == second.id
        journal.end(second, 1)
        journal.end(first, 1)
        assert journal.unfinished() is None


def test_a_game_belongs_to_one_process(path: Path) -> None:
    hold = "import sys; sys.path.insert(0, '.'); from pathlib import Path; from robot.journal import Game, Journal\n"
    hold += (
        f"j = Journal(Path({str(path)!r})); s = j.seat(j.games()[0]); s.__enter__(); print('held', flush=True); input()"
    )
    with Journal(path) as journal:
        game = journal.begin("pig", 100, PLAYERS, None)
        journal.write(game, "intention", 1)
        with subprocess.Popen(
            [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            assert journal.unfinished() is None
            with pytest.raises(JournalError, match="another process"), journal.seat(game):
                pass
            other.kill()
        assert journal.unfinished() == game
        with journal.seat(game):
            assert journal.unfinished() is None
            assert_held_elsewhere(path)


def assert_held_elsewhere(path: Path) -> None:
    """Assert that another process finds no game waiting."""
    look = (
        f"from pathlib import Path; from robot.journal import Journal; print(Journal(Path({str(path)!r})).unfinished())"
    )
    printed = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    assert printed == "None\n"


def test_a_game_without_a_throw_is_not_waiting(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", 100, PLAYERS, None)
        journal.write(game, "sitting")
        assert journal.unfinished() is None


@pytest.mark.parametrize("content", [b"not a database, but quite some text\n" * 100, b"\0" * 4096])
def test_a_damaged_file_is_one_clear_line(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(JournalError) as error:
        Journal(path)
    assert str(path) in str(error.value)
    assert "move it away" in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == content


def test_a_journal_of_another_version_is_left_alone(path: Path) -> None:
    Journal(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="version 99"):
        Journal(path)


def test_a_full_disk_is_one_clear_line_and_loses_nothing(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", 100, PLAYERS, None)
        journal.write(game, "reading", 1, values=[4])
        journal._db.execute("PRAGMA max_page_count = 20")
        with pytest.raises(JournalError, match="full"):
            fill(journal, game)
    with Journal(path) as journal:
        log = journal.log(game)
    assert log[0].data["values"] == [4]
    assert [entry.throw for entry in log] == list(range(1, len(log) + 1))


def fill(journal: Journal, game: Game) -> None:
    for throw in range(2, 10_000):
        journal.write(game, "reading", throw, values=[5], filler="x" * 500)


def kill_games(path: Path, kills: int, seed: int) -> int:
    """Kill a playing process `kills` times; return how many readings were told, none of them lost or repeated."""
    chance = random.Random(seed)
    told: dict[int, dict[int, int]] = defaultdict(dict)
    for _ in range(kills):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.robot.killed", str(path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline().split()
            assert first[0] == "begin"
            time.sleep(chance.uniform(0, 0.15))
            process.kill()
            for line in process.stdout.read().splitlines(keepends=True):
                words = line.split()
                if words[0] == "read" and line.endswith("\n") and len(words) == 4:
                    number, throw, value = map(int, words[1:])
                    assert throw not in told[number], "a reading was told twice"
                    told[number][throw] = value
    with Journal(path) as journal:
        for game in journal.games():
            log = journal.log(game)
            readings = {entry.throw: entry.data["values"][0] for entry in log if entry.kind == "reading"}
            assert list(readings) == list(range(1, len(readings) + 1))
            assert told[game.id].items() <= readings.items(), "a reading that was told is not in the journal"
            intended = [entry.throw for entry in log if entry.kind == "intention"]
            assert set(readings) <= set(intended)
            standing = Standing.of(game.goal, log)
            assert game.winner in {None, standing.state.winner}
    return sum(map(len, told.values()))


def test_no_reading_is_lost_or_repeated_when_the_process_is_killed(path: Path) -> None:
    assert kill_games(path, kills=12, seed=1) > 50


@pytest.mark.soak
def test_a_thousand_kills(path: Path) -> None:
    readings = kill_games(path, kills=1000, seed=2)
    print(f"1,000 kills: {readings} readings told, none lost, none repeated")
