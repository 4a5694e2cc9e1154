"""Screens that only print: JSON Lines for scripts, sentences without a terminal."""

import json
from dataclasses import dataclass, field
from typing import TextIO

from robot.language import Language, english
from robot.match.event_text import describe
from robot.match.events import Begun, Event, Written


@dataclass(slots=True)
class JsonLines:
    """One JSON object a line for each event: the same game gives the same bytes, whatever the language."""

    out: TextIO

    def hear(self, event: Event) -> None:
        if isinstance(event, Written):
            self.out.write(json.dumps(event.to_json(), ensure_ascii=False) + "\n")
            self.out.flush()


@dataclass(slots=True)
class Sentences:
    """One plain line for each event that people want to read."""

    out: TextIO
    language: Language = field(default_factory=english)
    _players: tuple[str, ...] = ()

    def hear(self, event: Event) -> None:
        saying = describe(event, self._players)
        if isinstance(event, Begun):
            self._players = event.players
        if saying:
            self.out.write(self.language.say(saying) + "\n")
            self.out.flush()
