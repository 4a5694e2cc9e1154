"""Swine Herd and Skunk as games to solve and to advise on: the robot's rule, and play for points alone."""

from dataclasses import replace
from typing import Any

from solver.decision import Decision
from solver.game import DIE, Game, Solution
from solver.goal import check_goal
from solver.notation import Noted
from solver.simultaneous.states import LEAST_PLAYERS, SimultaneousState, SkunkState, SwineHerdState, ThinkHerdState
from solver.simultaneous.strategy import SKUNK_ROUNDS, stance
from solver.single.games import Solitaire
from solver.single.states import read_taken

USUAL_GOAL = 100


class Herd(Game):
    """A game in which all standing players decide at once; the robot follows a rule of thumb."""

    herd: type[SimultaneousState]
    limit: str

    @property
    def limits(self) -> int:
        """The goal, or the number of rounds."""
        given = getattr(self.options, self.limit)
        return (USUAL_GOAL if self.limit == "goal" else SKUNK_ROUNDS) if given is None else given

    def start(self, players: int = 0) -> SimultaneousState:
        return self._state((0,) * (players or LEAST_PLAYERS))

    def _solve_alone(self, game: str, turns: int) -> Solution:
        alone = Solitaire(game).with_options(turns=turns, die=self.options.die, sides=self.options.sides)
        return replace(alone.solve(), game=self.name, unit=self.unit)

    def _state(self, scores: tuple[int, ...], **more: Any) -> SimultaneousState:
        more["goal" if self.limit == "goal" else "rounds"] = self.limits
        return self.herd(scores, **more)

    def read(self, noted: Noted) -> SimultaneousState:
        seated = frozenset(seat - 1 for seat in noted.numbers("s"))
        taken = read_taken(noted, self.limits if self.limit == "turns" else None)
        return self._state(noted.points, seated=seated, round_total=noted.turn, taken=taken)

    def decide(self, state: SimultaneousState) -> Decision:
        """Return the action of the robot as the first standing player."""
        return stance(state, next(iter(state.standing), 0), self.options.chances())


class SwineHerd(Herd):
    """Swine Herd. The solution is that of one round of a player who plays for points alone."""

    name = SwineHerdState.game
    unit = "expected points of a round"
    takes = DIE | {"goal"}
    herd, limit = SwineHerdState, "goal"

    def solve(self) -> Solution:
        """Solve one round for points. Raises OptionError or DistributionError."""
        check_goal(self.limits)
        return self._solve_alone("pig-score", 1)


class Skunk(Herd):
    """Skunk. The solution is that of a player who plays for points alone, which is THINK."""

    name = SkunkState.game
    unit = "expected points"
    takes = DIE | {"turns"}
    herd, limit = SkunkState, "turns"

    def solve(self) -> Solution:
        """Solve all rounds for points. Raises OptionError or DistributionError."""
        return self._solve_alone("think", self.limits)


class ThinkHerd(Skunk):
    """THINK for several, by the rules and the rule of thumb of Skunk."""

    herd = ThinkHerdState


class Think(Solitaire):
    """THINK: exact for one player; for several it has the rules and the rule of thumb of Skunk."""

    def __init__(self) -> None:
        super().__init__(ThinkHerdState.game)

    @property
    def several(self) -> ThinkHerd:
        """The game for several."""
        return ThinkHerd().with_options(turns=self.options.turns, die=self.options.die, sides=self.options.sides)

    def start(self, players: int = 0) -> Any:
        return self.several.start(players) if players > 1 else super().start(players)

    def read(self, noted: Noted) -> Any:
        return self.several.read(noted) if len(noted.scores) > 1 else super().read(noted)

    def decide(self, state: Any) -> Decision:
        return self.several.decide(state) if isinstance(state, SimultaneousState) else super().decide(state)


GAMES: tuple[Game, ...] = (Think(), SwineHerd(), Skunk())
