"""Screens that only print: JSON Lines for scripts, sentences without a terminal."""

import json
from dataclasses import dataclass, field
from typing import TextIO

from robot.games.rulebook import Rulebook
from robot.language import Language, english
from robot.match.event_text import describe
from robot.match.events import Begun, Event, RulesWanted, Written
from robot.terminal.rule_lines import rule_lines


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
    """One plain line for each event that people want to read, and the lines of `rulebook` when they ask for them."""

    out: TextIO
    language: Language = field(default_factory=english)
    rulebook: Rulebook | None = None
    _players: tuple[str, ...] = ()

    def hear(self, event: Event) -> None:
        if isinstance(event, RulesWanted) and self.rulebook:
            self.out.writelines(f"{line}\n" for line in rule_lines(self.rulebook, self.language))
            self.out.flush()
        saying = describe(event, self._players)
        if isinstance(event, Begun):
            self._players = event.players
        if saying:
            self.out.write(self.language.say(saying) + "\n")
            self.out.flush()
