"""Summaries of past games, computed once and one at a time: each takes seconds of a core."""

import asyncio
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from robot.errors import BUSY, RobotError
from robot.games.registry import make_game
from robot.match.journal import Journal
from robot.review.summary import GameSummary, after_game

Answer = TypeVar("Answer")
MOST_KEPT = 64
"""The most summaries that are kept in memory."""
MOST_WAITING = 16
"""The most games whose summaries may be pending."""


async def await_shared(answer: "Future[Answer]") -> Answer:
    """Wait for an answer that others wait for, too: if one of them is cancelled, the others still get it."""
    return await asyncio.shield(asyncio.wrap_future(answer))


class SummaryCache:
    """The summaries of the journal's games; the folder `cache` holds solved tables. Any thread may use it.

    A summary is kept until the game goes on, or more is known of its chances. `look` computes it.
    """

    def __init__(self, journal: Path, cache: Path, look: Callable[..., GameSummary] = after_game) -> None:
        self._journal, self._cache, self._look = journal, cache, look
        self._thread = ThreadPoolExecutor(1, "summaries")
        self._lock = threading.Lock()
        self._asked: dict[int, Future[GameSummary]] = {}
        self._kept = lru_cache(MOST_KEPT)(self._look_back)

    def summary(self, number: int) -> "Future[GameSummary]":
        """Return the future of a game's summary.

        It raises what `after_game` raises, or RobotError with the key BUSY. All calls before it is done share it.
        """
        with self._lock:
            if asked := self._asked.get(number):
                return asked
            if len(self._asked) >= MOST_WAITING:
                asked, busy = Future(), "too many games are being reviewed at the moment: try again in a minute"
                asked.set_exception(RobotError(busy, key=BUSY))
                return asked
            asked = self._asked[number] = self._thread.submit(self._summary, number)
        asked.add_done_callback(lambda _: self._drop_asked(number))
        return asked

    def close(self) -> None:
        """Stop the work, and cancel pending answers."""
        self._thread.shutdown(cancel_futures=True)

    def _drop_asked(self, number: int) -> None:
        with self._lock:
            self._asked.pop(number, None)

    def _summary(self, number: int) -> GameSummary:
        """Return the summary of a game; compute it unless it is kept. Only the one thread calls this."""
        with Journal(self._journal) as journal:
            return self._kept(number, self._state(journal, number))

    def _look_back(self, number: int, _state: Hashable) -> GameSummary:
        with Journal(self._journal) as journal:
            return self._look(journal, number, self._cache, wins=False)

    def _state(self, journal: Journal, number: int) -> Hashable:
        """Return a key that changes when a summary no longer holds."""
        game = journal.game(number)
        rules = make_game(game.game, game.rules, self._cache)
        return game.begun, game.ended, game.players, journal.length(game), rules.prepared
