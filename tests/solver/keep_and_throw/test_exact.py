"""Win probabilities of keep-and-throw games against slow solutions and what is published."""

import itertools
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from solver.errors import OptionError
from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, file_of, load, load_keep, save, solve_keep, verify
from solver.keep_and_throw.player import decide
from solver.keep_and_throw.rules import KeepRules, find_rules, read_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import rate_keep
from solver.options import GameOptions
from solver.throw_distribution import Laws
from tests.support.solver.reference_keep import HOUSE, UNLIKE, ReferenceKeep


def table(rules: KeepRules, mine: Laws | None = None, theirs: Laws | None = None) -> KeepTable:
    fair = fair_laws(rules)
    return solve_keep(rules, (mine or fair, theirs or fair))


def check(rules: KeepRules, slow: ReferenceKeep, solved: KeepTable, error: float) -> None:
    scores = range(0, rules.goal, rules.step)
    for i, j in itertools.product(scores, repeat=2):
        assert abs(float(slow.start[i, j]) - solved.start[0][0, 0, i // rules.step, j // rules.step]) < error


@pytest.mark.check
@pytest.mark.parametrize(
    ("name", "opening"), [("ten-thousand", 0), ("farkle", 0), ("kingdom-come", 0), ("farkle", 200)]
)
def test_every_ordered_throw_and_every_choice_give_the_same(name: str, opening: int) -> None:
    rules = find_rules(name).changed(goal=350, opening=opening)
    slow = ReferenceKeep(rules, [[1 / 6] * 6] * 6, apart=False)
    check(rules, slow, table(rules), 1e-12)


def test_in_fractions_a_game_of_three_dice_that_differ_is_the_same(small: KeepRules) -> None:
    laws = tuple(tuple(Fraction(weight, sum(law)) for weight in law) for law in UNLIKE)
    rules = small.changed(goal=200, opening=150)
    slow = ReferenceKeep(rules, laws, apart=True)
    assert isinstance(slow.start[0, 0], Fraction)
    check(rules, slow, table(rules, laws, laws), 1e-13)


@pytest.mark.check
def test_house_rules_are_the_same_in_fractions_and_with_a_penalty(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE)
    house = read_rules(tmp_path / "house.toml")
    rules = house.changed(goal=200, opening=100, penalty=0)
    slow = ReferenceKeep(rules, [[Fraction(1, 6)] * 6] * 6, apart=False)
    assert isinstance(slow.start[0, 0], Fraction)
    check(rules, slow, table(rules), 1e-13)
    rules = house.changed(goal=100, opening=100, penalty=50)
    solved = table(rules)
    for (b, c, i, j), value in ReferenceKeep(rules, [[1 / 6] * 6] * 6, apart=False).with_penalty(40).items():
        assert abs(solved.start[0][b, c, i // 50, j // 50] - value) < 1e-10


def test_players_with_other_dice_win_as_often_as_each_loses(small: KeepRules) -> None:
    laws = tuple(tuple(Fraction(weight, sum(law)) for weight in law) for law in UNLIKE)
    one, other = table(small, laws), table(small, None, laws)
    assert np.abs(one.start[0] - other.start[1]).max() < 1e-13
    assert np.abs(one.start[1] - other.start[0]).max() < 1e-13
    assert one.value > table(small).value


def test_a_penalty_is_what_plain_value_iteration_says(small: KeepRules) -> None:
    rules = small.changed(goal=200, opening=100, penalty=100)
    slow = ReferenceKeep(rules, [[1 / 6] * 6] * 3, apart=False).with_penalty(40)
    solved = table(rules)
    for (b, c, i, j), value in slow.items():
        assert abs(solved.start[0][b, c, i // 50, j // 50] - value) < 1e-10
    assert not np.allclose(solved.start[0][0, 0], table(small.changed(goal=200, opening=100)).start[0][0, 0], atol=1e-3)
    at = KeepState(rules, (50, 50), dice=(1, 2, 4))
    assert decide(solved, replace(at, blanks=(2, 0))).value < decide(solved, at).value


def test_best_play_against_itself_is_rated_as_the_table_says() -> None:
    rules = find_rules("farkle").changed(goal=1000)
    solved = table(rules)
    wins = rate_keep(solved)
    assert abs(wins["optimal", "optimal"] - solved.value) < 1e-12
    names = {first for first, _ in wins}
    assert all(wins["optimal", other] >= wins[one, other] for one in names for other in ("optimal",))
    assert all(1 - wins[other, "optimal"] > 1 - wins[other, one] - 1e-12 for one in names for other in ("optimal",))


def test_strategies_are_not_compared_with_a_penalty_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    game = KeepGame("farkle")
    monkeypatch.setattr(game, "table", pytest.fail)
    with pytest.raises(OptionError, match="without a penalty"):
        game.compare(GameOptions(penalty=500))


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
    assert verify(rules, laws)
    assert not verify(rules.changed(goal=1500), laws)
    path = file_of(tmp_path, rules.changed(opening=500), laws)
    solved = table(rules.changed(opening=500))
    save(solved, path)
    assert np.array_equal(load(path, solved.rules, laws).start[0], solved.start[0])
