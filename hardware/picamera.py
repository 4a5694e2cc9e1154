"""The Pi's own camera by way of picamera2: exposure, white balance and focus are set, never automatic."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Any

import numpy as np

from hardware.camera import CameraSettings, Frame, Readout
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, Failure, FrameTimeoutError

SIZE = (1280, 720)
FRAMES_TO_ADJUST = 12
"""Frames after which a new setting holds: four are queued, the sensor is three behind, and the lens has to move."""
JUST_FINISHED = 1.0
"""Seconds in which a job that was taken out of the queue while it ran says what came of it."""
NO_CAMERA = "No camera number"
"""How the library's RuntimeError begins where no camera is connected; older versions raise an IndexError."""


class Picamera2Camera(Closing):
    """A camera of the Pi, its full field in 1280 x 720 pixels; libcamera is imported when the camera is opened."""

    def __init__(
        self,
        clock: Clock,
        settings: CameraSettings | None = None,
        *,
        timeout: float = 3.0,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._timeout, self._monotonic = clock, timeout, monotonic
        self._settings = settings or CameraSettings()
        self._camera: Any = None
        self._mode: Readout | None = None
        maker = _picamera2()
        try:
            self._camera = maker()
            # What picamera2 calls RGB888 lies in memory as blue, green, red.
            main = {"size": SIZE, "format": "RGB888"}
            # Without a sensor mode the library takes one that fits the size, even where it reads only the middle.
            modes = self._camera.sensor_modes  # to list them configures the camera, so they are listed once
            sensor = full_field(modes, SIZE)
            configuration = self._camera.create_video_configuration(
                main=main, sensor=sensor, controls=self._controls(), buffer_count=4
            )
            self._camera.configure(configuration)
            self._mode = readout_of(modes, sensor, self._camera.camera_properties)
            self._camera.start()
        except (RuntimeError, OSError, IndexError) as error:
            self.close()
            if isinstance(error, IndexError) or NO_CAMERA in str(error):
                raise Failure.CAMERA_MISSING.error(
                    "libcamera finds no camera", "check the ribbon cable, then restart"
                ) from error
            raise CameraError(
                f"the Pi's camera cannot be started: {error}", "close the program that uses it, or check its cable"
            ) from error

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        """Return the newest frame, or with `after` the first whose exposure began later."""
        patience = self._timeout if timeout is None else timeout
        deadline = self._monotonic() + patience
        while (left := deadline - self._monotonic()) > 0:
            frame = self._next(left, after)
            if frame is not None:
                return frame
        raise FrameTimeoutError(f"the Pi's camera gave no new picture in {patience:g} s")

    def _next(self, timeout: float, after: float | None) -> Frame | None:
        """Return the next frame, None if its exposure began too early."""
        request = self._request(timeout)
        try:
            data = request.get_metadata()
            # SensorTimestamp is when the first row was read out; its exposure began an exposure time earlier.
            began = data["SensorTimestamp"] * 1e-9 - data.get("ExposureTime", self._settings.exposure * 1e6) * 1e-6
            time = self._clock.now() - (self._monotonic() - began)
            if after is not None and time <= after:
                return None
            return Frame(np.array(request.make_array("main")[..., :3], np.uint8, order="C"), time)
        finally:
            request.release()

    def _request(self, timeout: float) -> Any:
        """Return a completed request, which the caller has to release."""
        if self._camera is None:
            raise CameraError("the Pi's camera is closed", "open it again")
        try:
            job = self._camera.capture_request(wait=False)
            try:
                return self._camera.wait(job, timeout)
            except TimeoutError:
                # A job left in the queue would take the next frame, keep its buffer, and hold up `stop` behind it.
                self._camera.cancel_all_and_flush()
                # If the job was finished meanwhile it is not in the queue any more, and its frame has come after all.
                return self._camera.wait(job, JUST_FINISHED)
        except (TimeoutError, CancelledError) as error:
            raise FrameTimeoutError(f"the Pi's camera gave no picture in {timeout:.1f} s") from error
        except (RuntimeError, OSError) as error:
            raise Failure.CAMERA_LOST.error(f"the connection to the Pi's camera is lost: {error}") from error

    @property
    def mode(self) -> Readout | None:
        """How the sensor is read out, None where the library does not say."""
        return self._mode

    @property
    def settings(self) -> CameraSettings:
        """How the camera exposes now."""
        return self._settings

    @property
    def focuses(self) -> bool:
        """Whether this camera's lens moves."""
        return self._camera is not None and "LensPosition" in self._camera.camera_controls

    def adjust(self, settings: CameraSettings) -> None:
        """Expose by these settings from now on; passes over the frames that are on their way with the old ones."""
        if self._camera is None:
            raise CameraError("the Pi's camera is closed", "open it again")
        self._settings = settings
        self._camera.set_controls(self._controls())
        for _ in range(FRAMES_TO_ADJUST):
            self._request(self._timeout).release()

    def _controls(self) -> dict[str, Any]:
        """Return libcamera's controls for the settings, but those that this camera lacks: not each has autofocus."""
        wanted = {
            "AeEnable": False,
            "AwbEnable": False,
            "AfMode": 0,  # manual
            "ExposureTime": round(self._settings.exposure * 1e6),
            "AnalogueGain": self._settings.gain,
            "ColourGains": (self._settings.red, self._settings.blue),
            "LensPosition": self._settings.focus,
        }
        there = self._camera.camera_controls
        return {name: value for name, value in wanted.items() if name in there}

    def close(self) -> None:
        """Stop the camera and let it go; harmless when it has been closed before."""
        if self._camera is not None:
            camera, self._camera = self._camera, None
            try:
                camera.stop()
            finally:
                camera.close()


def full_field(modes: Sequence[Mapping[str, Any]], size: tuple[int, int]) -> dict[str, Any] | None:
    """Return what to ask of the sensor so that it reads out its full field, None if its modes are not known.

    `modes` are the library's `sensor_modes`, `size` the width and height in pixels of the pictures. Of the modes that
    see most, this is the smallest, and so the fastest, that has at least as many pixels as the pictures each way.
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    if not known:
        return None
    widest = max(math.prod(mode["crop_limits"][2:]) for mode in known)
    whole = [mode for mode in known if math.prod(mode["crop_limits"][2:]) == widest]
    enough = [mode for mode in whole if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]
    smallest = min(enough or whole, key=lambda mode: (math.prod(mode["size"]), -mode["bit_depth"]))
    return {"output_size": tuple(smallest["size"]), "bit_depth": smallest["bit_depth"]}


def readout_of(
    modes: Sequence[Mapping[str, Any]], sensor: Mapping[str, Any] | None, properties: Mapping[str, Any]
) -> Readout | None:
    """Return how a sensor is read out that was asked for one of the library's modes, None where that is not known.

    `sensor` is what `full_field` returned, `properties` the library's `camera_properties`.
    """
    if sensor is None or not {"Model", "PixelArraySize"} <= properties.keys():
        return None
    chosen = next(
        mode for mode in modes if {"output_size": tuple(mode["size"]), "bit_depth": mode["bit_depth"]} == sensor
    )
    left, top, width, height = chosen["crop_limits"]
    across, down = chosen["size"]
    whole = properties["PixelArraySize"]
    return Readout(properties["Model"], (across, down), (left, top, width, height), (whole[0], whole[1]))


def _picamera2() -> Any:
    """Return the class Picamera2, or raise a CameraError that says what is missing or does not fit."""
    try:
        return import_module("picamera2").Picamera2
    except ModuleNotFoundError as error:
        raise Failure.LIBCAMERA.error(f"the package {error.name or 'picamera2'} is missing") from error
    except (ImportError, ValueError, AttributeError) as error:
        # One of them is simplejpeg's ValueError, where Debian 12 built it for a numpy before 2.
        raise Failure.LIBCAMERA.error(f"picamera2 cannot be imported: {error}") from error


def is_connected() -> bool:
    """Return whether libcamera is there and finds a camera that is none of USB."""
    try:
        found = _picamera2().global_camera_info()
    except (CameraError, AttributeError, RuntimeError, OSError, IndexError):
        return False
    return any("/usb" not in str(camera.get("Id", "")).lower() for camera in found)
