"""Chances, worked out beside the game: nobody waits for them."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from robot.errors import ROOMS
from robot.events import Begun, Decided, Event
from robot.games.game import Position, TableGame
from robot.games.registry import make_game

Chances = tuple[float, ...]


class Judge:
    """Follows a game in a thread of its own; `changed` is called when a chance became known.

    Tables that games solve are kept in `cache`.
    """

    def __init__(self, cache: Path, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self._cache = cache
        self._thread = ThreadPoolExecutor(1, "judge")
        self._begun: Begun | None = None
        self._game: TableGame[Any] | None = None
        self._known: dict[Position, Chances] = {}

    def hear(self, event: Event) -> None:
        """Weigh every position that a game comes to."""
        if isinstance(event, Begun):
            self._thread.submit(self._open, event)
        position = getattr(event, "position", None)
        if position is not None and not isinstance(event, Decided):
            self._thread.submit(self._weigh, position)

    def chances(self, trail: Sequence[Position]) -> list[Chances | None]:
        """Return what is known of the chances in each of these positions."""
        return [self._known.get(position) for position in trail]

    def close(self) -> None:
        """Weigh nothing more; harmless when repeated."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _open(self, begun: Begun) -> None:
        self._begun, self._known = begun, {}
        with suppress(*ROOMS):
            self._game = make_game(begun.game, begun.rules, self._cache)

    def _weigh(self, position: Position) -> None:
        if self._game is None or position in self._known:
            return
        with suppress(*ROOMS):
            self._known[position] = self._game.chances(position)
            self.changed()
