"""Calibrate lens, plate, wells and light at the table, or print the calibration board."""

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from robot.errors import PeopleLeftError, UsageError
from robot.language.language import ENGLISH
from robot.saying import Saying
from robot.terminal.waiting import print_notice
from robot.verbs.options import add, add_output, say

if TYPE_CHECKING:
    from robot.config import Config
    from robot.language import Language
    from robot.table.calibration import Pictures
    from robot.table.choice import TableChoice
    from vision.calibration.calibration_file import Calibration

PRINT = "print"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", metavar=PRINT, help="write a PDF for A4: board and plate, or the boxes' sheet and board"
    )
    add_output(parser, "--out", help="the PDF to write (default pipsqueak-board.pdf, -sheet.pdf or -mat.pdf)")
    parser.add_argument(
        "--mat", action="store_true", help="with print: the mat for dice of your own, which has a marker in each corner"
    )
    add(parser, "table", "camera")
    add(parser, "seed")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.what == PRINT:
        from hardware.dimensions import BOXES
        from robot.files import ELSEWHERE, check_output

        what = "mat" if args.mat else "sheet" if _choice(args).machine == BOXES else "board"
        out = args.out or Path(f"pipsqueak-{what}.pdf")
        check_output(out, f"{ELSEWHERE} with --out")
        return _print(out, what, as_json=args.json)
    if args.what is not None:
        raise UsageError(f"calibrate takes {PRINT!r} or nothing: leave out files, because it takes pictures itself")
    if args.mat:
        raise UsageError("--mat is for print: write 'pipsqueak machine calibrate print --mat'")
    from hardware.errors import HardwareError
    from robot.config import Folders, load
    from robot.language import Language
    from robot.language.error_messages import ErrorMessage, what_is_wrong, what_to_do
    from vision.errors import CalibrationError

    folders = Folders.of_user()
    config = load(folders)
    language = Language(args.language or config.language, folders.languages, _choice(args).machine or "")
    try:
        return _calibrate(args, config, language)
    except (CalibrationError, HardwareError, PeopleLeftError) as error:
        trouble = ErrorMessage.of(error)
        if language.name == ENGLISH:
            raise
        print_notice(f"{language.say(what_is_wrong(trouble))}: {language.say(what_to_do(trouble))}")
        return 1


def _calibrate(args: argparse.Namespace, config: "Config", language: "Language") -> int:
    from robot.app import calibration_file, configured_dimensions
    from robot.table.calibration import calibration_of, check_place, keep_calibration
    from robot.table.choice import check_table
    from vision.table.plate import Plate

    choice = _choice(args)
    table, machine = choice.table or "", choice.machine
    check_table(table)
    path = calibration_file(table, machine)
    check_place(path)
    taken, today = _take_pictures(args, config, language), datetime.now(UTC).date().isoformat()
    calibration = calibration_of(taken, Plate.from_dimensions(configured_dimensions(machine)), today)
    keep_calibration(calibration, path)
    if args.json:
        print(json.dumps({"file": str(path), **calibration.to_json()}))
        return 0
    for said in _list_results(calibration):
        say(language.say(said))
    say(language.say(Saying("calibrated-kept", {"file": str(path), "table": table})))
    return 0


def _list_results(calibration: "Calibration") -> Iterator[Saying]:
    """Yield the results of a calibration, a line for each."""
    x, y, height = calibration.camera
    light = tuple(f"{name} {level:.0f}" for name, level in calibration.light.items())
    off = {"off": calibration.residual, "views": calibration.views}
    settings = dict(calibration.settings)
    if {"exposure", "gain", "red", "blue"} <= settings.keys():
        yield Saying("calibrated-camera", {"milliseconds": settings["exposure"] * 1000, **settings})
    if "focus" in settings:
        yield Saying("calibrated-focus", {"focus": settings["focus"]})
    yield Saying("calibrated-lens", {"focal": calibration.lens.focal[0], **off})
    yield Saying("calibrated-plate", {"strain": calibration.strain, "height": height, "x": x, "y": y})
    if not calibration.dice:
        return
    right, down = calibration.wells
    yield Saying("calibrated-wells", {"right": f"{right:+z.1f}", "down": f"{down:+z.1f}"})
    yield Saying("calibrated-light", {"levels": ", ".join(light)})
    yield Saying("calibrated-dice", {"dice": calibration.dice})


def _choice(args: argparse.Namespace) -> "TableChoice":
    """Return the table and the kind of machine, from the options or else the configuration."""
    from robot.config import Folders, load
    from robot.table.choice import TableChoice

    config, choice = load(Folders.of_user()), TableChoice.read(args.table, args.camera, args.seed)
    return replace(choice, table=choice.table or config.table, machine=choice.machine or config.machine)


def _print(path: Path, what: str, *, as_json: bool) -> int:
    from hardware.dimensions import BOXES, CRANK, dimensions
    from robot.files import ELSEWHERE, keep_file
    from vision.calibration.paper import PrintedPage, board_page, mat_page, plate_pages, sheet_page, to_pdf
    from vision.calibration.target import Target
    from vision.table.plate import Plate

    drawn: tuple[PrintedPage, ...]
    machine = dimensions(BOXES if what == "sheet" else CRANK)
    if what == "mat":
        drawn = (mat_page(),)
    elif what == "sheet":
        drawn = (sheet_page(machine), board_page(Target.from_dimensions(machine)))
    else:
        size = (float(machine["plate"]["width"]), float(machine["plate"]["height"]))
        drawn = (board_page(Target.from_dimensions(machine)), *plate_pages(Plate.from_dimensions(machine), size))
    keep_file(path, to_pdf(drawn), f"{ELSEWHERE} with --out")
    if as_json:
        print(json.dumps({"file": str(path)}))
        return 0
    named = {"mat": "mat", "sheet": "boxes' sheet and the board", "board": "board and the plate's two halves"}
    say(f"{path}: the {named[what]} for A4; print at 100 % and measure the line of 100 mm")
    return 0


def _take_pictures(args: argparse.Namespace, config: "Config", language: "Language") -> "Pictures":
    from hardware.errors import PanelLeftError
    from robot.app import configured_camera_settings, devices, open_panel
    from robot.table.calibration import CALIBRATING, Hands, PeopleHands, from_table

    def notify(saying: Saying) -> None:
        print_notice(language.say(saying))

    with ExitStack() as stack:
        parts = devices(_choice(args).resolve(config), stack)
        hands: Hands | None = parts.hands
        if hands is None:
            panel = stack.enter_context(open_panel(config))

            def ask(what: Saying) -> None:
                notify(Saying("calibrate-asked", {"what": what}))
                panel.press(None)

            hands = PeopleHands(CALIBRATING, ask, notify)
        controller = stack.enter_context(parts.controller())
        camera = stack.enter_context(parts.camera())
        fixed = configured_camera_settings()
        try:
            return from_table(controller, camera, parts.clock, hands, tell=notify, fixed=fixed)
        except PanelLeftError as error:
            raise PeopleLeftError(
                f"{error.what}: nothing was changed; run 'pipsqueak machine calibrate' to begin again"
            ) from error
