"""The rules of the races: what a throw does, and what no game may do."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from solver.action import HOLD, ROLL, Action, Verb
from solver.errors import OptionError, PositionError, RuleError, UnknownNameError
from solver.race.evaluator import reach
from solver.race.hog import DICE, HogState
from solver.race.rules import RACES, PigState, TwoDicePigState, race_rules
from solver.race.state import RaceState
from solver.sheet.exact.size import BYTES, SECONDS, round_up
from solver.throw_distribution import Effect
from tests.support.solver.reference_race import FAIR, PIGS, die, throws_of


def search(rules: type[RaceState], goal: int) -> set[tuple[int, int, int]]:
    """Return own score, the other's, and the turn total of all positions. Whoever can hold and win does so."""
    throws = list(product(range(1, rules.faces + 1), repeat=rules.dice))
    seen, ahead = set[RaceState](), [rules(goal)]
    while ahead:
        state = ahead.pop()
        if state in seen or state.winner is not None:
            continue
        seen.add(state)
        if state.me + state.turn_total < goal:
            ahead.extend(state.apply(ROLL, throw) for throw in throws)
        if state.turn_total > 0:
            ahead.append(state.apply(HOLD))
    return {(state.me, state.opponent, state.turn_total) for state in seen}


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


OVER, HOG_OVER = PigState(scores=(99, 4), turn_total=3).apply(HOLD), HogState(scores=(99, 4)).apply(DICE[0], (2,))


@pytest.mark.parametrize(
    ("state", "action", "throw", "advice"),
    [
        *((PigState(), ROLL, throw, "not a throw of one die: give one") for throw in ((), (0,), (7,), (-1,), (3, 4))),
        (TwoDicePigState(), ROLL, (3,), "not a throw of 2 dice: give 2"),
        (TwoDicePigState(), ROLL, (3, 7), "not a throw of 2 dice: give 2"),
        (RACES["pass-the-pigs"](), ROLL, (3, 4, 5), "not a throw of 2 pigs: give 2"),
        (race_rules("piglet")(), ROLL, (3,), "not a throw of one coin: give one of the faces 1 to 2"),
        *((kind(), HOLD, (), "at least one throw") for kind in RACES.values()),
        (PigState(turn_total=4), HOLD, (4,), "a hold has no throw"),
        (OVER, ROLL, (3,), "the game is over"),
        (OVER, HOLD, (), "the game is over"),
        (HOG_OVER, DICE[0], (2,), "the game is over"),
        *((HogState(), Action(Verb.ROLL, count=dice), (2,) * dice, "choose from 1 to 30") for dice in (0, 31)),
        (HogState(), DICE[1], (3,), "not a throw of 2 dice"),
        (HogState(), DICE[0], (7,), "not a throw of one die"),
        (HogState(), DICE[2], (2,) * 1000, "2 2 2 is not a throw of 3 dice"),
    ],
)
def test_what_the_rules_forbid_is_refused(
    state: RaceState | HogState, action: Action, throw: tuple[int, ...], advice: str
) -> None:
    with pytest.raises(RuleError, match=advice):
        state.apply(action, throw)


def test_nothing_is_left_to_do_after_the_end() -> None:
    assert OVER.winner == HOG_OVER.winner == 0
    assert OVER.legal_actions() == HOG_OVER.legal_actions() == ()


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
    told = [round_up(seconds, SECONDS) for seconds in (1, 2, 119, 120, 121, 7_201, 3 * 86_400, 10**10)]
    assert told == ["1 second", "2 seconds", "119 seconds", "2 minutes", "3 minutes", "3 hours", "3 days", "317 years"]
    assert [round_up(size, BYTES) for size in (10**6, 1_500_000_000, 2 * 10**9)] == ["1 MB", "1,500 MB", "2 GB"]


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
