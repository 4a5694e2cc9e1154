"""A table without a machine: people throw their own dice for everybody, before a camera or none."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Camera
from hardware.errors import FrameTimeoutError
from hardware.pushed import PushedCamera
from robot.language.names import actor, is_robot, name_player
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
"""Of a die's side: one that lies closer to where a die with its value lay, after a hand was over it, was not thrown."""

SURE_ALONE = 0.98
"""Least confidence of values that count without a question; docs/measured.md says how often people are asked."""


@dataclass(slots=True)
class HandScene:
    """The `dice` of a still scene, from the left to the right, while `count` are due beside those that show `kept`.

    `before` lay there before the throw. `fresh` are the dice that do not lie as before, `due` those of them that are no
    kept ones that were moved. `offered` are the dice that people mean who say that theirs lie there.
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
        lay = _unmoved(self.dice, self.before)
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
        """The dice that were thrown, None if not all of them lie there yet. Kept ones may be out of the picture."""
        if len(self.dice) == len(self.fresh) == self.count:
            return self.fresh
        complete = len(self.dice) == self.expected and self._stayed <= Counter(self.kept)
        return self.due if complete and len(self.due) == self.count else None

    @property
    def might_be_kept(self) -> bool:
        """Whether a die may be a kept one that was moved, while a thrown one is out of sight."""
        return len(self.dice) == self.count and any(die.die.value in self.kept for die in self.dice)

    def still_at(self, places: Sequence[FollowedDie]) -> list[FollowedDie]:
        """Return those `places` of dice before at which a die lies."""
        return [old for old in places if any(_lies_near(die, old, (0.0, 0.0)) for die in self.dice)]

    def is_clear(self, places: Sequence[FollowedDie], early: Collection[int]) -> bool:
        """Return whether the camera alone may count what was thrown: values are sure, and one die is not at `places`.

        These are where dice lay before and that were never seen empty: a hand may hide a part of a die there. It does
        not hide equal parts of several dice. Dice whose numbers are `early` may have come before the question.
        """
        thrown = self.thrown or ()
        sure = all(die.die.confidence >= SURE_ALONE and die.number not in early for die in thrown)
        hidden = len(thrown) == 1 and any(_lies_near(die, old, (0.0, 0.0)) for die in thrown for old in places)
        return sure and not hidden and not self.might_be_kept

    def may_be_pushed(self, by: tuple[float, float]) -> bool:
        """Return whether one die may have come to its place by a push that moved the picture `by` (x, y) pixels.

        Several dice are known by how they lie to each other.
        """
        return len(self.dice) == 1 and any(_lies_as(self.dice[0], old, by) for old in self.before)

    def trouble(self, look: Look, *, late: bool) -> Saying | None:
        """Return what is wrong with a scene in which the throw has not landed, None if nothing is.

        `look` is at all its dice. Those that nothing has touched wait to be thrown, unless it is `late`: people took a
        photograph of them, or nothing has changed for long.
        """
        seen, known = len(self.dice), {die.number for die in self.before}
        if not late and all(die.number in known for die in self.dice):
            return None
        if seen < self.expected and dark(look.exposures["picture"]):
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


def _unmoved(dice: Sequence[FollowedDie], before: Sequence[FollowedDie]) -> dict[int, int | None]:
    """Return what the dice show that lie as `before`, by their numbers.

    A hand over dice, or a push against the camera, makes them new to the one who follows them: they are known by place
    and value, or by how all of them lie to each other.
    """
    known = {die.number: die for die in before}
    lay: dict[int, int | None] = {}
    for die in dice:
        old = known.get(die.number) or next((old for old in before if _lies_as(die, old, (0.0, 0.0))), None)
        if old:
            lay[die.number] = die.die.value or old.die.value
    return {die.number: die.die.value for die in dice} if not lay and _shifted(dice, before) else lay


def _shifted(dice: Sequence[FollowedDie], before: Sequence[FollowedDie]) -> bool:
    """Return whether all dice, two at least, lie to each other as dice lay `before` that showed the same."""
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
    """Return whether a die may be an old one that lies `by` (x, y) pixels elsewhere; a doubt may be any value."""
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
"""Seconds with the same dice in view, and without rest, after which people are told what the camera sees."""
DARK = 40
"""Largest brightness, 0 to 255, of the brightest twentieth of a picture that is too dark to read dice in."""


@dataclass(slots=True)
class HandsTable:
    """Dice that people throw for all players, for the robot too.

    `live` reads them; without it people enter what they threw. `pushed` is its camera if that is a phone: it sends
    pictures when people want it to, and another one that sends none is lost. `devices` are closed with the table.
    """

    devices: ExitStack
    live: LiveDice | None = None
    pushed: PushedCamera | None = None
    awaits: bool = field(default=False, init=False)
    """Whether a throw is waited for, or asked about. Any thread may look."""

    @property
    def camera(self) -> Camera | None:
        return self.live.camera if self.live else None

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        return in_wells(wells, keep, self.by_hand(len(wells) - len(keep), tuple(keep.values()), observer))

    def watch(self) -> None:
        """Look at the dice, unless a throw is waited for, so that it is known what lay there before the next one."""
        if self.live and not self.awaits:
            self.live.watch()

    def by_hand(self, count: int, kept: Sequence[int], observer: HandObserver) -> tuple[int, ...]:
        before, early = self.live.lying() if self.live else ((), ())
        self.awaits = True
        try:
            observer.announce(ask_throw(count, kept, observer.thrower))
            if self.live:
                return _Throw(self, self.live, observer, Landing(count, tuple(sorted(kept)), before, early)).values()
            said = observer.dice_entered((None,) * count, None)
            assert said is not None, "without a camera nothing can be looked at again"
            return said
        finally:
            self.awaits = False

    def close(self) -> None:
        self.devices.close()


@dataclass(frozen=True, slots=True)
class Landed:
    """What a picture shows of a throw: a `look`, whether the dice lie there (`over`), and count (`sure`).

    Before that the look is at the dice that people mean who say that theirs lie there. `trouble` is what is wrong, once
    it has been so for some pictures; with too many dice it may still be known which `suffice`.
    """

    look: Look
    over: bool = False
    sure: bool = False
    trouble: Saying | None = None
    suffice: bool = False


@dataclass(slots=True)
class Landing:
    """A throw of `count` dice that is watched from picture to picture, beside those that show `kept`.

    `before` are the dice that lay there. Those whose numbers are `early` may have come before people were asked to
    throw; None if the first settled look shows which.
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
        """Look for the dice anew, whatever was seen of them."""
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
    """One throw at the table, and the people who make it."""

    table: HandsTable
    live: LiveDice
    observer: HandObserver
    landing: Landing
    _announced: Saying | None = field(default=None, init=False)

    def values(self) -> tuple[int, ...]:
        """Return what was thrown, from the left to the right. Raises UnsettledError, CameraError."""
        while True:
            look, sure = self._landed()
            values = look.values if look else ()
            if look:
                self.observer.see(look)
            if sure and None not in values:
                return tuple(value for value in values if value)
            said = self.observer.dice_entered((*values, *(None,) * (self.landing.count - len(values))), look)
            if said is not None:
                return said
            self.live.read_again()
            self.landing.begin()

    def _landed(self) -> tuple[Look | None, bool]:
        """Return a look at the dice that were thrown, and whether the camera alone may count them.

        If people say that their dice lie there, these are the ones that are known; None if no picture has come yet.
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
                if self.observer.ready(POLL):  # however long no picture comes: the next one goes on
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
            if found.over or self.observer.ready(POLL if quiet % PATIENT else None):
                return look, found.sure


def dark(image: Image) -> bool:
    """Return whether a picture (h, w, 3) is too dark to read dice in."""
    return float(np.percentile(image[::8, ::8].max(axis=2), 95)) < DARK


def _look(seen: LiveLook, thrown: Sequence[FollowedDie]) -> Look:
    return Look({"picture": seen.image}, seen.reading.reading, tuple(die.die for die in thrown))


def ask_throw(count: int, kept: Sequence[int], thrower: str) -> Saying:
    """Return what asks somebody to throw `count` dice beside those that show `kept`."""
    robot = is_robot(thrower)
    key = f"hands-{'robot' if robot else 'throw'}{'-beside' if kept else ''}"
    said: dict[str, Value] = {"dice": count, "name": name_player(thrower) if robot else actor(thrower)}
    return Saying(key, said | {"faces": tuple(sorted(kept))} if kept else said)
