"""The rules of a race in which players roll or hold, as data: dice, what throws do, and the goal; and their files."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.errors import OptionError
from solver.goal import LEAST_GOAL, MOST_GOAL
from solver.last_round import NONE, read_last_round
from solver.rules_file import check_keys, parse_rules, read_list, read_name, read_number, read_rules, write_rules
from solver.throw_distribution import (
    FACES,
    MOST_SIDES,
    Chance,
    Effect,
    ThrowDistribution,
    fair_die,
    throw_distribution,
    weighed_die,
)

ENGINE = "race"
SHIPPED = Path(__file__).with_name("rules")
MOST_DICE = 6
MOST_POINTS = 1000
MOST_TIMES = 100
MOST_WEIGHT = 1_000_000
MOST_THROWS = 50_000
"""At most this many throws of the dice may be different, each die counted apart: each is judged."""
THINGS = {"dice": FACES, "coin": 2, "pigs": FACES}
"""What can be thrown, with the number of faces that it has if nothing is said."""
LOSES = {"turn": Effect.BUST, "score": Effect.RUIN}
KEYS = frozenset(
    {"engine", "name", "base", "thrown", "dice", "sides", "goal", "points", "weights", "last-round", "throw"}
)
THROW_KEYS = frozenset({"dice", "sum", "loses", "points", "times"})


@dataclass(frozen=True, slots=True)
class ThrowRule:
    """What throws of one kind do: those that show all of the `dice`, faces or letters, or have one of the `sums`.

    Equal letters stand for equal dice of any face. The `effect` is that of `Effect`; `points` are added, or banked by a
    turn that is lost; without points a throw adds `times` the points of its dice.
    """

    dice: tuple[int, ...] | str
    sums: tuple[int, ...]
    effect: Effect
    points: int
    times: int

    def fits(self, throw: Sequence[int]) -> bool:
        if self.sums:
            return sum(throw) in self.sums
        if isinstance(self.dice, str):
            return _has_groups(sorted(Counter(self.dice).values(), reverse=True), Counter(throw))
        return not Counter(self.dice) - Counter(throw)


def _has_groups(sizes: Sequence[int], counts: Mapping[int, int]) -> bool:
    if not sizes:
        return True
    first, *rest = sizes
    return any(has >= first and _has_groups(rest, {**counts, face: has - first}) for face, has in counts.items())


@dataclass(frozen=True, slots=True)
class RaceRules:
    """The rules of a race to `goal` points, in which a player throws the `dice` again and again, or holds.

    Each of the dice, or of what is `thrown` in their place, has that many `sides`. The first of the `throws` that fits
    says what a throw does. A throw that none fits adds the points of its dice: side s has `points[s - 1]`, or s where
    there are none. `weights` are how often a side falls, () for fair dice. `last_round` says who has one more turn once
    the goal is reached, as `solver.last_round` names it.
    """

    name: str
    thrown: str
    dice: int
    sides: int
    goal: int
    points: tuple[int, ...]
    weights: tuple[int, ...]
    throws: tuple[ThrowRule, ...]
    last_round: str = NONE

    @property
    def die(self) -> tuple[Chance, ...]:
        """The chances of the sides."""
        return weighed_die(self.weights) if self.weights else fair_die(self.sides)

    def judge(self, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what a throw does, and the points that it gains or, ending the turn, banks."""
        rule = next((one for one in self.throws if one.fits(throw)), None)
        if rule is not None and (rule.points or rule.effect is not Effect.ON):
            return rule.effect, rule.points
        return Effect.ON, (rule.times if rule else 1) * sum(map(self.points_of, throw))

    def points_of(self, side: int) -> int:
        """Return what a die adds that shows a side."""
        return self.points[side - 1] if self.points else side


@lru_cache(64)
def distribution_of(rules: RaceRules, die: tuple[Chance, ...]) -> ThrowDistribution:
    """Return the throw distribution of dice whose sides have these chances. Raises DistributionError."""
    return throw_distribution(rules.judge, rules.dice, die)


def format_race(rules: RaceRules) -> str:
    """Return the rules as the text of a TOML file that needs no other one; `parse_race` reads it."""
    keys: dict[str, Any] = {"engine": ENGINE, "name": rules.name, "thrown": rules.thrown, "dice": rules.dice}
    keys |= {"sides": rules.sides, "goal": rules.goal}
    keys |= {key: given for key in ("points", "weights") if (given := getattr(rules, key))}
    return write_rules(
        keys | ({"last-round": rules.last_round} if rules.last_round else {}), "throw", map(_written, rules.throws)
    )


def _written(rule: ThrowRule) -> dict[str, Any]:
    told: dict[str, Any] = {"sum": rule.sums} if rule.sums else {"dice": rule.dice}
    if rule.effect is not Effect.ON:
        told["loses"] = next(loses for loses, effect in LOSES.items() if effect is rule.effect)
    return told | {key: given for key in ("points", "times") if (given := getattr(rule, key))}


def parse_race(text: str) -> RaceRules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    return parse_rules(text, _described)


def read_race(path: Path) -> RaceRules:
    """Return the rules that a TOML file describes. Raises OptionError, which says what is wrong with it."""
    return read_rules(path, SHIPPED, _described, _merged)


def _merged(base: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """Return both, the throws of the file before those of its base."""
    mine = written.get("throw", [])
    return base | written | ({"throw": [*mine, *base.get("throw", [])]} if isinstance(mine, list) else {})


def _described(written: Mapping[str, Any]) -> RaceRules:
    check_keys(written, KEYS, ENGINE)
    thrown = written.get("thrown", "dice")
    if not isinstance(thrown, str) or thrown not in THINGS:
        raise OptionError(f"thrown is {thrown!r}: write one of {', '.join(THINGS)}")
    name, dice = read_name(written), read_number(written, "dice", None, 1, MOST_DICE)
    sides = read_number(written, "sides", THINGS[thrown], 2, MOST_SIDES)
    if thrown != "dice" and sides != THINGS[thrown]:
        raise OptionError(f"sides is {sides}: {thrown} have {THINGS[thrown]}, leave it out")
    if sides**dice > MOST_THROWS:
        raise OptionError(f"{dice} dice with {sides} sides are too many: {MOST_THROWS:,} different throws are the most")
    goal = read_number(written, "goal", None, LEAST_GOAL, MOST_GOAL)
    points = read_list(written, "points", (), (sides, sides), (0, MOST_POINTS))
    weights = read_list(written, "weights", (), (sides, sides), (0, MOST_WEIGHT))
    if weights and not any(weights):
        raise OptionError("weights are all 0: write how often each side falls")
    throws, last_round = tuple(_throw_rules(written, dice, sides)), read_last_round(written.get("last-round"))
    rules = RaceRules(name, thrown, dice, sides, goal, points, weights, throws, last_round)
    _check_throws(rules)
    return rules


def _throw_rules(written: Mapping[str, Any], dice: int, sides: int) -> Iterator[ThrowRule]:
    tables = written.get("throw", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise OptionError("throw is not a list of tables: write [[throw]]")
    for number, table in enumerate(tables, start=1):
        try:
            yield _throw_rule(table, dice, sides)
        except OptionError as wrong:
            raise OptionError(f"in throw {number} {wrong}") from wrong


def _throw_rule(table: Mapping[str, Any], dice: int, sides: int) -> ThrowRule:
    if odd := sorted(table.keys() - THROW_KEYS):
        raise OptionError(f"{odd[0]} is unknown: the keys are {', '.join(sorted(THROW_KEYS))}")
    if ("dice" in table) == ("sum" in table):
        raise OptionError("it does not say which throws it is for: write either dice or sum")
    shown, sums = table.get("dice", ()), table.get("sum", [])
    if isinstance(shown, str):
        if not shown.isalpha() or len(shown) > dice:
            raise OptionError(f"dice is {shown!r}: write 1 to {dice} letters, as many equal ones as dice are equal")
    elif "dice" in table:
        shown = read_list(table, "dice", None, (1, dice), (1, sides))
    if "sum" in table:
        table = {**table, "sum": [sums] if isinstance(sums, int) else sums}
        sums = read_list(table, "sum", None, (1, dice * sides), (dice, dice * sides))
    loses = table.get("loses")
    if loses is not None and not (isinstance(loses, str) and loses in LOSES):
        raise OptionError(f"loses is {loses!r}: write {' or '.join(LOSES)}, or leave it out")
    effect = Effect.ON if loses is None else LOSES[loses]
    if "times" in table and (loses or "points" in table):
        raise OptionError("times is for throws that add their dice: leave out loses and points, or times")
    if effect is Effect.RUIN and "points" in table:
        raise OptionError("a throw that loses the score banks nothing: leave out points")
    if effect is Effect.ON and not {"times", "points"} & table.keys():
        raise OptionError("it does not say what such a throw does: write loses, points or times")
    points = read_number(table, "points", 0, int(effect is Effect.ON), MOST_POINTS) if "points" in table else 0
    times = read_number(table, "times", None, 1, MOST_TIMES) if "times" in table else 0
    return ThrowRule(shown if isinstance(shown, str) else tuple(shown), tuple(sums), effect, points, times)


def _check_throws(rules: RaceRules) -> None:
    """Raise OptionError for throws with which a game cannot be solved, or never ends."""
    sides = [side for side, chance in enumerate(rules.die, 1) if chance]
    judged = {throw: rules.judge(throw) for throw in itertools.combinations_with_replacement(sides, rules.dice)}
    idle = next((throw for throw, (effect, gain) in judged.items() if effect is Effect.ON and not gain), None)
    if idle is not None:
        shown = " ".join(map(str, idle))
        raise OptionError(
            f"the throw {shown} adds nothing and the turn goes on: give it points, or let it lose the turn"
        )
    if (most := max(gain for _, gain in judged.values())) > MOST_POINTS:
        raise OptionError(f"a throw brings {most:,} points: {MOST_POINTS:,} are the most")
    ended = {gain for effect, gain in judged.values() if effect is Effect.BUST}
    if not ended:
        raise OptionError('no throw loses the turn: write a [[throw]] with loses = "turn"')
    if len(ended) > 1:
        told = " and ".join(map(str, sorted(ended)))
        raise OptionError(f"throws that lose the turn bank {told}: let all of them bank the same points")
    if rules.last_round and max(ended) > 1:
        raise OptionError("with a last round a lost turn banks a point at most: leave out last-round, or its points")
    if not any(effect is Effect.ON for effect, _ in judged.values()):
        raise OptionError("every throw ends the turn: let some of them add points")
