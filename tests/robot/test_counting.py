"""Statistics that are counted on: the same as counted anew, whatever happened to the journal in between."""

import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from robot.counting import FILE, Statistics
from robot.games.registry import make_game
from robot.journal import Game, Journal
from robot.language import Language
from robot.past import from_journal
from robot.stats import Figures
from robot.web.records import list_games, tell_game
from robot.web.words import Words

LIMIT = 0.1
"""Seconds in which a page of the past is to be opened."""
MANY = 10_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def play(journal: Journal, chance: random.Random, *, ends: bool = True, first: int = 0) -> Game:
    """Enter a game of Pig to 20 in which everybody holds as soon as they can."""
    players = ("you:Anna", "robot")
    game = journal.begin("pig", {"goal": 20}, players, None, first)
    position, throw = make_game("pig", {"goal": 20}).begin(2), 0
    while not position.over:
        moves = {str(move.action): move for move in position.buttons.values()}
        if move := moves.get("hold"):
            journal.write(game, "booking", action="hold")
            position = position.after(move)
            continue
        throw, value = throw + 1, chance.randint(1, 6)
        journal.write(game, "intention", throw, wells=[2], action="roll", keep={})
        journal.write(game, "reading", throw, values=[value])
        position = position.after(moves["roll"], (value,))
        if not ends:
            return game
    journal.end(game, [(seat + first) % 2 for seat in position.winners])
    return game


def anew(path: Path, folder: Path) -> Figures:
    return Statistics(path, folder / "nowhere").figures()


def test_what_is_counted_on_is_what_is_counted_anew(path: Path, tmp_path: Path) -> None:
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
    assert on.players["Anna", "pig"].scored == 6


def test_points_are_those_of_the_one_who_scored_them_whoever_began(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": 5}, ("you:Anna", "robot"), None, 1)
        for throw in (1, 2):
            journal.write(game, "intention", throw, wells=[2], action="roll", keep={})
            journal.write(game, "reading", throw, values=[4])
        journal.write(game, "booking", action="hold")
        journal.end(game, (1,))
    found = Statistics(path, tmp_path).figures()
    assert found.players["robot", "pig"].best == 8
    assert found.players["Anna", "pig"].best == 0


def test_another_journal_or_a_damaged_file_is_counted_anew(path: Path, tmp_path: Path) -> None:
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


def test_pages_of_the_past_open_at_once_with_ten_thousand_games(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        played = play(journal, random.Random(1))
        log = journal.log(played)
        play(journal, random.Random(2), ends=False)
        with journal._transaction():
            for number in range(3, MANY + 1):
                journal._db.execute(
                    "INSERT INTO games SELECT ?, game, rules, players, seed, begun, ended, winners, first "
                    "FROM games WHERE id = 1",
                    (number,),
                )
                journal._db.execute(
                    "INSERT INTO log SELECT ?, number, kind, throw, data, at FROM log WHERE game = 1", (number,)
                )
    statistics, words = Statistics(path, tmp_path), Words(Language("en"))
    assert statistics.figures().games == MANY
    with Journal(path) as journal:
        play(journal, random.Random(4))
    told: dict[str, Callable[[], object]] = {
        "statistics": lambda: statistics.figures().games == MANY + 1,
        "history": lambda: len(list_games(path, words)) == 200,
        "a game": lambda: tell_game(path, 7, words) is not None,
        "what to resume": lambda: Journal(path).unfinished(),
        "a review": lambda: (
            len(from_journal(Journal(path), 3, tmp_path).moves) == sum(e.kind != "intention" for e in log)
        ),
    }
    for what, asked in told.items():
        begun = time.process_time()
        assert asked(), what
        assert time.process_time() - begun < LIMIT, what
