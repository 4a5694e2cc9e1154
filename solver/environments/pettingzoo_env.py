"""A solved game as a PettingZoo environment in which agents act in turn: player_0, player_1 and so on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.environments.gymnasium_env import game_spaces
from solver.environments.models.registry import make_model
from solver.errors import MissingPackageError, RuleError
from solver.process.model import CHANCE, NO_ACTION, OVER
from solver.process.scene import RENDER_MODES, check_render

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as absent:
    raise MissingPackageError("environments need", "pettingzoo", "learn") from absent

ILLEGAL_REWARD = -1.0


def env(
    game: str, *, render_mode: str | None = None, exact: bool = False, observe_mask: bool = False, **options: Any
) -> Any:
    """Return the environment of a game with PettingZoo's usual wrappers.

    An action that the rules do not allow ends the game with a reward of -1 for who took it. Raises what GameAECEnv
    raises.
    """
    bare = GameAECEnv(game, render_mode=render_mode, exact=exact, observe_mask=observe_mask, **options)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class GameAECEnv(AECEnv):
    """A solved game among learners, without wrappers: an action that the rules do not allow raises RuleError.

    The winner is rewarded with 1, and the others share -1; alone, rewards are points as they are written down. The
    info of who acts holds `action_mask`, and with `exact` also `value` and `best`, as in GameEnv; that of who has acted
    holds `regret`. With n players a win probability v is an expected reward of (n v - 1) / (n - 1).

    With `observe_mask` an observation is a dictionary of `observation`, the numbers, and `action_mask`, as in the
    library's own classic games.

    Raises UnknownNameError, OptionError and what the solver raises for its `options`.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        exact: bool = False,
        observe_mask: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self.render_mode = check_render(render_mode)
        self.model = make_model(game, **options)
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{player}" for player in range(self.model.players)]
        self.agents: list[str] = []
        self._exact = exact
        self._observe_mask = observe_mask
        self._spaces = {agent: self._spaces_of_one() for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self._dice: tuple[int, ...] = ()
        self.game_state: Any = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees: its own points first."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.game_state, self._dice = self.model.start(), ()
        self._let_dice_fall()
        self.agent_selection = self.possible_agents[self.model.mover(self.game_state)]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def step(self, action: Any) -> None:
        """Take an action of the agent that acts. Raises RuleError for one that the rules do not allow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        model, chosen = self.model, int(action)
        if chosen not in model.legal(self.game_state):
            raise RuleError(f"action {chosen} is not allowed here: choose one that the action mask has")
        self._cumulative_rewards[agent] = 0.0
        regret = model.regret(self.game_state, chosen) if self._exact else 0.0
        before = model.gained(self.game_state)
        self.game_state = model.apply(self.game_state, chosen)
        self._let_dice_fall()
        got = [now - then for now, then in zip(model.gained(self.game_state), before, strict=True)]
        self.rewards = dict(zip(self.possible_agents, map(float, model.zero_sum(got)), strict=True))
        mover = model.mover(self.game_state)
        if mover == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[mover]
        last = {one: info["regret"] for one, info in self.infos.items() if "regret" in info}
        self.infos = {one: self._info(one) for one in self.agents}
        if self._exact:
            for one, told in (last | {agent: regret}).items():
                self.infos[one]["regret"] = told
        self._accumulate_rewards()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees, its own points first; with `observe_mask` also what the rules allow it."""
        seen = np.array(self.model.observe(self.game_state, self.possible_agents.index(agent)), np.int64)
        return {"observation": seen, "action_mask": self._mask(agent)} if self._observe_mask else seen

    def render(self) -> Any:
        """Return the moment as text or as a picture, 320 x 480 x 3, RGB. Raises RuleError before the first game."""
        if self.game_state is None:
            raise RuleError("no game is on: reset the environment first")
        return self.model.scene(self.game_state, self._dice).render(self.render_mode)

    def close(self) -> None:
        """Release nothing: pictures are no windows."""

    def _let_dice_fall(self) -> None:
        while self.model.mover(self.game_state) == CHANCE:
            self.game_state, self._dice = self.model.let_fall(self.game_state, self._random)

    def _spaces_of_one(self) -> tuple[Any, Any]:
        seen, actions = game_spaces(self.model)
        if not self._observe_mask:
            return seen, actions
        mask = spaces.Box(0, 1, (int(actions.n),), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask}), actions

    def _acts(self, agent: str) -> bool:
        return self.model.mover(self.game_state) == self.possible_agents.index(agent)

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = self.model.mask(self.game_state)
        return mask if self._acts(agent) else np.zeros_like(mask)

    def _info(self, agent: str) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(agent)}
        if self._exact:
            told = self.model.solution(self.game_state) if self._acts(agent) else {"value": 0.0, "best": NO_ACTION}
            info |= told | {"regret": 0.0}
        return info
