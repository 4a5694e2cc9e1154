"""What is shown of a game, while several threads change it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from robot.games.game import Move
from robot.games.registry import make_game
from robot.language import english
from robot.match.events import Announced, Asked, Begun, Closed, Ended, Looked
from robot.match.questions import DICE_LIE, PlainAnswer, Question
from robot.match.throw_off import ThrowOff
from robot.saying import Saying
from robot.table.about import About
from robot.web.game.state import GamePhase, ViewState
from robot.web.game.view import buttons, view
from robot.web.game.words import Words
from tests.support.robot.stubs import look
from tests.support.robot.waiting import PATIENCE

TIMES = 3000


@pytest.fixture
def hasty() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def begun(*names: str) -> Begun:
    game = make_game("pig", {})
    return Begun("pig", game.title, {}, names, (True, True), game.begin(2), 0, 1)


def test_a_game_that_has_begun_stays_when_it_is_told_late_that_the_one_before_is_over() -> None:
    number = 1
    stage = ViewState(on=lambda: number)
    stage.hear(begun("Anna", "Ben"))
    number = 2
    stage.hear(begun("Cleo", "Dan"))
    stage.leave(1)
    assert stage.now.names == ("Cleo", "Dan")
    stage.leave(2)
    assert stage.now.begun is None
    assert stage.now.phase is GamePhase.IDLE


@pytest.mark.parametrize("about", About)
@pytest.mark.parametrize("before", [False, True])
def test_nothing_is_told_any_more_of_a_game_that_is_left_before_it_is_known_who_begins(
    about: About, before: bool
) -> None:
    stage = ViewState(on=lambda: 2)
    over = begun("Anna", "Ben")
    if before:
        stage.hear(over)
        stage.hear(Ended(over.players, 7, over.position))
    stage.hear(Announced(Saying("first-wanted"), about))
    stage.hear(Asked(Question(1, DICE_LIE)))
    assert buttons(stage.now, Words(english())) == {"hold": ("My dice lie there", PlainAnswer.YES)}
    stage.hear(Closed(1))
    stage.leave(2)
    assert stage.now.question is None
    assert stage.now.notice is None
    assert not stage.now.first
    assert stage.now.names == (("Anna", "Ben") if before else ())


def test_the_last_game_is_not_shown_while_dice_are_thrown_for_who_begins_the_next() -> None:
    stage, over = ViewState(on=lambda: 2), begun("Anna", "Ben")
    stage.hear(over)
    stage.hear(Looked(1, 1, look(6)))
    won = make_game("pig", {"goal": 6}).begin(2).after(Move("roll"), (6,)).after(Move("hold"), ())
    stage.hear(Ended(over.players, 1, won))
    wanted = Announced(Saying("first-wanted"), About.FIRST, ThrowOff(("Cleo", "Dan"), (), (0, 1)))
    stage.hear(wanted)
    assert view(stage.now, Words(english()), [])["todo"] == "Everybody throws one die. The highest begins."
    stage.hear(Announced(Saying("first-throw", {"name": "Cleo", "value": 3}), About.FIRST))
    assert [one["face"] for one in view(stage.now, Words(english()), [])["throw_off"]] == [None, None]
    stage.hear(
        replace(
            wanted,
            saying=Saying("first-throw", {"name": "Dan", "value": 3}),
            throw_off=ThrowOff(("Cleo", "Dan"), (3, 3), (0, 1)),
        )
    )
    drawn = view(stage.now, Words(english()), [])
    assert (drawn["whose"], drawn["todo"]) == ("Who begins?", "A tie: those players throw again.")
    assert [one["rolls"] for one in drawn["throw_off"]] == [True, True]
    assert (drawn["kind"], drawn["players"], drawn["dice"], drawn["picture"]) == ("none", [], [], None)
    assert drawn["phase"] != GamePhase.OVER
    assert drawn["said"] == ["Dan throws 3.", "Cleo throws 3.", wanted.text]
    found = ThrowOff(("Cleo", "Dan"), (3, 3, 2, 5))
    stage.hear(Announced(Saying("first-found", {"name": "Dan"}), About.FIRST, found))
    drawn = view(stage.now, Words(english()), [])
    assert (drawn["whose"], drawn["todo"]) == ("Dan begins.", "")
    assert [(one["face"], one["out"], one["won"]) for one in drawn["throw_off"]] == [(2, True, False), (5, False, True)]
    stage.leave(2)
    assert stage.now.ended is not None, "no game has begun since"


@pytest.mark.usefixtures("hasty")
def test_no_change_is_lost_when_two_threads_make_them() -> None:
    stage = ViewState()

    def tell() -> None:
        for _ in range(TIMES):
            stage.hear(Announced(Saying("stands")))

    with ThreadPoolExecutor(2) as threads:
        for answer in [threads.submit(tell) for _ in range(2)]:
            answer.result(PATIENCE)
    assert stage.now.number == 2 * TIMES


def test_what_is_told_aside_leaves_what_is_asked_and_what_was_told_before() -> None:
    stage = ViewState()
    stage.hear(Asked(Question(7, DICE_LIE)))
    stage.hear(Announced(Saying("stands")))
    before = stage.now
    stage.hear(Announced(Saying("wish", {"title": Saying("title-pig", {"goal": 30})}), About.ASIDE))
    assert (stage.now.question, stage.now.notice) == (before.question, before.notice)
    stage.hear(Closed(6))
    assert stage.now.question == before.question, "that was another question"
    stage.hear(Closed(7))
    assert stage.now.question is None
