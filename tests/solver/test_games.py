"""The registry of games: names, options and what a solution says."""

from typing import Any

import pytest

from solver.errors import DistributionError, OptionError, PositionError, SolverError, UnknownNameError
from solver.games import GAMES, find_game
from solver.throw_distribution import fair_die


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_found_by_its_name(name: str) -> None:
    assert find_game(name).name == name


@pytest.mark.parametrize(("name", "advice"), [("pigg", "did you mean pig"), ("zzz", "choose from")])
def test_an_unknown_game_gets_the_nearest_name(name: str, advice: str) -> None:
    with pytest.raises(UnknownNameError, match=advice):
        find_game(name)


@pytest.mark.parametrize(
    ("game", "options", "position", "error", "words"),
    [
        ("pig", {"die": (0.2,) * 6}, None, DistributionError, r"sum to 1\.2: make them sum to 1"),
        ("pig", {"die": (0, 0.2, 0.2, 0.2, 0.2, 0.2)}, None, DistributionError, "no throw ends a turn"),
        ("pig", {"die": (1, 0, 0, 0, 0, 0)}, None, DistributionError, "every throw ends the turn"),
        ("pig", {"die": (0.5, 0.7, -0.2)}, None, DistributionError, "give numbers from 0 to 1"),
        ("pig", {"die": (float("nan"), 0.5)}, None, DistributionError, "give numbers from 0 to 1"),
        ("pig", {"die": (0.999995, 0.000005)}, None, DistributionError, "all but 1 throw in 50,000 end the turn"),
        ("hog", {"die": (0.999995, 0.000005)}, None, DistributionError, "needs a die that shows a 1 sometimes"),
        ("pig", {"turns": 3}, None, OptionError, "pig takes no turns: leave it out"),
        ("pig", {"players": 3}, None, OptionError, "a game of its own, pig-three to pig-ten"),
        ("pig", {"die": (1.0,)}, None, DistributionError, "a die with 1 face is not supported"),
        ("pig", {"die": (0.5, 0.5), "sides": 2}, None, OptionError, "either sides or die"),
        ("pig", {"sides": 1}, None, DistributionError, "a die with 1 side is not supported"),
        ("pig", {"sides": 10**9}, None, DistributionError, "choose from 2 to 100"),
        ("piglet", {"die": (0.2, 0.3, 0.5)}, None, DistributionError, "needs one number for each of 2 faces, not 3"),
        ("piglet", {"sides": 2}, None, OptionError, "piglet takes no sides"),
        ("pass-the-pigs", {"weights": (1,) * 5}, None, DistributionError, "one number for each of 6 faces, not 5"),
        ("pass-the-pigs", {"weights": (0,) * 6}, None, DistributionError, "not all of them 0"),
        ("pass-the-pigs", {"weights": (1, -1, 1, 1, 1, 1)}, None, DistributionError, "from 0 up"),
        ("pass-the-pigs", {"weights": (1, 0, 1, 1, 1, 1)}, None, DistributionError, "no throw ends a turn"),
        ("pass-the-pigs", {"die": (0.5, 0.5)}, None, OptionError, "takes no die"),
        ("two-dice-pig", {"die": (0.9, *(0.02,) * 5)}, None, SolverError, "lost too often to compute ten digits"),
        ("hog", {"die": (0, 0.5, 0.5)}, None, DistributionError, "needs a die that shows a 1 sometimes"),
        ("big-pig", {"goal": 10_000}, None, OptionError, "is too large"),
        ("pig", {}, "-1:0", PositionError, "from 0 up"),
        ("pig", {}, "0:100", PositionError, "the game is over"),
        ("pig-reach", {"turns": 0}, None, OptionError, "a game of 0 turns is impossible"),
        ("pig-reach", {"goal": 10_000}, None, OptionError, "is too large"),
        ("pig-turns", {"goal": 10_000}, None, OptionError, "is too large"),
        ("pig-turns", {"turns": 3}, None, OptionError, "pig-turns takes no turns"),
        ("pig-score", {"die": (0.0001, 0.9999)}, None, DistributionError, "end a turn too rarely"),
        ("pig-reach", {}, "100", PositionError, None),
        ("pig-reach", {}, "-1", PositionError, None),
        ("pig-reach", {}, "3 +-2", PositionError, None),
        ("pig-reach", {}, "3 l11", PositionError, None),
        ("pig-reach", {}, "3 l0", PositionError, None),
        ("pig-reach", {}, "l2", PositionError, "lacks what each player has"),
        ("think", {}, "900 +101", PositionError, None),
        ("pig-three", {"goal": 0}, None, OptionError, "a goal of 0 is impossible"),
        ("pig-three", {"goal": 10_000}, None, OptionError, "is too large: choose one up to 200"),
        ("pig-three", {"goal": 10**30}, None, OptionError, "or more is too large"),
        ("pig-four", {}, "100:0:0:0", PositionError, None),
        ("pig-four", {}, "0:0:0:0 +-1", PositionError, None),
        ("pig-four", {}, "0:0:0", OptionError, "is for 4 players"),
        ("pig-four", {"goal": 500}, "0:0:0:0", OptionError, None),
        ("swine-herd", {}, "100:0", PositionError, None),
        ("swine-herd", {}, "0:-1", PositionError, None),
        ("swine-herd", {}, "0:0 +-1 s2", PositionError, None),
        ("swine-herd", {}, "0", PositionError, None),
        ("skunk", {}, "-1:0", PositionError, None),
        ("skunk", {}, "0:0 l6", PositionError, None),
        ("skunk", {}, "0:0 +5000 s2", PositionError, None),
        ("threes", {}, "- 12", PositionError, "5 are thrown here"),
        ("threes", {}, "- 12347", PositionError, "values of 1 to 6"),
        ("threes", {}, "- k33333", PositionError, "the turn is over"),
        ("threes", {}, "- k0", PositionError, "values of 1 to 6"),
        ("threes", {}, "- l2", PositionError, "has no 'l2'"),
        ("threes", {}, "31:-", PositionError, "31 is not a score"),
        ("threes", {}, "-:-:-:-:-:-:-:-:-:-:-", OptionError, "a round with 11 players is impossible"),
        ("ship-captain-crew", {}, "- 1111 k5 r1", PositionError, "6, 5, 4 are, in this order"),
        ("ship-captain-crew", {}, "- 11111 r3", PositionError, "no turn can reach this"),
        ("shut-the-box", {}, "- o1,1", PositionError, "each once"),
        ("shut-the-box", {}, "- 1 o1,2,9", PositionError, "2 are thrown here"),
        ("shut-the-box", {}, "0:-", PositionError, "the game is over"),
        ("chicago", {}, "- l12", PositionError, "give 1 to 11"),
        ("chicago", {}, "- +4 l11", PositionError, "no turn can reach this"),
        ("farkle", {"goal": 10}, None, SolverError, "multiple of 50"),
        ("farkle", {"opening": 75}, None, SolverError, "multiple of 50"),
        ("farkle", {"opening": 20000}, None, SolverError, "multiple of 50"),
        ("farkle", {"penalty": 30}, None, SolverError, "multiple of 50"),
        ("farkle", {"dice_of": {3: (fair_die(6),) * 6}}, None, OptionError, "seat 3"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    game: str, options: dict[str, Any], position: str | None, error: type[SolverError], words: str | None
) -> None:
    """Without a position the game is solved."""

    def ask() -> object:
        asked = find_game(game, **options)
        return asked.solve() if position is None else asked.advise(position)

    with pytest.raises(error, match=words) as refusal:
        ask()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("name", "options", "line"),
    [
        ("pig", {"goal": 50}, "1:2"),
        ("pig", {"goal": 20, "last_round": "all"}, "last-round=second goal=20 1:2"),
        ("hog", {}, "goal=50 1:2"),
        ("farkle", {}, "goal=500 0:0"),
        ("pig-three", {"goal": 12}, "goal=9 0:0:0"),
        ("pig-reach", {}, "goal=20 0"),
        ("threes", {}, "-:-"),
        ("chicago", {}, "0:0"),
    ],
)
def test_values_are_of_the_rules_of_their_game(name: str, options: dict[str, Any], line: str) -> None:
    values, state = find_game(name, **options).values, find_game(name).parse(line)
    assert values is not None
    for ask in (values().options, values().worth):
        with pytest.raises(PositionError, match="other rules than these values"):
            ask(state)
