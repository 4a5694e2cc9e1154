"""Reads what pages send: JSON with the number of a question becomes a typed answer, or a step of its draft."""

from collections.abc import Mapping
from typing import Any, Protocol

from hardware.panel import Button
from robot.errors import AnswerRefusedError, IllegalAnswerError
from robot.games.choices import (
    CountDice,
    HoldDice,
    KeepDice,
    MarkDie,
    MarkTile,
    OpenBox,
    ShutTiles,
    TakeAction,
    ThrowDice,
    WriteBox,
    refused,
)
from robot.games.game import Wish
from robot.match.desk.question_desk import QuestionDesk
from robot.match.questions import (
    Confirmed,
    DraftStep,
    InterruptedGame,
    PickDie,
    PlainAnswer,
    Question,
    Reply,
    SetDie,
    ShowsFace,
)
from robot.saying import Saying

PLAIN: Mapping[str, Reply] = {answer.value: answer for answer in PlainAnswer} | {wish.value: wish for wish in Wish}
"""Answers without further data, by their names on the page."""
BIG_BUTTONS = (Button.ROLL, Button.HOLD, Button.NEW)
"""What keys of a page press where people have the three big buttons alone."""
MOST_DICE = 30
"""No page sends longer lists."""
LARGEST = 1000
"""No page sends larger numbers. Messages could not show some of them."""


class Refusal(Protocol):
    """Says why a page may not answer a question, None if it may. Without a reply: press a button, or make a step."""

    def __call__(self, question: Question, reply: Reply | None) -> Saying | None: ...


def take(desk: QuestionDesk, sent: Mapping[str, Any], refusal: Refusal, *, near: bool) -> None:
    """Answer a question, or change the draft of its answer, for a page that may be `near` the table.

    Raises:
        AnswerRefusedError: that question is closed, does not allow this answer, or is not for this page.

    """
    number = sent.get("question")
    if type(number) is not int:  # not isinstance: True is an int too
        raise refused("refused-answer")
    button = button_of(sent["press"]) if "press" in sent else None
    step = step_of(sent) if "step" in sent and not button else None
    reply = None if button or step else reply_of(sent)
    question = desk.question
    if question is None or question.number != number:  # read once, so that no later question is taken for this one
        raise AnswerRefusedError(Saying("refused-late"))
    if button and not near:
        raise refused("refused-near")
    if why := refusal(question, reply):
        raise IllegalAnswerError(why)
    if button:
        desk.press(number, button)
    elif step:
        desk.draft(number, step)
    elif reply is not None:
        desk.answer(number, reply, near=near)


def reply_of(sent: Mapping[str, Any]) -> Reply:
    """Return the answer that a page sent. Raises IllegalAnswerError."""
    match sent:
        case {"answer": "move", "action": str(action)}:
            return TakeAction(action)
        case {"answer": "keep", "wells": [*wells]} if _numbers(wells):
            return KeepDice(tuple(wells))
        case {"answer": "hold", "wells": [*wells]} if _numbers(wells):
            return HoldDice(tuple(wells))
        case {"answer": "shut", "tiles": [*tiles]} if _numbers(tiles):
            return ShutTiles(tuple(tiles))
        case {"answer": "write", "box": str(box)}:
            return WriteBox(box)
        case {"answer": "throw", "dice": dice} if _numbers([dice]):
            return ThrowDice(dice)
        case {"answer": "shows", "face": face} if _numbers([face]):
            return ShowsFace(face)
        case {"answer": "confirm", "values": [*values]} if None in values:
            raise refused("refused-unset")
        case {"answer": "confirm", "values": [*values]} if _numbers(values):
            return Confirmed(tuple(values))
        case {"answer": "resume" | "give-up" as what, "game": game} if type(game) is int:
            return InterruptedGame(game, what == "resume")
        case {"answer": str(name)} if name in PLAIN:
            return PLAIN[name]
    raise refused("refused-answer")


def step_of(sent: Mapping[str, Any]) -> DraftStep:
    """Return the step of an answer that a page sent. Raises IllegalAnswerError."""
    match sent:
        case {"step": "mark", "well": well, "kept": bool(kept)} if _numbers([well]):
            return MarkDie(well, kept)
        case {"step": "tile", "tile": tile, "shut": bool(shut)} if _numbers([tile]):
            return MarkTile(tile, shut)
        case {"step": "open", "box": str(box)}:
            return OpenBox(box)
        case {"step": "count", "dice": dice} if _numbers([dice]):
            return CountDice(dice)
        case {"step": "pick", "die": die} if _numbers([die]):
            return PickDie(die)
        case {"step": "set", "die": die, "face": face} if _numbers([die, face]):
            return SetDie(die, face)
    raise refused("refused-answer")


def button_of(name: Any) -> Button:
    """Return the big button of a name. Raises IllegalAnswerError."""
    if name not in BIG_BUTTONS:
        raise refused("refused-answer")
    return Button(name)


def to_json(reply: Reply) -> dict[str, Any]:
    """Return what a page sends for an answer: what `reply_of` reads."""
    match reply:
        case TakeAction(action):
            return {"answer": "move", "action": action}
        case KeepDice(wells):
            return {"answer": "keep", "wells": list(wells)}
        case HoldDice(wells):
            return {"answer": "hold", "wells": list(wells)}
        case ShutTiles(tiles):
            return {"answer": "shut", "tiles": list(tiles)}
        case WriteBox(box):
            return {"answer": "write", "box": box}
        case ThrowDice(dice):
            return {"answer": "throw", "dice": dice}
        case ShowsFace(face):
            return {"answer": "shows", "face": face}
        case Confirmed(values):
            return {"answer": "confirm", "values": list(values)}
        case InterruptedGame(game, goes_on):
            return {"answer": "resume" if goes_on else "give-up", "game": game}
    return {"answer": reply.value}


def _numbers(given: list[Any]) -> bool:
    return len(given) <= MOST_DICE and all(type(one) is int and abs(one) <= LARGEST for one in given)
