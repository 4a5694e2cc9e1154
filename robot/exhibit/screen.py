"""The terminal as an exhibition's screen: the live view of each game, and between games what the table waits for."""

import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from robot.games.frame import BoardFrame
from robot.games.registry import make_game
from robot.host.status import Status
from robot.language import Language
from robot.language.lines import wrapped_text
from robot.match.events import Begun, Event
from robot.table.look import Look
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.letters import is_drawn_on
from robot.terminal.live_view import LiveView
from robot.terminal.screens import Sentences


class TerminalScreen:
    """A listener that also follows the status; `cache` is where games keep what they solve."""

    def __init__(self, console: Console, language: Language, cache: Path | None) -> None:
        self._language, self._cache = language, cache
        self._screen = AlternateScreen(console)
        self._open = ExitStack()
        self._view: LiveView | None = None
        self._entered = False

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun):
            game = make_game(event.game, event.rules, self._cache)
            self._view = LiveView(self._screen, game.board(), self._language, game.rulebook)
        if view := self._view:  # the status may take it away meanwhile
            self._enter()
            view.hear(event)

    def follow(self, status: Status) -> None:
        """Show what the table waits for; if the terminal has gone away, the exhibition goes on."""
        if status.game or status.message is None:
            return
        self._view = None
        words = self._language.say(status.message)
        with suppress(OSError):
            self._enter()
            self._screen.show(lambda width, height: _middle(words, width, height))

    def close(self) -> None:
        """Leave the terminal as it was; harmless when repeated."""
        self._view, self._entered = None, False
        with suppress(OSError):
            self._open.close()

    def _enter(self) -> None:
        if not self._entered:
            self._open.enter_context(self._screen)
            self._entered = True


def _middle(words: str, width: int, height: int) -> tuple[BoardFrame, Look | None]:
    """Return a frame with words in its middle."""
    lines = wrapped_text(Text(words, "bold"), width)[:height]
    for line in lines:
        line.pad_left((width - line.cell_len) // 2)
    above = (height - len(lines)) // 2
    blank = (Text(),)
    return BoardFrame((*blank * above, *lines, *blank * (height - above - len(lines)))), None


def open_screen(language: Language, cache: Path | None, stack: ExitStack) -> TerminalScreen | Sentences:
    """Return a screen on stdout, which ends with `stack`: a live view on a terminal, else plain sentences."""
    if not is_drawn_on(sys.stdout):
        return Sentences(sys.stdout, language)
    screen = TerminalScreen(Console(), language, cache)
    stack.callback(screen.close)
    return screen
