"""Crops of labelled photographs."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from tools.train.augment import SIDES, random_view
from tools.train.cutouts import Cutout, cut_out
from tools.train.labels import LabelledFace, Picture
from tools.train.surfaces import colour, surface
from tools.train.tiles import Tiles
from tools.train.view import CropTruth, Layers, Matrix, layers, seen_target
from vision.pictures import Image, load_picture
from vision.reading import Box

OVERHEAD = frozenset({"nell", "damian", "machine", "cloth"})
"""Folders whose pictures may be turned upside down; in the others the side faces appear below the top faces."""

SHARES = {"nell": 1.0, "damian": 0.7, "aws": 1.4, "matteo": 0.9, "machine": 0.8, "cloth": 0.15}
"""Sampling weights of folders; other folders have 1."""

KEPT_SIDE = 90.0
"""Photographs with larger faces, in pixels, are shrunk: no crop needs more."""

LARGEST = 2.6
"""Largest factor by which a photograph is enlarged: there is nothing more to learn from it."""

REPLACED = 0.8
"""Share of the crops with a drawn surface or a plain colour around the photograph, in place of its repeated edge."""

ELSEWHERE = 0.12
"""Share of the crops at a random place, not at a die."""


class Photographs:
    """The labelled photographs, decoded once and kept in memory at reduced size."""

    def __init__(self, pictures: Sequence[Picture], tiles: Tiles) -> None:
        self._pictures = tuple(pictures)
        self._tiles = tiles
        self._kept: dict[str, tuple[Layers, CropTruth]] = {}
        names = [picture.folder for picture in pictures]
        share = np.array([SHARES.get(name, 1.0) / names.count(name) for name in names])
        self._share = share / share.sum() if len(share) else share

    def __len__(self) -> int:
        return len(self._pictures)

    def crop(self, rng: np.random.Generator, size: int) -> tuple[Image, CropTruth]:
        """Return a crop of ``size`` of a random photograph, at a random scale, and its truth."""
        picture = self._pictures[int(rng.choice(len(self._pictures), p=self._share))]
        kept, target = self._load(picture)
        place, scale = _focus(rng, kept, target.faces)
        upright = picture.folder not in OVERHEAD and rng.random() < 0.7
        matrix = random_view(rng, size, place, scale, upright=upright)
        view = kept.seen(matrix, size)
        if rng.random() < REPLACED:
            _replace_outside(rng, view, matrix, kept.images[0].shape[:2], self._tiles)
        return view, seen_target(matrix, target, size)

    def cutouts(self, rng: np.random.Generator, side: float, count: int) -> list[Cutout]:
        """Return up to ``count`` cut-out dice with faces of about ``side`` pixels."""
        found: list[Cutout] = []
        for _ in range(3 * count):
            kept, target = self._load(self._pictures[int(rng.choice(len(self._pictures), p=self._share))])
            if len(found) == count or not target.faces:
                continue
            face = target.faces[int(rng.integers(len(target.faces)))]
            large = min(side * float(rng.uniform(0.85, 1.2)), LARGEST * face.side)
            die = cut_out(rng, kept, face, large)
            if die is not None:
                found.append(die)
        return found

    def _load(self, picture: Picture) -> tuple[Layers, CropTruth]:
        if picture.file not in self._kept:
            image = load_picture(picture.path)
            side = float(np.median([face.side for face in picture.faces] or [KEPT_SIDE]))
            kept, shrink = layers(image, min(1280, round(max(image.shape[:2]) * min(1.0, KEPT_SIDE / side))))
            faces = tuple(LabelledFace(f.x * shrink, f.y * shrink, f.side * shrink, f.value) for f in picture.faces)
            ignore = tuple(_scaled(box, shrink) for box in picture.ignore)
            self._kept[picture.file] = kept, CropTruth(faces, ignore)
        return self._kept[picture.file]


def _focus(rng: np.random.Generator, kept: Layers, faces: Sequence[LabelledFace]) -> tuple[tuple[float, float], float]:
    """Return the centre of a crop and its magnification."""
    height, width = kept.images[0].shape[:2]
    low, high = SIDES
    wanted = low * (high / low) ** float(rng.random())
    if rng.random() < 0.07:
        # So large that a pip looks like a small one: nothing is to be found there.
        wanted *= float(rng.uniform(2, 5))
    elif rng.random() < 0.05:
        wanted *= float(rng.uniform(0.35, 0.8))
    place = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
    if not faces:
        return place, math.exp(float(rng.uniform(math.log(0.2), math.log(1.5))))
    face = faces[int(rng.integers(len(faces)))]
    if rng.random() > ELSEWHERE:
        place = (face.x, face.y)
    return place, min(wanted / face.side, LARGEST)


def _replace_outside(
    rng: np.random.Generator, view: Image, matrix: Matrix, shape: tuple[int, ...], tiles: Tiles
) -> None:
    height, width = shape[:2]
    corners = matrix @ np.array([[0, width, width, 0], [0, 0, height, height], [1, 1, 1, 1]])
    outside = np.ones(view.shape[:2], np.uint8)
    cv2.fillConvexPoly(outside, np.round(corners.T * 16).astype(np.int32), 0, cv2.LINE_8, 4)
    if not outside.any():
        return
    flat = rng.random() < 0.3
    ground = colour(rng) if flat else surface(rng, len(view), tiles)
    view[outside > 0] = np.round(ground if flat else ground[outside > 0])


def _scaled(box: Box, by: float) -> Box:
    x0, y0, x1, y1 = box
    return x0 * by, y0 * by, x1 * by, y1 * by
