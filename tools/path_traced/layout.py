"""The layout of a scene, and its camera; lengths are in mm, angles in degrees, sizes in pixels."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tools.odd_things.solids import AXES
from tools.odd_things.view import PhotoView, Reals
from tools.path_traced.bodies import ConvexBody, distance, slide
from tools.path_traced.dice import PosedDie, any_die
from tools.path_traced.leaning import MAKERS, PROP_KINDS, DiceGroup, PropKind, TableProp, lean_die

WIDTH, HEIGHT = 800, 600
SMALLEST, LARGEST = 30.0, 120.0
"""The limits of a die's side in pixels, if it were seen face on."""

FEWEST, MOST = 2, 6
STEEPEST_TILT = 55.0
MARGIN = 8.0
"""The least distance in pixels of a die from the picture's edge."""

COVERED, LEANING_COVERED = 0.05, 0.3
"""The largest covered share of the top face of an upright die, and of a leaning one."""

FACING = 0.2
"""The least cosine of the angle between the line of sight and the normal of a leaning die's top face."""

HALF_EXTENT = np.array([-0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45])
PLACES = np.array([(x, y) for x in HALF_EXTENT for y in HALF_EXTENT])
"""The points of a face that are checked for covering things, in sides."""

SHARED: tuple[PropKind, ...] = ("coins", "pencil", "can", "die", "wall")
"""The things that may lie in a scene twice."""

BARE_PROP = 0.55
"""The share of the scenes without leaning dice in which a thing lies."""

PUSHED = 0.35
"""The share of the upright dice that are pushed close to something."""


@dataclass(frozen=True, slots=True, eq=False)
class TableLayout:
    """A scene: the `dice`, the other things, and the camera."""

    dice: tuple[PosedDie, ...]
    props: tuple[TableProp, ...]
    view: PhotoView

    def measure_cover(self, number: int) -> float:
        """Return the share, 0 to 1, of a die's top face that other things hide from the camera."""
        die = self.dice[number]
        points = die.face(die.top, PLACES)
        others = [other.body for n, other in enumerate(self.dice) if n != number]
        others += [body for prop in self.props for body in prop.bodies]
        hidden = np.zeros(len(points), bool)
        for body in others:
            hidden |= body.hides(points, self.view.eye)
        return float(hidden.mean())


def layouts(seed: int, count: int, share: float) -> Iterator[TableLayout]:
    """Yield `count` scenes in which a `share` of the dice leans; each depends only on seed, number and share."""
    for number in range(count):
        yield layout(np.random.default_rng((seed, number, 0x1EA4)), share, PROP_KINDS[number % len(PROP_KINDS)])


def layout(random: np.random.Generator, share: float, first: PropKind) -> TableLayout:
    """Return a scene of 2 to 6 dice, of which a `share` (0 to 0.5) leans on average, the first on a thing of a kind."""
    dice = int(random.integers(FEWEST, MOST + 1))
    lean = min(dice // 2, int(share * dice + random.random()))
    kinds = [first, *(SHARED[int(random.integers(len(SHARED)))] for _ in range(lean - 1))][:lean]
    bare = first if not lean and first != "die" and random.random() < BARE_PROP else None
    tilt = STEEPEST_TILT * math.sqrt(random.random())
    while True:
        found = _attempt(random, dice, kinds, bare, tilt)
        if found is not None:
            return found


def _attempt(
    random: np.random.Generator, count: int, kinds: list[PropKind], bare: PropKind | None, tilt: float
) -> TableLayout | None:
    usual, rounding = float(random.uniform(12, 20)), float(random.uniform(0.05, 0.16))
    same = random.random() < 0.7
    sides = [usual * (1.0 if same else float(random.uniform(0.8, 1.25))) for _ in range(count)]
    view = _camera(random, usual, tilt)
    groups: list[DiceGroup] = []
    left = count
    for kind in kinds:
        group = lean_die(random, kind, sides[left - 1], rounding)
        left -= len(group.dice)
        if not _put(random, view, groups, group):
            return None
    if bare is not None and not _put(random, view, groups, DiceGroup((), MAKERS[bare](random, usual, 30.0))):
        return None
    for side in sides[:left]:
        if not _put_upright(random, view, groups, any_die(random, side, rounding)):
            return None
    dice = [die for group in groups for die in group.dice]
    made = TableLayout(tuple(dice), tuple(group.prop for group in groups if group.prop), view)
    return made if all(_is_well_seen(made, number) for number in range(len(dice))) else None


def _camera(random: np.random.Generator, side: float, tilt: float) -> PhotoView:
    focal = WIDTH / 2 / math.tan(math.radians(float(random.uniform(26, 62)) / 2))
    pixels = SMALLEST * 1.15 * (LARGEST / SMALLEST * 0.75) ** float(random.random())
    angles = (90.0 - tilt, float(random.uniform(0, 360)), float(random.normal(0, 4)))
    return PhotoView.over((WIDTH, HEIGHT), focal, side * focal / pixels, angles)


def _place(random: np.random.Generator, view: PhotoView) -> tuple[float, float]:
    return view.table(*np.clip(random.normal(0.5, 0.22, 2), 0.06, 0.94).tolist())


def _put(random: np.random.Generator, view: PhotoView, groups: list[DiceGroup], group: DiceGroup) -> bool:
    for _ in range(30):
        placed = group.move(float(random.uniform(0, 360)), *_place(random, view))
        if _is_free(placed, groups) and all(_is_in_view(view, die) for die in placed.dice):
            groups.append(placed)
            return True
    return False


def _put_upright(random: np.random.Generator, view: PhotoView, groups: list[DiceGroup], die: PosedDie) -> bool:
    for _ in range(60):
        x, y = _place(random, view)
        placed = DiceGroup((die,)).move(float(random.uniform(0, 360)), x, y, _level(groups, x, y, die.side))
        if random.random() < PUSHED:
            placed = _push(random, placed, groups)
        if _is_in_view(view, placed.dice[0]) and _is_free(placed, groups):
            groups.append(placed)
            return True
    return False


def _level(groups: list[DiceGroup], x: float, y: float, side: float) -> float:
    """Return the height of the surface under a die at a place: the table, or a book."""
    for group in groups:
        if group.prop is not None and group.prop.kind == "book":
            slab = group.prop.bodies[0]
            aside = np.abs((group.prop.turn.T @ (np.array([x, y, 0]) - slab.corners.mean(axis=0)))[:2])
            half = np.abs((slab.corners - slab.corners.mean(axis=0)) @ group.prop.turn).max(axis=0)[:2]
            if (aside < half - 0.75 * side).all():
                return group.prop.height
    return 0.0


def _push(random: np.random.Generator, placed: DiceGroup, groups: list[DiceGroup]) -> DiceGroup:
    """Return a die pushed towards something until it touches or nearly touches it."""
    die = placed.dice[0]
    near = [body for group in groups for body in group.bodies]
    if not near:
        return placed
    aim = near[int(random.integers(len(near)))]
    to = (aim.corners.mean(axis=0) - die.centre) * [1, 1, 0]
    if not np.linalg.norm(to):
        return placed
    way = to / np.linalg.norm(to)
    ways = [slide(die.body, body, way) for body in near]
    far = min((found[0] for found in ways if found and found[0] > 0), default=0.0)
    gap = float(random.choice([0.02, random.uniform(0, 4)]))
    return DiceGroup((die.move(np.eye(3), way * max(0.0, far - gap)),))


def _is_free(placed: DiceGroup, groups: list[DiceGroup]) -> bool:
    """Return whether a group touches no other one; a fold of the cloth needs some space to flatten out."""
    return all(
        distance(one, other) > -1e-6 and not (_has_fold(placed, group) and distance(one, other) < 1.5)
        for group in groups
        for one in placed.bodies
        for other in group.bodies
    )


def _has_fold(one: DiceGroup, other: DiceGroup) -> bool:
    return any(group.prop is not None and group.prop.kind == "fold" for group in (one, other))


def _is_in_view(view: PhotoView, die: PosedDie) -> bool:
    x0, y0, x1, y1 = measure_box(view, die.body).tolist()
    inside = min(x0, y0, WIDTH - x1, HEIGHT - y1) > MARGIN
    return inside and SMALLEST <= measure_side(view, die) <= LARGEST


def _is_well_seen(made: TableLayout, number: int) -> bool:
    die = made.dice[number]
    if not die.leans:
        return made.measure_cover(number) <= COVERED
    towards = made.view.eye - die.centre
    facing = float(die.turn @ AXES[die.top] @ towards / np.linalg.norm(towards))
    return facing > FACING and made.measure_cover(number) <= LEANING_COVERED


def measure_side(view: PhotoView, die: PosedDie) -> float:
    """Return the side of a die in pixels, if it were seen face on."""
    return die.side * view.focal / float((die.centre - view.eye) @ view.turn[2])


def measure_box(view: PhotoView, body: ConvexBody) -> Reals:
    """Return the box x0, y0, x1, y1 (4) in pixels of a body."""
    ahead = (body.corners - view.eye) @ view.turn[2]
    pixels, radii = view.pixels(body.corners), (body.radius * view.focal / ahead)[:, None]
    return np.concatenate([(pixels - radii).min(axis=0), (pixels + radii).max(axis=0)])
