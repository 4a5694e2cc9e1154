import math

import numpy as np
import pytest

from tools.train.labels import UNREADABLE, LabelledFace
from tools.train.targets import SIDES, STRIDE, USUAL, Targets, draw_targets
from tools.train.view import CropTruth

SIZE = 128


def draw(*faces: LabelledFace, ignore: tuple[tuple[float, float, float, float], ...] = ()) -> Targets:
    return draw_targets([CropTruth(faces, ignore)], SIZE)


def test_one_place_of_the_heat_is_the_middle() -> None:
    made = draw_targets([CropTruth((LabelledFace(50, 70, 30, 4),)), CropTruth()], SIZE)
    assert made.heat.shape == (2, SIZE // STRIDE, SIZE // STRIDE)
    (row,), (column,) = np.nonzero(made.heat[0] == 1)
    assert (int(column), int(row)) == (12, 17)
    assert made.heat[0, row, column + 1] < 1
    assert made.heat[1].max() == 0
    assert made.care.min() == 1


def test_value_size_and_shift_lead_back_to_the_face() -> None:
    face = LabelledFace(51.3, 68.8, 42, 3)
    made = draw(face)
    core = np.argwhere(made.core[0] > 0)
    assert len(core) > 1
    for row, column in core:
        assert made.value[0, row, column] == 3
        assert USUAL * math.exp(made.size[0, row, column]) == pytest.approx(42, rel=1e-5)
        right, down = made.shift[0, :, row, column]
        assert (column + 0.5 + right) * STRIDE == pytest.approx(face.x, abs=1e-4)
        assert (row + 0.5 + down) * STRIDE == pytest.approx(face.y, abs=1e-4)


def test_each_face_counts_the_same_also_an_unreadable_one() -> None:
    made = draw(*(LabelledFace(*it) for it in ((30, 30, 14, 1), (80, 80, 60, 6), (100, 20, 30, UNREADABLE))))
    for value in (1, 6, UNREADABLE):
        assert made.core[made.value == value].sum() == pytest.approx(1, rel=1e-5)
    assert np.count_nonzero(made.heat == 1) == 3


@pytest.mark.parametrize(
    ("face", "near", "elsewhere"),
    [
        (LabelledFace(64, 64, SIDES[1] * 1.2, 5), 0, 1),
        (LabelledFace(64, 64, SIDES[1] * 2, 5), 1, 1),
        (LabelledFace(-40, 300, 30, 2), 1, 1),
    ],
    ids=["a little too large", "too large", "beyond the crop"],
)
def test_a_face_that_does_not_fit_is_not_found_and_a_nearly_fitting_one_does_not_count(
    face: LabelledFace, near: float, elsewhere: float
) -> None:
    made = draw(face)
    assert made.heat.max() == made.core.max() == 0
    assert (made.care[0, 16, 16], made.care[0, 2, 2]) == (near, elsewhere)
    assert made.care.min() == near


def test_nothing_counts_in_ignored_boxes() -> None:
    ignored = np.argwhere(draw(ignore=((10.0, -5.0, 33.0, 20.0),)).care[0] == 0)
    assert ignored.min(axis=0).tolist() == [0, 2]
    assert ignored.max(axis=0).tolist() == [4, 8]
