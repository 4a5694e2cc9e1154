"""A stand-in for picamera2: it chooses a sensor mode as version 0.3.38 does, and crops what it hands over."""

import math
import sys
import types
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.clock import VirtualClock

Image = NDArray[np.uint8]
Size = tuple[int, int]
Crop = tuple[int, int, int, int]

BOOTED = 7000.0
"""The system's clock when the table's clock shows 0, in seconds."""
RATE = 30.0
"""Frames a second, which is what the library sets for video."""
PIPELINE = 2
"""Frames between the read-out of a frame and its delivery."""
CONTROL_DELAY = 7
"""Frames between setting a control and the first frame exposed by it: four queued buffers and the sensor's delay."""


@dataclass(frozen=True, slots=True)
class SensorMode:
    """One line of `rpicam-hello --list-cameras`: sizes in pixels, and what part of the pixel array is read out."""

    bit_depth: int
    size: Size
    fps: float
    crop: Crop


@dataclass(frozen=True, slots=True)
class PiSensor:
    """A sensor that Raspberry Pi sells: `field` is the width in mm that its full pixel array sees at 340 mm.

    `gains` are the limits of its analogue gain.
    """

    model: str
    array: Size
    field: float
    modes: tuple[SensorMode, ...]
    gains: tuple[float, float]
    autofocus: bool = False


_IMX219_MODES = (
    ((640, 480), 206.65, (1000, 752, 1280, 960)),
    ((1640, 1232), 41.85, (0, 0, 3280, 2464)),
    ((1920, 1080), 47.57, (680, 692, 1920, 1080)),
    ((3280, 2464), 21.19, (0, 0, 3280, 2464)),
)
# The modes are what `rpicam-hello --list-cameras` prints on Raspberry Pi OS. The fields follow from the horizontal
# angles of view in the data sheets: 66 degrees for Camera Module 3, 62.2 for Camera Module 2. The High Quality Camera
# has no lens of its own: here it has one with the field of the reference design.
IMX708 = PiSensor(
    "imx708",
    (4608, 2592),
    440.0,
    (
        SensorMode(10, (1536, 864), 120.13, (768, 432, 3072, 1728)),
        SensorMode(10, (2304, 1296), 56.03, (0, 0, 4608, 2592)),
        SensorMode(10, (4608, 2592), 14.35, (0, 0, 4608, 2592)),
    ),
    (1.1228, 16.0),
    autofocus=True,
)
IMX219 = PiSensor(
    "imx219",
    (3280, 2464),
    410.0,
    tuple(SensorMode(depth, *mode) for depth in (10, 8) for mode in _IMX219_MODES),
    (1.0, 10.6667),
)
IMX477 = PiSensor(
    "imx477",
    (4056, 3040),
    440.0,
    (
        SensorMode(10, (1332, 990), 120.05, (696, 528, 2664, 1980)),
        SensorMode(12, (2028, 1080), 50.03, (0, 440, 4056, 2160)),
        SensorMode(12, (2028, 1520), 40.01, (0, 0, 4056, 3040)),
        SensorMode(12, (4056, 3040), 10.0, (0, 0, 4056, 3040)),
    ),
    (1.0, 22.2608),
)
SENSORS = (IMX708, IMX219, IMX477)
BLUR = 0.8
"""Pixels, standard deviation, that a dioptre makes: 2.6 mm of aperture times 4.7 mm of focal length, on 5 um pixels."""
SCENE_FIELD = 440.0
"""Width in mm of what the pictures show that a test hands to `FakePicamera2.scene`."""


class FakeRequest:
    """A completed request: it holds a buffer until it is released."""

    def __init__(self, owner: "FakePicamera2", number: int, controls: dict[str, Any]) -> None:
        self.owner, self.number, self.controls = owner, number, controls

    def get_metadata(self) -> dict[str, Any]:
        read_out = BOOTED + self.number / RATE
        return {"SensorTimestamp": round(read_out * 1e9), "ExposureTime": self.controls["ExposureTime"]}

    def make_array(self, name: str) -> Image:
        assert name == "main"
        return self.owner.develop(self.number, self.controls)

    def release(self) -> None:
        self.owner.held -= 1


class FakeJob:
    """Waits in the library's queue until a frame comes, or is cancelled."""

    def __init__(self) -> None:
        self.request: FakeRequest | None = None
        self.cancelled = False


class FakePicamera2:
    """One camera at thirty frames a second; each frame is delivered two frame times after its read-out.

    `installed` sets back what a test changes of the class. `scene` returns the picture (720, 1280, 3)
    that the table shows at a time, in SCENE_FIELD mm; without one, a frame is as grey as its number. `exposed` makes
    of it what the sensor and the image processor make of it under some controls. No frame is delivered in the time of
    the clock that `silent` names. With `late` the next job is finished just after the wait for it timed out.
    """

    made: ClassVar[list["FakePicamera2"]] = []
    clock: ClassVar[VirtualClock] = VirtualClock()
    sensor: ClassVar[PiSensor] = IMX708
    scene: ClassVar[Callable[[float], Image] | None] = None
    exposed: ClassVar[Callable[[Image, dict[str, Any]], Image]] = staticmethod(lambda image, _: image)
    silent: ClassVar[tuple[float, float]] = (math.inf, math.inf)
    late: ClassVar[bool] = False

    cameras: ClassVar[list[dict[str, Any]]] = [{"Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Model": "imx708"}]
    """What is listed, which may hold webcams."""

    def __init__(self, number: int = 0) -> None:
        self.made.append(self)
        self.number = number
        self.calls: list[str] = []
        self.held = 0
        self.configuration: dict[str, Any] = {}
        self.mode = self.sensor.modes[-1]
        self.started = False
        self.jobs: list[FakeJob] = []
        self._delivered = -1
        self._newest: int | None = None
        self._controls: list[tuple[int, dict[str, Any]]] = []

    # What the library tells of the camera.

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.cameras

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        advertised: dict[str, tuple[Any, Any, Any]] = {
            "AeEnable": (False, True, True),
            "AwbEnable": (False, True, None),
            "ExposureTime": (60, 66666, 20000),
            "AnalogueGain": (*self.sensor.gains, 1.0),
            "ColourGains": (0.0, 32.0, None),
            "FrameDurationLimits": (round(1e6 / self.mode.fps), 10**8, 33333),
        }
        if self.sensor.autofocus:
            advertised |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
        return advertised

    @property
    def camera_properties(self) -> dict[str, Any]:
        return {"Model": self.sensor.model, "PixelArraySize": self.sensor.array}

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        """Every mode; to learn a mode's crop, the library configures the camera with it."""
        assert not self.started, "Camera must be stopped before configuring"
        self.mode = self.sensor.modes[-1]
        return [
            {"bit_depth": mode.bit_depth, "size": mode.size, "fps": mode.fps, "crop_limits": mode.crop}
            for mode in self.sensor.modes
        ]

    # How it is set up.

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return {"sensor": {}, **asked, "controls": {"FrameDurationLimits": (33333, 33333)} | asked["controls"]}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert not self.started, "Camera must be stopped before configuring"
        unknown = (configuration["sensor"] or {}).keys() - {"bit_depth", "output_size"}
        if unknown:
            raise RuntimeError(f"Unexpected keys {unknown} in sensor configuration")
        self.configuration, self.mode = configuration, self._choose_mode(configuration)
        self.set_controls(configuration["controls"])

    def _choose_mode(self, configuration: dict[str, Any]) -> SensorMode:
        """Return the mode with the least penalty: for size, shape and bits that differ from what is asked for.

        Pixels that lack count eight times as much as pixels too many. Where nothing is said of the sensor, the library
        asks for the main stream's size and for the bits of the mode with most pixels.
        """
        native = max(self.sensor.modes, key=lambda mode: (math.prod(mode.size), mode.bit_depth))
        sensor = configuration["sensor"] or {}
        width, height = sensor.get("output_size") or configuration["main"]["size"]
        depth = sensor.get("bit_depth") or native.bit_depth

        def away(wanted: float, there: float) -> float:
            return 2 * (wanted - there) if wanted >= there else (there - wanted) / 4

        def penalty(mode: SensorMode) -> float:
            wide, high = mode.size
            shape = 1500 * away(width / height, wide / high)
            bits = float(500 * abs(depth - mode.bit_depth))
            return away(width, wide) + away(height, high) + shape + bits

        return min(self.sensor.modes, key=penalty)

    @property
    def seen(self) -> Crop:
        """What part of the pixel array a frame shows: the mode's, cut to the main stream's shape."""
        left, top, width, height = self.mode.crop
        wide, high = self.configuration["main"]["size"]
        scale = min(width / wide, height / high)
        kept_width, kept_height = round(wide * scale), round(high * scale)
        return left + (width - kept_width) // 2, top + (height - kept_height) // 2, kept_width, kept_height

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        first = self._delivered + PIPELINE + CONTROL_DELAY if self.started else 0
        before = self._controls[-1][1] if self._controls else {}
        self._controls.append((first, before | controls))

    def start(self) -> None:
        self.calls.append("start")
        self.started = True

    def stop(self) -> None:
        assert not self.jobs or not self.started, "to stop is a job too, and would wait for ever behind those queued"
        self.calls.append("stop")
        self.started = False

    def close(self) -> None:
        self.calls.append("close")

    # How frames are handed out.

    def capture_request(self, wait: bool | float | None = None) -> Any:
        job = FakeJob()
        self.jobs.append(job)
        self.run()
        return job if wait is False else self.wait(job, None if wait is True else wait)

    def wait(self, job: FakeJob, timeout: float | None = None) -> FakeRequest:
        assert timeout is not None, "a wait without an end"
        end = self.clock.now() + timeout
        while job.request is None and not job.cancelled:
            ready = (self._delivered + 1 + PIPELINE) / RATE
            self.clock.sleep(max(0.0, min(ready, end) - self.clock.now()) + 1e-9)
            self.run()
            if job.request is None and self.clock.now() >= end:
                if type(self).late:
                    type(self).late = False
                    self._finish(self._delivered)
                raise TimeoutError
        if job.request is None:
            raise CancelledError
        return job.request

    def cancel_all_and_flush(self) -> None:
        for job in self.jobs:
            job.cancelled = True
        self.jobs = []

    def run(self) -> None:
        """Do what the library's thread did up to now: deliver frames to queued jobs, and keep the newest of others."""
        latest = math.floor(self.clock.now() * RATE + 1e-6) - PIPELINE
        while self._delivered < latest:
            self._delivered += 1
            if not self._lacks_frame((self._delivered + PIPELINE) / RATE):
                self._newest = self._delivered
                self._serve()
        self._serve()

    def _lacks_frame(self, ready: float) -> bool:
        return self.silent[0] <= ready < self.silent[1] or self.held >= self.configuration["buffer_count"]

    def _serve(self) -> None:
        if self.jobs and self._newest is not None:
            self._finish(self._newest)
            self._newest = None

    def _finish(self, number: int) -> None:
        controls = next(controls for first, controls in reversed(self._controls) if first <= number)
        self.jobs.pop(0).request = FakeRequest(self, number, controls)
        self.held += 1

    def develop(self, number: int, controls: dict[str, Any]) -> Image:
        """Return a frame: what the crop shows of the scene, exposed by some controls."""
        wide, high = self.configuration["main"]["size"]
        show = type(self).scene
        if show is None:
            return np.full((high, wide, 3), number % 256, np.uint8)
        scene = show(number / RATE)
        left, top, width, height = self.seen
        fine = self.sensor.field / self.sensor.array[0] * scene.shape[1] / SCENE_FIELD  # the scene's pixels a sensor's
        right, down = left + (width - self.sensor.array[0]) / 2, top + (height - self.sensor.array[1]) / 2
        step = fine * width / wide
        corner = [
            size / 2 - 0.5 + fine * aside + step * (0.5 - count / 2)
            for size, aside, count in ((scene.shape[1], right, wide), (scene.shape[0], down, high))
        ]
        back = np.array([[step, 0, corner[0]], [0, step, corner[1]]])
        if np.allclose(back, np.eye(2, 3)):
            return type(self).exposed(scene, controls)
        shown = cv2.warpAffine(scene, back, (wide, high), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return type(self).exposed(np.asarray(shown, np.uint8), controls)


@dataclass(frozen=True, slots=True)
class Optics:
    """What lamp, lens and image processor make of a scene that was drawn for 8 ms at gain 1.

    `lamp` is how bright the lamp is, `red` and `blue` are the gains of the white balance that make its light neutral,
    `sharp` is the lens position in dioptres at which the plate is sharp; each dioptre off adds BLUR pixels.
    """

    lamp: float = 1.0
    red: float = 2.0
    blue: float = 1.8
    sharp: float = 3.0

    def __call__(self, scene: Image, controls: dict[str, Any]) -> Image:
        """Return the frame (h, w, 3) BGR of a scene under the library's controls."""
        gain = max(controls["AnalogueGain"], FakePicamera2.sensor.gains[0])
        red, blue = controls["ColourGains"]
        light = self.lamp * controls["ExposureTime"] / 8000 * gain
        curves = [_curve(light * share) for share in (blue / self.blue, 1.0, red / self.red)]
        frame = cv2.merge([cv2.LUT(part, curve) for part, curve in zip(cv2.split(scene), curves, strict=True)])
        blur = BLUR * abs(controls.get("LensPosition", self.sharp) - self.sharp)
        return np.asarray(cv2.GaussianBlur(frame, (0, 0), blur) if blur > 0.05 else frame, np.uint8)


def _curve(times: float) -> Image:
    """Return the levels (256,) that stand for so many times as much light, by sRGB's curve (IEC 61966-2-1)."""
    level = np.arange(256) / 255
    light = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4) * times
    bent = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(np.round(bent * 255), 0, 255), np.uint8)


def install_fake(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    """Put the stand-in where the library is imported from, for one test, and return it as it is at first."""
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    first: dict[str, Any] = {"made": [], "clock": VirtualClock(), "sensor": IMX708, "scene": None, "late": False}
    first |= {"silent": (math.inf, math.inf), "exposed": staticmethod(lambda image, _: image)}
    for name, value in first.items():
        monkeypatch.setattr(FakePicamera2, name, value)
    return FakePicamera2
