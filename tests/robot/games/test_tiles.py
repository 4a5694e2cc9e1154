"""Shut the Box and Chicago with targets at the table: what people choose, by all buttons, and what robots do."""

import pytest

from hardware.panel import KEEPS, Button
from robot.errors import IllegalAnswerError
from robot.games import dialog
from robot.games.actions import SHUT, THROW, Action, Mark
from robot.games.game import Move, Tally, Wish
from robot.games.registry import make_game
from robot.games.rounds.tiles_game import TilesGame, TilesPosition
from robot.language import english
from robot.web.input import reply_of, step_of, to_json
from solver.errors import UnknownNameError
from solver.units import Unit
from tests.support.robot.stubs import first_draft

TWO, ONE = Move({"throw": 2}, {}), Move({"throw": 1}, {})


def box(**own: str) -> TilesGame:
    game = make_game("shut-the-box", own)
    assert isinstance(game, TilesGame)
    return game


def thrown(*dice: int, players: int = 2) -> TilesPosition:
    """Return the position after the first throw of a round."""
    return box().begin(players).after(TWO, dice)


def at(*tiles: int, dice: tuple[int, ...] = (), scores: tuple[int | None, ...] = (None, None)) -> TilesPosition:
    """Return a position with these tiles open."""
    return box().position({"scores": scores, "dice": dice, "tiles": tiles}, 0)


def test_a_throw_and_the_tiles_shut_after_it_are_moves_of_their_own() -> None:
    position = thrown(3, 6)
    assert position.wells_for(TWO) == (1, 2)
    shut = position.find_move(Action(SHUT, tiles=(5, 4)))
    assert shut == Move({"shut": [4, 5], "then": "throw"})
    after = position.after(shut)
    assert (after.player, after.state.open, after.state.throws) == (0, (1, 2, 3, 6, 7, 8, 9), (2,))
    assert english().say(position.describe_booking("Anna", shut)) == "Anna shuts 4 5. Still open: 1 2 3 6 7 8 9."
    assert position.booking(shut) == {"event": "shut", "player": 1, "action": shut.action}
    with pytest.raises(IllegalAnswerError):
        after.find_move(Action(THROW, count=1))


def test_one_die_lies_in_the_middle_and_two_in_the_first_wells() -> None:
    position = at(1, 2, 6)
    assert [position.wells_for(move) for move in (TWO, ONE)] == [(1, 2), (2,)]
    assert position.find_move(Action(THROW, count=1)) == ONE
    ended = position.after(ONE, (4,))
    assert (ended.player, ended.state.results) == (1, (9, None))
    words = english().say(position.describe_throw("Anna", ONE, (4,)))
    assert words == "Anna throws 4. No open tiles sum to 4, and the turn ends with 9 points. The score is 9 : –."


def test_the_box_shut_ends_the_round_and_who_has_not_thrown_has_all_tiles_open() -> None:
    position = at(4, 5, dice=(6, 3), scores=(None, None, None))
    last = position.find_move(Action(SHUT, tiles=(4, 5)))
    assert last == Move({"shut": [4, 5], "then": "hold"})
    won = position.after(last)
    assert (won.over, won.winners, won.scores, won.player) == (True, (0,), (0, 45, 45), 0)
    assert won.result(["A", "B", "C"])["winner"] == "A"
    assert english().say(position.describe_booking("A", last)) == "A shuts 4 5: all tiles are shut."


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (Action(SHUT, tiles=()), "Shut tiles that sum to 9."),
        (Action(SHUT, tiles=(4, 6)), "The dice sum to 9, and 4 6 to 10."),
        (Action(SHUT, tiles=(10,)), "10 cannot be shut now."),
        (Action(THROW, count=2), "Shut tiles that sum to 9 first."),
        (Action(THROW, (1,)), None),
    ],
)
def test_what_cannot_be_shut_is_refused_in_one_line(choice: Action, why: str | None) -> None:
    with pytest.raises(IllegalAnswerError) as refused:
        thrown(3, 6).find_move(choice)
    assert why is None or english().say(refused.value.saying) == why


def test_small_buttons_mark_two_tiles_each_and_hold_shuts_what_is_marked() -> None:
    position = thrown(3, 6)
    tally = first_draft(position)
    ways = []
    for _ in range(4):
        pressed = dialog.press(position, tally, KEEPS[2])
        assert isinstance(pressed, Tally)
        tally = pressed
        ways.append(tally.tiles)
    assert ways == [(3,), (9,), (3, 9), ()]
    nine = Tally(tiles=(9,))
    assert dialog.find_lamps(position, nine) == [KEEPS[2]]
    assert dialog.press(position, nine, Button.HOLD) == Action(SHUT, tiles=(9,))
    assert english().say(next(dialog.keys(position, nine))) == "HOLD (h): shut 9"
    assert english().say(next(dialog.keys(position, Tally(tiles=(3, 9))))) == "The dice sum to 9, and 3 9 to 12."


def test_three_big_buttons_show_one_combination_after_the_other() -> None:
    position = thrown(1, 4)
    tally, seen = first_draft(position, big=True), []
    while tally.tiles not in seen:
        seen.append(tally.tiles)
        pressed = dialog.press(position, tally, Button.ROLL)
        assert isinstance(pressed, Tally)
        tally = pressed
    assert (seen, tally.tiles) == ([(5,), (1, 4), (2, 3)], (5,))
    back = dialog.press(position, tally, Button.LEFT)
    assert isinstance(back, Tally)
    assert back.tiles == (2, 3)
    assert dialog.press(position, tally, Button.HOLD) == Action(SHUT, tiles=(5,))
    assert dialog.press(position, tally, Button.NEW) is Wish.TAKE_BACK
    free = at(1, 2, 3)
    assert dialog.press(free, first_draft(free, big=True), Button.ROLL) == Action(THROW, count=2)
    assert dialog.press(free, first_draft(free, big=True), Button.HOLD) == Action(THROW, count=1)
    assert dialog.press(box().begin(1), Tally(), Button.HOLD) == Tally()
    words = english().say(dialog.choices(free, "Anna", first_draft(free, big=True), None))
    assert "ROLL (r) throws 2 dice. HOLD (h) throws one die." in words


def test_the_only_tiles_that_fit_are_marked_already() -> None:
    assert first_draft(at(1, 3, 9, dice=(6, 4))).tiles == (1, 9)
    assert first_draft(thrown(3, 6)).tiles == ()
    position = thrown(3, 6)
    step = step_of({"step": "tile", "tile": 9, "shut": True})
    assert step == Mark("tile", 9)
    assert dialog.mark_thing(position, Tally(), step).tiles == (9,)
    with pytest.raises(IllegalAnswerError):
        dialog.mark_thing(position, Tally(), Mark("tile", 12, on=True))
    assert reply_of(to_json(Action(SHUT, tiles=(4, 5)))) == Action(SHUT, tiles=(4, 5))


def test_a_robot_throws_one_die_where_that_wins_more() -> None:
    move, reasons = box().robot("", None).decide(at(1, 2, scores=(3, None)))
    options = {one["action"]["throw"]: one["value"] for one in reasons.to_json()["options"]}
    assert move == ONE
    assert options[1] > options[2]
    alone = box().robot("", None).decide(at(1, 2, 3, scores=(None,)))[1]
    assert alone.unit is Unit.FEWEST
    with pytest.raises(UnknownNameError, match="highest-tiles, most-tiles"):
        box().robot("hold-20", None)
