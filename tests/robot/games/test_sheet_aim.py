"""A sheet played for a score, alone: what robots do, what choices cost, what a review says, and the rules in words."""

import random

import pytest

from robot.coach.advice import CoachAdvice
from robot.games.registry import make_game
from robot.games.rulebook import Rulebook
from robot.language import Language, english, languages
from robot.match.standing import Step
from robot.review.past_games import PastGame, review
from solver.errors import OptionError, UnknownNameError
from solver.sheet.exact.solve import solve
from solver.sheet.game.custom_sheet import parse_sheet
from solver.sheet.win.beat_table import solve_beats
from solver.units import Unit
from tests.support.conformance import SMALL_SHEET, legal

pytestmark = pytest.mark.check

AIMED = {"toml": SMALL_SHEET, "aim": "beat=24"}


def test_robots_without_a_name_and_of_that_name_play_for_the_score() -> None:
    value = solve_beats(solve(parse_sheet(SMALL_SHEET)), 24).value
    game, plain = make_game("two-boxes", AIMED), make_game("two-boxes", {"toml": SMALL_SHEET})
    begin = game.begin(1)
    for robot in (game.robot("", None), plain.robot("beat=24", None)):
        _, reasons = robot.decide(begin)
        assert reasons.unit is Unit.WINS
        assert reasons.to_json()["value"] == pytest.approx(value, abs=2e-5)
    assert plain.robot("", None).decide(begin)[1].unit is Unit.POINTS
    with pytest.raises(OptionError, match="is not an aim of a score sheet"):
        plain.robot("beat=many", None)
    with pytest.raises(UnknownNameError):
        plain.robot("beat", None)


def test_a_game_is_coached_and_reviewed_by_the_chance_to_reach_the_score() -> None:
    game = make_game("two-boxes", AIMED)
    robot, chance = game.robot("", None), random.Random(5)
    position, steps, lost = game.begin(1), [], 0.0
    while not position.over:
        move = chance.choice(legal(position))
        wells = () if move.keep is None else position.wells_for(move)
        thrown = tuple((move.keep or {}).get(well, chance.randint(1, 6)) for well in wells)
        lost += CoachAdvice.of(position, robot).cost(move.action)
        steps.append(Step(position, move, thrown))
        position = position.after(move, thrown)
    found = review(PastGame(game, ("Anna",), tuple(steps), position))
    (result,) = found.wins
    assert lost > 0.05
    assert result.lost == pytest.approx(lost, abs=1e-4)
    assert result.start + result.luck - result.lost == pytest.approx(result.end, abs=1e-4)
    assert result.end == float(position.scores[0] >= 24)


def test_the_rules_and_the_title_name_the_score() -> None:
    game = make_game("yahtzee", {"aim": "beat=250"})
    assert english().say(game.title) == "Yahtzee, for 250 points or more"
    assert game.rules == {"rule": "forced", "aim": "beat=250"}
    assert (list(game.seats), game.levels[:2]) == ([1], ("", "child"))
    book: Rulebook = game.rulebook
    for language in languages():
        assert "250" in Language(language).say(book.wins[1])
    with pytest.raises(OptionError, match="'beat=0' is not an aim"):
        make_game("yahtzee", {"aim": "beat=0"})
    assert len(make_game("yahtzee", {"aim": "points"}).seats) == 8
