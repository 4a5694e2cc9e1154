"""How long a game waits so that people can follow it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from robot.config import Tempo
from robot.match.events import Announced, Begun, Decided, Event, Left, Read
from robot.match.moments import moment_of
from robot.table.about import About


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds that a game waits after a reading, after a robot's decision with its options, and after a moment."""

    reading: float
    decision: float
    moment: float


WAITS = {Tempo.CALM: Waits(1.2, 1.4, 1.6), Tempo.BRISK: Waits(0.5, 0.6, 0.8), Tempo.FAST: Waits(0.0, 0.0, 0.0)}


@dataclass(slots=True)
class Pacing:
    """A listener that lets the game wait, by `wait`, as long as its `tempo` says. It hears events after all others.

    A person who goes on choosing waits for nothing: what was read stays in sight.
    """

    tempo: Tempo
    wait: Callable[[float], None]
    _people: tuple[bool, ...] = field(default=(), init=False)

    def hear(self, event: Event) -> None:
        match event:
            case Begun(people=people):
                self._people = people
            case Left(player=seat):
                self._people = (*self._people[:seat], False, *self._people[seat + 1 :])
        if seconds := self._seconds(event):
            self.wait(seconds)

    def _seconds(self, event: Event) -> float:
        waits = WAITS[self.tempo]
        match event:
            case Read(position=position, player=player) if position.player == player and self._people[player]:
                return 0.0  # an end follows as an event of its own
            case _ if moment_of(event):
                return waits.moment
            case Read():
                return waits.reading
            case Decided(decision=decision, player=player) if decision and not self._people[player]:
                return waits.decision
            case Announced(about=About.FIRST):
                return waits.reading
        return 0.0
