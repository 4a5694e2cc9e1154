"""What is shown of score sheets: final scores as they are evaluated."""

import re

import numpy as np
import pytest

from solver.plot.pictures import draw
from solver.sheet.games import SheetGame


@pytest.mark.check
def test_scores_stand_in_order_of_their_means() -> None:
    game = SheetGame("hooligan")
    (axes,) = draw(game.views().kinds["scores"]()).axes
    told = [re.fullmatch(r"(.*): (.*) ± (.*)", str(line.get_label())) for line in axes.lines]
    found = [(one[1], float(one[2]), float(one[3])) for one in told if one]
    rated = {line["strategy"]: line for line in game.compare().lines}
    for (name, mean, sd), line in zip(found, axes.lines, strict=True):
        assert (mean, sd) == pytest.approx((rated[name]["mean"], rated[name]["sd"]), abs=0.051)
        assert np.sum(line.get_ydata()) == pytest.approx(100, abs=0.1)
    assert [mean for _, mean, _ in found] == sorted((mean for _, mean, _ in found), reverse=True)
    assert len(found) > 2
