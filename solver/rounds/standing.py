"""Where a round stands in which players have their turns one after the other, whatever a turn is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from solver.errors import RuleError
from solver.rounds.rules import RoundRules
from solver.rounds.turn import FACES, Position


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """A round by the `rules`, in which each player has one turn, in order; `results` are their scores, None before.

    `place` is the position of the turn before the last throw, and `dice` what fell in it, in any order, () before the
    first throw. The round ends early with a score that wins at once.
    """

    rules: RoundRules
    results: tuple[int | None, ...]
    place: Position
    dice: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: RoundRules, players: int) -> Self:
        """Return the beginning of a round of so many players."""
        return cls(rules, (None,) * players, rules.turn.start)

    @property
    def over(self) -> bool:
        at_once = self.rules.wins_at_once
        return None not in self.results or (at_once is not None and at_once in self.results)

    @property
    def player(self) -> int:
        """The seat whose turn it is, that of the last turn when the round is over."""
        played = sum(score is not None for score in self.results)
        return played - 1 if self.over else played

    @property
    def best(self) -> int | None:
        """The best score so far, None if nobody has one."""
        return max((score for score in self.results if score is not None), key=self.rules.worth, default=None)

    @property
    def winner(self) -> int | None:
        """The first of the seats that have won, None while the round is on."""
        return next(iter(self.winners), None)

    @property
    def goal(self) -> None:
        """None: the best score wins."""
        return None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score, () while the round is on."""
        best = self.best
        return tuple(seat for seat, score in enumerate(self.results) if score == best) if self.over else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores, 0 for those who have none yet."""
        return tuple(score or 0 for score in self.results)

    def check_open(self) -> None:
        """Raise RuleError if the round is over."""
        if self.over:
            raise RuleError("the round is over: begin another one")

    def check_dice(self, thrown: Sequence[int], number: int) -> None:
        """Raise RuleError unless so many dice are thrown, with values that dice have."""
        if len(thrown) != number or not all(1 <= value <= FACES for value in thrown):
            raise RuleError(f"{number} dice are thrown: give so many values of 1 to {FACES}")

    def ended(self, score: int) -> Self:
        """Return the standing after the turn has ended with a score."""
        results = list(self.results)
        results[self.player] = score
        return replace(self, results=tuple(results), place=self.rules.turn.start, dice=())
