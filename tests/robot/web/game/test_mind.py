"""The robot's mind on the page, and what is shown of a game while several threads change it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from robot.games.game import OWN, Position
from robot.games.registry import make_game
from robot.language import Language, english, languages
from robot.match.events import Announced, Asked, Booked, Closed, Decided, Ended, Looked, Read, Thrown
from robot.match.questions import DICE_LIE, REGRET_CHOICE, ChooseMove, PlainAnswer, Question, SettleDie
from robot.match.throw_off import ThrowOff
from robot.saying import Saying
from robot.table.about import About
from robot.web.game.buttons import buttons
from robot.web.game.mind import Mood, mood_of
from robot.web.game.state import GamePhase, ViewState
from robot.web.game.view import view
from robot.web.game.words import Words
from solver.action import HOLD, ROLL
from tests.support.robot.stubs import look, make_begun
from tests.support.robot.waiting import PATIENCE

PIG = make_game("pig", {})
ROBOT = PIG.robot("", None)
FEW = """
name = "few"
dice = 2
box = [{ name = "ones", kind = "number", face = 1 }, { name = "any", kind = "chance" }]
"""

PERSON_FIRST, ROBOT_FIRST = (True, False), (False, True)


def stage(people: tuple[bool, bool] = ROBOT_FIRST) -> tuple[ViewState, Position]:
    """Return a game of Pig that has begun, and its first position."""
    shown, position = ViewState(), PIG.begin(2)
    shown.hear(make_begun(PIG, "Ann", "Ben", people=people))
    return shown, position


def throw(shown: ViewState, position: Position, number: int, face: int) -> Position:
    """Let a player throw; return the position after it."""
    after = position.after(ROLL, (face,))
    shown.hear(Thrown(position.player, number, ()))
    shown.hear(Looked(number, 1, look(face)))
    shown.hear(Read(number, position, ROLL, (face,), after))
    return after


def draw(shown: ViewState, language: str = "en") -> dict[str, Any]:
    return view(shown.now, Words(Language(language)), [None] * len(shown.now.trail))


TIMES = 3000


@pytest.fixture
def hasty() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_a_robot_thinks_then_is_sure_or_torn_then_looks() -> None:
    shown, position = stage()
    assert mood_of(shown.now) is Mood.THINKS
    position = throw(shown, position, 1, 6)
    shown.hear(Decided(position, *ROBOT.decide(position)))
    assert mood_of(shown.now) is Mood.SURE
    shown.hear(Thrown(0, 2, ()))
    assert mood_of(shown.now) is Mood.LOOKS


def test_a_robot_is_torn_where_two_options_are_worth_nearly_the_same() -> None:
    shown, _ = stage()
    position = PIG.position({"scores": (0, 0), "turn_total": 20}, 0)
    shown.hear(Decided(position, *ROBOT.decide(position)))
    assert mood_of(shown.now) is Mood.TORN


def test_a_reason_is_the_robots_own_sentence_with_its_options_and_goes_when_a_persons_turn_begins() -> None:
    shown, position = stage()
    position = throw(shown, position, 1, 6)
    shown.hear(Decided(position, *ROBOT.decide(position)))
    mind = draw(shown)["mind"]
    assert mind["busy"]
    assert mind["reason"].replace("\u00a0", " ").startswith("I throw, with 6 points at risk: that wins ")
    assert [option["text"] for option in mind["options"]] == ["Throw", "Hold"]
    position = throw(shown, position, 2, 1)
    shown.hear(Asked(Question(1, ChooseMove(position), ("Ben",))))
    later = draw(shown)
    assert (later["mind"]["reason"], later["mind"]["options"], later["mind"]["busy"]) == ("", [], False)
    assert mind["reason"] not in " ".join(later["said"]), "it would stand beside the person's dice like advice"


@pytest.mark.parametrize("language", languages())
def test_a_bust_is_shown_until_somebody_is_asked(language: str) -> None:
    shown, position = stage(PERSON_FIRST)
    position = throw(shown, throw(shown, position, 1, 5), 2, 1)
    page = draw(shown, language)
    assert page["moment"]["lost"] == 5
    assert page["moment"]["seat"] == 0
    assert page["tone"] == "bust"
    assert page["whose"] == page["moment"]["title"]
    assert "Ann" in page["whose"]
    assert page["mind"]["mood"] is Mood.SORRY
    shown.hear(Asked(Question(1, ChooseMove(position), ("Ben",))))
    assert draw(shown, language)["moment"] is None


@pytest.mark.parametrize(("people", "mood"), [(PERSON_FIRST, Mood.SORRY), (ROBOT_FIRST, Mood.GLAD)])
def test_a_robot_is_glad_of_its_own_win_alone(people: tuple[bool, bool], mood: Mood) -> None:
    shown, _ = stage(people)
    position = PIG.position({"scores": (90, 0), "turn_total": 10}, 0)
    over = position.after(HOLD)
    shown.hear(Booked(position, HOLD, over))
    shown.hear(Ended(("Ann", "Ben"), 9, over))
    assert mood_of(shown.now) is mood
    page = draw(shown)
    assert page["moment"] is None, "the end has a headline of its own"
    assert [row["place"] for row in page["result"]] == [1, 2]


def test_a_die_that_people_are_asked_about_is_asked_by_the_robot() -> None:
    shown, position = stage()
    shown.hear(Thrown(position.player, 1, ()))
    shown.hear(Asked(Question(1, SettleDie(0))))
    assert mood_of(shown.now) is Mood.ASKS


def test_a_choice_that_can_be_taken_back_alarms_nobody_and_says_for_how_long() -> None:
    shown, position = stage(PERSON_FIRST)
    position = throw(shown, position, 1, 5)
    after = position.after(HOLD)
    shown.hear(Booked(position, HOLD, after))
    shown.hear(Asked(Question(2, REGRET_CHOICE, (), 2.5)))
    page = draw(shown)
    assert (page["tone"], page["closes"], page["whose"]) == ("wait", 2.5, "Ben’s turn")
    assert set(page["buttons"]) == {"undo", "roll"}


def test_what_a_price_of_boxes_weighs_stands_without_points() -> None:
    game = make_game("few", {OWN: FEW})
    robot, start = game.robot("", None), game.begin(2)
    position = start.after(robot.decide(start)[0], (1, 4))
    move, decision = robot.decide(position)
    told = {}
    for by_rule in (False, True):
        shown = ViewState()
        shown.hear(make_begun(game, "Ann", "Ben", people=ROBOT_FIRST, position=position))
        shown.hear(Decided(position, move, replace(decision, by_rule=by_rule)))
        told[by_rule] = [(one["text"], one["value"]) for one in draw(shown)["mind"]["options"]]
    assert all(value for _, value in told[False])
    assert told[True] == [(text, "") for text, _ in told[False]]


def test_a_game_that_has_begun_stays_when_it_is_told_late_that_the_one_before_is_over() -> None:
    number = 1
    stage = ViewState(on=lambda: number)
    stage.hear(make_begun(PIG, "Anna", "Ben"))
    number = 2
    stage.hear(make_begun(PIG, "Cleo", "Dan"))
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
    over = make_begun(PIG, "Anna", "Ben")
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
    stage, over = ViewState(on=lambda: 2), make_begun(PIG, "Anna", "Ben")
    stage.hear(over)
    stage.hear(Looked(1, 1, look(6)))
    won = make_game("pig", {"goal": 6}).begin(2).after(ROLL, (6,)).after(HOLD, ())
    stage.hear(Ended(over.players, 1, won))
    wanted = Announced(Saying("first-wanted"), About.FIRST, ThrowOff(("Cleo", "Dan"), (), (0, 1)))
    stage.hear(wanted)
    assert view(stage.now, Words(english()), [])["todo"] == "Everybody throws one die. The highest begins."
    stage.hear(Announced(Saying("first-throw", {"name": "Cleo", "value": 3}), About.FIRST))
    assert [one["face"] for one in view(stage.now, Words(english()), [])["throw_off"]] == [None, None]
    by_hand = replace(wanted, throw_off=ThrowOff(("Cleo", "Dan"), (3,)))
    assert [one["due"] for one in view(stage.now.after(by_hand), Words(english()), [])["throw_off"]] == [False, True]
    tie = ThrowOff(("Cleo", "Dan"), (3, 3), (0, 1))
    stage.hear(replace(wanted, saying=Saying("first-throw", {"name": "Dan", "value": 3}), throw_off=tie))
    drawn = view(stage.now, Words(english()), [])
    assert (drawn["whose"], drawn["todo"]) == ("Who begins?", "A tie: those players throw again.")
    assert [one["rolls"] for one in drawn["throw_off"]] == [True, True]
    assert (drawn["lanes"], drawn["rows"], drawn["players"], drawn["dice"], drawn["picture"]) == ([], [], [], [], None)
    assert drawn["phase"] != GamePhase.OVER
    assert drawn["said"] == ["Dan throws 3.", "Cleo throws 3.", wanted.text]
    found = ThrowOff(("Cleo", "Dan"), (3, 3, 2, 5))
    stage.hear(Announced(Saying("first-found", {"name": "Dan"}), About.FIRST, found))
    drawn = view(stage.now, Words(english()), [])
    assert (drawn["whose"], drawn["todo"], drawn["said"][0]) == ("Dan begins.", "", "Dan throws 3.")
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
