"""Chances to win, computed in another thread: nobody waits for them."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from robot.errors import ROOMS
from robot.games.game import Position, TableGame
from robot.games.registry import make_game
from robot.match.events import Begun, Booked, Ended, Event, Read, Undone
from solver.apart import ApartCall

Chances = tuple[float, ...]


class LiveWinChances:
    """Follows a game in its own thread, and calls `changed` when it knows a new chance.

    `cache` keeps the tables of solved games. Another process prepares what a game needs, once per machine, while the
    game goes on.
    """

    def __init__(self, cache: Path, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self._cache = cache
        self._thread, self._waiting = ThreadPoolExecutor(1, "judge"), ThreadPoolExecutor(1, "judge-prepares")
        self._begun: Begun | None = None
        self._game: TableGame[Any] | None = None
        self._heard: list[Position] = []
        self._known: dict[Position, Chances] = {}
        self._call: ApartCall | None = None
        self._closed = False

    @property
    def note(self) -> str:
        """How exact the chances of this game are: `estimated`, `approximate`, or empty for exact ones."""
        begun, game = self._begun, self._game
        if begun is None or game is None:
            return ""
        if game.estimates:
            return "estimated"
        return "approximate" if game.approximates(len(begun.players)) else ""

    def hear(self, event: Event) -> None:
        """Compute the chances of every position that a game reaches."""
        if isinstance(event, Begun):
            self._thread.submit(self._open, event)
            for before in event.trail:
                self._thread.submit(self._weigh, before)
        if isinstance(event, Begun | Read | Booked | Undone | Ended):
            self._thread.submit(self._weigh, event.position)

    def chances(self, trail: Sequence[Position]) -> list[Chances | None]:
        """Return the chances in each of these positions, None if they are unknown."""
        return [self._known.get(position) for position in trail]

    def close(self) -> None:
        """Stop computing. Repeated calls are harmless."""
        for pool in (self._thread, self._waiting):
            pool.shutdown(wait=False, cancel_futures=True)
        self._closed = True
        if call := self._call:
            call.stop()

    def _open(self, begun: Begun) -> None:
        self._begun, self._heard, self._known = begun, [], {}
        with suppress(*ROOMS):
            game = self._game = make_game(begun.game, begun.rules, self._cache)
            if len(begun.players) > 1 and not game.prepared:
                self._waiting.submit(self._prepare, begun)

    def _prepare(self, begun: Begun) -> None:
        """Let another process prepare the game, then compute the chances of the positions that came meanwhile."""
        # This sets _call before it reads _closed, and close() does the reverse, so that one sees the other.
        self._call = call = ApartCall(prepare, begun.game, dict(begun.rules), self._cache)
        if not self._closed:
            with suppress(*ROOMS):
                call.run()
        self._call = None
        with suppress(RuntimeError):  # the thread pool was closed meanwhile
            self._thread.submit(self._weigh_again, begun)

    def _weigh_again(self, begun: Begun) -> None:
        if begun is self._begun:
            for position in self._heard:
                self._weigh(position)

    def _weigh(self, position: Position) -> None:
        if self._game is None or position in self._known:
            return
        if position not in self._heard:
            self._heard.append(position)
        with suppress(*ROOMS):
            if chances := self._game.chances(position):
                self._known[position] = chances
                self.changed()


def prepare(name: str, rules: Mapping[str, Any], cache: Path) -> None:
    """Prepare the chances of a game. A game that cannot be prepared has none."""
    game = make_game(name, rules, cache)
    if not game.prepared:
        game.prepare()
