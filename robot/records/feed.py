"""The feed for other programs: the journal's lines of this table's games, as soon as they are committed."""

import json
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from hardware.closing import Closing
from robot.errors import ROOMS
from robot.match.events import Event
from robot.match.journal import Journal, JournalGame
from robot.records.log_json import Turns, entry_json, game_json

_log = logging.getLogger(__name__)
KEPT = 2000
"""The most lines to keep, except that the newest game is kept whole."""


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A line of the feed: `text` is one line of JSON, as in `pipsqueak data export`.

    Its `id` holds the numbers of the game and the entry: 0 at the game's begin, `end` at its end.
    """

    id: str
    kind: str
    text: str


@dataclass(slots=True)
class GameRead:
    """How far the log of a game was read: up to the entry with this `number`."""

    game: JournalGame
    turns: Turns
    number: int = 0


class Feed(Closing):
    """Reads the log of each game that `current` names, in a thread of its own. Any thread may use it.

    It listens to the game, which never waits for it. Its readers get the lines `after` a position.
    """

    def __init__(self, journal: Path, current: Callable[[], int | None]) -> None:
        self._path, self._current = journal, current
        self._journal: Journal | None = None
        self._read: GameRead | None = None
        self._stirred: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._lines: deque[FeedLine] = deque()
        self._dropped = self._begun = 0
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
        self._thread.start()

    def hear(self, _: Event) -> None:
        """Note that the log of the game that is on may have grown."""
        if (game := self._current()) is not None:
            self._stirred.put(game)

    def stir(self, game: int) -> None:
        """Note that the log of this game may have grown, or that the game ended."""
        self._stirred.put(game)

    def after(self, position: int) -> tuple[tuple[FeedLine, ...], int]:
        """Return the lines after a position, and the position after them.

        If some of these lines are dropped already, return all lines of the newest game.
        """
        with self._lock:
            first = (self._begun if position < self._dropped else position) - self._dropped
            return tuple(islice(self._lines, first, None)), self._dropped + len(self._lines)

    def place(self, last: str) -> int:
        """Return the position after the line with the id `last`; without one, that of the newest game's begin."""
        with self._lock:
            for number in range(len(self._lines) - 1, -1, -1):
                if self._lines[number].id == last:
                    return self._dropped + number + 1
            return self._begun

    def close(self) -> None:
        """Stop reading. Repeating this is harmless."""
        self._stirred.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (game := self._stirred.get()) is not None:
            try:
                self._look(game)
            except ROOMS as error:  # the game reports faults of the journal; the next event tries again
                _log.info("the feed cannot read the journal: %s", error)
                self._shut()
            except Exception:  # noqa: BLE001  the feed goes on after a line that fails
                _log.exception("the feed has failed")
        self._shut()

    def _shut(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _look(self, number: int) -> None:
        """Read the new entries in the log of a game, and add their lines."""
        if self._journal is None:
            self._journal = Journal(self._path)
        journal, read, lines = self._journal, self._read, list[FeedLine]()
        game = journal.game(number)
        if read is None or read.game.id != number:
            read = GameRead(game, Turns(game))
            begun = replace(game, ended=None, winners=None)
            lines.append(_line(f"{number}.0", game_json(begun)))
        elif read.game.ended is not None:
            return
        history = journal.history(game, after=read.number)
        if game.ended is None:  # the throw-off may be over: `first` is written before the entries that follow
            game = replace(journal.game(number), ended=None, winners=None)
        if game.first != read.game.first:
            lines.append(_line(f"{number}.{read.number}", game_json(game)))
        for place, at, entry in history:
            told = entry_json(game, place, at, entry, read.turns.seat(entry, game))
            lines.append(_line(f"{number}.{place}", told))
            read.number = place
        if game.ended is not None:  # no entry follows the end
            lines.append(_line(f"{number}.end", game_json(game)))
        read.game, self._read = game, read
        self._add(lines)

    def _add(self, lines: list[FeedLine]) -> None:
        if not lines:
            return
        with self._lock:
            if lines[0].id.endswith(".0"):
                self._begun = self._dropped + len(self._lines)
            self._lines += lines
            while len(self._lines) > KEPT and self._dropped < self._begun:
                self._lines.popleft()
                self._dropped += 1


def _line(name: str, told: Mapping[str, Any]) -> FeedLine:
    return FeedLine(name, told["kind"], json.dumps(told))
