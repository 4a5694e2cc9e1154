import math

import numpy as np
import pytest

from tools.train.labels import UNREADABLE, LabelledFace
from tools.train.targets import SIDES, STRIDE, USUAL, draw_targets
from tools.train.view import CropTruth

SIZE = 128


def one(face: LabelledFace) -> CropTruth:
    return CropTruth((face,))


def test_one_place_of_the_heat_is_the_middle() -> None:
    made = draw_targets([one(LabelledFace(50, 70, 30, 4)), CropTruth()], SIZE)
    assert made.heat.shape == (2, SIZE // STRIDE, SIZE // STRIDE)
    (row,), (column,) = np.nonzero(made.heat[0] == 1)
    assert (int(column), int(row)) == (12, 17)
    assert made.heat[0, row, column + 1] < 1
    assert made.heat[1].max() == 0
    assert made.care.min() == 1


def test_value_size_and_shift_lead_back_to_the_face() -> None:
    face = LabelledFace(51.3, 68.8, 42, 3)
    made = draw_targets([one(face)], SIZE)
    core = np.argwhere(made.core[0] > 0)
    assert len(core) > 1
    for row, column in core:
        assert made.value[0, row, column] == 3
        assert USUAL * math.exp(made.size[0, row, column]) == pytest.approx(42, rel=1e-5)
        right, down = made.shift[0, :, row, column]
        assert (column + 0.5 + right) * STRIDE == pytest.approx(face.x, abs=1e-4)
        assert (row + 0.5 + down) * STRIDE == pytest.approx(face.y, abs=1e-4)


def test_each_face_counts_the_same() -> None:
    faces = (LabelledFace(30, 30, 14, 1), LabelledFace(80, 80, 60, 6))
    made = draw_targets([CropTruth(faces)], SIZE)
    assert made.core[made.value == 1].sum() == pytest.approx(1, rel=1e-5)
    assert made.core[made.value == 6].sum() == pytest.approx(1, rel=1e-5)


def test_unreadable_faces_are_found_too() -> None:
    made = draw_targets([one(LabelledFace(64, 64, 30, UNREADABLE))], SIZE)
    assert made.heat.max() == 1
    assert made.core.sum() == pytest.approx(1, rel=1e-5)
    assert made.value.max() == 0


def test_faces_of_another_size_are_not_found_and_nearly_fitting_ones_do_not_count() -> None:
    slightly, far = (
        draw_targets([one(LabelledFace(64, 64, SIDES[1] * 1.2, 5))], SIZE),
        draw_targets([one(LabelledFace(64, 64, SIDES[1] * 2, 5))], SIZE),
    )
    for made in (slightly, far):
        assert made.heat.max() == 0
        assert made.core.max() == 0
    assert slightly.care[0, 16, 16] == 0
    assert slightly.care[0, 2, 2] == 1
    assert far.care.min() == 1


def test_nothing_counts_in_ignored_boxes() -> None:
    made = draw_targets([CropTruth((), ((10.0, -5.0, 33.0, 20.0),))], SIZE)
    ignored = np.argwhere(made.care[0] == 0)
    assert ignored.min(axis=0).tolist() == [0, 2]
    assert ignored.max(axis=0).tolist() == [4, 8]


def test_faces_beyond_the_crop_leave_no_trace_in_it() -> None:
    made = draw_targets([one(LabelledFace(-40, 300, 30, 2))], SIZE)
    assert made.heat.max() == 0
    assert made.core.max() == 0
