"""The second look: what lies flat is read, what leans is said to lean, and what is no die gets no value."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.scripted_net import ScriptedFace, ScriptedLook, ScriptedNet
from vision.photograph.confidence_model import ConfidenceModel, find_second_faces
from vision.photograph.merged_scales import Detections, ScaledImage
from vision.photograph.net import Net
from vision.photograph.reader import PhotographReader, detect
from vision.photograph.second_look import Looks, SecondLook
from vision.pictures import Image, load_picture
from vision.reading import Die


def read(look: ScriptedLook) -> tuple[Die, ...]:
    net = ScriptedNet([ScriptedFace(400, 300, 60, 5)], 800)
    return PhotographReader(net, look).read(np.full((600, 800, 3), 90, np.uint8)).dice


def test_a_value_that_both_looks_agree_on_is_said() -> None:
    (die,) = read(ScriptedLook(value=5))
    assert (die.value, die.doubt) == (5, None)


def test_a_die_that_leans_has_no_value_and_is_said_to_lean() -> None:
    (die,) = read(ScriptedLook((0.03, 0.95, 0.02), 5))
    assert (die.value, die.doubt) == (None, "leans")


def test_what_is_no_die_has_no_value() -> None:
    assert [die.value for die in read(ScriptedLook((0.01, 0.01, 0.98), 5)) if die.value] == []


def test_two_looks_that_see_different_values_are_a_doubt() -> None:
    (die,) = read(ScriptedLook(value=6))
    assert (die.value, die.doubt) == (None, "pattern")


class TwoFaces(ScriptedLook):
    """Sees two faces, the upper of which it is surer of, and the vectors down the picture to the faces below them."""

    def __init__(self, upper: float, lower: float) -> None:
        super().__init__(value=5)
        self._upper, self._lower = upper, lower

    def look(self, seen: Sequence[ScaledImage], detections: Detections, rows: NDArray[np.intp]) -> Looks:
        looks = super().look(seen, detections, rows)
        above = detections.y < 330
        looks.kinds[~above] = 0.9, 0.05, 0.05
        looks.below[above, 1], looks.below[~above, 1] = self._upper, self._lower
        return looks


@pytest.mark.parametrize(("lower", "said"), [(0.4, [5, 5]), (-0.4, [5, None])])
def test_a_second_face_of_a_die_has_no_value(lower: float, said: list[int | None]) -> None:
    net = ScriptedNet([ScriptedFace(400, y, 60, 5) for y in (300, 360)], 800)
    model = replace(ConfidenceModel.load(), value_threshold=0.5)  # the vector counts as evidence too
    dice = PhotographReader(net, TwoFaces(0.4, lower), model).read(np.full((600, 800, 3), 90, np.uint8)).dice
    assert [die.value for die in sorted(dice, key=lambda die: die.box[1])] == said
    assert min(die.confidence for die in dice) > 0.5


@pytest.mark.parametrize(
    ("vectors", "apart", "second"),
    [
        (((0.0, 0.3), (0.1, -0.3)), 1.0, True),
        (((0.0, 0.3), (0.1, 0.3)), 1.0, False),  # two dice in a row
        (((0.0, 0.1), (0.0, -0.1)), 1.0, False),  # two dice from above
        (((0.0, -0.3), (0.0, 0.3)), 1.0, False),
        (((0.3, 0.0), (-0.3, 0.0)), 1.0, False),
        (((0.0, 0.3), (0.1, -0.3)), 1.2, False),
        (((np.nan, np.nan), (0.1, -0.3)), 1.0, False),
    ],
)
def test_vectors_of_two_faces_of_one_die_run_towards_each_other(
    vectors: tuple[tuple[float, float], tuple[float, float]], apart: float, second: bool
) -> None:
    x, y, side = (np.array(part, np.float32) for part in ((400, 400), (300, 300 + 60 * apart), (60, 60)))
    evidence = (np.zeros((2, *shape), np.float32) for shape in ((1,), (1, 7), (1, 2), (2, 6)))
    faces = Detections(x, y, side, *evidence)
    kinds, values, off = (np.zeros((2, wide), np.float32) for wide in (3, 6, 2))
    looks = Looks(kinds, values, off, np.array(vectors, np.float32))
    for sure in ((0.99, 0.95), (0.95, 0.99)):
        found = find_second_faces(faces, looks, np.array(sure, np.float32))
        assert found.tolist() == [second and sure[n] == 0.95 for n in (0, 1)]


@pytest.fixture(scope="module")
def picture() -> Image:
    return draw([DrawnDie(4, 200, 200, 70, 20), DrawnDie(6, 430, 260, 70, 65)])


def test_only_what_it_is_asked_for_is_looked_at(picture: Image) -> None:
    look, seen = detect(Net(), picture)
    looks = SecondLook().look(seen, look.detections, np.array([1]))
    assert not np.isnan(looks.kinds[1]).any()
    assert np.isnan(looks.kinds[0]).all()
    np.testing.assert_allclose(looks.kinds[1].sum(), 1, rtol=1e-5)
    np.testing.assert_allclose(looks.values[1].sum(), 1, rtol=1e-5)


def test_nothing_is_looked_at_without_detections() -> None:
    look, seen = detect(Net(), np.full((200, 200, 3), 128, np.uint8))
    assert len(SecondLook().look(seen, look.detections, np.zeros(0, np.intp)).kinds) == len(look.detections)


def test_rendered_dice_that_lie_flat_are_read_and_those_that_lean_are_said_to_lean() -> None:
    """The picture is the 37th of ``python -m tools.path_traced OUT --count 84 --seed 4100 --share 0.5``."""
    dice = PhotographReader().read(load_picture(Path(__file__).with_name("leaning.jpg"))).dice
    assert sorted((die.value, die.doubt) for die in dice if die.value) == [(2, None), (6, None), (6, None)]
    assert [die.doubt for die in dice if die.value is None] == ["leans"] * 3
