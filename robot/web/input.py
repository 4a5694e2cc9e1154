"""Reader of pages' input: JSON with a question's number becomes a typed answer or a step of its draft."""

from collections.abc import Callable, Mapping
from typing import Any

from hardware.panel import Button
from robot.errors import IllegalAnswerError, RefusedError
from robot.games.actions import Mark, make_refusal, read_act
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
from solver.action import Action, are_numbers

PLAIN: Mapping[str, Reply] = {answer.value: answer for answer in PlainAnswer} | {wish.value: wish for wish in Wish}
"""Answers without data, by their names on the page."""
BIG_BUTTONS = (Button.ROLL, Button.HOLD, Button.NEW)
"""The buttons that a page can press for people with only the three big ones."""


def take(
    desk: QuestionDesk,
    sent: Mapping[str, Any],
    refusal: Callable[[Question, Reply | None], Saying | None],
    *,
    near: bool,
) -> None:
    """Answer a question, or change the draft of its answer. `near` says that the page is at the table.

    `refusal` returns why the page may not do this, None if it may; its reply is None for a button or a step.

    Raises:
        RefusedError: that question is closed, does not allow this answer, or is not for this page.

    """
    number = sent.get("question")
    if type(number) is not int:  # not isinstance: True is an int too
        raise make_refusal("refused-answer")
    button = button_of(sent["press"]) if "press" in sent else None
    step = step_of(sent) if "step" in sent and not button else None
    reply = None if button or step else reply_of(sent)
    question = desk.question
    if question is None or question.number != number:  # read once, because the open question may change
        raise RefusedError(Saying("refused-late"))
    if button and not near:
        raise make_refusal("refused-near")
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
    if "act" in sent:
        return read_act(sent["act"], "refused-answer")
    match sent:
        case {"answer": "shows", "face": face} if are_numbers([face]):
            return ShowsFace(face)
        case {"answer": "confirm", "values": [*values]} if None in values:
            raise make_refusal("refused-unset")
        case {"answer": "confirm", "values": [*values]} if are_numbers(values):
            return Confirmed(tuple(values))
        case {"answer": "resume" | "give-up" as what, "game": game} if type(game) is int:
            return InterruptedGame(game, what == "resume")
        case {"answer": str(name)} if name in PLAIN:
            return PLAIN[name]
    raise make_refusal("refused-answer")


def step_of(sent: Mapping[str, Any]) -> DraftStep:
    """Return the draft step that a page sent. Raises IllegalAnswerError."""
    match sent:
        case {"step": "mark", "well": well, "kept": bool(kept)} if are_numbers([well]):
            return Mark("die", well, kept)
        case {"step": "tile", "tile": tile, "shut": bool(shut)} if are_numbers([tile]):
            return Mark("tile", tile, shut)
        case {"step": "open", "box": str(box)}:
            return Mark("box", box)
        case {"step": "count", "dice": dice} if are_numbers([dice]):
            return Mark("count", dice)
        case {"step": "pick", "die": die} if are_numbers([die]):
            return PickDie(die)
        case {"step": "set", "die": die, "face": face} if are_numbers([die, face]):
            return SetDie(die, face)
    raise make_refusal("refused-answer")


def button_of(name: Any) -> Button:
    """Return the big button with this name. Raises IllegalAnswerError."""
    if name not in BIG_BUTTONS:
        raise make_refusal("refused-answer")
    return Button(name)


def to_json(reply: Reply) -> dict[str, Any]:
    """Return the JSON that a page sends for an answer; `reply_of` reads it."""
    match reply:
        case Action():
            return {"act": reply.to_json()}
        case ShowsFace(face):
            return {"answer": "shows", "face": face}
        case Confirmed(values):
            return {"answer": "confirm", "values": list(values)}
        case InterruptedGame(game, goes_on):
            return {"answer": "resume" if goes_on else "give-up", "game": game}
    return {"answer": reply.value}
