import itertools

import numpy as np

from tools.train.calibrate import FOLDER, SIDE, traps
from tools.train.labels import UNREADABLE


def test_traps_are_the_same_each_time_and_hold_dice_that_nobody_should_read() -> None:
    first, again = (list(itertools.islice(traps(), 3)) for _ in range(2))
    for (picture, image), (same, bytes_again) in zip(first, again, strict=True):
        assert picture == same
        assert picture.folder == FOLDER
        assert image.shape == (SIDE, SIDE, 3)
        np.testing.assert_array_equal(image, bytes_again)
    faces = [face for picture, _ in first for face in picture.faces]
    assert any(face.value == UNREADABLE for face in faces)
    assert any(face.value != UNREADABLE for face in faces)
