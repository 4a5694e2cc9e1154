"""Keep-and-throw games for two players as decision processes: Ten Thousand, Farkle and Kingdom Come.

A turn begins with the action of throwing all dice. Whoever can hold and win does: no other action is legal then. A
throw that scores nothing ends the turn by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from solver.aside import HOLD, KeepDecision
from solver.environments.models.dice import places_of, throws_of_dice
from solver.environments.models.model import CHANCE, OPTIMAL, OVER, RANDOM, Falls, GameModel, ModelShape, Unchanging
from solver.environments.models.scene import GameScene, spoken, standings_of
from solver.errors import OptionError
from solver.keep_and_throw.decide import AfterThrow, decide, legal_keeps
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.rules import FACES, KeepRules
from solver.keep_and_throw.strategies import KNOWN, Preferences, preferences

THROW_ALL = 0
DECISIONS = 4096
MOST_TURN = 100
"""So many goals a turn total is said to reach at most; hold wins from one on."""


@dataclass(frozen=True, slots=True)
class KeepMoment(Unchanging):
    """A moment of a game: the banked `scores`, whose turn it is, the turn total, and the `dice` that lie there, rising.

    Without dice so many are `thrown` next, or none where a turn begins.
    """

    scores: tuple[int, int] = (0, 0)
    player: int = 0
    turn: int = 0
    dice: tuple[int, ...] = ()
    thrown: int = 0


class KeepModel(GameModel[KeepMoment]):
    """A keep-and-throw game. Action 0 throws all dice; the others set dice aside, then hold or throw.

    Of equal dice the first are set aside.

    What can be seen are the own points, the other's, the turn total, and the dice, rising, 0 where there are fewer.
    """

    players = 2

    def __init__(self, table: KeepTable) -> None:
        laws = {law for side in table.laws for law in side}
        if len(laws) > 1:
            raise OptionError("environments know no dice that differ: give all the same")
        self.table = table
        self.rules = rules = table.rules
        self.name = rules.name
        self._law = laws.pop()
        self._preferences: dict[str, Preferences] = {}
        self._decide = lru_cache(DECISIONS)(self._decided)
        masks = range(1, 1 << rules.dice)
        self._masks = tuple(masks)
        aside = tuple(
            f"set aside {places_of(mask, rules.dice)}, {then}" for mask in masks for then in ("hold", "throw")
        )
        most = MOST_TURN * rules.goal
        dice = tuple(f"die{place}" for place in range(1, rules.dice + 1))
        self.shape = ModelShape(
            ("me", "opponent", "turn", *dice),
            (0,) * (3 + rules.dice),
            (rules.goal, rules.goal, most, *(FACES,) * rules.dice),
            ("throw all", *aside),
            0.0,
            1.0,
        )

    @property
    def most_falls(self) -> int:
        return len(throws_of_dice(self._law, self.rules.dice).chances)

    def start(self) -> KeepMoment:
        return KeepMoment()

    def mover(self, state: KeepMoment) -> int:
        if max(state.scores) >= self.rules.goal:
            return OVER
        return CHANCE if state.thrown else state.player

    def legal(self, state: KeepMoment) -> Sequence[int]:
        if not state.dice:
            return (THROW_ALL,)
        me, found = state.scores[state.player], []
        for places in self._keeps(state.dice):
            total = state.turn + self.rules.points(state.dice[place] for place in places)
            action = self._action(places)
            wins = me + total >= self.rules.goal
            if wins or me > 0 or total >= self.rules.opening:
                found.append(action)
            if not wins:
                found.append(action + 1)
        return sorted(found)

    def apply(self, state: KeepMoment, action: int) -> KeepMoment:
        if action == THROW_ALL:
            return replace(state, thrown=self.rules.dice)
        mask, throws = self._masks[(action - 1) // 2], not action % 2
        aside = [die for place, die in enumerate(state.dice) if mask >> place & 1]
        total = state.turn + self.rules.points(aside)
        if throws:
            left = len(state.dice) - len(aside)
            return KeepMoment(state.scores, state.player, total, (), left or self.rules.dice)
        return self._next(state, total)

    def falls(self, state: KeepMoment) -> Falls:
        return throws_of_dice(self._law, state.thrown)

    def follow(self, state: KeepMoment, fall: int) -> KeepMoment:
        dice = self.falls(state).dice[fall]
        return replace(state, dice=dice, thrown=0) if self._keeps(dice) else self._next(state, 0)

    def gained(self, state: KeepMoment) -> tuple[float, ...]:
        return tuple(float(score >= self.rules.goal) for score in state.scores)

    def worth(self, state: KeepMoment) -> dict[int, float]:
        if not state.dice:
            me, opponent = (state.scores[player] // self.rules.step for player in (state.player, 1 - state.player))
            return {THROW_ALL: float(self.table.start[state.player][0, 0, me, opponent])}
        choices = self._decide(state).choices
        return dict(sorted((self._action(one.places) + (one.then != HOLD), one.value) for one in choices))

    def best(self, state: KeepMoment, worth: dict[int, float]) -> int:
        if not state.dice:
            return THROW_ALL
        del worth
        best = self._decide(state).choices[0]
        return self._action(best.places) + (best.then != HOLD)

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the solver's strategies, `hold-500-2` standing for any numbers."""
        return KNOWN

    def check_policy(self, name: str) -> str:
        if name not in (OPTIMAL, RANDOM):
            self._preferred(name)
        return name

    def choose(self, name: str, state: KeepMoment, random: np.random.Generator) -> int:
        legal = self.legal(state)
        if name in (OPTIMAL, RANDOM) or len(legal) == 1:
            return super().choose(name, state, random)
        found = self._preferred(name)
        hands = self.table.hands(state.player)
        me, step = state.scores[state.player], self.rules.step
        best, most = legal[0], -np.inf
        for action in legal:
            mask, throws = self._masks[(action - 1) // 2], not action % 2
            aside = [die for place, die in enumerate(state.dice) if mask >> place & 1]
            total = state.turn + self.rules.points(aside)
            if me + total >= self.rules.goal:
                return action
            hand = hands.number(range(len(state.dice) - len(aside)))
            closed = me == 0 and total < self.rules.opening
            if throws == (closed or not found.holds[total // step, hand]) and found.prefers[total // step, hand] > most:
                best, most = action, float(found.prefers[total // step, hand])
        return best

    def observe(self, state: KeepMoment, player: int) -> tuple[int, ...]:
        dice = (*state.dice, *(0,) * (self.rules.dice - len(state.dice)))
        return (state.scores[player], state.scores[1 - player], state.turn, *dice)

    def words(self, state: KeepMoment) -> str:
        """Return the state in one line; who throws how many dice counts where dice fall."""
        if self.mover(state) == CHANCE:
            first, second = state.scores
            return f"player {state.player} throws {state.thrown} dice: {first} {second}, {state.turn} at risk"
        return super().words(state)

    def label(self, state: KeepMoment, action: int) -> str:
        if action == THROW_ALL:
            return self.shape.actions[action]
        mask = self._masks[(action - 1) // 2]
        aside = " ".join(str(die) for place, die in enumerate(state.dice) if mask >> place & 1)
        return f"set aside {aside}, {'hold' if action % 2 else 'throw'}"

    def scene(self, state: KeepMoment, dice: tuple[int, ...] = ()) -> GameScene:
        over = self.mover(state) == OVER
        note = f"player {int(state.scores[1] >= self.rules.goal)} has won" if over else f"player {state.player} acts"
        standings = standings_of(state.scores, state.player, state.turn, self.rules.goal)
        return GameScene(spoken(self.name), standings, state.dice or dice, note=note)

    def _next(self, state: KeepMoment, total: int) -> KeepMoment:
        """Return the state after a turn that brings so many points; those beyond the goal make no difference."""
        score = min(self.rules.goal, state.scores[state.player] + total)
        scores = (score, state.scores[1]) if state.player == 0 else (state.scores[0], score)
        return KeepMoment(scores, 1 - state.player)

    def _decided(self, state: KeepMoment) -> KeepDecision:
        me, opponent = state.scores[state.player], state.scores[1 - state.player]
        return decide(self.table, AfterThrow(me, opponent, state.turn, state.dice), state.player)

    def _preferred(self, name: str) -> Preferences:
        if name not in self._preferences:
            self._preferences[name] = preferences(name, self.table.hands(0), self.table.steps)
        return self._preferences[name]

    def _keeps(self, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return distinct_keeps(self.rules, dice)

    @staticmethod
    def _action(places: tuple[int, ...]) -> int:
        return 2 * sum(1 << place for place in places) - 1


@lru_cache(DECISIONS)
def distinct_keeps(rules: KeepRules, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the places of what may be set aside of rising `dice`; of equal dice the first ones."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for places in legal_keeps(rules, dice):
        found.setdefault(tuple(dice[place] for place in places), places)
    return tuple(found.values())
