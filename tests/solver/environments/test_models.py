"""Solved games as decision processes: their values agree with one look ahead, and what they show is true."""

import numpy as np
import pytest

from solver.environments.models.keep import THROW_ALL, KeepMoment
from solver.environments.models.model import CHANCE, OVER, AnyModel
from solver.environments.models.registry import NAMES, make_model
from solver.environments.models.roll_or_hold import HOLD, ROLL
from solver.errors import GoalError, OptionError, UnknownNameError
from solver.keep_and_throw.exact import most_turn_points
from solver.keep_and_throw.keep_table import fair_laws
from solver.keep_and_throw.rules import find_rules
from solver.risk.conquest import best_split
from tests.support.solver.environments import SMALL, expected, small_model, some_states


@pytest.fixture(params=NAMES)
def model(request: pytest.FixtureRequest) -> AnyModel:
    return small_model(request.param)


# Of three players the mover's value alone is told.
@pytest.mark.parametrize(
    ("name", "given"), [*((name, {}) for name in NAMES if name != "pig-three"), ("hooligan", {"commit": True})]
)
def test_each_action_is_worth_what_follows_it(name: str, given: dict[str, bool]) -> None:
    model = make_model(name, **SMALL.get(name, {}) | given)
    states = some_states(model, 3)
    # Looking ahead over all ways in which many dice fall takes long.
    many = model.most_falls > 100
    for state in states[:: max(1, len(states) // (3 if many else 40))]:
        mover = model.mover(state)
        got = model.gained(state)[mover]
        for action, worth in list(model.worth(state).items())[:: 9 if many else 1]:
            after = model.apply(state, action)
            told = model.gained(after)[mover] - got + expected(model, after, mover)
            assert told == pytest.approx(worth, abs=1e-9), (state, action)


def test_the_beginning_is_worth_what_the_table_says(model: AnyModel) -> None:
    if table := vars(model).get("table"):
        assert abs(expected(model, model.start(), 0)) == pytest.approx(table.value, abs=1e-9)
    else:
        assert model.name == "risk"


def test_the_solver_s_action_is_among_the_best_and_legal(model: AnyModel) -> None:
    for state in some_states(model, 2):
        worth = model.worth(state)
        assert tuple(worth) == tuple(model.legal(state)) == tuple(np.flatnonzero(model.mask(state)))
        assert worth[model.best(state, worth)] == pytest.approx(max(worth.values()), abs=1e-12)


def test_chances_sum_to_one_and_observations_lie_within_their_bounds(model: AnyModel) -> None:
    random = np.random.default_rng(5)
    for _ in range(3):
        state = model.start()
        while (mover := model.mover(state)) != OVER:
            if mover == CHANCE:
                falls = model.falls(state)
                assert sum(falls.chances) == pytest.approx(1.0, abs=1e-12)
                state = model.follow(state, falls.draw(random))
            else:
                state = model.apply(state, model.choose("random", state, random))
            for player in range(model.players):
                seen = np.array(model.observe(state, player))
                assert (seen >= model.shape.low).all()
                assert (seen <= model.shape.high).all()
        assert not model.mask(state).any()
        assert all(model.shape.least <= got <= model.shape.most for got in model.gained(state))


def test_a_draw_follows_the_chances() -> None:
    falls = make_model("pig", die=(0.5, 0.1, 0.1, 0.1, 0.1, 0.1)).falls(None)
    random = np.random.default_rng(2)
    drawn = np.bincount([falls.draw(random) for _ in range(20_000)], minlength=6) / 20_000
    assert np.abs(drawn - falls.chances).max() < 4 * np.sqrt(0.25 / 20_000)


def test_points_beyond_the_goal_make_no_difference() -> None:
    model = make_model("pig", goal=10)
    state = model.start()
    for _ in range(5):
        state = model.follow(model.apply(state, ROLL), 5)
    assert model.observe(state, 0) == (0, 0, 10)
    assert model.worth(state)[HOLD] == 1.0
    assert model.observe(model.apply(state, HOLD), 1) == (0, 10, 0)


def test_others_can_play_by_any_strategy_of_the_solver() -> None:
    random = np.random.default_rng(3)
    pig = make_model("pig")
    at = pig.follow(pig.follow(pig.start(), 4), 4)
    assert pig.observe(at, 0) == (0, 0, 10)
    assert pig.choose("hold10", at, random) == HOLD
    assert pig.choose("hold11", at, random) == ROLL
    shares = [pig.choose("careless:0.25", at, random) == HOLD for _ in range(4000)]
    assert np.mean(shares) == pytest.approx(0.25, abs=4 * np.sqrt(0.25 * 0.75 / 4000))
    hog = make_model("hog")
    assert hog.choose("optimal", hog.start(), random) == hog.best(hog.start(), hog.worth(hog.start()))


def test_strategies_of_keep_and_throw_games_bring_what_is_computed() -> None:
    model, random = make_model("farkle"), np.random.default_rng(4)
    rules = find_rules("farkle")
    brought = []
    for _ in range(1200):
        state = model.apply(model.start(), THROW_ALL)
        while state.player == 0:
            if model.mover(state) == CHANCE:
                state = model.follow(state, model.falls(state).draw(random))
            else:
                state = model.apply(state, model.choose("most-points", state, random))
        brought.append(state.scores[0])
    most = most_turn_points(rules, fair_laws(rules)).values[0, -1]
    assert np.mean(brought) == pytest.approx(most, abs=4 * np.std(brought) / np.sqrt(1200))
    at = KeepMoment(dice=(1, 2, 3, 4, 5, 5))
    assert model.label(at, model.choose("greedy", at, random)) == "set aside 1 5 5, throw"
    assert model.label(at, model.choose("hold-200-0", at, random)) == "set aside 1 5 5, hold"
    with pytest.raises(UnknownNameError, match="did you mean greedy"):
        model.check_policy("gredy")


def test_what_is_unknown_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean pig-turns"):
        make_model("pig-turn")
    with pytest.raises(UnknownNameError, match="did you mean optimal"):
        make_model("pig-turns").check_policy("optimum")
    with pytest.raises(OptionError, match="environments know no dice-of: leave it out"):
        make_model("farkle", dice_of={1: ((1.0, 0, 0, 0, 0, 0),) * 6})
    with pytest.raises(OptionError, match="environments know no penalties"):
        make_model("farkle", penalty=1000)
    with pytest.raises(OptionError, match="too many ways"):
        make_model("risk", best_split=100)
    with pytest.raises(GoalError, match="a goal of 0 is no game"):
        make_model("pig", goal=0)
    with pytest.raises(OptionError, match="pig takes no turns"):
        make_model("pig", turns=3)


def test_every_game_that_is_solved_exactly_is_there() -> None:
    from solver.games import GAMES

    approximate = {f"pig-{number}" for number in ("four", "five", "six", "seven", "eight", "nine", "ten")}
    by_rule = {"swine-herd", "skunk"}
    missing = {"threes", "midnight", "ship-captain-crew", "chicago", "chicago-high", "shut-the-box"}
    assert set(GAMES) - set(NAMES) == approximate | by_rule | missing


def test_the_best_split_of_risk_is_the_solver_s() -> None:
    model = make_model("risk", best_split=14, territories=3, attackers=12)
    best = best_split(12, 14, 3)
    state = model.start()
    for armies in best.split:
        worth = model.worth(state)
        assert max(worth.values()) == pytest.approx(1 - best.campaign.value, abs=1e-12)
        assert worth[armies - 1] == pytest.approx(max(worth.values()), abs=1e-12)
        state = model.apply(state, armies - 1)
    assert model.mover(state) == CHANCE
