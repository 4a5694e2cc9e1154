"""Every solved game, by name, as a decision process: chances, values, returns, and what its beginning is worth."""

from collections.abc import Container, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from robot.games.registry import PLAYED as AT_TABLE
from robot.games.registry import make_game
from solver.environments.model import CHANCE, OVER
from solver.environments.registry import NAMES, make_model
from solver.errors import OptionError, UnknownNameError
from solver.games import GAMES
from solver.last_round import FORMS
from tests.support.solver.environments import SMALL, compute_value, every_state, some_states

GAPS: Mapping[str, Mapping[str, Any]] = {
    **{f"pig-{number}": {} for number in ("four", "five", "six", "seven", "eight", "nine", "ten")},
    **{name: {} for name in ("swine-herd", "skunk")},
    "farkle": {"dice_of": {1: ((1.0, 0, 0, 0, 0, 0),) * 6}},
    "two-boxes": {"toml": ""},
}
"""Games, and rules of games, for which there are no environments yet."""
BEGINNINGS: tuple[tuple[str, Mapping[str, Any], float, str, str], ...] = (
    ("pig", {}, 0.530592725273747, "0.5306", "Neller and Presser, Optimal Play of the Dice Game Pig, 2004"),
    ("piglet", {}, 0.522479407949, "", ""),
    ("progressive-pig", {}, 0.533861387696, "", ""),
    ("two-dice-pig", {}, 0.519558893861, "", ""),
    ("big-pig", {}, 0.535963070534, "", ""),
    ("pass-the-pigs", {}, 0.530972727539, "", ""),
    ("hog", {}, 0.529865394297, "", ""),
    ("pig-reach", {}, 0.465442736130, "", ""),
    ("pig-score", {}, 40.708974468635, "", ""),
    ("pig-turns", {}, 12.545232351955, "", ""),
    ("think", {}, 36.291533139605, "", ""),
    ("pig-three", {}, 0.365593534396, "", ""),
    ("ten-thousand", {}, 0.536953031813, "", ""),
    ("farkle", {}, 0.534618703646, "", ""),
    ("kingdom-come", {}, 0.579642482882, "", ""),
    ("threes", {}, 6.253978525945, "6.254", "the notebook game_of_threes of github.com/HighDiceRoller/icepool"),
    ("midnight", {}, 18.676337195776, "", ""),
    ("ship-captain-crew", {}, 4.084579617462, "", ""),
    ("shut-the-box", {}, 11.009208593218, "", ""),
    ("chicago", {}, 7.0, "7", "each target t of two dice is hit with (6 - |7 - t|) / 36"),
    ("chicago-high", {}, 172.0, "", ""),
    ("threes", {"players": 2}, 0.475290977092, "", ""),
    ("midnight", {"players": 2}, 0.460307742372, "", ""),
    ("ship-captain-crew", {"players": 2}, 0.494361859448, "", ""),
    ("shut-the-box", {"players": 2}, 0.501489776203, "", ""),
    ("chicago", {"players": 2}, 0.5, "", ""),
    ("chicago-high", {"players": 2}, 0.487854426585, "", ""),
    ("yahtzee", {"rule": "free"}, 254.5896094819628, "254.5896", "Verhoeff, How to Maximize Your Score, 1999"),
    ("yahtzee", {}, 254.58772873449544, "254.5877", "solvers that agree"),
    ("kniffel", {}, 245.870774514111, "245.8708", "solvers that agree"),
    ("yatzy", {}, 248.439989377855, "248.4400", "solvers that agree"),
    ("hooligan", {}, 71.872519526055, "", ""),
    ("hooligan", {"commit": True}, 65.922148006511, "", ""),
)
"""What beginnings are worth: as docs/measured.md has it, and to so many digits as others give, who are named."""
LOADED = (0.1, 0.1, 0.2, 0.2, 0.2, 0.2)
ONES = (Fraction(4, 9), *(Fraction(1, 9),) * 5)
ODD = tuple(Fraction(weight, 12) for weight in (3, 1, 2, 1, 4, 1))
NO_TWOS = tuple(Fraction(weight, 8) for weight in (2, 0, 1, 1, 3, 1))
TINY: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("pig", {"goal": goal}) for goal in (1, 12)),
    *((name, {"goal": 10, "die": ONES}) for name in ("pig", "progressive-pig")),
    ("progressive-pig", {"goal": 8}),
    ("piglet", {"goal": 10}),
    ("piglet", {"goal": 9, "die": (Fraction(2, 3), Fraction(1, 3))}),
    *(("two-dice-pig", {"goal": 7, "die": die}) for die in (None, ODD)),
    ("big-pig", {"goal": 9}),
    ("pass-the-pigs", {"goal": 8}),
    *(("hog", {"goal": 4, "die": die}) for die in (None, ODD)),
    *(("pig-reach", {"goal": 9, "turns": 3, "die": die}) for die in (None, ODD)),
    *(("chicago-high", {"die": die}) for die in (None, NO_TWOS)),
    ("ship-captain-crew", {"die": ODD}),
)
"""Games so small that every state is looked at; a die that shows many 1s makes holding good."""
PLAYED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *((name, SMALL.get(name, {})) for name in NAMES),
    *((name, {"die": LOADED}) for name in ("two-dice-pig", "hog", "pig-score", "chicago-high")),
    ("farkle", {"goal": 1000, "opening": 300, "die": LOADED}),
    ("kingdom-come", {"goal": 400, "penalty": 100}),
    *(("kingdom-come", {"goal": 300, "opening": 100, "last_round": which}) for which in FORMS),
    ("kingdom-come", {"goal": 200, "penalty": 100, "last_round": "all"}),
    ("pig", {"goal": 20, "last_round": "all"}),
    *((name, {"players": 2}) for name in ("threes", "midnight", "ship-captain-crew", "chicago", "chicago-high")),
    ("shut-the-box", {"players": 2, "die": LOADED}),
    *((name, {"players": 3}) for name in ("ship-captain-crew", "chicago-high", "shut-the-box")),
    ("yahtzee", {"rule": "free"}),
    ("hooligan", {"commit": True}),
)
SLOW = {"kniffel", "yatzy", "midnight", "pig-three", "ship-captain-crew"}
"""Games whose tables take long to load, or to solve."""


def name_case(name: str, options: Mapping[str, Any]) -> str:
    return " ".join([name, *(f"{key}={value}" if key != "die" else key for key, value in options.items() if value)])


def tier(rows: Iterable[tuple[Any, ...]], slow: Container[str] = SLOW) -> list[Any]:
    """Return the parameters of games, of which the slow ones wait for `make check`."""
    marks = pytest.mark.check
    return [pytest.param(*row, id=name_case(*row[:2]), marks=marks if row[0] in slow else ()) for row in rows]


def test_gaps_are_those_that_are_known() -> None:
    assert {*GAMES} - {*NAMES} == {name for name, options in GAPS.items() if not options}
    for name, options in GAPS.items():
        with pytest.raises((OptionError, UnknownNameError)):
            make_model(name, **options)


@pytest.mark.parametrize(("name", "options", "value", "published", "source"), tier(BEGINNINGS))
def test_a_beginning_is_worth_what_is_published(
    name: str, options: Mapping[str, Any], value: float, published: str, source: str
) -> None:
    model = make_model(name, **options)
    found = abs(compute_value(model, model.start(), 0))
    assert found == pytest.approx(value, rel=0, abs=1e-11)
    if published:
        assert f"{found:.{len(published.partition('.')[2])}f}" == published, source
    if name in AT_TABLE:
        game = make_game(name, {rule: value for rule, value in options.items() if rule != "players"})
        _, reasons = game.robot("", None).decide(game.begin(options.get("players", game.seats.start)))
        assert reasons.to_json()["value"] == pytest.approx(value, rel=0, abs=1e-11)


@pytest.mark.parametrize(("name", "options"), tier(PLAYED, SLOW - {"pig-three", "ship-captain-crew"}))
def test_random_play_keeps_to_what_a_model_promises(name: str, options: Mapping[str, Any]) -> None:
    model, random = make_model(name, **options), np.random.default_rng(5)
    low, high = model.shape.bounds
    for _ in range(2):
        state, met = model.start(), dict[Any, Any]()
        assert not any(model.gains_of(state))
        while (mover := model.mover(state)) != OVER:
            assert met.setdefault((model.words(state), model.gains_of(state)), state) == state
            if mover == CHANCE:
                falls = model.falls(state)
                assert sum(falls.chances) == pytest.approx(1.0, abs=1e-12)
                assert len(falls.chances) == len(falls.dice) <= model.most_falls
                state = model.follow(state, falls.draw(random))
            else:
                worth = model.weighed(state.state)
                told = model.tell(state, mover, exact=True)
                assert sorted(worth) == [*model.legal(state)] == np.flatnonzero(told["action_mask"]).tolist()
                assert told["value"] == max(worth.values())
                assert worth[told["best"]] == pytest.approx(told["value"], abs=1e-12)
                state = model.apply(state, model.choose("random", state, random))
            for player in range(model.players):
                seen = np.array(model.observe(state, player))
                assert (low <= seen).all()
                assert (seen <= high).all()
        got = model.gains_of(state)
        assert not any(model.tell(state, player, exact=False)["action_mask"].any() for player in range(model.players))
        assert all(model.shape.least <= one <= model.shape.most for one in got)
        assert model.players == 1 or sum(got) == pytest.approx(1.0)
        assert model.players == 1 or sum(model.zero_sum(got)) == pytest.approx(0.0)


@pytest.mark.parametrize("looks", [400, pytest.param(2_000, marks=pytest.mark.check)], ids=["some", "many"])
@pytest.mark.parametrize(("name", "options"), tier(PLAYED))
def test_an_action_is_worth_the_mean_of_what_may_follow_it(name: str, options: Mapping[str, Any], looks: int) -> None:
    model = make_model(name, **options)
    states = [(state, action) for state in some_states(model, 3) for action in model.legal(state)]
    looked = 0
    for at in np.random.default_rng(1).permutation(len(states)):
        state, action = states[at]
        mover, after = model.mover(state), model.apply(state, action)
        ways = len(model.falls(after).chances) if model.mover(after) == CHANCE else 1
        if looked and ways > looks:
            continue
        looked, looks = looked + 1, looks - ways
        mean = model.gains_of(after)[mover] - model.gains_of(state)[mover] + compute_value(model, after, mover)
        assert model.weighed(state.state)[action] == pytest.approx(mean, abs=1e-9), (state, action)
    assert looked > 1


@pytest.mark.parametrize(("name", "options"), tier(TINY))
def test_in_all_states_each_action_is_worth_the_mean_of_best_play(name: str, options: Mapping[str, Any]) -> None:
    """Games end, so no other values than those of best play are so."""
    model = make_model(name, **options)
    for state in every_state(model):
        worth, mover = model.weighed(state.state), model.mover(state)
        assert sorted(worth) == [*model.legal(state)]
        for action, value in worth.items():
            after = model.apply(state, action)
            mean = model.gains_of(after)[mover] - model.gains_of(state)[mover] + compute_value(model, after, mover)
            assert abs(value - mean) < 1e-14 * max(1.0, abs(10 * mean)), (state, action)
