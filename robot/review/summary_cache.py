"""Summaries of past games and their pictures, each worked out once and one at a time: both take seconds of a core."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from robot.errors import BUSY, RobotError
from robot.games.game import EstimatesChances
from robot.games.registry import make_game
from robot.language import Language
from robot.match.journal import Journal
from robot.review.summary import GameSummary, after_game


def draw(after: GameSummary, language: Language, path: Path, *, narrow: bool = False, dark: bool = False) -> None:
    """Draw a game to keep, as .png or .svg, or `narrow` for a phone; `dark` on a dark ground.

    Raises:
        MissingPackageError, OptionError: it cannot be drawn, or not be written.

    """
    import_module("solver.plot")  # which says what to install
    from robot.review.summary_image import narrow_picture, picture
    from solver.plot.pictures import save

    save((narrow_picture if narrow else picture)(after, language, dark=dark), path)


Answer = TypeVar("Answer")
MOST_KEPT = 64
"""Summaries and pictures that are kept in memory; a picture has some 130 kB."""
MOST_WAITING = 16
"""The most different answers that may be pending."""


def draw_png(after: GameSummary, language: Language, *, narrow: bool, dark: bool) -> bytes:
    """Return the picture of a game as a PNG file; raises what `draw` does."""
    with TemporaryDirectory() as folder:
        picture = Path(folder) / "game.png"
        draw(after, language, picture, narrow=narrow, dark=dark)
        return picture.read_bytes()


async def await_shared(answer: "Future[Answer]") -> Answer:
    """Wait for an answer that others wait for, too: when one of them leaves, the others still get it."""
    return await asyncio.shield(asyncio.wrap_future(answer))


class SummaryCache:
    """The summaries of the journal's games; tables that games solve are in the folder `cache`. For any thread.

    A summary is kept until the game goes on, or more is known of its chances. `look` and `draw` do the work.
    """

    def __init__(
        self,
        journal: Path,
        cache: Path,
        look: Callable[..., GameSummary] = after_game,
        draw: Callable[..., bytes] = draw_png,
    ) -> None:
        self._journal, self._cache, self._look, self._draw = journal, cache, look, draw
        self._thread = ThreadPoolExecutor(1, "summaries")
        self._lock = threading.Lock()
        self._asked: dict[Hashable, Future[Any]] = {}
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def summary(self, number: int) -> "Future[GameSummary]":
        """Return the summary of a game, or what `after_game` raises. Raises RobotError with the key BUSY."""
        return self._ask(number, lambda: self._summary(number))

    def picture(self, number: int, language: Language, *, narrow: bool = False, dark: bool = False) -> "Future[bytes]":
        """Return the picture of a game as a PNG file; raises as `summary`, and the answer also what `drawn` does."""

        def make() -> bytes:
            with Journal(self._journal) as journal:
                state = *self._state(journal, number), language.name, narrow, dark
            picture: bytes = self._once(
                state, lambda: self._draw(self._summary(number), language, narrow=narrow, dark=dark)
            )
            return picture

        return self._ask((number, language.name, narrow, dark), make)

    def drawing(
        self, key: Hashable, after: GameSummary, language: Language, *, narrow: bool = False
    ) -> "Future[bytes]":
        """Return the picture of a game that is not the journal's; `key` changes with the game. Raises as `picture`."""
        state = key, language.name, narrow
        return self._ask(
            state, lambda: self._once(state, lambda: self._draw(after, language, narrow=narrow, dark=False))
        )

    def close(self) -> None:
        """Stop the work; pending answers are cancelled."""
        self._thread.shutdown(cancel_futures=True)

    def _ask(self, key: Hashable, work: Callable[[], Any]) -> "Future[Any]":
        """Let the thread do some work once for all who ask before it is done."""
        with self._lock:
            if asked := self._asked.get(key):
                return asked
            if len(self._asked) >= MOST_WAITING:
                raise RobotError("too many games are being reviewed at the moment: try again in a minute", key=BUSY)
            asked = self._asked[key] = self._thread.submit(work)
        asked.add_done_callback(lambda _: self._answered(key))
        return asked

    def _answered(self, key: Hashable) -> None:
        with self._lock:
            self._asked.pop(key, None)

    def _summary(self, number: int) -> GameSummary:
        with Journal(self._journal) as journal:
            state = self._state(journal, number)
            after: GameSummary = self._once(state, lambda: self._look(journal, number, self._cache, wins=False))
        return after

    def _state(self, journal: Journal, number: int) -> tuple[Hashable, ...]:
        """Return a key that changes when a summary no longer holds."""
        game = journal.game(number)
        rules = make_game(game.game, game.rules, self._cache)
        knows = isinstance(rules, EstimatesChances) and rules.prepared
        return number, game.begun, game.ended, game.players, journal.length(game), knows

    def _once(self, state: Hashable, work: Callable[[], Any]) -> Any:
        """Do some work unless its outcome is kept. In the one thread alone."""
        if state not in self._kept:
            self._kept[state] = work()
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(state)
        return self._kept[state]
