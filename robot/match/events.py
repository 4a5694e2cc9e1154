"""The events of a game, which every listener receives in order: screens, recordings and scripts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from robot.games.game import Move, Position, Reasons, Tally
from robot.language import english
from robot.match.questions import Question, Reply
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look


@dataclass(frozen=True, slots=True)
class Begun:
    """A game begins or goes on; `throws` counts the readings that the journal holds already.

    `title` is what people call the game. `people` says for each player whether it is a person. `trail` holds the
    earlier positions from the first one on; it is empty when the game begins. Robots play for the seats that have
    `left`.
    """

    game: str
    title: Saying
    rules: Mapping[str, Any]
    players: tuple[str, ...]
    people: tuple[bool, ...]
    position: Position
    throws: int
    seed: int | None
    trail: tuple[Position, ...] = ()
    left: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "begin",
            "game": self.game,
            **self.rules,
            "players": list(self.players),
            "throws": self.throws,
            "seed": self.seed,
            **self.position.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Tallied:
    """A person changed the move that they are preparing at `position`."""

    player: int
    tally: Tally
    position: Position

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "tally", "player": self.player + 1, "wells": list(self.tally.keep)}
        line |= {"dice": self.tally.dice} if self.tally.dice else {}
        return line | ({"box": self.tally.box, "points": self.tally.points} if self.tally.box else {})


@dataclass(frozen=True, slots=True)
class Decided:
    """A player chose a move; sent before anything moves. People give no reasons."""

    position: Position
    move: Move
    decision: Reasons | None

    @property
    def player(self) -> int:
        return self.position.player

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "decision", "player": self.player + 1, **self.position.to_json()}
        line["action"] = self.move.action
        if self.decision is not None:
            line |= self.decision.to_json()
        return line


@dataclass(frozen=True, slots=True)
class Hinted:
    """The move that a robot would make for a player who asked for a hint, and why."""

    position: Position
    move: Move
    decision: Reasons

    @property
    def player(self) -> int:
        return self.position.player

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "hint", "player": self.player + 1, "action": self.move.action}
        return line | self.decision.to_json()


@dataclass(frozen=True, slots=True)
class Left:
    """The player `name` has left; a robot replaces them."""

    player: int
    name: str

    def to_json(self) -> dict[str, Any]:
        return {"event": "leave", "player": self.player + 1, "name": self.name}


@dataclass(frozen=True, slots=True)
class Thrown:
    """The journal holds the intention; the table is about to throw all dice but those in the wells `kept`.

    `faces` are what these dice show, in ascending order, where people throw and dice lie in no wells.
    """

    player: int
    throw: int
    kept: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "throw", "player": self.player + 1, "throw": self.throw}
        return line | ({"kept": list(self.kept)} if self.kept else {})


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera read the dice. The reading may hold doubts."""

    throw: int
    number: int
    look: Look

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "look", "throw": self.throw, "look": self.number}
        if len(self.look.wells) > 1:
            line["wells"] = list(self.look.wells)
        return line | {"values": list(self.look.values), "doubts": list(self.look.doubts)}


@dataclass(frozen=True, slots=True)
class Confirming:
    """People are asked whether dice thrown by hand show these `values`. Die number `chosen`, from 0, can be set."""

    player: int
    throw: int
    values: tuple[int | None, ...]
    chosen: int

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "confirm", "player": self.player + 1, "throw": self.throw}
        return line | {"values": list(self.values), "chosen": self.chosen + 1}


@dataclass(frozen=True, slots=True)
class Corrected:
    """People say that dice show `values`, which differ from the look. Values beyond the look's dice were not seen."""

    player: int
    throw: int
    look: Look
    values: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "correction", "player": self.player + 1, "throw": self.throw}
        return line | {"read": list(self.look.values), "values": list(self.values)}


@dataclass(frozen=True, slots=True)
class Announced:
    """Something that the people at the table should know, and what it is about."""

    saying: Saying
    about: About = About.GAME

    @property
    def text(self) -> str:
        """The same in English, the language of scripts and recordings."""
        return english().say(self.saying)

    def to_json(self) -> dict[str, Any]:
        return {"event": "announcement", "text": self.text}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question is open from now on. Scripts and recordings get only its outcome."""

    question: Question


@dataclass(frozen=True, slots=True)
class Closed:
    """The question of this number is closed. `reply` is its answer, None if it got none."""

    number: int
    reply: Reply | None = None


@dataclass(frozen=True, slots=True)
class RulesWanted:
    """Somebody at the keyboard wants to read the rules. Only screens need to know."""


@dataclass(frozen=True, slots=True)
class Read:
    """A throw counts: its reading is in the journal. `values` are those of all wells, with kept dice."""

    throw: int
    before: Position
    move: Move
    values: tuple[int, ...]
    position: Position

    @property
    def player(self) -> int:
        return self.before.player

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "reading",
            "player": self.player + 1,
            "throw": self.throw,
            "values": list(self.values),
            **self.position.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Booked:
    """A player made a move without a throw: held, or wrote a score into a box."""

    before: Position
    move: Move
    position: Position

    @property
    def player(self) -> int:
        return self.before.player

    def to_json(self) -> dict[str, Any]:
        return {**self.before.booking(self.move), **self.position.to_json()}


@dataclass(frozen=True, slots=True)
class Undone:
    """The last move is taken back, because all who `agreed` did so. `position` is the one before the move."""

    move: Move
    agreed: tuple[int, ...]
    position: Position

    @property
    def player(self) -> int:
        return self.position.player

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "undo",
            "player": self.player + 1,
            "action": self.move.action,
            "agreed": [seat + 1 for seat in self.agreed],
            **self.position.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is won."""

    players: tuple[str, ...]
    throws: int
    position: Position

    def to_json(self) -> dict[str, Any]:
        return {"event": "end", **self.position.result(self.players), "throws": self.throws}


Written = (
    Begun
    | Tallied
    | Decided
    | Hinted
    | Left
    | Thrown
    | Looked
    | Confirming
    | Corrected
    | Announced
    | Read
    | Booked
    | Undone
    | Ended
)
"""The events that recordings and scripts get."""
Event = Written | Asked | Closed | RulesWanted


class Listener(Protocol):
    """A receiver of events."""

    def hear(self, event: Event) -> None:
        """Take one event."""
