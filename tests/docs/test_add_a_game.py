"""Who follows the guide for adding a game has a race, and a game of a new kind, that do all that every game does."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import copy_of_the_project, files_of, follow, run_copy
from tests.support.repository import REPOSITORY

PAGE, FILE, KIND = "extend.md", "### A game in one file", "### A game of a new kind"
GAMES = ("doubles-pig", "twenty-one")
REGISTRIES = {"solver/games.py", "robot/games/registry.py", "robot/games/twenty_one.py"}
"""The product files in folders of others that a game of a new kind touches, or puts there."""
MOST_LINES = 200
"""So many lines of Python a game of a new kind takes."""
PRODUCT = ("robot", "solver", "vision", "hardware")
HARNESS = ("docs", "pyproject.toml", "tools", "tests")
OF_ALL = "every_rule_stands_in_the_table or the_form_offers_every_game or test_gaps"
"""The tests of the conformance suite that speak of all games together."""
LEARN = """
import json, sys
import gymnasium, numpy
from solver.environments import environment_id

env, lost = gymnasium.make(environment_id(sys.argv[1]), exact=True), []
for worst in (False, True):
    _, info = env.reset(seed=1)
    over, regret = False, 0.0
    while not over:
        legal = numpy.flatnonzero(info["action_mask"])
        action = legal[-1] if worst else info["best"]
        _, _, over, _, info = env.step(numpy.int64(action))
        regret += info["regret"]
    lost.append(regret)
print(json.dumps(lost))
"""


def test_a_race_is_one_toml_with_no_line_of_python() -> None:
    assert [name for _, name, _ in files_of(PAGE, FILE)] == ["solver/race/rules/doubles-pig.toml"]


def test_a_game_of_a_new_kind_takes_at_most_200_lines_of_python() -> None:
    assert sum(text.count("\n") for language, _, text in files_of(PAGE, KIND) if language == "python") <= MOST_LINES


def test_a_game_of_a_new_kind_touches_two_registries_outside_folders_of_its_own() -> None:
    names = {Path(name) for _, name, _ in files_of(PAGE, KIND)}
    touched = {str(name) for name in names if name.parts[0] in PRODUCT and (REPOSITORY / name.parent).is_dir()}
    assert touched == REGISTRIES


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in which both games were added."""
    folder = copy_of_the_project(tmp_path_factory.mktemp("project"), *PRODUCT, *HARNESS)
    follow(PAGE, "## Add a game", folder)
    return folder


def answers(project: Path, *words: str, keys: str = "") -> list[dict[str, Any]]:
    """Return the lines of JSON that a command prints."""
    return [json.loads(line) for line in run_copy(project, "-m", "robot", *words, "--json", keys=keys).splitlines()]


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_added_conforms(project: Path, game: str) -> None:
    """Try buttons, the form and the page, coach, robots, review, environments and words, as of every game."""
    suite = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "check or not check", "tests/conformance")
    told = run_copy(project, *suite, "-k", f"{game} or {OF_ALL}")
    assert " passed" in told
    assert "skipped" not in told


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_added_is_advised_on_played_coached_reviewed_and_learnt(project: Path, game: str) -> None:
    (solved,) = answers(project, "solve", game)
    assert 0.4 < solved["value"] < 0.6
    *_, end = answers(project, "play", game, "--players", "robot,robot:casual", "--fast", "--seed", "2")
    assert end["event"] == "end"
    (reviewed,) = answers(project, "review")
    assert reviewed["game"] == game
    assert [standing["end"] for standing in reviewed["wins"]] == [float(seat + 1 == end["seat"]) for seat in range(2)]
    first, *_ = answers(project, "coach", game, "--script", "-", keys='{"roll": true}\n')
    assert first["value"] == pytest.approx(solved["value"], abs=1e-12)
    best, worst = json.loads(run_copy(project, "-c", LEARN, game))
    assert best == pytest.approx(0.0, abs=1e-12)
    assert worst > 0.0
