"""One throw at a table with a controller and a camera: throw, wait, look, and never guess."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from hardware.camera import Camera, Frame
from hardware.clock import Clock
from hardware.controller import Controller, fault_error
from hardware.dictionary import WELLS, FaultNumber
from hardware.errors import Failure, FaultError, OutcomeUnknownError
from robot.errors import UnsettledError, VoidThrowError
from robot.language import english
from robot.language.error_messages import ErrorMessage, what_is_wrong
from robot.saying import Saying, chain_parts
from robot.table.about import About
from robot.table.calibration import OwnHands
from robot.table.doubts import SHAKEN, dice_in_doubt, doubt_words, remedy, tell_doubts
from robot.table.look import Image, Look
from robot.table.tray import HandObserver, Tray
from vision.calibration.plate_fit import Misfit
from vision.reading import Die, Reading
from vision.table.reader import TableReader
from vision.table.settle import Settle, doubt_unmoved

SETTLE_LIMIT = 3.0
LEAST_PICTURES = 8
"""The fewest pictures before dice count as moving: four show rest, and a slow computer takes few."""
REPEATS = 4
"""After so many equal pictures with later times, a camera counts as frozen: 0.13 s at 30 frames a second.

Noise makes all exposures differ, but drivers, streams and films repeat a frame to keep their rate. A repeat shows
nothing new, and is skipped.
"""


@dataclass(slots=True)
class DiceCamera:
    """Looks at the dice of a table; `settle` makes a new check of whether they lie still."""

    controller: Controller
    camera: Camera
    reader: TableReader
    settle: Callable[[], Settle]
    clock: Clock

    def look(self, wells: tuple[int, ...]) -> Look:
        """Wait until nothing moves, then read one exposure under each half of the light; return the look at `wells`."""
        self.controller.lights(left=True, right=True)
        settle = self.settle()
        started = self.clock.now()
        frame = self.camera.frame(started)
        still, pictures = settle.is_still(frame.image), 1
        while not still and (frame.time - started < SETTLE_LIMIT or pictures < LEAST_PICTURES):
            frame = self._later(frame, frame.time + settle.pause)
            still, pictures = settle.is_still(frame.image), pictures + 1
        exposures = {}
        for name, (left, right) in self.controller.LOOKS.items():
            self.controller.lights(left=left, right=right)
            frame = self._later(frame, self.clock.now())
            exposures[name] = frame.image
        reading = self.reader.read(*exposures.values())
        if not still:
            moving = (replace(die, value=None, doubt="moving") for die in reading.dice)
            reading = Reading(tuple(moving), reading.scene)
        return Look(exposures, reading, tuple(reading.well(well) for well in wells), wells)

    def look_at_tray(self) -> Look:
        """Return a look at the free dice, from left to right."""
        look = self.look(())
        return replace(look, dice=tuple(die for die in look.reading.dice if die.well is None))

    def _later(self, last: Frame, after: float) -> Frame:
        """Return the first frame after this time that differs from `last`, or raise a CameraError."""
        for _ in range(REPEATS):
            frame = self.camera.frame(after)
            if not np.array_equal(frame.image, last.image):
                return frame
            after = frame.time
        raise Failure.CAMERA_FROZEN.error("the camera delivers the same picture again and again")


ALL_WELLS = frozenset(range(1, WELLS + 1))
RESHAKES = 2
LOOKS = 2
MENDS = 100
"""The most throws to restore kept dice: after them, the chance that one of four is wrong is one in twenty million."""

PASSING_FAULTS = frozenset({FaultNumber.LEASE, FaultNumber.LIMIT, FaultNumber.JAM})
"""Faults after which the table tries again without people."""


class Observer(HandObserver, Protocol):
    """Follows a throw for screens and recordings, and asks the people who settle doubts."""

    def ask_value(self, die: int, look: Look, /) -> int | None:
        """Ask people for the value (1 to 6) of die number `die` of `look.dice`, from 0; None if nobody is there."""

    def ask_to_correct(self, target: Saying, /) -> bool:
        """Ask people to make wells show values ("well 2 show 4"); return False if nobody did."""


class Table(Protocol):
    """Something that throws dice and reads them."""

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        """Throw the dice in `wells` (1 to 6) except those in `keep` (the value that each must still show, by well).

        Return the values of `wells` in order. The table looks at kept dice before and after. It announces one that
        changed; people correct it or, if nobody is there, the table throws it alone until it is right again.

        Raises:
            VoidThrowError: the outcome is unknown; the throw must not count.
            UnsettledError: a die cannot be read and nobody can say what it shows.

        """

    def by_hand(self, count: int, kept: Sequence[int], observer: Observer) -> tuple[int, ...]:
        """Let people throw `count` dice of their own, in addition to those that stay and must still show `kept`.

        Return the thrown values. Raises what `throw` raises.
        """

    def close(self) -> None:
        """Leave the table safe; harmless when repeated."""


@dataclass(slots=True)
class MachineTable(DiceCamera):
    """A table with a controller, a camera and a reader. It closes `devices`, last opened first.

    `misfit` returns why the calibration does not fit shots (by the name of their light), None if it fits; the first
    look calls it. `hands` are the simulated table's own, in place of people's. `onlooker` shows the machine to viewers;
    the game never uses it. `seen` gets the last look of each throw.
    """

    devices: ExitStack
    misfit: Callable[[Mapping[str, Image]], Misfit | None] | None = None
    hands: OwnHands | None = None
    onlooker: Camera | None = None
    seen: Callable[[Look], None] | None = None
    _tray: Tray = field(init=False)
    _lay: dict[int, Die | None] = field(default_factory=dict, init=False)
    """The die that was last seen in each well."""
    _open: frozenset[int | None] = field(default=frozenset(), init=False)
    """The boxes that people know to have no lid."""

    def __post_init__(self) -> None:
        self._tray = Tray(self.look_at_tray, self.hands)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        wells = self._find_wells(wells)
        with _void_failures(self.controller):
            if keep:
                self.controller.reveal(keep)
                look = self._look_until_sure(tuple(sorted(keep)), observer)
                self._set_right(keep, look, look.values, observer)
            look = self._throw_until_sure(wells, frozenset(keep), observer)
            if self.seen:
                self.seen(look)
            values = settle_doubts(look, observer, keep)
            target = dict(zip(wells, values, strict=True))
            shown = zip(wells, look.values, strict=True)
            self._set_right(
                target, look, tuple(value if well in keep else target[well] for well, value in shown), observer
            )
        return values

    def throw_once(self, wells: tuple[int, ...], observer: Observer) -> Look:
        """Throw the dice in `wells` once, and return a look at them. Doubts remain; nobody is asked.

        Raises:
            VoidThrowError: the outcome is unknown; the throw must not count.

        """
        with _void_failures(self.controller):
            self._throw(wells)
            return self._look_until_sure(wells, observer)

    def by_hand(self, count: int, kept: Sequence[int], observer: Observer) -> tuple[int, ...]:
        return self._tray.throw(count, kept, observer)

    def restore(self, faces: Mapping[int, int]) -> None:
        """Let a simulated table's own hands turn the dice in these wells to these faces; people turn their own."""
        if self.hands:
            self.hands.turn_dice(faces)

    def shine(self) -> None:
        """Light the wells for viewers while no dice are thrown, if the machine has lights."""
        self.controller.lights(left=True, right=True)

    def rest(self) -> None:
        """Switch off lights and motors until they are needed."""
        self.controller.lights(left=False, right=False)
        if not self.controller.stat().at_rest:
            self.controller.rest()

    def check(self) -> bool:
        """Check that board and camera answer; return whether the board is at rest.

        Raises:
            HardwareError: one does not answer, or the board has latched a fault.

        """
        stat = self.controller.stat()
        if stat.faults:
            raise fault_error(min(stat.faults))
        self.camera.frame()
        return stat.at_rest

    def close(self) -> None:
        self.devices.close()

    def _find_wells(self, wells: tuple[int, ...]) -> tuple[int, ...]:
        """Return wells that exist; a single die moves to well 1 if its own is missing. Raises UnsettledError."""
        if max(wells) <= (boxes := len(self.reader.plate.well_centres)):
            return wells
        if len(wells) == 1:
            return (1,)
        raise UnsettledError(
            f"the game throws {len(wells)} dice, but boxes = {boxes} in config.toml: "
            "play a game with fewer dice, or build more boxes"
        )

    def _throw_until_sure(self, wells: tuple[int, ...], keep: frozenset[int], observer: Observer) -> Look:
        self._throw(wells, keep)
        thrown, before = {*wells} - keep, dict(self._lay)
        for _ in range(RESHAKES):
            look = _doubt_unmoved(self._look_until_sure(wells, observer), thrown, before)
            doubtful = {
                well: doubt for well, doubt in zip(wells, look.doubts, strict=True) if doubt and well not in keep
            }
            if not doubtful or not SHAKEN.issuperset(doubtful.values()):
                return look
            dice = dice_in_doubt([(doubt, well) for well, doubt in doubtful.items()], first=True)
            observer.announce(Saying("thrown-again", {"dice": chain_parts("also", dice)}), About.AGAIN)
            self._throw(doubtful, ALL_WELLS - doubtful.keys())
            thrown, before = {*doubtful}, dict(self._lay)
        return _doubt_unmoved(self._look_until_sure(wells, observer), thrown, before)

    def _set_right(
        self, target: Mapping[int, int], look: Look, shown: tuple[int | None, ...], observer: Observer
    ) -> None:
        """Restore the face of each well in `target`. `look` shows those wells; `shown` are their known values.

        Raises:
            UnsettledError: nobody is there, and another throw of those dice does not help.

        """
        wells, alone = look.wells, False
        for _ in range(MENDS):
            wrong = {well: number for number, well in enumerate(wells) if shown[number] != target[well]}
            if not wrong:
                return
            doubts = [look.doubts[number] for number in wrong.values()]
            for (well, number), doubt in zip(wrong.items(), doubts, strict=True):
                must = {"well": well, "face": target[well]}
                if (value := shown[number]) is not None:
                    observer.announce(Saying("wrong-shows", must | {"shown": value}))
                else:
                    observer.announce(Saying("wrong-doubt", {**must, "doubt": doubt_words(doubt)}))
            faces, shaken = {well: target[well] for well in wrong}, SHAKEN.issuperset(filter(None, doubts))
            if not (alone and shaken) and observer.ask_to_correct(_name_faces(faces)):
                self.restore(faces)
                look = self._look_until_sure(wells, observer)
                shown = settle_doubts(look, observer)
            elif shaken:
                alone = True
                self._throw(wrong, ALL_WELLS - wrong.keys())
                look = self._look_until_sure(wells, observer)
                shown = look.values
            else:
                break
        raise UnsettledError(f"nobody is here to correct a kept die: let {english().say(_name_faces(target))}")

    def _throw(self, wells: Collection[int], keep: Collection[int] = ()) -> None:
        """Throw the dice of these wells except those in `keep`, in full light for viewers."""
        self.controller.lights(left=True, right=True)
        self.controller.throw(wells, keep)

    def _look_until_sure(self, wells: tuple[int, ...], observer: Observer) -> Look:
        for _ in range(LOOKS):
            look = self.look(wells)
            observer.see(look)
            if self.misfit is not None:
                complaint = self.misfit(look.exposures)
                self.misfit = None
                if complaint:
                    observer.announce(_misfit_saying(complaint))
            if None not in look.values:
                break
        self._lay |= zip(wells, look.dice, strict=True)
        lids = frozenset(note.well for note in look.reading.scene if note.what == "lid-off")
        if fresh := sorted(well for well in lids - self._open if well):
            observer.announce(tell_doubts([("lid-off", well) for well in fresh], sentence=True))
        self._open = lids
        return look


def _doubt_unmoved(look: Look, thrown: Collection[int], before: Mapping[int, Die | None]) -> Look:
    """Return a look in which thrown dice that lie just as `before` are in doubt."""
    dice = tuple(
        doubt_unmoved(die, before.get(well)) if die and well in thrown else die
        for well, die in zip(look.wells, look.dice, strict=True)
    )
    return replace(look, dice=dice)


@contextmanager
def _void_failures(controller: Controller) -> Iterator[None]:
    """Turn failures after which a throw can be repeated into a VoidThrowError; clear a passing fault."""
    try:
        yield
    except OutcomeUnknownError as error:
        raise VoidThrowError(Saying("void-unknown", {}, error.what)) from error
    except FaultError as error:
        if error.fault not in PASSING_FAULTS:
            raise
        controller.clear(error.fault)
        trouble = ErrorMessage.of(error)
        reason = Saying("void-fault", {"number": int(error.fault), "fault": what_is_wrong(trouble)})
        words = f"{english().say(reason)}: {trouble.remedy}"
        raise VoidThrowError(replace(reason, english=words)) from error


def _misfit_saying(complaint: Misfit) -> Saying:
    """Return why the calibration does not fit; the English text is that of `pipsqueak doctor`."""
    line = complaint.line
    why = Saying(f"misfit-{complaint.kind}", complaint.numbers)
    return Saying("misfit", {"why": why}, f"{line[0].upper()}{line[1:]}.")


def in_wells(wells: tuple[int, ...], keep: Mapping[int, int], thrown: Sequence[int]) -> tuple[int, ...]:
    """Return the values of `wells` in order: those in `keep`, and the values `thrown` by hand for the others."""
    fresh = iter(thrown)
    return tuple(keep[well] if well in keep else next(fresh) for well in wells)


def settle_doubts(look: Look, observer: Observer, known: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Return the values of a look; take those in `known` from there, and ask people about doubts.

    Raises:
        UnsettledError: nobody can say.

    """
    values = []
    for number, (value, doubt) in enumerate(zip(look.values, look.doubts, strict=True)):
        sure = known.get(look.wells[number]) if known else value
        said = sure or value or observer.ask_value(number, look)
        if said is None:
            why, help_ = english().say(doubt_words(doubt)), english().say(remedy(doubt))
            raise UnsettledError(
                f"the die {why} and nobody is here to say what it shows: {help_}; the throw will be made again"
            )
        values.append(said)
    return tuple(values)


def _name_faces(faces: Mapping[int, int]) -> Saying:
    shown = tuple(Saying("well-shows", {"well": well, "face": face}) for well, face in faces.items())
    return Saying("written", {"value": shown})
