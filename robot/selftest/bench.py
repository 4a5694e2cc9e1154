"""What the steps work on: the table's devices, each opened when it is first needed, and the people who help."""

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
"""How many throws the last step makes."""
PATIENCE = 30.0
"""Seconds of the table's clock in which people move a switch."""
LOOK = 0.1
"""Seconds between two looks at it."""
TALK = 1.0
"""Seconds between two words to a board that people look at."""


@dataclass(slots=True)
class Bench:
    """A table under test. `table` is its name, `machine` its dimensions in mm, `throws` how many the last step makes.

    What steps have found: `found`, for each of them the kinds of troubles after which pictures or dice tell less, and
    `odd_wells` without exactly one die. `calibrates`: a step has begun a new calibration, and set the camera for it.
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
        """Return the bench of a choice's devices that are not yet open; what it opens ends with `stack`."""
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
        """Return the bench of a table whose devices are open and stay so."""
        hands = opened.hands or people(guide)
        parts = Opener(lambda: opened.controller), Opener(lambda: opened.camera), opened.clock
        return cls(*parts, table, configured_dimensions(opened.controller.KIND), guide, hands, throws)

    @property
    def kind(self) -> str:
        """The kind of machine."""
        return str(self.machine["kind"])

    @property
    def wells(self) -> tuple[int, ...]:
        """The numbers of its wells."""
        return tuple(range(1, len(self.machine["wells"]["centres"]) + 1))

    @property
    def nominal(self) -> Plate:
        """The plate of the drawings."""
        return self._nominal

    @property
    def plate(self) -> Plate:
        """The plate as it was calibrated, or of the drawings; raises CalibrationFileError."""
        return make_plate(self.table, self.kind)

    def picture(self) -> Image:
        """Return a picture whose exposure begins now. Raises PeopleLeftError where the self-test is to end."""
        self.guide.beat()
        return self.camera().frame(self.clock.now()).image

    def lit(self, *, left: bool = True, right: bool = True) -> Image:
        """Return a picture under these halves of the light."""
        self.controller().lights(left=left, right=right)
        return self.picture()

    def look(self) -> tuple[Image, View] | None:
        """Return a picture under both halves and the camera's view in it, None where the plate is not seen."""
        with suppress(HardwareError):
            image = self.lit()
            view = view_in(image, self.plate)
            return (image, view) if view is not None else None
        return None

    def dice_camera(self) -> DiceCamera:
        """Return what looks at the dice."""
        reader = TableReader(self.plate)
        return DiceCamera(self.controller(), self.camera(), reader, lambda: Settle(reader.plate), self.clock)

    def waited(self, holds: Callable[[], bool]) -> bool:
        """Wait until something holds, for as long as people may take; return whether it does."""
        end = self.clock.now() + PATIENCE
        while not (there := holds()) and self.clock.now() < end:
            self.guide.beat()
            self.clock.sleep(LOOK)
        return there


@contextmanager
def attend(board: Controller) -> Iterator[None]:
    """Talk to the board while people look at it and think: it lifts its levers where its host is silent."""
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
    """Return the people whom `guide` leads, as the hands at the table."""
    return PeopleHands(SELFTESTING, lambda what: guide.ask(what, (DONE,)), guide.tell)


def fault_of(board: Controller, move: Callable[[], None]) -> int:
    """Return the fault that ended a motion, and clear it; 0 if the motion ended well.

    Raises FaultError for the emergency stop, which people have pressed, for a lid that they have left open, and where
    this computer was too busy to talk to the board.
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
    """Clear the faults that are latched, but those whose cause lasts."""
    stat = board.stat()
    for fault in sorted(stat.faults - stat.lasting):
        board.clear(fault)


def shows_dice(board: Controller) -> bool:
    """Clear what has passed and let all dice be seen; return whether they can be."""
    clear_passed(board)
    return not fault_of(board, board.reveal)
