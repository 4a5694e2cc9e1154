"""How clearly a face is seen, measured on faces that were blurred and burnt out by known amounts."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.support.vision.drawn_dice import BLACK, RED, WHITE, DrawnDie, draw
from tests.support.vision.spoiled import blur_by_motion, blur_picture, overexpose
from tools.train.labels import load_pictures
from vision.photograph.clarity import BURNT, SHAKEN, WIDE_IF_UNSURE, Clarity, clarity_of
from vision.photograph.merged_scales import ScaledImage
from vision.photograph.reader import PhotographReader
from vision.pictures import Image, load_picture

SIDE = 90.0
COLOURS = [(WHITE, BLACK), (BLACK, WHITE), (RED, WHITE), ((150, 150, 150), (90, 90, 90))]

Colour = tuple[int, int, int]


def face(value: int = 5, turn: float = 20.0, colour: Colour = WHITE, pips: Colour = BLACK) -> Image:
    return draw([DrawnDie(value, 160, 120, 1.1 * SIDE, turn, colour, pips)], (320, 240), noise=0)


def noisy(image: Image, level: float) -> Image:
    return np.clip(image + np.random.default_rng(2).normal(0, level, image.shape), 0, 255).astype(np.uint8)


def of(image: Image) -> Clarity:
    return clarity_of([ScaledImage(1.0, image)], (160, 120, SIDE))


def soft(image: Image, share: float) -> Image:
    """Return the picture blurred by a share of the face's side."""
    return blur_picture(image, share * SIDE)


@pytest.mark.parametrize(("colour", "pips"), COLOURS)
def test_the_width_of_edges_is_that_of_the_blur_whatever_the_colours(colour: Colour, pips: Colour) -> None:
    for share in (0.045, 0.06, 0.08, 0.1):
        assert of(soft(face(1, 20, colour, pips), share)).width == pytest.approx(share, rel=0.3)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("level", [0, 4])
def test_edges_grow_wider_with_the_blur_also_under_noise(value: int, level: float) -> None:
    shares = (0.02, 0.04, 0.06, 0.08, 0.1)
    widths = [of(noisy(soft(face(value), share), level)).width for share in shares]
    assert widths == sorted(widths)
    assert of(noisy(face(value), level)).width < 0.8 * WIDE_IF_UNSURE
    # The edges of many pips lie near each other and make a blur look less than it is.
    assert widths[-2] > WIDE_IF_UNSURE


def test_shading_is_no_wide_edge() -> None:
    ramp = 0.6 * (1 + 0.9 * (np.arange(320) - 160) / SIDE)
    shaded = np.clip(face(1, 20, (230, 230, 230), (200, 200, 200)) * ramp[None, :, None], 0, 255).astype(np.uint8)
    assert of(shaded).width < 0.8 * WIDE_IF_UNSURE


@pytest.mark.parametrize("seed", range(6))
def test_pips_drawn_out_by_motion_are_uneven(seed: int) -> None:
    image = face(4, 10 * seed)
    assert of(image).uneven < SHAKEN / 2
    assert of(blur_by_motion(image, 0.45 * SIDE, 0.4 * seed)).uneven > SHAKEN


def test_what_is_burnt_out_is_counted_on_the_face_alone() -> None:
    assert of(face()).burnt == 0
    assert of(overexpose(face(), 1.4)).burnt > 3 * BURNT
    lamp = face(colour=RED)
    lamp[:60] = 255
    assert of(lamp).burnt == 0


def test_a_plain_picture_has_no_edges() -> None:
    assert of(np.full((240, 320, 3), 90, np.uint8)) == Clarity(0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("clarity", "sure", "unsure"),
    [
        (Clarity(0.02, 2.0, 0.0), (False, False), (False, False)),
        (Clarity(0.04, 2.0, 0.0), (False, False), (True, False)),
        (Clarity(0.05, 2.0, 0.0), (True, False), (True, False)),
        (Clarity(0.03, 9.0, 0.0), (False, False), (True, False)),
        (Clarity(0.02, 9.0, 0.0), (False, False), (False, False)),
        (Clarity(0.02, 2.0, 0.5), (False, False), (False, True)),
        (Clarity(0.02, 2.0, 0.5, 4, white=True), (False, False), (False, True)),
        (Clarity(0.02, 2.0, 0.5, 5, white=True), (False, False), (False, False)),
        (Clarity(0.02, 2.0, 0.5, 5), (False, False), (False, True)),
    ],
)
def test_more_is_asked_of_a_face_whose_value_is_less_sure(
    clarity: Clarity, sure: tuple[bool, bool], unsure: tuple[bool, bool]
) -> None:
    assert (clarity.is_blurred(5, 0.995), clarity.is_glaring(5, 0.995)) == sure
    assert (clarity.is_blurred(5, 0.95), clarity.is_glaring(5, 0.95)) == unsure


def test_one_pip_alone_may_have_wider_edges() -> None:
    assert [Clarity(0.06, 1.0, 0.0).is_blurred(value, 0.999) for value in (1, 2)] == [False, True]
    assert [Clarity(0.04, 1.0, 0.0).is_blurred(value, 0.95) for value in (1, 2)] == [False, True]
    assert Clarity(0.08, 1.0, 0.0).is_blurred(1, 0.999)


@pytest.fixture(scope="module")
def reader() -> PhotographReader:
    return PhotographReader()


def test_of_drawn_dice_out_of_focus_no_wrong_value_is_said_and_the_doubt_is_blur(reader: PhotographReader) -> None:
    dice = [DrawnDie(n % 6 + 1, 70 + 100 * (n % 6), 70 + 110 * (n // 6), 52, 17 * n) for n in range(12)]
    picture = draw(dice, (640, 260))
    assert reader.read(picture).values == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    for sigma in (2.6, 4.0):
        found = sorted(reader.read(blur_picture(picture, sigma)).dice, key=lambda die: (die.box[1] > 120, die.box[0]))
        assert all(die.value in {None, own.value} for die, own in zip(found, dice, strict=True))
    doubts = [die.doubt for die in found if die.doubt]
    assert set(doubts) == {"blur"}
    assert 2 <= len(doubts) <= len(dice) // 2


@pytest.mark.check
def test_spoiled_photographs_have_few_wrong_values(photos: Path, reader: PhotographReader) -> None:
    """A value is wrong if no face shows it; blur and motion are those of a face of 32 pixels."""
    dice, doubts, wrong = 0, Counter[str](), 0
    for folder in ("damian", "matteo"):
        labelled = [picture for picture in load_pictures(photos, [folder]) if picture.faces and not picture.ignore]
        for number, picture in enumerate(labelled[::40][:3]):
            sizes, image = [face.side for face in picture.faces], load_picture(picture.path)
            much = float(np.median(sizes)) / 32
            for spoiled in (blur_picture(image, 3 * much), blur_by_motion(image, 10 * much, number)):
                reading = reader.read(spoiled)
                dice += len(sizes)
                doubts.update(die.doubt for die in reading.dice if die.doubt)
                wrong += (Counter(reading.values) - Counter(face.value for face in picture.faces)).total()
    assert dice >= 12
    assert wrong <= 1
    assert doubts["blur"] >= 3


@pytest.mark.parametrize(
    ("pips", "value", "lacks"), [(3, 4, True), (2, 3, True), (1, 2, False), (4, 4, False), (0, 1, False), (5, 4, False)]
)
def test_a_pip_is_missing_where_one_fewer_is_counted(pips: int, value: int, lacks: bool) -> None:
    assert Clarity(0.02, 2.0, 0.0, pips).lacks_a_pip(value) is lacks
