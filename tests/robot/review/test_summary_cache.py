"""Summaries and pictures of past games: each is made once, however many ask for it, and again when the game goes on."""

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
from robot.language import Language, english
from robot.match.journal import Journal
from robot.review.summary_cache import MOST_WAITING, SummaryCache, await_shared
from tests.support.robot.waiting import PATIENCE

PHONES = 60


@dataclass
class CountingArtist:
    """Looks back on games and draws them, as soon as it may, and counts both."""

    looked: list[int] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    at_once: list[int] = field(default_factory=list)
    may: threading.Event = field(default_factory=threading.Event)
    _busy: int = 0

    def look(self, _: Journal, number: int, __: Path, *, wins: bool) -> Any:
        assert not wins
        self.looked.append(number)
        return SimpleNamespace(number=number)

    def draw(self, after: Any, language: Language, *, narrow: bool, dark: bool) -> bytes:
        self._busy += 1
        self.at_once.append(self._busy)
        self.may.wait(PATIENCE)
        self.drawn.append(f"{after.number} {language.name}{' narrow' * narrow}{' dark' * dark}")
        self._busy -= 1
        return f"picture of {after.number}".encode()


@pytest.fixture
def artist() -> CountingArtist:
    return CountingArtist()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Return a journal with twenty games."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        for _ in range(20):
            journal.begin("pig", {"goal": 20}, ("you", "robot"), None)
        yield journal


@pytest.fixture
def cache(tmp_path: Path, journal: Journal, artist: CountingArtist) -> Iterator[SummaryCache]:  # noqa: ARG001
    cache = SummaryCache(tmp_path / "journal.sqlite", tmp_path / "cache", artist.look, artist.draw)
    yield cache
    artist.may.set()
    cache.close()


def test_sixty_phones_that_ask_at_once_cost_one_drawing(cache: SummaryCache, artist: CountingArtist) -> None:
    with ThreadPoolExecutor(PHONES) as phones:
        answers = list(phones.map(lambda _: cache.picture(1, english()), range(PHONES)))
        artist.may.set()
        assert {answer.result(PATIENCE) for answer in answers} == {b"picture of 1"}
    assert [cache.picture(1, english()).result(PATIENCE) for _ in range(PHONES)] == [b"picture of 1"] * PHONES
    assert (artist.looked, artist.drawn) == ([1], ["1 en"])


def test_of_different_games_one_is_drawn_at_a_time_and_too_many_are_refused(
    cache: SummaryCache, artist: CountingArtist
) -> None:
    asked = [cache.picture(number, english()) for number in range(1, MOST_WAITING + 1)]
    with pytest.raises(RobotError, match="again in a minute") as busy:
        cache.picture(MOST_WAITING + 1, english())
    assert busy.value.message_key == BUSY
    assert cache.picture(1, english()) is asked[0], "who asks for what is made already waits with the others"
    artist.may.set()
    assert [one.result(PATIENCE) for one in asked] == [f"picture of {number}".encode() for number in range(1, 17)]
    assert set(artist.at_once) == {1}
    assert cache.picture(MOST_WAITING + 1, english()).result(PATIENCE)


def test_a_picture_is_drawn_again_when_its_game_has_gone_on_and_in_another_language(
    cache: SummaryCache, artist: CountingArtist, journal: Journal
) -> None:
    artist.may.set()
    game = journal.game(2)
    cache.picture(2, english()).result(PATIENCE)
    cache.picture(2, Language("de")).result(PATIENCE)
    cache.picture(2, english(), narrow=True).result(PATIENCE)
    assert (artist.looked, artist.drawn) == ([2], ["2 en", "2 de", "2 en narrow"])
    cache.picture(2, english(), narrow=True, dark=True).result(PATIENCE)
    assert artist.drawn.pop() == "2 en narrow dark"
    journal.write(game, "booking", action="hold")
    cache.picture(2, english()).result(PATIENCE)
    journal.end(game, [0])
    cache.summary(2).result(PATIENCE)
    cache.picture(2, english()).result(PATIENCE)
    assert artist.looked == [2, 2, 2]
    assert artist.drawn == ["2 en", "2 de", "2 en narrow", "2 en", "2 en"]


def test_a_game_that_is_not_there_is_named_and_so_is_a_number_that_no_game_can_have(cache: SummaryCache) -> None:
    for number in (21, 0, 10**30):
        with pytest.raises(JournalError, match=f"no game {number}"):
            cache.picture(number, english()).result(PATIENCE)


def test_what_is_kept_is_bounded(cache: SummaryCache, artist: CountingArtist, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.review.summary_cache.MOST_KEPT", 6)
    artist.may.set()
    for number in range(1, 21):
        cache.picture(number, english()).result(PATIENCE)
    assert len(cache._kept) == 6
    cache.picture(1, english()).result(PATIENCE)
    assert artist.drawn.count("1 en") == 2


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
