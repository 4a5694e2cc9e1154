"""Drawn scenes with their truth: random dice on random grounds, like a part of a photograph."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tools.train.augment import SIDES
from tools.train.cubes import (
    CLEAR,
    Cube,
    CubePixels,
    Floats,
    Lamp,
    PinholeCamera,
    compute_turn,
    expose,
    glint,
    gloss,
    random_camera,
    random_lamp,
    render_cube,
    shade_of_something,
    shadows,
    shoulder,
    vignette,
)
from tools.train.faces import NEEDED, TOP, DieLook, random_die_look, random_marks, strip
from tools.train.labels import UNREADABLE, LabelledFace
from tools.train.real import find_uncovered
from tools.train.surfaces import Tiles, room, surface
from tools.train.things import clutter
from tools.train.view import CropTruth, around, clip_boxes
from vision.pictures import Image
from vision.reading import Box


@dataclass(frozen=True, slots=True)
class DiePlacement:
    """The place of a die on the table (x, y), the height of its foot, its size, and its spin and lean in radians."""

    x: float
    y: float
    size: float = 1.0
    spin: float = 0.0
    foot: float = 0.0
    lean: float = 0.0
    towards: float = 0.0


def layout(rng: np.random.Generator, camera: PinholeCamera, size: int, side: float) -> list[DiePlacement]:
    """Return the placements of the dice of one scene in a crop of ``size``; some may lie outside."""
    room = (size / side) ** 2
    most = max(1, min(22, round(room * 0.3)))
    count = min(most, 1 + int(rng.geometric(0.22)) - (rng.random() < 0.4))
    kind = rng.random()
    if kind < 0.45 or count == 1:
        poses = _scatter(rng, camera, size, count)
    elif kind < 0.72:
        poses = _clump(rng, camera, size, count)
    else:
        poses = _block(rng, camera, size, count)
    if rng.random() < 0.12:
        poses = _stack(rng, poses)
    return _lean_some(rng, poses) if rng.random() < 0.4 else poses


def _place(rng: np.random.Generator, camera: PinholeCamera, size: int, margin: float = 0.04) -> tuple[float, float]:
    pixel = rng.uniform(margin, 1 - margin, 2) * size
    x, y, _ = camera.on_table(pixel[None])[0].tolist()
    return x, y


def _scatter(rng: np.random.Generator, camera: PinholeCamera, size: int, count: int) -> list[DiePlacement]:
    poses: list[DiePlacement] = []
    mixed = rng.random() < 0.2
    for _ in range(count * 3):
        x, y = _place(rng, camera, size)
        large = float(rng.uniform(0.65, 1.4)) if mixed else 1.0
        pose = DiePlacement(x, y, large, float(rng.uniform(0, 2 * math.pi)))
        if len(poses) < count and not any(_overlap(pose, other) for other in poses):
            poses.append(pose)
    return poses


def _clump(rng: np.random.Generator, camera: PinholeCamera, size: int, count: int) -> list[DiePlacement]:
    """Return dice that touch or nearly touch, each with a random turn or the turn of its neighbour."""
    x, y = _place(rng, camera, size, 0.2)
    poses = [DiePlacement(x, y, 1.0, float(rng.uniform(0, 2 * math.pi)))]
    gap = float(rng.choice([0.0, 0.02, 0.1]))
    for _ in range(count * 3):
        if len(poses) >= count:
            break
        by = poses[int(rng.integers(len(poses)))]
        spin = by.spin if rng.random() < 0.5 else float(rng.uniform(0, 2 * math.pi))
        quarter = rng.random() < 0.5
        angle = by.spin + math.pi / 2 * int(rng.integers(4)) if quarter else float(rng.uniform(0, 2 * math.pi))
        for far in np.arange(1.0, 1.5, 0.04).tolist():
            reach = far + gap
            pose = DiePlacement(by.x + reach * math.cos(angle), by.y + reach * math.sin(angle), 1.0, spin)
            if not any(_overlap(pose, other) for other in poses):
                poses.append(pose)
                break
    return poses


def _block(rng: np.random.Generator, camera: PinholeCamera, size: int, count: int) -> list[DiePlacement]:
    """Return dice in rows and blocks, edge to edge or with a gap, as people lay them out."""
    x, y = _place(rng, camera, size, 0.25)
    columns = count if rng.random() < 0.45 else max(1, round(math.sqrt(count) * float(rng.uniform(0.7, 1.6))))
    pitch = 1 + float(rng.choice([0.0, 0.03, float(rng.uniform(0.05, 0.5))]))
    turn, loose = float(rng.uniform(0, math.pi)), float(rng.choice([0.0, 0.02, 0.08]))
    c, s = math.cos(turn), math.sin(turn)
    poses: list[DiePlacement] = []
    for n in range(count):
        u, v = (n % columns) * pitch, (n // columns) * pitch
        u, v = u + float(rng.normal(0, loose)), v + float(rng.normal(0, loose))
        pose = DiePlacement(x + c * u - s * v, y + s * u + c * v, 1.0, turn + float(rng.normal(0, loose)))
        if not any(_overlap(pose, other, 0.04) for other in poses):
            poses.append(pose)
    return poses


def _stack(rng: np.random.Generator, poses: list[DiePlacement]) -> list[DiePlacement]:
    below = poses[int(rng.integers(len(poses)))]
    x, y = below.x + float(rng.normal(0, 0.12)), below.y + float(rng.normal(0, 0.12))
    return [*poses, replace(below, x=x, y=y, foot=below.size, spin=float(rng.uniform(0, 2 * math.pi)))]


def _lean_some(rng: np.random.Generator, poses: list[DiePlacement]) -> list[DiePlacement]:
    """Return the dice after making one or some of them lean."""
    if rng.random() < 0.5:
        one = int(rng.integers(len(poses)))
        return [_lean(rng, pose) if n == one else pose for n, pose in enumerate(poses)]
    return [_lean(rng, pose) if rng.random() < 0.4 else pose for pose in poses]


def _lean(rng: np.random.Generator, pose: DiePlacement) -> DiePlacement:
    return replace(pose, lean=math.radians(float(rng.uniform(4, 55))), towards=float(rng.uniform(0, 2 * math.pi)))


def _overlap(one: DiePlacement, other: DiePlacement, slack: float = 0.01) -> bool:
    """Return whether the bases of two dice overlap by more than ``slack``: no line along an edge separates them."""
    apart = math.hypot(one.x - other.x, one.y - other.y)
    if apart > 0.7072 * (one.size + other.size):
        return False
    corners = [_corners(pose) for pose in (one, other)]
    for pose in (one, other):
        for angle in (pose.spin, pose.spin + math.pi / 2):
            way = np.array([math.cos(angle), math.sin(angle)])
            first, second = corners[0] @ way, corners[1] @ way
            if first.max() < second.min() + slack or second.max() < first.min() + slack:
                return False
    return True


def _corners(pose: DiePlacement) -> NDArray[np.float64]:
    angles = pose.spin + math.pi / 4 + np.arange(4) * math.pi / 2
    reach = pose.size * math.sqrt(0.5)
    return np.column_stack([pose.x + reach * np.cos(angles), pose.y + reach * np.sin(angles)])


LEVEL, LEANING = math.radians(5), math.radians(15)
"""A die that leans less than LEVEL has a value; one that leans more than LEANING is unreadable. Between them the truth
is unknown."""

WHOLE = 0.92
"""Smallest visible share of a top face that has a value."""

PIPS, MIDDLES = 0.72, 0.5
"""Shares of a face's side within which all pips lie, and all their centres."""

ASLANT, HIDDEN = 0.44, 0.3
"""Foreshortening of a top face: below ASLANT the truth is unknown, below HIDDEN it is unreadable."""

WORN = 0.08
"""Share of the faces that lack a pip, which makes them unreadable."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die of a scene: its cube, pose and value, which is ``UNREADABLE`` if it shows marks instead of pips.

    A ``blank`` one shows nothing: it is a cube, not a die.
    """

    cube: Cube
    pose: DiePlacement
    value: int
    blank: bool


def scene(
    rng: np.random.Generator, size: int, tiles: Tiles, base: tuple[Image, CropTruth] | None = None
) -> tuple[Image, CropTruth]:
    """Return a drawn picture (size, size, 3) and its truth.

    The dice lie on a drawn surface, or on ``base``, a photograph that keeps its own dice.
    """
    side = _side(rng)
    camera, lamp = random_camera(rng, size, side), random_lamp(rng)
    ground = draw_ground(rng, size, side, tiles) if base is None else base[0].copy()
    below = np.zeros((size, size), np.uint8)
    if rng.random() < 0.45:
        below = clutter(rng, ground, side, int(rng.geometric(0.35)))
    picture = ground.astype(np.float32)
    if base is None:
        picture *= np.float32(lamp.ambient + lamp.direct * lamp.place[2] / float(np.linalg.norm(lamp.place)))
    if rng.random() < 0.15:
        gloss(rng, picture, int(rng.integers(1, 4)))
    poses = [] if base is None and rng.random() < 0.06 else layout(rng, camera, size, side)
    drawn = _dice(rng, poses, side, tiles)
    shadows(rng, picture, [d.cube for d in drawn], camera, lamp)
    owner, seen = _lay(picture, drawn, camera, lamp)
    if rng.random() < 0.15:
        _glints(rng, picture, drawn, camera)
    if rng.random() < 0.12:
        shade_of_something(rng, picture)
    if rng.random() < 0.2:
        vignette(rng, picture)
    if base is None:
        expose(rng, picture)
        if rng.random() < 0.8:
            shoulder(picture)
    finished = np.clip(np.round(picture), 0, 255).astype(np.uint8)
    if rng.random() < 0.05:
        owner[clutter(rng, finished, side, 1) > 0] = 0
    faces, ignore = _truth(drawn, seen, owner, camera)
    if base is not None:
        kept, lost = find_uncovered(base[1], owner | below)
        faces, ignore = [*faces, *kept], [*ignore, *lost, *base[1].ignore]
    return finished, CropTruth(tuple(faces), tuple(clip_boxes(ignore, size)))


def _side(rng: np.random.Generator) -> float:
    low, high = SIDES
    side: float = low * (high / low) ** float(rng.random())
    kind = rng.random()
    if kind < 0.05:
        return side * float(rng.uniform(2, 4))
    return side * float(rng.uniform(0.4, 0.8)) if kind < 0.09 else side


def draw_ground(rng: np.random.Generator, size: int, side: float, tiles: Tiles) -> Image:
    """Return a ground (size, size, 3) without dice: a surface, sometimes with wells or walls for dice of ``side``."""
    ground = np.round(surface(rng, size, tiles)).astype(np.uint8)
    if rng.random() < 0.2:
        room(rng, ground, side)
    return ground


def _dice(rng: np.random.Generator, poses: Sequence[DiePlacement], side: float, tiles: Tiles) -> list[Drawn]:
    kinds = 1 if rng.random() < 0.5 else int(rng.integers(2, 8))
    looks = [(random_die_look(rng), random_marks(rng)) for _ in range(kinds)]
    drawn = []
    for pose in poses:
        look, marks = looks[int(rng.integers(kinds))]
        drawn.append(_die(rng, pose, look, marks, pixels=side, tiles=tiles))
    return drawn


def _die(
    rng: np.random.Generator,
    pose: DiePlacement,
    look: DieLook,
    marks: Sequence[str | None],
    *,
    pixels: float,
    tiles: Tiles,
) -> Drawn:
    """Return a die with a random face on top; opposite faces add up to seven."""
    values = rng.permutation(3)
    order = []
    for n in values.tolist():
        low = n + 1
        order += [low, 7 - low] if rng.random() < 0.5 else [7 - low, low]
    top = order[TOP]
    own = [marks[value - 1] for value in order]
    fine = int(np.clip(pixels * pose.size * 1.1, 14, 128))
    lost = int(rng.choice(NEEDED[top])) if top in NEEDED and own[TOP] is None and rng.random() < WORN else None
    made = strip(rng, look, order, own, pixels=fine, tile=tiles.clouds, lost=lost)
    half = pose.size / 2
    turn = compute_turn(pose.spin, pose.lean, pose.towards)
    # It stands on its lowest corner or edge, which the rounding shortens.
    drop = half * float(np.abs(turn[2]).sum())
    low = drop - (drop - half) * min(1.0, look.rounding)
    cube = Cube(
        turn,
        np.array([pose.x, pose.y, pose.foot + low]),
        half,
        made,
        look.rounding,
        look.ball,
        look.opacity,
        look.gloss,
    )
    return Drawn(cube, pose, top if own[TOP] is None and lost is None else UNREADABLE, blank=own[TOP] == "")


def _lay(
    picture: Floats, drawn: Sequence[Drawn], camera: PinholeCamera, lamp: Lamp
) -> tuple[Image, list[CubePixels | None]]:
    """Draw the dice from far to near; return whose top each pixel shows (index + 1), and the pixels of each die."""
    size = picture.shape[0]
    owner = np.zeros((size, size), np.uint8)
    seen: list[CubePixels | None] = [None] * len(drawn)
    far = [camera.distance(d.cube.middle) - d.pose.foot for d in drawn]
    for n in np.argsort(far)[::-1].tolist():
        cube = drawn[n].cube
        view = render_cube(cube, camera, lamp, size)
        if view is None:
            continue
        part = picture[view.rows, view.columns]
        cover = view.cover[..., None]
        colour = view.colour if cube.opacity >= CLEAR else view.colour * cube.opacity + part * (1 - cube.opacity)
        picture[view.rows, view.columns] = part * (1 - cover) + colour * cover
        mine = owner[view.rows, view.columns]
        mine[view.cover > 0.5] = 255
        mine[view.top > 0] = n + 1
        seen[n] = view
    return owner, seen


def _glints(rng: np.random.Generator, picture: Floats, drawn: Sequence[Drawn], camera: PinholeCamera) -> None:
    for die in drawn:
        if rng.random() < 0.6:
            corners = camera.project(die.cube.top)
            x, y = corners.mean(axis=0).tolist()
            glint(rng, picture, (x, y), math.sqrt(max(_area(corners), 1)))


def _truth(
    drawn: Sequence[Drawn], seen: Sequence[CubePixels | None], owner: Image, camera: PinholeCamera
) -> tuple[list[LabelledFace], list[Box]]:
    faces: list[LabelledFace] = []
    ignore: list[Box] = []
    for n, (die, view) in enumerate(zip(drawn, seen, strict=True)):
        if view is None or die.blank:
            continue
        corners = camera.project(die.cube.top)
        x, y = (corners.mean(axis=0) + 0.5).tolist()
        size = owner.shape[0]
        if not (0 <= x < size and 0 <= y < size):
            continue
        area = _area(corners)
        side = math.sqrt(max(area, 1e-6))
        whole, own = float(view.top.sum()), float((owner == n + 1).sum())
        cut = not _holds(size, corners, MIDDLES)
        below = camera.project(2 * die.cube.middle[None] - die.cube.top).mean(axis=0) + 0.5
        down = (below[0] - x) / side, (below[1] - y) / side
        face = LabelledFace(x, y, side, UNREADABLE if cut or die.pose.lean >= LEVEL else die.value, down)
        shown = area / max(float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()), 1e-6) ** 2
        if shown < HIDDEN:
            # Its sides show pips too, which are not its value.
            continue
        if shown < ASLANT:
            ignore.append(around(face, 0.6))
            continue
        known = cut or _holds(size, corners, PIPS)
        if own > WHOLE * whole and known and not LEVEL <= die.pose.lean < LEANING:
            faces.append(face)
        elif view.cover.sum() > 4:
            ignore.append(around(face, 0.75))
    return faces, ignore


def _holds(size: int, corners: NDArray[np.float64], share: float) -> bool:
    """Return whether a picture of ``size`` contains this share of a face (4, 2) around its centre."""
    middle = corners.mean(axis=0)
    part = middle + share * (corners - middle) + 0.5
    return bool((part >= 0).all() and (part <= size).all())


def _area(corners: NDArray[np.float64]) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2
