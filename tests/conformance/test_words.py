"""Every game, by name, in every language: title, card and form, rules, the page, and all that is said of a game."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from robot.coach.dialogue import CoachDialogue
from robot.coach.session import CoachSession, CoachSetting
from robot.games.registry import PLAYED, make_game
from robot.games.rulebook import Rulebook
from robot.language import Language, english, languages
from robot.records.stats import Today
from robot.saying import Saying, Value
from robot.web.game.attract import WON, attract_view
from robot.web.game.choice import games, setting_of
from robot.web.game.view import view
from robot.web.game.words import Words
from solver.errors import OptionError
from tests.support.conformance import CASES, SLOW, GameCase, each, list_dice, random_game, sayings, set_stage, type_move

MOST_SENTENCES, MOST_WORDS = 12, 8
SILENT = ("swine-herd", "skunk")
UNSAID = re.compile(r"(?:page|coach|rules|title|key|press)-\w|[{}$]|\bNone\b|\bnan\b")
ENGLISH = re.compile(r"\b(?:the|and|throws?|you|scores?|keeps?|wins|holds?|dice|left)\b")
tongues = pytest.mark.parametrize("language", [*map(Language, languages())], ids=languages())


@cache
def words_of(language: Language) -> Words:
    return Words(language)


def walk(value: Value) -> Iterator[Saying]:
    """Yield a saying and all in it."""
    parts = value.values.values() if isinstance(value, Saying) else value if isinstance(value, tuple) else ()
    if isinstance(value, Saying):
        yield value
    for part in parts:
        yield from walk(part)


@each()
def test_all_that_is_said_of_a_game_has_its_words_in_every_language(case: GameCase) -> None:
    said = {repr(saying): saying for _, saying in sayings(case)}
    keys = {one.key for saying in said.values() for one in walk(saying)}
    assert {key for key in keys if not english().knows(key)} == set()
    for saying in [*said.values()][:: max(1, len(said) // 60)]:
        said_so = [Language(name).say(saying) for name in languages()]
        assert not [text for text in said_so if UNSAID.search(text)]
        assert len({*said_so}) > 1 or not re.search("[a-z]{4}", said_so[0]), said_so
        assert not [
            text for name, text in zip(languages(), said_so, strict=True) if name != "en" and ENGLISH.search(text)
        ]


@each()
@tongues
def test_the_page_draws_every_game(case: GameCase, language: Language) -> None:
    moves = random_game(case)
    for position in {one.before.player: one.before for one in (*moves[:1], *moves[len(moves) // 2 :])}.values():
        drawn = view(set_stage(case, position).now, words_of(language), [None])
        assert not [text for text in texts(drawn) if UNSAID.search(text)]


def texts(drawn: Any) -> Iterator[str]:
    """Yield all texts in JSON."""
    parts = drawn.values() if isinstance(drawn, dict) else drawn if isinstance(drawn, list) else ()
    if isinstance(drawn, str):
        yield drawn
    for part in parts:
        yield from texts(part)


@each()
@tongues
def test_rules_are_a_dozen_sentences_at_most_and_three_pictures(case: GameCase, language: Language) -> None:
    book = case.game.rulebook
    assert book.does
    assert book.scores or book.examples
    assert book.wins
    sentences, shown = rules_said(book, language)
    assert len(sentences) <= MOST_SENTENCES
    assert all(re.fullmatch(r"[^.!?{}$]*\.", sentence) for sentence in sentences), sentences
    assert len(shown) >= 2
    if language.name != "en":
        assert not {*sentences, *shown} & {text for part in rules_said(book, english()) for text in part}
    pictures = attract_view(case.game, Today(), words_of(language))["rules"]
    assert len(pictures) == 3
    for one in pictures:
        assert bool(one["dice"]) is not bool(one["mark"])
        assert one["text"]
        assert not UNSAID.search(one["text"])
    goal = case.game.rules.get("goal")
    assert pictures[-1]["mark"] == (str(goal) if goal else WON)


def rules_said(book: Rulebook, language: Language) -> tuple[list[str], list[str]]:
    """Return all sentences of a book, and what its examples bring."""
    sentences = [language.say(one) for _, parts, _ in book.parts for one in parts]
    return sentences, [language.say(one.brings) for one in book.examples]


@tongues
def test_the_form_offers_every_game_with_its_card_its_levels_and_its_goals(language: Language) -> None:
    words = words_of(language)
    cards: dict[str, dict[str, Any]] = {card["name"]: card for card in games(words)}
    assert sorted(cards) == sorted(PLAYED)
    assert len({card["what"] for card in cards.values()}) == len(cards)
    assert len({card["family"] for card in cards.values()}) == len(
        {one.family for name in PLAYED if (one := make_game(name, {}).card)}
    )
    assert [level["name"] for level in cards["yahtzee"]["levels"]][-2:] == ["perfect", "win"]
    for name, card in cards.items():
        assert not [text for text in texts(card) if UNSAID.search(text)]
        assert re.search("[1-9][0-9]*\u00a0min$", card["seats"])
        assert card["picture"]
        assert len(card["what"].split()) <= MOST_WORDS
        people = [{"kind": "you"} for _ in range(card["least"] - 1)]
        for level in card["levels"]:
            form = {"game": name, "players": [*people, {"kind": "robot", "level": level["name"]}]}
            assert len(setting_of(form).players) == card["least"]
        if card["goal"]:
            make_game(name, {"goal": card["most_goal"]})
            with pytest.raises(OptionError):
                make_game(name, {"goal": card["most_goal"] + 1})


@each(*(case for case in CASES if case.rules or case.seats or case.name in SILENT), slow=SLOW)
@tongues
def test_the_coach_talks_about_every_game(case: GameCase, language: Language) -> None:
    session = CoachSession(CoachSetting(case.name, case.rules, case.names))
    talk = CoachDialogue(session, language, lambda _: pytest.fail("there is no photo"), lambda: None)
    said = talk.begin()
    for one, dice in [*list_dice(case)][:4]:
        said += talk.answer(type_move(one.before, one.action, language))
        if one.values:
            said += talk.answer("".join(map(str, dice)))
    assert session.lines
    for text in ("?", "s", "u"):
        said += talk.answer(text)
    for line in said:
        assert not UNSAID.search(line), line
        assert not re.search(r"\d\.\d{4}", line.replace(",", ".")), line
