"""How many looks a second a live picture gets on one core, beside the eight that it needs."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.bench._figure import figure, times
from vision.photograph.reader import PhotographReader
from vision.pictures import Image
from vision.stream.change import small_grey
from vision.stream.stream import DiceStream

SIZE = (1280, 720)
LIMIT = 1 / 8
"""Seconds for a look."""
ROLLING, LYING = 8, 32
"""Looks at a throw while the dice roll, and while they lie."""
THROWS = 3
SIDE = 46.0


def run() -> list[str]:
    """Return the lines of this benchmark."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        film = list(throws())
        reader = PhotographReader()
        reader.read(film[0])
        stream = DiceStream(reader)
        tries = [partial(stream.look, image, LIMIT * number) for number, image in enumerate(film)]
        taken = [times([look]).best for look in tries]
        beside = f"eight looks a second; {THROWS} throws of five dice"
        bare = times([partial(small_grey, image) for image in film]).median
        return [
            figure("a look at a live picture of 1280 x 720, mean", float(np.mean(taken)), beside, LIMIT),
            figure("the same, the longest: all is read", max(taken), "the same", LIMIT),
            figure("the same, the median: dice are followed", float(np.median(taken)), "grey and small alone", bare),
        ]
    finally:
        cv2.setNumThreads(threads)


def throws() -> Iterator[Image]:
    """Yield the pictures of some throws, eight a second: dice roll to their places and lie there."""
    rng = np.random.default_rng(1)
    for _ in range(THROWS):
        places = [(250.0 + 190 * n, float(rng.uniform(150, 570))) for n in range(5)]
        dice = [DrawnDie(int(rng.integers(1, 7)), x, y, SIDE, float(rng.uniform(0, 90))) for x, y in places]
        for look in range(ROLLING + LYING):
            left = max(0, ROLLING - look)
            rolling = [
                replace(
                    die,
                    value=int(rng.integers(1, 7)) if left else die.value,
                    y=die.y - 25 * left,
                    turn=die.turn + 40 * left,
                )
                for die in dice
            ]
            yield draw(rolling, SIZE, seed=look % 8)
