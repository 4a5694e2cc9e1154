"""Tables of solved races for two: turn starts and what to do, solved, and kept in self-describing files."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.apart import call_apart
from solver.checked_file import load_arrays, save_arrays
from solver.errors import RuleError
from solver.evaluator import check_rules
from solver.goal import LEAST_GOAL, check_goal, check_written_out, states
from solver.last_round import NONE
from solver.race.evaluator import RaceEvaluator, reach, turn_worth
from solver.race.rules import RACES, RaceName, race_rules
from solver.race.state import RaceState
from solver.throw_distribution import Chance, ThrowDistribution, die_json

FOLDER = Path(__file__).parents[1] / "data"
TABLES_KEPT = 8
MASKS_KEPT = 2
TURNS_KEPT = 1024


@dataclass(frozen=True, eq=False)
class RaceTable(RaceEvaluator):
    """All data to play the race `game` to `goal` perfectly; `die` holds the chances of the faces.

    A custom race has its rules in `own`.
    `turn_start[i, j]` is the mover's win probability with i points against j, float64, goal x goal. `policy` has one
    bit for each state (i, j, k) with i + k < goal, in C order, the first in the highest bit of the first byte, set
    where the player rolls. For a fresh solution, `seconds` is the time that it took. If scores can be ruined,
    `contraction` is the factor of a sweep and `bound` the largest error of any value, except for rounding.

    The worth of actions follows from the turn starts; the last 1,024 turns stay in memory.
    """

    game: str
    goal: int
    die: tuple[Chance, ...]
    turn_start: NDArray[np.float64]
    policy: NDArray[np.uint8]
    seconds: float = 0.0
    contraction: float = 0.0
    bound: float = 0.0
    own: type[RaceState] | None = None

    def __post_init__(self) -> None:
        self.turn_start.flags.writeable = False
        self.policy.flags.writeable = False

    @property
    def rules(self) -> type[RaceState]:
        return self.own or race_rules(self.game)

    @cached_property
    def distribution(self) -> ThrowDistribution:
        return self.rules.distribution(self.die)

    @property
    def value(self) -> float:
        """Win probability of the player who begins."""
        return float(self.turn_start[0, 0])

    @property
    def states(self) -> int:
        """How many states the table decides."""
        return states(self.goal)

    @property
    def policy_sha256(self) -> str:
        """SHA-256 of the packed policy, in hexadecimal."""
        return hashlib.sha256(self.policy.tobytes()).hexdigest()

    def rolls(self, me: int, opponent: int, turn: int) -> bool:
        """Whether the policy rolls with `me` + `turn` below the goal."""
        before = me * self.goal * (2 * self.goal - me + 1) // 2
        place = before + opponent * (self.goal - me) + turn
        return bool(self.policy[place >> 3] >> (7 - (place & 7)) & 1)

    def roll_mask(self) -> NDArray[np.bool_]:
        """Return whether the policy rolls, as goal x goal x goal [i, j, k]; False where holding wins.

        Raises OptionError for a goal above 250.
        """
        check_written_out(self.goal, "write out a policy")
        return _unpack(self)

    def both(self, state: RaceState) -> tuple[float, float]:
        """Return what `roll_and_hold` says in a state. Raises PositionError for other rules, RuleError at the end."""
        check_rules(state, (type(state), state.goal, state.last_round), (self.rules, self.goal, NONE))
        if state.winner is not None:
            raise RuleError("the game is over: there is nothing to decide")
        return self.roll_and_hold(state.me, state.opponent, state.turn_total)

    def is_reachable(self, state: RaceState, /) -> bool:
        return self._can_be(state.me, state.opponent, state.turn_total)

    @cached_property
    def _can_be(self) -> Callable[[int, int, int], bool]:
        return reach(self.goal, self.distribution)

    def roll_and_hold(self, me: int, opponent: int, turn: int) -> tuple[float, float]:
        """Return the win probabilities of a throw and of a hold, with best play afterwards.

        `me` and `opponent` are banked points below the goal, `turn` is the turn total, 0 or more; at 0 the second value
        is what ending the turn without a throw would be worth, with what a lost turn banks.
        """
        rolls, holds, ended = self._turn(me, opponent)
        if me + turn >= self.goal:
            on = 1.0 - self.distribution.bust - self.distribution.ruin
            return ended + on * (holds[0] if self.distribution.exact else 1.0), 1.0
        return rolls[turn], holds[turn]

    @cached_property
    def _turn(self) -> Callable[[int, int], tuple[list[float], list[float], float]]:
        return lru_cache(TURNS_KEPT)(self._solve_turn)

    def _solve_turn(self, me: int, opponent: int) -> tuple[list[float], list[float], float]:
        """Return the values of rolling and of holding at each turn total, and what throws that end the turn add."""
        distribution, start = self.distribution, self.turn_start
        holds: list[float] = (1.0 - start[opponent, me:]).tolist()
        left, banks = len(holds), distribution.bust_gain
        if banks:
            holds[0] = holds[banks] if banks < left else 1.0
        ended = distribution.bust * holds[0] + distribution.ruin * (1.0 - float(start[opponent, 0]))
        return *turn_worth(distribution, holds, ended), ended


@lru_cache(MASKS_KEPT)
def _unpack(table: RaceTable) -> NDArray[np.bool_]:
    bits = np.unpackbits(table.policy)
    mask = np.zeros((table.goal,) * 3, np.bool_)
    place = 0
    for i in range(table.goal):
        left = table.goal - i
        mask[i, :, :left] = bits[place : place + table.goal * left].reshape(table.goal, left)
        place += table.goal * left
    mask.flags.writeable = False
    return mask


def solve_table(game: RaceName, goal: int, die: tuple[Chance, ...] | None = None) -> RaceTable:
    """Solve a race to `goal` (1 to 1000) for a die; `seconds` does not include compilation.

    Raises UnknownNameError, OptionError, DistributionError, MissingNumbaError, or SolverError for too small a machine.
    """
    rules = race_rules(game)
    check_goal(goal)
    die = rules.die() if die is None else die
    return _make_table(rules, goal, die, settle_race(goal, rules.distribution(die)))


Settled = tuple[NDArray[np.float64], NDArray[np.uint8], float, float, float]
"""Turn starts, policy, seconds, contraction and bound, as in `RaceTable`."""


def settle_race(goal: int, distribution: ThrowDistribution) -> Settled:
    """Solve a race to `goal` with these throws. Raises SolverError or MissingNumbaError."""
    from solver.race.exact import solve_race

    solve_race(LEAST_GOAL, distribution)
    begun = time.perf_counter()
    solved = solve_race(goal, distribution)
    return solved.start, solved.policy, time.perf_counter() - begun, solved.contraction, solved.bound


def _make_table(rules: type[RaceState], goal: int, die: tuple[Chance, ...], settled: Settled) -> RaceTable:
    return RaceTable(rules.game, goal, die, *settled, None if RACES.get(rules.game) is rules else rules)


def _header(rules: type[RaceState], goal: int, die: tuple[Chance, ...]) -> dict[str, Any]:
    return {"game": rules.game, "rules": rules.rules, "goal": goal, "die": die_json(die)}


def save(table: RaceTable, path: Path) -> None:
    """Write `table` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    arrays = {"turn_start": table.turn_start.astype("<f8"), "policy": table.policy.astype(np.uint8)}
    save_arrays(_header(table.rules, table.goal, table.die), arrays, path, packed=False)


def load(path: Path, rules: type[RaceState], goal: int, die: tuple[Chance, ...]) -> RaceTable:
    """Return a race's table from `path`. Raises FileNotFoundError, or TableError if it is of another race."""
    found = load_arrays(_header(rules, goal, die), path, f"{rules.game} to {goal}")
    return _make_table(rules, goal, die, (found["turn_start"].astype(np.float64), found["policy"], 0.0, 0.0, 0.0))


def find_shipped(game: RaceName) -> Path:
    """Return the path of the shipped table of `game`, if there is one, to the game's default goal."""
    rules = race_rules(game)
    return FOLDER / f"{rules.game}-{rules.usual_goal}.table"


def load_race(game: RaceName, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> RaceTable:
    """Return the table of a race: the shipped one for the default options, else a fresh solution, which needs numba.

    The most recent tables are cached. Raises UnknownNameError, OptionError, DistributionError, TableError or
    MissingNumbaError.
    """
    rules = race_rules(game)
    goal = check_goal(rules.usual_goal if goal is None else goal)
    return _load_table(rules, goal, rules.die() if die is None else die)


@lru_cache(TABLES_KEPT)
def _load_table(rules: type[RaceState], goal: int, die: tuple[Chance, ...]) -> RaceTable:
    path, usual = find_shipped(rules), (rules.usual_goal, rules.die())
    if RACES.get(rules.game) is rules and path.is_file() and (goal, die) == usual:
        return load(path, rules, goal, die)
    settled = call_apart("solver.race.race_table", "settle_race", goal, rules.distribution(die))
    return _make_table(rules, goal, die, settled)
