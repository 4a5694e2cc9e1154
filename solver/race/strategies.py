"""Named strategies: their decision in a state, its value, and the reason, in words a child can follow."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.decision import Decision, percents, points
from solver.errors import OptionError, PositionError, RuleError, UnknownNameError
from solver.explanation import WINS, sentence, wins_now
from solver.race.race_table import RaceTable
from solver.race.state import TIE, Action, RaceState, RollOrHold
from solver.race.turn_values import TurnValues, race_values
from solver.throw_distribution import Chance

# Choices nearer than one game in a thousand are called close.
CLOSE = 0.001

KNOWN = ("optimal", "hold20", "hold25", "race-or-pace", "random", "careless")
FORMS = (
    "optimal, hold<n> as hold20, race-or-pace, random, careless, careless:<share> as careless:0.1, "
    "or a level, child to perfect"
)
HOLD_AT = re.compile(r"hold([1-9][0-9]{0,3})")
CARELESS = re.compile(r"careless(?::(0?\.[0-9]{1,9}|0|1|1\.0{1,9}))?")
ERROR_RATE = 0.2
LEVELS = {"child": 0.4, "beginner": 0.25, "casual": 0.12, "strong": 0.04, "perfect": 0.0}
"""In what share of its choices each level takes the action that is not the best."""
# Within this distance of 100 points both players race to the end.
RACE_FROM_END = 29
PACE = 21
PACE_STEP = 8
Ints: TypeAlias = NDArray[np.int64] | int

OPTIMAL = "optimal"
RANDOM = "random"


def best_action(state: RollOrHold, roll: float, hold: float) -> Action:
    """Return the action of the higher value; equal values hold, and every turn has at least one throw."""
    rolls = state.turn_total == 0 or roll - hold > TIE * max(1.0, abs(hold))
    return Action.ROLL if rolls else Action.HOLD


def decision(
    values: TurnValues, state: RaceState, action: Action, worth: tuple[float, float], why: Callable[[], str]
) -> Decision:
    """Return the decision for `action` with the sentence that `why` returns, which still lacks its full stop.

    `worth` is what rolling and holding are worth.
    """
    roll, hold = worth
    options = {Action.ROLL.value: roll, Action.HOLD.value: hold}
    can_be = values.reachable(state.me, state.opponent, state.turn_total)
    return Decision(action.value, options[action], options, can_be, sentence(action.value, why, reachable=can_be))


def why_best(state: RaceState, action: Action, roll: float, hold: float) -> str:
    """Return why `action` is best."""
    turn, holds = state.turn_total, action is Action.HOLD
    if turn == 0:
        return WINS.start(roll)
    if state.me + turn >= state.goal:
        return wins_now(state.me, turn)
    if TIE < abs(roll - hold) < CLOSE:
        with_roll, with_hold = percents(roll, hold)
        if holds:
            return f"Hold: it is close, but banking {points(turn)} wins {with_hold}, another throw only {with_roll}"
        return f"Throw: it is close, but another throw wins {with_roll}, banking {points(turn)} only {with_hold}"
    return WINS.best(turn, hold if abs(roll - hold) <= TIE else roll, hold, rolls=not holds)


def why_ruled(state: RaceState, action: Action, roll: float, hold: float, reason: str) -> str:
    """Return why a strategy takes `action` for its own `reason`, and what that gives away."""
    with_roll, with_hold = percents(roll, hold)
    holds = action is Action.HOLD
    lead = f"{'Hold' if holds else 'Throw'}: {reason}"
    mine, other, theirs = (with_hold, "throwing", with_roll) if holds else (with_roll, "holding", with_hold)
    if action is best_action(state, roll, hold):
        return f"{lead}, which is best here with {mine}; {other} wins {theirs}"
    return f"{lead}, which wins {mine}; {other} is better with {theirs}"


class Strategy(Protocol):
    """A complete strategy of a player."""

    @property
    def name(self) -> str: ...

    def decide(self, state: RaceState) -> Decision:
        """Return what to do in `state`, with every option valued for perfect play afterwards. Raises SolverError."""
        ...


class Rule(Protocol):
    """How a strategy chooses where there is something to choose."""

    name: str

    def rolls(self, me: Ints, opponent: Ints, turn: Ints, /) -> NDArray[Any]:
        """Return the chance, 0 to 1, of rolling on, for numbers or arrays of them."""
        ...

    def reason(self, me: int, opponent: int, turn: int, action: Action, /) -> str:
        """Return why it does that, after its name."""
        ...


class HoldAt:
    """Hold at a fixed turn total."""

    def __init__(self, least: int) -> None:
        self.name = f"hold{least}"
        self._least = least

    def rolls(self, _me: Ints, _opponent: Ints, turn: Ints) -> NDArray[Any]:
        return np.asarray(np.less(turn, self._least), float)

    def reason(self, _me: int, _opponent: int, _turn: int, action: Action) -> str:
        return f"holds at {self._least} or more" if action is Action.HOLD else f"throws again below {self._least}"


class RaceOrPace:
    """End the race when either player is within 29 points of the goal, else keep pace.

    Keeping pace holds at 21 + (j - i) / 8, rounded to the nearest number, halves up; Neller and Presser, "Practical
    Play of the Dice Game Pig", The UMAP Journal 31(1), 2010.
    """

    name = "race-or-pace"

    def __init__(self, goal: int) -> None:
        self._race = goal - RACE_FROM_END

    def rolls(self, me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        """Return 1 where it races or is below its pace."""
        racing = np.maximum(me, opponent) >= self._race
        return np.asarray(racing | np.less(turn, self._pace(me, opponent)), float)

    def reason(self, me: int, opponent: int, _turn: int, action: Action) -> str:
        """Return which of the two it does."""
        if max(me, opponent) >= self._race:
            return f"races to the end once a player has {self._race} or more"
        pace = int(self._pace(me, opponent))
        return f"holds here at {pace} or more" if action is Action.HOLD else f"throws again here below {pace}"

    @staticmethod
    def _pace(me: Ints, opponent: Ints) -> Any:
        return PACE + np.floor(np.subtract(opponent, me) / PACE_STEP + 0.5)


class Toss:
    """Toss a coin."""

    name = RANDOM

    def rolls(self, me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        return np.full(np.broadcast(me, opponent, turn).shape, 0.5)

    def reason(self, _me: int, _opponent: int, _turn: int, _action: Action) -> str:
        return "tossed a coin"


class Careless:
    """Play perfectly, except that the other action is taken in a share of the choices."""

    def __init__(self, table: RaceTable, rate: float, name: str) -> None:
        self.name = name
        self._table = table
        self._rate = rate

    def rolls(self, me: Ints, opponent: Ints, turn: Ints) -> NDArray[Any]:
        best = self._table.roll_mask()[me, opponent, turn]
        return np.where(best, 1.0 - self._rate, self._rate)

    def reason(self, me: int, opponent: int, turn: int, action: Action) -> str:
        best = self._table.rolls(me, opponent, turn)
        return "looks closely" if best == (action is Action.ROLL) else "slips"


class Optimal:
    """The strategy that wins most often; at equal values it holds."""

    name = OPTIMAL

    def __init__(self, values: TurnValues) -> None:
        self._values = values

    def decide(self, state: RaceState) -> Decision:
        """Return the best action in `state`."""
        roll, hold = weigh(self.name, self._values, state)
        action = best_action(state, roll, hold)
        return decision(self._values, state, action, (roll, hold), lambda: why_best(state, action, roll, hold))


class Follower:
    """A strategy that follows a rule wherever there is a choice; it throws at first, and holds when that wins."""

    def __init__(self, rule: Rule, values: TurnValues, chance: Callable[[], float] | None) -> None:
        self.name = rule.name
        self._rule = rule
        self._values = values
        self._chance = chance

    def decide(self, state: RaceState) -> Decision:
        """Return what the rule says in `state`, and what it gives away."""
        roll, hold = weigh(self.name, self._values, state)
        me, opponent, turn = state.me, state.opponent, state.turn_total
        if turn == 0 or me + turn >= state.goal:
            action = best_action(state, roll, hold)
            return decision(self._values, state, action, (roll, hold), lambda: why_best(state, action, roll, hold))
        action = Action.ROLL if self._rolls(float(self._rule.rolls(me, opponent, turn))) else Action.HOLD
        reason = f"{self.name} {self._rule.reason(me, opponent, turn, action)}"
        return decision(self._values, state, action, (roll, hold), lambda: why_ruled(state, action, roll, hold, reason))

    def _rolls(self, share: float) -> bool:
        if share in (0.0, 1.0):
            return share == 1.0
        if self._chance is None:
            raise OptionError(f"{self.name} needs a source of chance: give it one")
        return self._chance() < share


def race_strategy(
    name: str,
    game: str,
    goal: int | None = None,
    die: tuple[Chance, ...] | None = None,
    chance: random.Random | None = None,
) -> Strategy:
    """Return the strategy called `name` for a race; `chance` is what random and careless draw from.

    The names are optimal, race-or-pace, random, hold and a number from 1 to 9999 as in hold20, careless (which errs in
    a fifth of its choices), careless:R with an error rate R from 0 to 1, or one of the `LEVELS`.

    Raises UnknownNameError, OptionError, DistributionError, TableError, or MissingNumbaError for what has no shipped
    table.
    """
    values = race_values(game, goal, die)
    if name == Optimal.name:
        return Optimal(values)
    return Follower(race_rule(name, values.table), values, chance.random if chance else None)


def race_rule(name: str, table: RaceTable) -> Rule:
    """Return how the strategy called `name` chooses in the race of `table`. Raises UnknownNameError."""
    if least := HOLD_AT.fullmatch(name):
        return HoldAt(int(least[1]))
    rate = careless_rate(name)
    if rate is not None:
        return Careless(table, rate, name)
    match name:
        case Optimal.name:
            return Careless(table, 0.0, name)
        case RaceOrPace.name:
            return RaceOrPace(table.goal)
        case Toss.name:
            return Toss()
    raise UnknownNameError.of("strategy", name, KNOWN, FORMS)


def careless_rate(name: str) -> float | None:
    """Return the error rate of a level, of `careless` or `careless:R`, None for any other name."""
    if name in LEVELS:
        return LEVELS[name]
    careless = CARELESS.fullmatch(name)
    if careless is None:
        return None
    return ERROR_RATE if careless[1] is None else float(careless[1])


def weigh(name: str, values: TurnValues, state: RaceState) -> tuple[float, float]:
    """Return what rolling and holding are worth in `state`, after checking that `values` belong to its game."""
    if state.goal != values.goal:
        raise PositionError(f"{name} was made for a goal of {values.goal}: ask for one made for {state.goal}")
    if state.game != values.game:
        raise PositionError(f"{name} was made for {values.game}: ask for one made for {state.game}")
    if state.winner is not None:
        raise RuleError("the game is over: there is nothing to decide")
    return values.roll_and_hold(state.me, state.opponent, state.turn_total)


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """A player's position: `me` banked, the best `other`, `turn` at risk, and the `goal` where the game has one."""

    me: int
    turn: int
    other: int = 0
    goal: int | None = None


class NamedStrategy:
    """The strategy called `name`, which starts from the best decision that the caller has found.

    The names are those of races; race-or-pace is for games with a goal. `numbers` writes what actions are worth.
    Raises UnknownNameError.
    """

    def __init__(self, name: str, numbers: Callable[..., list[str]], chance: random.Random | None) -> None:
        if not (name in KNOWN or name in LEVELS or HOLD_AT.fullmatch(name) or careless_rate(name) is not None):
            raise UnknownNameError.of("strategy", name, (*KNOWN, *LEVELS), FORMS)
        self.name = name
        self._numbers = numbers
        self._chance = chance

    def choose(self, best: Decision, place: TurnPosition) -> Decision:
        """Return what this strategy does; the first of the options throws on, the second ends the turn.

        A turn's first throw and a hold that reaches the goal are never missed. Raises OptionError where chance is
        needed and missing, or for race-or-pace without a goal.
        """
        wins = place.goal is not None and place.me + place.turn >= place.goal
        if self.name == OPTIMAL or place.turn == 0 or wins:
            return best
        goes, ends = best.options
        rolls, reason = self._rolls(best.action == goes, place)
        action, other = (goes, ends) if rolls else (ends, goes)

        def why() -> str:
            mine, theirs = self._numbers(best.options[action], best.options[other])
            beside = "which is best here" if action == best.action else f"and {other} would be better"
            return f"{action.capitalize()}: {self.name} {reason}, {beside}; {action} is worth {mine}, {other} {theirs}"

        return replace(best, action=action, value=best.options[action], why=sentence(action, why))

    def _rolls(self, best: bool, place: TurnPosition) -> tuple[bool, str]:
        if self.name == RANDOM:
            return self._draw() < 0.5, "tossed a coin"
        rate = careless_rate(self.name)
        if rate is not None:
            slips = rate > 0 and self._draw() < rate
            return best is not slips, "slips" if slips else "looks closely"
        if held := HOLD_AT.fullmatch(self.name):
            rule: HoldAt | RaceOrPace = HoldAt(int(held[1]))
        elif place.goal is None:
            raise OptionError(f"{self.name} is for games with a goal: choose another strategy")
        else:
            rule = RaceOrPace(place.goal)
        rolls = bool(rule.rolls(place.me, place.other, place.turn))
        return rolls, rule.reason(place.me, place.other, place.turn, Action.ROLL if rolls else Action.HOLD)

    def _draw(self) -> float:
        if self._chance is None:
            raise OptionError(f"{self.name} needs a source of chance: give it one")
        return self._chance.random()


def gambles(name: str) -> bool:
    """Return whether the strategy called `name` decides at random."""
    return name == RANDOM or bool(careless_rate(name))
