"""Pig for many: the model checked piece by piece, its error against the exact solution for three, and reviews by it."""

import random

import numpy as np
import pytest

from solver.action import HOLD, ROLL, Action
from solver.errors import OptionError
from solver.evaluator import Evaluator
from solver.games import find_game
from solver.multiplayer.approximation import answer, approximate_plan, clocks, unbeaten_chances
from solver.multiplayer.evaluator import CrowdEvaluator
from solver.multiplayer.states import MultiplayerState
from solver.multiplayer.three import solve_three
from solver.race.rules import PigState
from solver.review import review_game
from tests.support.solver.reasons import parts
from tests.support.solver.regret import by_field, by_hold, loss

GOAL = 40

# Far enough that players hold before they win.
FAR = 80

Moves = list[tuple[Action, tuple[int, ...]]]

CROWD = CrowdEvaluator(None)


def careless(start: MultiplayerState, evaluator: Evaluator[MultiplayerState], chance: random.Random) -> Moves:
    """Return the moves of a game in which everybody takes the worse choice in a third of the choices."""
    moves: Moves = []
    while not start.over:
        options = [action for action, _ in evaluator.options(start) if action in start.legal_actions()]
        action = options[-1] if chance.random() < 1 / 3 else options[0]
        moves.append((action, (chance.randint(1, 6),) if action == ROLL else ()))
        start = start.apply(*moves[-1])
    return moves


def test_clocks_and_answers_are_those_of_a_sum_throw_by_throw() -> None:
    distribution = PigState.distribution((0.1, 0.2, 0.0, 0.3, 0.15, 0.25))  # no 3 comes: there is a gap in the gains
    goal, rounds, scores = 8, 3, (0, 3, 5)
    alive = np.linspace(1.0, 0.3, rounds * 3).reshape(rounds, 3)
    rolls, worth = answer(distribution, goal, alive)
    done = clocks(distribution, rolls, scores)

    def best(turn: int, player: int, score: int, t: int) -> float:
        if turn == rounds:
            return 0.0
        if score + t >= goal:
            return float(alive[turn, player])
        lost = best(turn + 1, player, score, 0)
        roll = distribution.bust * lost
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            roll += chance * best(turn, player, score, t + gain)
        return max(roll, best(turn + 1, player, score + t, 0)) if t else roll

    def win(turn: int, player: int, score: int, t: int, last: int) -> float:
        if turn == last:
            return 0.0
        if score + t >= goal:
            return 1.0
        if not rolls[turn, player, score, t]:
            return win(turn + 1, player, score + t, 0, last)
        thrown = distribution.bust * win(turn + 1, player, score, 0, last)
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            thrown += chance * win(turn, player, score, t + gain, last)
        return thrown

    for player in range(3):
        assert worth[0, player] == pytest.approx([best(0, player, score, 0) for score in range(goal)], abs=1e-12)
        expected = [win(0, player, scores[player], 0, last) for last in range(rounds + 1)]
        assert done[:, player] == pytest.approx(expected, abs=1e-12)


def test_who_throws_first_has_had_one_turn_more() -> None:
    done = np.array([[0.0, 0.0, 0.0], [0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
    expected = [[1.0, 0.9, 0.9 * 0.8], [0.8 * 0.7, 0.6 * 0.7, 0.6 * 0.5]]
    assert unbeaten_chances(done) == pytest.approx(np.array(expected))


@pytest.mark.parametrize("goal", [GOAL, pytest.param(FAR, marks=pytest.mark.check)])
def test_chances_are_near_the_exact_ones_for_three(goal: int) -> None:
    chance, exact = random.Random(2), solve_three(goal)
    errors = []
    for _ in range(20):
        scores = tuple(chance.randrange(goal) for _ in range(3))
        errors.append(np.abs(np.array(approximate_plan(scores, goal).chances) - exact.win[scores]).max())
    assert float(np.mean(errors)) < 0.003
    assert max(errors) < 0.02


@pytest.mark.check
def test_little_is_lost_between_two_perfect_players() -> None:
    exact = solve_three(FAR)
    mean, error = loss(exact, by_field(FAR), 6, 1)
    hold, spread = loss(exact, by_hold(20), 600, 1)
    assert mean + 3 * error < hold - 3 * spread
    assert mean < 0.01


@pytest.mark.parametrize(("players", "name"), [(4, "pig-four"), (7, "pig-seven"), (10, "pig-ten")])
def test_many_players_share_the_wins(players: int, name: str) -> None:
    solution = find_game(name, goal=30).solve()
    chances = solution.extra["chances"]
    assert len(chances) == players
    assert solution.value == chances[0]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    assert "approximat" in solution.unit


@pytest.mark.parametrize(("goal", "words"), [(0, "from 1 to 200"), (10_000, "is too large")])
def test_goals_that_four_cannot_play_to_are_refused(goal: int, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        find_game("pig-four", goal=goal).solve()
    with pytest.raises(OptionError, match=words):
        MultiplayerState((0,) * 4, goal)


@pytest.mark.parametrize(("players", "name"), [(4, "pig-four"), (10, "pig-ten")])
def test_a_race_of_many_to_one_point_goes_round_until_somebody_gains(players: int, name: str) -> None:
    turns = [5 / 6**turn for turn in range(1, players + 1)]
    expected = [turn / sum(turns) for turn in turns]
    assert find_game(name, goal=1).solve().extra["chances"] == pytest.approx(expected, abs=1e-9)


def test_advice_for_four() -> None:
    wins = find_game("pig-four").advise("90:80:80:3 +12")
    assert (wins.action, wins.value) == (HOLD, 1.0)
    late = find_game("pig-four").advise("60:95:90:92 +25")
    assert late.action == ROLL
    assert [*parts(late.reason)] == ["about", "better", "risking", "worth-wins"]
    assert late.value == late.options[ROLL] > late.options[HOLD]
    assert not find_game("pig-four").advise("1:0:0:0").reachable


def test_losses_of_three_are_near_the_exact_ones() -> None:
    exact, start, chance = solve_three(20), MultiplayerState((0, 0, 0), 20), random.Random(4)
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
    throws = [review_game(start, [(ROLL, (face,))], CROWD).plays[0].wins for face in range(1, 7)]
    assert sum(swing.luck for swing in throws if swing) == pytest.approx(0.0, abs=1e-12)
    (hold,) = review_game(start, [(HOLD, ())], CROWD).plays
    assert hold.wins
    assert hold.wins.luck == 0.0
    assert hold.wins.loss == pytest.approx(CROWD.options(start)[0][1] - CROWD.both(start)[1])
    begin = MultiplayerState((0,) * 4, 30)
    game = review_game(begin, careless(begin, CROWD, random.Random(1)), CROWD)
    assert [sum(chances) for chances in game.curve] == pytest.approx([1.0] * len(game.curve))
    assert sorted(account.end for account in game.wins) == [0.0, 0.0, 0.0, 1.0]
    assert game.to_json()["approximate"]
