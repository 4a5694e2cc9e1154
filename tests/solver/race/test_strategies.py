"""Strategies: what they do, what it is worth, and why they say they do it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.action import HOLD, ROLL, Action
from solver.decision import Decision
from solver.errors import OptionError, PositionError, RuleError, UnknownNameError
from solver.games import find_game
from solver.race.race_table import load_race
from solver.race.rules import RACES, PigState, race_rules
from solver.race.state import TIE, RaceState
from solver.race.strategies import KNOWN, NamedStrategy, thumb_rule
from solver.reason import Reason
from tests.support.solver.reasons import parts

SIDES = ["loses-gains", "part-held-on", "part-held-end"]


def advise_pig(me: int, opponent: int, turn: int, goal: int = 100) -> Decision:
    return find_game("pig", goal=goal).advise(f"{me}:{opponent} +{turn}")


def decide(name: str, state: RaceState, chance: random.Random | None = None) -> Decision:
    best = load_race(type(state), state.goal).decide(state)
    return NamedStrategy(name, chance).choose(best, state.me, state.turn_total, state.opponent, state.goal)


@settings(deadline=None)
@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 120))
def test_decisions_hang_together(me: int, opponent: int, turn: int) -> None:
    state = PigState(100, (me, opponent), 0, turn)
    best, rule = decide("optimal", state), decide("hold20", state)
    assert best.options == rule.options
    assert best.value == best.options[best.action]
    assert best.value >= rule.value - TIE
    assert rule.value == rule.options[rule.action]
    assert rule.action == (HOLD if turn >= 20 or (turn > 0 and me + turn >= 100) else ROLL)
    assert best.reachable == rule.reachable
    assert advise_pig(me, opponent, turn) == best
    assert decide("optimal", PigState(100, (opponent, me), 1, turn)) == best


@pytest.mark.parametrize(
    ("me", "opponent", "turn", "keys"),
    [
        (0, 0, 0, ["alone", "beginning", "worth-wins"]),
        (15, 70, 28, ["close", "beside", "risking", "worth-wins"]),
        (50, 50, 19, ["better", "risking", "worth-wins"]),
        (99, 1, 2, ["unreachable", "won"]),
        (0, 0, 30, ["better", "banking", "worth-wins"]),
        (80, 50, 20, ["won"]),
    ],
)
def test_the_best_strategy_says_why(me: int, opponent: int, turn: int, keys: list[str]) -> None:
    decision = advise_pig(me, opponent, turn)
    told = parts(decision.reason)
    assert [*told] == keys
    if "better" in told:
        other = HOLD if decision.action == ROLL else ROLL
        assert told[keys[-2]] == {"action": decision.action, "points": turn}
        assert told["worth-wins"] == {"worth": decision.value}
        assert (told["better"]["other"], told["better"]["less"]) == (other, decision.options[other])
    if "won" in told:
        assert told["won"] == {"action": HOLD, "me": me, "turn": turn, "sum": me + turn}


def test_any_two_actions_are_compared() -> None:
    decision = advise_pig(50, 50, 19)
    assert [*parts(decision.reason_for(ROLL, HOLD))] == ["by", "alone", "risking", "worth-wins", "cost-wins", *SIDES]
    worse = parts(decision.reason_for(HOLD, ROLL))
    assert [*worse] == ["errs", "worse", "banking", "worth-wins", *SIDES]
    assert worse["worse"]["less"] == decision.value
    assert [*parts(decision.reason_for(HOLD, None))] == ["alone", "banking", "worth-wins"]


def test_a_rule_says_what_it_gives_away() -> None:
    given_away = decide("hold20", PigState(100, (15, 70), 0, 28))
    told = parts(given_away.reason)
    assert [*told] == ["close", "worse", "ruled", "banking", "rule-hold", "worth-wins"]
    assert told["worse"]["other"] == ROLL
    assert max(given_away.options.values()) - given_away.value == pytest.approx(2.8e-4, rel=0.01)
    best = decide("hold20", PigState(100, (50, 50), 1, 19))
    assert [*parts(best.reason)] == ["better", "ruled", "risking", "rule-hold", "worth-wins"]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("optimum", "did you mean optimal"),
        ("hold", "did you mean hold2"),
        ("hold0", "did you mean hold2"),
        ("hold020", "did you mean hold20"),
        ("Hold20", "did you mean hold20"),
        ("zzz", "choose from optimal, hold<n> as in hold20, race-or-pace, base-pace-race, turns<n>, card, random"),
        ("careless:2", "did you mean careless[?] choose from .* careless:<share> as in careless:0.1"),
        *((f"careless:{rate}", "did you mean careless") for rate in ("-0.1", "", "x", "1e-3")),
        ("", "choose from optimal, hold<n>"),
        ("x" * 10_000, "choose from optimal, hold<n>"),
    ],
)
def test_unknown_strategies_get_the_nearest_name(name: str, advice: str) -> None:
    with pytest.raises(UnknownNameError, match=advice) as unknown:
        NamedStrategy(name, None)
    assert len(str(unknown.value)) < 340


@pytest.mark.parametrize(
    ("me", "opponent", "turn", "can_be"),
    [
        (15, 70, 28, True),
        (1, 0, 0, False),
        (60, 0, 46, False),
        (0, 0, 10**9 - 1, False),
    ],
)
def test_what_no_game_arrives_at_is_answered_and_said(me: int, opponent: int, turn: int, can_be: bool) -> None:
    advice = advise_pig(me, opponent, turn)
    assert advice.reachable == can_be
    assert ("unreachable" in parts(advice.reason)) != can_be


def test_a_strategy_plays_only_the_game_that_it_was_made_for() -> None:
    with pytest.raises(PositionError, match="other rules"):
        load_race("pig").decide(PigState(50))
    with pytest.raises(RuleError, match="nothing to decide"):
        load_race("pig").decide(PigState(100, (104, 3)))


def script(*draws: float) -> random.Random:
    """Return a source of chance whose next numbers from 0 to 1 are `draws`."""

    class ScriptedChance(random.Random):
        def random(self) -> float:
            return left.pop(0)

    left = list(draws)
    return ScriptedChance()


def at_here(points: int) -> Reason:
    return Reason("rule-hold-here", {"points": points})


def race_from(points: int) -> Reason:
    return Reason("rule-race", {"points": points})


PACE, BASE = "race-or-pace", "base-pace-race"
KEEP_PACE = Reason("rule-pace", {"points": 19, "lead": 14})


@pytest.mark.parametrize(
    ("name", "place", "action", "rule"),
    [
        (PACE, (0, 0, 20), ROLL, at_here(21)),
        (PACE, (0, 0, 21), HOLD, at_here(21)),
        (PACE, (0, 4, 21), ROLL, at_here(22)),
        (PACE, (0, 3, 21), HOLD, at_here(21)),
        (PACE, (4, 0, 21), HOLD, at_here(21)),
        (PACE, (5, 0, 20), HOLD, at_here(20)),
        (PACE, (4, 0, 20), ROLL, at_here(21)),
        (PACE, (0, 70, 29), ROLL, at_here(30)),
        (PACE, (70, 0, 12), HOLD, at_here(12)),
        (PACE, (0, 71, 60), ROLL, race_from(71)),
        (PACE, (71, 0, 28), ROLL, race_from(71)),
        (BASE, (0, 0, 18), ROLL, KEEP_PACE),
        (BASE, (0, 0, 19), HOLD, KEEP_PACE),
        (BASE, (0, 33, 19), HOLD, KEEP_PACE),
        (BASE, (0, 34, 19), ROLL, KEEP_PACE),
        (BASE, (68, 0, 19), HOLD, KEEP_PACE),
        (BASE, (69, 0, 28), ROLL, race_from(69)),
        (BASE, (0, 69, 60), ROLL, race_from(69)),
        ("turns4", (0, 0, 24), ROLL, at_here(25)),
        ("turns4", (0, 0, 25), HOLD, at_here(25)),
    ],
)
def test_a_rule_of_thumb_says_by_what_it_goes(
    name: str, place: tuple[int, int, int], action: Action, rule: Reason
) -> None:
    me, opponent, turn = place
    decision = decide(name, PigState(100, (me, opponent), 0, turn))
    assert decision.action == action
    assert parts(decision.reason)["ruled"]["rule"] == rule


def test_race_or_pace_moves_with_the_goal() -> None:
    assert decide("race-or-pace", PigState(50, (21, 0), 0, 28)).action == ROLL
    assert decide("race-or-pace", PigState(50, (20, 0), 0, 28)).action == HOLD


@pytest.mark.parametrize("turns", range(1, 7))
def test_scoring_turns_count_those_that_have_scored(turns: int) -> None:
    """A player who counts them holds at the same totals, whatever falls."""
    rule, ahead = thumb_rule(f"turns{turns}", 100), {(0, 0)}
    assert rule is not None
    seen = set[tuple[int, int]]()
    while ahead - seen:
        me, scored = (ahead - seen).pop()
        seen.add((me, scored))
        held = (100 - me) // (turns - scored)
        assert [float(rule.rolls(me, 0, turn)) for turn in (held - 1, held)] == [1.0, 0.0]
        ahead |= {(me + held + more, scored + 1) for more in range(6) if me + held + more < 100}
    assert max(scored for _, scored in seen) == turns - 1


def test_a_rule_of_thumb_needs_the_goal_that_it_is_about() -> None:
    assert thumb_rule("hold9", None) is not None
    assert thumb_rule("turns4", None) is None
    assert thumb_rule("turns0", 100) is None
    assert thumb_rule("turns50", 10) is not None


def test_random_tosses_a_coin_where_there_is_a_choice() -> None:
    coin = script(0.4, 0.6)
    goes, holds = (decide("random", PigState(turn_total=5), coin) for _ in range(2))
    assert [*parts(goes.reason)] == ["better", "ruled", "risking", "rule-chance", "worth-wins"]
    assert [*parts(holds.reason)] == ["errs", "worse", "ruled", "banking", "rule-chance", "worth-wins", *SIDES]
    assert decide("random", PigState(), coin).action == ROLL
    assert decide("random", PigState(100, (90, 0), 0, 12), coin).action == HOLD


def test_careless_slips_as_often_as_it_is_told_to() -> None:
    state = PigState(turn_total=10)
    drawn = script(0.74, 0.76)
    assert decide("careless:0.25", state, drawn) == decide("optimal", state)
    slip = decide("careless:0.25", state, drawn)
    assert [*parts(slip.reason)] == ["errs", "worse", "ruled", "banking", "rule-slip", "worth-wins", *SIDES]
    assert decide("careless:1", PigState(turn_total=40)).action == ROLL
    assert decide("careless:0", state).action == ROLL
    drawn = script(0.79, 0.81)
    assert [decide("careless", state, drawn).action for _ in range(2)] == [ROLL, HOLD]


@pytest.mark.parametrize("name", ["random", "careless", "careless:0.5"])
def test_what_is_left_to_chance_needs_a_source_of_it(name: str) -> None:
    with pytest.raises(OptionError, match="chooses at random: give it a source"):
        decide(name, PigState(turn_total=5))


@pytest.mark.parametrize("game", RACES)
def test_every_race_has_every_strategy(game: str) -> None:
    rules = race_rules(game)
    state = rules(rules.usual_goal, (3, 5), 0, 2)
    best = decide("optimal", state)
    for name in KNOWN:
        decision = decide(name, state, random.Random(4))
        assert decision.value == decision.options[decision.action]
        assert decision.options == best.options
    other = next(other for other in RACES.values() if other.game != game)(rules.usual_goal)
    with pytest.raises(PositionError, match="other rules"):
        load_race(game).decide(other)
