"""The sentence that explains a decision: in words a child can follow, with numbers an expert can check."""

from collections.abc import Callable

from solver.decision import Decision, percents, points
from solver.explanation import sentence
from solver.race.state import TIE, Action, RaceState, RollOrHold
from solver.race.turn_values import TurnValues

# Choices nearer than one game in a thousand are called close.
CLOSE = 0.001


def best_action(state: RollOrHold, roll: float, hold: float) -> Action:
    """Return the better action by its value; equal values hold, and every turn has at least one throw."""
    return Action.ROLL if state.turn_total == 0 or roll - hold > TIE else Action.HOLD


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
    turn = state.turn_total
    if turn == 0:
        return f"Throw: every turn begins with a throw, and from here it wins {percents(roll)[0]} of games"
    if state.me + turn >= state.goal:
        return f"Hold: {state.me} and {turn} make {state.me + turn}, which wins now; a throw could only lose it"
    if abs(roll - hold) <= TIE:
        return f"Hold: holding and another throw both win {percents(hold)[0]}, and holding risks nothing"
    with_roll, with_hold = percents(roll, hold)
    close = abs(roll - hold) < CLOSE
    if action is Action.HOLD:
        lead = "it is close, but banking" if close else "banking"
        return f"Hold: {lead} {points(turn)} wins {with_hold}, another throw only {with_roll}"
    if close:
        return f"Throw: it is close, but another throw wins {with_roll}, banking {points(turn)} only {with_hold}"
    risk = f"{points(turn)} {'is' if turn == 1 else 'are'} at risk"
    return f"Throw: {risk}, but holding now wins only {with_hold} against {with_roll} with another throw"


def why_ruled(state: RaceState, action: Action, roll: float, hold: float, reason: str) -> str:
    """Return why a strategy takes `action` for its own `reason`, and what that gives away."""
    with_roll, with_hold = percents(roll, hold)
    holds = action is Action.HOLD
    lead = f"{'Hold' if holds else 'Throw'}: {reason}"
    mine, other, theirs = (with_hold, "throwing", with_roll) if holds else (with_roll, "holding", with_hold)
    if action is best_action(state, roll, hold):
        return f"{lead}, which is best here with {mine}; {other} wins {theirs}"
    return f"{lead}, which wins {mine}; {other} is better with {theirs}"
