"""Races of rolling and holding with a last round: what leads are worth, values, and players.

A player who reaches the goal with a score s gives the other, who has j, one more turn. That turn needs s + 1 - j points
or more, so its chance is a plain recursion over the missing points. Before it, a player who could hold at the goal may
roll on. That ends at some score: let b be the chance that a roll ends the turn, q(d) the chance that a turn makes d
points, and w the other's chance at the beginning of the next turn when this one scored nothing. One more roll wins with
at most 1 - b w, holding with 1 - q(s + 1 - j). The other wins at least when a turn makes the goal and then the player's
next one ends by its first roll, so w is b q(goal + 1 - j) or more. Below that score
`solver.race.exact` solves all turns.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.apart import call_apart
from solver.errors import OptionError, SolverError
from solver.evaluator import check_rules
from solver.goal import check_goal
from solver.last_round import SECOND, wins_with
from solver.race.evaluator import RaceEvaluator
from solver.race.rules import RaceName, race_rules
from solver.race.state import RaceState
from solver.throw_distribution import Chance, ThrowDistribution

Float = NDArray[np.float64]
LEAST = 1e-17
"""Chances below this are lost in rounding."""
MOST_LEAD = 200_000
TURNS_KEPT, VALUES_KEPT = 1024, 4


def make_chances(distribution: ThrowDistribution, most: int) -> Float:
    """Return the chance that a turn makes d points or more if the player holds only then, at [d] up to `most`."""
    made = np.ones(most + 1)
    gains, chances = np.array(distribution.gains), np.array(distribution.chances)
    for points in range(1, most + 1):
        made[points] = chances @ made[np.maximum(0, points - gains)]
    return made


def find_end(distribution: ThrowDistribution, goal: int) -> tuple[int, Float]:
    """Return the score from which nobody rolls, and what a lead of d points at the goal is worth, at [d].

    Raises SolverError for dice with which a turn hardly ever ends.
    """
    ends = (distribution.bust + distribution.ruin) ** 2
    most = 2 * goal
    while most < MOST_LEAD:
        made = make_chances(distribution, most)
        wanted = ends * made[goal + 1 - np.arange(goal)]
        if made[-1] < LEAST and made[-1] <= wanted.min():
            enough = np.searchsorted(-made, -wanted)  # the first d at which made[d] is small enough
            return max(goal, int((np.arange(goal) + enough - 1).max())), 1.0 - made[1:]
        most *= 2
    raise SolverError("with these dice a turn hardly ever ends: choose other dice, or no last round")


@dataclass(frozen=True, slots=True)
class LastRoundRace:
    """A race for two to `goal` with a `last_round`, and with throws of a `distribution`."""

    goal: int
    distribution: ThrowDistribution
    last_round: str

    @property
    def ends(self) -> tuple[tuple[int, int], Float]:
        """The score from which each player holds, and what leads at the goal are worth. Raises SolverError."""
        end, held = find_end(self.distribution, self.goal)
        return (end, self.goal if self.last_round == SECOND else end), held


class LastRoundValues(RaceEvaluator):
    """A race to `goal` with a `last_round`: what rolling and holding are worth, from the values of turn starts.

    `start[p, i, j]` is the win probability of player p who begins a turn with i points against j. `seconds` is the time
    of a fresh solution without compilation.
    """

    def __init__(self, race: LastRoundRace, start: Float, seconds: float = 0.0) -> None:
        self.goal, self.last_round = race.goal, race.last_round
        self.start, self.seconds = start, seconds
        self._race = race
        self.ends, self._held = race.ends
        self._turn = lru_cache(TURNS_KEPT)(self._solve_turn)

    @property
    def value(self) -> float:
        """Win probability of the player who begins."""
        return float(self.start[0, 0, 0])

    @property
    def states(self) -> int:
        """How many positions before the last turn the table decides: both scores and turn total, for both players."""
        return sum(self.goal * (self.goal * end - self.goal * (self.goal - 1) // 2) for end in self.ends)

    @property
    def distribution(self) -> ThrowDistribution:
        return self._race.distribution

    def both(self, state: RaceState) -> tuple[float, float]:
        """Return the win probabilities of a roll and of a hold, with best play afterwards.

        Raises PositionError for a state with other rules.
        """
        check_rules(state, (state.goal, state.last_round), (self.goal, self.last_round))
        turn = state.turn_total
        roll = self._turn(state.player, state.me, state.opponent, max(0, turn - 2 * self.ends[0]))
        return roll[turn], self.hold_value(state.player, state.me, state.opponent, turn)

    def reaches(self, state: RaceState) -> bool:
        score = state.me + state.turn_total
        return wins_with(score, state.scores, state.player, self.goal, self.last_round)

    def hold_value(self, player: int, me: int, opponent: int, turn: int) -> float:
        """Return the win probability of `player` after banking `turn` points; 0 points count as a bust."""
        score = me + (turn or self.distribution.bust_gain)
        if opponent >= self.goal:
            return float(score > opponent)
        if score < self.goal:
            return 1.0 - float(self.start[1 - player, opponent, score])
        if self.ends[player] == self.goal:
            return 1.0
        return float(self._held[min(score - opponent, len(self._held) - 1)])

    def _solve_turn(self, player: int, me: int, opponent: int, beyond: int) -> list[float]:
        """Return what a roll is worth at each turn total, up to `beyond` the score at which everybody holds."""
        gains, chances = self.distribution.gains, self.distribution.chances
        last = opponent >= self.goal
        end = (opponent + 1 if last else self.ends[player]) - me
        top = end + 2 * self.ends[0] + beyond
        best = [self.hold_value(player, me, opponent, turn) for turn in range(top + 1 + max(gains))]
        ruined = 0.0 if last else 1.0 - float(self.start[1 - player, opponent, 0])
        ended = self.distribution.bust * best[0] + self.distribution.ruin * ruined
        rolls = [0.0] * (top + 1)
        for turn in range(top, -1, -1):
            rolls[turn] = ended + sum(chance * best[turn + gain] for gain, chance in zip(gains, chances, strict=True))
            if turn < end:
                best[turn] = max(rolls[turn], best[turn])
        return rolls


def race_to_last(game: RaceName, goal: int | None, die: tuple[Chance, ...] | None, last_round: str) -> LastRoundRace:
    """Return a race with a last round, with defaults for options that are not given.

    Raises UnknownNameError, DistributionError, or OptionError for a goal, or if a lost turn may win.
    """
    rules = race_rules(game)
    goal = check_goal(rules.usual_goal if goal is None else goal)
    distribution = rules.distribution(rules.die() if die is None else die)
    if distribution.bust_gain > 1:
        raise OptionError(
            f"in {rules.game} a lost turn banks more than a point and may win", do="leave out {last_round}"
        )
    return LastRoundRace(goal, distribution, last_round)


@lru_cache(VALUES_KEPT)
def last_round_values(
    game: RaceName, goal: int | None, die: tuple[Chance, ...] | None, last_round: str
) -> LastRoundValues:
    """Return the values of a race with a last round, solved on first use and then kept in memory.

    Raises UnknownNameError, OptionError, DistributionError, SolverError or MissingNumbaError.
    """
    race = race_to_last(game, goal, die, last_round)
    start, seconds = call_apart("solver.race.exact", "solve_last", race)
    return LastRoundValues(race, start, seconds)
