"""Rounds in which tiles are shut or targets are thrown for, move by move, against ways of their own to count."""

import itertools
import random
from fractions import Fraction
from pathlib import Path

import pytest

from solver.action import HOLD, ROLL, Action, Verb
from solver.errors import OptionError, RuleError
from solver.rounds.games import RoundGame
from solver.rounds.rating import round_outcomes, win_chances
from solver.rounds.round_player import round_chances
from solver.rounds.rules import SHIPPED_ROUNDS, find_round, format_round, parse_round, read_round
from solver.rounds.state import TargetState, TileState, expected_points, target_chances
from solver.rounds.turns import TilesTurn
from solver.throw_distribution import fair_die

BOX = find_round("shut-the-box")
FAIR = fair_die(6)
ODD = tuple(Fraction(weight, 12) for weight in (3, 1, 2, 1, 4, 1))
NO_TWOS = tuple(Fraction(weight, 8) for weight in (2, 0, 1, 1, 3, 1))


@pytest.mark.parametrize(("name", "players"), [("shut-the-box", 4), ("chicago-high", 3), ("ship-captain-crew", 2)])
def test_a_round_begins_with_the_chances_that_the_solver_gives_the_seats(name: str, players: int) -> None:
    begun = RoundGame(name).start(players)
    assert not isinstance(begun, TargetState)
    assert round_chances(begun) == pytest.approx(win_chances(begun.rules, FAIR, players)[0], abs=1e-12)


@pytest.mark.parametrize("name", ["greedy", "highest-tiles", "most-tiles"])
def test_rules_of_thumb_played_out_score_as_they_are_rated_within_four_standard_errors(name: str) -> None:
    assert isinstance(BOX.turn, TilesTurn)
    turn, chance, scores = BOX.turn, random.Random(name), []
    for _ in range(250):
        state = TileState.start(BOX, 1)
        while not state.over:
            dice = state.throws[turn.thumb_throw(state.place)]
            state = state.apply(Action(Verb.THROW, count=dice), chance.choices(range(1, 7), k=dice))
            if not state.over:
                options = list(state.options)
                picked = options[turn.thumb(name, state.place, turn.seen(state.dice), options)]
                state = state.apply(state.shutting(picked.choice))
        scores.append(state.scores[0])
    rated = round_outcomes(name, BOX, FAIR)
    assert abs(sum(scores) / len(scores) - rated.mean) < 4 * rated.sd / len(scores) ** 0.5


def test_who_shuts_all_tiles_wins_at_once_and_the_others_do_not_throw() -> None:
    state = TileState(BOX, (None, None, None), (3, 4), (6, 1))
    shut = state.apply(state.shutting((3, 4)))
    assert (shut.over, shut.winners, shut.results, shut.player) == (True, (0,), (0, None, None), 0)
    assert round_chances(shut) == (1.0, 0.0, 0.0)
    with pytest.raises(RuleError, match="over"):
        shut.apply(Action(Verb.THROW, count=2), (1, 1))


def test_moves_that_are_none_are_refused_in_one_line() -> None:
    start = TileState.start(BOX, 2)
    thrown = start.apply(Action(Verb.THROW, count=2), (3, 4))
    for state, action, dice, why in (
        (start, Action(Verb.THROW, tiles=(3, 4)), (), "not thrown yet"),
        (start, Action(Verb.THROW, count=1), (3,), "throw 2"),
        (start, Action(Verb.THROW, count=2), (3,), "2 dice are thrown"),
        (start, Action(Verb.THROW, count=2), (3, 7), "values of 1 to 6"),
        (thrown, Action(Verb.THROW, count=2), (3, 4), "sum to 7 first"),
        (thrown, Action(Verb.THROW, tiles=()), (), "sum to 7"),
        (thrown, Action(Verb.THROW, tiles=(3, 5)), (), "3 5 sum to 8"),
        (thrown, Action(Verb.THROW, tiles=(10,)), (), "10 cannot be shut"),
        (thrown, Action(Verb.THROW, tiles=(1, 1, 5)), (), "each once"),
        (thrown, Action(Verb.HOLD, tiles=(7,)), (), "sum"),
    ):
        with pytest.raises(RuleError, match=why):
            state.apply(action, dice)


def test_chances_with_targets_are_those_of_every_way_to_hit_in_fractions() -> None:
    """Three players in the second of three rounds: the first has thrown in it."""
    rules = parse_round('engine = "round"\nname = "own"\nturn = "targets"\ndice = 2\ntargets = [7, 6, 2]')
    state = TargetState(rules, (7, 0, 7), 4)
    assert (state.round, state.player, state.target) == (1, 1, 6)
    hits = {7: Fraction(6, 36), 6: Fraction(5, 36), 2: Fraction(1, 36)}
    throws = [(0, 2), (1, 6), (1, 2), (2, 6), (2, 2)]
    wins = [Fraction()] * 3
    for pattern in itertools.product((True, False), repeat=len(throws)):
        points, chance = list(state.scores), Fraction(1)
        for (seat, target), hit in zip(throws, pattern, strict=True):
            chance *= hits[target] if hit else 1 - hits[target]
            points[seat] += target * hit
        top = [seat for seat in range(3) if points[seat] == max(points)]
        wins = [won + chance * Fraction(seat in top, len(top)) for seat, won in enumerate(wins)]
    assert target_chances(state) == pytest.approx([float(one) for one in wins], abs=1e-12)
    assert expected_points(state, 1) == pytest.approx(6 * 5 / 36 + 2 / 36)
    after = state.apply(ROLL, (5, 1))
    assert (after.scores, after.player, after.target) == ((7, 6, 7), 2, 6)
    with pytest.raises(RuleError, match="hold is not a move here"):
        after.apply(HOLD)
    with pytest.raises(RuleError, match="2 dice"):
        after.apply(ROLL, (6,))


def test_ten_players_of_chicago_have_the_same_chances() -> None:
    assert target_chances(TargetState(find_round("chicago"), (0,) * 10)) == pytest.approx([0.1] * 10, abs=1e-12)


@pytest.mark.parametrize("name", SHIPPED_ROUNDS)
def test_rules_written_out_are_read_as_the_same(name: str) -> None:
    assert parse_round(format_round(find_round(name))) == find_round(name)


def test_rules_with_a_base_are_written_out_whole(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'engine = "round"\nname = "own"\nbase = "shut-the-box"\ntiles = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n'
    )
    rules = read_round(file)
    assert parse_round(format_round(rules)) == rules
    with pytest.raises(OptionError, match="have a base"):
        parse_round(file.read_text())
