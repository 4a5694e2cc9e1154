"""A robot whose sentence fails moves all the same; numbers that it compares are written alike."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

from robot.games.reasons import ORDER, OWN, decision_json, tell_decision, tell_plainly, tell_reason
from robot.games.registry import make_game
from robot.language import Language, english, languages
from robot.saying import Saying
from solver.reason import Reason, Share

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
    ("name", "why"),
    [
        ("yahtzee", "Throw all dice."),
        ("pig", "Throw."),
        ("hog", "Throw 6 dice."),
        ("pig-turns", "Throw."),
        ("skunk", "Stand."),
        ("farkle", "Throw all dice."),
        ("threes", "Throw all dice."),
        ("shut-the-box", "Throw 2 dice."),
    ],
)
def test_a_robot_whose_sentence_fails_says_only_what_it_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str, why: str
) -> None:
    game = make_game(name, {})
    position = game.begin(game.seats[0])
    meant, whole = game.robot("", None).decide(position)
    said = [tell_decision(whole, position.tell, manner) for manner in (ORDER, OWN)]
    told = decision_json(whole, position.tell)
    for broken in ("solver.decision.Decision._tell", "robot.games.reasons._write"):
        with monkeypatch.context() as patch:
            patch.setattr(broken, None)  # calling it raises TypeError, which no room of the program raises
            move, decision = game.robot("", None).decide(position)
            assert move == meant
            assert decision_json(decision, position.tell) == told | {"why": why}
            for manner, more in zip((ORDER, OWN), said, strict=True):
                for tongue in map(language, languages()):
                    less = tongue.say(tell_decision(decision, position.tell, manner))
                    check_words(less)
                    assert len(less) < len(tongue.say(more))
        assert {record.name for record in caplog.records} == {"solver.reason"}
        caplog.clear()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((59.3, 59.0), {"en": "59.3 59.0", "de": "59,3 59,0", "es": "59,3 59,0"}),
        ((59.0, 58.0), {"en": "59.0 58.0", "de": "59,0 58,0"}),
        ((254.587,), {"en": "254.6"}),
        ((0.004, 3.0), {"en": "0.004 3.000"}),
        ((0.0,), {"en": "0.0"}),
        ((Share(0.2047), Share(0.205)), {"en": "20.47 20.50", "es": "20,47 20,50"}),
        ((Share(1.0), Share(0.99996)), {"en": "100 99.996"}),
        ((Share(0.0), Share(1.2e-18)), {"en": "0 0.00000000000000012"}),
    ],
)
def test_numbers_that_are_compared_have_equally_many_decimals(values: Sequence[float], words: dict[str, str]) -> None:
    reason = Reason("better", {str(place): value for place, value in enumerate(values)})
    places = tell_reason(reason, tell_plainly).values.values()
    for name, said in words.items():
        assert " ".join(language(name).say(Saying("written", {"value": place})) for place in places) == said


PIG = [
    (
        (15, 70, 28),
        "optimal",
        "Throw, with 28 points at risk: that wins 20.50 of 100 games, against 20.47 for holding. It is close.",
    ),
    (
        (15, 70, 28),
        "hold20",
        (
            "Hold, to bank 28 points, because the rule is to hold from 20 up: that wins 20.47 of 100 games, "
            "but throwing would be better with 20.50. It is close."
        ),
    ),
    ((0, 0, 0), "optimal", "Throw, because every turn begins that way: that wins 53.1 of 100 games."),
    ((80, 50, 20), "optimal", "Hold: 80 and 20 make 100, which wins now; another throw could only lose it."),
]


@pytest.mark.parametrize(("place", "strategy", "why"), PIG)
def test_a_reason_is_one_sentence_for_all(place: tuple[int, int, int], strategy: str, why: str) -> None:
    me, opponent, turn = place
    game = make_game("pig", {})
    position = game.position({"scores": (me, opponent), "turn_total": turn}, 0)
    _, decision = game.robot(strategy, None).decide(position)
    assert english().say(tell_decision(decision, position.tell)) == why
    own = english().say(tell_decision(decision, position.tell, OWN))
    assert own == f"I {why[0].lower()}{why[1:]}"
