"""Drawing a reading: on a copy, at the places it tells, in words that stay inside the picture."""

import numpy as np
import pytest

from vision.annotate import DOUBTFUL, SURE, annotate
from vision.reading import Die, Reading, SceneNote

DICE = Reading(
    (Die(5, 0.999, (50.0, 60.0, 110.0, 120.0), 0.0), Die(None, 0.4, (150.0, 60.0, 210.0, 120.0), 0.0, None, "glare"))
)


def test_the_picture_itself_is_left_alone() -> None:
    image = np.full((240, 320, 3), 90, np.uint8)
    drawn = annotate(image, DICE)
    assert (image == 90).all()
    assert drawn.shape == image.shape
    assert not np.array_equal(drawn, image)


def test_values_and_doubts_have_their_own_colours_on_their_boxes() -> None:
    drawn = annotate(np.full((240, 320, 3), 90, np.uint8), DICE)
    for colour, (x0, x1) in ((SURE, (45, 115)), (DOUBTFUL, (145, 215))):
        here = (np.abs(drawn[:, x0:x1].astype(int) - colour).sum(axis=2) < 12).any(axis=1)
        assert here[55:125].any()
    assert (drawn[70:110, 60:100] == 90).all()


def test_nothing_read_leaves_the_picture_as_it_is() -> None:
    image = np.random.default_rng(1).integers(0, 256, (50, 60, 3), dtype=np.uint8)
    assert np.array_equal(annotate(image, Reading(())), image)


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (30, 40), (480, 640), (3000, 4000)])
def test_any_size_and_any_place_can_be_drawn(size: tuple[int, int]) -> None:
    height, width = size
    whole = (0.0, 0.0, float(width), float(height))
    corner = (width - 1.0, height - 1.0, float(width), float(height))
    reading = Reading(
        (Die(6, 0.7, whole, 3.0), Die(None, 0.1, corner, 3.0, 2, "pattern")),
        (SceneNote("dark"), SceneNote("empty-well", 4, whole), SceneNote("foreign", None, corner)),
    )
    assert annotate(np.zeros((height, width, 3), np.uint8), reading).shape == (height, width, 3)


def test_letters_grow_with_the_picture() -> None:
    reading = Reading((Die(5, 0.9, (100.0, 100.0, 200.0, 200.0), 0.0),))
    inked = [
        int((annotate(np.zeros((size, size, 3), np.uint8), reading) == 255).all(axis=2)[:90].sum())
        for size in (400, 1600)
    ]
    assert 0 < inked[0] < inked[1]
