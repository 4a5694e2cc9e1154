"""Named strategies: what they do in a state, what that is worth, and why they do it."""

import re
from typing import Protocol

from solver.decision import Decision, percents, points
from solver.errors import PositionError, RuleError, UnknownNameError
from solver.goal import check_goal
from solver.pig import Action, PigState, reachable
from solver.values import TIE, TurnValues, pig_values

HOLD_AT = re.compile(r"hold([1-9][0-9]{0,3})")
KNOWN = ("optimal", "hold20", "hold25")
# Choices nearer than one game in a thousand are called close.
CLOSE = 0.001
OUT_OF_REACH = "; no game can arrive at this position"


class Strategy(Protocol):
    """A player's whole behaviour."""

    name: str

    def decide(self, state: PigState) -> Decision:
        """Return what to do in `state`, with every option valued for perfect play afterwards. Raises SolverError."""
        ...


class Optimal:
    """The strategy that wins most often; at equal values it holds."""

    name = "optimal"

    def __init__(self, values: TurnValues) -> None:
        self._values = values

    def decide(self, state: PigState) -> Decision:
        """Return the best action in `state`."""
        roll, hold = _weigh(self.name, self._values, state)
        action = _best(state, roll, hold)
        return _decision(state, action, roll, hold, _why_best(state, action, roll, hold))


class HoldAt:
    """Hold at a fixed turn total, or earlier if that wins."""

    def __init__(self, least: int, values: TurnValues) -> None:
        self.name = f"hold{least}"
        self._least = least
        self._values = values

    def decide(self, state: PigState) -> Decision:
        """Return what the rule says in `state`, and what it gives away."""
        roll, hold = _weigh(self.name, self._values, state)
        if state.turn_total == 0 or state.me + state.turn_total >= state.goal:
            action = _best(state, roll, hold)
            return _decision(state, action, roll, hold, _why_best(state, action, roll, hold))
        action = Action.HOLD if state.turn_total >= self._least else Action.ROLL
        with_roll, with_hold = percents(roll, hold)
        if action is Action.HOLD:
            rule, mine = f"Hold: {self.name} holds at {self._least} or more", with_hold
            other, theirs = "rolling", with_roll
        else:
            rule, mine = f"Roll: {self.name} throws again below {self._least}", with_roll
            other, theirs = "holding", with_hold
        if action is _best(state, roll, hold):
            why = f"{rule}, which is best here with {mine}; {other} wins {theirs}"
        else:
            why = f"{rule}, which wins {mine}; {other} is better with {theirs}"
        return _decision(state, action, roll, hold, why)


def pig_strategy(name: str, goal: int = 100) -> Strategy:
    """Return the strategy called `name`: optimal, or hold and a number from 1 to 9999, as in hold20.

    Raises UnknownNameError, GoalError, TableError, or MissingNumbaError for a goal without a shipped table.
    """
    check_goal(goal)
    if name == Optimal.name:
        return Optimal(pig_values(goal))
    if least := HOLD_AT.fullmatch(name):
        return HoldAt(int(least[1]), pig_values(goal))
    raise UnknownNameError.of("strategy", name, KNOWN)


def _weigh(name: str, values: TurnValues, state: PigState) -> tuple[float, float]:
    if state.goal != values.goal:
        raise PositionError(f"{name} was made for a goal of {values.goal}: ask for one made for {state.goal}")
    if state.winner is not None:
        raise RuleError("the game is over: there is nothing to decide")
    return values.roll_and_hold(state.me, state.opponent, state.turn_total)


def _best(state: PigState, roll: float, hold: float) -> Action:
    return Action.ROLL if state.turn_total == 0 or roll - hold > TIE else Action.HOLD


def _decision(state: PigState, action: Action, roll: float, hold: float, why: str) -> Decision:
    options = {Action.ROLL.value: roll, Action.HOLD.value: hold}
    can_be = reachable(state.me, state.opponent, state.turn_total, state.goal)
    return Decision(action.value, options[action], options, can_be, f"{why}{'' if can_be else OUT_OF_REACH}.")


def _why_best(state: PigState, action: Action, roll: float, hold: float) -> str:
    turn = state.turn_total
    if turn == 0:
        return f"Roll: every turn begins with a throw, and from here it wins {percents(roll)[0]} of games"
    if state.me + turn >= state.goal:
        return f"Hold: {state.me} and {turn} make {state.me + turn}, which wins now; a throw could only lose it"
    if abs(roll - hold) <= TIE:
        return f"Hold: holding and another throw both win {percents(hold)[0]}, and what is sure is taken"
    with_roll, with_hold = percents(roll, hold)
    close = abs(roll - hold) < CLOSE
    if action is Action.HOLD:
        lead = "it is close, but banking" if close else "banking"
        return f"Hold: {lead} {points(turn)} wins {with_hold}, another throw only {with_roll}"
    if close:
        return f"Roll: it is close, but another throw wins {with_roll}, banking {points(turn)} only {with_hold}"
    risk = f"{points(turn)} {'is' if turn == 1 else 'are'} at risk"
    return f"Roll: {risk}, but holding now wins only {with_hold} against {with_roll} with another throw"
