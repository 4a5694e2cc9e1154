"""Draw the mistakes of a reading on its picture: the value that was read and the true one."""

import cv2
import numpy as np

from vision.annotate import DOUBTFUL, NOTED, SURE, TextLabel, draw_labels
from vision.evaluation.comparison import Pair, ReadingComparison
from vision.pictures import Image
from vision.reading import Box

WRONG = (0x00, 0x5E, 0xD5)
"""Vermilion of the palette of Okabe and Ito; BGR."""

LONG_SIDE, LEAST_SIDE = 720, 480
"""Largest and smallest long side of a drawn picture: in a smaller one the text would hide the die."""

LETTERS = 17.0
"""Height in pixels of the text at a mistake; the page shows the pictures smaller than they are drawn."""

NEAR, MARGIN, MOST = 116, 0.3, 6
"""Side of a close-up in pixels, its margin around a box in shares of the box's side, and the largest number of them."""


def draw_mistakes(image: Image, comparison: ReadingComparison) -> Image:
    """Return a copy of `image`, BGR (h, w, 3), scaled for a page, with every die; wrong ones are on top."""
    longest = max(image.shape[:2])
    scale = min(max(longest, LEAST_SIDE), LONG_SIDE) / longest
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    drawn = np.asarray(
        cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8
    )
    labels = [
        TextLabel(_scaled(odd.box, scale), f"not noticed: {odd.what}", NOTED, LETTERS) for odd in comparison.missed
    ]
    for pair in sorted(comparison.pairs, key=lambda pair: (pair.right, not pair.wrong)):
        box = pair.box if pair.die is None else pair.die.box
        if box is not None:
            words, colour = _words(pair)
            labels.append(TextLabel(_scaled(box, scale), words, colour, None if pair.right else LETTERS))
    draw_labels(drawn, labels)
    return drawn


def close_ups(image: Image, comparison: ReadingComparison) -> Image | None:
    """Return unmarked close-ups of the mistakes, side by side, wrong values first; None if no mistake has a box."""
    boxes = [pair.box if pair.die is None else pair.die.box for pair in _mistaken(comparison)]
    shown = [_close(image, box) for box in boxes if box is not None][:MOST]
    gap = np.full((NEAR, 4, 3), 255, np.uint8)
    parts = [part for close in shown for part in (gap, close)][1:]
    return np.hstack(parts) if parts else None


def describe_mistakes(comparison: ReadingComparison) -> str:
    """Return the mistakes of a comparison as text, the worst first: "said 5, is 3; not seen: 6"."""
    said = [(pair.wrong, _words(pair)[0]) for pair in _mistaken(comparison)]
    missed = [f"not noticed: {odd.what}" for odd in comparison.missed]
    return "; ".join([w for wrong, w in said if wrong] + missed + [w for wrong, w in said if not wrong]) or "nothing"


def _mistaken(comparison: ReadingComparison) -> list[Pair]:
    """Return the pairs that are not right, those with a wrong value first."""
    return sorted((pair for pair in comparison.pairs if not pair.right), key=lambda pair: not pair.wrong)


def _close(image: Image, box: Box) -> Image:
    """Return the square (NEAR, NEAR, 3) around a box, white beyond the picture."""
    side = max(box[2] - box[0], box[3] - box[1], 1.0) * (1 + 2 * MARGIN)
    scale = NEAR / side
    left, top = (box[0] + box[2] - side) / 2, (box[1] + box[3] - side) / 2
    x0, y0 = max(0, int(left)), max(0, int(top))
    part = image[y0 : max(y0 + 1, int(top + side) + 2), x0 : max(x0 + 1, int(left + side) + 2)]
    if not part.size:
        return np.full((NEAR, NEAR, 3), 255, np.uint8)
    if scale < 1:
        size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        matrix = np.array([[1, 0, (x0 - left) * scale], [0, 1, (y0 - top) * scale]])
    else:
        matrix = np.array([[scale, 0, (x0 - left) * scale], [0, scale, (y0 - top) * scale]])
    return np.asarray(
        cv2.warpAffine(part, matrix, (NEAR, NEAR), flags=cv2.INTER_CUBIC, borderValue=(255, 255, 255)), np.uint8
    )


def _words(pair: Pair) -> tuple[str, tuple[int, int, int]]:
    if pair.right:
        return str(pair.said), SURE
    if pair.said is not None:
        is_there = "no die" if pair.truth is None else str(pair.truth)
        return f"said {pair.said}, is {is_there}", WRONG
    if pair.die is not None:
        is_there = "no die" if pair.truth is None else f"is {pair.truth}"
        return f"{pair.die.doubt}, {is_there}", DOUBTFUL
    return f"not seen: {pair.truth}", NOTED


def _scaled(box: Box, scale: float) -> Box:
    x0, y0, x1, y1 = (side * scale for side in box)
    return x0, y0, x1, y1
