"""The notable moments of a game: a bust, a new leader, a win; and how long the game pauses for them."""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from robot.config import Tempo
from robot.games.game import Position
from robot.match.events import Announced, Begun, Booked, Decided, Ended, Event, Left, Read
from robot.match.throw_off import ThrowOff

FEWEST_ALIKE = 5
"""So many dice with the same face are a moment."""


class MomentKind(enum.StrEnum):
    """What happened."""

    BUST = "bust"
    ALIKE = "alike"
    LEAD = "lead"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the player in `seat`, None if it belongs to several; `lost` is the most that a bust costs anybody."""

    kind: MomentKind
    seat: int | None
    lost: int = 0


def moment_of(event: Event) -> Moment | None:
    """Return the moment in an event, None for most events."""
    match event:
        case Ended(position=position):
            return Moment(MomentKind.WIN, position.winners[0] if len(position.winners) == 1 else None)
        case Read() | Booked() if event.position.over:
            return None  # the event of its end follows
        case Read(before=before, position=position, values=values, player=player, action=action):
            if len(values) >= FEWEST_ALIKE and len(set(values)) == 1 and before.view().sheet:
                return Moment(MomentKind.ALIKE, player)
            gains = _gains(before, position)
            if gains is None:
                return _lead(event)
            losers, marked = sum(gain < 0 for gain in gains), before.count_marked(action.wells or ())
            return Moment(
                MomentKind.BUST, player if losers < 2 else None, max(-min(gains), marked.total if marked else 0)
            )
        case Booked():
            return _lead(event)
    return None


def _gains(before: Position, after: Position) -> Sequence[int] | None:
    """Return the points that each player won (or lost, below 0) by a throw if it is a bust, else None.

    After a bust no points are at risk, and somebody has lost points or nobody has won any: a bust in the first throw of
    a turn costs nothing.
    """
    if not after.risks or after.choosable:  # the thrower still chooses from the dice
        return None
    gains = [now - then for now, then in zip(_all_points(after), _all_points(before), strict=True)]
    return gains if not any(after.pending) and (min(gains) < 0 or max(gains) <= 0) else None


def _lead(event: Read | Booked) -> Moment | None:
    """Return the moment in which another player takes the lead, None if nobody does."""
    before, after = _leader(event.before), _leader(event.position)
    return Moment(MomentKind.LEAD, after) if None not in {before, after} and before != after else None


def _leader(position: Position) -> int | None:
    """Return the seat with the best score, None for a tie or if somebody has no score yet."""
    points = position.ranked
    best = max(points)
    return points.index(best) if points.count(best) == 1 and not position.scoreless else None


def _all_points(position: Position) -> Sequence[int]:
    return [score + more for score, more in zip(position.scores, position.pending, strict=True)]


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds that a game pauses after a reading, after a robot's decision with its options, and after a moment."""

    reading: float
    decision: float
    moment: float


WAITS = {Tempo.CALM: Waits(1.2, 1.4, 1.6), Tempo.BRISK: Waits(0.5, 0.6, 0.8), Tempo.FAST: Waits(0.0, 0.0, 0.0)}


@dataclass(slots=True)
class Pacing:
    """A listener that pauses the game by `wait`, as long as `tempo` says. It hears events after all other listeners.

    It does not pause for a person who chooses next: the dice stay in sight. A `brisk` game pauses no longer than the
    brisk tempo does.
    """

    tempo: Tempo
    wait: Callable[[float], None]
    brisk: bool = False
    waits: Waits = field(init=False)
    """The pauses of the game that is on."""
    _people: tuple[bool, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self.change()

    def change(self, tempo: Tempo | None = None, *, brisk: bool | None = None) -> None:
        """Change the tempo, or whether the game is `brisk`; None keeps it."""
        self.tempo, self.brisk = tempo or self.tempo, self.brisk if brisk is None else brisk
        self.waits = WAITS[Tempo.BRISK if self.brisk and self.tempo is Tempo.CALM else self.tempo]

    def hear(self, event: Event) -> None:
        waits, seconds = self.waits, 0.0
        match event:
            case Begun(people=people):
                self._people = people
            case Left(player=seat):
                self._people = (*self._people[:seat], False, *self._people[seat + 1 :])
            case Read(position=position, player=player) if position.player == player and self._people[player]:
                pass  # the end of a game is an event of its own
            case _ if moment_of(event):
                seconds = waits.moment
            case Read() | Announced(throw_off=ThrowOff()):
                seconds = waits.reading
            case Decided(decision=decision) if decision and not self._people[event.player]:
                seconds = waits.decision
        if seconds:
            self.wait(seconds)
