"""Named strategies: rules of thumb, strategies that start from the best decision, and their reasons.

`rate` in `solver/race/evaluate.py` compares them exactly. How many more games of 100 optimal play of Pig wins when it
begins than a rule of thumb wins against optimal play: 8.0 for holding at 20, 4.2 at 25, 3.3 for four scoring turns, 1.9
for score base, keep pace, end race, and 0.922 for keep pace and end race, as Neller and Presser have it, "Practical
Play of the Dice Game Pig", The UMAP Journal 31(1), 2010.
"""

import random
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.decision import Decision
from solver.errors import OptionError, UnknownNameError
from solver.levels import LEVELS, RANDOM, careless_rate, need_chance
from solver.race.race_table import RaceTable
from solver.reason import BY_CHANCE, SLIP, Reason
from solver.rule_card import CARD, NAMED, RuleCard, ToldCard, find_card

Ints: TypeAlias = NDArray[np.int64] | int

RACE_OR_PACE = "race-or-pace"
# Within this distance of 100 points both players race to the goal.
RACE_FROM_END = 29
PACE = 21
PACE_STEP = 8

BASE_PACE_RACE = "base-pace-race"
BASE, LEAD, END = 19, 14, 31
THUMBS = (BASE_PACE_RACE, "turns4", CARD)
THUMB_FORMS = f"hold<n> as in hold20, {RACE_OR_PACE}, {BASE_PACE_RACE}, turns<n>, {CARD}"
CARDS_OF = "pig"
"""Cards are those of Pig; in other races they lose more."""
HOLD_AT = re.compile(r"hold([1-9][0-9]{0,3})")
TURNS = re.compile(r"turns([1-9][0-9]?)")

KNOWN = ("optimal", "hold20", "hold25", "race-or-pace", "random", "careless")
FORMS = f"optimal, {THUMB_FORMS}, random, careless, careless:<share> as in careless:0.1, or a level, child to perfect"
OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True)
class Rule:
    """How the strategy called `name` chooses when there is a choice.

    `rolls` returns the chance, 0 to 1, of rolling on with the player's points, the other's, and those at risk, as
    numbers or arrays; `reason` gives the rule at both scores.
    """

    name: str
    rolls: Callable[[Ints, Ints, Ints], NDArray[Any]]
    reason: Callable[[int, int], Reason]


def thumb_rule(name: str, goal: int | None) -> Rule | None:
    """Return the rule of thumb called `name` in a game to `goal`; None for other names, or if it needs a goal."""
    if held := HOLD_AT.fullmatch(name):
        return hold_at(int(held[1]))
    if goal is None:
        return None
    if turns := TURNS.fullmatch(name):
        return scoring_turns(int(turns[1]), goal)
    if card := find_card(CARDS_OF, name):
        return card_rule(card, goal)
    if name == RACE_OR_PACE:
        return race_or_pace(goal)
    return base_pace_race(goal) if name == BASE_PACE_RACE else None


def is_thumb(name: str) -> bool:
    """Return whether a rule of thumb has this name."""
    return name in {RACE_OR_PACE, BASE_PACE_RACE} or any(form.fullmatch(name) for form in (HOLD_AT, TURNS, NAMED))


def hold_at(least: int) -> Rule:
    """Return the rule to hold at a fixed turn total."""
    told = Reason("rule-hold", {"points": least})
    return Rule(f"hold{least}", lambda _me, _opponent, turn: np.asarray(np.less(turn, least), float), lambda *_: told)


def scoring_turns(turns: int, goal: int) -> Rule:
    """Return the rule to reach the goal in this many scoring turns, each with an equal part of the missing points.

    With i points and t scoring turns left it holds at (goal - i) / t, rounded down. The score tells how many turns have
    scored: the most that can have led to it by this rule.
    """
    least = [0]
    for left in range(turns, 1, -1):
        least.append(least[-1] + (goal - least[-1]) // left)
    totals = np.array([max(1, (goal - me) // (turns + 1 - bisect_right(least, me))) for me in range(goal)])

    def rolls(me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        return np.asarray(np.less(turn, totals[me]) & np.greater_equal(opponent, 0), float)

    return Rule(f"turns{turns}", rolls, lambda me, _: Reason("rule-hold-here", {"points": int(totals[me])}))


def race_from(points: int, before: Callable[[int, int], Reason]) -> Callable[[int, int], Reason]:
    """Return the reason of a rule that throws to the goal when a player has these `points`; `before` is the other."""
    return lambda *scores: Reason("rule-race", {"points": points}) if max(scores) >= points else before(*scores)


def base_pace_race(goal: int) -> Rule:
    """Return the rule to score a base, to keep pace, and to end the race.

    It throws on while a player lacks END points or fewer; else below a turn total of BASE, and while a hold would
    leave the other more than LEAD points ahead. The form is that of Neller and Presser, "Practical Play of the Dice
    Game Pig", 2010. The numbers are our own: no step of 1 in any of them, or in several, loses less against optimal
    play of Pig to 100 (`tools.campaigns.practical_pig` of 96b3b3ed).
    """
    race = goal - END

    def rolls(me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        behind = np.less(np.add(me, turn) + LEAD, opponent)
        return np.asarray((np.maximum(me, opponent) >= race) | np.less(turn, BASE) | behind, float)

    told = Reason("rule-pace", {"points": BASE, "lead": LEAD})
    return Rule(BASE_PACE_RACE, rolls, race_from(race, lambda *_: told))


def race_or_pace(
    goal: int,
    ends: tuple[int, int] = (RACE_FROM_END, RACE_FROM_END),
    pace: int = PACE,
    step: int = PACE_STEP,
    name: str = RACE_OR_PACE,
) -> Rule:
    """Return the rule to end the race when a player is near the goal, else to keep pace.

    Near means within 29 points, or within those of `ends`, the player's and the other's. Keeping pace holds at 21 + (j
    - i) / 8, rounded to the nearest number, halves up; with a `step` of 0 always at 21. Neller and Presser, "Practical
    Play of the Dice Game Pig", The UMAP Journal 31(1), 2010.
    """
    mine, theirs = (goal - end for end in ends)

    def holds_at(me: Ints, opponent: Ints) -> Any:
        return pace + (np.floor(np.subtract(opponent, me) / step + 0.5) if step else 0)

    def rolls(me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        races = np.greater_equal(me, mine) | np.greater_equal(opponent, theirs)
        return np.asarray(races | np.less(turn, holds_at(me, opponent)), float)

    def reason(me: int, opponent: int) -> Reason:
        if me < mine and opponent < theirs:
            return Reason("rule-hold-here", {"points": int(holds_at(me, opponent))})
        if mine == theirs:
            return Reason("rule-race", {"points": mine})
        return Reason("rule-race-apart", {"mine": mine, "theirs": theirs})

    return Rule(name, rolls, reason)


def card_rule(card: RuleCard, goal: int) -> Rule:
    """Return the rule of a card, which has the numbers of `race_or_pace`; an end of 0 means none."""
    mine, theirs, pace, step = map(int, card.rules)
    return race_or_pace(goal, (mine, theirs), pace, step, card.strategy)


def tell_card(card: RuleCard, goal: int) -> ToldCard:
    """Return the text of a card in a game to `goal`."""
    mine, theirs, pace, step = map(int, card.rules)
    key = "card-race" if mine == theirs else "card-race-apart"
    race = [Reason(key, {"mine": goal - mine, "theirs": goal - theirs})] if mine else []
    return ((Reason("card-turn"), (*race, Reason("card-pace" if step else "card-hold", {"points": pace}))),)


def careless_rule(table: RaceTable, rate: float, name: str) -> Rule:
    """Return the rule to play perfectly, but to take the other action in a share of the choices."""

    def rolls(me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        return np.where(table.roll_mask()[me, opponent, turn], 1.0 - rate, rate)

    return Rule(name, rolls, lambda *_: SLIP)


TOSS = Rule(
    RANDOM, lambda me, opponent, turn: np.full(np.broadcast(me, opponent, turn).shape, 0.5), lambda *_: BY_CHANCE
)


def race_rule(name: str, table: RaceTable) -> Rule:
    """Return how the strategy called `name` chooses in the race of `table`. Raises UnknownNameError."""
    if (thumb := thumb_rule(name, table.goal)) is not None:
        return thumb
    rate = 0.0 if name == OPTIMAL else careless_rate(name)
    if rate is not None:
        return careless_rule(table, rate, name)
    if name == RANDOM:
        return TOSS
    raise UnknownNameError.of("strategy", name, (*KNOWN, *THUMBS), FORMS)


class NamedStrategy:
    """The strategy called `name`, which starts from the best decision that its caller has found.

    The names are optimal, a rule of thumb as hold20 or race-or-pace, random, careless (which errs in a fifth of its
    choices), careless:R with an error rate R from 0 to 1, or one of the `LEVELS`; rules of thumb except hold<n> are for
    games with a goal. Random choices draw from `chance`. Raises UnknownNameError.
    """

    def __init__(self, name: str, chance: random.Random | None) -> None:
        if not (name in KNOWN or name in LEVELS or is_thumb(name) or careless_rate(name) is not None):
            raise UnknownNameError.of("strategy", name, (*KNOWN, *THUMBS, *LEVELS), FORMS)
        self.name = name
        self._chance = chance

    def choose(self, best: Decision, me: int, turn: int, other: int = 0, goal: int | None = None) -> Decision:
        """Return what this strategy does; the first of the options throws on, the second ends the turn.

        The player has `me` points banked and `turn` at risk, the best other player `other`, in a game to `goal` or
        without one. It never misses a turn's first throw or a hold that reaches the goal. Raises OptionError if it
        needs chance and has none, or for a rule of thumb that needs a goal in a game without one.
        """
        if self.name == OPTIMAL or turn == 0 or (goal is not None and me + turn >= goal):
            return best
        goes, ends = best.options
        rolls, rule = self._rolls(best.action == goes, me, other, turn, goal)
        return best.instead(goes if rolls else ends, rule or best.rule)

    def _rolls(self, best: bool, me: int, other: int, turn: int, goal: int | None) -> tuple[bool, Reason | None]:
        rate = careless_rate(self.name)
        if rate is not None:
            share = 1.0 - rate if best else rate
        elif self.name == RANDOM:
            share = 0.5
        elif rule := thumb_rule(self.name, goal):
            return bool(rule.rolls(me, other, turn)), rule.reason(me, other)
        else:
            raise OptionError(f"{self.name} is for games with a goal: choose another strategy")
        rolls = share == 1.0 if share in {0.0, 1.0} else need_chance(self._chance, self.name).random() < share
        return rolls, BY_CHANCE if rate is None else SLIP if rolls is not best else None
