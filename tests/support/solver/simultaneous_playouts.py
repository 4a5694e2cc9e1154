"""Games of Swine Herd and Skunk between players who follow rules."""

import math
import random
import statistics
from collections.abc import Callable, Sequence

from solver.simultaneous.states import SkunkState, Stance, SwineHerdState
from solver.simultaneous.strategy import skunk_stance, swine_herd_stance
from solver.single.exact import load_solitaire

HerdRule = Callable[[SwineHerdState, int], bool]
SkunkRule = Callable[[SkunkState, int], bool]


def swine_herd_robot(state: SwineHerdState, player: int) -> bool:
    """Stand as the robot does."""
    return swine_herd_stance(state, player).action == Stance.STAND


def skunk_robot(state: SkunkState, player: int) -> bool:
    """Stand as the robot does."""
    return skunk_stance(state, player).action == Stance.STAND


def swine_herd_hold(least: int) -> HerdRule:
    """Sit at a fixed number of points, or when that reaches the goal."""
    return lambda state, player: state.round_total < least and state.scores[player] + state.round_total < state.goal


def swine_herd_pace(state: SwineHerdState, player: int) -> bool:
    """End race or keep pace, as in Pig."""
    me, rival = state.scores[player], max(score for p, score in enumerate(state.scores) if p != player)
    if me + state.round_total >= state.goal:
        return False
    return max(me, rival) >= 71 or state.round_total < 21 + round((rival - me) / 8)


def skunk_hold(least: int) -> SkunkRule:
    """Sit at a fixed number of points."""
    return lambda state, _player: state.round_total < least


def skunk_points(state: SkunkState, player: int) -> bool:
    """Stand while that brings more points, as in THINK."""
    table = load_solitaire("think", None, state.rounds, None)
    left = state.rounds - state.taken
    return state.round_total < table.cap and bool(table.rolls[left, state.scores[player], state.round_total])


def swine_herd_share(rules: Sequence[HerdRule], games: int, seed: int) -> tuple[float, float]:
    """Return the first player's share of victories in Swine Herd, and its standard error."""
    chance = random.Random(seed)
    shares = []
    for _ in range(games):
        state = SwineHerdState((0,) * len(rules))
        while not state.over:
            sitting = [p for p in state.standing if state.round_total and not rules[p](state, p)]
            banked = max(score + state.round_total * (p in sitting) for p, score in enumerate(state.scores))
            none = len(sitting) == len(state.standing) or banked >= state.goal
            state = state.apply(sitting, () if none else (chance.randint(1, 6),))
        shares.append(state.returns()[0])
    return statistics.fmean(shares), statistics.stdev(shares) / math.sqrt(games)


def skunk_share(rules: Sequence[SkunkRule], games: int, seed: int) -> tuple[float, float]:
    """Return the first player's share of victories in Skunk, and its standard error."""
    chance = random.Random(seed)
    shares = []
    for _ in range(games):
        state = SkunkState((0,) * len(rules))
        while not state.over:
            sitting = [p for p in state.standing if state.round_total and not rules[p](state, p)]
            none = len(sitting) == len(state.standing)
            state = state.apply(sitting, () if none else (chance.randint(1, 6), chance.randint(1, 6)))
        shares.append(state.returns()[0])
    return statistics.fmean(shares), statistics.stdev(shares) / math.sqrt(games)
