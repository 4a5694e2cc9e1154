"""The rules of the games for one player, as immutable states: three solitaires of Pig, and THINK."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from solver.errors import OptionError, PositionError
from solver.goal import check_goal
from solver.notation import Noted, tell_unusual
from solver.race.rules import PigState, TwoDicePigState
from solver.race.state import RaceState, RollOrHold

MOST_TURNS = 100


def check_turns(turns: int) -> int:
    """Return `turns` if a game can have that many, else raise OptionError."""
    if not 1 <= turns <= MOST_TURNS:
        raise OptionError(f"a game of {turns} turns is impossible: choose from 1 to {MOST_TURNS}")
    return turns


def read_taken(noted: Noted, turns: int | None) -> int:
    """Return how many turns are over in a written position, which says it, or says how many of `turns` are left.

    Raises PositionError.
    """
    noted.check("s", "t" if turns is None else "l", turn=True)
    if turns is None:
        return noted.number("t", 0)
    left = noted.number("l", turns)
    if not 0 <= left <= turns:
        raise PositionError(f"{left} turns left are outside the game: give 1 to {turns}, with this turn")
    return turns - left


@dataclass(frozen=True, slots=True)
class SinglePlayerState(RollOrHold):
    """The state of a game for one player.

    `score` is banked, `taken` turns are over, `turn_total` is at risk. The game ends at its `goal` or after that many
    `turns`, where it has these. Raises OptionError or PositionError.
    """

    score: int = 0
    taken: int = 0
    turn_total: int = 0
    goal: int | None = None
    turns: int | None = None

    game: ClassVar[str]
    thrown: ClassVar[type[RaceState]] = PigState

    def __post_init__(self) -> None:
        if self.turns is not None:
            check_turns(self.turns)
        if self.goal is not None:
            check_goal(self.goal)
        if min(self.score, self.taken, self.turn_total) < 0:
            raise PositionError("scores, turns and turn totals cannot be negative: give numbers from 0 up")
        if self.over and self.turn_total:
            raise PositionError("the game is over: the turn total must be 0")

    @property
    def over(self) -> bool:
        if self.goal is not None and self.score >= self.goal:
            return True
        return self.turns is not None and self.taken >= self.turns

    def returns(self) -> float:
        """Return what the game has brought so far: banked points, or 1 once the goal is banked in time, or turns."""
        if self.goal is None:
            return float(self.score)
        return float(self.taken if self.turns is None else self.score >= self.goal)

    @property
    def player(self) -> int:
        return 0

    @property
    def banked(self) -> int:
        return self.score

    @property
    def noted(self) -> Noted:
        usual = type(self)()
        rules = tell_unusual(goal=(self.goal, usual.goal), turns=(self.turns, usual.turns))
        marks = {"t": str(self.taken)} if self.turns is None else {"l": str(self.turns - self.taken)}
        marks = marks if self.taken else {}
        return Noted(self.game, (str(self.score),), rules, 0, self.turn_total, marks=marks)

    def _end_turn(self, score: int) -> Self:
        return replace(self, score=score, taken=self.taken + 1, turn_total=0)


@dataclass(frozen=True, slots=True)
class PigReachState(SinglePlayerState):
    """Pig alone: reach the goal within a number of turns; it is worth 1 to do so, and else 0."""

    goal: int | None = 100
    turns: int | None = 10

    game = "pig-reach"


@dataclass(frozen=True, slots=True)
class PigScoreState(SinglePlayerState):
    """Pig alone: bank as many points as possible in a number of turns."""

    turns: int | None = 5

    game = "pig-score"


@dataclass(frozen=True, slots=True)
class PigTurnsState(SinglePlayerState):
    """Pig alone: bank the goal in as few turns as possible."""

    goal: int | None = 100

    game = "pig-turns"


@dataclass(frozen=True, slots=True)
class ThinkState(PigScoreState):
    """THINK: two dice and a turn for each letter; one 1 loses the turn total, two lose it and the whole score."""

    game = "think"
    thrown = TwoDicePigState
