"""People who throw before a scripted camera: what the table of dice of one's own counts, and what it asks."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from hardware.camera import Frame
from hardware.clock import VirtualClock
from hardware.closing import Closing
from robot.app import make_own_dice_reader
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Look
from tools.campaigns.film import FilmMoment, ThrownScene, UnsteadySensor, moments
from tools.campaigns.running import at_most
from vision.picture_reader import PictureReader
from vision.pictures import Image

LOOK = (0.05, 0.1)
"""Seconds from picture to picture, beside those in which people are waited for."""
LOOKS = 12
"""Pictures that are looked at before a throw is asked for, while people would choose."""
PATIENCE = 3.0
"""Seconds after which people press HOLD, if their dice lie there and are not counted."""
GIVE_UP = 60.0
"""Seconds after which a throw has failed: nobody is asked and nothing counts."""

DOUBT, NUMBER, KEPT, EARLY = "doubt", "number", "kept", "early"
"""Why people have to press something: a die in doubt; the dice are not as many as are due; a thrown die might be a kept
one; they are asked before the dice lie there."""
WHYS = (DOUBT, NUMBER, KEPT, EARLY)


@dataclass(slots=True)
class HandTally:
    """What became of throws: dice and throws, those counted with a wrong value, and those that needed people, by why.

    `offered` counts the questions that showed people a wrong value beside the doubt; `lines` name what is not as it
    should be.
    """

    throws: int = 0
    dice: int = 0
    wrong: int = 0
    offered: int = 0
    taps: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        """The throws that needed people."""
        return self.taps.total()

    def add(self, other: "HandTally") -> None:
        """Add what became of other throws."""
        self.throws += other.throws
        self.dice += other.dice
        self.wrong += other.wrong
        self.offered += other.offered
        self.taps += other.taps
        self.lines += other.lines


@dataclass(slots=True)
class FilmedPeople(Closing):
    """The camera and the people of scripted throws: nobody asks them about single dice."""

    clock: VirtualClock = field(default_factory=VirtualClock, kw_only=True)
    thrower: str = field(default="Anna", kw_only=True)

    def close(self) -> None:
        pass

    def ask_value(self, die: int, look: Look) -> int | None:
        raise AssertionError(f"nobody is asked for die {die} of {look}")

    def ask_to_correct(self, target: Saying) -> bool:
        raise AssertionError(f"nobody is asked to mend {target}")

    def confirm(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        raise AssertionError(f"nobody is asked to confirm {values} of {look}")


@dataclass(slots=True)
class ThrowingPeople(FilmedPeople):
    """The camera and the people of a sitting: they throw one scene after another, and answer with the truth."""

    empty: Image
    random: np.random.Generator
    asked_why: str = ""
    offered: bool = False
    shown: Look | None = None
    heard: list[str] = field(default_factory=list)
    _scene: ThrownScene | None = field(default=None, init=False)
    _script: Iterator[FilmMoment] = field(default_factory=lambda: iter(()), init=False)
    _now: FilmMoment = field(init=False)
    _lying: Image = field(init=False)
    _still_since: float | None = field(default=None, init=False)
    _pressed: bool = field(default=False, init=False)
    _sensor: UnsteadySensor = field(init=False)

    def __post_init__(self) -> None:
        self._now, self._lying = FilmMoment(self.empty), self.empty
        self._sensor = UnsteadySensor(self.random)

    def begin(self, scene: ThrownScene) -> None:
        """Throw this scene as soon as the table asks for a throw."""
        self._scene, self._script = scene, iter(())
        self.asked_why, self.offered, self.shown, self.heard = "", False, None, []
        self._now, self._pressed, self._still_since = FilmMoment(self._lying), False, None
        self._lying = scene.after

    def told(self, counted: tuple[int, ...]) -> HandTally:
        """Return what to tell of a throw that was counted: it is wrong also if its dice did not lie there yet."""
        scene, early, read = self._scene, not self._now.landed, "nothing"
        assert scene is not None
        wrong = early or Counter(counted) != Counter(scene.values)
        lines = []
        if wrong or self.asked_why:
            when = ", before they lay there" if early else ""
            if self.shown is not None:
                read = " ".join(str(die.value or die.doubt) for die in self.shown.reading.dice) or read
            beside = f" beside {scene.kept}" if scene.kept else ""
            said = "".join(f", {key}" for key in self.heard[1:])
            why = f"WRONG: {counted} counted{when}" if wrong else self.asked_why
            lines = [f"{scene.what}: {why}; {scene.values} thrown{beside}, {read} read{said}"]
        taps = Counter([self.asked_why] if self.asked_why else [])
        return HandTally(1, len(scene.values), int(wrong), int(self.offered), taps, lines)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.clock.sleep(float(self.random.uniform(*LOOK)))
        moment = next(self._script, None)
        if moment is not None:
            self._now = moment
        elif self._now.landed and self._still_since is None:
            self._still_since = self.clock.now()
        return Frame(self._sensor.taken(self._now, self.clock.now()), self.clock.now())

    def announce(self, saying: Saying, about: About = About.GAME) -> None:  # noqa: ARG002
        if self._scene is not None and not self.heard:
            self._script = moments(self._scene, self._now.image, self.random)
        self.heard.append(saying.key)

    def ready(self, seconds: float | None) -> bool:
        self.clock.sleep(seconds or 0.0)
        waited = 0.0 if self._still_since is None else self.clock.now() - self._still_since
        assert waited < GIVE_UP, f"{self._scene and self._scene.what}: {self.heard}"
        self._pressed = waited > PATIENCE
        return self._pressed

    def see(self, look: Look) -> None:
        self.shown = look

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:
        assert self._scene is not None
        self.shown = look
        self.offered |= bool(Counter(value for value in values if value) - Counter(self._scene.values))
        why = NUMBER if self._pressed else DOUBT if None in values else KEPT
        self.asked_why = self.asked_why or (why if self._now.landed else EARLY)
        return self._scene.values if self._now.landed else None


def sit(scenes: Iterable[ThrownScene], empty: Image, reader: PictureReader, random: np.random.Generator) -> HandTally:
    """Return what the table makes of scenes that are thrown one after another; at first there is an `empty` one."""
    people, total = ThrowingPeople(empty, random), HandTally()
    table = HandsTable(ExitStack(), LiveDice(people, reader))
    for scene in scenes:
        people.begin(scene)
        for _ in range(LOOKS):
            table.watch()
        wells = tuple(range(1, len(scene.values) + len(scene.kept) + 1))
        keep = dict(zip(wells[len(scene.values) :], scene.kept, strict=True))
        total.add(people.told(table.throw(wells, keep, people)[: len(scene.values)]))
    return total


@cache
def one_reader() -> PictureReader:
    """Return the reader of dice of one's own, made once in each process."""
    return make_own_dice_reader()


def figures(name: str, tally: HandTally) -> list[str]:
    """Return in lines what became of throws: the wrong ones, and those that needed a tap, by why."""
    why = ", ".join(f"{tally.taps[reason]} {reason}" for reason in WHYS if tally.taps[reason])
    return [
        f"{name}: {tally.throws} throws of {tally.dice} dice",
        f"  wrong {tally.wrong}, at most {at_most(tally.wrong, tally.throws):.2%} in 95 of 100 cases",
        f"  a tap {tally.asked} ({tally.asked / tally.throws:.1%}){why and f': {why}'}",
        f"  a question showed a wrong value {tally.offered} times",
    ]
