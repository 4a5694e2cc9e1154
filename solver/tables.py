"""Tables of solved games: saved, loaded and verified, one self-describing file a game."""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import TableError
from solver.goal import check_goal, states
from solver.law import Chance, ThrowLaw, check_die
from solver.rules import race_die, race_rules

FOLDER = Path(__file__).with_name("data")
SHIPPED_GOAL = 100
SHIPPED = FOLDER / f"pig-{SHIPPED_GOAL}.table"
TABLES_KEPT = 8
FORMAT = 1
MAGIC = b"pipsqueak table "
DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True, eq=False)
class RaceTable:
    """All that is needed to play the race called `game` to `goal` perfectly, with dice whose faces have these chances.

    `turn_start[i, j]` is the mover's win probability with i points against j, float64, goal x goal. `policy` has one
    bit a state (i, j, k) with i + k < goal, in C order, the first in the highest bit of the first byte, set where the
    player rolls.
    """

    game: str
    goal: int
    die: tuple[Chance, ...]
    turn_start: NDArray[np.float64]
    policy: NDArray[np.uint8]

    def __post_init__(self) -> None:
        self.turn_start.flags.writeable = False
        self.policy.flags.writeable = False

    @property
    def law(self) -> ThrowLaw:
        """The law of a throw."""
        return race_rules(self.game).law(self.die)

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
        """Return whether the policy rolls, as goal x goal x goal [i, j, k]; False where holding wins."""
        return _unpacked(self)


@dataclass(frozen=True, slots=True, eq=False)
class RaceSolution(RaceTable):
    """A table fresh from the solver, with the `seconds` that it took.

    Where scores can be ruined, `contraction` is the factor of a sweep and `bound` the largest error of any value,
    rounding aside; else both are 0.
    """

    seconds: float
    contraction: float
    bound: float


@lru_cache(2)
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


def _header(table: RaceTable) -> dict[str, Any]:
    return {
        "game": table.game,
        "rules": race_rules(table.game).rules,
        "goal": table.goal,
        "die": [str(chance) if isinstance(chance, Fraction) else chance for chance in table.die],
        "value": table.value,
        "states": table.states,
        "policy_sha256": table.policy_sha256,
        "arrays": [
            {"name": "turn_start", "type": "<f8", "shape": [table.goal, table.goal]},
            {"name": "policy", "type": "|u1", "shape": [(table.states + 7) // 8]},
        ],
    }


def to_bytes(table: RaceTable) -> bytes:
    """Return the file of `table`: a line with the format, a line of JSON, the arrays, and a SHA-256 of all before."""
    line = json.dumps(_header(table), sort_keys=True).encode()
    body = table.turn_start.astype("<f8").tobytes() + table.policy.astype(np.uint8).tobytes()
    content = MAGIC + f"{FORMAT}\n".encode() + line + b"\n" + body
    return content + hashlib.sha256(content).digest()


def save(table: RaceTable, path: Path) -> None:
    """Write `table` to `path`, beside it first and then renamed. Raises TableError if the disk refuses."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(to_bytes(table))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as refused:
        with suppress(OSError):
            beside.unlink()
        raise TableError(f"table {path} cannot be written ({refused.strerror}): check folder and disk") from refused


def load(path: Path) -> RaceTable:
    """Return the table in `path`, every byte of it checked. Raises TableError, in one line, if anything is wrong."""
    try:
        content = path.read_bytes()
    except OSError as absent:
        raise TableError(f"table {path} cannot be read ({absent.strerror}): reinstall pipsqueak") from absent
    return from_bytes(content, path)


def from_bytes(content: bytes, path: Path) -> RaceTable:
    """Return the table in `content`, which came from `path`. Raises TableError."""
    if not content.startswith(MAGIC[: len(content)]):
        raise TableError(f"{path} is no table of pipsqueak: reinstall pipsqueak or compute it again")
    first, newline, _ = content.partition(b"\n")
    if newline and first != MAGIC + str(FORMAT).encode():
        raise TableError(f"table {path} has another format than {FORMAT}, the one this version reads: compute it again")
    if len(content) <= DIGEST or hashlib.sha256(content[:-DIGEST]).digest() != content[-DIGEST:]:
        raise TableError(f"table {path} is truncated or damaged (wrong checksum): reinstall pipsqueak")
    try:
        return _read(content[:-DIGEST])
    except (ArithmeticError, LookupError, TypeError, ValueError) as wrong:
        raise TableError(f"table {path} holds no game as it is played here: compute it again") from wrong


def _read(content: bytes) -> RaceTable:
    _, line, body = content.split(b"\n", 2)
    header = json.loads(line)
    goal = check_goal(header["goal"])
    die = check_die([Fraction(chance) if isinstance(chance, str) else float(chance) for chance in header["die"]])
    start = np.frombuffer(body, "<f8", goal * goal).reshape(goal, goal).astype(np.float64)
    table = RaceTable(header["game"], goal, die, start, np.frombuffer(body, np.uint8, offset=8 * goal * goal))
    if header != _header(table):
        raise ValueError("the header is that of another game")
    return table


def shipped(game: str) -> Path:
    """Return where the table of the race called `game` ships, to the goal that it is usually played to."""
    return FOLDER / f"{game}-{race_rules(game).usual_goal}.table"


def load_race(game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> RaceTable:
    """Return the table of a race: the shipped one for the defaults, or else solved now, which needs numba.

    The tables last asked for are kept in memory. Raises UnknownNameError, GoalError, LawError, TableError or
    MissingNumbaError.
    """
    usual = race_rules(game).usual_goal
    return _load_race(game, check_goal(usual if goal is None else goal), race_die(game, die))


@lru_cache(TABLES_KEPT)
def _load_race(game: str, goal: int, die: tuple[Chance, ...]) -> RaceTable:
    rules = race_rules(game)
    if goal == rules.usual_goal and die == race_die(game):
        table = load(shipped(game))
        if (table.game, table.goal, table.die) != (game, goal, die):
            raise TableError(f"table {shipped(game)} is not that of {game} to {goal}: reinstall pipsqueak")
        return table
    from solver.race import solve_table

    return solve_table(game, goal, die)


def load_pig(goal: int = SHIPPED_GOAL) -> RaceTable:
    """Return the table of Pig to `goal` with a fair die. Raises GoalError, TableError or MissingNumbaError."""
    return load_race("pig", goal)


def verify(path: Path) -> RaceTable:
    """Return the table in `path` if a fresh solution agrees with it, else raise TableError; needs numba.

    The policy must be the same, bit for bit, and the probabilities within 1e-12.
    """
    from solver.race import solve_table

    table = load(path)
    fresh = solve_table(table.game, table.goal, table.die)
    worst = float(np.abs(table.turn_start - fresh.turn_start).max())
    if worst > 1e-12 or not np.array_equal(table.policy, fresh.policy):
        raise TableError(f"table {path} differs from a fresh solution by {worst:.2g}: compute it again")
    return table
