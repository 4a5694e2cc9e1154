"""A table without a machine: people throw their own dice for all players, with or without a camera."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Camera
from hardware.errors import FrameTimeoutError
from hardware.pushed import PushedCamera
from robot.language.names import ROBOT, YOU, is_robot, name_player
from robot.saying import Saying, Value
from robot.table.about import About
from robot.table.doubts import die_in_doubt, remedy
from robot.table.live_dice import LiveDice, LiveLook
from robot.table.look import Image, Look, locate_doubts
from robot.table.table import Observer, in_wells
from robot.table.tray import PATIENT, POLL, SURE, HandObserver, places_beside
from vision.reading import middle_of
from vision.stream import FollowedDie, find_push

UNMOVED = 0.3
"""A die nearer than this share of its side to an earlier die with its value was not thrown."""

SURE_ALONE = 0.98
"""The least confidence of values that count without a question; docs/measured.md says how often people are asked."""


@dataclass(slots=True)
class HandScene:
    """The `dice` of a still scene from left to right, when `count` are due in addition to those that show `kept`.

    `before` lay there before the throw. `fresh` are the dice that do not lie as before; `due` are `fresh` without moved
    kept dice. `offered` are the dice that count if people say that theirs lie there.
    """

    dice: Sequence[FollowedDie]
    before: Sequence[FollowedDie]
    count: int
    kept: Sequence[int]
    fresh: Sequence[FollowedDie] = field(init=False)
    due: Sequence[FollowedDie] = field(init=False)
    offered: Sequence[FollowedDie] = field(init=False)
    _stayed: Counter[int] = field(init=False)

    def __post_init__(self) -> None:
        lay = _find_unmoved(self.dice, self.before)
        self._stayed = Counter(value for value in lay.values() if value)
        self.fresh = [die for die in self.dice if die.number not in lay]
        moved = Counter(self.kept) - self._stayed
        values = [die.die.value for die in self.fresh]
        self.due = [self.fresh[place] for place in places_beside(values, tuple(moved.elements()))]
        unkept = [self.dice[place] for place in places_beside([die.die.value for die in self.dice], self.kept)]
        read = [die for die in self.due if die.die.value]
        self.offered = next((dice for dice in (unkept, self.due, read) if len(dice) <= self.count), ())

    @property
    def expected(self) -> int:
        return self.count + len(self.kept)

    @property
    def thrown(self) -> Sequence[FollowedDie] | None:
        """The thrown dice, None if not all of them lie there yet. Kept dice may be out of the picture."""
        if len(self.dice) == len(self.fresh) == self.count:
            return self.fresh
        complete = len(self.dice) == self.expected and self._stayed <= Counter(self.kept)
        return self.due if complete and len(self.due) == self.count else None

    @property
    def might_be_kept(self) -> bool:
        """Whether a die may be a moved kept one, while a thrown die is out of sight."""
        return len(self.dice) == self.count and any(die.die.value in self.kept for die in self.dice)

    def still_at(self, places: Sequence[FollowedDie]) -> list[FollowedDie]:
        """Return those earlier dice (`places`) at whose places a die lies."""
        return [old for old in places if any(_lies_near(die, old, (0.0, 0.0)) for die in self.dice)]

    def is_clear(self, places: Sequence[FollowedDie], early: Collection[int]) -> bool:
        """Return whether the throw counts without a question: values are sure, and a single die is not at `places`.

        There dice lay before, and the camera has not seen these places empty: a hand may hide a part of a die there. It
        does not hide equal parts of several dice. Dice with numbers in `early` may have come before the question.
        """
        thrown = self.thrown or ()
        sure = all(die.die.confidence >= SURE_ALONE and die.number not in early for die in thrown)
        hidden = len(thrown) == 1 and any(_lies_near(die, old, (0.0, 0.0)) for die in thrown for old in places)
        return sure and not hidden and not self.might_be_kept

    def may_be_pushed(self, by: tuple[float, float]) -> bool:
        """Return whether a single die may have come to its place by a push that moved the picture `by` (x, y) pixels.

        Several dice are known by their relative places.
        """
        return len(self.dice) == 1 and any(_lies_as(self.dice[0], old, by) for old in self.before)

    def trouble(self, look: Look, *, late: bool) -> Saying | None:
        """Return what is wrong with a scene without a complete throw, None if nothing is.

        `look` shows all its dice. Untouched dice wait to be thrown, unless it is `late`: people took a photograph of
        them, or nothing has changed for long.
        """
        seen, known = len(self.dice), {die.number for die in self.before}
        if not late and all(die.number in known for die in self.dice):
            return None
        if seen < self.expected and is_dark(look.exposures["picture"]):
            return Saying("hands-dark")
        if not seen:
            return Saying("hands-none", {"dice": self.expected})
        if seen > self.expected:
            return Saying("hands-too-many", {"seen": seen, "dice": self.expected, "extra": seen - self.expected})
        if seen < self.expected:
            return Saying("hands-too-few", {"seen": seen, "dice": self.expected}) if late or self.fresh else None
        if left := self._stayed - Counter(self.kept):
            return Saying("hands-unmoved", {"dice": left.total(), "faces": tuple(sorted(left.elements()))})
        if doubts := locate_doubts(look):
            doubt, place = doubts[0]
            return Saying(
                "hands-doubt", {"die": die_in_doubt(doubt, place, first=True), "remedy": remedy(doubt, movable=True)}
            )
        gone = [self.kept[place] for place in places_beside(self.kept, [die.die.value for die in self.dice])]
        return Saying("hands-kept-gone", {"faces": tuple(gone)})


def _find_unmoved(dice: Sequence[FollowedDie], before: Sequence[FollowedDie]) -> dict[int, int | None]:
    """Return, by number, the values of the dice that lie as `before`.

    After a hand over the dice, or a push against the camera, the stream gives dice new numbers. Then place and value,
    or the relative places of all dice, identify them.
    """
    known = {die.number: die for die in before}
    lay: dict[int, int | None] = {}
    for die in dice:
        old = known.get(die.number) or next((old for old in before if _lies_as(die, old, (0.0, 0.0))), None)
        if old:
            lay[die.number] = die.die.value or old.die.value
    return {die.number: die.die.value for die in dice} if not lay and _are_shifted(dice, before) else lay


def _are_shifted(dice: Sequence[FollowedDie], before: Sequence[FollowedDie]) -> bool:
    """Return whether all dice, at least two, have the relative places and values of dice `before`."""
    if len(dice) < 2 or any(die.die.value is None for die in dice):
        return False
    here = middle_of(dice[0].die.box)
    for first in before:
        there = middle_of(first.die.box)
        by = here[0] - there[0], here[1] - there[1]
        if all(any(_lies_as(die, old, by) and old.die.value for old in before) for die in dice):
            return True
    return False


def _lies_as(die: FollowedDie, old: FollowedDie, by: tuple[float, float]) -> bool:
    """Return whether a die may be an old one moved `by` (x, y) pixels; a die in doubt may have any value."""
    one, other = die.die, old.die
    if one.value and other.value and one.value != other.value:
        return False
    return _lies_near(die, old, by)


def _lies_near(die: FollowedDie, old: FollowedDie, by: tuple[float, float]) -> bool:
    one, other = die.die, old.die
    (x, y), (left, top) = middle_of(one.box), middle_of(other.box)
    side = min(one.box[2] - one.box[0], other.box[2] - other.box[0])
    return math.hypot(x - left - by[0], y - top - by[1]) < UNMOVED * side


UNCHANGED, UNSETTLED = 3.0, 6.0
"""Seconds after which people hear what the camera sees: with the same dice in view, and without rest."""
DARK = 40
"""A picture is too dark to read if fewer than a twentieth of its pixels have this brightness (0 to 255) or more."""


@dataclass(slots=True)
class HandsTable:
    """Dice that people throw for all players, including the robot.

    `live` reads them; without it, people enter what they threw. `pushed` is its camera if that is a phone, which sends
    pictures when people want; another camera that sends none is lost. `devices` are closed with the table.
    """

    devices: ExitStack
    live: LiveDice | None = None
    pushed: PushedCamera | None = None
    awaits: bool = field(default=False, init=False)
    """Whether the table waits for a throw, or asks about it. Any thread may read this."""

    @property
    def camera(self) -> Camera | None:
        return self.live.camera if self.live else None

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        return in_wells(wells, keep, self.by_hand(len(wells) - len(keep), tuple(keep.values()), observer))

    def watch(self) -> None:
        """Look at the dice between throws, to know what lay there before the next one."""
        if self.live and not self.awaits:
            self.live.watch()

    def by_hand(self, count: int, kept: Sequence[int], observer: HandObserver) -> tuple[int, ...]:
        before, early = self.live.find_lying() if self.live else ((), ())
        self.awaits = True
        try:
            observer.announce(ask_throw(count, kept, observer.thrower), About.THROW)
            if self.live:
                return _Throw(self, self.live, observer, Landing(count, tuple(sorted(kept)), before, early)).values()
            said = observer.ask_dice((None,) * count, None)
            assert said is not None, "without a camera, people cannot ask for another look"
            return said
        finally:
            self.awaits = False

    def close(self) -> None:
        self.devices.close()


@dataclass(frozen=True, slots=True)
class Landed:
    """What a picture shows of a throw: a `look`, whether all dice lie there (`over`), and whether they count (`sure`).

    Until they are `over`, the look shows the dice that count if people say that theirs lie there. `trouble` is what has
    been wrong for several pictures. `suffice` says that, of too many dice, the look shows the right number.
    """

    look: Look
    over: bool = False
    sure: bool = False
    trouble: Saying | None = None
    suffice: bool = False


@dataclass(slots=True)
class Landing:
    """Follows a throw of `count` dice, in addition to those that show `kept`, from picture to picture.

    `before` are the dice that lay there. Dice with numbers in `early` may have come before people were asked to throw;
    if None, these are the dice of the first settled look.
    """

    count: int
    kept: tuple[int, ...]
    before: Sequence[FollowedDie]
    early: Collection[int] | None
    _never_empty: Sequence[FollowedDie] = field(init=False)
    _numbers: set[int] = field(init=False)
    _changed: float = field(init=False)
    _rest: LiveLook | None = field(init=False)
    _unrests: Counter[str] = field(init=False)
    _wrong: int = field(init=False)

    def __post_init__(self) -> None:
        self._never_empty = self.before
        self.begin()

    def begin(self) -> None:
        """Forget what was seen of the throw, and begin again."""
        self._numbers, self._rest, self._unrests, self._wrong, self._changed = set(), None, Counter(), 0, 0.0

    def follow(self, seen: LiveLook) -> Landed:
        """Return what the next picture shows."""
        dice = sorted(seen.reading.dice, key=lambda die: die.die.box[0])
        scene = HandScene(dice, self.before, self.count, self.kept)
        trouble, unrest, here = None, seen.reading.unrest, {die.number for die in dice}
        self._unrests.update([unrest] if unrest else [])
        if self._numbers != here or self._rest is None:
            self._numbers, self._changed = here, seen.time
        rest = self._rest = self._rest or seen
        if seen.reading.settled:
            self._never_empty = scene.still_at(self._never_empty)
            if self.early is None:
                self.early = here
            aslant = Saying(f"hands-{unrest}") if unrest else None
            if (thrown := scene.thrown) is not None:
                clear = scene.is_clear(self._never_empty, self.early) and not seen.single
                sure = clear and not scene.may_be_pushed(find_push(rest.image, seen.image))
                return Landed(_look(seen, thrown), over=True, sure=sure, trouble=aslant)
            self._rest, self._unrests = seen, Counter()
            late = seen.single or seen.time - self._changed >= UNCHANGED
            trouble = aslant or scene.trouble(_look(seen, scene.dice), late=late)
        elif self._unrests and seen.time - rest.time >= UNSETTLED:
            trouble = Saying(f"hands-{self._unrests.most_common(1)[0][0]}")
        self._wrong = self._wrong + 1 if trouble else 0
        told = trouble if seen.single or self._wrong >= SURE else None
        suffice = len(dice) > scene.expected and len(scene.offered) == self.count
        return Landed(_look(seen, scene.offered), trouble=told, suffice=suffice)


@dataclass(slots=True)
class _Throw:
    """One throw at the table, with the people who make it."""

    table: HandsTable
    live: LiveDice
    observer: HandObserver
    landing: Landing
    _announced: Saying | None = field(default=None, init=False)

    def values(self) -> tuple[int, ...]:
        """Return the thrown values from left to right. Raises UnsettledError, CameraError."""
        while True:
            look, sure = self._await_landing()
            values = look.values if look else ()
            if look:
                self.observer.see(look)
            if sure and None not in values:
                return tuple(value for value in values if value)
            said = self.observer.ask_dice((*values, *(None,) * (self.landing.count - len(values))), look)
            if said is not None:
                return said
            self.live.read_again()
            self.landing.begin()

    def _await_landing(self) -> tuple[Look | None, bool]:
        """Return a look at the thrown dice, and whether they count without a question.

        If people say that their dice lie there, the look shows those that may be theirs; it is None if no picture has
        come yet.
        """
        quiet = missed = 0
        look: Look | None = None
        while True:
            try:
                seen = self.live.look()
            except FrameTimeoutError:
                missed += 1
                if missed >= SURE and not self.table.pushed:
                    raise
                if self.observer.wait_ready(POLL):  # a phone may send no picture for long
                    return look, False
                continue
            missed, found = 0, self.landing.follow(seen)
            look = found.look
            quiet += 1
            told = found.trouble
            if told and (told != self._announced or (seen.single and not found.over)):
                self.observer.announce(told, About.MISSING)
                self._announced = told
                if found.suffice:
                    return look, False
            if found.over or self.observer.wait_ready(POLL if quiet % PATIENT else None):
                return look, found.sure


def is_dark(image: Image) -> bool:
    """Return whether a picture (h, w, 3) is too dark to read its dice."""
    return float(np.percentile(image[::8, ::8].max(axis=2), 95)) < DARK


def _look(seen: LiveLook, thrown: Sequence[FollowedDie]) -> Look:
    return Look({"picture": seen.image}, seen.reading.reading, tuple(die.die for die in thrown))


def ask_throw(count: int, kept: Sequence[int], thrower: str) -> Saying:
    """Return the message that asks for a throw of `count` dice in addition to those that show `kept`."""
    key = f"hands-{'robot' if is_robot(thrower) else 'throw'}{'-beside' if kept else ''}"
    said: dict[str, Value] = {"dice": count, "name": thrower if thrower in {YOU, ROBOT} else name_player(thrower)}
    return Saying(key, said | {"faces": tuple(sorted(kept))} if kept else said)
