"""What the robot says to people beside the game."""

import random
from itertools import pairwise

import pytest

from robot.games.named_moves import HOLD, ROLL
from robot.games.registry import make_game
from robot.language import Language, languages
from robot.language.language import places
from robot.match.banter import LINES, Banter, Situation, is_close
from robot.match.events import Announced, Begun, Ended, Event, Left
from robot.match.moments import MomentKind, moment_of
from robot.match.narration import Narration, Weight
from robot.table.about import About
from tests.support.robot.moves import Step, events

HELD: list[Step] = [(ROLL, (6,)), (HOLD, ())]


def begun(*people: bool, throws: int = 0, game: str = "pig") -> Begun:
    made = make_game(game, {})
    names = tuple(f"you:{seat}" if person else "robot" for seat, person in enumerate(people))
    return Begun(game, made.title, {}, names, people, made.begin(len(people)), throws, None)


def ended(*, by: int) -> Ended:
    turn: list[Step] = [(ROLL, (2,)), (HOLD, ())]
    *_, last = events("pig", [*(turn if by else ()), (ROLL, (6,)), (HOLD, ())], goal=6)
    return Ended(("A", "B"), 1, last.position)


def said(*heard: Event, quiet: bool = False) -> list[Situation]:
    """Return the situations of what is said of these events."""
    told: list[Announced] = []
    banter = Banter(told.append, random.Random(1), quiet=quiet)
    for event in heard:
        banter.hear(event)
    assert all(one.about is About.TALK for one in told)
    return [Situation(one.saying.key.removeprefix("talk-").rpartition("-")[0]) for one in told]


def test_a_person_is_greeted_and_congratulated_and_a_robot_s_win_is_told() -> None:
    assert said(begun(True, False), ended(by=0)) == [Situation.HELLO, Situation.LOST]
    assert said(begun(True, False), ended(by=1)) == [Situation.HELLO, Situation.WON]
    assert said(begun(True, False, throws=3)) == [], "it has greeted them before"
    assert said(begun(True, False), ended(by=0), quiet=True) == []


@pytest.mark.parametrize("people", [(True, True), (False, False)])
def test_people_alone_and_robots_alone_are_told_nothing(people: tuple[bool, ...]) -> None:
    *_, bust = events("pig", [*HELD, *HELD, *HELD, (ROLL, (6,)), (ROLL, (1,))])
    assert said(begun(*people), bust, ended(by=0)) == []


def test_who_leaves_is_bidden_farewell_and_who_has_gone_when_the_robot_plays_by_itself() -> None:
    assert said(begun(True, False), Left(0, "Ann"), ended(by=0)) == [Situation.HELLO, Situation.GOODBYE]
    assert said(begun(True, False), ended(by=0), begun(False, False), begun(False, False))[2:] == [Situation.GOODBYE]


def test_bad_luck_of_a_person_is_teased_and_good_luck_of_a_robot_admitted_but_not_at_each_throw() -> None:
    heard = events("pig", [*HELD, *HELD, *HELD, (ROLL, (6,)), (ROLL, (6,)), (HOLD, ()), (ROLL, (6,)), (ROLL, (1,))])
    kinds = [moment.kind for event in heard if (moment := moment_of(event))]
    assert kinds.count(MomentKind.BUST) == 1
    assert said(begun(True, False), *heard)[1:] == [Situation.GOOD_LUCK]
    alone = [event for event in heard if (moment := moment_of(event)) is None or moment.kind is MomentKind.BUST]
    assert said(begun(True, False), *alone)[1:] == [Situation.BAD_LUCK]
    assert said(begun(False, True), *alone)[1:] == [], "its own bust is no good luck"


def test_a_race_is_close_once_where_both_are_near_the_goal() -> None:
    near = events("pig", [*HELD * 8], goal=30)
    assert [is_close(event.position.view()) for event in near[1::2]] == [False] * 7 + [True]
    assert said(begun(True, False), *near)[1:].count(Situation.CLOSE) == 1
    assert not is_close(make_game("yahtzee", {}).begin(2).view())
    assert not is_close(make_game("midnight", {}).begin(2).view()), "nobody knows how near its end is"


def test_no_line_follows_itself_and_every_line_comes() -> None:
    told: list[str] = []
    banter = Banter(lambda line: told.append(line.saying.key), random.Random(2))
    for _ in range(50):
        banter.hear(begun(True, False))
    assert all(line != after for line, after in pairwise(told))
    assert set(told) == {f"talk-hello-{line}" for line in range(1, LINES + 1)}


@pytest.mark.parametrize("name", languages())
def test_every_line_is_said_in_every_language_and_is_dropped_where_much_waits(name: str) -> None:
    keys = [f"talk-{situation}-{line}" for situation in Situation for line in range(1, LINES + 1)]
    assert {*keys} <= places(Language(name).files).keys()
    told: list[Announced] = []
    Banter(told.append, random.Random(3)).hear(begun(True, False))
    assert [one.weight for one in Narration().tell(told[0])] == [Weight.ASIDE]
