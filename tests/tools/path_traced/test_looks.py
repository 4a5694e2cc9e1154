"""Looks and exposures, which need no Blender."""

import numpy as np

from tools.path_traced.__main__ import expose_picture
from tools.path_traced.looks import LIGHTS, SURFACES, scene_look


def test_looks_are_of_all_kinds() -> None:
    random = np.random.default_rng(1)
    looks = [scene_look(random, 4, 1, folded=False) for _ in range(80)]
    assert {look.surface.stuff for look in looks} == set(SURFACES)
    assert {look.light.kind for look in looks} == set(LIGHTS)
    assert {die.stuff for look in looks for die in look.dice} == {"plastic", "glossy", "translucent", "swirled"}
    for die in (die for look in looks for die in look.dice):
        assert die.pips.spread + die.pips.radius < 0.4
    folded = {scene_look(random, 4, 1, folded=True).surface.stuff for _ in range(20)}
    assert folded == {"cloth", "felt", "checked"}


def test_an_exposure_is_neither_dark_nor_burnt() -> None:
    random = np.random.default_rng(1)
    light = np.asarray(np.linspace(0.001, 0.02, 90_000).reshape(150, 200, 3), np.float32)
    for strength in (1, 1000):
        photo = expose_picture(random, light * np.float32(strength))
        assert photo.shape == (150, 200, 3)
        assert 60 < photo.mean() < 200
        assert (photo == 255).mean() < 0.1
