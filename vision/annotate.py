"""Draw a reading on its picture."""

import cv2
import numpy as np

from vision.pictures import Image
from vision.reading import Box, Die, Reading, SceneNote

# From the palette of Okabe and Ito, which colour-blind people can tell apart; BGR.
SURE = (0xB2, 0x72, 0x00)
DOUBTFUL = (0x00, 0x9F, 0xE6)
NOTED = (0xA7, 0x79, 0xCC)
PLAIN = 0.995
"""A value at least as sure as this stands alone."""

INK = (255, 255, 255)

FONT = cv2.FONT_HERSHEY_DUPLEX
CAP_HEIGHT = 21.0
"""Pixels that a capital letter of FONT is high at scale 1."""


def annotate(image: Image, reading: Reading) -> Image:
    """Return a copy of `image` (h, w, 3) BGR with every die's box and value, or its doubt in words."""
    drawn = image.copy()
    for note in reading.scene:
        if note.box is not None:
            draw_label(drawn, note.box, _note(note), NOTED)
    for die in reading.dice:
        colour = SURE if die.value is not None else DOUBTFUL
        draw_label(drawn, die.box, _words(die), colour)
    loose = [_note(note) for note in reading.scene if note.box is None]
    if loose:
        _text(drawn, ", ".join(loose), (0, 0), NOTED, 0.03 * image.shape[0])
    return drawn


def _words(die: Die) -> str:
    sure = "" if die.confidence >= PLAIN else f" {die.confidence:.0%}"
    return die.doubt or f"{die.value}{sure}"


def _note(note: SceneNote) -> str:
    return f"{note.what} {note.well}" if note.well else note.what


def _letters(image: Image, box: Box) -> float:
    """Return a letter height in pixels that suits the box and can be read in the picture."""
    least, most = 0.011 * max(image.shape[:2]), 0.03 * max(image.shape[:2])
    return float(np.clip(0.22 * (box[3] - box[1]), max(7.0, least), max(7.0, most)))


def draw_label(drawn: Image, box: Box, words: str, colour: tuple[int, int, int], letters: float | None = None) -> None:
    """Draw a box (in pixels, which may reach out of the picture) and a few words in ASCII beside it, in place.

    `letters` is how many pixels they are high; without it as suits the box.
    """
    x0, y0, x1, y1 = (round(side) for side in box)
    stroke = max(1, round(max(drawn.shape[:2]) / 640))
    cv2.rectangle(drawn, (x0, y0), (x1, y1), INK, 3 * stroke, cv2.LINE_AA)
    cv2.rectangle(drawn, (x0, y0), (x1, y1), colour, 2 * stroke, cv2.LINE_AA)
    height = letters or _letters(drawn, box)
    above = y0 - round(1.6 * height) - stroke
    _text(drawn, words, (x0 - stroke, above if above >= 0 else y1 + stroke), colour, height)


def _text(drawn: Image, words: str, corner: tuple[int, int], colour: tuple[int, int, int], height: float) -> None:
    """Write `words` on a filled plate whose upper left corner is `corner`, moved into the picture where it must."""
    scale, weight = height / CAP_HEIGHT, max(1, round(height / 14))
    (width, _), _ = cv2.getTextSize(words, FONT, scale, weight)
    margin = round(0.3 * height)
    x = min(max(corner[0], 0), max(0, drawn.shape[1] - width - 2 * margin))
    y = min(max(corner[1], 0), max(0, drawn.shape[0] - round(height) - 2 * margin))
    end = (x + width + 2 * margin, y + round(height) + 2 * margin)
    cv2.rectangle(drawn, (x, y), end, colour, cv2.FILLED)
    cv2.putText(drawn, words, (x + margin, end[1] - margin), FONT, scale, INK, weight, cv2.LINE_AA)
