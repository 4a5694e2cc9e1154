"""The terminal as an exhibition's screen: the live view of each game, and between games what the table waits for."""

import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from rich.align import Align
from rich.console import Console
from rich.live import Live
from rich.text import Text

from robot.games.registry import make_game
from robot.host.status import Status
from robot.language import Language
from robot.match.events import Begun, Event
from robot.terminal.live_view import LiveView
from robot.terminal.screens import Sentences


class TerminalScreen:
    """A listener that also follows the status; `cache` is where games keep what they solve."""

    def __init__(self, console: Console, language: Language, cache: Path | None) -> None:
        self._console, self._language, self._cache = console, language, cache
        self._open = ExitStack()
        self._view: LiveView | None = None
        self._wait: Live | None = None

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun):
            self.close()
            game = make_game(event.game, event.rules, self._cache)
            view = LiveView(self._console, game.board(), self._language, game.rulebook)
            self._view = self._open.enter_context(view)
        if self._view:
            self._view.hear(event)

    def follow(self, status: Status) -> None:
        """Show what the table waits for; if the terminal has gone away, the exhibition goes on."""
        if status.game or status.message is None:
            return
        with suppress(OSError):
            if self._wait is None:
                self.close()
                self._wait = self._open.enter_context(Live(console=self._console, auto_refresh=False))
            words = Text(self._language.say(status.message), "bold", justify="center")
            self._wait.update(Align.center(words, vertical="middle"), refresh=True)

    def close(self) -> None:
        """Leave the terminal as it was; harmless when repeated."""
        self._view = self._wait = None
        with suppress(OSError):
            self._open.close()


def open_screen(language: Language, cache: Path | None, stack: ExitStack) -> TerminalScreen | Sentences:
    """Return a screen on stdout, which ends with `stack`: a live view on a terminal, else plain sentences."""
    if not sys.stdout.isatty():
        return Sentences(sys.stdout, language)
    screen = TerminalScreen(Console(), language, cache)
    stack.callback(screen.close)
    return screen
