"""Tables of solved games for two players: turn starts and what to do, solved, and kept in self-describing files."""

import hashlib
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.apart import call_apart
from solver.checked_file import pack, unpack, write
from solver.errors import TableError
from solver.goal import LEAST_GOAL, check_written_out, states
from solver.race.hog import MOST_DICE, HogState, settle_hog, throw_sums
from solver.race.race_file import ENGINE, parse_race
from solver.race.rules import RACES, TWO_PLAYER_GAMES, RaceName, TwoPlayerName, race_of, race_rules, rules_of
from solver.race.state import RaceState, TwoPlayerState
from solver.rules_file import engine_of_text
from solver.throw_distribution import Chance, ThrowDistribution, check_die, die_json

FOLDER = Path(__file__).parents[1] / "data"
TABLES_KEPT = 8
MASKS_KEPT = 2


@dataclass(frozen=True, slots=True, eq=False)
class TwoPlayerTable(ABC):
    """Everything that is needed to play the game `game` to `goal` perfectly; `die` holds the chances of the faces.

    A game of one's own has its rules in `own`.
    `turn_start[i, j]` is the mover's win probability with i points against j, float64, goal x goal; `policy` is what
    to do, as bytes. Of a fresh solution, `seconds` is how long that took; where scores can be ruined, `contraction` is
    the factor of a sweep and `bound` the largest error of any value, rounding aside.
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
    def rules(self) -> type[TwoPlayerState]:
        return self.own or rules_of(self.game)

    @property
    def value(self) -> float:
        """Win probability of the player who begins."""
        return float(self.turn_start[0, 0])

    @property
    @abstractmethod
    def states(self) -> int:
        """How many states the table decides."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceTable(TwoPlayerTable):
    """The table of a race in which players roll or hold.

    `policy` has one bit a state (i, j, k) with i + k < goal, in C order, the first in the highest bit of the first
    byte, set where the player rolls.
    """

    @property
    def rules(self) -> type[RaceState]:
        return self.own or race_rules(self.game)

    @property
    def distribution(self) -> ThrowDistribution:
        return self.rules.distribution(self.die)

    @property
    def states(self) -> int:
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
        return _unpacked(self)


@lru_cache(MASKS_KEPT)
def _unpacked(table: RaceTable) -> NDArray[np.bool_]:
    bits = np.unpackbits(table.policy)
    mask = np.zeros((table.goal,) * 3, np.bool_)
    place = 0
    for i in range(table.goal):
        left = table.goal - i
        mask[i, :, :left] = bits[place : place + table.goal * left].reshape(table.goal, left)
        place += table.goal * left
    mask.flags.writeable = False
    return mask


@dataclass(frozen=True, slots=True, eq=False)
class HogTable(TwoPlayerTable):
    """The table of Hog: `policy` is how many dice to throw, one byte a pair of scores (i, j) in C order."""

    @property
    def states(self) -> int:
        return self.goal**2

    def dice(self, me: int, opponent: int) -> int:
        return int(self.policy[me * self.goal + opponent])


def solve_table(game: RaceName, goal: int, die: tuple[Chance, ...] | None = None) -> RaceTable:
    """Solve a race to `goal` (1 to 1000) for a die; `seconds` leaves out compilation.

    Raises UnknownNameError, OptionError, DistributionError, MissingNumbaError, or SolverError for too small a machine.
    """
    rules = race_rules(game)
    rules.check_goal(goal)
    die = rules.die() if die is None else die
    return _tabled(rules, goal, die, settle_race(goal, rules.distribution(die)))


Settled = tuple[NDArray[np.float64], NDArray[np.uint8], float, float, float]
"""Turn starts, policy, seconds, contraction and bound, as `RaceTable` has them."""


def settle_race(goal: int, distribution: ThrowDistribution) -> Settled:
    """Solve a race to `goal` with these throws. Raises SolverError or MissingNumbaError."""
    from solver.race.exact import solve_race

    solve_race(LEAST_GOAL, distribution)
    begun = time.perf_counter()
    solved = solve_race(goal, distribution)
    return solved.start, solved.policy, time.perf_counter() - begun, solved.contraction, solved.bound


def _tabled(rules: type[RaceState], goal: int, die: tuple[Chance, ...], settled: Settled) -> RaceTable:
    return RaceTable(rules.game, goal, die, *settled, None if RACES.get(rules.game) is rules else rules)


def solve_hog(goal: int = 100, die: tuple[Chance, ...] | None = None, most: int = MOST_DICE) -> HogTable:
    """Solve Hog with 1 to `most` dice to `goal` (1 to 1000). Raises OptionError or DistributionError."""
    HogState.check_goal(goal)
    die = HogState.die() if die is None else die
    begun = time.perf_counter()
    start, best = settle_hog(goal, throw_sums(die, most))
    return HogTable(HogState.game, goal, die, start, best.reshape(-1), time.perf_counter() - begun)


def _header(table: TwoPlayerTable) -> dict[str, Any]:
    header = {
        "game": table.game,
        "rules": table.rules.rules,
        "goal": table.goal,
        "die": die_json(table.die),
        "value": table.value,
        "states": table.states,
        "arrays": [
            {"name": "turn_start", "type": "<f8", "shape": [table.goal, table.goal]},
            {"name": "policy", "type": "|u1", "shape": [len(table.policy)]},
        ],
    }
    return header | ({"policy_sha256": table.policy_sha256} if isinstance(table, RaceTable) else {})


def to_bytes(table: TwoPlayerTable) -> bytes:
    """Return the checked file of `table`: its header, then the arrays."""
    body = table.turn_start.astype("<f8").tobytes() + table.policy.astype(np.uint8).tobytes()
    return pack(_header(table), body)


def save(table: TwoPlayerTable, path: Path) -> None:
    """Write `table` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    write(to_bytes(table), path)


def load(path: Path) -> TwoPlayerTable:
    """Return the table in `path`, after checking every byte. Raises TableError, in one line, if anything is wrong."""
    try:
        content = path.read_bytes()
    except OSError as absent:
        raise TableError(f"table {path} cannot be read ({absent.strerror}): reinstall pipsqueak") from absent
    return from_bytes(content, path)


def from_bytes(content: bytes, path: Path) -> TwoPlayerTable:
    """Return the table in `content`, which came from `path`. Raises TableError."""
    header, body = unpack(content, path)
    try:
        return _read(header, body)
    except (ArithmeticError, LookupError, TypeError, ValueError) as wrong:
        raise TableError(f"table {path} holds no game as it is played here: compute it again") from wrong


def _read(header: dict[str, Any], body: memoryview) -> TwoPlayerTable:
    own = race_of(parse_race(header["rules"])) if engine_of_text(header["rules"]) == ENGINE else None
    goal = (own or TWO_PLAYER_GAMES[header["game"]]).check_goal(header["goal"])
    die = check_die([Fraction(chance) if isinstance(chance, str) else float(chance) for chance in header["die"]])
    start = np.frombuffer(body, "<f8", goal * goal).reshape(goal, goal).astype(np.float64)
    kind = HogTable if header["game"] == HogState.game else RaceTable
    table = kind(header["game"], goal, die, start, np.frombuffer(body, np.uint8, offset=8 * goal * goal), own=own)
    if header != _header(table):
        raise ValueError("the header is that of another game")
    return table


def find_shipped(game: TwoPlayerName) -> Path:
    """Return where the table of `game` ships, if it does, to the goal that it is usually played to."""
    rules = rules_of(game)
    return FOLDER / f"{rules.game}-{rules.usual_goal}.table"


def load_table(game: TwoPlayerName, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> TwoPlayerTable:
    """Return the table of a game: the shipped one for the default options, else a fresh solution, which needs numba.

    The most recent tables are cached. Raises UnknownNameError, OptionError, DistributionError, TableError or
    MissingNumbaError.
    """
    rules = rules_of(game)
    goal = rules.check_goal(rules.usual_goal if goal is None else goal)
    return _load_table(rules, goal, rules.die() if die is None else die)


@lru_cache(TABLES_KEPT)
def _load_table(rules: type[TwoPlayerState], goal: int, die: tuple[Chance, ...]) -> TwoPlayerTable:
    if goal == rules.usual_goal and die == rules.die() and ships(rules):
        table = load(find_shipped(rules))
        if (table.game, table.goal, table.die) != (rules.game, goal, die):
            raise TableError(f"table {find_shipped(rules)} is not that of {rules.game} to {goal}: reinstall pipsqueak")
        return table
    return _solved(rules, goal, die)


def ships(rules: type[TwoPlayerState]) -> bool:
    """Return whether a table of these rules ships."""
    return TWO_PLAYER_GAMES.get(rules.game) is rules and find_shipped(rules).is_file()


def _solved(rules: type[TwoPlayerState], goal: int, die: tuple[Chance, ...]) -> TwoPlayerTable:
    if not issubclass(rules, RaceState):
        return solve_hog(goal, die)
    settled = call_apart("solver.race.race_table", "settle_race", goal, rules.distribution(die))
    return _tabled(rules, goal, die, settled)


def load_race(game: RaceName, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> RaceTable:
    """Return the table of a race in which players roll or hold. Raises what `load_table` raises."""
    table = load_table(race_rules(game), goal, die)
    assert isinstance(table, RaceTable)
    return table


def load_hog(goal: int | None = None, die: tuple[Chance, ...] | None = None) -> HogTable:
    """Return the table of Hog. Raises what `load_table` raises."""
    table = load_table(HogState.game, goal, die)
    assert isinstance(table, HogTable)
    return table
