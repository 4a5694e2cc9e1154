"""A solved game as a Gymnasium environment for one learner; the other players are part of the environment."""

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.environments.model import OPTIMAL, OVER, AnyModel
from solver.environments.registry import make_model
from solver.errors import MissingPackageError, OptionError, RuleError

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as absent:
    raise MissingPackageError("environments need", "gymnasium", "learn") from absent

METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}


def game_spaces(model: AnyModel) -> tuple["spaces.Box[Any]", "spaces.Discrete"]:
    """Return the spaces of what a learner of a game sees and does."""
    low, high = model.shape.bounds
    return spaces.Box(low, high, dtype=np.int64), spaces.Discrete(model.shape.actions)


def check_render(mode: str | None) -> str | None:
    """Return a way to render. Raises OptionError for an unknown one."""
    if mode not in (None, "ansi"):
        raise OptionError(f"render_mode {mode!r} is not supported: give ansi, or none")
    return mode


class GameEnv(gymnasium.Env[NDArray[np.int64], np.int64]):
    """A solved game, played by one learner in a `seat`: 0 begins, None draws it anew for each game.

    The others play by the policy called `opponent`: the solver's, which is the default, or another that
    `model.policies` names. Rewards are points as a player gets them, or 1 for a win and 0 for none.

    `info` always holds `action_mask`, 1 for each action that the rules allow. An action that they do not allow changes
    nothing, and `info` says `illegal`. With `exact`, `info` also holds `value`, the expected sum of future rewards if
    everybody plays best; `best`, the action of the solver, -1 at the end; and `regret`, by how much the last action was
    worth less than the best one.

    Raises UnknownNameError, OptionError and what the solver raises for its `options`.
    """

    metadata = METADATA

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
        self._opponent, self._exact = opponent, exact
        self._given_seat = self._check_seat(seat)
        self.observation_space, self.action_space = game_spaces(self.model)
        self.state: Any = None
        self.seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin a game; `options` may hold a `seat` for this game alone. Raises OptionError.

        If others win before the learner acts, another game begins.
        """
        super().reset(seed=seed)
        seat = self._check_seat((options or {}).get("seat", self._given_seat))
        self.seat = int(self.np_random.integers(self.model.players)) if seat is None else seat
        self._play_on(self.model.start())
        while self.model.mover(self.state) == OVER:
            self._play_on(self.model.start())
        return self._observe(), self._info(0.0)

    def step(self, action: np.int64) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Take an action, then play on until the learner acts again.

        Raises RuleError outside a game and for a number that is not an action.
        """
        model, state = self.model, self._need_state()
        if model.mover(state) == OVER:
            raise RuleError("no game has begun: reset the environment first")
        try:
            chosen = operator.index(action)
        except TypeError:
            most = model.shape.actions - 1
            raise RuleError(f"{action!r} is not an action: give a whole number from 0 to {most}") from None
        if chosen not in model.legal(state):
            return self._observe(), 0.0, False, False, self._info(0.0) | {"illegal": True}
        regret = model.regret(state, chosen) if self._exact else 0.0
        self._play_on(model.apply(state, chosen))
        reward = model.gains_of(self.state)[self.seat] - model.gains_of(state)[self.seat]
        return self._observe(), float(reward), model.mover(self.state) == OVER, False, self._info(regret)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether the rules allow each action, for MaskablePPO of sb3-contrib; all False if the game is over.

        Raises RuleError before the first game.
        """
        mask: NDArray[np.int8] = self.model.tell(self._need_state(), self.seat, exact=False)["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """Return the moment in words, None without a way to render. Raises RuleError before the first game."""
        words = self.model.words(self._need_state())
        return words if self.render_mode else None

    def _need_state(self) -> Any:
        if self.state is None:
            raise RuleError("no game has begun: reset the environment first")
        return self.state

    def _check_seat(self, seat: Any) -> int | None:
        """Return `seat` if it is a seat of the game, or None, which draws one. Raises OptionError."""
        players = self.model.players
        if seat is not None and seat not in range(players):
            known = "one player plays, give 0" if players == 1 else f"give 0 to {players - 1}, or None"
            raise OptionError(f"there is no seat {seat!r} in {self.model.name}: {known}")
        return None if seat is None else int(seat)

    def _play_on(self, state: Any) -> None:
        """Throw dice and let the others play until the learner acts or the game is over."""
        model, random = self.model, self.np_random
        state = model.let_fall(state, random)
        while model.mover(state) not in (OVER, self.seat):
            state = model.let_fall(model.apply(state, model.choose(self._opponent, state, random)), random)
        self.state = state

    def _observe(self) -> NDArray[np.int64]:
        return np.array(self.model.observe(self.state, self.seat), np.int64)

    def _info(self, regret: float) -> dict[str, Any]:
        return self.model.tell(self.state, self.seat, exact=self._exact) | ({"regret": regret} if self._exact else {})
