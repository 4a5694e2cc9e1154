"""The film of the twin: what it shows, and in one line why there is none."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.errors import FilmError
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene
from hardware.sim.table import Sight
from hardware.twin.reel import STRIP, Reel
from hardware.twin.scope import CHANNELS, Samples


def made(path: Path | None, *, window: bool = False) -> Reel:
    return Reel(path, Renderer(dimensions(), Mounting.seeded(1)), window=window)


def samples(**values: float) -> Samples:
    row = [values.get(channel, 0.0) for channel in CHANNELS]
    return np.array([row] * 60, np.float32)


@pytest.mark.parametrize("name", ["new/film.mp4", "film.mkv"])
def test_a_film_holds_what_it_is_shown(name: str, tmp_path: Path) -> None:
    with made(tmp_path / name) as reel:
        for number in range(3):
            reel.show(Sight(Scene(), Exposure(), (number,)), samples(steps=10_000.0))
    film = cv2.VideoCapture(str(tmp_path / name))
    there, picture = film.read()
    assert there
    assert picture.shape == (720 + STRIP, 1280, 3)
    assert int(film.get(cv2.CAP_PROP_FRAME_COUNT)) == 3
    film.release()


def test_every_signal_is_seen() -> None:
    with made(None) as reel:
        for channel in CHANNELS:
            value = {"steps": 8000.0}.get(channel, 1500.0 if channel.startswith("servo") else 1.0)
            assert (reel.strip(samples(**{channel: value})) != reel.strip(samples())).any(), channel


def test_what_cannot_be_filmed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FilmError, match=r"an \.mp4 or an \.mkv, not 'film\.avi'"):
        made(tmp_path / "film.avi")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(FilmError, match="no display for a window; name a file with --film"):
        made(None, window=True)
