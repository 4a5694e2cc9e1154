"""The races for two players as games to solve and to ask about."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from solver.advise import advise_hog, advise_race
from solver.decision import Decision
from solver.errors import LawError, OptionError
from solver.game import WIN, Game, Options, Solution
from solver.hog import HogState
from solver.law import Chance, check_die, fair_die, weighed_die
from solver.rules import RACES
from solver.state import RaceState

DICE = frozenset({"die", "sides"})
FACES_FIXED = ("coin", "pigs")
THROWN = {"die": DICE, "dice": DICE, "coin": frozenset({"die"}), "pigs": frozenset({"weights"})}


class Race:
    """A race for two, in which a player rolls on or holds."""

    unit = WIN
    position = ("me", "opponent", "turn")
    defaults: Mapping[str, int] = MappingProxyType({"turn": 0})

    def __init__(self, rules: type[RaceState]) -> None:
        self.name = rules.game
        self.options = THROWN[rules.thing] | {"goal"}
        self._rules = rules

    def solve(self, options: Options) -> Solution:
        """Solve the race afresh. Raises OptionError, LawError, GoalError or MissingNumbaError."""
        from solver.race import solve_table

        die = self.die(options)
        solved = solve_table(self.name, self.goal(options), die)
        extra: dict[str, Any] = {}
        if solved.contraction:
            extra = {"contraction": solved.contraction, "error_bound": solved.bound}
        found = solved.value, self.unit, solved.states, solved.seconds, solved.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def advise(self, options: Options, **position: int) -> Decision:
        """Return the best action with `me` points against `opponent` and `turn` at risk. Raises SolverError."""
        die = self.die(options)
        place = {**self.defaults, **position}
        return advise_race(self.name, **place, goal=self.goal(options), die=die)

    def goal(self, options: Options) -> int:
        """Return the goal of the options or the usual one."""
        return self._rules.usual_goal if options.goal is None else options.goal

    def die(self, options: Options) -> tuple[Chance, ...] | None:
        """Return the chances of the faces that the options give, None for the usual ones.

        Raises OptionError or LawError.
        """
        faces = self._rules.faces
        given = options.weights if options.die is None else options.die
        options.only(self.name, self.options)
        if given is not None and self._rules.thing in FACES_FIXED and len(given) != faces:
            raise LawError(f"{self.name} needs one number for each of {faces} faces, not {len(given)}")
        return weighed_die(options.weights) if options.weights is not None else die_of(options)


class Hog:
    """Hog, in which a player chooses how many dice to throw."""

    name = HogState.game
    unit = WIN
    options = DICE | {"goal"}
    position = ("me", "opponent")
    defaults: Mapping[str, int] = MappingProxyType({})

    def solve(self, options: Options) -> Solution:
        """Solve Hog afresh. Raises OptionError, LawError or GoalError."""
        from solver.hog_solver import solve_hog

        die = die_of(options.only(self.name, self.options))
        solved = solve_hog(HogState.usual_goal if options.goal is None else options.goal, die)
        return Solution(self.name, solved.value, self.unit, solved.states, solved.seconds)

    def advise(self, options: Options, **position: int) -> Decision:
        """Return how many dice to throw with `me` points against `opponent`. Raises SolverError."""
        die = die_of(options.only(self.name, self.options))
        return advise_hog(**position, goal=options.goal, die=die)


def die_of(options: Options) -> tuple[Chance, ...] | None:
    """Return the chances of a die's faces that the options give, None for the usual ones.

    Raises OptionError or LawError.
    """
    if options.sides is not None and options.die is not None:
        raise OptionError("sides are those of a fair die: give either sides or die")
    if options.sides is not None:
        return fair_die(options.sides)
    return None if options.die is None else check_die(options.die)


ALL_RACES: tuple[Game, ...] = (*(Race(rules) for rules in RACES.values()), Hog())
