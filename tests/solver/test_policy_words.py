"""Policies in words: every number of every sentence against the cells of the table that it speaks of."""

import re
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pytest

from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.views import hold_sentence, hold_tables, least_totals
from solver.multiplayer.approximation import MultiplayerTable
from solver.multiplayer.three import solve_three
from solver.multiplayer.views import crowd_map, crowd_sentences, three_map, three_sentences
from solver.options import GameOptions
from solver.policy_words import Axis, PolicyMap, Sentence, cells, race_sentences
from solver.race.race_table import load_hog, load_race
from solver.race.rules import RACES
from solver.race.state import TIE
from solver.race.views import dice_map, hold_map, hold_sentences, hold_table, throws_again
from solver.risk.conquest import battle, battles
from solver.risk.games import PUBLISHED, battle_sentences, battle_tables, needed_map
from solver.rounds.games import RoundGame
from solver.rounds.rating import round_sentences, score_lines
from solver.sheet.games import SheetGame
from solver.sheet.views import first_table
from solver.simultaneous.games import Skunk, SwineHerd
from solver.simultaneous.views import skunk_map, skunk_sentences, swine_herd_map
from solver.single.exact import SOLITAIRES, load_solitaire
from solver.single.views import hold_map as alone_map
from solver.single.views import hold_table as alone_table
from solver.single.views import solitaire_sentences

Read = Callable[..., int | None]
Case = tuple[PolicyMap, Iterable[Sentence], Read]


def races() -> Iterator[tuple[str, Callable[[], Case]]]:
    def race(name: str, goal: int) -> Case:
        table = load_race(name, goal)

        def read(me: int, other: int) -> int | None:
            return next((turn for turn in range(1, goal - me) if not table.rolls(me, other, turn)), None)

        return hold_map(table), hold_sentences(table), read

    yield from ((name, lambda name=name: race(name, 10 if name == "piglet" else 40)) for name in RACES)
    yield "pig to 1", lambda: race("pig", 1)
    yield "pig to 100", lambda: race("pig", 100)
    hog = load_hog(30)
    yield "hog", lambda: (dice_map(hog), race_sentences(dice_map(hog)), hog.dice)


def solitaires() -> Iterator[tuple[str, Callable[[], Case]]]:
    def alone(name: str, goal: int | None, turns: int | None) -> Case:
        table = load_solitaire(name, goal, turns, None)

        def read(*place: int) -> int | None:
            left, score = (0, *place)[-2:]
            for turn in range(1, (goal or 10_000) - score):
                roll, hold = table.weigh(left, score, turn)
                if roll - hold <= TIE * abs(hold):
                    return turn
            return None

        policy = alone_map(table)
        return policy, solitaire_sentences(policy), read

    limits = {"pig-reach": (60, 5), "pig-score": (None, 3), "pig-turns": (60, None), "think": (None, 3)}
    yield from ((name, lambda name=name: alone(name, *limits[name])) for name in SOLITAIRES)


def others() -> Iterator[tuple[str, Callable[[], Case]]]:
    def three() -> Case:
        table = solve_three(30)

        def read(me: int, second: int, third: int) -> int | None:
            rolls, holds = table.turn(me, second, third)
            return next((turn for turn in range(1, 30 - me) if rolls[turn] - holds[turn] <= TIE), None)

        policy = three_map(table)
        return policy, three_sentences(policy), read

    def crowd() -> Case:
        table = MultiplayerTable("pig-four", 40, None, 4)
        policy = crowd_map(table)

        def read(me: int, score: int) -> int | None:
            held = table.hold_value(me, score)
            return held if held < 40 - me else None

        return policy, crowd_sentences(policy), read

    def swine_herd() -> Case:
        table = SwineHerd().table(GameOptions())
        policy = swine_herd_map(table)

        def read(me: int, rival: int) -> int | None:
            mark = table.stands_below(me, rival)
            return mark if mark < 100 - me else None

        return policy, race_sentences(policy), read

    def skunk() -> Case:
        table = Skunk().table(GameOptions())
        policy = skunk_map(table)
        return policy, skunk_sentences(policy), lambda left, me, rival: table.stands_below(me, rival, left)

    def risk() -> Case:
        known = battles(30, 30)

        def read(defenders: int) -> int | None:
            return next(attackers for attackers in range(1, 31) if battle(attackers, defenders).value > 0.5)

        return needed_map(known), battle_sentences(known), read

    for case in (three, crowd, swine_herd, skunk, risk):
        yield case.__name__, case


CASES = dict([*races(), *solitaires(), *others()])


def place_numbers(axis: Axis, places: range) -> list[int]:
    scores = [axis.scores[place] for place in places]
    if len(scores) == 1:
        return scores
    if len(scores) == len(axis.scores):
        return []
    return [scores[0]] if places[-1] == len(axis.scores) - 1 else [scores[0], scores[-1]]


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_says_what_the_cells_of_the_table_say(name: str) -> None:
    policy, sentences, read = CASES[name]()
    told = [sentence for sentence in sentences if sentence.claims]
    assert told
    for sentence in told:
        (claim,) = sentence.claims
        found = [
            read(*(axis.scores[at] for axis, at in zip(policy.axes, place, strict=True))) for place in cells(claim)
        ]
        numbers = [number for number in found if number is not None]
        assert (claim.least, claim.most) == (min(numbers, default=None), max(numbers, default=None)), sentence.words
        assert claim.some == (0 < len(numbers) < len(found))
        assert ("until you reach the goal" in sentence.words) == (len(numbers) < len(found))
        where = [
            number for axis, at in zip(policy.axes, claim.where, strict=True) for number in place_numbers(axis, at)
        ]
        acts = [] if claim.least is None else sorted({claim.least, claim.most or 0})
        assert [*map(int, re.findall(r"\d+", sentence.words))] == where + acts, sentence.words


def test_where_a_sentence_says_from_some_points_on_fewer_points_would_be_wrong() -> None:
    policy, sentences, _ = CASES["pig to 100"]()
    late = [sentence for sentence in sentences if "or more you throw on" in sentence.words]
    assert len(late) == 2
    for axis, sentence in enumerate(late):
        first = sentence.claims[0].where[axis][0]
        assert np.take(policy.have, first - 1, axis=axis).any()


def test_a_paragraph_of_pig() -> None:
    words = " ".join(hold_table(load_race("pig", 100), 80)).split("  ")[-1]
    assert "With 0 points against 0 you hold from 21 on." in " ".join(words.split())
    table = load_race("two-dice-pig", 40)
    again = int(throws_again(table).sum())
    assert (f"At {again} of the 1,600 pairs" in " ".join(hold_table(table))) == (again > 0)


def test_pig_for_points_holds_at_twenty_everywhere() -> None:
    *_, words = alone_table(load_solitaire("pig-score", None, 5, None))
    assert words == "Whatever is banked, and however many turns are left, you hold from 20 on."


def test_a_table_for_one_player_has_each_score_and_turn_once() -> None:
    table = load_solitaire("pig-reach", 40, 4, None)
    head, *rows = [line.split() for line in alone_table(table) if re.match(r"\s+(score|\d)", line)]
    assert head == ["score", "4", "3", "2", "1"]
    policy, seen = alone_map(table), 0
    for label, *cells_of in rows:
        first, _, last = label.partition("-")
        for score in range(int(first), int(last or first) + 1):
            assert score == seen
            seen += 1
            numbers = [str(policy.numbers[left, score]) if policy.have[left, score] else "-" for left in (3, 2, 1, 0)]
            assert cells_of == numbers
    assert seen == 40


def test_risk_stands_beside_what_was_published() -> None:
    known = battles(30, 30)
    lines = list(battle_tables(known, 100))
    assert "Rounded to three digits, none of 100 differ." in lines
    assert [[round(1000 * battle(a, d).value) for d in range(1, 11)] for a in range(1, 11)] == [*map(list, PUBLISHED)]
    first = next(iter(battle_sentences(known))).words
    even, most = map(int, re.findall(r"\d+", first))
    assert [battle(armies, armies).value > 0.5 for armies in range(1, most + 1)] == [
        armies >= even for armies in range(1, most + 1)
    ]


@pytest.mark.check
def test_where_dice_are_set_aside_words_are_what_the_kernel_finds() -> None:
    table = KeepGame("kingdom-come").table(GameOptions())
    least, step = least_totals(table), table.rules.step
    for me, other in ((0, 0), (600, 1200), (1200, 600), (1800, 1800)):
        words = hold_sentence(table, me, other).words
        held = {int(left): int(total.replace(",", "")) for total, left in re.findall(r"from ([\d,]+) with (\d)", words)}
        never = [int(left) for left in re.findall(r"\d", words.partition("never hold with")[2])]
        assert sorted([*held, *never]) == [1, 2, 3, 4, 5, 6]
        for left in range(1, 7):
            total = int(least[me // step, other // step, left - 1]) * step
            assert held.get(left, table.rules.goal - me) == total
        assert words in " ".join(hold_tables(table, 10_000))


@pytest.mark.parametrize("name", ["threes", "chicago"])
def test_scores_of_a_round_add_up_and_their_words_are_those_of_the_columns(name: str) -> None:
    views = RoundGame(name).table(GameOptions())
    lines = [line for line in score_lines(views, 200) if re.match(r"\s+\d+\s", line)]
    rows = {int(words[0]): [float(word) for word in words[1:] if word != "%"] for words in map(str.split, lines)}
    assert sorted(rows) == list(views.scores)
    assert sum(row[0] for row in rows.values()) == pytest.approx(100, abs=0.2)
    often, second = (sentence.words for sentence in round_sentences(views))
    score, percent, mean = map(float, re.findall(r"\d+(?:\.\d+)?", often))
    assert rows[int(score)][0] == max(row[0] for row in rows.values()) == pytest.approx(percent, abs=0.06)
    assert mean == pytest.approx(RoundGame(name).solve(GameOptions()).value, abs=0.01)
    mark = int(re.findall(r"\d+", second)[0])
    for one, row in rows.items():
        assert (row[-1] >= 50) == (one <= mark if views.most else one >= mark)


def test_first_throws_of_a_sheet_are_told_with_their_chances() -> None:
    views = SheetGame("hooligan").table(GameOptions())
    lines = list(first_table(views, 100))
    chances = [float(found[1]) for line in lines if (found := re.search(r" (\d+\.\d\d) %", line))]
    assert sum(chances) == pytest.approx(100, abs=0.01 * len(chances))
    assert len(chances) == len(views.first_throws())
    mean = sum(float(one.chances @ one.worth) for one in views.first_throws())
    words = " ".join(lines[lines.index("") + 1 :])
    assert f"a game is worth {mean:.2f} points" in words
    assert max(chances) == pytest.approx(float(re.findall(r"in (\d+\.\d) %", words)[0]), abs=0.06)


def test_one_sentence_tells_of_a_table_without_numbers() -> None:
    assert [one.words for one in hold_sentences(load_race("pig", 5))] == ["You throw on until you reach the goal."]


def test_counts_of_scores_are_written_with_commas() -> None:
    *_, last = hold_sentences(load_race("pig", 100))
    assert last.words == "At 2,503 of the 10,000 pairs of scores, marked *, you throw again above the total."
