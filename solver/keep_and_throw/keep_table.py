"""The table of a keep-and-throw game: win probabilities at the beginnings of turns, and from these within a turn."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.keep_and_throw.hands import Laws, ThrownHands, Throws, hands_of
from solver.keep_and_throw.rules import BLANKS, FACES, KeepRules
from solver.throw_distribution import fair_die

TURNS_KEPT = 64


@dataclass(frozen=True, slots=True, eq=False)
class KeepTable:
    """The win probabilities of a keep-and-throw game at the beginning of turns.

    `start[0][b, c, i, j]` is that of the player who begins with i steps against j and throws dice of `laws[0]`, the
    other those of `laws[1]`; `start[1]` has the players the other way round. Scores are in steps of points. b and c
    count the last turns of each in succession that scored nothing, 0 to 2; without a penalty they are always 0.
    """

    rules: KeepRules
    laws: tuple[Laws, Laws]
    start: tuple[NDArray[np.float64], NDArray[np.float64]]

    def __post_init__(self) -> None:
        for values in self.start:
            values.flags.writeable = False

    @property
    def value(self) -> float:
        """Win probability of the player who begins, with dice of `laws[0]`."""
        return float(self.start[0][0, 0, 0, 0])

    @property
    def goal(self) -> int:
        """The goal in points."""
        return self.rules.goal

    @property
    def steps(self) -> int:
        """The goal in steps of points."""
        return int(self.start[0].shape[-1])

    @property
    def states(self) -> int:
        """How many positions it decides: both scores, the turn total, and the dice to throw, of each kind of dice."""
        hands = {laws: len(hands_of(self.rules, laws).hands) for laws in self.laws}
        blanks = len(self.start[0]) ** 2
        return sum(blanks * self.steps**2 * (self.steps + 1) // 2 * count for count in hands.values())

    def held(self, seat: int, scores: tuple[int, int], blanks: tuple[int, int] = (0, 0)) -> NDArray[np.float64]:
        """Return the win probability of the player of `seat` after a turn that brings k steps, at [k], below the goal.

        `scores` and `blanks` are those of the player and of the other before the turn. A number of steps that may not
        be held has the value -1.
        """
        rival, step = self.start[1 - seat][blanks[1]], self.rules.step
        me, opponent = scores
        holds: NDArray[np.float64] = 1.0 - rival[0, opponent, me:]
        if self.rules.penalty and blanks[0] + 1 < BLANKS:
            holds[0] = 1.0 - rival[blanks[0] + 1, opponent, me]
        elif self.rules.penalty:
            holds[0] = 1.0 - rival[0, opponent, max(0, me - self.rules.penalty // step)]
        if me == 0:
            holds[1 : self.rules.opening // step] = -1.0
        return holds

    def hands(self, seat: int) -> ThrownHands:
        """Return the hands of the player of `seat`, 0 or 1."""
        return hands_of(self.rules, self.laws[seat])


def counted_blanks(rules: KeepRules) -> int:
    """Return how many numbers of turns without points in succession make a difference: 1 without a penalty."""
    return BLANKS if rules.penalty else 1


def fair_laws(rules: KeepRules) -> Laws:
    """Return the laws of fair dice."""
    return (fair_die(FACES),) * rules.dice


@lru_cache(TURNS_KEPT)
def turn_values(
    table: KeepTable, seat: int, scores: tuple[int, int], blanks: tuple[int, int] = (0, 0)
) -> NDArray[np.float64]:
    """Return the win probability with k steps at risk before hand h is thrown, at [k, h]; 1 at the goal and beyond.

    `scores`, in steps, and `blanks` are those of the player of `seat` and of the other. A total that can be held and
    is worth more so, has the value of holding. Row 0 is that of a throw, since nobody holds nothing.
    """
    bust, first, chance, option, gain, left = table.hands(seat).throws
    holds = table.held(seat, scores, blanks)
    reach = len(holds)
    value = np.ones((reach + int(gain.max()), len(bust)))
    flat, places = value.reshape(-1), gain * len(bust) + left
    for k in range(reach - 1, -1, -1):
        best = np.maximum.reduceat(flat[places + k * len(bust)], option[:-1])
        value[k] = np.maximum(np.add.reduceat(chance * best, first[:-1]) + bust * holds[0], holds[k] if k else 0.0)
    value.flags.writeable = False
    return value


def scored(throws: Throws, value: NDArray[np.float64], total: int, hand: int) -> float:
    """Return what the scoring outcomes of a throw of `hand` add to its win probability with `total` steps at risk."""
    outcomes = slice(throws.first[hand], throws.first[hand + 1])
    options = slice(throws.option[outcomes.start], throws.option[outcomes.stop])
    best = np.maximum.reduceat(
        value[total + throws.gain[options], throws.left[options]], throws.option[outcomes] - options.start
    )
    return float(throws.chance[outcomes] @ best)
