"""The chance to win from every start of a turn, by the lead: how it is found, and the file that keeps it.

Two players, the other playing on for points. What a player may hope for depends on two sheets, which are too many to
weigh all pairs. So the other's sheet is taken for what it mostly is: an expected final score, which each of its turns
moves like those of a sample of games. Then the chance to win depends on the player's own sheet and on the lead, the
difference of the expected final scores; it is found backwards, box by box, for 48 leads side by side, and counts that
the player will gamble when behind and play safe when ahead. The last turn of both is exact for all pairs of sheets.
"""

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import LOG, Say, load_or_solve, pack, read, write
from solver.errors import OptionError, TableError
from solver.sheet.exact.sheet_files import file_of
from solver.sheet.exact.table import Plan, SheetTable
from solver.sheet.game.dice import Lattice
from solver.sheet.policy.guess import Guess
from solver.sheet.simulation import alike_of, follow, slot_of, write_slot
from solver.sheet.win.chance_kernels import ALIKE, lead_of, next_turn, share_ahead
from solver.sheet.win.lead_kernels import (
    LANES,
    MIDDLE,
    SURE,
    LaneTree,
    StartRows,
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
FORMAT = 3

_NO_CHANCES = np.zeros((0, LANES), np.uint16)
_NO_PAIRS = np.zeros((0, 0, 1), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What came in a sample of games played for points.

    `swings[kind, n]` are by how much a final score ends above what was expected with n boxes open, rising, each as
    likely as the next: with kind 0 and 1 for that flag of the sheet, with ALIKE for any. `moves[n - 1, game]` is by how
    much the expected final score moved in the turn with n boxes open. `last` are filled, flag and upper total [3,
    games] before the last turn.
    """

    swings: NDArray[np.float64]
    moves: NDArray[np.float64]
    last: NDArray[np.int64]


def sample_spread(table: SheetTable) -> Spread:
    """Return how games on `table` spread, from a sample of games; needs numba."""
    track = follow(Guess.of_table(table), table.die, range(GAMES), SEED, 0)
    hopes = [sheets.points + table.values[sheets.filled, sheets.flag, sheets.total] for sheets in track]
    moves = np.diff(np.array(hopes), axis=0)[::-1]
    rest = (hopes[-1] - np.array(hopes))[::-1]
    flags = np.array([sheets.flag for sheets in track])[::-1]
    swings = np.array(
        [[_swings(rest[left], flags[left], kind) for left in range(len(rest))] for kind in range(ALIKE + 1)]
    )
    return Spread(swings, moves, np.array(track[-2][:3]))


def _swings(rest: NDArray[np.float64], flags: NDArray[np.int64], kind: int) -> NDArray[np.float64]:
    some = rest[flags == kind]
    return np.quantile(some if len(some) >= ENOUGH else rest, (np.arange(SWINGS) + 0.5) / SWINGS)


@dataclass(frozen=True, slots=True, eq=False)
class WinTable:
    """What is known of winning on the sheet of `table`, as the kernels take it.

    `chances[row, lane]` is the chance to win, times 65535, of who is about to throw while the other has as many boxes
    open; the lead is `step` times (lane - 23.5). `kind[row]` numbers the sheets with at most one box open that have the
    same points to come, -1 for all others; `pairs[mine, other, lead + reach]` is the exact chance to win of who throws
    first, for kinds and a lead in points without the last turns. `swings` are those of Spread.

    `even[mine, theirs, fewer, n, lane]` is the lead here that is as good, when all play for points, as the lead of the
    lane is against another with that flag and so many fewer boxes open, for a player with a flag and n boxes open.
    """

    table: SheetTable
    step: float
    chances: NDArray[np.uint16]
    pairs: NDArray[np.float32]
    kind: NDArray[np.int64]
    swings: Floats
    even: Floats

    def game(self) -> WinGame:
        """Return all of it for the kernels."""
        plan = self.table.plan
        wins = Wins(self.step, self.chances, self.pairs, self.kind, self.swings, self.even)
        return WinGame(plan, tree_of(self.table.lattice), starts_of(self.table), wins, alike_of(plan))


def tree_of(lattice: Lattice) -> LaneTree:
    """Return a lattice as the kernels take it."""
    less = [sorted(set(row[: len(keep)])) for keep, row in zip(lattice.keeps, lattice.one_less.tolist(), strict=True)]
    filled_up = np.array([row + [0] * (lattice.dice - len(row)) for row in less])
    order = sorted(
        range(len(less)), key=lambda keep: (len(lattice.keeps[keep]), lattice.keeps[keep][::-1]), reverse=True
    )
    return LaneTree(
        lattice.one_more, filled_up, np.array([len(row) for row in less]), np.argsort(order), lattice.chances
    )


def starts_of(table: SheetTable) -> StartRows:
    """Return the starts of turns in rows, those with fewer open boxes first."""
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
    return StartRows(first, np.concatenate(points))


def by_open(plan: Plan) -> list[int]:
    """Return all sets of filled boxes, those with fewer open boxes first."""
    return sorted(range(1 << plan.boxes), key=lambda mask: -mask.bit_count())


def solve_wins(table: SheetTable, threads: int = 1) -> WinTable:
    """Find the chances to win on the sheet of `table`, on so many threads; needs numba.

    Raises OptionError for a sheet whose boxes are chosen after the first throw.
    """
    plan = table.plan
    if plan.commit:
        raise OptionError(f"{table.sheet.name} is not played to win with boxes chosen early: leave commit out")
    tree, starts, spread = tree_of(table.lattice), starts_of(table), sample_spread(table)
    step = max(float(spread.swings[ALIKE, -1].std()) / STEPS, 0.1)
    kind, pairs = solve_pairs(table, tree, starts)
    chances = np.zeros((len(starts.points), LANES), np.float32)
    known = Wins(step, _NO_CHANCES, pairs, kind, spread.swings, even_leads(spread.swings, step))
    game = WinGame(plan, tree, starts, known, alike_of(plan))
    fill_last(game, spread, chances)
    after = np.zeros_like(chances)
    masks = np.array(by_open(plan))
    left = plan.boxes - np.bitwise_count(masks)
    with ThreadPoolExecutor(threads) as pool:
        for count in range(2, plan.boxes + 1):
            found = rows_with(starts, masks[left == count - 1], plan)
            after[found] = chances[found] @ smear(spread.moves[count - 1] / step).T
            some = masks[left == count]
            shares = [some[i :: 4 * threads].copy() for i in range(4 * threads)]
            list(pool.map(lambda share: fill_rows(game, share, after, chances), shares))
    np.clip(chances, 0.0, 1.0, out=chances)
    chances *= SURE
    whole = np.rint(chances, out=chances).astype(np.uint16)
    return WinTable(table, step, whole, pairs, kind, spread.swings, known.even)


def even_leads(swings: Floats, step: float) -> Floats:
    """Return `even` of the WinTable."""
    boxes = swings.shape[1] - 1
    even = np.zeros((2, 2, 2, boxes + 1, LANES))
    leads = (np.arange(LANES) - MIDDLE) * step
    for mine, theirs, fewer in itertools.product(range(2), repeat=3):
        for left in range(1, boxes + 1):
            own, other = swings[mine, left], swings[theirs, left - fewer]
            even[mine, theirs, fewer, left] = [
                lead_of(own, swings[ALIKE, left], share_ahead(own, other, lead)) for lead in leads
            ]
    return even


def rows_with(starts: StartRows, masks: NDArray[np.int64], plan: Plan) -> slice:
    """Return the rows of all sets of filled boxes with equally many open ones."""
    first = starts.first[masks]
    last = starts.first[masks[-1], plan.rows(int(masks[-1])) - 1] + plan.end[masks[-1]] - plan.begin[masks[-1]]
    return slice(int(first[first >= 0].min()), int(last) + 1)


def smear(lanes: Floats) -> NDArray[np.float32]:
    """Return what the chances before the other's turn [lane] take of those after it [lane], which moves by `lanes`."""
    weights = np.zeros((LANES, LANES))
    whole = np.floor(-lanes).astype(np.int64)
    of_nodes = np.array([nodes(part) for part in -lanes - whole])
    for lane in range(LANES):
        for node in range(of_nodes.shape[1]):
            at = np.clip(lane + whole + node - 1, 0, LANES - 1)
            weights[lane] += np.bincount(at, weights=of_nodes[:, node], minlength=LANES)
    return (weights / len(lanes)).astype(np.float32)


def solve_pairs(table: SheetTable, tree: LaneTree, starts: StartRows) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the kind of each row, and the exact chances to win of all pairs of kinds; the full sheet is the first."""
    plan = table.plan
    full = (1 << plan.boxes) - 1
    alike = alike_of(plan)
    kind = np.full(len(starts.points), -1)
    kind[: rows_with(starts, np.array([full]), plan).stop] = 0
    rolls = len(plan.slot)
    gains: dict[tuple[int, ...], int] = {(0,) * rolls: 0}
    examples = [np.array([full, 0, plan.cap, 0])]
    for box in range(plan.boxes):
        mask = full & ~(1 << box)
        for flag in range(plan.rows(mask)):
            for total in range(int(plan.begin[mask]), int(plan.end[mask]) + 1):
                row = row_at(plan, starts, mask, flag, total)
                if np.isnan(starts.points[row]):
                    continue
                slots = [slot_of(plan, mask, int(alike[roll]), roll, box) for roll in range(rolls)]
                paid = [int(plan.extra) * (flag and like >= 0) for like in alike]
                brings = tuple(
                    int(write_slot(plan, (mask, flag, total), box, slot)[3]) + more
                    for slot, more in zip(slots, paid, strict=True)
                )
                kind[row] = gains.setdefault(brings, len(gains))
                if kind[row] == len(examples):
                    examples.append(np.array([mask, flag, total, 0]))
    reach = max(max(brings) for brings in gains) + 1
    game = WinGame(
        plan,
        tree,
        starts,
        Wins(1.0, _NO_CHANCES, _NO_PAIRS, kind, np.zeros((1, 1, 1)), np.zeros((1, 1, 1, 1, 1))),
        alike,
    )
    pairs = np.empty((len(gains), len(gains), 2 * reach + 1), np.float32)
    for other, sheet in enumerate(examples):
        _, _, points, chances = next_turn(game, sheet)
        level = np.bincount(points.astype(np.int64) + reach, weights=chances, minlength=2 * reach + 1)
        ahead = np.cumsum(level) - level / 2
        pairs[0, other] = ahead
        for mine, brings in enumerate(gains):
            if mine:
                fill_pairs(tree, plan.throws, np.array(brings), ahead, pairs[mine, other])
    return kind, pairs


def fill_last(game: WinGame, spread: Spread, chances: NDArray[np.float32]) -> None:
    """Fill the rows of one open box: the pairs, weighed by how often the other's last box is of each kind."""
    pairs, kind, starts = game.wins.pairs, game.wins.kind, game.starts
    rows = [row_at(game.plan, starts, *state) for state in spread.last.T.tolist()]
    others = np.bincount(kind[rows], minlength=len(pairs)) / len(rows)
    _, example = np.unique(kind, return_index=True)
    hopes = starts.points[example[-len(pairs) :]]
    leads = (np.arange(LANES) - MIDDLE) * game.wins.step
    reach = pairs.shape[2] // 2
    points = np.arange(-reach, reach + 1)
    of_kind = np.zeros((len(pairs), LANES), np.float32)
    for mine in range(1, len(pairs)):
        for other in np.flatnonzero(others):
            lead = leads - hopes[mine] + hopes[other]
            of_kind[mine] += others[other] * np.interp(lead, points, pairs[mine, other])
    last = np.flatnonzero(kind > 0)
    chances[last] = of_kind[kind[last]]


def load_wins(table: SheetTable, cache: Path | None = None, threads: int = 1, say: Say = LOG) -> WinTable:
    """Return what is known of winning on the sheet of `table`: out of the folder `cache`, or found now and kept there.

    A file that is damaged or of another game is reported to `say` and replaced; so is a folder that cannot be written.
    Raises what `solve_wins` raises.
    """
    path = None if cache is None else file_of(cache, table.sheet, table.die).with_suffix(".wins")
    return load_or_solve(path, lambda path: load(path, table), lambda: solve_wins(table, threads), save, say)


def save(wins: WinTable, path: Path) -> None:
    """Write `wins` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    arrays = (
        wins.chances.astype("<u2"),
        wins.pairs.astype("<f4"),
        wins.kind.astype("<i2"),
        wins.swings.astype("<f8"),
        wins.even.astype("<f8"),
    )
    write(pack(_header(wins.table, wins.step, wins.pairs.shape), b"".join(array.tobytes() for array in arrays)), path)


def load(path: Path, table: SheetTable) -> WinTable:
    """Return the win table in `path` for the sheet of `table`.

    Raises FileNotFoundError, or TableError if anything is wrong with the file or it holds another game.
    """
    header, body = read(path)
    rows, boxes = len(starts_of(table).points), table.plan.boxes
    try:
        step, shape = float(header["step"]), tuple(int(size) for size in header["pairs"])
    except (KeyError, TypeError, ValueError):
        step, shape = 0.0, (0, 0, 0)
    if header != _header(table, step, shape):
        raise TableError(f"table {path} holds another game than {table.sheet.name}: compute it again")
    try:
        parts, place = [], 0
        for kind, size in (
            ("<u2", rows * LANES),
            ("<f4", int(np.prod(shape))),
            ("<i2", rows),
            ("<f8", (ALIKE + 1) * (boxes + 1) * SWINGS),
            ("<f8", 8 * (boxes + 1) * LANES),
        ):
            parts.append(np.frombuffer(body, kind, size, place))
            place += parts[-1].nbytes
        chances, pairs, of_row, swings, even = parts
        return WinTable(
            table,
            step,
            chances.reshape(rows, LANES),
            pairs.reshape(shape),
            of_row.astype(np.int64),
            swings.astype(np.float64).reshape(ALIKE + 1, boxes + 1, SWINGS),
            even.astype(np.float64).reshape(2, 2, 2, boxes + 1, LANES),
        )
    except ValueError as wrong:
        raise TableError(f"table {path} holds other values than it says: compute it again") from wrong


def _header(table: SheetTable, step: float, pairs: tuple[int, ...]) -> dict[str, Any]:
    return {
        "what": "chances to win",
        "format": FORMAT,
        "game": table.sheet.name,
        "rule": table.sheet.rule,
        "value": table.value,
        "rows": len(starts_of(table).points),
        "lanes": LANES,
        "step": step,
        "pairs": list(pairs),
    }
