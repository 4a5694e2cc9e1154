"""The composition root: the only place that knows which table, camera, reader and panel there are."""

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from hardware.dimensions import BOXES, CRANK, dimensions
from hardware.panel import Panel
from robot.config import HANDS, PHONE, SIMULATED, TWIN, Config, Folders, load
from robot.errors import ROOMS, UsageError
from robot.table.choice import TableChoice, read_faults
from vision.calibration.calibration_file import Calibration, load_calibration
from vision.errors import CalibrationFileError
from vision.reader import Reader
from vision.reading import PictureReader, Reading
from vision.table.plate import Plate
from vision.table.reader import TableReader

if TYPE_CHECKING:
    from hardware.camera import Camera, CameraSettings
    from hardware.clock import Clock
    from hardware.controller import Controller
    from hardware.sim.board import HostSide
    from hardware.sim.build import BuildFault, MachineFault
    from hardware.sim.lines import WireFaults
    from hardware.sim.scene import SceneFault
    from hardware.transport import Trace
    from robot.table.calibration import OwnHands
    from robot.table.look import Image, Look
    from robot.table.table import Table
    from vision.calibration.plate_fit import Misfit

BUILD = 1
"""The seed of the simulated table's build. Its camera hangs in the same place for every seed of the dice."""
LARGE = 1200, 1600
"""Height and width of a phone's photograph as it is read; other pictures are smaller."""
SHAKES_A_SITTING = 1_000_000
"""Shakes set apart for each sitting of a game on the simulated table, so that a resumed game gets new throws."""


def make_reader() -> Reader:
    """Return a reader of any picture, also of the configured table."""
    return Reader(make_plate(load(Folders.of_user()).table))


def make_table_reader(table: str | None = None, machine: str | None = None) -> TableReader:
    """Return a reader of one table (default: the configured one). It sees no dice without the table's plate."""
    return TableReader(make_plate(table or load(Folders.of_user()).table, machine))


def make_own_dice_reader() -> PictureReader:
    """Return a reader of dice that people throw, on the printed mat or anywhere."""
    from vision.mat import MatReader

    return MatReader()


class ReaderLoadedAhead:
    """A reader of people's own dice that a thread loads. Only a picture that comes before it is loaded waits."""

    def __init__(self) -> None:
        thread = ThreadPoolExecutor(1, "reader")
        self._loaded = thread.submit(self._load)
        thread.shutdown(wait=False)

    def read(self, *exposures: "Image") -> Reading:
        """Return the dice in pictures (h, w, 3), BGR uint8; raises VisionError."""
        return self._loaded.result().read(*exposures)

    @staticmethod
    def _load() -> PictureReader:
        reader = make_own_dice_reader()
        reader.read(np.zeros((*LARGE, 3), np.uint8))
        return reader


def make_plate(table: str, machine: str | None = None) -> Plate:
    """Return the plate of a table as calibrated, or else as drawn. Raises CalibrationFileError.

    `machine` is its kind (default: the configured one).
    """
    return plate_by(calibration_of_table(table, machine), machine)


def plate_by(calibration: Calibration | None, machine: str | None = None) -> Plate:
    """Return the plate of a kind of machine as calibrated, or else as drawn."""
    plate = Plate.from_dimensions(configured_dimensions(machine))
    return calibration.apply(plate) if calibration else plate


def configured_dimensions(machine: str | None = None) -> dict[str, Any]:
    """Return the dimensions of a kind of machine (default: the configured one) with the configured number of boxes."""
    config = load(Folders.of_user())
    return dimensions(machine or config.machine, config.boxes)


def calibration_for(choice: TableChoice) -> Calibration | None:
    """Return the calibration of a resolved choice: of its table, of its recording, or of the configured table.

    Raises:
        CalibrationFileError, RecordingError: it is damaged.

    """
    if choice.table is not None:
        return calibration_of_table(choice.table, choice.machine)
    from robot.records.recording import SESSION, read_calibration

    folder = Path(choice.camera or "")
    if (folder / SESSION).is_file():
        return read_calibration(folder)
    return calibration_of_table(load(Folders.of_user()).table, choice.machine)


def calibration_of_table(table: str, machine: str | None = None) -> Calibration | None:
    """Return a table's saved calibration, None if there is none. Raises CalibrationFileError.

    Each kind of machine (default: the configured one) has its own calibration.
    """
    return load_calibration(calibration_file(table, machine))


def calibration_file(table: str, machine: str | None = None) -> Path:
    """Return the path of a table's calibration for a kind of machine (default: the configured one)."""
    folders = Folders.of_user()
    kind = machine or load(folders).machine
    return folders.adjustment("calibration" if kind == CRANK else f"calibration-{kind}", table)


def open_named_camera(name: str, table: str, clock: "Clock", machine: str | None = None) -> "Camera":
    """Open a camera by its name, with the settings of `camera_settings`. Raises CameraError, UsageError."""
    from hardware.cameras import open_camera

    return open_camera(name, clock, _picture_of_folder, camera_settings(table, machine))


def _picture_of_folder(file: Path) -> "Image":
    """Read a picture of a folder that stands in for a camera. Raises CameraError."""
    from hardware.errors import CameraError
    from vision.errors import PictureError
    from vision.pictures import load_picture

    try:
        return load_picture(file)
    except PictureError as error:
        raise CameraError(str(error), "") from error


def camera_settings(table: str, machine: str | None = None) -> "CameraSettings":
    """Return the camera settings of a table and a kind of machine (default: the configured one).

    Each setting comes from config.toml, else from the table's calibration, else from the defaults.

    Raises:
        UsageError: config.toml cannot be used.

    """
    from hardware.camera import CameraSettings

    found: Mapping[str, float] = {}
    with suppress(CalibrationFileError):  # the reader of dice reports this, and a new calibration fixes it
        calibration = calibration_of_table(table, machine)
        found = calibration.settings if calibration else {}
    known = {field.name for field in fields(CameraSettings)}
    return CameraSettings(**{name: found[name] for name in known & found.keys()} | configured_camera_settings())


def configured_camera_settings() -> dict[str, float]:
    """Return the camera settings that config.toml fixes, by their names in CameraSettings. Raises UsageError."""
    config = load(Folders.of_user())
    exposure = None if config.exposure_milliseconds is None else config.exposure_milliseconds / 1000
    fixed = {
        "exposure": exposure,
        "gain": config.gain,
        "red": config.red_gain,
        "blue": config.blue_gain,
        "focus": config.focus_dioptres,
    }
    return {name: value for name, value in fixed.items() if value is not None}


def misfit(table: str, shots: "Mapping[str, Image]", machine: str | None = None) -> "Misfit | None":
    """Return why a table's calibration does not fit its shots (by the name of their light), or None if it does."""
    from vision.calibration import plate_fit

    anywhere = not controller_kind(machine or load(Folders.of_user()).machine).FIXED
    return plate_fit.misfit(shots, make_plate(table, machine), calibration_of_table(table, machine), anywhere=anywhere)


Opened = TypeVar("Opened")


class Opener(Generic[Opened]):
    """Opens a device at its first use. Later uses return the same device, or raise the same error."""

    def __init__(self, opener: Callable[[], Opened]) -> None:
        self._opener, self._device, self._error = opener, list[Opened](), list[Exception]()

    def __call__(self) -> Opened:
        if self._error:
            raise self._error[0]
        if not self._device:
            try:
                self._device.append(self._opener())
            except ROOMS as error:
                self._error.append(error)
                raise
        return self._device[0]

    @property
    def failed(self) -> bool:
        """Whether the device could not be opened."""
        return bool(self._error)


@dataclass(frozen=True, slots=True)
class Devices:
    """The two devices of a table, not yet open, and their clock.

    `hands` are the table's own, None where people move the dice. `onlooker` opens a camera that shows the machine to
    viewers. `seen` gets the last look of each throw.
    """

    controller: "Callable[[], Controller]"
    camera: "Callable[[], Camera]"
    clock: "Clock"
    hands: "OwnHands | None" = None
    onlooker: "Callable[[], Camera] | None" = None
    seen: "Callable[[Look], None] | None" = None


def devices(choice: TableChoice, stack: ExitStack, trace: "Trace | None" = None) -> Devices:
    """Return the devices of a resolved choice with a table. A twin closes with `stack`.

    A crank gets its adjusted levers and shake.
    """
    parts = _devices(choice, stack, trace)
    if choice.machine == BOXES:
        return parts
    return replace(parts, controller=partial(_open_adjusted, parts.controller, choice.table or ""))


def _open_adjusted(opener: "Callable[[], Controller]", table: str) -> "Controller":
    """Open a crank's controller with its adjusted levers and shake. Raises FileError, and what `opener` raises."""
    from hardware.crank import crank_of
    from robot.table.adjustments import read_levers, read_shake

    place = partial(Folders.of_user().adjustment, table=table)
    levers, program = read_levers(place("levers")), read_shake(place("shake"))
    controller = crank_of(opener())
    controller.levers, controller.program = levers, program
    return controller


def controller_kind(machine: str) -> "type[Controller]":
    """Return the controller class of a kind of machine."""
    from hardware.boxes import BoxController
    from hardware.crank import CrankController

    return BoxController if machine == BOXES else CrankController


def _devices(choice: TableChoice, stack: ExitStack, trace: "Trace | None") -> Devices:
    from hardware.clock import SystemClock
    from hardware.controller import open_controller

    if choice.table == HANDS:
        raise UsageError(f"the table {HANDS!r} has no board and needs no calibration: name another --table")
    if choice.table == SIMULATED:
        return _simulate_devices(choice, trace)
    if choice.table == TWIN:
        return _twin(choice, stack, trace)
    port, camera, clock = choice.table or "", choice.camera or "", SystemClock()
    return Devices(
        partial(open_controller, controller_kind(choice.machine or CRANK), port, clock, trace=trace),
        lambda: open_named_camera(camera, port, clock, choice.machine),
        clock,
    )


def open_panel(config: Config) -> Panel:
    """Open the configured panel (USB buttons first), or else the keyboard."""
    if config.usb_buttons:
        return _usb_buttons(config)
    return _pins(config) if config.panel else _keyboard(leaving=True)


def panel_openers(config: Config) -> Iterator[Callable[[], Panel]]:
    """Yield a function for each panel that is used next to a page. It opens the panel, or raises PanelError.

    The panels are the keyboard, if there is a terminal, and the configured ones.
    """
    if sys.stdin.isatty():
        yield partial(_keyboard, leaving=False)
    if config.usb_buttons:
        yield partial(_usb_buttons, config)
    if config.panel:
        yield partial(_pins, config)


def _usb_buttons(config: Config) -> Panel:
    from hardware.clock import SystemClock
    from hardware.usb_panel import UsbPanel

    return UsbPanel(SystemClock(), config.usb_buttons)


def _pins(config: Config) -> Panel:
    from hardware.clock import SystemClock
    from hardware.panel import GpioPanel, PanelPins

    return GpioPanel(SystemClock(), PanelPins() if config.small_buttons else PanelPins(keeps=(), lamps=()))


def _keyboard(*, leaving: bool) -> Panel:
    from hardware.keyboard import KeyboardPanel

    return KeyboardPanel(sys.stdin, leaving=leaving)


def check_faults(choice: TableChoice) -> None:
    """Raise UsageError if a resolved choice names faults that its table cannot have. Nothing is opened."""
    if choice.table in {SIMULATED, TWIN}:
        faults_of(choice.table, choice.faults, choice.machine or CRANK)


def _simulate_devices(choice: TableChoice, trace: "Trace | None") -> Devices:
    from hardware.clock import SystemClock, VirtualClock
    from hardware.sim.board import SimulatedBoard
    from hardware.sim.build import Build
    from hardware.sim.camera import SimulatedCamera
    from hardware.sim.hands import Hand, SimulatedHands
    from hardware.sim.lens import Mounting
    from hardware.sim.table import SimulatedTable

    faults = faults_of(SIMULATED, choice.faults)
    build = Build(faults.build)
    clock: Clock = VirtualClock() if choice.speed is None else SystemClock(choice.speed)
    seed, shakes = choice.seed or 0, SHAKES_A_SITTING * choice.sitting
    kind = choice.machine or CRANK
    machine = configured_dimensions(kind)
    table = SimulatedTable(seed, clock, machine, shakes_before=shakes, faults=faults.scene, build=build)
    board = SimulatedBoard(table, clock, faults.wire, seed, wire=_line_clock(choice, clock), build=build, machine=kind)
    hand = Hand()
    return Devices(
        partial(_connect_simulated, choice, board, clock, trace),
        lambda: SimulatedCamera(table, clock, mounting=Mounting.from_seed(BUILD), hand=hand, optics=build.optics),
        clock,
        SimulatedHands(table, hand, machine, board),
    )


def _twin(choice: TableChoice, stack: ExitStack, trace: "Trace | None") -> Devices:
    from hardware.clock import SystemClock, VirtualClock
    from hardware.errors import Failure
    from hardware.sim.build import Build
    from hardware.sim.hands import Hand, SimulatedHands
    from hardware.sim.lens import Mounting
    from hardware.twin.board import Pace
    from hardware.twin.posed import check_opengl
    from hardware.twin.runner import ensure_runner
    from hardware.twin.twin import Twin

    kind = choice.machine or CRANK
    faults = faults_of(TWIN, choice.faults, kind)
    build = Build(faults.build)
    machine = build.plate(configured_dimensions(kind))
    clock: Clock = VirtualClock() if choice.speed is None else SystemClock(choice.speed)
    seed = (choice.seed or 0) + SHAKES_A_SITTING * choice.sitting
    runner = ensure_runner(Folders.of_user().cache)
    mounting, hand = Mounting.from_seed(BUILD), Hand()
    no_opengl = check_opengl()
    pace = None if choice.speed is None else Pace(choice.speed)
    twin = stack.enter_context(
        Twin(machine, seed, clock, runner, faults=faults.machine, wire=faults.wire, pace=pace, build=build)
    )
    seen = None
    if choice.film:
        if no_opengl:
            raise Failure.FILM.error(f"a film needs OpenGL: {no_opengl}", "install it: 'make system'")
        film = stack.enter_context(twin.film(choice.film))
        seen = lambda look: film.show_reading(look.closeup())  # noqa: E731
    return Devices(
        partial(_connect_simulated, choice, twin.board, clock, trace),
        lambda: twin.camera(mounting, hand),
        clock,
        SimulatedHands(twin, hand, machine, twin),
        None if no_opengl else twin.onlooker,
        seen,
    )


def _line_clock(choice: TableChoice, clock: "Clock") -> "Clock":
    """Return the clock of a simulated line's time-outs: the table's clock if it runs as fast as it can."""
    from hardware.clock import SystemClock

    return clock if choice.speed is None else SystemClock()


def _connect_simulated(choice: TableChoice, board: "HostSide", clock: "Clock", trace: "Trace | None") -> "Controller":
    from hardware.controller import connect
    from hardware.dictionary import dictionary
    from hardware.link import Link
    from hardware.sim.board import VirtualLine

    driver, on = controller_kind(choice.machine or CRANK), _line_clock(choice, clock)
    words, nonces = dictionary(driver.KIND), random.Random(choice.seed)
    return connect(driver, Link(VirtualLine(board, on), on, nonces, words=words, trace=trace), clock)


def open_table(choice: TableChoice, trace: "Trace | None" = None) -> "Table":
    """Open the table of a resolved choice.

    Raises:
        HardwareError: a device is missing or does not answer.
        UsageError: there is no such fault.
        RecordingError, PictureError: the folder of pictures cannot be used.

    """
    with ExitStack() as stack:
        if choice.table == HANDS:
            return hands_table(choice.camera, stack)
        if choice.table is None:
            from robot.records.picture_table import PictureTable, scenes_of
            from robot.records.recording import SESSION, read_machine

            folder = Path(choice.camera or "")
            recorded = read_machine(folder) if (folder / SESSION).is_file() else choice.machine
            plate = plate_by(calibration_for(choice), recorded)
            scenes = scenes_of(folder, stack)
            return PictureTable(scenes, TableReader(plate), Reader(plate), stack.pop_all())
        return machine_table(choice.table, devices(choice, stack, trace), stack)


@contextmanager
def tables(choice: TableChoice) -> "Iterator[Callable[[], Table]]":
    """Yield a function that opens the table of a choice as often as needed. A simulated table stays the same.

    Raises:
        UsageError: there is no such fault.

    """
    with ExitStack() as stack:
        if choice.table in {None, HANDS}:
            yield lambda: open_table(choice)
            return
        named, parts = choice.table, devices(choice, stack)

        def open_named() -> "Table":
            with ExitStack() as devices_of_table:
                return machine_table(named, parts, devices_of_table)

        yield open_named


def hands_table(camera: str | None, stack: ExitStack) -> "Table":
    """Open the table where people throw their own dice, with a camera or without. The table then closes `stack`.

    Raises:
        CameraError: there is no such camera.

    """
    from hardware.cameras import FilmCamera, FolderCamera
    from hardware.clock import SystemClock
    from hardware.pushed import PushedCamera
    from robot.table.hands import HandsTable
    from robot.table.live_dice import LiveDice

    if camera is None:
        return HandsTable(stack.pop_all())
    pushed, reader = PushedCamera(SystemClock()) if camera == PHONE else None, ReaderLoadedAhead()
    opened = stack.enter_context(pushed or open_named_camera(camera, HANDS, SystemClock()))
    live = LiveDice(opened, reader, isinstance(opened, FolderCamera), isinstance(opened, FilmCamera))
    return HandsTable(stack.pop_all(), live, pushed)


def machine_table(named: str, parts: Devices, stack: ExitStack) -> "Table":
    """Open a table with its devices, which close with it. The table then closes `stack`.

    Raises:
        HardwareError: a device is missing or does not answer.

    """
    from robot.table.table import MachineTable
    from vision.table.settle import Settle

    controller = stack.enter_context(parts.controller())
    reader = make_table_reader(named, controller.KIND)
    camera = stack.enter_context(parts.camera())
    onlooker = stack.enter_context(parts.onlooker()) if parts.onlooker else None
    return MachineTable(
        controller,
        camera,
        reader,
        lambda: Settle(reader.plate),
        parts.clock,
        stack.pop_all(),
        lambda shots: misfit(named, shots, controller.KIND),
        parts.hands,
        onlooker,
        parts.seen,
    )


@dataclass(frozen=True, slots=True)
class Faults:
    """Planted faults of a table: of its serial line, its scene and camera, its machine and its build.

    Each fault of the scene has its chance. Each fault of the machine or the build has its wells, or markers.
    """

    wire: "WireFaults"
    scene: "dict[SceneFault, float]"
    machine: "dict[MachineFault, frozenset[int]]"
    build: "dict[BuildFault, frozenset[int]]"


def faults_of(table: str, text: str, machine: str = CRANK) -> Faults:
    """Read a list such as `drop=0.05,glare=0.1,horn-off=3` for the simulated table or the twin.

    A fault without a value has the chance 1, or is in all wells of the twin's machine. The twin has no faults of the
    scene. Only its crank has faults of the machine; it jams by itself where its motor is too weak.

    Raises:
        UsageError: there is no such fault, or its value is neither a chance nor wells.

    """
    from hardware.sim.build import BROWN_OUT, NOT_OF_THE_BUILD, BuildFault, MachineFault
    from hardware.sim.lines import OTHER_DICTIONARY, WireFaults
    from hardware.sim.scene import SceneFault

    twin = table == TWIN
    wire = {field.name for field in fields(WireFaults) if field.default == 0.0} - ({"jam", "reset"} if twin else set())
    scene = {BROWN_OUT} if twin else {fault.value for fault in SceneFault}
    struck = {fault.value for fault in MachineFault if twin and machine == CRANK}
    built = {fault.value for fault in BuildFault} - (NOT_OF_THE_BUILD if twin else frozenset())
    named = read_faults(text, wire | scene, built | struck)
    chances = {name: float(number or 1) for name, number in named.items() if name in wire | scene}
    wells = {name: frozenset(map(int, digits)) for name, digits in named.items() if name in built | struck}
    on_wire: dict[str, Any] = {name: chance for name, chance in chances.items() if name in wire}
    if BROWN_OUT in chances:
        on_wire["reset"] = chances.pop(BROWN_OUT)
    other = OTHER_DICTIONARY if BuildFault.WRONG_FIRMWARE in wells else None
    return Faults(
        WireFaults(**on_wire, dictionary=other),
        {SceneFault(name): chance for name, chance in chances.items() if name not in wire},
        {MachineFault(name): digits for name, digits in wells.items() if name in struck},
        {BuildFault(name): digits for name, digits in wells.items() if name in built},
    )
