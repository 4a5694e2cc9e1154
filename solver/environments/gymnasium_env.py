"""A solved game as a Gymnasium environment for one learner; others who play are part of the environment."""

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.registry import make_model
from solver.errors import MissingPackageError, OptionError, RuleError
from solver.process.model import CHANCE, OPTIMAL, OVER, AnyModel
from solver.process.scene import RENDER_MODES, check_render

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as absent:
    raise MissingPackageError("environments need", "gymnasium", "learn") from absent


def game_spaces(model: AnyModel) -> tuple["spaces.Box[Any]", "spaces.Discrete"]:
    """Return the spaces of what a learner of a game sees and does."""
    shape = model.shape
    seen = spaces.Box(np.array(shape.low), np.array(shape.high), dtype=np.int64)
    return seen, spaces.Discrete(len(shape.actions))


def check_seat(model: AnyModel, seat: Any) -> int | None:
    """Return `seat` if it is one of a game, or None, which draws one. Raises OptionError."""
    if seat is not None and seat not in range(model.players):
        if model.players == 1:
            raise OptionError(f"there is no seat {seat!r} in {model.name}: one player plays here, give 0")
        raise OptionError(f"there is no seat {seat!r} in {model.name}: give 0 to {model.players - 1}, or None")
    return None if seat is None else int(seat)


class GameEnv(gymnasium.Env[NDArray[np.int64], np.int64]):
    """A solved game, played by one learner in a `seat`: 0 begins, None draws it anew for each game.

    The others play by the policy called `opponent`: that of the solver, which is the default, or another that
    `model.policies` names. Rewards are points as they are written down, or 1 for a win and 0 for none.

    `info` always holds `action_mask`, 1 for each action that the rules allow. An action that they do not allow changes
    nothing, and `info` says `illegal`. With `exact`, `info` also holds `value`, the expected sum of rewards still to
    come if everybody plays best; `best`, the action of the solver, -1 at the end; and `regret`, by how much the action
    just taken was worth less than that.

    Raises UnknownNameError, OptionError and what the solver raises for its `options`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as the library has it

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        opponent: str = OPTIMAL,
        seat: int | None = 0,
        exact: bool = False,
        **options: Any,
    ) -> None:
        self.model = make_model(game, **options)
        self.render_mode = check_render(render_mode)
        self.model.strategy(opponent)
        self._opponent = opponent
        self._given_seat = check_seat(self.model, seat)
        self._exact = exact
        self.observation_space, self.action_space = game_spaces(self.model)
        self.state: Any = None
        self.seat = 0
        self._dice: tuple[int, ...] = ()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin a game; `options` may hold a `seat` for this game alone. Raises OptionError.

        A game that others win before the learner acts is begun anew.
        """
        super().reset(seed=seed)
        seat = check_seat(self.model, (options or {}).get("seat", self._given_seat))
        self.seat = int(self.np_random.integers(self.model.players)) if seat is None else seat
        self._begin()
        while self.model.mover(self.state) == OVER:
            self._begin()
        return self._seen(), self._info(0.0)

    def step(self, action: np.int64) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Take an action, then play on until the learner acts again.

        Raises RuleError outside a game and for what is no number of an action.
        """
        if self.state is None or self.model.mover(self.state) == OVER:
            raise RuleError("no game is on: reset the environment first")
        try:
            chosen = operator.index(action)
        except TypeError:
            most = len(self.model.shape.actions) - 1
            raise RuleError(f"{action!r} is not an action: give a whole number from 0 to {most}") from None
        if chosen not in self.model.legal(self.state):
            return self._seen(), 0.0, False, False, self._info(0.0) | {"illegal": True}
        regret = self.model.regret(self.state, chosen) if self._exact else 0.0
        before = self.model.gained(self.state)[self.seat]
        self.state = self.model.apply(self.state, chosen)
        self._play_on()
        reward = self.model.gained(self.state)[self.seat] - before
        over = self.model.mover(self.state) == OVER
        return self._seen(), float(reward), over, False, self._info(regret)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether the rules allow each action, as MaskablePPO of sb3-contrib asks; none is, once a game is over.

        Raises RuleError before the first game.
        """
        if self.state is None:
            raise RuleError("no game is on: reset the environment first")
        return self.model.mask(self.state).astype(np.bool_)

    def render(self) -> Any:
        """Return the moment as text or as a picture, 320 x 480 x 3, RGB. Raises RuleError before the first game."""
        if self.render_mode is None:
            gymnasium.logger.warn("say how to render: make the environment with render_mode='ansi' or 'rgb_array'")
            return None
        if self.state is None:
            raise RuleError("no game is on: reset the environment first")
        return self.model.scene(self.state, self._dice).render(self.render_mode)

    def _begin(self) -> None:
        self.state, self._dice = self.model.start(), ()
        self._play_on()

    def _play_on(self) -> None:
        """Let dice fall and the others play until the learner acts or the game is over."""
        model, state = self.model, self.state
        while (mover := model.mover(state)) != OVER and mover != self.seat:
            if mover == CHANCE:
                state, self._dice = model.let_fall(state, self.np_random)
            else:
                state = model.apply(state, model.choose(self._opponent, state, self.np_random))
        self.state = state

    def _seen(self) -> NDArray[np.int64]:
        return np.array(self.model.observe(self.state, self.seat), np.int64)

    def _info(self, regret: float) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.model.mask(self.state)}
        return info | self.model.solution(self.state) | {"regret": regret} if self._exact else info
