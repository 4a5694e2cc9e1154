"""Robots that play score sheets: the solver's strategies, and the wells that their keeps become."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from robot.games.game import Move, Reasons
from robot.games.reasons import Reasoned
from robot.games.sheet.position import SheetPosition
from robot.games.sheet.reasons import sheet_done, sheet_reason
from solver.errors import UnknownNameError
from solver.sheet.coach.advise import advise_state, bare_values
from solver.sheet.coach.decide import SheetDecision
from solver.sheet.coach.levels import LEVELS, LevelPlayer
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.strategies import OPTIMAL, sheet_strategy, strategies_for
from solver.throw_distribution import Chance
from solver.units import Unit

WIN = "win"


class SheetDecider(Protocol):
    """What a robot's behaviour is asked for."""

    def decide(self, state: SheetState) -> SheetDecision:
        """Return what to do in a state with something to do, what else could be done, and why. Raises SolverError."""


@dataclass(frozen=True, slots=True)
class SheetRobot:
    """A strategy whose keeps are wells."""

    strategy: SheetDecider

    def decide(self, position: SheetPosition) -> tuple[Move, Reasons]:
        decision = self.strategy.decide(position.state)
        to_win = decision.unit is Unit.WINS
        state, done = position.state, sheet_done(position.state, decision.action)
        reasons = Reasoned.of(decision, done, lambda: sheet_reason(state, decision, to_win=to_win))
        return position.move(decision.action), reasons


@dataclass(frozen=True, slots=True)
class MostPoints:
    """As many points as can be on average, by the exact values; `plain` are those without the bonus."""

    values: SheetTable
    plain: SheetTable

    def decide(self, state: SheetState) -> SheetDecision:
        return advise_state(self.values, state, self.plain)


@dataclass(frozen=True, slots=True)
class ToWin:
    """Plays for the best chance to beat the others, and alone for points."""

    together: SheetDecider
    alone: SheetDecider

    def decide(self, state: SheetState) -> SheetDecision:
        return (self.together if len(state.cards) > 1 else self.alone).decide(state)


def strategy_of(
    sheet: Sheet, name: str, chance: Random | None, folder: Path | None, die: tuple[Chance, ...] | None = None
) -> SheetDecider:
    """Return the strategy called `name`, a level's or `win` among them; the one for most points for an empty name.

    It plays for dice with the chances `die`, fair if None. Levels draw from `chance`. Tables that are solved are kept
    in `folder`. Raises UnknownNameError, and what loading the tables raises.
    """
    levels = {level.name: level for level in LEVELS}
    known = strategies_for(sheet)
    name = name or OPTIMAL
    if name not in (names := (*known, WIN, *levels)):
        raise UnknownNameError.of("strategy", name, names)
    if name in known and name != OPTIMAL:
        return sheet_strategy(name, sheet, die, folder)
    values = load_sheet(sheet, die, folder)
    plain = bare_values(sheet, values.die, folder) if sheet.bonus else values
    if name in levels:
        return LevelPlayer(levels[name], values, chance or Random(0), plain)
    if name == WIN:
        from solver.sheet.win.winner import Winner

        return ToWin(Winner.of_table(values, folder), MostPoints(values, plain))
    return MostPoints(values, plain)


def gambles(name: str) -> bool:
    """Return whether the strategy called `name` draws what it does."""
    return any(level.name == name and level.softness for level in LEVELS)
