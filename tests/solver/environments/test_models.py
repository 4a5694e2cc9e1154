"""Solved games as decision processes: what they show and say, and how others play in them."""

from typing import Any

import numpy as np
import pytest

from solver.environments.model import CHANCE, OVER, AnyModel, GameMoment
from solver.environments.registry import make_model
from solver.errors import OptionError, UnknownNameError
from solver.keep_and_throw.hands import most_turn_points
from solver.keep_and_throw.keep_table import fair_laws
from solver.keep_and_throw.rules import find_rules
from solver.keep_and_throw.state import KeepState
from solver.rounds.rating import round_outcomes
from solver.rounds.rules import find_round
from solver.rounds.state import TileState
from solver.throw_distribution import fair_die

ROLL, HOLD = 0, 1


def test_a_draw_follows_the_chances() -> None:
    model = make_model("pig", die=(0.5, 0.1, 0.1, 0.1, 0.1, 0.1))
    falls = model.falls(model.apply(model.start(), ROLL))
    random = np.random.default_rng(2)
    drawn = np.bincount([falls.draw(random) for _ in range(20_000)], minlength=6) / 20_000
    assert np.abs(drawn - falls.chances).max() < 4 * np.sqrt(0.25 / 20_000)


def test_points_beyond_the_goal_make_no_difference() -> None:
    model = make_model("pig", goal=10)
    state = model.start()
    for _ in range(5):
        state = model.follow(model.apply(state, ROLL), 5)
    assert model.observe(state, 0) == (0, 0, 10)
    assert model.weighed(state.state)[HOLD] == 1.0
    assert model.observe(model.apply(state, HOLD), 1) == (0, 10, 0)


def test_others_can_play_by_any_strategy_of_the_solver() -> None:
    random = np.random.default_rng(3)
    pig = make_model("pig")
    at = pig.start()
    for _ in range(2):
        at = pig.follow(pig.apply(at, ROLL), 4)
    assert pig.observe(at, 0) == (0, 0, 10)
    assert pig.choose("hold10", at, random) == HOLD
    assert pig.choose("hold11", at, random) == ROLL
    shares = [pig.choose("careless:0.25", at, random) == HOLD for _ in range(4000)]
    assert np.mean(shares) == pytest.approx(0.25, abs=4 * np.sqrt(0.25 * 0.75 / 4000))
    hog = make_model("hog")
    assert hog.choose("optimal", hog.start(), random) == hog.tell(hog.start(), 0, exact=True)["best"]


def test_strategies_of_keep_and_throw_games_bring_what_is_computed() -> None:
    model, random = make_model("farkle"), np.random.default_rng(4)
    rules = find_rules("farkle")
    brought = []
    for _ in range(400):
        state = model.apply(model.start(), 0)
        while state.state.player == 0:
            if model.mover(state) == CHANCE:
                state = model.follow(state, model.falls(state).draw(random))
            else:
                state = model.apply(state, model.choose("most-points", state, random))
        brought.append(state.state.scores[0])
    most = most_turn_points(rules, fair_laws(rules)).values[0, -1]
    assert np.mean(brought) == pytest.approx(most, abs=4 * np.std(brought) / np.sqrt(400))
    at: GameMoment[Any] = GameMoment(KeepState(rules, dice=(1, 2, 3, 4, 5, 5)))
    assert model.label(at, model.choose("greedy", at, random)) == "keep 1 5 5, throw"
    assert model.label(at, model.choose("hold-200-0", at, random)) == "keep 1 5 5, hold"
    with pytest.raises(UnknownNameError, match="did you mean greedy"):
        model.strategy("gredy")


def played_alone(model: AnyModel, policy: str, random: np.random.Generator) -> float:
    """Return what a player of a round gets by a policy."""
    state = model.let_fall(model.start(), random)
    while model.mover(state) != OVER:
        state = model.let_fall(model.apply(state, model.choose(policy, state, random)), random)
    return model.gains_of(state)[0]


@pytest.mark.parametrize("name", ["chicago-high", "shut-the-box", "ship-captain-crew"])
@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_strategies_of_rounds_score_what_is_computed(name: str, policy: str) -> None:
    model, random, rules = make_model(name), np.random.default_rng(7), find_round(name)
    got = np.array([played_alone(model, policy, random) for _ in range(250)])
    rated = round_outcomes(policy, rules, fair_die(6))
    mean = rules.worth(1) * rated.mean
    assert got.mean() == pytest.approx(mean, abs=4 * rated.sd / np.sqrt(len(got)))


def test_rounds_show_and_say_what_is_chosen() -> None:
    box = make_model("shut-the-box", players=2)
    assert box.words(box.start()).startswith("dice fall, player 0, throw 2 dice: ")
    state = box.follow(box.start(), box.falls(box.start()).dice.index((2, 6)))
    said = [box.label(state, action) for action in box.legal(state)]
    assert said == ["shut 8", "shut 1 7", "shut 2 6", "shut 3 5", "shut 1 2 5", "shut 1 3 4"]
    for shut, dice in [((8,), (3, 6)), ((9,), (2, 5)), ((7,), ())]:
        (action,) = [one for one in box.legal(state) if box.label(state, one) == f"shut {' '.join(map(str, shut))}"]
        state = box.apply(state, action)
        state = box.follow(state, box.falls(state).dice.index(dice)) if dice else state
    assert [box.label(state, action) for action in box.legal(state)] == ["throw 2 dice", "throw 1 die"]
    assert len(box.falls(box.apply(state, box.legal(state)[1])).chances) == 6

    def at(*results: int | None, place: tuple[int, ...] = ()) -> GameMoment[Any]:
        return GameMoment(TileState(box.first.rules, results, place))

    assert box.gains_of(at(7, 7)) == (0.5, 0.5)
    assert box.gains_of(at(0, None)) == (1.0, 0.0)
    assert box.observe(at(7, None, place=(1, 2)), 1) == (0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, -1, 7)
    assert box.words(at(7, 7)).startswith("over: ")
    ship = make_model("ship-captain-crew")
    state = ship.follow(ship.start(), ship.falls(ship.start()).dice.index((2, 4, 5, 6, 6)))
    assert [ship.label(state, action) for action in ship.legal(state)] == ["keep 2 4 5 6 6, hold", "keep 4 5 6, throw"]


def test_what_is_unknown_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean pig-turns"):
        make_model("pig-turn")
    with pytest.raises(OptionError, match="pig-four is not solved exactly, so it has no environment"):
        make_model("pig-four")
    with pytest.raises(OptionError, match="goal is '20': give a whole number"):
        make_model("pig", goal="20")
    with pytest.raises(OptionError, match="die is 6: give the chances of its faces"):
        make_model("threes", die=6)
    assert make_model("pig", goal=np.int64(20)) is make_model("pig", goal=20)
    with pytest.raises(UnknownNameError, match="did you mean optimal"):
        make_model("pig-turns").strategy("optimum")
    with pytest.raises(OptionError, match="environments take no dice-of: leave it out"):
        make_model("farkle", dice_of={1: ((1.0, 0, 0, 0, 0, 0),) * 6})
    with pytest.raises(OptionError, match="a round with 11 players is impossible: give 1 to 10"):
        make_model("threes", players=11)
    with pytest.raises(OptionError, match="a goal of 0 is impossible"):
        make_model("pig", goal=0)
    with pytest.raises(OptionError, match="pig takes no turns"):
        make_model("pig", turns=3)
