"""Patches of photographs: what is labelled, and what the reader takes for a face."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.vision.scripted_net import ScriptedFace, ScriptedNet
from tools.second_look.patches import NOT_A_DIE, PATCH, SHARES, Patches, cut_patches
from tools.second_look.renderer import CROP, FACE
from tools.train.batches import TrainingError
from tools.train.labels import FOLDERS, LabelledFace, Picture

pytestmark = pytest.mark.check


@pytest.fixture
def picture(tmp_path: Path) -> Picture:
    """Return a grey picture with a labelled blue die, a red thing, and a green one of which nothing is known."""
    image = np.full((400, 600, 3), 128, np.uint8)
    for (x, y), colour in {(150, 150): (255, 0, 0), (400, 200): (0, 0, 255), (300, 330): (0, 255, 0)}.items():
        cv2.rectangle(image, (x - 25, y - 25), (x + 24, y + 24), colour, -1)
    cv2.imwrite(str(tmp_path / "1.png"), image)
    return Picture("nell/1.png", tmp_path / "1.png", (LabelledFace(150, 150, 50, 4),), ((270, 300, 330, 360),))


def test_a_label_and_a_false_face_are_cut_out_in_the_middle_as_large_as_in_a_crop(picture: Picture) -> None:
    seen = [ScriptedFace(x, y, 50, 2) for x, y in ((150, 150), (400, 200), (300, 330))]
    patches = cut_patches([picture], 0, ScriptedNet(seen, 600))
    assert patches.values.tolist() == [4, NOT_A_DIE]
    assert patches.images.shape == (2, PATCH, PATCH, 3)
    for image, channel in zip(patches.images, (2, 0), strict=True):
        ys, xs = np.nonzero(image[..., channel] > (128 + 255) / 2)
        assert (xs.mean(), ys.mean()) == pytest.approx((PATCH / 2 - 0.5, PATCH / 2 - 0.5), abs=1)
        assert np.sqrt(len(xs)) == pytest.approx(FACE, abs=1)
    assert patches.weights[0] == pytest.approx(SHARES["nell"])


def test_weak_detections_are_no_counterexamples_and_without_any_nothing_is_learnt(picture: Picture) -> None:
    with pytest.raises(TrainingError, match="give more"):
        cut_patches([picture], 0, ScriptedNet([ScriptedFace(400, 200, 50, 2, heat=-2.5)], 600))


def test_faces_of_drawn_scenes_are_cut_out_too(picture: Picture) -> None:
    net = ScriptedNet([ScriptedFace(400, 200, 50, 2)], 600)
    none, some = (cut_patches([picture], drawn, net) for drawn in (0, 4))
    np.testing.assert_array_equal(some.images[: len(none.images)], none.images)
    drawn = some.values[len(none.values) :]
    assert np.sum(drawn > 0) > 1
    assert some.weights[len(none.values) :][drawn > NOT_A_DIE].sum() == pytest.approx(SHARES["drawn"])


def test_of_many_patches_of_a_folder_some_are_kept_that_weigh_as_much_as_all(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.second_look.patches.FACES", 1)
    monkeypatch.setattr("tools.second_look.patches.OTHERS", 2)
    net = ScriptedNet([ScriptedFace(x, y, 50, 2) for x, y in ((400, 200), (500, 100), (500, 300))], 600)
    patches = cut_patches([picture], 4, net)
    assert patches.values[:3].tolist() == [4, NOT_A_DIE, NOT_A_DIE]
    assert patches.weights[1:3].sum() == pytest.approx(math.sqrt(3))
    assert patches.weights[3:][patches.values[3:] > NOT_A_DIE] == pytest.approx([SHARES["drawn"]])
    assert len(patches.images) == len(patches.values)


def test_crops_are_drawn_by_their_weights() -> None:
    images = np.zeros((3, PATCH, PATCH, 3), np.uint8)
    images[1] = (9, 0, 0)
    images[2] = 77
    crops = Patches(images, np.array([1, 2, 3]), np.array([1, 3, 0], np.float32)).draw_crops(400)
    assert crops.shape == (400, CROP, CROP, 3)
    assert {*map(tuple, crops[:, 0, 0].tolist())} == {(0, 0, 0), (0, 0, 9)}  # BGR
    assert np.mean(crops[:, 0, 0, 2] == 9) == pytest.approx(0.75, abs=0.08)


def test_every_folder_has_a_share() -> None:
    assert {*SHARES} == {*FOLDERS, "drawn"}
