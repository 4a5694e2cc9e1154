"""The games for two players as games to solve, to ask about, and to compare strategies in."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from solver.decision import Decision
from solver.errors import DistributionError, OptionError
from solver.game import WIN, Comparison, Game, Options, Solution, Trace, complete_position
from solver.race.advise import advise_hog, advise_race
from solver.race.hog import HogState
from solver.race.hog_strategies import HogStrategy, hog_strategy
from solver.race.race_files import load_table, save, shipped, verify
from solver.race.race_table import TwoPlayerTable
from solver.race.rules import RACES
from solver.race.state import TwoPlayerState
from solver.race.strategies import Strategy, race_strategy
from solver.throw_distribution import Chance, check_die, fair_die, weighed_die

if TYPE_CHECKING:
    from solver.race.evaluate import Rating

DICE = frozenset({"die", "sides"})
FACES_FIXED = ("coin", "pigs")
THROWN = {"die": DICE, "dice": DICE, "coin": frozenset({"die"}), "pigs": frozenset({"weights"})}


class TwoPlayerGame(ABC):
    """A game for two, whose strategies can be compared."""

    unit = WIN
    position: tuple[str, ...]
    defaults: Mapping[str, int]

    def __init__(self, rules: type[TwoPlayerState]) -> None:
        self.name = rules.game
        self.options = THROWN[rules.thing] | {"goal"}
        self._rules = rules

    @abstractmethod
    def solve(self, options: Options) -> Solution:
        """Solve the game afresh. Raises OptionError, DistributionError, GoalError or MissingNumbaError."""

    @abstractmethod
    def advise(self, options: Options, **position: int) -> Decision:
        """Return the best action in a position. Raises SolverError."""

    @abstractmethod
    def strategy(self, name: str, options: Options, chance: random.Random | None = None) -> Strategy | HogStrategy:
        """Return the strategy called `name`; `chance` is what random and careless draw from. Raises SolverError."""

    def table(self, options: Options) -> TwoPlayerTable:
        """Return the table of the game, shipped or solved now. Raises SolverError."""
        return load_table(self.name, self.goal(options), self.die(options))

    def verify(self, options: Options) -> bool:
        """Return whether a table ships with these options; it agrees with a fresh solution, else raise TableError."""
        if options != Options():
            return False
        verify(shipped(self.name))
        return True

    def keep(self, options: Options, folder: Path) -> None:
        """Write the table into a folder. Raises SolverError."""
        table = self.table(options)
        save(table, folder / f"{self.name}-{table.goal}.table")

    def iterate(self, options: Options, trace: Trace) -> Solution:
        """Solve the game by plain value iteration. Raises SolverError."""
        from solver.race.value_iteration import TwoPlayerIteration
        from solver.value_iteration import iterate

        return iterate(TwoPlayerIteration(self.name, self.goal(options), self.die(options)), trace=trace)

    def rate(self, options: Options, names: Sequence[str] | None = None) -> "list[Rating]":
        """Return how often each of the strategies called `names`, by default all, beats each. Raises SolverError."""
        from solver.race.evaluate import rate

        return rate(self.name, names, self.goal(options), self.die(options))

    def compare(self, options: Options, names: Sequence[str] | None = None) -> Comparison:
        """Tell how often each of the strategies called `names`, by default all, beats each. Raises SolverError."""
        ratings = self.rate(options, names)
        wins = {(rating.first, rating.second): f"{rating.win_first:.6f}" for rating in ratings}
        firsts = dict.fromkeys(rating.first for rating in ratings)
        return Comparison(
            tuple(rating.to_json() for rating in ratings),
            f"How often the first player wins at {self.name}",
            ("begins", *(f"against {second}" for second in firsts)),
            tuple((first, *(wins[first, second] for second in firsts)) for first in firsts),
        )

    def goal(self, options: Options) -> int:
        """Return the goal of the options or the usual one."""
        return self._rules.usual_goal if options.goal is None else options.goal

    def die(self, options: Options) -> tuple[Chance, ...] | None:
        """Return the chances of the faces that the options give, None for the usual ones.

        Raises OptionError or DistributionError.
        """
        options.only(self.name, self.options)
        faces = self._rules.faces
        given = options.weights if options.die is None else options.die
        if given is not None and self._rules.thing in FACES_FIXED and len(given) != faces:
            raise DistributionError(f"{self.name} needs one number for each of {faces} faces, not {len(given)}")
        if options.sides is not None and options.die is not None:
            raise OptionError("sides are those of a fair die: give either sides or die")
        if options.weights is not None:
            return weighed_die(options.weights)
        if options.sides is not None:
            return fair_die(options.sides)
        return None if options.die is None else check_die(options.die)


class Race(TwoPlayerGame):
    """A race, in which a player rolls on or holds."""

    position = ("me", "opponent", "turn")
    defaults: Mapping[str, int] = MappingProxyType({"turn": 0})

    def solve(self, options: Options) -> Solution:
        """Solve the race afresh; where scores can be ruined, `extra` tells the contraction and the error's bound."""
        from solver.race.exact import solve_table

        solved = solve_table(self.name, self.goal(options), self.die(options))
        extra: dict[str, Any] = {}
        if solved.contraction:
            extra = {"contraction": solved.contraction, "error_bound": solved.bound}
        found = solved.value, self.unit, solved.states, solved.seconds, solved.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def advise(self, options: Options, **position: int) -> Decision:
        """Return the best action with `me` points against `opponent` and `turn` at risk."""
        die = self.die(options)
        place = complete_position(self, position)
        return advise_race(self.name, place["me"], place["opponent"], place["turn"], goal=self.goal(options), die=die)

    def strategy(self, name: str, options: Options, chance: random.Random | None = None) -> Strategy:
        """Return the strategy called `name`."""
        return race_strategy(name, self.name, self.goal(options), self.die(options), chance)


class Hog(TwoPlayerGame):
    """Hog, in which a player chooses how many dice to throw."""

    position = ("me", "opponent")
    defaults: Mapping[str, int] = MappingProxyType({})

    def solve(self, options: Options) -> Solution:
        """Solve Hog afresh."""
        from solver.race.hog_exact import solve_hog

        solved = solve_hog(self.goal(options), self.die(options))
        return Solution(self.name, solved.value, self.unit, solved.states, solved.seconds)

    def advise(self, options: Options, **position: int) -> Decision:
        """Return how many dice to throw with `me` points against `opponent`."""
        die = self.die(options)
        place = complete_position(self, position)
        return advise_hog(place["me"], place["opponent"], goal=self.goal(options), die=die)

    def strategy(self, name: str, options: Options, chance: random.Random | None = None) -> HogStrategy:
        """Return the strategy called `name`."""
        return hog_strategy(name, self.goal(options), self.die(options), chance)


RACE_GAMES: tuple[Game, ...] = (*(Race(rules) for rules in RACES.values()), Hog(HogState))
