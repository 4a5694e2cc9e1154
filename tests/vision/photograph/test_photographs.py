"""The reader of photographs: what it says must not depend on how the picture was turned, scaled, coloured or cut."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.vision.drawn_dice import BLACK, GREEN, RED, SPOTS, WHITE, DrawnDie, draw, erase_pip
from tools.bench.readers import BlobDetector
from tools.train.wrong_labels import correct_label, load_wrong_labels
from vision.evaluation.comparison import ReadingScore, compare, score_of
from vision.evaluation.labels import Label, load_labels
from vision.photograph.reader import PhotographReader
from vision.pictures import Image, load_picture
from vision.reading import PictureReader, Reading

SMALL = (340, 240)
"""A picture for what happens at one edge: it is read in a third of the time."""

SIX = [
    DrawnDie(1, 120, 110, turn=10),
    DrawnDie(2, 320, 110, turn=35),
    DrawnDie(3, 520, 110, turn=75),
    DrawnDie(4, 120, 340, turn=20),
    DrawnDie(5, 320, 340, turn=50),
    DrawnDie(6, 520, 340, turn=80),
]


@pytest.fixture(scope="module")
def reader() -> PhotographReader:
    return PhotographReader()


def at(reading: Reading, x: float, y: float) -> int | None:
    """Return the value of the die whose box holds the point, None if there is none or it is in doubt."""
    held = [die for die in reading.dice if die.box[0] < x < die.box[2] and die.box[1] < y < die.box[3]]
    assert len(held) <= 1
    return held[0].value if held else None


def test_all_six_faces_are_read_in_their_places(reader: PhotographReader) -> None:
    reading = reader.read(draw(SIX))
    assert [at(reading, die.x, die.y) for die in SIX] == [1, 2, 3, 4, 5, 6]
    assert len(reading.dice) == 6


@pytest.mark.parametrize(
    ("colour", "pips", "ground"),
    [
        (BLACK, WHITE, (110, 125, 130)),
        (RED, WHITE, (110, 125, 130)),
        (GREEN, (60, 220, 230), (200, 205, 205)),
        (WHITE, RED, (40, 45, 50)),
    ],
)
def test_colours_do_not_matter(
    reader: PhotographReader, colour: tuple[int, int, int], pips: tuple[int, int, int], ground: tuple[int, int, int]
) -> None:
    dice = [DrawnDie(d.value, d.x, d.y, d.side, d.turn, colour, pips) for d in SIX]
    assert reader.read(draw(dice, ground=ground)).values == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    "factor", [0.4, 3.0, *(pytest.param(factor, marks=pytest.mark.check) for factor in (0.7, 1.5))]
)
def test_scale_does_not_matter(reader: PhotographReader, factor: float) -> None:
    picture = cv2.resize(draw(SIX), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    reading = reader.read(np.asarray(picture, np.uint8))
    assert reading.values == (1, 2, 3, 4, 5, 6)
    assert [at(reading, die.x * factor, die.y * factor) for die in SIX] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "wide", [160, 210, 330, *(pytest.param(wide, marks=pytest.mark.check) for wide in (190, 380, 430))]
)
def test_a_die_that_fills_a_small_picture_is_read(reader: PhotographReader, wide: int) -> None:
    for value, share in zip((3, 5, 6, 3), (0.6, 0.7, 0.8, 0.9), strict=True):
        die = DrawnDie(value, wide / 2, wide / 2, share * wide, 12)
        assert reader.read(draw([die], (wide, wide))).values == (value,)


@pytest.mark.parametrize("turns", [1, *(pytest.param(turns, marks=pytest.mark.check) for turns in (2, 3))])
def test_quarter_turns_do_not_matter(reader: PhotographReader, turns: int) -> None:
    assert reader.read(np.ascontiguousarray(np.rot90(draw(SIX), turns))).values == (1, 2, 3, 4, 5, 6)


def test_boxes_hold_the_whole_face_and_angles_are_those_of_its_edges(reader: PhotographReader) -> None:
    dice = [DrawnDie(5, 200, 200, 70, 30), DrawnDie(6, 420, 220, 70, 55)]
    reading = reader.read(draw(dice))
    for drawn, die in zip(dice, sorted(reading.dice, key=lambda die: die.box), strict=True):
        reach = 35 * (abs(np.cos(np.radians(drawn.turn))) + abs(np.sin(np.radians(drawn.turn))))
        x0, y0, x1, y1 = die.box
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((drawn.x, drawn.y), abs=2)
        # Real dice reach beyond the flat part of their top face; this drawing is nothing else.
        assert 2 * reach - 2 < x1 - x0 < 1.4 * 2 * reach
        assert (die.angle - drawn.turn + 45) % 90 - 45 == pytest.approx(0, abs=3)


@pytest.mark.parametrize("turn", [pytest.param(0, marks=pytest.mark.check), 20])
def test_a_face_with_a_lost_pip_is_not_read_as_another(reader: PhotographReader, turn: float) -> None:
    corners = [(value, spot) for value in range(2, 7) for spot in SPOTS[value] if abs(spot[0] * spot[1]) == 1]
    dice = [DrawnDie(value, 80 + 130 * (n % 5), 80 + 130 * (n // 5), 80, turn) for n, (value, _) in enumerate(corners)]
    picture = draw(dice, (660, 600))
    for die, (_, spot) in zip(dice, corners, strict=True):
        erase_pip(picture, die, spot)
    reading = reader.read(picture)
    said = [(die.value, at(reading, die.x, die.y)) for die in dice]
    # What is left of a 2, 3 or 4 is no face of any die; a 5 or 6 may still be taken for what it was.
    assert {value for own, value in said if own < 5} == {None}
    assert all(value in {None, own} for own, value in said)


def test_what_is_left_without_the_middle_pip_is_a_face_of_its_own(reader: PhotographReader) -> None:
    dice = [DrawnDie(3, 150, 240, 80, 20), DrawnDie(5, 400, 240, 80, 20)]
    picture = draw(dice)
    for die in dice:
        erase_pip(picture, die, (0, 0))
    assert reader.read(picture).values == (2, 4)


@pytest.mark.parametrize(
    ("value", "turn"),
    [
        (6, 30),
        *(
            pytest.param(value, turn, marks=pytest.mark.check)
            for value in (4, 5, 6)
            for turn in (0, 30, 90)
            if (value, turn) != (6, 30)
        ),
    ],
)
def test_no_value_is_said_of_a_die_that_the_edge_cuts(reader: PhotographReader, value: int, turn: float) -> None:
    width, height = SMALL
    for x, other in ((-20, 0), (-10, 10), (5, 20)):
        cut = [DrawnDie(value, x, 120, 80, turn), DrawnDie(value, width - other, 120, 80, turn)]
        picture = draw([*cut, DrawnDie(3, width / 2, height / 2, 80)], SMALL)
        assert {*reader.read(picture).values} <= {3}


@pytest.mark.parametrize(
    ("value", "turn"),
    [(4, 45), (6, 0), *(pytest.param(*case, marks=pytest.mark.check) for case in ((5, 45), (6, 45), (6, 90)))],
)
def test_a_die_that_the_edge_touches_is_read_right_or_not(reader: PhotographReader, value: int, turn: float) -> None:
    width, height = SMALL
    for x, other in ((22, 30), (26, 34), (24, 32), (28, 36)):
        dice = [DrawnDie(value, x, 120, 80, turn), DrawnDie(value, width - other, 120, 80, turn)]
        reading = reader.read(draw([*dice, DrawnDie(3, width / 2, height / 2, 80)], SMALL))
        assert all(at(reading, die.x, die.y) in {None, value} for die in dice)


@pytest.mark.parametrize("level", [0, 128, 255])
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (11, 400), (300, 300)])
def test_nothing_is_read_in_a_plain_picture(reader: PhotographReader, level: int, shape: tuple[int, int]) -> None:
    assert reader.read(np.full((*shape, 3), level, np.uint8)).dice == ()


def test_no_value_is_said_of_noise(reader: PhotographReader) -> None:
    for seed in range(2):
        noise = np.random.default_rng(seed).integers(0, 256, (240, 320, 3), dtype=np.uint8)
        for picture in (noise, cv2.GaussianBlur(noise, (0, 0), 2.5)):
            assert reader.read(np.asarray(picture, np.uint8)).values == ()


def test_many_dice_are_read(reader: PhotographReader) -> None:
    rng = np.random.default_rng(5)
    dice = [
        DrawnDie(int(rng.integers(1, 7)), 60 + 100 * (n % 6), 60 + 100 * (n // 6), 44, float(rng.uniform(0, 90)))
        for n in range(36)
    ]
    reading = reader.read(draw(dice, (620, 620)))
    said = [at(reading, die.x, die.y) for die in dice]
    assert all(value in {None, die.value} for value, die in zip(said, dice, strict=True))
    assert said.count(None) <= 1
    assert len(reading.dice) == 36


def rate(photos: Path, labels: list[Label], reader: PictureReader) -> ReadingScore:
    total = ReadingScore()
    for label in labels:
        image: Image = load_picture(photos / label.file)
        total += score_of(compare(label, reader.read(image), (image.shape[1], image.shape[0])))
    return total


@pytest.mark.parametrize(
    ("folder", "right", "limits"),
    [
        ("machine", 2, (10, 0)),
        *(
            pytest.param(*case, marks=pytest.mark.check)
            for case in (("nell", 1, (24, 1)), ("damian", 3, (11, 0)), ("aws", 1, (18, 1)), ("matteo", 3, (9, 0)))
        ),
    ],
)
def test_photographs_are_read_better_than_by_the_popular_recipe(
    photos: Path, reader: PhotographReader, folder: str, right: int, limits: tuple[int, int]
) -> None:
    labels = [label for label in load_labels(photos) if label.folder == folder]
    chosen = labels[3 :: len(labels) // 8][1:8:2]
    ours, theirs = (rate(photos, chosen, each) for each in (reader, BlobDetector()))
    assert ours.pictures == theirs.pictures == 4
    assert ours.right >= right
    least_correct, most_wrong = limits
    assert ours.correct >= least_correct
    assert ours.wrong <= most_wrong
    assert ours.right > theirs.right
    assert theirs.said > 0
    assert ours.correct / ours.said > theirs.correct / theirs.said


def test_no_value_is_said_where_there_are_no_dice(photos: Path, reader: PhotographReader) -> None:
    score = rate(photos, [label for label in load_labels(photos) if label.kind == "empty"], reader)
    assert score.pictures == 4
    assert score.said == 0


@pytest.mark.soak
def test_all_photographs_keep_the_floor(photos: Path, reader: PhotographReader) -> None:
    # The net knows these pictures, so it has to be better than on the same folders left out: 66.8 %, 0.35 % wrong.
    known = load_wrong_labels()
    labels = [correct_label(label, known) for label in load_labels(photos) if label.kind == "scene"]
    score = rate(photos, labels, reader)
    assert score.right >= 0.77 * score.pictures
    assert score.correct >= 0.9955 * score.said
    assert score.wrong <= 0.03 * score.pictures
