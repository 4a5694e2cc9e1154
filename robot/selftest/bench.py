"""The test bench of the steps: the table's devices, each opened at its first use, and the people who help."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from hardware.camera import Camera
from hardware.clock import Clock
from hardware.controller import Controller
from hardware.dictionary import FaultNumber
from hardware.errors import ControllerError, Failure, FaultError, HardwareError
from robot.app import Devices, Opener, configured_dimensions, make_plate
from robot.selftest.guide import DONE, Guide
from robot.table.calibration import SELFTESTING, Hands, PeopleHands
from robot.table.choice import TableChoice
from robot.table.look import Image
from robot.table.table import DiceCamera, MachineTable
from vision.calibration.camera_check import view_in
from vision.table.plate import Plate
from vision.table.reader import TableReader
from vision.table.rectify import View
from vision.table.settle import Settle

THROWS = 60
"""The number of throws of the last step."""
PATIENCE = 30.0
"""Seconds of the table's clock that people have to move a switch."""
LOOK = 0.1
"""Seconds between two checks of the switch."""
TALK = 1.0
"""Seconds between two requests to a board while people look at it."""


@dataclass(slots=True)
class Bench:
    """A table under test. `table` is its name, `machine` its dimensions in mm, `throws` the throws of the last step.

    Steps fill the rest: `found` holds, by step, the kinds of troubles that make pictures or dice less reliable;
    `odd_wells` are the wells without exactly one die; `calibrates` says that a step has begun a new calibration and set
    the camera.
    """

    controller: Opener[Controller]
    camera: Opener[Camera]
    clock: Clock
    table: str
    machine: Mapping[str, Any]
    guide: Guide
    hands: Hands
    throws: int = THROWS
    found: dict[str, frozenset[str]] = field(default_factory=dict)
    odd_wells: frozenset[int] = frozenset()
    calibrates: bool = False
    _nominal: Plate = field(init=False)

    def __post_init__(self) -> None:
        self._nominal = Plate.from_dimensions(self.machine)

    @classmethod
    def of_devices(
        cls, parts: Devices, stack: ExitStack, choice: TableChoice, guide: Guide, throws: int = THROWS
    ) -> "Bench":
        """Return the bench of a choice's devices. It opens them when needed; `stack` closes them."""
        return cls(
            Opener(lambda: stack.enter_context(parts.controller())),
            Opener(lambda: stack.enter_context(parts.camera())),
            parts.clock,
            choice.table or "",
            configured_dimensions(choice.machine),
            guide,
            parts.hands or people(guide),
            throws,
        )

    @classmethod
    def of_table(cls, opened: MachineTable, table: str, guide: Guide, throws: int = THROWS) -> "Bench":
        """Return the bench of a table whose devices are open, and stay open."""
        hands = opened.hands or people(guide)
        parts = Opener(lambda: opened.controller), Opener(lambda: opened.camera), opened.clock
        return cls(*parts, table, configured_dimensions(opened.controller.KIND), guide, hands, throws)

    @property
    def kind(self) -> str:
        """The kind of machine."""
        return str(self.machine["kind"])

    @property
    def wells(self) -> tuple[int, ...]:
        """The numbers of the machine's wells."""
        return tuple(range(1, len(self.machine["wells"]["centres"]) + 1))

    @property
    def nominal(self) -> Plate:
        """The plate of the drawings."""
        return self._nominal

    @property
    def plate(self) -> Plate:
        """The calibrated plate, or else the plate of the drawings; raises CalibrationFileError."""
        return make_plate(self.table, self.kind)

    def picture(self) -> Image:
        """Return a picture whose exposure begins now. Raises PeopleLeftError if the self-test is to end."""
        self.guide.beat()
        return self.camera().frame(self.clock.now()).image

    def photograph(self, *, left: bool = True, right: bool = True) -> Image:
        """Return a picture under these halves of the light."""
        self.controller().lights(left=left, right=right)
        return self.picture()

    def look(self) -> tuple[Image, View] | None:
        """Return a picture under both halves of the light and the camera's view, None if the plate is not seen."""
        with suppress(HardwareError):
            image = self.photograph()
            view = view_in(image, self.plate)
            return (image, view) if view is not None else None
        return None

    def dice_camera(self) -> DiceCamera:
        """Return the camera that looks at the dice."""
        reader = TableReader(self.plate)
        return DiceCamera(self.controller(), self.camera(), reader, lambda: Settle(reader.plate), self.clock)

    def wait_until(self, holds: Callable[[], bool]) -> bool:
        """Wait until `holds` is true, at most `PATIENCE` seconds; return whether it is."""
        end = self.clock.now() + PATIENCE
        while not (there := holds()) and self.clock.now() < end:
            self.guide.beat()
            self.clock.sleep(LOOK)
        return there


@contextmanager
def attend(board: Controller) -> Iterator[None]:
    """Talk to the board while people look at it and think: if its host is silent, it lifts its levers."""
    over = Event()

    def talk() -> None:
        with suppress(HardwareError):
            while not over.wait(TALK):
                board.stat()

    talking = Thread(target=talk, name="attended board", daemon=True)
    talking.start()
    try:
        yield
    finally:
        over.set()
        talking.join()


def people(guide: Guide) -> PeopleHands:
    """Return people, led by `guide`, as the hands at the table."""
    return PeopleHands(SELFTESTING, lambda what: guide.ask(what, (DONE,)), guide.tell)


def fault_of(board: Controller, move: Callable[[], None]) -> int:
    """Return the fault that ended a motion, and clear it; 0 if the motion ended well.

    Raises FaultError for the emergency stop, for a fault whose cause lasts (an open lid), and if this computer was too
    busy to talk to the board.
    """
    try:
        move()
    except FaultError as error:
        if error.fault == FaultNumber.ESTOP or error.fault in board.stat().lasting:
            raise
        board.clear(error.fault)
        if error.fault == FaultNumber.LEASE:
            raise
        return error.fault
    except ControllerError as error:
        if error.failure is not Failure.MOTION_TIMEOUT:
            raise
        clear_passed(board)
        return int(FaultNumber.LIMIT)
    return 0


def clear_passed(board: Controller) -> None:
    """Clear the latched faults, except those whose cause lasts."""
    stat = board.stat()
    for fault in sorted(stat.faults - stat.lasting):
        board.clear(fault)


def shows_dice(board: Controller) -> bool:
    """Clear past faults, and move the machine so that the camera sees all dice; return whether this worked."""
    clear_passed(board)
    return not fault_of(board, board.reveal)
