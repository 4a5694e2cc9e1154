"""Statistics: what all games of a journal come to, for every game, player and face."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot.errors import ROOMS
from robot.games.game import Position
from robot.games.registry import make_game
from robot.journal import Entry, Game, Journal
from robot.players import is_person, names_of
from robot.standing import Standing


@dataclass(slots=True)
class Record:
    """What a player came to in a game: `left` were ended before they were over, `points` are of those finished."""

    games: int = 0
    finished: int = 0
    left: int = 0
    won: int = 0
    points: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"games": self.games, "finished": self.finished, "left": self.left, "won": self.won}
        mean = sum(self.points) / len(self.points) if self.points else None
        return line | {"best": max(self.points, default=None), "mean": mean}


@dataclass(slots=True)
class Figures:
    """What all games of a journal come to.

    Games that everybody has left for good are not finished but `left`; those that can still go on are neither.
    `players` are the records by name and game; a win that is shared counts for all who share it. `people_won` and
    `robots_won` count games between people and robots, or among either, that one kind alone has won.
    """

    games: int = 0
    finished: int = 0
    left: int = 0
    throws: int = 0
    void: int = 0
    undone: int = 0
    faces: Counter[int] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    people_won: int = 0
    robots_won: int = 0
    players: dict[tuple[str, str], Record] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the figures as the command line prints them."""
        return {
            "games": self.games,
            "finished": self.finished,
            "left": self.left,
            "throws": self.throws,
            "void": self.void,
            "undone": self.undone,
            "faces": {str(face): self.faces[face] for face in range(1, 7)},
            "played": dict(sorted(self.played.items())),
            "people_won": self.people_won,
            "robots_won": self.robots_won,
            "players": [
                {"name": name, "game": game, **record.to_json()}
                for (name, game), record in sorted(self.players.items())
            ],
        }


def figures(path: Path) -> Figures:
    """Count every game of a journal; dice that were kept count once, when they were thrown. Raises JournalError."""
    everything = Figures()
    with Journal(path) as journal:
        for game in journal.games():
            log = journal.log(game)
            count_dice(log, everything)
            _count_game(game, log, everything)
    return everything


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
        elif entry.kind == "undo":
            to.undone += 1
        elif entry.kind == "reading":
            to.throws += 1
            shown = zip(wells or range(1, 7), entry.data["values"], strict=False)
            to.faces.update(value for well, value in shown if well not in kept)


def _count_game(game: Game, log: Sequence[Entry], to: Figures) -> None:
    position = _position(game, log) if game.ended else None
    won = game.winners or ()
    finished = bool(won) or (position is not None and position.over)  # a goal that is missed has no winners
    left = game.ended is not None and not finished
    to.games += 1
    to.played[game.game] += 1
    to.finished += finished
    to.left += left
    kinds = {is_person(game.players[seat]) for seat in won}
    if len(game.players) > 1 and len(kinds) == 1:
        to.people_won += True in kinds
        to.robots_won += False in kinds
    points = points_of(position) if finished and position else ()
    for seat, name in enumerate(names_of(game.players)):
        record = to.players.setdefault((name, game.game), Record())
        record.games += 1
        record.finished += finished
        record.left += left
        record.won += seat in won
        record.points += points[seat : seat + 1]


def _position(game: Game, log: Sequence[Entry]) -> Position | None:
    """Return where a game stands, None for one that nobody can make again."""
    try:
        return Standing.of(make_game(game.game, game.rules).begin(len(game.players)), log).position
    except ROOMS:
        return None


def points_of(position: Position) -> tuple[int, ...]:
    """Return everybody's points."""
    line = position.to_json()
    return tuple(line["totals"] if "totals" in line else line.get("scores", ()))
