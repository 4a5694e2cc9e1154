"""What happens in a game, told to every listener in order: screens, recordings and scripts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from robot.look import Look
from solver.decision import Decision
from solver.race.pig import PigState


@dataclass(frozen=True, slots=True)
class Begun:
    """A game begins or goes on; `throws` counts the readings that the journal holds already.

    `people` says of each player whether somebody is asked at a panel.
    """

    game: str
    players: tuple[str, ...]
    people: tuple[bool, ...]
    state: PigState
    throws: int
    seed: int | None

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "begin",
            "game": self.game,
            "goal": self.state.goal,
            "players": list(self.players),
            "throws": self.throws,
            "seed": self.seed,
            **_standing(self.state),
        }


@dataclass(frozen=True, slots=True)
class Decided:
    """A player chose an action; told before anything moves. People give no reasons."""

    player: int
    state: PigState
    action: str
    decision: Decision | None

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "decision", "player": self.player + 1, **_standing(self.state)}
        line["action"] = self.action
        if self.decision is not None:
            line |= self.decision.to_json()
        return line


@dataclass(frozen=True, slots=True)
class Thrown:
    """The journal holds the intention; the table is about to throw."""

    player: int
    throw: int

    def to_json(self) -> dict[str, Any]:
        return {"event": "throw", "player": self.player + 1, "throw": self.throw}


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera looked at the dice that lie there now; the reading may still hold doubts."""

    throw: int
    number: int
    look: Look

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "look",
            "throw": self.throw,
            "look": self.number,
            "values": list(self.look.values),
            "doubts": list(self.look.doubts),
        }


@dataclass(frozen=True, slots=True)
class Announced:
    """Something that the people at the table should know."""

    text: str

    def to_json(self) -> dict[str, Any]:
        return {"event": "announcement", "text": self.text}


@dataclass(frozen=True, slots=True)
class Read:
    """A throw counts: its reading is in the journal. `state` is the standing after it."""

    player: int
    throw: int
    values: tuple[int, ...]
    state: PigState

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "reading",
            "player": self.player + 1,
            "throw": self.throw,
            "values": list(self.values),
            **_standing(self.state),
        }


@dataclass(frozen=True, slots=True)
class Held:
    """A player banked the turn total. `state` is the standing after it."""

    player: int
    banked: int
    state: PigState

    def to_json(self) -> dict[str, Any]:
        return {"event": "hold", "player": self.player + 1, "banked": self.banked, **_standing(self.state)}


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is won."""

    winner: int
    players: tuple[str, ...]
    throws: int
    state: PigState

    def to_json(self) -> dict[str, Any]:
        return {
            "event": "end",
            "winner": self.players[self.winner],
            "seat": self.winner + 1,
            "scores": list(self.state.scores),
            "throws": self.throws,
        }


Event = Begun | Decided | Thrown | Looked | Announced | Read | Held | Ended


class Listener(Protocol):
    """Whoever wants to know what happens."""

    def hear(self, event: Event) -> None:
        """Take one event."""


def _standing(state: PigState) -> Mapping[str, Any]:
    return {"scores": list(state.scores), "turn_total": state.turn_total}
