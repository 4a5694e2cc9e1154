"""What the pixels of a face say for it: one colour between the pips, and an outline around it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.patterns import PATTERNS, Face, tilt_of
from vision.pictures import Image
from vision.pips import Floats, Pips, sample

REACH = 3.2
_AXIS = np.linspace(-REACH, REACH, 33).astype(np.float32)
_GRID = np.stack(np.meshgrid(_AXIS, _AXIS), axis=-1).reshape(-1, 2)
_GLANCE = np.stack(np.meshgrid(*[np.linspace(-1.35, 1.35, 9).astype(np.float32)] * 2), axis=-1).reshape(-1, 2)
_BEYOND = np.flatnonzero((_AXIS > 1.75) & (_AXIS < 2.85))
_LANES = np.flatnonzero(np.abs(_AXIS) < 1.1)

EDGE = 2.1
"""Where the edge of a face lies, in pitches from its middle, about."""

_STRIDE = 0.45
_SPAN = 20
_NEAR = 3
_SPINS = 10
_HALVES = np.arange(6, 19)
_BANDS = [(max(int(np.floor(0.87 * half)) - _NEAR - 1, 0), int(np.ceil(1.13 * half)) - _NEAR) for half in _HALVES]


def _spins() -> tuple[Floats, NDArray[np.intp]]:
    """Return the points of a wide patch in strides, and for each turn and side the indices (lane, distance) into it."""
    reach = int(np.ceil(_SPAN * 1.1))
    line = np.arange(-reach, reach + 1, dtype=np.float32)
    points = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    lanes, far = np.meshgrid(np.arange(-4, 5), np.arange(_NEAR, _SPAN + 1), indexing="ij")
    turns = []
    for turn in range(_SPINS):
        sides = []
        for quarter in range(4):
            angle = (turn / _SPINS + quarter) * np.pi / 2
            x = np.rint(far * np.cos(angle) - lanes * np.sin(angle)).astype(int)
            y = np.rint(far * np.sin(angle) + lanes * np.cos(angle)).astype(int)
            sides.append((y + reach) * (2 * reach + 1) + x + reach)
        turns.append(sides)
    return points, np.array(turns, np.intp)


_WIDE, _SPIN = _spins()

ALIKE = 0.4
"""How far a colour may be from the face's, in the contrast of its pips."""

KIN_TILT, KIN_SIZE = 0.15, 0.12
"""How far pips of one face may differ in tilt, and in the logarithm of their radius."""

UNBROKEN = 0.2
"""How far, all the way between two pips, if they are to be on one face."""


@dataclass(frozen=True, slots=True)
class Support:
    """The pixels' word on one face, lengths in pitches, colours in the pip's contrast.

    ``clean``: share of the face between its pips that has the face's colour; ``ghosts``: share of it that looks like a
    pip; ``rough``: how much its colour varies; ``steps``: how far the colour changes at the four edges (right, bottom,
    left, top in the frame); ``edges``: how far these are from the middle; ``joined``: how many other pips there are to
    which the face's colour leads unbroken; ``kin``: how many of these are not foreshortened as those on a side are.
    """

    clean: float
    ghosts: float
    rough: float
    steps: tuple[float, float, float, float]
    edges: tuple[float, float, float, float]
    joined: int
    kin: int


class Pyramid:
    """A picture at halved sizes, to sample without aliasing at any step."""

    def __init__(self, image: Image) -> None:
        self.levels = [image.astype(np.float32)]
        while min(self.levels[-1].shape[:2]) >= 24:
            self.levels.append(np.asarray(cv2.pyrDown(self.levels[-1]), np.float32))

    def sample(self, at: Floats, step: Floats) -> Floats:
        """Return BGR at ``at`` (n, ..., 2) where neighbouring samples of row n are ``step`` (n,) pixels apart."""
        depth = np.clip(np.floor(np.log2(np.maximum(step, 1e-3) * 1.2)), 0, len(self.levels) - 1).astype(int)
        out = np.empty((*at.shape[:-1], 3), np.float32)
        for level in np.unique(depth).tolist():
            rows = depth == level
            out[rows] = sample(self.levels[level], at[rows] / np.float32(2**level))
        return out


def support_faces(
    pyramid: Pyramid, pips: Pips, near: Sequence[NDArray[np.intp]], faces: Sequence[Face]
) -> list[tuple[Face, Support]]:
    """Return the faces that stand a first look at some of their pixels, and what all of them say for each.

    ``near`` are the pips' neighbours that look alike.
    """
    faces = [face for face, good in zip(faces, _glance(pyramid, pips, faces), strict=True) if good]
    if not faces:
        return []
    off, along, patch = _project(pyramid, pips, faces, _GRID, 0.2)
    zone = _between(pips, faces, _GRID) & (np.abs(_GRID).max(axis=1) <= 1.41)
    inside = np.maximum(zone.sum(axis=1), 1)
    clean = ((off < ALIKE) & zone).sum(axis=1) / inside
    ghosts = ((along > 0.5) & zone).sum(axis=1) / inside
    rough = np.sqrt((np.minimum(off, 1) ** 2 * zone).sum(axis=1) / inside)
    steps, edges = _edges(patch.reshape(len(faces), len(_AXIS), len(_AXIS), 3))
    return [
        (face, Support(float(c), float(g), float(r), _four(step), _four(edge), *strange))
        for face, c, g, r, step, edge, strange in zip(
            faces, clean, ghosts, rough, steps, edges, _joined(pyramid, pips, near, faces), strict=True
        )
    ]


def _joined(
    pyramid: Pyramid, pips: Pips, near: Sequence[NDArray[np.intp]], faces: Sequence[Face]
) -> list[tuple[int, int]]:
    """Return how many strange pips the colour of each face leads to, from the nearest of its own pips, and its kin."""
    starts: list[tuple[int, int, int]] = []
    for n, face in enumerate(faces):
        members = np.array(face.members)
        alike = np.setdiff1d(np.concatenate([near[m] for m in face.members]), members)
        if len(alike) == 0:
            continue
        uv = np.abs((pips.centre[alike] - face.centre) @ np.linalg.inv(face.frame).T).max(axis=1)
        for stranger in alike[uv < 3.6].tolist():
            gap = np.linalg.norm(pips.centre[members] - pips.centre[stranger], axis=1)
            starts.append((n, int(members[gap.argmin()]), stranger))
    if not starts:
        return [(0, 0)] * len(faces)
    which, own, strange = np.array(starts).T
    way = pips.centre[strange] - pips.centre[own]
    length = np.linalg.norm(way, axis=1)
    begin, end = 1.4 * pips.radius[own] / length, 1 - 1.4 * pips.radius[strange] / length
    share = begin[:, None] + (end - begin)[:, None] * np.linspace(0, 1, 9)
    at = pips.centre[own][:, None] + way[:, None] * share[..., None]
    patch = pyramid.sample(at.astype(np.float32), (length * (end - begin) / 9).astype(np.float32))
    off = np.linalg.norm(patch - pips.face[own][:, None], axis=-1) / pips.contrast[own][:, None]
    unbroken = (np.nan_to_num(off, nan=9.0).max(axis=1) < UNBROKEN) & (end > begin)
    tilts = tilt_of(pips.shape)
    same = np.linalg.norm(tilts[own] - tilts[strange], axis=1) < KIN_TILT
    same &= np.abs(np.log(pips.radius[own] / pips.radius[strange])) < KIN_SIZE
    joined = np.bincount(which[unbroken], minlength=len(faces))
    kin = np.bincount(which[unbroken & same], minlength=len(faces))
    return list(zip(joined.tolist(), kin.tolist(), strict=True))


def _glance(pyramid: Pyramid, pips: Pips, faces: Sequence[Face]) -> NDArray[np.bool_]:
    if not faces:
        return np.zeros(0, bool)
    off, _, _ = _project(pyramid, pips, faces, _GLANCE, 0.34)
    zone = _between(pips, faces, _GLANCE)
    return np.asarray(((off < ALIKE) & zone).sum(axis=1) >= 0.72 * zone.sum(axis=1))


def _project(
    pyramid: Pyramid, pips: Pips, faces: Sequence[Face], grid: Floats, step: float
) -> tuple[Floats, Floats, Floats]:
    """Return, for the grid points of each face, three things in the pips' contrast.

    How far they are off the face's colour (n, points), how far along towards the pips' (n, points), and their own
    colour less the face's (n, points, 3).
    """
    frames = np.stack([face.frame for face in faces])
    centres = np.stack([face.centre for face in faces])
    pitch = np.sqrt(np.abs(np.linalg.det(frames)))
    at = centres[:, None] + np.einsum("nij,gj->ngi", frames, grid)
    pixels = pyramid.sample(at.astype(np.float32), (pitch * step).astype(np.float32))
    ground = np.stack([np.median(pips.face[list(face.members)], axis=0) for face in faces])
    axis = np.stack([np.median(pips.colour[list(face.members)], axis=0) for face in faces]) - ground
    contrast = np.sqrt(np.sum(axis * axis, axis=1))[:, None, None] + 1e-3
    patch = (pixels - ground[:, None]) / contrast
    along = np.nan_to_num(np.einsum("ngc,nc->ng", patch, axis / contrast[:, 0]), nan=0.0)
    off = np.nan_to_num(np.sqrt(np.einsum("ngc,ngc->ng", patch, patch)), nan=9.0)
    return off, along, patch


def _between(pips: Pips, faces: Sequence[Face], grid: Floats) -> NDArray[np.bool_]:
    """Return which grid points of each face are clear of its pips."""
    gaps = {
        value: np.stack([np.hypot(grid[:, 0] - u, grid[:, 1] - v) for u, v in pattern]).min(axis=0)
        for value, pattern in PATTERNS.items()
    }
    gap = np.stack([gaps[face.value] for face in faces])
    radius = np.array([pips.radius[list(face.members)].mean() for face in faces])
    pitch = np.sqrt([abs(float(np.linalg.det(face.frame))) for face in faces])
    return np.asarray(gap > (radius / pitch * 1.25 + 0.15)[:, None])


def _edges(patch: Floats) -> tuple[Floats, Floats]:
    """Return the change of colour at the four edges, and the edges' distances, both (n, 4).

    The colour is averaged along the edge, so that a faint edge shows and grain does not.
    """
    steps, edges = [], []
    for side in (patch, patch.swapaxes(1, 2), patch[:, :, ::-1], patch.swapaxes(1, 2)[:, :, ::-1]):
        lanes = np.nan_to_num(side[:, _LANES].mean(axis=1), nan=9.0)
        change = np.linalg.norm(lanes[:, _BEYOND + 2] - lanes[:, _BEYOND - 2], axis=-1)
        best = change.argmax(axis=1)
        steps.append(np.minimum(np.take_along_axis(change, best[:, None], axis=1)[:, 0], 3))
        edges.append(_AXIS[_BEYOND][best])
    return np.stack(steps, axis=-1), np.stack(edges, axis=-1)


def _four(row: Floats) -> tuple[float, float, float, float]:
    a, b, c, d = row.tolist()
    return a, b, c, d


def squares(pyramid: Pyramid, pips: Pips, chosen: NDArray[np.intp], roots: Floats) -> list[Face]:
    """Return the ones that the chosen pips may make: a pip in the middle of a square whose four sides show.

    The square of each lies in the plane whose circles are its ``roots`` (n, 2, 2) times the unit circle. All turns and
    sizes are tried; for each, the colour is averaged along the sides; the step at the weakest sides counts, less the
    steps within.
    """
    faces: list[Face] = []
    for start in range(0, len(chosen), 64):
        part, root = chosen[start : start + 64], roots[start : start + 64]
        radius = pips.radius[part]
        at = pips.centre[part][:, None] + np.einsum("nij,gj->ngi", root, _WIDE) * (radius * _STRIDE)[:, None, None]
        patch = pyramid.sample(at.astype(np.float32), radius * _STRIDE)
        patch = (patch - pips.face[part][:, None]) / pips.contrast[part][:, None, None]
        lanes = np.nan_to_num(patch, nan=9.0)[:, _SPIN].mean(axis=3)
        change = np.minimum(np.linalg.norm(lanes[:, :, :, 2:] - lanes[:, :, :, :-2], axis=-1), 0.6)
        # change: (n, turns, 4 sides, distances from _NEAR + 1 on)
        outer = np.stack([change[..., lo:hi].max(axis=-1) for lo, hi in _BANDS], axis=-1)
        inner = np.stack([change[..., : max(lo - 1, 1)].max(axis=-1) for lo, _ in _BANDS], axis=-1)
        weakest = np.sort(outer, axis=2)
        score = weakest[:, :, 0] + weakest[:, :, 1] + 0.5 * weakest[:, :, 2] - 0.7 * inner.mean(axis=2)
        best = score.reshape(len(part), -1).argmax(axis=1)
        turn, size = np.unravel_index(best, score.shape[1:])
        for n, index in enumerate(part.tolist()):
            angle = float(turn[n]) * np.pi / 2 / _SPINS
            half = _STRIDE * _HALVES[int(size[n])] * float(radius[n])
            rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
            frame = np.asarray(root[n] @ rotation * (half / EDGE), np.float32)
            faces.append(Face(1, pips.centre[index], frame, (index,), 0.0))
    return faces
