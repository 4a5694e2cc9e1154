"""A calibration from pictures taken at the table, and its file."""

import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hardware.camera import AdjustableCamera
from hardware.dimensions import dimensions
from robot.errors import FileError
from robot.files import keep_file
from robot.saying import Saying
from robot.table.camera_setup import CameraSetup
from robot.table.look import Image
from vision.calibration.calibration_file import Calibration
from vision.calibration.table_checks import check_dice, find_light, find_plate, find_wells
from vision.calibration.target import Seen, Target, check_size, find_board, find_lens
from vision.errors import BLURRED, BoardNotSeenError, CalibrationError
from vision.table.lights import grey
from vision.table.plate import Plate
from vision.table.reader import TableReader
from vision.table.rectify import find_view

if TYPE_CHECKING:
    from hardware.camera import Camera
    from hardware.clock import Clock
    from hardware.controller import Controller

VIEWS, MOST_TRIES, LID_TRIES = 16, 48, 3
WAYS = 8
"""The number of ways to hold the board; their messages are calibrate-way-0 and so on."""


class Hands(Protocol):
    """Work done by hand at a table: the steps of a calibration, and moving the lid and the emergency stop."""

    def board(self, number: int) -> None:
        """Hold the board in way `number`, from 0; each number is another way."""

    def lid(self) -> None:
        """Lay the board on the lid."""

    def dice(self) -> tuple[int, ...]:
        """Take the board away and return the values of the dice in the wells, 0 for an empty well."""

    def operate(self, what: str) -> None:
        """Do "open-lid", "close-lid", "press-stop" or "release-stop"."""


class OwnHands(Hands, Protocol):
    """The hands of a simulated table, which also move its dice."""

    def throw(self, count: int, kept: Sequence[int]) -> None:
        """Take all dice out of the tray except those that show `kept`, and throw `count` of them."""

    def lay_dice(self, wells: tuple[int, ...]) -> None:
        """Lay the die that began in well 1 into the first of `wells`, that of well 2 into the second, and so on.

        The other dice go into the wells that are left, in order.
        """

    def turn_dice(self, faces: Mapping[int, int]) -> None:
        """Turn the die in each of these wells so that this face is up."""


CALIBRATING = ("calibrate-hold", "calibrate-lid", "calibrate-dice")
SELFTESTING = ("selftest-hold", "selftest-lay-lid", "selftest-lay-dice")
"""Messages that ask people to hold the board, to lay it on the lid, and to lay dice into the wells."""


@dataclass(frozen=True, slots=True)
class PeopleHands:
    """People whom such messages (`keys`) ask for each step: `confirmed` waits until it is done, `tell` does not."""

    keys: tuple[str, str, str]
    confirmed: Callable[[Saying], object]
    tell: Callable[[Saying], object]

    def board(self, number: int) -> None:
        way = Saying(f"calibrate-way-{number % WAYS}")
        self.confirmed(Saying(self.keys[0], {"number": number + 1, "way": way}))

    def lid(self) -> None:
        self.confirmed(Saying(self.keys[1]))

    def dice(self) -> tuple[int, ...]:
        self.confirmed(Saying(self.keys[2]))
        return 1, 2, 3, 4, 5, 6

    def operate(self, what: str) -> None:
        self.tell(Saying(f"selftest-{what}"))


@dataclass(slots=True)
class Pictures:
    """The pictures for a calibration: the board in people's hands and on the lid, and known dice under each light.

    `settings` are the camera's settings for them, by name.
    """

    held: list[Seen] = field(default_factory=list)
    size: tuple[int, int] = (0, 0)
    lid: Seen | None = None
    dice: dict[str, Image] = field(default_factory=dict)
    known: tuple[int, ...] = ()
    settings: Mapping[str, float] = field(default_factory=dict)


def lights_of(controller: "Controller") -> Mapping[str, tuple[bool, bool]]:
    """Return, by the light's name, whether the left and right half shine in the pictures of a calibration."""
    looks = controller.LOOKS
    return {"both": (True, True), **looks} if len(looks) > 1 else looks


def from_table(
    controller: "Controller",
    camera: "Camera",
    clock: "Clock",
    hands: Hands,
    *,
    tell: Callable[[Saying], None],
    fixed: Collection[str] = (),
) -> Pictures:
    """Set the camera, except the settings in `fixed`, and take the pictures at a table; `tell` hears of each.

    If wells and camera are put up again for each use, the pictures have no known dice and no lid.
    """
    machine = dimensions(controller.KIND)
    target = Target.from_dimensions(machine)

    def picture() -> Image:
        return camera.frame(clock.now()).image

    taken = Pictures()
    controller.hello()
    controller.lights(left=True, right=True)
    if isinstance(camera, AdjustableCamera):
        tell(Saying("calibrate-camera"))
        taken.settings = CameraSetup(camera, clock, Plate.from_dimensions(machine), fixed).find_settings()
    for number in range(MOST_TRIES):
        if len(taken.held) == VIEWS:
            break
        hands.board(number)
        image = picture()
        taken.size = image.shape[1], image.shape[0]
        try:
            taken.held.append(find_board(image, target))
        except BoardNotSeenError as error:
            tell(tell_unseen(error))
        else:
            corners = len(taken.held[-1].corners)
            tell(Saying("calibrate-view", {"number": len(taken.held), "most": VIEWS, "corners": corners}))
    for _ in range(LID_TRIES if controller.FIXED else 0):
        hands.lid()
        try:
            taken.lid = find_board(picture(), target)
            break
        except BoardNotSeenError as error:
            tell(tell_unseen(error))
    # before people lay known dice, because homing moves dice
    controller.reveal()
    known = hands.dice()
    taken.known = known if controller.FIXED else ()
    controller.reveal()
    for name, (left, right) in lights_of(controller).items():
        controller.lights(left=left, right=right)
        taken.dice[name] = picture()
    return taken


def tell_unseen(error: CalibrationError) -> Saying:
    """Return the message of why a picture of the board cannot be used."""
    return Saying("calibrate-blurred" if error.message_key == BLURRED else "calibrate-unseen", {}, str(error))


def calibration_of(taken: Pictures, plate: Plate, today: str) -> Calibration:
    """Return the calibration from the pictures; without known dice, only of lens and plate.

    Raises CalibrationError, which says in one line what to do.
    """
    lens, residual = find_lens(taken.held, taken.size)
    with_lens = Calibration(today, lens, residual, len(taken.held), 0.0, (0.0, 0.0, 0.0)).apply(plate)
    shots = taken.dice
    first = next(iter(shots.values()))
    found = find_plate(first, with_lens, anywhere=not taken.known)
    calibration = Calibration(
        made=today,
        lens=lens,
        residual=residual,
        views=len(taken.held),
        strain=found.strain,
        camera=found.camera,
        settings=taken.settings,
    )
    if not taken.known:
        return calibration
    if taken.lid is not None:
        view = find_view(grey(first), with_lens)
        if view is not None:
            check_size(taken.lid, lens, view, with_lens.lid_top)
    exposures = list(shots.values())
    wells, light = find_wells(exposures, with_lens), find_light(shots, with_lens)
    calibration = replace(calibration, wells=wells, light=light)
    right, _ = check_dice(TableReader(calibration.apply(plate)).read(*exposures), taken.known)
    return replace(calibration, dice=right)


def check_place(path: Path) -> None:
    """Raise FileError if a calibration could not be saved. Call this before people begin to hold the board."""
    there = next(folder for folder in path.absolute().parents if folder.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise FileError(f"{path} cannot be written: make {there} a folder that you may write to", key="fault-folder")


def keep_calibration(calibration: Calibration, path: Path) -> None:
    """Write the calibration, all or nothing; raises FileError."""
    keep_file(path, (json.dumps(calibration.to_json(), indent=1) + "\n").encode())
