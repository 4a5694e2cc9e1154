"""Summaries of past games: each is made once, however many ask for it, and again when the game goes on."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from robot.errors import BUSY, JournalError, RobotError
from robot.match.journal import Journal
from robot.review.summary import GameSummary
from robot.review.summary_cache import MOST_WAITING, SummaryCache, await_shared
from tests.support.robot.waiting import PATIENCE

PHONES = 60


@dataclass
class CountingReviewer:
    """Looks back on games, as soon as it may, and counts."""

    looked: list[int] = field(default_factory=list)
    at_once: list[int] = field(default_factory=list)
    may: threading.Event = field(default_factory=threading.Event)
    _busy: int = 0

    def look(self, _: Journal, number: int, __: Path, *, wins: bool) -> Any:
        assert not wins
        self._busy += 1
        self.at_once.append(self._busy)
        self.may.wait(PATIENCE)
        self.looked.append(number)
        self._busy -= 1
        return SimpleNamespace(number=number)


@pytest.fixture
def reviewer() -> CountingReviewer:
    return CountingReviewer()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Return a journal with twenty games."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        for _ in range(20):
            journal.begin("pig", {"goal": 20}, ("you", "robot"), None)
        yield journal


@pytest.fixture
def cache(tmp_path: Path, journal: Journal, reviewer: CountingReviewer) -> Iterator[SummaryCache]:  # noqa: ARG001
    cache = SummaryCache(tmp_path / "journal.sqlite", tmp_path / "cache", reviewer.look)
    yield cache
    reviewer.may.set()
    cache.close()


def number_of(answer: "Future[GameSummary]") -> int:
    found: Any = answer.result(PATIENCE)
    return int(found.number)


def test_sixty_phones_that_ask_at_once_cost_one_review(cache: SummaryCache, reviewer: CountingReviewer) -> None:
    with ThreadPoolExecutor(PHONES) as phones:
        answers = list(phones.map(lambda _: cache.summary(1), range(PHONES)))
        reviewer.may.set()
        assert {number_of(answer) for answer in answers} == {1}
    assert [number_of(cache.summary(1)) for _ in range(PHONES)] == [1] * PHONES
    assert reviewer.looked == [1]


def test_of_different_games_one_is_reviewed_at_a_time_and_too_many_are_refused(
    cache: SummaryCache, reviewer: CountingReviewer
) -> None:
    asked = [cache.summary(number) for number in range(1, MOST_WAITING + 1)]
    with pytest.raises(RobotError, match="again in a minute") as busy:
        cache.summary(MOST_WAITING + 1).result()
    assert busy.value.message_key == BUSY
    assert cache.summary(1) is asked[0], "who asks for what is made already waits with the others"
    reviewer.may.set()
    assert [number_of(one) for one in asked] == [*range(1, MOST_WAITING + 1)]
    assert set(reviewer.at_once) == {1}
    assert number_of(cache.summary(MOST_WAITING + 1)) == MOST_WAITING + 1


def test_a_game_is_reviewed_again_when_it_has_gone_on(
    cache: SummaryCache, reviewer: CountingReviewer, journal: Journal
) -> None:
    reviewer.may.set()
    game = journal.game(2)
    for _ in range(2):
        cache.summary(2).result(PATIENCE)
    assert reviewer.looked == [2]
    journal.write(game, "booking", action="hold")
    cache.summary(2).result(PATIENCE)
    journal.end(game, [0])
    for _ in range(2):
        cache.summary(2).result(PATIENCE)
    assert reviewer.looked == [2, 2, 2]


def test_a_game_that_is_not_there_is_named_and_so_is_a_number_that_no_game_can_have(cache: SummaryCache) -> None:
    for number in (21, 0, 10**30):
        with pytest.raises(JournalError, match=f"no game {number}"):
            cache.summary(number).result(PATIENCE)


def test_what_is_kept_is_bounded(tmp_path: Path, reviewer: CountingReviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.review.summary_cache.MOST_KEPT", 6)
    cache = SummaryCache(tmp_path / "journal.sqlite", tmp_path / "cache", reviewer.look)
    reviewer.may.set()
    with Journal(tmp_path / "journal.sqlite") as journal:
        for number in [journal.begin("pig", {"goal": 20}, ("you", "robot"), None).id for _ in range(7)] + [1, 7]:
            cache.summary(number).result(PATIENCE)
    cache.close()
    assert reviewer.looked == [1, 2, 3, 4, 5, 6, 7, 1]


def test_who_goes_away_takes_the_answer_from_nobody() -> None:
    async def wait() -> str:
        answer: Future[str] = Future()
        impatient, patient = asyncio.create_task(await_shared(answer)), asyncio.create_task(await_shared(answer))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.sleep(0)
        answer.set_result("at last")
        return await patient

    with ThreadPoolExecutor(1) as aside:  # in this thread a browser's loop may be running
        assert aside.submit(asyncio.run, wait()).result(PATIENCE) == "at last"
