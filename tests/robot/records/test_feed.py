"""The feed says what the journal holds, in order and once, and never keeps a game waiting."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from robot.config import Config, Folders
from robot.match.journal import Journal
from robot.match.seats import GameSetting
from robot.records import feed as records_feed
from robot.records.export import json_lines
from robot.records.feed import Feed
from robot.web.addresses import Place
from robot.web.site import Site
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import ROBOTS, At, Sitting, pig
from tests.support.robot.journaled import play
from tests.support.robot.waiting import until


def told(feed: Feed, position: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line.text) for line in feed.after(position)[0]]


def last_id(feed: Feed) -> str:
    return next((line.id for line in reversed(feed.after(0)[0])), "")


def exported(path: Path) -> list[dict[str, Any]]:
    with Journal(path) as journal:
        return [json.loads(line) for line in json_lines(journal)]


@contextmanager
def feeding(path: Path) -> Iterator[Feed]:
    feed = Feed(path, lambda: None)
    yield feed
    feed.close()


def host_with_feed(folder: Path, *settings: GameSetting, seen: Any = None) -> tuple[Feed, Path]:
    """Play these games at a served table; return its feed, which has been read to its end."""
    path = Folders(folder, folder, folder).journal
    host, _ = Sitting(QuickBooth(), path).host(*settings, seen=seen)
    site = Site(host, Folders(folder, folder, folder), Config(), Place("127.0.0.1", 0))
    host.run()
    site.close()
    return site.feed, path


def test_each_game_is_its_beginning_its_entries_as_they_are_exported_and_its_end(tmp_path: Path) -> None:
    thrown = GameSetting("pig", {"goal": 12}, ROBOTS, first="thrown")
    feed, path = host_with_feed(tmp_path, pig(), thrown)
    lines, journal = told(feed), exported(path)
    for number in (1, 2):
        (game,) = (line for line in journal if line["game"] == number and line["kind"] == "game")
        entries = [line for line in journal if line["game"] == number and line["kind"] != "game"]
        mine = [line for line in lines if line["game"] == number]
        assert [line for line in mine if line["kind"] != "game"][1:] == entries[1:]
        first = mine[0]["first"]
        assert mine[0] == game | {"ended": None, "winners": None, "first": first}
        assert mine[-1] == game
        assert {"intention", "reading", "booking"} <= {line["kind"] for line in mine}
    assert [line["kind"] for line in lines].count("game") in {4, 5}, "once more where the dice have said who begins"


def test_a_game_that_is_left_ends_without_a_winner(tmp_path: Path) -> None:
    feed, _ = host_with_feed(tmp_path, pig(goal=100), seen=At({2: lambda host: host.end()}))
    last = told(feed)[-1]
    assert (last["kind"], last["winners"]) == ("game", [])
    assert last_id(feed) == "1.end"


def test_who_begins_is_told_again_as_soon_as_the_dice_have_said_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, feeding(path) as feed:
        game = journal.begin("pig", {"goal": 20}, ("you:Anna", "robot"), None, None)
        journal.write(game, "sitting")
        feed.stir(game.id)
        until(lambda: len(told(feed)) == 2)
        for player, value in enumerate((2, 5)):
            journal.write(game, "first", player=player, value=value)
        journal.settle_first(game, 1)
        journal.write(game, "intention", 1, wells=[2], action="roll", keep={})
        feed.stir(game.id)
        until(lambda: len(told(feed)) == 6)
    assert [line["first"] for line in told(feed) if line["kind"] == "game"] == [None, 2]
    assert [line["seat"] for line in told(feed) if line["kind"] in {"first", "intention"}] == [1, 2, 2]


def test_whoever_comes_back_gets_what_came_meanwhile_and_others_the_newest_game(tmp_path: Path) -> None:
    feed, _ = host_with_feed(tmp_path, pig(), pig())
    lines, end = feed.after(0)
    assert len({line.id for line in lines}) == len(lines), "each has an id of its own"
    for number in (0, 3, len(lines) - 2):
        assert feed.after(feed.place(lines[number].id)) == (lines[number + 1 :], end)
    assert feed.after(feed.place(lines[-1].id)) == ((), end)
    newest = [line.id for line in lines].index("2.0")
    for unknown in ("", "7.3", "nonsense"):
        assert feed.place(unknown) == newest


def test_without_a_game_there_is_nothing_to_tell(tmp_path: Path) -> None:
    feed, _ = host_with_feed(tmp_path)
    assert feed.after(feed.place("")) == ((), 0)


def test_lines_are_dropped_of_earlier_games_and_not_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records_feed, "KEPT", 5)
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, feeding(path) as feed:
        for number in (1, 2, 3):
            feed.stir(play(journal, random.Random(number)).id)
        until(lambda: last_id(feed) == "3.end")
        late = told(feed)
        assert {line["game"] for line in late} == {3}, "who is too late gets the newest game"
        assert len(late) > 5
        assert late == told(feed, feed.place(""))


def test_a_journal_that_fails_for_a_time_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, feeding(path) as feed:
        feed.stir(99)  # there is no such game
        game = play(journal, random.Random(1))
        feed.stir(game.id)
        until(lambda: last_id(feed) == "1.end")
        assert [line["number"] for line in told(feed) if "number" in line] == [
            number for number, _, _ in journal.history(game)
        ]


def test_a_game_does_not_wait_for_the_feed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Feed, "_run", lambda _: None)
    feed, path = host_with_feed(tmp_path, pig())
    assert exported(path)[0]["winners"]
    assert told(feed) == []
