"""What is shown of policies: every number of a table against the solver, and tables printed from their layouts."""

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from solver.layout import Layout, Panel, print_layout
from solver.multiplayer.approximation import hold_value
from solver.multiplayer.games import crowd_layout, three_layout
from solver.multiplayer.three import solve_three
from solver.race.games import dice_layout, hold_layout
from solver.race.hog_strategies import hog_values
from solver.race.race_table import load_race
from solver.race.rules import RACES
from solver.race.state import TIE
from solver.rounds.games import RoundGame
from solver.single.exact import SOLITAIRES, load_solitaire
from solver.single.games import hold_layout as alone_layout

Read = Callable[[int, int, int], int | None]
Case = tuple[Layout, Read]


def races() -> Iterator[tuple[str, Callable[[], Case]]]:
    def race(name: str, goal: int) -> Case:
        table = load_race(name, goal)

        def read(_: int, me: int, other: int) -> int | None:
            return next((turn for turn in range(1, goal - me) if not table.rolls(me, other, turn)), None)

        return hold_layout(table), read

    yield from ((name, lambda name=name: race(name, 10 if name == "piglet" else 40)) for name in RACES)
    yield "pig to 1", lambda: race("pig", 1)
    hog = hog_values(30)
    yield "hog", lambda: (dice_layout(hog), lambda _, me, other: int(hog.best[me, other]))


def solitaires() -> Iterator[tuple[str, Callable[[], Case]]]:
    def alone(name: str, goal: int | None, turns: int | None) -> Case:
        table = load_solitaire(name, goal, turns, None)

        def read(_: int, score: int, left: int) -> int | None:
            for turn in range(1, (goal or 10_000) - score):
                roll, hold = table.weigh(0 if turns is None else left, score, turn)
                if roll - hold <= TIE * abs(hold):
                    return turn
            return None

        return alone_layout(table), read

    limits = {"pig-reach": (60, 5), "pig-score": (None, 3), "pig-turns": (60, None), "think": (None, 3)}
    yield from ((name, lambda name=name: alone(name, *limits[name])) for name in SOLITAIRES)


def others() -> Iterator[tuple[str, Callable[[], Case]]]:
    def three() -> Case:
        table = solve_three(30)

        def read(place: int, me: int, second: int) -> int | None:
            rolls, holds = table.weigh_turn(me, second, (0, 9, 18)[place])
            return next((turn for turn in range(1, 30 - me) if rolls[turn] - holds[turn] <= TIE), None)

        return three_layout(table), read

    def crowd() -> Case:
        def read(_: int, me: int, score: int) -> int | None:
            held = hold_value((me, score, score, score), 40, None)
            return held if held < 40 - me else None

        return crowd_layout("pig-four", 4, 40, None), read

    for case in (three, crowd):
        yield case.__name__, case


CASES = dict([*races(), *solitaires(), *others()])


@pytest.mark.parametrize("name", CASES)
def test_every_number_that_is_printed_is_that_of_the_policy(name: str) -> None:
    layout, read = CASES[name]()
    *lines, key = print_layout(layout)
    assert key == layout.key
    for place, panel in enumerate(layout.panels):
        if panel.title:
            assert lines.pop(0).startswith(panel.title)
        corner, *head = lines.pop(0).split()
        assert (corner, head) == (layout.corner, [str(column) for column in panel.columns])
        labels = iter(panel.rows)
        for label in labels:
            first, *cells = lines.pop(0).split()
            least, _, most = first.partition("-")
            alike = [label, *(next(labels) for _ in range(int(most or least) - int(least)))]
            assert (str(alike[0]), str(alike[-1])) == (least, most or least)
            for row in alike:
                told = [read(place, int(row), int(column)) for column in (panel.columns if head != ["hold"] else [0])]
                assert [cell.rstrip("*") for cell in cells] == ["-" if one is None else str(one) for one in told]
    assert not lines


def test_a_star_says_that_a_player_throws_again_with_more_at_risk() -> None:
    table = load_race("pig", 100)
    (panel,) = hold_layout(table).panels
    assert panel.marks is not None
    assert panel.marks.sum() == 2503
    rows = [line.split()[1:] for line in print_layout(hold_layout(table))][1:-1]
    for me, other in ((0, 0), (0, 70), (22, 89), (50, 50), (70, 20)):
        held = False
        again = False
        for turn in range(1, 100 - me):
            again |= held and table.rolls(me, other, turn)
            held |= not table.rolls(me, other, turn)
        assert rows[me][other].endswith("*") == again


@pytest.mark.parametrize("name", ["threes", "chicago"])
def test_scores_of_a_round_add_up(name: str) -> None:
    game = RoundGame(name)
    lines = [line for line in print_layout(game.text()) if re.match(r"\s+\d+\s", line)]
    rows = {int(words[0]): [float(word) for word in words[1:] if word != "%"] for words in map(str.split, lines)}
    assert sum(row[0] for row in rows.values()) == pytest.approx(100, abs=0.2)
    mean = sum(score * row[0] / 100 for score, row in rows.items())
    assert mean == pytest.approx(game.solve().value, abs=0.02)
    wins = [rows[score][-1] for score in sorted(rows)]
    assert wins == sorted(wins, reverse=game.rules.most)


@pytest.mark.parametrize(("width", "step"), [(44, 1), (43, 2), (24, 2), (23, 5), (4, 10)])
def test_a_narrow_table_leaves_out_scores_and_says_so(width: int, step: int) -> None:
    numbers = np.arange(100.0).reshape(10, 10)
    layout = Layout("", "", (Panel(numbers, range(10), range(10)),), wide=4)
    _, *lines = print_layout(layout, width, ": a pipe or a file gets all")
    if step > 1:
        assert lines.pop() == f"Scores in steps of {step}, for which there is room here: a pipe or a file gets all."
    assert [line.split() for line in lines] == [
        [str(row), *(str(10 * row + column) for column in range(0, 10, step))] for row in range(0, 10, step)
    ]


def test_columns_of_words_are_never_left_out() -> None:
    layout = Layout("", "", (Panel(np.ones((1, 3)), (7,), ("one", "two", "three")),), wide=8)
    assert list(print_layout(layout, 10)) == ["     i/j     one     two   three", "       7       1       1       1"]
