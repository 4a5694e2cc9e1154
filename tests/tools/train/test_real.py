"""Dice cut out of plain grounds: the mask is the die's, and it lies where it is said to."""

import math

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.train.labels import LabelledFace
from tools.train.real import collage, cut_out, find_uncovered, lay_out, outline
from tools.train.view import CropTruth, layers
from vision.pictures import Image

GREEN = (40, 150, 30)


def _patch(colour: tuple[int, int, int] = GREEN) -> Image:
    return draw([DrawnDie(5, 50, 50, 40, 20, colour, (240, 240, 240))], (100, 100), (190, 195, 200))


def test_a_soft_shadow_is_no_part_of_a_die() -> None:
    patch = _patch()
    shade = np.ones((100, 100), np.float32)
    shade[45:85, 60:90] = 0.75
    bare = outline(patch, 40)
    shaded = outline(np.asarray(patch * cv2.GaussianBlur(shade, (0, 0), 3)[..., None], np.uint8), 40)
    assert bare is not None
    assert shaded is not None
    assert (shaded > 127).sum() == pytest.approx((bare > 127).sum(), rel=0.12)


def test_dice_that_do_not_differ_from_their_ground_are_left() -> None:
    assert outline(_patch(colour=(188, 193, 198)), 40) is None
    busy = np.random.default_rng(1).integers(0, 256, (100, 100, 3), dtype=np.uint8)
    assert outline(busy, 40) is None
    assert outline(_patch(), 70) is None
    assert outline(np.full((100, 100, 3), 90, np.uint8), 40) is None


def test_a_die_is_cut_out_with_its_face_in_the_middle() -> None:
    kept, _ = layers(draw([DrawnDie(3, 300, 200, 60, 10, GREEN)], (640, 480), (190, 195, 200)))
    for seed in range(12):
        die = cut_out(np.random.default_rng(seed), kept, LabelledFace(300, 200, 60, 3), 30)
        assert die is not None
        assert die.face.value == 3
        assert die.patch.shape[:2] == die.mask.shape == (75, 75)
        assert (die.mask > 127).sum() == pytest.approx(30**2, rel=0.15)
        ys, xs = np.nonzero(die.mask > 127)
        assert (xs.mean() + 0.5, ys.mean() + 0.5) == pytest.approx((die.face.x, die.face.y), abs=0.8)
    assert cut_out(np.random.default_rng(1), kept, LabelledFace(20, 200, 60, 3), 30) is None


def test_dice_are_laid_where_their_faces_say_and_never_on_each_other() -> None:
    kept, _ = layers(draw([DrawnDie(3, 300, 200, 60, 10, (30, 30, 220))], (640, 480), (190, 195, 200)))
    touching = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = [cut_out(rng, kept, LabelledFace(300, 200, 60, 3), 26) for _ in range(6)]
        dice = [die for die in found if die is not None]
        ground = np.full((256, 256, 3), 128, np.uint8)
        faces, covered = lay_out(rng, ground, dice)
        assert len(faces) >= 4
        for n, face in enumerate(faces):
            assert covered[int(face.y), int(face.x)] > 127
            for other in faces[:n]:
                far = math.hypot(face.x - other.x, face.y - other.y)
                assert far > 0.9 * face.side
                touching += far < 1.4 * face.side
        assert (covered > 127).sum() == pytest.approx(len(faces) * 26**2, rel=0.2)
        away = cv2.dilate(covered, np.ones((61, 61), np.uint8)) == 0
        assert (np.abs(ground[away].astype(int) - 128) <= 2).all()
    assert touching > 10


def test_faces_of_the_photograph_below_stay_or_become_unknown() -> None:
    free, under = LabelledFace(30, 30, 20, 4), LabelledFace(200, 200, 20, 5)
    covered = np.zeros((256, 256), np.uint8)
    covered[195:205, 195:205] = 255
    assert find_uncovered(CropTruth((free, under)), covered) == ((free,), ((188, 188, 212, 212),))


def test_a_collage_leaves_its_base_as_it_was() -> None:
    kept, _ = layers(draw([DrawnDie(3, 300, 200, 60, 10, GREEN)], (640, 480), (190, 195, 200)))
    die = cut_out(np.random.default_rng(2), kept, LabelledFace(300, 200, 60, 3), 30)
    assert die is not None
    base = np.full((128, 128, 3), 90, np.uint8)
    image, target = collage(np.random.default_rng(3), (base, CropTruth((), ((0, 0, 4, 4),))), [die])
    assert (base == 90).all()
    assert not np.array_equal(image, base)
    assert [face.value for face in target.faces] == [3]
    assert target.ignore == ((0, 0, 4, 4),)
