import numpy as np
import pytest

from tools.path_traced.bodies import box, distance
from tools.path_traced.dice import any_die
from tools.path_traced.leaning import PROP_KINDS, PropKind, leaning, put_against, tilt_die

BOARD = (box([8, 200, 60]).moved(np.eye(3), (104, 0, 0)),)


@pytest.mark.parametrize("kind", PROP_KINDS)
def test_a_leaning_die_stands_on_the_table_and_touches_what_it_leans_on(kind: PropKind) -> None:
    random = np.random.default_rng(3)
    for _ in range(6):
        group = leaning(random, kind, 16.0, 0.1)
        die, supports = group.dice[0], group.bodies[1:]
        assert die.leans
        assert 9 < die.lean < 51
        assert die.body.lowest == pytest.approx(0, abs=1e-6)
        assert min(distance(die.body, support) for support in supports) == pytest.approx(0, abs=1e-6)
        assert not any(other.leans for other in group.dice[1:])


def test_leaning_dice_lean_little_and_much() -> None:
    random = np.random.default_rng(4)
    found = [leaning(random, kind, 16.0, 0.1).dice[0].lean for kind in PROP_KINDS for _ in range(12)]
    assert min(found) < 14
    assert max(found) > 42


@pytest.mark.parametrize("lean", [20, 45])
def test_a_tilted_die_leans_by_its_angle(lean: float) -> None:
    random = np.random.default_rng(1)
    for skew in (0.0, 45.0):
        assert tilt_die(any_die(random, 16.0, 0.08), lean, skew).lean == pytest.approx(lean)


def test_a_die_slides_down_a_wall_if_it_leans_too_little() -> None:
    die = any_die(np.random.default_rng(1), 16.0, 0.08)
    assert put_against(tilt_die(die, 5, 0), BOARD) is None
    steep = put_against(tilt_die(die, 40, 0), BOARD)
    assert steep is not None
    assert steep.lean == pytest.approx(40)
    assert put_against(tilt_die(die, 40, 30), BOARD) is None, "it does not stand on a corner"


def test_a_die_does_not_rest_on_an_edge_beside_its_middle() -> None:
    die = tilt_die(any_die(np.random.default_rng(1), 16.0, 0.08), 20, 0)
    narrow = box([8, 6, 4])
    assert put_against(die, (narrow.moved(np.eye(3), (104, 0, 0)),)) is not None
    # Low, it would bear the die between its foot and its middle.
    assert put_against(die, (box([8, 6, 1]).moved(np.eye(3), (104, 0, 0)),)) is None


def test_opposite_faces_sum_to_seven() -> None:
    random = np.random.default_rng(2)
    dice = [any_die(random, 16.0, 0.08) for _ in range(60)]
    assert {die.values[n] + die.values[n + 1] for die in dice for n in (0, 2, 4)} == {7}
    assert {die.value for die in dice} == {1, 2, 3, 4, 5, 6}
    assert all(np.linalg.det(die.turn) == pytest.approx(1) and die.lean == 0 for die in dice)
