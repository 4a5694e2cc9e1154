from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.vision.scripted_net import ScriptedFace, ScriptedLook, ScriptedNet
from vision.errors import VisionError
from vision.evaluation.reliability import Curve
from vision.photograph.confidence_model import ConfidenceModel, Logistic, find_pips, select_dice
from vision.photograph.features import context_features, extract_features
from vision.photograph.merged_scales import Detections
from vision.photograph.pose import OVER
from vision.photograph.reader import BREADTH, SMALLEST, PhotographReader, PictureDetections, decide, look_again
from vision.pictures import Image
from vision.reading import Die, Reading

SURE = ScriptedFace(400, 300, 60, 5)
EVEN = Curve((-20.0, 0.0, 3.0, 20.0), (0.0, 0.5, 0.95, 1.0))


def plain(numbers: int, counting: int = 0, offset: float = 0.0) -> Logistic:
    """Return a regression that looks at one number only."""
    slope = [0.0] * numbers
    slope[counting] = 1.0
    return Logistic((0.0,) * numbers, (1.0,) * numbers, tuple(slope), offset)


@pytest.fixture
def model() -> ConfidenceModel:
    """Return a model that goes by heat and margin alone."""
    return ConfidenceModel(plain(15), plain(7), plain(15), plain(2), plain(5), plain(2), EVEN, 0.9, 0.3)


def blank(width: int = 1600, height: int = 1200) -> Image:
    return np.full((height, width, 3), 90, np.uint8)


def read(model: ConfidenceModel, *faces: ScriptedFace) -> Reading:
    return PhotographReader(ScriptedNet(list(faces), 1600), ScriptedLook(), model).read(blank())


def settle(look: PictureDetections, model: ConfidenceModel) -> Reading:
    return decide(*look_again(look, (), ScriptedLook(), model), (), model)


def only(reading: Reading) -> Die:
    (die,) = reading.dice
    return die


def test_what_the_net_is_sure_of_is_said(model: ConfidenceModel) -> None:
    die = only(read(model, SURE))
    assert (die.value, die.doubt) == (5, None)
    assert die.confidence > 0.9
    x0, y0, x1, y1 = die.box
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((400, 300), abs=1)
    assert 60 < x1 - x0 < 105


def test_a_value_that_is_not_sure_is_a_doubt(model: ConfidenceModel) -> None:
    die = only(read(model, ScriptedFace(400, 300, 60, 5, sure=0.3)))
    assert (die.value, die.doubt) == (None, "faint")


@pytest.mark.parametrize(("leans", "doubt"), [(0.01, "faint"), (0.6, "leans")])
def test_a_face_that_nobody_should_read_leans_if_seen_so(model: ConfidenceModel, leans: float, doubt: str) -> None:
    net, look = ScriptedNet([ScriptedFace(400, 300, 60, 0)], 1600), ScriptedLook((0.99 - leans, leans, 0.01))
    die = only(PhotographReader(net, look, model).read(blank()))
    assert (die.value, die.doubt) == (None, doubt)


@pytest.mark.parametrize("sure", [0.3, 8.0])
def test_a_face_cut_by_the_edge_has_no_value_and_a_box_in_the_picture(model: ConfidenceModel, sure: float) -> None:
    die = only(read(model, ScriptedFace(12, 300, 60, 5, sure=sure)))
    assert die.doubt == "edge"
    assert die.box[0] == 0


@pytest.mark.parametrize(
    ("value", "x", "doubt"), [(3, 0.45, "edge"), (3, 0.5, None), (4, 0.45, None), (4, 0.4, "edge")]
)
def test_a_few_pips_near_the_edge_may_be_half(model: ConfidenceModel, value: int, x: float, doubt: str | None) -> None:
    near = detections((x * 60, 300, 60))
    near.heat[:], near.values[:], near.values[0, :, value] = 6.0, -8.0, -0.01
    die = only(settle(PictureDetections((800, 600), 1.0, near), model))
    assert (die.value, die.doubt) == (None if doubt else value, doubt)


@pytest.mark.parametrize(
    ("unreadable", "confidence", "value"), [(0.4, 0.98, 5), (0.6, 0.98, None), (0.6, 0.99, 5), (0.6, 0.8, None)]
)
def test_what_is_likelier_unreadable_has_no_value_unless_it_is_as_good_as_sure(
    model: ConfidenceModel, unreadable: float, confidence: float, value: int | None
) -> None:
    face = detections((400, 300, 60))
    face.heat[:], face.values[:] = 6.0, -8.0
    face.values[0, :, 0], face.values[0, :, 5] = np.log(unreadable), np.log(1 - unreadable)
    look, judged = look_again(PictureDetections((800, 600), 1.0, face), (), ScriptedLook(), model)
    die = only(decide(look, replace(judged, confidence=np.array([confidence])), (), model))
    assert (die.value, die.doubt) == (value, None if value else "pattern")


def test_a_doubt_of_a_tiny_die_says_so(model: ConfidenceModel) -> None:
    assert only(read(model, ScriptedFace(400, 300, 18, 5, sure=0.3))).doubt == "small"


@pytest.mark.parametrize(
    ("heat", "second", "below", "said"),
    [(3.0, -0.02, 0.8, [5, None]), (3.0, -6.0, 0.8, [5, None]), (0.5, -6.0, 0.8, [5]), (3.0, -0.02, 1.2, [5, 3])],
)
def test_what_may_be_the_side_of_a_die_has_no_value_and_is_no_die_unless_likely(
    model: ConfidenceModel, heat: float, second: float, below: float, said: list[int | None]
) -> None:
    pair = detections((400, 300, 60), (400, 300 + below * 60, 60))
    pair.heat[0], pair.heat[1], pair.values[:] = 3.0, heat, -6.0
    pair.values[0, :, 5], pair.values[1, :, 3] = -0.02, second
    pair.down[:] = 0.0, 0.9
    dice = settle(PictureDetections((800, 600), 1.0, pair), model).dice
    assert [die.value for die in sorted(dice, key=lambda die: die.box[1])] == said


@pytest.mark.parametrize(("side", "found"), [(60.0, 3), (90.0, 2)])
def test_what_is_like_dice_with_a_value_is_at_least_a_doubt(model: ConfidenceModel, side: float, found: int) -> None:
    three = detections((200, 300, 60), (400, 300, 60), (600, 300, side))
    three.heat[:], three.values[:], three.values[:, :, 5] = 6.0, -8.0, -0.01
    three.heat[2] = -0.6
    dice = settle(PictureDetections((800, 600), 1.0, three), replace(model, detection_threshold=0.5)).dice
    assert [die.value for die in dice] == [5, 5, None][:found]


def test_specks_are_no_dice(model: ConfidenceModel) -> None:
    least = SMALLEST / BREADTH

    def find(side: float) -> int:
        reading = PhotographReader(ScriptedNet([ScriptedFace(200, 150, side, 5)], 400), ScriptedLook(), model).read(
            blank(400, 300)
        )
        return len(reading.dice)

    assert (find(0.95 * least), find(1.05 * least)) == (0, 1)


def test_a_value_is_said_only_of_what_is_believed_to_be_a_die(model: ConfidenceModel) -> None:
    wary = replace(model, alone=plain(15, offset=-1.0))
    die = only(read(wary, ScriptedFace(400, 300, 60, 5, heat=3.0)))
    assert (die.value, die.doubt) == (None, "faint")


def test_what_is_hardly_seen_is_no_die(model: ConfidenceModel) -> None:
    assert read(model, ScriptedFace(400, 300, 60, 5, heat=-1.2)).dice == ()


def test_a_picture_without_anything_has_no_dice(model: ConfidenceModel) -> None:
    assert read(model).dice == ()
    with pytest.raises(VisionError):
        PhotographReader(ScriptedNet([], 10), ScriptedLook(), model).read()


def detections(*rows: tuple[float, float, float]) -> Detections:
    x, y, side = np.array(rows, np.float32).T
    count = len(rows)
    alike = np.full((count, 3, 7), np.log(1 / 7), np.float32)
    heat, down, fits = (np.zeros((count, *shape), np.float32) for shape in ((3,), (3, 2), (2, 6)))
    return Detections(x, y, side, heat, alike, down, fits)


def test_of_two_that_cannot_both_be_dice_the_likelier_is_taken() -> None:
    pair = detections((100, 100, 50), (100 + OVER * 50 - 1, 100, 40))
    assert select_dice(pair, np.array([0.6, 0.8], np.float32), 0.5) == [1]
    apart = detections((100, 100, 50), (100 + OVER * 50 + 1, 100, 40))
    assert select_dice(apart, np.array([0.6, 0.8], np.float32), 0.5) == [1, 0]
    assert select_dice(apart, np.array([0.4, 0.8], np.float32), 0.5) == [1]


def test_sure_dice_set_the_size_that_is_expected() -> None:
    group = detections((100, 100, 50), (300, 100, 52), (500, 100, 51), (300, 400, 51), (500, 400, 14))
    numbers = context_features(group, np.array([0.99, 0.99, 0.99, 0.3, 0.3], np.float32))
    fits, larger, smaller = numbers[:, 4], numbers[:, 5], numbers[:, 6]
    assert fits[3] > 0.8
    assert fits[4] < 0.1
    assert smaller[4] < -0.5
    assert smaller[3] > -0.1
    assert larger.min() > -0.1


def test_many_weak_ones_set_no_size() -> None:
    weak = [(100.0 * n, 100.0, 14.0) for n in range(1, 9)]
    numbers = context_features(detections(*weak, (500, 500, 50)), np.array([0.1] * 8 + [0.9], np.float32))
    assert numbers[-1, 6] > -0.05
    assert numbers[-1, 5] > -0.1


def test_views_that_disagree_give_less_confidence_than_views_that_agree() -> None:
    both = detections((100, 100, 50), (300, 100, 50))
    both.values[:] = -6
    both.values[0, :, 4] = both.values[1, :2, 4] = both.values[1, 2, 6] = -0.02
    summary = extract_features(both, (640, 480), 1.0)
    assert summary.best.tolist() == [4, 4]
    assert (summary.value[0] >= summary.value[1]).all()
    assert summary.value[0, 0] > summary.value[1, 0] + 1


def test_a_sight_that_no_size_shows_is_not_believed() -> None:
    unseen = detections((100, 100, 50))
    unseen.heat[:] = np.nan
    unseen.values[:] = np.nan
    summary = extract_features(unseen, (640, 480), 1.0)
    assert np.isfinite(summary.alone).all()
    assert np.isfinite(summary.value).all()


def test_a_logistic_is_what_it_says() -> None:
    weigh = Logistic((1.0, 0.0), (2.0, 1.0), (0.5, -1.0), 0.25)
    z = 0.5 * (3 - 1) / 2 - 1.0 * 0.5 + 0.25
    assert weigh(np.array([[3.0, 0.5]], np.float32))[0] == pytest.approx(1 / (1 + np.exp(-z)), rel=1e-6)


def test_a_saved_model_is_loaded_unchanged(model: ConfidenceModel, tmp_path: Path) -> None:
    from tools.train.calibrate import save_model

    save_model(model, tmp_path / "confidence_model.json")
    assert ConfidenceModel.load(tmp_path / "confidence_model.json") == model


def find(*faces: tuple[float, float, float, float, int]) -> list[bool]:
    """Return which faces, each x, y, side, probability and value, are pips of another."""
    x, y, side, alone = np.array([face[:4] for face in faces], np.float32).T
    none = np.zeros((len(faces), 1), np.float32)
    rest = (np.zeros((len(faces), *shape), np.float32) for shape in ((1, 7), (1, 2), (2, 6)))
    detections = Detections(x, y, side, none, *rest)
    return [bool(pip) for pip in find_pips(detections, alone, np.array([face[4] for face in faces]))]


LARGE = (200.0, 200.0, 150.0, 0.95, 5)


@pytest.mark.parametrize(
    ("faces", "pips"),
    [
        ([LARGE, (160, 160, 32, 0.98, 1), (200, 200, 30, 0.3, 1)], [False, True, True]),
        ([(200, 200, 150, 0.7, 5), (160, 160, 32, 0.98, 1)], [False, False]),
        ([LARGE, (300, 200, 32, 0.98, 1), (200, 200, 75, 0.98, 1)], [False, False, False]),
        ([LARGE, (160, 160, 32, 0.98, 1), (240, 240, 32, 0.98, 4)], [False, False, False]),
        ([LARGE], [False]),
    ],
    ids=["small ones", "an unlikely larger face", "beside it, or nearly as large", "a group of dice", "nothing"],
)
def test_small_ones_within_a_likely_larger_face_are_its_pips(
    faces: list[tuple[float, float, float, float, int]], pips: list[bool]
) -> None:
    assert find(*faces) == pips
