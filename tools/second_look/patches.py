"""Patches of photographs and drawn scenes: labelled top faces, and the reader's false detections."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.second_look.renderer import CROP, FACE
from tools.train.batches import TrainingError
from tools.train.calibrate import traps
from tools.train.labels import LabelledFace, Picture
from vision.photograph.net import Net
from vision.photograph.reader import detect
from vision.pictures import Image, load_picture

PATCH = 176
"""Width of a patch in pixels: a crop of 128 can be turned and moved in it."""

LARGEST = 3.5
"""Faces that need a larger magnification are left out."""

WEAKEST = -2.2
"""Mean heat, in log-odds, of the weakest detection that becomes a counterexample."""

NOT_A_DIE = -1
"""The value of a patch that shows no face."""

DRAWN, SEED = 1200, 0x5EC0
"""Number and seed of the drawn scenes."""

SHARES = {
    "nell": 1.2,
    "aws": 1.4,
    "machine": 0.9,
    "matteo": 0.8,
    "damian": 0.6,
    "trays": 0.7,
    "cloth": 0.1,
    "drawn": 1.4,
}
"""Weight of the faces of each folder, and of the drawn ones; within a folder all faces weigh the same."""

FACES, OTHERS = 1800, 900
"""The most faces and other things that are kept of a folder; their total weight is that of all."""


@dataclass(frozen=True, slots=True)
class Patches:
    """Patches (n, PATCH, PATCH, 3), RGB; values (n,), which may be UNREADABLE or NOT_A_DIE; sampling weights (n,)."""

    images: NDArray[np.uint8]
    values: NDArray[np.int64]
    weights: NDArray[np.float32]

    def draw_crops(self, count: int) -> NDArray[np.uint8]:
        """Return the middles (count, CROP, CROP, 3), BGR, of random patches, drawn by their weights."""
        rows = np.random.default_rng(0).choice(len(self.images), count, p=self.weights / self.weights.sum())
        edge = (PATCH - CROP) // 2
        return np.ascontiguousarray(self.images[rows, edge : edge + CROP, edge : edge + CROP, ::-1])


def cut_patches(pictures: Sequence[Picture], drawn: int = DRAWN, net: Net | None = None) -> Patches:
    """Return patches of the faces in photographs and ``drawn`` scenes, and of the net's false detections there.

    At most ``FACES`` and ``OTHERS`` of a folder are kept. Raises TrainingError if there are no faces or no others.
    """
    net, rng = net or Net(), np.random.default_rng(SEED)
    images, values, folders = [], [], []
    photographs = ((picture, load_picture(picture.path)) for picture in pictures)
    for picture, image in chain(photographs, traps(drawn, SEED)):
        for face in (*picture.faces, *_find_false_faces(net, image, picture)):
            if face.side * LARGEST >= FACE:
                images.append(_cut(image, face))
                values.append(face.value)
                folders.append(picture.folder)
    if not min(values, default=0) == NOT_A_DIE < max(values):
        raise TrainingError(
            "photographs with dice, and with things that the reader takes for dice, are needed: give more"
        )
    weights = np.zeros(len(values), np.float32)
    kinds, places = np.array(values), np.array(folders)
    for folder in sorted(set(folders)):
        faces = np.flatnonzero((places == folder) & (kinds > NOT_A_DIE))
        others = np.flatnonzero((places == folder) & (kinds == NOT_A_DIE))
        for rows, most, share in ((faces, FACES, SHARES[folder]), (others, OTHERS, math.sqrt(len(others)))):
            kept = rng.permutation(rows)[:most]
            weights[kept] = share / max(1, len(kept))
    rows = np.flatnonzero(weights)
    return Patches(np.stack([images[row] for row in rows]), kinds[rows], weights[rows])


def _find_false_faces(net: Net, image: Image, picture: Picture) -> list[LabelledFace]:
    found = detect(net, image)[0].detections
    heat = found.mean_heat()
    false = []
    for n in range(len(found)):
        x, y, side = float(found.x[n]), float(found.y[n]), float(found.side[n])
        on = any(math.hypot(f.x - x, f.y - y) < 0.42 * f.side and 0.6 < side / f.side < 1.6 for f in picture.faces)
        unknown = any(
            a - 0.3 * side <= x <= c + 0.3 * side and b - 0.3 * side <= y <= d + 0.3 * side
            for a, b, c, d in picture.ignore
        )
        if heat[n] >= WEAKEST and not on and not unknown:
            false.append(LabelledFace(x, y, side, NOT_A_DIE))
    return false


def _cut(image: Image, face: LabelledFace) -> NDArray[np.uint8]:
    by = FACE / face.side
    if by < 0.6:
        image = np.asarray(cv2.blur(image, (round(1 / by),) * 2), np.uint8)
    matrix = np.array([[by, 0, PATCH / 2 - 0.5 - by * (face.x - 0.5)], [0, by, PATCH / 2 - 0.5 - by * (face.y - 0.5)]])
    view = cv2.warpAffine(image, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(np.asarray(view, np.uint8)[..., ::-1])
