"""A lens that bends, and planes laid flat through it."""

import cv2
import numpy as np
import pytest

from tests.support.vision.plate_drawing import SIZE, camera
from vision.table.lens import Lens
from vision.table.rectify import View

STRONG = (-0.09, 0.03, 0.0008, -0.0006, 0.01)


def test_a_larger_picture_has_a_longer_lens() -> None:
    lens = Lens((1280, 720), (1000.0, 1001.0), (639.5, 359.5))
    # The middle between two pixels stays the middle.
    assert lens.matrix(2560) == pytest.approx(np.array([[2000.0, 0, 1279.5], [0, 2002.0, 719.5], [0, 0, 1]]))


def test_a_bent_plane_is_laid_flat_where_it_says() -> None:
    plain = camera(tilt=(0.02, 0.03, 0.1))
    view = View(plain.lens, plain.rotation, plain.translation, 0.0, np.array(STRONG))
    for place in ((62.0, 48.0), (150.0, 110.0), (240.0, 150.0)):
        picture = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        u, v = np.round(view.project(np.array([[*place, 18.0]]))[0]).astype(int)
        off = view.project(np.array([[*place, 18.0]]))[0] - (u, v)
        picture[v - 2 : v + 3, u - 2 : u + 3] = 255
        flat = view.flat(picture, 18.0, (place[0] - 50, place[1] - 30, place[0] + 50, place[1] + 30), 3.0)
        rows, columns = np.mgrid[: flat.shape[0], : flat.shape[1]]
        middle = np.array([np.average(columns, weights=flat), np.average(rows, weights=flat)])
        found = place + (middle + 0.5) / 3.0 - (50, 30)
        assert found == pytest.approx(np.array(place) - off * 0.33, abs=0.06)
        bare = View(plain.lens, plain.rotation, plain.translation, 0.0)
        if place[0] > 200:
            assert np.linalg.norm(bare.project(np.array([[*place, 18.0]])) - (u, v)) > 1.5


def test_no_bending_and_none_are_alike() -> None:
    plain = camera(tilt=(0.02, 0.03, 0.1))
    picture = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0]), dtype=np.uint8)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 3.0), np.uint8)
    view = View(plain.lens, plain.rotation, plain.translation, 0.0, np.zeros(5))
    area = (60.0, 60.0, 170.0, 140.0)
    assert np.abs(view.flat(picture, 18.0, area, 3.0).astype(int) - plain.flat(picture, 18.0, area, 3.0)).max() <= 3
