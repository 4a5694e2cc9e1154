"""What people do, at every interface: they mark things, and they do a verb on what is marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robot.errors import IllegalAnswerError
from robot.saying import Saying

THROW, HOLD, WRITE, SHUT, STAND, SIT = "throw", "hold", "write", "shut", "stand", "sit"
FACES = range(1, 7)
MOST_THINGS = 100
"""More dice than any game throws, and more tiles than any has; longer lists are no action."""
LARGEST = 1000
"""No action names larger numbers. Messages could not show some of them."""


@dataclass(frozen=True, slots=True)
class Action:
    """A verb on things: THROW and HOLD keep dice, WRITE takes a box, SHUT tiles; STAND and SIT take nothing.

    Dice are named by the `wells` in which they lie, 1 to 6, or by their `faces` by who knows no more; None of both
    keeps none. `count` is how many dice are thrown, where that is chosen; None throws all of the turn.
    """

    verb: str
    wells: tuple[int, ...] | None = None
    faces: tuple[int, ...] | None = None
    box: str = ""
    tiles: tuple[int, ...] = ()
    count: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the one form that pages, scripts and kept coached games have: see docs/questions.md."""
        dice = {"keep": self.faces, "wells": self.wells}
        if kept := {key: list(some) for key, some in dice.items() if some is not None}:
            return kept | ({"then": self.verb} if self.verb == HOLD or "wells" in kept else {})
        match self.verb:
            case "write":
                return {"box": self.box}
            case "shut":
                return {"shut": list(self.tiles)}
            case "throw":
                return {"roll": self.count or True}
        return {self.verb: True}

    @classmethod
    def of_json(cls, data: Any) -> "Action | None":
        """Return the action that `to_json` wrote as this, None for other JSON. Raises IllegalAnswerError for no dice.

        `then` is THROW where it is left out beside `keep`.
        """
        match data:
            case {"keep": list(dice), "then": "hold" | "throw" as verb} if len(data) == 2:
                return cls(verb, faces=read_faces(dice))
            case {"wells": list(wells), "then": "hold" | "throw" as verb} if len(data) == 2 and numbers(wells):
                return cls(verb, wells=tuple(wells))
        if not isinstance(data, Mapping) or len(data) != 1:
            return None
        match data:
            case {"keep": list(dice)}:
                return cls(THROW, faces=read_faces(dice))
            case {"box": str(box)}:
                return cls(WRITE, box=box)
            case {"shut": list(tiles)} if numbers(tiles):
                return cls(SHUT, tiles=tuple(tiles))
            case {"roll": True}:
                return cls(THROW)
            case {"roll": int(count)} if numbers([count]) and count:
                return cls(THROW, count=count)
            case {"hold": True} | {"stand": True} | {"sit": True}:
                return cls(next(iter(data)))
        return None


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark a thing, or with `on` false take its mark away.

    The `kind` is "die" by its well, "tile" by its number, "box" by its name, or "count" by how many dice are thrown.
    """

    kind: str
    thing: int | str
    on: bool = True


def read_faces(dice: Sequence[Any]) -> tuple[int, ...]:
    """Return the faces of dice, 1 to 6. Raises IllegalAnswerError."""
    if len(dice) > MOST_THINGS or not all(type(face) is int and face in FACES for face in dice):  # true is no face
        raise make_refusal("coach-refused-faces")
    return tuple(dice)


def numbers(given: Sequence[Any]) -> bool:
    """Return whether these are a few whole numbers that messages can show."""
    return len(given) <= MOST_THINGS and all(type(one) is int and abs(one) <= LARGEST for one in given)


def make_refusal(key: str, **values: int | str | Saying) -> IllegalAnswerError:
    """Return the error that says by a message of this key why a choice cannot be made."""
    return IllegalAnswerError(Saying(key, values))
