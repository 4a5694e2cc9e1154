"""Screens that only print: JSON Lines for scripts, sentences where there is no terminal."""

import json
from dataclasses import dataclass
from typing import TextIO

from robot.doubts import DOUBTS
from robot.events import Announced, Begun, Decided, Ended, Event, Held, Looked, Read, Thrown

YOU = "you"


@dataclass(slots=True)
class JsonLines:
    """One JSON object a line for each event: the same game gives the same bytes."""

    out: TextIO

    def hear(self, event: Event) -> None:
        self.out.write(json.dumps(event.to_json(), ensure_ascii=False) + "\n")
        self.out.flush()


@dataclass(slots=True)
class Sentences:
    """One plain line for each event that people want to read."""

    out: TextIO
    _players: tuple[str, ...] = ()

    def hear(self, event: Event) -> None:
        text = sentence(event, self._players)
        if isinstance(event, Begun):
            self._players = event.players
        if text:
            self.out.write(text + "\n")
            self.out.flush()


def sentence(event: Event, players: tuple[str, ...]) -> str:
    """Say an event in one line; empty where there is nothing to say."""
    match event:
        case Begun():
            how = f"goes on after {counted(event.throws, 'throw')}" if event.throws else "begins"
            return f"A game of {event.game.title()} to {event.state.goal} {how}: {' against '.join(event.players)}."
        case Decided(decision=decision):
            return f"{players[event.player]}: {decision.why}" if decision else ""
        case Thrown():
            return f"Throw {event.throw} …"
        case Looked():
            doubts = " and ".join(DOUBTS[doubt].said for doubt in event.look.doubts if doubt)
            return f"The camera says no value: the die {doubts}." if doubts else ""
        case Announced():
            return event.text
        case Read():
            shown = " and ".join(str(value) for value in event.values)
            lost = "" if event.state.player == event.player else "; the turn total is lost"
            standing = lost or f", turn total {event.state.turn_total}"
            return f"{does(players[event.player], 'throw')} {shown}{standing}."
        case Held():
            scores = " : ".join(str(score) for score in event.state.scores)
            name = players[event.player]
            return f"{does(name, 'hold')} and {'bank' if name == YOU else 'banks'} {event.banked}. It stands {scores}."
        case Ended():
            scores = " : ".join(str(score) for score in event.state.scores)
            return f"{does(event.players[event.winner], 'win')} {scores} after {counted(event.throws, 'throw')}."


def does(name: str, verb: str) -> str:
    """Return the name and the verb in its form for that name."""
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"


def counted(count: int, thing: str) -> str:
    """Return how many things there are, in words."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
