"""Statistics of all games of a journal, counted incrementally, and results of today."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from robot.errors import ROOMS, FileError
from robot.files import keep_file
from robot.games.game import Position
from robot.games.registry import make_game
from robot.language.names import name_record
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.players import is_person, name_in, names_of
from robot.match.standing import Standing
from robot.match.throw_off import in_order


@dataclass(slots=True)
class Record:
    """The record of a player in a game. `left` counts games that ended early, after a throw.

    `points` is the sum of the points of the `scored` games: finished games that have points and no goal, because points
    on the way to different goals do not compare. `fewest` says that the fewest points are the `best`.
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
        """The mean points of the games that have points, None if there are none."""
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
"""The figures that are single numbers."""


@dataclass(slots=True)
class Figures:
    """The statistics of all games of a journal.

    `left` counts games that everybody has left; games that can go on are neither finished nor left. Games that ended
    before their first throw do not count. `players` are the records by name and game; a shared win counts for each
    winner. `people_won` and `robots_won` count games with several players in which only people, or only robots, have
    won.
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

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON for `of`."""
        numbers = {name: getattr(self, name) for name in NUMBERS}
        players = [[*key, asdict(record)] for key, record in self.players.items()]
        return {**numbers, "faces": dict(self.faces), "played": dict(self.played), "players": players}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Figures":
        """Return the figures that `to_dict` wrote. Raises KeyError, TypeError or ValueError if the data is damaged."""
        numbers = {name: int(kept[name]) for name in NUMBERS}
        faces = Counter({int(face): int(times) for face, times in kept["faces"].items()})
        players = {(str(name), str(game)): Record(**record) for name, game, record in kept["players"]}
        return cls(**numbers, faces=faces, played=Counter(kept["played"]), players=players)

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON for the command line."""
        line = {field.name: getattr(self, field.name) for field in fields(self)}
        players = [
            {"name": name, "game": game, **record.to_json()} for (name, game), record in sorted(self.players.items())
        ]
        faces = {str(face): self.faces[face] for face in range(1, 7)}
        return line | {"faces": faces, "played": dict(sorted(self.played.items())), "players": players}


def count_game(game: JournalGame, log: Sequence[Entry]) -> Figures:
    """Return the figures of one game; a kept die counts once, when it was thrown."""
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
    standing = find_standing(game, log) if game.ended else None
    position = standing.position if standing else None
    won = game.winners or ()
    finished = bool(won) or (position is not None and position.over)  # a missed goal has no winners
    left = game.ended is not None and not finished
    if left and all(entry.kind != "reading" for entry in log):
        return  # it ended before a throw counted
    to.games += 1
    to.played[game.game] += 1
    to.finished += finished
    to.left += left
    kinds = {is_person(game.players[seat]) for seat in won}
    if len(game.players) > 1 and len(kinds) == 1:
        to.people_won += True in kinds
        to.robots_won += False in kinds
    points: tuple[int | None, ...] = points_of(position) if finished and position and position.goal is None else ()
    points = tuple(in_order(points, -(game.first or 0) % len(points))) if points else ()
    fewest = position is not None and position.fewest
    for seat, name in enumerate(names_of(game.players)):
        record = to.players.setdefault((name_record(name), game.game), Record())
        record.games += 1
        record.finished += finished
        record.left += left
        record.won += seat in won
        for score in points[seat : seat + 1]:
            if score is not None:  # who shuts the box wins before all have thrown
                record.add(Record(scored=1, points=score, best=score, fewest=fewest))


def find_standing(game: JournalGame, log: Sequence[Entry]) -> Standing | None:
    """Return the state of a game, None if this program cannot play it."""
    with suppress(*ROOMS):
        return Standing.of(make_game(game.game, game.rules).begin(len(game.players)), log)
    return None


def points_of(position: Position) -> tuple[int, ...]:
    """Return the points of each player in order of play."""
    return tuple(position.to_json().get("scores", position.scores))


VERSION = 5
FILE = "figures.json"
STEP = 500
"""The count is saved after so many games, so that it can go on from there if the process stops."""


@dataclass(slots=True)
class CountedGames:
    """The count of the `games` up to the one with number `upto`, which began at `begun`.

    `ended` is the sum of the games that have ended, whose logs do not change any more. `still` are the numbers of the
    others, which are counted each time.
    """

    games: int = 0
    upto: int = 0
    begun: str = ""
    ended: Figures = field(default_factory=Figures)
    still: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in ("games", "upto", "begun", "still")}
        return {"version": VERSION, **told, "ended": self.ended.to_dict()}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "CountedGames":
        """Return the count that `to_json` wrote. Raises KeyError, TypeError or ValueError if the data is damaged."""
        if kept["version"] != VERSION:
            raise ValueError
        ended, still = Figures.of(kept["ended"]), [*map(int, kept["still"])]
        return cls(int(kept["games"]), int(kept["upto"]), str(kept["begun"]), ended, still)


class Statistics:
    """The statistics of all games of the journal `path`, saved in the folder `cache`. Any thread may use it."""

    def __init__(self, path: Path, cache: Path) -> None:
        self._path, self._file = path, cache / FILE
        self._lock = threading.Lock()
        self._asked: Future[Figures] | None = None
        self._counts = False

    def count(self) -> "Future[Figures]":
        """Count in another thread, which ends with the program. One count answers all calls before it began.

        The future raises what `figures` raises.
        """
        with self._lock:
            if (asked := self._asked) is None:
                asked = self._asked = Future()
                asked.set_running_or_notify_cancel()  # nobody can cancel it for the others
            if not self._counts:
                self._counts = True
                threading.Thread(target=self._answer, name="statistics", daemon=True).start()
        return asked

    def _answer(self) -> None:
        while True:
            with self._lock:
                asked, self._asked = self._asked, None
                self._counts = asked is not None
            if asked is None:
                return
            try:
                asked.set_result(self.figures())
            except Exception as error:  # noqa: BLE001  raised for those who wait for the answer
                asked.set_exception(error)

    def recount(self, number: int) -> None:
        """Drop the count if it includes this game, whose players have new names. Raises JournalError."""
        with Journal(self._path) as journal:
            if self._load(journal).upto >= number:
                self._file.unlink(missing_ok=True)

    def figures(self) -> Figures:
        """Count what has changed, and return all figures. For one thread at a time. Raises JournalError."""
        total = Figures()
        with Journal(self._path) as journal:
            known = self._load(journal)
            if self._count(journal, known):
                self._keep(known)
            for game in map(journal.game, known.still):
                total.add(count_game(game, journal.log(game)))
        total.add(known.ended)
        return total

    def _count(self, journal: Journal, known: CountedGames) -> bool:
        """Count games that have ended since; return whether any game has ended or begun."""
        before, still = known.upto, known.still
        known.still = []
        for game in (*map(journal.game, still), *journal.games(after=known.upto)):
            if game.ended is None:
                known.still.append(game.id)
            else:
                known.ended.add(count_game(game, journal.log(game)))
            if game.id > known.upto:
                known.games, known.upto, known.begun = known.games + 1, game.id, game.begun
                if game.id % STEP == 0:
                    self._keep(known)
        return known.upto > before or known.still != still

    def _load(self, journal: Journal) -> CountedGames:
        """Return the saved count, an empty one if it is damaged or from another journal."""
        try:
            known = CountedGames.of_json(json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return CountedGames()
        begun, games = journal.begin_time(known.upto), journal.count(upto=known.upto)
        same = begun == (known.begun or None) and games == known.games
        return known if same else CountedGames()

    def _keep(self, known: CountedGames) -> None:
        with suppress(FileError):  # the next call counts this again
            keep_file(self._file, json.dumps(known.to_json()).encode())


MOST_GAMES = 1000
"""How many of the newest games are read: more than a machine plays in a day."""


@dataclass(frozen=True, slots=True)
class DaysBest:
    """The best result of a day in one game: the most points of a sheet, or a race won in the fewest `turns`."""

    name: str
    points: int = 0
    turns: int = 0

    def beats(self, other: "DaysBest | None") -> bool:
        """Return whether this is better than another result of the same game."""
        return other is None or (-self.turns, self.points) > (-other.turns, other.points)


@dataclass(frozen=True, slots=True)
class Today:
    """A day so far: how many people `played` a game against a robot to its end and `won`, and each game's best.

    `winners` are the names of the winners who gave one, once for each win, the latest last.
    """

    played: int = 0
    won: int = 0
    bests: Mapping[str, DaysBest] = field(default_factory=dict)
    winners: tuple[str, ...] = ()

    @property
    def board(self) -> list[tuple[str, int]]:
        """Each winner with the number of wins, most first; among equals the latest winner comes first."""
        return Counter(reversed(self.winners)).most_common()

    def join(self, other: "Today") -> "Today":
        """Return the sum of this and another part of the same day."""
        bests = dict(self.bests)
        for game, best in other.bests.items():
            if best.beats(bests.get(game)):
                bests[game] = best
        return Today(self.played + other.played, self.won + other.won, bests, self.winners + other.winners)


class DayCount:
    """Counts the games of the journal `path` that began today, each once. `wall` returns the local time."""

    def __init__(self, path: Path, wall: Callable[[], datetime]) -> None:
        self._path, self._wall = path, wall
        self._known: dict[tuple[int, str, tuple[str, ...]], Today] = {}
        self._lock = threading.Lock()

    def count(self) -> Today:
        """Return the results of today. Call this from any thread. Raises JournalError."""
        day, total = self._wall().date(), Today()
        known: dict[tuple[int, str, tuple[str, ...]], Today] = {}
        with self._lock, Journal(self._path) as journal:
            for game in journal.games(newest=MOST_GAMES):
                if game.ended is None or not _is_of(game, day):
                    continue
                key = game.id, game.begun, game.players
                known[key] = self._known.get(key) or _count_result(journal, game)
                total = total.join(known[key])
            self._known = known
        return total


def _is_of(game: JournalGame, day: date) -> bool:
    return datetime.fromisoformat(game.begun).astimezone().date() == day


def _count_result(journal: Journal, game: JournalGame) -> Today:
    """Return the result of a game that has ended, an empty one if nobody finished it."""
    people, log = [is_person(spec) for spec in game.players], journal.log(game)
    standing = find_standing(game, log)
    if standing is None or not (position := standing.position).over:
        return Today()
    seats = in_order(tuple(range(len(people))), game.first or 0)
    for entry in log:
        if entry.kind == "leave":  # a robot has replaced this person
            people[seats[entry.data["seat"]]] = False
    won = {seats[place] for place in position.winners}
    against = len(set(people)) > 1
    beat = against and all(people[seat] for seat in won)
    names, bests = names_of(game.players), dict[str, DaysBest]()
    for place, seat in enumerate(seats):
        best = _best(standing, place, names[seat], won=seat in won) if people[seat] else None
        if best and best.beats(bests.get(game.game)):
            bests[game.game] = best
    named = tuple(names_of((game.players[seat],))[0] for seat in sorted(won) if beat and name_in(game.players[seat]))
    return Today(sum(people) * against, len(won) * beat, bests, named)


def _best(standing: Standing, place: int, name: str, *, won: bool) -> DaysBest | None:
    """Return the result of the player at `place` in order of play, None if it cannot be a best."""
    position = standing.position
    if position.view().sheet:
        return DaysBest(name, points=points_of(position)[place])
    if position.goal is not None and won and len(points_of(position)) > 1:
        turns = [player for player, _ in groupby(step.before.player for step in standing.steps)]
        return DaysBest(name, turns=turns.count(place))
    return None
