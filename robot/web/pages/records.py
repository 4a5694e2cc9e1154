"""History: the games of the journal, and the course of one of them."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot.errors import ROOMS
from robot.games.registry import make_game
from robot.match.journal import Journal, JournalGame
from robot.match.players import names_of
from robot.match.standing import Standing
from robot.match.throw_off import in_order
from robot.web.game.words import Words, begun

MOST_GAMES = 200
"""The newest games that the history lists."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One game in the list."""

    number: int
    begun: str
    title: str
    players: str
    end: str


def list_games(path: Path, words: Words) -> list[HistoryLine]:
    """Return the newest games, newest first. Raises JournalError."""
    with Journal(path) as journal:
        games = journal.games(newest=MOST_GAMES)
    return [line_of(game, words) for game in reversed(games)]


def line_of(game: JournalGame, words: Words) -> HistoryLine:
    names = names_of(game.players)
    title = game.game
    with suppress(*ROOMS):
        title = words.say(make_game(game.game, game.rules).title)
    won = [words.name(names[seat]) for seat in game.winners or ()]
    end = words("unfinished") if game.ended is None else ", ".join(won) or words("nobody")
    when = f"{datetime.fromisoformat(game.begun).astimezone():%Y-%m-%d %H:%M}"
    return HistoryLine(game.id, when, title, ", ".join(map(words.name, names)), end)


def tell_game(path: Path, number: int, words: Words) -> tuple[HistoryLine, list[str]] | None:
    """Return one game and a sentence for each of its moves, None if the journal has no such game.

    Raises:
        JournalError: the journal cannot be read.
        SolverError: the game cannot be made again.

    """
    with Journal(path) as journal:
        if journal.begun(number) is None:
            return None
        game = journal.game(number)
        log = journal.log(game)
    names = tuple(in_order(names_of(game.players), game.first or 0))
    standing = Standing(make_game(game.game, game.rules).begin(len(names)))
    sentences: list[str] = []
    for entry in log:
        before, move = standing.position, standing.open_move
        standing.apply(entry)
        name = names[before.player]
        if entry.kind == "reading" and move is not None:
            sentences.append(begun(words.say(before.describe_throw(name, move, entry.data["values"]))))
        elif entry.kind == "booking":
            sentences.append(begun(words.say(before.describe_booking(name, standing.steps[-1].move))))
        elif entry.kind == "undo":
            sentences.append(words("undone", name=words.name(names[standing.position.player])))
    if standing.position.over:
        sentences.append(begun(words.say(standing.position.describe_end(names, standing.throws))))
    return line_of(game, words), sentences
