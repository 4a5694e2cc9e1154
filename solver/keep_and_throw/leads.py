"""What a lead is worth in the last round of a keep-and-throw game: the chance that the other does not get more.

In the last turn of a game a player throws until the score is beaten. So only the missing points matter: a plain
recursion over these and over hands of dice. Before that turn, a player who can hold at the goal may throw on. That ends
at some score: let b be the least chance that a hand scores nothing, q(d) the chance to make d steps in a turn, and w
the other's chance at the beginning of the next turn, when this one scored nothing. One more throw wins with at most 1 -
b w, holding with 1 - q(d). From the score on at which q(d) is at most b w it is best to hold. The other wins at least
when a turn makes the goal and the player's next one scores nothing, which bounds w from below.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.keep_and_throw.hands import Throws, hands_of
from solver.keep_and_throw.rules import MOST_STEPS, KeepRules
from solver.last_round import NONE, SECOND
from solver.throw_distribution import Laws

MOST_LEAD = 20 * MOST_STEPS
"""The search for the score at which holding is best ends after this many steps."""


LEAST = 1e-17
"""Chances below this are lost in rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Leads:
    """What leads at the goal are worth to a player.

    `held[d]` is the win probability of a player who holds at the goal or above with d steps more than the other, who
    needs d + 1; the last one is 1, as for all larger leads. From a score of `most` steps on the player holds.
    """

    held: NDArray[np.float64]
    most: int

    def chances(self, lead: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the win probabilities of these leads."""
        found: NDArray[np.float64] = self.held[np.minimum(lead, len(self.held) - 1)]
        return found


def count_sides(rules: KeepRules, laws: tuple[Laws, Laws]) -> int:
    """Return how many seats have values of their own: 1 if both have the same dice and the same turns."""
    return 1 if laws[0] == laws[1] and rules.last_round != SECOND else 2


@lru_cache(8)
def leads_of(rules: KeepRules, laws: tuple[Laws, Laws], steps: int | None = None) -> tuple[Leads, Leads]:
    """Return what leads are worth to both players, with a goal of that many `steps`, by default that of the rules.

    The goal is worth a win without a last round, and for the second player if only the second can have another turn.
    Raises SolverError for dice with which a turn may never end.
    """
    goal = rules.goal // rules.step if steps is None else steps
    sure = Leads(np.ones(1), goal)
    if rules.last_round == NONE:
        return sure, sure
    first = _leads(goal, *(hands_of(rules, side).throws for side in laws))
    if rules.last_round == SECOND:
        return first, sure
    return first, first if count_sides(rules, laws) == 1 else _leads(
        goal, *(hands_of(rules, side).throws for side in laws[::-1])
    )


def _leads(goal: int, mine: Throws, theirs: Throws) -> Leads:
    most, made = goal + 1, make_chances(theirs, goal + 1)
    ends = float(mine.bust.min() * mine.bust[-1])
    while most < MOST_LEAD and ends > 0.0:
        # With j steps the other makes the goal with the chance made[goal - j], and d steps with made[d].
        enough = made[None, :] <= ends * made[goal - np.arange(goal), None]
        if enough[:, -1].all() and made[-1] < LEAST:
            scores = np.arange(goal) + enough.argmax(axis=1) - 1
            return Leads(1.0 - made[1:], max(goal, int(scores.max())))
        most *= 2
        made = make_chances(theirs, most)
    raise SolverError("with these dice a turn in the last round may never end: choose other dice, or no last round")


def make_chances(throws: Throws, most: int) -> NDArray[np.float64]:
    """Return the chance that a turn makes d steps or more if the player holds only then, at [d] up to `most`."""
    bust, first, chance, option, gain, left, _ = throws
    made = np.ones((most + 1, len(bust)))
    for steps in range(1, most + 1):
        best = np.maximum.reduceat(made[np.maximum(0, steps - gain), left], option[:-1])
        made[steps] = np.add.reduceat(chance * best, first[:-1])
    return made[:, -1]
