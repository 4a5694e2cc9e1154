"""Keep-and-throw rules in TOML, what dice are worth, and players who do what the exact ratings assume."""

import math
import random
import re
from pathlib import Path
from typing import Any

import pytest

from solver.action import FIRST, Action, Verb
from solver.errors import OptionError, PositionError, SolverError
from solver.keep_and_throw.games import hold_totals
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, solve_keep
from solver.keep_and_throw.player import decide, keep_player
from solver.keep_and_throw.rules import find_rules, format_rules, parse_rules, read_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import rate_keep
from solver.reason import SLIP, Reason
from tests.support.repository import REPOSITORY
from tests.support.solver.reasons import parts
from tests.support.solver.reference_keep import HOUSE, play_out

HOUSES = REPOSITORY.parent / "shared" / "cases" / "games"

Stands = tuple[tuple[int, int], int, int, tuple[int, ...]]


@pytest.fixture(scope="module")
def table() -> KeepTable:
    """Return Farkle to 1,000 with an opening minimum of 500."""
    rules = find_rules("farkle").change(goal=1000, opening=500)
    return solve_keep(rules, (fair_laws(rules),) * 2)


GAMES = 80


def table_of(name: str = "kingdom-come", **rules: Any) -> KeepTable:
    played = find_rules(name).change(**rules)
    laws = fair_laws(played)
    return solve_keep(played, (laws, laws))


@pytest.mark.parametrize(
    ("name", "dice", "points"),
    [
        ("ten-thousand", (1, 1, 1), 1000),
        ("ten-thousand", (1, 1, 1, 1), 1100),
        ("ten-thousand", (2, 2, 2, 5), 250),
        ("ten-thousand", (2, 2), 0),
        ("ten-thousand", (1, 2), 0),
        ("farkle", (2, 2, 2, 2), 400),
        ("farkle", (2, 2, 2, 2, 2, 2), 1600),
        ("farkle", (1, 1, 1, 1, 5, 5), 2100),
        ("farkle", (2, 2, 2, 2, 3, 3), 1000),
        ("farkle", (1, 2, 3, 4, 5, 6), 1500),
        ("kingdom-come", (1, 2, 3, 4, 5, 1), 600),
        ("kingdom-come", (2, 3, 4, 5, 6), 750),
        ("kingdom-come", (3, 3, 3, 3, 3, 3), 2400),
    ],
)
def test_dice_are_worth_the_best_combinations(name: str, dice: tuple[int, ...], points: int) -> None:
    assert find_rules(name).points(dice) == points


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1, 1, 1), 300),
        ((4, 4, 4), 400),
        ((2, 2, 2, 2), 50),
        ((3, 3, 3, 3), 600),
        ((4, 3, 4, 2, 2, 3), 750),
        ((2, 2, 2, 2, 3, 3), 900),
        ((2, 2, 2, 2, 2, 2), 2500),
        ((6, 6, 6, 6, 6, 6), 4800),
        ((2, 2, 2, 3, 3, 3), 2500),
        ((1, 2, 3, 4, 5, 6), 1500),
    ],
)
def test_what_a_file_gives_anew_counts_in_place_of_its_base(dice: tuple[int, ...], points: int, tmp_path: Path) -> None:
    """Three pairs may be equal, but their points take nothing from the base's six equal dice."""
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    rules = read_rules(path)
    assert rules.points(dice) == points
    assert parse_rules(format_rules(rules)) == rules


@pytest.mark.skipif(not HOUSES.is_dir(), reason="the shared files of house rules are absent")
@pytest.mark.parametrize(
    ("name", "dice", "points"),
    [
        ("zonk-750", (4, 3, 3, 3, 4, 3), 750),
        ("farkle-party", (1,) * 6, 3000),
        ("farkle-party", (2, 2, 2, 2, 3, 3), 1500),
        ("farkle-party", (2, 2, 2, 3, 3, 3), 2500),
        ("farkle-party", (1, 1, 1), 300),
    ],
)
def test_house_rules_that_people_wrote_count_as_they_say(name: str, dice: tuple[int, ...], points: int) -> None:
    assert read_rules(HOUSES / f"{name}.toml").points(dice) == points


FARKLE = 'engine = "keep-and-throw"\nname = "a"\nbase = "farkle"\n'
TWICE = 'engine = "keep-and-throw"\nname = "a"\ndice = 3\ngoal = 300\nopening = 5000\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('engine = "keep-and-throw"\nname = "a"', "dice is missing"),
        ('engine = "keep-and-throw"\nname = "a"\ndice = 7\n', "1 to 6"),
        ('engine = "keep-and-throw"\nname = "a"\ndice = 2\ngoal = 100\n', "no dice score"),
        ('engine = "keep-and-throw"\nbase = "self.toml"\n', "its own base"),
        ('engine = "keep-and-throw"\nbase = "farkle"\n', "name is missing"),
        ('engine = "keep-and-throw"\nbase = "fargle"\n', "'fargle': name one of farkle, kingdom-come, ten-thousand"),
        (f"{FARKLE}goal = 120\n", "multiple of 50"),
        (f"{FARKLE}colour = 1\n", "colour is unknown"),
        (f"{FARKLE}combination = [{{dice=[7], points=50}}]", "dice is [7]"),
        (f"{FARKLE}combination = [{{dice='ab', points=[1,2]}}]", "points is [1, 2]: write a whole number from 1"),
        (f"{FARKLE}combination = [{{dice='ab', points=[1,2,3,4,5,6]}}]", "one letter"),
        (f"{FARKLE}combination = [{{dice='aa'}}]", "points is missing"),
        (f"{TWICE}combination = [{{dice=[1, 2], points=50}}, {{dice=[2, 1], points=60}}]", "dice is [2, 1] twice"),
        (f"{TWICE}combination = [{{dice='aa', points=50}}, {{dice='bb', points=60}}]", "2 dice is 'bb' twice"),
        ("engine = ", "not TOML"),
    ],
)
def test_rules_with_holes_are_refused_in_one_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "self.toml"
    path.write_text(text)
    with pytest.raises(SolverError, match=rf"\A.*{re.escape(words)}.*\Z"):
        read_rules(path)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (((30, 0), 0, 0, (1,)), "multiples of 50"),
        (((0, 1000), 0, 0, (1,)), "give points from 0 to 999"),
        (((500, 0), 0, 500, (1,)), "which wins"),
        (((0, 0), 0, 0, (2, 3, 4)), "no dice of 2 3 4 score"),
        (((0, 0), 0, 0, (1, 7)), "1 to 6"),
        (((0, 0), 0, 0, (1,) * 7), "1 to 6"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(table: KeepTable, at: Stands, words: str) -> None:
    with pytest.raises(PositionError, match=rf"\A.*{re.escape(words)}.*\Z"):
        decide(table, KeepState(table.rules, *at))


def test_below_the_opening_minimum_nothing_is_held(table: KeepTable) -> None:
    for me, turn, holds in ((0, 300, False), (0, 400, True), (50, 0, True)):
        found = decide(table, KeepState(table.rules, (me, 0), 0, turn, (1, 2, 3)))
        assert ("hold" in {action.verb for action in found.options}) == holds


def test_who_can_hold_and_win_does(table: KeepTable) -> None:
    decision = decide(table, KeepState(table.rules, (500, 900), 0, 400, (1, 2, 3)))
    assert str(decision.action) == "keep 1, hold"
    assert decision.value == 1.0
    assert decision.reason == Reason("won", {"action": decision.action, "me": 500, "turn": 500, "sum": 1000})


def test_the_sentence_compares_with_the_best_choice_of_the_other_kind(table: KeepTable) -> None:
    decision = decide(table, KeepState(table.rules, (0, 0), 0, 300, (1, 1, 3, 4, 5, 6)))
    other = next(action for action in decision.options if action.verb != decision.action.verb)
    assert other.keep != decision.action.keep
    told = parts(decision.reason)["better"]
    assert (told["other"], told["less"]) == (other, decision.options[other])


def test_choices_cost_what_they_are_worth_less(table: KeepTable) -> None:
    decision = decide(table, KeepState(table.rules, (200, 300), 0, 0, (1, 1, 1, 5, 2, 2)))
    costs = [option["cost"] for option in decision.to_json()["options"]]
    assert costs == sorted(costs)
    for cost, value in zip(costs, decision.options.values(), strict=True):
        assert abs(decision.value - value - cost) < 1e-12


@pytest.mark.parametrize(
    "names",
    [
        ("greedy", "random"),
        ("random", "most-points"),
        ("safe300", "hold-200-3"),
        ("card", "greedy"),
        ("optimal", "greedy"),
        ("optimal", "optimal"),
    ],
)
def test_players_win_as_often_as_the_exact_ratings_say(names: tuple[str, str]) -> None:
    table = table_of("farkle" if "card" in names else "kingdom-come", goal=700)
    chance = random.Random(str(names))
    first, second = (keep_player(name, table, chance) for name in names)
    won = sum(play_out(table.rules, (first, second), chance) == 0 for _ in range(GAMES)) / GAMES
    exact = rate_keep(table, names)[names]
    assert abs(won - exact) < 4 * math.sqrt(exact * (1 - exact) / GAMES)


def test_a_level_slips_in_its_share_of_the_choices_and_says_what_that_costs() -> None:
    table, chance = table_of(goal=700), random.Random(1)
    child = keep_player("child", table, chance)
    state = KeepState(table.rules).apply(FIRST, (1, 1, 3, 4, 5, 6))
    best = decide(table, state)
    taken = [child.decide(state) for _ in range(GAMES)]
    slips = [one for one in taken if one.action != best.action]
    assert abs(len(slips) / GAMES - 0.4) < 4 * math.sqrt(0.24 / GAMES)
    worst = min(slips, key=lambda one: one.value)
    assert worst.value < best.value
    told = parts(worst.reason)
    assert (told["worse"]["other"], told["ruled"]["rule"]) == (best.action, SLIP)
    assert keep_player("perfect", table).decide(state) == best
    with pytest.raises(OptionError, match="chooses at random: give it a source"):
        keep_player("casual", table).decide(state)


@pytest.mark.parametrize("opening", [0, 300])
def test_where_to_hold_is_what_players_do(opening: int) -> None:
    table = table_of(goal=2000, opening=opening)
    found = set()
    for scores in ((0, 0), (300, 100), (600, 1200), (1000, 500), (1000, 1400), (1500, 300)):
        # Of each throw only one die scores, so that it is kept and so many are left.
        for left, dice in ((1, (1, 3)), (2, (1, 3, 4)), (3, (1, 3, 4, 6)), (4, (1, 3, 4, 6, 6))):
            hold = hold_totals(table, scores)[left - 1]
            found.add(hold)
            totals = range(100, 2000 - scores[0], 50)
            actions = {
                turn: decide(table, KeepState(table.rules, scores, 0, turn - 100, dice)).action for turn in totals
            }
            assert next((turn for turn, action in actions.items() if action == Action(Verb.HOLD, (1,))), None) == hold
    assert len(found) > 5


def test_where_to_hold_is_not_told_outside_the_game() -> None:
    with pytest.raises(PositionError, match="a score of 75 lies outside"):
        hold_totals(table_of(goal=2000), (75, 0))
