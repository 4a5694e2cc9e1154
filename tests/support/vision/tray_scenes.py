"""Dice in the simulated table's open tray as nobody laid them: flat, leaning, touching, on the rim, or none."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.cube import DiePose, lay_die, tilt_die
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Scene, SeenDie, Thing, ThingKind
from tests.support.vision.odd_scenes import COLOURS, LIGHTS
from tests.support.vision.table_scenes import PLATE, TableScene

Random = np.random.Generator
Lying = tuple[list[DiePose], list[Thing]]
"""What lies in the tray: dice, and things that are none."""

SIDE, FLOOR = PLATE.die_side, PLATE.tray_floor
MIDDLE = (PLATE.tray_left + PLATE.tray_right) / 2, (PLATE.tray_top + PLATE.tray_bottom) / 2
REACH = 34.0  # mm from the tray's middle to where dice that lie clear of its walls may be
TALLEST = 40.0  # degrees that a die leans at most: beyond 45 it leans the other way
APART = 34.0  # mm between the middles of dice that do not hide each other


def one_flat(random: Random) -> Lying:
    return [_flat(random, _places(random, 1)[0])], []


def one_leaning(random: Random) -> Lying:
    """A die that leans by 8.5 to 40 degrees, with a flat one elsewhere."""
    first, second = _places(random, 2)
    to, lean = float(random.uniform(0, 360)), float(random.uniform(8.5, TALLEST))
    return [tilt_die(_flat(random, first), SIDE, FLOOR, to, lean), _flat(random, second)], []


def two_touching(random: Random) -> Lying:
    """Two flat dice, side by side and at most a millimetre apart."""
    (x, y), yaw, gap = _places(random, 1, REACH - SIDE)[0], float(random.uniform(0, 90)), float(random.uniform(0, 1))
    away = (SIDE + gap) * np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
    places = (x, y), (x + float(away[0]), y + float(away[1]))
    return [lay_die(int(random.integers(1, 7)), (*place, FLOOR), SIDE, yaw) for place in places], []


def leaning_on_another(random: Random) -> Lying:
    """A flat die and one that leans against it by 8.5 to 30 degrees."""
    (x, y), yaw = _places(random, 1, REACH - SIDE)[0], float(random.uniform(0, 90))
    lean = float(random.uniform(8.5, 30))
    flat = lay_die(int(random.integers(1, 7)), (x, y, FLOOR), SIDE, yaw)
    toward = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
    other = lay_die(int(random.integers(1, 7)), (x, y, FLOOR), SIDE, yaw)
    tipped = tilt_die(other, SIDE, FLOOR, yaw + 180, lean)
    reach = float(np.max((tipped.corners(SIDE)[:, :2] - (x, y)) @ -toward))
    moved = (SIDE / 2 + reach) * toward
    return [flat, DiePose((x + float(moved[0]), y + float(moved[1]), tipped.middle[2]), tipped.turn)], []


def half_over_the_rim(random: Random) -> Lying:
    """A die that stands on the tray's rim with one edge and inside with the other."""
    side, lean = int(random.integers(4)), float(random.uniform(15, 30))
    along = float(random.uniform(-REACH, REACH))
    out = (PLATE.tray_right - PLATE.tray_left) / 2 - float(random.uniform(0.1, 0.5)) * SIDE
    place = [(out, along), (along, out), (-out, along), (along, -out)][side]
    flat = lay_die(int(random.integers(1, 7)), (MIDDLE[0] + place[0], MIDDLE[1] + place[1], FLOOR), SIDE, 90.0 * side)
    return [tilt_die(flat, SIDE, FLOOR, 90.0 * side + 180, lean)], []


def a_thing(random: Random) -> Lying:
    """A coin, a nut or a button beside a flat die."""
    first, second = _places(random, 2)
    kind = list(ThingKind)[int(random.integers(len(ThingKind)))]
    return [_flat(random, first)], [Thing(kind, *second, FLOOR, float(random.uniform(0, 360)))]


COVERS: Mapping[str, tuple[int, int, int]] = {
    "light skin": (140, 175, 225),
    "skin": (110, 150, 210),
    "dark skin": (45, 65, 95),
    "glove": (180, 120, 60),
    "sleeve": (60, 45, 40),
    "paper": (235, 235, 235),
}
"""Colours in full light, blue, green and red, of what people hold over a table."""


def cover_shots(
    shots: Sequence[NDArray[np.uint8]], cover: str, over: tuple[float, float], random: Random
) -> list[NDArray[np.uint8]]:
    """Return BGR pictures with an arm that comes from below, or a sheet, over a place in pixels."""
    height, width = shots[0].shape[:2]
    outline = np.zeros((height, width), np.uint8)
    x, y = (round(value) for value in over)
    if cover == "paper":
        sheet = cv2.boxPoints(((x, y), (150.0, 110.0), float(random.uniform(0, 90))))
        cv2.fillConvexPoly(outline, np.round(sheet).astype(np.int32), 255)
    else:
        cv2.line(outline, (x, y), (x + int(random.integers(-150, 150)), height + 60), 255, 70)
        cv2.circle(outline, (x, y), 60, 255, -1)
    soft = cv2.GaussianBlur(outline, (0, 0), 1.5).astype(np.float32)[..., None] / 255
    round_ = cv2.GaussianBlur(cv2.distanceTransform(outline, cv2.DIST_L2, 5), (0, 0), 3)
    lit = 0.75 + 0.25 * np.clip(round_ / 20, 0, 1) if cover != "paper" else np.ones_like(round_)
    colour = np.array(COVERS[cover], np.float32) * lit[..., None]
    noise = random.normal(0, 2, shots[0].shape)
    return [np.clip(shot * (1 - soft) + (colour + noise) * soft, 0, 255).astype(np.uint8) for shot in shots]


SCENES: Mapping[str, Callable[[Random], Lying]] = {
    "flat": one_flat,
    "leaning": one_leaning,
    "touching": two_touching,
    "leaning-on": leaning_on_another,
    "rim": half_over_the_rim,
    "thing": a_thing,
}


def covered_scenes(
    cover: str,
    where: str,
    seed: int,
    throws: int,
    lights: tuple[str, ...] = ("left", "right"),
    *,
    mounting: Mounting | None = None,
) -> Iterator[TableScene]:
    """Show something held over the `tray`, in which a die lies, or over the `wells`."""
    random = np.random.default_rng((seed, 0xC0FE))
    focal = PLATE.focal(1280)
    for look in bare_scenes(seed, throws, lights, mounting):
        if where == "tray":
            x, y = (float(middle + random.uniform(-25, 25)) for middle in MIDDLE)
            height = PLATE.tray_floor
        else:
            x, y = PLATE.well_centres[int(random.integers(6))]
            height = PLATE.lid
        share = focal / (PLATE.camera_height - height)
        over = 639.5 + (x - PLATE.camera_place[0]) * share, 359.5 + (y - PLATE.camera_place[1]) * share
        yield TableScene(cover_shots(look.exposures, cover, over, random), look.wells, look.dice)


@lru_cache(maxsize=2)
def bare_scenes(seed: int, throws: int, lights: tuple[str, ...], mounting: Mounting | None) -> tuple[TableScene, ...]:
    """Return the scenes over which one thing after another is held."""
    return tuple(look for look, _ in tray_scenes("flat", seed, throws, lights, mounting=mounting))


def tray_scenes(
    kind: str,
    seed: int,
    throws: int,
    lights: tuple[str, ...] = ("left", "right"),
    paint: str = "ivory",
    *,
    mounting: Mounting | None = None,
) -> Iterator[tuple[TableScene, tuple[int | None, ...]]]:
    """Show trays of a kind, and say what each die there shows, None for one that does not lie flat.

    The wells are filled with flat dice; what lies in the tray comes after them in the look's dice. Without a
    `mounting` the camera hangs with the small errors of a careful assembly.
    """
    machine = dimensions()
    renderer, chance = Renderer(machine, mounting or Mounting.from_seed(seed), 1.0), Chance(seed, machine)
    random = np.random.default_rng((seed, 0x72A4))
    for throw in range(throws):
        poses, things = SCENES[kind](random)
        wells = [SeenDie(chance.pose(throw, well), well) for well in range(1, 7)]
        scene = Scene((*wells, *(SeenDie(pose, None, COLOURS[paint]) for pose in poses)), tuple(things))
        shots = [renderer.picture(scene, LIGHTS[light], (seed, throw, n)) for n, light in enumerate(lights)]
        truth = tuple(pose.up if abs(pose.middle[2] - FLOOR - SIDE / 2) < 0.1 else None for pose in poses)
        yield TableScene(shots, tuple(die.pose.up for die in wells), scene.dice), truth


def _flat(random: Random, place: tuple[float, float]) -> DiePose:
    return lay_die(int(random.integers(1, 7)), (*place, FLOOR), SIDE, float(random.uniform(0, 90)))


def _places(random: Random, count: int, reach: float = REACH) -> list[tuple[float, float]]:
    """Return places in the tray, far enough from each other."""
    places: list[tuple[float, float]] = []
    while len(places) < count:
        x, y = (float(middle + random.uniform(-reach, reach)) for middle in MIDDLE)
        if all(np.hypot(x - a, y - b) > APART for a, b in places):
            places.append((x, y))
    return places
