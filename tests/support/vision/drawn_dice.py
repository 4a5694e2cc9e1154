"""Dice seen straight from above, drawn for the tests of the reader of photographs: nothing of it was learnt from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.pictures import Image
from vision.reading import Die, Reading

SPOTS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}

WHITE, BLACK, RED, GREEN = (235, 238, 240), (25, 22, 20), (40, 30, 190), (60, 120, 40)


@dataclass(frozen=True)
class DrawnDie:
    """A die: its value, the place of its middle and its side in pixels, its turn in degrees, its colours in BGR."""

    value: int
    x: float
    y: float
    side: float = 60.0
    turn: float = 0.0
    colour: tuple[int, int, int] = WHITE
    pips: tuple[int, int, int] = BLACK


def lay_row(*values: int, at: int = 60) -> list[DrawnDie]:
    """Return small dice in a row, each turned its own way."""
    return [DrawnDie(value, 35 + 45 * place, at, 22, 13 * place + 3 * value) for place, value in enumerate(values)]


def read_die(die: DrawnDie, confidence: float = 0.99) -> Die:
    """Return what a reader says that knows the die."""
    half = 0.6 * die.side
    return Die(die.value, confidence, (die.x - half, die.y - half, die.x + half, die.y + half), die.turn)


@dataclass
class ToldReader:
    """Reads in every picture what it was told."""

    reading: Reading

    def read(self, *exposures: Image) -> Reading:  # noqa: ARG002
        return self.reading


def draw(
    dice: Sequence[DrawnDie],
    size: tuple[int, int] = (640, 480),
    ground: tuple[int, int, int] = (110, 125, 130),
    seed: int = 1,
    noise: float = 2.0,
) -> Image:
    """Return a picture of `size` (width, height) with the dice on a plain ground, a little soft and noisy."""
    soft = _draw_smooth(tuple(dice), size, ground)
    return np.clip(soft + noise * _grain(seed, soft.shape), 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _draw_smooth(dice: tuple[DrawnDie, ...], size: tuple[int, int], ground: tuple[int, int, int]) -> np.ndarray:
    """Return the picture without its noise, which the frames of one scene share."""
    fine = 4
    canvas = np.empty((size[1] * fine, size[0] * fine, 3), np.uint8)
    canvas[:] = ground
    for die in dice:
        _draw(canvas, die, fine)
    picture = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7))


@lru_cache(maxsize=8)
def _grain(seed: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return noise with deviation 1, which many drawings share."""
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def erase_pip(picture: Image, die: DrawnDie, spot: tuple[int, int]) -> None:
    """Paint over one of a drawn die's pips, given by its place in SPOTS."""
    x, y = np.array(spot) * 0.25 @ _turn(die).T * die.side + (die.x, die.y)
    cv2.circle(picture, (round(x), round(y)), round(0.15 * die.side), die.colour, cv2.FILLED)


def _turn(die: DrawnDie) -> np.ndarray:
    angle = np.radians(die.turn)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _draw(canvas: Image, die: DrawnDie, fine: int) -> None:
    turn = _turn(die)
    rounding = 0.1
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (0.5 - rounding)
    corners = (square @ turn.T * die.side + (die.x, die.y)) * fine
    points = np.rint(corners).astype(np.int32)
    cv2.fillPoly(canvas, [points], die.colour)
    cv2.polylines(canvas, [points], True, die.colour, round(2 * rounding * die.side * fine))
    for spot in SPOTS[die.value]:
        x, y = (np.array(spot) * 0.25 @ turn.T * die.side + (die.x, die.y)) * fine
        cv2.circle(canvas, (round(x), round(y)), round(0.1 * die.side * fine), die.pips, cv2.FILLED)
