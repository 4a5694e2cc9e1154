"""Games of one round and of tiles at the table: what people may choose, who wins, and what robots do."""

import pytest

from hardware.panel import KEEPS, Button
from robot.errors import IllegalAnswerError
from robot.games import dialog
from robot.games.actions import Mark
from robot.games.game import Tally, Wish
from robot.games.registry import make_game
from robot.games.rounds.game import RoundPosition, RoundTableGame, TilesGame, TilesPosition
from robot.language import english
from robot.match.narration import standing
from robot.match.standing import Step
from robot.review.past_games import PastGame, review
from robot.web.game.view import lanes
from robot.web.input import step_of
from solver.action import FIRST, Action, Verb
from solver.decision import Unit
from solver.errors import OptionError, RuleError, UnknownNameError
from solver.rounds.rules import find_round
from solver.rounds.state import RoundState
from tests.support.robot.stubs import first_draft, mark_by


def game_of(name: str) -> RoundTableGame:
    game = make_game(name, {})
    assert isinstance(game, RoundTableGame)
    return game


def throw(name: str, *dice: int, players: int = 2) -> RoundPosition:
    """Return the position after the first throw of a round."""
    position: RoundPosition = game_of(name).begin(players).after(FIRST, dice)
    return position


TWO, ONE = Action(Verb.THROW, count=2), Action(Verb.THROW, count=1)


def box(**own: str) -> TilesGame:
    game = make_game("shut-the-box", own)
    assert isinstance(game, TilesGame)
    return game


def after_throw(*dice: int, players: int = 2) -> TilesPosition:
    """Return the position after the first throw of a round."""
    position: TilesPosition = box().begin(players).after(TWO, dice)
    return position


def at(*tiles: int, dice: tuple[int, ...] = (), scores: tuple[int | None, ...] = (None, None)) -> TilesPosition:
    """Return a position with these tiles open."""
    return box().position({"scores": scores, "dice": dice, "tiles": tiles}, 0)


def test_kept_dice_stay_in_their_wells_and_the_last_throw_ends_the_turn() -> None:
    position = throw("threes", 3, 5, 6, 3, 1)
    move = position.find_move(Action(Verb.THROW, wells=(1, 4)))
    assert move == Action(Verb.THROW, (3, 3), wells=(1, 4))
    after = position.after(move, (3, 2, 6, 3, 1))
    assert (after.aside, after.free, after.player) == ((1, 4), {2: 2, 3: 6, 5: 1}, 0)
    kept = after.find_move(Action(Verb.THROW, wells=(2, 5)))
    last = after.after(kept, (3, 2, 4, 3, 1))
    assert (last.player, last.scores, last.faces, last.state.results) == (1, (7, 0), (), (7, None))
    assert english().say(standing(last)) == "The score is 7 : –."
    words = english().say(after.describe_throw("Anna", kept, (3, 2, 4, 3, 1)))
    assert words == "Anna sets 1 2 aside and throws 4. The turn ends with 7 points. The score is 7 : –."


def test_the_fewest_points_win_threes_and_equal_scores_share_the_win() -> None:
    won = throw("threes", 3, 3, 3, 3, 1)
    won = won.after(won.find_move(Action(Verb.HOLD, wells=(1, 2, 3, 4, 5)))).after(FIRST, (2, 2, 3, 3, 3))
    assert won.after(won.find_move(Action(Verb.HOLD, wells=(1, 2, 3, 4, 5)))).winners == (0,)
    even = throw("threes", 3, 3, 3, 3, 1)
    even = even.after(even.find_move(Action(Verb.HOLD, wells=(1, 2, 3, 4, 5)))).after(FIRST, (1, 3, 3, 3, 3))
    shared = even.after(even.find_move(Action(Verb.HOLD, wells=(1, 2, 3, 4, 5))))
    assert (shared.over, shared.winners, shared.fewest) == (True, (0, 1), True)
    assert shared.result(["Anna", "Ben"])["winner"] is None
    assert english().say(shared.describe_end(["Anna", "Ben"], 2)) == "Anna and Ben share the win 1 : 1 after 2 throws."


@pytest.mark.parametrize(
    ("name", "dice", "choice", "why"),
    [
        ("threes", (3, 5, 6, 3, 1), Action(Verb.THROW, wells=()), "Set at least one die aside."),
        ("threes", (3, 5, 6, 3, 1), Action(Verb.HOLD, wells=(1,)), "You can hold only when all dice are set aside."),
        ("threes", (3, 5, 6, 3, 1), Action(Verb.THROW, wells=(1, 2, 3, 4, 5)), "No die is left to throw: hold."),
        ("threes", (3, 5, 6, 3, 1), Action(Verb.THROW, wells=(7,)), "No die can be kept in well 7 now."),
        (
            "ship-captain-crew",
            (6, 4, 4, 1, 2),
            Action(Verb.THROW, wells=(1, 2)),
            "Set 6, 5, 4 aside in this order, each as soon as it falls, and no other die before them.",
        ),
        (
            "ship-captain-crew",
            (6, 5, 4, 1, 2),
            Action(Verb.THROW, wells=(1, 2, 3, 4)),
            "The other dice are all set aside or all thrown.",
        ),
        ("shut-the-box", (3, 6), Action(Verb.THROW, tiles=()), "Shut tiles that sum to 9."),
        ("shut-the-box", (3, 6), Action(Verb.THROW, tiles=(4, 6)), "The dice sum to 9, and 4 6 to 10."),
        ("shut-the-box", (3, 6), Action(Verb.THROW, tiles=(10,)), "10 cannot be shut now."),
        ("shut-the-box", (3, 6), Action(Verb.THROW, count=2), "Shut tiles that sum to 9 first."),
        ("shut-the-box", (3, 6), Action(Verb.THROW, wells=(1,)), "This game has no such choice."),
    ],
)
def test_what_cannot_be_kept_or_shut_is_refused_so(name: str, dice: tuple[int, ...], choice: Action, why: str) -> None:
    with pytest.raises(IllegalAnswerError) as refused:
        (after_throw(*dice) if name == "shut-the-box" else throw(name, *dice)).find_move(choice)
    assert english().say(refused.value.saying) == why


def test_ship_captain_and_crew_are_marked_already_where_nothing_else_can_be_kept() -> None:
    assert first_draft(throw("ship-captain-crew", 1, 6, 5, 2, 3)).keep == (2, 3)
    assert first_draft(throw("ship-captain-crew", 1, 2, 5, 4, 3)).keep == ()
    assert first_draft(throw("ship-captain-crew", 6, 5, 4, 2, 3)).keep == ()
    position = throw("ship-captain-crew", 6, 6, 2, 2, 3)
    remark = position.remark
    assert remark is not None
    assert english().say(remark) == "2 throws are left"


def test_one_player_alone_gets_points_and_the_fewest_are_best_in_threes() -> None:
    robot, position = game_of("threes").robot("", None), throw("threes", 3, 3, 6, 5, 1, players=1)
    move, reasons = robot.decide(position)
    assert (reasons.unit, reasons.unit.fewer, move.keep) == (Unit.FEWEST, True, (3, 3))
    options = reasons.to_json()["options"]
    assert options[0]["value"] == min(one["value"] for one in options)
    assert all(one["cost"] == pytest.approx(one["value"] - options[0]["value"]) for one in options)
    assert game_of("threes").chances(position) == ()


def test_moves_that_are_none_are_refused_by_the_state() -> None:
    state = RoundState.start(find_round("threes"), 2)
    for action, dice, why in (
        (Action(Verb.THROW, (3,)), (1, 2, 3, 4), "not thrown yet"),
        (FIRST, (1, 2, 3, 4), "5 dice are thrown"),
        (FIRST, (1, 2, 3, 4, 7), "values of 1 to 6"),
    ):
        with pytest.raises(RuleError, match=why):
            state.apply(action, dice)
    lies = state.apply(FIRST, (1, 2, 4, 5, 6))
    with pytest.raises(RuleError, match="do not show 3"):
        lies.apply(Action(Verb.THROW, (3,)), (1, 2, 3, 4))


def test_rounds_have_no_rules_and_no_other_strategies() -> None:
    with pytest.raises(OptionError, match="threes has no goal"):
        make_game("threes", {"goal": 7})
    with pytest.raises(UnknownNameError, match="win, optimal, greedy, random"):
        game_of("threes").robot("hold-20", None)


def test_who_has_no_score_yet_has_a_dash_on_the_page() -> None:
    position = throw("threes", 3, 3, 3, 3, 1)
    track = position.after(position.find_move(Action(Verb.HOLD, wells=(1, 2, 3, 4, 5)))).view().track
    assert track is not None
    assert [lane["score"] for lane in lanes(track)] == [1, "–"]


def test_a_review_knows_what_was_thrown_where_people_kept_the_later_of_two_equal_dice() -> None:
    lies = known = game_of("threes").begin(1)
    steps = list[Step]()
    for action, values in (
        (FIRST, (3, 5, 6, 3, 1)),
        (Action(Verb.THROW, wells=(4,)), (6, 1, 5, 3, 2)),
        (Action(Verb.THROW, wells=(2, 5)), (4, 1, 6, 3, 2)),
        (Action(Verb.HOLD, wells=(1, 3)), ()),
    ):
        move = lies.find_move(action)
        lies, done = lies.after(move, values), known.with_wells(move.bare)
        steps.append(Step(known, done, values))
        known = known.replay(done, values)[2]
    found = review(PastGame(game_of("threes"), ("Ann",), tuple(steps), known))
    assert [play.throw for play in found.plays] == [(3, 5, 6, 3, 1), (6, 1, 5, 2), (4, 6), ()]
    assert found.points[0].end == lies.scores[0] == 13


def test_a_throw_and_the_tiles_shut_after_it_are_moves_of_their_own() -> None:
    position = after_throw(3, 6)
    assert position.wells_for(TWO) == (1, 2)
    shut = position.find_move(Action(Verb.THROW, tiles=(5, 4)))
    assert shut == Action(Verb.THROW, tiles=(4, 5))
    after = position.after(shut)
    assert (after.player, after.state.open, after.state.throws) == (0, (1, 2, 3, 6, 7, 8, 9), (2,))
    assert english().say(position.describe_booking("Anna", shut)) == "Anna shuts 4 5. Still open: 1 2 3 6 7 8 9."
    assert position.booking(shut) == {"event": "shut", "player": 1, "action": shut.to_json()}
    with pytest.raises(IllegalAnswerError):
        after.find_move(Action(Verb.THROW, count=1))


def test_one_die_lies_in_the_middle_and_two_in_the_first_wells() -> None:
    position = at(1, 2, 6)
    assert [position.wells_for(move) for move in (TWO, ONE)] == [(1, 2), (2,)]
    assert position.find_move(Action(Verb.THROW, count=1)) == ONE
    ended = position.after(ONE, (4,))
    assert (ended.player, ended.state.results) == (1, (9, None))
    words = english().say(position.describe_throw("Anna", ONE, (4,)))
    assert words == "Anna throws 4. No open tiles sum to 4, and the turn ends with 9 points. The score is 9 : –."


def test_the_box_shut_ends_the_round_and_who_has_not_thrown_has_all_tiles_open() -> None:
    position = at(4, 5, dice=(6, 3), scores=(None, None, None))
    last = position.find_move(Action(Verb.THROW, tiles=(4, 5)))
    assert last == Action(Verb.HOLD, tiles=(4, 5))
    won = position.after(last)
    assert (won.over, won.winners, won.scores, won.player) == (True, (0,), (0, 45, 45), 0)
    assert won.result(["A", "B", "C"])["winner"] == "A"
    assert english().say(position.describe_booking("A", last)) == "A shuts 4 5: all tiles are shut."


def test_small_buttons_mark_two_tiles_each_and_hold_shuts_what_is_marked() -> None:
    position = after_throw(3, 6)
    ways = [tally.tiles for tally in mark_by(position, first_draft(position), "3333")]
    assert ways == [(), (3,), (9,), (3, 9), ()]
    nine = Tally(tiles=(9,))
    assert dialog.find_lamps(position, nine) == [KEEPS[2]]
    assert dialog.press(position, nine, Button.HOLD) == Action(Verb.THROW, tiles=(9,))
    assert english().say(next(dialog.options(position, nine))) == "HOLD (h) shuts 9."
    assert english().say(next(dialog.options(position, Tally(tiles=(3, 9))))) == "The dice sum to 9, and 3 9 to 12."


def test_three_big_buttons_show_one_combination_after_the_other() -> None:
    position = after_throw(1, 4)
    *_, tally = drafts = mark_by(position, first_draft(position, big=True), "rrr")
    assert [one.tiles for one in drafts] == [(5,), (1, 4), (2, 3), (5,)]
    assert dialog.press(position, tally, Button.LEFT) == drafts[-2]
    assert dialog.press(position, tally, Button.HOLD) == Action(Verb.THROW, tiles=(5,))
    assert dialog.press(position, tally, Button.NEW) is Wish.TAKE_BACK
    free = at(1, 2, 3)
    assert dialog.press(free, first_draft(free, big=True), Button.ROLL) == Action(Verb.THROW, count=2)
    assert dialog.press(free, first_draft(free, big=True), Button.HOLD) == Action(Verb.THROW, count=1)
    assert dialog.press(box().begin(1), Tally(), Button.HOLD) == Tally()
    words = english().say(dialog.choices(free, "Anna", first_draft(free, big=True), None))
    assert "ROLL (r) throws 2 dice. HOLD (h) throws one die." in words


def test_the_only_tiles_that_fit_are_marked_already() -> None:
    assert first_draft(at(1, 3, 9, dice=(6, 4))).tiles == (1, 9)
    assert first_draft(after_throw(3, 6)).tiles == ()
    position = after_throw(3, 6)
    step = step_of({"step": "tile", "tile": 9, "shut": True})
    assert step == Mark("tile", 9)
    assert dialog.mark_thing(position, Tally(), step).tiles == (9,)
    with pytest.raises(IllegalAnswerError):
        dialog.mark_thing(position, Tally(), Mark("tile", 12, on=True))


def test_a_robot_throws_one_die_where_that_wins_more() -> None:
    move, decision = box().robot("", None).decide(at(1, 2, scores=(3, None)))
    options = {action.count: value for action, value in decision.options.items()}
    assert move == ONE
    assert options[1] > options[2]
    alone = box().robot("", None).decide(at(1, 2, 3, scores=(None,)))[1]
    assert alone.unit is Unit.FEWEST
    with pytest.raises(UnknownNameError, match="highest-tiles, most-tiles"):
        box().robot("hold-20", None)
