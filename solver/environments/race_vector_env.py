"""Many games of a race side by side, as one Gymnasium environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.model import GameMoment
from solver.environments.models.roll_or_hold import RaceModel
from solver.environments.vector_env import CompiledVectorEnv, Ints, StepTold
from solver.race.evaluate import roll_chances
from solver.race.race_table import RaceTable
from solver.race.rules import race_rules


def roll_values(table: RaceTable) -> NDArray[np.float64]:
    """Return what a roll is worth at [i, j, k], up to the turn total k that reaches the goal: goal x goal x goal + 1.

    Raises OptionError for a goal above 250.
    """
    goal, throw = table.goal, table.distribution
    gains, chances = np.array(throw.gains), np.array(throw.chances)
    waiting = np.ones((goal + throw.bust_gain, goal))
    waiting[:goal] = 1.0 - table.turn_start.T
    values = np.zeros((goal, goal, goal + 1))
    for i in range(goal):
        top = goal - i
        best = np.ones((top + gains[-1] + 1, goal))
        ended = throw.bust * waiting[i + throw.bust_gain] + throw.ruin * waiting[0]
        for k in range(top, -1, -1):
            values[i, :, k] = ended + chances @ best[k + gains]
            if k < top:
                best[k] = np.maximum(values[i, :, k], waiting[i + k]) if k else values[i, :, k]
    return values


class RaceVectorEnv(CompiledVectorEnv):
    """Many games of a race, each of a learner in a seat against a policy. Raises OptionError; a goal is at most 250."""

    def _lay_out(self, opponent: str, seat: int | None) -> None:
        model, exact = self.model, self._exact
        assert isinstance(model, RaceModel)
        from solver.environments.race_vector_kernels import DRAWN, RaceLanes, RaceRules

        table = model.table
        throw = table.distribution
        chances = [*throw.chances, throw.bust, throw.ruin]
        up_to = np.cumsum(chances)
        # Rounding must not leave room above the last throw that there is.
        up_to[np.flatnonzero(chances)[-1] :] = 1.0
        self._rules = RaceRules(
            table.goal,
            np.array(throw.gains),
            up_to,
            throw.bust_gain,
            roll_chances(opponent, table),
            roll_values(table) if exact else np.empty((0, 0, 0)),
            np.array(table.turn_start),
            DRAWN if seat is None else seat,
        )
        me, opponents, turn = np.zeros((3, self.num_envs), np.int64)
        self._races = RaceLanes(me, opponents, turn, np.zeros(self.num_envs, np.bool_))

    def _begin(self, told: StepTold) -> None:
        from solver.environments.race_vector_kernels import begin_races

        begin_races(self._rules, self._races, self.np_random, told)

    def _step(self, actions: Ints, told: StepTold) -> None:
        from solver.environments.race_vector_kernels import step_races

        step_races(self._rules, self._races, actions, self.np_random, told)

    def _state(self, game: int) -> Any:
        me, opponent, turn = (int(numbers[game]) for numbers in self._races[:3])
        return GameMoment(race_rules(self.model.name)(self._rules.goal, (me, opponent), 0, turn))
