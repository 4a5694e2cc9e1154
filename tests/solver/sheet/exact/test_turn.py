"""Keeps and throws of a score sheet, beside every outcome of the dice gone through one by one."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from solver.errors import DistributionError, PositionError
from solver.sheet.exact.turn import solve_turn
from solver.sheet.game.dice import TIE, Lattice, lattice
from solver.sheet.game.rules import keeps
from solver.throw_distribution import fair_die

LOADED = (Fraction(1, 10), Fraction(2, 10), Fraction(7, 10))


def falls(dice: Lattice, count: int) -> list[tuple[tuple[int, ...], float]]:
    """Return every outcome of so many dice, each in turn, and how likely."""
    found = []
    for faces in itertools.product(range(1, dice.sides + 1), repeat=count):
        chance = 1.0
        for face in faces:
            chance *= float(dice.die[face - 1])
        found.append((faces, chance))
    return found


def mean_after(dice: Lattice, worth: np.ndarray, keep: tuple[int, ...]) -> float:
    """Return the mean of `worth` [rolls] after a keep, over all outcomes of the others."""
    others = falls(dice, dice.dice - len(keep))
    return sum(chance * float(worth[dice.roll_index(keep + faces)]) for faces, chance in others)


def test_five_dice_can_be_kept_in_462_ways() -> None:
    dice = lattice(5, fair_die(6))
    assert (len(dice.keeps), len(dice.rolls), dice.first_roll) == (462, 252, 210)
    assert (dice.keeps[0], dice.keeps[210]) == ((), (1, 1, 1, 1, 1))
    assert list(dice.keeps) == sorted(set(dice.keeps), key=lambda keep: (len(keep), len(set(keep)), keep))
    assert dice.roll_chances.sum() == pytest.approx(1, abs=1e-15)
    assert dice.roll_chances[dice.roll_index((3, 1, 2, 1, 1))] == pytest.approx(20 / 6**5, abs=1e-17)
    assert dice.index([6, 2]) == dice.keeps.index((2, 6))
    assert sum(len(set(keep)) for keep in dice.keeps) == dice.one_more.size == 1260


@pytest.mark.parametrize(("count", "die"), [(3, LOADED), (2, fair_die(6)), (4, fair_die(2)), (1, LOADED)])
def test_means_and_maxima_are_those_of_all_outcomes(count: int, die: tuple[Fraction, ...]) -> None:
    dice = lattice(count, die)
    worth = np.random.default_rng(1).random((2, len(dice.rolls)))
    means = dice.expect(worth)
    for place, keep in enumerate(dice.keeps):
        for row in range(2):
            assert means[row, place] == pytest.approx(mean_after(dice, worth[row], keep), abs=1e-14)
    assert means[:, 0] == pytest.approx(worth @ dice.roll_chances, abs=1e-14)
    values = np.random.default_rng(2).random(len(dice.keeps))
    best, chosen = dice.best(values), dice.arg_best(values)
    for place, roll in enumerate(dice.rolls):
        parts = {part for size in range(count + 1) for part in itertools.combinations(roll, size)}
        assert best[place] == values[chosen[place]] == max(values[dice.index(part)] for part in parts)
        assert {dice.keeps[part] for part in dice.parts[place]} == parts


def test_equal_keeps_stand_in_the_order_of_the_rules() -> None:
    dice = lattice(5, fair_die(6))
    for place in random.Random(3).sample(range(252), 40):
        roll = dice.rolls[place]
        order = [roll, *(keep.dice for keep in keeps(roll))]
        for first in range(len(order)):
            values = np.full(len(dice.keeps), 1.0)
            values[[dice.index(keep) for keep in order[:first]]] = 0.5
            values[dice.index(order[-1])] += TIE / 2
            assert dice.keeps[dice.arg_best(values)[place]] == order[first]


def test_scoring_goes_before_keeping_and_the_first_box_before_others() -> None:
    dice = lattice(3, fair_die(6))
    turn = solve_turn(dice, np.full((3, len(dice.rolls)), 7.0), 3)
    assert turn.value == pytest.approx(7, abs=1e-14)
    assert np.array_equal(turn.best_keeps(1), np.arange(len(dice.rolls)) + dice.first_roll)
    assert not turn.best_boxes().any()
    ends = np.full((3, len(dice.rolls)), 7.0)
    ends[0] -= 2 * TIE
    assert set(solve_turn(dice, ends, 3).best_boxes().tolist()) == {1}


def test_dice_of_another_game_are_refused() -> None:
    dice = lattice(5, fair_die(6))
    with pytest.raises(PositionError, match="dice 7 do not fit this game"):
        dice.index([7])
    with pytest.raises(PositionError, match="4 dice are not a throw"):
        dice.roll_index([1, 2, 3, 4])
    with pytest.raises(DistributionError, match="too many keeps"):
        lattice(40, fair_die(20))
    with pytest.raises(DistributionError, match="0 dice cannot be thrown"):
        lattice(0, fair_die(6))
