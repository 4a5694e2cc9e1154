"""The races for two players as games to solve and to ask about."""

from collections.abc import Mapping
from types import MappingProxyType

from solver.advise import advise_pig
from solver.decision import Decision
from solver.game import WIN, Options, Solution


class Race:
    """A race for two, in which a player rolls on or holds."""

    unit = WIN
    position = ("me", "opponent", "turn")
    defaults: Mapping[str, int] = MappingProxyType({"turn": 0})

    def __init__(self, name: str, goal: int) -> None:
        self.name = name
        self.options = frozenset({"goal"})
        self._goal = goal

    def solve(self, options: Options) -> Solution:
        """Solve the race afresh. Raises OptionError, GoalError or MissingNumbaError."""
        from solver.race import solve_pig

        goal = options.only(self.name, self.options).goal
        solved = solve_pig(self._goal if goal is None else goal)
        return Solution(self.name, solved.value, self.unit, solved.states, solved.seconds, solved.policy_sha256)

    def advise(self, options: Options, **position: int) -> Decision:
        """Return the best action with `me` points against `opponent` and `turn` at risk. Raises SolverError."""
        goal = options.only(self.name, self.options).goal
        place = {**self.defaults, **position}
        return advise_pig(place["me"], place["opponent"], place["turn"], self._goal if goal is None else goal)
