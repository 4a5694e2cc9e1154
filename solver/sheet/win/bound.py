"""An upper bound of what playing to win can reach against play for points, by information relaxation.

Brown, Smith and Sun, "Information relaxations and duality in stochastic dynamic programs", Oper. Res. 58, 2010:
tell the player beforehand what chance will bring, and charge a penalty for it that is 0 on average for whoever makes no
use of it. What a told player reaches at best is then, on average, no less than what anybody can reach.

Here the player is told how the other's turns end, but not the last ones, and nothing of its own dice. Each sampled game
of the other so leaves a game for one. It is solved as the win table is: for all sheets of the player, and for 64 leads
at once. The penalty of a turn of the other is by how much it moves the chance to win if both play on for points, less
the mean of that over all ends of the turn. docs/win-bound.md tells it step by step.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.decision import count_in_words
from solver.errors import OptionError
from solver.game import Progress
from solver.jit import compiled
from solver.sheet.exact.table import SheetTable
from solver.sheet.exact.turn_kernels import ladder_of, write_slot
from solver.sheet.exact.vectors import WIDE
from solver.sheet.policy.evaluate import end_turns
from solver.sheet.policy.guess import Guess
from solver.sheet.win.chance_kernels import ALIKE, best_turn, end_chances, end_of
from solver.sheet.win.lead_kernels import WinGame, fill_rows, nodes, outcomes, pad, row_at
from solver.sheet.win.win_table import WinTable, by_open, rows_with, smear

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Chances = NDArray[np.float32]
# This many leads are weighed at once; they reach this many standard deviations of a final score either way.
LEADS, REACH = 4 * WIDE, 4.8
# With few open boxes the chances are no smooth curve: more leads, and smaller steps by this factor.
FINE_LEADS, FINER, FEW = 12 * WIDE, 3, 4
# The last turns of the other, this many, are not told: what they bring is weighed exactly.
UNTOLD = 2
# This many sheets of the other with few open boxes stay solved.
KEPT = 64


@compiled
def mix_ends(
    game: WinGame, state: tuple[int, int, int], chances: NDArray[np.float64], ahead: NDArray[np.float32]
) -> None:
    """Fill the row of a start of a turn in `ahead` [row, lead] from those of the sheets that the turn leaves.

    `state` is filled, flag and upper total; `chances[slot, further]` are those of the ends of the turn, `further` being
    1 where a further Yahtzee is paid.
    """
    plan, leads = game.plan, ahead.shape[1]
    row = row_at(game, state[0], state[1], state[2])
    mixed = np.zeros(leads, np.float32)
    padded = np.empty(3 * leads + 2, np.float32)
    for box in range(len(plan.first) - 1):
        for slot in range(plan.first[box], plan.first[box + 1]):
            if chances[slot, 0] + chances[slot, 1] == 0.0:
                continue
            filled, flag, total, gain = write_slot(plan, state, box, slot)
            child = row_at(game, filled, flag, total)
            pad(ahead, child, padded)
            for further in range(2):
                points = gain + further * plan.extra + game.points[child] - game.points[row]
                lanes = points / game.wins.step
                whole = int(np.floor(lanes))
                a, b, c, d = nodes(lanes - whole)
                begin = leads + min(max(whole, -leads), leads - 2)
                chance = chances[slot, further]
                first, second = np.float32(a * chance), np.float32(b * chance)
                third, fourth = np.float32(c * chance), np.float32(d * chance)
                for lane in range(leads):
                    at = begin + lane
                    mixed[lane] += first * padded[at] + second * padded[at + 1]
                    mixed[lane] += third * padded[at + 2] + fourth * padded[at + 3]
    for lane in range(leads):
        ahead[row, lane] = mixed[lane]


def solve_ahead(table: SheetTable, game: WinGame, masks: list[int], leads: int) -> NDArray[np.float32]:
    """Return the chance to end ahead [row, lead] of who plays for points and has such a lead, a tie counted half.

    The lead is that of the player's points, with the points of `game` added, over the final score to beat, and is
    `game.wins.step` times (lead - leads / 2). `masks` are all sets of filled boxes that leave no more than some open,
    those with fewer open boxes first.
    """
    plan, ladder = table.plan, ladder_of(table.lattice)
    most = masks[-1]
    end = game.first[most, plan.rows(most) - 1] + plan.end[most] - plan.begin[most] + 1
    ahead = np.zeros((int(end), leads), np.float32)
    ahead[: game.first[masks[1], 0]] = np.heaviside(np.arange(leads) - leads // 2, 0.5)
    states = [(mask, flag) for mask in masks[1:] for flag in range(plan.rows(mask))]
    filled, flags = np.array(states).T
    for (mask, flag), plays in zip(states, Guess.of_table(table).rows(filled, flags), strict=True):
        first, begin = int(game.first[mask, flag]), int(plan.begin[mask])
        reached = np.flatnonzero(~np.isnan(game.points[first : first + int(plan.end[mask]) - begin + 1]))
        if not len(reached):
            continue
        chances = end_turns(plan, ladder, (mask, flag), plays, np.minimum(reached, len(plays.box) - 1))
        for total, ends in zip(reached.tolist(), chances, strict=True):
            mix_ends(game, (mask, flag, total + begin), ends, ahead)
    return ahead


class Turn(NamedTuple):
    """The ends of a turn of play for points: sheets [ends, 4] (filled, flag, total, points), rows, and chances."""

    sheets: Ints
    rows: Ints
    chances: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A game of the other: its `sheets` before each turn and at the end, its `turns`, and the end that each took."""

    sheets: tuple[Ints, ...]
    turns: tuple[Turn, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Leads that are whole points apart: a `game` whose expected points are whole numbers, as its step is.

    `ahead` is as `solve_ahead` returns it.
    """

    game: WinGame
    ahead: Chances

    @classmethod
    def of_step(cls, wins: WinTable, step: float, masks: list[int], leads: int) -> "Grid":
        """Return that many leads with this step, for the sets of filled boxes in `masks`."""
        known = wins.game()
        game = known._replace(
            points=np.rint(known.points), wins=known.wins._replace(step=max(1.0, float(np.rint(step))))
        )
        return cls(game, solve_ahead(wins.table, game, masks, leads))

    @property
    def step(self) -> float:
        """How many points leads are apart."""
        return self.game.wins.step

    @property
    def leads(self) -> Floats:
        """The leads in points."""
        count = self.ahead.shape[1]
        return np.asarray((np.arange(count) - count // 2) * self.step, np.float64)

    def read(self, leads: Floats) -> Chances:
        """Return the weights [leads, places] of numbers here that stand for those at other `leads`, in points."""
        count = self.ahead.shape[1]
        places = leads / self.step + count // 2
        whole = np.floor(places).astype(np.int64)
        weights = np.zeros((len(leads), count))
        for node, parts in enumerate(zip(*(nodes(part) for part in places - whole), strict=True)):
            np.add.at(weights, (np.arange(len(leads)), np.clip(whole + node - 1, 0, count - 1)), parts)
        return weights.astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class BoundTables:
    """What bounds of all games share.

    `known` is the game of the win table. The grid `fine` is for few open boxes, `wide` for all. `masks[n]` are the sets
    of filled boxes that leave n open, `rows[n]` their rows.
    """

    known: WinGame
    wide: Grid
    fine: Grid
    masks: tuple[Ints, ...]
    rows: tuple[slice, ...]

    @classmethod
    def of_wins(cls, wins: WinTable) -> "BoundTables":
        """Return the tables for the sheet of a win table; needs numba. Raises OptionError for a sheet of one box."""
        known, plan = wins.game(), wins.table.plan
        if plan.boxes < 2:
            raise OptionError(f"{wins.table.sheet.name} has one box and no bound: take a sheet of two or more")
        step = 2.0 * REACH * float(wins.wins.swings[ALIKE, -1].std()) / LEADS
        every = np.array(by_open(plan))
        left = plan.boxes - np.bitwise_count(every)
        masks = tuple(every[left == count] for count in range(plan.boxes + 1))
        rows = tuple(rows_with(known, some) for some in masks)
        fine = Grid.of_step(wins, step / FINER, every[left <= FEW].tolist(), FINE_LEADS)
        return cls(known, Grid.of_step(wins, step, every.tolist(), LEADS), fine, masks, rows)

    @property
    def boxes(self) -> int:
        """How many boxes the sheet has."""
        return len(self.masks) - 1

    def expect(self, sheet: Ints) -> float:
        """Return the expected final score of a sheet by play for points, a whole number."""
        row = row_at(self.known, int(sheet[0]), int(sheet[1]), int(sheet[2]))
        return float(sheet[3] + self.wide.game.points[row])

    def turn(self, sheet: Ints) -> Turn:
        """Return how a turn of play for points ends that begins with `sheet`; a full one ends as it is."""
        game = self.known
        state = int(sheet[0]), int(sheet[1]), int(sheet[2])
        if state[0] == self.masks[0][0]:
            return Turn(sheet[None], np.array([row_at(game, *state)]), np.ones(1))
        rows, gains = outcomes(game, state)
        worth = np.zeros(len(rows))
        possible = rows >= 0
        worth[possible] = gains[possible] + game.points[rows[possible]]
        chances = end_chances(game, best_turn(game, state[:2], worth)[0], len(rows))
        ends = np.flatnonzero(chances)
        sheets = np.array([end_of(game.plan, sheet, int(end)) for end in ends])
        return Turn(sheets, rows[ends], chances[ends] / chances[ends].sum())

    def path(self, chances: np.random.Generator) -> Path:
        """Return a game of play for points, by random numbers."""
        sheets, turns, taken = [np.zeros(4, np.int64)], [], []
        for _ in range(self.boxes):
            turn = self.turn(sheets[-1])
            taken.append(int(chances.choice(len(turn.chances), p=turn.chances)))
            turns.append(turn)
            sheets.append(turn.sheets[taken[-1]])
        return Path(tuple(sheets), tuple(turns), tuple(taken))


class WinBound:
    """Bounds the chance to win of a player in `seat`, 0 or 1, against play for points.

    The other's last `untold` turns, 1 to 3, are not told. Without `penalty` knowing the others costs nothing.
    """

    def __init__(self, tables: BoundTables, seat: int, *, untold: int = UNTOLD, penalty: bool = True) -> None:
        self._tables, self._seat = tables, seat
        self._untold = min(untold, tables.boxes - 1, FEW - 1)
        self._penalty = penalty
        # Chances to win after the player's turns and before them [row, lead], in both grids; leads count from what is
        # expected of the other before the turn that comes next.
        grids = (tables.wide, tables.fine)
        self._after, self._before = ({grid: np.zeros_like(grid.ahead) for grid in grids} for _ in range(2))
        self._solved: dict[int, Chances] = {}

    def best_told(self, path: Path) -> float:
        """Return the most that is reached on average by a player who is told `path` and pays for it.

        The mean over all paths is the bound.
        """
        tables, boxes = self._tables, self._tables.boxes
        self._weigh_untold(path.sheets[boxes - self._untold - 1 + self._seat], self._untold)
        found = self._before[tables.wide]
        for left in range(self._untold + 1, boxes + 1):
            grid = self._grid(left)
            found = self._before[grid]
            fill_rows(grid.game, tables.masks[left], self._after[grid], found)
            # The other has had this many turns, before this one of the player's.
            had = boxes - left + self._seat
            if had:
                rows, into = tables.rows[left], self._grid(left + 1)
                self._after[into][rows] = self._told(found[rows], (grid, into), rows, path, had - 1)
                found = self._after[into]
        return float(found[tables.known.first[0, 0], found.shape[1] // 2])

    def _grid(self, left: int) -> Grid:
        """Return the leads for turns with that many open boxes."""
        return self._tables.fine if left <= FEW else self._tables.wide

    def _told(self, chances: Chances, grids: tuple[Grid, Grid], rows: slice, path: Path, number: int) -> Chances:
        """Return what `chances` [rows, leads] after a turn of the other are before it, the penalty for it paid.

        The first of the grids is theirs, the second that of the result.
        """
        turn, taken = path.turns[number], path.taken[number]
        middle, after = (self._tables.expect(sheet) for sheet in path.sheets[number : number + 2])
        grid, into = grids
        moved = chances @ grid.read(into.leads - (after - middle)).T
        if not self._penalty:
            return np.asarray(moved)
        told = -turn.chances
        told[taken] += 1.0
        finals = told @ self._finals(turn, middle, into)
        places = np.arange(len(finals), dtype=np.float64) - len(finals) // 2
        ahead = into.ahead[rows]
        return np.asarray(moved - ahead @ smear(places, finals, ahead.shape[1]).T)

    def _finals(self, turn: Turn, middle: float, grid: Grid) -> Floats:
        """Return the chances of final scores [ends, scores] after each end of a turn, a step apart around `middle`."""
        count = grid.ahead.shape[1]
        places = np.arange(-count - 1, count + 2)
        above = np.empty((len(turn.rows), len(places)))
        for end, (sheet, row) in enumerate(zip(turn.sheets, turn.rows, strict=True)):
            lanes = (sheet[3] + grid.game.points[row] - middle) / grid.step - places + count // 2
            above[end] = np.interp(lanes, np.arange(count), grid.ahead[row])
        above[:, :2], above[:, -2:] = 1.0, 0.0
        return np.asarray((above[:, :-2] - above[:, 2:]) / 2.0)

    def _weigh_untold(self, sheet: Ints, left: int) -> None:
        """Fill the chances after the player's turns, `left` boxes being open, before a turn of the other's `sheet`."""
        tables, grid = self._tables, self._tables.fine
        turn, middle = tables.turn(sheet), tables.expect(sheet)
        if left == 1:
            self._weigh_last(turn, middle)
            return
        total = np.zeros_like(self._after[grid][tables.rows[left]])
        for row in np.unique(turn.rows):
            some = turn.rows == row
            lanes = (turn.sheets[some, 3] + grid.game.points[row] - middle) / grid.step
            weights = smear(lanes, turn.chances[some], total.shape[1])
            total += self._solve(int(row), turn.sheets[some][0], left) @ weights.T
        self._after[grid][tables.rows[left]] = total

    def _solve(self, row: int, sheet: Ints, left: int) -> Chances:
        """Return the exact chances [rows, leads] before a turn with `left` open boxes, the other having `sheet`."""
        tables, grid = self._tables, self._tables.fine
        if row not in self._solved:
            self._weigh_untold(sheet, left - 1)
            fill_rows(grid.game, tables.masks[left], self._after[grid], self._before[grid])
            while len(self._solved) >= KEPT:
                del self._solved[next(iter(self._solved))]
            self._solved[row] = self._before[grid][tables.rows[left]].copy()
        return self._solved[row]

    def _weigh_last(self, turn: Turn, middle: float) -> None:
        """Fill the chances after the player's turns, one box being open, before a `turn` of the other."""
        grid = self._tables.fine
        game, wins = grid.game, grid.game.wins
        reach = wins.pairs.shape[2] // 2
        last = np.flatnonzero(wins.kind > 0)
        kinds, example, place = np.unique(wins.kind[last], return_index=True, return_inverse=True)
        points = (grid.leads + middle - game.points[last[example], None]).astype(np.int64)
        of_kind = np.zeros(points.shape)
        for sheet, row, chance in zip(turn.sheets, turn.rows, turn.chances, strict=True):
            at = np.clip(points - sheet[3], -reach, reach) + reach
            of_kind += chance * np.take_along_axis(wins.pairs[kinds, wins.kind[row]], at, axis=1)
        self._after[grid][last] = of_kind[place]


@dataclass(frozen=True, slots=True)
class BoundEstimate:
    """Bounds of the chance to win, 0 to 1, draws counted half, from that many `games` of the other.

    `seats` are those in seats 1 and 2, `errors` their standard errors; `mean` and `standard_error` are those of both
    seats together, which the same games of the other were used for.
    """

    games: int
    mean: float
    standard_error: float
    seats: tuple[float, float]
    errors: tuple[float, float]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as the command line prints them."""
        return {
            "bound": self.mean,
            "standard_error": self.standard_error,
            "bound_by_seat": list(self.seats),
            "standard_error_by_seat": list(self.errors),
            "seconds": self.seconds,
        }


def bound_wins(
    wins: WinTable,
    games: int,
    seed: int,
    tell: Progress = lambda _done, _games: None,
    clock: Callable[[], float] = time.perf_counter,
) -> BoundEstimate:
    """Return an upper bound, in both seats, of the share of games won against play for points; needs numba.

    That is the mean over `games` games of the other. After each, `tell` gets how many are done, and how many there are.
    Raises OptionError for less than 2 games or a sheet of one box.
    """
    if games < 2:
        raise OptionError(f"{count_in_words(games, 'game has', 'games have')} no standard error: bound by 2 or more")
    begun = clock()
    tables, random = BoundTables.of_wins(wins), np.random.default_rng(seed)
    seats = [WinBound(tables, seat) for seat in range(2)]
    found = np.empty((games, 2))
    with ThreadPoolExecutor(2) as threads:
        for game in range(games):
            path = tables.path(random)
            found[game] = list(threads.map(lambda bound, path=path: bound.best_told(path), seats))
            tell(game + 1, games)
    errors = found.std(axis=0, ddof=1) / np.sqrt(games)
    both = found.mean(axis=1)
    return BoundEstimate(
        games,
        float(both.mean()),
        float(both.std(ddof=1) / np.sqrt(games)),
        (float(found[:, 0].mean()), float(found[:, 1].mean())),
        (float(errors[0]), float(errors[1])),
        clock() - begun,
    )
