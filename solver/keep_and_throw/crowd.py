"""Keep-and-throw games for three to ten players, approximately: the player to throw races against clocks of the others.

As in Pig for many players (`solver.multiplayer.approximation`), a player knows of each other player only how likely
that player has won after a number of turns. Here the clocks are those of play for the fewest turns. Each depends on one
score alone, so all of them are known beforehand. Against them the best play of the player to throw is an exact problem
of that player's score.

With a last round, the present turn is weighed with the scores of the others. A player who holds at the goal wins if no
player who still has a turn gets more; each of them throws until that is so. Later turns are weighed as if the goal won.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError, SolverError
from solver.keep_and_throw.hands import ThrownHands, hands_of
from solver.keep_and_throw.leads import MOST_LEAD, make_chances
from solver.keep_and_throw.rules import KeepRules
from solver.keep_and_throw.state import KeepState
from solver.last_round import NONE, winner_of
from solver.throw_distribution import Laws

Float = NDArray[np.float64]
MOST_PLAYERS = 10
RARE = 1e-9
"""Turns that happen less often have no visible effect."""
MOST_ROUNDS = 400
LEAST = 1e-12
PLANS_KEPT = 64
ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, slots=True, eq=False)
class CrowdPlan:
    """What the player to throw can expect: `later[i]` begins the next turn with i steps, and `others` win so often.

    `others` are the chances of the others, in order of play, by their clocks alone.
    """

    later: Float
    others: tuple[float, ...]
    whole: float


class CrowdTable:
    """A game of three to ten players whose dice have the same `laws`; plans are made when they are needed.

    Raises OptionError for rules that only two can play.
    """

    about = True

    def __init__(self, rules: KeepRules, laws: tuple[Laws, Laws]) -> None:
        check_crowd(rules, laws)
        self.rules, self.laws = rules, laws
        self.steps = rules.goal // rules.step
        self._plan = lru_cache(PLANS_KEPT)(self._make_plan)
        self._held = lru_cache(PLANS_KEPT)(self._values)

    def hands(self, _seat: int, /) -> ThrownHands:
        return hands_of(self.rules, self.laws[0])

    @cached_property
    def clocks(self) -> Float:
        """The chance that a player alone has won within r turns from i steps, at [r, i]. Raises SolverError."""
        from solver.keep_and_throw.exact import fewest_expected_turns
        from solver.keep_and_throw.keep_kernels import follow_fewest

        goal, opening = self.steps, self.rules.opening // self.rules.step
        turns = fewest_expected_turns(self.rules, self.laws[0]).values
        banked, wins, lost = np.zeros((goal, goal)), np.zeros(goal), np.zeros(goal)
        follow_fewest(self.hands(0).throws, opening, turns, (banked, wins, lost))
        moves = np.zeros((goal, goal))
        for score in range(goal):
            moves[score, score:] = banked[score, : goal - score]
            moves[score, score] += lost[score]
        done = [np.zeros(goal)]
        while len(done) <= MOST_ROUNDS and 1.0 - done[-1].min() > RARE:
            done.append(wins + moves @ done[-1])
        return np.array(done)

    def plan(self, order: tuple[int, ...]) -> CrowdPlan:
        """Return the plan of the first player; `order` holds the scores in steps, below the goal, in order of play.

        Two threads that ask for the same plan wait for each other. Raises MissingNumbaError.
        """
        with ONE_AT_A_TIME:
            return self._plan(order)

    def _make_plan(self, order: tuple[int, ...]) -> CrowdPlan:
        from solver.keep_and_throw.keep_kernels import race_clock

        done = self.clocks
        rounds = len(done) - 1
        me, *others = order
        alive = np.prod([1.0 - done[:rounds, score] for score in others], axis=0)
        rounds = max(2, int(np.count_nonzero(alive > RARE)))
        worth = np.zeros((rounds + 1, self.steps))
        opening = self.rules.opening // self.rules.step
        race_clock(self.hands(0).throws, opening, me, np.maximum(alive[:rounds], RARE), worth)
        chances = []
        for place, score in enumerate(order):
            before, after = order[:place], order[place + 1 :]
            open_ = np.prod([1.0 - done[1:, one] for one in before] + [1.0 - done[:-1, one] for one in after], axis=0)
            chances.append(max(LEAST, float(open_ @ np.diff(done[:, score]))))  # rounding may say less
        return CrowdPlan(worth[1], tuple(chances[1:]), float(worth[0, me]) + sum(chances[1:]))

    def turn(self, state: KeepState, total: int) -> tuple[Float, Float]:
        """Return what the player has with k steps at risk before hand h is thrown, and by holding k, at [k, h] and [k].

        Both are win probabilities, approximate, and -1 where nobody may hold. There are rows for every throw with up to
        `total` steps at risk.
        """
        fits = total < self.steps - state.banked // self.rules.step  # into the rows that are always there
        return self._held(state.rules, state.scores, state.player, 0 if fits else total)

    def chances(self, state: KeepState, mine: float) -> tuple[float, ...]:
        """Return everybody's chance to win when the player to throw has the chance `mine`."""
        order = self._order(state)
        if state.to_beat is not None:
            shares = [float(score) for score in self._beaters(state, order)]
        else:
            shares = list(self.plan(order).others)
        whole, mine = sum(shares), min(1.0, mine)
        found = [mine, *((1.0 - mine) * share / whole for share in shares)]
        return tuple(found[(seat - state.player) % len(order)] for seat in range(len(order)))

    def _order(self, state: KeepState) -> tuple[int, ...]:
        scores = tuple(score // self.rules.step for score in state.scores)
        return scores[state.player :] + scores[: state.player]

    def _beaters(self, state: KeepState, order: tuple[int, ...]) -> list[float]:
        """Return about how often each of the others wins in the last round if the player to throw does not."""
        best = max(order)
        waiting = self._count_waiting(state)
        chances, left = [0.0] * len(order), 1.0
        for place in range(waiting, 0, -1):  # the last player who beats the others wins
            beats = self._made[min(best + 1 - order[place], len(self._made) - 1)]
            chances[place] = left * float(beats)
            left *= 1.0 - float(beats)
        chances[order.index(best)] += left
        return chances[1:]

    def _count_waiting(self, state: KeepState) -> int:
        """Return how many players still have a turn if this one reaches the goal, or somebody has before."""
        reached = self.rules.goal if state.to_beat is None else state.banked
        scores = (*state.scores[: state.player], reached, *state.scores[state.player + 1 :])
        for turns in range(1, len(scores) + 1):
            player = (state.player + turns) % len(scores)
            if winner_of(scores, player, self.rules.goal, self.rules.last_round) is not None:
                return turns - 1
        return len(scores) - 1

    @cached_property
    def _made(self) -> Float:
        most = self.steps
        while (made := make_chances(self.hands(0).throws, most))[-1] > LEAST:
            most *= 2
            if most > MOST_LEAD:
                raise SolverError("with these dice a turn may never end: choose other dice, or no last round")
        return made

    def _values(self, rules: KeepRules, scores: tuple[int, ...], player: int, total: int) -> tuple[Float, Float]:
        state = KeepState(rules, scores, player, blanks=(0,) * len(scores))
        order = self._order(state)
        bust, first, chance, option, gain, left, forced = self.hands(0).throws
        me, most = order[0], int(gain.max())
        best = max(order)
        reach = (self.steps if rules.last_round == NONE else max(best, self.steps) + len(self._made)) - me
        rows = max(reach, total + 1) + most
        banked = me + np.arange(rows)
        holds = np.ones(rows)
        if best >= self.steps:
            holds = np.where(banked > best, self._lasts(order, banked, self._count_waiting(state)), 0.0)
            lost = 0.0
        else:
            plan = self.plan(order)
            below = banked < self.steps
            holds[below] = plan.later[banked[below]] / plan.whole
            if rules.last_round != NONE:
                holds[~below] = self._lasts(order, banked[~below], self._count_waiting(state))
            lost = float(holds[0])
        if me == 0:
            holds[1 : rules.opening // rules.step] = -1.0
        value = np.repeat(np.maximum(holds, 0.0)[:, None], len(bust), axis=1)
        flat, places = value.reshape(-1), gain * len(bust) + left
        for k in range(reach - 1, -1, -1):
            reached = np.maximum.reduceat(flat[places + k * len(bust)], option[:-1])
            thrown = np.add.reduceat(chance * reached, first[:-1]) + bust * lost
            value[k] = np.where(forced | (k == 0), thrown, np.maximum(thrown, holds[k]))
        return value, holds

    def _lasts(self, order: tuple[int, ...], banked: NDArray[np.int64], waiting: int) -> Float:
        """Return how often no player who still has a turn gets more than is `banked`."""
        kept = np.ones(len(banked))
        for score in order[1 : waiting + 1]:
            kept *= 1.0 - self._made[np.minimum(banked + 1 - score, len(self._made) - 1)]
        return kept


def check_crowd(rules: KeepRules, laws: tuple[Laws, Laws]) -> None:
    """Raise OptionError for rules and dice that only two players can have."""
    if rules.penalty:
        raise OptionError("a penalty is only for two players", do="leave out {penalty}, or name two players")
    if laws[0] != laws[1] or len(set(laws[0])) > 1:
        raise OptionError("different dice are only for two players", do="leave out {dice_of}, or name two players")


@lru_cache(4)
def crowd_table(rules: KeepRules, laws: tuple[Laws, Laws]) -> CrowdTable:
    """Return the table of a game of three to ten; the most recent ones stay in memory. Raises OptionError."""
    return CrowdTable(rules, laws)
