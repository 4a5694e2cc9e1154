"""Answers of pages: what comes late, twice, from nowhere or against the rules is refused, and says so."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.panel import KEEPS, Button, Panels
from robot.errors import GameLeftError, IllegalAnswerError, RefusedError
from robot.games.game import Position, Tally, Wish
from robot.games.registry import make_game
from robot.language import Language, languages
from robot.match.desk.question_desk import QuestionDesk, WaitPolicy
from robot.match.events import Announced, Asked, Confirming, Event, Tallied
from robot.match.people import PeopleAtTheDesk
from robot.match.players import Person
from robot.match.questions import (
    DICE_LIE,
    REGRET_CHOICE,
    ConfirmDice,
    DiceSaid,
    GoOn,
    InterruptedGame,
    PickDie,
    PlainAnswer,
    Question,
    Reply,
    SetDie,
    SettleDie,
)
from robot.saying import Saying
from robot.web.game.state import Shown, ViewState
from robot.web.game.view import dice
from robot.web.input import take
from robot.web.seats import Browser, PhoneSeats, PlayersNow, refusal
from solver.action import Action, Verb
from tests.support.robot.stubs import Pressing, look, make_begun
from tests.support.robot.waiting import PATIENCE
from tests.support.solver.acts import keep, score

ROLL, HOLD, NEW = Button.ROLL, Button.HOLD, Button.NEW
FACES = (5, 2, 6, 4, 2)
SECONDS = 60.0
PLAYING = PlayersNow(("Anna", "Ben"), "Anna", {7: ("Anna",), 4: ("Anna", "Ben"), 3: ("Anna",)})
Step = Button | Callable[["AskedPages"], object]


class Calling(WaitPolicy):
    """A wait policy that calls for people after a minute, and has the game left a quarter of a minute later."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.called = 0

    def seconds_left(self, since: float) -> float | None:
        passed = self.clock.now() - since
        if passed >= SECONDS + 15:
            raise GameLeftError("nobody is here any more")
        return SECONDS + 15 - passed if passed >= SECONDS else None

    def call_people(self, left: float, *, first: bool) -> None:  # noqa: ARG002
        self.called += first


class AskedPages:
    """A table at which pages are asked as at the real one; `seen` is what they showed as they were.

    Each time that something is asked the next of `taps` is made at once, in the middle of the telling.
    """

    def __init__(self, game: str, *taps: Callable[["AskedPages"], object], small_buttons: bool = True) -> None:
        self.game = make_game(game, {})
        self.stage, self.clock = ViewState(), VirtualClock()
        self.taps, self.seen, self.refusals = list(taps), list[Shown](), list[RefusedError]()
        self.panel = Panels(self.clock, rest=0.0)
        self.wait_policy = Calling(self.clock)
        self.desk = QuestionDesk(self.panel, self.clock, self.tell, self.wait_policy, small_buttons=small_buttons)
        self.person = Person("Anna", self.desk)
        self.people = PeopleAtTheDesk(self.desk, lambda *said: self.tell(Announced(*said)), patience=3.0)
        self.position: Position = self.game.begin(2)
        self.seats = PhoneSeats()
        self.seats.sit("a", "Anna")
        self.tell(make_begun(self.game, "Anna", "Ben"))

    def tell(self, event: Event) -> None:
        self.stage.hear(event)
        if isinstance(event, Asked):
            self.seen.append(self.stage.now)
            if self.taps:
                self.taps.pop(0)(self)

    def send(self, *, late: int = 0, near: bool = False, **sent: object) -> bool:
        """Send something of the question that is shown, or of one before; return whether it counted."""
        number = self.stage.now.question.number if self.stage.now.question else 1
        try:
            take(self.desk, {"question": number - late, **sent}, partial(self.refusal, near), near=near)
        except RefusedError as error:
            self.refusals.append(error)
            return False
        return True

    def refusal(self, near: bool, question: Question, reply: Reply | None) -> Saying | None:
        """Return why Anna's phone, or with `near` the table's screen, may not answer."""
        return refusal(Browser("a", table=near), question, reply, self.seats, PLAYING)

    def chooses(self) -> Action | Wish:
        """Return what somebody chooses who is asked for a move."""
        choice = self.person.choose(self.position, lambda tally: self.tell(Tallied(0, tally, self.position)))
        return choice if isinstance(choice, Wish) else choice.action

    def beside(self, *steps: Step, called: bool = False) -> "AskedPages":
        """Let buttons be pressed, and things be sent, each once all before is told; if `called`, once people are."""
        self.panel.add(Beside(self, [*steps], called))
        return self

    def confirms(self, *values: int | None) -> tuple[int, ...] | None:
        """Return what people say of dice that were read so."""
        return self.people.confirm(values, lambda said, chosen: self.tell(Confirming(0, 1, said, chosen)))


class Beside(Pressing):
    """Buttons beside a page; of what is sent, one may be the outcome."""

    def __init__(self, pages: AskedPages, steps: list[Step], called: bool) -> None:
        super().__init__([])
        self.pages, self.steps, self.called = pages, steps, called

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        pages = self.pages
        ready = pages.wait_policy.called if self.called else pages.stage.now.question and not pages.desk._steps
        if not (ready and self.steps):
            return None
        step = self.steps.pop(0)
        done = step if isinstance(step, Button) else step(pages)
        return done if isinstance(done, Button) else None


def sends(**sent: object) -> Callable[[AskedPages], object]:
    return lambda pages: pages.send(**sent)  # type: ignore[arg-type]


def mark(well: int, kept: bool = True) -> Callable[[AskedPages], object]:
    return sends(step="mark", well=well, kept=kept)


def keeps(*wells: int) -> Callable[[AskedPages], object]:
    return sends(act={"wells": [*wells], "then": "throw"})


def open_box(box: str) -> Callable[[AskedPages], object]:
    return sends(step="open", box=box)


def write(box: str) -> Callable[[AskedPages], object]:
    return sends(act={"score": box})


def presses(button: str, late: int = 0) -> Callable[[AskedPages], object]:
    return sends(press=button, near=True, late=late)


def sheet(
    *taps: Callable[[AskedPages], object], throws: int = 1, kept: tuple[int, ...] = (), small_buttons: bool = True
) -> AskedPages:
    """Return Yahtzee after so many throws, in the last of which these wells kept their dice."""
    pages = AskedPages("yahtzee", *taps, small_buttons=small_buttons)
    for number in range(throws):
        wells = kept if number else ()
        pages.position = pages.position.after(pages.position.keep(wells), FACES)  # type: ignore[attr-defined]
    return pages


roll = sends(act="roll")


@pytest.mark.parametrize("sent", [
    {}, {"answer": None}, {"answer": "explode"}, {"answer": ["roll"]}, {"answer": "yes"}, {"answer": "here"},
    {"act": {}}, {"act": 1}, {"act": "hold"},
    {"act": {"wells": [True], "then": "throw"}}, {"act": {"throw": True}}, {"act": {"score": "ones"}},
    {"answer": "shows", "face": 3}, {"answer": "confirm", "values": [1]}, {"act": {"roll": False}}, {"act": "explode"},
    {"step": "mark", "well": 1, "kept": True}, {"step": "mark", "well": 1, "kept": 1}, {"step": "open"},
    {"step": "set", "die": 0, "face": 1}, {"question": True, "act": "roll"},
    {"question": None, "act": "roll"}, {"question": "1", "act": "roll"},
])  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(sent: dict[str, object]) -> None:
    pig = AskedPages("pig", sends(**sent)).beside(roll)
    assert pig.chooses() == Action(Verb.ROLL)
    assert [type(error) for error in pig.refusals] == [IllegalAnswerError]
    assert len(pig.seen) == 1


@pytest.mark.parametrize("name", languages())
def test_every_refusal_is_told_in_words(name: str) -> None:
    language, told = Language(name), set[str]()
    pages = (
        AskedPages("pig", sends(late=1, answer="hint")).beside(sends(act="hold"), roll),
        AskedPages("hog", sends(step="count", dice=31)).beside(sends(act={"throw": 1})),
        sheet(mark(6)).beside(keeps(1, 2, 3, 4, 5), open_box("nothing"), keeps()),
    )
    for one in pages:
        one.chooses()
        told |= {language.say(error.saying) for error in one.refusals}
    assert len(told) == 6
    assert not any("refused" in text or "{" in text for text in told)


def test_marking_a_die_says_what_is_wanted_and_the_same_twice_is_the_same_as_once() -> None:
    pages = sheet().beside(mark(2), mark(2), mark(5), mark(2, kept=False), mark(6), keeps(5))
    assert pages.chooses() == keep(2, wells=(5,))
    assert pages.stage.now.tally == Tally((5,))
    assert [type(error) for error in pages.refusals] == [IllegalAnswerError], "there is no well 6 in this game"


def test_a_box_is_written_by_its_name_whichever_one_is_open() -> None:
    assert sheet(write("yahtzee")).chooses() == score("yahtzee")
    assert sheet().beside(open_box("chance"), open_box("ones"), write("fours")).chooses() == score("fours")


@pytest.mark.parametrize(
    ("throws", "answer"),
    [(0, write("ones")), (0, keeps(1)), (1, keeps(1, 2, 3, 4, 5)), (1, keeps(6)), (3, keeps(1)), (1, write("joker"))],
)
def test_what_a_sheet_does_not_allow_is_refused(throws: int, answer: Callable[[AskedPages], object]) -> None:
    pages = sheet(answer, throws=throws).beside(keeps() if throws < 3 else write("ones"))
    pages.chooses()
    assert [type(error) for error in pages.refusals] == [IllegalAnswerError]


def test_undo_with_a_box_open_asks_to_take_back_wherever_one_is() -> None:
    assert sheet().beside(open_box("chance"), sends(answer="take-back")).chooses() is Wish.TAKE_BACK
    assert sheet(sends(answer="take-back"), throws=3).chooses() is Wish.TAKE_BACK


def test_a_number_of_dice_is_thrown_as_it_is_said() -> None:
    hog = AskedPages("hog").beside(sends(step="count", dice=17), sends(step="count", dice=31), sends(act={"throw": 17}))
    assert hog.chooses() == Action(Verb.ROLL, count=17)
    assert [shown.tally for shown in hog.seen] == [Tally(dice=1)], "pages show a number as they are asked"
    assert hog.stage.now.tally == Tally(dice=17)
    assert len(hog.refusals) == 1


def test_a_doubt_is_answered_by_a_face_alone() -> None:
    pig = AskedPages("pig", sends(act="roll"))
    pig.beside(sends(answer="shows", face=7), sends(answer="shows", face=4))
    assert pig.people.value(0, look(None)) == 4
    assert [type(error) for error in pig.refusals] == [IllegalAnswerError] * 2


def test_dice_thrown_by_hand_are_set_and_confirmed_as_the_page_shows_them() -> None:
    hold = sends(answer="confirm", values=[5, None])
    pages = AskedPages("pig", hold).beside(
        sends(step="set", die=1, face=2), sends(step="set", die=0, face=3), sends(step="set", die=2, face=3),
        sends(answer="confirm", values=[3]), sends(answer="confirm", values=[3, 2]),
    )  # fmt: skip
    assert pages.confirms(5, None) == (3, 2)
    assert [shown.confirming for shown in pages.seen] == [Confirming(0, 1, (5, None), 1)], "shown as they are asked"
    assert pages.stage.now.confirming == Confirming(0, 1, (3, 2), 0)
    assert [die["face"] for die in dice(pages.seen[0])] == [5, None], "also while they throw for who begins"
    assert len(pages.refusals) == 3


def test_dice_thrown_by_hand_are_looked_at_again_and_set_from_what_is_read_then() -> None:
    pages = AskedPages("pig")
    pages.beside(sends(step="set", die=1, face=6), sends(answer="look-again"))
    assert pages.confirms(5, 2) is None
    pages.beside(sends(step="set", die=0, face=6), HOLD)
    assert pages.confirms(3, 4) == (6, 4)


def test_pages_are_asked_which_dice_to_keep_once_they_show_those_that_are_kept() -> None:
    pages = sheet(keeps(1), throws=2, kept=(1, 2))
    assert pages.chooses() == keep(FACES[0], wells=(1,))
    assert [shown.tally for shown in pages.seen] == [Tally((1, 2))]


@pytest.mark.parametrize(("answer", "regretted"), [("yes", True), ("no", False)])
def test_pages_are_asked_whether_a_choice_is_regretted(answer: str, regretted: bool) -> None:
    pig = AskedPages("pig", sends(answer=answer))
    assert pig.people.regrets() is regretted
    assert pig.clock.now() == 0.0
    assert pig.seen[0].question is not None
    assert pig.seen[0].question.seconds == 3.0


class LatePressing(Pressing):
    """Nobody presses anything; at the very end of the time an answer is sent."""

    def __init__(self, pages: AskedPages, until: float) -> None:
        super().__init__([])
        self.pages, self.until = pages, until

    def press(self, timeout: float | None = None) -> Button | None:
        if self.pages.clock.now() >= self.until and timeout == 0.0 and self.pages.stage.now.question:
            self.pages.send(answer="yes")
        return None


def test_an_answer_that_is_accepted_in_the_last_moment_is_the_one_that_the_game_gets() -> None:
    pig = AskedPages("pig")
    pig.panel.add(LatePressing(pig, 3.0))
    assert pig.people.regrets()
    assert pig.clock.now() >= 3.0


@pytest.mark.parametrize(
    ("game", "taps", "answers"),
    [
        (
            sheet,
            ((mark(2), mark(5), sends(answer="hint")), (mark(3), mark(2, kept=False))),
            (Wish.HINT, keep(2, 6, wells=(3, 5))),
        ),
        (
            lambda: AskedPages("hog"),
            ((sends(step="count", dice=17), sends(answer="hint")), ()),
            (Wish.HINT, Action(Verb.ROLL, count=17)),
        ),
    ],
)
def test_what_was_chosen_before_a_hint_is_still_chosen_after_it(
    game: Callable[[], AskedPages],
    taps: tuple[tuple[Callable[[AskedPages], object], ...], ...],
    answers: tuple[Any, ...],
) -> None:
    pages = game()
    pages.taps = [lambda pages, steps=steps: [step(pages) for step in steps] for steps in taps]  # type: ignore[misc]
    assert pages.chooses() is answers[0]
    pages.beside(ROLL)
    assert pages.chooses() == answers[1]


@pytest.mark.parametrize("kept", [(), (1, 2, 4)])
def test_a_box_that_is_opened_after_a_hint_is_the_one_that_the_panel_writes(kept: tuple[int, ...]) -> None:
    pages = sheet(sends(answer="hint"), open_box("ones"), throws=3, kept=kept)
    assert pages.chooses() is Wish.HINT
    assert pages.beside(HOLD).chooses() == score("ones")


@pytest.mark.parametrize(
    ("steps", "answer"),
    [
        ((KEEPS[0], mark(1, kept=False), ROLL), keep(wells=())),
        ((KEEPS[0], mark(1), ROLL), keep(5, wells=(1,))),
        ((mark(2), KEEPS[1], mark(2), ROLL), keep(2, wells=(2,))),
        ((mark(2), HOLD, mark(2), ROLL), keep(2, wells=(2,))),
        ((HOLD, HOLD), score("chance")),
        ((HOLD, open_box("ones"), HOLD), score("ones")),
        ((open_box("twos"), ROLL, HOLD), score("fours")),
        ((open_box("ones"), NEW, KEEPS[3], ROLL), keep(4, wells=(4,))),
        ((KEEPS[0], keeps(2)), keep(2, wells=(2,))),
    ],
)
def test_page_and_panel_choose_together(steps: tuple[Step, ...], answer: Action) -> None:
    assert sheet().beside(*steps).chooses() == answer


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((sends(step="set", die=1, face=3), KEEPS[2], sends(step="set", die=1, face=4)), (5, 4, 6)),
        ((sends(step="set", die=0, face=6), ROLL, sends(step="set", die=0, face=6)), (6, 2, 6)),
        ((sends(step="set", die=1, face=3), KEEPS[0], sends(step="pick", die=1), ROLL), (5, 4, 6)),
        ((KEEPS[2], sends(step="pick", die=2), sends(step="set", die=2, face=1)), (5, 2, 1)),
        ((KEEPS[1], sends(step="pick", die=2), KEEPS[1], ROLL), (5, 3, 6)),
        ((KEEPS[1], KEEPS[1]), (5, 1, 6)),
    ],
)
def test_page_and_panel_set_dice_together(steps: tuple[Step, ...], said: tuple[int, ...]) -> None:
    assert AskedPages("pig").beside(*steps, HOLD).confirms(5, 2, 6) == said


def test_that_dice_lie_there_is_said_of_the_throw_that_it_was_sent_for_and_again_where_a_hand_is_in_the_way() -> None:
    pig = AskedPages("pig")
    assert not pig.people.wait_ready(0.05)
    first = pig.stage.now.question
    assert first is not None
    assert not pig.people.wait_ready(0.05)
    assert pig.stage.now.question is first, "it stays asked while the camera looks"
    assert pig.send(answer="yes")
    assert not pig.send(answer="yes")
    assert pig.people.wait_ready(0.05)
    assert not pig.people.wait_ready(0.05)
    assert pig.send(answer="yes"), "it is asked again"
    pig.people.close()
    assert not pig.people.wait_ready(0.05), "that was the throw before"
    assert pig.stage.now.question != first


def test_whoever_is_called_answers_that_alone_and_is_asked_anew_with_all_that_was_chosen() -> None:
    pages = sheet(mark(2))
    pages.taps += [lambda pages: pages.send(late=1, act={"wells": [1], "then": "throw"})]
    pages.taps += [lambda pages: pages.send(late=2, act={"wells": [1], "then": "throw"})]
    assert pages.beside(KEEPS[0], ROLL, called=True).chooses() == keep(2, wells=(2,))
    assert [type(error) for error in pages.refusals] == [RefusedError] * 2
    kinds = [shown.topic.kind for shown in pages.seen if shown.topic]
    assert kinds == ["move", "alone", "move"]
    assert pages.wait_policy.called == 1


@pytest.mark.parametrize("game", ["hog", "yahtzee"])
def test_pages_are_not_asked_in_a_game_that_is_left_before_all_is_shown(game: str) -> None:
    def leave(_: Tally) -> None:
        raise GameLeftError("the game is left")

    pages = AskedPages(game)
    with pytest.raises(GameLeftError):
        pages.person.choose(pages.position, leave)
    assert not pages.seen


def test_an_interrupted_game_is_named_by_its_number_and_ended_at_the_table_alone() -> None:
    pig = AskedPages("pig")
    topic = GoOn(7, (7, 4))
    assert pig.desk.poll(topic, 0.0) is None
    for sent in ({"game": 5}, {"game": True}, {"game": "4"}, {}):
        assert not pig.send(answer="resume", near=True, **sent)
    assert not pig.send(answer="give-up", game=4)
    assert pig.send(answer="resume", game=4)
    given = pig.desk.poll(topic, 0.0)
    assert given is not None
    assert (given.reply, given.near) == (InterruptedGame(4, goes_on=True), False)
    assert pig.desk.poll(topic, 0.0) is None
    assert pig.send(answer="give-up", game=4, near=True)
    given = pig.desk.poll(topic, 0.0)
    assert given
    assert given.near


def test_a_page_at_the_table_presses_the_three_big_buttons_where_people_have_no_others() -> None:
    pages = sheet(small_buttons=False)
    wells = lambda pages: asked.append(pages.stage.now.tally.well)  # noqa: E731
    asked: list[int] = []
    pages.beside(
        *(step for name in ("roll", "hold", "new", "hold", "roll", "roll", "roll") for step in (presses(name), wells)),
        sends(press="roll"),
        sends(press="keep1", near=True),
        presses("hold", late=1),
        presses("roll"),
    )
    assert pages.chooses() == keep(2, wells=(2,))
    assert asked == [2, 3, 2, 3, 4, 5, 0]
    assert [error.saying.key for error in pages.refusals] == ["refused-near", "refused-answer", "refused-late"]


def test_a_consent_is_not_given_at_the_panel_for_a_phone_that_is_here_and_nothing_is_taken_back_for_it() -> None:
    pages = AskedPages("pig")
    pages.seats.sit("b", "Ben")
    pages.seats.open("b")
    pages.desk.refusal_at_panel = partial(pages.refusal, True)
    told: list[Saying] = []

    def press(button: Button) -> Callable[[AskedPages], object]:
        def press(pages: AskedPages) -> None:
            assert pages.stage.now.question
            try:
                pages.desk.press(pages.stage.now.question.number, button)
            except IllegalAnswerError as error:
                told.append(error.saying)

        return press

    pages.taps = [press(HOLD)]
    pages.panel.add(Pressing([HOLD]))
    with pytest.raises(GameLeftError):
        pages.people.agrees(["Ben"])
    assert [saying.key for saying in told] == ["refused-other"]
    pages.seats.close("b")
    pages.taps = [press(HOLD)]
    assert pages.people.agrees(["Ben"])
    pages.seats.open("a")
    pages.taps = [press(NEW)]
    pages.beside(sends(), ROLL)
    assert pages.chooses() == Action(Verb.ROLL), "it takes nothing back for her"
    pages.taps = [lambda pages: (press(NEW)(pages), press(HOLD)(pages), press(ROLL)(pages))]
    assert pages.desk.ask(REGRET_CHOICE, asked=("Anna",)).reply is PlainAnswer.NO, "not before a robot goes on, either"
    assert [saying.key for saying in told] == ["refused-other"] * 3


def test_threads_that_answer_at_once_are_told_one_by_one_whose_answer_counts() -> None:
    pig, counted = AskedPages("pig"), list[bool]()
    assert pig.desk.poll(DICE_LIE, 0.0) is None
    at_once = threading.Barrier(4)

    def answer() -> None:
        at_once.wait(PATIENCE)
        counted.append(pig.send(answer="yes"))

    threads = [threading.Thread(target=answer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(counted) == [False, False, False, True]


def test_a_draft_is_only_of_the_dice_that_there_are() -> None:
    topic = ConfirmDice((5, None))
    with pytest.raises(IllegalAnswerError):
        SettleDie(0).mark(None, None)  # type: ignore[arg-type]
    with pytest.raises(IllegalAnswerError):
        topic.check(PlainAnswer.YES)
    draft = topic.mark(DiceSaid((5, None), 1), PickDie(0))
    assert draft == DiceSaid((5, None), 0)
    with pytest.raises(IllegalAnswerError):
        topic.mark(draft, PickDie(2))
    with pytest.raises(IllegalAnswerError):
        topic.mark(draft, SetDie(0, 7))
