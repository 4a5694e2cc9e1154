"""What people do at every interface: marks and actions, and the refusals of illegal ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robot.errors import IllegalAnswerError
from robot.saying import Saying
from solver.action import Action, are_numbers
from solver.errors import RuleError

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark a thing, or take its mark away where `on` is false.

    `thing` depends on the `kind`: a "die" by its well, a "tile" by its number, a "box" by its name, a "count" of dice
    to throw.
    """

    kind: str
    thing: int | str
    on: bool = True


def read_act(data: Any, refusal: str = "coach-refused-line") -> Action:
    """Return the action in JSON that people send. Raises IllegalAnswerError, with this `refusal` for other JSON."""
    faces = data.get("keep") if isinstance(data, dict) else None
    if isinstance(faces, list):
        read_faces(faces)
    try:
        return Action.of_json(data)
    except RuleError as error:
        raise make_refusal(refusal) from error


def read_faces(dice: Sequence[Any]) -> tuple[int, ...]:
    """Return the faces of dice, 1 to 6. Raises IllegalAnswerError."""
    if not are_numbers(dice) or not {*dice} <= {*FACES}:
        raise make_refusal("coach-refused-faces")
    return tuple(dice)


def make_refusal(key: str, **values: int | str | Saying) -> IllegalAnswerError:
    """Return the error that gives the message of this key as the reason why a choice cannot be made."""
    return IllegalAnswerError(Saying(key, values))
