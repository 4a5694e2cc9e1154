"""The time of a simulated game, and of the pages about past games."""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from robot.app import open_table
from robot.config import Config
from robot.games.registry import make_game
from robot.language import Language
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.seats import Seating
from robot.records.recording import Recorder
from robot.records.stats import Statistics
from robot.table.choice import TableChoice
from robot.web.game.words import Words
from robot.web.pages.history import find_game, list_games
from tests.support.robot.journaled import play as play_journaled
from tools.bench.timing import figure, times

PLAYERS = ("robot:optimal", "robot:hold20")
SEED = 12
HELP_LIMIT = 0.5
FAST_LIMIT = 30.0
MEAN_THROWS = 73


def robot() -> Iterator[str]:
    """Yield the time of `pipsqueak --help`, and of a game on a simulated table that waits for nothing."""
    command = [sys.executable, "-m", "robot", "--help"]
    start = times(lambda: subprocess.run(command, check=True, capture_output=True) for _ in range(7))
    yield figure("pipsqueak --help (median)", start.median, "the limit", HELP_LIMIT)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        throws = record_game(Path(folder))
        seconds = time.perf_counter() - began
        yield figure(
            f"{MEAN_THROWS} throws with --fast --record, from a game of {throws}",
            seconds * MEAN_THROWS / throws,
            "the limit",
            FAST_LIMIT,
        )


def record_game(folder: Path) -> int:
    """Play one recorded game, and return its number of throws."""
    table = open_table(TableChoice(seed=SEED, speed=None).resolve(Config()))
    try:
        with Journal(folder / "journal.sqlite") as journal, Recorder(folder / "recording") as recorder:
            seating = Seating(make_game("pig", {"goal": 100}), PLAYERS, None)
            match = Match(seating, seating.make_players(None, ""), None, [recorder], seed=SEED)
            return sum(entry.kind == "reading" for entry in journal.log(match.play(journal, table)))
    finally:
        table.close()


PAST_LIMIT = 0.1
"""The limit for a page about past games, in seconds."""
PAST_GAMES = 10_000
DIFFERENT = 100
PAST_TRIES = 5
"""Measurements for each row; the row shows their median."""
COPIES = (
    "INSERT INTO games SELECT ?1, game, rules, players, seed, begun, ended, winners, first FROM games WHERE id = ?2",
    "INSERT INTO log SELECT ?1, number, kind, throw, data, at FROM log WHERE game = ?2",
)


def past() -> Iterator[str]:
    """Yield the processor time of the pages about past games, with ten thousand games of Pig in the journal."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = fill(folder / "journal.sqlite")
        counted, words = Statistics(path, folder), Words(Language("en"))
        first = times([counted.figures], time.process_time)
        yield f"{f'the first count of {PAST_GAMES:,} games':<58} {first.best:>8.3g} s   in a thread of its own"
        tasks: dict[str, Callable[[], object]] = {
            "statistics": lambda: after_another_game(path, counted),
            "history": lambda: list_games(path, words),
            "one game of it": lambda: find_game(path, 7, words),
        }
        for what, task in tasks.items():
            taken = times([task] * PAST_TRIES, time.process_time).median
            yield figure(f"{what}, of {PAST_GAMES:,} games (median)", taken, "the limit", PAST_LIMIT)


def fill(path: Path) -> Path:
    """Write a journal of games of Pig to 100, most of them copies of the first ones; return its path."""
    with Journal(path) as journal:
        for seed in range(DIFFERENT):
            play_journaled(journal, random.Random(seed), goal=100, ends=seed > 0)
        with journal._transaction():
            for number in range(DIFFERENT + 1, PAST_GAMES + 1):
                for copy in COPIES:
                    journal._db.execute(copy, (number, 2 + number % (DIFFERENT - 1)))
    return path


def after_another_game(path: Path, counted: Statistics) -> None:
    with Journal(path) as journal:
        play_journaled(journal, random.Random(4), ends=False)
    counted.figures()
