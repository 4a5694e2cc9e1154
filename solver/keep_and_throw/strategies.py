"""How strategies of keep-and-throw games choose, how often one beats another, and what a turn scores, all exactly.

A strategy prefers one of the choices after a throw by a number for each pair of a turn total and a hand that is left,
and holds or throws by a mask over such pairs. With every strategy, a player who can hold and win does so.
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError, UnknownNameError
from solver.game import TurnOutcomes
from solver.keep_and_throw.hands import ThrownHands, most_turn_points
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.rules import MOST_DICE, MOST_STEPS, KeepRules
from solver.progress import track_steps
from solver.race.evaluate import Turns, Wins, win_rates
from solver.reason import Reason
from solver.rule_card import RuleCard, ToldCard, find_card
from solver.throw_distribution import Laws

OPTIMAL, MOST_POINTS, GREEDY, RANDOM = "optimal", "most-points", "greedy", "random"
HOLD_AT = re.compile(r"hold-([1-9][0-9]{0,5})-([0-5])")
KNOWN = (OPTIMAL, MOST_POINTS, GREEDY, "safe300", "hold-500-2", RANDOM)
FORMS = "optimal, most-points, greedy, safe300, random, hold-<points>-<dice> as in hold-500-2, and in Farkle card"


@dataclass(frozen=True, slots=True, eq=False)
class Preferences:
    """What a strategy does with k steps at risk and hand h left.

    After a throw it takes the choices with the highest `prefers[k, h]`, each equally often. Then it holds with the
    chance `holds[k, h]`; never once anybody has begun a turn with `race` steps or more.
    """

    prefers: NDArray[np.float64]
    holds: NDArray[np.float64]
    race: int = MOST_STEPS


def dice_left(hands: ThrownHands) -> NDArray[np.int64]:
    return np.array([sum(hand) for hand in hands.hands])


def preferences(name: str, hands: ThrownHands, goal: int) -> Preferences:
    """Return what the strategy called `name` prefers, for totals up to `goal` steps.

    greedy sets aside all dice that score, and throws on while three dice or more are left; safe300 does so too, but
    holds from 300 points on; hold-n-d holds from n points on, or with at most d dice left; most-points takes the most
    points that a turn can bring on average; random takes any choice and tosses a coin to hold. Raises UnknownNameError.
    """
    step = hands.rules.step
    totals = np.arange(goal + 1.0)[:, None]
    dice = dice_left(hands)[None, :]
    # All that scores: the most points, and of equal points the fewest dice that are left; none left are all again.
    greedy: NDArray[np.float64] = totals * 10.0 - np.where(dice == hands.rules.dice, 0, dice)
    if name == MOST_POINTS:
        return _most_points(hands, goal)
    holds = {GREEDY: (np.inf, 2), "safe300": (300, 2)}.get(name)
    if at := HOLD_AT.fullmatch(name):
        holds = int(at[1]), int(at[2])
    if holds:
        return _hold_where(greedy, (dice <= holds[1]) | (totals * step >= holds[0]))
    if card := find_card(hands.rules.name, name):
        return card_preferences(card, hands, goal)
    if name == RANDOM:
        return Preferences(np.zeros_like(greedy), np.full_like(greedy, 0.5))
    raise UnknownNameError.of("strategy", name, KNOWN, FORMS)


def card_preferences(card: RuleCard, hands: ThrownHands, goal: int) -> Preferences:
    """Return what a card prefers, for totals up to `goal` steps."""
    points, dice = np.arange(goal + 1.0)[:, None] * hands.rules.step, dice_left(hands)
    worth, holds, race = read_card(card)
    holds_at = np.array([np.inf, *(at or np.inf for at in holds)])
    liked = _hold_where(points + np.array([0.0, *worth])[dice], points >= holds_at[dice])
    return replace(liked, race=goal - race // hands.rules.step)


def read_card(card: RuleCard) -> tuple[list[int], list[int], int]:
    """Return what dice left are worth on a card beside points, and where the card holds, by their number from 1.

    Where it never holds that is 0. The third number are the points before the goal from which it only throws, 0 for
    none. The rules are "worth", "hold" and "race" with these numbers.
    """
    numbers = {kind: [*map(int, rest)] for kind, *rest in map(str.split, card.rules)}
    worth, holds = (numbers[kind] + [0] * (MOST_DICE - len(numbers[kind])) for kind in ("worth", "hold"))
    return worth, holds, sum(numbers.get("race", ()))


def tell_card(card: RuleCard, goal: int) -> ToldCard:
    """Return what a card says: what dice that are left are worth, where it holds, by their number, and the end."""

    def lines(numbers: list[int]) -> tuple[Reason, ...]:
        alike = itertools.groupby(range(1, MOST_DICE + 1), lambda dice: numbers[dice - 1])
        runs = [(points, [*dice]) for points, dice in alike if points]
        return tuple(
            Reason("card-dice", {"points": one, "dice": run[-1], "least": run[0] * (len(run) > 1)}) for one, run in runs
        )

    worth, holds, race = read_card(card)
    told = (Reason("card-set-aside"), lines(worth)), (Reason("card-hold-from"), lines(holds))
    return (*told, (Reason("card-race", {"mine": goal - race}), ())) if race else told


def _most_points(hands: ThrownHands, goal: int) -> Preferences:
    found = most_turn_points(hands.rules, hands.laws).values
    beyond = np.repeat(np.arange(len(found), goal + 1)[:, None] * hands.rules.step, found.shape[1], axis=1)
    worth = np.concatenate((found, beyond))[: goal + 1].astype(np.float64)
    holds = worth <= np.arange(len(worth))[:, None] * hands.rules.step
    return _hold_where(worth, holds)


def _hold_where(prefers: NDArray[np.float64], holds: NDArray[np.bool_]) -> Preferences:
    return Preferences(prefers, np.broadcast_to(holds, prefers.shape).astype(np.float64))


def rate_keep(table: KeepTable, names: Sequence[str] | None = None) -> Wins:
    """Return how often each strategy in `names`, by default all, beats each of them when it begins.

    The game has no penalty. The one that begins has the dice of the first seat. Raises UnknownNameError or
    MissingNumbaError.
    """
    chosen = tuple(dict.fromkeys(KNOWN if names is None else names))
    begins = {name: turns_of(name, table, 0) for name in chosen}
    alike = table.laws[0] == table.laws[1]
    follows = begins if alike else {name: turns_of(name, table, 1) for name in chosen}
    return {
        (first, second): float(win_rates(begins[first], follows[second])[0, 0, 0])
        for first, second in track_steps([*itertools.product(chosen, repeat=2)])
    }


def turns_of(name: str, table: KeepTable, seat: int) -> Turns:
    """Return how turns of the player of `seat` end by the strategy called `name`. Raises UnknownNameError."""
    from solver.keep_and_throw.keep_kernels import follow_best

    hands, goal = table.hands(seat), table.steps
    if name != OPTIMAL:
        return follow(preferences(name, hands, goal), table, seat)
    best = np.zeros((goal, goal, goal)), np.zeros((goal, goal)), np.zeros((goal, goal))
    follow_best(hands.throws, table.rules.opening // table.rules.step, table.start[1 - seat][0, 0], best)
    return Turns(*best, np.zeros((goal, goal)))


def follow(liked: Preferences, table: KeepTable, seat: int) -> Turns:
    """Return how turns of the player of `seat` end who has these preferences."""
    goal = table.steps
    ends: Iterable[NDArray[np.float64]] = _walk(liked, table, seat)
    if liked.race < goal:
        race = np.maximum(*np.ogrid[:goal, :goal]) >= liked.race
        raced = _walk(replace(liked, holds=np.zeros_like(liked.holds)), table, seat)
        ends = map(np.where, (race[..., None], race, race), raced, ends)
    banked, wins, lost = (np.broadcast_to(one, (goal,) * one.ndim) for one in ends)
    return Turns(banked, wins, lost, np.zeros((goal, goal)))


def _walk(liked: Preferences, table: KeepTable, seat: int) -> tuple[NDArray[np.float64], ...]:
    """Return the chances of totals, of a win and of nothing, of turns from i steps far from `race`, at [i, 0]."""
    from solver.keep_and_throw.keep_kernels import follow_choices

    goal, opening = table.steps, table.rules.opening // table.rules.step
    banked, wins, lost = np.zeros((goal, goal)), np.zeros(goal), np.zeros(goal)
    follow_choices(table.hands(seat).throws, opening, (liked.prefers, liked.holds), (banked, wins, lost))
    return banked[:, None], wins[:, None], lost[:, None]


def aside_outcomes(rules: KeepRules, laws: Laws, strategy: str) -> TurnOutcomes:
    """Return the outcomes of a turn of a player whose dice have the `laws`, far from the goal.

    Points beyond the largest goal of any game count as that goal.
    Raises UnknownNameError, OptionError for the optimal strategy, which depends on the scores, and MissingNumbaError.
    """
    if strategy == OPTIMAL:
        raise OptionError("optimal play depends on both scores: name another strategy, such as most-points")
    far = replace(rules, goal=MOST_STEPS * rules.step, penalty=0)
    nothing = np.zeros((1, 1, MOST_STEPS, MOST_STEPS))
    table = KeepTable(far, (laws, laws), (nothing, nothing))
    banked, reached, lost = (one[0, 0] for one in _walk(preferences(strategy, table.hands(0), MOST_STEPS), table, 0))
    chances = {0: float(lost)} | {k * rules.step: float(banked[k]) for k in range(1, MOST_STEPS) if banked[k] > 0}
    if reached > 0:
        chances[far.goal] = float(reached)
    return TurnOutcomes({"strategy": strategy}, chances)
