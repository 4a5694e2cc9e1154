"""Data for the pictures of Pig for three and more players: where players hold, and how often they win."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import PositionError
from solver.multiplayer.approximation import ApproximatePlan, approximate_plan
from solver.multiplayer.three import ThreeTable
from solver.race.state import TIE
from solver.throw_distribution import Chance


def hold_values(table: ThreeTable, third: int) -> NDArray[np.int64]:
    """Return the lowest turn total at which the player to throw holds, at [me, second], with the last at `third`.

    Where the player never holds, it is the distance to the goal. Raises PositionError for a score outside the game.
    """
    goal, distribution = table.goal, table.distribution
    if not 0 <= third < goal:
        raise PositionError(f"a score of {third} is outside the game: give points from 0 to {goal - 1}")
    holds = np.empty((goal, goal), np.int64)
    for me in range(goal):
        left = goal - me
        # The player is the last to throw of those who follow a hold.
        hold = table.win[:, third, me:, 2]
        own = np.ones((left + distribution.gains[-1], goal))
        holds[me] = left
        for turn in range(left - 1, 0, -1):
            roll = distribution.bust * hold[:, 0]
            for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
                roll = roll + chance * own[turn + gain]
            rolls = roll - hold[:, turn] > TIE
            own[turn] = np.where(rolls, roll, hold[:, turn])
            holds[me] = np.where(rolls, holds[me], turn)
    return holds


@dataclass(frozen=True, slots=True)
class MultiplayerTable:
    """Pig for four and more players, called `game`; each position is approximated when it is asked for."""

    game: str
    goal: int
    die: tuple[Chance, ...] | None
    players: int

    def plan(self, me: int, others: int) -> ApproximatePlan:
        """Return the plan of the player to throw, with `me` points against `others` of everybody else."""
        return approximate_plan((me, *(others,) * (self.players - 1)), self.goal, self.die)

    def hold_value(self, me: int, others: int) -> int:
        """Return the lowest turn total at which that player holds; if there is none, the distance to the goal."""
        plan = self.plan(me, others)
        held = (turn for turn in range(1, self.goal - me) if plan.roll[turn] <= plan.hold[turn])
        return next(held, self.goal - me)
