"""What the file of a game that ships says of it beside its rules: its card, and its words in each language.

Files stand in the folders of the families; who asks for the games of a folder reads their rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from forms.toml import Kind, fill, list_of, parse, read_text, text, whole, wholes

SOLVER = Path(__file__).parent
BESIDE = frozenset({"card", "words"})
"""The keys of a file that say nothing of the rules."""
KNOWN_BEST = (
    *("pig", "piglet", "progressive-pig", "two-dice-pig", "big-pig", "think", "swine-herd", "ten-thousand", "farkle"),
    *("threes", "midnight", "ship-captain-crew", "chicago-high", "chicago", "yahtzee", "kniffel", "yatzy"),
)
"""What stands first in lists; others follow by the alphabet."""
DICE, MOST_LONG = wholes((0, 6), (1, 6)), 1000


@dataclass(frozen=True, slots=True)
class Card:
    """What says of a game what it is to those who choose one.

    Its `family` has the message "page-family-" and this. Its `picture` is drawn in this order: faces of dice, with "~"
    before a pale one, then drawings of `robot/web/static/games.js` or signs. So many `throws`, and `choices` that throw
    nothing, a usual game of two takes, or of one who plays alone: the medians of games that the best robots played with
    drawn dice. `rules` are those of a table that ships, as its header has them. What the rules for people tell of are
    throws: `examples`, and those whose `gains` stand in its sentences, by the names of their places.
    """

    family: str
    picture: tuple[str, ...]
    throws: int
    choices: int
    rules: str
    gains: Mapping[str, tuple[int, ...]]
    examples: tuple[tuple[int, ...], ...]


def _read_named(kind: Kind) -> Kind:
    def read(value: Any) -> dict[str, Any]:
        return {str(name): kind.read(one) for name, one in value.items()}

    return Kind("a table [{key}]", read)


FORM = {
    "family": text(),
    "picture": Kind('words, such as "5 ~1 curl"', lambda value: tuple(value.split())),
    "throws": whole(1, MOST_LONG),
    "choices": whole(0, MOST_LONG).usually(0),
    "rules": text().usually(""),
    "gains": _read_named(DICE).usually({}),
    "examples": list_of(DICE, 1, MOST_LONG).usually(()),
}


def list_games(folder: str) -> tuple[str, ...]:
    """Return the names of the games whose files stand in a folder, as "race/rules": what is known best, then others."""
    names = sorted(path.stem for path in (SOLVER / folder).glob("*.toml"))
    return (*(name for name in KNOWN_BEST if name in names), *(name for name in names if name not in KNOWN_BEST))


@cache
def list_files() -> tuple[Path, ...]:
    """Return the files of all games that ship, each called like its game."""
    return tuple(sorted(path for depth in ("*", "*/rules") for path in SOLVER.glob(f"{depth}/*.toml")))


@cache
def find_card(name: str) -> Card:
    """Return the card of a game that ships."""
    (path,) = (path for path in list_files() if path.stem == name)
    return Card(**fill(FORM, parse(read_text(path), str(path))["card"], path))
