"""The second look: what lies flat is read, what leans is said to lean, and what is no die gets no value."""

from pathlib import Path

import numpy as np
import pytest

from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.scripted_net import ScriptedFace, ScriptedLook, ScriptedNet
from vision.photograph.net import Net
from vision.photograph.reader import PhotographReader, detect
from vision.photograph.second_look import SecondLook
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
