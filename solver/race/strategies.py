"""Named strategies: how they choose where the best decision is known, and the reason."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.decision import Decision
from solver.errors import OptionError, UnknownNameError
from solver.levels import LEVELS, RANDOM, careless_rate, need_chance
from solver.race.race_table import RaceTable
from solver.race.thumbs import FORMS as THUMB_FORMS
from solver.race.thumbs import THUMBS, Ints, Rule, is_thumb, thumb_rule
from solver.reason import BY_CHANCE, SLIP, Reason

KNOWN = ("optimal", "hold20", "hold25", "race-or-pace", "random", "careless")
FORMS = f"optimal, {THUMB_FORMS}, random, careless, careless:<share> as in careless:0.1, or a level, child to perfect"
OPTIMAL = "optimal"


def careless(table: RaceTable, rate: float, name: str) -> Rule:
    """Return the rule to play perfectly, except that the other action is taken in a share of the choices."""

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
        return careless(table, rate, name)
    if name == RANDOM:
        return TOSS
    raise UnknownNameError.of("strategy", name, (*KNOWN, *THUMBS), FORMS)


class NamedStrategy:
    """The strategy called `name`, which starts from the best decision that the caller has found.

    The names are optimal, a rule of `solver.race.thumbs` as hold20 or race-or-pace, random, careless (which errs in a
    fifth of its choices), careless:R with an error rate R from 0 to 1, or one of the `LEVELS`; rules of thumb but
    hold<n> are for games with a goal. What is left to chance is drawn from `chance`. Raises UnknownNameError.
    """

    def __init__(self, name: str, chance: random.Random | None) -> None:
        if not (name in KNOWN or name in LEVELS or is_thumb(name) or careless_rate(name) is not None):
            raise UnknownNameError.of("strategy", name, (*KNOWN, *THUMBS, *LEVELS), FORMS)
        self.name = name
        self._chance = chance

    def choose(self, best: Decision, me: int, turn: int, other: int = 0, goal: int | None = None) -> Decision:
        """Return what this strategy does; the first of the options throws on, the second ends the turn.

        The player has `me` points banked and `turn` at risk, the best other player `other`, in a game to `goal` or
        without one. A turn's first throw and a hold that reaches the goal are never missed. Raises OptionError where
        chance is needed and missing, or for a rule of thumb that needs a goal without one.
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
