"""Cameras by way of OpenCV, folders and a phone: what they hand over, and what they say when they cannot."""

import math
from collections import deque
from contextlib import suppress
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera import KNOWN, height_for, strip_password
from hardware.cameras import FilmCamera, FolderCamera, VideoCamera, open_camera
from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import CameraError, Failure, FrameTimeoutError, NoMorePicturesError
from hardware.pushed import SILENCE, Photograph, PushedCamera
from tests.support.hardware.failures import raises
from tests.support.hardware.fake_picamera2 import install_fake
from tests.support.repository import DOCS
from vision.pictures import load_picture

SIZE = (64, 48)


def grey(value: int) -> NDArray[np.uint8]:
    return np.full((SIZE[1], SIZE[0], 3), value, np.uint8)


def shade(image: NDArray[np.uint8]) -> int:
    return round(float(image.mean()))


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Twenty pictures at ten a second, each brighter by 10 than the one before."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, SIZE)
    assert writer.isOpened()
    for number in range(20):
        writer.write(grey(10 + 10 * number))
    writer.release()
    return path


class UvcDevice:
    """A USB camera as its driver shows it; a frame's value is its number.

    A frame is exposed for one period, is there after `transfers` more, and waits with `depth` others at most, of which
    the newest is lost. Compressed pictures come `rate` times a second, others, which are what a camera gives if it is
    not asked, five times at most, and the smaller size that a camera opens with 30 times. It tells `tells` times these
    rates: in weak light cameras are slower than they tell, others are faster, or tell nothing. A busy machine needs
    `hiccup` seconds for a frame that has been there.
    """

    def __init__(
        self,
        clock: VirtualClock,
        *,
        rate: float = 20.0,
        depth: int = 4,
        transfers: float = 0.0,
        tells: float = 1.0,
        hiccup: float = 0.001,
        stops_at: float = math.inf,
    ) -> None:
        self.clock, self.stops_at, self.rate = clock, stops_at, rate
        self.depth, self.transfers, self.tells, self.hiccup = depth, transfers, tells, hiccup
        self.asked: dict[int, float] = {}
        self.queue: deque[int] = deque()
        self.exposed = 0
        self.present = -1
        self.released = 0

    @property
    def gives(self) -> float:
        """The rate of its frames now."""
        if cv2.CAP_PROP_FRAME_HEIGHT not in self.asked:
            return 30.0
        return self.rate if cv2.CAP_PROP_FOURCC in self.asked else min(self.rate, 5.0)

    @property
    def period(self) -> float:
        return 1 / self.gives

    def comes(self, number: int) -> float:
        return (number + 1 + self.transfers) * self.period

    def _run(self) -> None:
        while self.comes(self.exposed) <= min(self.clock.now(), self.stops_at) + 1e-9:
            if len(self.queue) < self.depth:
                self.queue.append(self.exposed)
            self.exposed += 1

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def grab(self) -> bool:
        self._run()
        takes = self.hiccup if self.queue else 0.001
        while not self.queue:
            if self.clock.now() >= self.stops_at:
                return False
            self.clock.sleep(max(self.comes(self.exposed) - self.clock.now(), 0.0))
            self._run()
        self.present = self.queue.popleft()
        self.clock.sleep(takes)
        return True

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        return True, grey(self.present % 256)

    def get(self, what: int, /) -> float:
        return self.tells * self.gives if what == cv2.CAP_PROP_FPS else 0.0

    def set(self, what: int, value: float, /) -> bool:
        self.asked[what] = value
        return False

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, value in (("b.png", 20), ("a.png", 10), ("c.JPG", 30), (".hidden.png", 99)):
        assert cv2.imwrite(str(tmp_path / name), grey(value))
    (tmp_path / "labels.jsonl").write_text("{}\n")
    return tmp_path


DARK = np.zeros((4, 6, 3), np.uint8)


def test_film_waits_for_who_looks(film: Path) -> None:
    clock = VirtualClock(100.0)
    with FilmCamera(film, clock) as camera:
        clock.sleep(7.0)  # the program loads
        first = camera.frame()
        assert first.time == 107.0
        assert abs(shade(first.image) - 10) <= 2
        later = camera.frame(107.55)
        assert later.time == pytest.approx(107.6)
        assert clock.now() == pytest.approx(107.6)
        assert abs(shade(later.image) - 70) <= 2
        clock.sleep(0.5)  # the dice are read
        assert camera.frame() is later
        assert camera.frame(first.time) is later
        following = camera.frame(later.time)
        assert following.time == pytest.approx(107.7)
        assert abs(shade(following.image) - 80) <= 2
        assert clock.now() == pytest.approx(108.1)


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.3, 4.0])
def test_film_shows_the_same_to_fast_and_slow_programs(film: Path, seconds: float) -> None:
    clock, shades, times = VirtualClock(), [], []
    with FilmCamera(film, clock) as camera:
        frame = camera.frame()
        for _ in range(20):
            shades.append(round(shade(frame.image) / 10))
            times.append(frame.time)
            clock.sleep(seconds)
            with suppress(NoMorePicturesError):
                frame = camera.frame(frame.time)
    assert shades == list(range(1, 21))
    assert times == pytest.approx([0.1 * number for number in range(20)])
    assert clock.now() >= 1.9


def test_film_is_after_strictly_and_ends(film: Path) -> None:
    camera = FilmCamera(film, VirtualClock())
    for number in range(20):
        assert camera.frame(0.1 * (number - 1) if number else None).time == pytest.approx(0.1 * number)
    with pytest.raises(NoMorePicturesError, match="20 pictures"):
        camera.frame(1.9)
    with pytest.raises(EOFError):
        camera.frame(1.9)
    camera.close()
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


@pytest.mark.parametrize("name", ["film.avi", "a10d-web-page.jpg"])
def test_text_is_no_film(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("not a film")
    with raises(Failure.CAMERA_MISSING, match="not a film"):
        FilmCamera(path, VirtualClock())


@pytest.mark.parametrize("tells", [0.0, 0.5, 1.0, 3.0, 12.0])
@pytest.mark.parametrize("rate", [5.0, 7.5, 10.0, 15.0, 24.0, 30.0, 60.0, 120.0])
def test_no_frame_is_dated_later_than_its_exposure_began(rate: float, tells: float) -> None:
    for depth, transfers, busy, hiccup in product(
        (1, 2, 4), (0.1, 1.0), (0.0, 0.013, 0.21, 1.7), (0.001, 0.009, 0.016, 0.025)
    ):
        clock, case = VirtualClock(), (depth, transfers, busy, hiccup)
        device = UvcDevice(clock, rate=rate, tells=tells, depth=depth, transfers=transfers, hiccup=hiccup)
        camera = VideoCamera(0, clock, timeout=10.0, opener=lambda _, device=device: device)  # type: ignore[misc]
        for number in range(6):
            clock.sleep(busy)
            asked = clock.now()
            frame = camera.frame(None if number % 2 else asked)
            began = device.present * device.period
            assert frame.time <= began + 1e-9, case
            assert number % 2 or asked < frame.time, case
            assert clock.now() - asked <= 11 * max(device.period, hiccup), case


def test_what_a_network_held_is_not_taken_for_new() -> None:
    clock = VirtualClock()
    device = UvcDevice(clock, rate=25.0, depth=90, hiccup=0.012)
    camera = VideoCamera("rtsp://table", clock, opener=lambda _: device)
    for pause in (0.0, 3.5, 20.0):
        clock.sleep(pause)
        asked = clock.now()
        assert asked < camera.frame(asked).time <= device.present * device.period


def test_a_camera_is_asked_for_compressed_pictures_before_its_size() -> None:
    clock = VirtualClock()
    device = UvcDevice(clock)
    VideoCamera(0, clock, opener=lambda _: device)
    asked = list(device.asked)
    assert device.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert asked.index(cv2.CAP_PROP_FOURCC) < asked.index(cv2.CAP_PROP_FRAME_WIDTH)


def test_live_camera_that_stops_is_lost(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "video7"
    path.touch()
    device = UvcDevice(clock, stops_at=2.0)
    camera = VideoCamera(f"/dev/../{path}", clock, timeout=1.0, opener=lambda _: device)
    assert camera.frame(0.5).time > 0.5
    clock.sleep(2.0)
    with raises(Failure.CAMERA_LOST, match="1 s"):
        camera.frame(clock.now())
    asked = clock.now()
    with raises(Failure.CAMERA_LOST, match=r"0\.2 s"):
        camera.frame(timeout=0.2)
    assert clock.now() - asked < 0.3
    camera.close()
    assert device.released == 1


@pytest.mark.parametrize("answers", [True, False])
def test_a_stream_is_given_up_in_time_and_a_phone_that_is_turned_is_told(
    monkeypatch: pytest.MonkeyPatch, *, answers: bool
) -> None:
    device = UvcDevice(VirtualClock(), stops_at=9.0)
    pictures = [cv2.imencode(".jpg", image)[1].reshape(1, -1) for image in (grey(1), *[np.rot90(grey(1))] * 2)]

    def capture(source: str, way: int, limits: list[int]) -> UvcDevice:
        waits = dict(zip(limits[::2], limits[1::2], strict=True))
        assert (source, way) == ("rtsp://phone", cv2.CAP_FFMPEG)
        assert waits == {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 3000, cv2.CAP_PROP_READ_TIMEOUT_MSEC: 3000}
        return device

    monkeypatch.setattr(cv2, "VideoCapture", capture)
    monkeypatch.setattr(device, "isOpened", lambda: answers)
    monkeypatch.setattr(device, "get", lambda _: cv2.VideoWriter.fourcc(*"MJPG"))
    monkeypatch.setattr(device, "set", lambda what, value: what == cv2.CAP_PROP_FORMAT and value == -1)
    monkeypatch.setattr(device, "retrieve", lambda: (True, pictures.pop(0)))
    with (
        raises(Failure.STREAM, match=r"phone.*Wi-Fi"),
        open_camera("rtsp://phone", device.clock, load_picture) as camera,
    ):
        assert camera.frame().image.shape == (SIZE[1], SIZE[0], 3)
        with raises(Failure.CAMERA_TURNED, match=f"{SIZE[1]} x {SIZE[0]}"):
            camera.frame()
        assert camera.frame().image.shape == (SIZE[0], SIZE[1], 3), "OpenCV would squeeze it"
        camera.frame(20.0)
    assert device.clock.now() < 9.1
    assert answers != bool(pictures)


def test_live_camera_that_is_pulled_out_is_lost(tmp_path: Path) -> None:
    clock = VirtualClock()
    device = UvcDevice(clock, stops_at=0.3)
    camera = VideoCamera(f"/dev/../{tmp_path}/video7", clock, opener=lambda _: device)
    clock.sleep(1.0)
    with raises(Failure.CAMERA_LOST, match="unplugged"):
        camera.frame(0.2)


@pytest.mark.parametrize("address", ["rtsp://ann:secret@127.0.0.1:1/live", "rtsp://ann:p@secret@127.0.0.1:1/live"])
def test_no_message_holds_the_password_of_a_stream(address: str) -> None:
    assert strip_password(address) == "rtsp://127.0.0.1:1/live"
    assert strip_password("rtsp://127.0.0.1/a@b") == "rtsp://127.0.0.1/a@b"
    clock = VirtualClock()
    camera = VideoCamera(address, clock, opener=lambda _: UvcDevice(clock, stops_at=0.3))
    clock.sleep(1.0)
    with pytest.raises(CameraError, match="rtsp") as failed:
        camera.frame(0.2)
    assert "secret" not in str(failed.value)


@pytest.mark.parametrize(("pi", "last"), [("/base/soc/i2c0mux/i2c@1/imx708@1a", ", picamera"), ("/base/usb@1/1", "")])
@pytest.mark.parametrize("name", ["97", "/dev/video97", "nothing", "picamera"])
def test_who_names_a_missing_camera_is_told_which_are_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, pi: str, last: str
) -> None:
    for file in ("usb-Logi_C270-video-index0", "usb-Logi_C270-video-index1", "usb-Own-video-index0"):
        (tmp_path / file).symlink_to("/dev/video97" if "Own" in file else "/dev/video98")
    monkeypatch.setattr("hardware.cameras.BY_NAME", tmp_path)

    def none(*_: object) -> None:
        raise IndexError

    library = install_fake(monkeypatch)
    monkeypatch.setattr(library, "__init__", none)
    monkeypatch.setattr(library, "cameras", [{"Id": pi}])
    with raises(Failure.CAMERA_MISSING) as failed:
        open_camera(name, VirtualClock(), load_picture)
    here = [f"{tmp_path}/usb-Logi_C270-video-index0"] + [f"{tmp_path}/usb-Own-video-index0"] * ("97" not in name)
    assert str(failed.value).endswith(f"; these are here: {', '.join(here)}{last if name != 'picamera' else ''}")


def test_folder_hands_out_its_pictures_in_order(folder: Path) -> None:
    clock = VirtualClock(5.0)
    with FolderCamera(folder, clock, load_picture) as camera:
        first = camera.frame()
        assert (shade(first.image), first.time) == (10, 5.0)
        assert camera.frame() is first
        second = camera.frame(first.time)
        assert shade(second.image) == 20
        assert second.time > first.time
        assert abs(shade(camera.frame(7.5).image) - 30) <= 1
        assert camera.frame().time > 7.5
        with pytest.raises(NoMorePicturesError, match="all 3 pictures"):
            camera.frame(8.0)
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_folder_without_pictures(tmp_path: Path) -> None:
    with raises(Failure.CAMERA_MISSING, match="no pictures"):
        open_camera(str(tmp_path), VirtualClock(), load_picture)
    with raises(Failure.CAMERA_MISSING, match="no camera, film or folder"):
        open_camera(str(tmp_path / "elsewhere"), VirtualClock(), load_picture)


def test_open_camera_finds_the_kind(film: Path, folder: Path) -> None:
    clock = VirtualClock()
    with open_camera(str(film), clock, load_picture) as camera:
        assert isinstance(camera, FilmCamera)
    with open_camera(str(folder), clock, load_picture) as camera:
        assert isinstance(camera, FolderCamera)


def test_the_camera_of_the_drawings_sees_their_field_from_their_height() -> None:
    (own,) = (camera for camera in KNOWN if camera.name == "Camera Module 3")
    drawn = dimensions()["camera"]
    assert height_for(own.angle, drawn["field_width"]) == pytest.approx(drawn["height"], rel=0.01)


def test_the_page_says_what_is_computed() -> None:
    page, field = (DOCS / "build.md").read_text(encoding="utf-8"), dimensions()["camera"]["field_width"]
    for camera in KNOWN:
        assert f"| {camera.name} | {camera.angle:.1f}° | {height_for(camera.angle, field):.0f} mm |" in page
    low, high = (height_for(angle, field) for angle in (70.0, 50.0))
    assert f"| USB webcam, most | 50° to 70° | {low:.0f} to {high:.0f} mm |" in page


def test_the_newest_picture_is_the_frame_and_none_is_given_twice() -> None:
    clock = VirtualClock()
    camera = PushedCamera(clock)
    with pytest.raises(FrameTimeoutError):
        camera.frame(timeout=0.0)
    camera.push(DARK, photograph=False)
    clock.sleep(1.0)
    camera.push(DARK + 9, photograph=True)
    frame = camera.frame(0.0)
    assert isinstance(frame, Photograph)
    assert (frame.time, frame.image.max()) == (clock.now(), 9)
    with pytest.raises(FrameTimeoutError):
        camera.frame(frame.time, 0.0)
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_a_live_camera_that_sends_nothing_is_silent_until_it_sends_again() -> None:
    clock = VirtualClock()
    camera = PushedCamera(clock)
    silent = [camera.silent]
    camera.push(DARK, photograph=False)
    clock.sleep(SILENCE)
    silent.append(camera.silent)
    clock.sleep(0.1)
    silent.append(camera.silent)
    camera.push(DARK, photograph=False)
    silent.append(camera.silent)
    assert silent == [False, False, True, False]


def test_nobody_misses_a_camera_that_was_stopped_or_takes_photographs() -> None:
    clock = VirtualClock()
    camera = PushedCamera(clock)
    for photograph in (False, True):
        camera.push(DARK, photograph=photograph)
        if not photograph:
            camera.stop()
        clock.sleep(2 * SILENCE)
        assert not camera.silent
