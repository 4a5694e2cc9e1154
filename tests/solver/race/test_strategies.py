"""Strategies: what they do, what it is worth, and why they say they do it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.action import HOLD, ROLL
from solver.decision import Decision, percents
from solver.errors import OptionError, PositionError, RuleError, UnknownNameError
from solver.games import find_game
from solver.race.rules import RACES, PigState, race_rules
from solver.race.state import TIE
from solver.race.strategies import KNOWN, RacePlayer, race_strategy
from solver.race.thumbs import thumb_rule

OPTIMAL = race_strategy("optimal", "pig")
HOLD20 = race_strategy("hold20", "pig")


def advise_pig(me: int, opponent: int, turn: int, goal: int = 100) -> Decision:
    return find_game("pig", goal=goal).advise(me=me, opponent=opponent, turn=turn)


def pig(name: str, goal: int = 100, chance: random.Random | None = None) -> RacePlayer:
    return race_strategy(name, "pig", goal, chance=chance)


@settings(deadline=None)
@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 120))
def test_decisions_hang_together(me: int, opponent: int, turn: int) -> None:
    state = PigState(100, (me, opponent), 0, turn)
    best, rule = OPTIMAL.decide(state), HOLD20.decide(state)
    assert best.options == rule.options
    assert best.value == best.options[best.action]
    assert best.value >= rule.value - TIE
    assert rule.value == rule.options[rule.action]
    assert rule.action == (HOLD if turn >= 20 or (turn > 0 and me + turn >= 100) else ROLL)
    assert best.reachable == rule.reachable
    for decision in (best, rule):
        assert decision.why.startswith("Throw: " if decision.action == ROLL else "Hold: ")
        assert decision.why.endswith(".")
        assert "\n" not in decision.why
    assert advise_pig(me, opponent, turn) == best
    mirrored = OPTIMAL.decide(PigState(100, (opponent, me), 1, turn))
    assert mirrored == best


@pytest.mark.parametrize(
    ("me", "opponent", "turn", "why"),
    [
        (0, 0, 0, "Throw: every turn begins with a throw, and from here it wins 53.1 % of games."),
        (15, 70, 28, "Throw: it is close, but another throw wins 20.50 %, banking 28 points only 20.47 %."),
        (
            50,
            50,
            19,
            "Throw: 19 points are at risk, but holding now wins only 66.0 % against 67.1 % with another throw.",
        ),
        (
            99,
            1,
            2,
            "Hold: 99 and 2 make 101, which wins now; a throw could only lose it; no game can reach this position.",
        ),
        (0, 0, 30, "Hold: banking 30 points wins 69.5 %, another throw only 68.2 %."),
        (0, 0, 21, "Hold: it is close, but banking 21 points wins 62.7 %, another throw only 62.6 %."),
        (80, 50, 20, "Hold: 80 and 20 make 100, which wins now; a throw could only lose it."),
    ],
)
def test_the_best_strategy_says_why(me: int, opponent: int, turn: int, why: str) -> None:
    assert advise_pig(me, opponent, turn).why == why


def test_a_rule_says_what_it_gives_away() -> None:
    given_away = HOLD20.decide(PigState(100, (15, 70), 0, 28))
    assert given_away.why == ("Hold: hold20 holds at 20 or more, which wins 20.47 %; throwing is better with 20.50 %.")
    assert max(given_away.options.values()) - given_away.value == pytest.approx(2.8e-4, rel=0.01)
    best = HOLD20.decide(PigState(100, (50, 50), 1, 19))
    assert best.why == "Throw: hold20 throws again below 20, which is best here with 67.1 %; holding wins 66.0 %."


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("optimum", "did you mean optimal"),
        ("hold", "did you mean hold2"),
        ("hold0", "did you mean hold2"),
        ("hold020", "did you mean hold20"),
        ("Hold20", "did you mean hold20"),
        ("zzz", "known are optimal, hold<n> as in hold20, race-or-pace, base-pace-race, turns<n>, random"),
        ("careless:2", "did you mean careless[?] known are .* careless:<share> as in careless:0.1"),
        ("", "known are optimal, hold<n>"),
        ("x" * 10_000, "known are optimal, hold<n>"),
    ],
)
def test_unknown_strategies_get_the_nearest_name(name: str, advice: str) -> None:
    with pytest.raises(UnknownNameError, match=advice) as unknown:
        pig(name)
    assert len(str(unknown.value)) < 280


@pytest.mark.parametrize(
    ("me", "opponent", "turn", "can_be"),
    [
        (15, 70, 28, True),
        (1, 0, 0, False),
        (60, 0, 46, False),
        (0, 0, 10**30, False),
    ],
)
def test_what_no_game_arrives_at_is_answered_and_said(me: int, opponent: int, turn: int, can_be: bool) -> None:
    advice = advise_pig(me, opponent, turn)
    assert advice.reachable == can_be
    assert ("no game can reach" in advice.why) != can_be


def test_a_strategy_plays_only_the_game_that_it_was_made_for() -> None:
    with pytest.raises(PositionError, match="made for a goal of 100"):
        OPTIMAL.decide(PigState(50))
    with pytest.raises(RuleError, match="nothing to decide"):
        OPTIMAL.decide(PigState(100, (104, 3)))


def test_percents_show_every_difference_and_no_false_certainty() -> None:
    assert percents(0.5, 0.4) == ["50.0 %", "40.0 %"]
    assert percents(0.12341, 0.12342) == ["12.341 %", "12.342 %"]
    assert percents(0.9999996, 1.0) == ["99.99996 %", "100.00000 %"]
    assert percents(1e-7) == ["0.00001 %"]
    assert percents(0.25, 0.25) == ["25.0 %", "25.0 %"]
    assert percents(1 - 1e-16, 0.5) == ["100.0 %", "50.0 %"]
    assert percents(0.0, 3.2e-20) == ["0.0 %", "3.2e-18 %"]


def scripted(*draws: float) -> random.Random:
    """Return a source of chance whose next numbers from 0 to 1 are `draws`."""

    class ScriptedChance(random.Random):
        def random(self) -> float:
            return left.pop(0)

    left = list(draws)
    return ScriptedChance()


@pytest.mark.parametrize(
    ("me", "opponent", "turn", "action", "rule"),
    [
        (0, 0, 20, "roll", "race-or-pace throws again here below 21"),
        (0, 0, 21, "hold", "race-or-pace holds here at 21 or more"),
        (0, 4, 21, "roll", "race-or-pace throws again here below 22"),
        (0, 3, 21, "hold", "race-or-pace holds here at 21 or more"),
        (4, 0, 21, "hold", "race-or-pace holds here at 21 or more"),
        (5, 0, 20, "hold", "race-or-pace holds here at 20 or more"),
        (4, 0, 20, "roll", "race-or-pace throws again here below 21"),
        (0, 70, 29, "roll", "race-or-pace throws again here below 30"),
        (70, 0, 12, "hold", "race-or-pace holds here at 12 or more"),
        (0, 71, 60, "roll", "race-or-pace races to the end once a player has 71 or more"),
        (71, 0, 28, "roll", "race-or-pace races to the end once a player has 71 or more"),
        (0, 0, 18, "roll", "base-pace-race throws again below 19"),
        (0, 0, 19, "hold", "base-pace-race holds at 19 or more that keep pace"),
        (0, 33, 19, "hold", "base-pace-race holds at 19 or more that keep pace"),
        (0, 34, 19, "roll", "base-pace-race throws again while the other would be more than 14 ahead"),
        (68, 0, 19, "hold", "base-pace-race holds at 19 or more"),
        (69, 0, 28, "roll", "base-pace-race races to the end once a player has 69 or more"),
        (0, 69, 60, "roll", "base-pace-race races to the end once a player has 69 or more"),
    ],
)
def test_a_rule_of_thumb_says_by_what_it_goes(me: int, opponent: int, turn: int, action: str, rule: str) -> None:
    decision = pig(rule.partition(" ")[0]).decide(PigState(100, (me, opponent), 0, turn))
    assert str(decision.action) == action
    assert rule in decision.why


def test_race_or_pace_moves_with_the_goal() -> None:
    assert pig("race-or-pace", 50).decide(PigState(50, (21, 0), 0, 28)).action == ROLL
    assert pig("race-or-pace", 50).decide(PigState(50, (20, 0), 0, 28)).action == HOLD


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
    coin = pig("random", chance=scripted(0.4, 0.6))
    assert coin.decide(PigState(turn_total=5)).why.startswith("Throw: random tossed a coin, which is best here")
    assert coin.decide(PigState(turn_total=5)).why.startswith("Hold: random tossed a coin, which wins")
    assert coin.decide(PigState()).action == ROLL
    assert coin.decide(PigState(100, (90, 0), 0, 12)).action == HOLD


def test_careless_slips_as_often_as_it_is_told_to() -> None:
    state = PigState(turn_total=10)
    careless = pig("careless:0.25", chance=scripted(0.74, 0.76))
    assert careless.decide(state).why.startswith("Throw: careless:0.25 looks closely, which is best here")
    assert careless.decide(state).why.startswith("Hold: careless:0.25 slips, which wins")
    always = pig("careless:1").decide(PigState(turn_total=40))
    assert always.action == ROLL
    assert pig("careless:0").decide(state).action == ROLL
    usual = pig("careless", chance=scripted(0.79, 0.81))
    assert [usual.decide(state).action for _ in range(2)] == [ROLL, HOLD]


@pytest.mark.parametrize("name", ["random", "careless", "careless:0.5"])
def test_what_is_left_to_chance_needs_a_source_of_it(name: str) -> None:
    with pytest.raises(OptionError, match="needs a source of chance"):
        pig(name).decide(PigState(turn_total=5))


@pytest.mark.parametrize("name", ["careless:2", "careless:-0.1", "careless:", "careless:x", "careless:1e-3"])
def test_error_rates_outside_zero_to_one_are_unknown(name: str) -> None:
    with pytest.raises(UnknownNameError, match="did you mean careless"):
        pig(name)


@pytest.mark.parametrize("game", RACES)
@pytest.mark.parametrize("name", KNOWN)
def test_every_race_has_every_strategy(game: str, name: str) -> None:
    rules = race_rules(game)
    strategy = race_strategy(name, game, chance=random.Random(4))
    assert strategy.name == name
    state = rules(rules.usual_goal, (3, 5), 0, 2)
    decision = strategy.decide(state)
    assert decision.value == decision.options[decision.action]
    assert decision.options == race_strategy("optimal", game).decide(state).options
    other = next(other for other in RACES.values() if other.game != game)(rules.usual_goal)
    with pytest.raises(PositionError, match=f"{name} was made for {game}"):
        strategy.decide(other)
