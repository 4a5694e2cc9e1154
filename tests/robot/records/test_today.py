"""What people did today, counted from the journal: who beat the robot, and the best of each game."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from robot.match.journal import Entry, Journal, JournalGame
from robot.records.today import DayCount, DaysBest, Today
from tests.support.robot.journaled import play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


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


def test_people_who_beat_the_robot_are_counted_and_the_quickest_of_them_is_the_best(path: Path) -> None:
    days = DayCount(path, now)
    with Journal(path) as journal:
        assert days.count() == Today()
        race(journal, ("you:Anna", "robot"), (2, 1, 3))
        race(journal, ("robot", "you:Ben"), (6,))
        assert days.count() == Today(2, 1, {"pig": DaysBest("Anna", turns=2)})
        race(journal, ("you:Anna", "robot"), (1, 5))
        race(journal, ("robot", "hand:Carla"), (6,), first=1)
        assert days.count() == Today(4, 2, {"pig": DaysBest("Carla", turns=1)})


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

    def noted(journal: Journal, game: JournalGame) -> list[Entry]:
        read.append(game.id)
        return log(journal, game)

    monkeypatch.setattr(Journal, "log", noted)
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


def test_the_day_is_that_of_the_machine_s_clock(path: Path) -> None:
    with Journal(path) as journal:
        race(journal, ("you:Anna", "robot"), (6,))
    assert DayCount(path, lambda: datetime.now(UTC).astimezone()).count().played == 1
