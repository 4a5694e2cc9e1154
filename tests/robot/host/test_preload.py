"""Games that take long to make ready: beside the loop of the table, to be called off, and never over people's heads."""

import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from hardware.panel import Button
from robot.errors import IllegalAnswerError, RefusedError
from robot.games.game import TableGame, Wish
from robot.games.registry import make_game
from robot.host import hosted_game, preload
from robot.host.host import Host, IdlePolicy
from robot.host.status import Phase
from robot.match.events import Announced, Asked, Begun, Decided, Event, Hinted, Thrown
from robot.match.journal import Journal
from robot.match.questions import LEAVE_GAME, ChooseMove, PlainAnswer, Question
from robot.match.seats import GameSetting
from robot.saying import Saying
from solver.action import ROLL
from solver.errors import UnknownNameError
from tests.support.hardware.timed_panel import script
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import At, Script, Sitting, pig
from tests.support.robot.stubs import PushedPanel
from tests.support.robot.waiting import PATIENCE, until

SLOW_GOAL = 77
SIXES = """
name = "sixes"
throws = 1

[[box]]
name = "sixes"
kind = "number"
face = 6
"""
"""A sheet that is worked out in a moment, though by a process."""
LONG_GOAL = 301
"""A goal of which what the robots know is left to a process."""


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let the robots of games to 77 be ready when the event is set, and not before."""
    practise, event = preload.practise, threading.Event()

    def slow(rules: TableGame[Any], players: tuple[str, ...]) -> None:
        if rules.rules.get("goal") == SLOW_GOAL:
            assert event.wait(PATIENCE)
        practise(rules, players)

    monkeypatch.setattr(preload, "practise", slow)
    yield event
    event.set()


class InPlace:
    """A call that is made in the program itself, without the start of a process."""

    def __init__(self, job: Callable[..., None], *args: Any) -> None:
        self.job, self.args = job, args

    def run(self) -> None:
        self.job(*self.args)


class QuietPolicy(IdlePolicy):
    """A policy for which these are quiet hours."""

    def find_refusal(self) -> Saying:
        return Saying("quiet", {"until": "9:00"})


def idle(quick: Sitting[QuickBooth], beat: Callable[[], None] = lambda: None) -> Host:
    host, _ = quick.host(beat=beat)
    host.policy = IdlePolicy()
    return host


def test_the_game_loop_gets_on_while_robots_are_made_ready(quick: Sitting[QuickBooth], ready: threading.Event) -> None:
    beats: list[float] = []
    with idle(quick, lambda: beats.append(time.monotonic())) as host:
        answer = host.begin(pig(goal=SLOW_GOAL))
        wish = host.status.wish
        assert wish
        assert wish.to_json() == {"title": "Pig to 77", "ready": False}
        before = len(beats)
        until(lambda: len(beats) > before + 100)
        assert not answer.done()
        ready.set()
        assert answer.result(PATIENCE)
        until(lambda: quick.of(Begun))
    assert quick.of(Begun)[0].rules["goal"] == SLOW_GOAL
    assert host.status.wish is None


def test_who_waits_chooses_another_game_or_calls_it_off(quick: Sitting[QuickBooth], ready: threading.Event) -> None:
    with idle(quick) as host:
        first = host.begin(pig(goal=SLOW_GOAL))
        again = host.begin(pig(goal=SLOW_GOAL))
        host.forget()
        assert (first.result(PATIENCE), again.result(PATIENCE)) == (False, False)
        assert host.status.wish is None
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Begun))
        ready.set()
    assert {event.rules["goal"] for event in quick.of(Begun)} == {11}


def moves_asked(quick: Sitting[QuickBooth], least: int = 1) -> list[Question]:
    """Return the questions for a move, as soon as there are so many."""

    def ask() -> list[Question]:
        return [event.question for event in quick.of(Asked) if isinstance(event.question.topic, ChooseMove)]

    until(lambda: len(ask()) >= least)
    return ask()


def test_people_throw_at_once_and_get_hints_as_soon_as_they_are_worked_out(
    quick: Sitting[QuickBooth], ready: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_game, "SOON", 0.0)
    with idle(quick) as host:
        assert host.begin(pig("you:Anna", "you:Ben", goal=SLOW_GOAL)).result(PATIENCE)
        first = moves_asked(quick)[0]
        assert first.wishes == {Wish.LEAVE}
        with pytest.raises(IllegalAnswerError, match=r"refused-unready"):
            host.desk.answer(first.number, Wish.HINT)
        ready.set()
        until(lambda: not host.desk.unready)
        host.desk.answer(first.number, ROLL)
        host.desk.answer(moves_asked(quick, 2)[1].number, Wish.HINT)
        until(lambda: quick.of(Hinted))


def test_who_leaves_people_waits_for_the_robot_that_takes_over_if_it_is_not_ready(
    quick: Sitting[QuickBooth], ready: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_game, "SOON", 0.0)
    with idle(quick) as host:
        host.begin(pig("you:Anna", "you:Ben", goal=SLOW_GOAL)).result(PATIENCE)
        host.desk.answer(moves_asked(quick)[0].number, Wish.LEAVE)
        until(lambda: host.desk.question and host.desk.question.topic is LEAVE_GAME)
        assert host.desk.question
        host.desk.answer(host.desk.question.number, PlainAnswer.YES)
        until(lambda: host.status.message)
        assert "Pig to 77" in host.status.to_json()["message"]
        assert not quick.of(Decided)
        ready.set()
        until(lambda: quick.of(Decided))


@pytest.mark.usefixtures("ready")
def test_who_waits_for_a_game_that_may_not_be_begun_any_more_is_told_why(quick: Sitting[QuickBooth]) -> None:
    with idle(quick) as host:
        answer = host.begin(pig(goal=SLOW_GOAL))
        host.policy = QuietPolicy()
        with pytest.raises(RefusedError) as refused:
            answer.result(PATIENCE)
        assert refused.value.saying.key == "quiet"
        host.policy = IdlePolicy()
        assert host.status.wish is None
    assert not quick.of(Begun)


def test_games_called_off_keep_no_other_waiting(quick: Sitting[QuickBooth], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preload, "practise_on_disk", sleep)
    with idle(quick) as host:
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Begun) and host.status.game is None)
        answers = []
        for goal in range(LONG_GOAL, LONG_GOAL + 2 * preload.AT_ONCE):
            answers.append(host.begin(pig(goal=goal)))
            until(active_children)
        assert host.begin(pig(goal=12)).result(PATIENCE), "what is new does not wait for what nobody wants"
        assert [answer.result(PATIENCE) for answer in answers] == [False] * 2 * preload.AT_ONCE
        until(lambda: quick.of(Begun)[1:] and host.status.game is None)
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Begun)[2:] and host.status.game is None)
        until(lambda: not active_children())
        policy = host.policy = Script([pig(goal=12)])
        host.call_when_over(lambda _, left: policy.left.append(left))
        until(lambda: policy.left)
        host.wait()
    assert [event.rules["goal"] for event in quick.of(Begun)] == [11, 12, 11, 12]


@pytest.mark.parametrize("ends", ["left", "closed", "wish"])
def test_work_for_nobody_is_stopped(quick: Sitting[QuickBooth], monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    monkeypatch.setattr(preload, "practise_on_disk", sleep)
    panel = PushedPanel()
    host, policy = quick.host(*[pig(goal=LONG_GOAL)] * (ends != "wish"), panels=[panel])
    if ends == "wish":
        host.policy = IdlePolicy()
    with host:
        answer = host.begin(pig(goal=LONG_GOAL)) if ends == "wish" else None
        until(active_children)
        if ends == "left":
            panel.push(Button.LEAVE)
            host.wait()
            assert policy.left == [True]
    until(lambda: not active_children())
    assert answer is None or answer.result(0) is False
    assert not quick.of(Begun)


def test_what_was_made_before_needs_no_process(quick: Sitting[QuickBooth], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preload, "practise_on_disk", sleep)
    host, policy = quick.host(pig(goal=LONG_GOAL))
    host.know(pig(goal=LONG_GOAL))
    with host:
        host.wait()
    assert policy.left == [False]


@pytest.mark.parametrize("in_place", [True, pytest.param(False, marks=pytest.mark.check)])
def test_a_process_keeps_its_work_or_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_place: bool) -> None:
    if in_place:
        monkeypatch.setattr(preload, "ApartCall", InPlace)
    rules = make_game("sixes", {"toml": SIXES}, tmp_path)
    with monkeypatch.context() as patch:
        if not in_place:  # what is kept is what the process has worked out
            patch.setattr(preload, "practise", lambda *_: None)
        preload.StrategyPreload().make(rules, ("robot",)).result(PATIENCE)
    assert [path.suffix for path in tmp_path.iterdir()] == [".table"]
    preload.practise_on_disk(rules, ("robot:nobody",))  # which is said where that robot is made


@pytest.mark.parametrize(
    ("game", "rules", "players", "long"),
    [
        ("pig", {}, ("you", "robot"), False),
        ("pig", {"goal": 1000}, ("you", "robot"), True),
        ("pig", {}, ("you", "robot", "robot"), True),
        ("hog", {}, ("you", "robot:child"), False),
        ("hog", {"goal": 500}, ("you", "robot"), True),
        ("pig-turns", {}, ("you",), False),
        ("yahtzee", {}, ("you", "robot:child", "robot"), False),
        ("yahtzee", {}, ("you", "robot:win"), True),
        ("yahtzee", {}, ("you:win", "robot"), False),
        ("kniffel", {}, ("you", "robot"), False),
    ],
)
def test_what_takes_long_is_known(game: str, rules: dict[str, Any], players: tuple[str, ...], *, long: bool) -> None:
    assert preload.takes_long(make_game(game, rules), players) is long


def sleep(*_: object) -> None:
    time.sleep(2 * PATIENCE)


def test_a_robot_that_nobody_knows_is_said_in_the_answer(quick: Sitting[QuickBooth]) -> None:
    with idle(quick) as host:
        answer = host.begin(pig("you", "robot:nobody"))
        with pytest.raises(UnknownNameError):
            answer.result(PATIENCE)
        assert host.status.wish is None
    assert not quick.of(Begun)


@pytest.mark.usefixtures("ready")
def test_a_game_that_goes_on_has_its_robots_made_ready_beside_the_loop_too(quick: Sitting[QuickBooth]) -> None:
    with Journal(quick.journal) as journal:
        game = journal.begin("pig", {"goal": SLOW_GOAL}, ("robot", "robot:hold20"), None)
        journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
    beats: list[float] = []
    panel = PushedPanel()
    host, policy = quick.host(GameSetting.of(game), beat=lambda: beats.append(time.monotonic()), panels=[panel])
    with host:
        until(lambda: host.status.message)
        before = len(beats)
        until(lambda: len(beats) > before + 5)
        assert "Pig to 77" in host.status.to_json()["message"]
        panel.push(Button.LEAVE)
        host.wait()
    assert policy.left == [True]
    assert not quick.of(Begun)


def test_people_at_the_table_are_asked_before_a_phone_ends_their_game(quick: Sitting[QuickBooth]) -> None:
    host, policy = quick.host(pig("you", "robot"), panels=[script(quick.booth.clock, (30.0, Button.ROLL))])

    def wish(host: Host, event: Event) -> None:
        if isinstance(event, Begun) and event.rules["goal"] == 12:
            assert host.begin(pig(goal=11)).result(PATIENCE)
        elif isinstance(event, Thrown) and not quick.of(Decided)[1:]:
            assert host.status.wish
            assert host.status.phase is Phase.PLAYING
            host.agree(host.status.wish.number)

    policy.seen = wish
    host.run()
    assert [event.text for event in quick.of(Announced)].count(
        "Somebody wants to begin Pig to 11. Answer on the page, or play on."
    ) == 1
    assert policy.left == [True, False]
    assert quick.booth.clock.now() > 30
    assert [event.rules["goal"] for event in quick.of(Begun)] == [12, 11]


def test_the_table_agrees_to_the_wish_it_has_seen_and_to_no_other(quick: Sitting[QuickBooth]) -> None:
    host, policy = quick.host(pig("you", "robot"))
    numbers: list[int] = []

    def wish(host: Host, event: Event) -> None:
        if isinstance(event, Begun) and event.rules["goal"] == 12:
            for goal in (30, 11):
                assert host.begin(pig(goal=goal)).result(PATIENCE)
                assert host.status.wish
                numbers.append(host.status.wish.number)
            host.agree(numbers[0])

    policy.seen = wish
    host.run()
    assert numbers[0] != numbers[1]
    assert quick.booth.clock.now() >= 60, "nobody at the table has agreed to the second"


def test_a_guest_forgets_no_wish_but_the_one_that_was_seen(quick: Sitting[QuickBooth], ready: threading.Event) -> None:
    with idle(quick) as host:
        answer = host.begin(pig(goal=SLOW_GOAL), near=True)
        assert host.status.wish
        host.agree(host.status.wish.number)
        host.forget(near=False)
        host.forget(host.status.wish.number + 1)
        assert host.status.wish
        assert not answer.done()
        ready.set()
        assert answer.result(PATIENCE)


def test_a_guest_wants_no_game_before_that_of_the_table(quick: Sitting[QuickBooth], ready: threading.Event) -> None:
    with idle(quick) as host:
        tables = host.begin(pig(goal=SLOW_GOAL), near=True)
        with pytest.raises(RefusedError, match=r"Somebody at the table has chosen Pig to 77\. Begin another game"):
            host.begin(pig(goal=11))
        assert not tables.done()
        again = host.begin(pig(goal=SLOW_GOAL), near=True)
        assert tables.result(PATIENCE) is False
        ready.set()
        assert again.result(PATIENCE)
        until(lambda: quick.of(Begun) and host.status.game is None)
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Begun)[1:])
    assert [event.rules["goal"] for event in quick.of(Begun)] == [SLOW_GOAL, 11]


def test_people_are_asked_too_while_it_is_thrown_for_who_begins(quick: Sitting[QuickBooth]) -> None:
    host, policy = quick.host(GameSetting("pig", {"goal": 40}, ("you", "robot"), first="thrown"))

    def wish(host: Host, event: Event) -> None:
        if isinstance(event, Announced) and event.saying.key == "first-wanted":
            assert host.begin(pig(goal=11)).result(PATIENCE)

    policy.seen = wish
    host.run()
    assert [event.rules["goal"] for event in quick.of(Begun)] == [40, 11]
    assert [event.saying.key for event in quick.of(Announced)].count("wish") == 1
    assert policy.left == [True, False]


@pytest.mark.parametrize(("near", "soonest", "latest"), [(True, 0, 30), (False, 60, 120)])
def test_somebody_at_the_table_begins_at_once_and_others_where_nobody_answers(
    quick: Sitting[QuickBooth], soonest: float, latest: float, *, near: bool
) -> None:
    host, policy = quick.host(pig("you", "robot"))

    def wish(host: Host, event: Event) -> None:
        if isinstance(event, Begun) and event.rules["goal"] == 12:
            assert host.begin(pig(goal=11), near=near).result(PATIENCE)

    policy.seen = wish
    host.run()
    assert policy.left == [True, False]
    assert soonest <= quick.booth.clock.now() < latest


def test_who_has_thought_for_long_has_a_minute_to_answer_from_when_they_are_asked(quick: Sitting[QuickBooth]) -> None:
    clock = quick.booth.clock
    asked: list[float] = []

    def wish() -> None:
        if clock.now() >= 200 and not asked:
            asked.append(clock.now())
            assert host.begin(pig(goal=11)).result(PATIENCE)

    host, policy = quick.host(pig("you", "robot"), beat=wish)
    host.run()
    assert policy.left == [True, False]
    assert asked[0] + 60 <= clock.now() < asked[0] + 120


def test_a_game_that_is_wanted_begins_when_the_one_that_is_on_is_over(quick: Sitting[QuickBooth]) -> None:
    presses = [(1.0, Button.ROLL), (5.0, Button.ROLL), (9.0, Button.ROLL), (13.0, Button.HOLD)]
    host, policy = quick.host(pig("you", "robot"), panels=[script(quick.booth.clock, *presses)])
    policy.seen = At({1: lambda host: host.begin(pig(goal=11)).result(PATIENCE)})
    host.run()
    assert policy.left == [False, False]
    assert [event.rules["goal"] for event in quick.of(Begun)] == [12, 11]
