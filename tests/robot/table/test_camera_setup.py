"""Finding a camera's exposure, white balance and focus with a stand-in for picamera2 over the simulated table."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import robot.app
from hardware.camera import CameraSettings
from hardware.cameras import Picamera2Camera
from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.table import SimulatedTable
from robot.app import Devices, camera_settings, devices
from robot.cli import main
from robot.config import SIMULATED, Folders
from robot.table.calibration import keep_calibration
from robot.table.camera_setup import TARGET, CameraSetup
from robot.table.choice import TableChoice
from tests.support.hardware.fake_picamera2 import BOOTED, IMX219, FakePicamera2, Optics, install_fake
from tests.support.hardware.lenses import hang_uncorrected
from tests.support.robot.calibrations import CALIBRATION
from vision.calibration.calibration_file import load_calibration
from vision.calibration.camera_check import markers_colour
from vision.errors import BoardNotSeenError, CalibrationError, CalibrationFileError
from vision.table.plate import Plate

PLATE = Plate.from_dimensions(dimensions())
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    return install_fake(monkeypatch)


@pytest.fixture(scope="module")
def lit() -> NDArray[np.uint8]:
    """Return the lit plate as a strongly bent lens shows it: what a lens is like is not known yet."""
    clock = VirtualClock()
    table = SimulatedTable(8, clock, dimensions())
    table.light(left=True, right=True)
    with SimulatedCamera(table, clock, mounting=hang_uncorrected(3)) as camera:
        return camera.frame().image


@pytest.fixture
def over(
    lit: NDArray[np.uint8], picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Picamera2Camera]:
    """Return what opens the Pi's camera over the lit plate, in the light of some optics."""

    def open_it(optics: Optics, settings: CameraSettings | None = None, **changed: Any) -> Picamera2Camera:
        changed = {"scene": lambda _: lit, "exposed": staticmethod(optics)} | changed
        for name, value in changed.items():
            monkeypatch.setattr(picamera2, name, value)
        clock = picamera2.clock
        return Picamera2Camera(clock, settings, monotonic=lambda: BOOTED + clock.now())

    return open_it


@pytest.mark.parametrize(
    "optics",
    [
        Optics(lamp=0.3, red=1.6, blue=2.6, sharp=2.2),
        Optics(lamp=6.0, red=2.9, blue=1.3, sharp=4.3),
        Optics(lamp=0.1, red=1.2, blue=1.2, sharp=3.6),
    ],
)
def test_white_becomes_neutral_and_as_bright_as_wanted_and_the_dice_sharp(
    optics: Optics, over: Callable[..., Picamera2Camera], picamera2: type[FakePicamera2]
) -> None:
    with over(optics) as camera:
        found = CameraSetup(camera, picamera2.clock, PLATE).find_settings()
        white = markers_colour(camera.frame().image, PLATE)
        assert asdict(camera.settings) == found
    assert white.seen
    assert white.level == pytest.approx(TARGET, abs=6)
    assert [white.red, white.blue] == pytest.approx([1, 1], abs=0.03)
    assert [found["red"], found["blue"]] == pytest.approx([optics.red, optics.blue], rel=0.03)
    on_plate = 1 / (1 / found["focus"] + PLATE.well_top / 1000)
    assert on_plate == pytest.approx(optics.sharp, abs=0.15)
    assert found["exposure"] <= 0.03
    assert found["gain"] == 1.0 or found["exposure"] == 0.03, "the gain is raised only where time does not suffice"


def test_a_lens_focused_by_hand_is_left(over: Callable[..., Picamera2Camera], picamera2: type[FakePicamera2]) -> None:
    with over(Optics(lamp=0.5), sensor=replace(IMX219, field=440.0)) as camera:
        found = CameraSetup(camera, picamera2.clock, PLATE).find_settings()
    assert found.keys() == {"exposure", "gain", "red", "blue"}


def test_what_is_fixed_stays_as_it_is(over: Callable[..., Picamera2Camera], picamera2: type[FakePicamera2]) -> None:
    fixed = {"gain": 4.0, "focus": 3.3, "red": 2.9}
    with over(Optics(lamp=0.5, red=1.6, blue=2.6), replace(CameraSettings(), **fixed)) as camera:
        found = CameraSetup(camera, picamera2.clock, PLATE, fixed).find_settings()
        white = markers_colour(camera.frame().image, PLATE)
    assert {name: found[name] for name in fixed} == fixed
    assert found["blue"] == pytest.approx(2.6, rel=0.03)
    assert white.level == pytest.approx(TARGET, abs=6)
    with over(Optics(lamp=0.5), CameraSettings(exposure=0.002)) as camera:
        found = CameraSetup(camera, picamera2.clock, PLATE, {"exposure", "focus", "red", "blue"}).find_settings()
    assert found["exposure"] == 0.002
    assert found["gain"] > 2


@pytest.mark.parametrize(
    ("optics", "error", "words"),
    [
        (Optics(lamp=1e-6), BoardNotSeenError, "not visible"),
        (Optics(lamp=0.005), CalibrationError, "grey level"),
        (Optics(lamp=3000.0), BoardNotSeenError, "not visible"),
        (Optics(blue=12.0), CalibrationError, "stays coloured"),
    ],
)
def test_light_that_no_setting_fits_is_reported(
    optics: Optics,
    error: type[Exception],
    words: str,
    over: Callable[..., Picamera2Camera],
    picamera2: type[FakePicamera2],
) -> None:
    with over(optics) as camera, pytest.raises(error, match=words):
        CameraSetup(camera, picamera2.clock, PLATE, {"focus"}).find_settings()


def test_settings_come_from_the_configuration_then_the_calibration_then_what_is_usual(home: Path) -> None:
    port = "/dev/ttyACM0"
    assert camera_settings(port) == CameraSettings()
    file = Folders.of_user().adjustment("calibration", port)
    keep_calibration(replace(CALIBRATION, settings={"exposure": 0.012, "red": 1.5, "unheard-of": 1.0}), file)
    assert camera_settings(port) == CameraSettings(exposure=0.012, red=1.5)
    (home / "config" / "config.toml").write_text("exposure_milliseconds = 5\nfocus_dioptres = 2.75\n")
    assert camera_settings(port) == CameraSettings(exposure=0.005, red=1.5, focus=2.75)
    file.write_text("{")
    assert camera_settings(port) == CameraSettings(exposure=0.005, focus=2.75), "who reads dice says that it is damaged"


def test_a_calibration_from_before_settings_were_kept_still_opens(tmp_path: Path) -> None:
    before = CALIBRATION.to_json()
    del before["settings"]
    file = tmp_path / "calibration.json"
    file.write_text(json.dumps(before))
    assert load_calibration(file) == CALIBRATION


@pytest.mark.parametrize("settings", [{"gain": -1.0}, {"gain": float("nan")}, [1.0], {"gain": "much"}])
def test_settings_that_no_camera_has_are_reported(settings: object, tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(json.dumps(CALIBRATION.to_json() | {"settings": settings}))
    with pytest.raises(CalibrationFileError, match="calibrate"):
        load_calibration(file)


@pytest.mark.check
def test_calibrate_sets_the_camera_and_keeps_how(
    home: Path, picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The simulated table under the Pi's camera: its lamp is weak and yellow, and the lens is out of focus."""

    def under_pi(choice: TableChoice, stack: ExitStack) -> Devices:
        parts = devices(replace(choice, speed=None), stack)
        simulated = stack.enter_context(parts.camera())
        monkeypatch.setattr(picamera2, "clock", parts.clock)
        monkeypatch.setattr(picamera2, "scene", lambda _: simulated.frame().image)

        def open_it() -> Picamera2Camera:
            return Picamera2Camera(
                parts.clock, camera_settings(SIMULATED), monotonic=lambda: BOOTED + parts.clock.now()
            )

        return replace(parts, camera=open_it)

    monkeypatch.setattr(robot.app, "devices", under_pi)
    monkeypatch.setattr(picamera2, "exposed", staticmethod(Optics(lamp=0.4, red=1.5, blue=2.4, sharp=3.4)))
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("gain = 2  # no noise beyond this\n")
    assert main(["machine", "calibrate", "--seed", "4", "--json"]) == 0
    printed = capsys.readouterr()
    assert "the camera is being set up" in printed.err
    settings = json.loads(printed.out)["settings"]
    assert settings["gain"] == 2.0
    assert [settings["red"], settings["blue"]] == pytest.approx([1.5, 2.4], rel=0.04)
    calibration = load_calibration(Folders.of_user().adjustment("calibration", SIMULATED))
    assert calibration is not None
    assert calibration.settings == settings
    assert calibration.light["both"] == pytest.approx(TARGET, abs=15)
    assert camera_settings(SIMULATED).red == settings["red"]
    assert (home / "config" / "config.toml").read_text() == "gain = 2  # no noise beyond this\n"
