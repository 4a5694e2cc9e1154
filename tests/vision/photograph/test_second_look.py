"""The second look: flat dice are read, leaning ones named, and markers and what is no die get no value."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.scripted_net import ScriptedFace, ScriptedLook, ScriptedNet
from vision.calibration.target import Target
from vision.photograph.confidence_model import ConfidenceModel, find_agreement, find_slight_doubts
from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import Detections, ScaledImage
from vision.photograph.net import Floats, Net
from vision.photograph.reader import PhotographReader, detect
from vision.photograph.second_look import Looks, SecondLook, find_certain
from vision.pictures import Image, load_picture
from vision.reading import Die


def read(look: ScriptedLook) -> tuple[Die, ...]:
    net = ScriptedNet([ScriptedFace(400, 300, 60, 5)], 800)
    return PhotographReader(net, look).read(np.full((600, 800, 3), 90, np.uint8)).dice


class TwoFaces(ScriptedLook):
    """Sees two faces, the upper of which it is surer of, and the vectors down the picture to the faces below them."""

    def __init__(self, upper: float, lower: float) -> None:
        super().__init__(value=5)
        self._upper, self._lower = upper, lower

    def look(
        self, seen: Sequence[ScaledImage], detections: Detections, there: Floats, certain: NDArray[np.integer]
    ) -> Looks:
        looks = super().look(seen, detections, there, certain)
        above = detections.y < 330
        looks.kinds[~above] = 0.9, 0.05, 0.05
        looks.below[above, 1], looks.below[~above, 1] = self._upper, self._lower
        return looks


@pytest.fixture(scope="module")
def picture() -> Image:
    return draw([DrawnDie(4, 200, 200, 70, 20), DrawnDie(6, 430, 260, 70, 65)])


WIDTH, HEIGHT = 800, 600

DICTIONARIES = (cv2.aruco.DICT_5X5_1000, cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36h11)


def lay(paper: Image, middle: tuple[float, float], side: float, turn: float, slant: float = 1.0) -> Image:
    """Return a grey picture on which a sheet ``side`` pixels wide lies, turned by degrees and pressed together."""
    height, width = paper.shape
    angle, by = math.radians(turn), side / width
    linear = (
        by * np.array([[1, 0], [0, slant]]) @ [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
    )
    matrix = np.column_stack([linear, np.array(middle) - linear @ (width / 2, height / 2)])
    ground = np.full((HEIGHT, WIDTH), 105, np.uint8)
    cv2.warpAffine(paper, matrix, (WIDTH, HEIGHT), ground, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    noisy = cv2.GaussianBlur(ground, (0, 0), 0.8) + np.random.default_rng(3).normal(0, 4, ground.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def marker(dictionary: int, number: int) -> Image:
    """Return a marker with a white rim of a sixth of its side."""
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, 240)
    return np.pad(np.asarray(drawn, np.uint8), 40, constant_values=255)


@pytest.fixture(scope="module")
def board() -> Image:
    target = Target.from_dimensions(dimensions())
    return np.asarray(target.board().generateImage(tuple(120 * count for count in target.squares)), np.uint8)


@pytest.mark.parametrize(
    ("look", "said"),
    [
        (ScriptedLook(value=5), (5, None)),
        (ScriptedLook(value=6), (None, "faint")),
        (ScriptedLook((0.03, 0.95, 0.02), 5), (None, "leans")),
    ],
)
def test_a_value_is_said_that_both_looks_agree_on(look: ScriptedLook, said: tuple[int | None, str | None]) -> None:
    (die,) = read(look)
    assert (die.value, die.doubt) == said


@pytest.mark.parametrize(
    ("other", "value", "said"), [(0.98, 5, (5, None)), (0.995, 5, (None, "faint")), (0.98, None, (None, "faint"))]
)
def test_what_the_second_look_calls_something_else_is_a_doubt_unless_both_agree_on_its_value(
    other: float, value: int | None, said: tuple[int | None, str | None]
) -> None:
    (die,) = read(ScriptedLook((0.999 - other, 0.001, other), value))
    assert (die.value, die.doubt) == said
    assert die.confidence < 0.99


ROW = (100, 300, 500, 700)


@pytest.mark.parametrize(
    ("places", "unlike", "below", "given", "never_sure"),
    [
        (ROW, (0.02, 0.01), 0.5, True, False),
        (ROW, (0.02, 0.01), 0.3, True, True),
        (ROW, (0.02, 0.01), 0.05, False, True),
        (ROW, (0.005, 0.08), 0.05, True, False),
        (ROW, (0.2, 0.1), 0.5, True, True),
        ((100,), (0.2, 0.1), 0.5, False, True),
        ((100, 110), (0.2, 0.1), 0.5, False, True),  # the same face, found twice
        ((100,), (0.15, 0.04), 0.5, True, True),
        ((100,), (0.02, 0.02), 0.5, True, True),
        ((100,), (0.02, 0.005), 0.5, True, False),
        ((100,), (0.04, 0.26), 0.5, True, True),  # both looks agree on the value
    ],
)
def test_a_die_that_lies_otherwise_than_the_others_or_is_alone_and_hardly_flat_is_never_sure_or_has_no_value(
    places: tuple[float, ...], unlike: tuple[float, float], below: float, given: bool, never_sure: bool
) -> None:
    count = len(places)
    full, none, no = np.full(count, 0.97, np.float32), np.zeros(count, np.float32), np.zeros(count, np.bool_)
    empty = (np.zeros((count, *rest), np.float32) for rest in ((1,), (1, 7), (1, 2), (2, 6)))
    x, y, side = (np.array(part, np.float32) for part in (places, [300] * count, [60] * count))
    faces = Detections(x, y, side, *empty)
    scored = ScoredDetections(full, full, full * full, np.full(count, 4), none, none, no, no, no, none, none)
    downward = np.array([(0, below), *[(0, 0.5)] * (count - 1)], np.float32)
    kinds = np.array([(1 - sum(unlike), *unlike), *[(0.98, 0.01, 0.01)] * (count - 1)], np.float32)
    looks = Looks(
        kinds, np.tile(np.eye(6, dtype=np.float32)[3], (count, 1)), np.zeros((count, 2), np.float32), downward
    )
    model = ConfidenceModel.load()
    judged = model.weigh(scored, faces, looks, (800, 600))
    assert (judged.confidence >= model.value_threshold).tolist() == [given, *[True] * (count - 1)]
    assert judged.never_sure[0] == never_sure


@pytest.mark.parametrize(("lower", "said"), [(0.4, [5, 5]), (-0.4, [5, None])])
def test_a_second_face_of_a_die_has_no_value(lower: float, said: list[int | None]) -> None:
    net = ScriptedNet([ScriptedFace(400, y, 60, 5) for y in (300, 360)], 800)
    model = replace(ConfidenceModel.load(), value_threshold=0.5)  # the vector counts as evidence too
    dice = PhotographReader(net, TwoFaces(0.4, lower), model).read(np.full((600, 800, 3), 90, np.uint8)).dice
    assert [die.value for die in sorted(dice, key=lambda die: die.box[1])] == said
    assert min(die.confidence for die in dice) > 0.5


class CountedTurns(SecondLook):
    """Gives each face the same probabilities, and counts the turns that it is looked at."""

    def __init__(self, kinds: tuple[float, float, float], value: float) -> None:
        self.turns = 0
        self._said = np.zeros(19, np.float32)
        self._said[:9] = np.log([*kinds, *[(1 - value) / 5] * 3, value, *[(1 - value) / 5] * 2])

    def _look_at(self, _seen: Any, _detections: Any, rows: NDArray[np.intp], _turn: float) -> Floats:
        self.turns += 1
        return np.tile(self._said, (len(rows), 1))


@pytest.mark.parametrize(
    ("there", "certain", "kinds", "value", "turns"),
    [
        (0.04, 0, (0.6, 0.1, 0.3), 0.9, 0),
        (0.06, 0, (0.6, 0.1, 0.3), 0.9, 1),
        (0.06, 4, (0.91, 0.01, 0.08), 0.98, 1),
        (0.9, 0, (0.6, 0.1, 0.3), 0.9, 4),
        (0.9, 0, (0.995, 0.003, 0.002), 0.995, 2),
        (0.9, 0, (0.995, 0.003, 0.002), 0.98, 4),
        (0.9, 0, (0.003, 0.002, 0.995), 0.9, 2),
        (0.9, 4, (0.91, 0.01, 0.08), 0.98, 2),
        (0.9, 4, (0.6, 0.01, 0.39), 0.98, 3),
        (0.9, 4, (0.6, 0.03, 0.37), 0.98, 4),
        (0.9, 4, (0.4, 0.01, 0.59), 0.98, 4),
        (0.9, 3, (0.91, 0.01, 0.08), 0.98, 4),
    ],
)
def test_a_likely_face_is_looked_at_until_it_is_settled(
    there: float, certain: int, kinds: tuple[float, float, float], value: float, turns: int
) -> None:
    nothing = (np.zeros((1, *rest), np.float32) for rest in ((), (), (), (1,), (1, 7), (1, 2), (2, 6)))
    second = CountedTurns(kinds, value)
    looks = second.look((), Detections(*nothing), np.array([there]), np.array([certain]))
    assert second.turns == turns
    assert looks.kinds[0] == pytest.approx(kinds if turns else [np.nan] * 3, nan_ok=True, abs=1e-6)


@pytest.mark.parametrize(
    ("there", "right", "certain"),
    [
        ((0.81, 0.9), (0.98, 0.99), [3, 5]),
        ((0.81, 0.9), (0.98, 0.96), [0, 0]),
        ((0.79, 0.9), (0.98, 0.99), [0, 0]),
        ((0.09, 0.9), (0.3, 0.99), [3, 5]),  # hardly a die
    ],
)
def test_the_first_look_is_certain_of_all_likely_faces_or_of_none(
    there: tuple[float, float], right: tuple[float, float], certain: list[int]
) -> None:
    found = find_certain(np.array(there, np.float32), np.array(right, np.float32), np.array([3, 5]))
    assert found.tolist() == certain


def test_nothing_is_looked_at_without_detections() -> None:
    look, seen = detect(Net(), np.full((200, 200, 3), 128, np.uint8))
    nothing = np.zeros(0, np.float32)
    assert len(SecondLook().look(seen, look.detections, nothing, nothing.astype(int)).kinds) == len(look.detections)


def test_rendered_dice_that_lie_flat_are_read_and_those_that_lean_are_said_to_lean() -> None:
    """The picture is the 37th of ``python -m tools.path_traced OUT --count 84 --seed 4100 --share 0.5``."""
    dice = PhotographReader().read(load_picture(Path(__file__).with_name("leaning.jpg"))).dice
    assert sorted((die.value, die.doubt) for die in dice if die.value) == [(2, None), (6, None), (6, None)]
    assert [die.doubt for die in dice if die.value is None] == ["leans"] * 4, "of one die two faces are seen"


def test_the_board_by_which_a_lens_is_measured_gets_no_value_by_the_second_look(board: Image) -> None:
    picture = lay(board, (400, 300), 320, 100, 0.85)
    assert PhotographReader().read(picture).values == ()
    assert PhotographReader(second=ScriptedLook(value=6)).read(picture).values, "the first look alone would read it"


@pytest.mark.parametrize("dictionary", DICTIONARIES)
def test_no_marker_gets_a_value(dictionary: int) -> None:
    reader = PhotographReader()
    for number in range(0, 18, 6):
        picture = lay(marker(dictionary, number), (400, 300), 80 + 5 * number, 31 * number, 1 - 0.02 * number)
        assert reader.read(picture).values == (), number


AGREED, STRANGE, FLAT = (0.1, 0, 0.9), (0, 0, 1), (1, 0, 0)


@pytest.mark.parametrize(
    ("far", "other", "value", "right", "agreed_and_never_sure"),
    [
        (4.0, FLAT, 4, 0.97, (True, False)),
        (4.0, FLAT, 4, 0.85, (False, True)),  # the first look by itself would not give the value
        (4.0, STRANGE, 4, 0.97, (False, False)),
        (4.0, AGREED, 4, 0.97, (False, False)),  # all show the same, as sockets do
        (4.0, AGREED, 6, 0.97, (True, False)),  # dice of a kind that the second look does not know
        (0.1, STRANGE, 4, 0.97, (True, False)),  # the same face, found twice
        (1.1, FLAT, 4, 0.97, (True, True)),
        (1.1, AGREED, 6, 0.97, (False, True)),  # two halves of a domino
    ],
)
def test_agreement_counts_for_nothing_where_other_faces_are_something_else(
    far: float, other: tuple[float, float, float], value: int, right: float, agreed_and_never_sure: tuple[bool, bool]
) -> None:
    count = 3
    full, none, no = np.full(count, 0.97, np.float32), np.zeros(count, np.float32), np.zeros(count, np.bool_)
    x = np.array([0, far, -far], np.float32)
    empty = (np.zeros((count, *rest), np.float32) for rest in ((1,), (1, 7), (1, 2), (2, 6)))
    faces = Detections(x, none, np.ones(count, np.float32), *empty)
    best = np.array([4, value, value])
    value_right = np.array([right, 0.97, 0.97], np.float32)
    scored = ScoredDetections(full, value_right, full * full, best, none, none, no, no, no, none, none)
    looks = Looks(
        np.array([AGREED, other, other], np.float32),
        np.eye(6, dtype=np.float32)[best - 1],
        *np.zeros((2, count, 2), np.float32),
    )
    found = (rule(scored, faces, looks)[0] for rule in (find_agreement, find_slight_doubts))
    assert tuple(found) == agreed_and_never_sure
