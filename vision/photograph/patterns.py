"""Template matching of pip patterns: a second opinion, independent of the net, on the value of a face."""

import itertools
import math
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.photograph.colours import three_colours
from vision.photograph.merged_scales import Detections, ScaledImage, crop
from vision.photograph.net import Floats

ACROSS = 24
"""Pixels across a face. Pips then have a radius of about two pixels, which suffices to distinguish the patterns."""

REACH = 0.5
"""Distance from the centre to the edge of the window, in sides of the face."""

SHIFTS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
"""Tried errors of the face's centre, in pixels."""

PITCHES = (0.16, 0.2, 0.25, 0.3)
"""Distances from the centre to the outer rows of pips, in sides of the flat part of a face."""

PIP = 0.36
"""Radius of a pip in pitches."""

CLOSE_TWO = ((0.13, 0.1), (0.16, 0.11), (0.19, 0.12))
"""Pitches and pip radii, in sides, of twos whose pips are close together; most of these lie along an edge."""

RARER = 0.05
"""Margin by which a close two must win: glare can hide one pip of a three."""

TURN = math.radians(7.5)

SMOOTH = 4.0
"""Standard deviation in pixels of the high-pass filter: marbling, glare and the die's edge are larger than pips."""

SLANTS = ((1.0, 0.0), (1.25, 0.0), (1.25, 45.0), (1.25, 90.0), (1.25, 135.0))
"""Foreshortening of a face and its direction in degrees; the first is a face seen straight on."""

COLOURS = 3
"""Number of maps, the last ones, that come from colour clusters."""

AT_ONCE = 16
"""Faces in one batch."""

PATTERNS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""Where the pips of 1 to 6 stand on a face, in pitches from its middle."""


@cache
def templates() -> tuple[Floats, tuple[slice, ...]]:
    """Return all templates (n, ACROSS * ACROSS), each of mean 0 and length 1, and the rows of each pattern.

    The patterns are 1 to 6, then the close two.
    """
    line = np.asarray((np.arange(ACROSS) + 0.5) / ACROSS * 2 * REACH - REACH, np.float32)
    inside = _inside()
    made: list[Floats] = []
    ends = [0]
    usual = tuple((pitch, pitch * PIP) for pitch in PITCHES)
    for spots, sizes in (*((spots, usual) for spots in PATTERNS), (PATTERNS[1], CLOSE_TWO)):
        turns = 1 if len(spots) == 1 else math.ceil((math.pi if len(spots) in {2, 3, 6} else math.pi / 2) / TURN)
        for n in range(turns):
            c, s = math.cos(n * TURN), math.sin(n * TURN)
            for pitch, radius in sizes:
                places = np.asarray(pitch * np.array(spots) @ np.array([[c, s], [-s, c]]), np.float32)
                made += [_drawn(places, radius, slant, line) for slant in SLANTS]
        ends.append(len(made))
    rows = np.array([_fine(pattern)[inside] for pattern in made], np.float32)
    rows -= rows.mean(axis=1, keepdims=True)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows, tuple(slice(a, b) for a, b in itertools.pairwise(ends))


def pattern_scores(seen: Sequence[ScaledImage], detections: Detections) -> Floats:
    """Return the best correlation, -1 to 1, of each value's templates with each face, (n, 2, 6).

    The first row compares with the difference from the body's colour, the second with the face's three main colours.
    """
    rows, values = templates()
    half = rows.shape[1] // 2
    found = np.zeros((len(detections), 2, len(PATTERNS)), np.float32)
    for first in range(0, len(detections), AT_ONCE):
        part = range(first, min(first + AT_ONCE, len(detections)))
        faces = [(float(detections.x[n]), float(detections.y[n]), float(detections.side[n])) for n in part]
        windows = np.concatenate([_windows(seen, face) for face in faces])
        # Every pattern is point-symmetric, so one half of it stands for both.
        folded = windows[:, :half] + windows[:, : half - 1 : -1]
        *each, close = ((rows[value, :half] @ folded.T).max(axis=0) for value in values)
        each[1] = np.maximum(each[1], close - RARER)
        fits = np.stack(each, axis=-1).reshape(len(faces), -1, len(SHIFTS), len(PATTERNS)).max(axis=2)
        found[first : first + len(faces)] = np.stack(
            [fits[:, :-COLOURS].max(axis=1), fits[:, -COLOURS:].max(axis=1)], 1
        )
    return found


@cache
def _inside() -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
    line = np.arange(ACROSS) - (ACROSS - 1) / 2
    return np.asarray(np.hypot(line[:, None], line[None]) < ACROSS / 2)


def _drawn(places: Floats, radius: float, slant: tuple[float, float], line: Floats) -> Floats:
    """Return pips (ACROSS, ACROSS), 0 to 1, on a foreshortened face."""
    ratio, way = slant
    a = math.radians(way)
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    # The area stays the same, because the net measures a side as the root of the area.
    squeeze = turn @ np.diag([1 / math.sqrt(ratio), math.sqrt(ratio)]) @ turn.T
    back = np.linalg.inv(squeeze)
    grid = np.stack(np.meshgrid(line, line), axis=-1)
    soft = 0.5 * (line[1] - line[0])
    shown = np.zeros((ACROSS, ACROSS), np.float32)
    for place in places:
        far = np.linalg.norm((grid - squeeze @ place) @ back.T, axis=-1)
        np.maximum(shown, np.clip((radius - far) / (2 * soft) + 0.5, 0, 1), out=shown)
    return shown


def _fine(view: Floats) -> Floats:
    """Return the high-pass filtered map."""
    return np.asarray(view - cv2.GaussianBlur(view, (0, 0), SMOOTH), np.float32)


def _windows(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> Floats:
    """Return the maps of possible pips on a face, at each shift; each row has mean 0 and length 1."""
    x, y, side = face
    view = crop(seen, (x, y), ACROSS / (2 * REACH * side), ACROSS + 2).astype(np.float32)
    inside = _inside()
    parts = (*_differences(view, view[1:-1, 1:-1][inside]), *three_colours(view, np.pad(inside, 1)))
    maps = [_fine(part) for part in parts]
    rows = np.array([m[1 + dy : 1 + dy + ACROSS, 1 + dx : 1 + dx + ACROSS][inside] for m in maps for dx, dy in SHIFTS])
    rows -= rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-3), np.float32)


def _differences(view: Floats, face: Floats) -> tuple[Floats, ...]:
    """Return the difference of each pixel from the body's colour: in all, lighter, darker, and twice in hue alone.

    Glare is white: in the last two maps pips of another hue than the body stand out from it.
    """
    apart = view - np.median(face, axis=0)
    light = apart.mean(axis=2)
    hue = np.linalg.norm(apart - light[..., None], axis=2)
    share, body = (part / (part.sum(axis=-1, keepdims=True) + 24) for part in (view, face))
    tint = np.linalg.norm(share - np.median(body, axis=0), axis=2)
    return np.abs(apart).max(axis=2), np.maximum(light, 0), np.maximum(-light, 0), hue, 255 * tint
