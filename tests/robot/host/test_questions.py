"""Answers from phones, panel and keyboard in any order, with losses of the table: each question is answered once."""

import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hardware.errors import Failure
from hardware.panel import Button
from robot.errors import IllegalAnswerError, RefusedError
from robot.games.actions import HOLD, THROW, WRITE, Action, Mark
from robot.games.game import Wish
from robot.host.host import Host
from robot.match.events import Asked, Closed, Decided, Event
from robot.match.questions import (
    KINDS,
    ChooseMove,
    Confirmed,
    DraftStep,
    PickDie,
    PlainAnswer,
    Question,
    Reply,
    SetDie,
    ShowsFace,
)
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.table import Observer, Table
from tests.support.robot.booths import QuickBooth, QuickTable
from tests.support.robot.hosts import Sitting
from tests.support.robot.question_page import may_follow
from tests.support.robot.stubs import PushedPanel, look

FACES, WELLS = st.integers(0, 7), st.integers(0, 7)
BOXES = st.sampled_from(["ones", "full-house", "chance", "nothing"])
REPLIES: st.SearchStrategy[Reply] = st.one_of(
    st.sampled_from([Action(THROW), Action(HOLD), Action("sit"), *Wish, *PlainAnswer]),
    st.sampled_from([Action(THROW), Action(THROW), Action(HOLD), Action(THROW, ()), Action(THROW, count=2)]),
    st.builds(Action, st.just(THROW), st.lists(WELLS, max_size=4).map(tuple)),
    st.builds(Action, st.just(WRITE), box=BOXES),
    st.builds(Action, st.just(THROW), count=st.integers(-1, 31)),
    st.builds(ShowsFace, FACES),
    st.builds(Confirmed, st.lists(FACES, min_size=1, max_size=2).map(tuple)),
)
STEPS: st.SearchStrategy[DraftStep] = st.one_of(
    st.builds(Mark, st.just("die"), WELLS, st.booleans()),
    st.builds(Mark, st.just("box"), BOXES),
    st.builds(Mark, st.just("count"), st.integers(0, 31)),
    st.builds(PickDie, st.integers(-1, 2)),
    st.builds(SetDie, st.integers(-1, 2), FACES),
)
PAUSE = 0.4
"""Seconds between two things that happen while a question is open; more than nobody plays between two games."""
NUMBERS = st.sampled_from([0, 0, 0, 0, -1, 1])
"""What is added to the number of the question that is open."""


@dataclass(frozen=True)
class PhoneAnswers:
    """A phone answers the question of a number, which may be another one than the one that is open.

    Where `reply` is a number, it is one of the answers that the question allows.
    """

    number: int
    reply: Reply | int
    near: bool


@dataclass(frozen=True)
class PhoneDrafts:
    """A phone changes the draft."""

    number: int
    step: DraftStep


@dataclass(frozen=True)
class Pressed:
    """A button is pressed, on the panel or on the keyboard."""

    button: Button
    keyboard: bool


@dataclass(frozen=True)
class Waited:
    """Nobody does anything for so long."""

    seconds: float


@dataclass(frozen=True)
class TableLost:
    """The table's camera is lost, or found again."""

    lost: bool


Happening = PhoneAnswers | PhoneDrafts | Pressed | Waited | TableLost
HAPPENINGS: st.SearchStrategy[Happening] = st.one_of(
    st.builds(PhoneAnswers, NUMBERS, st.integers(0, 40), st.booleans()),
    st.builds(PhoneAnswers, NUMBERS, st.integers(0, 40), st.booleans()),
    st.builds(PhoneAnswers, NUMBERS, REPLIES, st.booleans()),
    st.builds(PhoneDrafts, NUMBERS, STEPS),
    st.builds(Pressed, st.sampled_from(Button), st.booleans()),
    st.builds(Waited, st.sampled_from([0.5, 3.0, 50.0])),
    st.builds(TableLost, st.booleans()),
)


def legal(question: Question | None, number: int) -> Reply:
    """Return one of the answers that a question allows; moves come more often than all else."""
    moves: list[Reply] = [
        Action(THROW),
        Action(HOLD),
        Action(THROW, ()),
        Action(THROW, (1, 3)),
        Action(WRITE, box="chance"),
    ]
    moves += [
        Action(WRITE, box="ones"),
        Action(THROW, count=number % 30 + 1),
        ShowsFace(number % 6 + 1),
        Confirmed((number % 6 + 1,)),
    ]
    allowed: list[Reply] = []
    for reply in (*moves * 3, *PlainAnswer, *Wish):
        with suppress(IllegalAnswerError):
            if question:
                question.topic.check(reply)
                allowed.append(reply)
    return allowed[number % len(allowed)] if allowed else PlainAnswer.HERE


@dataclass
class Company(QuickTable):
    """A table whose people are asked about everything: doubts, dice to mend, dice thrown by hand."""

    evening: "Evening" = field(kw_only=True)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        self.evening.goes_on()
        if self.evening.lost:
            raise Failure.CAMERA_LOST.error("the camera is gone")
        values = super().throw(wells, keep, observer)
        if self.random.random() < 0.1:
            observer.ask_to_correct(Saying("well-shows", {"well": 2, "face": 3}))
        if self.random.random() < 0.3:
            unsure = look(*values[:-1], None)
            observer.see(unsure)
            values = (*values[:-1], keep.get(wells[-1]) or observer.ask_value(len(wells) - 1, unsure) or 1)
        return values

    def by_hand(self, count: int, kept: Sequence[int], observer: Observer) -> tuple[int, ...]:
        for _ in range(3):
            self.evening.goes_on()
            if observer.ready(0.05):
                break
        seen = look(*(self.random.randint(1, 6) for _ in range(count + len(kept))))
        said = observer.confirm(seen, seen.values)
        return (said or tuple(value or 1 for value in seen.values))[:count]


@dataclass
class Evening:
    """What happens at a table, one action after the other, and what was found wrong with it."""

    actions: list[Happening]
    host: Host | None = None
    lost: bool = False
    panels: tuple[PushedPanel, PushedPanel] = field(default_factory=lambda: (PushedPanel(), PushedPanel()))
    wrong: list[str] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    closed: dict[int, Reply | None] = field(default_factory=dict)
    accepted: defaultdict[int, list[Reply]] = field(default_factory=lambda: defaultdict(list))
    pressed: Counter[int] = field(default_factory=Counter)
    kinds: list[str] = field(default_factory=list)
    chosen: Question | None = None

    @property
    def open(self) -> Question | None:
        """The question that was asked last, if it is not closed."""
        return self.asked[-1] if self.asked and self.asked[-1].number not in self.closed else None

    def goes_on(self) -> None:
        """Let the next thing happen; when all has, the host closes."""
        assert self.host is not None
        if not self.actions:
            self.host._closing = True
            return
        question = self.open
        number = question.number if question else len(self.asked)
        match self.actions.pop(0):
            case PhoneAnswers(more, reply, near):
                self._answer(number + more, legal(question, reply) if isinstance(reply, int) else reply, near=near)
            case PhoneDrafts(more, step):
                try:
                    self.host.desk.draft(number + more, step)
                except RefusedError:
                    return
                if more or not question:
                    self.wrong.append(f"a draft of question {number + more} counts")
            case Pressed(button, keyboard):
                self.panels[keyboard].push(button)
                self.pressed[number] += 1
            case Waited(seconds):
                self.host.clock.sleep(seconds)
            case TableLost(lost):
                self.lost = lost

    def _answer(self, number: int, reply: Reply, *, near: bool) -> None:
        assert self.host is not None
        question = self.open
        try:
            self.host.desk.answer(number, reply, near=near)
        except IllegalAnswerError:
            if not question or question.number != number:
                self.wrong.append(f"{number} is not open, and finds {reply} illegal")
        except RefusedError:
            if question and number == question.number and not self.accepted[number] and not self.pressed[number]:
                self.wrong.append(f"question {number} is open, and refuses {reply} as late")
        else:
            if not question or number != question.number:
                self.wrong.append(f"an answer to question {number} counts while {question} is open")
            self.accepted[number].append(reply)

    def hear(self, event: Event) -> None:
        match event:
            case Asked(question):
                if self.open:
                    self.wrong.append(f"{question} is asked while {self.open} is open")
                if self.asked and question.number != self.asked[-1].number + 1:
                    self.wrong.append(f"{question.number} comes after {self.asked[-1].number}")
                self.asked.append(question)
                self.kinds.append(question.topic.kind)
            case Closed(number, reply):
                if number in self.closed:
                    self.wrong.append(f"{number} is closed twice")
                self.closed[number] = reply
                self.chosen = self.asked[-1] if isinstance(reply, Action) else None
                self._check(number, reply)
            case Decided(position=position, move=move, decision=None) if position.forced is None:
                self._made(move.action)

    def _check(self, number: int, reply: Reply | None) -> None:
        """See that the answer was made for the question: by a phone that named it, or by a button meanwhile."""
        given = self.accepted[number]
        if len(given) > 1:
            self.wrong.append(f"question {number} was answered by {given}")
        if reply is not None:
            try:
                self.asked[-1].topic.check(reply)
            except IllegalAnswerError:
                self.wrong.append(f"{reply} is no answer to {self.asked[-1]}")
            if given and given[0] != reply:
                self.wrong.append(f"question {number} got {reply}, but {given[0]} was accepted")

    def _made(self, action: object) -> None:
        """See that the move which is made is the one that was answered; one that is made again was answered before."""
        question, self.chosen = self.chosen, None
        reply = self.closed[question.number] if question else None
        if question and isinstance(question.topic, ChooseMove) and isinstance(reply, Action):
            wanted = question.topic.position.find_move(reply).action
            if wanted != action:
                self.wrong.append(f"{action} is made, and {reply} was the answer")


class ActingPanel(PushedPanel):
    """The panel at which it is looked for buttons again and again: each time something happens."""

    def __init__(self, evening: Evening, pushed: PushedPanel) -> None:
        super().__init__(pushed.pushed)
        self.evening, self.acts = evening, 0.0

    def press(self, timeout: float | None = None) -> Button | None:
        now = self.evening.host.clock.now() if self.evening.host else 0.0
        if self.evening.open and not self.pushed and now >= self.acts:
            self.acts = now + PAUSE
            self.evening.goes_on()
        return super().press(timeout)


def spend(evening: Evening, setting: GameSetting, folder: Path) -> None:
    """Let all of it happen at a host's table."""
    booth = QuickBooth()

    def opened() -> Table:
        if evening.lost:
            evening.goes_on()
            raise Failure.CAMERA_LOST.error("the camera is gone")
        return Company(random.Random(3), clock=booth.clock, evening=evening)

    sitting = Sitting(booth, folder / "journal.sqlite")
    booth.open = opened  # type: ignore[method-assign]
    panels = [ActingPanel(evening, evening.panels[0]), evening.panels[1]]
    host, _ = sitting.host(*[setting] * 4, panels=panels, alone=60.0)
    evening.host = host
    host.listen(evening)
    host.run()


GAMES = st.sampled_from(
    [
        GameSetting("pig", {"goal": 30}, ("you:Anna", "robot"), first="1"),
        GameSetting("pig", {"goal": 30}, ("hand:Ben", "you:Anna"), first="1"),
        GameSetting("pass-the-pigs", {"goal": 30}, ("you:Anna", "robot"), first="1"),
        GameSetting("hog", {"goal": 40}, ("you:Anna", "robot"), first="1"),
        GameSetting("yahtzee", {}, ("you:Anna", "you:Ben"), first="1"),
    ]
)


@settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
@given(GAMES, st.lists(HAPPENINGS, min_size=30, max_size=120))
def test_each_question_is_answered_once_by_its_own_answer(setting: GameSetting, actions: list[Happening]) -> None:
    evening = Evening([*actions])
    with tempfile.TemporaryDirectory() as folder:
        spend(evening, setting, Path(folder))
    assert evening.wrong == []
    assert evening.open is None, "what was asked last is closed when the host is"
    assert all(len(replies) <= 1 for replies in evening.accepted.values())
    for number, replies in evening.accepted.items():
        assert not replies or evening.closed[number] in {replies[0], None}
    for kind, after in zip(evening.kinds, evening.kinds[1:], strict=False):
        assert may_follow(kind, after), f"{after} follows {kind}"
    assert set(evening.kinds) <= set(KINDS)
