"""Gymnasium's environments of solved games: its own checks, seeds, rewards, and how exactly they tell regret."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from solver.environments import environment_id
from solver.environments.gymnasium_env import GameEnv
from solver.environments.registry import NAMES, title
from solver.errors import OptionError, RuleError
from solver.race.evaluate import rate
from tests.support.repository import REPOSITORY
from tests.support.solver.environments import SMALL, compute_value

pytestmark = pytest.mark.check


def make(name: str, **given: Any) -> GameEnv:
    env = gymnasium.make(environment_id(name), **SMALL.get(name, {}) | given).unwrapped
    assert isinstance(env, GameEnv)
    return env


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_s_own_check_has_nothing_to_say(name: str) -> None:
    check_env(make(name, exact=True, render_mode="ansi"))


@pytest.mark.parametrize("name", ["pig", "hog", "pig-score"])
def test_the_solver_s_action_has_no_regret_and_the_same_seed_is_the_same_game(name: str) -> None:
    env = make(name, exact=True)
    told = []
    for _ in range(2):
        seen, info = env.reset(seed=11)
        game = [tuple(seen)]
        over = False
        while not over:
            seen, _, over, _, info = env.step(info["best"])
            assert info["regret"] < 1e-12
            game.append(tuple(seen))
        told.append(game)
        assert info["value"] == 0.0
        assert info["best"] == -1
        assert not info["action_mask"].any()
    assert told[0] == told[1]


def test_an_action_against_the_rules_changes_nothing_and_is_told() -> None:
    env = make("pig")
    seen, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [1, 0]
    same, reward, over, _, info = env.step(np.int64(1))
    assert (same.tolist(), reward, over, info["illegal"]) == (seen.tolist(), 0.0, False, True)
    assert "illegal" not in env.step(np.int64(0))[4]


def test_a_learner_can_take_any_seat() -> None:
    env = make("pig", seat=1, goal=20)
    _, info = env.reset(seed=4)
    assert env.seat == 1
    assert env.model.mover(env.state) == 1
    assert info["action_mask"].any()
    drawn = make("pig", seat=None)
    found = set()
    for seed in range(20):
        drawn.reset(seed=seed)
        found.add(drawn.seat)
    assert found == {0, 1}
    for one in (drawn, env):
        one.reset(options={"seat": 0})
        assert one.seat == 0


def test_a_game_that_others_win_first_is_begun_anew() -> None:
    env = make("pig", goal=2, seat=1)
    for seed in range(30):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()


def test_the_moment_is_rendered_in_words() -> None:
    told = make("pig", render_mode="ansi")
    with pytest.raises(RuleError, match="no game has begun: reset"):
        told.render()
    told.reset(seed=1)
    assert told.render() == "player 0 acts: me=0 opponent=0 turn=0"
    drawn = make("pig")
    drawn.reset(seed=1)
    assert drawn.render() is None


def test_misuse_is_told_in_one_line() -> None:
    with pytest.raises(OptionError, match="render_mode 'human' is not supported: give ansi, or none"):
        GameEnv("pig", render_mode="human")
    with pytest.raises(OptionError, match="there is no seat 2 in pig: give 0 to 1, or None"):
        GameEnv("pig", seat=2)
    env = GameEnv("pig")
    with pytest.raises(RuleError, match="no game has begun: reset"):
        env.step(np.int64(0))
    with pytest.raises(OptionError, match="there is no seat 7"):
        env.reset(options={"seat": 7})
    with pytest.raises(OptionError, match="there is no seat 1 in threes: one player plays, give 0"):
        GameEnv("threes", seat=1)
    env.reset(seed=1)
    wrongs: list[Any] = ["x", 0.5, None]
    for wrong in wrongs:
        with pytest.raises(RuleError, match="is not an action: give a whole number from 0 to 1"):
            env.step(wrong)


def test_learners_that_ask_for_masks_get_those_of_the_rules() -> None:
    env = gymnasium.make("pipsqueak/Pig-v0", goal=20)
    masks = env.get_wrapper_attr("action_masks")
    with pytest.raises(RuleError, match="no game has begun: reset"):
        masks()
    env.reset(seed=1)
    assert (masks().dtype, masks().tolist()) == (np.bool_, [True, False])
    over = False
    while not over:
        *_, over, _, info = env.step(np.int64(0))
        assert (masks() == info["action_mask"]).all()


WORKERS = """
import sys, gymnasium
from gymnasium.vector import AsyncVectorEnv

def make(name):
    def one():
        import gymnasium
        return gymnasium.make(name)
    return [one, one]

import solver.environments
bare, context = "pipsqueak/Farkle-v0", sys.argv[1]
for envs in (
    gymnasium.make_vec(bare, num_envs=2, vectorization_mode="async", vector_kwargs={"context": context}),
    AsyncVectorEnv(make(gymnasium.spec(bare)), context=context),
    AsyncVectorEnv(make("solver.environments:" + bare), context=context),
):
    _, info = envs.reset(seed=1)
    print(info["action_mask"].shape)
    envs.close()
"""
"""A program that no worker can import, as a notebook is none: nothing but the names tells workers what to make."""


@pytest.mark.parametrize("context", ["fork", "forkserver", "spawn"])
def test_worker_processes_make_them(context: str) -> None:
    words = [sys.executable, "-c", WORKERS, context]
    run = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines() == ["(2, 127)"] * 3, run.stderr


@pytest.mark.parametrize("name", ["hog", "yahtzee"])
def test_gymnasium_plays_many_at_once(name: str) -> None:
    envs = gymnasium.make_vec(environment_id(name), num_envs=3, exact=True)
    assert isinstance(envs, gymnasium.vector.SyncVectorEnv)
    _, info = envs.reset(seed=1)
    model, won = make(name).model, 0.0
    assert info["action_mask"].shape == (3, model.shape.actions)
    assert info["value"] == pytest.approx([compute_value(model, model.start(), 0)] * 3, rel=0.5)
    for _ in range(20):
        _, reward, over, _, info = envs.step(np.maximum(info["best"], 0))
        assert (info["regret"][~over] < 1e-9).all()
        won += reward.sum()
    assert won > 0.0
    envs.close()


def test_best_play_wins_as_often_as_is_computed() -> None:
    env, games = make("pig", exact=True, opponent="hold20"), 300
    won = 0.0
    for seed in range(games):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(info["best"])
        won += reward
    win_first = rate("pig", ["optimal", "hold20"])["optimal", "hold20"]
    assert won / games == pytest.approx(win_first, abs=4 * 0.5 / np.sqrt(games))


def test_a_further_yahtzee_is_paid_and_counted() -> None:
    env = make("yahtzee", render_mode="ansi", die=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    env.reset(seed=1)
    boxes = env.model.shape.fields[6:]
    assert env.step(np.int64(boxes.index("yahtzee")))[1] == 50.0
    _, reward, _, _, info = env.step(np.int64(boxes.index("sixes")))
    assert reward == 130.0
    assert np.flatnonzero(info["action_mask"][:13]).tolist() == [6, 7, 8, 9, 10, 12]
    assert str(env.render()).endswith("bonuses=1")


def test_gymnasium_imports_them_by_their_name() -> None:
    program = "import gymnasium; print(gymnasium.make('solver.environments:pipsqueak/TwoDicePig-v0').spec.kwargs)"
    run = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "{'game': 'two-dice-pig'}"
    assert title("two-dice-pig") == "TwoDicePig"
