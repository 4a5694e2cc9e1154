"""What a player of Pig for three gives away: exact losses of each choice, added up along games played by the rules."""

import math
import random
import statistics
from collections.abc import Callable

from solver.action import HOLD, ROLL
from solver.multiplayer.approximation import approximate_plan
from solver.multiplayer.states import MultiplayerState
from solver.multiplayer.three import ThreeTable
from solver.race.state import TIE

# From the scores in order of play, the one who throws first, to whether to roll at a turn total.
Chooser = Callable[[tuple[int, ...]], Callable[[int], bool]]


def loss(table: ThreeTable, chooser: Chooser, games: int, seed: int) -> tuple[float, float]:
    """Return how many wins a game a player loses by `chooser` between two perfect ones, and the standard error.

    What a player loses in all is the sum of what the choices lose against perfect play afterwards, taken where the
    player's own play leads (the performance difference); it varies far less than who wins.
    """
    chance = random.Random(seed)
    losses = []
    for game in range(games):
        state, lost = MultiplayerState((0, 0, 0), table.goal), 0.0
        while state.winner is None:
            me, second, third = state.in_order
            rolls, holds = table.weigh_turn(me, second, third)
            own = chooser(state.in_order) if state.player == game % 3 else None
            player = state.player
            while state.player == player and state.winner is None:
                turn = state.turn_total
                if me + turn >= table.goal:
                    state = state.apply(HOLD)
                    continue
                going = turn == 0 or rolls[turn] - holds[turn] > TIE
                if own is not None and turn > 0:
                    chosen = own(turn)
                    lost += abs(rolls[turn] - holds[turn]) * (chosen != going)
                    going = chosen
                state = state.apply(ROLL, (chance.randint(1, 6),)) if going else state.apply(HOLD)
        losses.append(lost)
    return statistics.fmean(losses), statistics.stdev(losses) / math.sqrt(games)


def by_field(goal: int) -> Chooser:
    """Play against clocks."""

    def chooser(scores: tuple[int, ...]) -> Callable[[int], bool]:
        plan = approximate_plan(scores, goal)
        return lambda turn: plan.roll[turn] > plan.hold[turn]

    return chooser


def by_hold(least: int) -> Chooser:
    """Hold at a fixed turn total."""
    return lambda _scores: lambda turn: turn < least
