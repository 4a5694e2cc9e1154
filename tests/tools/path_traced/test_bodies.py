import numpy as np
import pytest

from tools.path_traced.bodies import box, common, disc, distance, prism, slide

ONWARDS = np.array([1.0, 0.0, 0.0])


def test_a_box_slides_until_it_touches_or_past_what_is_not_in_its_way() -> None:
    far, normal = slide(box([2, 2, 2]), box([4, 4, 4]).moved(np.eye(3), (10, 1, 0)), ONWARDS) or (0.0, ONWARDS)
    assert far == pytest.approx(7)
    assert normal == pytest.approx([-1, 0, 0])
    assert slide(box([2, 2, 2]), box([4, 4, 4]).moved(np.eye(3), (10, 3.1, 0)), ONWARDS) is None


def test_a_rounded_edge_touches_a_cylinder_later_than_a_sharp_one() -> None:
    tin = prism(disc(5, 64), 8).moved(np.eye(3), (20, 0, 0))
    c = np.sqrt(0.5)
    turned = [[c, -c, 0], [c, c, 0], [0, 0, 1]]
    sharp, rounded = (slide(box([4, 4, 4], radius).moved(turned, (0, 0, 0)), tin, ONWARDS) for radius in (0.0, 1.0))
    assert sharp is not None
    assert rounded is not None
    assert sharp[0] == pytest.approx(15 - 2 / c, abs=0.01)
    assert rounded[0] == pytest.approx(15 - 1 / c - 1, abs=0.01)


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


def test_edges_round_a_body_by_their_radius() -> None:
    body = box([4, 4, 4], 1.0)
    low, high = body.reach(np.array([[1.0, 0, 0], [np.sqrt(0.5), np.sqrt(0.5), 0]]))
    assert high == pytest.approx([2, np.sqrt(2) + 1])
    assert low == pytest.approx(-high)
    assert body.lowest == pytest.approx(0)
