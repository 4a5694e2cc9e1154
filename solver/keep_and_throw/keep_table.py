"""The table of a keep-and-throw game: win probabilities at the beginnings of turns, and from these within a turn."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import LOG, load_or_solve, pack, read, write
from solver.errors import TableError
from solver.evaluator import split_wins
from solver.keep_and_throw.hands import ThrownHands, Throws, hands_of
from solver.keep_and_throw.leads import Leads, count_sides, leads_of
from solver.keep_and_throw.rules import BLANKS, SHIPPED_RULES, KeepRules, find_rules
from solver.keep_and_throw.state import KeepState
from solver.last_round import NONE
from solver.throw_distribution import FACES, Laws, die_json, fair_die

SHIPPED = Path(__file__).parents[1] / "data"
TURNS_KEPT = 64
TABLES_KEPT = 4
AGREES = 1e-12
TIE = 1e-12
"""Values nearer than this are equal: sums have rounding errors of this size."""


@dataclass(frozen=True, slots=True, eq=False)
class KeepTable:
    """The win probabilities of a keep-and-throw game at the beginning of turns.

    `start[0][b, c, i, j]` is for the player who begins with i steps against j and throws dice with the chances
    `laws[0]`, against dice with `laws[1]`; `start[1]` has the players the other way round. Scores are in steps of
    points. b and c count the last successive turns of each player that scored nothing, 0 to 2; without a penalty they
    are always 0. Of a fresh solution, `seconds` leaves out compilation, and `weighed` counts each pair as often as it
    was valued.
    """

    rules: KeepRules
    laws: tuple[Laws, Laws]
    start: tuple[NDArray[np.float64], NDArray[np.float64]]
    seconds: float = 0.0
    weighed: int = 0

    about: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for values in self.start:
            values.flags.writeable = False

    @property
    def value(self) -> float:
        """Win probability of the player who begins, with dice of `laws[0]`."""
        return float(self.start[0][0, 0, 0, 0])

    @property
    def goal(self) -> int:
        return self.rules.goal

    @property
    def steps(self) -> int:
        return int(self.start[0].shape[-1])

    @property
    def states(self) -> int:
        """How many positions the table decides: both scores, turn total, and dice to throw, for each kind of dice."""
        hands = {laws: len(hands_of(self.rules, laws).hands) for laws in self.laws}
        blanks = len(self.start[0]) ** 2
        beyond = max(lead.most - self.steps for lead in table_leads(self))
        turns = self.steps**2 * (self.steps + 1) // 2 + self.steps**2 * beyond
        return sum(blanks * turns * count for count in hands.values())

    def reach(self, seat: int, scores: tuple[int, int]) -> int:
        """Return the steps from which the player of `seat` holds, with `scores` as in `hold_values`."""
        me, opponent = scores
        if opponent >= self.steps:
            return opponent + 1 - me
        return table_leads(self)[seat].most - me

    def hold_values(
        self, seat: int, scores: tuple[int, int], blanks: tuple[int, int] = (0, 0), rows: int | None = None
    ) -> NDArray[np.float64]:
        """Return the win probability of the player of `seat` after a turn that brings k steps, at [k].

        `scores` and `blanks` are those of the player and of the other before the turn, in which the other may have
        reached the goal if there is a last round. A number of steps that a player may not hold has the value -1. The
        result has `rows` rows, by default `reach`.
        """
        rival, step = self.start[1 - seat][blanks[1]], self.rules.step
        me, opponent = scores
        rows = self.reach(seat, scores) if rows is None else rows
        if opponent >= self.steps:
            return self._bar_holds(me, (me + np.arange(rows) > opponent).astype(np.float64))
        holds = np.ones(max(rows, self.steps - me))
        holds[: self.steps - me] = 1.0 - rival[0, opponent, me:]
        ahead = holds[self.steps - me :]
        ahead[:] = table_leads(self)[seat].chances(self.steps + np.arange(len(ahead)) - opponent)
        if self.rules.penalty and blanks[0] + 1 < BLANKS:
            holds[0] = 1.0 - rival[blanks[0] + 1, opponent, me]
        elif self.rules.penalty:
            holds[0] = 1.0 - rival[0, opponent, max(0, me - self.rules.penalty // step)]
        return self._bar_holds(me, holds)

    def _bar_holds(self, me: int, holds: NDArray[np.float64]) -> NDArray[np.float64]:
        if me == 0:
            holds[1 : self.rules.opening // self.rules.step] = -1.0
        return holds

    def turn(self, state: KeepState, total: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what the player has with k steps at risk before hand h is thrown, and by holding k, at [k, h] and [k].

        Both are win probabilities, and -1 where nobody may hold. There are rows for every throw with up to `total`
        steps at risk. Scores below 0 are impossible.
        """
        seat, step = state.player, self.rules.step
        scores = state.banked // step, state.scores[1 - seat] // step
        blanks = state.blanks[seat], state.blanks[1 - seat]
        value = turn_values(self, seat, scores, blanks, total if total >= self.reach(seat, scores) else 0)
        return value, self.hold_values(seat, scores, blanks, len(value))

    def chances(self, state: KeepState, mine: float) -> tuple[float, ...]:
        """Return both chances to win when the player to throw has the chance `mine`."""
        return split_wins(mine, state.player)

    def hands(self, seat: int) -> ThrownHands:
        return hands_of(self.rules, self.laws[seat])


@lru_cache(TABLES_KEPT)
def table_leads(table: KeepTable) -> tuple[Leads, Leads]:
    """Return what leads at the goal are worth to both players of a table. Raises SolverError."""
    return leads_of(table.rules, table.laws)


def count_blanks(rules: KeepRules) -> int:
    """Return how many counts of successive turns without points matter: 1 without a penalty."""
    return BLANKS if rules.penalty else 1


def fair_laws(rules: KeepRules) -> Laws:
    return (fair_die(FACES),) * rules.dice


@lru_cache(TURNS_KEPT)
def turn_values(
    table: KeepTable, seat: int, scores: tuple[int, int], blanks: tuple[int, int] = (0, 0), total: int = 0
) -> NDArray[np.float64]:
    """Return the win probability with k steps at risk before hand h is thrown, at [k, h].

    `scores`, in steps, and `blanks` are those of the player of `seat` and of the other. A total that a player may hold,
    and for which a hold is worth more, has the value of holding, as have all totals from `KeepTable.reach` on. Row 0 is
    for a throw, since nobody holds nothing. There are rows for every throw with up to `total` steps at risk.
    """
    bust, first, chance, option, gain, left, forced = table.hands(seat).throws
    reach = table.reach(seat, scores)
    holds = table.hold_values(seat, scores, blanks, max(reach, total + 1) + int(gain.max()))
    value = np.repeat(holds[:, None], len(bust), axis=1)
    flat, places = value.reshape(-1), gain * len(bust) + left
    for k in range(reach - 1, -1, -1):
        best = np.maximum.reduceat(flat[places + k * len(bust)], option[:-1])
        held = np.where(forced | (k == 0), 0.0, holds[k])
        value[k] = np.maximum(np.add.reduceat(chance * best, first[:-1]) + bust * holds[0], held)
    value.flags.writeable = False
    return value


def sum_scored(throws: Throws, value: NDArray[np.float64], total: int, hand: int) -> float:
    """Return what the scoring outcomes of a throw of `hand` add to its win probability with `total` steps at risk."""
    outcomes = slice(throws.first[hand], throws.first[hand + 1])
    options = slice(throws.option[outcomes.start], throws.option[outcomes.stop])
    best = np.maximum.reduceat(
        value[total + throws.gain[options], throws.left[options]], throws.option[outcomes] - options.start
    )
    return float(throws.chance[outcomes] @ best)


def _header(rules: KeepRules, laws: tuple[Laws, Laws]) -> dict[str, Any]:
    return {
        "game": rules.name,
        "dice": rules.dice,
        "combinations": [[*one.counts, one.points] for one in sorted(rules.combinations)],
        "goal": rules.goal,
        "opening": rules.opening,
        "penalty": rules.penalty,
        "laws": [[die_json(law) for law in side] for side in laws],
        **({"throw_on": list(rules.throw_on)} if rules.throw_on else {}),
        **({"last_round": rules.last_round, "choices": "all"} if rules.last_round else {}),
    }


def file_of(folder: Path, rules: KeepRules, laws: tuple[Laws, Laws]) -> Path:
    """Return the path in a folder of the table of these rules and dice."""
    if laws == (fair_laws(rules),) * 2 and rules == rules.change(opening=0, penalty=0, last_round=NONE):
        return folder / f"{rules.name}-{rules.goal}.table"
    mark = hashlib.sha256(repr(_header(rules, laws)).encode()).hexdigest()[:12]
    return folder / f"{rules.name}-{rules.goal}-{mark}.table"


def save(table: KeepTable, path: Path) -> None:
    """Write `table` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    sides = table.start[: count_sides(table.rules, table.laws)]
    write(pack(_header(table.rules, table.laws), b"".join(side.astype("<f8").tobytes() for side in sides)), path)


def load(path: Path, rules: KeepRules, laws: tuple[Laws, Laws]) -> KeepTable:
    """Return the table in `path`. Raises FileNotFoundError, or TableError if it is damaged or of another game."""
    header, body = read(path)
    steps, blanks = rules.goal // rules.step, count_blanks(rules)
    sides = count_sides(rules, laws)
    if header != _header(rules, laws) or len(body) != 8 * sides * blanks**2 * steps**2:
        raise TableError(f"table {path} holds another game than {rules.name} to {rules.goal}: compute it again")
    start = np.frombuffer(body, "<f8").astype(np.float64).reshape(sides, blanks, blanks, steps, steps)
    return KeepTable(rules, laws, (start[0], start[-1]))


def solve_keep(rules: KeepRules, laws: tuple[Laws, Laws]) -> KeepTable:
    """Solve the game afresh. Raises SolverError if the dice never score, and MissingNumbaError."""
    from solver.keep_and_throw.exact import settle_game

    return KeepTable(rules, laws, *settle_game(rules, laws))


@lru_cache(TABLES_KEPT)
def load_keep(rules: KeepRules, laws: tuple[Laws, Laws], cache: Path | None = None) -> KeepTable:
    """Return the table: shipped, from the `cache` folder, or solved now with numba and saved there.

    The most recent ones stay in memory. Raises TableError, SolverError or MissingNumbaError.
    """
    if ships(rules, laws):
        return load(file_of(SHIPPED, rules, laws), rules, laws)
    path = cache and file_of(cache, rules, laws)
    return load_or_solve(path, lambda file: load(file, rules, laws), lambda: solve_keep(rules, laws), save, LOG)


def ships(rules: KeepRules, laws: tuple[Laws, Laws]) -> bool:
    known = rules.name in SHIPPED_RULES and rules == find_rules(rules.name)
    return known and file_of(SHIPPED, rules, laws).is_file()
