"""Swine Herd and Skunk as games to solve, to advise on and to show: the robot's rule, and play for points alone."""

from dataclasses import replace
from typing import Any

import numpy as np

from solver.decision import Decision
from solver.game import DIE, Game, Solution
from solver.goal import check_goal
from solver.layout import Layout, Panel, Views, mask
from solver.notation import Noted
from solver.simultaneous.states import (
    LEAST_PLAYERS,
    SimultaneousState,
    SkunkState,
    SwineHerdState,
    ThinkHerdState,
)
from solver.simultaneous.strategy import (
    SKUNK_ROUNDS,
    skunk_stands_below,
    stance,
    swine_herd_stands_below,
)
from solver.single.games import Solitaire
from solver.single.states import check_turns, taken_of
from solver.throw_distribution import Chance

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
        taken = taken_of(noted, self.limits if self.limit == "turns" else None)
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

    def views(self) -> Views:
        return Views({"stand": self.text}, check_goal(self.limits))

    def text(self) -> Layout:
        return swine_herd_layout(check_goal(self.limits))


class Skunk(Herd):
    """Skunk. The solution is that of a player who plays for points alone, which is THINK."""

    name = SkunkState.game
    unit = "expected points"
    takes = DIE | {"turns"}
    herd, limit = SkunkState, "turns"

    def solve(self) -> Solution:
        """Solve all rounds for points. Raises OptionError or DistributionError."""
        return self._solve_alone("think", self.limits)

    def views(self) -> Views:
        return Views({"stand": self.text})

    def text(self) -> Layout:
        return skunk_layout(check_turns(self.limits), self.options.chances())


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


UNIT = "points of the round"
AXES = "own score", "best other player's score"


def swine_herd_layout(goal: int) -> Layout:
    """Return the points of the round at which the robot sits, by its own and the best other score.

    There is no number where it stands until it reaches the goal.
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
    """Return the same for Skunk, before the last round and in it."""
    scores, panels = range(0, 100, 10), []
    for left, when in ((2, "before the last round"), (1, "in the last round")):
        if left <= rounds:
            marks = np.array([[skunk_stands_below(me, rival, left, die) for rival in scores] for me in scores])
            panels.append(Panel(marks.astype(np.float64), scores, scores, when))
    heading = f"Skunk over {rounds} round{'s' * (rounds > 1)}: how many points make the robot sit"
    key = "Sit at this many points of the round. This is the robot's rule of thumb."
    return Layout(heading, UNIT, tuple(panels), axes=AXES, key=key)
