"""Play for a score against exact fractions on small sheets, and against its own chances in simulated games."""

import itertools
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from solver.errors import OptionError, PositionError
from solver.game import read_options
from solver.games import find_game
from solver.review import review_game
from solver.sheet.coach.decide import moment, weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.solve import solve
from solver.sheet.game.aim import score_of
from solver.sheet.game.card import Card
from solver.sheet.game.rules import Score, SheetState
from solver.sheet.game.sheet import Sheet, find_sheet
from solver.sheet.policy.strategies import sheet_strategy
from solver.sheet.simulation import simulate
from solver.sheet.win.beat_table import load_beats, most_points, solve_beats
from solver.sheet.win.beater import Beater, SheetBeatEvaluator, simulate_beats
from solver.units import Unit
from tests.support.solver.duel_sheets import LITTLE, TINY

# Chances are kept as whole numbers up to 65535, and a point counts as 2e-7 of a game.
CLOSE = 2e-5
Dice = tuple[int, ...]


class ExactChances:
    """The chance to end with a score or more on a sheet, in fractions, gone through roll by roll."""

    def __init__(self, sheet: Sheet, score: int) -> None:
        self.sheet, self.score = sheet, score
        self.reach = cache(self._reach)
        self.falls = cache(self._falls)

    def _falls(self, kept: Dice) -> list[tuple[Dice, Fraction]]:
        rest = list(itertools.product(range(1, self.sheet.sides + 1), repeat=self.sheet.dice - len(kept)))
        return [(tuple(sorted(kept + fallen)), Fraction(1, len(rest))) for fallen in rest]

    def _reach(self, card: Card) -> Fraction:
        if not card.open:
            return Fraction(card.total >= self.score)

        @cache
        def of_roll(roll: Dice, left: int) -> Fraction:
            found = [self.reach(card.with_score(box, roll)) for box in card.boxes_for(roll)]
            if left:
                found += [
                    of_keep(kept, left - 1)
                    for size in range(len(roll))
                    for kept in set(itertools.combinations(roll, size))
                ]
            return max(found)

        @cache
        def of_keep(kept: Dice, left: int) -> Fraction:
            return sum((chance * of_roll(roll, left) for roll, chance in self.falls(kept)), Fraction(0))

        return of_keep((), self.sheet.throws - 1)


@pytest.mark.check
@pytest.mark.parametrize(("sheet", "scores"), [(TINY, (14, 19, 24)), (LITTLE, (22, 34, 50))], ids=["tiny", "little"])
def test_a_whole_game_is_exact(sheet: Sheet, scores: tuple[int, ...]) -> None:
    table = solve(sheet)
    for score in scores:
        exact, beater = ExactChances(sheet, score), Beater(solve_beats(table, score))
        blank = Card.blank(sheet)
        assert 0.02 < exact.reach(blank) < 0.98
        assert beater.reach(blank) == pytest.approx(float(exact.reach(blank)), abs=CLOSE)
        for dice in ((3, 3, 1), (1, 2, 3)):
            card = blank.with_score(blank.boxes_for(dice[: sheet.dice])[-1], dice[: sheet.dice])
            assert beater.reach(card) == pytest.approx(float(exact.reach(card)), abs=CLOSE)


def test_a_decision_is_the_chance_after_it_and_reasons_name_the_score() -> None:
    table = solve(TINY)
    exact, beater = ExactChances(TINY, 16), Beater(solve_beats(table, 16))
    card = Card.blank(TINY).with_score("twos", (2, 2))
    state = moment(card, (3, 3), 0)
    decision = beater.decide(state)
    assert decision.unit is Unit.WINS
    for action, worth in decision.options:
        assert isinstance(action, Score)
        after = card.with_score(action.box, (3, 3))
        assert worth == pytest.approx(float(exact.reach(after)), abs=CLOSE)
    assert "has 16 points or more in" in decision.why
    judge = SheetBeatEvaluator(lambda: beater)
    assert judge.worth(state) == (decision.value,)
    assert judge.worth(moment(card, (), TINY.throws)) == (beater.reach(card),)
    open_ = moment(card, (1, 3), 0)
    (play,) = review_game(open_, [(beater.decide(open_).action, ())], judge).plays
    assert play.wins is not None
    assert 0.0 < play.wins.before < 1.0
    assert (play.wins.loss, play.wins.luck) == (0.0, 0.0), "points decide, and are no chance"


def test_a_full_card_has_a_score_or_not_and_a_score_that_is_reached_leaves_play_for_points() -> None:
    table = solve(TINY)
    beater = Beater(solve_beats(table, 4))
    card = Card.blank(TINY)
    for box in ("chance", "threes", "pair", "twos"):
        card = card.with_score(box, (2, 2))
    assert beater.reach(card) == 1.0
    with pytest.raises(PositionError, match="the card is full"):
        beater.options(SheetState((card,), 0, rolls_left=TINY.throws))
    reached = moment(Card.blank(TINY).with_score("chance", (3, 3)), (2, 2), 1)
    assert beater.decide(reached).action == weigh(table, reached).options[0][0]


def test_a_score_that_nobody_reaches_is_refused_in_a_line() -> None:
    table = solve(TINY)
    most = int(most_points(solve_beats(table, 1).game())[-1])
    assert solve_beats(table, most).value > 0.0
    for score in (0, most + 1):
        with pytest.raises(OptionError, match=f"nobody can play for {score} points in tiny: give 1 to {most}"):
            solve_beats(table, score)
    for aim in ("win", "beat=", "beat=0", "beat=x", "beat=12345678"):
        with pytest.raises(OptionError, match="is not an aim of a score sheet"):
            score_of(aim)
    assert (score_of(None), score_of("points"), score_of("beat=250")) == (None, None, 250)


def test_chances_are_kept_in_a_file(tmp_path: Path) -> None:
    table, said = solve(TINY), list[str]()
    first = load_beats(table, 12, tmp_path, said.append)
    (file,) = tmp_path.iterdir()
    written = file.stat().st_mtime_ns
    assert (load_beats(table, 12, tmp_path, said.append).chances == first.chances).all()
    assert (file.stat().st_mtime_ns, said) == (written, [])
    file.write_bytes(file.read_bytes()[:-5])
    assert (load_beats(table, 12, tmp_path, said.append).chances == first.chances).all()
    assert "truncated or damaged" in said[0]


@pytest.mark.check
def test_games_have_the_score_as_often_as_is_said_and_more_often_than_by_play_for_points() -> None:
    table = solve(LITTLE)
    beats = solve_beats(table, 38)
    played = simulate_beats(beats, 40_000, 3)
    assert played.reached is not None
    assert played.reached == pytest.approx(beats.value, abs=4 * np.sqrt(0.25 / 40_000))
    for_points = simulate(sheet_strategy("optimal", LITTLE), 40_000, 3, score=38)
    assert for_points.reached is not None
    assert for_points.reached < played.reached
    assert for_points.mean > played.mean


@pytest.mark.check
def test_a_game_of_yahtzee_has_1575_points_at_most_and_375_without_pay_for_further_yahtzees() -> None:
    yahtzee = find_game("yahtzee")
    told = yahtzee.solve(read_options(yahtzee)).extra
    assert (told["most_points"], told["most_points_without_further_yahtzees"]) == (1575, 375)
    assert 2.0 < told["games_a_yahtzee"] < 3.0
    assert told["yahtzees_a_game"] > told["yahtzee_probability"]


@pytest.mark.soak
def test_yahtzee_has_250_points_as_often_as_is_said() -> None:
    beats = solve_beats(load_sheet(find_sheet("yahtzee")), 250)
    played = simulate_beats(beats, 20_000, 1)
    assert played.reached == pytest.approx(beats.value, abs=4 * np.sqrt(0.25 / 20_000))
