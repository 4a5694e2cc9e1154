"""Statistics that are counted on, the same as counted anew, and what people did today."""

import json
import random
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from robot.errors import JournalError
from robot.language.names import NameFilter
from robot.match.journal import Entry, Journal, JournalGame
from robot.records import stats as counting
from robot.records.stats import FILE, DayCount, DaysBest, Figures, Record, Statistics, Today, count_game, find_standing
from tests.support.robot.journaled import play, play_drawn
from tests.support.robot.waiting import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def anew(path: Path, folder: Path) -> Figures:
    return Statistics(path, folder / "nowhere").figures()


def of_games(may: Callable[[int], bool]) -> Callable[[JournalGame, Sequence[Entry]], Figures]:
    """Return what counts games of numbers that it `may`, and fails at others."""

    def count(game: JournalGame, log: Sequence[Entry]) -> Figures:
        if not may(game.id):
            raise JournalError(f"game {game.id} is read")
        return count_game(game, log)

    return count


def now() -> datetime:
    return datetime.now().astimezone()


def race(journal: Journal, players: tuple[str, ...], values: tuple[int, ...], first: int = 0) -> JournalGame:
    """Enter a game of Pig to 5, in which everybody throws once a turn and then holds; a 1 ends the turn by itself."""
    game = journal.begin("pig", {"goal": 5}, players, None, first)
    scores, seat = [0] * len(players), first
    for throw, value in enumerate(values, 1):
        journal.write(game, "intention", throw, wells=[2], action="roll", keep={})
        journal.write(game, "reading", throw, values=[value])
        if value > 1:
            scores[seat] += value
            journal.write(game, "booking", action="hold")
        if scores[seat] >= 5:
            journal.end(game, (seat,))
        seat = (seat + 1) % len(players)
    return game


def test_a_count_that_goes_on_equals_a_fresh_count(path: Path, tmp_path: Path) -> None:
    chance = random.Random(5)
    for step in range(6):
        with Journal(path) as journal:
            play(journal, chance, first=step % 2)
            still = play(journal, chance, ends=False)
            if step % 2:
                journal.end(still, ())
            for game in journal.games():
                if game.ended is None and step == 4:
                    journal.write(game, "void", 2, reason="reset")
        on = Statistics(path, tmp_path).figures()
        (tmp_path / "nowhere" / FILE).unlink(missing_ok=True)
        assert on.to_json() == anew(path, tmp_path).to_json()
    assert (on.games, on.left, on.void) == (12, 3, 3)


def test_points_are_those_of_the_one_who_scored_them_whoever_began(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        game = play_drawn(journal, "threes", ("you:Anna", "robot:perfect", "you:Ben"), first=1)
        standing = find_standing(game, journal.log(game))
    assert standing
    found = Statistics(path, tmp_path).figures()
    best = [found.players[name, "threes"].best for name in ("robot", "Ben", "Anna")]
    assert best == [*standing.position.scores], "in order of play; a perfect robot is the robot"


def test_another_journal_or_a_damaged_file_is_counted_again(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        play(journal, random.Random(1))
        play(journal, random.Random(2))
    Statistics(path, tmp_path).figures()
    for damage in ("", "{", "[]", "null", '{"version": 1}', '{"version": 9}'):
        (tmp_path / FILE).write_text(damage)
        assert Statistics(path, tmp_path).figures().games == 2
        assert json.loads((tmp_path / FILE).read_text())["upto"] == 2
    path.rename(tmp_path / "away.sqlite")
    with Journal(path) as journal:
        play(journal, random.Random(3))
    assert Statistics(path, tmp_path).figures().games == 1


def test_where_nothing_can_be_kept_it_is_counted_all_the_same(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        play(journal, random.Random(1))
    (tmp_path / "file").write_text("")
    assert Statistics(path, tmp_path / "file").figures().games == 1


def test_who_is_ended_while_counting_goes_on_there(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as journal:
        journal.end(journal.begin("pig", {}, ("you", "robot"), None), ())
        for seed in range(11):
            play(journal, random.Random(seed))
    monkeypatch.setattr(counting, "STEP", 5)
    with monkeypatch.context() as patch:
        patch.setattr(counting, "count_game", of_games(lambda number: number < 12))
        with pytest.raises(JournalError):
            Statistics(path, tmp_path).figures()
    monkeypatch.setattr(counting, "count_game", of_games(lambda number: number > 10))
    assert Statistics(path, tmp_path).figures().games == 11, "what was ended before a throw counts for nothing"


def test_one_count_answers_all_who_ask_before(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as journal:
        play(journal, random.Random(1))
    statistics, begun, goes_on = Statistics(path, tmp_path), threading.Event(), threading.Event()

    def slow(game: JournalGame, log: Sequence[Entry]) -> Figures:
        begun.set()
        assert goes_on.wait(PATIENCE)
        return count_game(game, log)

    monkeypatch.setattr(counting, "count_game", slow)
    first = statistics.count()
    assert begun.wait(PATIENCE)
    with Journal(path) as journal:
        play(journal, random.Random(2))
    later = [statistics.count() for _ in range(20)]
    assert not later[0].cancel(), "who goes takes the answer from nobody"
    assert not first.done()
    goes_on.set()
    assert first.result(PATIENCE).games == 1
    assert {id(one) for one in later} == {id(later[0])}
    assert later[0].result(PATIENCE).games == 2
    (damaged := tmp_path / "damaged.sqlite").write_text("no journal")
    with pytest.raises(JournalError):
        Statistics(damaged, tmp_path).count().result(PATIENCE)


def test_the_fewest_points_are_best_where_they_win() -> None:
    record = Record()
    for score in (9, 4, 12):
        record.add(Record(scored=1, points=score, best=score, fewest=True))
    assert (record.best, record.to_json()["mean"]) == (4, pytest.approx(25 / 3))


def test_people_who_beat_the_robot_are_counted_and_the_quickest_of_them_is_the_best(path: Path) -> None:
    days = DayCount(path, now)
    with Journal(path) as journal:
        assert days.count() == Today()
        race(journal, ("you:Anna", "robot"), (2, 1, 3))
        race(journal, ("robot", "you:Ben"), (6,))
        assert days.count() == Today(2, 1, {"pig": DaysBest("Anna", turns=2)}, ("Anna",))
        race(journal, ("you:Anna", "robot"), (1, 5))
        race(journal, ("robot", "hand:Carla"), (6,), first=1)
        assert days.count() == Today(4, 2, {"pig": DaysBest("Carla", turns=1)}, ("Anna", "Carla"))


def test_who_gave_a_name_and_beat_the_robot_stands_on_the_board_and_who_left_does_not(path: Path) -> None:
    with Journal(path) as journal:
        for players in (("you:Anna", "robot"), ("you", "robot"), ("you:Ben", "robot"), ("you:Anna", "robot")):
            race(journal, players, (6,))
        race(journal, ("you:Carla", "you:Ben"), (6,))
        race(journal, ("you:Ben", "you:Ben", "robot"), (6,))
        left = race(journal, ("robot", "you:Dora", "you:Eve"), (2, 6), first=1)
        journal.write(left, "leave", seat=1)
        assert DayCount(path, now).count().board == [("Ben", 2), ("Anna", 2)]
        journal.forget(NameFilter.of(["Anna"]))
        found = DayCount(path, now).count()
    assert found.board == [("Ben", 2)]
    assert found.won == 5, "a win without a name is a win"


def test_only_finished_games_of_today_against_a_robot_count(path: Path) -> None:
    with Journal(path) as journal:
        race(journal, ("you:Anna", "you:Ben"), (6,))
        race(journal, ("robot", "robot"), (6,))
        left = race(journal, ("you:Anna", "robot"), (2,))
        play(journal, random.Random(1), ends=False)
        journal.end(left, ())
    found = DayCount(path, now).count()
    assert (found.played, found.won) == (0, 0)
    assert found.bests == {"pig": DaysBest("Anna", turns=1)}, "who plays people alone may be the quickest"
    assert DayCount(path, lambda: now() + timedelta(days=1)).count() == Today()


def test_a_person_who_is_called_like_a_robot_is_a_person(path: Path) -> None:
    with Journal(path) as journal:
        race(journal, ("you:robot:optimal", "robot:optimal"), (6,))
    found = DayCount(path, now).count()
    assert (found.played, found.won) == (1, 1)
    assert found.bests["pig"].name == "“robot:optimal”"


def test_a_game_is_made_again_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days, read = DayCount(path, now), list[int]()
    log = Journal.log

    def note(journal: Journal, game: JournalGame) -> list[Entry]:
        read.append(game.id)
        return log(journal, game)

    monkeypatch.setattr(Journal, "log", note)
    with Journal(path) as journal:
        race(journal, ("you:Anna", "robot"), (6,))
    for _ in range(3):
        assert days.count().played == 1
    assert read == [1]


@pytest.mark.parametrize(
    ("one", "other", "beats"),
    [
        (DaysBest("A", turns=3), DaysBest("B", turns=4), True),
        (DaysBest("A", turns=4), DaysBest("B", turns=4), False),
        (DaysBest("A", points=231), DaysBest("B", points=230), True),
        (DaysBest("A", points=98), DaysBest("B", points=230), False),
        (DaysBest("A", points=0), None, True),
    ],
)
def test_fewer_turns_and_more_points_are_better(one: DaysBest, other: DaysBest | None, *, beats: bool) -> None:
    assert one.beats(other) is beats
