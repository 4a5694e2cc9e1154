"""The journal of games: it records an intention before each motion and a reading after it, safe from power cuts."""

import enum
import errno
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from hardware.closing import Closing
from robot.errors import JournalError
from robot.files import lock_byte
from robot.language.names import NameFilter
from robot.match.players import is_person, name_in, plain_spec, without_name

VERSION = 3

PATIENCE = 10.0
"""Seconds for which a journal waits while another program writes to it."""

ROOM = 1 << 20
"""Bytes that must be free before a throw, so that its reading can be written."""

TABLES = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,               -- JSON object
        players TEXT NOT NULL,             -- JSON list
        seed INTEGER,
        begun TEXT NOT NULL,               -- ISO 8601, UTC
        ended TEXT,
        winners TEXT,                      -- JSON list of seats, from 0
        first INTEGER                      -- the seat that begins; NULL while it is thrown for
    ) STRICT
    """,
    """
    CREATE TABLE log (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (
            kind IN ('sitting', 'first', 'intention', 'void', 'reading', 'booking', 'undo', 'leave')
        ),
        throw INTEGER,                     -- of intention, void and reading
        data TEXT NOT NULL,                -- JSON object
        at TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX one_reading_a_throw ON log (game, throw) WHERE kind = 'reading'",
)

# Version 1 had only Pig; its games had a goal and a winner, and their only move without a throw was the hold.
FROM_VERSION_1 = (
    "ALTER TABLE games RENAME TO games_1",
    "ALTER TABLE log RENAME TO log_1",
    "DROP INDEX one_reading_a_throw",
    *TABLES,
    """
    INSERT INTO games SELECT id, game, json_object('goal', goal), players, seed, begun, ended,
        iif(winner IS NULL, NULL, json_array(winner)), 0 FROM games_1
    """,
    """
    INSERT INTO log SELECT game, number, iif(kind = 'hold', 'booking', kind), throw,
        CASE kind
            WHEN 'intention' THEN json_patch(data, '{"action": "roll", "keep": {}}')
            WHEN 'hold' THEN json_patch(data, '{"action": "hold"}')
            ELSE data
        END,
        at FROM log_1
    """,
    "DROP TABLE log_1",
    "DROP TABLE games_1",
)

# In version 2 the first player always began, and nobody left.
FROM_VERSION_2 = (
    "ALTER TABLE games ADD COLUMN first INTEGER",
    "UPDATE games SET first = 0",
    "ALTER TABLE log RENAME TO log_2",
    "DROP INDEX one_reading_a_throw",
    *TABLES[1:],
    "INSERT INTO log SELECT game, number, kind, throw, data, at FROM log_2",
    "DROP TABLE log_2",
)

STEPS = {0: TABLES, 1: FROM_VERSION_1, 2: FROM_VERSION_2}
"""The SQL that migrates a journal, by its version."""


GAMES = "SELECT id, game, rules, players, seed, begun, ended, winners, first FROM games"
NUMBERS = range(1, 2**63)
"""The possible numbers of games."""
HAS_THROW = "EXISTS (SELECT 1 FROM log WHERE log.game = games.id AND kind IN ('intention', 'first'))"
HAS_READING = "EXISTS (SELECT 1 FROM log WHERE log.game = games.id AND kind = 'reading')"
LATEST = "ORDER BY (SELECT max(at) FROM log WHERE log.game = games.id) DESC, id DESC"
IS_LISTED = f"({HAS_READING} OR ended IS NULL AND {HAS_THROW})"
END = "UPDATE games SET ended = ?, winners = ? WHERE id = ?"


class Occasion(enum.StrEnum):
    """The purpose of a sitting at an exhibition. The sitting's entry names it; other sittings have none."""

    VISITORS = "visitors"
    ATTRACT = "attract"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game's log."""

    kind: str
    throw: int | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class JournalGame:
    """One game in the journal, with its `players` as the command line writes them.

    Player number `first`, from 0, begins; None until the throw-off is over. `winners` are indices of `players`.
    """

    id: int
    game: str
    rules: Mapping[str, Any]
    players: tuple[str, ...]
    seed: int | None
    begun: str
    ended: str | None
    winners: tuple[int, ...] | None
    first: int | None = 0

    @property
    def has_people(self) -> bool:
        """Whether a person plays, who may resume the game."""
        return any(map(is_person, self.players))


class Journal(Closing):
    """An SQLite file in WAL mode with full synchronisation.

    Several processes and threads may open the same file; each thread opens its own object. Writes wait for each other.
    A process that plays a game holds its `seat`; nobody else then writes to the game's log.

    Raises:
        JournalError: from every method, when the file cannot be read or written.

    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._locks = path.with_suffix(".locks")
        self._kept_seats: dict[int, IO[bytes]] = {}
        with self._trouble():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _use_wal(self) -> None:
        """Let others read while one writes.

        SQLite does not wait if two programs do this to a new file, so this method tries again.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.01)
            else:
                return

    def _prepare(self) -> None:
        self._use_wal()
        self._db.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version in STEPS:
                for statement in STEPS[version]:
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")
            elif version != VERSION:
                raise JournalError(
                    f"{self._path} is a journal of version {version}, this program writes version {VERSION}: "
                    "install the program that wrote it, or move the file away"
                )
        self._db.execute(
            "PRAGMA foreign_keys = ON"
        )  # not before: the migration replaces a table that another table refers to

    def begin(
        self,
        game: str,
        rules: Mapping[str, Any],
        players: tuple[str, ...],
        seed: int | None,
        first: int | None = 0,
        *,
        seated: bool = False,
    ) -> JournalGame:
        """Enter a new game that player number `first` begins; if None, the dice decide.

        With `seated`, this journal locks the game before others can see it. The next call of `seat` takes over the
        lock; `close` releases it.
        """
        with self._trouble(), ExitStack() as stack:
            locks = stack.enter_context(self._locks.open("ab")) if seated else None
            with self._transaction():
                cursor = self._db.execute(
                    "INSERT INTO games (game, rules, players, seed, begun, first) VALUES (?, ?, ?, ?, ?, ?)",
                    (game, json.dumps(rules), json.dumps(players), seed, _now(), first),
                )
                number = cursor.lastrowid
                assert number is not None
                if locks:
                    lock_byte(locks, number)
            stack.pop_all()
            if locks:
                self._kept_seats[number] = locks
        return self.game(number)

    def _first(self, query: str, *values: object) -> Any:
        """Return the first value of the first row, None if there is no row."""
        with self._trouble():
            row = self._db.execute(query, values).fetchone()
        return row and row[0]

    def game(self, number: int) -> JournalGame:
        """Return one game. Raises JournalError if there is no game with that number."""
        row = None
        with self._trouble():
            if number in NUMBERS:
                row = self._db.execute(f"{GAMES} WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise JournalError(
                f"the journal {self._path} has no game {number}: 'pipsqueak data games --all' lists what it has"
            )
        return _game(*row)

    def games(self, *, after: int = 0, newest: int = -1, listed: bool = False) -> list[JournalGame]:
        """Return the games with numbers above `after`, oldest first; of these only the `newest`, unless it is -1.

        `listed` leaves out those of which there is nothing to tell: no throw counted, and nobody can resume them.
        """
        chosen = f"{GAMES} WHERE id > ? AND {IS_LISTED if listed else True} ORDER BY id DESC LIMIT ?"
        with self._trouble():
            rows = self._db.execute(chosen, (after, newest)).fetchall()
        return [_game(*row) for row in reversed(rows)]

    def count(self, *, upto: int) -> int:
        """Return how many games have numbers up to `upto`."""
        return int(self._first("SELECT count(*) FROM games WHERE id <= ?", upto))

    def begin_time(self, number: int) -> str | None:
        """Return when a game began (ISO 8601, UTC), None if there is no game with that number."""
        begun: str | None = self._first("SELECT begun FROM games WHERE id = ?", number) if number in NUMBERS else None
        return begun

    def length(self, game: JournalGame) -> int:
        """Return the number of entries in a game's log."""
        return int(self._first("SELECT count(*) FROM log WHERE game = ?", game.id))

    def list_unfinished(self) -> list[JournalGame]:
        """Return the games that people can resume, last played first: with a throw, not over, and not played now.

        This leaves out games in which only robots play.
        """
        return [game for game in self._list_waiting() if game.has_people]

    def find_exhibited(self) -> JournalGame | None:
        """Return the newest interrupted game of an exhibition, also of attract mode."""
        return next((game for game in self._list_waiting() if self._occasion(game)), None)

    def _occasion(self, game: JournalGame) -> Occasion | None:
        """Return the occasion of a game's last sitting, None outside exhibitions."""
        said = self.last_sitting(game).get("occasion")
        return Occasion(said) if said else None

    def last_sitting(self, game: JournalGame) -> dict[str, str]:
        """Return what a game's last sitting entered: its occasion and devices. Older programs entered no devices."""
        data = self._first(
            "SELECT data FROM log WHERE game = ? AND kind = 'sitting' ORDER BY number DESC LIMIT 1", game.id
        )
        said: dict[str, str] = json.loads(data) if data else {}
        return said

    def end_abandoned(self) -> None:
        """End, without a winner, the interrupted games that nobody will resume.

        These are games without a throw, and games outside exhibitions in which only robots play. Games that are being
        played stay.
        """
        alone = [game for game in self._list_waiting() if not game.has_people and self._occasion(game) is None]
        for game in [*self._list_waiting(thrown=False), *alone]:
            with self._trouble(), self._locks.open("ab") as locks:
                if not lock_byte(locks, game.id):
                    continue
                with self._transaction():  # another program may have played it meanwhile
                    untouched = f"{END} AND ended IS NULL AND (? OR NOT {HAS_THROW})"
                    self._db.execute(untouched, (_now(), "[]", game.id, game in alone))

    def _list_waiting(self, *, thrown: bool = True) -> Iterator[JournalGame]:
        with self._trouble():
            rows = self._db.execute(f"{GAMES} WHERE ended IS NULL AND {HAS_THROW} = ? {LATEST}", (thrown,)).fetchall()
        yield from (self.game(number) for number, *_ in rows if not self._is_held(number))

    @contextmanager
    def seat(self, game: JournalGame) -> Iterator[None]:
        """Lock a game for this process. The lock ends with the block, or with the process. Raises JournalError."""
        kept = self._kept_seats.pop(game.id, None)
        with self._trouble():
            locks = kept or self._locks.open("ab")
        with locks:
            if not (kept or lock_byte(locks, game.id)):
                raise JournalError(f"game {game.id} is being played by another process: end that one first")
            yield

    def write(self, game: JournalGame, kind: str, throw: int | None = None, **data: Any) -> None:
        """Commit one entry; when this returns, the entry survives a power cut."""
        self.add(game, Entry(kind, throw, data))

    def add(self, game: JournalGame, *entries: Entry) -> None:
        """Commit entries, all or none; when this returns, they survive a power cut."""
        with self._trouble(), self._transaction():
            for entry in entries:
                self._db.execute(
                    "INSERT INTO log (game, number, kind, throw, data, at) "
                    "SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM log WHERE game = ?",
                    (game.id, entry.kind, entry.throw, json.dumps(entry.data), _now(), game.id),
                )

    def check_room(self) -> None:
        """Raise JournalError unless the disk has room for the reading of one more throw."""
        with self._trouble():
            disk = shutil.disk_usage(self._path.parent)
            if disk.total and disk.free < ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def settle_first(self, game: JournalGame, first: int) -> JournalGame:
        """Enter which player begins, and return the updated game."""
        with self._trouble(), self._transaction():
            self._db.execute("UPDATE games SET first = ? WHERE id = ?", (first, game.id))
        return self.game(game.id)

    def end(self, game: JournalGame, winners: Sequence[int]) -> None:
        """End a game. `winners` are indices of its players."""
        with self._trouble(), self._transaction():
            self._db.execute(END, (_now(), json.dumps(winners), game.id))

    def rename_player(self, game: JournalGame, seat: int, name: str) -> JournalGame:
        """Name the player with index `seat`, and return the updated game."""
        players = [*game.players]
        players[seat] = f"{without_name(players[seat])}:{name}"
        with self._trouble(), self._transaction():
            self._db.execute("UPDATE games SET players = ? WHERE id = ?", (json.dumps(players), game.id))
        return self.game(game.id)

    def log(self, game: JournalGame) -> list[Entry]:
        """Return a game's entries in order."""
        return [entry for _, _, entry in self.history(game)]

    def history(self, game: JournalGame, *, after: int = 0) -> list[tuple[int, str, Entry]]:
        """Return a game's entries with numbers above `after` in order, with their numbers and times (ISO 8601, UTC)."""
        with self._trouble():
            rows = self._db.execute(
                "SELECT number, at, kind, throw, data FROM log WHERE game = ? AND number > ? ORDER BY number",
                (game.id, after),
            ).fetchall()
        return [(number, at, Entry(kind, throw, json.loads(data))) for number, at, kind, throw, data in rows]

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy of what is committed into a new file. Others may write to the journal meanwhile."""
        with self._trouble(), closing(sqlite3.connect(path)) as copy:
            self._db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # without a second file for the log

    def forget(self, forgotten: NameFilter) -> tuple[int, tuple[int, ...]]:
        """Remove names of people from all games, and from unused pages of the file.

        Return how many games have changed, and the numbers of the games that are being played, which stay unchanged.
        """
        changed, playing = 0, list[int]()
        for game in self.games():
            players = tuple(without_name(spec) if forgotten.has(name_in(spec)) else spec for spec in game.players)
            if players == game.players:
                continue
            with self._trouble(), self._locks.open("ab") as locks:
                if not lock_byte(locks, game.id):
                    playing.append(game.id)
                    continue
                with self._transaction():
                    self._db.execute("UPDATE games SET players = ? WHERE id = ?", (json.dumps(players), game.id))
                changed += 1
        if changed:
            with self._trouble():
                self._db.execute("VACUUM")  # clears unused pages
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return changed, tuple(playing)

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        self._db.close()
        while self._kept_seats:
            self._kept_seats.popitem()[1].close()

    def _is_held(self, game: int) -> bool:
        with self._trouble(), self._locks.open("ab") as locks:
            return not lock_byte(locks, game)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except JournalError:
            raise
        except (sqlite3.OperationalError, OSError) as error:
            raise self._make_error(error) from error
        except sqlite3.DatabaseError as error:
            raise JournalError(
                f"{self._path} is not a journal, or is damaged ({error}): move it away to begin a new one"
            ) from error

    def _make_error(self, error: Exception) -> JournalError:
        why = error.strerror if isinstance(error, OSError) else error
        mend = "free some disk space, correct its permissions, or restart if the card has become read-only"
        there = False
        with suppress(OSError):
            there = self._path.is_file()
        if not there:
            missing = f"there is no journal, and {self._path} cannot be made ({why})"
            return JournalError(f"{missing}: {mend}; nothing is saved until then", key="fault-no-journal")
        return JournalError(
            f"the journal {self._path} cannot be used ({why}): {mend}; what was written before is safe, "
            "but nothing new is saved"
        )


def check_unused(path: Path) -> None:
    """Raise JournalError if any program has the journal open. The journal may be missing or damaged.

    Afterwards its one file holds all that is committed.
    """
    if not path.is_file():
        return
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db:
        try:
            db.execute("PRAGMA journal_mode = DELETE")  # fails while anybody else has it open
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise JournalError(f"the journal {path} is in use: end the program that plays first") from error


def check_copy(path: Path) -> None:
    """Raise JournalError unless a file is an undamaged journal that this program can open."""
    with closing(sqlite3.connect(path)) as db:
        try:
            (said,) = db.execute("PRAGMA quick_check(1)").fetchone()
            (version,) = db.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise JournalError(f"its journal is damaged ({error})") from error
    if said != "ok":
        raise JournalError(f"its journal is damaged ({said})")
    if version > VERSION:
        raise JournalError(f"its journal has version {version}, this program reads version {VERSION}")


def _game(number: int, game: str, rules: str, players: str, *rest: Any) -> JournalGame:
    seed, begun, ended, winners, first = rest
    won = None if winners is None else tuple(json.loads(winners))
    # Older versions did not clean names.
    return JournalGame(
        number, game, json.loads(rules), tuple(map(plain_spec, json.loads(players))), seed, begun, ended, won, first
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


SETTLED = frozenset({"first", "reading", "booking", "undo", "leave"})
"""The kinds of entries that dice or people have settled. The next sitting writes the other kinds again."""


@dataclass(slots=True)
class Unwritten:
    """The `entries` of one game that could not be written, as on a full disk. They last as long as the program.

    They save throwing dice again: a reading counts as soon as it can be written.
    """

    entries: tuple[Entry, ...] = field(default=(), init=False)
    _length: int = field(default=0, init=False)

    def catch_up(self, journal: Journal, game: JournalGame) -> None:
        """Write the waiting entries, unless another program has resumed the game. Raises JournalError."""
        length = journal.length(game)
        if self.entries and length == self._length:
            journal.add(game, *self.entries)
            length += len(self.entries)
        self.entries, self._length = (), length

    def write(self, journal: Journal, game: JournalGame, *entries: Entry) -> None:
        """Commit entries, all or none. If that fails, keep the settled ones. Raises JournalError."""
        try:
            journal.add(game, *entries)
        except JournalError:
            self.entries = tuple(entry for entry in entries if entry.kind in SETTLED)
            raise
        self._length += len(entries)
