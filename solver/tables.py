"""Tables of solved games: saved, loaded and verified, one self-describing file a game."""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import TableError
from solver.goal import check_goal, states

SHIPPED_GOAL = 100
SHIPPED = Path(__file__).with_name("data") / f"pig-{SHIPPED_GOAL}.table"
FORMAT = 1
MAGIC = b"pipsqueak table "
RULES = "one die; a 1 ends the turn with nothing; holding banks; the goal wins; at least one throw; ties hold"
DIE = ("1/6",) * 6
DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True, eq=False)
class PigTable:
    """All that is needed to play Pig to `goal` perfectly.

    `turn_start[i, j]` is the mover's win probability with i points against j, float64, goal x goal. `policy` has one
    bit a state (i, j, k) with i + k < goal, in C order, the first in the highest bit of the first byte, set where the
    player rolls.
    """

    goal: int
    turn_start: NDArray[np.float64]
    policy: NDArray[np.uint8]

    def __post_init__(self) -> None:
        self.turn_start.flags.writeable = False
        self.policy.flags.writeable = False

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


@dataclass(frozen=True, slots=True, eq=False)
class PigSolution(PigTable):
    """A table fresh from the solver, with the `seconds` that it took."""

    seconds: float


def _header(table: PigTable) -> dict[str, Any]:
    return {
        "game": "pig",
        "rules": RULES,
        "goal": table.goal,
        "die": list(DIE),
        "value": table.value,
        "states": table.states,
        "policy_sha256": table.policy_sha256,
        "arrays": [
            {"name": "turn_start", "type": "<f8", "shape": [table.goal, table.goal]},
            {"name": "policy", "type": "|u1", "shape": [(table.states + 7) // 8]},
        ],
    }


def to_bytes(table: PigTable) -> bytes:
    """Return the file of `table`: a line with the format, a line of JSON, the arrays, and a SHA-256 of all before."""
    line = json.dumps(_header(table), sort_keys=True).encode()
    body = table.turn_start.astype("<f8").tobytes() + table.policy.astype(np.uint8).tobytes()
    content = MAGIC + f"{FORMAT}\n".encode() + line + b"\n" + body
    return content + hashlib.sha256(content).digest()


def save(table: PigTable, path: Path) -> None:
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


def load(path: Path) -> PigTable:
    """Return the table in `path`, every byte of it checked. Raises TableError, in one line, if anything is wrong."""
    try:
        content = path.read_bytes()
    except OSError as absent:
        raise TableError(f"table {path} cannot be read ({absent.strerror}): reinstall pipsqueak") from absent
    return from_bytes(content, path)


def from_bytes(content: bytes, path: Path) -> PigTable:
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
    except (KeyError, TypeError, ValueError) as wrong:
        raise TableError(f"table {path} does not hold Pig as it is played here: compute it again") from wrong


def _read(content: bytes) -> PigTable:
    _, line, body = content.split(b"\n", 2)
    header = json.loads(line)
    goal = check_goal(header["goal"])
    start = np.frombuffer(body, "<f8", goal * goal).reshape(goal, goal).astype(np.float64)
    table = PigTable(goal, start, np.frombuffer(body, np.uint8, offset=8 * goal * goal))
    if header != _header(table):
        raise ValueError("the header is that of another game")
    return table


@cache
def load_pig(goal: int = SHIPPED_GOAL) -> PigTable:
    """Return the table of Pig to `goal`: the shipped one, or else solved now, which needs numba; kept in memory.

    Raises GoalError, TableError or MissingNumbaError.
    """
    if check_goal(goal) == SHIPPED_GOAL:
        table = load(SHIPPED)
        if table.goal != goal:
            raise TableError(f"table {SHIPPED} is for a goal of {table.goal}: reinstall pipsqueak")
        return table
    from solver.race import solve_pig

    return solve_pig(goal)


def verify(path: Path) -> PigTable:
    """Return the table in `path` if a fresh solution agrees with it, else raise TableError; needs numba.

    The policy and the goal must be the same, bit for bit, and the probabilities within 1e-12.
    """
    from solver.race import solve_pig

    table = load(path)
    fresh = solve_pig(table.goal)
    worst = float(np.abs(table.turn_start - fresh.turn_start).max())
    if worst > 1e-12 or not np.array_equal(table.policy, fresh.policy):
        raise TableError(f"table {path} differs from a fresh solution by {worst:.2g}: compute it again")
    return table
