"""The best choice after a throw: what to set aside, and whether to hold or to throw the other dice."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.aside import HOLD, THROW, TIE, KeepDecision, SetAside, decision_of
from solver.decision import percents
from solver.errors import PositionError
from solver.explanation import sentence
from solver.keep_and_throw.keep_table import KeepTable, counted_blanks, scored, turn_values
from solver.keep_and_throw.rules import BLANKS, FACES, KeepRules

CLOSE = 0.001


def legal_keeps(rules: KeepRules, dice: Sequence[int]) -> list[tuple[int, ...]]:
    """Return which of the thrown dice may be set aside together, as their places, the fewest first.

    Of dice that show the same, all choices are named.
    """
    places = range(len(dice))
    every = (some for count in range(1, len(dice) + 1) for some in itertools.combinations(places, count))
    return [some for some in every if rules.points(dice[place] for place in some)]


@dataclass(frozen=True, slots=True)
class AfterThrow:
    """A position after a throw: `me` points against `opponent`, `turn` points at risk, and `dice` just thrown.

    With a penalty, `blanks` are the last turns in succession without points, 0 to 2, of the player and of the other.
    """

    me: int
    opponent: int
    turn: int
    dice: tuple[int, ...]
    blanks: tuple[int, int] = (0, 0)


def decide(table: KeepTable, at: AfterThrow, seat: int = 0, thrown: Sequence[int] = ()) -> KeepDecision:
    """Return the best choice of the player of `seat`, 0 or 1, after a throw.

    `thrown` says which of the player's dice these are, by their places from 0, where their laws differ. Of choices that
    are equally good, the player holds; then sets aside more points; then fewer dice.

    Raises PositionError for points or dice outside the game, and for dice that do not score.
    """
    rules, step = table.rules, table.rules.step
    _check(table, at)
    dice = at.dice
    which = tuple(thrown) or _alike(table, seat, len(dice))
    if len(which) != len(dice) or len(set(which)) != len(which) or not set(which) <= set(range(rules.dice)):
        raise PositionError(f"{len(dice)} dice were thrown: say which of 1 to {rules.dice} they are, each once")
    keeps = legal_keeps(rules, dice)
    if not keeps:
        shown = " ".join(map(str, dice))
        raise PositionError(f"no dice of {shown} score: the turn is over, and there is nothing to choose")
    me, opponent = at.me // step, at.opponent // step
    value = turn_values(table, seat, (me, opponent), at.blanks)
    holds = table.held(seat, (me, opponent), at.blanks)
    hands = table.hands(seat)
    throws = hands.throws
    apart = len(set(table.laws[seat])) > 1
    found: dict[tuple[tuple[int, ...], int, str], SetAside] = {}
    for places in keeps:
        points = rules.points(dice[place] for place in places)
        total = (at.turn + points) // step
        left = hands.number([which[place] for place in range(len(dice)) if place not in places])
        values = tuple(sorted(dice[place] for place in places))
        numbers = tuple(sorted(which[place] + 1 for place in places)) if apart else ()
        wins = me + total >= table.steps
        worth = {HOLD: 1.0 if wins else float(holds[total])} if wins or holds[total] >= 0.0 else {}
        if not wins:
            worth[THROW] = float(holds[0] * throws.bust[left]) + scored(throws, value, total, left)
        for then, wins_so in worth.items():
            kept = SetAside(values, places, then, points, wins_so, 0.0, numbers)
            found.setdefault((values, left, then), kept)
    return _decided(table, list(found.values()), at)


def _decided(table: KeepTable, choices: list[SetAside], at: AfterThrow) -> KeepDecision:
    top = max(choice.value for choice in choices)
    equal = [choice for choice in choices if top - choice.value <= TIE]
    best = min(equal, key=lambda choice: (choice.then != HOLD, -choice.points, len(choice.values), choice.values))
    others = sorted((choice for choice in choices if choice is not best), key=lambda choice: -choice.value)
    ranked = tuple(replace(one, cost=max(0.0, best.value - one.value)) for one in (best, *others))
    why = sentence(str(ranked[0].action), lambda: _why(table, ranked, at))
    return decision_of(ranked, ranked[0], why)


def _why(table: KeepTable, ranked: tuple[SetAside, ...], at: AfterThrow) -> str:
    best = ranked[0]
    total = at.turn + best.points
    aside = best.action.kept
    if best.then == HOLD and at.me + total >= table.rules.goal:
        return f"Keep {aside} and hold: {at.me} and {total} make {at.me + total}, which wins now"
    other = next((one for one in ranked if one.then != best.then), None)
    if other is None:
        return f"Keep {aside} and throw: nothing can be held yet, and this wins {percents(best.value)[0]} of games"
    mine, theirs = percents(best.value, other.value)
    instead = f"{'another throw' if best.then == HOLD else 'holding'} {theirs}"
    if other.action.kept != aside:
        instead = f"and keeping {other.action.kept} to {other.then} wins {theirs}"
    if best.then == HOLD:
        return f"Keep {aside} and hold: banking {total} points wins {mine} of games, {instead}"
    return f"Keep {aside} and throw: with {total} points at risk this wins {mine} of games, {instead}"


def _alike(table: KeepTable, seat: int, count: int) -> tuple[int, ...]:
    laws = table.laws[seat]
    if count < len(laws) and len(set(laws)) > 1:
        raise PositionError("the dice differ: say which of them were thrown")
    return tuple(range(count))


def _check(table: KeepTable, at: AfterThrow) -> None:
    rules, me, opponent, turn, dice = table.rules, at.me, at.opponent, at.turn, at.dice
    for name, points in (("me", me), ("opponent", opponent), ("turn", turn)):
        if points < 0 or points % rules.step:
            raise PositionError(f"{name} is {points}: points are multiples of {rules.step}, from 0 up")
    for name, points in (("me", me), ("opponent", opponent)):
        if points >= rules.goal:
            raise PositionError(f"{name} is {points}: the game is over at {rules.goal}, give less")
    if me + turn >= rules.goal:
        raise PositionError(f"{me} and {turn} make {me + turn}, which wins: whoever can hold and win does")
    if not all(0 <= blanks < counted_blanks(rules) for blanks in at.blanks):
        most = "0 without a penalty" if not rules.penalty else f"from 0 to {BLANKS - 1}"
        raise PositionError(f"turns without points are counted {most}, not {max(at.blanks)}")
    if not 1 <= len(dice) <= rules.dice or not all(1 <= value <= FACES for value in dice):
        raise PositionError(f"the dice {' '.join(map(str, dice))} are none: give 1 to {rules.dice} values of 1 to 6")
