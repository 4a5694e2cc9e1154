"""Drawn scenes with their truth: dice of any kind on any ground, like a part of a photograph."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.train.augment import SIDES
from tools.train.camera import Floats, PinholeCamera, random_camera, turned
from tools.train.clutter import clutter
from tools.train.cubes import CLEAR, Cube, CubePixels, Lamp, render_cube
from tools.train.cutouts import uncovered
from tools.train.die_looks import random_die_look, random_marks
from tools.train.faces import NEEDED, TOP, DieLook, strip
from tools.train.labels import UNREADABLE, LabelledFace
from tools.train.layouts import DiePlacement, layout
from tools.train.light import expose, glint, gloss, random_lamp, shade_of_something, shadows, shoulder, vignette
from tools.train.rooms import room
from tools.train.surfaces import surface
from tools.train.tiles import Tiles
from tools.train.view import CropTruth, around, clipped
from vision.pictures import Image
from vision.reading import Box

LEVEL, LEANING = math.radians(5), math.radians(15)
"""A die that leans less than LEVEL has a value; one that leans more than LEANING is unreadable. Between them the truth
is unknown."""

WHOLE = 0.92
"""Smallest visible share of a top face that has a value."""

PIPS, MIDDLES = 0.72, 0.5
"""Shares of a face's side that hold all pips, and all their centres."""

ASLANT, HIDDEN = 0.44, 0.3
"""Foreshortening of a top face: below ASLANT the truth is unknown, below HIDDEN it is unreadable."""

WORN = 0.08
"""Share of the faces that lack a pip, which makes them unreadable."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die of a scene: its cube, pose and value (``UNREADABLE`` if it shows marks that are no pips).

    A ``blank`` one shows nothing at all: it is a cube, no die.
    """

    cube: Cube
    pose: DiePlacement
    value: int
    blank: bool


def scene(
    rng: np.random.Generator, size: int, tiles: Tiles, base: tuple[Image, CropTruth] | None = None
) -> tuple[Image, CropTruth]:
    """Return a drawn picture (size, size, 3) and what is true of it.

    The dice lie on a drawn surface, or on ``base``, a photograph whose own dice stay.
    """
    side = _side(rng)
    camera, lamp = random_camera(rng, size, side), random_lamp(rng)
    ground = bare(rng, size, side, tiles) if base is None else base[0].copy()
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
        kept, lost = uncovered(base[1], owner | below)
        faces, ignore = [*faces, *kept], [*ignore, *lost, *base[1].ignore]
    return finished, CropTruth(tuple(faces), tuple(clipped(ignore, size)))


def _side(rng: np.random.Generator) -> float:
    low, high = SIDES
    side: float = low * (high / low) ** float(rng.random())
    kind = rng.random()
    if kind < 0.05:
        return side * float(rng.uniform(2, 4))
    return side * float(rng.uniform(0.4, 0.8)) if kind < 0.09 else side


def bare(rng: np.random.Generator, size: int, side: float, tiles: Tiles) -> Image:
    """Return a ground (size, size, 3) without dice: a surface, at times with wells or walls for dice of ``side``."""
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
    turn = turned(pose.spin, pose.lean, pose.towards)
    # It stands on its lowest corner or edge, less what is rounded off.
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
    """Draw the dice from far to near; return whose top face each pixel shows (number + 1), and each die seen."""
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
            # Its sides show pips too, and none of them is its value.
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
    """Return whether a picture of ``size`` holds this share of a face (4, 2) around its centre."""
    middle = corners.mean(axis=0)
    part = middle + share * (corners - middle) + 0.5
    return bool((part >= 0).all() and (part <= size).all())


def _area(corners: NDArray[np.float64]) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2
