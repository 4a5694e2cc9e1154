"""Keep-and-throw games solved, also with a last round and alone: by their rules and against what is published."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.action import FIRST, Action, Verb
from solver.errors import OptionError, RuleError, SolverError
from solver.keep_and_throw.exact import fewest_expected_turns
from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.hands import hands_of, most_turn_points
from solver.keep_and_throw.keep_table import (
    SHIPPED,
    KeepTable,
    fair_laws,
    file_of,
    load,
    load_keep,
    save,
    solve_keep,
    turn_values,
)
from solver.keep_and_throw.player import KeepEvaluator, decide, keep_player
from solver.keep_and_throw.rules import KeepRules, find_rules, format_rules, parse_rules, read_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import rate_keep
from solver.throw_distribution import Laws
from tests.support.solver.reference_keep import UNLIKE, play_out


def table(rules: KeepRules, mine: Laws | None = None, theirs: Laws | None = None) -> KeepTable:
    fair = fair_laws(rules)
    return solve_keep(rules, (mine or fair, theirs or fair))


HOLD_ONE = Action(Verb.HOLD, (1,))

ONE = (1, 2, 3, 4, 4, 6)


LAWS = tuple(tuple(Fraction(weight, sum(law)) for weight in law) for law in UNLIKE)


def _nothing(dice: int) -> float:
    """Return the chance that so many dice of Kingdom Come score nothing."""
    rules = find_rules("kingdom-come")
    throws = itertools.product(range(1, 7), repeat=dice)
    return float(sum(not any(map(rules.points, _subsets(throw))) for throw in throws) / 6**dice)


def _subsets(throw: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [some for count in range(1, len(throw) + 1) for some in itertools.combinations(throw, count)]


NAMES = ("ten-thousand", "farkle", "kingdom-come")


@pytest.mark.parametrize(
    ("changes", "theirs"),
    [
        ({"goal": 200, "opening": 150}, LAWS),
        ({"goal": 200, "opening": 100, "penalty": 100}, None),
        ({"goal": 200, "opening": 100, "penalty": 100, "throw_on": (1, 3)}, None),
        ({"goal": 200, "opening": 150, "throw_on": (2,)}, LAWS),
        ({"goal": 100, "opening": 100, "last_round": "all"}, LAWS),
        ({"goal": 100, "opening": 100, "last_round": "second"}, None),
    ],
)
def test_each_action_with_dice_that_differ_is_worth_the_mean_of_what_follows(
    small: KeepRules, changes: dict[str, Any], theirs: Laws | None
) -> None:
    """Games end, so no other values than those of best play are so."""
    forced = changes.pop("throw_on", ())
    rules, chance = replace(small, throw_on=forced).change(**changes), random.Random(3)
    laws = LAWS, theirs or fair_laws(rules)
    values, looked = KeepEvaluator(table(rules, *laws)), 0
    worth = cache(values.worth)
    for _ in range(6):
        state = KeepState(rules)
        while not state.over:
            looked += 1
            for action, said in values.options(state):
                ways = list(falls(state, action, laws[state.player])) if action.throws else [((), 1.0)]
                mean = sum(share * worth(state.apply(action, dice))[state.player] for dice, share in ways)
                assert abs(said - mean) < 1e-10, (state, action)
            action = chance.choice([one for one, _ in values.options(state)])
            ways = list(falls(state, action, laws[state.player])) if action.throws else [((), 1.0)]
            state = state.apply(action, chance.choices([dice for dice, _ in ways], [share for _, share in ways])[0])
    assert looked > 20


def falls(state: KeepState, action: Action, laws: Laws) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield what can fall after an action, with its chance; of dice that are alike it does not matter which."""
    left = [place for place in state.places if place + 1 not in action.dice] if action.dice else []
    thrown = (left or range(len(laws)))[: state.dice_left(action.keep or ())]
    for faces in itertools.product(range(1, 7), repeat=len(thrown)):
        share = math.prod(laws[place][face - 1] for place, face in zip(thrown, faces, strict=True))
        if share:
            yield faces, float(share)


def test_players_with_other_dice_win_as_often_as_each_loses(small: KeepRules) -> None:
    one, other = table(small, LAWS), table(small, None, LAWS)
    assert np.abs(one.start[0] - other.start[1]).max() < 1e-13
    assert np.abs(one.start[1] - other.start[0]).max() < 1e-13
    assert one.value > table(small).value


def test_a_penalty_costs_those_who_come_near_it(small: KeepRules) -> None:
    rules = small.change(goal=200, opening=100, penalty=100)
    solved = table(rules)
    assert not np.allclose(solved.start[0][0, 0], table(small.change(goal=200, opening=100)).start[0][0, 0], atol=1e-3)
    at = KeepState(rules, (50, 50), dice=(1, 2, 4))
    assert decide(solved, replace(at, blanks=(2, 0))).value < decide(solved, at).value


def test_best_play_against_itself_is_rated_as_the_table_says() -> None:
    rules = find_rules("farkle").change(goal=1000)
    solved = table(rules)
    wins = rate_keep(solved)
    assert abs(wins["optimal", "optimal"] - solved.value) < 1e-12
    names = {first for first, _ in wins}
    assert all(wins["optimal", other] >= wins[one, other] for one in names for other in ("optimal",))
    assert all(1 - wins[other, "optimal"] > 1 - wins[other, one] - 1e-12 for one in names for other in ("optimal",))


def test_strategies_are_not_compared_with_a_penalty_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    game = KeepGame("farkle").with_options(penalty=500)
    monkeypatch.setattr(game, "table", pytest.fail)
    with pytest.raises(OptionError, match="without a penalty"):
        game.compare()


@pytest.mark.soak
def test_ten_thousand_is_as_busche_and_neller_print_it() -> None:
    """ "Optimal Play of the Farkle Dice Game", Advances in Computer Games 2017."""
    rules = find_rules("ten-thousand")
    solved = load_keep(rules, (fair_laws(rules),) * 2)
    wins = rate_keep(solved, ["optimal", "most-points"])
    both = wins["optimal", "most-points"] - wins["most-points", "optimal"]
    assert f"{100 * both:.4f}" == "4.7718"
    first = solved.start[0][0, 0, 0]
    assert int(np.abs(first - 0.5).argmin()) * rules.step == 200


def test_the_shipped_tables_are_what_is_solved_afresh(tmp_path: Path) -> None:
    rules = find_rules("kingdom-come")
    laws = (fair_laws(rules),) * 2
    for kept, fresh in zip(load(file_of(SHIPPED, rules, laws), rules, laws).start, table(rules).start, strict=True):
        assert kept == pytest.approx(fresh, rel=0, abs=1e-12)
    path = file_of(tmp_path, rules.change(opening=500), laws)
    solved = table(rules.change(opening=500))
    save(solved, path)
    assert np.array_equal(load(path, solved.rules, laws).start[0], solved.start[0])


def test_the_goal_gives_the_other_one_more_turn_which_must_bring_more() -> None:
    rules = find_rules("kingdom-come").change(goal=500, last_round="all")
    first = KeepState(rules, (400, 450), dice=ONE)
    after = first.apply(HOLD_ONE)
    assert (after.player, after.over, after.to_beat) == (1, False, 500)
    same = replace(after, dice=(5, 2, 3, 4, 4, 6)).apply(Action(Verb.HOLD, (5,)))
    assert (same.scores, same.winner, same.to_beat) == ((500, 500), 0, None)
    more = replace(after, dice=ONE)
    assert more.wins((1,))
    assert Action(Verb.THROW, (1,)) not in more.legal_actions()
    assert more.apply(HOLD_ONE).winner == 1
    assert after.apply(FIRST, (2, 3, 4, 4, 6, 6)).winner == 0
    assert Action(Verb.THROW, (1,)) in first.legal_actions(), "who reaches the goal may throw on"


def test_the_second_player_alone_ends_the_game_by_the_goal() -> None:
    rules = find_rules("kingdom-come").change(goal=500, last_round="second")
    assert KeepState(rules, (400, 450), dice=ONE).apply(HOLD_ONE).to_beat == 500
    second = KeepState(rules, (400, 450), 1, dice=ONE)
    assert second.wins((1,))
    assert second.apply(HOLD_ONE).winner == 1


def test_of_three_the_turn_goes_round_and_the_most_points_win() -> None:
    rules = find_rules("kingdom-come").change(goal=500, last_round="all")
    state = KeepState(rules, (400, 450, 450), 1, dice=ONE, blanks=(0, 0, 0)).apply(HOLD_ONE)
    assert (state.player, state.to_beat) == (2, 550)
    state = replace(state, dice=(1, 1, 3, 4, 4, 6)).apply(Action(Verb.HOLD, (1, 1)))
    assert (state.player, state.over, state.to_beat) == (0, False, 650)
    state = state.apply(FIRST, (2, 3, 4, 4, 6, 6))
    assert (state.winner, state.scores) == (2, (400, 550, 650))


def test_rules_in_a_file_say_the_last_round(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('engine = "keep-and-throw"\nname = "own"\nbase = "farkle"\nlast-round = true\n')
    rules = read_rules(path)
    assert rules.last_round == "all"
    assert parse_rules(format_rules(rules)) == rules
    assert rules.change(last_round=False).last_round == ""
    path.write_text('engine = "keep-and-throw"\nname = "own"\nbase = "farkle"\nlast-round = "third"\n')
    with pytest.raises(OptionError, match="last-round is 'third': write all"):
        read_rules(path)


@pytest.mark.parametrize("last_round", ["all", "second"])
def test_decisions_are_worth_what_the_table_says_also_above_the_goal(last_round: str, tmp_path: Path) -> None:
    rules = find_rules("kingdom-come").change(goal=500, last_round=last_round)
    solved = table(rules)
    path = file_of(tmp_path, rules, solved.laws)
    save(solved, path)
    assert all(map(np.array_equal, load(path, rules, solved.laws).start, solved.start))
    for seat in (0, 1):
        begins = decide(solved, KeepState(rules, (200, 200), seat))
        assert begins.value == pytest.approx(solved.start[seat][0, 0, 4, 4], abs=1e-13)
    last = KeepState(rules, (700, 300), 1, 100, ONE)
    held = {str(action): value for action, value in decide(solved, last).options.items()}
    assert held["keep 1, hold"] == 0.0
    assert held["keep 1, throw"] > 0.2
    far = KeepState(rules, (0, 300), 0, 30_000, ONE)
    best = decide(solved, far)
    assert str(best.action) == "keep 1, hold"
    assert best.value == pytest.approx(1.0, abs=1e-12)
    choices = {str(action): value for action, value in best.options.items()}
    assert choices["keep 1, throw"] == pytest.approx(1 - _nothing(5) * solved.start[1][0, 0, 6, 0])
    assert turn_values(solved, 0, (0, 6))[0, -1] == pytest.approx(solved.start[0][0, 0, 0, 6])


@pytest.mark.parametrize("name", ["greedy", "random", "child", "optimal"])
def test_every_strategy_comes_to_an_end(name: str) -> None:
    solved, chance = table(find_rules("kingdom-come").change(goal=500, last_round="all")), random.Random(7)
    players = keep_player(name, solved, chance), keep_player("optimal", solved)
    assert {play_out(solved.rules, players, chance) for _ in range(8)} == {0, 1}


def test_dice_that_score_in_every_throw_are_refused() -> None:
    rules = find_rules("ten-thousand").change(goal=500, last_round="all")
    with pytest.raises(SolverError, match="may never end"):
        solve_keep(rules, (((1.0, 0, 0, 0, 0, 0),) * 6,) * 2)


def test_strategies_are_not_compared_with_a_last_round() -> None:
    with pytest.raises(OptionError, match="without a last round"):
        KeepGame("farkle").with_options(last_round="all").compare()


@pytest.mark.parametrize(
    "name", [name if name == "farkle" else pytest.param(name, marks=pytest.mark.check) for name in NAMES]
)
def test_no_look_further_ahead_brings_more_points(name: str) -> None:
    rules = find_rules(name)
    throws = hands_of(rules, fair_laws(rules)).throws
    found = most_turn_points(rules, fair_laws(rules)).values / rules.step
    far = len(found) + 400  # beyond the last total, where it is said to be best to hold

    @cache
    def worth(total: int, hand: int) -> float:
        if total >= far:
            return total
        more = 0.0
        for outcome in range(throws.first[hand], throws.first[hand + 1]):
            options = range(throws.option[outcome], throws.option[outcome + 1])
            more += throws.chance[outcome] * max(worth(total + throws.gain[one], throws.left[one]) for one in options)
        return max(more, total) if total else more

    for total in range(far - 1, len(found) - 1, -1):
        assert all(worth(total, hand) == total for hand in range(6))
    for total in range(len(found) - 1, 0, -1):
        assert np.allclose([worth(total, hand) for hand in range(6)], found[total], atol=1e-9, rtol=0)


@pytest.mark.parametrize(
    ("name", "opening", "forced"),
    [pytest.param("farkle", 0, (), marks=pytest.mark.check), ("ten-thousand", 300, ()), ("ten-thousand", 0, (1, 6))],
)
def test_the_fewest_turns_are_those_of_plain_value_iteration(name: str, opening: int, forced: tuple[int, ...]) -> None:
    rules = replace(find_rules(name), throw_on=forced).change(goal=400, opening=opening)
    throws = hands_of(rules, fair_laws(rules)).throws
    steps = rules.goal // rules.step
    turns = np.zeros(steps + 1)
    for _ in range(60):
        for score in range(steps - 1, -1, -1):

            @cache
            def rest(total: int, hand: int, score: int = score) -> float:
                if score + total >= steps:
                    return 0.0
                more = float(throws.bust[hand] * turns[score])
                for outcome in range(throws.first[hand], throws.first[hand + 1]):
                    options = range(throws.option[outcome], throws.option[outcome + 1])
                    more += throws.chance[outcome] * min(
                        rest(total + throws.gain[one], throws.left[one]) for one in options
                    )
                may_hold = total and hand + 1 not in forced and (score or total * rules.step >= opening)
                return min(more, float(turns[score + total])) if may_hold else more

            turns[score] = 1.0 + rest(0, 5)
    found = fewest_expected_turns(rules, fair_laws(rules)).values
    assert np.allclose(found, turns, atol=1e-9, rtol=0)


@pytest.mark.parametrize("forced", [(1,), (1, 2), pytest.param((2, 3), marks=pytest.mark.check)])
def test_forced_throws_bring_the_most_points_that_fractions_find(small: KeepRules, forced: tuple[int, ...]) -> None:
    """Turns of so many throws are so rare that it does not matter what they bring."""
    rules = replace(small, throw_on=forced)
    throws = {
        dice: Counter(tuple(sorted(throw)) for throw in itertools.product(range(1, 7), repeat=dice))
        for dice in (1, 2, 3)
    }

    @cache
    def throw(total: int, dice: int, deep: int) -> Fraction:
        best = (
            (times, max((worth(total + rules.points(keep), dice - len(keep) or 3, deep) for keep in keeps), default=0))
            for throw, times in throws[dice].items()
            for keeps in [[some for some in set(_subsets(throw)) if rules.points(some)]]
        )
        return sum((Fraction(times * most, 6**dice) for times, most in best), start=Fraction())

    def worth(total: int, dice: int, deep: int) -> Fraction:
        more = throw(total, dice, deep - 1) if deep and (total < 2000 or dice in forced) else Fraction(0)
        return more if dice in forced and deep else max(more, Fraction(total))

    found = most_turn_points(rules, fair_laws(rules)).values
    assert abs(float(throw(0, 3, 20)) - found[0, -1]) < 1e-9
    assert found[0, -1] < most_turn_points(small, fair_laws(small)).values[0, -1]


def test_who_must_throw_on_may_not_hold_unless_that_wins() -> None:
    rules = replace(find_rules("farkle"), throw_on=(1, 6)).change(goal=2000)
    state = KeepState(rules, dice=(1, 1, 1, 5, 5, 4))
    assert Action(Verb.HOLD, (1, 1, 1, 5, 5)) not in state.legal_actions()
    with pytest.raises(RuleError, match="with 1 die left to throw you may not hold: throw on"):
        state.apply(Action(Verb.HOLD, (1, 1, 1, 5, 5)))
    assert Action(Verb.HOLD, (1, 1, 1, 5)) in state.legal_actions()
    assert replace(state, scores=(200, 0), turn=0).apply(Action(Verb.HOLD, (1, 1, 1))).scores[0] == 1200
    near = replace(state, scores=(1000, 0))
    assert near.apply(Action(Verb.HOLD, (1, 1, 1, 5, 5))).winner == 0
    with pytest.raises(OptionError, match="a last round has no forced throws"):
        rules.change(last_round="all")
    text = format_rules(rules)
    assert parse_rules(text) == rules
    with pytest.raises(OptionError, match="throw-on has all numbers of dice"):
        parse_rules(text.replace("throw-on = [1, 6]", "throw-on = [1, 2, 3, 4, 5, 6]"))


def test_dice_that_never_score_are_refused() -> None:
    rules = find_rules("ten-thousand")
    twos = ((0, 0.5, 0.5, 0, 0, 0),) * 2 + ((0, 0, 0, 1.0, 0, 0),) * 2 + ((0, 0, 0, 0, 0, 1.0),) * 2
    with pytest.raises(SolverError, match="no throw scores"):
        solve_keep(rules, (twos, twos))
    ones = ((1.0, 0, 0, 0, 0, 0),) * 6
    with pytest.raises(SolverError, match="may never end"):
        most_turn_points(rules, ones)
