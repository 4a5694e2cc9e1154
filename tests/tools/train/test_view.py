"""Views into pictures: what is shown at a place is what the faces say is there."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tools.train.augment import LEAST_HUE, Recolour, random_view, repaint_picture
from tools.train.labels import UNREADABLE, LabelledFace
from tools.train.view import CropTruth, cut, drop_illegible, layers, view_target
from vision.pictures import Image


def _spot(x: float, y: float, radius: float) -> Image:
    picture = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(
        picture, (round((x - 0.5) * 16), round((y - 0.5) * 16)), round(radius * 16), (255,) * 3, -1, cv2.LINE_AA, 4
    )
    return picture


@pytest.mark.parametrize("scale", [0.11, 0.3, 0.7, 1.0, 1.7])
def test_a_spot_is_seen_where_its_face_is(scale: float) -> None:
    kept, shrink = layers(_spot(300, 200, 14))
    assert shrink == 1
    rng = np.random.default_rng(3)
    for _ in range(8):
        matrix = random_view(rng, 256, (300, 200), scale, upright=False)
        view = kept.warp(matrix, 256)[..., 0].astype(float)
        (face,) = view_target(matrix, CropTruth((LabelledFace(300, 200, 14, 1),)), 256).faces
        ys, xs = np.mgrid[:256, :256] + 0.5
        assert (view * xs).sum() / view.sum() == pytest.approx(face.x, abs=0.25)
        assert (view * ys).sum() / view.sum() == pytest.approx(face.y, abs=0.25)
        # A disc of radius 14 has the area pi times that of the square of side 14, however it is stretched.
        assert math.sqrt(view.sum() / 255 / math.pi) == pytest.approx(face.side, rel=0.06)


def test_large_pictures_are_kept_smaller() -> None:
    kept, shrink = layers(np.zeros((3000, 2560, 3), np.uint8), most=1200)
    assert shrink == pytest.approx(0.4)
    assert kept.images[0].shape == (1200, 1024, 3)
    assert [image.shape[0] for image in kept.images[:3]] == [1200, 600, 300]


def test_a_face_that_lacks_pips_is_unreadable_and_one_outside_is_forgotten() -> None:
    same = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    whole, half, outside = LabelledFace(50, 50, 20, 3), LabelledFace(98, 50, 20, 4), LabelledFace(101, 20, 20, 5)
    seen = view_target(same, CropTruth((whole, half, outside), ((-10, 80, 30, 120),)), 100)
    assert seen == CropTruth((whole, replace(half, value=UNREADABLE)), ((0, 80, 30, 100),))


@pytest.mark.parametrize(("inside", "value"), [(30, 6), (12.7, 6), (8.9, UNREADABLE), (0, UNREADABLE)])
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_a_frame_cuts_on_all_four_sides(side: str, inside: float, value: int) -> None:
    places = {"left": (20 + inside, 60), "top": (60, 10 + inside), "right": (100 - inside, 60)}
    x, y = places.get(side, (60, 90 - inside))
    frame = (20, 10, 100, 90)
    assert cut(CropTruth((LabelledFace(x, y, 30, 6),)), frame).faces == (LabelledFace(x, y, 30, value),)


def test_where_nobody_knows_whether_a_pip_is_lost_nothing_is_asked() -> None:
    seen = cut(CropTruth((LabelledFace(90, 50, 30, 6),)), (0, 0, 100, 100))
    assert seen.faces == ()
    ((x0, y0, x1, y1),) = seen.ignore
    assert x0 < 70
    assert x1 == 100
    assert y0 < 30
    assert y1 > 70


def test_a_face_whose_pips_are_drowned_is_unknown() -> None:
    picture = np.full((100, 100, 3), 128, np.uint8)
    picture += np.random.default_rng(1).integers(0, 12, picture.shape, dtype=np.uint8)
    cv2.circle(picture, (30, 30), 4, (40, 40, 40), -1)
    clear, faint, cocked = LabelledFace(30.5, 30.5, 36, 1), LabelledFace(70, 70, 36, 1), LabelledFace(70, 30, 36, 0)
    seen = drop_illegible(picture, CropTruth((clear, faint, cocked), ((0, 0, 5, 5),)))
    assert seen.faces == (clear, cocked)
    assert seen.ignore == ((0, 0, 5, 5), (43, 43, 97, 97))


def test_a_repainted_picture_shows_the_same_between_two_colours_far_apart() -> None:
    grey = np.random.default_rng(1).integers(0, 256, (64, 64), dtype=np.uint8)
    picture = np.repeat(grey[..., None], 3, axis=2)
    order = np.argsort(grey, axis=None)
    shown = equally_bright = 0
    for seed in range(60):
        painted = repaint_picture(np.random.default_rng(seed), picture)
        if painted is picture:
            continue
        shown += 1
        line = painted.reshape(-1, 3)[order].astype(float)
        assert np.abs(line[-1] - line[0]).max() >= LEAST_HUE - 1
        share = (grey.ravel()[order, None] - float(grey.min())) / np.ptp(grey)
        assert np.abs(line - (line[0] + share * (line[-1] - line[0]))).max() <= 1
        equally_bright += abs(line[-1].mean() - line[0].mean()) < 20
    assert shown > 25
    assert equally_bright > 8


def test_pips_of_small_dice_stay_apart_however_they_are_blurred() -> None:
    face = np.full((64, 64, 3), 230, np.uint8)
    for x in (25, 39):
        cv2.circle(face, (x, 32), 3, (20, 20, 20), -1, cv2.LINE_AA)
    recolour, apart = Recolour(), 0
    for seed in range(60):
        grey = recolour(np.random.default_rng(seed), face, 28.0).astype(float).mean(axis=2)
        row = grey[30:35].mean(axis=0)
        apart += abs(row[32] - (row[25] + row[39]) / 2) > 0.4 * abs(row[8] - (row[25] + row[39]) / 2)
    assert apart >= 57
