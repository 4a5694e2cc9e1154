"""Films of the twin can be read, and what they show is what goes over the pins."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.errors import Failure
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene
from hardware.sim.table import FRAMES_A_SECOND, Sight
from hardware.twin.film import CHANNELS, STRIP, FilmWriter, Samples
from hardware.twin.twin import Twin
from tests.support.firmware.build import built
from tests.support.hardware.boards import controller_of
from tests.support.hardware.failures import raises
from tests.support.requirements import needs_package


def made(path: Path | None, *, window: bool = False) -> FilmWriter:
    return FilmWriter(path, Renderer(dimensions(), Mounting.seeded(1)), window=window)


def samples(**values: float) -> Samples:
    row = [values.get(channel, 0.0) for channel in CHANNELS]
    return np.array([row] * 60, np.float32)


@pytest.mark.parametrize("name", ["film.mp4", "film.mkv"])
def test_a_film_holds_what_it_is_shown(name: str, tmp_path: Path) -> None:
    with made(tmp_path / name) as reel:
        for number, rate in enumerate((0.0, 0.0, 10_000.0)):
            reel.show(Sight(Scene(), Exposure(), (number,)), samples(steps=rate))
    film = cv2.VideoCapture(str(tmp_path / name))
    pictures = [film.read()[1] for _ in range(3)]
    assert not film.read()[0]
    film.release()
    assert {picture.shape for picture in pictures} == {(720 + STRIP, 1280, 3)}
    still, again, shaking = (picture[720:].astype(int) for picture in pictures)
    # mp4 is lossy: its pictures differ a little though nothing moves
    assert not (abs(again - still) > 40).any()
    assert (abs(shaking - again) > 40).any(axis=2).sum() > 1000


def test_every_signal_is_seen() -> None:
    with made(None) as reel:
        for channel in CHANNELS:
            value = {"steps": 8000.0}.get(channel, 1500.0 if channel.startswith("servo") else 1.0)
            assert (reel.strip(samples(**{channel: value})) != reel.strip(samples())).any(), channel


def test_a_window_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, ...]] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(cv2, "imshow", lambda _, picture: seen.append(picture.shape))
    monkeypatch.setattr(cv2, "waitKey", lambda _: -1)
    with made(None, window=True) as reel:
        reel.show(Sight(Scene(), Exposure(), (0,)), samples())
    assert seen == [(720 + STRIP, 1280, 3)]


def test_what_cannot_be_filmed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with raises(Failure.FILM, match=r"an \.mp4 or an \.mkv, not 'film\.avi'"):
        made(tmp_path / "film.avi")
    with raises(Failure.FILM, match=r"there is no folder .*new; make it"):
        made(tmp_path / "new" / "film.mkv")
    with raises(Failure.FILM, match=r"cannot be written \(File name too long\)"):
        made(tmp_path / f"{300 * 'f'}.mkv")
    (tmp_path / "kept.mkv").write_bytes(b"kept")
    made(tmp_path / "kept.mkv").close()  # without a picture
    made(tmp_path / "empty.mkv").close()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("kept.mkv", b"kept")]
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with raises(Failure.FILM, match="no display for a window; name a file with --film"):
        made(None, window=True)


SHAKE = ShakeProgram(seconds=0.5, ramp=0.1)
SEED = 11


def played(shown: list[tuple[Sight, Samples]] | None) -> tuple[tuple[int, ...], float]:
    """Home, hold two dice and shake the others under one light; return the dice and when it was over."""
    show = None if shown is None else lambda sight, samples: shown.append((sight, samples))
    clock = VirtualClock()
    with Twin(dimensions(), SEED, clock, built("runner"), show=show) as twin, controller_of(twin.board, clock) as host:
        host.home()
        host.clamp({2, 5})
        host.lights(left=True, right=False)
        host.shake(SHAKE)
        return twin.truth(), clock.now()


@pytest.mark.check
def test_the_scope_shows_what_goes_over_the_pins_and_changes_nothing() -> None:
    needs_package("mujoco")
    shown: list[tuple[Sight, Samples]] = []
    assert played(shown) == played(None)
    last = {name: shown[-1][1][:, number] for number, name in enumerate(CHANNELS)}
    fast = last["steps"] > 4000
    assert 0.2 < fast.sum() / FRAMES_A_SECOND < 1.5
    assert (last["current"][fast] == 1).all()
    assert {0.0, 1.0} == set(np.unique(last["forward"]))
    assert {0.0, 1.0} == set(np.unique(last["home"]))
    assert (last["lid"][: fast.argmax()] == 1).all()
    assert 0 < (last["lid"] == 0).sum() < fast.sum() / 4, "dice and lid knock"
    assert (last["servo2"][fast] < 3000 - 1700).all()
    assert (last["servo1"][fast] > 3000 - 1100).all()
    assert (last["left"][fast] == 1).all()
    assert (last["right"] == 0).all()
