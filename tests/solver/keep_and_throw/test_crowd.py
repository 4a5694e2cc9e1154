"""Keep-and-throw games of many: the clocks checked, and the error measured against the exact solution for three."""

import itertools
import random
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.action import Action, Verb
from solver.errors import OptionError
from solver.games import find_game
from solver.jit import compiled
from solver.keep_and_throw.crowd import CrowdPlan, CrowdTable
from solver.keep_and_throw.exact import fewest_expected_turns
from solver.keep_and_throw.hands import Throws
from solver.keep_and_throw.keep_kernels import walk_turn
from solver.keep_and_throw.keep_table import fair_laws
from solver.keep_and_throw.player import KeepEvaluator, decide, keep_player, win_chances
from solver.keep_and_throw.rules import KeepRules, find_rules
from solver.keep_and_throw.state import KeepState
from solver.last_round import FORMS
from solver.review import review_game
from tests.support.solver.reference_keep import play_out


@compiled
def best_turn(
    throws: Throws, place: tuple[int, int, int], win: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Fill `value[k, h]` with the chances of the player to throw, the next and the last, by `win`, those of turns."""
    bust, first, chance, option, gain, left, _ = throws
    i, j, m = place
    goal = win.shape[0]
    value[goal - i :] = 0.0
    value[goal - i :, :, 0] = 1.0
    for k in range(goal - i - 1, -1, -1):
        for h in range(len(bust)):
            sums = np.zeros(3)
            for seat in range(3):
                sums[seat] = bust[h] * win[j, m, i, (seat + 2) % 3]
            for o in range(first[h], first[h + 1]):
                best = -1.0
                taken = option[o]
                for a in range(option[o], option[o + 1]):
                    reached = min(k + gain[a], value.shape[0] - 1)
                    if value[reached, left[a], 0] > best + 1e-13:
                        best = value[reached, left[a], 0]
                        taken = a
                sums += chance[o] * value[min(k + gain[taken], value.shape[0] - 1), left[taken]]
            held = win[j, m, i + k, 2]
            if k > 0 and held >= sums[0] - 1e-13:
                for seat in range(3):
                    value[k, h, seat] = win[j, m, i + k, (seat + 2) % 3]
            else:
                value[k, h] = sums


@compiled
def settle_three(throws: Throws, win: NDArray[np.float64]) -> float:
    """Fill `win[i, j, m]` with everybody's chances at the beginning of a turn; return the last largest change."""
    goal = win.shape[0]
    value = np.zeros((goal + 1, len(throws.bust), 3))
    worst = 0.0
    for both in range(3 * goal - 3, -1, -1):
        for i in range(min(both, goal - 1) + 1):
            for j in range(max(0, both - i - goal + 1), min(both - i, goal - 1) + 1):
                m = both - i - j
                if i < j or i < m:
                    continue
                change = 1.0
                rounds = 0
                while change > 1e-13 and rounds < 200:
                    change = 0.0
                    for place in ((m, i, j), (j, m, i), (i, j, m)):
                        best_turn(throws, place, win, value)
                        for seat in range(3):
                            new = value[0, len(throws.bust) - 1, seat]
                            change = max(change, abs(new - win[place[0], place[1], place[2], seat]))
                            win[place[0], place[1], place[2], seat] = new
                    rounds += 1
                worst = max(worst, change)
    return worst


def solve_keep_three(throws: Throws, goal: int) -> tuple[NDArray[np.float64], float]:
    """Return everybody's chances at [i, j, m], beginning with the player to throw, and the change that is left."""
    win = np.zeros((goal, goal, goal, 3))
    return win, settle_three(throws, win)


GAMES = 300

ONE = (1, 2, 3, 4, 4, 6)


def crowd(name: str = "kingdom-come", **rules: Any) -> CrowdTable:
    played = find_rules(name).change(**rules)
    return CrowdTable(played, (fair_laws(played),) * 2)


def standing(rules: KeepRules, *scores: int, player: int = 0, dice: tuple[int, ...] = ()) -> KeepState:
    return KeepState(rules, scores, player, dice=dice, blanks=(0,) * len(scores))


class ExactTable(CrowdTable):
    """A game of three by its exact solution."""

    about = False

    @cached_property
    def win(self) -> NDArray[np.float64]:
        win, left = solve_keep_three(self.hands(0).throws, self.steps)
        assert left < 1e-12
        return win

    def plan(self, order: tuple[int, ...]) -> CrowdPlan:
        me, second, third = order
        _, *others = self.win[me, second, third].tolist()
        return CrowdPlan(self.win[second, third, :, 2], tuple(others), 1.0)


class Turn(NamedTuple):
    """How a turn ends: after how many steps, the last number for a win; what it loses, and how far chances are off."""

    ends: NDArray[np.float64]
    lost: float
    error: float


@cache
def turn_of(table: CrowdTable, exact: ExactTable, order: tuple[int, int, int]) -> Turn:
    throws, goal, (me, second, third) = table.hands(0).throws, table.steps, order
    value, holds = table.turn(standing(table.rules, *(one * table.rules.step for one in order)), 0)
    banked, at = np.zeros(goal), np.zeros((goal, len(throws.bust)))
    held = (value[:goal] <= holds[:goal, None]).astype(np.float64)
    won, lost = walk_turn(throws, (goal - me, 0), (value[:goal].copy(), held), at, banked)
    ends = np.array([lost, *banked[1 : goal - me], won])
    best = float(exact.win[me, second, third, 0])
    worth = float(ends @ [*exact.win[second, third, me:, 2], 1.0])
    return Turn(ends / ends.sum(), best - worth, abs(float(value[0, -1]) - best))


def test_a_clock_of_fewest_turns_runs_that_long() -> None:
    table = crowd(goal=1000)
    turns = fewest_expected_turns(table.rules, table.laws[0]).values
    assert (1.0 - table.clocks).sum(axis=0) == pytest.approx(turns[:-1], abs=1e-6)


def test_chances_are_everybodys_and_sum_to_one() -> None:
    table = crowd(goal=1000)
    for scores in ((0, 0, 0, 0), (300, 900, 0, 500)):
        found = win_chances(table, standing(table.rules, *scores, player=2))
        assert sum(found) == pytest.approx(1.0)
        assert min(found) > 0.0
    ahead = win_chances(table, standing(table.rules, 900, 300, 300))
    assert ahead[0] > 0.6 > max(ahead[1:])


def test_who_can_hold_and_win_does_and_the_sentence_says_that_chances_are_approximate() -> None:
    table = crowd(goal=1000)
    won = decide(table, standing(table.rules, 900, 0, 0, dice=ONE))
    assert (str(won.action), won.value, won.about) == ("keep 1, hold", 1.0, False)
    open_ = decide(table, standing(table.rules, 0, 0, 0, dice=ONE))
    assert open_.about
    assert open_.reason.key == "about"
    worse = keep_player("greedy", table).decide(standing(table.rules, 0, 0, 0, dice=(1, 1, 4, 4, 5, 6)))
    assert getattr(worse.reason.values["told"], "key", "") == "about"


def test_in_the_last_round_more_is_needed_and_those_behind_still_throw() -> None:
    table = crowd(goal=500, last_round="all")
    last = decide(table, standing(table.rules, 600, 550, 450, player=2, dice=(1, 1, 3, 4, 4, 6)))
    assert (str(last.action), last.value) == ("keep 1 1, hold", 1.0)
    middle = decide(table, standing(table.rules, 600, 450, 400, player=1, dice=(1, 1, 3, 4, 4, 6)))
    follows = win_chances(table, standing(table.rules, 600, 650, 400, player=2))
    held = {str(action): value for action, value in middle.options.items()}
    assert held["keep 1 1, hold"] == pytest.approx(1.0 - follows[2])
    assert follows[1] == pytest.approx(1.0 - follows[2])
    assert held["keep 1, hold"] == 0.0


@pytest.mark.parametrize("last_round", ["", *(pytest.param(one, marks=pytest.mark.check) for one in FORMS)])
def test_games_of_four_come_to_an_end_with_every_strategy(last_round: str) -> None:
    table, chance = crowd(goal=500, last_round=last_round), random.Random(3)
    players = [keep_player(name, table, chance) for name in ("optimal", "greedy", "random", "child")]
    assert {play_out(table.rules, players, chance) for _ in range(12)} <= {0, 1, 2, 3}


def test_a_solution_for_three_gives_the_chance_of_each_seat_and_says_that_it_is_approximate() -> None:
    """Beside games by `pipsqueak rate kingdom-come --simulate --goal 600 --players 3`, which play for most wins."""
    found = find_game("kingdom-come", goal=600, players=3).solve().to_json()
    assert found["unit"].endswith("approximate")
    assert sum(found["seats"]) == pytest.approx(1.0, abs=1e-9)
    played, games = (0.625, 0.235, 0.165), 200
    for seat, share in zip(found["seats"], played, strict=True):
        assert seat == pytest.approx(share, abs=3 * (share * (1 - share) / games) ** 0.5)


def test_what_two_alone_play_is_refused_in_one_line() -> None:
    with pytest.raises(OptionError, match="a penalty is only for two players"):
        crowd(penalty=100)
    rules = find_rules("farkle")
    with pytest.raises(OptionError, match="different dice are only for two players"):
        CrowdTable(rules, (fair_laws(rules), ((0.1, 0.1, 0.2, 0.2, 0.2, 0.2),) * 6))


def test_a_review_tells_luck_that_is_fair_and_losses_that_the_advice_tells() -> None:
    table = crowd(goal=1000)
    evaluator, state = KeepEvaluator(table), standing(table.rules, 300, 550, 0, 900, player=1, dice=(1, 1, 5))
    best = decide(table, state)
    for action in (Action(Verb.THROW, (1,)), Action(Verb.THROW, (5,))):
        throws = itertools.product(range(1, 7), repeat=2)
        swings = [review_game(state, [(action, throw)], evaluator).plays[0].wins for throw in throws]
        assert sum(swing.luck for swing in swings if swing) == pytest.approx(0.0, abs=1e-9)
        assert swings[0]
        assert best.value - swings[0].loss == pytest.approx(best.options[action])
    found = review_game(state, [(Action(Verb.HOLD, (1,)), ())], evaluator)
    (held,) = found.plays
    assert held.wins
    assert held.wins.luck == 0.0
    assert best.value - held.wins.loss == pytest.approx(best.options[Action(Verb.HOLD, (1,))])
    assert found.about


@pytest.mark.check
def test_losses_in_reviews_of_three_are_near_the_exact_ones() -> None:
    table, chance = crowd(goal=600), random.Random(2)
    exact = ExactTable(table.rules, table.laws)
    players = [keep_player(name, exact, chance) for name in ("optimal", "greedy", "careless:0.3")]
    losses = []
    for _ in range(20):
        moves, state = [], standing(table.rules, 0, 0, 0)
        while not state.over:
            action = players[state.player].decide(state).action
            thrown = 0 if action.verb is Verb.HOLD else state.dice_left(action.keep or ())
            moves.append((action, tuple(chance.randint(1, 6) for _ in range(thrown))))
            state = state.apply(*moves[-1])
        known, found = (
            review_game(standing(table.rules, 0, 0, 0), moves, KeepEvaluator(one)) for one in (exact, table)
        )
        for account in known.wins:
            assert account.end == pytest.approx(account.start + account.luck - account.lost + account.others)
        losses += [(one.lost, other.lost) for one, other in zip(known.wins, found.wins, strict=True)]
    off = [abs(one - other) for one, other in losses]
    print(f"lost in a game by choices, exactly {np.mean([one for one, _ in losses]):.4f}, off by {np.mean(off):.4f}")
    assert max(one for one, _ in losses) > 0.1
    assert np.mean(off) < 0.015


@pytest.mark.check
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", ["ten-thousand", "farkle", "kingdom-come"])
def test_a_game_of_three_loses_little_against_the_exact_solution(name: str) -> None:
    """What the turns of a player lose if all play exactly after each, summed over a game, and the error of chances."""
    table, chance = crowd(name, goal=1000), np.random.default_rng(1)
    exact = ExactTable(table.rules, table.laws)
    lost, errors = [], []
    for _ in range(GAMES):
        order, open_ = (0, 0, 0), True
        while open_:
            turn = turn_of(table, exact, order)
            lost.append(turn.lost)
            errors.append(turn.error)
            made = int(chance.choice(len(turn.ends), p=turn.ends))
            open_ = made < len(turn.ends) - 1
            order = (*order[1:], order[0] + made)
    print(f"{name}: wins lost by a player a game {sum(lost) / GAMES / 3:.4f}, chances off by {np.mean(errors):.3f}")
    assert min(lost) > -1e-9
    assert sum(lost) / GAMES / 3 < 0.008
    assert np.mean(errors) < 0.04
    turn_of.cache_clear()
