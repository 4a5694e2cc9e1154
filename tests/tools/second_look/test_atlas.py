"""What the renderer paints with."""

import math

import cv2
import numpy as np
import pytest

from tools.second_look.atlas import CHARACTERS, DRAWN, GLYPH, ORNAMENTS, TEXTURE, Atlas, make_atlas
from tools.train.labels import LabelledFace, Picture

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Picture]:
    """Return two green tables with red dice, the second so full that no ground is free."""
    folder = tmp_path_factory.mktemp("pictures")
    found = []
    for name, places in (
        ("few", [(100, 100), (500, 300)]),
        ("full", [(x, y) for x in (80, 320, 560) for y in (80, 240, 400)]),
    ):
        image = np.full((480, 640, 3), (40, 160, 40), np.uint8)
        for x, y in places:
            cv2.rectangle(image, (x - 25, y - 25), (x + 25, y + 25), (20, 20, 220), -1)
        path = folder / f"{name}.png"
        cv2.imwrite(str(path), image)
        found.append(Picture(f"{name}/1.png", path, tuple(LabelledFace(x, y, 50, 1) for x, y in places), ()))
    return found


@pytest.fixture(scope="module")
def atlas(pictures: list[Picture]) -> Atlas:
    return make_atlas(pictures)


def test_grounds_of_photographs_show_no_die(atlas: Atlas) -> None:
    (ground,) = atlas.textures[DRAWN:]
    assert np.all(np.abs(ground.astype(int) - (40, 160, 40)) <= 2)  # RGB


def test_there_is_a_glyph_of_each_kind_and_each_has_ink(atlas: Atlas) -> None:
    assert atlas.textures.shape[1:] == (TEXTURE, TEXTURE, 3)
    assert atlas.glyphs.shape == (2 * len(CHARACTERS) + ORNAMENTS, GLYPH, GLYPH)
    ink = (atlas.glyphs > 127).mean(axis=(1, 2))
    assert ink.min() > 0.001
    assert math.isclose(float(atlas.glyphs[:, 0, 0].max()), 0)


def test_equal_pictures_give_equal_atlases(atlas: Atlas, pictures: list[Picture]) -> None:
    again, other = make_atlas(pictures), make_atlas(pictures, seed=8)
    np.testing.assert_array_equal(again.textures, atlas.textures)
    np.testing.assert_array_equal(again.glyphs, atlas.glyphs)
    assert np.any(other.glyphs != atlas.glyphs)
