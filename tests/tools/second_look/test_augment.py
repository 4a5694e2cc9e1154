"""Crops as cameras take them: compression and blur as others do them, and real patches that stay where they are."""

from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")

from tools.second_look.augment import (  # noqa: E402
    blur,
    compress,
    develop,
    end_picture,
    photograph,
    warp,
)
from tools.second_look.patches import PATCH  # noqa: E402
from tools.second_look.renderer import CROP, FACE  # noqa: E402

pytestmark = pytest.mark.check


@pytest.fixture
def picture() -> np.ndarray:
    """Return a picture with soft colours and hard edges, RGB."""
    rng = np.random.default_rng(4)
    soft = cv2.resize(rng.uniform(40, 215, (8, 8, 3)), (CROP, CROP), interpolation=cv2.INTER_CUBIC)
    image = np.clip(soft, 0, 255).astype(np.uint8)
    cv2.circle(image, (50, 70), 20, (250, 250, 240), -1)
    cv2.circle(image, (50, 70), 6, (20, 20, 30), -1)
    return image


def as_tensor(image: np.ndarray) -> Any:
    return torch.from_numpy(image).permute(2, 0, 1)[None].float() / 255


@pytest.mark.parametrize("quality", [35, 60, 90])
def test_compression_is_that_of_jpeg(picture: np.ndarray, quality: int) -> None:
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    theirs = as_tensor(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))[..., ::-1].copy())
    ours = compress(as_tensor(picture), quality)
    lost = float((theirs - as_tensor(picture)).abs().mean())
    assert float((ours - theirs).abs().mean()) < 0.5 * lost


def test_blur_is_gaussian(picture: np.ndarray) -> None:
    theirs = cv2.GaussianBlur(picture.astype(np.float32) / 255, (0, 0), 1.3, borderType=cv2.BORDER_REPLICATE)
    ours = blur(as_tensor(picture), 1.3)[0].permute(1, 2, 0).numpy()
    np.testing.assert_allclose(ours, theirs, atol=0.01)


def test_patches_are_turned_and_mirrored_but_their_middle_stays_and_their_size_nearly() -> None:
    image = torch.zeros(1, 3, PATCH, PATCH)
    half = FACE // 2
    middle = slice(PATCH // 2 - half, PATCH // 2 + half)
    image[:, 0, middle, middle] = 1
    image[:, 1, middle.start : middle.start + 8, middle.start : middle.start + 8] = 1  # one corner
    image[:, 2, middle.start : middle.start + 8, middle.stop - 8 : middle.stop] = 1  # the next one
    torch.manual_seed(2)
    x = warp(image.expand(200, -1, -1, -1)).numpy()
    grid = np.mgrid[:CROP, :CROP] + 0.5
    places = np.einsum("ncyx,dyx->ncd", x, grid) / x.sum((2, 3))[..., None] - CROP / 2
    assert np.abs(places[:, 0]).mean() < 0.1 * FACE
    sizes = np.sqrt(x[:, 0].sum((1, 2))) / FACE
    assert np.median(sizes) == pytest.approx(1, abs=0.03)
    assert sizes.min() > 0.75
    one, other = places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]
    mirrored = one[:, 1] * other[:, 0] - one[:, 0] * other[:, 1] < 0
    assert 0.35 < mirrored.mean() < 0.65
    angles = np.arctan2(one[:, 0], one[:, 1])
    assert np.histogram(angles, 8, (-np.pi, np.pi))[0].min() > 5


def test_crops_are_pictures() -> None:
    torch.manual_seed(5)
    coded = torch.from_numpy(np.random.default_rng(1).integers(0, 256, (9, 3, CROP, CROP), dtype=np.uint8))
    shown = photograph(develop(coded))
    assert shown.shape == (9, 3, CROP, CROP)
    assert 0 <= float(shown.min()) <= float(shown.max()) <= 1


def test_what_is_brighter_is_shown_brighter() -> None:
    ramp = torch.arange(CROP, dtype=torch.uint8).view(1, 1, 1, -1).expand(20, 3, CROP, -1)
    line = develop(ramp).mean((1, 2))
    assert torch.all(line.diff(dim=1) >= 0)
    assert torch.all(line[:, -1] > line[:, 0] + 0.1)


def test_pictures_end_beside_the_face_on_one_side_or_on_all_straight_or_turned() -> None:
    line = (torch.arange(CROP) * 2 + 1) / CROP - 1
    places = torch.stack([line.expand(CROP, CROP), line[:, None].expand(CROP, CROP)])
    far = places.square().sum(0).sqrt() * CROP / 2
    torch.manual_seed(3)
    ended = end_picture(places.expand(1500, -1, -1, -1))
    changed = ((ended - places).abs().amax(1) > 0).float()
    assert not changed[:, far < 0.54 * FACE].any()
    share = changed.mean((1, 2))
    assert 0.25 < (share > 0).float().mean() < 0.4
    small = changed[:, :, [0, -1]].mean((1, 2)) + changed[:, [0, -1]].mean((1, 2)) > 1.9
    assert 0.11 < small.float().mean() < 0.19
    assert 0.4 < (1 - share[small] < (2 * FACE / CROP) ** 2).float().mean() < 0.9  # the die is over half the picture
    lines = torch.maximum(changed.amin(1, keepdim=True), changed.amin(2, keepdim=True))
    straight = (lines == changed).flatten(1).all(1)
    assert 0.3 < (~straight).sum() / (share > 0).sum() < 0.7
