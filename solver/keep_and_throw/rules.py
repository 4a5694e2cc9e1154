"""The rules of a keep-and-throw game, as data: which dice score together, the goal, and what a turn must bring."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forms.toml import Kind, either, fill, tables, take, text, whole, wholes
from solver import rules_file
from solver.card import list_games
from solver.errors import OptionError, UnknownNameError
from solver.last_round import LAST_ROUND, NONE, read_last_round
from solver.throw_distribution import FACES

ENGINE = "keep-and-throw"
SHIPPED = Path(__file__).with_name("rules")
SHIPPED_RULES = list_games("keep_and_throw/rules")
"""The games whose rules ship."""
MOST_DICE = 6
MOST_POINTS = 1_000_000
MOST_STEPS = 400
BLANKS = 3
"""A penalty is due at the third turn in succession that scores nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Combination:
    """Dice that score together: `counts` holds how many of each face, from ones to sixes, and `points` their worth."""

    counts: tuple[int, ...]
    points: int


@dataclass(frozen=True)
class KeepRules:
    """The rules of a keep-and-throw game.

    A player sets aside dice of each throw that form combinations and throws the others again, or all of them if all
    were set aside. The first points that a player holds must be `opening` or more. The third turn in succession without
    points costs `penalty` points, if that is not 0. All of these are whole multiples of `step`. `last_round` says who
    has one more turn after somebody reaches the goal, in the words of `solver.last_round`. With a number of dice left
    that is in `throw_on`, a player may hold only to win.
    """

    name: str
    dice: int
    combinations: frozenset[Combination]
    goal: int
    opening: int = 0
    penalty: int = 0
    last_round: str = NONE
    throw_on: tuple[int, ...] = ()

    @cached_property
    def step(self) -> int:
        """The largest number that divides all points."""
        return math.gcd(*(combination.points for combination in self.combinations))

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """The points of dice that are set aside, in steps, 0 if not all of them score.

        The index is the sum of (dice + 1) ** (face - 1) over the dice. Dice that form combinations in several ways
        score as the best of them.
        """
        base = self.dice + 1
        most = np.zeros(base**FACES, np.int64)
        parts = [
            (sum(count * base**face for face, count in enumerate(one.counts)), sum(one.counts), one.points // self.step)
            for one in sorted(self.combinations)
        ]
        known = {0: 0}
        layers: list[dict[int, int]] = [known] + [{} for _ in range(self.dice)]
        for size in range(self.dice):
            for code, points in layers[size].items():
                for more, dice, worth in parts:
                    if size + dice <= self.dice:
                        layer = layers[size + dice]
                        layer[code + more] = max(layer.get(code + more, 0), points + worth)
        for layer in layers[1:]:
            for code, points in layer.items():
                most[code] = points
        most.flags.writeable = False
        return most

    def points(self, dice: Iterable[int]) -> int:
        """Return the points of dice set aside together, values 1 to 6; 0 if not all of them score."""
        return self.step * int(self.steps[sum((self.dice + 1) ** (value - 1) for value in dice)])

    def change(
        self,
        goal: int | None = None,
        opening: int | None = None,
        penalty: int | None = None,
        last_round: str | bool | None = None,
    ) -> "KeepRules":
        """Return the rules with another goal, opening minimum, penalty or last round. Raises OptionError."""
        chosen = replace(
            self,
            goal=self.goal if goal is None else goal,
            opening=self.opening if opening is None else opening,
            penalty=self.penalty if penalty is None else penalty,
            last_round=self.last_round if last_round is None else read_last_round(last_round),
        )
        step, most = self.step, MOST_STEPS * self.step
        if not step <= chosen.goal <= most or chosen.goal % step:
            raise OptionError(
                f"{self.name} cannot be played to {chosen.goal:,}: give a multiple of {step} from {step} to {most:,}",
                key="fault-goal",
            )
        if not 0 <= chosen.opening <= chosen.goal or chosen.opening % step:
            raise OptionError(
                f"an opening minimum of {chosen.opening:,} cannot be met: give a multiple of {step} up to the goal"
            )
        if not 0 <= chosen.penalty <= chosen.goal or chosen.penalty % step:
            raise OptionError(
                f"a penalty of {chosen.penalty:,} is impossible: give a multiple of {step} up to the goal"
            )
        if chosen.throw_on and chosen.last_round:
            raise OptionError("a last round has no forced throws", do="leave out {last_round}, or throw-on in the file")
        return chosen


@lru_cache
def find_rules(name: str) -> KeepRules:
    """Return the rules that ship as `name`. Raises UnknownNameError."""
    if name not in SHIPPED_RULES:
        raise UnknownNameError.of("keep-and-throw game", name, SHIPPED_RULES)
    return read_rules(SHIPPED / f"{name}.toml")


def format_rules(rules: KeepRules) -> str:
    """Return the rules as the text of a TOML file that needs no other one; `parse_rules` reads it."""
    keys: dict[str, Any] = {"engine": ENGINE, "name": rules.name}
    keys |= {key: getattr(rules, key) for key in ("dice", "goal", "opening", "penalty")}
    keys |= {"last-round": rules.last_round} if rules.last_round else {}
    keys |= {"throw-on": rules.throw_on} if rules.throw_on else {}
    rows = (
        {"dice": [face for face, count in enumerate(one.counts, 1) for _ in range(count)], "points": one.points}
        for one in sorted(rules.combinations)
    )
    return rules_file.write_rules(keys, "combination", rows)


def parse_rules(text: str) -> KeepRules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    return rules_file.parse_rules(text, partial(_make_rules, twice=True), _merge)


def read_rules(path: Path) -> KeepRules:
    """Return the rules that a TOML file describes. Raises OptionError, which says what is wrong with it."""
    return rules_file.read_rules(path, SHIPPED, _make_rules, _merge)


def _merge(base: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """Return the merged file, its combinations as a list, each with the number of its dice."""
    held = base | written
    mine = held.get("dice"), written.get("combination", [])
    return held | {"combination": [*base.get("combination", []), mine]}


Shape = tuple[int, ...] | str
Shapes = dict[Shape, frozenset[Combination]]
"""The combinations of rules by their key in the file: how many dice of each face, or letters in one order."""


POINTS = whole(1, MOST_POINTS)
FORM = {
    **rules_file.heading(ENGINE),
    "dice": whole(1, MOST_DICE),
    "goal": POINTS,
    "opening": whole(0, MOST_POINTS).usually(0),
    "penalty": whole(0, MOST_POINTS).usually(0),
    "last-round": LAST_ROUND,
    "throw-on": wholes((1, MOST_DICE), (1, MOST_DICE)).usually(()),
    "combination": Kind("", lambda merged: merged),
}


def _make_rules(written: Mapping[str, Any], *, twice: bool = False) -> KeepRules:
    """Return the rules in files that `_merge` put together. A hand may occur `twice`: the better one counts."""
    it = fill(FORM, written)
    shapes: Shapes = {}
    for count, given in it["combination"]:
        _give_anew(shapes, _combinations(given, count, twice=twice))
    combinations = frozenset[Combination]().union(*shapes.values())
    if not combinations:
        raise OptionError("no dice score: write at least one [[combination]]")
    if set(it["throw-on"]) >= set(range(1, it["dice"] + 1)):
        raise OptionError("throw-on has all numbers of dice: leave out at least one, so that a player may hold")
    bare = KeepRules(it["name"], it["dice"], combinations, MOST_POINTS, throw_on=it["throw-on"])
    return bare.change(it["goal"], it["opening"], it["penalty"], it["last-round"])


def _give_anew(shapes: Shapes, given: Shapes) -> None:
    """Replace combinations of the base by those of the file for the same dice.

    Letters that stand for the same face, as in three pairs two of which are equal, leave the base's dice as they are.
    """
    anew = {
        one.counts
        for shape, ones in given.items()
        for one in ones
        if not isinstance(shape, str) or sorted(filter(None, one.counts)) == sorted(Counter(shape).values())
    }
    for shape, ones in shapes.items():
        shapes[shape] = frozenset(one for one in ones if one.counts not in anew)
    shapes |= given


def _combinations(given: Any, dice: int, *, twice: bool) -> Shapes:
    letters = text(lambda shape: 1 <= len(shape) <= dice, f"1 to {dice} letters")
    worth = either(POINTS, wholes((FACES, FACES), (1, MOST_POINTS)))
    form = {"dice": either(wholes((1, dice), (1, FACES)), letters), "points": worth}
    found: Shapes = {}

    def read(table: Mapping[str, Any]) -> None:
        it = fill(form, table)
        ones = [*_combination(it["dice"], it["points"])]
        if ones[0][0] in found and not twice:
            raise OptionError(f"dice is {table['dice']!r} twice: write each combination once")
        for shape, one in ones:
            found[shape] = found.get(shape, frozenset()) | {one}

    take({"combination": given}, "combination", tables(read))
    return found


def _combination(shape: Sequence[int] | str, points: Sequence[int] | int) -> Iterator[tuple[Shape, Combination]]:
    worth = [points] if isinstance(points, int) else points
    letters = sorted(set(shape)) if isinstance(shape, str) else []
    if len(worth) > 1 and len(letters) != 1:
        raise OptionError(f"points are {len(worth)} numbers: a list is for dice of one letter")
    if not isinstance(shape, str):
        held = tuple(shape.count(face) for face in range(1, FACES + 1))
        yield held, Combination(held, worth[0])
        return
    for chosen in itertools.product(range(FACES), repeat=len(letters)):
        counts = [0] * FACES
        for letter, face in zip(letters, chosen, strict=True):
            counts[face] += shape.count(letter)
        sizes = sorted(Counter(shape).values(), reverse=True)
        named = "".join(letter * size for letter, size in zip("abcdef", sizes, strict=False))
        yield named, Combination(tuple(counts), worth[chosen[0]] if len(worth) > 1 else worth[0])
