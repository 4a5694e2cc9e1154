"""A throw by hand in the open tray: wait for it, look at it, and count it as the thrower says."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from robot.errors import UnsettledError
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look
from vision.reading import Die

if TYPE_CHECKING:
    from robot.table.calibration import OwnHands

NEAR = 3.0
"""Pixels by which an unmoved die may seem to have moved."""
POLL = 0.05
"""Seconds between two looks in which people can press something."""
SURE = 3
"""People are told of trouble after so many successive looks with trouble."""
PATIENT = 400
"""After so many looks, the table waits until somebody says that the dice lie there."""
COVERING = {"hand", "dark", "no-plate"}
"""Notes on scenes that may hide dice in the tray."""


class HandObserver(Protocol):
    """Follows a throw by hand, and asks people."""

    @property
    def thrower(self) -> str:
        """The name of the player who throws."""

    def see(self, look: Look) -> None:
        """Receive a look of the camera."""

    def announce(self, saying: Saying, about: About = About.GAME, /) -> None:
        """Receive one sentence for the people at the table."""

    def wait_ready(self, seconds: float | None, /) -> bool:
        """Wait up to `seconds`, None for no limit; return whether people say that their dice lie there."""

    def confirm(self, look: Look, values: tuple[int | None, ...], /) -> tuple[int, ...] | None:
        """Ask people to confirm or correct the `values` read; None if the camera should look again.

        `values` may be longer than the dice of the look, because some are unseen. Raises UnsettledError for doubts if
        nobody is there.
        """

    def ask_dice(self, values: tuple[int | None, ...], look: Look | None, /) -> tuple[int, ...] | None:
        """Ask people to enter dice that were read as `values`; None if the camera should look again.

        `look` is None without a picture. Raises what `confirm` raises.
        """


@dataclass(slots=True)
class Tray:
    """The open tray. `look` waits until nothing moves there, and returns its dice from left to right.

    `hands` throw in place of people.
    """

    look: Callable[[], Look]
    hands: "OwnHands | None" = None
    _lay: tuple[Die | None, ...] | None = field(default=None, init=False)

    def throw(self, count: int, kept: Sequence[int], observer: HandObserver) -> tuple[int, ...]:
        """Let people throw `count` dice in addition to those that stay and must still show `kept`.

        Return the thrown values from left to right. Dice that lay there before this call do not count.

        Raises:
            UnsettledError: dice cannot be read and nobody can say what they show.

        """
        lying = self.look().dice
        if self._lay is not None and lying and not are_same(lying, self._lay):
            observer.announce(Saying("tray-out-of-turn"))
        observer.announce(_tell_throw(count, kept))
        if self.hands:
            if self._lay is None:
                observer.announce(Saying("tray-simulated"))
            self.hands.throw(count, kept)
        before: tuple[Die | None, ...] | None = lying
        while True:
            look = self._await_landing(count + len(kept), before, observer)
            observer.see(look)
            missing = count + len(kept) - len(look.dice)
            said = observer.confirm(look, (*look.values, *(None,) * missing))
            before = None
            if said is None:
                continue
            left = Counter(kept) - Counter(said)
            if not left:
                self._lay = look.dice
                return tuple(said[place] for place in places_beside(said, kept))
            observer.announce(Saying("tray-kept-gone", {"faces": tuple(sorted(left.elements()))}))
            observer.wait_ready(None)

    def _await_landing(self, dice: int, before: tuple[Die | None, ...] | None, observer: HandObserver) -> Look:
        """Return a look at `dice` dice that do not lie as `before`; at fewer if people say that these are all."""
        wrong = quiet = 0
        announced: Saying | None = None
        while True:
            look = self.look()
            moving = any(die is not None and die.doubt == "moving" for die in look.dice)
            covered = any(note.what in COVERING for note in look.reading.scene)
            foreign = _has_foreign(look)
            changed = before is None or not are_same(look.dice, before)
            if changed and not moving and not covered and not foreign and len(look.dice) == dice:
                return look
            trouble = _trouble(look, dice) if changed or covered or foreign else None
            wrong = wrong + 1 if trouble else 0
            quiet += 1
            if trouble and wrong >= SURE and trouble != announced:
                observer.announce(trouble)
                announced = trouble
            if observer.wait_ready(POLL if quiet % PATIENT else None) and not covered and len(look.dice) <= dice:
                return look


def are_same(dice: Sequence[Die | None], others: Sequence[Die | None]) -> bool:
    """Return whether these dice, from left to right, may be the `others`, untouched."""
    if len(dice) != len(others):
        return False
    return all(one and other and _is_unmoved(one, other) for one, other in zip(dice, others, strict=True))


def _is_unmoved(one: Die, other: Die) -> bool:
    near = all(abs(here - there) <= NEAR for here, there in zip(one.box, other.box, strict=True))
    return near and not (one.value and other.value and one.value != other.value)


def _tell_throw(count: int, kept: Sequence[int]) -> Saying:
    if kept:
        return Saying("tray-throw-beside", {"dice": count, "faces": tuple(sorted(kept))})
    return Saying("tray-throw", {"dice": count})


def _trouble(look: Look, dice: int) -> Saying | None:
    """Return what is wrong with the tray, None if it is all right."""
    seen = len(look.dice)
    for note in look.reading.scene:
        if note.what in COVERING:
            return Saying(f"tray-{note.what}")
    if seen > dice:
        return Saying("tray-too-many", {"seen": seen, "dice": dice})
    if _has_foreign(look):
        return Saying("tray-foreign")
    return Saying("tray-too-few", {"seen": seen, "dice": dice}) if 0 < seen < dice else None


def _has_foreign(look: Look) -> bool:
    """Return whether something in the tray may be an unrecognized die."""
    return any(note.what == "foreign" and note.well is None for note in look.reading.scene)


def places_beside(values: Sequence[int | None], kept: Sequence[int | None]) -> tuple[int, ...]:
    """Return the indices of the values, without those in `kept`, each as often as it is kept."""
    left: Counter[int | None] = Counter(kept)
    places = []
    for place, value in enumerate(values):
        if left[value]:
            left[value] -= 1
        else:
            places.append(place)
    return tuple(places)


def require_known(values: Sequence[int | None]) -> tuple[int, ...]:
    """Return the values if none is in doubt; nobody can be asked. Raises UnsettledError."""
    sure = tuple(value for value in values if value)
    if len(sure) < len(values):
        raise UnsettledError(
            "the dice in the tray cannot be read, and nobody is here to say what they show: the throw will be made "
            "again with people at the buttons"
        )
    return sure
