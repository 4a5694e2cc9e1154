"""The rules of Swine Herd and Skunk, in which a throw counts for all standing players, as immutable states."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import ClassVar, Self

from solver.action import SIT, STAND, Action
from solver.decision import count_in_words
from solver.errors import PositionError, RuleError
from solver.goal import check_goal
from solver.notation import Noted, Written, tell_unusual
from solver.race.rules import PigState, TwoDicePigState
from solver.race.state import RaceState, check_throw
from solver.throw_distribution import Effect

LEAST_PLAYERS = 2
MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class SimultaneousState(Written):
    """A state of a game in which all players stand up for a round and each throw counts for all who still stand.

    Before each throw except the first of a round, standing players may sit and bank the round's points; all decide at
    once. A throw adds to the round's points, or ends the round for those who stand. A round also ends when all sit.
    `scores` are banked, `seated` are the players who sit, `round_total` is at risk. The game ends once somebody has
    banked the `goal`, or when as many rounds as `rounds` are `taken`; then most points win, and ties share. Raises
    OptionError or PositionError.
    """

    scores: tuple[int, ...]
    seated: frozenset[int] = frozenset()
    round_total: int = 0
    goal: int | None = None
    taken: int = 0
    rounds: int | None = None

    game: ClassVar[str]
    thrown: ClassVar[type[RaceState]]

    def __post_init__(self) -> None:
        if self.goal is not None:
            check_goal(self.goal)
        if not LEAST_PLAYERS <= len(self.scores) <= MOST_PLAYERS:
            players_are = count_in_words(len(self.scores), "player is", "players are")
            raise PositionError(f"{players_are} not enough or too many: give {LEAST_PLAYERS} to {MOST_PLAYERS} scores")
        if min(self.scores) < 0 or self.round_total < 0:
            raise PositionError("scores and the points of a round cannot be negative: give points from 0 up")
        players = frozenset(range(len(self.scores)))
        if not self.seated < players or (self.seated and not self.round_total):
            raise PositionError("players sit after a throw that scores, and a round ends when all do: change who sits")
        if self.rounds is not None and (not 0 <= self.taken <= self.rounds or self.rounds < 1):
            raise PositionError(f"{self.taken} of {self.rounds} rounds are impossible: give numbers from 0 up")
        if self.over and self.round_total:
            where = "" if self.goal is None else f" at {self.goal} points"
            raise PositionError(f"the game is over{where}: no points can be at risk")

    @property
    def over(self) -> bool:
        return self._stops(self.scores) or self.taken == self.rounds

    @property
    def winners(self) -> frozenset[int]:
        """Who has the most points, several if these are equal; nobody while the game is on."""
        most = max(self.scores)
        return frozenset(player for player, score in enumerate(self.scores) if self.over and score == most)

    @property
    def standing(self) -> tuple[int, ...]:
        """The players who stand, in order; nobody once the game is over."""
        return () if self.over else tuple(p for p in range(len(self.scores)) if p not in self.seated)

    @property
    def noted(self) -> Noted:
        """The state as the words of a line: what is banked, what is at risk, who sits, and how many rounds are over."""
        usual = {one.name: one.default for one in fields(self)}
        rules = tell_unusual(goal=(self.goal, usual["goal"]), turns=(self.rounds, usual["rounds"]))
        seated = ",".join(str(seat + 1) for seat in sorted(self.seated))
        marks = {"s": seated, "l": str((self.rounds or 0) - self.taken) if self.taken else ""}
        return Noted(self.game, tuple(map(str, self.scores)), rules, 0, self.round_total, marks=marks)

    def legal_actions(self) -> Sequence[frozenset[int]]:
        """Return all sets of players who may sit down now, nobody first; none once the game is over."""
        able = [player for player in self.standing if SIT in self.stances(player)]
        sizes = range(0 if self.over else len(able) + 1)
        return [frozenset(some) for size in sizes for some in combinations(able, size)]

    def stances(self, player: int) -> tuple[Action, ...]:
        """Return what `player` may do: nothing when seated or over, only stand before the first throw of a round."""
        if player not in self.standing:
            return ()
        return (STAND,) if self.round_total == 0 else (STAND, SIT)

    def apply(self, sitting: Collection[int], throw: tuple[int, ...] = ()) -> Self:
        """Return the state after the players in `sitting` sat down and the others were thrown for.

        If nobody stands or the game is over, there is no throw. Raises RuleError for players who may not sit, and for
        throws of other dice.
        """
        if self.over or not all(SIT in self.stances(player) for player in sitting):
            reason = "the game is over" if self.over else "only standing players may sit, after a round's first throw"
            raise RuleError(f"{sorted(sitting)} cannot sit here: {reason}")
        scores = self._bank(sitting)
        seated = self.seated | frozenset(sitting)
        if not self.throws(sitting):
            if throw:
                raise RuleError(f"nobody stands, but the throw {throw} was given: leave it out")
            return self._next_round(scores)
        dice, faces = self.thrown.dice, self.thrown.faces
        check_throw(throw, dice, faces, self.thrown.thing)
        effect, gain = self.thrown.judge(throw)
        if effect is Effect.ON:
            return replace(self, scores=scores, seated=seated, round_total=self.round_total + gain)
        kept = tuple(score * (effect is Effect.BUST or p in seated) for p, score in enumerate(scores))
        return self._next_round(kept)

    def throws(self, sitting: Collection[int]) -> bool:
        """Return whether anybody stands after the players in `sitting` sat down."""
        everybody = len(self.seated | frozenset(sitting)) == len(self.scores)
        return not (self.over or everybody or self._stops(self._bank(sitting)))

    def _bank(self, sitting: Collection[int]) -> tuple[int, ...]:
        return tuple(score + self.round_total * (p in sitting) for p, score in enumerate(self.scores))

    def returns(self) -> tuple[float, ...]:
        """Return each player's share of the win, 0 for all while the game goes on."""
        winners = self.winners
        return tuple((player in winners) / max(1, len(winners)) for player in range(len(self.scores)))

    def _stops(self, scores: tuple[int, ...]) -> bool:
        return self.goal is not None and max(scores) >= self.goal

    def _next_round(self, scores: tuple[int, ...]) -> Self:
        taken = self.taken + (self.rounds is not None)
        return replace(self, scores=scores, seated=frozenset(), round_total=0, taken=taken)


@dataclass(frozen=True, slots=True)
class SwineHerdState(SimultaneousState):
    """Swine Herd: one die; a 1 gives those who stand nothing. It ends when somebody has banked the goal."""

    goal: int | None = 100

    game = "swine-herd"
    thrown = PigState


@dataclass(frozen=True, slots=True)
class SkunkState(SimultaneousState):
    """Skunk: two dice, a round a letter. One 1 takes the round's points of all who stand, two 1s take all points."""

    rounds: int | None = 5

    game = "skunk"
    thrown = TwoDicePigState


@dataclass(frozen=True, slots=True)
class ThinkHerdState(SkunkState):
    """THINK for several: the rules of Skunk, with a round for each letter of another word."""

    game = "think"
