"""The events of a game, which every listener receives in order: screens, recordings and scripts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from robot.games.game import Position, Tally
from robot.games.reasons import event_decision
from robot.language import english
from robot.match.questions import Question, Reply
from robot.match.throw_off import ThrowOff
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look
from solver.action import Action
from solver.decision import Decision


@dataclass(frozen=True, slots=True)
class Begun:
    """A game begins or goes on; `throws` counts the readings in the journal.

    `title` is the game's name for people. `people` says for each player whether it is a person. `trail` holds the
    earlier positions in order; it is empty when the game begins. Robots play for the seats in `left`.
    `faces` are those of the machine's last throw by their wells, {} before the first and if people have thrown since.
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
    faces: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tallied:
    """A person changed the move that they are preparing at `position`."""

    player: int
    tally: Tally
    position: Position


@dataclass(frozen=True, slots=True)
class Decided:
    """A player chose an action, and nothing has moved yet. `decision` is None for people and for forced moves."""

    position: Position
    action: Action
    decision: Decision | None

    @property
    def player(self) -> int:
        return self.position.player


@dataclass(frozen=True, slots=True)
class Hinted:
    """The action that a robot would choose for a player who asked for a hint, and why."""

    position: Position
    action: Action
    decision: Decision

    @property
    def player(self) -> int:
        return self.position.player


@dataclass(frozen=True, slots=True)
class Left:
    """The player `name` has left; a robot replaces this player."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """The journal holds the intention; the table is about to throw all dice except those in the wells `kept`.

    If people throw (`by_hand`), dice lie in no wells, and `faces` are the values of the kept dice in ascending order.
    """

    player: int
    throw: int
    kept: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera read the dice. The reading may hold doubts."""

    throw: int
    number: int
    look: Look


@dataclass(frozen=True, slots=True)
class Confirming:
    """People must confirm that dice thrown by hand show these `values`. Die number `chosen`, from 0, can be set."""

    player: int
    throw: int
    values: tuple[int | None, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """People say that dice show `values`, which differ from the look. The look did not see surplus values."""

    player: int
    throw: int
    look: Look
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """Something that the people at the table should know, and what it is about.

    `throw_off` is the state of the throw-off, if this has just changed.
    """

    saying: Saying
    about: About = About.GAME
    throw_off: ThrowOff | None = None

    @property
    def text(self) -> str:
        """The text in English, the language of scripts and recordings."""
        return english().say(self.saying)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question is now open. Scripts and recordings get only its outcome."""

    question: Question


@dataclass(frozen=True, slots=True)
class Closed:
    """The question with this number is closed. `reply` is its answer, None if it got none."""

    number: int
    reply: Reply | None = None


@dataclass(frozen=True, slots=True)
class RulesWanted:
    """Somebody at the keyboard wants to read the rules, or `closes` them. Only screens need this event."""

    closes: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A throw counts: its reading is in the journal. `values` are those of all wells, including kept dice."""

    throw: int
    before: Position
    action: Action
    values: tuple[int, ...]
    position: Position

    @property
    def player(self) -> int:
        return self.before.player


@dataclass(frozen=True, slots=True)
class Booked:
    """A player made a move without a throw: held, or entered a score in a box."""

    before: Position
    action: Action
    position: Position

    @property
    def player(self) -> int:
        return self.before.player


@dataclass(frozen=True, slots=True)
class Undone:
    """The last move is taken back; the players `agreed` have agreed. `position` is the one before the move."""

    action: Action
    agreed: tuple[int, ...]
    position: Position

    @property
    def player(self) -> int:
        return self.position.player


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; it may have no winner."""

    players: tuple[str, ...]
    throws: int
    position: Position


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
"""The events for recordings and scripts."""
Event = Written | Asked | Closed | RulesWanted


def event_json(event: Written) -> dict[str, Any]:
    """Return an event as JSON for scripts and recordings; players and dice count from 1."""
    match event:
        case Begun():
            line = {"event": "begin", "game": event.game, **event.rules, "players": event.players}
            return {**line, "throws": event.throws, "seed": event.seed, **event.position.to_json()}
        case Tallied(tally=tally):
            line = {"event": "tally", "player": event.player + 1, "wells": tally.keep}
            line |= {"dice": tally.dice} if tally.dice else {}
            return line | ({"box": tally.box, "points": tally.points} if tally.box else {})
        case Decided():
            line = {"event": "decision", "player": event.player + 1, **event.position.to_json()}
            line |= {"action": event.action.to_json()}
            return line | (event_decision(event.decision, event.position.tell) if event.decision else {})
        case Hinted():
            line = {"event": "hint", "player": event.player + 1, "action": event.action.to_json()}
            return line | event_decision(event.decision, event.position.tell)
        case Left():
            return {"event": "leave", "player": event.player + 1, "name": event.name}
        case Thrown():
            line = {"event": "throw", "player": event.player + 1, "throw": event.throw}
            return line | ({"kept": event.kept} if event.kept else {})
        case Looked(look=look):
            line = {"event": "look", "throw": event.throw, "look": event.number}
            line |= {"wells": look.wells} if len(look.wells) > 1 else {}
            return line | {"values": look.values, "doubts": look.doubts}
        case Confirming():
            line = {"event": "confirm", "player": event.player + 1, "throw": event.throw}
            return line | {"values": event.values, "chosen": event.chosen + 1}
        case Corrected():
            line = {"event": "correction", "player": event.player + 1, "throw": event.throw}
            return line | {"read": event.look.values, "values": event.values}
        case Announced():
            return {"event": "announcement", "text": event.text}
        case Read():
            line = {"event": "reading", "player": event.player + 1, "throw": event.throw, "values": event.values}
            return line | event.position.to_json()
        case Booked():
            return {**event.before.booking(event.action), **event.position.to_json()}
        case Undone():
            line = {"event": "undo", "player": event.player + 1, "action": event.action.to_json()}
            return {**line, "agreed": [seat + 1 for seat in event.agreed], **event.position.to_json()}
        case Ended():
            return {"event": "end", **event.position.result(event.players), "throws": event.throws}


class Listener(Protocol):
    """A receiver of events."""

    def hear(self, event: Event) -> None:
        """Receive one event."""
