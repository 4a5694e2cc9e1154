"""Tables of solved games: saved, loaded and verified, in one self-describing file per game."""

from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from solver.checked_file import pack, unpack, write
from solver.errors import TableError
from solver.race.hog import HogState
from solver.race.race_table import HogTable, RaceTable, TwoPlayerTable
from solver.race.rules import TWO_PLAYER_GAMES, race_rules, rules_of
from solver.throw_distribution import Chance, check_die, die_json

FOLDER = Path(__file__).parents[1] / "data"
TABLES_KEPT = 8


def _header(table: TwoPlayerTable) -> dict[str, Any]:
    header = {
        "game": table.game,
        "rules": rules_of(table.game).rules,
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
    goal = TWO_PLAYER_GAMES[header["game"]].check_goal(header["goal"])
    die = check_die([Fraction(chance) if isinstance(chance, str) else float(chance) for chance in header["die"]])
    start = np.frombuffer(body, "<f8", goal * goal).reshape(goal, goal).astype(np.float64)
    kind = HogTable if header["game"] == HogState.game else RaceTable
    table = kind(header["game"], goal, die, start, np.frombuffer(body, np.uint8, offset=8 * goal * goal))
    if header != _header(table):
        raise ValueError("the header is that of another game")
    return table


def shipped(game: str) -> Path:
    """Return where the table of `game` ships, to the goal that it is usually played to."""
    return FOLDER / f"{game}-{rules_of(game).usual_goal}.table"


def load_table(game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> TwoPlayerTable:
    """Return the table of a game: the shipped one for the default options, else a fresh solution, which needs numba.

    The most recent tables are cached. Raises UnknownNameError, OptionError, DistributionError, TableError or
    MissingNumbaError.
    """
    rules = rules_of(game)
    goal = rules.check_goal(rules.usual_goal if goal is None else goal)
    return _load_table(game, goal, rules.die() if die is None else die)


@lru_cache(TABLES_KEPT)
def _load_table(game: str, goal: int, die: tuple[Chance, ...]) -> TwoPlayerTable:
    rules = rules_of(game)
    if goal == rules.usual_goal and die == rules.die() and shipped(game).is_file():
        table = load(shipped(game))
        if (table.game, table.goal, table.die) != (game, goal, die):
            raise TableError(f"table {shipped(game)} is not that of {game} to {goal}: reinstall pipsqueak")
        return table
    return _solved(game, goal, die)


def _solved(game: str, goal: int, die: tuple[Chance, ...]) -> TwoPlayerTable:
    if game == HogState.game:
        from solver.race.hog_exact import solve_hog

        return solve_hog(goal, die)
    from solver.race.exact import solve_table

    return solve_table(game, goal, die)


def load_race(game: str, goal: int | None = None, die: tuple[Chance, ...] | None = None) -> RaceTable:
    """Return the table of a race in which players roll or hold. Raises what `load_table` raises."""
    table = load_table(race_rules(game).game, goal, die)
    assert isinstance(table, RaceTable)
    return table


def load_hog(goal: int | None = None, die: tuple[Chance, ...] | None = None) -> HogTable:
    """Return the table of Hog. Raises what `load_table` raises."""
    table = load_table(HogState.game, goal, die)
    assert isinstance(table, HogTable)
    return table


def verify(path: Path) -> TwoPlayerTable:
    """Return the table in `path` if a fresh solution agrees with it, else raise TableError; needs numba.

    The policy must be the same, bit for bit, and the probabilities within 1e-12.
    """
    table = load(path)
    fresh = _solved(table.game, table.goal, table.die)
    worst = float(np.abs(table.turn_start - fresh.turn_start).max())
    if worst > 1e-12 or not np.array_equal(table.policy, fresh.policy):
        raise TableError(f"table {path} differs from a fresh solution by {worst:.2g}: compute it again")
    return table
