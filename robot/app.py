"""The composition root: the only place that knows which table, camera, reader and panel there are."""

import difflib
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import vision.calibration.kept
from hardware.dimensions import dimensions
from robot.calibration import Hands, kept
from robot.config import SIMULATED, Config, Folders, load
from robot.errors import TableChoiceError
from robot.tray import TrayHands
from vision.calibration.kept import Calibration
from vision.reader import Reader
from vision.table.plate import Plate
from vision.table.reader import TableReader

if TYPE_CHECKING:
    from hardware.camera import Camera
    from hardware.clock import Clock
    from hardware.controller import Controller
    from hardware.panel import Panel
    from hardware.sim.faults import WireFaults
    from hardware.sim.scene import SceneFault
    from hardware.trace import Trace
    from robot.look import Image
    from robot.table import Table

BUILD = 1
"""The simulated table is one machine, whose camera hangs alike whatever the seed of its dice."""
SHAKES_A_SITTING = 1_000_000
"""A game that is taken up again on the simulated table goes on with throws that nobody has seen."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What the operator wants to play on; None where the configuration decides.

    `table` is `sim` or the board's port; `camera` what `hardware.camera.open_camera` takes, and a folder of pictures or
    a recording needs no table; `speed` is table seconds in a second, None for as fast as it goes; `seed`, `speed`,
    `faults` and `sitting` (how often the game was sat down to before) are for the simulated table.
    """

    table: str | None = None
    camera: str | None = None
    seed: int | None = None
    speed: float | None = 1.0
    faults: str = ""
    sitting: int = 0

    def resolved(self, config: Config) -> "TableChoice":
        """Return the choice with nothing left open.

        Raises:
            TableChoiceError: the parts do not go together.

        """
        table = self.table or config.table
        camera = self.camera
        pictures = bool(camera) and Path(camera or "").is_dir()
        if (pictures or table != SIMULATED) and (self.seed, self.speed, self.faults) != (None, 1.0, ""):
            raise TableChoiceError("--seed, --fast, --speed and --faults are for the simulated table: leave them out")
        if pictures:
            if self.table is not None:
                raise TableChoiceError(f"{camera} is a folder of pictures, which needs no table: leave out --table")
            return replace(self, table=None)
        if table != SIMULATED:
            return replace(self, table=table, camera=camera or config.camera)
        if camera is not None:
            raise TableChoiceError(
                f"{camera} is no folder of pictures, and the simulated table has its own camera: "
                "name a folder, or the board's port with --table"
            )
        return replace(self, table=table, seed=_drawn_seed() if self.seed is None else self.seed)


def _drawn_seed() -> int:
    return random.SystemRandom().randrange(2**32)


def make_reader() -> Reader:
    """Return a reader of pictures from anywhere, the configured table's among them."""
    return Reader(make_plate(load(Folders.of_user()).table))


def make_table_reader(table: str | None = None) -> TableReader:
    """Return a reader of one table alone, the configured one's by default: without its plate it sees no dice."""
    return TableReader(make_plate(table or load(Folders.of_user()).table))


def make_plate(table: str) -> Plate:
    """Return the plate of a table, as it was calibrated or else as it is drawn; raises CalibrationFileError."""
    return plate_by(calibration_of_table(table))


def plate_by(calibration: Calibration | None) -> Plate:
    """Return the plate as a calibration found it, or else as it is drawn."""
    plate = Plate.from_dimensions(dimensions())
    return calibration.applied(plate) if calibration else plate


def calibration_for(choice: TableChoice) -> Calibration | None:
    """Return the calibration of a resolved choice: of its table, of its recording, or of the configured table.

    Raises:
        CalibrationFileError, RecordingError: it is damaged.

    """
    if choice.table is not None:
        return calibration_of_table(choice.table)
    from robot.recording import SESSION, recorded_calibration

    folder = Path(choice.camera or "")
    if (folder / SESSION).is_file():
        return recorded_calibration(folder)
    return calibration_of_table(load(Folders.of_user()).table)


def calibration_of_table(table: str) -> Calibration | None:
    """Return what is kept of a table's calibration, None where it never was; raises CalibrationFileError."""
    return kept(Folders.of_user().calibration(table))


def misfit(table: str, shots: "Mapping[str, Image]") -> str | None:
    """Return in one line why a table's calibration does not fit shots of it, by the name of their light, or None."""
    return vision.calibration.kept.misfit(shots, make_plate(table), calibration_of_table(table))


def open_panel(config: Config) -> "Panel":
    """Open the panel of the configuration, or the keyboard."""
    return _pins() if config.panel else _keyboard(leaving=True)


def open_panels(config: Config) -> "Iterator[Panel]":
    """Open what visitors press beside a page: the keyboard where there is a terminal, the panel where it is configured.

    Raises PanelError, the keyboard having been yielded before.
    """
    if sys.stdin.isatty():
        yield _keyboard(leaving=False)
    if config.panel:
        yield _pins()


def _pins() -> "Panel":
    from hardware.clock import SystemClock
    from hardware.panel import GpioPanel

    return GpioPanel(SystemClock())


def _keyboard(*, leaving: bool) -> "Panel":
    from hardware.keyboard import KeyboardPanel

    return KeyboardPanel(sys.stdin, leaving=leaving)


@dataclass(frozen=True, slots=True)
class Devices:
    """The two devices of a table, not yet open, and the clock that they live by.

    `hands` hold the board for a calibration, `throwing` are those that throw in the open tray: None for people.
    """

    controller: "Callable[[], Controller]"
    camera: "Callable[[], Camera]"
    clock: "Clock"
    hands: Hands | None = None
    throwing: TrayHands | None = None


def devices(choice: TableChoice, stack: ExitStack, trace: "Trace | None" = None) -> Devices:
    """Return the devices of a resolved choice that has a table; a simulated one is put up and ends with `stack`."""
    from hardware.camera import open_camera
    from hardware.clock import SystemClock
    from hardware.controller import open_controller

    if choice.table == SIMULATED:
        return _simulated(choice, stack, trace)
    port, camera, clock = choice.table or "", choice.camera or "", SystemClock()
    return Devices(lambda: open_controller(port, clock, trace=trace), lambda: open_camera(camera, clock), clock)


def _simulated(choice: TableChoice, stack: ExitStack, trace: "Trace | None") -> Devices:
    from hardware.clock import SystemClock, VirtualClock
    from hardware.controller import open_controller
    from hardware.sim.board import SimulatedBoard
    from hardware.sim.camera import SimulatedCamera
    from hardware.sim.hands import SimulatedHands
    from hardware.sim.held import Hand
    from hardware.sim.lens import Mounting
    from hardware.sim.table import SimulatedTable

    wire, scene = read_faults(choice.faults)
    clock = VirtualClock() if choice.speed is None else SystemClock(choice.speed)
    seed, shakes = choice.seed or 0, SHAKES_A_SITTING * choice.sitting
    table = SimulatedTable(seed, clock, dimensions(), shakes_before=shakes, faults=scene)
    board = stack.enter_context(SimulatedBoard(table, clock, wire, seed))
    hand = Hand()
    return Devices(
        lambda: open_controller(board.port, clock, trace=trace),
        lambda: SimulatedCamera(table, clock, mounting=Mounting.seeded(BUILD), hand=hand),
        clock,
        hands := SimulatedHands(table, hand, dimensions()),
        hands,
    )


def open_table(choice: TableChoice, trace: "Trace | None" = None) -> "Table":
    """Open a resolved choice.

    Raises:
        HardwareError: a device is missing or does not answer.
        TableChoiceError: there is no such fault.
        RecordingError, PictureError: the folder of pictures cannot be used.

    """
    with ExitStack() as stack:
        if choice.table is None:
            from robot.pictures import PictureTable, scenes_of

            plate = plate_by(calibration_for(choice))
            scenes = scenes_of(Path(choice.camera or ""), stack)
            return PictureTable(scenes, TableReader(plate), Reader(plate), stack.pop_all())
        return machine_table(choice.table, devices(choice, stack, trace), stack)


@contextmanager
def tables(choice: TableChoice) -> "Iterator[Callable[[], Table]]":
    """Return what opens a resolved choice again and again; a simulated table stays put up meanwhile.

    Raises:
        TableChoiceError: there is no such fault.

    """
    with ExitStack() as stack:
        if choice.table is None:
            yield lambda: open_table(choice)
            return
        named, parts = choice.table, devices(choice, stack)

        def opened() -> "Table":
            with ExitStack() as devices_of_table:
                return machine_table(named, parts, devices_of_table)

        yield opened


def machine_table(named: str, parts: Devices, stack: ExitStack) -> "Table":
    """Open the devices of a table, which end with it; `stack` holds what has to end with them.

    Raises:
        HardwareError: a device is missing or does not answer.

    """
    from robot.table import MachineTable
    from vision.table.settle import Settle

    reader = make_table_reader(named)
    controller = stack.enter_context(parts.controller())
    camera = stack.enter_context(parts.camera())
    return MachineTable(
        controller,
        camera,
        reader,
        lambda: Settle(reader.plate),
        parts.clock,
        stack.pop_all(),
        lambda shots: misfit(named, shots),
        parts.throwing,
    )


def read_faults(text: str) -> "tuple[WireFaults, dict[SceneFault, float]]":
    """Read a list such as `drop=0.05,glare=0.1,frozen`; a fault without a number has the chance 1.

    Raises:
        TableChoiceError: there is no such fault, or its number is no chance from 0 to 1.

    """
    from hardware.sim.faults import WireFaults
    from hardware.sim.scene import SceneFault

    on_the_wire = {field.name for field in fields(WireFaults) if field.default == 0.0}
    known = sorted(on_the_wire | {fault.value for fault in SceneFault})
    wire: dict[str, Any] = {}
    scene: dict[SceneFault, float] = {}
    for word in filter(None, text.split(",")):
        name, _, number = word.strip().partition("=")
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            raise TableChoiceError(f"there is no fault '{name}': {hint}")
        try:
            chance = float(number or 1)
        except ValueError:
            chance = -1.0
        if not 0 <= chance <= 1:
            raise TableChoiceError(f"the chance of a fault is a number from 0 to 1, not '{number}' as in '{word}'")
        if name in on_the_wire:
            wire[name] = chance
        else:
            scene[SceneFault(name)] = chance
    return WireFaults(**wire), scene
