"""What a learner sees of games in which a player rolls or holds: races, games for one, Pig for three; and of Hog."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.random import Generator

from solver.action import HOLD, ROLL, Action
from solver.evaluator import Evaluator
from solver.levels import LEVELS
from solver.process.dice import Falls, throws_of_dice
from solver.process.model import OPTIMAL, GameModel, GameMoment, ModelShape, Policy, Seen, see_scores
from solver.race.hog import DICE, MOST_DICE, HogState
from solver.race.hog_strategies import KNOWN as HOG_KNOWN
from solver.race.hog_strategies import HogValues, dice_shares
from solver.race.state import RollOrHold
from solver.race.strategies import KNOWN
from solver.race.thumbs import Rule
from solver.throw_distribution import Chance
from solver.units import Unit

FIRST, BOTH = {0: ROLL}, {0: ROLL, 1: HOLD}
SCORES = {2: ("me", "opponent"), 3: ("me", "second", "third")}
"""What the scores are called, in order of play, by the number of players."""
MOST_COUNTED = 1_000_000
"""A game without a limit of turns may take at most this many, as far as spaces tell."""


class RollOrHoldModel(GameModel[Any]):
    """A game in which a player rolls or holds, who sees all scores, the own first, the turn total, and turns left.

    Points beyond `most` make no difference: the turn total ends where it is reached, so that states are finite. Others
    play by what `rule` returns for a name, if there is one. One player gets 1 for the goal in time, points as they are
    banked, or -1 for each turn taken where turns are not limited.
    """

    def __init__(
        self,
        name: str,
        first: RollOrHold,
        evaluator: Evaluator[Any],
        die: tuple[Chance, ...],
        most: int,
        *,
        rule: Callable[[str], Rule] | None = None,
    ) -> None:
        super().__init__(first, evaluator, die, first.thrown.dice)
        self.name, self._most, self._rule = name, most, rule
        self.policies = (*KNOWN, *LEVELS) if rule else self.policies
        self.players, self._turns = len(getattr(first, "scores", "1")), getattr(first, "turns", None)
        turn = Seen(("turn",), 0, most, lambda at, _: (at.state.turn_total,))
        if self.players > 1:
            self.shape = ModelShape((see_scores(SCORES[self.players], most), turn), len(BOTH))
            return
        seen = (Seen(("me",), 0, most, lambda at, _: (at.state.score,)), turn)
        if self._turns is None:
            self.shape = ModelShape(seen, len(BOTH), -float(MOST_COUNTED), 0.0)
        else:
            left = Seen(("left",), 0, self._turns, lambda at, _: (at.state.turns - at.state.taken,))
            self.shape = ModelShape((*seen, left), len(BOTH), most=1.0 if evaluator.unit is Unit.WINS else float(most))

    def throws(self, dice: int) -> Falls:
        return throws_of_dice(self.die, dice, rising=False)

    def number(self, _state: Any, action: Action, /) -> int:
        return int(action == HOLD)

    def _actions(self, state: Any) -> Mapping[int, Action]:
        return BOTH if state.turn_total else FIRST

    def moment(self, state: Any) -> GameMoment[Any]:
        total = min(state.turn_total, max(1, self._most - state.banked))
        return GameMoment(state if total == state.turn_total else replace(state, turn_total=total))

    def count_gains(self, state: Any) -> tuple[float, ...]:
        if self.players > 1:
            return super().count_gains(state)
        return (-state.returns() if self._turns is None else state.returns(),)

    def policy(self, name: str) -> Policy[Any]:
        if name == OPTIMAL or self._rule is None:
            return super().policy(name)
        rule = self._rule(name)

        def follow(state: Any, random: Generator) -> int:
            if state.turn_total == 0 or state.me + state.turn_total >= state.goal:
                return int(state.turn_total > 0)
            return int(random.random() >= float(rule.rolls(state.me, state.opponent, state.turn_total)))

        return follow


class HogModel(GameModel[HogState]):
    """Hog for two. Action n throws n + 1 dice; chance brings the sum, 0 for a throw with a 1."""

    name = HogState.game
    policies = (*HOG_KNOWN, *LEVELS)

    def __init__(self, values: HogValues) -> None:
        super().__init__(HogState(values.goal), values, values.die, MOST_DICE)
        self._values, self._falls = values, list[Falls]()
        for row in values.sums:
            sums = np.flatnonzero(row).tolist()
            self._falls.append(Falls(tuple(row[sums].tolist()), tuple((one,) for one in sums)))
        self.shape = ModelShape((see_scores(SCORES[2], values.goal),), MOST_DICE)

    def throws(self, dice: int) -> Falls:
        return self._falls[dice - 1]

    def _actions(self, _state: HogState, /) -> Mapping[int, Action]:
        return dict(enumerate(DICE))

    def number(self, _state: HogState, action: Action, /) -> int:
        return action.count - 1

    def follow(self, moment: GameMoment[HogState], fall: int) -> GameMoment[HogState]:
        ((gain,), state) = self.falls(moment).dice[fall], moment.state
        scores = state.with_score(min(state.goal, state.me + gain))
        return GameMoment(replace(state, scores=scores, player=1 - state.player))

    def policy(self, name: str) -> Policy[HogState]:
        if name == OPTIMAL:
            return super().policy(name)
        shares = dice_shares(name, self._values)
        return lambda state, random: int(random.choice(MOST_DICE, p=shares[state.me, state.opponent]))
