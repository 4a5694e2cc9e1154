"""Cameras: the Pi's, USB cameras and streams, film files, and folders of pictures; each is opened by its name."""

import logging
import math
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, CameraSettings, Frame, Readout, strip_password
from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import CameraError, Failure, FrameTimeoutError, HardwareError, NoMorePicturesError

_log = logging.getLogger(__name__)
SIZE = (1280, 720)
"""Width and height in pixels requested from a live camera; one that is no Pi's may deliver another size."""

BY_NAME = Path("/dev/v4l/by-id")
"""The folder in which Linux names USB cameras by their model, whatever their present number."""

STREAMS = ("http://", "https://", "rtsp://", "tcp://", "udp://")


Loader = Callable[[Path], NDArray[np.uint8]]
ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".avif", ".heic", ".heif", ".gif"})


class FolderCamera(Closing):
    """Delivers the pictures of a folder: the first one until a frame `after` some time is requested, then the next.

    The time of a picture is when it was first delivered. Hidden files and files with other endings are skipped. `load`
    reads a file as BGR (h, w, 3) uint8, or raises CameraError.
    """

    def __init__(self, folder: Path, clock: Clock, load: Loader) -> None:
        if not folder.is_dir():
            raise Failure.CAMERA_MISSING.error(f"there is no folder {folder}")
        self._folder, self._clock, self._load = folder, clock, load
        self._files: list[Path] | None = sorted(
            file for file in folder.iterdir() if file.suffix.lower() in ENDINGS and not file.name.startswith(".")
        )
        if not self._files:
            raise Failure.CAMERA_MISSING.error(
                f"the folder {folder} holds no pictures", "name a folder with PNG or JPEG files"
            )
        self._next = 0
        self._current: Frame | None = None

    def frame(self, after: float | None = None, _timeout: float | None = None, /) -> Frame:
        """Return the present picture, or with `after` the next one. Raises NoMorePicturesError after the last."""
        if self._files is None:
            raise CameraError(f"the folder {self._folder} is closed", "open it again")
        if after is None and self._current is not None:
            return self._current
        if self._next == len(self._files):
            raise NoMorePicturesError(f"all {self._next} pictures of {self._folder} have been used")
        file = self._files[self._next]
        time = self._clock.now() if after is None else max(self._clock.now(), math.nextafter(after, math.inf))
        self._current = Frame(self._load(file), time)
        self._next += 1
        return self._current

    def close(self) -> None:
        """Release the folder. Closing twice is harmless."""
        self._files, self._current = None, None


MJPG = cv2.VideoWriter.fourcc(*"MJPG")
SETTINGS = (
    # Uncompressed, this size takes all that USB 2 carries for ten pictures a second or fewer.
    (cv2.CAP_PROP_FOURCC, MJPG),
    (cv2.CAP_PROP_FRAME_WIDTH, SIZE[0]),
    (cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1]),
    (cv2.CAP_PROP_BUFFERSIZE, 1),
)
"""The settings of a live camera, in this order: the rate that it reports is then that of this format and size."""
USUAL_RATE = 30.0
FASTEST, SLOWEST = 240.0, 1.0


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


PATIENCE = 3
"""Seconds without a picture after which a live camera has failed: OpenCV waits 30 s for a stream, 10 for a device."""
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(PATIENCE))


def _capture(source: int | str) -> Capture:
    wait = PATIENCE * 1000
    limits = (
        [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait] if "://" in str(source) else []
    )
    capture: Capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG if limits else cv2.CAP_ANY, limits)
    return capture


class _OpenCamera(Closing):
    """An open capture."""

    def __init__(self, source: int | str, opener: Callable[[int | str], Capture], missing: HardwareError) -> None:
        self._name, self._encoded = f"camera {strip_password(source)}", False
        capture = opener(source)
        if not capture.isOpened():
            capture.release()
            raise missing
        self._capture: Capture | None = capture

    def _read_period(self) -> float:
        """Return the seconds from frame to frame that the source reports; a live camera reports its present setting."""
        rate = self._opened.get(cv2.CAP_PROP_FPS)
        return 1 / (rate if SLOWEST <= rate <= FASTEST else USUAL_RATE)

    @property
    def _opened(self) -> Capture:
        if self._capture is None:
            raise CameraError(f"{self._name} is closed", "open it again")
        return self._capture

    def _picture(self) -> NDArray[np.uint8]:
        good, image = self._opened.retrieve()
        if good and self._encoded:
            image = cv2.imdecode(image.reshape(-1), cv2.IMREAD_COLOR)
        if not good or image is None:
            raise FrameTimeoutError(f"{self._name} gives a frame that cannot be decoded")
        return np.asarray(image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)

    def close(self) -> None:
        """Release the source. Closing twice is harmless."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class VideoCamera(_OpenCamera):
    """A live source: a USB camera by index or device path, or a stream by address.

    Drivers queue old frames and do not report when a frame was exposed. If the program had to wait for a frame, the
    frame was not in the queue: its exposure began at most `LATENCY` frame times before it arrived, one for the
    exposure, one for read-out and transfer, and some for the driver. It gets that early time. The frame time is what
    the camera reports, or the time since the last frame waited for if that is longer: in weak light cameras expose
    longer than they report.

    A busy machine needs some time for a queued frame, too, but less than `WAITED`. A fast camera is never waited for
    that long. Its frames are counted: a frame whose predecessors in a row are more than a queue holds was exposed after
    the first of them was asked for.
    """

    LATENCY = 2.25
    """In frame times: the longest delay of a frame."""
    WAITED = 0.8 / USUAL_RATE
    """In seconds: the shortest time that counts as waiting, whatever rate a camera reports."""
    IN_A_ROW = 8
    """In frames: four that OpenCV lets a driver queue, and more than `LATENCY` that were on their way meanwhile."""
    STREAMED = 100
    """The same of a stream: the network holds seconds of it."""

    def __init__(
        self,
        source: int | str,
        clock: Clock,
        *,
        timeout: float = PATIENCE,
        opener: Callable[[int | str], Capture] = _capture,
    ) -> None:
        self._device = _device(source)
        # OpenCV would print warnings of its own about a missing device.
        if opener is _capture and self._is_unplugged():
            raise Failure.CAMERA_MISSING.error(f"there is no camera {source} ({self._device} is missing)")
        self._streams = isinstance(source, str) and self._device is None
        failure = Failure.STREAM if self._streams else Failure.CAMERA_MISSING
        why = "it does not answer" if self._streams else "it is not a camera, or another program uses it"
        super().__init__(source, opener, failure.error(f"camera {strip_password(source)} cannot be opened: {why}"))
        self._clock, self._timeout = clock, timeout
        for what, wanted in SETTINGS:
            self._opened.set(what, wanted)
        self._period = self._read_period()
        # OpenCV would squeeze the pictures of a phone that is turned into the first one's size.
        compressed = self._streams and self._opened.get(cv2.CAP_PROP_FOURCC) == MJPG
        self._encoded = compressed and self._opened.set(cv2.CAP_PROP_FORMAT, -1)
        self._size: tuple[int, int] | None = None
        self._came = -math.inf
        self._waited_until: float | None = None
        self._row = deque[float](maxlen=self.STREAMED if self._streams else self.IN_A_ROW)

    def _is_unplugged(self) -> bool:
        return self._device is not None and not self._device.exists()

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        """Return a new frame whose exposure began later than `after`."""
        patience = self._timeout if timeout is None else timeout
        capture, deadline = self._opened, self._clock.now() + patience
        while self._clock.now() <= deadline:
            asked = self._clock.now()
            if not capture.grab():
                if self._is_unplugged():
                    _log.error("the camera at %s was unplugged", self._device)
                    raise Failure.CAMERA_LOST.error(f"{self._name} is unplugged")
                if self._streams:
                    break
                self._clock.sleep(self._period)
                continue
            began = self._bound_start(asked, self._clock.now())
            if began is not None and (after is None or began > after):
                return Frame(self._picture(), began)
        _log.warning("no new frame in %g s", patience)
        failure = Failure.STREAM if self._streams else Failure.CAMERA_LOST
        raise failure.error(f"{self._name} gives no new picture in {patience:g} s")

    def _picture(self) -> NDArray[np.uint8]:
        image = super()._picture()
        (high, wide), before = image.shape[:2], self._size
        self._size = high, wide
        if before not in {None, self._size}:
            raise Failure.CAMERA_TURNED.error(f"{self._name} now gives pictures of {wide} x {high} pixels")
        return image

    def _bound_start(self, asked: float, came: float) -> float | None:
        """Return a time before which the exposure of a frame did not begin; None if the frame may be an old one."""
        if asked - self._came >= 1 / USUAL_RATE:
            self._waited_until = None
            self._row.clear()
        self._came = came
        self._row.append(asked)
        if came - asked >= self.WAITED:
            before, self._waited_until = self._waited_until, came
            if before is not None:
                return came - self.LATENCY * max(self._period, came - before)
        return self._row[0] if len(self._row) == self._row.maxlen else None


def _device(source: int | str) -> Path | None:
    """Return the device file of a camera on Linux; None for streams and on other systems."""
    if isinstance(source, int):
        return Path(f"/dev/video{source}") if sys.platform == "linux" else None
    return Path(source) if source.startswith("/dev/") else None


class FilmCamera(_OpenCamera):
    """A film file as a camera. It waits for its caller: its time passes only from one requested picture to the next.

    So a caller that always asks for the next picture gets each picture, however long it takes, and the same in each
    run. The times of pictures are as far apart as in the film, and count from the first request. It returns no picture
    faster than the film plays.
    """

    def __init__(self, film: Path, clock: Clock, *, opener: Callable[[int | str], Capture] = _capture) -> None:
        missing = Failure.CAMERA_MISSING.error(f"{film} is not a film that OpenCV can read")
        super().__init__(str(film), opener, missing)
        # OpenCV opens any name with digits, as a series of pictures.
        if not self._opened.grab():
            self.close()
            raise missing
        self._clock, self._period = clock, self._read_period()
        self._number = 0
        self._start = self._due = 0.0
        self._last: Frame | None = None

    def frame(self, after: float | None = None, _timeout: float | None = None, /) -> Frame:
        """Return the present picture, or with `after` the first later one. Raises NoMorePicturesError at the end."""
        capture, number = self._opened, self._number
        if self._last is None:
            self._start = self._due = self._clock.now()
        if after is not None:
            number = max(number, math.floor((after - self._start) / self._period + 1e-6) + 1)
        if self._last is not None and number == self._number:
            return self._last
        self._due += (number - self._number) * self._period
        while self._number < number:
            if not capture.grab():
                raise NoMorePicturesError(f"{self._name} has ended after {self._number + 1} pictures")
            self._number += 1
        while (wait := self._due - self._clock.now()) > 1e-9:
            self._clock.sleep(wait)
        self._due = self._clock.now()
        self._last = Frame(self._picture(), self._start + number * self._period)
        return self._last


FRAMES_TO_ADJUST = 12
"""Frames after which a new setting holds: four are queued, the sensor is three behind, and the lens has to move."""
JUST_FINISHED = 1.0
"""Seconds in which a job that was taken out of the queue while it ran reports its result."""
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
        own, webcams = _list_cameras(maker)
        if webcams and not own:
            raise Failure.CAMERA_MISSING.error(
                f"libcamera finds no Pi camera, only {webcams[0]} on USB",
                "check the ribbon cable, then restart, or choose that one: --camera 0",
            )
        try:
            self._camera = maker(*own[:1])
            # What picamera2 calls RGB888 lies in memory as blue, green, red.
            main = {"size": SIZE, "format": "RGB888"}
            # Without a sensor mode the library takes one that fits the size, even where it reads only the middle.
            modes = self._camera.sensor_modes  # to list them configures the camera, so they are listed once
            sensor = choose_full_field(modes, SIZE)
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
            frame = self._take_next(left, after)
            if frame is not None:
                return frame
        raise Failure.CAMERA_LOST.error(f"the Pi's camera gave no new picture in {patience:g} s")

    def _take_next(self, timeout: float, after: float | None) -> Frame | None:
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
            raise Failure.CAMERA_LOST.error(f"the Pi's camera gave no picture in {timeout:.1f} s") from error
        except (RuntimeError, OSError) as error:
            raise Failure.CAMERA_LOST.error(f"the connection to the Pi's camera is lost: {error}") from error

    @property
    def mode(self) -> Readout | None:
        """How the sensor is read out, None if the library does not say it."""
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
        """Expose with these settings from now on; skips the frames that still have the old ones."""
        if self._camera is None:
            raise CameraError("the Pi's camera is closed", "open it again")
        self._settings = settings
        self._camera.set_controls(self._controls())
        for _ in range(FRAMES_TO_ADJUST):
            self._request(self._timeout).release()

    def _controls(self) -> dict[str, Any]:
        """Return libcamera's controls for the settings, without those that this camera lacks, such as autofocus."""
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
        """Stop and release the camera. Closing twice is harmless."""
        if self._camera is not None:
            camera, self._camera = self._camera, None
            try:
                camera.stop()
            finally:
                camera.close()


def choose_full_field(modes: Sequence[Mapping[str, Any]], size: tuple[int, int]) -> dict[str, Any] | None:
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
    """Return how a sensor is read out in one of the library's modes, None if unknown.

    `sensor` is what `choose_full_field` returned, `properties` the library's `camera_properties`.
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
    """Return whether libcamera is installed and finds a camera that is not on USB."""
    try:
        return bool(_list_cameras(_picamera2())[0])
    except CameraError:
        return False


def _list_cameras(library: Any) -> tuple[list[int], list[str]]:
    """Return the numbers of the Pi's own cameras, and the models of webcams, which libcamera lists too."""
    try:
        listed = library.global_camera_info()
    except (AttributeError, RuntimeError, OSError, IndexError):
        return [], []
    usb = ["/usb" in str(camera.get("Id", "")).lower() for camera in listed]
    webcams = [str(camera.get("Model", "one")) for camera, is_usb in zip(listed, usb, strict=True) if is_usb]
    return [number for number, is_usb in enumerate(usb) if not is_usb], webcams


def open_camera(
    name: str,
    clock: Clock,
    load: Loader,
    settings: CameraSettings | None = None,
) -> Camera:
    """Open the camera of this name: "picamera", a USB camera ("0", "/dev/video0"), a stream, a film or a folder.

    `settings` are for adjustable cameras; of these only the Pi's is one. `load` reads the pictures of a folder.

    Raises CameraError: CAMERA_MISSING if there is none of that name, LIBCAMERA for the Pi's libraries.
    """
    shown = strip_password(name)
    try:
        camera = _open(name, clock, load, settings)
    except CameraError as error:
        _log.warning("cannot open camera %s: %s", shown, error.failure.name)
        if error.failure is not Failure.CAMERA_MISSING or name.startswith(STREAMS) or not (others := _list_rest(name)):
            raise
        remedy = f"{error.remedy}; these are here: {', '.join(others)}"
        raise CameraError(error.what, remedy, failure=error.failure) from error
    _log.info("opened camera %s", shown)
    return camera


def _list_rest(name: str) -> list[str]:
    """Return the names of the connected cameras except the one of this name."""
    own = Path(f"/dev/video{name}" if name.isdecimal() else name).resolve()
    # A camera's further devices give data about pictures, not pictures.
    named = [str(path) for path in sorted(BY_NAME.glob("*-video-index0")) if path.resolve() != own]
    if name == "picamera":
        return named
    return [*named, "picamera"] if is_connected() else named


def _open(name: str, clock: Clock, load: Loader, settings: CameraSettings | None) -> Camera:
    if name == "picamera":
        return Picamera2Camera(clock, settings)
    if name.isdecimal() or name.startswith(("/dev/", *STREAMS)):
        return VideoCamera(int(name) if name.isdecimal() else name, clock)
    path = Path(name).expanduser()
    if path.is_dir():
        return FolderCamera(path, clock, load)
    if path.is_file():
        return FilmCamera(path, clock)
    raise Failure.CAMERA_MISSING.error(
        f"there is no camera, film or folder {name!r}", 'name "picamera", a number, /dev/video0, a film or a folder'
    )
