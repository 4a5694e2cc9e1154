"""Swine Herd and Skunk as games to solve and to advise on: the robot's rule, and play for points alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from solver.decision import Decision
from solver.errors import PositionError
from solver.game import Game, Solution, complete_position
from solver.layout import Layout, Views
from solver.options import DIE, GameOptions
from solver.simultaneous.states import SkunkState, SwineHerdState, ThinkHerdState, check_swine_herd_goal
from solver.simultaneous.strategy import SKUNK_ROUNDS, skunk_decision, swine_herd_decision
from solver.single.exact import solve_solitaire
from solver.single.games import Solitaire
from solver.single.states import check_turns

USUAL_GOAL = 100
_BY_RULE = "is played by a rule of thumb, so nothing can be iterated; for points only it"


class SwineHerd(Game):
    """Swine Herd. The solution is that of one round of a player who plays for points alone."""

    name = SwineHerdState.game
    unit = "expected points of a round"
    takes = DIE | {"goal"}
    no_iteration = f"{name} {_BY_RULE} is pig-score with one turn: iterate that plainly"
    position = ("me", "rival", "turn")
    defaults: Mapping[str, int] = MappingProxyType({"turn": 0})

    def solve(self, options: GameOptions) -> Solution:
        """Solve one round for points. Raises OptionError or DistributionError."""
        die = options.chances()
        check_swine_herd_goal(_goal(options))
        table = solve_solitaire("pig-score", None, 1, die)
        extra = MappingProxyType({"cap": table.cap})
        return Solution(self.name, table.value, self.unit, table.states, table.seconds, table.policy_sha256, extra)

    def advise(self, options: GameOptions, **position: int) -> Decision:
        """Return what the robot does with `me` banked, the best other `rival`, and `turn` at risk.

        Raises SolverError.
        """
        die = options.chances()
        place = complete_position(self, position)
        return swine_herd_decision(place["me"], place["rival"], place["turn"], _goal(options), die)

    def views(self, options: GameOptions) -> Views:
        return Views({"stand": lambda: self.text(options)}, check_swine_herd_goal(_goal(options)))

    def text(self, options: GameOptions) -> Layout:
        from solver.simultaneous.views import swine_herd_layout

        return swine_herd_layout(check_swine_herd_goal(_goal(options)))


class Skunk(Game):
    """Skunk. The solution is that of a player who plays for points alone, which is THINK."""

    name = SkunkState.game
    unit = "expected points"
    takes = DIE | {"turns"}
    no_iteration = f"{name} {_BY_RULE} is think: iterate that plainly"
    position = ("me", "rival", "turn", "left")
    defaults: Mapping[str, int] = MappingProxyType({"turn": 0, "left": SKUNK_ROUNDS})

    def solve(self, options: GameOptions) -> Solution:
        """Solve all rounds for points. Raises OptionError or DistributionError."""
        die = options.chances()
        table = solve_solitaire("think", None, _rounds(options), die)
        extra = MappingProxyType({"cap": table.cap})
        return Solution(self.name, table.value, self.unit, table.states, table.seconds, table.policy_sha256, extra)

    def advise(self, options: GameOptions, **position: int) -> Decision:
        """Return what the robot does with `me` banked and `turn` at risk in the round with `left` to play.

        `rival` is what the best other player has, with the round's points if still standing. Raises SolverError.
        """
        die = options.chances()
        place = complete_position(self, {"left": _rounds(options), **position})
        if not 1 <= place["left"] <= _rounds(options):
            raise PositionError(f"{place['left']} rounds left are outside the game: give 1 to {_rounds(options)}")
        return skunk_decision(place["me"], place["rival"], place["turn"], place["left"], die)

    def views(self, options: GameOptions) -> Views:
        return Views({"stand": lambda: self.text(options)})

    def text(self, options: GameOptions) -> Layout:
        from solver.simultaneous.views import skunk_layout

        return skunk_layout(check_turns(_rounds(options)), options.chances())


def _goal(options: GameOptions) -> int:
    return USUAL_GOAL if options.goal is None else options.goal


def _rounds(options: GameOptions) -> int:
    return SKUNK_ROUNDS if options.turns is None else options.turns


class Think(Solitaire):
    """THINK: for one exactly, for several by the rule of Skunk, whose rules it has then."""

    def __init__(self) -> None:
        super().__init__(ThinkHerdState.game)
        self.position = (*self.position, "rival")
        self.defaults = MappingProxyType({**self.defaults, "rival": None})

    def advise(self, options: GameOptions, **position: Any) -> Decision:
        """Return the best action alone, or by the rule of Skunk against others, of whom the best has `rival` points.

        Raises SolverError.
        """
        rival = position.pop("rival", None)
        return (
            super().advise(options, **position) if rival is None else Skunk().advise(options, rival=rival, **position)
        )


SIMULTANEOUS_GAMES: tuple[Game, ...] = (Think(), SwineHerd(), Skunk())
