"""Statistics of all games of a journal: by game, player and face."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from robot.errors import ROOMS
from robot.games.game import Position
from robot.games.registry import make_game
from robot.games.views import KeepView
from robot.match.journal import THROWN, Entry, JournalGame
from robot.match.players import is_person, names_of
from robot.match.standing import Standing
from robot.match.throw_off import in_order


@dataclass(slots=True)
class Record:
    """The record of a player in a game: `left` were ended after a throw, before they were over.

    `points` is the sum of all points, of the `scored` ones among those that were finished; `fewest` says that the
    fewest are the `best`.
    """

    games: int = 0
    finished: int = 0
    left: int = 0
    won: int = 0
    scored: int = 0
    points: int = 0
    best: int | None = None
    fewest: bool = False

    @property
    def mean(self) -> float | None:
        """Mean points of the games that have points, None if there are none."""
        return self.points / self.scored if self.scored else None

    def add(self, other: "Record") -> None:
        """Add another record of the same player and game."""
        for name in ("games", "finished", "left", "won", "scored", "points"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        bests = [best for best in (self.best, other.best) if best is not None]
        self.fewest = self.fewest or other.fewest
        self.best = (min if self.fewest else max)(bests, default=None)

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"games": self.games, "finished": self.finished, "left": self.left, "won": self.won}
        return line | {"best": self.best, "mean": self.mean}


NUMBERS = ("games", "finished", "left", "throws", "void", "undone", "people_won", "robots_won")
"""The figures that are plain numbers."""


@dataclass(slots=True)
class Figures:
    """The statistics of all games of a journal.

    Games that everybody has left are not finished but `left`; those that can still go on are neither.
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

    def add(self, other: "Figures") -> None:
        """Add the figures of other games."""
        for name in NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faces += other.faces
        self.played += other.played
        for key, record in other.players.items():
            self.players.setdefault(key, Record()).add(record)

    def kept(self) -> dict[str, Any]:
        """Return the figures as they are kept, for `of`."""
        numbers = {name: getattr(self, name) for name in NUMBERS}
        players = [[*key, asdict(record)] for key, record in self.players.items()]
        return {**numbers, "faces": dict(self.faces), "played": dict(self.played), "players": players}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Figures":
        """Return what `kept` wrote. Raises KeyError, TypeError or ValueError where it is damaged."""
        numbers = {name: int(kept[name]) for name in NUMBERS}
        faces = Counter({int(face): int(times) for face, times in kept["faces"].items()})
        players = {(str(name), str(game)): Record(**record) for name, game, record in kept["players"]}
        return cls(**numbers, faces=faces, played=Counter(kept["played"]), players=players)

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


def counted(game: JournalGame, log: Sequence[Entry]) -> Figures:
    """Return the figures of one game; dice that were kept count once, when they were thrown."""
    figures = Figures()
    count_dice(log, figures)
    _count_game(game, log, figures)
    return figures


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


def _count_game(game: JournalGame, log: Sequence[Entry], to: Figures) -> None:
    position = _position(game, log) if game.ended else None
    won = game.winners or ()
    finished = bool(won) or (position is not None and position.over)  # a goal that is missed has no winners
    left = game.ended is not None and not finished and any(entry.kind in THROWN for entry in log)
    to.games += 1
    to.played[game.game] += 1
    to.finished += finished
    to.left += left
    kinds = {is_person(game.players[seat]) for seat in won}
    if len(game.players) > 1 and len(kinds) == 1:
        to.people_won += True in kinds
        to.robots_won += False in kinds
    points: tuple[int | None, ...] = points_of(position) if finished and position else ()
    points = tuple(in_order(points, -(game.first or 0) % len(points))) if points else ()
    shown = position.view() if position else None
    fewest = isinstance(shown, KeepView) and shown.least
    for seat, name in enumerate(names_of(game.players)):
        record = to.players.setdefault((name, game.game), Record())
        record.games += 1
        record.finished += finished
        record.left += left
        record.won += seat in won
        for score in points[seat : seat + 1]:
            if score is not None:  # a box that was shut has won before all have thrown
                record.add(Record(scored=1, points=score, best=score, fewest=fewest))


def _position(game: JournalGame, log: Sequence[Entry]) -> Position | None:
    """Return the state of a game, None if the game cannot be made again."""
    try:
        return Standing.of(make_game(game.game, game.rules).begin(len(game.players)), log).position
    except ROOMS:
        return None


def points_of(position: Position) -> tuple[int, ...]:
    """Return everybody's points."""
    line = position.to_json()
    return tuple(line["totals"] if "totals" in line else line.get("scores", ()))
