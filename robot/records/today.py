"""What people did today: how many beat the robot, and the best of each game."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from pathlib import Path

from robot.errors import ROOMS
from robot.games.registry import make_game
from robot.games.views import HogView, KeepView, RaceView, SheetView
from robot.match.journal import Journal, JournalGame
from robot.match.players import is_person, names_of
from robot.match.standing import Standing
from robot.match.throw_off import in_order
from robot.records.stats import points_of

MOST_GAMES = 1000
"""The newest games that are looked at: more than a machine plays in a day."""


@dataclass(frozen=True, slots=True)
class DaysBest:
    """The best of a day in one game: the most points of a sheet, or a race won in the fewest `turns`."""

    name: str
    points: int = 0
    turns: int = 0

    def beats(self, other: "DaysBest | None") -> bool:
        """Return whether this is better than another one of the same game."""
        return other is None or (-self.turns, self.points) > (-other.turns, other.points)


@dataclass(frozen=True, slots=True)
class Today:
    """A day so far: people who `played` a game against a robot to its end, those who `won`, each game's `bests`."""

    played: int = 0
    won: int = 0
    bests: Mapping[str, DaysBest] = field(default_factory=dict)

    def joined(self, other: "Today") -> "Today":
        """Return this and another part of the same day."""
        bests = dict(self.bests)
        for game, best in other.bests.items():
            if best.beats(bests.get(game)):
                bests[game] = best
        return Today(self.played + other.played, self.won + other.won, bests)


class DayCount:
    """Counts the games of the journal `path` that were begun today, each once. `wall` tells the local time."""

    def __init__(self, path: Path, wall: Callable[[], datetime]) -> None:
        self._path, self._wall = path, wall
        self._known: dict[tuple[int, str], Today] = {}
        self._lock = threading.Lock()

    def count(self) -> Today:
        """Return what people did today. From any thread. Raises JournalError."""
        day, known, total = self._wall().date(), dict[tuple[int, str], Today](), Today()
        with self._lock, Journal(self._path) as journal:
            for game in journal.games(newest=MOST_GAMES):
                if game.ended is None or not _is_of(game, day):
                    continue
                key = game.id, game.begun
                known[key] = self._known.get(key) or _counted(journal, game)
                total = total.joined(known[key])
            self._known = known
        return total


def _is_of(game: JournalGame, day: date) -> bool:
    return datetime.fromisoformat(game.begun).astimezone().date() == day


def _counted(journal: Journal, game: JournalGame) -> Today:
    """Return one game that has ended; one that nobody finished counts nothing."""
    people = [is_person(spec) for spec in game.players]
    try:
        made = make_game(game.game, game.rules)
        standing = Standing.of(made.begin(len(people)), journal.log(game))
    except ROOMS:
        return Today()
    position = standing.position
    if not position.over:
        return Today()
    seats = in_order(tuple(range(len(people))), game.first or 0)
    won = {seats[place] for place in position.winners}
    against = len(set(people)) > 1
    beat = against and all(people[seat] for seat in won)
    names, bests = names_of(game.players), dict[str, DaysBest]()
    for place, seat in enumerate(seats):
        best = _best(standing, place, names[seat], won=seat in won) if people[seat] else None
        if best and best.beats(bests.get(game.game)):
            bests[game.game] = best
    return Today(sum(people) * against, len(won) * beat, bests)


def _best(standing: Standing, place: int, name: str, *, won: bool) -> DaysBest | None:
    """Return what the player at a place of the turns did, None if that cannot be a best."""
    match standing.position.view():
        case SheetView():
            return DaysBest(name, points=points_of(standing.position)[place])
        case RaceView(goal=int()) | HogView() | KeepView(goal=int()) if won and len(points_of(standing.position)) > 1:
            turns = [player for player, _ in groupby(step.before.player for step in standing.steps)]
            return DaysBest(name, turns=turns.count(place))
    return None
