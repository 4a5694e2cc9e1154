"""Screens that only print: JSON Lines for scripts, sentences without a terminal."""

from dataclasses import dataclass, field
from typing import TextIO

from robot.games.rulebook import Rulebook
from robot.language import Language, english
from robot.match.events import Event, RulesWanted, Written
from robot.match.narration import Narration
from robot.terminal.letters import json_line
from robot.terminal.rule_lines import rule_lines


@dataclass(slots=True)
class JsonLines:
    """One JSON object a line for each event: the same game gives the same bytes, whatever the language."""

    out: TextIO

    def hear(self, event: Event) -> None:
        if isinstance(event, Written):
            self.out.write(json_line(event.to_json(), self.out))
            self.out.flush()


@dataclass(slots=True)
class Sentences:
    """Plain lines, for screen readers and pipes: one for each change, question and choice that people want to read.

    The lines of `rulebook` are printed when people ask for them.
    """

    out: TextIO
    language: Language = field(default_factory=english)
    rulebook: Rulebook | None = None
    _narration: Narration = field(default_factory=lambda: Narration(keys=True))

    def hear(self, event: Event) -> None:
        lines = [self.language.say(told.saying) for told in self._narration.tell(event)]
        if isinstance(event, RulesWanted) and self.rulebook:
            lines += rule_lines(self.rulebook, self.language, pips=False)
        self.out.writelines(f"{line}\n" for line in lines)
        self.out.flush()
