"""PettingZoo's environments of solved games: its own checks, rewards, and what is told of each action."""

from collections import defaultdict
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from solver.environments.pettingzoo_env import GameAECEnv, env
from solver.environments.registry import NAMES
from solver.errors import OptionError, RuleError
from solver.keep_and_throw.rules import SHIPPED_RULES
from solver.race.rules import RACES
from tests.support.solver.environments import SMALL

MANY = [name for name in NAMES if name in (*RACES, *SHIPPED_RULES, "hog", "pig-three")]

# A game begins without points, and alone there is one number less to see.
pytestmark = [
    pytest.mark.check,
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_s_own_checks_have_nothing_to_say(name: str) -> None:
    made = partial(env, name, exact=True, render_mode="ansi", **SMALL.get(name, {}))
    api_test(made(), num_cycles=60)
    seed_test(made, num_cycles=60)


def test_several_play_a_round() -> None:
    made = partial(env, "chicago-high", players=3, exact=True)
    api_test(made(), num_cycles=60)
    assert sum(play("ship-captain-crew", 2, players=2).values()) == pytest.approx(0.0)


def play(name: str, seed: int, **given: Any) -> dict[str, float]:
    """Play a game at random; return each agent's reward in all. Regret is what each action gave away."""
    game, random = GameAECEnv(name, exact=True, **SMALL.get(name, {}) | given), np.random.default_rng(seed)
    game.reset(seed=seed)
    rewards: dict[str, float] = defaultdict(float)
    for agent in game.agent_iter():
        _, reward, over, _, info = game.last()
        rewards[agent] += reward
        if over:
            game.step(None)
            continue
        worth = game.model.weighed(game.game_state.state)
        action = random.choice(np.flatnonzero(info["action_mask"]))
        assert info["value"] == max(worth.values())
        game.step(action)
        assert game.infos[agent]["regret"] == max(worth.values()) - worth[action]
    return rewards


@pytest.mark.parametrize("name", MANY)
def test_what_one_wins_the_others_lose(name: str) -> None:
    rewards = play(name, 3)
    assert max(rewards.values()) == 1.0
    assert sum(rewards.values()) == pytest.approx(0.0)


@pytest.mark.filterwarnings("ignore:Observation (is not|space):UserWarning")  # it knows its own games by their names
def test_masks_can_be_observed_as_in_the_library_s_classic_games() -> None:
    made = partial(env, "kingdom-come", goal=500, observe_mask=True)
    api_test(made(), num_cycles=60)
    seed_test(made, num_cycles=60)
    game, plain = made(), env("kingdom-come", goal=500)
    for one in (game, plain):
        one.reset(seed=1)
    while not any(game.unwrapped.terminations.values()):
        (seen, *_, info), numbers = game.last(), plain.last()[0]
        assert (seen["observation"] == numbers).all()
        assert (seen["action_mask"] == info["action_mask"]).all()
        (other,) = {*game.agents} - {game.agent_selection}
        assert not game.observe(other)["action_mask"].any()
        for one in (game, plain):
            one.step(np.flatnonzero(info["action_mask"])[-1])


def test_agents_see_their_own_points_first_and_regret_stays_with_who_acted() -> None:
    game = GameAECEnv("piglet", exact=True)
    game.reset(seed=1)
    while game.agent_selection == "player_0":
        _, _, _, _, info = game.last()
        game.step(1 if info["action_mask"][1] else 0)
    mine, theirs = game.observe("player_0"), game.observe("player_1")
    assert mine[:2].tolist() == theirs[1::-1].tolist()
    assert not game.infos["player_0"]["action_mask"].any()
    regret = game.infos["player_0"]["regret"]
    game.step(0)
    assert game.infos["player_0"]["regret"] == regret


def test_an_action_against_the_rules_ends_a_wrapped_game_and_is_refused_in_a_bare_one() -> None:
    wrapped = env("pig")
    wrapped.reset(seed=1)
    wrapped.step(1)
    assert wrapped.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(wrapped.terminations.values())
    bare = GameAECEnv("pig")
    bare.reset(seed=1)
    with pytest.raises(RuleError, match="action 1 is not allowed here"):
        bare.step(1)
    with pytest.raises(OptionError, match="render_mode 'human' is not supported"):
        GameAECEnv("pig", render_mode="human")
    with pytest.raises(RuleError, match="no game has begun: reset"):
        GameAECEnv("pig", render_mode="ansi").render()
