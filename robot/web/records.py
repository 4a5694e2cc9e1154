"""History and statistics: the games of the journal, one of them told again, and what all dice showed."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from robot.errors import ROOMS
from robot.first import in_order
from robot.games.registry import make_game
from robot.journal import Entry, Game, Journal
from robot.players import is_person, names_of
from robot.standing import Standing
from robot.web.words import Words, begun

MOST_GAMES = 200
"""The newest games that the history lists."""
MOST_BARS = 6


@dataclass(slots=True)
class Figures:
    """What all games of a journal come to."""

    games: int = 0
    finished: int = 0
    throws: int = 0
    void: int = 0
    faces: Counter[int] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    people_won: int = 0
    robots_won: int = 0


def figures(path: Path) -> Figures:
    """Count every game of a journal; dice that were kept count once, when they were thrown. Raises JournalError."""
    all_games = Figures()
    with Journal(path) as journal:
        for game in journal.games():
            all_games.games += 1
            all_games.played[game.game] += 1
            if game.winners is not None:
                all_games.finished += 1
                people = [is_person(game.players[seat]) for seat in game.winners]
                if len(game.players) > 1 and len(set(people)) == 1:
                    all_games.people_won += people[0]
                    all_games.robots_won += not people[0]
            count_dice(journal.log(game), all_games)
    return all_games


def count_dice(log: Sequence[Entry], to: Figures) -> None:
    """Add the dice of one game."""
    kept: set[int] = set()
    wells: Sequence[int] = ()
    for entry in log:
        if entry.kind == "intention":
            kept = {int(well) for well in entry.data.get("keep") or ()}
            wells = entry.data.get("wells", ())
        elif entry.kind == "void":
            to.void += 1
        elif entry.kind == "reading":
            values = entry.data["values"]
            to.throws += 1
            to.faces.update(
                value for well, value in zip(wells or range(1, 7), values, strict=False) if well not in kept
            )


@dataclass(frozen=True, slots=True)
class Line:
    """One game in the list."""

    number: int
    begun: str
    title: str
    players: str
    end: str


def list_games(path: Path, words: Words) -> list[Line]:
    """Return the newest games, newest first. Raises JournalError."""
    with Journal(path) as journal:
        games = journal.games()[-MOST_GAMES:]
    return [line_of(game, words) for game in reversed(games)]


def line_of(game: Game, words: Words) -> Line:
    names = names_of(game.players)
    title = game.game
    with suppress(*ROOMS):
        title = words.say(make_game(game.game, game.rules).title)
    won = [words.name(names[seat]) for seat in game.winners or ()]
    end = words("unfinished") if game.ended is None else ", ".join(won) or words("nobody")
    when = game.begun[:16].replace("T", " ")
    return Line(game.id, when, title, ", ".join(map(words.name, names)), end)


def tell_game(path: Path, number: int, words: Words) -> tuple[Line, list[str]] | None:
    """Return one game and a sentence for each of its moves, None where the journal has no such game.

    Raises:
        JournalError: the journal cannot be read.
        SolverError: the game cannot be made again.

    """
    with Journal(path) as journal:
        game = next((game for game in journal.games() if game.id == number), None)
        if game is None:
            return None
        log = journal.log(game)
    names = tuple(in_order(names_of(game.players), game.first or 0))
    standing = Standing(make_game(game.game, game.rules).begin(len(names)))
    told: list[str] = []
    for entry in log:
        before, move = standing.position, standing.open_move
        standing.apply(entry)
        name = names[before.player]
        if entry.kind == "reading" and move is not None:
            told.append(begun(words.say(before.tell_throw(name, move, entry.data["values"]))))
        elif entry.kind == "booking":
            told.append(begun(words.say(before.tell_booking(name, standing.steps[-1].move))))
        elif entry.kind == "undo":
            told.append(words("undone", name=words.name(names[standing.position.player])))
    if standing.position.over:
        told.append(begun(words.say(standing.position.tell_end(names, standing.throws))))
    return line_of(game, words), told
