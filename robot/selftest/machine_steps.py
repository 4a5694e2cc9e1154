"""The steps of switches, motor and levers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from hardware.controller import Controller, Levers, ShakeProgram
from hardware.dictionary import RANGES, FaultNumber
from hardware.errors import OutcomeUnknownError
from robot.config import Folders
from robot.saying import Saying
from robot.selftest.bench import Bench, clear_passed, comes_home, fault_of
from robot.selftest.camera_steps import BOARD, CAMERA
from robot.selftest.diagnosis import (
    TEETH,
    LeverMeasure,
    MotorMeasure,
    SwitchMeasure,
    at_rest,
    contact_of,
    micros_a_degree,
    of_dice,
    of_levers,
    of_motor,
    of_switches,
    touching_pulse,
)
from robot.selftest.dice_steps import measured, odd
from robot.selftest.guide import DOWN, KEEP, SKIP, UP
from robot.selftest.result import StepResult
from robot.table.lever_file import write_levers
from robot.table.look import Image
from vision.calibration.motion_check import OVER_DIE, block_shift, lever_changes
from vision.table.rectify import View

WELLS = range(1, 7)
NOT_TRIED: tuple[float | None, ...] = (None,) * len(WELLS)
SLOW = ShakeProgram(frequency=2.0, seconds=2.5, rock=0.0, ramp=0.3)
FASTER = (4.0, 6.0)
"""Hz of the shakes between the slow one and the usual one."""
BEGIN, END, STRIDE = 1450, 2100, 50
"""Pulses in µs between which a lever is lowered onto its die, and how far at a time."""
PRESS = 4.0
"""Degrees beyond the first touch by which a lever presses: its tip bends by 1 to 2 mm."""
FINE = 10
"""µs of one touch of a key."""
SAGGED = "brownout"


@dataclass(frozen=True, slots=True)
class SwitchStep:
    """Whether the board hears the lid and the emergency stop, pressed and let go."""

    name: ClassVar[str] = "switches"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD})
    alone: ClassVar[bool] = False

    def run(self, bench: Bench) -> StepResult:
        board, hands = bench.controller(), bench.hands
        lid = _pressed(bench, lambda: board.stat().lid_closed, hands.lid_open, hands.lid_shut, usual=True)
        stop = _pressed(bench, lambda: board.stat().estop, hands.stop_pressed, hands.stop_released, usual=False)
        for fault in sorted(board.stat().faults & {FaultNumber.LID, FaultNumber.ESTOP, FaultNumber.STOPPED}):
            if (fault == FaultNumber.ESTOP and stop[2]) or (fault == FaultNumber.LID and not lid[2]):
                continue
            board.clear(fault)
        measure = SwitchMeasure(lid, stop)
        figures = {"lid_closed": list(lid), "stopped": list(stop)}
        lines = [
            Saying("selftest-switch-heard", {"switch": Saying(f"selftest-{name}")})
            for name, heard in (("lid", lid == (True, False, True)), ("stop", stop == (False, True, False)))
            if heard
        ]
        return StepResult(self.name, tuple(lines), of_switches(measure), figures=figures)


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
    """Looks at the wells while they move, from a picture of them at rest. Without a view it sees nothing."""

    def __init__(self, bench: Bench, rest: tuple[Image, View] | None) -> None:
        self._bench, self._rest = bench, rest
        self.shifts: list[float] = []
        self.last: Image | None = None

    def look(self) -> None:
        self._bench.guide.beat()
        if self._rest is None:
            return
        image, view = self._rest
        now = self._bench.picture()
        shift = block_shift(image, now, view, self._bench.plate)
        if shift is not None:
            self.shifts.append(shift)
            if shift >= max(self.shifts):
                self.last = now

    @property
    def most(self) -> float | None:
        """The most mm that the wells have moved either way, None if they were not seen."""
        return max(map(abs, self.shifts)) if self.shifts else None


@dataclass(frozen=True, slots=True)
class MotorStep:
    """Whether the crank finds home, turns, and keeps its place up to the usual shake."""

    name: ClassVar[str] = "motor"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD})
    alone: ClassVar[bool] = True

    def run(self, bench: Bench) -> StepResult:
        measure, picture = self._measured(bench)
        lines = []
        if not measure.homed:
            lines.append(Saying("selftest-homed"))
        if measure.slow_seen is not None:
            lines.append(Saying("selftest-turns", {"mm": round(measure.slow_seen, 1)}))
        lines += [Saying("selftest-shakes", {"rate": rate}) for rate, fault in measure.rates if not fault]
        figures = {
            "home": measure.homed,
            "moved_at_home": measure.home_seen and round(measure.home_seen, 2),
            "slow": measure.slow,
            "moved_slowly": measure.slow_seen and round(measure.slow_seen, 2),
            "off_home": measure.off_home and round(measure.off_home, 2),
            "rates": [list(rate) for rate in measure.rates],
        }
        pictures = ((Saying("selftest-picture-motor"), picture),) if picture is not None else ()
        return StepResult(self.name, tuple(lines), of_motor(measure), pictures, figures)

    def _measured(self, bench: Bench) -> tuple[MotorMeasure, Image | None]:
        board = bench.controller()
        clear_passed(board)
        homing = WellsWatch(bench, bench.seen())
        homed = fault_of(board, lambda: board.home(homing.look))
        if homed:
            return MotorMeasure(homed, homing.most), homing.last
        slow = WellsWatch(bench, bench.seen())
        fault = fault_of(board, lambda: board.shake(SLOW, slow.look))
        off = -min(slow.shifts) if slow.shifts else None
        rates: list[tuple[float, int]] = []
        for rate in (*FASTER, ShakeProgram().frequency):
            if fault or (rates and rates[-1][1]) or fault_of(board, board.home):
                break
            bench.guide.beat()
            rates.append((rate, fault_of(board, lambda rate=rate: board.shake(ShakeProgram(frequency=rate)))))  # type: ignore[misc]
        if fault or (rates and rates[-1][1]):
            fault_of(board, board.home)
        return MotorMeasure(homed, homing.most, fault, slow.most, off, tuple(rates)), slow.last


@dataclass(frozen=True, slots=True)
class LeverStep:
    """Whether each lever follows its own plug, reaches its die, and presses it."""

    name: ClassVar[str] = "levers"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD, CAMERA})
    alone: ClassVar[bool] = False

    def run(self, bench: Bench) -> StepResult:
        board = bench.controller()
        seen = bench.seen()
        if seen is None:
            return StepResult(self.name, skipped=Saying("selftest-unseen"))
        if not comes_home(board):
            return StepResult(self.name, skipped=Saying("selftest-not-home"))
        board.clamp(())
        known = measured(bench.dice_camera().look(tuple(WELLS)), bench.hands.dice())
        dice = tuple(trouble for trouble in of_dice(known) if trouble.kind in {"die-missing", "two-dice"})
        bench.odd_wells = odd(dice)
        seen = bench.seen() or seen
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
            360 / TEETH * micros_a_degree(bench.machine),
            self._sags(bench),
            bench.odd_wells,
        )
        pressed = down
        if not measure.sagged:
            contacts, pressed = self._contacts(bench, view, [well for well in WELLS if well not in measure.away])
            measure = replace(measure, contacts=contacts)
        troubles = (*dice, *of_levers(measure))
        adjusted = self._adjusted(bench, measure)
        if adjusted:
            board.levers = {**board.levers, **adjusted}
            write_levers(Folders.of_user().levers(bench.table), board.levers)
            kept = tuple(Saying("selftest-lever-kept", {"well": well}) for well in sorted(adjusted))
            troubles = tuple(
                trouble for trouble in troubles if trouble in dice or trouble.values.get("well") not in adjusted
            )
        else:
            kept = ()
        moved = [well for well in WELLS if measure.moved(well) == {well}]
        untouched = tuple(well for well in moved if well not in measure.away and measure.contacts[well - 1] is None)
        lines = [Saying("selftest-levers-follow", {"count": len(moved)})]
        lines += [
            Saying("selftest-lever-touches", {"well": well, "micros": round(contact)})
            for well, contact in enumerate(measure.contacts, 1)
            if contact is not None
        ]
        figures = {
            "away": sorted(measure.away),
            "moved": {str(well): sorted(measure.moved(well)) for well in WELLS},
            "touch": list(measure.contacts),
            "nominal": round(measure.nominal),
            "sagged": measure.sagged,
        }
        pictures = ((Saying("selftest-picture-levers"), pressed),)
        touch = Saying("selftest-touch-unjudged", {"count": len(untouched), "wells": untouched})
        unjudged = touch if untouched else None
        return StepResult(self.name, (*lines, *kept), troubles, pictures, figures, unjudged=unjudged)

    def _sags(self, bench: Bench) -> bool:
        """Lower all levers together; return whether the board was reset by that."""
        board = bench.controller()
        try:
            board.clamp(WELLS)
            board.clamp(())
        except OutcomeUnknownError:
            return board.hello().reset == SAGGED
        return False

    def _contacts(self, bench: Bench, view: View, wells: Sequence[int]) -> tuple[tuple[float | None, ...], Image]:
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

    def _adjusted(self, bench: Bench, measure: LeverMeasure) -> Levers:
        """Let people set how far each lever goes that misses its die; return the pulses that they keep."""
        board, found = bench.controller(), {}
        for trouble in of_levers(measure):
            well = trouble.values.get("well")
            contact = measure.contacts[well - 1] if isinstance(well, int) else None
            if not isinstance(well, int) or contact is None or not trouble.kind.startswith("horn-"):
                continue
            off = round(contact - measure.nominal)
            opened, closed = _ends(board, well)
            press = round(contact + PRESS * micros_a_degree(bench.machine))
            pulses = _within(opened + off), _within(max(press, closed + off))
            while True:
                board.set(lever=well, open=pulses[0], closed=pulses[1])
                board.clamp((well,))
                bench.picture()
                answer = bench.guide.ask(
                    Saying("selftest-adjust", {"well": well, "micros": pulses[1]}), (SKIP, KEEP, UP, DOWN)
                )
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


def _ends(board: Controller, well: int) -> tuple[int, int]:
    """Return the pulses (µs) of a lever that is up and down, as the board has them."""
    held = board.set(lever=well)
    return held["open"], held["closed"]


def _within(pulse: int) -> int:
    least, most = RANGES["set"]["closed"]
    return min(max(pulse, least), most)
