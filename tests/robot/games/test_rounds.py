"""Games of one round at the table: what people may keep, who wins, and what robots do."""

import pytest

from robot.errors import IllegalAnswerError
from robot.games.actions import HOLD, THROW, Action
from robot.games.game import Move
from robot.games.registry import make_game
from robot.games.rounds.game import RoundPosition, RoundTableGame
from robot.language import english
from robot.match.narration import standing
from robot.web.game.view import race_view
from solver.aside import KeepAction
from solver.errors import OptionError, RuleError, UnknownNameError
from solver.rounds.round_player import Rivalry, decide_turn, others_of
from solver.rounds.rules import find_round
from solver.rounds.state import RoundState
from solver.throw_distribution import fair_die
from solver.units import Unit
from tests.support.robot.reviews import review_of
from tests.support.robot.stubs import first_draft

FIRST = Move({"keep": [], "then": "throw"}, {})


def game_of(name: str) -> RoundTableGame:
    game = make_game(name, {})
    assert isinstance(game, RoundTableGame)
    return game


def thrown(name: str, *dice: int, players: int = 2) -> RoundPosition:
    """Return the position after the first throw of a round."""
    return game_of(name).begin(players).after(FIRST, dice)


def test_kept_dice_stay_in_their_wells_and_the_last_throw_ends_the_turn() -> None:
    position = thrown("threes", 3, 5, 6, 3, 1)
    move = position.find_move(Action(THROW, (1, 4)))
    assert move == Move({"keep": [3, 3], "then": "throw"}, {1: 3, 4: 3})
    after = position.after(move, (3, 2, 6, 3, 1))
    assert (after.aside, after.free, after.player) == ((1, 4), {2: 2, 3: 6, 5: 1}, 0)
    last = after.after(after.find_move(Action(THROW, (2, 5))), (3, 2, 4, 3, 1))
    assert (last.player, last.scores, last.faces, last.state.results) == (1, (7, 0), (), (7, None))
    assert english().say(standing(last)) == "The score is 7 : –."
    words = english().say(after.describe_throw("Anna", after.find_move(Action(THROW, (2, 5))), (3, 2, 4, 3, 1)))
    assert words == "Anna sets 1 2 aside and throws 4. The turn ends with 7 points. The score is 7 : –."


def test_the_fewest_points_win_threes_and_equal_scores_share_the_win() -> None:
    won = thrown("threes", 3, 3, 3, 3, 1)
    won = won.after(won.find_move(Action(HOLD, (1, 2, 3, 4, 5)))).after(FIRST, (2, 2, 3, 3, 3))
    assert won.after(won.find_move(Action(HOLD, (1, 2, 3, 4, 5)))).winners == (0,)
    even = thrown("threes", 3, 3, 3, 3, 1)
    even = even.after(even.find_move(Action(HOLD, (1, 2, 3, 4, 5)))).after(FIRST, (1, 3, 3, 3, 3))
    shared = even.after(even.find_move(Action(HOLD, (1, 2, 3, 4, 5))))
    assert (shared.over, shared.winners, shared.view().least) == (True, (0, 1), True)
    assert shared.result(["Anna", "Ben"])["winner"] is None
    assert english().say(shared.describe_end(["Anna", "Ben"], 2)) == "Anna and Ben share the win 1 : 1 after 2 throws."


@pytest.mark.parametrize(
    ("name", "dice", "choice", "why"),
    [
        ("threes", (3, 5, 6, 3, 1), Action(THROW, ()), "Set at least one die aside."),
        ("threes", (3, 5, 6, 3, 1), Action(HOLD, (1,)), "You can hold only when all dice are set aside."),
        ("threes", (3, 5, 6, 3, 1), Action(THROW, (1, 2, 3, 4, 5)), "No die is left to throw: hold."),
        ("threes", (3, 5, 6, 3, 1), Action(THROW, (7,)), "No die can be kept in well 7 now."),
        (
            "ship-captain-crew",
            (6, 4, 4, 1, 2),
            Action(THROW, (1, 2)),
            "Set 6, 5, 4 aside in this order, each as soon as it falls, and no other die before them.",
        ),
        (
            "ship-captain-crew",
            (6, 5, 4, 1, 2),
            Action(THROW, (1, 2, 3, 4)),
            "The other dice are all set aside or all thrown.",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused_so(name: str, dice: tuple[int, ...], choice: Action, why: str) -> None:
    with pytest.raises(IllegalAnswerError) as refused:
        thrown(name, *dice).find_move(choice)
    assert english().say(refused.value.saying) == why


def test_ship_captain_and_crew_are_marked_already_where_nothing_else_can_be_kept() -> None:
    assert first_draft(thrown("ship-captain-crew", 1, 6, 5, 2, 3)).keep == (2, 3)
    assert first_draft(thrown("ship-captain-crew", 1, 2, 5, 4, 3)).keep == ()
    assert first_draft(thrown("ship-captain-crew", 6, 5, 4, 2, 3)).keep == ()
    position = thrown("ship-captain-crew", 6, 6, 2, 2, 3)
    remark = position.view().remark
    assert remark is not None
    assert english().say(remark) == "2 throws are left"


def test_one_player_alone_gets_points_and_the_fewest_are_best_in_threes() -> None:
    robot, position = game_of("threes").robot("", None), thrown("threes", 3, 3, 6, 5, 1, players=1)
    move, reasons = robot.decide(position)
    assert (reasons.unit, reasons.unit.fewer, move.action["keep"]) == (Unit.FEWEST, True, [3, 3])
    options = reasons.to_json()["options"]
    assert options[0]["value"] == min(one["value"] for one in options)
    assert all(one["cost"] == pytest.approx(one["value"] - options[0]["value"]) for one in options)
    assert game_of("threes").chances(position) == ()


def test_moves_that_are_none_are_refused_by_the_state() -> None:
    state = RoundState.start(find_round("threes"), 2)
    for action, dice, why in (
        (KeepAction((3,), THROW), (1, 2, 3, 4), "not thrown yet"),
        (KeepAction(), (1, 2, 3, 4), "5 dice are thrown"),
        (KeepAction(), (1, 2, 3, 4, 7), "values of 1 to 6"),
    ):
        with pytest.raises(RuleError, match=why):
            state.apply(action, dice)
    lies = state.apply(KeepAction(), (1, 2, 4, 5, 6))
    with pytest.raises(RuleError, match="do not show 3"):
        lies.apply(KeepAction((3,), THROW), (1, 2, 3, 4))


def test_rounds_have_no_rules_and_no_other_strategies() -> None:
    with pytest.raises(OptionError, match="threes has no --goal"):
        make_game("threes", {"goal": 7})
    with pytest.raises(UnknownNameError, match="win, optimal, greedy, random"):
        game_of("threes").robot("hold-20", None)


def test_who_has_no_score_yet_has_a_dash_on_the_page() -> None:
    position = thrown("threes", 3, 3, 3, 3, 1)
    lanes = race_view(position.after(position.find_move(Action(HOLD, (1, 2, 3, 4, 5)))).view())["lanes"]
    assert [lane["score"] for lane in lanes] == [1, "–"]


def test_one_table_serves_all_turns_of_a_round_with_the_same_values() -> None:
    rules, die = find_round("threes"), fair_die(6)
    for results in ((None,) * 4, (9, None, None, None), (9, 9, None, None), (9, 9, 9, None), (9, 4, 9, None)):
        others = others_of(RoundState(rules, results, rules.turn.start))
        assert others is not None
        alone = Rivalry(others.best, others.shares, others.after)
        found, other = (decide_turn(rules, die, rules.turn.start, (1, 2, 3, 4, 6), one) for one in (others, alone))
        assert found.to_json() == other.to_json()


def test_a_review_knows_what_was_thrown_where_people_kept_the_later_of_two_equal_dice() -> None:
    begun = game_of("threes").begin(1)
    first = begun.after(FIRST, (3, 5, 6, 3, 1))
    kept = first.find_move(Action(THROW, (4,)))
    second = first.after(kept, (6, 1, 5, 3, 2))
    again = second.find_move(Action(THROW, (2, 5)))
    last = second.after(again, (4, 1, 6, 3, 2))
    held = last.find_move(Action(HOLD, (1, 3)))
    moves = [(FIRST, (3, 5, 6, 3, 1)), (kept, (6, 1, 5, 3, 2)), (again, (4, 1, 6, 3, 2)), (held, ())]
    found = review_of(game_of("threes"), begun, [(move.action, values) for move, values in moves], players=1)
    assert [play.throw for play in found.plays] == [(3, 5, 6, 3, 1), (6, 1, 5, 2), (4, 6), ()]
    assert found.points[0].end == last.after(held).scores[0] == 13
