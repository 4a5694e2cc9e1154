"""The chance to end with a score or more, from every start of a turn, when that alone is played for.

What a player may hope for depends on the sheet and on the points still lacking. So each start of a turn has a row of
chances, one for each number of points from 1 to the score. A turn shifts the row of what it leads to by what it brings,
and takes the largest chance, for all numbers of lacking points side by side. So chances are exact but for rounding.
C. J. F. Cremers did so for Yahtzee ("How best to beat high scores in Yahtzee", Eindhoven, 2002).
"""

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import LOG, Say, check_header, load_or_solve, pack, read, take_arrays, write
from solver.errors import OptionError
from solver.sheet.exact.sheet_files import file_of
from solver.sheet.exact.table import SheetTable
from solver.sheet.exact.turn_kernels import ladder_of
from solver.sheet.exact.vectors import WIDE
from solver.sheet.win.beat_kernels import fill_beats, fill_most
from solver.sheet.win.lead_kernels import LEADS, SURE, WinGame, Wins
from solver.sheet.win.win_table import by_open, rows_with, starts_of

FORMAT = 1
FAST = 1
"""How hard zlib tries: most rows end in zeros, which any effort finds."""
MOST_BYTES = 4 * 2**30
"""Larger tables are refused."""


@dataclass(frozen=True, slots=True, eq=False)
class BeatTable:
    """The chances to end with a score or more on the sheet of `table`.

    `chances[row, lack - 1]` is the chance, times 65535, of who is about to throw and still lacks `lack` points; rows
    are those of a WinGame. Rounding leaves them within 1e-5.
    """

    table: SheetTable
    score: int
    chances: NDArray[np.uint16]

    @property
    def value(self) -> float:
        """The chance at the beginning of a game."""
        return float(self.chances[-1, self.score - 1]) / SURE

    @property
    def states(self) -> int:
        """How many numbers there are: of each start of a turn one for each number of lacking points."""
        return self.chances.size

    def game(self) -> WinGame:
        """Return the sheet for the kernels."""
        return bare_game(self.table)


def bare_game(table: SheetTable) -> WinGame:
    """Return the sheet of `table` for the kernels, with nothing known of winning."""
    dice = table.lattice
    nothing = np.zeros((0, LEADS), np.uint16), np.zeros((0, 0, 1), np.float32), np.zeros(0, np.int64)
    bare = Wins(1.0, *nothing, np.zeros((0, 0, 0)), np.zeros((0, 0, 0, 0, LEADS)))
    return WinGame(table.plan, ladder_of(dice), ladder_of(dice, wide=True), *starts_of(table), bare)


def most_points(game: WinGame) -> NDArray[np.int64]:
    """Return the most points that can still come from each row; the last is the beginning of a game."""
    most = np.zeros(len(game.points), np.int64)
    fill_most(game, np.array(by_open(game.plan)[1:]), most)
    return most


def solve_beats(table: SheetTable, score: int) -> BeatTable:
    """Find the chances to end with `score` points or more on the sheet of `table`; needs numba.

    Raises OptionError for a score that cannot be reached, and for a sheet whose boxes are chosen after the first throw
    or whose table is too large.
    """
    plan = table.plan
    if plan.commit:
        raise OptionError(f"no score is beaten in {table.sheet.name} with boxes chosen early: leave commit out")
    game = bare_game(table)
    most = most_points(game)
    if not 1 <= score <= most[-1]:
        raise OptionError(f"nobody can play for {score} points in {table.sheet.name}: give 1 to {most[-1]}")
    if 2 * len(most) * score > MOST_BYTES:
        raise OptionError(f"{score} points in {table.sheet.name} take too much memory: give a lower score")
    chances = np.zeros((len(most), score), np.uint16)
    masks = np.array(by_open(plan))
    left = plan.boxes - np.bitwise_count(masks)
    width = -(-score // WIDE) * WIDE
    rows = rows_with(game, masks[left == 0])
    after = rows.start, np.zeros((rows.stop - rows.start, width), np.float32)
    for count in range(1, plan.boxes + 1):
        some = masks[left == count]
        rows = rows_with(game, some)
        before = rows.start, np.zeros((rows.stop - rows.start, width), np.float32)
        fill_beats(game, some, most, after, before)
        np.clip(before[1], 0.0, 1.0, out=before[1])
        chances[rows] = np.rint(before[1][:, :score] * SURE)
        after = before
    return BeatTable(table, score, chances)


def load_beats(table: SheetTable, score: int, cache: Path | None = None, say: Say = LOG) -> BeatTable:
    """Return the chances to reach `score`: out of the folder `cache`, or found now and kept there.

    A file that is damaged or of another game is reported to `say` and replaced; so is a folder that cannot be written.
    Raises what `solve_beats` raises.
    """
    path = None if cache is None else file_of(cache, table.sheet, table.die).with_suffix(f".beat-{score}")
    return load_or_solve(path, lambda path: load(path, table, score), lambda: solve_beats(table, score), save, say)


def save(beats: BeatTable, path: Path) -> None:
    """Write `beats` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    body = zlib.compress(beats.chances.astype("<u2").tobytes(), FAST)
    write(pack(_header(beats.table, beats.score), body), path)


def load(path: Path, table: SheetTable, score: int) -> BeatTable:
    """Return the chances in `path` for the sheet of `table` and `score`.

    Raises FileNotFoundError, or TableError if anything is wrong with the file or it holds another game.
    """
    header, body = read(path)
    check_header(header, _header(table, score), path, table.sheet.name)
    (chances,) = take_arrays(body, [("<u2", (len(starts_of(table)[1]), score))], path)
    return BeatTable(table, score, chances)


def _header(table: SheetTable, score: int) -> dict[str, Any]:
    return {
        "what": "chances to reach a score",
        "format": FORMAT,
        "game": table.sheet.name,
        "rule": table.sheet.rule,
        "value": table.value,
        "rows": len(starts_of(table)[1]),
        "score": score,
    }
