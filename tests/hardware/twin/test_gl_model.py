"""The model that OpenGL renders."""

import xml.etree.ElementTree as ET
from copy import deepcopy

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.twin.gl_model import gl_model


def test_its_lights_look_at_the_middle_of_any_plate(monkeypatch: pytest.MonkeyPatch) -> None:
    for texture in ("desk", "plate", "felt", "unfold"):  # to draw them takes a second
        monkeypatch.setattr(f"hardware.twin.gl_model.{texture}", lambda *_: np.zeros((1, 1, 3)))
    plate = {"width": 400.0, "height": 260.0}
    larger = deepcopy(dict(dimensions()))
    larger["plate"] = {**larger["plate"], **plate}
    world = ET.fromstring(gl_model(larger, 64, 48)[0])
    middle = [200e-3, -130e-3, 0]
    assert [float(v) for v in world.find("statistic").attrib["center"].split()] == middle  # type: ignore[union-attr]
    lights = list(world.iter("light"))
    assert lights
    for light in lights:
        place, look = ([float(v) for v in light.attrib[key].split()] for key in ("pos", "dir"))
        assert [a + b for a, b in zip(place, look, strict=True)] == pytest.approx(middle)
