"""Answers from phones, panel and keyboard in any order, with losses of the table: each question is answered once."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware.errors import Failure
from hardware.panel import Button
from robot.errors import IllegalAnswerError, RefusedError
from robot.games.actions import Mark
from robot.games.game import Wish
from robot.host.host import Host
from robot.match.events import Asked, Closed, Decided, Event
from robot.match.questions import KINDS, Confirmed, DraftStep, PickDie, PlainAnswer, Question, Reply, SetDie, ShowsFace
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.table import Observer, Table
from solver.action import HOLD, ROLL, SIT, Action, Verb
from tests.support.robot.booths import QuickBooth, QuickTable
from tests.support.robot.hosts import Sitting
from tests.support.robot.question_page import may_follow
from tests.support.robot.stubs import PushedPanel, look

MOVES: tuple[Reply, ...] = (
    *(ROLL, HOLD, Action(Verb.THROW, wells=()), Action(Verb.THROW, wells=(1, 3)), Action(Verb.THROW, count=3)),
    *(Action(Verb.SCORE, box="chance"), Action(Verb.SCORE, box="ones"), ShowsFace(4), Confirmed((4,))),
)
REPLIES: tuple[Reply, ...] = (
    *MOVES * 3,
    *PlainAnswer,
    *Wish,
    *(SIT, Action(Verb.THROW, wells=(7,)), Action(Verb.THROW, count=31), Action(Verb.SCORE, box="nothing")),
    *(ShowsFace(7), Confirmed((0, 5))),
)
"""What phones answer; moves come more often than all else."""
STEPS: tuple[DraftStep, ...] = (
    *(Mark("die", 3, on=True), Mark("die", 7, on=False), Mark("box", "chance"), Mark("count", 2)),
    *(PickDie(1), SetDie(0, 4), SetDie(2, 7)),
)
WHAT = ("answers", "answers", "answers", "drafts", "presses", "waits", "loses")
"""A phone answers or changes the draft, a button is pressed, nobody does anything, the camera is lost or found."""
PAUSE = 0.4
"""Seconds between two things that happen while a question is open; more than nobody plays between two games."""


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
            if observer.wait_ready(0.05):
                break
        seen = look(*(self.random.randint(1, 6) for _ in range(count + len(kept))))
        said = observer.confirm(seen, seen.values)
        return (said or tuple(value or 1 for value in seen.values))[:count]


@dataclass
class Evening:
    """What happens at a table, so many things one after the other by chance, and what was found wrong with it."""

    chance: random.Random
    left: int
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
        if not self.left:
            self.host._closing = True
            return
        self.left -= 1
        question, chance = self.open, self.chance
        number = question.number if question else len(self.asked)
        more = chance.choice((0, 0, 0, 0, -1, 1))  # a phone may name another question than the one that is open
        match chance.choice(WHAT):
            case "answers":
                self._answer(number + more, self._reply(), near=chance.random() < 0.5)
            case "drafts":
                with suppress(RefusedError):
                    self.host.desk.draft(number + more, chance.choice(STEPS))
                    if more or not question:
                        self.wrong.append(f"a draft of question {number + more} counts")
            case "presses":
                chance.choice(self.panels).push(chance.choice(tuple(Button)))
                self.pressed[number] += 1
            case "waits":
                self.host.clock.sleep(chance.choice((0.5, 3.0, 50.0)))
            case _:
                self.lost = chance.random() < 0.5

    def _reply(self) -> Reply:
        """Return mostly an answer that the open question allows, and now and then any."""
        allowed = [reply for reply in REPLIES if self._allows(reply)]
        return self.chance.choice(allowed if allowed and self.chance.random() < 0.7 else REPLIES)

    def _allows(self, reply: Reply) -> bool:
        try:
            if question := self.open:
                question.topic.check(reply)
        except IllegalAnswerError:
            return False
        return question is not None

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
            self.accepted[number].append(question.topic.check(reply) if question else reply)

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
            case Decided(position=position, action=action, decision=None) if position.forced is None:
                self._check_move(action)

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

    def _check_move(self, action: object) -> None:
        """See that the move which is made is the one that was answered; one that is made again was answered before."""
        question, self.chosen = self.chosen, None
        reply = self.closed[question.number] if question else None
        if isinstance(reply, Action) and reply != action:
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

    def open_table() -> Table:
        if evening.lost:
            evening.goes_on()
            raise Failure.CAMERA_LOST.error("the camera is gone")
        return Company(random.Random(3), clock=booth.clock, evening=evening)

    sitting = Sitting(booth, folder)
    booth.open = open_table  # type: ignore[method-assign]
    panels = [ActingPanel(evening, evening.panels[0]), evening.panels[1]]
    host, _ = sitting.host(*[setting] * 4, panels=panels, alone=60.0)
    evening.host = host
    host.listen(evening)
    host.run()


GAMES = (
    GameSetting("pig", {"goal": 30}, ("you:Anna", "robot"), first="1"),
    GameSetting("pig", {"goal": 30}, ("hand:Ben", "you:Anna"), first="1"),
    GameSetting("pass-the-pigs", {"goal": 30}, ("you:Anna", "robot"), first="1"),
    GameSetting("hog", {"goal": 40}, ("you:Anna", "robot"), first="1"),
    GameSetting("yahtzee", {}, ("you:Anna", "you:Ben"), first="1"),
)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setting", GAMES, ids=lambda one: f"{one.game} {one.players[0]}")
def test_each_question_is_answered_once_by_its_own_answer(setting: GameSetting, seed: int, tmp_path: Path) -> None:
    evening = Evening(random.Random(f"{setting} {seed}"), 80)
    spend(evening, setting, tmp_path)
    assert evening.wrong == []
    assert evening.open is None, "what was asked last is closed when the host is"
    assert all(len(replies) <= 1 for replies in evening.accepted.values())
    for number, replies in evening.accepted.items():
        assert not replies or evening.closed[number] in {replies[0], None}
    for kind, after in zip(evening.kinds, evening.kinds[1:], strict=False):
        assert may_follow(kind, after), f"{after} follows {kind}"
    assert set(evening.kinds) <= set(KINDS)
