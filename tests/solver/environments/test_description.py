"""Games as decision processes: what is counted, against rules that are written down here once more."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest

from solver.environments.description import ProcessDescription, describe_process, process_lines
from solver.environments.models.registry import model_of
from solver.game import read_options
from solver.games import find_game
from tests.support.repository import DOCS
from tools import processes

Place = tuple[int, ...]
"""Who acts, the scores, the turn total; or the score, the turn total and the turns left."""
Moves = Mapping[Place, list[list[Place | None]]]
"""What can follow each action of each place, once for each way in which dice fall; None is an end."""


def described(game: str, **options: Any) -> ProcessDescription:
    found = find_game(game)
    return describe_process(model_of(found, read_options(found, **options)))


def moves_from(start: Place, follow: Callable[[Place], list[list[Place | None]]]) -> Moves:
    found, ready = dict[Place, list[list[Place | None]]](), [start]
    while ready:
        place = ready.pop()
        if place not in found:
            found[place] = follow(place)
            ready += [after for action in found[place] for after in action if after is not None]
    return found


def pig(goal: int, dice: int) -> Moves:
    """Write down Pig, or Two-Dice Pig with two ones that take the score."""

    def follow(place: Place) -> list[list[Place | None]]:
        player, first, second, turn = place
        scores = (first, second)

        def handed(score: int) -> Place:
            both = (score, second) if player == 0 else (first, score)
            return (1 - player, *both, 0)

        rolled: list[Place | None] = []
        for throw in product(range(1, 7), repeat=dice):
            if 1 in throw:
                rolled.append(handed(0 if throw == (1, 1) else scores[player]))
            else:
                rolled.append((player, first, second, min(goal - scores[player], turn + sum(throw))))
        banked = scores[player] + turn
        return [rolled, *([[None if banked >= goal else handed(banked)]] if turn else [])]

    return moves_from((0, 0, 0, 0), follow)


def alone(goal: int, turns: int | None) -> Moves:
    """Write down Pig for one player, to a goal; without `turns` the turns left are no part of a place."""

    def follow(place: Place) -> list[list[Place | None]]:
        score, turn, left = place

        def next_turn(banked: int) -> Place | None:
            over = banked >= goal or left == 1
            return None if over else (banked, 0, left - 1 if turns else 0)

        rolled = [next_turn(score), *((score, min(goal - score, turn + face), left) for face in range(2, 7))]
        return [rolled, *([[next_turn(score + turn)]] if turn else [])]

    return moves_from((0, 0, turns or 0), follow)


def groups_of(moves: Moves) -> list[int]:
    """Return the sizes of the sets of places that can be reached from one another, by everything that each reaches."""
    after = {
        place: {one for action in actions for one in action if one is not None} for place, actions in moves.items()
    }
    reached = dict[Place, set[Place]]()
    for place in moves:
        seen, ready = set[Place](), [*after[place]]
        while ready:
            one = ready.pop()
            if one not in seen:
                seen.add(one)
                ready += after[one]
        reached[place] = seen
    groups = {
        frozenset(one for one in reached[place] if place in reached[one]) for place in moves if place in reached[place]
    }
    return sorted(map(len, groups), reverse=True)


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("pig", {"goal": 5}, lambda: pig(5, 1)),
        ("two-dice-pig", {"goal": 6}, lambda: pig(6, 2)),
        ("pig-reach", {"goal": 7, "turns": 3}, lambda: alone(7, 3)),
        ("pig-turns", {"goal": 9}, lambda: alone(9, None)),
    ],
)
def test_counts_are_those_of_rules_written_down_again(
    game: str, options: dict[str, Any], moves: Callable[[], Moves]
) -> None:
    written, counts = moves(), described(game, **options).counts
    assert counts is not None
    assert counts.states == len(written)
    assert counts.choices == sum(map(len, written.values()))
    assert counts.transitions == sum(len(action) for actions in written.values() for action in actions)
    assert list(counts.components) == groups_of(written)


def test_hog_has_pairs_of_scores_that_come_again() -> None:
    """All scores but 1 are reached, and two lost throws bring a pair of scores back."""
    counts = described("hog", goal=3).counts
    assert counts is not None
    scores = [0, 2]
    assert (counts.states, counts.choices) == (2 * len(scores) ** 2, 30 * 2 * len(scores) ** 2)
    assert counts.components == (2,) * len(scores) ** 2


def test_the_longest_game_is_that_of_a_recursion() -> None:
    written = alone(7, 3)

    @cache
    def longest(place: Place) -> int:
        after = {one for action in written[place] for one in action if one not in (None, place)}
        return 1 + max((longest(one) for one in after if one is not None), default=0)

    counts = described("pig-reach", goal=7, turns=3).counts
    assert counts is not None
    assert counts.longest == longest((0, 0, 3))
    assert set(counts.components) == {1}


def test_a_cycle_that_is_told_is_one() -> None:
    found = described("pig-three", goal=3)
    assert found.cycle[0] == found.cycle[-1]
    assert [words[:8] for words in found.cycle] == ["player 0", "player 1", "player 2", "player 0"]
    chances = [chance for chance, _ in found.example]
    assert sum(chances) == pytest.approx(1)
    assert chances == sorted(chances, reverse=True)


def test_a_game_that_is_too_large_is_described_by_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.environments.learned.MOST_STATES", 50)
    found = described("pig", goal=6)
    assert found.counts is None
    text = "\n".join(process_lines(found, "pig", "wins"))
    assert f"at most {2 * 7**3:,} by the ranges" in text
    assert "give a smaller goal" in text


PAGE = (DOCS / "learn" / "processes.md").read_text(encoding="utf-8")


@pytest.mark.check
@pytest.mark.parametrize("name", processes.SIZES)
def test_the_table_of_the_page_is_what_is_counted(name: str) -> None:
    assert processes.row_of(name) in PAGE


@pytest.mark.check
@pytest.mark.parametrize("name", processes.USUAL)
def test_usual_sizes_are_those_of_the_tables(name: str) -> None:
    assert processes.usual_row(name) in PAGE


def test_every_number_of_a_description_is_counted() -> None:
    found = described("piglet", goal=3)
    assert found.counts is not None
    text = "\n".join(process_lines(found, "piglet", "wins"))
    assert re.findall(r"States: (\d+) in .* (\d+) ends", text) == [(str(found.counts.states), str(found.counts.ends))]
    assert f"{sum(found.counts.components)} states can come again" in text
