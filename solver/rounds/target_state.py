"""A round in which each player throws once for each target, in turn: nothing is chosen, so all chances are sums."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.errors import RuleError
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import throw_chances
from solver.rounds.turns import FACES, TargetsTurn
from solver.throw_distribution import fair_die

ROLL = "roll"
"""The one thing that players do."""


@dataclass(frozen=True, slots=True)
class TargetState:
    """A game by the `rules`, in which all players throw for one target after the other: the `scores`, and throws made.

    `thrown` counts the throws of all players together.
    """

    rules: RoundRules
    scores: tuple[int, ...]
    thrown: int = 0

    @property
    def targets(self) -> TargetsTurn:
        """What a turn is."""
        assert isinstance(self.rules.turn, TargetsTurn), "only there targets are thrown for"
        return self.rules.turn

    @property
    def round(self) -> int:
        """Which round this is, from 0; when the game is over, the number of rounds."""
        return self.thrown // len(self.scores)

    @property
    def target(self) -> int:
        """The sum that scores now; the game is not over."""
        return self.targets.targets[self.round]

    @property
    def player(self) -> int:
        return self.thrown % len(self.scores) if not self.over else len(self.scores) - 1

    @property
    def over(self) -> bool:
        return self.round >= len(self.targets.targets)

    @property
    def goal(self) -> None:
        """None: the most points win."""
        return None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points, () while the game is on."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores)) if self.over else ()

    @property
    def winner(self) -> int | None:
        """The first of the seats that have won, None while the game is on."""
        return next(iter(self.winners), None)

    def left(self, seat: int) -> tuple[int, ...]:
        """Return the targets that a player still throws for."""
        return self.targets.targets[self.round + (seat < self.thrown % len(self.scores)) :]

    def legal_actions(self) -> tuple[str, ...]:
        """Return the throw, nothing once the game is over."""
        return () if self.over else (ROLL,)

    def apply(self, action: str, thrown: Sequence[int] = ()) -> "TargetState":
        """Return the state after a throw of all dice. Raises RuleError for what is none, and when the game is over."""
        if action != ROLL:
            raise RuleError(f"{action} is not a move here: throw")
        if self.over:
            raise RuleError("the game is over: begin another one")
        if len(thrown) != self.targets.dice or not all(1 <= value <= FACES for value in thrown):
            raise RuleError(f"{self.targets.dice} dice are thrown: give so many values of 1 to {FACES}")
        gain = self.target if sum(thrown) == self.target else 0
        scores = (*self.scores[: self.player], self.scores[self.player] + gain, *self.scores[self.player + 1 :])
        return replace(self, scores=scores, thrown=self.thrown + 1)


def target_points(state: TargetState, seat: int) -> NDArray[np.float64]:
    """Return the chance of each final score of a player, at [points], as far as the targets go."""
    hits = throw_chances(state.rules, fair_die(FACES), state.targets.dice)
    chances = np.zeros(sum(state.targets.targets) + 1)
    chances[state.scores[seat]] = 1.0
    for target in state.left(seat):
        hit = hits.get((target,), 0.0)
        missed = chances * (1.0 - hit)
        missed[target:] += chances[: len(chances) - target] * hit
        chances = missed
    return chances


def target_chances(state: TargetState) -> tuple[float, ...]:
    """Return everybody's chance to win, a win being shared.

    With k others who tie, a player has 1 / (k + 1) of a win. That is the integral of u^k over u from 0 to 1, so for
    each score the product of (chance of less + u * chance of as much) over the others is integrated.
    """
    finals = [target_points(state, seat) for seat in range(len(state.scores))]
    seats = []
    for seat, mine in enumerate(finals):
        product = np.ones((1, len(mine)))
        for other, theirs in enumerate(finals):
            if other != seat:
                longer = np.zeros((len(product) + 1, len(mine)))
                longer[:-1] += product * (theirs.cumsum() - theirs)
                longer[1:] += product * theirs
                product = longer
        share = (product / np.arange(1, len(product) + 1)[:, None]).sum(axis=0)
        seats.append(float(mine @ share))
    return tuple(seats)


def expected_points(state: TargetState, seat: int) -> float:
    """Return the points that a player will have at the end, on average."""
    finals = target_points(state, seat)
    return float(finals @ np.arange(len(finals)))
