"""Throws soon after the question, before an unsteady camera: `python -m tools.campaigns live_throws --count 8`.

A hand throws one to five dice onto cloth or wood, in films that are still or tremble by a pixel, compressed or dark,
wide or upright, by a clock that stands still while the program works. A throw begins 0.2 to 1.5 s after the question,
and its dice roll for 0.4 or 0.8 s. The table of dice of one's own counts them. Prints for each film how many throws
counted right by themselves, after one key, and after dice were entered; the wrong ones; those that counted before they
lay there (twice, as the dice before lie there until then); those that were missed, so that people had to press
something; the median seconds from rest to count; and the milliseconds of a look at which nothing is read. The same
seed gives the same throws.
"""

import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

import cv2
import numpy as np

from hardware.camera import Frame
from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.cube import lying
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.sensor import Sensor
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Look
from tools.campaigns.film import DrawnArm
from tools.campaigns.running import add_count
from tools.campaigns.sitting import FilmedPeople, one_reader
from vision.pictures import Image
from vision.reading import Reading

FRAME = 1 / 30
LOOK, READING = 0.012, 0.12
"""Seconds that the clock gives a look, and the reading of a picture beside it."""
AFTER, ROLLS = (0.2, 0.6, 1.0, 1.5), (0.4, 0.8)
"""Seconds from the question to the throw, and from that until the dice lie at rest."""
IN_HAND = 1.0
"""A throw that is made sooner after the question has its dice in the hand then."""
GRASP, THINKS = 0.5, 1.2
"""Seconds for which a hand takes dice, and from a count to the next question."""
WATCHED = 0.25
"""Seconds from look to look meanwhile."""
PATIENCE = 3.0
"""Seconds of rest after which people press HOLD."""
COUNTS, WIDE = (1, 2, 1, 5), 200.0
"""Dice of throws in turn; pixels of the hand."""
SEEN = 460
"""Columns of the drawn picture that hold the machine; those of the other side are seen in their place."""
GROUNDS = {"cloth": (0.0, 0.0), "wood": (-314.5, -10.0)}
"""How far in mm to the right of the tray, and above its floor."""


@dataclass(frozen=True, slots=True)
class FilmKind:
    """How a film is taken: `light` is the share of each level that is left, `shake` the pixels of its trembling.

    A hand that holds the camera `sways` slowly, turns and lifts it.
    """

    ground: str
    shake: float = 0.0
    sways: bool = False
    quality: int = 85
    light: float = 1.0
    upright: bool = False

    def __str__(self) -> str:
        held = f"{'upright' if self.upright else 'wide'}{', by hand' if self.sways else ''}"
        return f"{self.ground}, {held}, trembling {self.shake:g}, JPEG {self.quality}, light {self.light:g}"


CHANGES: Sequence[dict[str, float]] = (
    {},
    {"shake": 1.0},
    {"quality": 40},
    {"light": 0.5},
    {"light": 0.125},
    {"upright": True},
    {"shake": 1.0, "quality": 40, "sways": True},
    {"shake": 1.0, "quality": 40, "light": 0.125, "upright": True},
)
KINDS = [FilmKind(ground, **changes) for ground, changes in product(GROUNDS, CHANGES)]  # type: ignore[arg-type]


@cache
def _painter(ground: str) -> Renderer:
    machine = dimensions()
    camera, tray = machine["camera"], machine["tray"]
    right = tray["left"] + tray["side"] / 2 + GROUNDS[ground][0] - camera["x"]
    return Renderer(machine, Mounting(right=right), noise=0.0)


@dataclass(slots=True)
class PeopleInAHurry(FilmedPeople):
    """The camera, its reader and the people of one film: they throw when they are asked, and answer with the truth."""

    kind: FilmKind
    seed: int
    told: Counter[str] = field(default_factory=Counter)
    looks: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    _random: np.random.Generator = field(init=False)
    _before: tuple[SeenDie, ...] = ()
    _dice: tuple[SeenDie, ...] = ()
    _taken: float = 0.0
    _thrown: float = 0.0
    _rests: float = 0.0
    _since: float | None = None
    _outcome: str = ""

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)

    def throw(self, table: HandsTable, number: int) -> None:
        """Let people throw once, and tally what the table makes of it."""
        (after, rolls), count = tuple(product(AFTER, ROLLS))[number % 8], COUNTS[number % len(COUNTS)]
        asked = self.clock.now() + THINKS
        self._thrown, self._taken = asked + after, asked - GRASP - 0.1 if after < IN_HAND else asked + 0.2
        self._rests, self._before, self._outcome = self._thrown + rolls, self._dice, ""
        self._dice = self._laid(count, number)
        while self.clock.now() < asked:
            table.watch()
            self.clock.sleep(max(0.0, min(WATCHED, asked - self.clock.now())))
        counted = table.throw(tuple(range(1, count + 1)), {}, self)
        outcome = self._outcome or "right"
        if self.clock.now() < self._rests:
            outcome = "twice"
        elif Counter(counted) != Counter(die.pose.up for die in self._dice):
            outcome = "wrong"
        self.told[outcome] += 1
        self.waits.append(self.clock.now() - self._rests)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self._end_look()
        self.clock.sleep(FRAME - self.clock.now() % FRAME)
        picture = self._seen(self.clock.now())
        self.clock.sleep(LOOK)
        self._since = time.process_time()
        return Frame(picture, self.clock.now() - LOOK)

    def read(self, *exposures: Image) -> Reading:
        self._since = None
        self.clock.sleep(READING)
        return one_reader().read(*exposures)

    def ready(self, seconds: float | None) -> bool:
        self._end_look()
        self.clock.sleep(seconds or 0.0)
        return self.clock.now() > self._rests + PATIENCE

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:  # noqa: ARG002
        truth, now = tuple(die.pose.up for die in self._dice), self.clock.now()
        right = Counter(values) == Counter(truth)
        self._outcome = "missed" if now > self._rests + PATIENCE else "one key" if right else "entered"
        return truth if now > self._rests else None

    def announce(self, saying: Saying, about: About = About.GAME) -> None: ...

    def see(self, look: Look) -> None: ...

    def _end_look(self) -> None:
        if self._since is not None:
            self.looks.append(time.process_time() - self._since)
            self._since = None

    def _laid(self, count: int, number: int) -> tuple[SeenDie, ...]:
        right, up = GROUNDS[self.kind.ground]
        dice = Chance(self.seed, dimensions()).in_tray(count, number)
        return tuple(
            replace(die, pose=replace(die.pose, middle=(x + right, y, z + up)))
            for die in dice
            for x, y, z in [die.pose.middle]
        )

    def _seen(self, now: float) -> Image:
        """Return the picture that the camera takes now."""
        hand = 0.0
        if now < self._thrown:
            dice = self._before if now < self._taken + GRASP / 2 else ()
            hand = 1 - abs(now - self._taken - GRASP / 2) / (GRASP / 2)
        else:
            dice = self._dice if now >= self._rests else self._rolling(now)
            hand = 1 - (now - self._thrown) / 0.3
        painter, kind = _painter(self.kind.ground), self.kind
        picture = painter.picture(Scene(dice), Exposure(), (0,))
        if self.kind.ground == "cloth":
            picture[:, :SEEN] = picture[:, : -SEEN - 1 : -1]
        else:
            picture[:, -SEEN:] = picture[:, SEEN - 1 :: -1]
        if hand > 0:
            arm = DrawnArm.drawn_at_random(np.random.default_rng(self.seed), picture.shape, WIDE)
            picture = arm.over(picture, hand, WIDE / 4)
        if kind.shake:
            across, down = self._random.uniform(-kind.shake, kind.shake, 2).tolist()
            swing = np.sin([2 * now, 3 * now, 4 * now]) if kind.sways else np.zeros(3)
            height, width = picture.shape[:2]
            matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 0.4 * swing[0], 1 + 0.004 * swing[1])
            matrix[:, 2] += across + 6 * swing[1], down + 5 * swing[2]
            drawn = cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(drawn, np.uint8)
        picture = _sensor().noisy(cv2.convertScaleAbs(picture, alpha=kind.light), (self.seed, int(now / FRAME)))
        if kind.upright:
            picture = np.rot90(picture)
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, kind.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _rolling(self, now: float) -> tuple[SeenDie, ...]:
        left, side = self._rests - now, float(dimensions()["die"]["side"])
        rolling = []
        for die in self._dice:
            x, y, z = die.pose.middle
            place = x, y + 40 * left, z - side / 2
            pose = lying(int(self._random.integers(1, 7)), place, side, float(self._random.uniform(0, 360)))
            rolling.append(replace(die, pose=pose))
        return tuple(rolling)


_sensor = cache(Sensor)


def add_options(parser: ArgumentParser) -> None:
    add_count(parser, "throws in each film", 8)
    parser.add_argument("--film", type=int, choices=range(len(KINDS)), help="only the film of this number")


def run(options: Namespace) -> Iterator[str]:
    """Play the films; yield a line for each, and what all of them come to."""
    total = Counter[str]()
    for number, kind in enumerate(KINDS):
        if options.film not in {None, number}:
            continue
        people = PeopleInAHurry(kind, options.seed)
        table = HandsTable(ExitStack(), LiveDice(people, people))
        for throw in range(options.count):
            people.throw(table, throw)
        total += people.told
        look, wait = 1e3 * float(np.median(people.looks)), float(np.median(people.waits))
        yield f"{number:2} {kind}: {told(people.told)}; {wait:.2f} s, {look:.1f} ms a look"
    yield f"all: {told(total)}"


def told(outcomes: Counter[str]) -> str:
    """Return in words how many throws came to what."""
    return f"{outcomes.total()} throws, " + ", ".join(
        f"{outcomes[name]} {name}" for name in ("right", "one key", "entered", "missed", "wrong", "twice")
    )
