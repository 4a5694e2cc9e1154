"""Draw a reading on its picture."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading import PLAIN, Box, Die, Reading, SceneNote

# From the palette of Okabe and Ito, which colour-blind people can distinguish; BGR.
SURE = (0xB2, 0x72, 0x00)
DOUBTFUL = (0x00, 0x9F, 0xE6)
NOTED = (0xA7, 0x79, 0xCC)
ASIDE = (0x99, 0x99, 0x99)
"""Dice that lie there but do not count."""

Colour = tuple[int, int, int]
INK, BLACK = (255, 255, 255), (0, 0, 0)
ON_WORDS = 20.0
"""Cost of covering other text, relative to covering a box."""
NEAR_OTHERS = 4.0
"""Cost of standing close to another box, as if the text were its own."""

FONT = cv2.FONT_HERSHEY_DUPLEX
CAP_HEIGHT = 21.0
"""Height in pixels of a capital letter of FONT at scale 1."""


@dataclass(frozen=True, slots=True)
class TextLabel:
    """A box in pixels, which may reach beyond the picture, and a short text in ASCII beside it."""

    box: Box
    words: str
    colour: Colour


def annotate(image: Image, reading: Reading, counting: Sequence[Die | None] | None = None) -> Image:
    """Return a copy of `image`, BGR (h, w, 3), with the box of every die and its value or doubt.

    `counting` are the dice of the reading that count, all of them if None; the others are drawn in grey.
    """
    drawn = image.copy()
    dice = sorted(reading.dice, key=lambda die: counting is not None and die not in counting)
    labels = [TextLabel(die.box, _words(die), _colour(die, counting)) for die in dice]
    labels += [TextLabel(note.box, _note(note), NOTED) for note in reading.scene if note.box is not None]
    draw_labels(drawn, labels)
    loose = [_note(note) for note in reading.scene if note.box is None]
    if loose:
        words, height = ", ".join(loose), 0.03 * image.shape[0]
        _write(drawn, words, _plate(drawn, words, (0, 0), height), NOTED, height)
    return drawn


def add_captions(drawn: Image, captions: Sequence[str]) -> Image:
    """Return a picture (h, w, 3) with captions in ASCII below it, each on as many lines as it needs."""
    height = _letters(drawn, (0.0, 0.0, 0.0, 0.0)) * 1.3
    most = max(8, int(drawn.shape[1] / (0.85 * height)))
    lines = [line for caption in captions for line in textwrap.wrap(caption, most)]
    step = round(1.8 * height)
    below = np.zeros((len(lines) * step, *drawn.shape[1:]), np.uint8)
    for n, line in enumerate(lines):
        _write(below, line, (0, n * step, below.shape[1], (n + 1) * step), BLACK, height)
    return np.asarray(np.vstack([drawn, below]), np.uint8)


def draw_labels(drawn: Image, labels: Sequence[TextLabel]) -> None:
    """Draw labels on a picture (h, w, 3), in place. If texts must overlap, the first ones are on top."""
    stroke = max(1, round(max(drawn.shape[:2]) / 640))
    for label in reversed(labels):
        x0, y0, x1, y1 = (round(side) for side in label.box)
        cv2.rectangle(drawn, (x0, y0), (x1, y1), INK, 3 * stroke, cv2.LINE_AA)
        cv2.rectangle(drawn, (x0, y0), (x1, y1), label.colour, 2 * stroke, cv2.LINE_AA)
    boxes = np.array([label.box for label in labels]).reshape(-1, 4)
    plates = np.zeros((0, 4))
    for number, label in enumerate(labels):
        places = _places(drawn, label, stroke)
        around = _letters(drawn, label.box)
        others = np.delete(boxes, number, axis=0) + around * np.array([-1, -1, 1, 1])
        covered = [
            _overlap(place, boxes) + NEAR_OTHERS * _overlap(place, others) + ON_WORDS * _overlap(place, plates)
            for place in places
        ]
        plates = np.vstack([plates, places[int(np.argmin(covered))]])
    for label, plate in reversed(list(zip(labels, plates.astype(int).tolist(), strict=True))):
        _write(drawn, label.words, plate, label.colour, _letters(drawn, label.box))


def _colour(die: Die, counting: Sequence[Die | None] | None) -> Colour:
    if counting is not None and die not in counting:
        return ASIDE
    return SURE if die.value is not None else DOUBTFUL


def _words(die: Die) -> str:
    sure = "" if die.confidence >= PLAIN else f" {die.confidence:.0%}"
    return die.doubt or f"{die.value}{sure}"


def _note(note: SceneNote) -> str:
    return f"{note.what} {note.well}" if note.well else note.what


def _letters(image: Image, box: Box) -> float:
    """Return a letter height in pixels that fits the box and is legible."""
    least, most = 0.011 * max(image.shape[:2]), 0.03 * max(image.shape[:2])
    return float(np.clip(0.22 * (box[3] - box[1]), max(7.0, least), max(7.0, most)))


def _places(drawn: Image, label: TextLabel, stroke: int) -> NDArray[np.int_]:
    """Return possible boxes (n, 4) of a label's text: above, below or beside its box, then in it, the best first."""
    height = _letters(drawn, label.box)
    x0, y0, x1, y1 = (round(side) for side in label.box)
    _, _, width, tall = _plate(drawn, label.words, (0, 0), height)
    above, below, right, left = y0 - tall - stroke, y1 + stroke, x1 + stroke - width, x0 - stroke
    corners = [(left, above), (left, below), (right, above), (right, below)]
    corners += [(x1 + stroke, y0), (left - width, y0), (x1 + stroke, y1 - tall), (left - width, y1 - tall)]
    corners += [(x, y) for y in (y0, y1 - tall) for x in (x0, x1 - width)]
    return np.array([_plate(drawn, label.words, corner, height) for corner in corners])


def _overlap(plate: NDArray[np.int_], boxes: NDArray[np.float64]) -> float:
    """Return how many pixels of boxes (n, 4) a text box covers."""
    wide = np.minimum(plate[2], boxes[:, 2]) - np.maximum(plate[0], boxes[:, 0])
    high = np.minimum(plate[3], boxes[:, 3]) - np.maximum(plate[1], boxes[:, 1])
    return float(np.sum(np.clip(wide, 0, None) * np.clip(high, 0, None)))


def _font(height: float) -> tuple[float, int]:
    return height / CAP_HEIGHT, max(1, round(height / 14))


def _plate(drawn: Image, words: str, corner: tuple[int, int], height: float) -> tuple[int, int, int, int]:
    """Return the text box with this upper left `corner`, moved into the picture if necessary."""
    (width, _), _ = cv2.getTextSize(words, FONT, *_font(height))
    margin = round(0.3 * height)
    wide, high = width + 2 * margin, round(height) + 2 * margin
    x = min(max(corner[0], 0), max(0, drawn.shape[1] - wide))
    y = min(max(corner[1], 0), max(0, drawn.shape[0] - high))
    return x, y, x + wide, y + high


def _write(drawn: Image, words: str, plate: Sequence[int], colour: Colour, height: float) -> None:
    x, y, right, bottom = plate
    margin = round(0.3 * height)
    cv2.rectangle(drawn, (x, y), (right - 1, bottom - 1), colour, cv2.FILLED)
    scale, weight = _font(height)
    cv2.putText(drawn, words, (x + margin, bottom - margin), FONT, scale, ink_on(colour), weight, cv2.LINE_AA)


def ink_on(colour: Colour) -> Colour:
    """Return black or white (BGR), whichever has the higher contrast with a colour."""
    light = luminance(colour) + 0.05
    return BLACK if light / 0.05 > 1.05 / light else INK


def luminance(colour: Colour) -> float:
    """Return the relative luminance (0 to 1) of a BGR colour. Source: WCAG 2.2, W3C 2023."""
    parts = (part / 255 for part in colour)
    blue, green, red = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
