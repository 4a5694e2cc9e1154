"""Games of one round, against what was published; conformance checks each value by the rules."""

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from solver.action import HOLD, ROLL, Action, Verb
from solver.decision import Unit
from solver.errors import OptionError, PositionError, RuleError, SolverError
from solver.rounds.games import RoundGame
from solver.rounds.rating import WIN, for_points, rate_pairs, round_outcomes, score_chances, win_chances
from solver.rounds.round_player import decide_turn, round_chances
from solver.rounds.rules import SHIPPED_ROUNDS, RoundRules, find_round, format_round, parse_round, read_round
from solver.rounds.state import RoundState, TargetState, TileState, expected_points, target_chances
from solver.rounds.turn_graph import best_turn, turn_graph
from solver.rounds.turns import GREEDY, KeepingTurn, TilesTurn
from solver.throw_distribution import fair_die

FAIR = fair_die(6)


def aim(name: str, worth: Sequence[float] | None = None, rules: RoundRules | None = None) -> float:
    """Return the largest mean of what scores are worth; without `worth` the chance to score at all."""
    graph = turn_graph(rules or find_round(name), FAIR)
    wanted = np.array([float(score > 0) for score in graph.scores] if worth is None else worth)
    return float(best_turn(graph, wanted[None], wanted).value[0, -1])


def test_threes_is_as_published() -> None:
    """The notebook "game_of_threes" of icepool (github.com/HighDiceRoller/icepool) prints mean and chances."""
    rules = find_round("threes")
    assert f"{round_outcomes('optimal', rules, FAIR).mean:.3f}" == "6.254"
    chances = dict(zip(turn_graph(rules, FAIR).scores, score_chances("optimal", rules, FAIR), strict=True))
    assert [f"{100 * chances[score]:.6f}" for score in (0, 1, 30)] == ["1.033203", "3.643430", "0.000000"]
    assert abs(100 * chances[2] - 5.161979 - 2.528141) < 1.01e-6


@pytest.mark.check
def test_midnight_is_as_published() -> None:
    """Hemphill and Bevan (MathGroup, May 2010) count the one and the four; Wikipedia gives the chance to score."""
    graph = turn_graph(find_round("midnight"), FAIR)
    assert f"{aim('midnight', [score + 5.0 if score else 0.0 for score in graph.scores]):.2f}" == "23.46"
    assert abs(aim("midnight") - (1 - (2 * (5 / 6) ** 21 - (4 / 6) ** 21))) < 1e-13


@pytest.mark.parametrize(
    ("one_die_sum", "percent"), [pytest.param(0, "7.1432", marks=pytest.mark.check), (6, "9.7614")]
)
def test_the_box_is_shut_as_often_as_published(one_die_sum: int, percent: str) -> None:
    """Bill Butler, durangobill.com/ShutTheBox.html: always two dice, and one die from 6 on."""
    bare = find_round("shut-the-box")
    assert isinstance(bare.turn, TilesTurn)
    rules = replace(bare, turn=replace(bare.turn, one_die_shut=None, one_die_sum=one_die_sum))
    shut = [float(score == 0) for score in turn_graph(rules, FAIR).scores]
    assert f"{100 * aim('', shut, rules):.4f}" == percent


def test_points_where_one_die_must_be_thrown_are_those_of_all_throws_in_fractions() -> None:
    rules = parse_round(f"{TILES}tiles = [1, 2, 3, 4, 5, 6]\none_die_shut = [5, 6]\none_die_must = true\n")
    assert parse_round(format_round(rules)) == rules

    @cache
    def points(left: frozenset[int]) -> Fraction:
        throws = [*itertools.product(range(1, 7), repeat=2 if left & {5, 6} else 1)]
        shut = [{*some} for size in range(1, 7) for some in itertools.combinations(left, size)]
        ways = ([points(left - some) for some in shut if sum(some) == sum(throw)] for throw in throws)
        return sum((min(one, default=Fraction(sum(left))) for one in ways), Fraction()) / len(throws)

    found = decide_turn(TileState.start(rules, 1), to_win=False).value
    assert found == pytest.approx(float(points(frozenset(range(1, 7)))), abs=1e-12)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.check) if name == "midnight" else name for name in SHIPPED_ROUNDS]
)
def test_strategies_stand_in_order_and_chances_sum_to_1(name: str) -> None:
    rules = find_round(name)
    ruled = for_points(rules)
    worth = {one: rules.worth(1) * round_outcomes(one, rules, FAIR).mean for one in ruled}
    order = [worth[one] for one in ("optimal", "greedy", "random")]
    assert order == sorted(order, reverse=True) or name == "chicago"
    assert max(worth.values()) == worth["optimal"] or name == "chicago"
    for one in ruled:
        assert abs(score_chances(one, rules, FAIR).sum() - 1) < 1e-12
    wins = rate_pairs((WIN, *ruled), rules, FAIR)
    first, second = win_chances(rules, FAIR, 2)[0]
    assert abs(wins[WIN, WIN] - first) < 1e-12
    assert abs(first + second - 1) < 1e-12
    assert all(wins[one, WIN] <= wins[WIN, WIN] + 1e-12 for one in ruled)
    assert all(wins[one, WIN] <= wins[one, other] + 1e-12 for one in (WIN, *ruled) for other in ruled)


def test_advice_to_win_differs_from_advice_for_points() -> None:
    rules = find_round("threes")
    assert isinstance(rules.turn, KeepingTurn)
    position = rules.turn.position((3, 3), 3)
    for_points = decide_turn(RoundState(rules, (None,), position, (1, 2, 5)))
    assert str(for_points.action) == "keep 1, throw"
    sure = decide_turn(RoundState(rules, (9, None), position, (1, 2, 5)))
    assert (str(sure.action), sure.value, sure.unit) == ("keep 1 2 5, hold", 1.0, Unit.WINS)
    first, second = (decide_turn(RoundState.start(rules, n)).value for n in (2, 3))
    assert abs(first - win_chances(rules, FAIR, 2)[0][0]) < 1e-12
    assert abs(second - win_chances(rules, FAIR, 3)[0][0]) < 1e-12


def test_a_file_may_build_on_rules_that_ship(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('engine = "round"\nname = "two-four-24"\nbase = "midnight"\nneeds = [2, 4]\n')
    own = read_round(path)
    bare = find_round("midnight")
    assert isinstance(own.turn, KeepingTurn)
    assert own == replace(bare, name="two-four-24", turn=replace(own.turn, needs=(2, 4)))
    assert own.turn.points == (1, 2, 3, 4, 5, 6)
    with pytest.raises(OptionError, match="have a base"):
        parse_round(path.read_text())


HEAD = 'engine = "round"\nname = "a"\n'
KEEP = f'{HEAD}turn = "keep"\naim = "most"\ndice = 2\nkeep = 1\npoints = [1, 2, 3, 4, 5, 6]\n'
TILES = f'{HEAD}turn = "tiles"\ndice = 2\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("engine = ", "not TOML"),
        (HEAD, "turn is missing: write one of keep, tiles, targets"),
        ('name = "a"\n', 'write engine = "round"'),
        (f"{HEAD}base = 3\n", "base is 3"),
        (f'{HEAD}base = "nothing"\n', "base is 'nothing': name one of"),
        ('engine = "round"\nbase = "threes"\n', "name is missing"),
        (f'{HEAD}base = "threes"\ntiles = [1]\n', "tiles is unknown"),
        (f'{HEAD}base = "threes"\nneeds = [1]\n', "needs are only for games that the most points win"),
        (f'{HEAD}base = "threes"\nkeep = 6\n', "keep is 6: write a whole number from 0 to 5"),
        (f"{KEEP}needs = [1, 2, 3]\n", "needs is [1, 2, 3]: write a list of 0 to 2"),
        (f"{KEEP}together = true\n", "write keep = 0"),
        (f"{KEEP}together = 1\n", "write true or false"),
        (KEEP.replace("keep = 1", "keep = 0"), "throws is missing"),
        (KEEP.replace("keep = 1", "keep = 0\nthrows = 2\nin_order = true"), "without needs"),
        (f"{TILES}tiles = [1, 1]\n", "each number once"),
        (f"{TILES}tiles = [1, 2]\none_die_shut = [3]\n", "each number of 1, 2 once"),
        (f'{HEAD}turn = "targets"\ndice = 2\ntargets = [1]\n', "targets is [1]: write a list of 1 to 20"),
    ],
)
def test_rules_with_holes_are_refused_in_one_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "self.toml"
    path.write_text(text)
    with pytest.raises(SolverError, match=rf"\A.*{re.escape(words)}.*\Z"):
        read_round(path)


def test_rules_that_lead_back_to_themselves_are_refused(tmp_path: Path) -> None:
    for name, base in (("one", "two"), ("two", "one")):
        (tmp_path / f"{name}.toml").write_text(f'{HEAD}base = "{base}.toml"\n')
    with pytest.raises(SolverError, match="its own base"):
        read_round(tmp_path / "one.toml")


def test_options_that_cannot_be_met_are_refused() -> None:
    game = RoundGame("threes")
    for options in ({"players": 0}, {"players": 11}, {"die": (0.5, 0.5)}):
        with pytest.raises(SolverError):
            game.with_options(**options).solve()
    with pytest.raises(SolverError, match="for one player or for two"):
        game.with_options(players=3).compare()
    for name, said in (("win", "give players 2"), ("greed", "unknown strategy")):
        with pytest.raises(SolverError, match=said):
            game.compare([name])


@pytest.mark.parametrize(
    ("name", "kept", "throw", "choice"),
    [
        ("threes", (), (1, 2, 3, 4, 6), (1, 2, 3)),
        ("threes", (3, 3, 3), (4, 5), (4,)),
        ("midnight", (), (1, 1, 2, 4, 5, 6), (1, 4, 5, 6)),
        ("midnight", (1, 4), (1, 2, 2, 3), (3,)),
        ("ship-captain-crew", (6, 5, 4), (3, 4), (3, 4)),
        ("ship-captain-crew", (6, 5, 4), (3, 3), ()),
        ("ship-captain-crew", (6,), (2, 3, 4, 6), ()),
        ("chicago-high", (), (1, 5, 6), (1, 6)),
    ],
)
def test_who_is_greedy_keeps_what_is_better_than_a_throw(
    name: str, kept: tuple[int, ...], throw: tuple[int, ...], choice: tuple[int, ...]
) -> None:
    turn = find_round(name).turn
    assert isinstance(turn, KeepingTurn)
    position = turn.position(kept, 2)
    options = turn.options(position, throw)
    assert options[turn.thumb(GREEDY, position, throw, options)].choice == choice


def test_dice_that_cannot_fall_are_refused() -> None:
    rules = find_round("shut-the-box")
    state, sixes = TileState(rules, (None,), rules.turn.start, (1, 2)), replace(rules, die=(0, 0, 0, 0, 0, 1))
    with pytest.raises(PositionError, match="cannot fall"):
        decide_turn(replace(state, rules=sixes))
    assert decide_turn(replace(state, results=(20, None, None))).value > 0.0


BOX = find_round("shut-the-box")
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
                picked = options[turn.thumb(name, state.place, turn.see(state.dice), options)]
                state = state.apply(state.shut(picked.choice))
        scores.append(state.scores[0])
    rated = round_outcomes(name, BOX, FAIR)
    assert abs(sum(scores) / len(scores) - rated.mean) < 4 * rated.sd / len(scores) ** 0.5


def test_who_shuts_all_tiles_wins_at_once_and_the_others_do_not_throw() -> None:
    state = TileState(BOX, (None, None, None), (3, 4), (6, 1))
    shut = state.apply(state.shut((3, 4)))
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
        (thrown, Action(Verb.THROW, count=2), (3, 4), "first shut tiles that sum to 7"),
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
