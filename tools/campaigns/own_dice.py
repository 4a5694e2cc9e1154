"""Looks at drawn own dice through a live camera: `python -m tools.campaigns own_dice --count 8000 --seed 1`.

A camera that is tilted by 20 to 60 degrees from the vertical looks at two to six dice of any colour, on any ground, in
any light. Some dice lean, the picture's edge cuts some, and some scenes have odd things. The reader looks at noisy
pictures of the still scene until it has settled. `tools.odd_things` draws the scenes; no net of the reader was trained
on its drawings. The campaign prints each wrong value and each die that the reader does not report. For each ten degrees
of tilt it then prints how many looks were wholly right, in doubt, wrong, or left out a die, and how flat, leaning and
cut dice were read. The same seed gives the same figures with any number of jobs; another seed gives other looks.
"""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from tools.campaigns.running import add_count, add_jobs, at_most, one_reader, spread
from tools.odd_things.scenes import KINDS, MIXED, Thing, any_ground, develop_picture, find_places, spread_ground, stand
from tools.odd_things.sheets import FlatThing
from tools.odd_things.solids import AXES, OPPOSITE, Solid, make_die, throw_solid, turn_about
from tools.odd_things.view import Canvas, DistantLight, PhotoView, Reals
from vision.pictures import Image
from vision.reading import Die, middle_of
from vision.stream import DiceStream, LiveReading

SIZE, FINER = (960, 720), 1.25
"""Width and height of the pictures, and painted pixels per pixel along each side."""
TILTS, BAND = (20.0, 60.0), 10
"""Degrees between the camera's view and the vertical, and degrees per line of the table."""
FEWEST, MOST = 2, 6
ACROSS = (9.0, 18.0)
"""Width of the picture, in sides of a die, about."""
SIDE = 16.0
"""Side of a die in mm, about."""
LEAN, LEANING = (15.0, 45.0), 0.12
"""Degrees by which leaning dice lean, and their share."""
ODD, SAME_LOOK = 0.3, 0.6
"""Share of the looks with odd things, and of those with dice of one kind."""
LOOKS, APART, NOISE = 12, 0.25, (0.5, 4.0)
"""Most pictures of a look, seconds between them, and range of their noise in levels."""
RIGHT, DOUBT, WRONG, UNSAID = "right", "in doubt", "wrong", "unsaid"
FLAT, LEANS, CUT, NONE, SLANTED = "flat", "leaning", "cut", "no die", "aslant"
PIPS = 0.72
"""Share of a face's side within which all pips lie."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidDie:
    """A die: its top value, its kind (flat, leaning or cut), its box (4) and the middle of its top (2) in pixels."""

    value: int
    kind: str
    box: Reals
    top: Reals


@dataclass(slots=True)
class LooksTally:
    """Counts of looks by band of angles and outcome, and of their dice by band, kind and outcome.

    `lines` has the wrong values, and the dice that were not reported.
    """

    looks: Counter[tuple[int, str]] = field(default_factory=Counter)
    dice: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def add(self, other: "LooksTally") -> None:
        """Add the counts and lines of other looks."""
        self.looks += other.looks
        self.dice += other.dice
        self.lines += other.lines


def draw_scene(seed: int, number: int) -> tuple[float, Image, list[LaidDie]]:
    """Return the camera's tilt in degrees, the picture (h, w, 3) without the noise of a video, and its dice."""
    random = np.random.default_rng((seed, number, 0x0D1CE))
    tilt = float(random.uniform(*TILTS))
    width, height = (round(side * FINER) for side in SIZE)
    focal = width * float(random.uniform(0.8, 1.6))
    distance = SIDE * float(random.uniform(*ACROSS)) * focal / width
    angles = (90 - tilt, float(random.uniform(0, 360)), float(random.normal(0, 4)))
    view = PhotoView.over((width, height), focal, distance, angles)
    canvas = Canvas(view, DistantLight.of(random), np.zeros((height, width, 3), np.float32))
    spread_ground(canvas, any_ground(random), SIDE, random)

    def place() -> tuple[float, float]:
        return view.table(*np.clip(random.normal(0.5, 0.22, 2), 0, 1).tolist())

    thrown: list[Thing] = [[die] for die in _throw_dice(random)]
    make = KINDS[str(random.choice(MIXED))].make if random.random() < ODD else None
    odd = [make(random, canvas.scale_at(0, 0))] if make else []
    dice: list[LaidDie] = []
    for x, y, thing in find_places(view, [*thrown, *odd], place, 0.8):
        if isinstance(thing, FlatThing):
            thing.draw(canvas, x, y, float(random.uniform(0, 360)))
            continue
        parts = stand(canvas, thing, x, y)
        if any(thing is die for die in thrown):
            dice.append(_locate(parts[0], view))
    return tilt, develop_picture(random, canvas.pixels, SIZE), dice


def _throw_dice(random: np.random.Generator) -> Iterator[Solid]:
    one = make_die(random)
    same = random.random() < SAME_LOOK
    for _ in range(int(random.integers(FEWEST, MOST + 1))):
        die = throw_solid(random, one if same else make_die(random))
        if random.random() < LEANING:
            around = float(random.uniform(0, 2 * np.pi))
            die = die.rotate(turn_about([np.cos(around), np.sin(around), 0], float(random.uniform(*LEAN)))).put(0, 0)
        yield die


def _locate(die: Solid, view: PhotoView) -> LaidDie:
    ups = (AXES @ die.turn.T)[:, 2]
    top = int(ups.argmax())
    corners = die.corners
    face = corners[((corners - die.middle) @ die.turn @ AXES[top]) > 0]
    seen = view.pixels(corners) / FINER
    shown = view.pixels(face.mean(axis=0) + PIPS * (face - face.mean(axis=0))) / FINER
    cut = bool((shown < 0).any() or (shown > SIZE).any())
    kind = LEANS if ups[top] < np.cos(np.radians(5)) else CUT if cut else FLAT
    box = np.concatenate([seen.min(axis=0), seen.max(axis=0)])
    return LaidDie(OPPOSITE[top], kind, box, shown.mean(axis=0))


def look_at(picture: Image, seed: int, number: int) -> LiveReading:
    """Return the stream's reading of a still scene when it has settled, or after the last look."""
    random = np.random.default_rng((seed, number, 0x5EE))
    stream, noise = DiceStream(one_reader()), np.float32(random.uniform(*NOISE))
    for step in range(LOOKS):
        noisy = picture + noise * random.standard_normal(picture.shape, np.float32)
        known = stream.look(np.asarray(np.clip(np.round(noisy), 0, 255), np.uint8), step * APART)
        if known.settled:
            break
    return known


def judge(seed: int, number: int) -> LooksTally:
    """Draw a scene, look at it, and return the tally of this look."""
    tilt, picture, dice = draw_scene(seed, number)
    known = look_at(picture, seed, number)
    band = int(tilt // BAND) * BAND
    said: dict[int | None, list[Die]] = {}
    for read in known.reading.dice:
        said.setdefault(_nearest(read, dice), []).append(read)
    tally, outcomes = LooksTally(), Counter[str]()
    for n, die in enumerate(dice):
        outcome = find_outcome(die, said.get(n, []))
        if outcome == UNSAID and not ((die.top >= 0) & (die.top <= SIZE)).all():
            continue
        tally.dice[band, die.kind, outcome] += 1
        outcomes[outcome] += 1
        if outcome in {WRONG, UNSAID}:
            values = [(read.value, round(read.confidence, 4)) for read in said.get(n, []) if read.value]
            tally.lines.append(f"{seed} {number} {tilt:.0f} degrees: {die.kind} {die.value} {outcome} {values or ''}")
    for read in said.get(None, []):
        outcome = WRONG if read.value else DOUBT
        tally.dice[band, NONE, outcome] += 1
        outcomes[outcome] += 1
        if read.value:
            tally.lines.append(f"{seed} {number} {tilt:.0f} degrees: no die, {read.value} at {read.confidence:.4f}")
    tally.looks[band, next((name for name in (WRONG, UNSAID, DOUBT) if outcomes[name]), RIGHT)] += 1
    tally.looks[band, SLANTED] += known.unrest == "slanted"
    return tally


def _nearest(read: Die, dice: list[LaidDie]) -> int | None:
    """Return the index of the die that was read: of the dice whose box contains its middle, the nearest; or None."""
    middle = np.array(middle_of(read.box))
    near = [n for n, die in enumerate(dice) if (die.box[:2] <= middle).all() and (middle <= die.box[2:]).all()]
    return min(near, key=lambda n: float(np.linalg.norm(dice[n].top - middle)), default=None)


def find_outcome(die: LaidDie, said: list[Die]) -> str:
    """Return the outcome for a die; a leaning die is right if it is in doubt."""
    values = {read.value for read in said if read.value}
    if values - ({die.value} if die.kind != LEANS else set()):
        return WRONG
    if values or (die.kind == LEANS and said):
        return RIGHT
    return DOUBT if said else UNSAID


def add_options(parser: ArgumentParser) -> None:
    add_count(parser, "looks", 8000)
    add_jobs(parser)


def run(options: Namespace) -> Iterator[str]:
    """Look at the scenes; yield a line for each wrong value at once, and then the lines of the table."""
    total = LooksTally()
    for tally in spread(partial(judge, options.seed), range(options.count), options.jobs, lambda _: 1):
        total.add(tally)
        yield from tally.lines
    yield from describe_looks(total)


def describe_looks(tally: LooksTally) -> Iterator[str]:
    """Yield the outcomes of looks and of their dice, by angle; a leaning die is right if it is in doubt."""
    bands = sorted({band for band, _ in tally.looks})
    for band in bands:
        here = {name: tally.looks[band, name] for name in (RIGHT, DOUBT, WRONG, UNSAID)}
        looks = sum(here.values())
        counts = ", ".join(f"{found} {name} ({100 * found / looks:.1f} %)" for name, found in here.items())
        most = 100 * at_most(here[WRONG], looks)
        slanted = tally.looks[band, SLANTED]
        yield f"{band} to {band + BAND} degrees: {looks} looks, {counts}; wrong at most {most:.2f} %; {slanted} aslant"
        for kind in (FLAT, LEANS, CUT, NONE):
            told = {name: tally.dice[band, kind, name] for name in (RIGHT, DOUBT, WRONG, UNSAID)}
            yield f"  {kind}: " + ", ".join(f"{found} {name}" for name, found in told.items())
