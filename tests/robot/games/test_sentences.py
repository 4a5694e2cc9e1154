"""A robot whose sentence fails moves all the same; numbers that it compares are written alike."""

import re
from functools import cache

import pytest

from robot.games.reasons import side_by_side
from robot.games.registry import make_game
from robot.language import Language, languages
from robot.saying import Saying

ROUND_WHY = "solver.rounds.round_player._why"
SENTENCE = re.compile(r"[A-Z\d][^\n]*[^.]\.")
NEVER_SAID = re.compile(r"\.\.|\bnan\b|\binf\b|[{}]|-0[.,]0+\b")


@cache
def language(name: str) -> Language:
    return Language(name)


def check_words(words: str) -> None:
    """Check that words are sentences."""
    assert SENTENCE.fullmatch(words), words
    assert not NEVER_SAID.search(words), words


@pytest.mark.parametrize(
    ("name", "broken", "why"),
    [
        ("yahtzee", ("solver.sheet.coach.advise.why_best", "robot.games.sheet.game.sheet_reason"), "Throw all dice."),
        ("pig", ("solver.race.strategies.why_best", "robot.games.pig.race.race_reason"), "Roll."),
        ("hog", ("solver.race.hog_strategies._why", "robot.games.pig.hog.dice_reason"), "Throw 6 dice."),
        ("pig-turns", ("solver.single.games.Solitaire._why", "robot.games.reasons.worth_reason"), "Roll."),
        ("skunk", ("solver.simultaneous.strategy.decimals", "robot.games.reasons.worth_reason"), "Stand."),
        ("farkle", ("solver.keep_and_throw.player.WINS", "robot.games.keep_and_throw.game.choice_reason"), "Throw."),
        ("threes", (ROUND_WHY, "robot.games.rounds.one_round.choice_reason"), "Throw 5 dice."),
        ("shut-the-box", (ROUND_WHY, "robot.games.rounds.one_round.choice_reason"), "Throw 2 dice."),
    ],
)
def test_a_robot_whose_sentence_fails_says_only_what_it_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str, broken: tuple[str, str], why: str
) -> None:
    game = make_game(name, {})
    position = game.begin(game.seats[0])
    meant, whole = game.robot("", None).decide(position)
    for function in broken:
        monkeypatch.setattr(function, None)  # calling it raises TypeError, which no room of the program raises
    move, reasons = game.robot("", None).decide(position)
    assert move == meant
    assert reasons.to_json() == whole.to_json() | {"why": why}
    assert [len(caplog.records), {record.name for record in caplog.records}] == [2, {"solver.explanation"}]
    for tongue in map(language, languages()):
        for less, more in ((reasons.own, whole.own), (reasons.hint, whole.hint)):
            check_words(tongue.say(less))
            assert len(tongue.say(less)) < len(tongue.say(more))


@pytest.mark.parametrize(("name", "words"), [("en", "59.3 59.0"), ("de", "59,3 59,0"), ("es", "59,3 59,0")])
def test_numbers_that_are_compared_have_equally_many_decimals(name: str, words: str) -> None:
    said = [language(name).say(Saying("written", {"value": number})) for number in side_by_side([59.3, 59.0])]
    assert " ".join(said) == words
    assert side_by_side([59.0, 58.0]) == [59.0, 58.0]
