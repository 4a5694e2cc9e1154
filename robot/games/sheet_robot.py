"""Robots that play score sheets: the solver's strategies, and the wells that their keeps become."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from robot.games.game import Move, Reasons
from robot.games.sheet_position import SheetPosition
from solver.errors import UnknownNameError
from solver.sheet.account import bare
from solver.sheet.advise import advise_sheet
from solver.sheet.decide import SheetDecision
from solver.sheet.rules import SheetState
from solver.sheet.sheet import Sheet
from solver.sheet.tables import load_sheet


class SheetStrategy(Protocol):
    """What the solver's strategies do."""

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
class Optimal:
    """Most points on average, by the exact table."""

    sheet: Sheet
    folder: Path | None

    def decide(self, state: SheetState) -> SheetDecision:
        values = load_sheet(self.sheet, cache=self.folder)
        plain = load_sheet(bare(self.sheet), cache=self.folder)
        return advise_sheet(values, state.card, state.dice, state.rolls_left, plain=plain, committed=state.committed)


def strategy_of(sheet: Sheet, name: str, folder: Path | None) -> SheetStrategy:
    if name not in {"", "optimal"}:
        raise UnknownNameError.of("strategy", name, ["optimal"])
    return Optimal(sheet, folder)
