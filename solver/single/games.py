"""The games for one player as games to solve and to advise on."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from solver.decision import Decision, percents
from solver.errors import PositionError
from solver.explanation import ValueWording, decimals
from solver.game import Game, Solution, complete_position
from solver.layout import Layout, Views
from solver.options import DIE, GameOptions
from solver.race.state import TIE
from solver.race.strategies import roll_or_hold
from solver.race.turn_values import reach
from solver.single.exact import SOLITAIRES, SinglePlayerTable, load_solitaire, solve_solitaire
from solver.sweeping import USUAL_SWEEPS, SweepSettings, ValueIteration
from solver.units import Unit

UNITS = {"pig-reach": Unit.WINS, "pig-score": Unit.POINTS, "pig-turns": Unit.TURNS, "think": Unit.POINTS}
"""What the values of each game count."""
SPOKEN = {Unit.WINS: "probability of reaching the goal", Unit.POINTS: "expected points", Unit.TURNS: "expected turns"}
POINTS = ValueWording("brings", "", decimals, " points in the end")
WORDINGS = {
    "pig-reach": ValueWording("reaches the goal in", "only ", percents),
    "pig-score": POINTS,
    "pig-turns": ValueWording("takes", "", decimals, " turns"),
    "think": POINTS,
}


MOST_CAPPED = 2000
"""This many turns times points at risk are solved in an experiment: they take 400 MB."""


class Solitaire(Game):
    """A game for one player: with a goal and turns, turns alone, or a goal alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.unit = SPOKEN[UNITS[name]]
        usual = SOLITAIRES[name]()
        self._goal, self._turns = usual.goal, usual.turns
        limits = {"goal": usual.goal, "turns": usual.turns}
        self.takes = DIE | {name for name, limit in limits.items() if limit is not None}
        self.position = ("me", "turn") if self._turns is None else ("me", "turn", "left")
        left = {} if self._turns is None else {"left": self._turns}
        self.defaults: Mapping[str, Any] = MappingProxyType({"turn": 0, **left})

    def solve(self, options: GameOptions) -> Solution:
        return self._solution(solve_solitaire(self.name, *self._limits(options), options.chances()))

    def most_cap(self, options: GameOptions) -> int:
        goal, turns = self._limits(options)
        return super().most_cap(options) if goal is not None or turns is None else MOST_CAPPED // turns

    def solve_capped(self, options: GameOptions, cap: int) -> Solution:
        """Solve the game as if nobody threw with that many points or more at risk. Raises SolverError."""
        return self._solution(solve_solitaire(self.name, *self._limits(options), options.chances(), cap=cap))

    def _solution(self, table: SinglePlayerTable) -> Solution:
        extra: dict[str, Any] = {} if table.goal is not None else {"cap": table.cap}
        found = table.value, self.unit, table.states, table.seconds, table.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def iteration(self, options: GameOptions, settings: SweepSettings = USUAL_SWEEPS) -> ValueIteration:
        from solver.single.value_iteration import solitaire_iteration

        return solitaire_iteration(self.name, self.unit, *self._limits(options), options.chances(), settings=settings)

    def advise(self, options: GameOptions, **position: int) -> Decision:
        """Return the best action with `me` banked, `turn` at risk, and `left` turns, this one counted.

        Without `left` the game has just begun its first turn. Values are in the game's unit, from here to the end;
        `pig-turns` counts this turn too, and fewer are better. Raises SolverError.
        """
        table, turns = self.table(options), self._limits(options)[1]
        first = {} if turns is None else {"left": turns}
        place = complete_position(self, {**first, **position})
        me, turn, left = place["me"], place["turn"], place.get("left", 0)
        table.check(me, turn)
        if turns is not None and not 1 <= left <= turns:
            raise PositionError(f"{left} turns left are outside the game: give 1 to {turns}, this one counted")
        roll, hold = table.weigh(left, me, turn)
        rolls = turn == 0 or roll - hold > TIE * abs(hold)
        sign = -1.0 if turns is None else 1.0
        worth = sign * roll, sign * hold
        return roll_or_hold(
            worth,
            lambda: self._why(table, me, turn, worth, rolls=rolls),
            rolls=rolls,
            reachable=self._reachable(table, me, turn, left),
            unit=UNITS[self.name],
        )

    def table(self, options: GameOptions) -> SinglePlayerTable:
        return load_solitaire(self.name, *self._limits(options), options.chances())

    def views(self, options: GameOptions) -> Views:
        from solver.single.views import solitaire_views

        return solitaire_views(self.table(options))

    def text(self, options: GameOptions) -> Layout:
        from solver.single.views import hold_layout

        return hold_layout(self.table(options))

    def _limits(self, options: GameOptions) -> tuple[int | None, int | None]:
        goal, turns = options.goal, options.turns
        return self._goal if goal is None else goal, self._turns if turns is None else turns

    def _why(self, table: SinglePlayerTable, me: int, turn: int, worth: tuple[float, float], *, rolls: bool) -> str:
        tale = WORDINGS[self.name]
        roll, hold = worth
        if turn == 0:
            return tale.start(roll)
        if table.goal is not None and me + turn >= table.goal:
            return f"Hold: {me} and {turn} make {me + turn}, which reaches the goal; a throw could only lose it"
        if not rolls and abs(roll - hold) <= TIE * abs(hold):
            roll = hold
        return tale.best(turn, roll, hold, rolls)

    def _reachable(self, table: SinglePlayerTable, me: int, turn: int, left: int) -> bool:
        if table.turns is not None and left == table.turns and me > 0:
            return False
        return reach(table.goal or me + turn + 1, table.distribution)(me, 0, turn)


SINGLE_GAMES: tuple[Game, ...] = tuple(Solitaire(name) for name in SOLITAIRES if name != "think")
"""Those that are for one alone."""
