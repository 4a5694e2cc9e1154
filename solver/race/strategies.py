"""Named strategies: their decision in a state, its value, and the reason."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.action import HOLD, ROLL, Action
from solver.decision import Decision
from solver.errors import OptionError, UnknownNameError
from solver.levels import LEVELS, RANDOM, careless_rate, need_chance
from solver.race.race_table import RaceTable
from solver.race.rules import RaceName
from solver.race.state import TIE, RaceState, RollOrHold
from solver.race.thumbs import FORMS as THUMB_FORMS
from solver.race.thumbs import THUMBS, Ints, Rule, is_thumb, thumb_rule
from solver.race.turn_values import TurnValues, race_values
from solver.reason import BY_CHANCE, SLIP, Reason
from solver.throw_distribution import Chance

KNOWN = ("optimal", "hold20", "hold25", "race-or-pace", "random", "careless")
FORMS = f"optimal, {THUMB_FORMS}, random, careless, careless:<share> as in careless:0.1, or a level, child to perfect"
OPTIMAL = "optimal"


def best_action(state: RollOrHold, roll: float, hold: float) -> Action:
    """Return the action of the higher value; equal values hold, and every turn has at least one throw."""
    rolls = state.turn_total == 0 or roll - hold > TIE * max(1.0, abs(hold))
    return ROLL if rolls else HOLD


def roll_or_hold(
    worth: tuple[float, float],
    me: int,
    turn: int,
    *,
    rolls: bool,
    reached: str = "",
    **more: Any,
) -> Decision:
    """Return the decision to roll or to hold with `me` points banked and `turn` at risk, `worth` so much.

    A hold that ends the game has the reason `reached`, which is empty where it does not. `more` are other fields of the
    decision.
    """

    def explain(decision: Decision, action: Action, other: Action | None) -> Reason:
        if turn == 0:
            return decision.compare(ROLL, None, Reason("beginning", {"action": ROLL}))
        if action == HOLD and reached:
            return Reason(reached, {"action": HOLD, "me": me, "turn": turn, "sum": me + turn})
        lead = Reason("banking" if action == HOLD else "risking", {"action": action, "points": turn})
        return decision.compare(action, other, lead)

    action, options = ROLL if rolls else HOLD, dict(zip((ROLL, HOLD), worth, strict=True))
    return Decision(action, options[action], options, explain=explain, **more)


def careless(table: RaceTable, rate: float, name: str) -> Rule:
    """Return the rule to play perfectly, except that the other action is taken in a share of the choices."""

    def rolls(me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        return np.where(table.roll_mask()[me, opponent, turn], 1.0 - rate, rate)

    return Rule(name, rolls, lambda *_: SLIP)


TOSS = Rule(
    RANDOM, lambda me, opponent, turn: np.full(np.broadcast(me, opponent, turn).shape, 0.5), lambda *_: BY_CHANCE
)


class RacePlayer:
    """The strategy called `name`; it throws at first, holds when that wins, and else follows its rule.

    Without a rule it wins most often; at equal values it holds. Rules that draw lots do so from `chance`.
    """

    def __init__(
        self, name: str, values: TurnValues, rule: Rule | None = None, chance: random.Random | None = None
    ) -> None:
        self.name = name
        self._values = values
        self._rule = rule
        self._chance = chance

    def decide(self, state: RaceState) -> Decision:
        """Return what to do in `state`, with every option valued for perfect play afterwards. Raises SolverError."""
        worth = roll, hold = self._values.weigh(state)
        me, opponent, turn = state.me, state.opponent, state.turn_total
        rule = None if turn == 0 or me + turn >= state.goal else self._rule
        action = best = best_action(state, roll, hold)
        if rule is not None:
            share = float(rule.rolls(me, opponent, turn))
            rolls = share == 1.0 if share in (0.0, 1.0) else need_chance(self._chance, self.name).random() < share
            action = ROLL if rolls else HOLD
        reached = "won" if me + turn >= state.goal else ""
        can_be = self._values.reachable(me, opponent, turn)
        told = None if rule is None else rule.reason(me, opponent)
        told = None if told is SLIP and action == best else told
        return roll_or_hold(worth, me, turn, rolls=action == ROLL, reachable=can_be, reached=reached, rule=told)


def race_strategy(
    name: str,
    game: RaceName,
    goal: int | None = None,
    die: tuple[Chance, ...] | None = None,
    chance: random.Random | None = None,
) -> RacePlayer:
    """Return the strategy called `name` for a race; `chance` is what random and careless draw from.

    The names are optimal, a rule of `solver.race.thumbs` as hold20 or race-or-pace, random, careless (which errs in a
    fifth of its choices), careless:R with an error rate R from 0 to 1, or one of the `LEVELS`.

    Raises UnknownNameError, OptionError, DistributionError, TableError, or MissingNumbaError for what has no shipped
    table.
    """
    values = race_values(game, goal, die)
    return RacePlayer(name, values, None if name == OPTIMAL else race_rule(name, values.table), chance)


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

    The names are those of races; rules of thumb but hold<n> are for games with a goal. Raises UnknownNameError.
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
        if self.name == RANDOM:
            return need_chance(self._chance, self.name).random() < 0.5, BY_CHANCE
        rate = careless_rate(self.name)
        if rate is not None:
            slips = rate > 0 and need_chance(self._chance, self.name).random() < rate
            return best is not slips, SLIP if slips else None
        rule = thumb_rule(self.name, goal)
        if rule is None:
            raise OptionError(f"{self.name} is for games with a goal: choose another strategy")
        rolls = bool(rule.rolls(me, other, turn))
        return rolls, rule.reason(me, other)
