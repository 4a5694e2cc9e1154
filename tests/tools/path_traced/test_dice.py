import numpy as np
import pytest

from tools.path_traced.dice import PipShape, PosedDie, die_mesh

DIE = PosedDie(16.0, 0.1, np.eye(3), np.array([0, 0, 8.0]), (1, 6, 2, 5, 3, 4), (0, 1, 0, 1, 0, 1))


def test_the_surface_is_closed_and_looks_outwards() -> None:
    mesh = die_mesh(DIE, PipShape(0.25, 0.09, 0.03), 40)
    edges = np.concatenate([mesh.quads[:, [n, (n + 1) % 4]] for n in range(4)])
    assert len({tuple(edge) for edge in edges.tolist()}) == len(edges)
    assert {tuple(edge) for edge in edges.tolist()} == {tuple(edge) for edge in edges[:, ::-1].tolist()}
    a, b, c, d = (mesh.points[mesh.quads[:, n]] for n in range(4))
    volume = float((np.cross(c - a, d - b) / 2 * (a + b + c + d) / 4).sum()) / 3
    assert 0.93 * 16**3 < volume < 0.98 * 16**3


def test_pips_are_sunk_and_edges_are_round() -> None:
    sunk, painted = (die_mesh(DIE, PipShape(0.25, 0.09, depth), 60) for depth in (0.03, 0.0))
    top = (sunk.values == 3) & (np.hypot(*sunk.points[:, :2].T) < 0.5)
    assert sunk.points[top, 2].min() == pytest.approx(16 * (0.5 - 0.03), abs=0.02)
    assert np.abs(painted.points).max() == pytest.approx(8)
    assert np.linalg.norm(painted.points, axis=1).max() == pytest.approx(16 * (0.4 * np.sqrt(3) + 0.1), abs=0.05)


def test_each_face_has_as_many_pips_as_its_value() -> None:
    mesh = die_mesh(DIE, PipShape(0.25, 0.09, 0.0), 100)
    inside = np.array([(mesh.outside[mesh.values == value] < 0).sum() for value in range(1, 7)])
    assert inside / inside[0] == pytest.approx([1, 2, 3, 4, 5, 6], rel=0.05)


def test_the_pip_of_a_one_may_be_larger() -> None:
    pips = PipShape(0.25, 0.08, 0.0, 1.5)
    assert pips.radius_of(1) == pytest.approx(0.12)
    assert pips.radius_of(2) == pytest.approx(0.08)
    assert pips.places(2, 0).tolist() != pips.places(2, 1).tolist()
