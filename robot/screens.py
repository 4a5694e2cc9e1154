"""Screens that only print: JSON Lines for scripts, sentences where there is no terminal."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from robot.doubts import DOUBTS
from robot.events import Announced, Begun, Booked, Decided, Ended, Event, Looked, Read, Tallied, Thrown, Undone
from robot.look import Look
from robot.words import counted, does, listed


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
            return f"A game of {event.title} {how}: {' against '.join(event.players)}."
        case Tallied(tally=tally):
            return f"{tally.box} would score {tally.points}" if tally.box else ""
        case Decided(decision=decision):
            return f"{players[event.player]}: {decision.why}" if decision else ""
        case Thrown():
            wells = f"well {event.kept[0]}" if len(event.kept) == 1 else f"wells {listed(event.kept or ' ')}"
            return f"Throw {event.throw}, {wells} kept …" if event.kept else f"Throw {event.throw} …"
        case Looked():
            doubts = " and ".join(doubtful(event.look))
            return f"The camera says no value: {doubts}." if doubts else ""
        case Announced():
            return event.text
        case Read():
            return event.before.tell_throw(players[event.player], event.move, event.values)
        case Booked():
            return event.before.tell_booking(players[event.player], event.move)
        case Undone():
            return f"{does(players[event.player], 'take')} back {event.position.name_move(event.move)}."
        case Ended():
            return event.position.tell_end(event.players, event.throws)


def doubtful(look: Look) -> Iterator[str]:
    """Yield for each die in doubt which one it is, and why."""
    for number, doubt in enumerate(look.doubts):
        if doubt:
            which = f" in well {look.wells[number]}" if len(look.wells) > 1 else ""
            yield f"the die{which} {DOUBTS[doubt].said}"
