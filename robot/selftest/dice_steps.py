"""The steps of calibration, known dice, and throws."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from hardware.dictionary import FaultNumber
from hardware.errors import FaultError
from robot.app import calibration_of_table, misfit
from robot.config import Folders
from robot.saying import Saying
from robot.selftest.bench import Bench, comes_home
from robot.selftest.camera_steps import BOARD, CAMERA
from robot.selftest.diagnosis import LEANS, SLIPS, ThrowMeasure, Trouble, WellMeasure, of_dice, of_throws
from robot.selftest.guide import NEXT
from robot.selftest.result import StepResult
from robot.table.calibration import LIGHTS, Pictures, calibration_of, from_table, keep
from robot.table.doubts import SHAKEN
from robot.table.look import Look
from robot.table.look_picture import together
from vision.calibration.plate_fit import Misfit
from vision.calibration.target import Target

WELLS = tuple(range(1, 7))
CALIBRATE = "calibrate"
TRIES = 3
HOPELESS = 3
"""Throws in succession of which nothing is read; the next ones would show no more."""
BLIND = {"no-plate", "dark"}
CURABLE = {"lens", "moved", "white"}
"""Misfits that a new calibration cures; the others have to be mended before."""


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """Whether the calibration fits what the camera sees; makes a new one where it does not."""

    name: ClassVar[str] = "calibration"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD, CAMERA})
    alone: ClassVar[bool] = False

    def run(self, bench: Bench) -> StepResult:
        if bench.seen() is None:
            return StepResult(self.name, skipped=Saying("selftest-unseen"))
        shots = {name: bench.lit(left=left, right=right) for name, (left, right) in LIGHTS.items()}
        kept, complaint = calibration_of_table(bench.table), misfit(bench.table, shots)
        told = Saying("selftest-calibrated" if kept else "selftest-uncalibrated", {"made": kept.made if kept else ""})
        if complaint and complaint.kind not in CURABLE:
            return StepResult(
                self.name, (told,), skipped=Saying("selftest-calibration-waits", {"why": _why(complaint)})
            )
        answers = (CALIBRATE, NEXT) if complaint else (NEXT, CALIBRATE)
        if bench.guide.ask(Saying("selftest-calibrate", {"state": told}), answers) == CALIBRATE:
            return self._calibrated(bench)
        if complaint:
            trouble = Trouble("misfit", (f"misfit-{complaint.kind}",), {"why": _why(complaint)})
            return StepResult(self.name, (told,), (trouble,))
        return StepResult(self.name, (told, Saying("selftest-fits")), figures={"made": kept.made if kept else None})

    def _calibrated(self, bench: Bench) -> StepResult:
        target, taken = Target.from_dimensions(bench.machine), Pictures()
        camera, clock = bench.camera(), bench.clock
        for step in from_table(bench.controller(), lambda after: camera.frame(after).image, clock, bench.hands, target):
            if isinstance(step, Pictures):
                taken = step
            else:
                bench.guide.tell(step)
                bench.guide.beat()
        made = calibration_of(taken, bench.nominal, datetime.now(UTC).date().isoformat())
        keep(made, Folders.of_user().calibration(bench.table))
        off = {"off": made.residual, "views": made.views}
        lines = Saying("calibrated-lens", {"focal": made.lens.focal[0], **off}), Saying("selftest-fits")
        return StepResult(self.name, lines, figures={"made": made.made, "residual": round(made.residual, 4)})


def _why(complaint: Misfit) -> Saying:
    return Saying(f"misfit-{complaint.kind}", complaint.numbers)


@dataclass(frozen=True, slots=True)
class DiceStep:
    """Whether known dice are read as what they are."""

    name: ClassVar[str] = "dice"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD, CAMERA})
    alone: ClassVar[bool] = False

    def run(self, bench: Bench) -> StepResult:
        board = bench.controller()
        if not comes_home(board):
            return StepResult(self.name, skipped=Saying("selftest-not-home"))
        board.clamp(())
        look, wells = self._seen(bench)
        if BLIND & {note.what for note in look.reading.scene}:
            return StepResult(self.name, skipped=Saying("selftest-unseen"))
        troubles = of_dice(wells)
        bench.odd_wells = odd(troubles)
        right = sum(well.known == well.read is not None for well in wells)
        figures = {
            "known": [well.known or 0 for well in wells],
            "read": [well.read for well in wells],
            "doubts": [well.doubt for well in wells],
        }
        pictures = ((Saying("selftest-picture-dice"), together(look)),)
        return StepResult(self.name, (Saying("selftest-read", {"right": right}),), troubles, pictures, figures)

    def _seen(self, bench: Bench) -> tuple[Look, tuple[WellMeasure, ...]]:
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
            look = eye.look(WELLS)
            seen = measured(look, known)
            wells = tuple(max(before, now, key=_telling) for before, now in zip(wells or seen, seen, strict=True))
            hopeless = bench.unclear and not any(look.values)
            if hopeless or all(_telling(well) > _UNCLEAR for well in wells):
                break
        return look, wells


_LEANING, _UNCLEAR, _CLEAR, _MISREAD = range(4)


def _telling(well: WellMeasure) -> int:
    """Return how much is told by a die: the least by one that leans, then by another one to throw again."""
    if well.doubt is not None and SHAKEN[well.doubt]:
        return _LEANING if well.doubt == LEANS else _UNCLEAR
    return _MISREAD if well.known and well.read not in {None, well.known} else _CLEAR


def odd(troubles: Iterable[Trouble]) -> frozenset[int]:
    """Return the wells of these troubles that hold no die, or may hold two."""
    kinds = {"die-missing", "two-dice", "die-leans"}
    return frozenset(int(str(trouble.values["well"])) for trouble in troubles if trouble.kind in kinds)


def measured(look: Look, known: tuple[int, ...]) -> tuple[WellMeasure, ...]:
    """Return what a look says of wells 1 to 6, which are `known` to show these values (0: not known)."""
    empty = {note.well for note in look.reading.scene if note.what == "empty-well"}
    wells = []
    for well, shows in zip(WELLS, known, strict=True):
        dice = [die for die in look.reading.dice if die.well == well]
        doubt = "double" if len(dice) > 1 else dice[0].doubt if dice else None
        value = dice[0].value if len(dice) == 1 else None
        wells.append(WellMeasure(shows or None, value, doubt, well in empty))
    return tuple(wells)


@dataclass(frozen=True, slots=True)
class ThrowStep:
    """Whether dice are thrown again and again, and read each time."""

    name: ClassVar[str] = "throws"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD, CAMERA})
    alone: ClassVar[bool] = True

    def run(self, bench: Bench) -> StepResult:
        board, eye, throws = bench.controller(), bench.dice_camera(), []
        leaning = Counter[int]()
        jams = vain = 0
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
                if not board.stat().homed:
                    board.home()
                board.shake()
            except FaultError as error:
                if error.fault != FaultNumber.JAM:
                    raise
                board.clear(error.fault)
                jams += 1
                continue
            look = eye.look(wells)
            if None in look.values:
                look = eye.look(wells)
            leaning.update(well for well, doubt in zip(wells, look.doubts, strict=True) if doubt == LEANS)
            if BLIND & {note.what for note in look.reading.scene}:
                return StepResult(self.name, skipped=Saying("selftest-unseen"))
            bench.guide.show(together(look))
            throws.append(look.values)
            if any(look.values):
                vain = 0
            bench.guide.tell(Saying("selftest-thrown", {"number": number + 1, "most": bench.throws}))
        measure = ThrowMeasure(tuple(throws), leaning)
        counts = measure.counts()
        seconds = (bench.clock.now() - began) / max(1, len(throws) + jams)
        lines = (
            Saying("selftest-throws-made", {"count": len(throws), "seconds": round(seconds, 1)}),
            Saying("selftest-throws-unread-count", {"unread": measure.unread, "dice": len(wells) * len(throws)}),
            Saying("selftest-leaning", {"count": leaning.total()}),
            Saying("selftest-faces", {"counts": tuple(counts[face] for face in range(1, 7))}),
            *((Saying("selftest-throws-cut"),) if vain == HOPELESS < bench.throws else ()),
        )
        troubles = of_throws(measure)
        if jams:
            troubles = (Trouble("throws-jam", SLIPS, {"jams": jams}), *troubles)
        figures = {
            "throws": len(throws),
            "unread": measure.unread,
            "leaning": leaning.total(),
            "jams": jams,
            "faces": [counts[face] for face in range(1, 7)],
            "seconds": round(seconds, 2),
        }
        pictures = ((Saying("selftest-picture-throw"), together(look)),) if look else ()
        return StepResult(self.name, lines, troubles, pictures, figures)
