"""Positions that people set up: those of every game can be, and what is none is refused in one line."""

from typing import Any

import pytest

from robot.coach.answers import ScriptedCoach
from robot.coach.lines import PositionLine, line_json, read_counted
from robot.coach.positions import PositionForm
from robot.coach.words import end_sayings
from robot.errors import IllegalAnswerError
from robot.language import Language, english
from tests.support.conformance import GameCase, each, random_game
from tests.support.robot.coached import read_photos, start_coach


@each()
def test_every_position_between_two_throws_can_be_set_up(case: GameCase) -> None:
    form = PositionForm(case.game, case.players)
    for made in random_game(case):
        position = made.before
        if position.goes_on or position.to_json().get("said"):  # Hog's throw in goes, and who has said to stand or sit
            continue
        now, turn = position.to_json(), {"player": position.player + 1} if form.turns else {}
        found = form.position({field: now[field] for field in form.fields} | turn)
        assert (found.state, found.to_json()) == (position.state, position.to_json())
        if not {"die", "dice_of"} & case.rules.keys():  # which no line says
            assert form.position(str(position.state)).state == position.state


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        ("pig", "30:145", "In pig 30:145 the game is over: give a position before its end."),
        ("pig", "goal=50 30:45", "Pig goal=50 30:45 has other rules than this game"),
        ("pig", "30:45:0", "Pig 30:45:0 is for 3 players"),
        ("pig", {"score": [1, 2]}, "A position of this game has scores, turn_total, player, and nothing else."),
        ("pig", ["scores"], "A position of this game has"),
        ("pig", {"scores": [1]}, "Points: give whole numbers"),
        ("pig", {"scores": [1, True]}, "Points: give whole numbers"),
        ("pig", {"turn_total": -1}, "Points of this turn: give whole numbers"),
        ("pig", {"player": 3}, "Whose turn is it?: give whole numbers"),
        ("pig", {"scores": [100, 20]}, "A score of 100 is outside the game: give points from 0 to 99."),
        ("pig", {"scores": [90, 0], "turn_total": 40}, "No turn can have 40 points at a score of 90: give only"),
        ("hog", {"scores": [None, 2]}, "Points: give whole numbers"),
        ("farkle", {"dice": [1, 2, 3]}, "3 dice are given, but 6 are expected."),
        ("farkle", {"turn_total": 300}, "A turn with points or with dice set aside has all dice on the table"),
        ("farkle", {"dice": [2, 3, 4, 6, 2, 3]}, "No dice of 2 3 4 6 2 3 score"),
        ("farkle", {"dice": [1] * 6, "aside": [1, 2, 3, 4, 5, 6]}, "Set aside: give whole numbers"),
        ("yahtzee", {"cards": [{"sixes": 17}, {}]}, "Sixes=17 is not a score of this box"),
        ("yahtzee", {"cards": [{"ones": 1, "twos": 2}, {}]}, "The sheets have 2, 0 boxes filled: players take turns"),
        ("yahtzee", {"cards": [{"sixty": 1}, {}]}, "Unknown box 'sixty'"),
        ("yahtzee", {"dice": [1, 2, 3, 4, 5], "rolls_left": 3}, "3 throws cannot be left here: give 0 to 2."),
        ("chicago", {"scores": [4, 0], "throws": 2}, "No turn can reach this position"),
        ("threes", {"scores": [4, 5]}, "At 4 : 5 the game is over: give scores before its end."),
        ("shut-the-box", {"tiles": [3, 1]}, "Open tiles: give whole numbers"),
        ("swine-herd", {"round": 0}, "Round: give whole numbers"),
        ("swine-herd", {"seated": [1]}, "Players sit after a throw that scores"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(game: str, given: Any, said: str) -> None:
    session = start_coach(game)
    with pytest.raises(IllegalAnswerError) as refused:
        session.hear(PositionLine(given))
    assert english().say(refused.value.saying).startswith(said)
    assert session.lines == ()


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        ("pig", {"scores": [120, 20], "turn_total": 5, "player": 2}, "berichtige „Punkte“."),
        ("pig", {"scores": [90, 0], "turn_total": 40, "player": 1}, "berichtige „Punkte in diesem Zug“."),
        ("yahtzee", {"cards": [{"sixes": 17}, {}], "dice": [1, 2, 3, 4, 5], "rolls_left": 1}, "„Spielblätter“."),
        ("yahtzee", {"dice": [1, 2, 3, 4, 5], "rolls_left": 3}, "berichtige „noch übrige Würfe“."),
        ("farkle", {"scores": [50, 0], "dice": [2, 3, 4, 6, 2, 3]}, "berichtige „Würfel“."),
        ("farkle", {"scores": [20, 0], "dice": [2, 3, 4, 6, 2, 3]}, "prüfe die Punkte, die Würfel"),
    ],
)
def test_other_languages_name_the_field_to_correct(game: str, given: Any, said: str) -> None:
    session = start_coach(game)
    with pytest.raises(IllegalAnswerError) as refused:
        session.hear(PositionLine(given))
    assert said.casefold() in Language("de").say(refused.value.saying).casefold()


def test_throws_that_are_not_given_are_all_but_the_first() -> None:
    session = start_coach("yahtzee", "Ann")
    for given, left in (({}, 3), ({"dice": [3, 3, 4, 5, 6]}, 2), ({"dice": [3, 3, 4, 5, 6], "rolls_left": 0}, 0)):
        session.hear(PositionLine(given))
        assert session.position.to_json()["rolls_left"] == left


def test_a_game_goes_on_from_there_and_back() -> None:
    session = start_coach("pig", goal=20)
    session.hear(read_counted({"dice": [4]}))
    line = {"position": {"scores": [2, 10], "turn_total": 10, "player": 2}}
    step = session.hear(read_counted(line))
    assert line_json(session.lines[-1]) == line
    assert (session.set_up, session.whole, step.chosen) == (True, False, None)
    session.hear(read_counted({"dice": [3]}))
    assert [session.turn_of(seat) for seat in (0, 1)] == [0, 1]
    session.hear(read_counted({"hold": True}))
    assert session.position.over
    assert [choice.turn for choice in session.worst_choices()[1]] == [1]
    for _ in range(3):
        session.undo()
    assert (session.position.scores, session.position.at_risk, session.whole) == ((0, 0), 4, True)


def test_a_script_sets_up_a_position() -> None:
    coach = ScriptedCoach(start_coach("pig"), read_photos({}))
    answer = coach.answer({"position": {"scores": [40, 60], "turn_total": 12}})
    assert (answer["player"], answer["scores"], answer["action"]) == ("Ann", [40, 60], "roll")
    assert coach.answer({"position": {"scores": [40, 100]}})["error"].startswith("A score of 100 is outside the game")


@pytest.mark.parametrize(
    ("game", "given", "lines"),
    [
        ("pig", {"scores": [90, 10], "turn_total": 10}, [{"hold": True}]),
        (
            "threes",
            {"scores": [7, None], "dice": [1, 1, 3, 3, 2], "aside": [1, 2]},
            [{"keep": [2, 3, 3], "then": "hold"}],
        ),
        ("shut-the-box", {"scores": [7, None], "tiles": [3, 4, 7], "dice": [3, 4]}, [{"shut": [7]}, {"dice": [6, 6]}]),
        ("skunk", {"scores": [50, 40], "round": 5, "round_total": 20}, [{"sit": True}, {"sit": True}]),
        ("chicago", {"scores": [5, 7], "throws": 21}, [{"dice": [6, 6]}]),
    ],
)
def test_a_game_from_a_position_is_looked_back_on(game: str, given: Any, lines: list[dict[str, Any]]) -> None:
    session = start_coach(game)
    for line in ({"position": given}, *lines):
        session.hear(read_counted(line))
    assert session.position.over
    assert len([*end_sayings(session)]) > 1
