"""Who may answer what: the table of all questions, and of those who might answer them."""

import pytest

from robot.games.game import Wish
from robot.games.registry import make_game
from robot.match.questions import (
    AGREE_UNDO,
    ANYBODY_THERE,
    DICE_LIE,
    LEAVE_GAME,
    MEND_DICE,
    PREPARING,
    TRY_AGAIN,
    WAKE_UP,
    ChooseMove,
    ConfirmDice,
    Confirmed,
    GoOn,
    InterruptedGame,
    PlainAnswer,
    Question,
    Reply,
    SettleDie,
    ShowsFace,
    Topic,
)
from robot.web.seats import TABLE, Browser, PhoneSeats, PlayersNow, refusal

YES, NO, HERE = PlainAnswer.YES, PlainAnswer.NO, PlainAnswer.HERE
MOVE = ChooseMove(make_game("pig", {}).begin(3))
ANNA, BEN, CARLA = ("Anna",), ("Ben",), ("Carla",)
BROWSERS = {"table": TABLE} | {name: Browser(name) for name in ("anna", "ben", "zed", "watcher", "")}
"""Anna's phone is here, Ben's is gone, Carla has none; Zed sits and does not play; the watcher does not sit."""


def seats(starter: str = "") -> PhoneSeats:
    seats = PhoneSeats()
    for key, name in (("anna", "Anna"), ("ben", "Ben"), ("zed", "Zed")):
        seats.open(key)
        assert seats.sit(key, name)
    seats.close("ben")
    seats.open("watcher")
    seats.begin(1, starter, ("Anna", "Ben", "Carla"))
    return seats


def those_who_may(
    topic: Topic,
    asked: tuple[str, ...],
    reply: Reply | None,
    mover: str = "",
    *,
    starter: str = "",
    people: tuple[str, ...] = ("Anna", "Ben", "Carla"),
    screen: bool = True,
) -> list[str]:
    playing = PlayersNow(people, mover, {7: ("Anna", "Carla"), 4: ("Ben",)}, has_screen=screen)
    question = Question(1, topic, asked)
    return [name for name, one in BROWSERS.items() if refusal(one, question, reply, seats(starter), playing) is None]


@pytest.mark.parametrize(
    ("topic", "asked", "reply", "mover", "may"),
    [
        (MOVE, ANNA, None, "", "anna"),
        (MOVE, BEN, None, "", "table ben"),
        (MOVE, CARLA, None, "", "table"),
        (MOVE, ANNA, Wish.LEAVE, "Ben", "anna"),
        (LEAVE_GAME, ANNA, YES, "", "anna"),
        (LEAVE_GAME, BEN, YES, "", "table ben"),
        (AGREE_UNDO, ANNA, YES, "Ben", "anna"),
        (AGREE_UNDO, BEN, YES, "Anna", "table ben"),
        (AGREE_UNDO, CARLA, YES, "Anna", "table"),
        (MOVE, BEN, Wish.TAKE_BACK, "Anna", "anna"),
        (MOVE, ANNA, Wish.TAKE_BACK, "Carla", "table"),
        (MOVE, ANNA, Wish.TAKE_BACK, "", "anna"),
        (MOVE, BEN, Wish.TAKE_BACK, "robot", "table ben"),
        (DICE_LIE, ANNA, YES, "", "anna"),
        (ConfirmDice((None,)), BEN, Confirmed((6,)), "", "table ben"),
        (ConfirmDice((None,)), (), Confirmed((6,)), "", "table anna ben"),
        (SettleDie(0), (), ShowsFace(6), "", "table anna ben"),
        (ANYBODY_THERE, (), HERE, "", "table anna ben"),
        (PREPARING, ANNA, Wish.LEAVE, "", "table anna"),
        (TRY_AGAIN, (), HERE, "", "table"),
        (WAKE_UP, (), HERE, "", "table anna ben zed"),
        (GoOn(7, (7, 4)), (), YES, "", "table anna"),
        (GoOn(7, (7, 4)), (), InterruptedGame(4, goes_on=True), "", "table ben"),
        (GoOn(7, (7, 4)), (), InterruptedGame(5, goes_on=True), "", "table"),
        (GoOn(7, (7, 4)), (), InterruptedGame(7, goes_on=False), "", "table"),
        (GoOn(7, (7, 4)), (), NO, "", "table"),
    ],
)
def test_each_question_names_who_may_answer(
    topic: Topic, asked: tuple[str, ...], reply: Reply | None, mover: str, may: str
) -> None:
    assert those_who_may(topic, asked, reply, mover) == may.split()


@pytest.mark.parametrize(("asked", "may"), [(ANNA, "anna"), (BEN, "table anna ben"), (CARLA, "table anna")])
def test_the_phone_that_began_plays_also_for_who_has_none_here(asked: tuple[str, ...], may: str) -> None:
    assert those_who_may(MOVE, asked, None, starter="anna") == may.split()


def test_while_the_phone_that_began_is_away_those_of_the_other_players_stand_in() -> None:
    assert those_who_may(MOVE, BEN, None, starter="ben") == ["table", "anna", "ben"]
    assert those_who_may(MOVE, CARLA, Wish.LEAVE, starter="ben") == ["table", "anna", "ben"]
    assert those_who_may(MOVE, ANNA, None, starter="ben") == ["anna"]


@pytest.mark.parametrize(
    ("screen", "starter", "may"),
    [
        (True, "anna", "table"),
        (False, "anna", "table anna"),
        (True, "zed", "table zed"),
        (True, "watcher", "table watcher"),
    ],
)
@pytest.mark.parametrize("topic", [AGREE_UNDO, LEAVE_GAME])
def test_a_phone_consents_for_another_without_screens(topic: Topic, starter: str, may: str, *, screen: bool) -> None:
    assert those_who_may(topic, CARLA, YES, starter=starter, screen=screen) == may.split()
    assert "anna" in those_who_may(AGREE_UNDO, ANNA, YES, starter=starter, screen=screen)


@pytest.mark.parametrize(
    ("topic", "reply", "may"),
    [
        (SettleDie(0), ShowsFace(6), "table zed"),
        (MEND_DICE, YES, "table zed"),
        (ANYBODY_THERE, HERE, "table zed"),
        (DICE_LIE, YES, "table zed"),
        (TRY_AGAIN, HERE, "table"),
        (GoOn(3, (3,)), NO, "table"),
    ],
)
def test_the_phone_that_began_a_game_of_robots_is_asked_alone(topic: Topic, reply: Reply, may: str) -> None:
    assert those_who_may(topic, (), reply, starter="zed", people=()) == may.split()


def test_whoever_watches_is_told_to_sit_down() -> None:
    told = [refusal(BROWSERS[name], Question(1, MOVE, BEN), None, seats(), PlayersNow()) for name in ("watcher", "zed")]
    assert [saying and saying.key for saying in told] == ["refused-watching", "refused-other"]
