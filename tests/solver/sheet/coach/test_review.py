"""A game of score sheets reviewed: luck on average, the costliest choices, and how chances to win swing."""

import random
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from solver.action import Action
from solver.review import DIGITS, review_game
from solver.sheet.coach.decide import weigh
from solver.sheet.coach.evaluator import SheetPointsEvaluator, SheetWinEvaluator
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import fair_die
from tests.support.solver.acts import keep, score
from tests.support.solver.boxes import chance, number
from tests.support.solver.reference_states import falls as falls_of
from tests.support.solver.reference_states import make_small, to_throw

Move = tuple[Action, tuple[int, ...]]
YAHTZEE = find_sheet("yahtzee")
TINY = Sheet("tiny", "own", (number("twos", 2), chance()), dice=2, sides=3, throws=2)


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

    def after(self, state: SheetState, action: Action) -> tuple[Fraction, ...]:
        falls = falls_of(self.die, to_throw(state, action))
        each = [(share, self.chances(state.apply(action, throw))) for throw, share in falls.items()]
        return tuple(sum((share * c[p] for share, c in each), Fraction(0)) for p in range(len(state.cards)))

    def win(self, state: SheetState) -> tuple[float, ...]:
        return tuple(map(float, self.chances(state)))

    def options(self, state: SheetState) -> tuple[tuple[Action, float], ...]:
        worth = [(one, float(self.after(state, one)[state.player])) for one in state.legal_actions()]
        return tuple(sorted(worth, key=lambda option: -option[1]))


def test_a_throw_brings_no_luck_on_average() -> None:
    values, state = load_sheet(make_small(), fair_die(4)), SheetState.start(make_small()).apply(keep(), (1, 1, 3))
    falls = falls_of(fair_die(4), 2)
    luck = []
    for throw in falls:
        found = review_game(state, [(keep(3), throw)], SheetPointsEvaluator(values))
        assert found.plays[0].points is not None
        luck.append(found.plays[0].points.luck)
    assert sum(float(share) * one for share, one in zip(falls.values(), luck, strict=True)) == pytest.approx(
        0, abs=1e-9
    )
    assert max(luck) > 1


def test_costly_choices_come_first_and_say_what_was_best() -> None:
    values = load_sheet(YAHTZEE)
    start = SheetState.start(YAHTZEE)
    moves: list[Move] = [
        (keep(), (6, 6, 6, 6, 6)),
        (keep(6, 6), (1, 2, 4)),
        (keep(6, 6), (2, 2, 5)),
        (score("ones"), ()),
    ]
    found = review_game(start, moves, SheetPointsEvaluator(values))
    worst, next_worst = found.costliest(2)
    assert worst.action == keep(6, 6)
    assert worst.points is not None
    assert (worst.points.said, worst.points.best) == ("score 50 in Yahtzee", score("yahtzee"))
    thrown = start.apply(*moves[0])
    options = dict(weigh(values, thrown).options)
    assert worst.points.loss == options[score("yahtzee")] - options[keep(6, 6)]
    assert next_worst.action == score("ones")
    assert found.costliest(None, player=0)[:2] == (worst, next_worst)


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
        assert list(turned) == sorted(turned, key=lambda play: -round(play.turning, DIGITS))
        assert all(play.turning > 0 for play in turned)
