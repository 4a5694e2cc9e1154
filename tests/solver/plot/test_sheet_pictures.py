"""Pictures of score sheets: every kind of several games is drawn, and shows what the solver says."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.errors import OptionError
from solver.pictures import pictures_of
from solver.plot.pictures import draw, save
from solver.sheet.coach.decide import moment, weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card
from solver.sheet.game.rules import Commit, Keep
from solver.sheet.game.sheet import find_sheet
from solver.sheet.pictures import filled_by_turn
from solver.sheet.views import SheetViews
from tests.support.solver.asked_game import AskedGame

OWN = str(Path(__file__).parents[3] / "docs" / "own-game.toml")


def views_of(game: str, options: dict[str, Any] | None = None) -> SheetViews:
    views = AskedGame(game, **options or {}).table()
    assert isinstance(views, SheetViews)
    return views


@pytest.mark.parametrize(("game", "options"), [("hooligan", {}), ("hooligan", {"commit": True}), (OWN, {})])
@pytest.mark.check
def test_every_kind_is_drawn_and_saved(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    views = views_of(game, options)
    kinds = list(pictures_of(views))
    assert kinds == ["scores", "boxes", "first"]
    for kind in kinds:
        save(draw(pictures_of(views), kind), tmp_path / f"{kind}{'.png' if kind == 'first' else '.svg'}")
    assert len(list(tmp_path.iterdir())) == len(kinds)


@pytest.mark.parametrize("commit", [False, True])
def test_first_throws_are_worth_what_advice_says(commit: bool) -> None:
    views = views_of("hooligan", {"commit": commit or None})
    table = load_sheet(find_sheet("hooligan", commit=commit))
    groups = views.first_throws()
    assert sum(group.chances.sum() for group in groups) == pytest.approx(1, abs=1e-12)
    assert sum(group.worth @ group.chances for group in groups) == pytest.approx(table.value, abs=1e-8)
    means = [group.mean for group in groups]
    assert means == sorted(means, reverse=True)
    for dice in ((1, 2, 3, 4, 6), (6, 6, 6, 6, 1), (2, 2, 5, 5, 6)):
        action, worth = weigh(table, moment(Card.blank(table.sheet), dice, 2)).options[0]
        assert isinstance(action, Keep | Commit)
        done = action.box if isinstance(action, Commit) else "".join(map(str, action.dice))
        (group,) = (group for group in groups if done in group.kept.split(", "))
        assert min(abs(group.worth - worth)) < 1e-8


def test_yahtzees_are_worth_the_same_and_stand_together() -> None:
    table = load_sheet(find_sheet("yahtzee"))
    first = SheetViews(table, (), lambda _: pytest.fail("no strategy is asked for")).first_throws()
    assert first[0].kept == "11111 … 66666"
    assert first[0].chances == pytest.approx([6 / 6**5])
    assert len(first) == 25


def test_boxes_are_filled_once_each_and_one_a_turn() -> None:
    views = views_of(OWN)
    best = views.evaluate("optimal")
    often = filled_by_turn(best)
    assert np.allclose(often.sum(axis=0), 1)
    assert np.allclose(often.sum(axis=1), 1)
    figure = draw(pictures_of(views), "boxes")
    dots = figure.axes[0].collections[0]
    shown = often[often > 1e-4]
    assert len(np.asarray(dots.get_offsets())) == len(shown)
    brought = np.asarray(dots.get_array()) @ shown
    assert brought == pytest.approx(best.box_moments()[0].sum(), rel=1e-3)


def test_scores_stand_in_order_of_their_means() -> None:
    views = views_of("hooligan")
    axes = draw(pictures_of(views), "scores").axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    means = [views.evaluate(name.replace(" ", "-")).mean for name in names]
    assert names[0] == "optimal"
    assert means == sorted(means, reverse=True)
    assert len(names) == len(views.strategies) > 2


def test_sheets_have_no_sections() -> None:
    with pytest.raises(OptionError, match="no sections"):
        pictures_of(views_of("hooligan"), [3])
