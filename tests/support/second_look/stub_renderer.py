"""A renderer that needs no compiler: the truth of a crop is written all over it."""

import numpy as np

from tools.second_look.renderer import ALL_PROPS, CROP, FLAT, TRUTH, Crops


class StubRenderer:
    """Draws grey squares on dark; their size is the kind, and equal seeds give equal crops."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int, int]] = []

    def render(self, seed: int, count: int, props: int = ALL_PROPS) -> Crops:
        self.asked.append((seed, count, props))
        images = np.zeros((count, CROP, CROP, 3), np.uint8)
        truths = np.zeros(count, TRUTH)
        for n in range(count):
            rng = np.random.default_rng(seed + n)
            kind = int(rng.integers(3))
            truths[n] = (kind, 1 + rng.integers(6), rng.uniform(40, 90, (4, 2)), rng.normal(size=2), 0, 0, 0, 34,
                         (64, 64), kind == FLAT, rng.normal(size=3), 0)  # fmt: skip
            images[n] = 20 + rng.integers(0, 20, (8, 8, 1)).repeat(16, 0).repeat(16, 1)
            half = (4, 16, 40)[kind]
            images[n, CROP // 2 - half : CROP // 2 + half, CROP // 2 - half : CROP // 2 + half] += 150
        return Crops(images, truths)
