"""What people ask for instead of a move: a hint, their choice back, to leave. Each counts, or is refused in words."""

import random
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.errors import PanelLeftError
from hardware.panel import Button, Panels
from robot.config import Config, Tempo
from robot.errors import IllegalAnswerError
from robot.games.board import Board
from robot.games.game import Wish
from robot.games.registry import make_game
from robot.language import english
from robot.language.lines import UNBROKEN
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Asked, Booked, Closed, Event, Undone
from robot.match.journal import Journal
from robot.match.match import KEYS, list_permitted
from robot.match.moments import Pacing
from robot.match.narration import Narration
from robot.match.questions import AGREE_UNDO, REGRET_CHOICE, ChooseMove, Question
from robot.saying import Saying
from robot.table.about import About
from robot.terminal.live_view import LiveView
from solver.action import HOLD
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, PushedPanel

BUTTONS = {Wish.HINT: Button.HINT, Wish.TAKE_BACK: Button.NEW, Wish.LEAVE: Button.LEAVE}
TOLD = {Wish.HINT: "gives a hint", Wish.TAKE_BACK: "asks to take the last choice back", Wish.LEAVE: "leaves the game"}
KEY_LINE = {Wish.HINT: "?: hint", Wish.TAKE_BACK: TOLD[Wish.TAKE_BACK], Wish.LEAVE: "l: leave the game"}


@dataclass
class WishGame:
    """A game of Pig at a panel, where only some wishes are `allowed`.

    One button of `script` is pressed each time that a person is asked for a move. Then they go away, and so they do
    when something is refused. After each hold of the first player, `soon` is pressed twice before a question is asked.
    """

    players: tuple[str, ...]
    script: list[Button]
    allowed: frozenset[Wish] = frozenset(Wish)
    soon: Button | None = None
    heard: list[Event] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)

    def play(self, folder: Path) -> None:
        clock, self.panel, rules = VirtualClock(), PushedPanel(), make_game("pig", {})
        self.desk = QuestionDesk(Panels(clock, self.panel, rest=0.0), clock, self.hear, permitted=self.allowed)
        screen: Any = SimpleNamespace(show=lambda _: None, size=lambda: (120, 40))
        self.narration, self.view = Narration(keys=True), LiveView(screen, Board.of(rules))
        with Journal(folder / "journal.sqlite") as journal:
            pacing, game = Pacing(Tempo.CALM, clock.sleep), journal.begin("pig", {}, self.players, 1)
            match = match_of(game, (), [self, pacing], self.desk, patience=2.5)
            with pytest.raises(PanelLeftError):
                match.play(journal, DrawnTable(random.Random(1)))

    def hear(self, event: Event) -> None:
        self.heard.append(event)
        self.told += [english().say(told.saying) for told in self.narration.tell(event)]
        self.view.hear(event)
        lines = "\n".join(line.plain for line in self.view.draw(120, 40))
        self.drawn.append(lines.replace(UNBROKEN, " "))
        match event:
            case Announced(about=About.REFUSED):
                raise PanelLeftError("they go away")
            case Asked(question=Question(topic=ChooseMove()) as question):
                for wish in frozenset(Wish) - question.wishes:
                    with pytest.raises(IllegalAnswerError):
                        self.desk.answer(question.number, wish)  # as a page that does not know what is offered
                if not self.script:
                    raise PanelLeftError("they go away")
                self.panel.push(self.script.pop(0))
            case Asked(question=Question(topic=topic)) if topic is AGREE_UNDO:
                self.panel.push(Button.HOLD)
            case Booked(player=0) if self.soon:
                self.panel.push(self.soon)
                self.panel.push(self.soon)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.heard if isinstance(event, kind)]


@pytest.mark.parametrize("players", [("you:Ada", "robot"), ("you:Ada", "you:Bob")])
def test_who_presses_undo_right_after_hold_is_heard_once(tmp_path: Path, players: tuple[str, ...]) -> None:
    sitting = WishGame(players, [Button.ROLL, Button.HOLD, Button.ROLL], soon=Button.NEW)
    sitting.play(tmp_path)
    assert [event.action for event in sitting.of(Undone)] == [HOLD]


def test_all_else_that_was_pressed_before_the_question_is_dropped(tmp_path: Path) -> None:
    sitting = WishGame(("you:Ada", "robot"), [Button.ROLL, Button.HOLD], soon=Button.HOLD)
    sitting.play(tmp_path)
    (number,) = [one.question.number for one in sitting.of(Asked) if one.question.topic is REGRET_CHOICE]
    assert Closed(number, None) in sitting.heard, "nobody has answered until the time was over"


@pytest.mark.parametrize("wish", Wish)
def test_what_is_switched_off_is_offered_nowhere_and_refused(tmp_path: Path, wish: Wish) -> None:
    settings: dict[str, Any] = {KEYS[wish]: False}
    sitting = WishGame(
        ("you:Ada", "you:Bob"), [Button.ROLL, Button.HOLD, BUTTONS[wish]], list_permitted(Config(**settings))
    )
    sitting.play(tmp_path)
    assert {*frozenset().union(*(event.question.wishes for event in sitting.of(Asked)))} == {*Wish} - {wish}
    (refused,) = [event for event in sitting.of(Announced) if event.about is About.REFUSED]
    assert refused.saying == Saying(f"refused-{wish.value}-off")
    for other, words in TOLD.items():
        assert (words in " ".join(sitting.told)) is (other is not wish)
        assert any(KEY_LINE[other] in drawn for drawn in sitting.drawn) is (other is not wish)


def test_nobody_is_asked_for_regrets_where_nothing_is_taken_back(tmp_path: Path) -> None:
    sitting = WishGame(("you:Ada", "robot"), [Button.ROLL, Button.HOLD], frozenset({Wish.HINT, Wish.LEAVE}))
    sitting.play(tmp_path)
    assert [one.question.topic.kind for one in sitting.of(Asked)] == ["move", "move", "move"]


def test_undo_is_offered_only_where_something_can_be_taken_back(tmp_path: Path) -> None:
    sitting = WishGame(("you:Ada", "you:Bob"), [Button.NEW])
    sitting.play(tmp_path)
    (asked,) = sitting.of(Asked)
    assert asked.question.wishes == {Wish.HINT, Wish.LEAVE}
    assert not any(KEY_LINE[Wish.TAKE_BACK] in drawn for drawn in sitting.drawn)
    (refused,) = [event for event in sitting.of(Announced) if event.about is About.REFUSED]
    assert refused.text == "Nothing can be taken back: no choice has been made yet."
