"""What the file of a shipped game says beside its rules: the game's card, and its words in each language.

The files are in the folders of the families of games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from forms.toml import Kind, fill, list_of, parse, read_text, text, whole, wholes

SOLVER = Path(__file__).parent
BESIDE = frozenset({"card", "words"})
"""The keys of a file that are not rules."""
KNOWN_BEST = (
    *("pig", "piglet", "progressive-pig", "two-dice-pig", "big-pig", "think", "swine-herd", "ten-thousand", "farkle"),
    *("threes", "midnight", "ship-captain-crew", "chicago-high", "chicago", "yahtzee", "kniffel", "yatzy"),
)
"""The games that stand first in lists; others follow in alphabetical order."""
DICE, MOST_LONG = wholes((0, 6), (1, 6)), 1000


@dataclass(frozen=True, slots=True)
class Card:
    """What people see of a game when they choose one.

    The message "page-family-" and `family` names its family. Its `picture` is drawn in this order: faces of dice, with
    "~" before a pale one, then drawings of `robot/web/static/games.js` or signs. `throws`, and `choices` that throw
    nothing, are how many a usual game takes for two players, or for a player alone: medians of games that the best
    robots played with random dice. `rules` are those in the header of the shipped table. The rules for people show the
    throws `examples`, and use the `gains` of throws in their sentences, by the names of placeholders.
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
    """Return the names of the games whose files are in a folder, as "race/rules": the best known ones first."""
    names = sorted(path.stem for path in (SOLVER / folder).glob("*.toml"))
    return (*(name for name in KNOWN_BEST if name in names), *(name for name in names if name not in KNOWN_BEST))


@cache
def list_files() -> tuple[Path, ...]:
    """Return the files of all shipped games, each named after its game."""
    return tuple(sorted(path for depth in ("*", "*/rules") for path in SOLVER.glob(f"{depth}/*.toml")))


@cache
def find_card(name: str) -> Card:
    """Return the card of a shipped game."""
    (path,) = (path for path in list_files() if path.stem == name)
    return Card(**fill(FORM, parse(read_text(path), str(path))["card"], path))
