"""A game of score sheets reviewed: luck and choices sum to the score and to the win, counted in two ways."""

import itertools
import json
import random
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from solver.errors import PositionError, RuleError
from solver.review import Review, ReviewedMove, Swing, review_game
from solver.sheet.coach.decide import weigh
from solver.sheet.coach.evaluator import SheetPointsEvaluator, SheetWinEvaluator
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.rules import Keep, Score, SheetAction, SheetState, action_json
from solver.sheet.game.sheet import Joker, Sheet, chance, find_sheet, number
from solver.throw_distribution import fair_die
from tests.support.solver.reference_states import falls as falls_of
from tests.support.solver.reference_states import small, to_throw

Move = tuple[SheetAction, tuple[int, ...]]
YAHTZEE = find_sheet("yahtzee")
TINY = Sheet("tiny", "own", (number("twos", 2), chance()), dice=2, sides=3, throws=2)
NAMES = ("Ann", "Ben", "Cleo")


def play(sheet: Sheet, players: int, seed: int, errors: float) -> tuple[list[SheetState], list[Move]]:
    """Play a game, each choice best or, with the chance of `errors`, at random; return all states and moves."""
    rng, values = random.Random(seed), load_sheet(sheet, fair_die(sheet.sides))
    states, moves = [SheetState.start(sheet, players)], []
    while not states[-1].over:
        state = states[-1]
        options = weigh(values, state).options
        action = rng.choice(options)[0] if rng.random() < errors else options[0][0]
        throw = tuple(rng.choices(range(1, sheet.sides + 1), k=to_throw(state, action)))
        moves.append((action, throw))
        states.append(state.apply(action, throw))
    return states, moves


@dataclass
class Exact:
    """Play to win on small sheets, in fractions; whoever throws plays best for the own chance."""

    die: tuple[Fraction, ...]
    known: dict[SheetState, tuple[Fraction, ...]] = field(default_factory=dict)

    def chances(self, state: SheetState) -> tuple[Fraction, ...]:
        if state.over:
            return tuple(Fraction(share).limit_denominator(8) for share in state.returns())
        if state not in self.known:
            self.known[state] = max(
                (self.after(state, one) for one in state.legal_actions()), key=lambda c: c[state.player]
            )
        return self.known[state]

    def after(self, state: SheetState, action: SheetAction) -> tuple[Fraction, ...]:
        falls = falls_of(self.die, to_throw(state, action))
        each = [(share, self.chances(state.apply(action, throw))) for throw, share in falls.items()]
        return tuple(sum((share * c[p] for share, c in each), Fraction(0)) for p in range(len(state.cards)))

    def win(self, state: SheetState) -> tuple[float, ...]:
        return tuple(map(float, self.chances(state)))

    def options(self, state: SheetState) -> tuple[tuple[SheetAction, float], ...]:
        worth = [(one, float(self.after(state, one)[state.player])) for one in state.legal_actions()]
        return tuple(sorted(worth, key=lambda option: -option[1]))


@pytest.mark.parametrize(
    ("sheet", "players", "errors"),
    [
        (YAHTZEE, 3, 0.3),
        pytest.param(find_sheet("yatzy"), 1, 0.5, marks=pytest.mark.check),
        (find_sheet("hooligan", commit=True), 2, 0.4),
        (small(Joker.FREE), 2, 1.0),
    ],
)
def test_luck_and_choices_make_the_score(sheet: Sheet, players: int, errors: float) -> None:
    values = load_sheet(sheet, fair_die(sheet.sides))
    states, moves = play(sheet, players, seed=8, errors=errors)
    found = review_game(states[0], moves, SheetPointsEvaluator(values))
    assert len(found.plays) == len(moves)
    for player, standing in enumerate(found.points):
        assert standing.end == states[-1].cards[player].total
        assert standing.start == pytest.approx(values.value, abs=1e-9)
        assert standing.end == pytest.approx(standing.start + standing.luck - standing.lost, abs=1e-9)
        assert abs(standing.others) < 1e-9
        own = [play.points for play in found.plays if play.player == player and play.points]
        assert standing.luck == pytest.approx(sum(swing.luck for swing in own), abs=1e-9)
        for one, other in itertools.pairwise(own):
            assert other.before == pytest.approx(one.after, abs=1e-9)
    for state, played in zip(states, found.plays, strict=False):
        assert played.points is not None
        assert played.player == state.player
        assert played.turn == 1 + state.card.filled.bit_count()
        assert played.points.loss >= -1e-9
        assert played.throw or abs(played.points.luck) < 1e-9
    assert found.wins == ()
    assert found.curve == ()


def test_a_throw_brings_no_luck_on_average() -> None:
    values, state = load_sheet(small(), fair_die(4)), SheetState.start(small()).apply(Keep(()), (1, 1, 3))
    falls = falls_of(fair_die(4), 2)
    luck = []
    for throw in falls:
        found = review_game(state, [(Keep((3,)), throw)], SheetPointsEvaluator(values))
        assert found.plays[0].points is not None
        luck.append(found.plays[0].points.luck)
    assert sum(float(share) * one for share, one in zip(falls.values(), luck, strict=True)) == pytest.approx(
        0, abs=1e-9
    )
    assert max(luck) > 1


def test_best_play_gives_nothing_away() -> None:
    states, moves = play(YAHTZEE, 1, seed=3, errors=0)
    found = review_game(states[0], moves, SheetPointsEvaluator(load_sheet(YAHTZEE)))
    assert found.points[0].lost == pytest.approx(0, abs=1e-9)
    assert found.costliest() == ()
    assert found.sentences(NAMES)[1] == "Every choice was the best available."


def test_costly_choices_come_first_and_say_what_was_best() -> None:
    values = load_sheet(YAHTZEE)
    start = SheetState.start(YAHTZEE)
    moves: list[Move] = [
        (Keep(()), (6, 6, 6, 6, 6)),
        (Keep((6, 6)), (1, 2, 4)),
        (Keep((6, 6)), (2, 2, 5)),
        (Score("ones"), ()),
    ]
    found = review_game(start, moves, SheetPointsEvaluator(values))
    worst, next_worst = found.costliest(2)
    assert worst.action == {"keep": [6, 6]}
    assert worst.points is not None
    assert (worst.points.said, worst.points.best) == ("score 50 in Yahtzee", {"score": "yahtzee"})
    thrown = start.apply(*moves[0])
    options = dict(weigh(values, thrown).options)
    assert worst.points.loss == options[Score("yahtzee")] - options[Keep((6, 6))]
    assert next_worst.action == {"score": "ones"}
    assert found.costliest(None, player=0)[:2] == (worst, next_worst)
    lines = found.sentences(NAMES)
    assert lines[0].startswith("Ann: ")
    assert lines[1] == "Costliest choices:"
    assert lines[2] == (
        f"  Ann, turn 1, 6 6 6 6 6 with 2 throws left: keep 6 6 gave away {worst.points.loss:.2f} points; "
        "best was score 50 in Yahtzee."
    )


def test_chances_to_win_swing_by_choice_and_by_dice_and_sum_to_the_result() -> None:
    judge, values = Exact(fair_die(3)), load_sheet(TINY, fair_die(3))
    for seed in range(12):
        states, moves = play(TINY, 2, seed, errors=0.5)
        found = review_game(states[0], moves, SheetPointsEvaluator(values), SheetWinEvaluator(lambda: judge))
        assert [list(chances) for chances in found.curve] == [list(judge.win(state)) for state in states]
        for player, standing in enumerate(found.wins):
            assert standing.end == states[-1].returns()[player]
            swings = [play.wins for play in found.plays if play.player == player and play.wins]
            made = sum(swing.luck - swing.loss for swing in swings)
            theirs = sum(play.wins.loss - play.wins.luck for play in found.plays if play.player != player and play.wins)
            assert standing.others == pytest.approx(theirs, abs=1e-9)
            assert standing.end == pytest.approx(standing.start + made + theirs, abs=1e-9)
        for state, (action, _), played in zip(states, moves, found.plays, strict=False):
            assert played.wins is not None
            best = judge.options(state)[0][1]
            assert played.wins.loss == pytest.approx(best - dict(judge.options(state))[action], abs=1e-9)
            assert played.wins.loss >= -1e-12
        turned = found.turning_points(None)
        assert list(turned) == sorted(turned, key=lambda play: -play.turning)
        assert all(play.turning > 0 for play in turned)


def test_the_review_is_told_with_names_and_fits_into_json() -> None:
    judge, values = Exact(fair_die(3)), load_sheet(TINY, fair_die(3))
    states, moves = play(TINY, 2, 5, errors=0.6)
    found = review_game(states[0], moves, SheetPointsEvaluator(values), SheetWinEvaluator(lambda: judge))
    told = json.loads(json.dumps(found.to_json()))
    assert [play["action"] for play in told["plays"]] == [action_json(action) for action, _ in moves]
    assert [play["throw"] for play in told["plays"]] == [list(throw) for _, throw in moves]
    assert told["plays"][told["costliest"][0]] == json.loads(json.dumps(found.costliest()[0].to_json()))
    assert told["points"][1]["end"] == states[-1].cards[1].total
    assert len(told["curve"]) == len(moves) + 1
    lines = found.sentences(("Ann", "Ben"))
    assert [line.split(":")[0] for line in lines[:4]] == ["Ann", "Ben", "Ann", "Ben"]
    assert "Turning points:" in lines
    assert not any("\n" in line for line in lines)


def test_turning_points_tell_dice_from_choices() -> None:
    swing = Swing({"keep": [2, 2]}, "keep 2 2", 0.6, 0.55, 0.9)
    choice = Swing({"score": "threes"}, "score 9 in threes", 0.9, 0.3, 0.3)
    found = Review(
        (
            ReviewedMove(0, 7, "2 2 3 4 6 with 1 throw left", "keep 2 2 3", {"keep": [2, 2, 3]}, (2, 2), None, swing),
            ReviewedMove(
                1, 7, "3 3 3 4 6 with no throw left", "score 4 in fours", {"score": "fours"}, (), None, choice
            ),
        )
    )
    head, first, second = found.sentences(("Ann", "Ben"))[-3:]
    assert head == "Turning points:"
    went = "and the chance to win went from"
    assert first == f"  Ben, turn 7, 3 3 3 4 6 with no throw left: chose score 4 in fours, {went} 90.0 % to 30.0 %."
    assert second == f"  Ann, turn 7, 2 2 3 4 6 with 1 throw left: threw 2 2, {went} 55.0 % to 90.0 %."


@pytest.mark.parametrize("made", [1, 2, 12, 25])
def test_a_game_that_breaks_off_ends_with_what_was_to_come(made: int) -> None:
    values = load_sheet(YAHTZEE)
    states, moves = play(YAHTZEE, 2, seed=1, errors=0.2)
    found = review_game(states[0], moves[:made], SheetPointsEvaluator(values))
    for player, standing in enumerate(found.points):
        state = states[made]
        card = state.cards[player]
        coming = weigh(values, state).options[0][1] if state.player == player else values.at(card)
        assert standing.end == pytest.approx(card.total + coming)
        assert standing.end == pytest.approx(standing.start + standing.luck - standing.lost, abs=1e-9)


def test_what_was_no_game_is_refused() -> None:
    values = load_sheet(YAHTZEE)
    with pytest.raises(RuleError, match="a turn begins with a throw"):
        review_game(SheetState.start(YAHTZEE), [(Score("ones"), ())], SheetPointsEvaluator(values))
    with pytest.raises(PositionError, match="the values are those of yahtzee"):
        review_game(SheetState.start(TINY), [(Keep(()), (1, 2))], SheetPointsEvaluator(values))
