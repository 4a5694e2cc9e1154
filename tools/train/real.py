"""Crops of labelled photographs, and dice that are cut out of them and pasted elsewhere."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tools.train.augment import SIDES, random_view
from tools.train.labels import UNREADABLE, LabelledFace, Picture
from tools.train.surfaces import Tiles, colour, surface
from tools.train.view import CropTruth, Layers, Matrix, around, layers, turn_by, view_target
from vision.pictures import Image, load_picture
from vision.reading import Box

WIDTH = 2.5
"""Side of the patch around a die, in sides of its top face; the patch has the whole die and a little ground."""

PLAIN = 9.0
"""Largest mean difference of the ground's colours around a die that can be cut out."""


@dataclass(frozen=True, slots=True)
class Cutout:
    """A patch (n, n, 3) of a photograph, the mask (n, n) of the die in it, and the die's top face there."""

    patch: Image
    mask: Image
    face: LabelledFace


def cut_out(rng: np.random.Generator, kept: Layers, face: LabelledFace, side: float) -> Cutout | None:
    """Return a randomly turned die with a top face of about ``side`` pixels; None if it cannot be cut out."""
    size = math.ceil(WIDTH * side)
    angle, stretch = float(rng.uniform(0, 2 * math.pi)), float(np.clip(rng.normal(1, 0.08), 0.8, 1.25))
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    linear = side / face.side * turn_by(angle) @ np.diag([mirror * stretch, 1 / stretch])
    height, width = kept.images[0].shape[:2]
    reach = WIDTH * face.side * 0.7
    if min(face.x, face.y, width - face.x, height - face.y) < reach:
        return None
    matrix: Matrix = np.column_stack([linear, size / 2 - linear @ (face.x, face.y)])
    patch = kept.warp(matrix, size)
    mask = outline(patch, side)
    if mask is None:
        return None
    return Cutout(_recolour(rng, patch), mask, LabelledFace(size / 2, size / 2, side, face.value))


def outline(patch: Image, side: float) -> Image | None:
    """Return the mask (n, n) of the die in the middle of a patch; None unless the ground is plain and the size right.

    A die is convex, and differs from its ground in hue or much in brightness; a shadow differs a little in brightness.
    """
    size = len(patch)
    colours, edge = patch.astype(np.float32), max(1, size // 10)
    ring = np.concatenate([part.reshape(-1, 3) for part in (colours[:edge], colours[-edge:], colours[:, :edge])])
    ring = np.concatenate([ring, colours[:, -edge:].reshape(-1, 3)])
    ground = np.median(ring, axis=0)
    if float(np.abs(ring - ground).mean()) > PLAIN:
        return None
    ratio = (colours + 4) / (ground + 4)
    light = ratio.mean(axis=2)
    hue = np.abs(ratio - light[..., None]).max(axis=2)
    differs = ((hue > 0.1) | (light < 0.55) | (light > 1.12)).astype(np.uint8)
    opened = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, parts, measures, _ = cv2.connectedComponentsWithStats(opened)
    middle, near = size // 2, max(1, int(side * 0.35))
    found = np.bincount(parts[middle - near : middle + near, middle - near : middle + near].ravel())
    found[0] = 0
    part = int(found.argmax())
    x, y, width, height, area = np.asarray(measures)[part].tolist()
    if found[part] == 0 or min(x, y) == 0 or max(x + width, y + height) >= size:
        return None
    hull = cv2.convexHull(np.column_stack(np.nonzero(parts == part))[:, ::-1].astype(np.int32))
    whole = cv2.contourArea(hull)
    if not 0.95 * side**2 < whole < 1.8 * side**2 or area < 0.6 * whole:
        return None
    mask = np.zeros((size, size), np.uint8)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.6), np.uint8)


def lay_out(rng: np.random.Generator, ground: Image, dice: Sequence[Cutout]) -> tuple[list[LabelledFace], Image]:
    """Paste dice onto free places of the ground (size, size, 3); return their faces and the mask of what they cover."""
    size = len(ground)
    layer, covered = ground.copy(), np.zeros((size, size), np.uint8)
    faces: list[LabelledFace] = []
    for die in dice:
        spots = [rng.integers(0, max(1, size - len(die.patch)), 2).tolist() for _ in range(3)]
        if faces and rng.random() < 0.5:
            spots.insert(0, _beside(rng, faces[-1], len(die.patch)))
        for x, y in spots:
            here = slice(y, y + len(die.patch)), slice(x, x + len(die.patch))
            if min(x, y) < 0 or layer[here].shape != die.patch.shape or (covered[here][die.mask > 127] > 0).any():
                continue
            share = (die.mask.astype(np.float32) / 255)[..., None]
            layer[here] = np.round(layer[here] * (1 - share) + die.patch * share)
            covered[here] |= die.mask
            faces.append(LabelledFace(x + die.face.x, y + die.face.y, die.face.side, die.face.value))
            break
    if faces:
        _shadow(rng, ground, covered, faces[0].side)
        share = (covered.astype(np.float32) / 255)[..., None]
        ground[:] = np.round(ground * (1 - share) + layer * share)
    return faces, covered


def collage(rng: np.random.Generator, base: tuple[Image, CropTruth], dice: Sequence[Cutout]) -> tuple[Image, CropTruth]:
    """Return a picture with pasted dice, and its truth; its own faces remain if they are not covered."""
    image, target = base[0].copy(), base[1]
    faces, covered = lay_out(rng, image, dice)
    kept, ignore = find_uncovered(target, covered)
    readable = tuple(face for face in faces if face.value != UNREADABLE)
    return image, CropTruth((*readable, *kept), (*target.ignore, *ignore))


def find_uncovered(target: CropTruth, covered: Image) -> tuple[tuple[LabelledFace, ...], tuple[Box, ...]]:
    """Return the faces that remain visible, and boxes around the covered ones."""
    kept, lost = [], []
    for face in target.faces:
        box = around(face, 0.6)
        x0, y0, x1, y1 = (max(0, round(edge)) for edge in box)
        if covered[y0:y1, x0:x1].any():
            lost.append(box)
        else:
            kept.append(face)
    return tuple(kept), tuple(lost)


def _beside(rng: np.random.Generator, face: LabelledFace, patch: int) -> list[int]:
    """Return the corner of a patch, such that its die touches or nearly touches the die of a face."""
    angle, far = rng.uniform(0, 2 * math.pi), face.side * float(rng.uniform(1.05, 1.6))
    x, y = face.x + far * math.cos(angle), face.y + far * math.sin(angle)
    return [round(x - patch / 2), round(y - patch / 2)]


def _shadow(rng: np.random.Generator, ground: Image, covered: Image, side: float) -> None:
    for far, soft, strong in ((rng.normal(0, 0.3, 2), rng.uniform(0.03, 0.3), 0.6), (np.zeros(2), 0.07, 0.5)):
        shift = np.array([[1, 0, far[0] * side], [0, 1, far[1] * side]])
        moved = cv2.warpAffine(covered, shift, covered.shape[::-1])
        shade = np.asarray(cv2.GaussianBlur(moved, (0, 0), float(soft) * side + 0.3), np.float32)
        dark = 1 - shade * np.float32(rng.uniform(0.1, strong) / 255)
        ground[:] = np.round(ground * dark[..., None])


def _recolour(rng: np.random.Generator, patch: Image) -> Image:
    if rng.random() < 0.3:
        patch = np.ascontiguousarray(patch[..., rng.permutation(3)])
    if rng.random() < 0.6:
        gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.15))
        patch = np.clip(np.round(patch * gain), 0, 255).astype(np.uint8)
    return patch


OVERHEAD = frozenset({"nell", "damian", "machine", "cloth"})
"""Folders whose pictures may be turned upside down; in the others the side faces appear below the top faces."""

SHARES = {"nell": 1.0, "damian": 0.7, "aws": 1.4, "matteo": 0.9, "machine": 0.8, "cloth": 0.15}
"""Sampling weights of folders; other folders have 1."""

KEPT_SIDE = 90.0
"""Photographs with larger faces, in pixels, are shrunk: no crop needs larger ones."""

LARGEST = 2.6
"""Largest magnification of a photograph: larger ones show nothing more."""

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
        view = kept.warp(matrix, size)
        if rng.random() < REPLACED:
            _replace_outside(rng, view, matrix, kept.images[0].shape[:2], self._tiles)
        return view, view_target(matrix, target, size)

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
            ignore = tuple(_scale(box, shrink) for box in picture.ignore)
            self._kept[picture.file] = kept, CropTruth(faces, ignore)
        return self._kept[picture.file]


def _focus(rng: np.random.Generator, kept: Layers, faces: Sequence[LabelledFace]) -> tuple[tuple[float, float], float]:
    """Return the centre of a crop and its magnification."""
    height, width = kept.images[0].shape[:2]
    low, high = SIDES
    wanted = low * (high / low) ** float(rng.random())
    if rng.random() < 0.07:
        # So large that a pip looks like a small die's one: the net must find nothing there.
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


def _scale(box: Box, by: float) -> Box:
    x0, y0, x1, y1 = box
    return x0 * by, y0 * by, x1 * by, y1 * by
