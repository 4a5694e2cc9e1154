"""The chance to win from every start of a turn, by the lead: how it is found, and the file that keeps it.

There are two players, and the other one plays for points. The chances depend on two sheets, and there are too many
pairs to weigh them all. So the other's sheet is reduced to an expected final score, which each turn changes as in a
sample of games. Then the chance to win depends on the player's own sheet and on the lead, the difference of the
expected final scores; it is found backwards, box by box, for 48 leads side by side, and counts that the player will
gamble when behind and play safe when ahead. The last turn of both is exact for all pairs of sheets.
"""

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import LOG, Say, load_arrays, load_or_solve, save_arrays
from solver.errors import OptionError
from solver.progress import track_steps
from solver.sheet.exact.sheet_files import file_of
from solver.sheet.exact.table import Plan, SheetTable
from solver.sheet.exact.turn_kernels import ladder_of, slot_of, write_slot
from solver.sheet.policy.guess import Guess
from solver.sheet.simulation import follow
from solver.sheet.win.chance_kernels import ALIKE, lead_of, next_turn, share_ahead
from solver.sheet.win.lead_kernels import (
    LEADS,
    MIDDLE,
    SURE,
    WinGame,
    Wins,
    fill_pairs,
    fill_rows,
    nodes,
    row_at,
)

# The sample: this many games, always the same.
GAMES = 20_000
SEED = 1
SWINGS = 64
# Fewer games with a flag are a poorer sample than all games.
ENOUGH = 300

Floats = NDArray[np.float64]
# The table's leads are a tenth of the final score's standard deviation apart.
STEPS = 10
FORMAT = 4


def sample_spread(table: SheetTable) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Return how games on `table` spread: swings, moves and last states, from a sample of games; needs numba.

    `swings[kind, n]` are by how much a final score ends above what was expected with n boxes open, rising, each as
    likely as the next: with kind 0 and 1 for that flag of the sheet, with ALIKE for any. `moves[n - 1, game]` is by how
    much the expected final score moved in the turn with n boxes open. The last are filled, flag and upper total [3,
    games] before the last turn.
    """
    track = follow(Guess.of_table(table), table.die, range(GAMES), SEED, 0)
    hopes = [sheets.points + table.values[sheets.filled, sheets.flag, sheets.total] for sheets in track]
    moves = np.diff(np.array(hopes), axis=0)[::-1]
    rest = (hopes[-1] - np.array(hopes))[::-1]
    flags = np.array([sheets.flag for sheets in track])[::-1]
    swings = np.array(
        [[_swings(rest[left], flags[left], kind) for left in range(len(rest))] for kind in range(ALIKE + 1)]
    )
    return swings, moves, np.array(track[-2][:3])


def _swings(rest: NDArray[np.float64], flags: NDArray[np.int64], kind: int) -> NDArray[np.float64]:
    some = rest[flags == kind]
    return np.quantile(some if len(some) >= ENOUGH else rest, (np.arange(SWINGS) + 0.5) / SWINGS)


@dataclass(frozen=True, slots=True, eq=False)
class WinTable:
    """The chances to win on the sheet of `table`."""

    table: SheetTable
    wins: Wins

    def game(self) -> WinGame:
        """Return all of it for the kernels."""
        return game_of(self.table)._replace(wins=self.wins)


def game_of(table: SheetTable) -> WinGame:
    """Return the sheet of `table` for the kernels, with nothing known of winning."""
    dice = table.lattice
    unknown = np.zeros((0, LEADS), np.uint16), np.zeros((0, 0, 1), np.float32), np.zeros(0, np.int64)
    wins = Wins(1.0, *unknown, np.zeros((0, 0, 0)), np.zeros((0, 0, 0, 0, LEADS)))
    return WinGame(table.plan, ladder_of(dice), ladder_of(dice, wide=True), *starts_of(table), wins)


def starts_of(table: SheetTable) -> tuple[NDArray[np.int64], Floats]:
    """Return `first` and `points` of the WinGame."""
    plan = table.plan
    first = np.full((1 << plan.boxes, plan.flags), -1)
    points: list[Floats] = []
    row = 0
    for mask in by_open(plan):
        for flag in range(plan.rows(mask)):
            first[mask, flag] = row
            some = table.values[mask, flag, plan.begin[mask] : plan.end[mask] + 1]
            points.append(some)
            row += len(some)
    return first, np.concatenate(points)


def by_open(plan: Plan) -> list[int]:
    """Return all sets of filled boxes, those with fewer open boxes first."""
    return sorted(range(1 << plan.boxes), key=lambda mask: -mask.bit_count())


def solve_wins(table: SheetTable) -> WinTable:
    """Find the chances to win on the sheet of `table`; needs numba.

    Raises OptionError for a sheet whose boxes are chosen after the first throw.
    """
    plan = table.plan
    if plan.commit:
        raise OptionError(f"{table.sheet.name} cannot be played to win with boxes chosen early: leave commit out")
    swings, moves, last = sample_spread(table)
    step = max(float(swings[ALIKE, -1].std()) / STEPS, 0.1)
    bare = game_of(table)
    wins = bare.wins._replace(step=step, swings=swings, even=even_leads(swings, step))
    kind, pairs = solve_pairs(table, bare._replace(wins=wins))
    game = bare._replace(wins=wins._replace(pairs=pairs, kind=kind))
    chances = np.zeros((len(game.points), LEADS), np.float32)
    fill_last(game, last, chances)
    after = np.zeros_like(chances)
    masks = np.array(by_open(plan))
    left = plan.boxes - np.bitwise_count(masks)
    for count in track_steps(range(2, plan.boxes + 1)):
        found = rows_with(game, masks[left == count - 1])
        after[found] = chances[found] @ smear(moves[count - 1] / step).T
        fill_rows(game, masks[left == count], after, chances)
    np.clip(chances, 0.0, 1.0, out=chances)
    chances *= SURE
    whole = np.rint(chances, out=chances).astype(np.uint16)
    return WinTable(table, game.wins._replace(chances=whole))


def even_leads(swings: Floats, step: float) -> Floats:
    """Return `even` of the WinTable."""
    boxes = swings.shape[1] - 1
    even = np.zeros((2, 2, 2, boxes + 1, LEADS))
    leads = (np.arange(LEADS) - MIDDLE) * step
    for mine, theirs, fewer in itertools.product(range(2), repeat=3):
        for left in range(1, boxes + 1):
            own, other = swings[mine, left], swings[theirs, left - fewer]
            even[mine, theirs, fewer, left] = [
                lead_of(own, swings[ALIKE, left], share_ahead(own, other, lead)) for lead in leads
            ]
    return even


def rows_with(game: WinGame, masks: NDArray[np.int64]) -> slice:
    """Return the rows of all sets of filled boxes with equally many open ones."""
    plan, first = game.plan, game.first[masks]
    last = first[-1, plan.rows(int(masks[-1])) - 1] + plan.end[masks[-1]] - plan.begin[masks[-1]]
    return slice(int(first[first >= 0].min()), int(last) + 1)


def smear(lanes: Floats) -> NDArray[np.float32]:
    """Return what the chances before the other's turn [lead] take of those after it [lead], which moves by `lanes`.

    Each of these is as likely as the next.
    """
    weights = np.zeros((LEADS, LEADS))
    whole = np.floor(-lanes).astype(np.int64)
    of_nodes = np.array([nodes(part) for part in -lanes - whole])
    of_nodes *= 1.0 / len(lanes)
    for lane in range(LEADS):
        for node in range(of_nodes.shape[1]):
            at = np.clip(lane + whole + node - 1, 0, LEADS - 1)
            weights[lane] += np.bincount(at, weights=of_nodes[:, node], minlength=LEADS)
    return weights.astype(np.float32)


def solve_pairs(table: SheetTable, game: WinGame) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the kind of each row, and the exact chances to win of all pairs of kinds; the full sheet is the first."""
    plan = table.plan
    full = (1 << plan.boxes) - 1
    kind = np.full(len(game.points), -1)
    kind[: rows_with(game, np.array([full])).stop] = 0
    rolls = len(plan.slot)
    gains: dict[tuple[int, ...], int] = {(0,) * rolls: 0}
    examples = [np.array([full, 0, plan.cap, 0])]
    for box in range(plan.boxes):
        mask = full & ~(1 << box)
        for flag in range(plan.rows(mask)):
            for total in range(int(plan.begin[mask]), int(plan.end[mask]) + 1):
                row = row_at(game, mask, flag, total)
                if np.isnan(game.points[row]):
                    continue
                slots = [slot_of(plan, mask, roll, box) for roll in range(rolls)]
                paid = [int(plan.extra) * (flag and roll < table.sheet.sides) for roll in range(rolls)]
                brings = tuple(
                    int(write_slot(plan, (mask, flag, total), box, slot)[3]) + more
                    for slot, more in zip(slots, paid, strict=True)
                )
                kind[row] = gains.setdefault(brings, len(gains))
                if kind[row] == len(examples):
                    examples.append(np.array([mask, flag, total, 0]))
    reach = max(max(brings) for brings in gains) + 1
    pairs = np.empty((len(gains), len(gains), 2 * reach + 1), np.float32)
    for other, sheet in enumerate(examples):
        _, _, points, chances = next_turn(game, sheet)
        level = np.bincount(points.astype(np.int64) + reach, weights=chances, minlength=2 * reach + 1)
        ahead = np.cumsum(level) - level / 2
        pairs[0, other] = ahead
        for mine, brings in enumerate(gains):
            if mine:
                fill_pairs(game.wide, plan.throws, np.array(brings), ahead, pairs[mine, other])
    return kind, pairs


def fill_last(game: WinGame, states: NDArray[np.int64], chances: NDArray[np.float32]) -> None:
    """Fill the rows of one open box: the pairs, weighed by how often the other's last box is of each kind."""
    pairs, kind = game.wins.pairs, game.wins.kind
    rows = [row_at(game, *state) for state in states.T.tolist()]
    others = np.bincount(kind[rows], minlength=len(pairs)) / len(rows)
    _, example = np.unique(kind, return_index=True)
    hopes = game.points[example[-len(pairs) :]]
    leads = (np.arange(LEADS) - MIDDLE) * game.wins.step
    reach = pairs.shape[2] // 2
    points = np.arange(-reach, reach + 1)
    of_kind = np.zeros((len(pairs), LEADS), np.float32)
    for mine in range(1, len(pairs)):
        for other in np.flatnonzero(others):
            lead = leads - hopes[mine] + hopes[other]
            of_kind[mine] += others[other] * np.interp(lead, points, pairs[mine, other])
    last = np.flatnonzero(kind > 0)
    chances[last] = of_kind[kind[last]]


def load_wins(table: SheetTable, cache: Path | None = None, say: Say = LOG) -> WinTable:
    """Return what is known of winning on the sheet of `table`: out of the folder `cache`, or found now and kept there.

    A file that is damaged or of another game is reported to `say` and replaced; so is a folder that cannot be written.
    Raises what `solve_wins` raises.
    """
    path = None if cache is None else file_of(cache, table.sheet, table.die).with_suffix(".wins")
    return load_or_solve(path, lambda path: load(path, table), lambda: solve_wins(table), save, say)


def save(wins: WinTable, path: Path) -> None:
    """Write `wins` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    arrays = {name: np.asarray(array) for name, array in wins.wins._asdict().items()}
    save_arrays(_header(wins.table), arrays | {"kind": wins.wins.kind.astype("<i2")}, path, packed=False)


def load(path: Path, table: SheetTable) -> WinTable:
    """Return the win table in `path` for the sheet of `table`. Raises what `load_arrays` raises."""
    found: dict[str, Any] = load_arrays(_header(table), path, table.sheet.name)
    return WinTable(table, Wins(**found | {"step": float(found["step"]), "kind": found["kind"].astype(np.int64)}))


def _header(table: SheetTable) -> dict[str, Any]:
    known = {"game": table.sheet.name, "rule": table.sheet.rule, "value": table.value}
    return {"what": "chances to win", "format": FORMAT, **known}
