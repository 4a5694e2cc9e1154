"""Screens that only print: JSON Lines for scripts, sentences where there is no terminal."""

import json
from dataclasses import dataclass
from typing import TextIO

from robot.events import Announced, Begun, Decided, Ended, Event, Held, Looked, Read, Thrown


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
            how = f"goes on after {event.throws} throws" if event.throws else "begins"
            return f"A game of {event.game.title()} to {event.state.goal} {how}: {' against '.join(event.players)}."
        case Decided(decision=decision):
            return f"{players[event.player]}: {decision.why}" if decision else ""
        case Thrown():
            return f"Throw {event.throw} …"
        case Looked():
            doubts = " and ".join(doubt for doubt in event.look.doubts if doubt)
            return f"The camera is in doubt ({doubts})." if doubts else ""
        case Announced():
            return event.text
        case Read():
            shown = " and ".join(str(value) for value in event.values)
            lost = "" if event.state.player == event.player else "; the turn total is lost"
            standing = lost or f", turn total {event.state.turn_total}"
            return f"{players[event.player]} throws {shown}{standing}."
        case Held():
            scores = " : ".join(str(score) for score in event.state.scores)
            return f"{players[event.player]} holds and banks {event.banked}. It stands {scores}."
        case Ended():
            scores = " : ".join(str(score) for score in event.state.scores)
            return f"{event.players[event.winner]} wins {scores} after {event.throws} throws."
