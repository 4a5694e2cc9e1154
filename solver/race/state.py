"""What all races for two players share: scores, a turn total, the result of a throw, and the hold."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from solver.action import HOLD, ROLL, Action, in_row
from solver.errors import PositionError, RuleError
from solver.goal import check_goal
from solver.last_round import NONE, to_beat, winner_of
from solver.notation import MOST_SHOWN, NO_RULE, Noted, Written, tell_unusual
from solver.race.race_file import RaceRules, distribution_of, format_race
from solver.throw_distribution import Chance, Effect, ThrowDistribution, fair_die

# Values nearer than this are equal: rounding reaches about 1e-15, and the closest choice of Pig to 100 is 2.7e-8.
TIE = 1e-13


@dataclass(frozen=True, slots=True)
class TwoPlayerState(Written, ABC):
    """The state of a game in which two players take turns; the first to bank the goal wins.

    `goal` is from 1 to 1000, `scores` are banked points (0 and up), `player` is 0 or 1. Raises OptionError or
    PositionError for anything else. With a `last_round` the first player to bank the goal gives the other one more
    turn: see `solver.last_round`.

    The class says what `thing` its game throws, and how many `faces` that has.
    """

    goal: int = 100
    scores: tuple[int, int] = (0, 0)
    player: int = 0
    last_round: str = field(default=NONE, kw_only=True)

    game: ClassVar[str]
    usual_goal: ClassVar[int] = 100
    faces: ClassVar[int] = 6
    thing: ClassVar[str] = "die"

    def __post_init__(self) -> None:
        check_goal(self.goal)
        if self.player not in (0, 1):
            raise PositionError(f"player {self.player} does not exist: {self.game} is for players 0 and 1")
        if min(self.scores) < 0:
            raise PositionError("scores cannot be negative: give points from 0 up")
        if min(self.scores) >= self.goal and not self.last_round:
            raise PositionError(f"both scores have reached {self.goal}: only one player can win")

    @classmethod
    def die(cls) -> tuple[Chance, ...]:
        """Return the default chances of the faces."""
        return fair_die(cls.faces)

    @property
    def winner(self) -> int | None:
        """The player who has won, or None while the game goes on."""
        return winner_of(self.scores, self.player, self.goal, self.last_round)

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def to_beat(self) -> int | None:
        """The score that the player must beat in the last round, None before it and after the end."""
        return None if self.over else to_beat(self.scores, self.goal)

    @property
    def me(self) -> int:
        """Banked points of the player whose turn it is."""
        return self.scores[self.player]

    @property
    def opponent(self) -> int:
        """Banked points of the player who waits."""
        return self.scores[1 - self.player]

    @property
    def noted(self) -> Noted:
        return self.note({}, 0)

    def note(self, rules: Mapping[str, Any], turn: int) -> Noted:
        """Return the state as the words of a line, with further `rules` and the points of a turn."""
        rules = {**tell_unusual(goal=(self.goal, self.usual_goal)), **rules}
        return Noted(self.game, tuple(map(str, self.scores)), rules, self.player, turn)

    def with_score(self, score: int) -> tuple[int, int]:
        """Return the scores after the present player's score has become `score`."""
        return (score, self.scores[1]) if self.player == 0 else (self.scores[0], score)


@dataclass(frozen=True, slots=True)
class RollOrHold(Written, ABC):
    """A turn in which the player rolls or holds.

    A throw adds points to the turn total, or ends the turn. Holding banks the turn total. Every turn has at least one
    throw.
    """

    @property
    @abstractmethod
    def thrown(self) -> type["RaceState"]:
        """The race that has the dice and says what a throw does."""

    @property
    @abstractmethod
    def player(self) -> int:
        """The player whose turn it is, from 0."""

    @property
    @abstractmethod
    def goal(self) -> int | None:
        """The points that end the game, None where it has no goal."""

    @property
    @abstractmethod
    def turn_total(self) -> int:
        """The points that the player can lose, 0 and up."""

    @property
    @abstractmethod
    def banked(self) -> int:
        """Banked points of the player whose turn it is."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player may do: nothing if the game is over, only throw at the start of a turn."""
        if self.over:
            return ()
        return (ROLL,) if self.turn_total == 0 else (ROLL, HOLD)

    def apply(self, action: Action, throw: Sequence[int] = ()) -> Self:
        """Return the state after `action`; ROLL comes with its `throw` of all dice, HOLD without one.

        Raises RuleError if the rules forbid the action here or the throw is not one of these dice.
        """
        if action not in self.legal_actions():
            reason = "the game is over" if self.over else "a turn has at least one throw"
            raise RuleError(f"{action} is not allowed here: {reason}")
        if action == HOLD:
            if throw:
                raise RuleError(f"a hold has no throw, but {throw} was given: leave it out")
            return self._end_turn(self.banked + self.turn_total)
        check_throw(throw, self.thrown.dice, self.thrown.faces, self.thrown.thing)
        effect, gain = self.thrown.judge(tuple(throw))
        if effect is Effect.ON and not self.passes(gain):
            total = self.turn_total + gain
            return replace(self, turn_total=total)  # type: ignore[call-arg]  # a field of every subclass
        return self._end_turn(0 if effect is Effect.RUIN else self.banked + gain * (effect is Effect.BUST))

    def passes(self, gain: int) -> bool:
        """Return whether this many more points lead past a goal that must be met."""
        return self.thrown.form.exact and self.goal is not None and self.banked + self.turn_total + gain > self.goal

    @abstractmethod
    def _end_turn(self, score: int) -> Self:
        """Return the state after a turn that leaves the player with `score` points."""


@dataclass(frozen=True, slots=True)
class RaceState(TwoPlayerState, RollOrHold):
    """The state of a race in which players roll or hold. `turn_total` (0 and up) is what the player can lose.

    The class has the rules of its game as its `form`.
    """

    turn_total: int = 0

    form: ClassVar[RaceRules]
    rules: ClassVar[str]
    dice: ClassVar[int]
    _judged: ClassVar[dict[tuple[int, ...], tuple[Effect, int]]]

    def __init_subclass__(cls) -> None:
        form, cls._judged = cls.form, {}
        cls.game, cls.dice, cls.faces, cls.usual_goal = form.name, form.dice, form.sides, form.goal
        cls.thing = "die" if (form.thrown, form.dice) == ("dice", 1) else form.thrown
        cls.rules = cls.__dict__.get("rules", format_race(form))

    def __post_init__(self) -> None:
        # `slots` creates the class again, so super() without arguments would refer to the old class.
        TwoPlayerState.__post_init__(self)
        if self.turn_total < 0:
            raise PositionError("a turn total cannot be negative: give points from 0 up")
        if self.passes(0):
            raise PositionError(f"{self.me} and {self.turn_total} lead past {self.goal}, which must be met: give fewer")
        if self.winner is not None and self.turn_total > 0:
            raise PositionError(f"the game is over at {self.goal} points: the turn total must be 0")

    @classmethod
    def die(cls) -> tuple[Chance, ...]:
        return cls.form.die

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what a throw of `dice` faces does, and the points that it gains or, ending the turn, banks."""
        if throw not in cls._judged:
            cls._judged[throw] = cls.form.judge(throw)
        return cls._judged[throw]

    @classmethod
    def distribution(cls, die: Sequence[Chance]) -> ThrowDistribution:
        """Return the throw distribution of dice whose face f has chance `die[f - 1]`. Raises DistributionError."""
        return distribution_of(cls.form, tuple(die))

    @property
    def noted(self) -> Noted:
        last_round = None if self.last_round == self.form.last_round else self.last_round or NO_RULE
        return self.note({"last-round": last_round}, self.turn_total)

    @property
    def thrown(self) -> type["RaceState"]:
        return type(self)

    @property
    def banked(self) -> int:
        return self.me

    def _end_turn(self, score: int) -> Self:
        return replace(self, scores=self.with_score(score), player=1 - self.player, turn_total=0)


def check_throw(throw: Sequence[int], dice: int, faces: int, thing: str) -> None:
    """Raise RuleError unless `throw` has this many dice, or other things, each with this many faces."""
    if len(throw) != dice or not all(face in range(1, faces + 1) for face in throw):
        one = f"one {thing}" if dice == 1 else f"{dice} {thing}"
        count = "one" if dice == 1 else f"{dice}"
        shown = in_row(throw[:MOST_SHOWN]) or "nothing"
        raise RuleError(f"{shown} is not a throw of {one}: give {count} of the faces 1 to {faces}")
