"""Dice that are seen from so low down that a side face looks like a top face have no value of a side face."""

from dataclasses import replace

import numpy as np
import pytest

from tools.odd_things.scenes import any_ground, develop_picture, spread_ground
from tools.odd_things.solids import AXES, OPPOSITE, make_die, throw_solid
from tools.odd_things.view import Canvas, DistantLight, PhotoView
from vision.photograph.reader import ALMOST_SURE, PhotographReader
from vision.pictures import Image

SIZE, SIDE = (480, 360), 16.0


def draw_low(number: int) -> tuple[Image, int]:
    """Return a picture of one die, seen 70 to 88 degrees from the vertical, and its value."""
    random = np.random.default_rng((number, 0x51DE))
    focal = SIZE[0] * float(random.uniform(1, 4))
    distance = SIDE * focal / float(random.uniform(40, 110))
    angles = (float(random.uniform(2, 20)), float(random.uniform(0, 360)), float(random.normal(0, 3)))
    view = PhotoView.over(SIZE, focal, distance, angles)
    canvas = Canvas(view, DistantLight.of(random), np.zeros((SIZE[1], SIZE[0], 3), np.float32))
    spread_ground(canvas, any_ground(random), SIDE, random)
    die = throw_solid(random, make_die(random))
    die = replace(die, middle=die.middle + np.array([*random.normal(0, SIDE, 2), 0]))
    die.shade(canvas)
    die.draw(canvas)
    top = int((AXES @ die.turn.T)[:, 2].argmax())
    return develop_picture(random, canvas.pixels, SIZE), OPPOSITE[top]


@pytest.mark.check
@pytest.mark.parametrize(
    ("number", "most"), [*((n, 0.0) for n in (14, 27, 39, 44, 62, 88, 103, 118, 130, 166)), (303, ALMOST_SURE)]
)
def test_a_side_face_seen_from_low_down_has_no_value_or_at_least_no_sure_one(number: int, most: float) -> None:
    picture, value = draw_low(number)
    dice = PhotographReader().read(picture).dice
    assert max((die.confidence for die in dice if die.value not in {None, value}), default=0.0) <= most
