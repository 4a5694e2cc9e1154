"""A game of Pig reviewed: luck and choices of both players make the result."""

import itertools
import random

import pytest

from solver.errors import RuleError
from solver.race.evaluator import RaceEvaluator
from solver.race.pig import PigState
from solver.race.state import Action
from solver.race.strategies import race_strategy
from solver.race.turn_values import race_values
from solver.review import ReviewedMove, review_game

VALUES = race_values("pig", 100)
EVALUATOR = RaceEvaluator(VALUES)
Move = tuple[Action, tuple[int, ...]]


def game(seed: int, first: str, second: str) -> tuple[list[PigState], list[Move]]:
    rng = random.Random(seed)
    players = race_strategy(first, "pig"), race_strategy(second, "pig")
    states, moves = [PigState(100)], []
    while states[-1].winner is None:
        action = Action(players[states[-1].player].decide(states[-1]).action)
        throw: tuple[int, ...] = (rng.randint(1, 6),) if action is Action.ROLL else ()
        moves.append((action, throw))
        states.append(states[-1].apply(action, throw))
    return states, moves


@pytest.mark.parametrize("seed", range(6))
def test_luck_and_choices_make_the_result(seed: int) -> None:
    states, moves = game(seed, "hold10", "optimal")
    found = review_game(states[0], moves, EVALUATOR)
    assert found.points == ()
    assert len(found.curve) == len(states)
    for player, standing in enumerate(found.wins):
        own = [play.wins for play in found.plays if play.player == player and play.wins]
        theirs = [play.wins for play in found.plays if play.player != player and play.wins]
        others = sum(swing.loss - swing.luck for swing in theirs)
        assert standing.others == pytest.approx(others, abs=1e-10)
        assert standing.start + standing.luck - standing.lost + others == pytest.approx(standing.end, abs=1e-10)
        assert standing.lost == pytest.approx(sum(swing.loss for swing in own), abs=1e-10)
        assert standing.end == (states[-1].winner == player)
    assert found.wins[0].lost > 0
    assert found.wins[1].lost == pytest.approx(0, abs=1e-10)
    for state, play in zip(states, found.plays, strict=False):
        worth = VALUES.roll_and_hold(state.me, state.opponent, state.turn_total)
        assert play.wins is not None
        assert play.wins.loss == pytest.approx(_best(state, worth) - worth[play.action == "hold"], abs=1e-10)
    for one, other in itertools.pairwise(found.plays):
        assert other.turn - _last(found.plays, one, other.player) in {0, 1}


def _best(state: PigState, worth: tuple[float, float]) -> float:
    return worth[0] if state.turn_total == 0 else max(worth)


def _last(plays: tuple[ReviewedMove, ...], until: ReviewedMove, player: int) -> int:
    turns = [play.turn for play in plays[: plays.index(until) + 1] if play.player == player]
    return turns[-1] if turns else 0


def test_costly_choices_are_told() -> None:
    moves: list[Move] = [(Action.ROLL, (2,)), (Action.HOLD, ())]
    found = review_game(PigState(100), moves, EVALUATOR)
    roll, hold = VALUES.roll_and_hold(0, 0, 2)
    (costly,) = found.costliest()
    assert costly.wins is not None
    assert costly.wins.loss == pytest.approx(roll - hold, abs=1e-12)
    assert found.costliest(to_win=True) == (costly,)
    head, line = found.sentences(("Ann", "Ben"))[2:4]
    assert head == "Costliest choices:"
    lost = f"{100 * (roll - hold):.1f} % of games"
    assert line == f"  Ann, turn 1, 0 : 0 with 2 points at risk: hold gave away {lost}; best was roll."


def test_moves_that_the_rules_forbid_are_refused() -> None:
    with pytest.raises(RuleError, match="a turn has at least one throw"):
        review_game(PigState(100), [(Action.HOLD, ())], EVALUATOR)
