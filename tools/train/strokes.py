"""Draw discs, polygons and words into a picture and into the mask of what they cover."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.camera import Floats
from vision.pictures import Image

FIX = 4
WORDS = (
    "8",
    "25",
    "oo",
    "::",
    "B6",
    "100",
    "Xi",
    "9.3",
    "%",
    "8:00",
    "Co",
    "ESC",
    "§6",
    "III",
    "...",
    ":-:",
    "o o",
    "Qu",
)
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX)


def text(
    rng: np.random.Generator,
    layer: Image,
    mask: Image | None,
    at: NDArray[np.float64],
    *,
    height: float,
    ink: Floats | NDArray[np.float64],
    word: str | None = None,
) -> None:
    """Write a word (a random one if none is given) into the picture, and into the mask if there is one."""
    word = str(rng.choice(WORDS)) if word is None else word
    font, thick = int(rng.choice(FONTS)), max(1, round(height * float(rng.uniform(0.06, 0.16))))
    place = (round(float(at[0])), round(float(at[1])))
    cv2.putText(layer, word, place, font, height / 24, ink.tolist(), thick, cv2.LINE_AA)
    if mask is not None:
        cv2.putText(mask, word, place, font, height / 24, 255, thick, cv2.LINE_AA)


def disc(layer: Image, mask: Image, at: NDArray[np.float64], radius: float, tone: Floats | NDArray[np.float64]) -> None:
    """Fill a disc in picture and mask."""
    cv2.circle(layer, point(at), round(radius * 16), tone.tolist(), cv2.FILLED, cv2.LINE_AA, FIX)
    cv2.circle(mask, point(at), round(radius * 16), 255, cv2.FILLED, cv2.LINE_AA, FIX)


def ring(layer: Image, at: NDArray[np.float64], radius: float, tone: Floats, thick: int) -> None:
    """Draw a circle in the picture."""
    cv2.circle(layer, point(at), round(radius * 16), tone.tolist(), thick, cv2.LINE_AA, FIX)


def polygon(layer: Image, mask: Image, corners: NDArray[np.float64], tone: Floats) -> None:
    """Fill a convex polygon (n, 2) in picture and mask."""
    cv2.fillConvexPoly(layer, fixed(corners), tone.tolist(), cv2.LINE_AA, FIX)
    cv2.fillConvexPoly(mask, fixed(corners), 255, cv2.LINE_AA, FIX)


def rectangle(rng: np.random.Generator, half: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners (4, 2) of a rectangle about the origin, turned at random."""
    turn = rng.uniform(0, math.pi)
    base = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    return np.asarray(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ base.T)


def point(at: NDArray[np.float64]) -> tuple[int, int]:
    """Return a point in OpenCV's fixed-point format, in sixteenths of pixels."""
    return round(float(at[0]) * 16), round(float(at[1]) * 16)


def points(ends: NDArray[np.float64]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two points in OpenCV's fixed-point format."""
    return point(ends[0]), point(ends[1])


def fixed(corners: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return points (n, 2) in sixteenths of pixels."""
    return np.round(corners * 16).astype(np.int32)
