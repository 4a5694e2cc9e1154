"""The best choice in a turn of a round: what to keep or shut, and how many dice to throw."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from solver.aside import HOLD, THROW
from solver.decision import Decision, counted, percents
from solver.errors import PositionError
from solver.explanation import decimals, sentence
from solver.rounds.players import MOST_PLAYERS, Rivals, rivals_of, shares
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import TIE, BestTurn, Float, TurnGraph, best_of, best_turn, turn_graph
from solver.rounds.turns import FACES, KeepingTurn, Position, TurnOption
from solver.throw_distribution import Chance
from solver.units import Unit

TURNS_KEPT = 256


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The others of a round: the `best` score so far, None for the first player, who `shares` it, and who is `after`.

    `shares` counts the players with that score, `after` those who throw after this turn. Where it is known how many
    `players` there are in all, one table serves all their turns.
    """

    best: int | None
    shares: int
    after: int
    players: int | None = None

    def rivals(self, rules: RoundRules, die: tuple[Chance, ...]) -> Rivals:
        """Return what the others leave to the player and to those who throw later."""
        if self.players is not None:
            return rivals_of(rules, die, self.players - 1, 1)
        return rivals_of(rules, die, self.after, self.shares + 1)


class WeighedOption(NamedTuple):
    """An option after a throw, or the dice to throw before one; its `value`, and the `points` that it brings.

    More is better in both: where the least points win, their sign is changed.
    """

    option: TurnOption | int
    value: float
    points: float


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """One choice in a turn, in words and as scripts get it, with its value and how much worse that is than the best."""

    words: str
    action: dict[str, Any]
    value: float
    cost: float

    def to_json(self) -> dict[str, Any]:
        """Return the choice as the command line prints it."""
        return {**self.action, "value": self.value, "cost": self.cost}


@dataclass(frozen=True, slots=True)
class RoundDecision(Decision):
    """A decision whose `choices`, the best first, hold what its options say in words."""

    choices: tuple[RoundChoice, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the decision as the command line prints it, with all digits."""
        return {
            "action": self.choices[0].action,
            "value": self.value,
            "options": [choice.to_json() for choice in self.choices],
            "why": self.why,
        }


def decide_turn(
    rules: RoundRules, die: tuple[Chance, ...], position: Position, dice: Sequence[int], others: Rivalry | None
) -> RoundDecision:
    """Return the best choice in a position, after the throw of `dice`, or before a throw without them.

    Without `others` the player has the best points on average, else the largest chance to win, a tie being shared. Of
    equally good choices to win, those with better points are taken; of equal ones, those that keep more dice or shut
    fewer tiles. Raises PositionError.
    """
    found = weigh(rules, turn_graph(rules, die), best_play(rules, die, others), position, dice)
    best = first_of(found, to_win=others is not None)
    rest = sorted((one for one in found if one is not best), key=lambda one: -one.value)
    sign = 1.0 if others is not None or rules.most else -1.0
    choices = tuple(
        RoundChoice(*said(rules, one.option), sign * one.value + 0.0, max(0.0, best.value - one.value))
        for one in (best, *rest)
    )
    why = sentence(choices[0].words, lambda: _why(choices, to_win=others is not None))
    options = {choice.words: choice.value for choice in choices}
    unit = Unit.WINS if others is not None else Unit.POINTS if rules.most else Unit.FEWEST
    return RoundDecision(choices[0].words, choices[0].value, options, True, why, choices, unit=unit)


def weigh(
    rules: RoundRules, graph: TurnGraph, play: BestTurn, position: Position, dice: Sequence[int]
) -> list[WeighedOption]:
    """Return all choices in a position, after the throw of `dice`, or before a throw without them.

    Raises PositionError.
    """
    if position not in graph.place:
        raise PositionError("no turn comes to this position: check what is kept and how many throws are left")
    if not dice:
        return [
            WeighedOption(number, *_thrown_value(graph, play, position, roll))
            for roll, number in enumerate(rules.turn.throws(position))
        ]
    found = []
    for option in _options(rules, position, tuple(dice)):
        place = graph.place_of(option)
        if place is None:
            raise PositionError(f"the dice {' '.join(map(str, dice))} cannot fall with these chances")
        found.append(WeighedOption(option, float(play.value[0, place]), float(play.points[0, place])))
    return found


def first_of(found: Sequence[WeighedOption], *, to_win: bool) -> WeighedOption:
    """Return the best choice: of equal ones to win the one with better points, then the first."""
    top = max(one.value for one in found)
    equal = [one for one in found if top - one.value <= TIE]
    return max(equal, key=lambda one: one.points if to_win else 0.0)


@lru_cache(TURNS_KEPT)
def best_play(rules: RoundRules, die: tuple[Chance, ...], others: Rivalry | None) -> BestTurn:
    """Return the best choices of a whole turn against the others, for points without them."""
    graph = turn_graph(rules, die)
    points = np.array([float(rules.worth(score)) for score in graph.scores])
    worth = points if others is None else _to_win(rules, die, others)
    return best_turn(graph, worth[None], points)


def _to_win(rules: RoundRules, die: tuple[Chance, ...], others: Rivalry) -> Float:
    """Return what each score is worth against the others."""
    graph = turn_graph(rules, die)
    if not 0 <= others.after < MOST_PLAYERS or not 1 <= others.shares < MOST_PLAYERS:
        raise PositionError(f"a round has at most {MOST_PLAYERS} players: give fewer others")
    best = None
    if others.best is not None:
        if others.best not in graph.scores:
            known = ", ".join(map(str, sorted(graph.scores)))
            raise PositionError(f"{others.best} is no score of {rules.name}: give one of {known}")
        best = graph.scores.index(others.best)
    rivals = others.rivals(rules, die)
    if best is not None and best == rivals.at_once:
        raise PositionError(f"a score of {others.best} wins at once: the round is over")
    return shares(rivals.holders[others.after], best, others.shares, rivals.at_once)


def _options(rules: RoundRules, position: Position, dice: tuple[int, ...]) -> list[TurnOption]:
    """Return what may be chosen after a throw. Raises PositionError for dice that cannot be thrown here."""
    numbers = rules.turn.throws(position)
    if len(dice) not in numbers or not all(1 <= value <= FACES for value in dice):
        shown, wanted = " ".join(map(str, dice)), " or ".join(map(str, numbers))
        raise PositionError(f"the dice {shown} cannot be: {wanted} are thrown here, with values of 1 to {FACES}")
    return rules.turn.options(position, rules.turn.seen(dice))


def _thrown_value(graph: TurnGraph, play: BestTurn, position: Position, roll: int) -> tuple[float, float]:
    """Return what a throw is worth before its dice fall, in both aims."""
    number = int(graph.roll[graph.place[position] - len(graph.scores)]) + roll
    outcomes = slice(int(graph.outcome[number]), int(graph.outcome[number + 1]))
    first, end = int(graph.option[outcomes.start]), int(graph.option[outcomes.stop])
    to = graph.to[first:end]
    value, points, _ = best_of(play.value[:, to], play.points[:, to], graph.option[outcomes] - first)
    return float(graph.chance[outcomes] @ value[0]), float(graph.chance[outcomes] @ points[0])


def said(rules: RoundRules, option: TurnOption | int) -> tuple[str, dict[str, Any]]:
    """Return a choice in words and as scripts get it."""
    if isinstance(option, int):
        return f"throw {counted(option, 'die', 'dice')}", {THROW: option}
    dice, then = list(option.choice), HOLD if option.then is None else THROW
    shown = " ".join(map(str, dice))
    if isinstance(rules.turn, KeepingTurn):
        return f"keep {shown or 'none'}, {then}", {"keep": dice, "then": then}
    return f"shut {shown}" if dice else f"shut none, {HOLD}", {"shut": dice, "then": then}


def _why(choices: tuple[RoundChoice, ...], *, to_win: bool) -> str:
    """Return why the first choice is taken."""
    numbers = percents if to_win else decimals
    verb, unit = ("wins", " of rounds") if to_win else ("scores", " points on average")
    best = choices[0]
    words = best.words[0].upper() + best.words[1:]
    if len(choices) == 1:
        return f"{words}: there is no other choice, and this {verb} {numbers(best.value)[0]}{unit}"
    other = choices[1]
    mine, theirs = numbers(best.value, other.value)
    if mine == theirs:
        return f"{words}: this {verb} {mine}{unit}, and so does the next best ({other.words})"
    return f"{words}: this {verb} {mine}{unit}, the next best ({other.words}) {theirs}"
