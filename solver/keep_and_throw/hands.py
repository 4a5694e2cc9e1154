"""What a throw can bring: what may be set aside from each hand of thrown dice, as arrays for the kernels.

A hand says which dice are thrown. Dice with the same chances are alike, so a hand is the number of dice of each kind.
Throws that leave the same choice of points and remaining dice form one outcome.
"""

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.keep_and_throw.rules import KeepRules
from solver.throw_distribution import FACES, Laws

FORCED_ROWS = 100
"""How many of the largest choices fit into the rows after the first row in which it is best to hold."""


class Throws(NamedTuple):
    """All throws of all hands of a player, as the kernels take them.

    Hand h has the outcomes `first[h]` to `first[h + 1]`, with chances `chance`, and scores nothing with the chance
    `bust[h]`. Outcome o leaves the options `option[o]` to `option[o + 1]`: set aside for `gain` steps of points, and
    have hand `left` for the next throw. The last hand has all dice. Nobody may hold before hand h where `forced[h]`.
    """

    bust: NDArray[np.float64]
    first: NDArray[np.int64]
    chance: NDArray[np.float64]
    option: NDArray[np.int64]
    gain: NDArray[np.int64]
    left: NDArray[np.int64]
    forced: NDArray[np.bool_]


class ThrownHands:
    """The hands of a player whose dice have the `laws`, and what their throws can bring by the `rules`."""

    def __init__(self, rules: KeepRules, laws: Laws) -> None:
        self.rules = rules
        self.laws = laws
        self._kinds = tuple(dict.fromkeys(laws))
        sizes = [laws.count(kind) for kind in self._kinds]
        grids = np.indices([size + 1 for size in sizes]).reshape(len(sizes), -1).T
        self.hands: tuple[tuple[int, ...], ...] = tuple(tuple(map(int, hand)) for hand in grids[1:])
        """How many dice of each law a hand has; the last one has all dice."""
        self._number = {hand: number for number, hand in enumerate(self.hands)}
        self.throws = self._throws()

    @property
    def full(self) -> int:
        """The number of the hand that has all dice."""
        return len(self.hands) - 1

    def number(self, dice: Sequence[int]) -> int:
        """Return the number of the hand with these dice, by their places among the laws; with none, that of all."""
        kinds = [self._kinds.index(self.laws[place]) for place in dice]
        return self._number.get(tuple(kinds.count(kind) for kind in range(len(self._kinds))), self.full)

    def dice_of(self, number: int) -> tuple[int, ...]:
        """Return the places of the dice of a hand, the first ones of each law."""
        wanted = dict(zip(self._kinds, self.hands[number], strict=True))
        found = []
        for place, law in enumerate(self.laws):
            if wanted[law]:
                wanted[law] -= 1
                found.append(place)
        return tuple(found)

    def _throws(self) -> Throws:
        busts, chances, options = zip(*map(self._outcomes, range(len(self.hands))), strict=True)
        kept = [row[row > 0] for rows in options for row in rows]
        gain, left = np.divmod(np.concatenate(kept), len(self.hands))
        ends, starts = np.cumsum([0, *map(len, kept)]), np.cumsum([0, *map(len, chances)])
        forced = np.isin([sum(hand) for hand in self.hands], self.rules.throw_on)
        return Throws(np.array(busts), starts, np.concatenate(chances), ends, gain, left, forced)

    def _outcomes(self, number: int) -> tuple[float, NDArray[np.float64], NDArray[np.int64]]:
        """Return the chance of no score, the chances of the others, and the options of each.

        An option is the number of steps, times that of all hands, and the hand that is left; 0 is none. Of options that
        leave the same hand, the one with the most steps is enough, except in a last round: there it may be better to
        stay below the goal. Every hand has an outcome; one that never scores has one with a chance of 0.
        """
        dice, hands = self.dice_of(number), len(self.hands)
        faces = np.indices((FACES,) * len(dice)).reshape(len(dice), -1)
        chance: NDArray[np.float64] = np.ones(faces.shape[1])
        for thrown, place in zip(faces, dice, strict=True):
            chance *= np.array([float(c) for c in self.laws[place]])[thrown]
        if len(self._kinds) == 1:
            faces, alike = np.unique(np.sort(faces, axis=0), axis=1, return_inverse=True)
            chance = np.bincount(alike.reshape(-1), chance).astype(np.float64)
        weight = (self.rules.dice + 1) ** faces
        choices = range(1, 1 << len(dice))
        worth = np.zeros((faces.shape[1], len(choices) if self.rules.last_round else hands), np.int64)
        for column, kept in enumerate(choices):
            aside = [place for place in range(len(dice)) if kept >> place & 1]
            left = self.number([die for place, die in enumerate(dice) if not kept >> place & 1])
            steps = self.rules.steps[weight[aside].sum(axis=0)]
            into = worth[:, column if self.rules.last_round else left]
            np.maximum(into, (steps * hands + left) * (steps > 0), out=into)
        worth = np.sort(worth, axis=1)[:, ::-1]
        worth[:, 1:][worth[:, 1:] == worth[:, :-1]] = 0
        worth = np.sort(worth, axis=1)[:, ::-1]
        possible = chance > 0
        options, kind = np.unique(worth[possible], axis=0, return_inverse=True)
        summed = np.bincount(kind.reshape(-1), chance[possible], len(options)).astype(np.float64)
        scoring = options.any(axis=1)
        if not scoring.any():
            return 1.0, np.zeros(1), np.array([[hands + self.full]])
        return float(summed[~scoring].sum()), summed[scoring], options[scoring]


@lru_cache(8)
def hands_of(rules: KeepRules, laws: Laws) -> ThrownHands:
    return ThrownHands(rules, laws)


class SolvedAlone(NamedTuple):
    """What a player alone can reach: `values` by steps of points, the number of positions, and the time."""

    values: NDArray[np.float64]
    states: int
    seconds: float


def most_turn_points(rules: KeepRules, laws: Laws) -> SolvedAlone:
    """Return the most points that a turn brings on average with k steps at risk before hand h, at [k, h], no goal.

    From the last row on it is best to hold, whatever the hand: there one more throw loses more than the most that it
    can add, and totals only rise, so a rule that looks one throw ahead is optimal (Chow and Robbins, "A martingale
    system theorem and applications", 1961). Where throws are forced, turns may go on there, and so many more rows
    follow that what lies beyond them has no visible effect. Raises SolverError.
    """
    begun = time.perf_counter()
    bust, first, chance, option, gain, left, forced = scoring_hands(hands_of(rules, laws)).throws
    gains = np.add.reduceat(chance * np.maximum.reduceat(gain, option[:-1]), first[:-1])
    if not bust.all():
        raise SolverError("with these dice a hand always scores, so a turn may never end: choose other dice")
    end = int((gains / bust).max()) + 1 + (FORCED_ROWS * int(gain.max()) if forced.any() else 0)
    value = np.empty((end + 1, len(bust)))
    value[end] = end
    for k in range(end - 1, -1, -1):
        reached = k + gain
        worth = np.where(reached < end, value[np.minimum(reached, end), left], reached)
        best = np.maximum.reduceat(worth, option[:-1])
        value[k] = np.maximum(np.add.reduceat(chance * best, first[:-1]), np.where(forced, 0, k))
    return SolvedAlone(value * rules.step, value.size, time.perf_counter() - begun)


def scoring_hands(hands: ThrownHands) -> ThrownHands:
    """Return the hands if their dice can score. Raises SolverError."""
    if hands.throws.bust[hands.full] >= 1.0:
        raise SolverError("with these dice no throw scores: give the faces that score a larger chance")
    return hands
