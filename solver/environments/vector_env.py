"""What vectorised environments share that keep many games of one kind in arrays and play them by compiled code."""

from abc import abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.environments.gymnasium_env import check_seat, game_spaces
from solver.environments.models.registry import make_model
from solver.errors import MissingPackageError, OptionError, RuleError
from solver.process.model import OPTIMAL, AnyModel
from solver.process.scene import RENDER_MODES, check_render

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as absent:
    raise MissingPackageError("environments need", "gymnasium", "learn") from absent

Ints = NDArray[np.int64]
MOST_ENVIRONMENTS = 1_000_000


class StepTold(NamedTuple):
    """What a step tells of each game: arrays that the kernels fill.

    `value`, `best` and `regret` stay as they are unless they are asked for.
    """

    seen: Ints
    mask: NDArray[np.int8]
    reward: NDArray[np.float64]
    over: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    value: NDArray[np.float64]
    best: Ints
    regret: NDArray[np.float64]


class CompiledVectorEnv(VectorEnv[Ints, Ints, NDArray[Any]]):
    """Many games of one kind, each with its learner.

    Spaces, rewards and `info` are those of GameEnv, an array of all games for each, and so are the arguments. A game
    that is over begins anew in the next step, whatever the action. Raises OptionError for a number of games or a way to
    render that is none, UnknownNameError, and what the solver raises for its `options`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the library has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        opponent: str = OPTIMAL,
        seat: int | None = 0,
        exact: bool = False,
        **options: Any,
    ) -> None:
        model: AnyModel = make_model(game, **options)
        model.strategy(opponent)
        seat = check_seat(model, seat)
        if not 1 <= num_envs <= MOST_ENVIRONMENTS:
            raise OptionError(f"{num_envs} environments are impossible: give 1 to {MOST_ENVIRONMENTS:,}")
        self.model = model
        self.num_envs = num_envs
        self.render_mode = check_render(render_mode)
        self._exact = exact
        self._begun = False
        self._over = np.zeros(num_envs, np.bool_)
        self._allowed = np.zeros((num_envs, len(model.shape.actions)), np.bool_)
        self.single_observation_space, self.single_action_space = game_spaces(model)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._lay_out(opponent, seat)

    @abstractmethod
    def _lay_out(self, opponent: str, seat: int | None, /) -> None:
        """Make the arrays of all games, in each of which the learner has a `seat` against the policy `opponent`."""

    @abstractmethod
    def _begin(self, told: StepTold) -> None:
        """Begin all games."""

    @abstractmethod
    def _step(self, actions: Ints, told: StepTold) -> None:
        """Take an action in each game, or begin it anew where it is over."""

    @abstractmethod
    def _state(self, game: int) -> Any:
        """Return the state of a game, as the model has it."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Ints, dict[str, Any]]:
        """Begin all games; one seed fixes them all."""
        super().reset(seed=seed, options=options)
        told = self._told()
        self._begin(told)
        self._begun = True
        self._keep(told)
        return told.seen, self._info(told)

    def step(
        self, actions: Ints
    ) -> tuple[Ints, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in each game. Raises RuleError for actions that are none, or before the first reset."""
        if not self._begun:
            raise RuleError("no game is on: reset the environments first")
        given = np.asarray(actions, np.int64)
        if given.shape == (self.num_envs,):
            # In a game that is over any number will do, as the -1 that is its best action.
            given = np.where(self._over, 0, given)
        most = len(self.model.shape.actions) - 1
        if given.shape != (self.num_envs,) or given.min() < 0 or given.max() > most:
            raise RuleError(f"actions are {self.num_envs} whole numbers from 0 to {most}: give one for each game")
        told = self._told()
        self._step(given, told)
        self._keep(told)
        return told.seen, told.reward, told.over, np.zeros(self.num_envs, np.bool_), self._info(told)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether the rules allow each action of each game. Raises RuleError before the first reset."""
        if not self._begun:
            raise RuleError("no game is on: reset the environments first")
        return self._allowed.copy()

    def render(self) -> Any:
        """Return the moment of each game as text or as a picture. Raises RuleError before the first reset."""
        if not self._begun:
            raise RuleError("no game is on: reset the environments first")
        if self.render_mode is None:
            return None
        return tuple(self.model.scene(self._state(game)).render(self.render_mode) for game in range(self.num_envs))

    def _keep(self, told: StepTold) -> None:
        self._over, self._allowed = told.over.copy(), told.mask.astype(np.bool_)

    def _told(self) -> StepTold:
        games, shape = self.num_envs, self.model.shape
        asked = games if self._exact else 0
        return StepTold(
            np.empty((games, len(shape.fields)), np.int64),
            np.zeros((games, len(shape.actions)), np.int8),
            np.zeros(games),
            np.zeros(games, np.bool_),
            np.zeros(games, np.bool_),
            np.zeros(asked),
            np.full(asked, -1, np.int64),
            np.zeros(asked),
        )

    def _info(self, told: StepTold) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": told.mask}
        if self._exact:
            info |= {"value": told.value, "best": told.best, "regret": told.regret}
        if told.illegal.any():
            info["illegal"] = told.illegal
        return info
