"""Vectorised environments: what is told of many games at once agrees with the solver, game by game."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from solver.environments import environment_id
from solver.environments.race_vector_env import RaceVectorEnv, roll_values
from solver.environments.vector_env import CompiledVectorEnv
from solver.errors import OptionError, RuleError
from solver.race.evaluate import rate
from solver.race.race_table import load_hog, load_race
from solver.race.rules import RACES
from solver.race.turn_values import TurnValues

pytestmark = pytest.mark.check


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
        assert (envs.action_masks() == info["action_mask"]).all()
        assert (reward[began] == 0).all()
        luck.append((reward + info["regret"] + info["value"] - before)[~began])
        alive = ~over
    return np.concatenate(luck)


@pytest.mark.parametrize("name", [name for name in RACES if name != "pig"])
def test_reward_and_regret_account_for_the_value(name: str) -> None:
    luck = accounts(make(name, 500, exact=True, seat=None), 60)
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


@pytest.mark.parametrize(
    ("name", "given", "steps", "looked_at"),
    [
        ("pig", {"opponent": "hold20", "seat": 1}, 20, 40),
        ("yahtzee", {}, 39, 4),
        ("yahtzee", {"rule": "free"}, 39, 2),
        # Further Yahtzees come often.
        ("yahtzee", {"die": (0.05, 0.05, 0.0, 0.0, 0.1, 0.8)}, 39, 4),
        ("hooligan", {}, 20, 2),
    ],
)
def test_what_is_told_is_what_the_solver_says(name: str, given: dict[str, Any], steps: int, looked_at: int) -> None:
    envs = make(name, 300, exact=True, **given)
    model = envs.model
    random = np.random.default_rng(1)
    _, info = envs.reset(seed=2)
    for _ in range(steps):
        actions = any_legal(info["action_mask"], random)
        before = [envs._state(game) for game in range(300)]
        seen, reward, over, _, after = envs.step(actions)
        for game in range(300):
            now = envs._state(game)
            assert seen[game].tolist() == list(model.observe(now, 0)), before[game]
            if name != "pig" and not over[game] and info["action_mask"][game].any():
                got = model.gained(now)[0] - model.gained(before[game])[0]
                assert reward[game] == got
        for game in np.flatnonzero(~over)[:looked_at]:
            if not info["action_mask"][game].any():
                continue
            worth = model.worth(before[game])
            assert info["value"][game] == pytest.approx(max(worth.values()), abs=1e-10)
            assert info["best"][game] == model.solution(before[game])["best"]
            assert after["regret"][game] == pytest.approx(max(worth.values()) - worth[int(actions[game])], abs=1e-10)
            assert info["action_mask"][game].tolist() == model.mask(before[game]).tolist()
        info = after


def test_best_play_wins_as_often_as_is_computed() -> None:
    envs = make("pig", 2000, exact=True, opponent="hold20")
    _, info = envs.reset(seed=5)
    first: np.ndarray[Any, Any] = np.full(2000, -1.0)
    while (first < 0).any():
        _, reward, over, _, info = envs.step(np.maximum(info["best"], 0))
        first[over & (first < 0)] = reward[over & (first < 0)]
    win_first = rate("pig", ["optimal", "hold20"])["optimal", "hold20"]
    assert first.mean() == pytest.approx(win_first, abs=4 * 0.5 / np.sqrt(2000))


def test_the_values_of_rolls_are_those_of_single_turns() -> None:
    table = load_race("progressive-pig", 30)
    values, turns = roll_values(table), TurnValues(table)
    for i, j, k in [(0, 0, 0), (5, 9, 12), (20, 3, 10), (29, 29, 0), (10, 25, 19)]:
        assert values[i, j, k] == pytest.approx(turns.roll_and_hold(i, j, k)[0], abs=1e-12)


def test_best_play_of_yahtzee_scores_what_is_computed() -> None:
    envs = make("yahtzee", 400, exact=True)
    _, info = envs.reset(seed=5)
    start, got, going = info["value"].mean(), np.zeros(400), np.ones(400, np.bool_)
    while going.any():
        _, reward, over, _, info = envs.step(np.maximum(info["best"], 0))
        got += reward * going
        going &= ~over
    assert got.mean() == pytest.approx(start, abs=4 * got.std() / 20)


@pytest.mark.parametrize("name", ["pig", "yahtzee"])
def test_one_seed_fixes_all_games(name: str) -> None:
    played = []
    for _ in range(2):
        envs, random = make(name, 50), np.random.default_rng(1)
        seen, info = envs.reset(seed=9)
        game = [seen]
        for _ in range(50):
            seen, _, _, _, info = envs.step(any_legal(info["action_mask"], random))
            game.append(seen)
        played.append(np.array(game))
    assert (played[0] == played[1]).all()
    assert (played[0][:, 0] != played[0][:, 1]).any()


def test_a_further_yahtzee_is_paid_and_counted() -> None:
    envs = make("yahtzee", 1, render_mode="ansi", die=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    envs.reset(seed=1)
    names = envs.model.shape.actions
    _, reward, _, _, _ = envs.step(np.array([names.index("score yahtzee")]))
    assert reward.tolist() == [50.0]
    _, reward, _, _, info = envs.step(np.array([names.index("score sixes")]))
    assert reward.tolist() == [130.0]
    assert np.flatnonzero(info["action_mask"][0][:13]).tolist() == [6, 7, 8, 9, 10, 12]
    assert "points: 180" in envs.render()[0]


def test_an_action_against_the_rules_changes_nothing_and_is_told() -> None:
    envs = make("pig", 3)
    seen, _ = envs.reset(seed=1)
    after, _, _, _, info = envs.step(np.array([1, 0, 1]))
    assert info["illegal"].tolist() == [True, False, True]
    assert (after[[0, 2]] == seen[[0, 2]]).all()


@pytest.mark.parametrize(("name", "steps"), [("pig", 200), ("yahtzee", 80)])
def test_the_best_action_can_be_taken_in_games_that_are_over_too(name: str, steps: int) -> None:
    envs = make(name, 20, exact=True)
    _, info = envs.reset(seed=1)
    ended = 0
    for _ in range(steps):
        _, _, over, _, info = envs.step(info["best"])
        ended += over.sum()
    assert ended >= 20


def test_misuse_is_told_in_one_line() -> None:
    with pytest.raises(OptionError, match="0 environments are impossible: give 1 to 1,000,000"):
        RaceVectorEnv("pig", 0)
    with pytest.raises(OptionError, match="boxes chosen early are not played side by side"):
        make("hooligan", 2, commit=True)
    with pytest.raises(OptionError, match="there is no seat 3 in pig"):
        RaceVectorEnv("pig", 2, seat=3)
    with pytest.raises(OptionError, match="there is no seat 1 in yahtzee: one player plays here, give 0"):
        make("yahtzee", 2, seat=1)
    envs = RaceVectorEnv("pig", 2)
    with pytest.raises(RuleError, match="no game is on: reset"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    for wrong in ([0], [0, 2], [-1, 0], [[0, 0]]):
        with pytest.raises(RuleError, match="actions are 2 whole numbers from 0 to 1"):
            envs.step(np.array(wrong))


def test_each_game_is_drawn() -> None:
    envs = make("pig", 2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == ("Pig\nplayer 0: 0 of 100\nplayer 1: 0 of 100\nplayer 0 acts",) * 2
    assert make("pig", 1).reset(seed=1) is not None


def test_other_games_are_vectorised_by_gymnasium() -> None:
    envs = gymnasium.make_vec("pipsqueak/Hog-v0", num_envs=2, exact=True)
    assert isinstance(envs, SyncVectorEnv)
    _, info = envs.reset(seed=1)
    assert info["action_mask"].shape == (2, 30)
    assert info["value"] == pytest.approx([load_hog().value] * 2, abs=1e-12)
    envs.close()
