"""Levels: the stated rule in numbers, and games that come out as they should."""

import itertools
import math
import random
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pytest

from solver.action import Action, Verb
from solver.sheet.coach.levels import LEVELS, Level, LevelPlayer
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import read_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance, fair_die
from tests.support.solver.acts import keep, score
from tests.support.solver.reference_states import (
    ReferencePlay,
    falls,
    make_small,
    moments,
    reference_play,
    start_of,
    to_throw,
)

YAHTZEE = find_sheet("yahtzee")
SMALL = make_small(throws=2, names=("threes", "yahtzee"))
NAMES = [level.name for level in LEVELS]


def level_player(name: str, sheet: Sheet, chance: random.Random, die: tuple[Chance, ...] | None = None) -> LevelPlayer:
    """Return somebody who plays at the level called `name`."""
    return LevelPlayer(LEVELS[NAMES.index(name)], load_sheet(sheet, die), chance)


@dataclass
class AtLevel:
    """Play at a level from the rules' own states: how each action looks, and how likely it is."""

    level: Level
    best: ReferencePlay
    looks: dict[object, float] = field(default_factory=dict)

    def look(self, state: SheetState, action: Action) -> float:
        """Return what an action is worth in the eyes of the level."""
        if action.verb is Verb.SCORE:
            after = state.apply(action).card
            before, place = state.card, state.sheet.index(action.box)
            written = after.scores[place]
            assert written is not None
            now = written + state.sheet.extra * (after.extras - before.extras)
            return now + self.level.foresight * (float(self.best.worth(state, action)) - now)
        key = (start_of(state), action, state.rolls_left)
        if key not in self.looks:
            outcomes = falls(self.best.die, to_throw(state, action)).items()
            self.looks[key] = sum(float(share) * self.see(state.apply(action, throw)) for throw, share in outcomes)
        return self.looks[key]

    def see(self, state: SheetState) -> float:
        return max(self.look(state, action) for action in state.legal_actions())

    def chances(self, state: SheetState) -> dict[Action, float]:
        looks = {action: self.look(state, action) for action in state.legal_actions()}
        most, soft, slips = max(looks.values()), self.level.softness, self.level.slips
        best = next(action for action, look in looks.items() if look > most - 1e-9)
        if not slips:
            return {best: 1.0}
        weights = {action: math.exp((look - most) / soft) for action, look in looks.items() if most - look <= 3 * soft}
        shares = {action: slips * weight / sum(weights.values()) for action, weight in weights.items()}
        return {action: share for action, share in (shares | {best: shares[best] + 1 - slips}).items() if share}


def totals(name: str, sheet: Sheet, games: int, seed: int) -> list[int]:
    """Return the final scores of games that somebody plays at a level."""
    dice, player = random.Random(seed), level_player(name, sheet, random.Random(seed + 1))
    found = []
    for _ in range(games):
        state = SheetState.start(sheet)
        while not state.over:
            action = player.act(state)
            state = state.apply(action, dice.choices(range(1, sheet.sides + 1), k=to_throw(state, action)))
        found.append(state.card.total)
    return found


@pytest.fixture(scope="module")
def exact() -> dict[str, AtLevel]:
    best = reference_play(fair_die(4))
    return {level.name: AtLevel(level, best) for level in LEVELS}


@pytest.mark.parametrize("name", NAMES)
def test_actions_are_taken_as_often_as_the_rule_says(name: str, exact: dict[str, AtLevel]) -> None:
    player = level_player(name, SMALL, random.Random(1))
    for state in moments(SMALL, games=6, seed=4):
        chances = {action: share for action, share in player.chances(state) if share}
        expected = exact[name].chances(state)
        assert set(chances) == set(expected)
        for action, share in expected.items():
            assert chances[action] == pytest.approx(share, abs=1e-9)


@pytest.mark.soak
def test_levels_lie_apart_by_many_errors() -> None:
    found = [np.array(totals(name, YAHTZEE, games=1500, seed=2)) for name in NAMES]
    for name, scores in zip(NAMES, found, strict=True):
        print(f"{name}: {scores.mean():.1f} +- {scores.std(ddof=1) / math.sqrt(len(scores)):.1f}")
    for low, high in itertools.pairwise(found):
        assert high.mean() - low.mean() > 6 * math.sqrt((low.var() + high.var()) / len(low))


@pytest.mark.parametrize("name", ["casual", "strong", "perfect"])
@pytest.mark.parametrize("card", ["", "ones=3,sixes=18,chance=22", "fives=20,full-house=25,small-straight=30,twos=6"])
def test_nobody_from_casual_up_throws_away_what_everybody_sees(name: str, card: str) -> None:
    player = level_player(name, YAHTZEE, random.Random(1))
    for left in (0, 1, 2):
        for face in range(1, 7):
            state = SheetState((read_card(YAHTZEE, card),), 0, (face,) * 5, left)
            assert player.chances(state)[0] == (score("yahtzee"), 1.0)
        for dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)):
            straight = dict(player.chances(SheetState((read_card(YAHTZEE, card),), 0, dice, left)))
            assert straight[score("large-straight")] > 0.99


def test_the_same_source_gives_the_same_game() -> None:
    assert totals("child", YAHTZEE, 1, seed=5) == totals("child", YAHTZEE, 1, seed=5)
    assert totals("child", YAHTZEE, 1, seed=5) != totals("child", YAHTZEE, 1, seed=6)


def test_a_decision_says_what_it_gives_away() -> None:
    seen = set()
    for seed in range(20):
        player, again = (level_player("strong", YAHTZEE, random.Random(seed)) for _ in range(2))
        state = SheetState.start(YAHTZEE).apply(keep(), (1, 2, 4, 6, 6))
        decision = player.decide(state)
        assert decision.action == again.act(state)
        best, value = next(iter(decision.options.items()))
        assert decision.value == decision.options[decision.action]
        if decision.action == best:
            assert decision.reason.key == "costs-by"
        else:
            assert decision.reason.key == "misses-by"
            assert decision.reason.values["other"] == best
            assert decision.reason.values["points"] == pytest.approx(value - decision.value)
        seen.add(decision.action == best)
    assert seen == {True, False}


def test_loaded_dice_and_early_choices_are_played_too() -> None:
    sheet = find_sheet("hooligan", commit=True)
    loaded = (Fraction(1, 2), *(Fraction(1, 10),) * 5)
    player = level_player("casual", sheet, random.Random(1), loaded)
    dice, state = random.Random(2), SheetState.start(sheet)
    while not state.over:
        action = player.decide(state).action
        assert action in state.legal_actions()
        state = state.apply(action, dice.choices(range(1, 7), k=to_throw(state, action)))
