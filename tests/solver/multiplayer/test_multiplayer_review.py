"""Games of Pig for three and more reviewed: the approximation beside the exact solution, and luck that is fair."""

import random

import numpy as np
import pytest

from solver.evaluator import Evaluator
from solver.multiplayer.evaluator import CrowdEvaluator, ThreeEvaluator
from solver.multiplayer.states import MultiplayerState
from solver.multiplayer.three import solve_three
from solver.race.state import Action
from solver.review import review_game

Moves = list[tuple[Action, tuple[int, ...]]]
CROWD = CrowdEvaluator(None)


def careless(start: MultiplayerState, evaluator: Evaluator[MultiplayerState, Action], chance: random.Random) -> Moves:
    """Return the moves of a game in which everybody takes the worse choice in a third of the choices."""
    moves: Moves = []
    while not start.over:
        options = [action for action, _ in evaluator.options(start) if action in start.legal_actions()]
        action = options[-1] if chance.random() < 1 / 3 else options[0]
        moves.append((action, (chance.randint(1, 6),) if action is Action.ROLL else ()))
        start = start.apply(*moves[-1])
    return moves


def test_losses_of_three_are_near_the_exact_ones() -> None:
    exact, start, chance = ThreeEvaluator(solve_three(20)), MultiplayerState((0, 0, 0), 20), random.Random(4)
    losses = []
    for _ in range(5):
        moves = careless(start, exact, chance)
        known, found = (review_game(start, moves, evaluator) for evaluator in (exact, CROWD))
        assert (known.about, found.about) == (False, True)
        losses += [
            (a.wins.loss, b.wins.loss) for a, b in zip(known.plays, found.plays, strict=True) if a.wins and b.wins
        ]
    assert max(known for known, _ in losses) > 0.05
    assert np.mean([abs(known - found) for known, found in losses]) < 0.001
    assert max(abs(known - found) for known, found in losses) < 0.01


def test_four_are_reviewed_with_luck_that_is_fair() -> None:
    start = MultiplayerState((12, 20, 4, 17), 30, 2, 8)
    throws = [review_game(start, [(Action.ROLL, (face,))], CROWD).plays[0].wins for face in range(1, 7)]
    assert sum(swing.luck for swing in throws if swing) == pytest.approx(0.0, abs=1e-12)
    (hold,) = review_game(start, [(Action.HOLD, ())], CROWD).plays
    assert hold.wins
    assert hold.wins.luck == 0.0
    assert hold.wins.loss == pytest.approx(CROWD.options(start)[0][1] - CROWD.both(start)[1])
    begin = MultiplayerState((0,) * 4, 30)
    game = review_game(begin, careless(begin, CROWD, random.Random(1)), CROWD)
    assert [sum(chances) for chances in game.curve] == pytest.approx([1.0] * len(game.curve))
    assert sorted(account.end for account in game.wins) == [0.0, 0.0, 0.0, 1.0]
    assert game.to_json()["approximate"]
