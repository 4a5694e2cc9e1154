"""Games of throwing on or stopping: what positions and buttons mean, goes of Hog, rounds, rules, and who may play."""

from typing import Any

import pytest

from robot.errors import UsageError
from robot.games.pig.simultaneous import HerdPosition
from robot.games.pig.single_player import SoloPosition
from robot.games.reasons import OWN, tell_decision
from robot.games.registry import make_game
from robot.language import english
from robot.match.seats import check_seats
from solver.action import HOLD, ROLL, SIT, STAND, Action, Verb
from solver.errors import OptionError, RuleError, UnknownNameError
from solver.games import find_game
from tests.support.robot.stubs import choose


def test_more_dice_than_wells_are_thrown_in_several_goes() -> None:
    start = make_game("hog", {}).begin(2)
    move = Action(Verb.ROLL, count=14)
    assert start.wells_for(move) == (1, 2, 3, 4, 5, 6)
    second = start.after(move, (2, 3, 4, 5, 6, 6))
    assert second.forced == move
    assert second.player == 0
    third = second.after(move, (2, 2, 2, 2, 2, 2))
    assert third.wells_for(move) == (1, 2)
    done = third.after(move, (3, 4))
    assert (done.scores, done.player, done.forced) == ((45, 0), 1, None)
    with pytest.raises(RuleError):
        second.after(Action(Verb.ROLL, count=3), (2, 2, 2))


def test_a_one_among_the_first_dice_of_hog_spares_the_others() -> None:
    start = make_game("hog", {}).begin(2)
    after = start.after(Action(Verb.ROLL, count=30), (2, 3, 1, 5, 6, 6))
    assert (after.scores, after.player, after.forced) == ((0, 0), 1, None)
    assert "a 1" in english().say(start.describe_throw("Ann", Action(Verb.ROLL, count=30), (2, 3, 1, 5, 6, 6)))


@pytest.mark.parametrize(
    ("keys", "big", "dice"),
    [
        ("r", False, 1),
        ("4r", False, 4),
        ("4hr", False, 10),
        ("6hhhhr", False, 30),
        ("6hhhhhr", False, 6),
        ("hhhr", True, 4),
        ("h" * 30 + "r", True, 1),  # after the most dice comes one
    ],
)
def test_the_buttons_choose_how_many_dice_hog_throws(keys: str, *, big: bool, dice: int) -> None:
    move, shown, _ = choose(make_game("hog", {}).begin(2), keys, big=big)
    assert (move, shown[-1].dice) == (Action(Verb.ROLL, count=dice), dice)


def test_who_stands_is_asked_in_turn_and_the_next_round_begins_with_the_next() -> None:
    game = make_game("skunk", {"turns": 2})
    position = game.begin(3)
    throw = position.forced
    assert throw is not None
    position = position.after(throw, (3, 4))
    assert position.waiting == (0, 1, 2)
    stand, sit = map(position.with_wells, position.actions)
    position = position.after(stand).after(sit)
    assert (position.player, position.forced, position.scores) == (2, None, (0, 0, 0))
    position = position.after(stand)
    assert (position.forced, position.player) == (throw, 0)
    position = position.after(throw, (5, 5))
    assert (position.scores, position.state.round_total, position.waiting) == ((0, 7, 0), 17, (0, 2))
    position = position.after(sit).after(sit)
    assert (position.scores, position.round) == ((17, 7, 17), 1)
    assert position.after(throw, (2, 2)).waiting == (1, 2, 0)
    with pytest.raises(RuleError):
        position.after(sit)


def test_levels_are_weaker_one_after_the_other() -> None:
    from solver.race.evaluate import rate

    names = ["perfect", "strong", "casual", "beginner", "child"]
    won = rate("pig", names, 100)
    against_child = [won[name, "child"] for name in names]
    assert against_child == sorted(against_child, reverse=True)
    assert won["child", "perfect"] < 0.2


@pytest.mark.parametrize(
    ("game", "rules", "limit"),
    [
        ("pig", {"last_round": "all"}, "a last round"),
        ("farkle", {"penalty": 500}, "a penalty"),
        ("farkle", {"dice_of": f"1={';'.join(['0.5,0.1,0.1,0.1,0.1,0.1'] * 6)}"}, "dice that differ"),
    ],
)
def test_a_rule_that_fewer_play_by_is_named(game: str, rules: dict[str, Any], limit: str) -> None:
    played = make_game(game, rules)
    check_seats(2, played)
    with pytest.raises(UsageError, match=f"but with {limit} this game is for 2: .*, or play without {limit}$"):
        check_seats(3, played)
    check_seats(3, make_game(game, {}))


def test_games_refuse_what_they_do_not_know() -> None:
    with pytest.raises(UnknownNameError, match="skunk"):
        make_game("skunks", {})
    with pytest.raises(UnknownNameError):
        make_game("think", {}).robot("childish", None)
    check_seats(10, make_game("pig", {}))
    for count, said in ((1, "1 player is"), (11, "11 players are")):
        with pytest.raises(UsageError, match=f"{said} named, but this game is for 2 to 10"):
            check_seats(count, make_game("pig", {}))


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("pig", {"goal": True}, "goal is a whole number, not True"),
        ("hog", {"goal": "100"}, "goal is a whole number, not '100'"),
        ("pig-reach", {"turns": True}, "turns is a whole number, not True"),
        ("skunk", {"turns": 5.0}, "turns is a whole number, not 5.0"),
        ("swine-herd", {"goal": [100]}, "goal is a whole number, not"),
        ("yahtzee", {"rule": 1}, "rule is a word, not 1"),
        ("hooligan", {"commit": 1}, "commit is true or false, not 1"),
        ("mine", {"toml": 5}, "toml is a word, not 5"),
        ("pig", {"goal": "x" * 10_000}, "goal is a whole number"),
    ],
)
def test_a_rule_of_another_type_is_refused_in_one_line(game: str, rules: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=f"^{said}") as refused:
        make_game(game, rules)
    assert len(str(refused.value)) < 200


def test_games_of_older_journals_are_made_without_the_rules_that_have_gone() -> None:
    assert make_game("yahtzee", {"rule": "forced", "aim": "beat=250"}) == make_game("yahtzee", {})


def test_one_plays_for_points_and_several_stand_up_together() -> None:
    think, skunk = make_game("think", {}), make_game("skunk", {})
    alone, herd = think.begin(1), think.begin(3)
    assert isinstance(alone, SoloPosition)
    assert isinstance(herd, HerdPosition)
    theirs = skunk.begin(3)
    for values in ((5, 6), (6, 6), (1, 4)):
        assert herd.to_json() == theirs.to_json()
        while herd.chooses:
            mine, hers = (game.robot("", None).decide(at) for game, at in ((think, herd), (skunk, theirs)))
            assert mine[0] == hers[0]
            assert mine[1] == hers[1]
            assert mine[1].by_rule
            herd, theirs = herd.after(mine[0]), theirs.after(hers[0])
        herd, theirs = herd.after(ROLL, values), theirs.after(ROLL, values)
    assert herd.round == 1
    assert not think.robot("", None).decide(alone)[1].by_rule


def test_advice_against_others_is_that_of_skunk_and_alone_it_is_exact() -> None:
    think, skunk = find_game("think"), find_game("skunk")
    against = think.advise("20:60 +18 l3 s2")
    assert against == skunk.advise("20:60 +18 l3 s2")
    alone = think.advise("20 +18 l3")
    assert not alone.by_rule
    assert [alone.options[ROLL], alone.options[HOLD]] == [against.options[STAND], against.options[SIT]]


def test_a_robot_that_sits_to_win_says_so() -> None:
    herd = make_game("swine-herd", {"goal": 15})
    robot, position = herd.robot("", None), herd.begin(2).after(ROLL, (5,))
    for face in (6, 6):
        while position.chooses:
            position = position.after(robot.decide(position)[0])
        position = position.after(ROLL, (face,))
    move, decision = robot.decide(position)
    assert move == SIT
    assert english().say(tell_decision(decision, position.tell, OWN)) == (
        "I sit down, because 0 and 17 make 17, which reaches the goal: "
        "counting only points, that brings 17.0 on average, against 17.5 for standing."
    )
