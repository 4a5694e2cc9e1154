"""A game with the options that a test gives it, to solve and to ask in one line."""

from typing import Any

from solver.decision import Decision
from solver.game import Solution, Trace, read_options
from solver.games import find_game
from solver.sweeping import USUAL_SWEEPS, SweepSettings, ValueIteration
from solver.value_iteration import iterate


class AskedGame:
    """The game called `name` with these options, iterated by `settings`. Raises OptionError for other options."""

    def __init__(self, name: str, settings: SweepSettings = USUAL_SWEEPS, **options: Any) -> None:
        self.game, self.settings = find_game(name), settings
        self.options = read_options(self.game, **options)

    def solve(self) -> Solution:
        return self.game.solve(self.options)

    def advise(self, **position: Any) -> Decision:
        return self.game.advise(self.options, **position)

    def iteration(self) -> ValueIteration:
        return self.game.iteration(self.options, self.settings)

    def iterate(self, trace: Trace) -> Solution:
        return iterate(self.iteration(), trace)
