"""The steps of the machine with a crank: its lights, switches, motor and levers."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial

from hardware.crank import CrankController, Levers, ShakeProgram, crank_of
from hardware.dictionary import RANGES, FaultNumber
from hardware.errors import OutcomeUnknownError
from robot.config import Folders
from robot.saying import Saying
from robot.selftest.bench import Bench, attend, clear_passed, fault_of, shows_dice
from robot.selftest.common_steps import find_odd, measure_wells
from robot.selftest.diagnosis import (
    STILL,
    TEETH,
    LeverMeasure,
    LightMeasure,
    MotorMeasure,
    contact_of,
    is_at_rest,
    micros_a_degree,
    of_dice,
    of_levers,
    of_lights,
    of_motor,
    of_switches,
    touching_pulse,
    touching_way,
)
from robot.selftest.guide import DOWN, KEEP, SKIP, UP
from robot.selftest.report import StepResult
from robot.table.adjustments import write_adjustments
from robot.table.look import Image
from vision.calibration.camera_check import marker_light, plate_shift
from vision.calibration.plate_fit import markers_white
from vision.calibration.table_checks import OVER_DIE, block_shift, lever_changes
from vision.table.lights import grey
from vision.table.rectify import View

WELLS = (1, 2, 3, 4, 5, 6)


def lights_step(bench: Bench) -> StepResult:
    """Test whether each half of the ring shines, on its side, and brightly enough."""
    halves = (("none", False, False), ("left", True, False), ("right", False, True), ("both", True, True))
    shots = {name: bench.photograph(left=left, right=right) for name, left, right in halves}
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
"""The slow shake, and others to try after it: in one of them, all pictures may show the wells at the same place."""
ENOUGH = 5
"""The number of pictures during a motion that show whether anything moves."""
FASTER = (4.0, 6.0)
"""Rates (Hz) of shakes between the slow one and the usual one."""
BEGIN, END, STRIDE = 1450, 2100, 50
"""The first and last pulse (µs) for lowering a lever onto its die, and the step."""
PRESS = 4.0
"""Degrees by which a lever presses beyond the first touch: its tip bends by 1 to 2 mm."""
FINE = 10
"""µs for each press of a key."""
SAGGED = "brownout"


def switches_step(bench: Bench) -> StepResult:
    """Test whether the board notices the lid and the emergency stop, pressed and released."""
    board = crank_of(bench.controller())
    lid = _try_move(bench, lambda: board.stat().lid_closed, "open-lid", "close-lid", usual=True)
    stop = _try_move(bench, lambda: board.stat().estop, "press-stop", "release-stop", usual=False)
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


def _try_move(bench: Bench, reads: Callable[[], bool], move: str, back: str, *, usual: bool) -> tuple[bool, bool, bool]:
    """Return what a switch reads before people move it, after that, and after they have moved it back."""
    before = reads()
    bench.hands.operate(move)
    bench.wait_until(lambda: reads() != usual)
    moved = reads()
    bench.hands.operate(back)
    bench.wait_until(lambda: reads() == usual)
    return before, moved, reads()


class WellsWatch:
    """Measures how the wells move, against a picture of them at rest; without a view of the plate it sees nothing."""

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
        """The most mm that the wells have moved either way, None if too few pictures show them during the motion."""
        most = max(map(abs, self.shifts), default=0.0)
        return most if most >= STILL or self._during >= ENOUGH else None

    def watch(self, *moves: Callable[[Callable[[], None]], None]) -> int:
        """Make a motion, and the next ones while pictures are too few; return the fault that ended one, or 0."""
        fault = 0
        for move in moves:
            fault = fault_of(self._bench.controller(), partial(move, self.look)) or fault
            if self._rest is None or self.most is not None:
                break
        return fault


def motor_step(bench: Bench) -> StepResult:
    """Test whether the crank finds home, turns, and keeps its place up to the usual shake."""
    measure, picture = _measure_motor(bench)
    lines = []
    if not measure.homed:
        lines.append(Saying("selftest-homed"))
    if measure.slow_seen is not None:
        lines.append(Saying("selftest-turns", {"mm": round(measure.slow_seen, 1)}))
    lines += [Saying("selftest-shakes", {"rate": rate}) for rate, fault in measure.rates if not fault]
    board = crank_of(bench.controller())
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
    """Offer people the fastest shake that kept the crank's place, with as many turns as the usual one."""
    board, usual = crank_of(bench.controller()), ShakeProgram()
    best = max((rate for rate, fault in measure.rates if not fault), default=board.program.frequency)
    if best == board.program.frequency or FaultNumber.LID in dict(measure.rates).values():
        return
    asked = Saying("selftest-keep-shake", {"rate": best, "now": board.program.frequency})
    if bench.guide.ask(asked, (SKIP, KEEP)) == KEEP:
        board.program = replace(usual, frequency=best, seconds=round(usual.seconds * usual.frequency / best, 3))
        write_adjustments(Folders.of_user().adjustment("shake", bench.table), asdict(board.program))


def _measure_motor(bench: Bench) -> tuple[MotorMeasure, Image | None]:
    board = crank_of(bench.controller())
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
    """Test whether each lever follows its own plug, reaches its die, and presses it."""
    board = crank_of(bench.controller())
    seen = bench.look()
    if seen is None:
        return StepResult("levers", skipped=Saying("selftest-unseen"))
    if not shows_dice(board):
        return StepResult("levers", skipped=Saying("selftest-not-home"))
    board.clamp(())
    known = measure_wells(bench.dice_camera().look(WELLS), bench.hands.dice())
    dice = tuple(trouble for trouble in of_dice(known) if trouble.kind in {"die-missing", "two-dice"})
    bench.odd_wells = find_odd(dice)
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
    adjusted = _adjust(bench, measure)
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
    """Lower all levers together; return whether this reset the board."""
    board = crank_of(bench.controller())
    try:
        board.clamp(WELLS)
        board.clamp(())
    except OutcomeUnknownError:
        return board.hello().reset == SAGGED
    return False


def _contacts(bench: Bench, view: View, wells: Sequence[int]) -> tuple[tuple[float | None, ...], Image]:
    """Lower these levers step by step; return the pulse (µs) at which each came to rest, and the last picture."""
    board, plate = crank_of(bench.controller()), bench.plate
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
        if all(is_at_rest([changes[well - 1] for changes in steps]) for well in wells):
            break
    for well, (opened, closed) in usual.items():
        board.set(lever=well, open=opened, closed=closed)
    board.clamp(())
    made = pulses[: len(steps) + 1]
    touches = (contact_of(made, [changes[well - 1] for changes in steps]) for well in WELLS)
    return tuple(touch if well in wells else None for well, touch in enumerate(touches, 1)), last


def _adjust(bench: Bench, measure: LeverMeasure) -> Levers:
    """Let people adjust the levers that miss their dice; return the pulses that they keep."""
    board, found = crank_of(bench.controller()), {}
    for well, horn in _find_missing(measure).items():
        contact = measure.contacts[well - 1] or measure.nominal
        off = round(contact - measure.nominal)
        opened, closed = _ends(board, well)
        press = round(contact + PRESS * micros_a_degree(bench.machine))
        pulses = (_clip(opened + off), _clip(max(press, closed + off))) if horn else (opened, _clip(press))
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
            pulses = pulses[0], _clip(pulses[1] + step)
        board.clamp(())
        if answer == KEEP:
            found[well] = pulses
        else:
            board.set(lever=well, open=opened, closed=closed)
    return found


def _find_missing(measure: LeverMeasure) -> dict[int, bool]:
    """Return the wells whose levers touch their dice at wrong pulses, and whether their horns are the cause."""
    found: dict[int, bool] = {}
    for trouble in of_levers(measure):
        if trouble.kind.startswith("servos-"):
            found |= dict.fromkeys(trouble.wells, False)
        elif trouble.kind.startswith("horn-"):
            found |= dict.fromkeys(trouble.wells, True)
    return found


def _ends(board: CrankController, well: int) -> tuple[int, int]:
    """Return the board's pulses (µs) for a lever that is up and down."""
    held = board.set(lever=well)
    return held["open"], held["closed"]


def _clip(pulse: int) -> int:
    least, most = RANGES["set"]["closed"]
    return min(max(pulse, least), most)
