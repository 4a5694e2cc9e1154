"""Games in which dice are set aside, at the table: what people may do, in wells and in words, and what robots do."""

from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.keyboard import KEYS
from robot.errors import IllegalAnswerError
from robot.games import dialog
from robot.games.actions import Mark
from robot.games.game import Tally
from robot.games.keep_and_throw.game import KeepPosition, KeepTableGame
from robot.games.registry import make_game
from robot.language import english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced
from robot.match.players import Choice, Person
from solver.action import HOLD, Action, Verb
from tests.support.robot.stubs import Listening, Pressing, first_draft, mark_by

FIRST = Action(Verb.THROW, (), wells=())


def game_of(name: str = "ten-thousand", **rules: Any) -> KeepTableGame:
    game = make_game(name, rules)
    assert isinstance(game, KeepTableGame)
    return game


def throw(*dice: int, name: str = "ten-thousand", **rules: Any) -> KeepPosition:
    """Return the position after the first throw of a game."""
    return game_of(name, **rules).begin(2).after(FIRST, dice)


def test_dice_that_are_set_aside_stay_in_their_wells_until_all_six_are() -> None:
    position = throw(1, 5, 2, 1, 3, 4)
    move = position.find_move(Action(Verb.THROW, wells=(4,)))
    assert move == Action(Verb.THROW, (1,), wells=(4,))
    after = position.after(move, (5, 5, 5, 1, 2, 6))
    assert (after.aside, after.free, after.state.turn) == ((4,), {1: 5, 2: 5, 3: 5, 5: 2, 6: 6}, 100)
    assert after.find_move(Action(Verb.THROW, wells=(1, 2, 3))).wells == (1, 2, 3, 4)
    last = after.after(after.find_move(Action(Verb.THROW, wells=(1, 2, 3))), (5, 5, 5, 1, 1, 5))
    assert last.find_move(Action(Verb.THROW, wells=(5, 6))) == Action(Verb.THROW, (1, 5), wells=())
    hot = last.after(last.find_move(Action(Verb.THROW, wells=(5, 6))), (2, 2, 2, 3, 4, 6))
    assert (hot.aside, len(hot.free), hot.state.turn) == ((), 6, 750)
    held = hot.after(hot.find_move(Action(Verb.HOLD, wells=(1, 2, 3))))
    assert (held.scores, held.player, held.faces, held.over) == ((950, 0), 1, (), False)


def test_a_throw_without_points_ends_the_turn_and_loses_them() -> None:
    position = throw(1, 5, 2, 1, 3, 4)
    bust = position.after(position.find_move(Action(Verb.THROW, wells=(1, 4))), (1, 2, 3, 1, 4, 6))
    assert (bust.player, bust.scores, bust.faces, bust.pending) == (1, (0, 0), (), (0, 0))
    move = position.find_move(Action(Verb.THROW, wells=(1, 4)))
    words = english().say(position.describe_throw("Anna", move, (1, 2, 3, 1, 4, 6)))
    assert words == "Anna sets 1 1 aside and throws 2 3 4 6: nothing scores, and 200 points are lost."


SET = (1, 5, 2, 1, 3, 4)
SHORT: dict[str, Any] = {"name": "kingdom-come", "goal": 200}


@pytest.mark.parametrize(
    ("rules", "dice", "choice", "why"),
    [
        ({}, SET, Action(Verb.THROW, wells=()), "Set at least one die aside that scores."),
        ({}, SET, Action(Verb.HOLD, wells=(3,)), "2 does not score here, so it cannot be set aside."),
        ({}, SET, Action(Verb.THROW, wells=(1, 3, 5)), "2 3 does not score here, so it cannot be set aside."),
        ({}, SET, Action(Verb.THROW, wells=(7,)), "No die can be kept in well 7 now."),
        ({}, SET, HOLD, "Say which dice you set aside, and whether you hold, such as 115 hold."),
        ({}, (), Action(Verb.HOLD, wells=()), "The dice are not thrown yet."),
        (
            {"opening": 500},
            SET,
            Action(Verb.HOLD, wells=(1, 2, 4)),
            "The first points that you hold must be 500 or more.",
        ),
        (SHORT, SET, Action(Verb.THROW, wells=(1, 4)), "Holding these wins now, so there is no throw."),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_that_says_why(
    rules: dict[str, Any], dice: tuple[int, ...], choice: Action, why: str
) -> None:
    with pytest.raises(IllegalAnswerError) as refused:
        (throw(*dice, **rules) if dice else game_of(**rules).begin(2)).find_move(choice)
    assert english().say(refused.value.saying) == why


def test_what_brings_enough_is_held_and_before_the_first_throw_all_dice_are_thrown() -> None:
    assert game_of().begin(2).find_move(Action(Verb.THROW, wells=())) == FIRST
    assert throw(*SET, opening=500).remark is not None
    rich = throw(1, 1, 1, 2, 3, 4, opening=500)
    assert rich.after(rich.find_move(Action(Verb.HOLD, wells=(1, 2, 3)))).scores == (1000, 0)
    short = throw(*SET, **SHORT)
    won = short.after(short.find_move(Action(Verb.HOLD, wells=(1, 4))))
    assert (won.over, won.winners, won.scores) == (True, (0,), (200, 0))
    assert short.after(short.find_move(Action(Verb.THROW, wells=(2,))), (2, 5, 3, 3, 4, 6)).player == 1


def test_the_third_turn_without_points_costs_the_penalty_but_no_score_falls_below_zero() -> None:
    game = game_of("kingdom-come", goal=1000, penalty=300)
    nothing = (2, 2, 3, 4, 6, 6)
    position = game.position({"scores": [500, 100], "turn_total": 0, "dice": [], "aside": [], "blanks": [2, 1]}, 0)
    assert position.remark is not None
    assert english().say(position.remark) == "another turn without points costs 300"
    after = position.after(FIRST, nothing)
    assert (after.scores, after.state.blanks) == ((200, 100), (0, 1))
    words = english().say(position.describe_throw("Anna", FIRST, nothing))
    assert words.endswith("nothing scores for the third turn, which costs 300 points. The score is 200 : 100.")
    second = after.after(FIRST, nothing)
    assert (second.scores, second.state.blanks) == ((200, 100), (0, 2))
    third = second.after(FIRST, nothing).after(FIRST, nothing)
    assert (third.scores, third.state.blanks) == ((200, 0), (1, 0))


def test_buttons_mark_dice_of_the_last_throw_alone_and_lamps_show_what_stays() -> None:
    position = throw(1, 5, 2, 1, 3, 4)
    position = position.after(position.find_move(Action(Verb.THROW, wells=(4,))), (5, 5, 5, 1, 2, 6))
    *_, tally = mark_by(position, first_draft(position), "1423")
    assert tally.keep == (1, 2, 3)
    assert [str(button) for button in dialog.find_lamps(position, tally)] == ["keep1", "keep2", "keep3", "keep4"]
    assert dialog.press(position, tally, KEYS["r"]) == Action(Verb.THROW, wells=(1, 2, 3))
    assert dialog.press(position, tally, KEYS["h"]) == Action(Verb.HOLD, wells=(1, 2, 3))
    assert dialog.press(position, tally, KEYS["1"]) == Tally((2, 3))
    with pytest.raises(IllegalAnswerError):
        dialog.mark_thing(position, tally, Mark("die", 4, on=False))


def test_with_three_big_buttons_alone_each_die_is_asked_about_and_then_roll_and_hold_do_the_rest() -> None:
    position = throw(1, 5, 2, 1, 3, 4)
    position = position.after(position.find_move(Action(Verb.THROW, wells=(4,))), (5, 5, 5, 1, 2, 6))
    drafts = mark_by(position, first_draft(position, big=True), "hhhrnrr")
    assert [draft.well for draft in drafts] == [1, 2, 3, 5, 6, 5, 6, 0]
    assert [draft.keep for draft in drafts[-3:]] == [(1, 2, 3)] * 3
    tally = drafts[-1]
    assert [english().say(one) for one in dialog.options(position, tally)][:2] == [
        "ROLL (r) throws 2 dice.",
        "HOLD (h) banks 600.",
    ]
    assert dialog.press(position, tally, KEYS["r"]) == Action(Verb.THROW, wells=(1, 2, 3))
    assert dialog.press(position, tally, KEYS["h"]) == Action(Verb.HOLD, wells=(1, 2, 3))


def test_what_can_be_pressed_is_said_and_shown_or_why_not() -> None:
    position = throw(1, 5, 2, 1, 3, 4)
    for wells, said in (
        ((), []),
        ((1, 4), ["ROLL (r) throws 4 dice.", "HOLD (h) banks 200."]),
        ((1, 3), ["2 does not score here, so it cannot be set aside."]),
    ):
        first, *rest = (english().say(one) for one in dialog.options(position, Tally(wells)))
        assert (first, rest) == ("1 to 6 mark a die to set it aside, or let it go.", said)
    heard = english().say(dialog.choices(position, "Anna", Tally((1, 4)), None))
    assert heard.startswith("Anna: The dice show 1 1 2 3 4 5. You have marked 1 1.")


def test_a_key_marks_all_that_counts_and_what_a_mark_lacks_is_said() -> None:
    position = throw(2, 1, 2, 3, 2, 5)
    assert dialog.press(position, Tally((4,)), KEYS["a"]) == Tally((1, 2, 3, 5, 6))
    lacks = "Mark 2 2 too, or let 2 go: that alone scores nothing."
    told = [[*dialog.options(position, Tally(wells))][-1] for wells in ((1,), (1, 2), (4,))]
    assert [english().say(one) for one in told[:2]] == [lacks] * 2
    assert "cannot be set aside" in english().say(told[2])


def test_a_single_choice_is_marked_already() -> None:
    assert first_draft(throw(5, 2, 3, 3, 4, 6)) == Tally((1,))
    assert first_draft(throw(5, 5, 3, 3, 4, 6)) == Tally()


@pytest.mark.parametrize("small", [True, False])
def test_buttons_that_set_nothing_aside_say_why_and_leave_the_question_open(*, small: bool) -> None:
    position, heard = throw(1, 5, 2, 1, 3, 4), Listening()
    keys = "h r 1 h" if small else "rrrrrr h nnnnnn h rrrrr h"
    desk = QuestionDesk(Pressing.of(keys), VirtualClock(), heard.hear, small_buttons=small)
    chosen = Person("Anna", desk).choose(position, lambda _: None)
    assert isinstance(chosen, Choice)
    assert chosen.action.to_json() == {"keep": [1], "then": "hold"}
    told = [english().say(event.saying) for event in heard.events if isinstance(event, Announced)]
    assert told == ["Set at least one die aside that scores."] * (2 if small else 1)
