"""The live view of a game in a terminal: what happened, on the game's own board."""

from collections import deque
from dataclasses import dataclass, field
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from robot.games.game import Board, BoardScene, Position, Tally
from robot.games.rulebook import Rulebook
from robot.language import Language, english
from robot.match.event_text import describe
from robot.match.events import (
    Begun,
    Booked,
    Confirming,
    Decided,
    Ended,
    Event,
    Left,
    Looked,
    Read,
    RulesWanted,
    Tallied,
    Undone,
)
from robot.saying import Saying
from robot.terminal.rule_lines import rule_lines

LINES_KEPT = 6
FRAME = 4
"""Columns and lines that the frame of the rules takes."""


@dataclass(slots=True)
class LiveView:
    """A listener that redraws one terminal screen. A key shows the `rulebook`, where there is one, page by page."""

    console: Console
    board: Board
    language: Language = field(default_factory=english)
    rulebook: Rulebook | None = None
    _scene: BoardScene = field(default_factory=BoardScene)
    _said: deque[str] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    _live: Live = field(init=False)
    _page: int | None = None

    def __enter__(self) -> Self:
        self._live = Live(console=self.console, auto_refresh=False)
        self._live.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._live.stop()

    def hear(self, event: Event) -> None:
        self._turn_page(event)
        scene = self._scene
        scene.language = self.language
        saying = describe(event, scene.names)
        match event:
            case Begun():
                scene.names, scene.people = event.players, event.people
                self._stand(event.position)
            case Tallied():
                scene.tally = event.tally
                scene.reason = self._say(self.board.prompt(scene))
            case Left(player=seat):
                scene.people = (*scene.people[:seat], False, *scene.people[seat + 1 :])
            case Confirming():
                scene.reason = self._say(saying)
            case Decided():
                scene.tally = Tally(tuple(event.move.keep or ()))
                scene.reason = self._say(saying)
            case Looked():
                scene.look = event.look
            case Read() | Booked() | Undone() | Ended():
                self._stand(event.position)
        if saying and not isinstance(event, Confirming | Decided | Tallied):
            self._said.append(self._say(saying))
            if scene.position is None:
                scene.reason = ""
        scene.said = list(self._said)
        self._live.update(self.__rich__(), refresh=True)

    def _stand(self, position: Position) -> None:
        self._scene.position, self._scene.tally = position, Tally()
        if not position.over and self._scene.people[position.player]:
            self._scene.reason = self._say(self.board.prompt(self._scene))

    def _say(self, saying: Saying | None) -> str:
        return self.language.say(saying) if saying else ""

    def _turn_page(self, event: Event) -> None:
        """Show the next page of the rules if people ask for it, and the game again after the last one."""
        page = 0 if self._page is None else self._page + 1
        self._page = page if isinstance(event, RulesWanted) and page < len(self._pages()) else None

    def _pages(self) -> list[list[str]]:
        """Return the lines of the rules by pages, each as long as the screen allows."""
        if self.rulebook is None:
            return []
        lines = rule_lines(self.rulebook, self.language, self.console.width - FRAME)[2:]
        room = max(1, self.console.height - FRAME)
        return [lines[start : start + room] for start in range(0, len(lines), room)]

    def _rules(self, rulebook: Rulebook, page: int) -> RenderableType:
        pages = self._pages()
        more = Saying("rules-next", {"page": page + 2, "pages": len(pages)})
        footer = self._say(more if page + 1 < len(pages) else Saying("rules-back"))
        text = Text("\n".join([*pages[page], "", footer]), no_wrap=True)
        return Panel(text, title=self._say(rulebook.title), width=self.console.width)

    def __rich__(self) -> RenderableType:
        if self.rulebook and self._page is not None:
            return self._rules(self.rulebook, self._page)
        if self._scene.position is None:
            return Group(*map(Text, [*self._scene.said, *filter(None, [self._scene.reason])]))
        return self.board.draw(self._scene, self.console.width, self.console.height)
