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

from solver.decision import counted
from solver.errors import OptionError
from solver.game import Progress
from solver.sheet.win.chance_kernels import ALIKE, best_turn, end_chances, end_of
from solver.sheet.win.lead_kernels import WinGame, fill_rows, outcomes, row_at
from solver.sheet.win.points_table import EVEN, LEADS, solve_ahead
from solver.sheet.win.win_table import WinTable, by_open, rows_with, smear

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Chances = NDArray[np.float32]
# Leads reach so many standard deviations of a final score either way.
REACH = 4.8
# So many last turns of the other are not told: what they bring is weighed exactly.
UNTOLD = 3
# So many sheets of the other with few open boxes stay solved.
KEPT = 64


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
class BoundTables:
    """What bounds of all games share.

    `known` is the game of the win table. In `game` the expected points are whole numbers, as the `step` between leads
    is. `ahead` is as `solve_ahead` returns it. `masks[n]` are the sets of filled boxes that leave n open, `rows[n]`
    their rows.
    """

    known: WinGame
    game: WinGame
    ahead: Chances
    masks: tuple[Ints, ...]
    rows: tuple[slice, ...]

    @classmethod
    def of_wins(cls, wins: WinTable) -> "BoundTables":
        """Return the tables for the sheet of a win table; needs numba. Raises OptionError for a sheet of one box."""
        known, plan = wins.game(), wins.table.plan
        if plan.boxes < 2:
            raise OptionError(f"{wins.table.sheet.name} has one box and no bound: take a sheet of two or more")
        step = max(1.0, float(np.rint(REACH * wins.wins.swings[ALIKE, -1].std() / EVEN)))
        game = known._replace(points=np.rint(known.points), wins=known.wins._replace(step=step))
        every = np.array(by_open(plan))
        left = plan.boxes - np.bitwise_count(every)
        masks = tuple(every[left == count] for count in range(plan.boxes + 1))
        rows = tuple(rows_with(game, some) for some in masks)
        return cls(known, game, solve_ahead(wins.table, game, every.tolist()), masks, rows)

    @property
    def step(self) -> float:
        """How many points leads are apart."""
        return self.game.wins.step

    @property
    def boxes(self) -> int:
        """How many boxes the sheet has."""
        return len(self.masks) - 1

    def expect(self, sheet: Ints) -> float:
        """Return the expected final score of a sheet by play for points, a whole number."""
        row = row_at(self.game, int(sheet[0]), int(sheet[1]), int(sheet[2]))
        return float(sheet[3] + self.game.points[row])

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

    The other's last `untold` turns, 1 or more, are not told. Without `penalty` knowing the others costs nothing.
    """

    def __init__(self, tables: BoundTables, seat: int, *, untold: int = UNTOLD, penalty: bool = True) -> None:
        self._tables, self._seat = tables, seat
        self._untold = min(untold, tables.boxes - 1)
        self._penalty = penalty
        # Chances to win after the player's turns and before them [row, lead]; leads count from what is expected of the
        # other before the turn that comes next.
        self._after, self._before = np.zeros_like(tables.ahead), np.zeros_like(tables.ahead)
        self._solved: dict[int, Chances] = {}

    def best_told(self, path: Path) -> float:
        """Return the most that is reached on average by a player who is told `path` and pays for it.

        The mean over all paths is the bound.
        """
        tables, boxes = self._tables, self._tables.boxes
        self._weigh_untold(path.sheets[boxes - self._untold - 1 + self._seat], self._untold)
        for left in range(self._untold + 1, boxes + 1):
            fill_rows(tables.game, tables.masks[left], self._after, self._before)
            # So many turns the other has had, before this one of the player's.
            had = boxes - left + self._seat
            if had:
                rows = tables.rows[left]
                self._after[rows] = self._told(self._before[rows], rows, path, had - 1)
        found = self._after if self._seat else self._before
        return float(found[tables.game.first[0, 0], EVEN])

    def _told(self, chances: Chances, rows: slice, path: Path, number: int) -> Chances:
        """Return what `chances` [rows, leads] after a turn of the other are before it, the penalty for it paid."""
        tables, turn, taken = self._tables, path.turns[number], path.taken[number]
        middle, after = (tables.expect(sheet) for sheet in path.sheets[number : number + 2])
        moved = chances @ smear(np.array([(after - middle) / tables.step]), leads=LEADS).T
        if not self._penalty:
            return np.asarray(moved)
        told = -turn.chances
        told[taken] += 1.0
        finals = told @ self._finals(turn, middle)
        places = np.arange(len(finals), dtype=np.float64) - len(finals) // 2
        return np.asarray(moved - tables.ahead[rows] @ smear(places, finals, LEADS).T)

    def _finals(self, turn: Turn, middle: float) -> Floats:
        """Return the chances of final scores [ends, scores] after each end of a turn, a step apart around `middle`."""
        tables = self._tables
        places = np.arange(-LEADS - 1, LEADS + 2)
        above = np.empty((len(turn.rows), len(places)))
        for end, (sheet, row) in enumerate(zip(turn.sheets, turn.rows, strict=True)):
            lanes = (sheet[3] + tables.game.points[row] - middle) / tables.step - places + EVEN
            above[end] = np.interp(lanes, np.arange(LEADS), tables.ahead[row])
        above[:, :2], above[:, -2:] = 1.0, 0.0
        return np.asarray((above[:, :-2] - above[:, 2:]) / 2.0)

    def _weigh_untold(self, sheet: Ints, left: int) -> None:
        """Fill the chances after the player's turns, `left` boxes being open, before a turn of the other's `sheet`."""
        tables = self._tables
        turn, middle = tables.turn(sheet), tables.expect(sheet)
        if left == 1:
            self._weigh_last(turn, middle)
            return
        total = np.zeros_like(self._after[tables.rows[left]])
        for row in np.unique(turn.rows):
            some = turn.rows == row
            lanes = (turn.sheets[some, 3] + tables.game.points[row] - middle) / tables.step
            total += self._solve(int(row), turn.sheets[some][0], left) @ smear(lanes, turn.chances[some], LEADS).T
        self._after[tables.rows[left]] = total

    def _solve(self, row: int, sheet: Ints, left: int) -> Chances:
        """Return the exact chances [rows, leads] before a turn with `left` open boxes, the other having `sheet`."""
        tables = self._tables
        if row not in self._solved:
            self._weigh_untold(sheet, left - 1)
            fill_rows(tables.game, tables.masks[left], self._after, self._before)
            while len(self._solved) >= KEPT:
                del self._solved[next(iter(self._solved))]
            self._solved[row] = self._before[tables.rows[left]].copy()
        return self._solved[row]

    def _weigh_last(self, turn: Turn, middle: float) -> None:
        """Fill the chances after the player's turns, one box being open, before a `turn` of the other."""
        game, wins = self._tables.game, self._tables.game.wins
        reach = wins.pairs.shape[2] // 2
        last = np.flatnonzero(wins.kind > 0)
        kinds, example, place = np.unique(wins.kind[last], return_index=True, return_inverse=True)
        leads = (np.arange(LEADS) - EVEN) * self._tables.step + middle
        points = (leads - game.points[last[example], None]).astype(np.int64)
        of_kind = np.zeros(points.shape)
        for sheet, row, chance in zip(turn.sheets, turn.rows, turn.chances, strict=True):
            at = np.clip(points - sheet[3], -reach, reach) + reach
            of_kind += chance * np.take_along_axis(wins.pairs[kinds, wins.kind[row]], at, axis=1)
        self._after[last] = of_kind[place]


@dataclass(frozen=True, slots=True)
class BoundEstimate:
    """Bounds of the chance to win, 0 to 1, draws counted half, from so many `games` of the other.

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
        raise OptionError(f"{counted(games, 'game has', 'games have')} no standard error: bound by 2 or more")
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
