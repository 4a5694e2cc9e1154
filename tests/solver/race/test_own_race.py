"""Races of one's own: their files, their values, and what is refused in one line."""

import re
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from solver.action import HOLD, ROLL
from solver.environments.learned import task_of
from solver.errors import SolverError
from solver.game import Solution
from solver.games import find_game, turn_rules
from solver.race.games import own_race_game
from solver.race.race_file import SHIPPED, format_race, parse_race, read_race
from solver.race.race_table import load, load_race, save, solve_table
from solver.race.rules import RACES, own_race, race_of
from solver.race.state import RaceState
from solver.throw_distribution import Effect

HEAD = 'engine = "race"\nname = "mine"\n'
ONE = f'{HEAD}dice = 1\ngoal = 20\n[[throw]]\ndice = [1]\nloses = "turn"\n'
THROW = f"{HEAD}dice = 2\ngoal = 20\n[[throw]]\n"
SEVENS = """
engine = "race"
name = "sevens"
base = "big-pig"
points = [6, 1, 1, 2, 3, 3]
[[throw]]
sum = 7
loses = "turn"
[[throw]]
dice = [1, 1]
loses = "score"
[[throw]]
dice = "aa"
times = 3
"""
"""Of Big Pig's own throws a single 1 is left, which loses the turn."""


def own(folder: Path, text: str, name: str = "mine.toml") -> type[RaceState]:
    (folder / name).write_text(text)
    return own_race(folder / name)


def law_of(kind: type[RaceState]) -> dict[tuple[Effect, int], Fraction]:
    return {(one.effect, one.gain): Fraction(one.chance) for one in kind.distribution(kind.die()).outcomes}


def test_a_race_of_ones_own_has_the_throws_of_its_file(tmp_path: Path) -> None:
    points, law = (6, 1, 1, 2, 3, 3), defaultdict[tuple[Effect, int], Fraction](Fraction)
    for first, second in product(range(1, 7), repeat=2):
        both = points[first - 1] + points[second - 1]
        if first + second == 7:
            does = (Effect.BUST, 0)
        elif first == second:
            does = (Effect.RUIN, 0) if first == 1 else (Effect.ON, 3 * both)
        else:
            does = (Effect.BUST, 0) if first == 1 or second == 1 else (Effect.ON, both)
        law[does] += Fraction(1, 36)
    kind = own(tmp_path, SEVENS)
    assert law_of(kind) == law
    assert kind.usual_goal == 100


def test_a_lost_turn_banks_what_its_file_says(tmp_path: Path) -> None:
    kind = own(tmp_path, ONE.replace('loses = "turn"', 'loses = "turn"\npoints = 3'))
    law = {(Effect.BUST, 3): Fraction(1, 6)} | {(Effect.ON, face): Fraction(1, 6) for face in range(2, 7)}
    assert law_of(kind) == law


@pytest.mark.parametrize("game", RACES)
def test_a_file_that_takes_all_from_a_race_that_ships_is_that_race(game: str, tmp_path: Path) -> None:
    kind = own(tmp_path, f'{HEAD}base = "{game}"\n')
    assert kind.form.throws == RACES[game].form.throws
    assert np.abs(load_race(kind).turn_start - load_race(game).turn_start).max() < 1e-14


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: str(path.stem))
def test_rules_that_are_written_down_are_read_again(path: Path) -> None:
    rules = read_race(path)
    assert parse_race(format_race(rules)) == rules
    assert race_of(parse_race(format_race(rules))) is race_of(rules)


def test_files_of_the_same_name_have_values_of_their_own(tmp_path: Path) -> None:
    """One program may solve, advise on and rate both."""
    kinds = [own(tmp_path, text, "mine.toml") for text in (ONE, ONE.replace("[1]", "[6]"))]
    values = [load_race(kind, 20).value for kind in kinds]
    assert values[0] == load_race("pig", 20).value
    assert abs(values[0] - values[1]) > 0.001
    advised = [load_race(kind, 20).decide(kind(20, (0, 0), 0, 5)).options for kind in kinds]
    assert advised[0] != advised[1]
    with pytest.raises(SolverError, match="other rules"):
        load_race(kinds[0], 20).decide(kinds[1](20))


def test_a_file_is_a_game_with_all_that_a_race_offers(tmp_path: Path) -> None:
    (tmp_path / "sevens.toml").write_text(SEVENS)
    path = tmp_path / "sevens.toml"
    game = own_race_game(path).with_options(goal=15)
    solution = game.solve()
    assert isinstance(solution, Solution)
    assert game.advise("3:4 +2").options[ROLL] > 0
    assert game.compare(["optimal", "hold20"]).lines[0]["win_first"] == pytest.approx(solution.value)
    assert next(iter(game.lines(0, 0))).startswith("0 0 roll")
    thrown = turn_rules(game)
    assert thrown is not None
    assert thrown.dice == 2
    small = find_game(str(path), goal=4)
    assert task_of(small).exact_value == pytest.approx(small.solve().value, abs=1e-11)
    with pytest.raises(SolverError, match="needs one number for each of 6 faces"):
        find_game(str(path), sides=8).solve()


def test_a_file_has_a_last_round(tmp_path: Path) -> None:
    (tmp_path / "last.toml").write_text(f'{HEAD}base = "pig"\nlast-round = "second"\n')
    own_game = own_race_game(tmp_path / "last.toml").with_options(goal=20)
    pig = find_game("pig", goal=20, last_round="second")
    assert own_game.solve().value == pig.solve().value
    assert own_game.advise("20:12 p2 +3").options == pig.advise("20:12 p2 +3").options
    rules = read_race(tmp_path / "last.toml")
    assert parse_race(format_race(rules)) == rules
    with pytest.raises(SolverError, match="or last-round in its file"):
        own_game.compare()
    with pytest.raises(SolverError, match="or last-round in its file"):
        task_of(own_game)


EXACT = f'{HEAD}dice = 1\ngoal = 9\nexact = true\n[[throw]]\ndice = [6]\nloses = "turn"\n'


def test_a_goal_that_must_be_met_is_solved_as_fractions_say(tmp_path: Path) -> None:
    goal, gains = 24, range(1, 6)
    table = load_race(own(tmp_path, EXACT), goal)
    worth: dict[tuple[int, int], Fraction] = {}

    @cache
    def line(i: int, j: int, k: int) -> tuple[Fraction, Fraction]:
        """Return a and b of what the policy wins, a + b times what a lost turn leaves."""
        if i + k >= goal:
            return (Fraction(1), Fraction(0)) if i + k == goal else (Fraction(0), Fraction(1))
        if not table.rolls(i, j, k):
            return 1 - worth[j, i + k], Fraction(0)
        ways = [line(i, j, k + gain) for gain in gains]
        return sum(a for a, _ in ways) / Fraction(6), (1 + sum(b for _, b in ways)) / Fraction(6)

    for i, j in sorted(product(range(goal), repeat=2), key=sum, reverse=True):
        (a, p), (b, q) = line(i, j, 0), line(j, i, 0)
        worth[i, j] = (a + p * (1 - b - q)) / (1 - p * q)
        worth[j, i] = b + q * (1 - worth[i, j])
        assert table.turn_start[i, j] == pytest.approx(float(worth[i, j]), abs=1e-14)
    for i, j in worth:
        for k in range(1, goal - i):
            lost, hold = 1 - worth[j, i], 1 - worth[j, i + k]
            after = [a + b * lost for gain in gains for a, b in [line(i, j, k + gain)]]
            roll = (sum(after) + lost) / Fraction(6)
            assert table.rolls(i, j, k) == (roll > hold)
            assert table.roll_and_hold(i, j, k) == pytest.approx((float(roll), float(hold)), abs=1e-13)
    assert not all(table.rolls(i, j, k) for i, j in worth for k in range(goal - i))


@pytest.mark.parametrize("ruin", ["", '[[throw]]\ndice = [4]\nloses = "score"\n'])
def test_a_goal_that_must_be_met_is_played_as_it_is_solved(ruin: str, tmp_path: Path) -> None:
    kind = own(tmp_path, EXACT + ruin)
    game = own_race_game(tmp_path / "mine.toml")
    assert task_of(game).exact_value == pytest.approx(game.solve().value, abs=1e-11)
    assert game.compare(["optimal"]).lines[0]["win_first"] == pytest.approx(game.solve().value, abs=1e-12)
    state = kind(9, (6, 0), 0, 2)
    assert state.apply(ROLL, [5]) == kind(9, (6, 0), 1)
    assert state.apply(ROLL, [1]).apply(HOLD).winner == 0
    assert parse_race(format_race(kind.form)) == kind.form
    with pytest.raises(SolverError, match="lead past 9"):
        kind(9, (6, 0), 0, 4)


def test_a_table_that_is_kept_is_of_its_rules(tmp_path: Path) -> None:
    kind, path = own(tmp_path, SEVENS), tmp_path / "kept.table"
    solved = solve_table(kind, 10)
    save(solved, path)
    again = load(path, kind, 10, kind.die())
    assert again.rules is kind
    assert np.array_equal(again.turn_start, solved.turn_start)
    with pytest.raises(SolverError, match="holds another game than"):
        load(path, own(tmp_path, SEVENS.replace("sum = 7", "sum = 6"), "sevens.toml"), 10, kind.die())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("engine = ", "not TOML"),
        ('name = "a"\n', 'write engine = "race"'),
        (HEAD, "dice is missing: write a whole number from 1 to 6"),
        (ONE.replace("20", "1001"), "goal is 1001: write a whole number from 1 to 1000"),
        (ONE.replace("dice = 1", "dice = 4\nsides = 20"), "are too many"),
        (ONE.replace("goal", "thrown = 'cat'\ngoal"), "thrown is 'cat': write one of dice, coin, pigs"),
        (ONE.replace("goal", "thrown = 'coin'\nsides = 6\ngoal"), "coin have 2"),
        (ONE.replace("goal", "weights = [0, 0, 0, 0, 0, 0]\ngoal"), "weights are all 0"),
        (ONE.replace("goal", "points = [0, 0, 1, 1, 1, 1]\ngoal"), "the throw 2 adds nothing, and the turn goes on"),
        (ONE.replace("goal", "last-round = 3\ngoal"), "last-round is 3: write all (or true) or second"),
        (ONE.replace("goal", "last-round = true\ngoal") + "points = 2\n", "a lost turn banks at most 1 point"),
        (ONE.replace("goal", "exact = true\ngoal"), "exact needs a throw that adds 1 point"),
        (ONE.replace("goal", "exact = true\nlast-round = true\ngoal"), "exact cannot be combined with a last round"),
        (ONE.replace("goal", "hold = 3\ngoal"), "hold is unknown: the keys are base, dice"),
        (f"{HEAD}dice = 1\ngoal = 20\nthrow = 3\n", "write [[throw]]"),
        (f"{HEAD}dice = 1\ngoal = 20\n", "no throw loses the turn"),
        (f"{THROW}loses = 'turn'\n", "in throw 1 it must say which throws it is for"),
        (f"{THROW}dice = [1]\nsum = 3\n", "write either dice or sum"),
        (
            f"{THROW}dice = 'aaa'\nloses = 'turn'\n",
            "dice is 'aaa': write a list of 1 to 2 whole numbers from 1 to 6, or 1 to 2 letters",
        ),
        (f"{THROW}sum = 13\nloses = 'turn'\n", "sum is 13: write a whole number from 2 to 12, or a list of 1 to 12"),
        (f"{THROW}dice = [1]\n", "write loses, points above 0, or times"),
        (f"{THROW}dice = [1]\nloses = 'all'\n", "loses is 'all': write turn or score"),
        (f"{THROW}dice = [1]\nloses = 'score'\npoints = 3\n", "banks nothing"),
        (f"{THROW}dice = [1]\ntimes = 2\npoints = 3\n", "leave out loses and points, or times"),
        (f"{THROW}dice = [1]\npoints = 0\n", "write loses, points above 0, or times"),
        (f"{THROW}dice = [1]\nloses = 'turn'\n[[throw]]\ndice = [2]\nloses = 'turn'\npoints = 1\n", "bank 0 and 1"),
        (f"{THROW}sum = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\nloses = 'turn'\n", "every throw ends the turn"),
        (f"{THROW}dice = [1]\nloses = 'turn'\n[[throw]]\ndice = 'aa'\ntimes = 100\n", "a throw adds 1,200 points"),
    ],
)
def test_rules_with_holes_are_refused_in_one_line(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(SolverError, match=rf"\A.*{re.escape(words)}.*\Z"):
        own(tmp_path, text)
