"""A game with the options that a test gives it, to solve and to ask in one line."""

from typing import Any

from solver.decision import Decision
from solver.game import Solution, read_options
from solver.games import find_game


class AskedGame:
    """The game called `name` with these options. Raises OptionError for other options."""

    def __init__(self, name: str, **options: Any) -> None:
        self.game = find_game(name)
        self.options = read_options(self.game, **options)

    def solve(self) -> Solution:
        return self.game.solve(self.options)

    def advise(self, **position: Any) -> Decision:
        return self.game.advise(self.options, **position)
