"""Screens that only print: JSON Lines for scripts, plain sentences, and the rules of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from robot.games.rulebook import Rulebook, RuleExample
from robot.language import Language, english
from robot.language.lines import wrap_lines
from robot.match.events import Decided, Event, Hinted, RulesWanted, Written, event_json
from robot.match.narration import Narration
from robot.terminal.letters import json_line, print_lines
from solver.decision import ABOUT, known_digits

PIPS = "⚀⚁⚂⚃⚄⚅"
INDENT = "  "


def rule_lines(book: Rulebook, language: Language, width: int | None = None, *, pips: bool = True) -> list[str]:
    """Return the rules in lines of at most `width` columns, None for no limit; without `pips`, dice are digits."""
    lines = [language.say(book.title)]
    for heading, sentences, examples in book.parts:
        lines += ["", language.say(heading)]
        for sentence in sentences:
            lines += _wrap(language.say(sentence), width, INDENT)
        lines += _table(examples, language, width, pips)
    return lines


def dice_line(dice: Sequence[int], *, pips: bool = True) -> str:
    """Return dice in a line, as pictures or as digits."""
    return " ".join(PIPS[face - 1] if pips else str(face) for face in dice)


def _table(examples: Sequence[RuleExample], language: Language, width: int | None, pips: bool) -> Iterator[str]:
    rows = [
        (language.say(one.name) if one.name else "", dice_line(one.dice, pips=pips), language.say(one.brings))
        for one in examples
    ]
    wide = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for name, dice, brings in rows:
        cells = (f"{cell:{size}}" for cell, size in zip((name, dice), wide, strict=True) if size)
        yield from _wrap(brings, width, 2 * INDENT + INDENT.join(cells) + INDENT)


def _wrap(text: str, width: int | None, first: str) -> list[str]:
    """Return text in lines; the first one begins with `first`, the others with as many spaces."""
    if width is None:
        return [first + text]
    head, *rest = wrap_lines([text], max(20, width - len(first)))
    return [first + head, *(" " * len(first) + line for line in rest)]


@dataclass(slots=True)
class JsonLines:
    """Prints each event as a JSON object in a line: the same game gives the same bytes in all languages."""

    out: TextIO

    def hear(self, event: Event) -> None:
        if isinstance(event, Written):
            about = isinstance(event, Decided | Hinted) and event.decision is not None and event.decision.about
            self.out.write(json_line(known_digits(event_json(event), ABOUT if about else 0.0), self.out))
            self.out.flush()


@dataclass(slots=True)
class Sentences:
    """Prints plain lines for screen readers and pipes: one for each change, question and choice.

    It prints the `rulebook` when people ask for it.
    """

    out: TextIO
    language: Language = field(default_factory=english)
    rulebook: Rulebook | None = None
    _narration: Narration = field(default_factory=lambda: Narration(keys=True))

    def hear(self, event: Event) -> None:
        lines = [self.language.sentence(told.saying) for told in self._narration.tell(event)]
        if isinstance(event, RulesWanted) and self.rulebook and not event.closes:
            lines += rule_lines(self.rulebook, self.language, pips=False)
        print_lines(lines, self.out)
