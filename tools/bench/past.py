"""The past: its pages with ten thousand games of Pig in the journal, all in processor time."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from robot.language import Language
from robot.match.journal import Journal
from robot.records.stats_cache import Statistics
from robot.review.past_games import from_journal
from robot.web.game.words import Words
from robot.web.pages.records import list_games, tell_game
from tests.support.robot.journaled import play
from tools.bench._figure import figure, times

LIMIT = 0.1
"""Seconds in which a page of a past game is to be ready."""
GAMES = 10_000
DIFFERENT = 100
TRIES = 5
"""Of each row, of which the median is printed."""
COPIES = (
    "INSERT INTO games SELECT ?1, game, rules, players, seed, begun, ended, winners, first FROM games WHERE id = ?2",
    "INSERT INTO log SELECT ?1, number, kind, throw, data, at FROM log WHERE game = ?2",
)


def run() -> Iterator[str]:
    """Yield the lines."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = fill(folder / "journal.sqlite")
        statistics, words = Statistics(path, folder), Words(Language("en"))
        first = times([statistics.figures], time.process_time)
        yield f"{f'the first count of {GAMES:,} games':<58} {first.best:>8.3g} s   in a thread of its own"
        tasks: dict[str, Callable[[], object]] = {
            "statistics": lambda: after_another_game(path, statistics),
            "history": lambda: list_games(path, words),
            "one game told again": lambda: tell_game(path, 7, words),
            "what to resume": lambda: unfinished(path),
            "a game to look back on": lambda: look_back(path, folder),
        }
        for what, task in tasks.items():
            yield figure(
                f"{what}, of {GAMES:,} games (median)",
                times([task] * TRIES, time.process_time).median,
                "the limit",
                LIMIT,
            )


def fill(path: Path) -> Path:
    """Make a journal of games of Pig to 100, most of them copies of the first ones."""
    with Journal(path) as journal:
        for seed in range(DIFFERENT):
            play(journal, random.Random(seed), goal=100, ends=seed > 0)
        with journal._transaction():
            for number in range(DIFFERENT + 1, GAMES + 1):
                for copy in COPIES:
                    journal._db.execute(copy, (number, 2 + number % (DIFFERENT - 1)))
    return path


def after_another_game(path: Path, statistics: Statistics) -> None:
    with Journal(path) as journal:
        play(journal, random.Random(4), ends=False)
    statistics.figures()


def unfinished(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.unfinished()


def look_back(path: Path, cache: Path) -> None:
    with Journal(path) as journal:
        assert from_journal(journal, 3, cache).moves
