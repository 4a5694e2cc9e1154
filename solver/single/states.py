"""The rules of the games for one player, as immutable states: three solitaires of Pig, and THINK."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from solver.errors import OptionError, PositionError
from solver.goal import check_goal, cost
from solver.race.pig import PigState, TwoDicePigState
from solver.race.state import RaceState, RollOrHold

MOST_TURNS = 100


def check_turns(turns: int) -> int:
    """Return `turns` if a game can have so many, else raise OptionError."""
    if not 1 <= turns <= MOST_TURNS:
        raise OptionError(f"{turns} turns are no game here: choose from 1 to {MOST_TURNS}")
    return turns


@dataclass(frozen=True, slots=True)
class SinglePlayerState(RollOrHold):
    """The state of a game for one player.

    `score` is banked, `taken` turns are over, `turn_total` is at risk. Raises PositionError.
    """

    score: int = 0
    taken: int = 0
    turn_total: int = 0

    game: ClassVar[str]
    thrown: ClassVar[type[RaceState]] = PigState

    def __post_init__(self) -> None:
        if min(self.score, self.taken, self.turn_total) < 0:
            raise PositionError("scores, turns and turn totals cannot be negative: give numbers from 0 up")
        if self.over and self.turn_total:
            raise PositionError("the game is over: the turn total must be 0")

    @abstractmethod
    def returns(self) -> float:
        """Return what the game has brought so far."""

    @property
    def player(self) -> int:
        """0: nobody else plays."""
        return 0

    @property
    def banked(self) -> int:
        return self.score

    def _end_turn(self, score: int) -> Self:
        return replace(self, score=score, taken=self.taken + 1, turn_total=0)


def check_reach(goal: int, turns: int) -> int:
    """Return `goal` if reaching it in so many turns can be solved here, else raise OptionError."""
    return check_goal(goal, lambda goal: cost((turns + 20) * goal**2, 20 * turns * goal**2))


def check_fewest(goal: int) -> int:
    """Return `goal` if fewest turns to it can be solved here, else raise OptionError."""
    return check_goal(goal, lambda goal: cost(2 * goal**2, 2_500 * goal**2))


@dataclass(frozen=True, slots=True)
class PigReachState(SinglePlayerState):
    """Pig alone: reach the goal within a number of turns; it is worth 1 to do so, and else 0."""

    goal: int = 100
    turns: int = 10

    game = "pig-reach"

    def __post_init__(self) -> None:
        check_turns(self.turns)
        check_reach(self.goal, self.turns)
        SinglePlayerState.__post_init__(self)

    @property
    def over(self) -> bool:
        """Whether the goal is banked or no turn is left."""
        return self.score >= self.goal or self.taken >= self.turns

    def returns(self) -> float:
        """Return 1 once the goal is banked."""
        return float(self.score >= self.goal)


@dataclass(frozen=True, slots=True)
class PigScoreState(SinglePlayerState):
    """Pig alone: bank as many points as possible in a number of turns."""

    turns: int = 5

    game = "pig-score"

    def __post_init__(self) -> None:
        check_turns(self.turns)
        SinglePlayerState.__post_init__(self)

    @property
    def over(self) -> bool:
        """Whether no turn is left."""
        return self.taken >= self.turns

    def returns(self) -> float:
        """Return the banked points."""
        return float(self.score)


@dataclass(frozen=True, slots=True)
class PigTurnsState(SinglePlayerState):
    """Pig alone: bank the goal in as few turns as possible."""

    goal: int = 100

    game = "pig-turns"

    def __post_init__(self) -> None:
        check_fewest(self.goal)
        SinglePlayerState.__post_init__(self)

    @property
    def over(self) -> bool:
        """Whether the goal is banked."""
        return self.score >= self.goal

    def returns(self) -> float:
        """Return the turns taken, of which fewer are better."""
        return float(self.taken)


@dataclass(frozen=True, slots=True)
class ThinkState(PigScoreState):
    """THINK: two dice and a turn for each letter; one 1 loses the turn total, two lose it and the whole score."""

    game = "think"
    thrown = TwoDicePigState
