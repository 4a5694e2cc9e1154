"""A highlight within a pip looks like a small die that shows a one."""

import numpy as np

from vision.photograph.confidence_model import find_pips
from vision.photograph.merged_scales import Detections


def found(*faces: tuple[float, float, float, float, int]) -> list[bool]:
    """Return which faces, each x, y, side, probability and value, are pips of another."""
    x, y, side, alone = np.array([face[:4] for face in faces], np.float32).T
    none = np.zeros((len(faces), 1), np.float32)
    rest = (np.zeros((len(faces), *shape), np.float32) for shape in ((1, 7), (1, 2), (2, 6)))
    detections = Detections(x, y, side, none, *rest)
    return [bool(pip) for pip in find_pips(detections, alone, np.array([face[4] for face in faces]))]


LARGE = (200.0, 200.0, 150.0, 0.95, 5)


def test_small_ones_within_a_likely_larger_face_are_its_pips() -> None:
    assert found(LARGE, (160, 160, 32, 0.98, 1), (200, 200, 30, 0.3, 1)) == [False, True, True]


def test_an_unlikely_larger_face_has_no_pips() -> None:
    assert found((200, 200, 150, 0.7, 5), (160, 160, 32, 0.98, 1)) == [False, False]


def test_ones_beside_a_larger_face_or_nearly_as_large_are_dice() -> None:
    assert found(LARGE, (300, 200, 32, 0.98, 1), (200, 200, 75, 0.98, 1)) == [False, False, False]


def test_a_group_of_dice_is_no_larger_die() -> None:
    assert found(LARGE, (160, 160, 32, 0.98, 1), (240, 240, 32, 0.98, 4)) == [False, False, False]


def test_nothing_is_found_among_nothing() -> None:
    assert found(LARGE) == [False]
