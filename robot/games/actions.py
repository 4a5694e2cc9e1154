"""What people do, at every interface: they mark things, and they act; and why they may not."""

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
    """Mark a thing, or with `on` false take its mark away.

    The `kind` is "die" by its well, "tile" by its number, "box" by its name, or "count" by how many dice are thrown.
    """

    kind: str
    thing: int | str
    on: bool = True


def read_act(data: Any, refusal: str = "coach-refused-line") -> Action:
    """Return the action of JSON that people send. Raises IllegalAnswerError, for other JSON with this `refusal`."""
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
    """Return the error that says by a message of this key why a choice cannot be made."""
    return IllegalAnswerError(Saying(key, values))
