"""The names of the camera's pictures."""

import numpy as np

from robot.table.look import Look
from robot.web.game.picture import Album
from robot.web.game.state import Shown
from vision.reading import Reading


def shown(number: int, light: int) -> Shown:
    image = np.full((16, 16, 3), light, np.uint8)
    return Shown(pictures=number, look=Look({"left": image}, Reading(()), ()))


def test_a_picture_is_handed_out_under_its_own_name_alone() -> None:
    album = Album()
    first = album.jpeg(shown(1, 20), album.name(1))
    second = album.jpeg(shown(2, 200), album.name(2))
    assert first
    assert second
    assert first != second
    assert album.jpeg(shown(2, 200), album.name(1)) is None
    assert album.jpeg(Shown(), album.name(0)) is None


def test_another_process_has_other_names() -> None:
    before, now = Album(), Album()
    assert now.jpeg(shown(1, 20), before.name(1)) is None
