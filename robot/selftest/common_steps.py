"""The steps for all kinds of machines: board, camera, calibration, known dice, and throws."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from hardware.camera import AdjustableCamera, DescribedCamera
from hardware.dictionary import FaultNumber
from hardware.errors import Failure, FaultError, LinkError
from robot.app import calibration_file, calibration_of_table, configured_camera_settings, misfit
from robot.saying import Saying, Value
from robot.selftest.bench import Bench, shows_dice
from robot.selftest.diagnosis import (
    LEANS,
    CameraMeasure,
    Trouble,
    WellMeasure,
    count_unread,
    of_camera,
    of_dice,
    of_jams,
    of_throws,
)
from robot.selftest.guide import NEXT
from robot.selftest.report import StepResult
from robot.table.calibration import calibration_of, from_table, keep_calibration, lights_of
from robot.table.camera_setup import CameraSetup
from robot.table.doubts import SHAKEN
from robot.table.look import Image, Look, merge_exposures
from vision.calibration.camera_check import flicker_of, lid_veil, sighting_of, view_in, wells_outside
from vision.calibration.plate_fit import Misfit
from vision.errors import VisionError

FRAMES = 7
"""The number of successive pictures that show the flicker of a light on the mains."""


def board_step(bench: Bench) -> StepResult:
    """Test whether the right board answers, with this package's firmware."""
    try:
        hello = bench.controller().hello()
    except LinkError as error:
        match error.failure:
            case Failure.DICTIONARY | Failure.PROTOCOL_VERSION:
                trouble = Trouble("wrong-firmware", ("wrong-firmware",), {"said": error.what})
            case Failure.NO_BOARD:
                trouble = Trouble("wrong-board", ("wrong-board", "wrong-port"), {"said": error.what})
            case Failure.NO_REPLY:
                trouble = Trouble("board-silent", ("board-silent", "no-firmware"))
            case _:
                raise
    else:
        figures: dict[str, Value] = {"firmware": hello.firmware, "protocol": hello.protocol, "reset": hello.reset}
        return StepResult("board", (Saying("selftest-board-answers", figures),), figures=dict(figures))
    return StepResult("board", troubles=(trouble,))


def camera_step(bench: Bench) -> StepResult:
    """Test whether the camera sees the plate sharply and from the right place."""
    image = bench.photograph()
    camera = bench.camera()
    if isinstance(camera, AdjustableCamera) and calibration_of_table(bench.table, bench.kind) is None:
        bench.guide.tell(Saying("calibrate-camera"))
        with suppress(VisionError):  # the checks below say what is wrong with the picture
            CameraSetup(camera, bench.clock, bench.nominal, configured_camera_settings()).find_settings()
        image = bench.picture()
    pictures = [image, *(bench.picture() for _ in range(FRAMES - 1))]
    plate = bench.plate
    sighting = sighting_of(image, plate)
    mode = camera.mode if isinstance(camera, DescribedCamera) else None
    nominal = (*plate.camera_place, plate.camera_height) if bench.controller().FIXED else None
    view = view_in(image, plate)
    veil = lid_veil(image, view, plate) if view is not None else None
    cut = wells_outside(image, view, plate) if view is not None else ()
    measure = CameraMeasure(sighting, flicker_of(pictures), nominal, plate.field_width, mode, veil, cut)
    return StepResult(
        "camera",
        tuple(_camera_lines(measure, image)),
        tuple(of_camera(measure)),
        ((Saying("selftest-picture-camera"), image),),
        _camera_figures(measure),
    )


def _camera_lines(measure: CameraMeasure, image: Image) -> list[Saying]:
    sighting, mode = measure.sighting, measure.mode
    lines = []
    if mode is not None:
        across, down = mode.size
        read = {"percent": round(100 * mode.share)}
        lines.append(Saying("selftest-sensor", {"name": mode.name, "across": across, "down": down, **read}))
    lines.append(Saying("selftest-size", {"across": image.shape[1], "down": image.shape[0]}))
    if sighting.width is not None and measure.nominal:
        lines.append(Saying("selftest-width", {"mm": round(sighting.width), "right": round(measure.field)}))
    if sighting.camera is not None and sighting.roll is not None:
        x, y, height = (round(part) for part in sighting.camera)
        lines.append(Saying("selftest-hangs", {"height": height, "x": x, "y": y, "degrees": round(sighting.roll, 1)}))
    if sighting.blur is not None and sighting.haze is not None:
        sharp = {"pixels": round(sighting.blur, 2), "percent": round(100 * sighting.haze)}
        lines.append(Saying("selftest-sharp", sharp))
    if measure.veil is not None:
        lines.append(Saying("selftest-lid-clear", {"percent": round(100 * measure.veil, 1)}))
    lines.append(Saying("selftest-markers", {"count": len(sighting.seen)}))
    lines.append(Saying("selftest-swing", {"percent": round(100 * measure.flicker, 2)}))
    return lines


def _camera_figures(measure: CameraMeasure) -> dict[str, object]:
    sighting, mode = measure.sighting, measure.mode
    return {
        "sensor": mode.name if mode else None,
        "mode": list(mode.size) if mode else None,
        "millimetres": sighting.width and round(sighting.width, 1),
        "place": sighting.camera and [round(part, 1) for part in sighting.camera],
        "roll": sighting.roll and round(sighting.roll, 2),
        "blur": sighting.blur and round(sighting.blur, 3),
        "haze": sighting.haze and round(sighting.haze, 4),
        "lid": measure.veil and round(measure.veil, 4),
        "flicker": round(measure.flicker, 5),
        "markers": list(sighting.seen),
    }


CALIBRATE = "calibrate"
TRIES = 3
HOPELESS = 3
"""The test of throws ends after so many successive throws without a read die: more would show nothing new."""
BLIND = {"no-plate", "dark"}
CURABLE = {"lens", "moved", "white"}
"""Misfits that a new calibration cures; people must first mend the others."""


def calibration_step(bench: Bench) -> StepResult:
    """Test whether the calibration fits what the camera sees; make a new one if people want it."""
    if bench.look() is None:
        return StepResult("calibration", skipped=Saying("selftest-unseen"))
    lights = lights_of(bench.controller())
    shots = {name: bench.photograph(left=left, right=right) for name, (left, right) in lights.items()}
    kept, complaint = calibration_of_table(bench.table, bench.kind), misfit(bench.table, shots, bench.kind)
    told = Saying("selftest-calibrated" if kept else "selftest-uncalibrated", {"made": kept.made if kept else ""})
    if complaint and complaint.kind not in CURABLE:
        return StepResult(
            "calibration", (told,), skipped=Saying("selftest-calibration-waits", {"why": _why(complaint)})
        )
    answers = (CALIBRATE, NEXT) if complaint else (NEXT, CALIBRATE)
    if bench.guide.ask(Saying("selftest-calibrate", {"state": told}), answers) == CALIBRATE:
        return _calibrate(bench)
    if complaint:
        trouble = Trouble("misfit", (f"misfit-{complaint.kind}",), {"why": _why(complaint)})
        return StepResult("calibration", (told,), (trouble,))
    return StepResult("calibration", (told, Saying("selftest-fits")), figures={"made": kept.made if kept else None})


def _calibrate(bench: Bench) -> StepResult:
    def tell(saying: Saying) -> None:
        bench.guide.tell(saying)
        bench.guide.beat()

    bench.calibrates = True
    parts = bench.controller(), bench.camera(), bench.clock, bench.hands
    taken = from_table(*parts, tell=tell, fixed=configured_camera_settings())
    made = calibration_of(taken, bench.nominal, datetime.now(UTC).date().isoformat())
    keep_calibration(made, calibration_file(bench.table, bench.kind))
    off = {"off": made.residual, "views": made.views}
    lines = Saying("calibrated-lens", {"focal": made.lens.focal[0], **off}), Saying("selftest-fits")
    return StepResult("calibration", lines, figures={"made": made.made, "residual": round(made.residual, 4)})


def _why(complaint: Misfit) -> Saying:
    return Saying(f"misfit-{complaint.kind}", complaint.numbers)


def dice_step(bench: Bench) -> StepResult:
    """Test whether known dice are read correctly."""
    if not shows_dice(bench.controller()):
        return StepResult("dice", skipped=Saying("selftest-not-home"))
    look, wells = _look_at_dice(bench)
    if BLIND & {note.what for note in look.reading.scene}:
        return StepResult("dice", skipped=Saying("selftest-unseen"))
    troubles = of_dice(wells)
    bench.odd_wells = find_odd(troubles)
    right = sum(well.known == well.read is not None for well in wells)
    figures = {
        "known": [well.known or 0 for well in wells],
        "read": [well.read for well in wells],
        "doubts": [well.doubt for well in wells],
    }
    pictures = ((Saying("selftest-picture-dice"), merge_exposures(look)),)
    lines = (Saying("selftest-read", {"right": right, "dice": len(wells)}),)
    return StepResult("dice", lines, troubles, pictures, figures)


def _look_at_dice(bench: Bench) -> tuple[Look, tuple[WellMeasure, ...]]:
    """Return the last look at the dice, and for each well the measure that tells most.

    If a die leans, or is unclear at a wall, so that a game would throw it again, shake all dice and let people lay them
    in again, up to `TRIES` looks. A die counts as leaning only if it has leaned every time.
    """
    board, eye = bench.controller(), bench.dice_camera()
    wells: tuple[WellMeasure, ...] = ()
    for number in range(TRIES):
        if number:
            bench.guide.tell(Saying("selftest-shake-again"))
            board.throw(bench.wells)
        known = bench.hands.dice()
        board.reveal()
        look = eye.look(bench.wells)
        seen = measure_wells(look, known)
        wells = tuple(max(before, now, key=_rank_well) for before, now in zip(wells or seen, seen, strict=True))
        hopeless = any(bench.found.values()) and not any(look.values)
        if hopeless or all(_rank_well(well) > _UNCLEAR for well in wells):
            break
    return look, wells


_LEANING, _UNCLEAR, _CLEAR, _MISREAD = range(4)


def _rank_well(well: WellMeasure) -> int:
    """Return how much a die tells: least if it leans, then if it is unclear, if it is read, and most if misread."""
    if well.doubt in SHAKEN:
        return _LEANING if well.doubt == LEANS else _UNCLEAR
    return _MISREAD if well.known and well.read not in {None, well.known} else _CLEAR


def find_odd(troubles: Iterable[Trouble]) -> frozenset[int]:
    """Return the wells of these troubles that hold no die or may hold two."""
    kinds = {"die-missing", "die-beside", "two-dice", "die-leans"}
    return frozenset().union(*(trouble.wells for trouble in troubles if trouble.kind in kinds))


def measure_wells(look: Look, known: tuple[int, ...]) -> tuple[WellMeasure, ...]:
    """Return what a look says of its wells. `known` are the values of wells 1, 2, … (0: not known)."""
    notes = {(note.what, note.well) for note in look.reading.scene}
    wells = []
    for well, shows in zip(look.wells, known, strict=False):
        dice = [die for die in look.reading.dice if die.well == well]
        doubt = "double" if len(dice) > 1 else dice[0].doubt if dice else None
        value = dice[0].value if len(dice) == 1 else None
        beside = ("beside", well) in notes
        empty = beside or ("empty-well", well) in notes
        wells.append(WellMeasure(shows or None, value, doubt, empty, beside, ("lid-off", well) in notes))
    return tuple(wells)


def throws_step(bench: Bench) -> StepResult:
    """Test whether the machine throws dice again and again, and reads them each time."""
    board, eye, throws = bench.controller(), bench.dice_camera(), []
    leaning = Counter[int]()
    vain = 0
    jammed: list[bool] = []
    look: Look | None = None
    began = bench.clock.now()
    wells = tuple(well for well in bench.wells if well not in bench.odd_wells)
    board.reveal()
    for number in range(bench.throws):
        if vain == HOPELESS:
            break
        bench.guide.beat()
        vain += 1
        try:
            board.throw(bench.wells)
        except FaultError as error:
            if error.fault not in {FaultNumber.JAM, FaultNumber.SWITCH}:
                raise
            board.clear(error.fault)
            jammed.append(True)
            continue
        jammed.append(False)
        look = eye.look(wells)
        if None in look.values:
            look = eye.look(wells)
        leaning.update(well for well, doubt in zip(wells, look.doubts, strict=True) if doubt == LEANS)
        if BLIND & {note.what for note in look.reading.scene}:
            return StepResult("throws", skipped=Saying("selftest-unseen"))
        throws.append(look.values)
        if any(look.values):
            vain = 0
        bench.guide.tell(Saying("selftest-thrown", {"number": number + 1, "most": bench.throws}))
    counts = Counter(value for values in throws for value in values if value is not None)
    unread = count_unread(throws, leaning)
    seconds = (bench.clock.now() - began) / max(1, len(jammed))
    lines = (
        Saying("selftest-throws-made", {"count": len(throws), "seconds": round(seconds, 1)}),
        Saying("selftest-throws-unread-count", {"unread": unread, "dice": len(wells) * len(throws)}),
        Saying("selftest-leaning", {"count": leaning.total()}),
        Saying("selftest-faces", {"counts": tuple(counts[face] for face in range(1, 7))}),
        *((Saying("selftest-throws-cut"),) if vain == HOPELESS < bench.throws else ()),
    )
    troubles = (*of_jams(jammed), *of_throws(throws, leaning, wells))
    figures = {
        "throws": len(throws),
        "unread": unread,
        "leaning": leaning.total(),
        "jams": sum(jammed),
        "faces": [counts[face] for face in range(1, 7)],
        "seconds": round(seconds, 2),
    }
    pictures = ((Saying("selftest-picture-throw"), merge_exposures(look)),) if look else ()
    return StepResult("throws", lines, troubles, pictures, figures)
