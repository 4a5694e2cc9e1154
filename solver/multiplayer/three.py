"""Pig for three: what rolling and holding are worth in any position, and the file that keeps it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import LOG, Say, load_arrays, load_or_solve, save_arrays
from solver.evaluator import check_rules
from solver.goal import check_goal, check_scores
from solver.multiplayer.evaluator import MultiplayerEvaluator
from solver.multiplayer.states import MOST_CROWD_GOAL, MultiplayerState
from solver.race.evaluator import turn_worth
from solver.race.rules import PigState
from solver.race.state import TIE
from solver.throw_distribution import Chance, die_json

RULES = f"three players, each playing to win; {PigState.rules}"


Chances = tuple[float, float, float]
"""Everybody's chance to win, in order of play from the player whose turn it is."""


@dataclass(frozen=True, eq=False)
class ThreeTable(MultiplayerEvaluator):
    """All data for Pig for three to `goal`, each playing to win, with a die of these chances.

    `win[i, j, k]` are the win chances of the player to throw, with i points, of the next, with j, and of the last, with
    k, at the start of a turn: float64, goal x goal x goal x 3. `mixed` counts the cycles of three turns without an
    equilibrium in pure strategies; there each mixing player throws or holds by chance at one turn total, where both are
    worth the same.

    Of a fresh solution, `seconds` is the time that it took. `policy_sha256` is over the roll bits of all states in C
    order of (i, j, k, t), packed with the first in the highest bit, as for two players; at equal values the bit is 0.
    In `near` states a roll and a hold differ by less than 1e-9.
    """

    goal: int
    die: tuple[Chance, ...]
    win: NDArray[np.float64]
    mixed: int
    policy_sha256: str | None = None
    near: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.win.flags.writeable = False

    @property
    def value(self) -> float:
        return float(self.win[0, 0, 0, 0])

    @property
    def states(self) -> int:
        """How many positions (i, j, k, t) with i + t below the goal there are."""
        return self.goal**3 * (self.goal + 1) // 2

    def weigh_turn(self, me: int, second: int, third: int) -> tuple[list[float], list[float]]:
        """Return what rolling and what holding is worth to the player with `me` points, at each turn total."""
        return _solve_turn(self, me, second, third)

    def turn_values(self, state: MultiplayerState) -> tuple[list[float], list[float]]:
        check_rules(state, state.goal, self.goal)
        return self.weigh_turn(*state.in_order)

    def worth(self, state: MultiplayerState) -> tuple[float, ...]:
        if state.winner is not None:
            return state.returns()
        found = self._everybody(state)
        return tuple(found[(seat - state.player) % 3] for seat in range(3))

    def _everybody(self, state: MultiplayerState) -> Chances:
        """Return everybody's chances when the rest of the turn is played best."""
        check_rules(state, state.goal, self.goal)
        me, second, third = state.in_order
        distribution, goal = self.distribution, self.goal
        lost = self._hold(me, second, third)
        best: dict[int, Chances] = {}
        for turn in range(max(goal - me - 1, state.turn_total), state.turn_total - 1, -1):
            after = [best.get(turn + gain, (1.0, 0.0, 0.0)) for gain in distribution.gains]
            roll = _mix([lost, *after], [distribution.bust, *distribution.chances])
            hold = self._hold(me + turn, second, third) if me + turn < goal else (1.0, 0.0, 0.0)
            best[turn] = roll if turn == 0 or roll[0] - hold[0] > TIE else hold
        return best[state.turn_total]

    def _hold(self, me: int, second: int, third: int) -> Chances:
        """Return everybody's chances after the player has ended the turn with `me` points."""
        following, last, own = self.win[second, third, me].tolist()
        return own, following, last

    def hold_values(self, third: int) -> NDArray[np.int64]:
        """Return the lowest turn total at which the player to throw holds, at [me, second], with the last at `third`.

        If the player never holds, it is the distance to the goal. Raises PositionError for a score outside the game.
        """
        goal, distribution = self.goal, self.distribution
        check_scores(goal, third)
        holds = np.empty((goal, goal), np.int64)
        for me in range(goal):
            left = goal - me
            # The player is the last to throw of those who follow a hold.
            hold = self.win[:, third, me:, 2]
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


def solve_three(goal: int = 100, die: Sequence[Chance] | None = None) -> ThreeTable:
    """Solve Pig for three to `goal` (1 to 200) on two cores; `seconds` leaves out compilation.

    Raises OptionError, DistributionError, SolverError if no equilibrium is found, and MissingNumbaError.
    """
    from solver.multiplayer.exact import solve
    from solver.race.exact import throw_arrays

    check_goal(goal, MOST_CROWD_GOAL)
    faces = tuple(PigState.die() if die is None else die)
    return ThreeTable(goal, faces, *solve(goal, throw_arrays(PigState.distribution(faces))))


@lru_cache(1024)
def _solve_turn(table: ThreeTable, me: int, second: int, third: int) -> tuple[list[float], list[float]]:
    holds: list[float] = table.win[second, third, me:, 2].tolist()
    return turn_worth(table.distribution, holds, table.distribution.bust * holds[0])


def file_of(folder: Path, goal: int, die: tuple[Chance, ...]) -> Path:
    fair = die == tuple(PigState.die())
    name = "" if fair else "-" + hashlib.sha256(repr(die_json(die)).encode()).hexdigest()[:16]
    return folder / f"pig-three-{goal}{name}.table"


def _header(goal: int, die: tuple[Chance, ...]) -> dict[str, Any]:
    return {"game": "pig-three", "rules": RULES, "goal": goal, "die": die_json(die)}


def save(table: ThreeTable, path: Path) -> None:
    """Write `table` to `path`. Raises TableError if writing fails."""
    arrays = {"win": table.win.astype("<f8"), "mixed": np.array(table.mixed, "<i8")}
    save_arrays(_header(table.goal, table.die), arrays, path, packed=False)


def load(path: Path, goal: int, die: tuple[Chance, ...]) -> ThreeTable:
    """Return the table in `path`, after checking every byte. Raises TableError, or FileNotFoundError."""
    found = load_arrays(_header(goal, die), path, f"Pig for three to {goal}")
    return ThreeTable(goal, die, found["win"].astype(np.float64), int(found["mixed"]))


@lru_cache(2)
def three_table(
    goal: int = 100, die: tuple[Chance, ...] | None = None, folder: Path | None = None, say: Say = LOG
) -> ThreeTable:
    """Return the table of Pig for three: from `folder`, or else solved now, which needs numba, and saved there.

    A file that is damaged or belongs to another game is reported to `say` and replaced. If the folder cannot be
    written, that is reported, and the table stays in memory only, as without a folder. Raises OptionError,
    DistributionError or MissingNumbaError.
    """
    check_goal(goal, MOST_CROWD_GOAL)
    faces = tuple(PigState.die()) if die is None else die
    path = None if folder is None else file_of(folder, goal, faces)
    return load_or_solve(path, lambda path: load(path, goal, faces), lambda: solve_three(goal, faces), save, say)


def _mix(parts: Sequence[Chances], weights: Sequence[float]) -> Chances:
    first, second, third = (
        sum(part[seat] * weight for part, weight in zip(parts, weights, strict=True)) for seat in range(3)
    )
    return first, second, third
