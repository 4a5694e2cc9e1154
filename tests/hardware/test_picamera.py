"""The Pi's camera with a stand-in for picamera2: what is locked, when exposures began, and what is missing."""

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera import open_camera
from hardware.clock import VirtualClock
from hardware.errors import CameraError, CameraLostError, CameraMissingError, FrameTimeoutError, LibcameraError
from hardware.picamera import Picamera2Camera, PiSettings

BOOTED = 7000.0
"""The system's clock when the table's clock shows 0."""


class FakeRequest:
    def __init__(self, owner: "FakePicamera2", number: int, read_out: float) -> None:
        self.owner, self.number, self.read_out = owner, number, read_out

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": round(self.read_out * 1e9), "ExposureTime": 8000}

    def make_array(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        return np.full((720, 1280, 3), self.number % 256, np.uint8)

    def release(self) -> None:
        self.owner.held -= 1


class FakePicamera2:
    """Thirty frames a second, each handed over two frame times after its read-out began."""

    made: "list[FakePicamera2]" = []  # noqa: RUF012 - emptied by the fixture
    clock = VirtualClock()
    stops_after: int = 10**9

    def __init__(self) -> None:
        self.made.append(self)
        self.calls: list[str] = []
        self.held = 0
        self.number = 0
        self.configuration: dict[str, Any] = {}

    def create_video_configuration(self, **what: Any) -> dict[str, Any]:
        return what

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        self.calls.append("start")

    def capture_request(self, wait: float) -> FakeRequest:
        if self.number >= self.stops_after:
            self.clock.sleep(wait)
            raise TimeoutError
        self.number += 1
        self.held += 1
        read_out = self.number / 30
        if (pause := read_out + 2 / 30 - self.clock.now()) > 0:
            self.clock.sleep(pause)
        return FakeRequest(self, self.number, BOOTED + read_out)

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera2, "made", [])
    monkeypatch.setattr(FakePicamera2, "clock", VirtualClock())
    monkeypatch.setattr(FakePicamera2, "stops_after", 10**9)
    return FakePicamera2


def camera_on(fake: type[FakePicamera2], **more: Any) -> Picamera2Camera:
    return Picamera2Camera(fake.clock, monotonic=lambda: BOOTED + fake.clock.now(), **more)


def test_everything_is_locked_and_the_stream_is_ours(picamera2: type[FakePicamera2]) -> None:
    with camera_on(picamera2, settings=PiSettings(exposure=0.01, gain=2.0)) as camera:
        (made,) = picamera2.made
        controls = made.configuration["controls"]
        assert made.configuration["main"] == {"size": (1280, 720), "format": "RGB888"}
        assert (controls["AeEnable"], controls["AwbEnable"], controls["AfMode"]) == (False, False, 0)
        assert (controls["ExposureTime"], controls["AnalogueGain"]) == (10000, 2.0)
        assert controls["LensPosition"] == pytest.approx(3.125)
        assert camera.frame().image.shape == (720, 1280, 3)
        assert made.held == 0
    camera.close()
    assert made.calls == ["start", "stop", "close"]
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_a_frame_began_an_exposure_before_its_read_out(picamera2: type[FakePicamera2]) -> None:
    with camera_on(picamera2) as camera:
        assert camera.frame().time == pytest.approx(1 / 30 - 0.008, abs=1e-6)


def test_old_frames_are_passed_over(picamera2: type[FakePicamera2]) -> None:
    with camera_on(picamera2) as camera:
        picamera2.clock.sleep(0.5)
        asked = picamera2.clock.now()
        frame = camera.frame(after=asked)
        assert asked < frame.time < asked + 2 / 30
        assert int(frame.image[0, 0, 0]) == round((frame.time + 0.008) * 30)
        assert picamera2.made[0].held == 0


def test_a_silent_camera_is_a_timeout(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera2, "stops_after", 2)
    with camera_on(picamera2, timeout=1.5) as camera, pytest.raises(FrameTimeoutError):
        camera.frame(after=10.0)


def test_a_lost_camera_is_named(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(self: FakePicamera2, wait: float) -> FakeRequest:  # noqa: ARG001
        raise RuntimeError("camera frontend has timed out")

    monkeypatch.setattr(picamera2, "capture_request", gone)
    with camera_on(picamera2) as camera, pytest.raises(CameraLostError, match="timed out"):
        camera.frame()


def test_no_camera_and_a_busy_one(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(self: FakePicamera2) -> None:  # noqa: ARG001
        raise RuntimeError("Failed to acquire camera: Device or resource busy")

    monkeypatch.setattr(picamera2, "start", busy)
    with pytest.raises(CameraError, match="busy; close the program"):
        camera_on(picamera2)
    assert picamera2.made[0].calls == ["stop", "close"]

    def none(self: FakePicamera2) -> None:  # noqa: ARG001
        raise IndexError("list index out of range")

    monkeypatch.setattr(picamera2, "__init__", none)
    with pytest.raises(CameraMissingError, match="ribbon cable"):
        camera_on(picamera2)


class FailingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes the import of picamera2 fail with a given error."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: types.ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(fullname, self) if fullname == "picamera2" else None

    def exec_module(self, module: types.ModuleType) -> None:  # noqa: ARG002
        raise self.error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModuleNotFoundError("No module named 'picamera2'", name="picamera2"), "pip install 'pipsqueak"),
        (ModuleNotFoundError("No module named 'libcamera'", name="libcamera"), "--system-site-packages"),
        (ValueError("numpy.dtype size changed, may indicate binary incompatibility"), "another numpy"),
        (ImportError("numpy.core.multiarray failed to import"), "another numpy"),
        (ImportError("libcamera-base.so.0.5: cannot open shared object file"), "cannot be imported"),
    ],
)
def test_missing_libraries_give_one_line_with_the_remedy(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.setattr(sys, "meta_path", [FailingFinder(error), *sys.meta_path])
    with pytest.raises(LibcameraError) as raised:
        open_camera("picamera", VirtualClock())
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
