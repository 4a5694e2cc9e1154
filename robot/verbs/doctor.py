"""Check every device, the tables and the journal, and report what is found."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal

from hardware.camera import Camera
from hardware.clock import Clock, SystemClock
from hardware.controller import Controller, fault_error
from hardware.dimensions import CRANK
from hardware.errors import CameraError, Failure
from hardware.ports import takers, usb_ports
from hardware.power import PowerState, PowerTrouble, read_power
from hardware.usb_panel import UsbPanel
from robot.app import (
    Opener,
    calibration_of_table,
    devices,
    make_own_dice_reader,
    make_table_reader,
    misfit,
    open_named_camera,
    open_panel,
)
from robot.config import HANDS, PHONE, Config, Folders, load
from robot.errors import ROOMS, RobotError, UsageError
from robot.installation import describe_error
from robot.language import Language, languages
from robot.language.language import SUFFIX
from robot.match.journal import Journal
from robot.match.standing import resume_command
from robot.records.picture_table import scenes_of
from robot.records.wall_clock import is_synchronised
from robot.table.calibration import lights_of
from robot.table.choice import TableChoice
from robot.table.hands import is_dark
from robot.table.look import Image
from robot.terminal.waiting import print_notice
from robot.verbs.options import add, print_json, say
from robot.voice.voice import voice_state
from vision.errors import CalibrationError

State = Literal["ok", "absent", "fault"]

PRESS_SECONDS = 5.0
MOST_HOLES = 8
"""The most missing messages of a language that are named."""
MARKS = {"ok": "✓", "absent": "–", "fault": "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add(parser, "table", "camera")
    parser.add_argument("--clear", action="store_true", help="clear the board's faults, once you know their cause")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    findings = []
    asks = not args.json and sys.stdin.isatty() and sys.stderr.isatty()
    for finding in examine(TableChoice.read(args.table, args.camera), clear=args.clear, asks=asks):
        findings.append(finding)
        if args.json:
            print_json(asdict(finding))
        else:
            say(f"{MARKS[finding.state]} {finding.device}: {finding.words}")
    return 1 if any(finding.state == "fault" for finding in findings) else 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One device: `ok`, `absent` (not there, and not needed), or `fault` (something is to be done)."""

    device: str
    state: State
    words: str


NO_CAMERA = Finding("camera", "absent", "no camera at this machine: people enter what they throw, or a phone sees it")


def examine(choice: TableChoice, *, clear: bool = False, asks: bool = False) -> Iterator[Finding]:
    """Check every device, also after one that fails. `clear` clears the faults that the board has latched.

    With `asks` it waits for people to press the panel's buttons.
    """
    folders = Folders.of_user()
    try:
        config = load(folders)
        yield Finding("configuration", "ok", f"{folders.config} is valid")
    except RobotError as error:
        config = Config()
        yield Finding("configuration", "fault", describe_error(error))
    yield _check_languages(config, folders)
    yield Finding("voice", *voice_state(config, folders))
    yield _try("tables", _check_tables)
    yield _try("journal", lambda: _check_journal(folders))
    yield _check_clock()
    yield _check_power(read_power())
    yield _check_ports()
    try:
        yield from _check_devices(choice.resolve_unseen(config), clear)
    except ROOMS as error:  # a twin that fails to start has neither
        yield Finding("board and camera", "fault", describe_error(error))
    keys = Finding("panel", "absent", "not configured: people play with the keyboard")
    yield _try("panel", lambda: _check_panel(config, asks)) if config.has_buttons else keys


def _try(device: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(device, "ok", check())
    except ROOMS as error:
        return Finding(device, "fault", describe_error(error))


def _check_languages(config: Config, folders: Folders) -> Finding:
    try:
        spoken = Language(config.language, folders.languages).name
        there = languages(folders.languages)
        # Shipped languages lack nothing. Reading one takes a quarter of a second, and more on a Pi.
        own = sorted(path.stem for path in folders.languages.glob(f"*{SUFFIX}"))
        lacking = [(name, holes) for name in own if (holes := Language(name, folders.languages).holes())]
    except UsageError as error:
        return Finding("language", "fault", describe_error(error))
    if not lacking:
        return Finding("language", "ok", f"{spoken} (there are {', '.join(there)})")
    more = {name: f" and {len(holes) - MOST_HOLES} more" if len(holes) > MOST_HOLES else "" for name, holes in lacking}
    gaps = "; ".join(f"{name} lacks {', '.join(holes[:MOST_HOLES])}{more[name]}" for name, holes in lacking)
    return Finding("language", "absent", f"{gaps}: English is used until {folders.languages} has them")


def _check_tables() -> str:
    from solver.games import find_game

    pig = find_game("pig")
    assert pig.values is not None, "pig has a table"
    pig.values()
    return f"Pig to {pig.start().goal}: checksum correct"


def _check_journal(folders: Folders) -> str:
    with Journal(folders.journal) as journal:
        games = journal.games()
        waiting = journal.list_unfinished()
    words = f"{len(games)} {'game' if len(games) == 1 else 'games'} in {folders.journal}"
    if not waiting:
        return words
    if len(waiting) == 1:
        return f"{words}; one is unfinished: resume it with '{resume_command(waiting[0].id)}'"
    return f"{words}; {len(waiting)} are unfinished: 'pipsqueak data games' lists them"


def _check_clock() -> Finding:
    said = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"
    if is_synchronised():
        return Finding("clock", "ok", f"{said}, kept right by a time server")
    return Finding("clock", "absent", f"{said}, which no time server has confirmed: quiet hours follow it")


def _check_power(found: PowerState | None) -> Finding:
    """Return whether a Pi has enough power. Too little makes motors, camera and card fail at random."""
    if found is None:
        return Finding("power", "absent", "only a Raspberry Pi says whether its voltage is high enough")
    now, ever = found
    if PowerTrouble.UNDER_VOLTAGE in ever | now:
        when = "too low now" if PowerTrouble.UNDER_VOLTAGE in now else "too low at times since the start"
        remedy = "use the Pi's own power supply and a short cable, and feed the motors from theirs"
        return Finding("power", "fault", f"the voltage is {when}: {remedy}")
    if now:
        return Finding("power", "fault", "the Pi is hot and slowed down: give it air or a fan")
    hot = "; it was hot and slowed down for a time" if ever else ""
    return Finding("power", "ok", f"the voltage has been high enough since the start{hot}")


def _check_ports() -> Finding:
    there = usb_ports()
    words = ", ".join(map(str, there)) or "no board is plugged in"
    return Finding("ports", "ok" if there else "absent", "; ".join([words, *takers()]))


def _check_devices(choice: TableChoice, clear: bool) -> Iterator[Finding]:
    with ExitStack() as stack:
        if choice.table is None:
            yield Finding("board", "absent", "not needed for pictures")
            yield _try("camera", lambda: _check_pictures(Path(choice.camera or ""), stack))
            return
        if choice.table == HANDS:
            yield Finding("board", "absent", "not needed: people throw")
            name = None if choice.camera == PHONE else choice.camera
            yield _try("camera", lambda: _check_own_dice(name, stack)) if name else NO_CAMERA
            return
        parts = devices(choice, stack)
        controller = Opener(lambda: stack.enter_context(parts.controller()))
        camera = Opener(lambda: stack.enter_context(parts.camera()))
        machine = choice.machine or CRANK
        board = _try("board", lambda: _check_board(choice.table or "", controller(), clear))
        yield board
        found = _try("camera", lambda: _check_camera(camera(), parts.clock, choice.table or "", machine))
        yield found
        if found.state == "ok":
            lit = controller() if board.state == "ok" else None
            shots = partial(_take_shots, camera(), lit, parts.clock)
            yield _try("calibration", lambda: _check_calibration(shots(), choice.table or "", machine))


def _check_board(port: str, controller: Controller, clear: bool) -> str:
    hello, stat = controller.hello(), controller.stat()
    if clear:
        for fault in sorted(stat.faults):
            controller.clear(fault)
        stat = controller.stat()
    controller.lights(left=True, right=True)
    if faults := stat.lasting or stat.faults:
        raise fault_error(min(faults))
    rests = "at rest, " if stat.at_rest else ""
    return f"{port} answers: firmware {hello.firmware}, protocol {hello.protocol}, {rests}{stat.inputs}no fault"


def _take_shots(camera: Camera, controller: Controller | None, clock: Clock) -> dict[str, Image]:
    """Return a picture under each light, by the light's name; without a board, one under the light that there is."""
    if controller is None:
        return {"": camera.frame().image}
    shots = {}
    for name, (left, right) in lights_of(controller).items():
        controller.lights(left=left, right=right)
        shots[name] = camera.frame(clock.now()).image
    return shots


def _check_calibration(shots: Mapping[str, Image], table: str, machine: str) -> str:
    calibration = calibration_of_table(table, machine)
    if complaint := misfit(table, shots, machine):
        raise CalibrationError(str(complaint))
    if calibration is None:
        return "none: the lens of the drawings fits well enough"
    return f"made {calibration.made}, {calibration.residual:.2f} pixels off over {calibration.views} views; it fits"


def _check_camera(camera: Camera, clock: Clock, table: str, machine: str) -> str:
    image = camera.frame(clock.now()).image
    size = f"{image.shape[1]} x {image.shape[0]} pixels"
    reading = make_table_reader(table, machine).read(image)
    notes = {note.what for note in reading.scene}
    if "dark" in notes:
        raise CameraError(f"the picture ({size}) is dark", "switch the lights on, or take the cap off")
    if "no-plate" in notes or not any(die.well for die in reading.dice):
        raise CameraError(f"the picture ({size}) shows no plate with dice", "point the camera at all four markers")
    return f"{size}, the plate is in view, {len(reading.dice)} dice seen"


def _check_own_dice(name: str, stack: ExitStack) -> str:
    """Return what a camera sees of people's own dice."""
    image = stack.enter_context(open_named_camera(name, HANDS, SystemClock())).frame().image
    size = f"{image.shape[1]} x {image.shape[0]} pixels"
    if is_dark(image):
        raise CameraError(f"the picture ({size}) is dark", "switch a light on, or take the cap off")
    dice = make_own_dice_reader().read(image).dice
    doubts = sum(die.value is None for die in dice)
    return f"{size}, {len(dice)} dice seen, {doubts} of them in doubt"


def _check_pictures(folder: Path, stack: ExitStack) -> str:
    first = next(iter(scenes_of(folder, stack)))
    return f"{folder}: pictures can be read, {len(first)} a scene"


def _check_panel(config: Config, asks: bool) -> str:
    """Ask people to press the buttons, and return which they pressed; a USB panel also tells the codes of its keys."""
    wait = PRESS_SECONDS if asks else 0.0
    with open_panel(config) as panel:
        if asks:
            print_notice(f"press each button of the panel once; the check goes on {wait:g} s after the last one")
        pressed: list[str] = [*iter(lambda: panel.press(wait), None)]
    if isinstance(panel, UsbPanel):
        pressed = [f"key {code} is {button or 'no button'}" for code, button in panel.came.items()]
        if panel.came and not any(panel.came.values()):
            raise Failure.USB_BUTTONS.error(
                ", ".join(pressed), "set the encoder to be a joystick, or to send R, H and N"
            )
    return f"the panel can be read; {', '.join(pressed) or 'nobody has pressed a button'}"
