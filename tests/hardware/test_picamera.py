"""The Pi's camera with a stand-in for picamera2: what is locked, when exposures began, and what is missing."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera import AdjustableCamera, CameraSettings
from hardware.cameras import Picamera2Camera, choose_full_field, open_camera
from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import CameraError, Failure
from tests.support.hardware.failures import raises
from tests.support.hardware.fake_picamera2 import (
    BOOTED,
    IMX219,
    IMX477,
    IMX708,
    SENSORS,
    FakePicamera2,
    PiSensor,
    install_fake,
)
from vision.pictures import load_picture


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    return install_fake(monkeypatch)


def camera_on(fake: type[FakePicamera2], **more: Any) -> Picamera2Camera:
    return Picamera2Camera(fake.clock, monotonic=lambda: BOOTED + fake.clock.now(), **more)


def test_everything_is_locked_and_the_stream_is_ours(picamera2: type[FakePicamera2]) -> None:
    with camera_on(picamera2, settings=CameraSettings(exposure=0.01, gain=2.0)) as camera:
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
        assert camera.frame().time == pytest.approx(-0.008, abs=1e-6)


def test_old_frames_are_passed_over(picamera2: type[FakePicamera2]) -> None:
    with camera_on(picamera2) as camera:
        picamera2.clock.sleep(0.5)
        asked = picamera2.clock.now()
        frame = camera.frame(after=asked)
        assert asked < frame.time < asked + 2 / 30
        assert int(frame.image[0, 0, 0]) == round((frame.time + 0.008) * 30)
        assert picamera2.made[0].held == 0


def plate(_: float) -> NDArray[np.uint8]:
    """Return the plate and its markers as a camera of the reference design sees them, 440 mm wide."""
    machine = dimensions()
    scale = 1280 / machine["camera"]["field_width"]
    side = round(machine["markers"]["side"] * scale)
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture = np.full((720, 1280, 3), 230, np.uint8)
    for number, (x, y) in enumerate(machine["markers"]["centres"]):
        left = round(640 + (x - machine["camera"]["x"]) * scale) - side // 2
        top = round(360 + (y - machine["camera"]["y"]) * scale) - side // 2
        picture[top : top + side, left : left + side] = markers.generateImageMarker(number, side)[..., None]
    return picture


@pytest.mark.parametrize("sensor", SENSORS, ids=[sensor.model for sensor in SENSORS])
def test_the_full_field_is_seen_with_all_four_markers(
    sensor: PiSensor, picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picamera2, "sensor", sensor)
    monkeypatch.setattr(picamera2, "scene", plate)
    with camera_on(picamera2) as camera:
        image = camera.frame().image
        mode = camera.mode
    made = picamera2.made[0]
    assert mode is not None
    assert (mode.name, mode.size, mode.whole, mode.share) == (sensor.model, made.mode.size, sensor.array, 1.0)
    assert image.shape == (720, 1280, 3)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, found, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    assert found is not None
    assert sorted(found.ravel().tolist()) == [0, 1, 2, 3]
    assert made.seen[2] == sensor.array[0], "the full width of the pixel array"
    assert made.mode.fps > 30, "the rate for which the library is set"


@pytest.mark.parametrize(
    ("sensor", "size", "depth"), [(IMX708, (2304, 1296), 10), (IMX219, (1640, 1232), 10), (IMX477, (2028, 1520), 12)]
)
def test_of_the_modes_with_the_full_field_the_fastest_is_asked_for(
    sensor: PiSensor, size: tuple[int, int], depth: int, picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picamera2, "sensor", sensor)
    with camera_on(picamera2):
        assert picamera2.made[0].configuration["sensor"] == {"output_size": size, "bit_depth": depth}


def test_where_no_mode_is_large_enough_or_known_the_camera_still_opens() -> None:
    small = [{"bit_depth": 8, "size": (640, 480), "crop_limits": (0, 0, 1280, 960)}]
    assert choose_full_field(small, (1280, 720)) == {"output_size": (640, 480), "bit_depth": 8}
    assert choose_full_field([{"format": "YUYV"}], (1280, 720)) is None


def test_without_autofocus_no_focus_is_set(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera2, "sensor", IMX477)
    with camera_on(picamera2) as camera:
        controls = picamera2.made[0].configuration["controls"]
        assert not camera.focuses
    assert "LensPosition" not in controls
    assert controls["ExposureTime"] == 8000


def test_new_settings_hold_for_frames_after(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    def grey(image: NDArray[np.uint8], controls: dict[str, Any]) -> NDArray[np.uint8]:
        return np.full_like(image, round(controls["AnalogueGain"] * 10 + controls["LensPosition"]))

    monkeypatch.setattr(picamera2, "scene", plate)
    monkeypatch.setattr(picamera2, "exposed", staticmethod(grey))
    with camera_on(picamera2, settings=CameraSettings(gain=1.0, focus=3.0)) as camera:
        assert camera.frame().image[0, 0, 0] == 13
        camera.adjust(CameraSettings(gain=4.0, focus=5.0))
        assert camera.settings.gain == 4.0
        assert camera.frame().image[0, 0, 0] == 45
        assert picamera2.made[0].held == 0
        assert isinstance(camera, AdjustableCamera)
        assert camera.focuses
    with pytest.raises(CameraError, match="closed"):
        camera.adjust(CameraSettings())
    assert not camera.focuses


def test_a_silent_camera_gets_its_buffers_back(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera2, "silent", (1.0, 20.0))
    with camera_on(picamera2) as camera:
        (made,) = picamera2.made
        for _ in range(6):
            with raises(Failure.CAMERA_LOST):
                camera.frame(after=1.0, timeout=1.5)
            assert not made.jobs
        picamera2.clock.sleep(20.0)
        made.run()
        assert made.held == 0
        assert camera.frame(after=20.0).time > 20.0
        assert made.held == 0


def test_a_silent_camera_can_be_closed(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera2, "silent", (0.0, np.inf))
    with camera_on(picamera2) as camera, raises(Failure.CAMERA_LOST):
        camera.frame()
    assert picamera2.made[0].calls == ["start", "stop", "close"]


def test_a_frame_as_the_wait_ends_is_used(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera2, "silent", (1.0, 2.0))
    with camera_on(picamera2) as camera:
        picamera2.clock.sleep(1.0)
        camera.frame()
        monkeypatch.setattr(picamera2, "late", True)
        assert camera.frame(timeout=0.5).time < 2.0
        assert picamera2.made[0].held == 0


def test_a_lost_camera_is_named(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(self: FakePicamera2, wait: object) -> None:  # noqa: ARG001
        raise RuntimeError("camera frontend has timed out")

    monkeypatch.setattr(picamera2, "capture_request", leave)
    with camera_on(picamera2) as camera, raises(Failure.CAMERA_LOST, match="timed out"):
        camera.frame()


def test_a_busy_camera_is_named(picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(self: FakePicamera2) -> None:  # noqa: ARG001
        raise RuntimeError("Failed to acquire camera: Device or resource busy")

    monkeypatch.setattr(picamera2, "start", busy)
    with pytest.raises(CameraError, match="busy; close the program"):
        camera_on(picamera2)
    assert picamera2.made[0].calls == ["stop", "close"]


@pytest.mark.parametrize(
    "error", [IndexError("list index out of range"), RuntimeError("No camera number 0 found - use rpicam-hello")]
)
def test_a_missing_camera_is_named(
    error: Exception, picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise error

    monkeypatch.setattr(picamera2, "__init__", none)
    monkeypatch.setattr(picamera2, "cameras", [])
    with raises(Failure.CAMERA_MISSING, match="ribbon cable"):
        camera_on(picamera2)


def test_a_webcam_is_never_taken_for_the_pis_own_camera(
    picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam = {"Model": "C920", "Id": "/base/axi/pcie@120000/rp1/usb@200000-1:1.0-046d:08e5"}
    monkeypatch.setattr(picamera2, "cameras", [webcam, *picamera2.cameras])
    camera_on(picamera2).close()
    assert picamera2.made.pop().number == 1
    monkeypatch.setattr(picamera2, "cameras", [webcam])
    with raises(Failure.CAMERA_MISSING, match=r"only C920 on USB; check the ribbon cable.*--camera 0"):
        camera_on(picamera2)
    assert not picamera2.made


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModuleNotFoundError("No module named 'picamera2'", name="picamera2"), "picamera2 is missing"),
        (ModuleNotFoundError("No module named 'libcamera'", name="libcamera"), "libcamera is missing"),
        (ValueError("numpy.dtype size changed, may indicate binary incompatibility"), "dtype size changed"),
        (ImportError("numpy.core.multiarray failed to import"), "multiarray failed"),
        (ImportError("libcamera-base.so.0.5: cannot open shared object file"), "cannot open shared object"),
    ],
)
def test_missing_libraries_have_a_remedy(error: Exception, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr("hardware.cameras.import_module", fail)
    with raises(Failure.LIBCAMERA) as raised:
        open_camera("picamera", VirtualClock(), load_picture)
    assert words in str(raised.value)
    assert str(raised.value).endswith("; run 'sudo apt install python3-picamera2', then 'make pi' in the repository")
    assert "\n" not in str(raised.value)
