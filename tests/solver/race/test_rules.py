"""The rules of the races: what a throw does, and what no game may do."""

from collections import defaultdict
from fractions import Fraction

import pytest

from solver.action import HOLD, ROLL, Action, Verb
from solver.errors import OptionError, PositionError, RuleError, UnknownNameError
from solver.race.evaluator import reach
from solver.race.hog import DICE, HogState
from solver.race.rules import RACES, PigState, TwoDicePigState, race_rules
from solver.race.state import RaceState
from solver.sheet.exact.size import BYTES, SECONDS, rounded_up
from solver.throw_distribution import Effect
from tests.support.solver.reference_race import FAIR, PIGS, die, throws_of
from tests.support.solver.searches import search

EFFECTS = {"on": Effect.ON, "bust": Effect.BUST, "ruin": Effect.RUIN}


@pytest.mark.parametrize("game", RACES)
def test_the_law_of_a_throw_is_what_the_rules_written_down_again_say(game: str) -> None:
    chances = {"piglet": die([1, 1]), "pass-the-pigs": PIGS}.get(game, FAIR)
    merged: dict[tuple[Effect, int], Fraction] = defaultdict(Fraction)
    for chance, does, points in throws_of(game, chances):
        merged[EFFECTS[does], points] += chance
    rules = race_rules(game)
    distribution = rules.distribution(rules.die())
    assert {(one.effect, one.gain): one.chance for one in distribution.outcomes} == merged
    assert sum(merged.values()) == 1


@pytest.mark.parametrize(
    ("state", "throw", "advice"),
    [
        *((PigState(), throw, "not a throw of one die: give one") for throw in ((), (0,), (7,), (-1,), (3, 4))),
        (TwoDicePigState(), (3,), "not a throw of 2 dice: give 2"),
        (TwoDicePigState(), (3, 7), "not a throw of 2 dice: give 2"),
        (RACES["pass-the-pigs"](), (3, 4, 5), "not a throw of 2 pigs: give 2"),
        (race_rules("piglet")(), (3,), "not a throw of one coin: give one of the faces 1 to 2"),
    ],
)
def test_only_so_many_dice_of_so_many_faces_are_thrown(state: RaceState, throw: tuple[int, ...], advice: str) -> None:
    with pytest.raises(RuleError, match=advice):
        state.apply(ROLL, throw)


@pytest.mark.parametrize("game", RACES)
def test_a_turn_begins_with_a_throw(game: str) -> None:
    with pytest.raises(RuleError, match="at least one throw"):
        race_rules(game)().apply(HOLD)


def test_a_hold_has_no_throw() -> None:
    with pytest.raises(RuleError, match="a hold has no throw"):
        PigState(turn_total=4).apply(HOLD, (4,))


def test_nothing_is_played_after_the_end() -> None:
    over = PigState(scores=(99, 4), turn_total=3).apply(HOLD)
    assert over.winner == 0
    for action, throw in ((ROLL, (3,)), (HOLD, ())):
        with pytest.raises(RuleError, match="the game is over"):
            over.apply(action, throw)
    hog = HogState(scores=(99, 4)).apply(DICE[0], (2,))
    assert hog.legal_actions() == ()
    with pytest.raises(RuleError, match="the game is over"):
        hog.apply(DICE[0], (2,))


@pytest.mark.parametrize(
    ("dice", "throw", "advice"),
    [
        (0, (), "choose from 1 to 30"),
        (31, (2,) * 31, "choose from 1 to 30"),
        (2, (3,), "not a throw of 2 dice"),
        (1, (7,), "not a throw of one die"),
        (3, (2,) * 1000, "2 2 2 is not a throw of 3 dice"),
    ],
)
def test_hog_is_thrown_with_one_to_thirty_dice(dice: int, throw: tuple[int, ...], advice: str) -> None:
    with pytest.raises(RuleError, match=advice):
        HogState().apply(Action(Verb.ROLL, count=dice), throw)


@pytest.mark.parametrize(
    "fields",
    [
        {"scores": (-1, 0)},
        {"turn_total": -1},
        {"player": 2},
        {"scores": (100, 100)},
        {"scores": (100, 3), "turn_total": 2},
    ],
)
def test_impossible_states_are_refused(fields: dict[str, int]) -> None:
    with pytest.raises(PositionError):
        PigState(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(("goal", "shown"), [(10_000, "10,000"), (10**30, "1,000,000 or more")])
def test_a_goal_too_large_is_told_in_one_short_line(goal: int, shown: str) -> None:
    for kind in (PigState, HogState):
        with pytest.raises(OptionError, match=f"a goal of {shown} is too large: choose one up to 1000"):
            kind(goal)


def test_amounts_are_told_in_units_that_people_know() -> None:
    told = [rounded_up(seconds, SECONDS) for seconds in (1, 2, 119, 120, 121, 7_201, 3 * 86_400, 10**10)]
    assert told == ["1 second", "2 seconds", "119 seconds", "2 minutes", "3 minutes", "3 hours", "3 days", "317 years"]
    assert [rounded_up(size, BYTES) for size in (10**6, 1_500_000_000, 2 * 10**9)] == ["1 MB", "1,500 MB", "2 GB"]


@pytest.mark.parametrize(("name", "advice"), [("pigg", "did you mean pig"), ("two dice", "two-dice-pig")])
def test_an_unknown_race_gets_the_nearest_name(name: str, advice: str) -> None:
    with pytest.raises(UnknownNameError, match=advice):
        race_rules(name)


@pytest.mark.parametrize(
    ("goal", "game"),
    [
        pytest.param(goal, game, marks=pytest.mark.check) if goal > 5 and game == "pass-the-pigs" else (goal, game)
        for goal in (1, 2, 3, 4, 5, 8, 13)
        for game in RACES
    ],
)
def test_reachable_is_what_a_search_of_all_games_finds(game: str, goal: int) -> None:
    rules = race_rules(game)
    positions = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal + 61)]
    can_be = reach(goal, rules.distribution(rules.die()))
    assert {position for position in positions if can_be(*position)} == search(rules, goal)
