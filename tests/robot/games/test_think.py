"""THINK alone, by exact points, and for several, by the rules and the rule of thumb of Skunk."""

from robot.games.pig.simultaneous import HerdPosition
from robot.games.pig.single_player import SoloPosition
from robot.games.reasons import OWN, tell_decision
from robot.games.registry import make_game
from robot.language import english
from solver.action import HOLD, ROLL, SIT, STAND
from solver.games import find_game


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
    assert english().say(tell_decision(decision, position.doing, OWN)) == (
        "I sit down, because 0 and 17 make 17, which reaches the goal: "
        "counting only points, that brings 17.0 on average, against 17.5 for standing."
    )
