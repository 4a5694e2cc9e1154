"""The throws of boxes that knock: counted, as good as chance where the study says so, and bad where knocks are weak."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.twin.knocked_box import read_design
from tests.support.requirements import needs_package
from tools.shaking.knocks import BOXES, FACTORS, BoxThrow, change_design, count_throws, throw_portion

KNOCKS = read_design(dimensions("boxes"))[1]
THROWS, SEED = 4_000, 57
MIDDLE, ELSEWHERE, ERRORS = 0.010, 0.015, 2.0
"""By how much the shares of repeated and opposite faces may differ from one sixth, and by how many errors more."""
MOST_COCKED, ONE_SECONDS, SIX_SECONDS = 0.01, 3.0, 4.0


def test_six_boxes_are_one_throw_and_each_begins_a_little_after_the_one_before_it() -> None:
    random = np.random.default_rng(1)
    boxes = [
        tuple(BoxThrow(1, int(face), int(well == 0), False, 2.0) for face in random.integers(1, 7, 50))
        for well in range(2 * BOXES)
    ]
    counted = count_throws(boxes, KNOCKS)
    assert counted.dice == 600
    assert counted.cocked == 50
    assert counted.longest == pytest.approx(2.0 + 5 * KNOCKS.stagger)
    assert counted.repeated == pytest.approx(sum(throw.after == 1 for box in boxes for throw in box) / 600)


def test_a_factor_changes_what_it_names_alone() -> None:
    usual, _ = change_design({})
    assert usual == read_design(dimensions("boxes"))[0]
    for name, changes in FACTORS.items():
        assert (change_design(changes)[0] == usual) == (name == "middle"), name
    large, _ = change_design({"die": 2 * usual.die_side})
    assert large.die_mass == pytest.approx(8 * usual.die_mass)


@pytest.mark.check
def test_the_same_seed_throws_the_same_and_knocks_that_are_too_weak_repeat_faces() -> None:
    needs_package("mujoco")
    design, knocks = change_design({})
    assert throw_portion(design, knocks, SEED, 1, 4) == throw_portion(design, knocks, SEED, 1, 4)
    weak = replace(design, solenoid=replace(design.solenoid, force=design.solenoid.force / 3))
    throws = throw_portion(weak, knocks, SEED, 0, 20)
    assert sum(throw.before == throw.after for throw in throws) > 10


@pytest.mark.soak
@pytest.mark.parametrize("factor", FACTORS)
def test_a_box_throws_fairly_whatever_one_factor_does(factor: str) -> None:
    needs_package("mujoco")
    design, knocks = change_design(FACTORS[factor])
    boxes = [throw_portion(design, knocks, SEED, number) for number in range(math.ceil(THROWS / 150) * BOXES)]
    counted, throws = count_throws(boxes, knocks), [throw for box in boxes for throw in box]
    allowed = (MIDDLE if factor == "middle" else ELSEWHERE) + ERRORS * counted.error
    assert abs(counted.repeated - 1 / 6) < allowed
    assert abs(counted.opposite - 1 / 6) < allowed
    assert np.abs(counted.faces.sum(axis=0) / counted.dice - 1 / 6).max() < allowed
    assert sum(throw.cocked for throw in throws) < MOST_COCKED * len(throws)
    assert sum(throw.seconds for throw in throws) < ONE_SECONDS * len(throws)
    assert sum(throw.seconds for throw in throws) / len(throws) + 5 * knocks.stagger < SIX_SECONDS
