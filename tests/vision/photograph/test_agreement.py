"""Where both looks agree on a value."""

import numpy as np
import pytest

from vision.photograph.confidence_model import find_agreement, find_slight_doubts
from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import Detections
from vision.photograph.second_look import Looks

AGREED, STRANGE, FLAT = (0.1, 0, 0.9), (0, 0, 1), (1, 0, 0)


@pytest.mark.parametrize(
    ("far", "other", "value", "right", "agreed_and_never_sure"),
    [
        (4.0, FLAT, 4, 0.97, (True, False)),
        (4.0, FLAT, 4, 0.85, (False, True)),  # the first look by itself would not give the value
        (4.0, STRANGE, 4, 0.97, (False, False)),
        (4.0, AGREED, 4, 0.97, (False, False)),  # all show the same, as sockets do
        (4.0, AGREED, 6, 0.97, (True, False)),  # dice of a kind that the second look does not know
        (0.1, STRANGE, 4, 0.97, (True, False)),  # the same face, found twice
        (1.1, FLAT, 4, 0.97, (True, True)),
        (1.1, AGREED, 6, 0.97, (False, True)),  # two halves of a domino
    ],
)
def test_agreement_counts_for_nothing_where_other_faces_are_something_else(
    far: float, other: tuple[float, float, float], value: int, right: float, agreed_and_never_sure: tuple[bool, bool]
) -> None:
    count = 3
    full, none, no = np.full(count, 0.97, np.float32), np.zeros(count, np.float32), np.zeros(count, np.bool_)
    x = np.array([0, far, -far], np.float32)
    empty = (np.zeros((count, *rest), np.float32) for rest in ((1,), (1, 7), (1, 2), (2, 6)))
    faces = Detections(x, none, np.ones(count, np.float32), *empty)
    best = np.array([4, value, value])
    value_right = np.array([right, 0.97, 0.97], np.float32)
    scored = ScoredDetections(full, value_right, full * full, best, none, none, no, no, no, none, none)
    looks = Looks(
        np.array([AGREED, other, other], np.float32),
        np.eye(6, dtype=np.float32)[best - 1],
        *np.zeros((2, count, 2), np.float32),
    )
    found = (rule(scored, faces, looks)[0] for rule in (find_agreement, find_slight_doubts))
    assert tuple(found) == agreed_and_never_sure
