"""Chances beside the game: prepared by a process of its own, and weighed for what was heard meanwhile."""

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from robot.games.registry import make_game
from robot.match.events import Read
from robot.web.game.win_chances import LiveWinChances
from solver.action import ROLL
from tests.support.robot.stubs import make_begun
from tests.support.robot.waiting import PATIENCE
from tests.support.solver.acts import keep

OWN = """
name = "quick"
throws = 2
[[box]]
name = "sixes"
kind = "number"
face = 6
[[box]]
name = "all"
kind = "chance"
"""
PIG, QUICK = make_game("pig", {"goal": 20}), make_game("quick", {"toml": OWN})


@pytest.fixture
def changes() -> threading.Semaphore:
    return threading.Semaphore(0)


@pytest.fixture
def judge(tmp_path: Path, changes: threading.Semaphore) -> Iterator[LiveWinChances]:
    with closing(LiveWinChances(tmp_path, changes.release)) as one:
        yield one


def test_chances_are_prepared_once_and_those_of_what_was_heard_meanwhile_follow(
    judge: LiveWinChances, tmp_path: Path, changes: threading.Semaphore
) -> None:
    event = make_begun(QUICK, "A", "B")
    throw = keep(wells=())
    thrown = event.position.after(throw, (6, 6, 6, 6, 1))
    judge.hear(event)
    judge.hear(Read(1, event.position, throw, (6, 6, 6, 6, 1), thrown))
    assert changes.acquire(timeout=PATIENCE)
    assert changes.acquire(timeout=PATIENCE)
    first, second = judge.chances((event.position, thrown))
    assert judge.note == "estimated"
    assert first == pytest.approx((0.5, 0.5))
    assert second is not None
    assert second[0] > 0.8
    assert list(tmp_path.glob("*.outlook"))


def test_chances_of_races_are_exact_without_preparation(judge: LiveWinChances, changes: threading.Semaphore) -> None:
    event = make_begun(PIG, "A", "B")
    judge.hear(event)
    assert changes.acquire(timeout=PATIENCE)
    assert not judge.note
    (chances,) = judge.chances((event.position,))
    assert chances is not None
    assert sum(chances) == pytest.approx(1.0)


def test_chances_of_several_are_told_to_be_approximate_where_they_are(
    tmp_path: Path, changes: threading.Semaphore
) -> None:
    for name, players, note in (("kingdom-come", 3, "approximate"), ("pig", 3, ""), ("pig", 4, "approximate")):
        judge = LiveWinChances(tmp_path, changes.release)
        try:
            game = make_game(name, {"goal": 300 if name == "kingdom-come" else 10})
            judge.hear(make_begun(game, *"ABCD"[:players]))
            assert changes.acquire(timeout=PATIENCE)
            assert judge.note == note
        finally:
            judge.close()


def here(work: Callable[..., None], *given: object) -> SimpleNamespace:
    """Return a call that is made in this process, which spares the start of another."""
    return SimpleNamespace(run=lambda: work(*given), stop=lambda: None)


def test_what_was_heard_of_another_game_is_not_weighed_in_the_next_one(
    judge: LiveWinChances, changes: threading.Semaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.web.game.win_chances.ApartCall", here)
    first, second = make_begun(PIG, "A", "B"), make_begun(QUICK, "A", "B")
    judge.hear(first)
    assert changes.acquire(timeout=PATIENCE)
    judge.hear(second)
    assert changes.acquire(timeout=PATIENCE)
    (chances,) = judge.chances((second.position,))
    assert chances == pytest.approx((0.5, 0.5))
    assert judge.chances((first.position,)) == [None]


def test_a_game_that_goes_on_has_chances_of_what_led_there(judge: LiveWinChances, changes: threading.Semaphore) -> None:
    event = make_begun(PIG, "A", "B")
    before = event.position.after(ROLL, (5,))
    judge.hear(replace(event, trail=(before,)))
    assert changes.acquire(timeout=PATIENCE)
    assert changes.acquire(timeout=PATIENCE)
    assert None not in judge.chances((before, event.position))


def test_a_judge_who_is_closed_stops_what_is_prepared(tmp_path: Path) -> None:
    judge, others = LiveWinChances(tmp_path), {*multiprocessing.active_children()}
    judge.hear(make_begun(make_game("yahtzee", {}), "A", "B"))
    while not (children := {*multiprocessing.active_children()} - others):
        threading.Event().wait(0.01)
    judge.close()
    (child,) = children
    child.join(PATIENCE)
    assert child.exitcode != 0
    assert not list(tmp_path.glob("*.outlook"))
