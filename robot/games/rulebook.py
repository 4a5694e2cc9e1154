"""The rules of a game for people: what players do, what scores, who wins, and throws as examples."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from robot.language import Language, english
from robot.saying import Saying, Value


@dataclass(frozen=True, slots=True)
class RuleExample:
    """An example throw: the `dice` to draw, () for other things, and in words what it `brings`.

    `points` are those of the solver's rules. `name` is the box for the throw, or the name of the throw.
    """

    dice: tuple[int, ...]
    points: int
    brings: Saying
    name: Saying | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game called `title`. Each saying is one sentence."""

    title: Saying
    does: tuple[Saying, ...]
    scores: tuple[Saying, ...]
    wins: tuple[Saying, ...]
    examples: tuple[RuleExample, ...]

    @property
    def parts(self) -> tuple[tuple[Saying, tuple[Saying, ...], tuple[RuleExample, ...]], ...]:
        """The three parts, each with its heading, its sentences, and the examples below them."""
        return (
            (Saying("rules-does"), self.does, ()),
            (Saying("rules-scores"), self.scores, self.examples),
            (Saying("rules-wins"), self.wins, ()),
        )

    def to_json(self, language: Language) -> dict[str, Any]:
        """Return the rules as scripts and pages read them, in one language."""
        return {
            "title": language.say(self.title),
            "does": [*map(language.say, self.does)],
            "scores": [*map(language.say, self.scores)],
            "wins": [*map(language.say, self.wins)],
            "examples": [
                {
                    "name": language.say(one.name) if one.name else None,
                    "dice": list(one.dice),
                    "points": one.points,
                    "brings": language.say(one.brings),
                }
                for one in self.examples
            ],
        }


def list_numbered(key: str, values: Mapping[str, Value]) -> Iterator[Saying]:
    """Yield the messages `key-1`, `key-2` and so on, as many as there are in English."""
    for number in count(1):
        if not english().knows(f"{key}-{number}"):
            return
        yield Saying(f"{key}-{number}", values)
