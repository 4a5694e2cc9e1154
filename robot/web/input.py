"""Reads what pages send: JSON with the number of a question becomes a typed answer, or a step of its draft."""

from collections.abc import Mapping
from typing import Any

from hardware.panel import Button
from robot.errors import QuestionClosedError
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
    GoOn,
    InterruptedGame,
    LeaveGame,
    PickDie,
    PlainAnswer,
    Preparing,
    Reply,
    SetDie,
    ShowsFace,
    Topic,
    TryAgain,
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


def take(desk: QuestionDesk, sent: Mapping[str, Any], *, near: bool) -> None:
    """Answer a question, or change the draft of its answer, for a page that may be `near` the table.

    Raises:
        AnswerRefusedError: that question is closed, or does not allow this answer.

    """
    number = sent.get("question")
    if type(number) is not int:  # not isinstance: True is an int too
        raise refused("refused-answer")
    if "press" in sent:
        if not near:
            raise refused("refused-near")
        desk.press(number, button_of(sent["press"]))
        return
    if "step" in sent:
        desk.draft(number, step_of(sent))
        return
    reply = reply_of(sent)
    question = desk.question
    if question is None or question.number != number:  # read once, so that no later question is taken for this one
        raise QuestionClosedError(Saying("refused-late"))
    if not near and at_table_only(question.topic, reply):
        raise refused("refused-near")
    desk.answer(number, reply, near=near)


def at_table_only(topic: Topic, reply: Reply) -> bool:
    """Return whether only somebody at the table may give this answer: hands are away, a game ends, a player leaves.

    A phone belongs to no seat, so it could make any player leave.
    """
    match topic:
        case TryAgain() | Preparing():
            return True
        case GoOn():
            return reply is PlainAnswer.NO or (isinstance(reply, InterruptedGame) and not reply.goes_on)
        case LeaveGame():
            return reply is PlainAnswer.YES
    return False


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
