"""Plain value iteration of Pig for three, which converges only where an equilibrium in pure strategies exists."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from solver.game import WIN
from solver.goal import LEAST_GOAL
from solver.jit import compiled
from solver.multiplayer.states import LEAST_PLAYERS, check_multiplayer_goal
from solver.multiplayer.three import CORES, digest
from solver.multiplayer.three_kernels import ThreeTurn
from solver.race.exact import ThrowArrays, throw_arrays
from solver.race.pig import PigState
from solver.race.state import TIE
from solver.throw_distribution import Chance
from solver.value_iteration import ValueIteration


@compiled
def sweep_three(throw: ThrowArrays, win: NDArray[np.float64], turn: ThreeTurn) -> float:
    """Solve each turn by the current values of turn starts, and return the largest change of a mover's own chance.

    `win[i, j, k]` are the chances of the player to throw, of the next and of the last; `turn` is room for goal + the
    largest gain.
    """
    gains, chances, bust = throw.gains, throw.chances, throw.bust
    own, other, _ = turn
    goal = win.shape[0]
    change = 0.0
    for me in range(goal - 1, -1, -1):
        left = goal - me
        own[left:] = 1.0
        other[left:] = 0.0
        for j in range(goal):
            for k in range(goal):
                for t in range(left - 1, -1, -1):
                    roll = bust * win[j, k, me, 2]
                    theirs = bust * win[j, k, me, 0]
                    for m in range(len(gains)):
                        roll += chances[m] * own[t + gains[m]]
                        theirs += chances[m] * other[t + gains[m]]
                    if t == 0 or roll - win[j, k, me + t, 2] > TIE:
                        own[t] = roll
                        other[t] = theirs
                    else:
                        own[t] = win[j, k, me + t, 2]
                        other[t] = win[j, k, me + t, 0]
                change = max(change, abs(own[0] - win[me, j, k, 0]))
                win[me, j, k, 0] = own[0]
                win[me, j, k, 1] = other[0]
                win[me, j, k, 2] = 1.0 - own[0] - other[0]
    return change


class ThreeIteration(ValueIteration):
    """The win probabilities at all turn starts of Pig for three between sweeps, `win[i, j, k]` as in the table.

    A sweep solves every turn by the current values of turn starts. Where a cycle of lost turns has several equilibria,
    the values may converge to another one than the exact solution; where it has none in pure strategies, they never
    converge. Raises OptionError for a goal outside 1 to 200, or DistributionError.
    """

    game = "pig-three"
    unit = WIN
    patience = 60
    unsettled = (
        "in some turns no fixed choices are best against one another, so their values chase each other for ever; the "
        "exact solution throws or holds by chance there"
    )

    def __init__(self, goal: int, die: tuple[Chance, ...] | None = None) -> None:
        self._die = PigState.die() if die is None else die
        self._throw = throw_arrays(PigState.distribution(self._die))
        self.win = np.zeros((check_multiplayer_goal(goal, LEAST_PLAYERS),) * 3 + (3,))
        self._turn = ThreeTurn(*(np.empty(goal + self._throw.gains[-1]) for _ in range(3)))
        self.states = goal**3 * (goal + 1) // 2

    @property
    def value(self) -> float:
        """Win probability of the player who begins, at present."""
        return float(self.win[0, 0, 0, 0])

    def sweep(self) -> float:
        """Sweep once; return the largest change of a mover's own chance."""
        return sweep_three(self._throw, self.win, self._turn)

    def warm_up(self) -> None:
        """Sweep the smallest game with the same die."""
        ThreeIteration(LEAST_GOAL, self._die).sweep()

    def policy_sha256(self) -> str:
        """Return the hash of the packed roll bits that the values lead to."""
        with ThreadPoolExecutor(CORES) as pool:
            return digest(self.win, self._throw, pool)[0]
