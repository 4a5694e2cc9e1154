"""The steps of the self-test, run one after another; each can be repeated, and one that fails stops no other."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial

from hardware.camera import AdjustableCamera, DescribedCamera, Readout
from hardware.crank import CrankController, Levers, ShakeProgram
from hardware.dictionary import RANGES, FaultNumber
from hardware.errors import Failure, FaultError, LinkError, OutcomeUnknownError
from robot.app import calibration_of_table, configured_camera_settings, misfit
from robot.config import Folders
from robot.errors import ROOMS, PeopleLeftError, UsageError
from robot.language.error_messages import ErrorMessage, what_is_wrong, what_to_do
from robot.saying import Saying, Value
from robot.selftest.bench import Bench, attend, clear_passed, comes_home, fault_of
from robot.selftest.diagnosis import (
    LEANS,
    STILL,
    TEETH,
    CameraMeasure,
    LeverMeasure,
    LightMeasure,
    MotorMeasure,
    Trouble,
    WellMeasure,
    at_rest,
    contact_of,
    micros_a_degree,
    of_camera,
    of_dice,
    of_jams,
    of_levers,
    of_lights,
    of_motor,
    of_switches,
    of_throws,
    touching_pulse,
    touching_way,
    unread_dice,
)
from robot.selftest.guide import DOWN, KEEP, NEXT, QUIT, REPEAT, SKIP, UP
from robot.selftest.report import StepResult
from robot.table.adjustments import write_adjustments
from robot.table.calibration import LIGHTS, calibration_of, from_table, keep
from robot.table.camera_setup import CameraSetup
from robot.table.doubts import SHAKEN
from robot.table.look import Image, Look
from robot.table.look_picture import together
from vision.calibration.camera_check import Sighting, flicker_of, marker_light, plate_shift, sighting_of
from vision.calibration.plate_fit import Misfit, markers_white
from vision.calibration.table_checks import OVER_DIE, block_shift, lever_changes
from vision.errors import VisionError
from vision.table.lights import grey
from vision.table.rectify import View

BOARD, CAMERA = "board", "camera"
WELLS = (1, 2, 3, 4, 5, 6)
FRAMES = 7
"""Pictures one after another between which a light on the mains swings."""


def board_step(bench: Bench) -> StepResult:
    """Whether the right board answers, with this package's firmware."""
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
    """Whether the camera sees the plate sharply, and from its place."""
    image = bench.lit()
    camera = bench.camera()
    if isinstance(camera, AdjustableCamera) and calibration_of_table(bench.table) is None:
        bench.guide.tell(Saying("calibrate-camera"))
        with suppress(VisionError):  # what is wrong with the picture is measured below
            CameraSetup(camera, bench.clock, bench.nominal, configured_camera_settings()).find_settings()
        image = bench.picture()
    pictures = [image, *(bench.picture() for _ in range(FRAMES - 1))]
    plate = bench.plate
    sighting = sighting_of(image, plate)
    mode = camera.mode if isinstance(camera, DescribedCamera) else None
    nominal = (*plate.camera_place, plate.camera_height)
    measure = CameraMeasure(sighting, flicker_of(pictures), nominal, plate.field_width, mode)
    return StepResult(
        "camera",
        tuple(_camera_lines(measure, mode, image)),
        of_camera(measure),
        ((Saying("selftest-picture-camera"), image),),
        _camera_figures(sighting, measure.flicker, mode),
    )


def _camera_lines(measure: CameraMeasure, mode: Readout | None, image: Image) -> list[Saying]:
    sighting = measure.sighting
    lines = []
    if mode is not None:
        across, down = mode.size
        read = {"percent": round(100 * mode.share)}
        lines.append(Saying("selftest-sensor", {"name": mode.name, "across": across, "down": down, **read}))
    lines.append(Saying("selftest-size", {"across": image.shape[1], "down": image.shape[0]}))
    if sighting.width is not None:
        lines.append(Saying("selftest-width", {"mm": round(sighting.width), "right": round(measure.field)}))
    if sighting.camera is not None and sighting.roll is not None:
        x, y, height = (round(part) for part in sighting.camera)
        lines.append(Saying("selftest-hangs", {"height": height, "x": x, "y": y, "degrees": round(sighting.roll, 1)}))
    if sighting.blur is not None and sighting.haze is not None:
        sharp = {"pixels": round(sighting.blur, 2), "percent": round(100 * sighting.haze)}
        lines.append(Saying("selftest-sharp", sharp))
    lines.append(Saying("selftest-markers", {"count": len(sighting.seen)}))
    lines.append(Saying("selftest-swing", {"percent": round(100 * measure.flicker, 2)}))
    return lines


def _camera_figures(sighting: Sighting, flicker: float, mode: Readout | None) -> dict[str, object]:
    return {
        "sensor": mode.name if mode else None,
        "mode": list(mode.size) if mode else None,
        "millimetres": sighting.width and round(sighting.width, 1),
        "place": sighting.camera and [round(part, 1) for part in sighting.camera],
        "roll": sighting.roll and round(sighting.roll, 2),
        "blur": sighting.blur and round(sighting.blur, 3),
        "haze": sighting.haze and round(sighting.haze, 4),
        "flicker": round(flicker, 5),
        "markers": list(sighting.seen),
    }


def lights_step(bench: Bench) -> StepResult:
    """Whether each half of the ring shines, on its side, and brightly enough."""
    halves = (("none", False, False), ("left", True, False), ("right", False, True), ("both", True, True))
    shots = {name: bench.lit(left=left, right=right) for name, left, right in halves}
    pictures = tuple((Saying(f"selftest-picture-{name}"), shots[name]) for name in ("left", "right"))
    found = bench.look()
    if found is None:
        return StepResult("lights", skipped=Saying("selftest-unseen"), pictures=pictures)
    _, view = found
    plate = bench.plate
    lights = {name: marker_light(shot, view, plate) for name, shot in shots.items()}
    white = markers_white(grey(shots["both"]), view, plate)
    measure = LightMeasure(lights["none"], lights["left"], lights["right"], lights["both"], white)
    figures = {
        "left": round(measure.gain("left"), 4),
        "right": round(measure.gain("right"), 4),
        "leftwards": [round(measure.side("left"), 3), round(measure.side("right"), 3)],
        "white": white,
    }
    brightest = max(measure.gain("left"), measure.gain("right"), 1e-6)
    percent = {name: round(100 * measure.gain(name) / brightest) for name in ("left", "right")}
    lines = (Saying("selftest-halves", percent), Saying("selftest-white", {"level": round(white)}))
    return StepResult("lights", lines, of_lights(measure), pictures, figures)


NOT_TRIED: tuple[float | None, ...] = (None,) * len(WELLS)
SLOW = tuple(ShakeProgram(frequency=rate, seconds=2.5, rock=0.0, ramp=0.3) for rate in (2.0, 2.4, 2.8))
"""The slow shake, and others after it: pictures may come with the wells at the same place in each turn of one."""
ENOUGH = 5
"""Pictures of motions that show whether anything moves."""
FASTER = (4.0, 6.0)
"""Hz of the shakes between the slow one and the usual one."""
BEGIN, END, STRIDE = 1450, 2100, 50
"""Pulses in µs between which a lever is lowered onto its die, and how far at a time."""
PRESS = 4.0
"""Degrees beyond the first touch by which a lever presses: its tip bends by 1 to 2 mm."""
FINE = 10
"""µs of one touch of a key."""
SAGGED = "brownout"


def switches_step(bench: Bench) -> StepResult:
    """Whether the board hears the lid and the emergency stop, pressed and let go."""
    board, hands = bench.controller(), bench.hands
    lid = _pressed(bench, lambda: board.stat().lid_closed, hands.lid_open, hands.lid_shut, usual=True)
    stop = _pressed(bench, lambda: board.stat().estop, hands.stop_pressed, hands.stop_released, usual=False)
    for fault in sorted(board.stat().faults & {FaultNumber.LID, FaultNumber.ESTOP, FaultNumber.STOPPED}):
        if (fault == FaultNumber.ESTOP and stop[2]) or (fault == FaultNumber.LID and not lid[2]):
            continue
        board.clear(fault)
    figures = {"lid_closed": list(lid), "stopped": list(stop)}
    lines = [
        Saying("selftest-switch-heard", {"switch": Saying(f"selftest-{name}")})
        for name, heard in (("lid", lid == (True, False, True)), ("stop", stop == (False, True, False)))
        if heard
    ]
    return StepResult("switches", tuple(lines), of_switches(lid, stop), figures=figures)


def _pressed(
    bench: Bench, reads: Callable[[], bool], move: Callable[[], None], back: Callable[[], None], *, usual: bool
) -> tuple[bool, bool, bool]:
    """Return what a switch reads before people move it, while they do, and after they have moved it back."""
    before = reads()
    move()
    bench.waited(lambda: reads() != usual)
    moved = reads()
    back()
    bench.waited(lambda: reads() == usual)
    return before, moved, reads()


class WellsWatch:
    """Looks at the wells while they move, from a picture of them at rest; without a view of that it sees nothing."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self._rest = bench, bench.look()
        self._during = 0
        self.shifts: list[float] = []
        self.swings = [0.0]
        self.last: Image | None = None

    def look(self) -> None:
        self._bench.guide.beat()
        if self._rest is None:
            return
        image, view = self._rest
        now = self._bench.picture()
        self.swings.append(plate_shift(image, now, view, self._bench.plate) or 0.0)
        shift = block_shift(image, now, view, self._bench.plate)
        if shift is not None:
            self.shifts.append(shift)
            self._during += self._bench.controller().stat().state != "idle"
            if shift >= max(self.shifts):
                self.last = now

    @property
    def most(self) -> float | None:
        """The most mm that the wells have moved either way, None if they were not seen, or hardly while they move."""
        most = max(map(abs, self.shifts), default=0.0)
        return most if most >= STILL or self._during >= ENOUGH else None

    def watch(self, *moves: Callable[[Callable[[], None]], None]) -> int:
        """Make a motion, and the next where a busy computer has seen too little; return the fault that ended one."""
        fault = 0
        for move in moves:
            fault = fault_of(self._bench.controller(), partial(move, self.look)) or fault
            if self._rest is None or self.most is not None:
                break
        return fault


def motor_step(bench: Bench) -> StepResult:
    """Whether the crank finds home, turns, and keeps its place up to the usual shake."""
    measure, picture = _measured(bench)
    lines = []
    if not measure.homed:
        lines.append(Saying("selftest-homed"))
    if measure.slow_seen is not None:
        lines.append(Saying("selftest-turns", {"mm": round(measure.slow_seen, 1)}))
    lines += [Saying("selftest-shakes", {"rate": rate}) for rate, fault in measure.rates if not fault]
    board = bench.controller()
    usual = board.program
    _keep_shake(bench, measure)
    if board.program is not usual:
        lines.append(Saying("selftest-shake-kept", {"rate": board.program.frequency}))
    figures = {
        "home": measure.homed,
        "moved_at_home": measure.home_seen and round(measure.home_seen, 2),
        "slow": measure.slow,
        "moved_slowly": measure.slow_seen and round(measure.slow_seen, 2),
        "off_home": measure.off_home and round(measure.off_home, 2),
        "rates": [list(rate) for rate in measure.rates],
        "swings": [[rate, round(swing, 2)] for rate, swing in measure.swings],
    }
    pictures = ((Saying("selftest-picture-motor"), picture),) if picture is not None else ()
    used = tuple(rate for rate in measure.rates if rate[0] <= board.program.frequency)
    return StepResult("motor", tuple(lines), of_motor(replace(measure, rates=used)), pictures, figures)


def _keep_shake(bench: Bench, measure: MotorMeasure) -> None:
    """Let people keep a shake of the fastest rate that kept the crank's place, with as many turns as the usual one."""
    board, usual = bench.controller(), ShakeProgram()
    best = max((rate for rate, fault in measure.rates if not fault), default=board.program.frequency)
    if best == board.program.frequency or FaultNumber.LID in dict(measure.rates).values():
        return
    asked = Saying("selftest-keep-shake", {"rate": best, "now": board.program.frequency})
    if bench.guide.ask(asked, (SKIP, KEEP)) == KEEP:
        board.program = replace(usual, frequency=best, seconds=round(usual.seconds * usual.frequency / best, 3))
        write_adjustments(Folders.of_user().adjustment("shake", bench.table), asdict(board.program))


def _measured(bench: Bench) -> tuple[MotorMeasure, Image | None]:
    board = bench.controller()
    clear_passed(board)
    homing = WellsWatch(bench)
    homed = homing.watch(*[board.home] * len(SLOW))
    if homed:
        return MotorMeasure(homed, homing.most), homing.last
    slow = WellsWatch(bench)
    fault = slow.watch(*(partial(board.shake, program) for program in SLOW))
    off = -min(slow.shifts) if slow.shifts else None
    rates: list[tuple[float, int]] = []
    swings: list[tuple[float, float]] = []
    for rate in sorted({*FASTER, ShakeProgram().frequency, board.program.frequency}):
        if fault or fault_of(board, board.home):
            break
        shake, fast = ShakeProgram(frequency=rate), WellsWatch(bench)
        rates.append((rate, fault_of(board, partial(board.shake, shake, fast.look))))
        swings.append((rate, max(fast.swings)))
    if fault or (rates and rates[-1][1]):
        fault_of(board, board.home)
    return MotorMeasure(homed, homing.most, fault, slow.most, off, tuple(rates), tuple(swings)), slow.last


def levers_step(bench: Bench) -> StepResult:
    """Whether each lever follows its own plug, reaches its die, and presses it."""
    board = bench.controller()
    seen = bench.look()
    if seen is None:
        return StepResult("levers", skipped=Saying("selftest-unseen"))
    if not comes_home(board):
        return StepResult("levers", skipped=Saying("selftest-not-home"))
    board.clamp(())
    known = measure_wells(bench.dice_camera().look(WELLS), bench.hands.dice())
    dice = tuple(trouble for trouble in of_dice(known) if trouble.kind in {"die-missing", "two-dice"})
    bench.odd_wells = odd(dice)
    seen = bench.look() or seen
    down, view = seen
    changes, over_die = [], []
    for well in WELLS:
        before = bench.picture()  # a lever may have pushed its die
        board.clamp((well,))
        down = bench.picture()
        changes.append(lever_changes(before, down, view, bench.plate))
        over_die.append(lever_changes(before, down, view, bench.plate, OVER_DIE)[well - 1])
        board.clamp(())
    measure = LeverMeasure(
        tuple(changes),
        tuple(over_die),
        NOT_TRIED,
        touching_pulse(bench.machine),
        touching_way(bench.machine),
        360 / TEETH * micros_a_degree(bench.machine),
        _sags(bench),
        bench.odd_wells,
    )
    pressed = down
    if not measure.sagged:
        contacts, pressed = _contacts(bench, view, [well for well in WELLS if well not in measure.away])
        measure = replace(measure, contacts=contacts)
    troubles = (*dice, *of_levers(measure))
    adjusted = _adjusted(bench, measure)
    if adjusted:
        board.levers = {**board.levers, **adjusted}
        write_adjustments(Folders.of_user().adjustment("levers", bench.table), board.levers)
        kept = tuple(Saying("selftest-lever-kept", {"well": well}) for well in sorted(adjusted))
        troubles = tuple(it for it in troubles if it in dice or not it.wells or it.wells - set(adjusted))
    else:
        kept = ()
    moved = [well for well in WELLS if measure.find_moved(well) == {well}]
    untouched = tuple(well for well in moved if well not in measure.away and measure.contacts[well - 1] is None)
    lines = [Saying("selftest-levers-follow", {"count": len(moved)})]
    lines += [
        Saying("selftest-lever-touches", {"well": well, "micros": round(contact)})
        for well, contact in enumerate(measure.contacts, 1)
        if contact is not None
    ]
    figures = {
        "away": sorted(measure.away),
        "moved": {str(well): sorted(measure.find_moved(well)) for well in WELLS},
        "touch": list(measure.contacts),
        "nominal": round(measure.nominal),
        "sagged": measure.sagged,
    }
    pictures = ((Saying("selftest-picture-levers"), pressed),)
    touch = Saying("selftest-touch-unjudged", {"count": len(untouched), "wells": untouched})
    unjudged = touch if untouched else None
    return StepResult("levers", (*lines, *kept), troubles, pictures, figures, unjudged=unjudged)


def _sags(bench: Bench) -> bool:
    """Lower all levers together; return whether the board was reset by that."""
    board = bench.controller()
    try:
        board.clamp(WELLS)
        board.clamp(())
    except OutcomeUnknownError:
        return board.hello().reset == SAGGED
    return False


def _contacts(bench: Bench, view: View, wells: Sequence[int]) -> tuple[tuple[float | None, ...], Image]:
    """Lower these levers step by step; return the pulse at which each came to rest, and a picture with all down."""
    board, plate = bench.controller(), bench.plate
    usual = {well: _ends(board, well) for well in WELLS}
    pulses = list(range(BEGIN, END + 1, STRIDE))
    steps: list[tuple[float, ...]] = []
    before: Image | None = None
    last = bench.picture()
    for pulse in pulses:
        board.set(lever=0, closed=pulse)
        board.clamp(wells)
        last = bench.picture()
        if before is not None:
            steps.append(lever_changes(before, last, view, plate))
        before = last
        if all(at_rest([changes[well - 1] for changes in steps]) for well in wells):
            break
    for well, (opened, closed) in usual.items():
        board.set(lever=well, open=opened, closed=closed)
    board.clamp(())
    made = pulses[: len(steps) + 1]
    touches = (contact_of(made, [changes[well - 1] for changes in steps]) for well in WELLS)
    return tuple(touch if well in wells else None for well, touch in enumerate(touches, 1)), last


def _adjusted(bench: Bench, measure: LeverMeasure) -> Levers:
    """Let people set how far each lever goes that misses its die; return the pulses that they keep."""
    board, found = bench.controller(), {}
    for well, horn in _missing(measure).items():
        contact = measure.contacts[well - 1] or measure.nominal
        off = round(contact - measure.nominal)
        opened, closed = _ends(board, well)
        press = round(contact + PRESS * micros_a_degree(bench.machine))
        pulses = (_within(opened + off), _within(max(press, closed + off))) if horn else (opened, _within(press))
        while True:
            board.set(lever=well, open=pulses[0], closed=pulses[1])
            board.clamp((well,))
            bench.picture()
            asked = Saying("selftest-adjust", {"well": well, "micros": pulses[1]})
            with attend(board):
                answer = bench.guide.ask(asked, (SKIP, KEEP, UP, DOWN))
            if answer in {SKIP, KEEP}:
                break
            step = FINE if answer == DOWN else -FINE
            pulses = pulses[0], _within(pulses[1] + step)
        board.clamp(())
        if answer == KEEP:
            found[well] = pulses
        else:
            board.set(lever=well, open=opened, closed=closed)
    return found


def _missing(measure: LeverMeasure) -> dict[int, bool]:
    """Return the wells whose levers touch their dice at other pulses than the drawings', and whether by their horns."""
    found: dict[int, bool] = {}
    for trouble in of_levers(measure):
        if trouble.kind.startswith("servos-"):
            found |= dict.fromkeys(trouble.wells, False)
        elif trouble.kind.startswith("horn-"):
            found |= dict.fromkeys(trouble.wells, True)
    return found


def _ends(board: CrankController, well: int) -> tuple[int, int]:
    """Return the pulses (µs) of a lever that is up and down, as the board has them."""
    held = board.set(lever=well)
    return held["open"], held["closed"]


def _within(pulse: int) -> int:
    least, most = RANGES["set"]["closed"]
    return min(max(pulse, least), most)


CALIBRATE = "calibrate"
TRIES = 3
HOPELESS = 3
"""Throws in succession of which nothing is read; the next ones would show no more."""
BLIND = {"no-plate", "dark"}
CURABLE = {"lens", "moved", "white"}
"""Misfits that a new calibration cures; the others have to be mended before."""


def calibration_step(bench: Bench) -> StepResult:
    """Whether the calibration fits what the camera sees; makes a new one where it does not."""
    if bench.look() is None:
        return StepResult("calibration", skipped=Saying("selftest-unseen"))
    shots = {name: bench.lit(left=left, right=right) for name, (left, right) in LIGHTS.items()}
    kept, complaint = calibration_of_table(bench.table), misfit(bench.table, shots)
    told = Saying("selftest-calibrated" if kept else "selftest-uncalibrated", {"made": kept.made if kept else ""})
    if complaint and complaint.kind not in CURABLE:
        return StepResult(
            "calibration", (told,), skipped=Saying("selftest-calibration-waits", {"why": _why(complaint)})
        )
    answers = (CALIBRATE, NEXT) if complaint else (NEXT, CALIBRATE)
    if bench.guide.ask(Saying("selftest-calibrate", {"state": told}), answers) == CALIBRATE:
        return _calibrated(bench)
    if complaint:
        trouble = Trouble("misfit", (f"misfit-{complaint.kind}",), {"why": _why(complaint)})
        return StepResult("calibration", (told,), (trouble,))
    return StepResult("calibration", (told, Saying("selftest-fits")), figures={"made": kept.made if kept else None})


def _calibrated(bench: Bench) -> StepResult:
    def tell(saying: Saying) -> None:
        bench.guide.tell(saying)
        bench.guide.beat()

    taken = from_table(bench.controller(), bench.camera(), bench.clock, bench.hands, tell=tell)
    made = calibration_of(taken, bench.nominal, datetime.now(UTC).date().isoformat())
    keep(made, Folders.of_user().adjustment("calibration", bench.table))
    off = {"off": made.residual, "views": made.views}
    lines = Saying("calibrated-lens", {"focal": made.lens.focal[0], **off}), Saying("selftest-fits")
    return StepResult("calibration", lines, figures={"made": made.made, "residual": round(made.residual, 4)})


def _why(complaint: Misfit) -> Saying:
    return Saying(f"misfit-{complaint.kind}", complaint.numbers)


def dice_step(bench: Bench) -> StepResult:
    """Whether known dice are read as what they are."""
    board = bench.controller()
    if not comes_home(board):
        return StepResult("dice", skipped=Saying("selftest-not-home"))
    board.clamp(())
    look, wells = _seen_dice(bench)
    if BLIND & {note.what for note in look.reading.scene}:
        return StepResult("dice", skipped=Saying("selftest-unseen"))
    troubles = of_dice(wells)
    bench.odd_wells = odd(troubles)
    right = sum(well.known == well.read is not None for well in wells)
    figures = {
        "known": [well.known or 0 for well in wells],
        "read": [well.read for well in wells],
        "doubts": [well.doubt for well in wells],
    }
    pictures = ((Saying("selftest-picture-dice"), together(look)),)
    return StepResult("dice", (Saying("selftest-read", {"right": right}),), troubles, pictures, figures)


def _seen_dice(bench: Bench) -> tuple[Look, tuple[WellMeasure, ...]]:
    """Return the last look at dice, and what tells most of each well.

    While a well's die has always been in doubt as a game would throw it again, all are shaken and laid in again: it
    leans, or stands at a wall where its picture is not clear. A die is said to lean if it has leaned every time.
    """
    board, eye = bench.controller(), bench.dice_camera()
    wells: tuple[WellMeasure, ...] = ()
    for number in range(TRIES):
        if number:
            bench.guide.tell(Saying("selftest-shake-again"))
            board.shake()
        known = bench.hands.dice()
        board.come_home()
        look = eye.look(WELLS)
        seen = measure_wells(look, known)
        wells = tuple(max(before, now, key=_telling) for before, now in zip(wells or seen, seen, strict=True))
        hopeless = any(bench.found.values()) and not any(look.values)
        if hopeless or all(_telling(well) > _UNCLEAR for well in wells):
            break
    return look, wells


_LEANING, _UNCLEAR, _CLEAR, _MISREAD = range(4)


def _telling(well: WellMeasure) -> int:
    """Return how much is told by a die: the least by one that leans, then by another one to throw again."""
    if well.doubt in SHAKEN:
        return _LEANING if well.doubt == LEANS else _UNCLEAR
    return _MISREAD if well.known and well.read not in {None, well.known} else _CLEAR


def odd(troubles: Iterable[Trouble]) -> frozenset[int]:
    """Return the wells of these troubles that hold no die, or may hold two."""
    kinds = {"die-missing", "two-dice", "die-leans"}
    return frozenset().union(*(trouble.wells for trouble in troubles if trouble.kind in kinds))


def measure_wells(look: Look, known: tuple[int, ...]) -> tuple[WellMeasure, ...]:
    """Return what a look says of wells 1 to 6, which are `known` to show these values (0: not known)."""
    empty = {note.well for note in look.reading.scene if note.what == "empty-well"}
    wells = []
    for well, shows in zip(WELLS, known, strict=True):
        dice = [die for die in look.reading.dice if die.well == well]
        doubt = "double" if len(dice) > 1 else dice[0].doubt if dice else None
        value = dice[0].value if len(dice) == 1 else None
        wells.append(WellMeasure(shows or None, value, doubt, well in empty))
    return tuple(wells)


def throws_step(bench: Bench) -> StepResult:
    """Whether dice are thrown again and again, and read each time."""
    board, eye, throws = bench.controller(), bench.dice_camera(), []
    leaning = Counter[int]()
    vain = 0
    jammed: list[bool] = []
    look: Look | None = None
    began = bench.clock.now()
    wells = tuple(well for well in WELLS if well not in bench.odd_wells)
    board.clamp(())
    for number in range(bench.throws):
        if vain == HOPELESS:
            break
        bench.guide.beat()
        vain += 1
        try:
            board.shake()
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
    unread = unread_dice(throws, leaning)
    seconds = (bench.clock.now() - began) / max(1, len(jammed))
    lines = (
        Saying("selftest-throws-made", {"count": len(throws), "seconds": round(seconds, 1)}),
        Saying("selftest-throws-unread-count", {"unread": unread, "dice": len(wells) * len(throws)}),
        Saying("selftest-leaning", {"count": leaning.total()}),
        Saying("selftest-faces", {"counts": tuple(counts[face] for face in range(1, 7))}),
        *((Saying("selftest-throws-cut"),) if vain == HOPELESS < bench.throws else ()),
    )
    troubles = (*of_jams(jammed), *of_throws(throws, leaning))
    figures = {
        "throws": len(throws),
        "unread": unread,
        "leaning": leaning.total(),
        "jams": sum(jammed),
        "faces": [counts[face] for face in range(1, 7)],
        "seconds": round(seconds, 2),
    }
    pictures = ((Saying("selftest-picture-throw"), together(look)),) if look else ()
    return StepResult("throws", lines, troubles, pictures, figures)


STEPS: dict[str, tuple[Callable[[Bench], StepResult], frozenset[str]]] = {
    "board": (board_step, frozenset()),
    "camera": (camera_step, frozenset({BOARD, CAMERA})),
    "lights": (lights_step, frozenset({BOARD, CAMERA})),
    "switches": (switches_step, frozenset({BOARD})),
    "motor": (motor_step, frozenset({BOARD})),
    "levers": (levers_step, frozenset({BOARD, CAMERA})),
    "calibration": (calibration_step, frozenset({BOARD, CAMERA})),
    "dice": (dice_step, frozenset({BOARD, CAMERA})),
    "throws": (throws_step, frozenset({BOARD, CAMERA})),
}
"""Each step by its name, in their usual order, and the devices without which it is skipped."""
NAMES = tuple(STEPS)
SHORT = ("board", "camera", "lights", "motor", "throws")
"""The steps of a day's first start, which need no people."""
SHORT_THROWS = 3
DRIVE = frozenset(
    {
        "motor-still",
        "motor-stopped",
        "home-lost",
        "home-dead",
        "home-stuck",
        "home-beside",
        "crank-slips",
        "crank-slips-fast",
        "mid-band",
        "rocker-binds",
        "post-swings",
    }
)
"""Troubles of the drive, which throws show again as jams."""
UNCLEAR = (
    frozenset(
        {
            "flicker",
            "out-of-focus",
            "dirty-lens",
            "wrong-mode",
            "wrong-field",
            "no-plate",
            "lights-dead",
            "half-dead-left",
            "half-dead-right",
            "halves-joined",
            "half-weak-left",
            "half-weak-right",
            "light-dim",
            "light-glaring",
            "servos-swapped",
        }
    )
    | DRIVE
)
"""Troubles after which pictures are not sharp or lit enough, or wells or levers not where they should be."""
EVENED_OUT = {"levers": frozenset({"flicker"})}
"""Of these a step's own pictures are cleared: those of the levers are compared row by row."""
LATER = ("levers", "calibration", "dice", "throws")
FOLLOWING = frozenset(
    {
        "die-unread",
        "die-leans",
        "throws-unread",
        "lever-astray",
        "horn-high",
        "horn-low",
        "servos-short",
        "servos-long",
        "misfit",
    }
)
"""What these alone may look like."""
JAMS = frozenset({"throws-jam"})
"""What a trouble of the drive alone may look like."""


def steps_named(names: Sequence[str], first: str | None = None) -> tuple[str, ...]:
    """Return the steps of these names, all of them for none, from `first` on, in their usual order.

    Raises:
        UsageError: there is no such step, or none is left.

    """
    for name in (*names, *((first,) if first else ())):
        if name not in NAMES:
            raise UsageError(f"there is no step '{name[:40]}': the steps are {', '.join(NAMES)}")
    begin = NAMES.index(first) if first else 0
    chosen = tuple(name for name in NAMES[begin:] if not names or name in names)
    if not chosen:
        raise UsageError(f"no step is left from '{first}' on: leave out --from, or name other steps")
    return chosen


def run_steps(bench: Bench, steps: Sequence[str]) -> Iterator[StepResult]:
    """Yield what comes of each step; one that people repeat gives another result of the same name.

    Raises:
        PeopleLeftError: the people have left.

    """
    for step in steps:
        bench.guide.tell(Saying(f"selftest-step-{step}"))
        while True:
            result = attempt(step, bench)
            yield result
            answer = bench.guide.ask(Saying(f"selftest-after-{result.state}"), (NEXT, REPEAT, QUIT))
            if answer == QUIT:
                return
            if answer == NEXT:
                break


def attempt(step: str, bench: Bench) -> StepResult:
    """Return what comes of a step, also where it fails."""
    run, needs = STEPS[step]
    for device, opener in ((BOARD, bench.controller), (CAMERA, bench.camera)):
        if device in needs and opener.failed:
            return StepResult(step, skipped=Saying(f"selftest-no-{device}"))
    try:
        result = run(bench)
        others = (kinds for other, kinds in bench.found.items() if other != step)
        found = frozenset[str]().union(*others) - EVENED_OUT.get(step, frozenset())
        bench.found[step] = UNCLEAR & {trouble.kind for trouble in result.troubles}
        return _set_apart(result, found) if found and step in LATER else result
    except PeopleLeftError:
        raise
    except OutcomeUnknownError as error:
        return StepResult(step, troubles=(_lost(bench, error),))
    except FaultError as error:
        return StepResult(step, skipped=Saying("selftest-stopped", _told(error)))
    except ROOMS as error:
        return StepResult(step, troubles=(Trouble("failed", (type(error).__name__,), _told(error)),))


def _set_apart(result: StepResult, found: frozenset[str]) -> StepResult:
    """Return a result without the troubles that may follow from those `found` before: these are told, not judged."""
    kinds = FOLLOWING | JAMS if found & DRIVE else FOLLOWING
    follow = [trouble for trouble in result.troubles if trouble.kind in kinds]
    lines = (Saying("selftest-follows", {"what": trouble.what}) for trouble in follow)
    rest = tuple(trouble for trouble in result.troubles if trouble not in follow)
    unjudged = Saying("selftest-unjudged") if follow else result.unjudged
    return replace(result, lines=(*result.lines, *lines), troubles=rest, unjudged=unjudged)


def _lost(bench: Bench, error: OutcomeUnknownError) -> Trouble:
    """Return what is wrong where the board was lost in the middle of a step."""
    try:
        reset = bench.controller().hello().reset
    except ROOMS:
        reset = ""
    if reset == SAGGED:
        return Trouble("brown-out", ("weak-supply",))
    return Trouble("failed", ("board-reset",), _told(error))


def _told(error: Exception) -> dict[str, Value]:
    return {"what": what_is_wrong(ErrorMessage.of(error)), "do": what_to_do(ErrorMessage.of(error))}
