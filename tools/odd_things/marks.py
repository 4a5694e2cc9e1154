"""Marks on faces and papers: letters, numerals, suits, pips, signs."""

import cv2
import numpy as np

from tools.odd_things.solids import MARK
from tools.odd_things.view import Floats

FONTS = ("sans", "italic", "uni")
SUITS = "♥♦♣♠"


def ink_of(words: str, font: str, weight: int, share: float = 0.62, lined: bool = False) -> Floats:
    """Return words as ink (192, 192), centred, their longer side `share` of the square; `lined` draws a line below."""
    room = np.zeros((600, 220 * max(3, len(words)), 3), np.uint8)
    cv2.putText(room, words, (100, 400), (255, 255, 255), cv2.FontFace(font), 260, weight)
    x, y, width, height = cv2.boundingRect(room[..., 0])
    if lined:
        cv2.rectangle(room, (x, y + height + 25), (x + width, y + height + 50), (255, 255, 255), cv2.FILLED)
        height += 55
    scale = share * MARK / max(width, height, 1)
    small = cv2.resize(room[y : y + height, x : x + width, 0], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return centred(np.asarray(small, np.float32) / np.float32(255))


def centred(small: Floats) -> Floats:
    """Return ink in the middle of an empty square (192, 192)."""
    ink = np.zeros((MARK, MARK), np.float32)
    top, left = (MARK - small.shape[0]) // 2, (MARK - small.shape[1]) // 2
    ink[top : top + small.shape[0], left : left + small.shape[1]] = small
    return ink


def around(words: list[str], font: str, weight: int, reach: float, share: float) -> Floats:
    """Return words (one for each corner of a face) as ink around its middle, turned outwards, as on a d4."""
    ink = np.zeros((MARK, MARK), np.float32)
    for n, word in enumerate(words):
        turn = 360.0 * n / len(words)
        matrix = cv2.getRotationMatrix2D((MARK / 2, MARK / 2), turn, 1)
        up = np.array([[1, 0, 0], [0, 1, -reach * MARK / 2]])
        moved = cv2.warpAffine(ink_of(word, font, weight, share), up, (MARK, MARK))
        ink = np.maximum(ink, cv2.warpAffine(moved, matrix, (MARK, MARK)))
    return ink


PLACES = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
    7: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, 0)],
    8: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)],
    9: [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)],
}
"""Where the pips of a half of a domino, or of a die, are: x and y, -1 to 1."""


def pips(value: int, radius: float = 0.15, spread: float = 0.55, shape: tuple[float, float] = (1, 1)) -> Floats:
    """Return pips as ink (192, 192); `shape` is how far they spread across and down beside `spread`."""
    ink = np.zeros((MARK * 4, MARK * 4), np.float32)
    middle = MARK * 2
    for x, y in PLACES[value]:
        place = round(middle * (1 + x * spread * shape[0])), round(middle * (1 + y * spread * shape[1]))
        cv2.circle(ink, place, round(radius * middle), 1.0, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.resize(ink, (MARK, MARK), interpolation=cv2.INTER_AREA), np.float32)
