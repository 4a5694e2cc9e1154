"""Why a face without a value has none: too dark, seen too flat, behind something, without pips, or too small."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vision.drawn_dice import BLACK, GREEN, WHITE, DrawnDie, draw
from tests.support.vision.scripted_net import ScriptedFace, ScriptedLook, ScriptedNet
from vision.annotate import Colour
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.merged_scales import Detections, ScaledImage
from vision.photograph.net import Floats
from vision.photograph.reader import PhotographReader, detect, look_again
from vision.photograph.reasons import name_reason
from vision.photograph.second_look import Looks
from vision.pictures import Image

FACE = (400.0, 300.0, 60.0)


class LowLook(ScriptedLook):
    """Sees all faces at the same slant, without a value: the vector below is this long."""

    def __init__(self, kinds: tuple[float, float, float], below: float) -> None:
        super().__init__(kinds, None)
        self._below = below

    def look(
        self, seen: Sequence[ScaledImage], detections: Detections, there: Floats, certain: NDArray[np.integer]
    ) -> Looks:
        looks = super().look(seen, detections, there, certain)
        looks.below[:, 1] = self._below
        return looks


def make(
    light: float = 1.0, veil: float = 0.0, bar: float | None = None, face: tuple[Colour, Colour] = (WHITE, BLACK)
) -> Image:
    """Return a drawn five under less light, behind a veil that adds light, or with a slanting bar over it.

    The bar lets this part of the light through.
    """
    picture = draw([DrawnDie(5, FACE[0], FACE[1], FACE[2], 20, *face)]).astype(np.float32) * light
    picture += veil * (255 - picture)
    if bar is not None:
        over = np.zeros(picture.shape[:2], np.uint8)
        cv2.line(over, (300, 220), (500, 400), 1, 4, cv2.LINE_8)
        picture[over > 0] *= bar
    return np.asarray(picture.round().clip(0, 255), np.uint8)


FLAT = (0.98, 0.01, 0.01)


@pytest.mark.parametrize(
    ("spoiled", "kinds", "below", "side", "said"),
    [
        ({}, FLAT, 0.3, 60, "pattern"),
        ({"light": 0.1}, FLAT, 1.1, 60, "dim"),
        ({"veil": 0.6}, FLAT, 0.3, 60, "behind"),
        ({}, FLAT, 1.1, 60, "slanted"),
        ({}, (0.6, 0.3, 0.1), 1.1, 60, "pattern"),
        ({}, (0.1, 0.01, 0.89), 0.3, 60, "other"),
        ({}, FLAT, 0.3, 20, "small"),
        ({"bar": 0.7}, FLAT, 0.3, 60, "behind"),
        ({"bar": 1.4, "face": (GREEN, WHITE)}, FLAT, 0.3, 60, "behind"),
        ({"face": ((40, 30, 90), (45, 50, 120))}, FLAT, 0.3, 60, "faint"),
    ],
)
def test_a_doubt_names_the_first_reason_that_fits(
    spoiled: dict[str, Any], kinds: tuple[float, float, float], below: float, side: float, said: str
) -> None:
    net = ScriptedNet([ScriptedFace(*FACE, 5, sure=0.3)], 800)
    look, seen = detect(net, make(**spoiled))
    _, judged = look_again(look, seen, LowLook(kinds, below), ConfidenceModel.load())
    assert name_reason(seen, (*FACE[:2], side), judged, 0, look.scale) == said


def test_a_reading_says_the_reason() -> None:
    net = ScriptedNet([ScriptedFace(*FACE, 5, sure=0.3)], 800)
    (die,) = PhotographReader(net, LowLook(FLAT, 1.1)).read(make()).dice
    assert (die.value, die.doubt) == (None, "slanted")
