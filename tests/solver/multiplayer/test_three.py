"""Pig for three: checked by fractions, by looking for a better choice everywhere, and by games played out."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.action import HOLD, ROLL
from solver.decision import Decision
from solver.errors import PositionError
from solver.games import find_game
from solver.multiplayer.approximation import hold_value
from solver.multiplayer.games import PigMultiplayer, PigThree
from solver.multiplayer.three import ThreeTable, file_of, load, save, solve_three, three_table
from solver.race.state import TIE
from tests.support.solver.reasons import parts


def advise(goal: int, me: int, second: int, third: int, turn: int = 0) -> Decision:
    return PigThree().with_options(goal=goal).advise(f"{me}:{second}:{third} +{turn}")


FAIR = (Fraction(1, 6),) * 6
LOADED = tuple(Fraction(weight, 9) for weight in (4, 1, 2, 2))

GOAL = 30


@pytest.fixture(scope="module")
def pig() -> ThreeTable:
    return solve_three(100)


def weigh(table: ThreeTable, me: int) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Solve all turns of a player with `me` points again, one array for all others' scores.

    Returns own chances and the next player's at each turn's start, and how many choices are ties.
    """
    distribution, goal = table.distribution, table.goal
    after = table.win[:, :, me:]
    left = goal - me
    own = np.ones((left + distribution.gains[-1], goal, goal))
    other = np.zeros((left + distribution.gains[-1], goal, goal))
    ties = 0
    for total in range(left - 1, -1, -1):
        roll, theirs = distribution.bust * after[:, :, 0, 2], distribution.bust * after[:, :, 0, 0]
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            roll = roll + chance * own[total + gain]
            theirs = theirs + chance * other[total + gain]
        hold = after[:, :, total, 2]
        rolls = (roll - hold > TIE) | (total == 0)
        ties += int((np.abs(roll - hold) <= TIE).sum()) if total else 0
        own[total] = np.where(rolls, roll, hold)
        other[total] = np.where(rolls, theirs, after[:, :, total, 0])
    return own[0], other[0], ties


@pytest.mark.check
def test_nobody_gains_by_another_choice_anywhere(pig: ThreeTable) -> None:
    """Each value is that of the best choice against the values after it, in all 50.5 million states.

    What the others get follows from the choices too, but in turns in which a player mixes: there the ties are.
    """
    assert np.abs(pig.win.sum(axis=3) - 1).max() < 1e-14
    assert (pig.states, pig.mixed) == (50_500_000, 37)
    ties = different = 0
    for me in range(pig.goal):
        own, other, here = weigh(pig, me)
        assert np.abs(own - pig.win[me, :, :, 0]).max() < 1e-13
        different += int((np.abs(other - pig.win[me, :, :, 1]) > 1e-13).sum())
        ties += here
    assert ties == pig.near == 75
    assert different == ties


def test_advice_is_what_the_turn_solved_alone_says() -> None:
    table = solve_three(30)
    for me, second, third, turn in ((3, 8, 5, 9), (20, 1, 25, 4), (0, 29, 29, 25)):
        rolls, holds = table.weigh_turn(me, second, third)
        decision = advise(table.goal, me, second, third, turn)
        assert decision.options == pytest.approx({ROLL: rolls[turn], HOLD: holds[turn]}, abs=1e-13)
        assert decision.action == max(decision.options, key=lambda action: decision.options[action])
        assert decision.value == decision.options[decision.action]
    assert advise(table.goal, 20, 12, 8, 10).options[HOLD] == 1.0
    assert not advise(table.goal, 12, 1, 8, 5).reachable


@pytest.mark.check
def test_who_mixes_may_hold(pig: ThreeTable) -> None:
    decision = advise(pig.goal, 22, 44, 69, 35)
    assert decision.action == HOLD
    assert decision.options[ROLL] == pytest.approx(decision.options[HOLD], abs=TIE)
    assert [*parts(decision.reason)] == ["even-safe", "banking", "worth-wins"]


@pytest.mark.parametrize("place", [(100, 0, 0, 0), (0, -1, 0, 0), (0, 0, 100, 0), (0, 0, 0, -1)])
def test_impossible_positions_are_refused(place: tuple[int, int, int, int]) -> None:
    with pytest.raises(PositionError, match=r"the game is over|give a whole number from 0 up"):
        advise(12, *place)


@pytest.fixture
def words() -> list[str]:
    three_table.cache_clear()
    return []


def test_the_table_is_solved_once_and_kept(tmp_path: Path, words: list[str]) -> None:
    first = three_table(9, None, tmp_path / "new", words.append)
    assert first.seconds > 0
    three_table.cache_clear()
    second = three_table(9, None, tmp_path / "new", words.append)
    assert second.seconds == 0
    assert np.array_equal(first.win, second.win)
    assert words == []
    assert find_game("pig-three", goal=9, cache=tmp_path / "new").advise("3:4:0").value > 0


def test_a_file_of_another_game_is_told_and_replaced(tmp_path: Path, words: list[str]) -> None:
    fair = solve_three(9)
    path = file_of(tmp_path, 9, fair.die)
    save(solve_three(9, LOADED), path)
    assert np.array_equal(three_table(9, None, tmp_path, words.append).win, fair.win)
    assert np.array_equal(load(path, 9, fair.die).win, fair.win)
    (line,) = words
    assert "another game" in line


def test_measured_dice_have_files_of_their_own(tmp_path: Path, words: list[str]) -> None:
    fair, loaded = three_table(9, None, tmp_path, words.append), three_table(9, LOADED, tmp_path, words.append)
    assert fair.value != loaded.value
    other = LOADED[::-1]
    three_table(9, other, tmp_path, words.append)
    assert {*tmp_path.iterdir()} == {file_of(tmp_path, 9, die) for die in (FAIR, LOADED, other)}
    assert len(list(tmp_path.iterdir())) == 3
    assert words == []


@pytest.mark.parametrize(
    ("goal", "weights", "mixed"),
    [
        (20, (1, 1, 1), True),
        pytest.param(60, (1, 1, 1), True, marks=pytest.mark.check),
        pytest.param(60, (16, 84), True, marks=pytest.mark.check),
        pytest.param(50, (1, 1, 1, 1), True, marks=pytest.mark.check),
    ],
)
def test_dice_with_few_faces_need_many_mixes(goal: int, weights: tuple[int, ...], mixed: bool) -> None:
    table = solve_three(goal, tuple(Fraction(weight, sum(weights)) for weight in weights))
    assert (table.mixed > 0) == mixed
    for me in range(goal):
        own, _, _ = weigh(table, me)
        assert np.abs(own - table.win[me, :, :, 0]).max() < 1e-13


def test_a_third_score_outside_the_game_is_refused() -> None:
    with pytest.raises(PositionError, match="30 is outside"):
        solve_three(GOAL).hold_values(30)


def test_the_hold_value_of_many_is_where_the_advice_changes() -> None:
    game = PigMultiplayer(4).with_options(goal=GOAL)
    for me, others in ((0, 0), (5, 12), (3, 29)):
        held = hold_value((me, others, others, others), GOAL, None)
        advice = [game.advise(f"{me}:{others}:{others}:{others} +{turn}").action for turn in (held - 1, held)]
        assert advice == [ROLL, HOLD]
