"""Botzee's versions: its figures, games played by their decisions, and what is aimed at."""

import itertools

import numpy as np
import pytest

from solver.sheet.game.card import read_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.dice import lattice
from solver.sheet.policy.evaluate import evaluate
from solver.sheet.policy.strategies import VERSIONS, aims, sheet_strategy
from solver.throw_distribution import fair_die
from tests.support.solver.acts import keep, moment
from tests.support.solver.reference_rulebook import yahtzee_score
from tests.support.solver.reference_states import moments
from tests.support.solver.sheet_playing import check_same, digest_of_decisions

SHEET = find_sheet("yahtzee")
# Played as they are described, these bring other means than were published; docs/yahtzee-strategies.md tells more.
APART = ("4.03", "4.13", "7.20")


# What each did when its mean was compared; after a change that is meant, compare the means first.
DECISIONS = {
    "4.02": "1003b9e7",
    "4.03": "b309848d",
    "4.07": "5f16636c",
    "4.08": "45510b26",
    "4.09": "18f2a198",
    "4.11": "b5f01666",
    "4.12": "b9ac062c",
    "4.13": "f2e0e5c3",
    "7.20": "f2e0e5c3",
}


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_decides_as_it_did_when_its_mean_was_compared(version: str) -> None:
    strategy = sheet_strategy(f"botzee-{version}", SHEET)
    assert digest_of_decisions(SHEET, strategy.act) == DECISIONS[version]
    check_same(strategy, strategy.act, games=1, seed=6)


@pytest.mark.parametrize(
    "version",
    [
        pytest.param(version, marks=pytest.mark.soak if version in {"4.11", "7.20"} else pytest.mark.check)
        for version in VERSIONS
    ],
)
def test_published_means_are_met(version: str) -> None:
    found = evaluate(sheet_strategy(f"botzee-{version}", SHEET))
    near = abs(found.mean - VERSIONS[version][2][0]) <= 10
    assert near == (version not in APART)


def test_without_another_throw_each_box_brings_its_mean_of_one() -> None:
    found = evaluate(sheet_strategy("botzee-4.02", find_sheet("yahtzee", "plain")))
    rolls = list(itertools.product(range(1, 7), repeat=5))
    means = [sum(yahtzee_score(box, roll) for roll in rolls) / len(rolls) for box in SHEET.names]
    assert found.box_moments()[0] == pytest.approx(means)
    # Each turn fills the next box.
    filled = np.add.reduceat(found.written, found.plan.first[:-1], axis=1)
    assert np.count_nonzero(filled > 0) == 13


def test_the_last_box_is_aimed_at() -> None:
    written = ",".join(f"{box}=0" for box in SHEET.names if box != "large-straight")
    card = read_card(SHEET, written.replace("chance=0", "chance=9"))
    aiming, playing = (sheet_strategy(f"botzee-{version}", SHEET) for version in ("4.13", "4.11"))
    dice = moment(card, (2, 3, 5, 6, 6), 1)
    assert aiming.act(dice) == keep(2, 3, 5, 6)
    assert playing.act(dice) == keep(6, 6)
    best = aims(SHEET, SHEET.index("chance"))[2]
    rolls = lattice(5, fair_die(6))
    # With two throws left a die below 5 is thrown again: two throws bring 4.25 on average.
    assert rolls.keeps[best[rolls.roll_index((3, 4, 4, 5, 6))]] == (5, 6)


def test_7_20_plays_as_4_13_does() -> None:
    assert VERSIONS["7.20"][:2] == VERSIONS["4.13"][:2]
    assert VERSIONS["7.20"][2] == (251.4, 70.7)


def test_dice_do_not_matter_to_what_botzee_does() -> None:
    loaded = (0.5, *(0.1,) * 5)
    fair, other = (sheet_strategy("botzee-4.08", SHEET, die) for die in (fair_die(6), loaded))
    assert all(fair.act(state) == other.act(state) for state in moments(SHEET, games=3, seed=9))
