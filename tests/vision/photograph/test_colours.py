import cv2
import numpy as np
import pytest

from vision.photograph.patterns import three_colours

BLUE, BLACK, RED, WHITE = (150, 90, 30), (35, 28, 25), (40, 30, 120), (250, 250, 250)


@pytest.mark.parametrize(("body", "other", "pips"), [(BLUE, BLACK, RED), (BLACK, WHITE, RED), (BLUE, WHITE, BLACK)])
def test_pips_are_told_from_a_body_of_two_colours(
    body: tuple[int, int, int], other: tuple[int, int, int], pips: tuple[int, int, int]
) -> None:
    view = np.full((26, 26, 3), body, np.float32)
    view[:, 15:] = other
    where = np.zeros((26, 26), np.uint8)
    for x, y in ((7, 7), (19, 19), (13, 13)):
        cv2.circle(where, (x, y), 2, 1, cv2.FILLED)
    view[where > 0] = pips
    view += np.random.default_rng(1).normal(0, 3, view.shape)
    (maps,) = three_colours(np.clip(view, 0, 255)[None], np.ones((26, 26), np.bool_))
    assert maps.sum(axis=0) == pytest.approx(255, abs=0.1)
    correlation = [float(np.corrcoef(m.ravel(), where.ravel())[0, 1]) for m in maps]
    assert max(correlation) > 0.9


def test_one_colour_alone_is_no_error() -> None:
    maps = three_colours(np.full((1, 26, 26, 3), 90, np.float32), np.ones((26, 26), np.bool_))
    assert np.isfinite(maps).all()
