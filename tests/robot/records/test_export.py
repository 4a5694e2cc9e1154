"""The journal for people and other programs: statistics, JSON Lines, and the feed."""

import json
import random
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from robot.match.journal import Journal, JournalGame
from robot.match.seats import GameSetting
from robot.records import feed as records_feed
from robot.records.feed import Feed
from robot.records.log_json import json_lines
from robot.table.table import Observer
from robot.web.addresses import Place
from robot.web.site import Site
from tests.support.robot import journaled
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import ROBOTS, At, Sitting, folders_in, pig
from tests.support.robot.stubs import DrawnTable
from tests.support.robot.waiting import until


def play_drawn(
    journal: Journal, game: str, seats: tuple[str, ...], first: int | None = 0
) -> tuple[JournalGame, list[int]]:
    """Play a game; return it and every die that was thrown."""
    table = Counting(random.Random(5))
    rules = {"goal": 30} if game == "pig" else {}
    return journaled.play_drawn(journal, game, seats, rules, first=first, table=table), table.really


@dataclass
class Counting(DrawnTable):
    """A table that counts the dice that really fell."""

    really: list[int] = field(default_factory=list)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        values = super().throw(wells, keep, observer)
        self.really += [value for well, value in zip(wells, values, strict=True) if well not in keep]
        return values


def stats(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    capsys.readouterr()
    assert main(["stats", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert isinstance(printed, dict)
    return printed


def tell(feed: Feed, position: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line.text) for line in feed.after(position)[0]]


def last_id(feed: Feed) -> str:
    return next((line.id for line in reversed(feed.after(0)[0])), "")


def export(path: Path) -> list[dict[str, Any]]:
    with Journal(path) as journal:
        return [json.loads(line) for line in json_lines(journal)]


@contextmanager
def open_feed(path: Path) -> Iterator[Feed]:
    feed = Feed(path, lambda: None)
    yield feed
    feed.close()


def host_with_feed(folder: Path, *settings: GameSetting, seen: Any = None) -> tuple[Feed, Path]:
    """Play these games at a served table; return its feed, which has been read to its end."""
    path = folders_in(folder).journal
    host, _ = Sitting(QuickBooth(), folder).host(*settings, seen=seen)
    site = Site(host, folders_in(folder), Place("127.0.0.1", 0))
    host.run()
    site.close()
    return site.feed, path


@pytest.mark.usefixtures("journal")
def test_an_empty_journal_has_statistics_too(capsys: pytest.CaptureFixture[str]) -> None:
    printed = stats(capsys)
    assert (printed["games"], printed["throws"], printed["players"]) == (0, 0, [])
    assert main(["stats"]) == 0
    assert "0 games" in capsys.readouterr().out
    assert main(["data", "export"]) == 0
    assert capsys.readouterr().out == ""


def test_statistics_count_every_die_once(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    first, dice = play_drawn(journal, "pig", ("you:Anna", "robot"))
    second, more = play_drawn(journal, "yahtzee", ("you:Anna", "you:Ben", "robot"))
    open_game = journal.begin("pig", {"goal": 30}, ("you:Anna", "robot"), None)
    journal.write(open_game, "intention", 1, wells=[2], action="roll", keep={})
    journal.write(open_game, "void", 1, reason="reset")
    printed = stats(capsys)
    assert (printed["games"], printed["finished"], printed["void"]) == (3, 2, 1)
    counted = Counter(dice + more)
    assert printed["faces"] == {str(face): counted[face] for face in range(1, 7)}
    readings = sum(entry.kind == "reading" for game in (first, second) for entry in journal.log(game))
    assert printed["throws"] == readings
    assert printed["played"] == {"pig": 2, "yahtzee": 1}
    players = {(one["name"], one["game"]): one for one in printed["players"]}  # type: ignore[attr-defined]
    anna = players["Anna", "pig"]
    assert (anna["games"], anna["finished"]) == (2, 1)
    assert sum(one["won"] for one in players.values()) == len(first.winners or ()) + len(second.winners or ())
    assert players["Ben", "yahtzee"]["best"] == players["Ben", "yahtzee"]["mean"]
    winners = [game.players[seat].startswith("you") for game in (first, second) for seat in game.winners or ()]
    assert printed["people_won"] == sum(winners)
    assert printed["robots_won"] == len(winners) - sum(winners)
    assert main(["stats"]) == 0
    totals, *lines = capsys.readouterr().out.splitlines()
    assert totals.startswith("3 games, 2 finished, 0 abandoned, 1 unfinished; won by people")
    line = next(line for line in lines if line.startswith("Anna, pig: "))
    assert line.endswith(f"{anna['won']} won of 1 finished, 0 abandoned, 1 unfinished"), "a race has no best points"
    assert any(line.startswith("Robot, pig: ") for line in lines)


def test_a_game_that_was_left_is_not_finished_a_miss_is(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    played, _ = play_drawn(journal, "pig", ("you:Anna", "robot"))
    left = journal.begin("pig", played.rules, played.players, None)
    for entry in journal.log(played)[:9]:
        journal.write(left, entry.kind, entry.throw, **entry.data)
    missed = journal.begin("pig-reach", {"goal": 100, "turns": 1}, ("you:Anna",), None)
    journal.write(missed, "intention", 1, wells=[2], action="roll", keep={})
    journal.write(missed, "reading", 1, values=[1])
    unknown = journal.begin("lost-game", {}, ("you:Anna",), None)
    journal.write(unknown, "intention", 1, wells=[2], action="roll", keep={})
    journal.write(unknown, "reading", 1, values=[2])
    for game in (left, missed, unknown):
        journal.end(game, ())
    printed = stats(capsys)
    assert (printed["games"], printed["finished"], printed["left"]) == (4, 2, 2)
    players = {(one["name"], one["game"]): one for one in printed["players"]}  # type: ignore[attr-defined]
    anna, reach = players["Anna", "pig"], players["Anna", "pig-reach"]
    assert (anna["games"], anna["finished"], anna["left"]) == (2, 1, 1)
    assert anna["best"] is anna["mean"] is None, "points on the way to different goals do not compare"
    assert (reach["finished"], reach["left"], reach["won"]) == (1, 0, 0)
    assert main(["stats"]) == 0
    assert "4 games, 2 finished, 2 abandoned;" in capsys.readouterr().out


@pytest.mark.parametrize("first", [0, 1, 2, None])
def test_entries_are_of_their_player(journal: Journal, capsys: pytest.CaptureFixture[str], first: int | None) -> None:
    game, _ = play_drawn(journal, "pig", ("you:Anna", "you:Ben", "robot"), first)
    begins = game.first
    assert begins is not None
    open_game = journal.begin("pig", game.rules, game.players, 1, begins)
    journal.write(open_game, "leave", seat=0)
    capsys.readouterr()
    assert main(["data", "export"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["first"] for line in lines if line["kind"] == "game"] == [begins + 1] * 2
    entries = [line for line in lines if line["kind"] not in {"game", "sitting"}]
    left = entries.pop()
    assert (left["kind"], left["seat"]) == ("leave", begins + 1)
    thrown_for = [line for line in entries if line["kind"] == "first"]
    assert [line["seat"] for line in thrown_for[:3]] == ([1, 2, 3] if first is None else [])
    assert all(line["value"] in range(1, 7) for line in thrown_for)
    assert entries[len(thrown_for)]["seat"] == begins + 1
    assert [entries[-1]["seat"]] == [seat + 1 for seat in game.winners or ()]


def test_a_game_that_nobody_can_make_is_exported_too(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    game = journal.begin("lost-game", {}, ("you", "robot"), None)
    journal.write(game, "intention", 1, wells=[1], action="roll", keep={})
    journal.write(game, "reading", 1, values=[6])
    journal.end(game, (0,))
    printed = stats(capsys)
    assert printed["faces"] == {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0, "6": 1}
    assert main(["data", "export"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1]["seat"] is None


def test_names_of_an_old_journal_are_no_commands_anywhere(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    play_drawn(journal, "pig", ("hand:\r\t=1+1", "you:\x1b[2JEve\r\n\u202e\u2028", "you:\udc9b@SUM"), None)
    found = {}
    for verb in ("stats", "data export", "review --points", "review --json --points"):
        assert main(verb.split()) == 0
        found[verb] = capsys.readouterr().out
    for verb, text in found.items():
        assert not [letter for letter in text if unicodedata.category(letter)[0] == "C" and letter != "\n"], verb
        assert "\\u001b" not in text
    game = json.loads(found["data export"].splitlines()[0])
    assert game["players"] == ["=1+1", "[2JEve", "@SUM"]


def test_each_game_is_its_beginning_its_entries_as_they_are_exported_and_its_end(tmp_path: Path) -> None:
    thrown = GameSetting("pig", {"goal": 12}, ROBOTS, first="thrown")
    feed, path = host_with_feed(tmp_path, pig(), thrown)
    lines, journal = tell(feed), export(path)
    for number in (1, 2):
        (game,) = (line for line in journal if line["game"] == number and line["kind"] == "game")
        entries = [line for line in journal if line["game"] == number and line["kind"] != "game"]
        mine = [line for line in lines if line["game"] == number]
        assert [line for line in mine if line["kind"] != "game"][1:] == entries[1:]
        first = mine[0]["first"]
        assert game.pop("line").startswith("pig goal=12 0:0 | ")
        assert mine[0] == game | {"ended": None, "winners": None, "first": first}
        assert mine[-1] == game
        assert {"intention", "reading", "booking"} <= {line["kind"] for line in mine}
    assert [line["kind"] for line in lines].count("game") in {4, 5}, "once more where the dice have said who begins"


def test_a_game_that_is_left_ends_without_a_winner(tmp_path: Path) -> None:
    feed, _ = host_with_feed(tmp_path, pig(goal=100), seen=At({2: lambda host: host.end()}))
    last = tell(feed)[-1]
    assert (last["kind"], last["winners"]) == ("game", [])
    assert last_id(feed) == "1.end"


def test_who_begins_is_told_again_as_soon_as_the_dice_have_said_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, open_feed(path) as feed:
        game = journal.begin("pig", {"goal": 20}, ("you:Anna", "robot"), None, None)
        journal.write(game, "sitting")
        feed.stir(game.id)
        until(lambda: len(tell(feed)) == 2)
        for player, value in enumerate((2, 5)):
            journal.write(game, "first", player=player, value=value)
        journal.settle_first(game, 1)
        journal.write(game, "intention", 1, wells=[2], action="roll", keep={})
        feed.stir(game.id)
        until(lambda: len(tell(feed)) == 6)
    assert [line["first"] for line in tell(feed) if line["kind"] == "game"] == [None, 2]
    assert [line["seat"] for line in tell(feed) if line["kind"] in {"first", "intention"}] == [1, 2, 2]


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
    with Journal(path) as journal, open_feed(path) as feed:
        for number in (1, 2, 3):
            feed.stir(journaled.play(journal, random.Random(number)).id)
        until(lambda: last_id(feed) == "3.end")
        late = tell(feed)
        assert {line["game"] for line in late} == {3}, "who is too late gets the newest game"
        assert len(late) > 5
        assert late == tell(feed, feed.place(""))


def test_a_journal_that_fails_for_a_time_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, open_feed(path) as feed:
        feed.stir(99)  # there is no such game
        game = journaled.play(journal, random.Random(1))
        feed.stir(game.id)
        until(lambda: last_id(feed) == "1.end")
        assert [line["number"] for line in tell(feed) if "number" in line] == [
            number for number, _, _ in journal.history(game)
        ]


def test_a_game_does_not_wait_for_the_feed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Feed, "_run", lambda _: None)
    feed, path = host_with_feed(tmp_path, pig())
    assert export(path)[0]["winners"]
    assert tell(feed) == []
