"""Many games on a score sheet side by side, as one Gymnasium environment."""

from typing import TYPE_CHECKING

import numpy as np

from solver.environments.models.model import GameMoment
from solver.environments.models.sheets import SheetModel, SheetMoment
from solver.environments.vector_env import CompiledVectorEnv, Ints, StepTold
from solver.errors import OptionError
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState

if TYPE_CHECKING:
    from solver.environments.sheet_vector_turns import SheetArrays

SEEDS = 2**62


class SheetVectorEnv(CompiledVectorEnv):
    """Many games on a score sheet, each with its learner. The dice of a game do not depend on what others do.

    Raises OptionError for a game in which boxes are chosen early too.
    """

    def _lay_out(self, _opponent: str, _seat: int | None, /) -> None:  # nobody else plays
        model, num_envs, exact = self.model, self.num_envs, self._exact
        assert isinstance(model, SheetModel)
        if model.sheet.commit:
            raise OptionError("boxes chosen early are not played side by side: make_vec with vectorization_mode='sync'")
        from solver.environments.sheet_vector_turns import SheetLanes, TurnSpace
        from solver.sheet.exact.solve import ladder_of, room_for

        self._sheet = arrays_of(model, exact)
        plan, ladder = model.table.plan, ladder_of(model.table.lattice)
        self._space = TurnSpace(ladder, room_for(plan, ladder))
        keeps = model.table.lattice.first_roll
        self._lanes = SheetLanes(
            filled=np.zeros(num_envs, np.int64),
            flag=np.zeros(num_envs, np.int64),
            total=np.zeros(num_envs, np.int64),
            scores=np.zeros((num_envs, model.boxes), np.int64),
            extras=np.zeros(num_envs, np.int64),
            roll=np.zeros(num_envs, np.int64),
            left=np.zeros(num_envs, np.int64),
            number=np.arange(num_envs),
            over=np.zeros(num_envs, np.bool_),
            value=np.zeros(num_envs if exact else 0),
            ends=np.empty((num_envs, len(plan.points)) if exact else (0, 0)),
            worth=np.empty((num_envs, max(1, plan.throws - 1), keeps) if exact else (0, 0, 0)),
        )
        self._seed = 0

    def _begin(self, told: StepTold) -> None:
        from solver.environments.sheet_vector_kernels import begin_sheets, tell_sheets

        self._seed = int(self.np_random.integers(SEEDS))
        self._lanes.number[:] = np.arange(self.num_envs)
        fresh = begin_sheets(self._sheet, self._lanes, self._seed)
        tell_sheets(self._sheet, self._space, self._lanes, fresh, told)

    def _step(self, actions: Ints, told: StepTold) -> None:
        from solver.environments.sheet_vector_kernels import step_sheets, tell_sheets

        fresh = step_sheets(self._sheet, self._lanes, actions, self._seed, told)
        tell_sheets(self._sheet, self._space, self._lanes, fresh, told)

    def _state(self, game: int) -> SheetMoment:
        model, lanes = self.model, self._lanes
        assert isinstance(model, SheetModel)
        scores = tuple(None if score < 0 else int(score) for score in lanes.scores[game])
        card = Card(model.sheet, scores, int(lanes.extras[game]))
        if lanes.over[game]:
            return GameMoment(SheetState((card,), rolls_left=model.sheet.throws))
        dice = model.table.lattice.rolls[int(lanes.roll[game])]
        return GameMoment(SheetState((card,), 0, dice, int(lanes.left[game])))


def arrays_of(model: SheetModel, exact: bool) -> "SheetArrays":
    """Return a sheet as the kernels play it."""
    from solver.environments.sheet_vector_turns import SheetArrays
    from solver.sheet.simulation import alike_of, cup_of

    table, dice = model.table, model.table.lattice
    return SheetArrays(
        table.plan,
        cup_of(dice),
        np.array(dice.rolls, np.int64),
        alike_of(table.plan),
        model.keeps_of_rolls(),
        np.array(table.values) if exact else np.empty((0, 0, 0)),
    )
