"""Who may answer what: the table of all questions, and of those who might answer them."""

import pytest

from robot.games.game import Wish
from robot.games.registry import make_game
from robot.match.questions import (
    AgreeUndo,
    AnybodyThere,
    ChooseMove,
    ConfirmDice,
    Confirmed,
    DiceLie,
    GoOn,
    InterruptedGame,
    LeaveGame,
    PlainAnswer,
    Preparing,
    Question,
    Reply,
    SettleDie,
    ShowsFace,
    Topic,
    TryAgain,
    WakeUp,
)
from robot.web.access.phone_seats import Browser, PhoneSeats
from robot.web.access.rights import TABLE, PlayersNow, refusal
from tests.support.robot.stubs import look

YES, NO, HERE = PlainAnswer.YES, PlainAnswer.NO, PlainAnswer.HERE
MOVE = ChooseMove(make_game("pig", {}).begin(3))
ANNA, BEN, CARLA = ("Anna",), ("Ben",), ("Carla",)
BROWSERS = {"table": TABLE} | {name: Browser(name) for name in ("anna", "ben", "zed", "watcher", "")}
"""Anna's phone is here, Ben's is gone, Carla has none; Zed sits and does not play; the watcher does not sit."""


def seats(starter: str = "") -> PhoneSeats:
    seats = PhoneSeats()
    for key, name in (("anna", "Anna"), ("ben", "Ben"), ("zed", "Zed")):
        seats.opened(key)
        assert seats.sit(key, name)
    seats.closed("ben")
    seats.opened("watcher")
    seats.began(1, starter)
    return seats


def those_who_may(topic: Topic, asked: tuple[str, ...], reply: Reply | None, mover: str, starter: str) -> list[str]:
    playing = PlayersNow(("Anna", "Ben", "Carla"), mover, {7: ("Anna", "Carla"), 4: ("Ben",)})
    question = Question(1, topic, asked)
    return [name for name, one in BROWSERS.items() if refusal(one, question, reply, seats(starter), playing) is None]


@pytest.mark.parametrize(
    ("topic", "asked", "reply", "mover", "may"),
    [
        (MOVE, ANNA, None, "", "anna"),
        (MOVE, BEN, None, "", "table ben"),
        (MOVE, CARLA, None, "", "table"),
        (MOVE, ANNA, Wish.LEAVE, "Ben", "anna"),
        (LeaveGame("Anna", alone=False), ANNA, YES, "", "anna"),
        (LeaveGame("Ben", alone=False), BEN, YES, "", "table ben"),
        (AgreeUndo(ANNA), ANNA, YES, "Ben", "anna"),
        (AgreeUndo(BEN), BEN, YES, "Anna", "table ben"),
        (AgreeUndo(CARLA), CARLA, YES, "Anna", "table"),
        (MOVE, BEN, Wish.TAKE_BACK, "Anna", "anna"),
        (MOVE, ANNA, Wish.TAKE_BACK, "Carla", "table"),
        (MOVE, ANNA, Wish.TAKE_BACK, "", "anna"),
        (MOVE, BEN, Wish.TAKE_BACK, "robot", "table ben"),
        (DiceLie(), ANNA, YES, "", "anna"),
        (ConfirmDice((None,)), BEN, Confirmed((6,)), "", "table ben"),
        (ConfirmDice((None,)), (), Confirmed((6,)), "", "table anna ben"),
        (SettleDie(look(None), 0), (), ShowsFace(6), "", "table anna ben"),
        (AnybodyThere(), (), HERE, "", "table anna ben"),
        (Preparing(), ANNA, Wish.LEAVE, "", "table anna"),
        (TryAgain(), (), HERE, "", "table"),
        (WakeUp(), (), HERE, "", "table anna ben zed"),
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
    assert those_who_may(topic, asked, reply, mover, "") == may.split()


@pytest.mark.parametrize(("asked", "may"), [(ANNA, "anna"), (BEN, "table ben"), (CARLA, "table anna")])
def test_the_phone_that_began_the_game_plays_also_for_those_who_never_had_a_phone(
    asked: tuple[str, ...], may: str
) -> None:
    assert those_who_may(MOVE, asked, None, "", "anna") == may.split()


def test_whoever_watches_is_told_to_sit_down() -> None:
    told = [refusal(BROWSERS[name], Question(1, MOVE, BEN), None, seats(), PlayersNow()) for name in ("watcher", "zed")]
    assert [saying and saying.key for saying in told] == ["refused-watching", "refused-other"]
