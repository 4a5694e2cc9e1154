"""Robots that play score sheets: the solver's strategies, and the wells that their keeps become."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from robot.games.game import Move, Reasons
from robot.games.sheet_position import SheetPosition
from solver.errors import UnknownNameError
from solver.sheet.advise import advise_state, bare_values
from solver.sheet.decide import SheetDecision
from solver.sheet.levels import LEVELS, LevelPlayer
from solver.sheet.rules import SheetState
from solver.sheet.sheet import Sheet
from solver.sheet.table import SheetTable
from solver.sheet.tables import load_sheet

OPTIMAL = "optimal"


class SheetStrategy(Protocol):
    """What a robot's behaviour is asked for."""

    def decide(self, state: SheetState) -> SheetDecision:
        """Return what to do in a state with something to do, what else could be done, and why. Raises SolverError."""


@dataclass(frozen=True, slots=True)
class SheetRobot:
    """A strategy whose keeps are wells."""

    strategy: SheetStrategy

    def decide(self, position: SheetPosition) -> tuple[Move, Reasons]:
        decision = self.strategy.decide(position.state)
        return position.move(decision.action), decision


@dataclass(frozen=True, slots=True)
class MostPoints:
    """As many points as can be on average, by the exact values."""

    values: SheetTable
    plain: SheetTable

    def decide(self, state: SheetState) -> SheetDecision:
        return advise_state(self.values, state, self.plain)


def strategy_of(sheet: Sheet, name: str, chance: Random | None, folder: Path | None) -> SheetStrategy:
    """Return the strategy called `name`, a level's among them; the best for an empty name.

    Levels draw from `chance`. Tables that are solved are kept in `folder`. Raises UnknownNameError.
    """
    levels = {level.name: level for level in LEVELS}
    if name and name != OPTIMAL and name not in levels:
        raise UnknownNameError.of("strategy", name, [OPTIMAL, *levels])
    values = load_sheet(sheet, cache=folder)
    plain = bare_values(sheet, values.die, folder) if sheet.bonus else values
    if name in levels:
        return LevelPlayer(levels[name], values, chance or Random(0), plain)
    return MostPoints(values, plain)


def gambles(name: str) -> bool:
    """Return whether the strategy called `name` draws what it does."""
    return any(level.name == name and level.softness for level in LEVELS)
