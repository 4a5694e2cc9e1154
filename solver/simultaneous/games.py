"""Swine Herd and Skunk as games to solve, to advise on and to show: the robot's rule, and play for points alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from solver.decision import Decision
from solver.errors import PositionError
from solver.game import Game, Solution, complete_position
from solver.layout import Layout, Panel, Views, mask
from solver.options import DIE, GameOptions
from solver.simultaneous.states import SkunkState, SwineHerdState, ThinkHerdState, check_swine_herd_goal
from solver.simultaneous.strategy import (
    SKUNK_ROUNDS,
    skunk_decision,
    skunk_stands_below,
    swine_herd_decision,
    swine_herd_stands_below,
)
from solver.single.exact import solve_solitaire
from solver.single.games import Solitaire
from solver.single.states import check_turns
from solver.throw_distribution import Chance

USUAL_GOAL = 100


class SwineHerd(Game):
    """Swine Herd. The solution is that of one round of a player who plays for points alone."""

    name = SwineHerdState.game
    unit = "expected points of a round"
    takes = DIE | {"goal"}
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
        return swine_herd_layout(check_swine_herd_goal(_goal(options)))


class Skunk(Game):
    """Skunk. The solution is that of a player who plays for points alone, which is THINK."""

    name = SkunkState.game
    unit = "expected points"
    takes = DIE | {"turns"}
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


UNIT = "points of the round"
AXES = "own score", "best other player's score"


def swine_herd_layout(goal: int) -> Layout:
    """Return from which points of the round on the robot sits, by its own and the best other score.

    No number stands where it stands until the goal is reached.
    """
    scores = range(goal)
    marks = np.array([[swine_herd_stands_below(me, rival, goal) for rival in scores] for me in scores])
    return Layout(
        f"Swine Herd to {goal}: how many points make the robot sit",
        UNIT,
        (Panel(mask(marks, marks >= goal - np.arange(goal)[:, None]), scores, scores),),
        axes=AXES,
        hidden="stands until the goal is reached",
        wide=len(str(goal)) + 2,
        key="Sit with this many points of the round; - you stand until you reach the goal. This is the robot's rule of"
        " thumb.",
    )


def skunk_layout(rounds: int, die: tuple[Chance, ...] | None) -> Layout:
    """Return the same of Skunk, before the last of so many rounds, and in it."""
    scores, panels = range(0, 100, 10), []
    for left, when in ((2, "before the last round"), (1, "in the last round")):
        if left <= rounds:
            marks = np.array([[skunk_stands_below(me, rival, left, die) for rival in scores] for me in scores])
            panels.append(Panel(marks.astype(np.float64), scores, scores, when))
    heading = f"Skunk over {rounds} round{'s' * (rounds > 1)}: how many points make the robot sit"
    key = "Sit with this many points of the round. This is the robot's rule of thumb."
    return Layout(heading, UNIT, tuple(panels), axes=AXES, key=key)
