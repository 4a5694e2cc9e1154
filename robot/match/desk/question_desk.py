"""Where questions are open: the game asks, anybody answers from any thread, and the game gets one answer for each."""

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Protocol

from hardware.clock import Clock
from hardware.panel import Button, Panel
from hardware.panels import NOTHING, POLL_SECONDS
from robot.errors import IllegalAnswerError, QuestionClosedError
from robot.games.game import Tally
from robot.match.desk.panel_dialog import PanelDialog, dialog_of
from robot.match.desk.question_states import TRANSITIONS, DeskEvent, DeskState
from robot.match.events import Asked, Closed, Event
from robot.match.questions import (
    AnybodyThere,
    DiceSaid,
    Draft,
    DraftStep,
    Given,
    PlainAnswer,
    Question,
    Reply,
    Topic,
)
from robot.saying import Saying

HEED_SECONDS = 0.25
"""Seconds after which a wait checks whether the game is to end."""
MOST_STEPS = 64
"""Drafts that wait to be shown; each is whole, so that older ones can be left out."""
ShowDraft = Callable[[Draft], None]


class Vigil(Protocol):
    """Decides how long people are waited for, and whether the game is to end meanwhile."""

    def heed(self) -> None:
        """Raise what ends the wait."""

    def left(self, since: float) -> float | None:
        """Return in how many seconds nobody is waited for any more who did nothing `since` then.

        None while it is too early to ask whether anybody is there. Raises what ends the wait.
        """

    def calls(self, left: float, *, first: bool) -> None:
        """Tell people that they have so many seconds to say that they are there."""

    def found(self) -> None:
        """Take it that nobody is called any more."""


class Patience:
    """Waits without limit, and for nobody in particular: the vigil of a game at a terminal."""

    def heed(self) -> None:
        """Continue the wait."""

    def left(self, since: float) -> float | None:  # noqa: ARG002
        return None

    def calls(self, left: float, *, first: bool) -> None:
        """Call nobody."""

    def found(self) -> None:
        """Miss nobody."""


class QuestionDesk:
    """One question at a time.

    The game's thread asks, polls and closes; any thread may answer and draft. An answer names the number of the
    question that it was made for, and is taken or refused at once. `panel` is read in the game's thread, `clock` is the
    people's time, `notify` takes the events Asked and Closed in the game's thread.
    """

    def __init__(
        self,
        panel: Panel,
        clock: Clock,
        notify: Callable[[Event], None] = lambda _: None,
        vigil: Vigil | None = None,
    ) -> None:
        self.panel, self.clock, self.notify = panel, clock, notify
        self.vigil: Vigil = vigil or Patience()
        self._lock = threading.Lock()
        self._numbers = count(1)
        self._state = DeskState.CLOSED
        self._question: Question | None = None
        self._given: Given | None = None
        self._draft: Draft | None = None
        self._steps: deque[Draft] = deque(maxlen=MOST_STEPS)

    @property
    def question(self) -> Question | None:
        """The question that is open, None while there is none."""
        return self._question

    def answer(self, number: int, reply: Reply, *, near: bool = False) -> None:
        """Answer the question of this number; `near` says that it is done at the table. From any thread.

        Raises:
            QuestionClosedError: that question is not open any more, or not yet.
            IllegalAnswerError: this is no answer to it.

        """
        with self._lock:
            self._named(number, DeskEvent.ANSWER).topic.check(reply)
            self._give(reply, near=near)

    def draft(self, number: int, step: DraftStep) -> None:
        """Change the draft of the answer to the question of this number. From any thread; raises what `answer` does."""
        with self._lock:
            drafted = self._named(number, DeskEvent.DRAFT).topic.drafted(self._draft, step)
            if drafted != self._draft:
                self._redraft(drafted)

    def ask(
        self,
        topic: Topic,
        dialog: PanelDialog | None = None,
        *,
        seats: tuple[int, ...] = (),
        draft: Draft | None = None,
        show: ShowDraft = lambda _: None,
    ) -> Given:
        """Ask, and wait for the answer; `show` takes the `draft` that people begin with, and each that they make of it.

        The panel's buttons mean what `dialog` says, by default what they always mean for this topic. Raises what the
        vigil raises.
        """
        given = self._ask(topic, dialog or dialog_of(topic), seats=seats, draft=draft, show=show)
        assert given is not None, "without a limit the answer is waited for"
        return given

    def ask_for(self, seconds: float, topic: Topic) -> Given | None:
        """Ask, and wait so long for the answer; return None if there was none."""
        return self._ask(topic, dialog_of(topic), seconds)

    def poll(self, topic: Topic, seconds: float) -> Given | None:
        """Wait so long for the answer to a question that stays open beyond that, until another one is asked."""
        dialog = dialog_of(topic)
        self._begin(topic, dialog)
        return self._wait(dialog, seconds, lambda _: None, stays=True)

    def pause(self, seconds: float) -> None:
        """Let time go by, whatever is open; raises what the vigil raises."""
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > NOTHING:
            self.vigil.heed()
            self.clock.sleep(min(left, HEED_SECONDS))

    def close(self) -> None:
        """Close the question that is open, if there is one; answers to it are refused from now on."""
        with self._lock:
            question = self._question
            if question is None:
                return
            self._go(DeskEvent.LEAVE)
            self._question = None
        self._tell_closed(question, None)

    def _ask(
        self,
        topic: Topic,
        dialog: PanelDialog,
        seconds: float | None = None,
        *,
        seats: tuple[int, ...] = (),
        draft: Draft | None = None,
        show: ShowDraft = lambda _: None,
    ) -> Given | None:
        until = None if seconds is None else self.clock.now() + seconds
        try:
            if draft is not None:
                self.close()
                show(draft)
            self._begin(topic, dialog, seats, until, draft)
            return self._wait(dialog, seconds, show)
        finally:
            self.close()

    def _begin(
        self,
        topic: Topic,
        dialog: PanelDialog,
        seats: tuple[int, ...] = (),
        until: float | None = None,
        draft: Draft | None = None,
    ) -> None:
        """Open a question, once its subject has been shown; an open question about the same stays open."""
        if self._question is not None and self._question.topic == topic:
            return
        self.close()
        if topic.fresh:
            self.panel.forget()
        self.panel.lamps(dialog.lit(topic, draft))
        with self._lock:
            self._draft = draft
            asked = self._put(DeskEvent.ASK, topic, seats, until)
        self.notify(Asked(asked))

    def _wait(
        self, dialog: PanelDialog, seconds: float | None, show: ShowDraft, *, stays: bool = False
    ) -> Given | None:
        since = heeded = self.clock.now()
        end = None if seconds is None else since + seconds
        self.vigil.heed()
        while True:
            now = self.clock.now()
            if now - heeded >= HEED_SECONDS:
                self.vigil.heed()
                heeded = now
            if self._shown(dialog, show):
                since = now
            if given := self._take(DeskEvent.TAKE):
                return given
            if end is None and self.vigil.left(since) is not None:
                self._find_somebody(since)
                since = self.clock.now()
                continue
            left = POLL_SECONDS if end is None else max(0.0, end - now)
            button = self.panel.press(min(POLL_SECONDS, left))
            if button is not None:
                self._pressed(dialog, button)
                since = self.clock.now()
            elif left <= NOTHING:
                return self._take(DeskEvent.TAKE if stays else DeskEvent.TIME_OUT)

    def _shown(self, dialog: PanelDialog, show: ShowDraft) -> bool:
        """Show every draft that was made since the last time; return whether there were any."""
        some = False
        for _ in range(len(self._steps)):  # what comes meanwhile waits until answers and buttons were looked at
            with self._lock:
                if not self._steps or self._question is None:
                    break
                draft, topic = self._steps.popleft(), self._question.topic
            some = True
            show(draft)
            self.panel.lamps(dialog.lit(topic, draft))
        return some

    def _take(self, event: DeskEvent) -> Given | None:
        """Return the answer, None if there is none yet; a question whose time is out is closed without one."""
        with self._lock:
            question, given = self._question, self._given
            if question is None or (given is None and event is DeskEvent.TAKE):
                return None
            self._go(DeskEvent.TAKE if given else event)
            self._question = self._given = None
        self._tell_closed(question, given.reply if given else None)
        return given

    def _find_somebody(self, since: float) -> None:
        """Ask whether anybody is there; once somebody is, ask the question again that nobody has answered."""
        with self._lock:
            unheard = self._question
            if unheard is None or self._state is not DeskState.OPEN or self._steps:
                return
            calling = self._put(DeskEvent.SILENCE, AnybodyThere())
        self.notify(Closed(unheard.number))
        self.notify(Asked(calling))
        first = True
        try:
            while not self._is(DeskState.HERE):
                self.vigil.calls(self.vigil.left(since) or 0.0, first=first)
                first = False
                if self.panel.press(POLL_SECONDS) is not None:
                    with self._lock:
                        self._give(PlainAnswer.HERE, near=True)
                self.vigil.heed()
        finally:
            self.vigil.found()
        with self._lock:
            asked = self._put(DeskEvent.RETURN, unheard.topic, unheard.seats)
        self.notify(Closed(calling.number, PlainAnswer.HERE))
        self.notify(Asked(asked))

    def _pressed(self, dialog: PanelDialog, button: Button) -> None:
        """Do what a button of the panel means; a quicker answer on a page counts instead."""
        with self._lock:
            question = self._question
            if question is None or self._state is not DeskState.OPEN:
                return
            meant = dialog.pressed(question.topic, self._draft, button)
            if isinstance(meant, Tally | DiceSaid):
                self._redraft(meant)
            elif meant is not None:
                with suppress(IllegalAnswerError):  # the lamps show what is legal
                    question.topic.check(meant)
                    self._give(meant, near=True)

    def _named(self, number: int, event: DeskEvent) -> Question:
        """Return the question that is open under this number. Raises QuestionClosedError. With the lock."""
        question = self._question
        if question is None or question.number != number or (self._state, event) not in TRANSITIONS:
            raise QuestionClosedError(Saying("refused-late"))
        return question

    def _put(self, event: DeskEvent, topic: Topic, seats: tuple[int, ...] = (), until: float | None = None) -> Question:
        """Open a question under the next number. With the lock."""
        self._go(event)
        self._question = Question(next(self._numbers), topic, seats, until)
        self._given = None
        self._steps.clear()
        return self._question

    def _give(self, reply: Reply, *, near: bool) -> None:
        if (self._state, DeskEvent.ANSWER) in TRANSITIONS:
            self._go(DeskEvent.ANSWER)
            self._given = Given(reply, self._draft, near)

    def _redraft(self, draft: Draft) -> None:
        self._go(DeskEvent.DRAFT)
        self._draft = draft
        self._steps.append(draft)

    def _is(self, state: DeskState) -> bool:
        """Return whether this is the state now, which other threads change."""
        return self._state is state

    def _go(self, event: DeskEvent) -> None:
        self._state = TRANSITIONS[self._state, event]

    def _tell_closed(self, question: Question, reply: Reply | None) -> None:
        self.panel.lamps(())
        self.notify(Closed(question.number, reply))
