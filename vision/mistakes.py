"""Draw what is wrong in a reading on its picture: what was said beside what is there."""

import cv2
import numpy as np

from vision.annotate import DOUBTFUL, NOTED, SURE, draw_label
from vision.pictures import Image
from vision.reading import Box
from vision.score import Comparison, Pair

WRONG = (0x00, 0x5E, 0xD5)
"""Vermilion of the palette of Okabe and Ito; BGR."""

LONG_SIDE = 720
"""Pictures are drawn no larger than this."""


def draw_mistakes(image: Image, comparison: Comparison) -> Image:
    """Return a smaller copy of `image` (h, w, 3) BGR with every die: wrong ones last, so that nothing covers them."""
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    drawn = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale < 1 else image.copy(), np.uint8)
    for pair in sorted(comparison.pairs, key=lambda pair: (not pair.right, pair.wrong)):
        box = pair.box if pair.die is None else pair.die.box
        if box is not None:
            words, colour = _words(pair)
            draw_label(drawn, _scaled(box, scale), words, colour)
    for odd in comparison.missed:
        draw_label(drawn, _scaled(odd.box, scale), f"not noticed: {odd.what}", NOTED)
    return drawn


def in_words(comparison: Comparison) -> str:
    """Say what is not right in a comparison, the worst first: "said 5, is 3; not read: 6"."""
    wrong = [_words(pair)[0] for pair in comparison.pairs if pair.wrong]
    other = [_words(pair)[0] for pair in comparison.pairs if not pair.wrong and not pair.right]
    missed = [f"not noticed: {odd.what}" for odd in comparison.missed]
    return "; ".join(wrong + missed + other) or "nothing"


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
