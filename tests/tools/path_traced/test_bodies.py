import numpy as np
import pytest

from tools.path_traced.bodies import box, common, distance


def test_distance_is_below_zero_where_bodies_overlap() -> None:
    one = box([2, 2, 2])
    assert distance(one, one.moved(np.eye(3), (1.5, 0, 0))) == pytest.approx(-0.5)
    assert distance(one, one.moved(np.eye(3), (2.5, 0, 0))) == pytest.approx(0.5)


def test_common_is_what_lies_in_both() -> None:
    corners = common(box([2, 2, 2]), box([2, 2, 2]).moved(np.eye(3), (1, 1, 1)))
    assert corners.min(axis=0) == pytest.approx([0, 0, 1])
    assert corners.max(axis=0) == pytest.approx([1, 1, 2])


def test_a_body_hides_what_is_behind_it_or_within() -> None:
    points = np.array([[0, 0, 0.5], [0, 0, 3.0], [5, 0, 0.5], [0, 0, -1]])
    assert box([2, 2, 2]).hides(points, np.array([0.0, 0, 10])).tolist() == [True, False, False, True]
