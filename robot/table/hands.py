"""A table without a machine: people throw their own dice for everybody, before a camera or none."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Camera
from hardware.errors import FrameTimeoutError
from hardware.pushed import PushedCamera
from robot.language.names import actor, called, is_robot
from robot.saying import Saying, Value
from robot.table.hand_scene import HandScene
from robot.table.live_dice import LiveDice, LiveLook
from robot.table.look import Image, Look
from robot.table.table import HandWitness, Witness, in_wells
from robot.table.tray import PATIENT, POLL, SURE
from vision.stream import FollowedDie

DARK = 40
"""Largest brightness, 0 to 255, of the brightest twentieth of a picture that is too dark to read dice in."""


@dataclass(slots=True)
class HandsTable:
    """Dice that people throw for all players, for the robot too.

    `live` reads them; without it people enter what they threw. `pushed` is its camera if that is a phone. With
    `confirms` people see every reading before it counts. `devices` are closed with the table.
    """

    devices: ExitStack
    live: LiveDice | None = None
    pushed: PushedCamera | None = None
    confirms: bool = False
    awaits: bool = field(default=False, init=False)
    """Whether a throw is waited for, or asked about. Any thread may look."""

    @property
    def camera(self) -> Camera | None:
        return self.live.camera if self.live else None

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], witness: Witness) -> tuple[int, ...]:
        return in_wells(wells, keep, self.by_hand(len(wells) - len(keep), tuple(keep.values()), witness))

    def by_hand(self, count: int, kept: Sequence[int], witness: HandWitness) -> tuple[int, ...]:
        before = self.live.lying() if self.live else ()
        self.awaits = True
        try:
            return self._awaited(count, kept, witness, before)
        finally:
            self.awaits = False

    def _awaited(
        self, count: int, kept: Sequence[int], witness: HandWitness, before: tuple[FollowedDie, ...]
    ) -> tuple[int, ...]:
        witness.announced(_asking(count, kept, witness.thrower))
        if self.live is None:
            said = witness.dice_entered((None,) * count, None)
            assert said is not None, "without a camera nothing can be looked at again"
            return said
        pausing = self.pushed is not None
        return _Throw(self.live, count, tuple(sorted(kept)), witness, before, pausing, self.confirms).values()

    def close(self) -> None:
        self.devices.close()


@dataclass(slots=True)
class _Throw:
    """One throw of `count` dice beside those that show `kept`; `before` are the dice that lay there.

    A `pausing` camera sends pictures when people want it to; another one that sends none is lost. With `confirms`
    people see the reading before it counts.
    """

    live: LiveDice
    count: int
    kept: tuple[int, ...]
    witness: HandWitness
    before: tuple[FollowedDie, ...]
    pausing: bool
    confirms: bool
    _announced: Saying | None = field(default=None, init=False)
    _never_empty: Sequence[FollowedDie] = field(init=False)

    def __post_init__(self) -> None:
        self._never_empty = self.before

    def values(self) -> tuple[int, ...]:
        """Return what was thrown, from the left to the right. Raises UnsettledError, CameraError."""
        while True:
            look, sure = self._landed()
            values = look.values if look else ()
            if look:
                self.witness.looked(look)
            if sure and None not in values:
                return tuple(value for value in values if value)
            said = self.witness.dice_entered((*values, *(None,) * (self.count - len(values))), look)
            if said is not None:
                return said
            self.live.read_again()

    def _landed(self) -> tuple[Look | None, bool]:
        """Return a look at the dice that were thrown, and whether the camera alone may count them.

        If people say that their dice lie there, these are the ones that are known; None if no picture has come yet.
        """
        quiet = wrong = missed = 0
        look: Look | None = None
        while True:
            try:
                seen = self.live.look()
            except FrameTimeoutError:
                missed += 1
                if missed >= SURE and not self.pausing:
                    raise
                if self.witness.ready(POLL):  # however long no picture comes: the next one goes on
                    return look, False
                continue
            missed, scene = 0, self._scene(seen)
            trouble = None
            if seen.reading.settled:
                self._never_empty = scene.still_at(self._never_empty)
                if (thrown := scene.thrown) is not None:
                    sure = scene.is_clear(self._never_empty) and not (self.confirms or seen.single)
                    return _look(seen, thrown), sure
                too_dark = not scene.dice and dark(seen.image)
                trouble = Saying("hands-dark") if too_dark else scene.trouble(single=seen.single)
            look = _look(seen, scene.due if len(scene.due) <= self.count else ())
            wrong = wrong + 1 if trouble else 0
            quiet += 1
            if trouble and (seen.single or (wrong >= SURE and trouble != self._announced)):
                self.witness.announced(trouble)
                self._announced = trouble
            if self.witness.ready(POLL if quiet % PATIENT else None):
                return look, False

    def _scene(self, seen: LiveLook) -> HandScene:
        dice = sorted(seen.reading.dice, key=lambda die: die.die.box[0])
        return HandScene(dice, self.before, self.count, self.kept)


def dark(image: Image) -> bool:
    """Return whether a picture (h, w, 3) is too dark to read dice in."""
    return float(np.percentile(image[::8, ::8].max(axis=2), 95)) < DARK


def _look(seen: LiveLook, thrown: Sequence[FollowedDie]) -> Look:
    return Look({"picture": seen.image}, seen.reading.reading, tuple(die.die for die in thrown))


def _asking(count: int, kept: Sequence[int], thrower: str) -> Saying:
    robot = is_robot(thrower)
    key = f"hands-{'robot' if robot else 'throw'}{'-beside' if kept else ''}"
    said: dict[str, Value] = {"dice": count, "name": called(thrower) if robot else actor(thrower)}
    return Saying(key, said | {"faces": tuple(sorted(kept))} if kept else said)
