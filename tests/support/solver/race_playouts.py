"""Games played out by the rules alone, as the check of every exact value."""

import math
import random
from collections.abc import Callable

from solver.race.hog import HogState
from solver.race.race_table import RaceTable
from solver.race.rules import race_rules
from solver.race.state import Action

Rolls = Callable[[int, int, int], float]
Dice = Callable[[int, int], int]


def first_wins(table: RaceTable, players: tuple[Rolls, Rolls], games: int, seed: int) -> float:
    """Return the share of `games` that the first player wins with the rules and dice of `table`.

    A player tells the chance of rolling on in a state.
    """
    chance = random.Random(seed)
    rules, goal = race_rules(table.game), table.goal
    faces, weights = range(1, len(table.die) + 1), [float(share) for share in table.die]
    wins = 0
    for _ in range(games):
        state = rules(goal)
        while state.winner is None:
            if state.turn_total == 0:
                rolls = True
            elif state.me + state.turn_total >= goal:
                rolls = False
            else:
                share = players[state.player](state.me, state.opponent, state.turn_total)
                rolls = share == 1 or (share > 0 and chance.random() < share)
            throw = tuple(chance.choices(faces, weights, k=rules.dice)) if rolls else ()
            state = state.apply(Action.ROLL if rolls else Action.HOLD, throw)
        wins += state.winner == 0
    return wins / games


def first_wins_hog(goal: int, players: tuple[Dice, Dice], games: int, seed: int) -> float:
    """Return the share of games of Hog with fair dice that the first player wins."""
    chance = random.Random(seed)
    wins = 0
    for _ in range(games):
        state = HogState(goal)
        while state.winner is None:
            dice = players[state.player](state.me, state.opponent)
            state = state.apply(dice, tuple(chance.choices(range(1, 7), k=dice)))
        wins += state.winner == 0
    return wins / games


def agrees(share: float, value: float, games: int) -> bool:
    """Whether the share of won games is within four standard errors of the exact value."""
    return abs(share - value) < 4 * math.sqrt(value * (1 - value) / games)
