"""What is shown of score sheets: first throws as advice weighs them, and final scores as they are evaluated."""

import re

import numpy as np
import pytest

from solver.action import Verb
from solver.plot.pictures import draw
from solver.sheet.coach.decide import moment, weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.games import SheetGame
from solver.sheet.views import first_throws


@pytest.mark.parametrize("commit", [False, True])
def test_first_throws_are_worth_what_advice_says(commit: bool) -> None:
    table = load_sheet(find_sheet("hooligan", commit=commit))
    groups = first_throws(table)
    assert sum(group.chance for group in groups) == pytest.approx(1, abs=1e-12)
    assert sum(group.mean * group.chance for group in groups) == pytest.approx(table.value, abs=1e-8)
    means = [group.mean for group in groups]
    assert means == sorted(means, reverse=True)
    # After each throw of four such dice the same is kept.
    for dice in ((6, 6, 6, 6, 1), (2, 5, 5, 5, 5)):
        action, worth = weigh(table, moment(Card.blank(table.sheet), dice, 2)).options[0]
        assert action.verb is not Verb.SCORE
        done = action.box if action.verb is Verb.COMMIT else "".join(map(str, action.keep or ()))
        (group,) = (group for group in groups if done in group.kept.split(", "))
        assert commit or abs(group.mean - worth) < 1e-8


def test_yahtzees_are_worth_the_same_and_stand_together() -> None:
    first = first_throws(load_sheet(find_sheet("yahtzee")))
    assert first[0].kept == "11111 … 66666"
    assert first[0].chance == pytest.approx(6 / 6**5)
    assert len(first) == 25


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
