"""Chances and hints, worked out beside the game: nobody waits for them."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from robot.errors import ROOMS
from robot.events import Begun, Decided, Event
from robot.games.game import Position, TableGame
from robot.games.registry import make_game
from robot.web.stage import Stage

Chances = tuple[float, ...]


class Judge:
    """Follows one stage in a thread of its own; `changed` is called when a chance became known.

    Tables that games solve are kept in `cache`.
    """

    def __init__(self, stage: Stage, cache: Path, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self._stage, self._cache = stage, cache
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

    def hint(self) -> "Future[None]":
        """Show what a robot would do in the place of the person whose turn it is."""
        return self._thread.submit(self._hint)

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

    def _hint(self) -> None:
        shown = self._stage.now
        if self._game is None or shown.position is None or not shown.person:
            return
        with suppress(*ROOMS):
            move, reasons = self._game.robot("", None).decide(shown.position)
            self._stage.hint(shown.turn, Decided(shown.position, move, reasons))
