"""OpenSpiel games of solved games: its own checks, a playthrough, and its value iteration beside exact values."""

import pickle
import subprocess
import sys
from random import Random
from unittest.mock import MagicMock

import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

from solver.environments.openspiel_games import spiel_name
from solver.environments.registry import NAMES
from solver.errors import OptionError
from solver.race.race_table import load_race
from tests.support.repository import REPOSITORY
from tests.support.solver.environments import SMALL

pytestmark = pytest.mark.check

DEEP = 100_000
"""OpenSpiel walks through all states by recursion."""


def name_of(name: str) -> str:
    """Return what OpenSpiel loads a game by, with its small options."""
    options = ",".join(f"{key}={value}" for key, value in SMALL.get(name, {}).items())
    return spiel_name(name) + (f"({options})" if options else "")


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_s_own_simulation_and_playthrough_work(name: str) -> None:
    game = pyspiel.load_game(name_of(name))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    lines = playthrough_lines(name_of(name), seed=2)
    assert f'GameType.short_name = "{spiel_name(name)}"' in lines
    assert lines.count("IsTerminal() = True") == 1
    assert lines == playthrough_lines(name_of(name), seed=2)


def test_so_many_play_a_round_as_are_asked_for() -> None:
    game = pyspiel.load_game("python_pipsqueak_chicago_high(players=3)")
    assert (game.num_players(), game.min_utility(), game.max_utility()) == (3, -0.5, 1.0)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    with pytest.raises(OptionError, match="a round with 11 players is impossible"):
        pyspiel.load_game("python_pipsqueak_threes(players=11)")


@pytest.mark.parametrize("name", NAMES)
def test_games_and_states_can_be_kept(name: str) -> None:
    game, random = pyspiel.load_game(name_of(name)), Random(1)
    state = game.new_initial_state()
    for _ in range(8):
        copies = [
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
            pickle.loads(pickle.dumps(state)),
            pickle.loads(pickle.dumps(game)).deserialize_state(state.serialize()),
        ]
        for copy in copies:
            assert (str(copy), copy.history()) == (str(state), state.history())
            assert copy.legal_actions() == state.legal_actions()
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))


def test_another_process_reads_a_pickled_game_without_an_import() -> None:
    game = pyspiel.load_game("python_pipsqueak_pig(goal=20)")
    state = game.new_initial_state()
    state.apply_action(0)
    kept = pickle.dumps(game), pickle.dumps(state)
    read = run(f"import pickle\nfor one in {kept}: print(pickle.loads(one))")
    assert (read.stdout.splitlines(), read.stderr) == ([str(game), str(state)], "")


def solve(name: str, threshold: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return the win probability of the first player by OpenSpiel's value iteration."""
    # Only games in which players act at once need a package for linear programs.
    monkeypatch.setitem(sys.modules, "cvxpy", MagicMock())
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = pyspiel.load_game(name)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    try:
        values = value_iteration(game, -1, threshold, cyclic_game=True)
    finally:
        sys.setrecursionlimit(before)
    return float(values[str(game.new_initial_state())] + 1) / 2


@pytest.mark.parametrize(("name", "goal"), [("pig", 20), ("two-dice-pig", 6), ("progressive-pig", 8)])
def test_its_value_iteration_finds_the_exact_value(name: str, goal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    value = solve(f"{spiel_name(name)}(goal={goal})", 1e-10, monkeypatch)
    assert value == pytest.approx(load_race(name, goal).value, abs=1e-9)


def test_states_tell_who_acts_and_what_was_thrown() -> None:
    state = pyspiel.load_game("python_pipsqueak_pig").new_initial_state()
    assert str(state) == "player 0 acts: me=0 opponent=0 turn=0"
    state.apply_action(0)
    assert state.is_chance_node()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 4) == "5"
    state.apply_action(4)
    assert state.action_to_string(0, 1) == "hold"
    assert state.legal_actions() == [0, 1]
    assert state.returns() == [0.0, 0.0]


def run(program: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", program]
    return subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=False)


def test_programs_that_use_it_end_well() -> None:
    ended = run("import pyspiel, solver.environments.openspiel_games\nprint(pyspiel.load_game('python_pipsqueak_hog'))")
    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (0, "python_pipsqueak_hog(goal=100)", "")


@pytest.mark.parametrize(
    ("package", "module", "named"),
    [
        ("gymnasium", "gymnasium_env", "gymnasium"),
        ("pettingzoo", "pettingzoo_env", "pettingzoo"),
        ("pyspiel", "openspiel_games", "open_spiel"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_that_brings_it(package: str, module: str, named: str) -> None:
    missing = run(f"import sys; sys.modules['{package}'] = None\nimport solver.environments.{module}")
    assert missing.stderr.splitlines()[-1].endswith(f"environments need {named}: install the extra 'learn'")
