"""Vectorised environments: what is told of many games at once agrees with the solver, game by game."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import solver.environments  # noqa: F401 - registers them
from solver.environments.models.registry import make_model
from solver.environments.race_vector_env import RaceVectorEnv, roll_values
from solver.environments.register import environment_id
from solver.environments.vector_env import CompiledVectorEnv
from solver.errors import OptionError, RuleError
from solver.race.evaluate import rate
from solver.race.race_files import load_hog, load_race
from solver.race.rules import RACES
from solver.race.turn_values import TurnValues


def make(name: str, games: int, **given: Any) -> CompiledVectorEnv:
    envs = gymnasium.make_vec(environment_id(name), num_envs=games, **given)
    assert isinstance(envs, CompiledVectorEnv)
    return envs


def any_legal(mask: np.ndarray[Any, Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """Return a legal action for each game, 0 where there is none."""
    return np.asarray((random.random(mask.shape) * mask).argmax(axis=1))


def accounts(envs: CompiledVectorEnv, steps: int) -> np.ndarray[Any, Any]:
    """Return reward + regret + value after - value before of all steps of random legal actions."""
    random, luck = np.random.default_rng(3), []
    _, info = envs.reset(seed=7)
    alive = info["action_mask"].any(axis=1)
    for _ in range(steps):
        before, began = info["value"], ~alive
        seen, reward, over, _, info = envs.step(any_legal(info["action_mask"], random))
        assert envs.observation_space.contains(seen)
        assert (info["action_mask"].any(axis=1) == ~over).all()
        assert (reward[began] == 0).all()
        luck.append((reward + info["regret"] + info["value"] - before)[~began])
        alive = ~over
    return np.concatenate(luck)


@pytest.mark.parametrize("name", [name for name in RACES if name != "pig"])
def test_reward_and_regret_account_for_the_value(name: str) -> None:
    luck = accounts(make(name, 500, exact=True, seat=None), 60)
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


def test_what_is_told_is_what_the_solver_says() -> None:
    envs, model = make("pig", 300, exact=True, opponent="hold20", seat=1), make_model("pig")
    random = np.random.default_rng(1)
    _, info = envs.reset(seed=2)
    for _ in range(20):
        actions = any_legal(info["action_mask"], random)
        before = [envs._state(game) for game in range(300)]
        _, _, over, _, after = envs.step(actions)
        for game in np.flatnonzero(~over)[:40]:
            if not info["action_mask"][game].any():
                continue
            worth = model.worth(before[game])
            assert info["value"][game] == pytest.approx(max(worth.values()), abs=1e-12)
            assert info["best"][game] == model.best(before[game], worth)
            assert after["regret"][game] == pytest.approx(max(worth.values()) - worth[int(actions[game])], abs=1e-12)
            assert info["action_mask"][game].tolist() == model.mask(before[game]).tolist()
        info = after


def test_best_play_wins_as_often_as_is_computed() -> None:
    envs = make("pig", 2000, exact=True, opponent="hold20")
    _, info = envs.reset(seed=5)
    first: np.ndarray[Any, Any] = np.full(2000, -1.0)
    while (first < 0).any():
        _, reward, over, _, info = envs.step(np.maximum(info["best"], 0))
        first[over & (first < 0)] = reward[over & (first < 0)]
    (rating,) = [one for one in rate("pig", ["optimal", "hold20"]) if (one.first, one.second) == ("optimal", "hold20")]
    assert first.mean() == pytest.approx(rating.win_first, abs=4 * 0.5 / np.sqrt(2000))


def test_the_values_of_rolls_are_those_of_single_turns() -> None:
    table = load_race("progressive-pig", 30)
    values, turns = roll_values(table), TurnValues(table)
    for i, j, k in [(0, 0, 0), (5, 9, 12), (20, 3, 10), (29, 29, 0), (10, 25, 19)]:
        assert values[i, j, k] == pytest.approx(turns.roll_and_hold(i, j, k)[0], abs=1e-12)


def test_one_seed_fixes_all_games() -> None:
    played = []
    for _ in range(2):
        envs, random = make("pig", 50, seat=None), np.random.default_rng(1)
        seen, info = envs.reset(seed=9)
        game = [seen]
        for _ in range(50):
            seen, _, _, _, info = envs.step(any_legal(info["action_mask"], random))
            game.append(seen)
        played.append(np.array(game))
    assert (played[0] == played[1]).all()
    assert (played[0][:, 0] != played[0][:, 1]).any()


def test_an_action_against_the_rules_changes_nothing_and_is_told() -> None:
    envs = make("pig", 3)
    seen, _ = envs.reset(seed=1)
    after, _, _, _, info = envs.step(np.array([1, 0, 1]))
    assert info["illegal"].tolist() == [True, False, True]
    assert (after[[0, 2]] == seen[[0, 2]]).all()


def test_misuse_is_told_in_one_line() -> None:
    with pytest.raises(OptionError, match="0 environments are none: give 1 to 1,000,000"):
        RaceVectorEnv("pig", 0)
    with pytest.raises(OptionError, match="seat 3 is none of pig"):
        RaceVectorEnv("pig", 2, seat=3)
    envs = RaceVectorEnv("pig", 2)
    with pytest.raises(RuleError, match="no game is on: reset"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    for wrong in ([0], [0, 2], [-1, 0]):
        with pytest.raises(RuleError, match="actions are 2 whole numbers from 0 to 1"):
            envs.step(np.array(wrong))


def test_each_game_is_drawn() -> None:
    envs = make("pig", 2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == ("pig\nplayer 0 0 of 100\nplayer 1 0 of 100\nplayer 0 acts",) * 2
    assert make("pig", 1).reset(seed=1) is not None


def test_other_games_are_vectorised_by_gymnasium() -> None:
    envs = gymnasium.make_vec("pipsqueak/Hog-v0", num_envs=2, exact=True)
    assert isinstance(envs, SyncVectorEnv)
    _, info = envs.reset(seed=1)
    assert info["action_mask"].shape == (2, 30)
    assert info["value"] == pytest.approx([load_hog().value] * 2, abs=1e-12)
    envs.close()
