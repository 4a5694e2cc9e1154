"""The live view of a game in a terminal: what happened, and the game's board."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from rich.text import Text

from robot.games.board import Board
from robot.games.board_parts import BoardScene, key_lines
from robot.games.dialog import options
from robot.games.game import Position, Tally, Wish
from robot.games.rulebook import Rulebook
from robot.language import Language, english
from robot.language.lines import wrap_text
from robot.match.events import (
    Announced,
    Asked,
    Begun,
    Booked,
    Closed,
    Confirming,
    Decided,
    Ended,
    Event,
    Hinted,
    Left,
    Looked,
    Read,
    RulesWanted,
    Tallied,
    Thrown,
    Undone,
)
from robot.match.narration import describe
from robot.match.questions import ChooseMove, Question
from robot.saying import Saying
from robot.table.about import About
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.screens import rule_lines

RULES_FRAME = 4
"""The number of lines for the title and the keys of the rules."""
ASIDE = {Wish.HINT: Saying("key-hint"), Wish.LEAVE: Saying("key-leave")}
"""Keys that work while somebody chooses a move, if these wishes are permitted."""


@dataclass(slots=True)
class LiveView:
    """A listener that shows a game on a screen. A key shows the `rulebook`, if there is one, page by page.

    `always` are the keys that always work, `waiting` those that work while a robot plays. `BoardScene` says `unseen`.
    """

    screen: AlternateScreen
    board: Board
    language: Language = field(default_factory=english)
    rulebook: Rulebook | None = None
    always: tuple[Saying, ...] = ()
    unseen: str = "not-looked"
    waiting: tuple[Saying, ...] = ()
    _scene: BoardScene = field(default_factory=BoardScene)
    _question: Question | None = None
    _page: int | None = None
    _drawn: bool = False

    def hear(self, event: Event) -> None:
        self._turn_page(event)
        scene = self._scene
        scene.language, scene.unseen = self.language, self.unseen
        saying = describe(event, scene.names)
        match event:
            case Asked():
                self._question = event.question
            case Closed():
                self._question, scene.reason = None, ""
            case Begun():
                scene.names, scene.people = event.players, event.people
                self._stand(event.position)
            case Tallied():
                scene.tally = event.tally
            case Left(player=seat):
                scene.people = (*scene.people[:seat], False, *scene.people[seat + 1 :])
            case Confirming():
                scene.values, scene.chosen = event.values, event.chosen + 1
                scene.reason = self._say(saying) if len(event.values) > 1 or not scene.position else scene.reason
            case Decided():
                scene.tally = Tally(event.action.wells or ())
                scene.reason = self._say(saying)
            case Thrown():
                scene.tally, scene.chosen = Tally(event.kept), 0
            case Announced() | Hinted():
                scene.reason = self._say(saying)
            case Looked():
                scene.look, scene.values, scene.chosen = event.look, event.look.values, 0
            case Read():
                scene.values = event.values
                self._stand(event.position)
            case Booked() | Undone() | Ended():
                self._stand(event.position)
        # a question shows as the reason, and only while it is open
        asks = isinstance(event, Announced) and event.about is About.QUESTION
        if saying and not (asks or isinstance(event, Confirming | Tallied)):
            scene.said.append(self._say(saying))
        self.screen.show(self.draw)

    def tell(self, words: str) -> None:
        """Show one line that does not come from the game."""
        self._scene.said.append(words)
        self.screen.show(self.draw)

    def draw(self, width: int, height: int) -> list[Text]:
        """Return the lines of the whole screen."""
        self._scene.keys = tuple(self._keys())
        if self.rulebook and self._page is not None:
            return self._rules(self.rulebook, self._page, width, height)
        if self._scene.position is None:
            return self._before(width, height)
        lines = self.board.draw(self._scene, width, height)
        self._drawn = True
        return lines

    @property
    def reads_rules(self) -> bool:
        """Whether a page of the rules is shown."""
        return self._page is not None

    def leave_standing(self) -> None:
        """Print the position on the main screen, if it could be drawn: q may have interrupted the first time."""
        if not self._drawn:
            return
        width, _ = self.screen.size()
        with suppress(OSError):  # a terminal that has gone away shows nothing more
            for line in self.board.standing(self._scene, width):
                self.screen.console.print(line, soft_wrap=True, highlight=False)

    def _stand(self, position: Position) -> None:
        scene = self._scene
        scene.position, scene.tally, scene.chosen = position, Tally(), 0
        if position.over or scene.people[position.player]:  # keep a robot's reason, so that people can read it
            scene.reason = ""

    def _say(self, saying: Saying | None) -> str:
        return self.language.sentence(saying) if saying else ""

    def _keys(self) -> Iterator[Saying]:
        question = self._question
        if not question and self._scene.position and not self._scene.position.over:
            yield from self.waiting
        if question and isinstance(question.topic, ChooseMove) and self._scene.position is not None:
            position, tally = self._scene.position, self._scene.tally
            yield from options(position, tally)
            if position.offer.dice and not tally.asks:
                yield Saying("key-reach")
                if position.offer.scoring:
                    yield Saying("typed-all")
            if question.offers_back(tally):
                yield Saying("press-undo")
            yield from (key for wish, key in ASIDE.items() if wish in question.wishes)
        elif question:
            yield from (key for key in question.keys if key.key != "key-right" or None not in self._scene.values)
        if question and self.rulebook:
            yield Saying("key-rules")
        yield from self.always

    def _before(self, width: int, height: int) -> list[Text]:
        """Return the screen before the game begins: earlier lines, the question, and the keys."""
        scene = self._scene
        keys = key_lines(scene, width)[:height]
        reason = [scene.reason] if scene.reason not in scene.said else []
        lines = [line for one in [*scene.said, *reason] for line in wrap_text(Text(one), width)]
        room = height - len(keys)
        lines = lines[-room:] if room else []
        return [*lines, *[Text()] * (room - len(lines)), *keys]

    def _turn_page(self, event: Event) -> None:
        """Show the next page of the rules if people ask for it; otherwise, and after the last page, show the game."""
        page = 0 if self._page is None else self._page + 1
        wanted = isinstance(event, RulesWanted) and not event.closes
        self._page = page if wanted and page < len(self._pages(*self.screen.size())) else None

    def _pages(self, width: int, height: int) -> list[list[str]]:
        """Return the lines of the rules in pages for a window of this size."""
        room = max(1, height - RULES_FRAME)
        lines = rule_lines(self.rulebook, self.language, width)[2:] if self.rulebook else []
        return [lines[start : start + room] for start in range(0, len(lines), room)]

    def _rules(self, rulebook: Rulebook, page: int, width: int, height: int) -> list[Text]:
        pages = self._pages(width, height)
        page = min(page, len(pages) - 1)
        more = Saying("rules-next", {"page": page + 2, "pages": len(pages)})
        footer = self.language.say(more if page + 1 < len(pages) else Saying("rules-back"))
        lines = [Text(self._say(rulebook.title), "bold"), Text(), *map(Text, pages[page])]
        lines += [Text()] * (height - len(lines) - 1)
        return [*lines[: height - 1], Text(footer, "cyan")]
