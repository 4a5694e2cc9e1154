"""The question desk: the game asks, any thread may answer, and the game gets one answer to each question."""

import threading
from collections import deque
from collections.abc import Callable
from itertools import count

from hardware.clock import Clock
from hardware.panel import NOTHING, POLL_SECONDS, Button, Panel
from robot.errors import IllegalAnswerError, RefusedError
from robot.games.game import Tally, Wish
from robot.match.events import Announced, Asked, Closed, Event, RulesWanted
from robot.match.questions import ANYBODY_THERE, DiceSaid, Draft, DraftStep, Given, PlainAnswer, Question, Reply, Topic
from robot.saying import Saying
from robot.table.about import About
from solver.action import Action

CHECK_SECONDS = 0.25
"""Seconds between two checks during a wait: must the game end?"""
MOST_STEPS = 64
"""The most drafts that wait to be shown. Each is complete, so that older ones can be dropped."""
ShowDraft = Callable[[Draft], None]


class WaitPolicy:
    """Decides how long the desk waits for people, and whether the game must end. This class has no limit."""

    def check(self) -> None:
        """Raise the error that ends the wait, if there is one."""

    def seconds_left(self, _since: float, /) -> float | None:
        """Return how many seconds are left for people who have done nothing `since` that time.

        It is None while it is too early to ask whether anybody is there. Raises the error that ends the wait.
        """
        return None

    def call_people(self, left: float, *, first: bool) -> None:
        """Tell people that they have `left` seconds to say that they are there."""

    def stop_calling(self) -> None:
        """Stop calling people."""


class QuestionDesk:
    """Asks people one question at a time.

    The game's thread asks, polls and closes. Any thread may answer and draft. An answer names the number of its
    question; the desk takes or refuses it at once. The game's thread reads `panel`, and calls `notify` with the events
    Asked, Closed and RulesWanted. `clock` is the people's time. Without `small_buttons` people have only the three big
    ones. `enters`: see Tally. The desk refuses wishes that are not `permitted`; any thread may change these.
    """

    def __init__(
        self,
        panel: Panel,
        clock: Clock,
        notify: Callable[[Event], None] = lambda _: None,
        wait_policy: WaitPolicy | None = None,
        *,
        small_buttons: bool = True,
        enters: bool = False,
        permitted: frozenset[Wish] = frozenset(Wish),
    ) -> None:
        self.small_buttons, self.enters, self.permitted = small_buttons, enters, permitted
        self.panel, self.clock, self.notify = panel, clock, notify
        self.wait_policy = wait_policy or WaitPolicy()
        self.refusal_at_panel: Callable[[Question, Reply], Saying | None] = lambda *_: None
        """Returns why the panel cannot give an answer that only the asked players may give, on their own phones."""
        self.meanwhile: Callable[[], None] = lambda: None
        """The game's thread calls this repeatedly while the game waits for people."""
        self.unready: frozenset[Wish] = frozenset()
        """Wishes that cannot be granted yet. Any thread may change them; this does not change the open question."""
        self._lock = threading.Lock()
        self._numbers = count(1)
        self.question: Question | None = None
        """The open question, None if there is none."""
        self._given: Given | None = None
        """The answer to the open question, until the game takes it."""
        self._draft: Draft | None = None
        self._steps: deque[Draft] = deque(maxlen=MOST_STEPS)
        self.reads_rules: Callable[[], bool] = lambda: False
        """Returns whether the rules hide the game: any button but RULES then closes them, and does nothing else."""

    def answer(self, number: int, reply: Reply, *, near: bool = False) -> None:
        """Answer the question with this number, from any thread. `near` says that the answer comes from the table.

        Raises:
            RefusedError: that question is not open.
            IllegalAnswerError: the question does not allow this answer.

        """
        with self._lock:
            self._give(self._check(self._find_question(number), reply), near=near)

    def draft(self, number: int, step: DraftStep) -> None:
        """Change the draft of the answer to the question with this number, from any thread. Raises as `answer` does."""
        with self._lock:
            drafted = self._find_question(number).topic.mark(self._draft, step)
            if drafted != self._draft:
                self._redraft(drafted)

    def press(self, number: int, button: Button) -> None:
        """Do what a button of the panel means in the question with this number, from any thread.

        Raises:
            RefusedError: that question is not open.
            IllegalAnswerError: somebody else is asked, the marked dice cannot be set aside, or a wish is refused.

        """
        with self._lock:
            self._find_question(number)
            if why := self._do(button):
                raise IllegalAnswerError(why)

    def ask(
        self, topic: Topic, *, asked: tuple[str, ...] = (), draft: Draft | None = None, show: ShowDraft = lambda _: None
    ) -> Given:
        """Ask, and wait for the answer. `show` receives the first `draft` and each later one.

        `asked` are the players who may answer, () for all. Raises the wait policy's errors.
        """
        try:
            if draft is not None:
                self.close()
                show(draft)
            self._begin(topic, asked, None, draft)
            given = self._wait(None, show, take=self._take)
        finally:
            self.close()
        assert given is not None, "without a time limit there is an answer"
        return given

    def ask_for(self, seconds: float, topic: Topic, asked: tuple[str, ...] = ()) -> Given | None:
        """Ask, and wait `seconds` for the answer; return None if there was none."""
        try:
            self._begin(topic, asked, seconds)
            return self._wait(seconds, lambda _: None, take=self._take)
        finally:
            self.close()

    def poll(self, topic: Topic, seconds: float, asked: tuple[str, ...] = ()) -> Given | None:
        """Wait `seconds` for an answer. The question stays open afterwards, until another one is asked."""
        self._begin(topic, asked)
        return self._wait(seconds, lambda _: None, take=lambda **_: self._take())

    def is_answered(self, topic: Topic, seconds: float) -> bool:
        """Wait as `poll` does, and return whether there is an answer. The next poll for this topic takes it."""
        self._begin(topic)
        return self._wait(seconds, lambda _: None, take=lambda **_: self._given) is not None

    def pause(self, seconds: float) -> None:
        """Let time pass, with or without an open question. Raises the wait policy's errors."""
        end = self.clock.now() + seconds
        while (left := end - self.clock.now()) > NOTHING:
            self._check_game()
            self.clock.sleep(min(left, CHECK_SECONDS))

    def close(self) -> None:
        """Close the open question, if there is one. The desk refuses later answers to it."""
        with self._lock:
            question = self.question
            if question is None:
                return
            self.question = self._given = None
        self.panel.lamps(())
        self.notify(Closed(question.number))

    def _meaning(self, topic: Topic, draft: Draft | None, button: Button) -> Draft | Reply | None:
        return topic.press(draft, button, not self.small_buttons)

    def _begin(
        self, topic: Topic, asked: tuple[str, ...] = (), seconds: float | None = None, draft: Draft | None = None
    ) -> None:
        """Open a question, after its subject was shown. If a question about the same topic is open, keep it."""
        if self.question is not None and self.question.topic == topic:
            return
        self.close()
        if topic.fresh:
            self.panel.forget(
                [one for one in Button if topic.takes_back and self._meaning(topic, draft, one) in topic.takes_back]
            )
        self.panel.lamps(topic.find_lamps(draft))
        with self._lock:
            self._draft = draft
            opened = self._put(topic, asked, seconds)
        self.notify(Asked(opened))

    def _wait(self, seconds: float | None, show: ShowDraft, *, take: Callable[..., Given | None]) -> Given | None:
        since = checked = self.clock.now()
        end = None if seconds is None else since + seconds
        self._check_game()
        while True:
            now = self.clock.now()
            if now - checked >= CHECK_SECONDS:
                self._check_game()
                checked = now
            if self._show_drafts(show):
                since = now
            if given := take():
                return given
            if end is None and self.wait_policy.seconds_left(since) is not None:
                self._find_somebody(since)
                since = self.clock.now()
                continue
            left = POLL_SECONDS if end is None else max(0.0, end - now)
            button = self.panel.press(min(POLL_SECONDS, left))
            if button is not None:
                self._take_button(button)
                since = self.clock.now()
            elif left <= NOTHING:
                return take(closes=True)

    def _check_game(self) -> None:
        self.wait_policy.check()
        self.meanwhile()

    def _show_drafts(self, show: ShowDraft) -> bool:
        """Show every new draft; return whether there were any."""
        some = False
        for _ in range(len(self._steps)):  # drafts that come meanwhile wait until answers and buttons are checked
            with self._lock:
                if not self._steps or self.question is None:
                    break
                draft, topic = self._steps.popleft(), self.question.topic
            some = True
            show(draft)
            self.panel.lamps(topic.find_lamps(draft))
        return some

    def _take(self, *, closes: bool = False) -> Given | None:
        """Return the answer, None if there is none yet. With `closes`, close the question even without an answer."""
        with self._lock:
            question, given = self.question, self._given
            if question is None or (given is None and not closes):
                return None
            self.question = self._given = None
        self.panel.lamps(())
        self.notify(Closed(question.number, given.reply if given else None))
        return given

    def _find_somebody(self, since: float) -> None:
        """Ask whether anybody is there. If somebody answers, ask the open question again."""
        with self._lock:
            unheard = self.question
            if unheard is None or self._given or self._steps:
                return
            calling = self._put(ANYBODY_THERE)
        self.notify(Closed(unheard.number))
        self.notify(Asked(calling))
        first = True
        try:
            while self._given is None:
                self.wait_policy.call_people(self.wait_policy.seconds_left(since) or 0.0, first=first)
                first = False
                if self.panel.press(POLL_SECONDS) is not None:
                    with self._lock:
                        self._give(PlainAnswer.HERE, near=True)
                self._check_game()
        finally:
            self.wait_policy.stop_calling()
        with self._lock:
            again = self._put(unheard.topic, unheard.asked)
        self.notify(Closed(calling.number, PlainAnswer.HERE))
        self.notify(Asked(again))

    def _take_button(self, button: Button) -> None:
        """Do what a button of the panel means. If a page has answered before, its answer counts."""
        if button is Button.RULES or self.reads_rules():
            self.notify(RulesWanted(closes=button is not Button.RULES))
            return
        with self._lock:
            why = self._do(button)
        if why:
            self.notify(Announced(why, About.REFUSED))

    def _do(self, button: Button) -> Saying | None:
        """Do what a button means while a question is open; return why not, if only others may answer.

        Also return why the marked dice cannot be set aside, or why a wish is refused; for other answers the lamps show
        which are legal. The caller holds the lock.
        """
        question = self.question
        if question is None or self._given:
            return None
        meant = self._meaning(question.topic, self._draft, button)
        if isinstance(meant, Tally | DiceSaid):
            self._redraft(meant)
        elif meant is not None:
            personal = question.topic.consents or meant in question.topic.takes_back
            if personal and (refused := self.refusal_at_panel(question, meant)):
                return refused
            try:
                self._give(self._check(question, meant), near=True)
            except IllegalAnswerError as error:
                marked = isinstance(meant, Action) and meant.wells is not None
                return error.saying if marked or isinstance(meant, Wish) else None
        return None

    def _check(self, question: Question, reply: Reply) -> Reply:
        """Return an answer in the form that the game takes. Raises IllegalAnswerError, with the reason."""
        if isinstance(reply, Wish) and reply not in self.permitted:
            raise IllegalAnswerError(Saying(f"refused-{reply.value}-off"))
        if reply in self.unready:
            raise IllegalAnswerError(Saying("refused-unready"))
        return question.topic.check(reply)

    def _find_question(self, number: int) -> Question:
        """Return the open question with this number. Raises RefusedError. The caller holds the lock."""
        question = self.question
        if question is None or question.number != number or self._given:
            raise RefusedError(Saying("refused-late"))
        return question

    def _put(self, topic: Topic, asked: tuple[str, ...] = (), seconds: float | None = None) -> Question:
        """Open a question with the next number. The caller holds the lock."""
        wishes = topic.wishes & self.permitted - self.unready
        self.question = Question(next(self._numbers), topic, asked, seconds, not self.small_buttons, wishes)
        self._given = None
        self._steps.clear()
        return self.question

    def _give(self, reply: Reply, *, near: bool) -> None:
        if self.question is not None and self._given is None:
            self._given = Given(reply, self._draft, near)

    def _redraft(self, draft: Draft) -> None:
        self._draft = draft
        self._steps.append(draft)
