"""Pig for three, exact, and for four to ten players, approximate, as games to solve, to advise on and to show."""

import time
from abc import abstractmethod
from collections.abc import Callable
from types import MappingProxyType

import numpy as np

from solver.decision import Decision
from solver.game import DIE, WIN, Game, Solution
from solver.layout import TENTHS, Floats, Layout, Panel, Views, mask, title
from solver.multiplayer.approximation import ANSWERS, approximate_plan, hold_value, lookahead, plan_of
from solver.multiplayer.evaluator import CrowdEvaluator, MultiplayerEvaluator
from solver.multiplayer.states import LEAST_PLAYERS, MOST_PLAYERS, USUAL_GOAL, MultiplayerState, name_of
from solver.multiplayer.three import ThreeTable, solve_three, three_table
from solver.throw_distribution import FACES, Chance

APPROXIMATION = (
    "every player races against clocks that stand for all the others; for three players, where the truth is known, "
    "such a player wins about 2 games in 1,000 fewer than a perfect one, and chances are off by 0.1 % on average"
)


class Crowd(Game):
    """Pig for this many `players`, three or more."""

    players: int
    seen = 1

    @property
    def goal(self) -> int:
        """The goal of the options or the usual one."""
        return USUAL_GOAL if self.options.goal is None else self.options.goal

    def start(self, players: int = 0) -> MultiplayerState:
        self.check_players(players, self.players)
        return MultiplayerState((0,) * self.players, self.goal)

    @abstractmethod
    def values_to(self, goal: int, /) -> MultiplayerEvaluator:
        """Return what states and actions are worth in a game to this goal. Raises SolverError."""

    def values(self) -> MultiplayerEvaluator:
        return self.values_to(self.goal)

    def decide(self, state: MultiplayerState) -> Decision:
        """Return the better action, approximately for four and more."""
        return self.values_to(state.goal).decide(state)


class PigThree(Crowd):
    """Pig for three: scores are given in order of play, beginning with the player to throw."""

    name = "pig-three"
    unit = WIN
    takes = DIE | {"goal", "cache"}
    players = LEAST_PLAYERS

    def solve(self) -> Solution:
        solved = solve_three(self.goal, self.options.chances())
        _, second, third = solved.win[0, 0, 0].tolist()
        extra = {"second": second, "third": third, "mixed": solved.mixed, "near": solved.near}
        found = solved.value, self.unit, solved.states, solved.seconds, solved.policy_sha256
        return Solution(self.name, *found, MappingProxyType(extra))

    def count_edges(self) -> int:
        return (2 + FACES) * self.goal**3 * (self.goal + 1) // 2

    def table(self) -> ThreeTable:
        return self.values_to(self.goal)

    def values_to(self, goal: int) -> ThreeTable:
        return three_table(goal, self.options.chances(), self.options.cache)

    def views(self) -> Views:
        return Views({"hold": self.text, "win": lambda: _win_layout(self.table())}, self.goal)

    def text(self) -> Layout:
        return three_layout(self.table())


class PigMultiplayer(Crowd):
    """Pig for four to ten players: scores are given in order of play, beginning with the player to throw."""

    unit = f"{WIN}, approximate"
    takes = DIE | {"goal"}

    def __init__(self, players: int) -> None:
        self.name = name_of(players)
        self.players = players

    def solve(self) -> Solution:
        """Approximate the value of the game for each player. Raises OptionError or DistributionError."""
        die, goal = self.options.chances(), self.start().goal
        plan_of.cache_clear()
        begun = time.perf_counter()
        plan = approximate_plan((0,) * self.players, goal, die)
        seconds = time.perf_counter() - begun
        states = self.players * lookahead(goal) * goal * (goal + 1) // 2
        extra = {"chances": list(plan.chances), "answers": ANSWERS, "approximation": APPROXIMATION}
        return Solution(self.name, plan.chances[0], self.unit, states, seconds, None, MappingProxyType(extra))

    def values_to(self, _goal: int, /) -> CrowdEvaluator:
        return CrowdEvaluator(self.options.chances())

    def views(self) -> Views:
        return Views({"hold": self.text}, self.start().goal)

    def text(self) -> Layout:
        return crowd_layout(self.name, self.players, self.start().goal, self.options.chances())


GAMES: tuple[Game, ...] = (
    PigThree(),
    *(PigMultiplayer(players) for players in range(LEAST_PLAYERS + 1, MOST_PLAYERS + 1)),
)


def find_crowd(players: int) -> Crowd:
    """Return Pig for that many players, three or more."""
    return PigThree() if players == LEAST_PLAYERS else PigMultiplayer(players)


THIRDS = (0.0, 0.3, 0.6)
"""The scores of the last of three players, as parts of the goal."""
STEPS = 10
OTHERS_AT = (0.0, 0.2, 0.4, 0.6)
"""The scores of all others if there are more players, as parts of the goal."""
NEXT_SCORES = "own score", "next player's score"
KEY = "Hold at this total; - you throw on."


def _win_layout(table: ThreeTable) -> Layout:
    heading = f"Pig for three to {table.goal}: chance to win at the start of a turn"
    panels = _by_third(table, lambda third: table.win[:, :, third, 0])
    return Layout(heading, "chance to win", panels, axes=NEXT_SCORES, levels=TENTHS)


def three_layout(table: ThreeTable) -> Layout:
    """Return the turn total at which to hold, by own and next player's score, for some scores of the last player.

    There is no number where the player throws on until the goal is reached.
    """
    left = table.goal - np.arange(table.goal)[:, None]

    def holds(third: int) -> Floats:
        found = table.hold_values(third)
        return mask(found, found >= left)

    heading, wide = f"Pig for three to {table.goal}: the turn total at which to hold", len(str(table.goal)) + 2
    return Layout(heading, "turn total", _by_third(table, holds), axes=NEXT_SCORES, wide=wide, key=KEY)


def _by_third(table: ThreeTable, numbers: Callable[[int], Floats]) -> tuple[Panel, ...]:
    scores, thirds = range(table.goal), sorted({int(part * table.goal) for part in THIRDS})
    return tuple(Panel(numbers(third), scores, scores, f"last player at {third}") for third in thirds)


def crowd_layout(game: str, players: int, goal: int, die: tuple[Chance, ...] | None) -> Layout:
    """Return approximate turn totals at which to hold, by some scores of the player and of all others."""
    mine = sorted({goal * step // STEPS for step in range(STEPS)})
    theirs = sorted({int(part * goal) for part in OTHERS_AT})
    holds = np.array([[hold_value((me, *(score,) * (players - 1)), goal, die) for score in theirs] for me in mine])
    return Layout(
        f"{title(game)} to {goal}: the turn total at which to hold, approximately",
        "turn total",
        (Panel(mask(holds, holds >= goal - np.array(mine)[:, None]), mine, theirs),),
        axes=("own score", "score of each other player"),
        corner="i/all",
        wide=6,
        key=f"{KEY} All numbers are approximate.",
    )
