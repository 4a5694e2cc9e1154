"""Tables of solved games: saved, loaded and verified, one self-describing file a game."""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import TableError
from solver.goal import check_goal, states

SHIPPED_GOAL = 100
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


def to_bytes(table: PigTable) -> bytes:
    """Return the file of `table`: a line with the format, a line of JSON, the arrays, and a SHA-256 of all before."""
    header = {
        "game": "pig",
        "rules": RULES,
        "goal": table.goal,
        "die": DIE,
        "value": table.value,
        "states": table.states,
        "policy_sha256": table.policy_sha256,
        "arrays": [
            {"name": "turn_start", "type": "<f8", "shape": [table.goal, table.goal]},
            {"name": "policy", "type": "|u1", "shape": [len(table.policy)]},
        ],
    }
    line = json.dumps(header, sort_keys=True).encode()
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
        beside.unlink(missing_ok=True)
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
    if not content.startswith(MAGIC):
        raise TableError(f"{path} is no table of pipsqueak: reinstall pipsqueak or compute it again")
    version = content[len(MAGIC) :].split(b"\n", 1)[0]
    if version != str(FORMAT).encode():
        raise TableError(f"table {path} has another format than {FORMAT}, the one this version reads: compute it again")
    if len(content) <= DIGEST or hashlib.sha256(content[:-DIGEST]).digest() != content[-DIGEST:]:
        raise TableError(f"table {path} is truncated or damaged (wrong checksum): reinstall pipsqueak")
    _, line, body = content[:-DIGEST].split(b"\n", 2)
    header: dict[str, Any] = json.loads(line)
    if (header["game"], header["rules"], tuple(header["die"])) != ("pig", RULES, DIE):
        raise TableError(f"table {path} is for {header['game']} by other rules or dice: compute it again")
    goal = int(header["goal"])
    start = np.frombuffer(body, "<f8", goal * goal).reshape(goal, goal).astype(np.float64)
    policy = np.frombuffer(body, np.uint8, offset=8 * goal * goal)
    return PigTable(goal, start, policy)


def shipped_path() -> Path:
    """Return where the table that comes with the package is."""
    with as_file(files("solver") / "data" / f"pig-{SHIPPED_GOAL}.table") as path:
        return path


@cache
def load_pig(goal: int = SHIPPED_GOAL) -> PigTable:
    """Return the table of Pig to `goal`: the shipped one, or else solved now, which needs numba; kept in memory.

    Raises GoalError, TableError or MissingNumbaError.
    """
    if check_goal(goal) == SHIPPED_GOAL:
        return load(shipped_path())
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
