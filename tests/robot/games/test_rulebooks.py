"""The rules that people read are true of what the solver plays."""

import itertools
import re
from collections.abc import Mapping
from typing import Any

import pytest

from robot.games.registry import PLAYED, make_game
from robot.games.rulebook import Rulebook
from robot.games.sheet.rulebook import sheet_rulebook
from robot.games.views import LIES
from robot.language import Language, english, languages
from robot.saying import Saying
from solver.action import ROLL
from solver.race.hog import DICE, HogState
from solver.race.rules import RACES
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import parse_sheet
from tests.support.own_games import COLUMNS
from tests.support.repository import DOCS

OWN = (DOCS / "own-game.toml").read_text(encoding="utf-8")
TRIPLES = """
engine = "race"
name = "triples"
dice = 2
goal = 100
throw = [
    { dice = "aa", times = 3 }, { dice = [1, 1], points = 25 }, { dice = [1], loses = "turn" },
    { dice = "aa", times = 2 },
]
"""
ODD = """
name = "odd"
dice = 6
throws = 1
commit = true
bonus = { points = 7, from = 4 }
box = [
    { name = "twos", kind = "number", face = 2 },
    { name = "any", kind = "groups", groups = [1], pays = "own" },
    { name = "towers", kind = "groups", groups = [2, 3], pays = 1 },
    { name = "pairs", kind = "groups", groups = [2, 2, 2], pays = "all" },
    { name = "all-alike", kind = "groups", groups = [6], pays = "own" },
    { name = "row", kind = "straight", length = 6, pays = 30 },
    { name = "low", kind = "straight", length = 2, start = 1, pays = 3 },
    { name = "rest", kind = "chance" },
]
"""
GAMES: Mapping[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in PLAYED},
    "free": ("yahtzee", {"rule": "free"}),
    "plain": ("yahtzee", {"rule": "plain"}),
    "commit": ("hooligan", {"commit": True}),
    "own": ("own", {"toml": OWN}),
    "odd": ("odd", {"toml": ODD}),
}
SHEETS = ("yahtzee", "kniffel", "yatzy", "hooligan", "free", "plain", "commit", "own", "odd")
ROLLED = ("pig", "piglet", "progressive-pig", "two-dice-pig", "big-pig", "pig-reach", "pig-score", "pig-turns", "think")


def book_of(key: str, **rules: Any) -> Rulebook:
    name, usual = GAMES[key]
    return make_game(name, usual | rules).rulebook


def say(book: Rulebook, language: Language | None = None) -> list[str]:
    """Return all sentences of a book."""
    return [(language or english()).say(one) for _, sentences, _ in book.parts for one in sentences]


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        *[(key, {"goal": 37}) for key in (*RACES, "hog", "pig-turns", "swine-herd")],
        ("pig-reach", {"goal": 37, "turns": 3}),
        *[(key, {"turns": 3}) for key in ("pig-score", "think", "skunk")],
    ],
)
def test_how_one_wins_has_the_numbers_of_this_game(key: str, rules: dict[str, int]) -> None:
    for name in languages():
        wins = " ".join(map(Language(name).say, book_of(key, **rules).wins))
        assert set(re.findall(r"\d+", wins)) == set(map(str, rules.values())), wins


@pytest.mark.parametrize("key", ROLLED)
def test_an_example_of_a_throw_brings_what_the_game_gives_for_it(key: str) -> None:
    game = make_game(*GAMES[key])
    players = game.seats.start
    brought = set()
    for one in book_of(key).examples:
        before = (
            game.position({"scores": [40] * players, "turn_total": 1, "turns_taken": 0}, 0)
            if (key != "piglet")
            else game.begin(players)
        )
        after = before.after(ROLL, one.dice)
        if one.brings.key == "rules-adds":
            assert sum(after.pending) - sum(before.pending) == one.points > 0
        else:
            assert sum(after.pending) == 0
            ruined = one.brings.key in {"rules-ruins", "rules-round-ruins"}
            assert after.scores[0] == (0 if ruined else before.scores[0] + one.points)
        brought.add(one.brings.key)
    kind = game.begin(players).rules
    effects = {kind.judge(faces)[0] for faces in itertools.product(range(1, kind.faces + 1), repeat=kind.dice)}
    assert len(brought) == len(effects)


def test_the_numbers_of_pigs_and_hog_are_those_of_the_solver() -> None:
    (special,) = [text for text in say(book_of("pass-the-pigs")) if "razorback" in text]
    assert special == "A razorback adds 5 points, a trotter 5, a snouter 10, a leaning jowler 15."
    lies = {english().say(Saying(key)): lie for lie, key in enumerate(LIES, start=1)}
    for one in book_of("pass-the-pigs").examples:
        assert one.name is not None
        first, second = (lies[word] for word in english().say(one.name).split(" and "))
        assert RACES["pass-the-pigs"].judge((first, second))[1] == one.points
    assert any("from 1 to 30," in text for text in say(book_of("hog")))
    for one in book_of("hog").examples:
        assert HogState().apply(DICE[len(one.dice) - 1], one.dice).scores[0] == one.points


@pytest.mark.parametrize("key", ["swine-herd", "skunk"])
def test_a_throw_of_a_round_brings_what_the_game_gives_for_it(key: str) -> None:
    game = make_game(key, {})
    for one in book_of(key).examples:
        start = game.position({"scores": [40, 40], "round_total": 0, "round": 1, "seated": [], "said": {}}, 0)
        after = start.after(ROLL, one.dice)
        if one.brings.key == "rules-adds":
            assert after.pending == (one.points, one.points)
        else:
            assert after.pending == (0, 0)
            assert after.scores == ((0, 0) if one.brings.key == "rules-round-ruins" else (40, 40))


@pytest.mark.parametrize("key", SHEETS)
def test_every_box_has_an_example_that_scores_what_it_says(key: str) -> None:
    sheet = make_game(*GAMES[key]).begin(1).state.sheet
    book = book_of(key)
    assert len(book.examples) == len(sheet.boxes)
    for box, one in zip(sheet.boxes, book.examples, strict=True):
        assert len(one.dice) == sheet.dice
        assert Card.blank(sheet).points(box.name, one.dice) == one.points > 0
        text = english().say(one.brings)
        assert re.search(rf"\b{one.points}\b", text), text


def test_the_sentences_of_a_sheet_have_its_numbers() -> None:
    text = " ".join(say(book_of("yahtzee")))
    for part in (
        "5 dice, at most 3 times",
        "63 points or more",
        "a bonus of 35",
        "holds its 50 points",
        "pays 100 more",
    ):
        assert part in text, part
    assert text.count("equal dice and Yahtzee is already filled") == 1
    odd = say(book_of("odd"))
    assert odd[0] == "On your turn you throw 6 dice, at most once."
    assert odd[1].startswith("After the first throw you choose an empty box")
    assert "the box twos holds 4 points or more, you get a bonus of 7" in odd[3]
    boxes = {english().say(one.name or Saying("")): english().say(one.brings) for one in book_of("odd").examples}
    assert boxes["towers"] == "3 equal dice and 2 equal dice, of different numbers: 1 point"
    assert boxes["low"] == "the numbers 1 to 2: 3 points"
    assert boxes["any"].startswith("any die: the sum of these dice, here ")


def test_each_column_has_the_bonus_that_is_told_of_it() -> None:
    sheet = parse_sheet(COLUMNS)
    once, twice = (Card.blank(sheet).with_score(box, (2, 2)) for box in ("twos", "twos-x2"))
    assert [(card.upper_of(factor), card.bonus) for card, factor in ((once, 1), (twice, 2))] == [(4, 5), (8, 10)]
    told = say(sheet_rulebook(Saying("rules-games"), sheet))
    bonus = "Each column has a bonus: in this order 5 and 10 points, if its box twos holds 4 and 8 points or more."
    assert bonus in told
    assert not any("you get a bonus" in text for text in told)


def test_a_sheet_that_has_neither_bonus_nor_jokers_says_nothing_of_them() -> None:
    sheet = parse_sheet(ODD)
    assert not sheet.extra
    assert not any(word in text for text in say(book_of("kniffel")) for word in ("already filled", "later throw"))
    assert not any("bonus" in text for text in say(book_of("hooligan")))


def test_rules_of_a_race_of_ones_own_tell_nothing_that_decides_no_throw() -> None:
    scores = [english().say(one) for one in make_game("triples", {"toml": TRIPLES}).rulebook.scores]
    assert [one for one in scores if one.startswith("A throw ")] == [
        "A throw in which 2 show the same adds its points 3 times.",
        "A throw with 1 ends your turn, and the points of the turn are lost.",
    ]
