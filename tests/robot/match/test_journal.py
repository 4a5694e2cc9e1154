"""The journal keeps what was committed, whatever happens to the process."""

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from robot.errors import JournalError
from robot.games.registry import make_game
from robot.match.journal import Journal, JournalGame
from robot.match.standing import Standing

PLAYERS = ("you", "robot:optimal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


def test_keeps_games_and_their_log_in_order(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": 50}, PLAYERS, 7)
        journal.write(game, "intention", 1, wells=[2], action="roll", keep={})
        journal.write(game, "reading", 1, values=[4])
        journal.write(game, "booking", action="hold")
    with Journal(path) as journal:
        (again,) = journal.games()
        log = journal.log(again)
    assert (again.game, again.rules, again.players) == ("pig", {"goal": 50}, PLAYERS)
    assert (again.seed, again.winners) == (7, None)
    assert [(entry.kind, entry.throw, entry.data) for entry in log] == [
        ("intention", 1, {"wells": [2], "action": "roll", "keep": {}}),
        ("reading", 1, {"values": [4]}),
        ("booking", None, {"action": "hold"}),
    ]
    standing = Standing.of(make_game("pig", {"goal": 50}).begin(2), log)
    assert standing.position.to_json()["scores"] == [4, 0]
    assert standing.throws == 1
    assert standing.open_throw is None


def test_is_written_ahead_and_synchronised_fully(path: Path) -> None:
    with Journal(path) as journal:
        journal.begin("pig", {"goal": 100}, PLAYERS, None)
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_refuses_a_second_reading_of_a_throw(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
        journal.write(game, "reading", 1, values=[4])
        with pytest.raises(JournalError):
            journal.write(game, "reading", 1, values=[5])
        journal.write(game, "reading", 2, values=[6])
        assert [entry.data["values"] for entry in journal.log(game)] == [[4], [6]]


def test_a_game_is_found_by_its_number_and_one_that_is_not_there_is_one_line(path: Path) -> None:
    with Journal(path) as journal:
        games = [journal.begin("pig", {"goal": goal}, PLAYERS, None) for goal in (50, 60, 70)]
        assert [journal.game(game.id) for game in games] == games == journal.games()
        with pytest.raises(JournalError, match="has no game 9"):
            journal.game(9)


def test_threads_write_and_read_through_objects_of_their_own_at_the_same_time(path: Path) -> None:
    ready = threading.Barrier(2, timeout=60)

    def play(goal: int) -> JournalGame:
        with Journal(path) as journal:
            ready.wait()
            game = journal.begin("pig", {"goal": goal}, PLAYERS, None)
            for throw in range(1, 11):
                journal.write(game, "reading", throw, values=[goal])
            assert journal.game(game.id) in journal.games()
        return game

    with ThreadPoolExecutor(2) as threads:
        games = list(threads.map(play, (50, 60)))
    with Journal(path) as one, Journal(path) as other:
        for goal, game in zip((50, 60), games, strict=True):
            assert [entry.data["values"] for entry in one.log(game)] == [[goal]] * 10
            one.write(game, "booking", action="hold")
            assert other.log(game)[-1].kind == "booking"
        assert other.games() == one.games()
        assert len(one.games()) == 2


def test_a_new_journal_is_opened_by_several_at_the_same_time(tmp_path: Path) -> None:
    ready = threading.Barrier(4, timeout=60)

    def open_at(path: Path) -> int:
        ready.wait()
        with Journal(path) as journal:
            return len(journal.games())

    with ThreadPoolExecutor(4) as threads:
        for number in range(40):
            assert list(threads.map(open_at, [tmp_path / f"{number}.sqlite"] * 4)) == [0] * 4


def test_a_game_belongs_to_one_process(path: Path) -> None:
    hold = "import sys; sys.path.insert(0, '.'); from pathlib import Path; from robot.match.journal import Journal\n"
    hold += (
        f"j = Journal(Path({str(path)!r})); s = j.seat(j.games()[0]); s.__enter__(); print('held', flush=True); input()"
    )
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
        journal.write(game, "intention", 1)
        with subprocess.Popen(
            [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            assert not journal.list_unfinished()
            with pytest.raises(JournalError, match="another process"), journal.seat(game):
                pass
            other.kill()
        assert journal.list_unfinished() == [game]
        with journal.seat(game):
            assert not journal.list_unfinished()
            assert_held_elsewhere(path)


def assert_held_elsewhere(path: Path) -> None:
    """Assert that another process finds no game waiting."""
    look = (
        "from pathlib import Path; from robot.match.journal import Journal; "
        f"print(Journal(Path({str(path)!r})).list_unfinished())"
    )
    printed = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    assert printed == "[]\n"


def test_a_game_without_a_throw_is_not_waiting_and_ends_unless_it_is_being_played(path: Path) -> None:
    with Journal(path) as journal:
        entered, sat, thrown, first, played = (journal.begin("pig", {"goal": 100}, PLAYERS, None) for _ in range(5))
        for game in (sat, thrown, first, played):
            journal.write(game, "sitting")
        journal.write(thrown, "intention", 1)
        journal.write(first, "first", player=0, value=4)
        with journal.seat(played):
            journal.end_abandoned()
            assert journal.list_unfinished() == [first, thrown]
        assert [game.id for game in journal.games() if game.winners == ()] == [entered.id, sat.id]
        journal.end_abandoned()
        assert journal.game(played.id).winners == ()


def test_a_game_that_another_program_is_about_to_play_does_not_end(path: Path) -> None:
    with Journal(path) as other:
        with Journal(path) as journal:
            entered = journal.begin("pig", {"goal": 100}, PLAYERS, None, seated=True)
            other.end_abandoned()
            assert other.game(entered.id).ended is None
            with pytest.raises(JournalError, match="another process"), other.seat(entered):
                pass
            with journal.seat(entered):
                other.end_abandoned()
                journal.write(entered, "sitting")
            left = journal.begin("pig", {"goal": 100}, PLAYERS, None, seated=True)
        other.end_abandoned()
        assert [other.game(game.id).winners for game in (entered, left)] == [(), ()], "nobody plays them any more"


def test_a_game_in_which_somebody_has_thrown_does_not_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as other, Journal(path) as journal:
        game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
        held = other._is_held

        def thrown_meanwhile(number: int) -> bool:
            found = held(number)
            journal.write(game, "intention", 1)
            return found

        monkeypatch.setattr(other, "_is_held", thrown_meanwhile)
        other.end_abandoned()
        assert other.list_unfinished() == [game]


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


def write_old(path: Path, script: str) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as old:
        old.executescript((Path(__file__).parent / "journals" / script).read_text(encoding="utf-8"))


def test_a_journal_of_version_1_is_taken_over_whole(path: Path) -> None:
    write_old(path, "version_1.sql")
    for _ in range(2):
        with Journal(path) as journal:
            first, second = journal.games()
            log = journal.log(first)
            assert len(journal.log(second)) == 1
    assert first == JournalGame(
        1, "pig", {"goal": 50}, ("you", "robot:hold20"), 7, "2026-01-02T03:04:05.678+00:00", None, None
    )
    assert (second.rules, second.seed, second.winners) == ({"goal": 100}, None, (1,))
    assert second.ended == "2026-01-03T04:00:00+00:00"
    intention = {"wells": [2], "action": "roll", "keep": {}}
    assert [(entry.kind, entry.throw, entry.data) for entry in log] == [
        ("sitting", None, {}),
        ("intention", 1, intention),
        ("reading", 1, {"values": [4]}),
        ("intention", 2, intention),
        ("void", 2, {"reason": "reset"}),
        ("booking", None, {"action": "hold"}),
        ("intention", 2, intention),
    ]
    with closing(sqlite3.connect(path)) as raw:
        assert [at for (at,) in raw.execute("SELECT at FROM log ORDER BY game, number")] == list("abcdefgh")
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert names == {"games", "log"}
    standing = Standing.of(make_game("pig", {"goal": 50}).begin(2), log)
    assert standing.position.to_json()["scores"] == [4, 0]
    assert (standing.throws, standing.open_throw) == (1, 2)


def test_a_journal_of_version_2_is_taken_over_whole_and_goes_on(path: Path) -> None:
    write_old(path, "version_2.sql")
    with Journal(path) as journal:
        (game,) = journal.games()
        assert game == JournalGame(1, "pig", {"goal": 50}, ("you", "robot"), 7, "then", None, None, 0)
        journal.write(game, "leave", seat=0)
        journal.write(journal.begin("pig", {"goal": 50}, ("a", "b"), None, None), "first", player=0, value=3)
        assert [entry.kind for entry in journal.log(game)] == ["sitting", "intention", "reading", "leave"]
        with pytest.raises(JournalError):
            journal.write(game, "reading", 1, values=[4])
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert names == {"games", "log"}


def test_a_full_disk_is_one_clear_line_and_loses_nothing(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
        journal.write(game, "reading", 1, values=[4])
        journal._db.execute("PRAGMA max_page_count = 20")
        with pytest.raises(JournalError, match="full"):
            fill(journal, game)
    with Journal(path) as journal:
        log = journal.log(game)
    assert log[0].data["values"] == [4]
    assert [entry.throw for entry in log] == list(range(1, len(log) + 1))


def fill(journal: Journal, game: JournalGame) -> None:
    for throw in range(2, 10_000):
        journal.write(game, "reading", throw, values=[5], filler="x" * 500)
