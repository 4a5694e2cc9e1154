"""What the page shows of a game, gathered from the events in the game's own thread and read from any other."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum

from robot.games.game import Position, Tally
from robot.match.events import (
    Announced,
    Begun,
    Booked,
    Confirming,
    Corrected,
    Decided,
    Ended,
    Event,
    Hinted,
    Left,
    Looked,
    Read,
    Tallied,
    Thrown,
    Undone,
)
from robot.table.look import Look

ASIDE = frozenset({"wish", "quiet"})
"""Keys of announcements beside which what is asked stays asked."""
ALONE = "alone"
"""The key of the one that asks whether anybody is there: nothing else can be answered until somebody says so."""
SAID = 200
"""So many events of a game stay to be read back."""


class Phase(StrEnum):
    """What happens just now."""

    IDLE = "idle"
    CHOOSING = "choosing"
    DECIDED = "decided"
    THROWING = "throwing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shown:
    """One moment of a game.

    `number` grows with every event and `turn` whenever people are asked anew, who can answer while it `waits`;
    `steps` counts how often it was told what somebody is about to choose or to say. `pictures` counts the looks, so
    that a picture can be named, and `looked_at` is the throw of the last one; `trail` holds the positions after each
    throw and booking, `hinted` is what a robot would do in a person's place.
    """

    number: int = 0
    turn: int = 0
    waits: bool = False
    pictures: int = 0
    phase: Phase = Phase.IDLE
    begun: Begun | None = None
    position: Position | None = None
    tally: Tally = field(default_factory=Tally)
    steps: int = 0
    look: Look | None = None
    decided: Decided | None = None
    hinted: Hinted | None = None
    confirming: Confirming | None = None
    throw_number: int = 0
    looked_at: int = 0
    notice: Announced | None = None
    said: tuple[Event, ...] = ()
    trail: tuple[Position, ...] = ()
    ended: Ended | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.begun.players if self.begun else ()

    @property
    def notice_key(self) -> str:
        """Under which key the last announcement stands, "" when it is past."""
        return self.notice.saying.key if self.notice else ""

    @property
    def person(self) -> bool:
        """Whether it is a person's turn."""
        return bool(self.begun and self.position and not self.position.over and self.begun.people[self.position.player])

    def _without(self, player: int) -> Begun | None:
        """Return the game as one in which a robot plays on for somebody."""
        if self.begun is None:
            return None
        people = tuple(person and seat != player for seat, person in enumerate(self.begun.people))
        return replace(self.begun, people=people)

    def after(self, event: Event) -> "Shown":
        """Return the moment after an event."""
        now = replace(self, number=self.number + 1, waits=self.waits and isinstance(event, Tallied | Confirming))
        if not isinstance(event, Tallied | Looked | Thrown | Begun | Confirming):
            now = replace(now, said=(*self.said[-SAID:], event))
        match event:
            case Begun(position=position):
                return Shown(
                    now.number,
                    self.turn,
                    pictures=self.pictures,
                    phase=Phase.CHOOSING,
                    begun=event,
                    position=position,
                    said=(event,),
                    trail=(*event.trail, position),
                )
            case Tallied(tally=tally):
                return replace(now, tally=tally, steps=self.steps + 1)
            case Decided(move=move):
                kept = Tally(tuple(move.keep or ()))
                decided = event if event.decision else None
                return replace(
                    now,
                    phase=Phase.DECIDED,
                    tally=kept,
                    decided=decided or self.decided,
                    hinted=None,
                    notice=None,
                )
            case Thrown():
                return replace(
                    now, phase=Phase.THROWING, throw_number=event.throw, looked_at=0, notice=None, confirming=None
                )
            case Looked(look=look):
                return replace(now, look=look, looked_at=event.throw, pictures=self.pictures + 1)
            case Confirming():
                return replace(now, confirming=event, steps=self.steps + 1)
            case Hinted():
                return replace(now, hinted=event)
            case Left(player=player):
                return replace(now, begun=self._without(player))
            case Corrected():
                return now
            case Announced() if event.saying.key in ASIDE:
                return replace(now, waits=self.waits)
            case Announced() if event.saying.key == ALONE:
                return now
            case Announced():
                return replace(now, notice=event)
            case Read(position=position) | Booked(position=position) | Undone(position=position):
                return replace(
                    now,
                    phase=Phase.CHOOSING,
                    position=position,
                    tally=Tally(),
                    hinted=None,
                    notice=None,
                    trail=self.trail[:-1] or (position,) if isinstance(event, Undone) else (*self.trail, position),
                )
            case Ended(position=position):
                return replace(now, phase=Phase.OVER, position=position, ended=event, notice=None)


class Stage:
    """The listener: `now` is what is shown, `changed` is called after each event in the thread that tells it.

    `on` tells the number of the game whose events are heard. Any thread may change what is shown.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None, on: Callable[[], int | None] = lambda: None) -> None:
        self.now = Shown()
        self.changed = changed
        self._on, self._game = on, on()
        self._lock = threading.Lock()

    @contextmanager
    def held(self) -> Iterator[Shown]:
        """Give what is shown, and let it not change meanwhile."""
        with self._lock:
            yield self.now

    def hear(self, event: Event) -> None:
        with self._lock:
            self.now = self.now.after(event)
            self._game = self._on() or self._game
        self.changed()

    def leave(self, game: int) -> None:
        """Show that this game is no longer on, unless another one has begun since: nobody is asked any more.

        One that was played to its end stays to be looked at.
        """
        with self._lock:
            if game != self._game:
                return
            number = self.now.number + 1
            if self.now.phase is Phase.OVER:
                self.now = replace(self.now, number=number, waits=False, notice=None, confirming=None)
            else:
                self.now = Shown(number, self.now.turn, pictures=self.now.pictures)
        self.changed()

    def asked(self) -> None:
        """Show that people are asked from now on."""
        with self._lock:
            self.now = replace(self.now, number=self.now.number + 1, turn=self.now.turn + 1, waits=True)
        self.changed()
