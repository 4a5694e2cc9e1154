"""A solved game as a PettingZoo environment in which agents act in turn: player_0, player_1 and so on."""

from typing import Any

import numpy as np

from solver.environments.gymnasium_env import METADATA, check_render, game_spaces
from solver.environments.model import OVER
from solver.environments.registry import VERSIONS, make_model
from solver.errors import MissingPackageError, RuleError

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as absent:
    raise MissingPackageError("environments need", "pettingzoo", "learn") from absent

ILLEGAL_REWARD = -1.0


def env(game: str, **given: Any) -> Any:
    """Return GameAECEnv of what is given, with PettingZoo's usual wrappers. Raises what that raises.

    An action that the rules do not allow ends the game with a reward of -1 for that agent.
    """
    bare = GameAECEnv(game, **given)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class GameAECEnv(AECEnv):
    """A solved game among learners, without wrappers: an action that the rules do not allow raises RuleError.

    The winner is rewarded with 1, and the others share -1; one player alone gets points as rewards. The info of the
    agent that acts holds `action_mask`, and with `exact` also `value` and `best`, as in GameEnv; the info of the agent
    that acted before holds `regret`. With n players a win probability v is an expected reward of (n v - 1) / (n - 1).

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
        name = f"{game.replace('-', '_')}_v{VERSIONS.get(game, 0)}"
        self.metadata = METADATA | {"name": name, "is_parallelizable": False}
        self.possible_agents = [f"player_{player}" for player in range(self.model.players)]
        self.agents: list[str] = []
        self._exact, self._observe_mask = exact, observe_mask
        self._spaces = {agent: self._spaces_of_one() for agent in self.possible_agents}
        self._random = np.random.default_rng()
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
        self._regrets = dict.fromkeys(self.agents, 0.0)
        self._go_to(self.model.start())

    def step(self, action: Any) -> None:
        """Take an action of the agent that acts. Raises RuleError for one that the rules do not allow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        model, before, chosen = self.model, self.game_state, int(action)
        if chosen not in model.legal(before):
            raise RuleError(f"action {chosen} is not allowed here: choose one that the action mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._regrets[agent] = model.regret(before, chosen) if self._exact else 0.0
        self._go_to(model.apply(before, chosen))
        got = [now - then for now, then in zip(model.gains_of(self.game_state), model.gains_of(before), strict=True)]
        self.rewards = dict(zip(self.possible_agents, map(float, model.zero_sum(got)), strict=True))
        self._accumulate_rewards()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees, its own points first; with `observe_mask` also what the rules allow it."""
        player = self.possible_agents.index(agent)
        seen = np.array(self.model.observe(self.game_state, player), np.int64)
        if not self._observe_mask:
            return seen
        return {"observation": seen, **self.model.tell(self.game_state, player, exact=False)}

    def render(self) -> Any:
        """Return the moment in words, None without a way to render. Raises RuleError before the first game."""
        if self.game_state is None:
            raise RuleError("no game has begun: reset the environment first")
        return self.model.words(self.game_state) if self.render_mode else None

    def _go_to(self, moment: Any) -> None:
        """Throw dice, and tell all agents where the game stands."""
        model = self.model
        self.game_state = model.let_fall(moment, self._random)
        mover = model.mover(self.game_state)
        if mover == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[mover]
        self.infos = {one: model.tell(self.game_state, seat, exact=self._exact) for seat, one in enumerate(self.agents)}
        if self._exact:
            for agent, info in self.infos.items():
                info["regret"] = self._regrets[agent]

    def _spaces_of_one(self) -> tuple[Any, Any]:
        seen, actions = game_spaces(self.model)
        if not self._observe_mask:
            return seen, actions
        mask = spaces.Box(0, 1, (int(actions.n),), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask}), actions
