"""Throws soon after the question, in front of an unsteady camera: `python -m tools.campaigns live_throws --count 8`.

A hand throws one to five dice onto cloth or wood. The films tremble by a pixel, are compressed, dim, upright, or taken
by a camera in a hand. A throw begins 0.2 to 1.5 s after the question, and its dice are at rest 0.4 or 0.8 s later. For
each film the campaign prints how many throws the own-dice table counted right by itself, after one key, and after
people entered the dice. It prints how many throws it missed, so that people had to press a key, how many it read wrong,
and how many it counted before the dice were at rest, as if the earlier dice were thrown twice. It also prints the
median seconds from rest to count, and the time of a look without a reading. The same seed gives the same throws.
"""

import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

import cv2
import numpy as np

from hardware.camera import Frame
from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.sensor import Sensor
from robot.records.capture import NobodyAsked
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Look
from tools.campaigns.film import DrawnArm
from tools.campaigns.running import add_count, one_reader
from vision.pictures import Image
from vision.reading import Reading

FRAME, LOOK, READING = 1 / 30, 0.012, 0.12
"""Seconds from picture to picture, for a look, and for the reading of a picture."""
THROWS = tuple(product((0.2, 0.6, 1.0, 1.5), (0.4, 0.8)))
"""Seconds from the question to a throw, and from the throw until its dice are at rest."""
IN_HAND = 1.0
"""In a throw that begins sooner than this after the question, the hand holds the dice when the question comes."""
GRASP, THINKS, WATCHED, PATIENCE = 0.5, 1.2, 0.25, 3.0
"""Seconds in which a hand takes the dice; from a count to the next question; from look to look in between; and of rest
before people press HOLD."""
COUNTS, WIDE = (1, 2, 1, 5), 200.0
"""Numbers of dice of the throws, in turn; width of the hand in pixels."""
SEEN = 460
"""Columns of the drawn picture that show the machine; columns of the other side replace them."""
GROUNDS = {"cloth": (0.0, 0.0), "wood": (-314.5, -10.0)}
"""The place of each ground in mm, to the right of the tray and above its floor."""


@dataclass(frozen=True, slots=True)
class FilmKind:
    """How a film is taken: pixels by which it trembles, JPEG quality, and share of the light that remains.

    If it `sways`, a hand that holds the camera slowly moves, turns and lifts it.
    """

    ground: str
    shake: float = 0.0
    quality: int = 85
    light: float = 1.0
    upright: bool = False
    sways: bool = False


KINDS = [
    kind
    for ground in GROUNDS
    for kind in (
        FilmKind(ground),
        FilmKind(ground, shake=1.0),
        FilmKind(ground, quality=40),
        FilmKind(ground, light=0.5),
        FilmKind(ground, light=0.125),
        FilmKind(ground, upright=True),
        FilmKind(ground, shake=1.0, quality=40, sways=True),
        FilmKind(ground, shake=1.0, quality=40, light=0.125, upright=True),
    )
]


@dataclass(slots=True)
class PeopleInAHurry(NobodyAsked, Closing):
    """The camera, the reader and the people of one film. The people throw when asked, and answer with the truth.

    They are not asked about single dice.
    """

    kind: FilmKind
    seed: int
    clock: VirtualClock = field(default_factory=VirtualClock)
    thrower: str = "Anna"
    told: Counter[str] = field(default_factory=Counter)
    looks: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    _before: tuple[SeenDie, ...] = ()
    _dice: tuple[SeenDie, ...] = ()
    _taken: float = 0.0
    _thrown: float = 0.0
    _rests: float = 0.0
    _looked: float | None = None
    _outcome: str = ""

    def close(self) -> None: ...

    def throw(self, table: HandsTable, number: int) -> None:
        """Let the people throw once, and tally how the table counts the throw."""
        (after, rolls), count = THROWS[number % len(THROWS)], COUNTS[number % len(COUNTS)]
        asked = self.clock.now() + THINKS
        self._thrown, self._taken = asked + after, asked - GRASP - 0.1 if after < IN_HAND else asked + 0.2
        self._rests, self._before, self._outcome = self._thrown + rolls, self._dice, "right"
        self._dice = self._lay_dice(count, number)
        while self.clock.now() < asked:
            table.watch()
            self.clock.sleep(max(0.0, min(WATCHED, asked - self.clock.now())))
        counted = table.throw(tuple(range(1, count + 1)), {}, self)
        if self.clock.now() < self._rests:
            self._outcome = "twice"
        elif Counter(counted) != Counter(self._truth()):
            self._outcome = "wrong"
        self.told[self._outcome] += 1
        self.waits.append(self.clock.now() - self._rests)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self._end_look()
        self.clock.sleep(FRAME - self.clock.now() % FRAME)
        frame = Frame(self._take_picture(self.clock.now()), self.clock.now())
        self.clock.sleep(LOOK)
        self._looked = time.process_time()
        return frame

    def read(self, *exposures: Image) -> Reading:
        self._looked = None
        self.clock.sleep(READING)
        return one_reader().read(*exposures)

    def wait_ready(self, seconds: float | None) -> bool:
        self._end_look()
        self.clock.sleep(seconds or 0.0)
        return self.clock.now() > self._rests + PATIENCE

    def ask_dice(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:  # noqa: ARG002
        rested, right = self.clock.now() - self._rests, Counter(values) == Counter(self._truth())
        self._outcome = "missed" if rested > PATIENCE else "one key" if right else "entered"
        return self._truth() if rested > 0 else None

    def announce(self, saying: Saying, about: About = About.GAME) -> None: ...

    def see(self, look: Look) -> None: ...

    def _truth(self) -> tuple[int, ...]:
        return tuple(die.pose.up for die in self._dice)

    def _end_look(self) -> None:
        if self._looked is not None:
            self.looks.append(time.process_time() - self._looked)
            self._looked = None

    def _lay_dice(self, count: int, number: int) -> tuple[SeenDie, ...]:
        right, up = GROUNDS[self.kind.ground]
        dice = Chance(self.seed, dimensions()).draw_in_tray(count, number)
        middles = [(x + right, y, z + up) for die in dice for x, y, z in [die.pose.middle]]
        poses = [replace(die.pose, middle=middle) for die, middle in zip(dice, middles, strict=True)]
        return tuple(SeenDie(pose) for pose in poses)

    def _take_picture(self, now: float) -> Image:
        """Return the picture that the camera takes at this time."""
        kind, frame = self.kind, round(now / FRAME)
        if now < self._thrown:
            dice = self._before if now < self._taken + GRASP / 2 else ()
            hand = 1 - abs(now - self._taken - GRASP / 2) / (GRASP / 2)
        else:
            dice = self._dice if now >= self._rests else self._lay_dice(len(self._dice), frame)
            hand = 1 - (now - self._thrown) / 0.3
        picture = _painter(kind.ground).picture(Scene(dice), Exposure(), (0,))
        if kind.ground == "cloth":
            picture[:, :SEEN] = picture[:, : -SEEN - 1 : -1]
        else:
            picture[:, -SEEN:] = picture[:, SEEN - 1 :: -1]
        if hand > 0:
            arm = DrawnArm.draw_random(np.random.default_rng(self.seed), picture.shape, WIDE)
            picture = arm.over(picture, hand, WIDE / 4)
        if kind.shake:
            swing = np.sin([2 * now, 3 * now, 4 * now]) if kind.sways else np.zeros(3)
            tremble = np.random.default_rng((self.seed, frame)).uniform(-kind.shake, kind.shake, 2)
            height, width = picture.shape[:2]
            matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 0.4 * swing[0], 1 + 0.004 * swing[1])
            matrix = matrix + np.column_stack([np.zeros((2, 2)), tremble + 6 * swing[1:]])
            drawn = cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(drawn, np.uint8)
        dimmed = np.asarray(cv2.convertScaleAbs(picture, alpha=kind.light), np.uint8)
        picture = _sensor().add_noise(dimmed, (self.seed, frame))
        held = np.rot90(picture) if kind.upright else picture
        _, data = cv2.imencode(".jpg", held, [cv2.IMWRITE_JPEG_QUALITY, kind.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@cache
def _painter(ground: str) -> Renderer:
    machine = dimensions()
    tray, (right, _) = machine["tray"], GROUNDS[ground]
    return Renderer(machine, Mounting(tray["left"] + tray["side"] / 2 + right - machine["camera"]["x"]), noise=0.0)


_sensor = cache(Sensor)


def add_options(parser: ArgumentParser) -> None:
    add_count(parser, "throws in each film", len(THROWS))


def run(options: Namespace) -> Iterator[str]:
    """Play the films; yield a line for each, and one for all."""
    total = Counter[str]()
    for kind in KINDS:
        people = PeopleInAHurry(kind, options.seed)
        table = HandsTable(ExitStack(), LiveDice(people, people))
        for number in range(options.count):
            people.throw(table, number)
        total += people.told
        look, wait = 1e3 * float(np.median(people.looks)), float(np.median(people.waits))
        yield f"{kind}: {describe_outcomes(people.told)}; {wait:.2f} s, {look:.1f} ms a look"
    yield f"all: {describe_outcomes(total)}"


def describe_outcomes(outcomes: Counter[str]) -> str:
    """Return a text with the number of throws of each outcome."""
    outcome = ("right", "one key", "entered", "missed", "wrong", "twice")
    return f"{outcomes.total()} throws, " + ", ".join(f"{outcomes[name]} {name}" for name in outcome)
