"""The rules of a race in which players roll or hold, as data: dice, what throws do, and the goal; and their files."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from forms.toml import Form, among, check_keys, either, fill, flag, tables, take, text, whole, wholes
from solver.errors import OptionError
from solver.goal import LEAST_GOAL, MOST_GOAL
from solver.last_round import LAST_ROUND, NONE
from solver.rules_file import heading, parse_rules, read_rules, write_rules
from solver.throw_distribution import (
    FACES,
    MOST_SIDES,
    Chance,
    Effect,
    ThrowDistribution,
    fair_die,
    throw_distribution,
    weigh_die,
)

ENGINE = "race"
SHIPPED = Path(__file__).with_name("rules")
MOST_DICE = 6
MOST_POINTS = 1000
MOST_TIMES = 100
MOST_WEIGHT = 1_000_000
MOST_THROWS = 50_000
"""The dice may have at most this many different throws, with each die counted apart, because each one is judged."""
THINGS = {"dice": FACES, "coin": 2, "pigs": FACES}
"""What players can throw, with the default number of faces."""
LOSES = {"turn": Effect.BUST, "score": Effect.RUIN}


@dataclass(frozen=True, slots=True)
class ThrowRule:
    """What throws of one kind do: throws that show all of the `dice`, faces or letters, or have one of the `sums`.

    Equal letters stand for equal dice of any face. The `effect` is that of `Effect`; A throw adds `points`, or a lost
    turn banks them; without points a throw adds `times` the points of its dice.
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

    Each of the dice, or of what is `thrown` in their place, has `sides` sides. The first of the `throws` that fits says
    what a throw does. Any other throw adds the points of its dice: side s has `points[s - 1]`, or s without points.
    `weights` are how often a side falls, () for fair dice. `last_round` says who has one more turn after somebody
    reaches the goal, in the words of `solver.last_round`. With `exact`, a throw that leads past the goal loses the
    turn.
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
    exact: bool = False

    @property
    def die(self) -> tuple[Chance, ...]:
        """The chances of the sides."""
        return weigh_die(self.weights) if self.weights else fair_die(self.sides)

    def judge(self, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what a throw does, and the points that it gains or, ending the turn, banks."""
        rule = next((one for one in self.throws if one.fits(throw)), None)
        if rule is not None and (rule.points or rule.effect is not Effect.ON):
            return rule.effect, rule.points
        return Effect.ON, (rule.times if rule else 1) * sum(map(self.points_of, throw))

    def points_of(self, side: int) -> int:
        """Return what a die that shows this side adds."""
        return self.points[side - 1] if self.points else side


@lru_cache(64)
def distribution_of(rules: RaceRules, die: tuple[Chance, ...]) -> ThrowDistribution:
    """Return the throw distribution of dice whose sides have these chances. Raises DistributionError."""
    return replace(throw_distribution(rules.judge, rules.dice, die), exact=rules.exact)


def format_race(rules: RaceRules) -> str:
    """Return the rules as the text of a TOML file that needs no other one; `parse_race` reads it."""
    keys: dict[str, Any] = {"engine": ENGINE, "name": rules.name, "thrown": rules.thrown, "dice": rules.dice}
    keys |= {"sides": rules.sides, "goal": rules.goal}
    keys |= {key: given for key in ("points", "weights") if (given := getattr(rules, key))}
    keys |= {"exact": True} if rules.exact else {}
    return write_rules(
        keys | ({"last-round": rules.last_round} if rules.last_round else {}), "throw", map(_write_rule, rules.throws)
    )


def _write_rule(rule: ThrowRule) -> dict[str, Any]:
    told: dict[str, Any] = {"sum": rule.sums} if rule.sums else {"dice": rule.dice}
    if rule.effect is not Effect.ON:
        told["loses"] = next(loses for loses, effect in LOSES.items() if effect is rule.effect)
    return told | {key: given for key in ("points", "times") if (given := getattr(rule, key))}


def parse_race(text: str) -> RaceRules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    return parse_rules(text, _make_rules)


def read_race(path: Path) -> RaceRules:
    """Return the rules that a TOML file describes. Raises OptionError, which says what is wrong with it."""
    return read_rules(path, SHIPPED, _make_rules, _merge)


def _merge(base: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """Return both, the throws of the file before those of its base."""
    mine = written.get("throw", [])
    return base | written | ({"throw": [*mine, *base.get("throw", [])]} if isinstance(mine, list) else {})


def _form(dice: int, sides: int) -> Form:
    """Return the form of a file for a race with this many dice and sides."""
    size = sides, sides
    letters = text(
        lambda given: given.isalpha() and len(given) <= dice, f"1 to {dice} letters, equal ones for equal dice"
    )
    sums = dice, dice * sides
    throw = {
        "dice": either(wholes((1, dice), (1, sides)), letters).usually(()),
        "sum": either(whole(*sums), wholes((1, dice * sides), sums)).usually(()),
        "loses": among(LOSES).usually(None),
        "points": whole(0, MOST_POINTS).usually(None),
        "times": whole(1, MOST_TIMES).usually(None),
    }
    return {
        **heading(ENGINE),
        "thrown": among(THINGS).usually("dice"),
        "dice": whole(1, MOST_DICE),
        "sides": whole(2, MOST_SIDES).usually(sides),
        "goal": whole(LEAST_GOAL, MOST_GOAL),
        "points": wholes(size, (0, MOST_POINTS)).usually(()),
        "weights": wholes(size, (0, MOST_WEIGHT)).usually(()),
        "last-round": LAST_ROUND,
        "exact": flag().usually(False),
        "throw": tables(lambda written: _throw_rule(fill(throw, written))).usually(()),
    }


def _make_rules(written: Mapping[str, Any]) -> RaceRules:
    usual = _form(1, 2)
    check_keys(written, usual)
    _, thrown, dice = (take(written, key, usual[key]) for key in ("engine", "thrown", "dice"))
    sides = take(written, "sides", usual["sides"].usually(THINGS[thrown]))
    if thrown != "dice" and sides != THINGS[thrown]:
        raise OptionError(f"sides is {sides}, but {thrown} have {THINGS[thrown]}: leave it out")
    if sides**dice > MOST_THROWS:
        raise OptionError(f"{dice} dice with {sides} sides are too many: choose at most {MOST_THROWS:,} throws")
    it = fill(_form(dice, sides), written)
    if it["weights"] and not any(it["weights"]):
        raise OptionError("weights are all 0: write how often each side falls")
    numbers = it["goal"], it["points"], it["weights"], it["throw"], it["last-round"], it["exact"]
    rules = RaceRules(it["name"], thrown, dice, sides, *numbers)
    _check_throws(rules)
    return rules


def _throw_rule(it: Mapping[str, Any]) -> ThrowRule:
    dice, sums, loses, points, times = it["dice"], it["sum"], it["loses"], it["points"], it["times"]
    if (dice == ()) == (sums == ()):
        raise OptionError("it must say which throws it is for: write either dice or sum")
    effect = Effect.ON if loses is None else LOSES[loses]
    if times is not None and (loses or points is not None):
        raise OptionError("times is for throws that add their dice: leave out loses and points, or times")
    if effect is Effect.RUIN and points is not None:
        raise OptionError("a throw that loses the score banks nothing: leave out points")
    if effect is Effect.ON and times is None and not points:
        raise OptionError("it must say what such a throw does: write loses, points above 0, or times")
    return ThrowRule(dice, (sums,) if isinstance(sums, int) else sums, effect, points or 0, times or 0)


def _check_throws(rules: RaceRules) -> None:
    """Raise OptionError for throws with which a game cannot be solved or may never end."""
    sides = [side for side, chance in enumerate(rules.die, 1) if chance]
    judged = {throw: rules.judge(throw) for throw in itertools.combinations_with_replacement(sides, rules.dice)}
    idle = next((throw for throw, (effect, gain) in judged.items() if effect is Effect.ON and not gain), None)
    if idle is not None:
        shown = " ".join(map(str, idle))
        raise OptionError(
            f"the throw {shown} adds nothing, and the turn goes on: give it points, or let it lose the turn"
        )
    if (most := max(gain for _, gain in judged.values())) > MOST_POINTS:
        raise OptionError(f"a throw adds {most:,} points: give at most {MOST_POINTS:,}")
    ended = {gain for effect, gain in judged.values() if effect is Effect.BUST}
    if not ended:
        raise OptionError('no throw loses the turn: write a [[throw]] with loses = "turn"')
    if len(ended) > 1:
        told = " and ".join(map(str, sorted(ended)))
        raise OptionError(f"throws that lose the turn bank {told}: let all of them bank the same points")
    if rules.last_round and max(ended) > 1:
        raise OptionError("with a last round a lost turn banks at most 1 point: leave out last-round, or its points")
    if rules.exact and (rules.last_round or max(ended)):
        raise OptionError(
            "exact cannot be combined with a last round, or with a lost turn that banks points: leave one out"
        )
    if rules.exact and not any(effect is Effect.ON and gain == 1 for effect, gain in judged.values()):
        raise OptionError("exact needs a throw that adds 1 point, for a player who lacks 1: give one points = 1")
    if not any(effect is Effect.ON for effect, _ in judged.values()):
        raise OptionError("every throw ends the turn: let some of them add points")
