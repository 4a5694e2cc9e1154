"""The state of a game that the page shows. The game's thread builds it from events; any thread reads it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from robot.games.game import Position, Tally
from robot.language.names import call_bare
from robot.match.events import (
    Announced,
    Asked,
    Begun,
    Booked,
    Closed,
    Confirming,
    Decided,
    Ended,
    Event,
    Hinted,
    Left,
    Looked,
    Read,
    RulesWanted,
    Tallied,
    Thrown,
    Undone,
)
from robot.match.moments import Moment, moment_of
from robot.match.questions import ChooseMove, Question, Topic
from robot.match.throw_off import ThrowOff
from robot.table.about import About
from robot.table.look import Box, Look, cut_of

SAID = 200
"""The most events of a game that are kept."""


class GamePhase(StrEnum):
    """The present phase of a game."""

    IDLE = "idle"
    CHOOSING = "choosing"
    DECIDED = "decided"
    THROWING = "throwing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shown:
    """One moment of a game.

    `number` grows with every event. `question` is the open question. `first` says that a throw-off is on: `throw_off`
    is its state, and `before` is the game that ended last. `pictures` counts the looks and so names the pictures.
    `looked_at` is the throw of the last look, and `by_hand` says that people make the present throw. `trail` holds the
    positions after each throw and booking. `hinted` is what a robot would do in a person's place. `moment` is shown
    until somebody chooses, is asked or throws. `moment_at` and `decided_at` are the numbers of the events that brought
    them. `unread` says that dice were thrown but not looked at yet. `read_picture` is the number of the last picture of
    dice that were thrown. `seen` is the part of the camera's picture that is shown. `missing` is the reason why dice
    that people threw cannot be read yet.
    """

    number: int = 0
    question: Question | None = None
    first: bool = False
    before: "Shown | None" = None
    throw_off: ThrowOff | None = None
    pictures: int = 0
    phase: GamePhase = GamePhase.IDLE
    begun: Begun | None = None
    position: Position | None = None
    tally: Tally = field(default_factory=Tally)
    look: Look | None = None
    decided: Decided | None = None
    hinted: Hinted | None = None
    decided_at: int = 0
    moment: Moment | None = None
    moment_at: int = 0
    confirming: Confirming | None = None
    throw_number: int = 0
    by_hand: bool = False
    looked_at: int = 0
    notice: Announced | None = None
    missing: Announced | None = None
    said: tuple[Event, ...] = ()
    trail: tuple[Position, ...] = ()
    ended: Ended | None = None
    unread: bool = False
    read_picture: int = 0
    seen: Box | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players in sentences."""
        return call_bare(self.begun.players) if self.begun else ()

    @property
    def mover(self) -> str:
        """The name of the player who made the last choice that can be taken back, "" if there is none."""
        return self.names[self.trail[-2].player] if len(self.trail) > 1 else ""

    @property
    def topic(self) -> Topic | None:
        """The topic of the open question."""
        return self.question.topic if self.question else None

    def after(self, event: Event) -> "Shown":
        """Return the moment after an event."""
        number = self.number + 1
        kept = Shown(
            number, self.question, pictures=self.pictures, said=(event,), read_picture=self.read_picture, seen=self.seen
        )
        match event:
            case RulesWanted() | Announced(about=About.ASIDE):  # the page shows these elsewhere
                return self
            case Begun(position=position, trail=trail):
                return replace(kept, phase=GamePhase.CHOOSING, begun=event, position=position, trail=(*trail, position))
            case Announced(about=About.FIRST) if not self.first:
                ended = self if self.phase is GamePhase.OVER else None
                return replace(kept, first=True, before=ended, throw_off=event.throw_off, notice=event)
        moment, at = self.moment, self.moment_at
        if isinstance(event, Asked | Decided | Thrown | Undone):
            moment = None
        elif brought := moment_of(event):
            moment, at = brought, number
        missing = self.missing if isinstance(event, Asked | Closed) else None
        told = not isinstance(event, Tallied | Looked | Thrown | Confirming | Asked | Closed)
        asks = isinstance(event, Asked) and not isinstance(event.question.topic, ChooseMove)
        known = self.said[:-1] if asks and self.said[-1:] == (self.notice,) else self.said  # it is shown elsewhere
        said = (*known[-SAID:], event) if told else known
        now = replace(self, number=number, moment=moment, moment_at=at, said=said, missing=missing)
        return now._follow(event)

    def _follow(self, event: Event) -> "Shown":
        """Return the state with the changes of an event, except `number`, `moment` and `said`."""
        match event:
            case Tallied(tally=tally):
                return replace(self, tally=tally)
            case Decided(action=action):
                now = replace(self, phase=GamePhase.DECIDED, tally=Tally(action.wells or ()), hinted=None, notice=None)
                return replace(now, decided=event, decided_at=self.number) if event.decision else now
            case Thrown(throw=throw, by_hand=by_hand):
                now = replace(self, phase=GamePhase.THROWING, throw_number=throw, by_hand=by_hand, looked_at=0)
                return replace(now, notice=None, confirming=None, unread=True)
            case Looked(look=look):
                pictures, only_kept = self.pictures + 1, bool(look.wells) and look.wells == self.tally.keep
                read = self.read_picture if only_kept else pictures
                now = replace(self, look=look, looked_at=event.throw, pictures=pictures, seen=cut_of(look, self.seen))
                return replace(now, unread=self.unread and only_kept, read_picture=read)
            case Confirming():
                return replace(self, confirming=event)
            case Hinted():
                return replace(self, hinted=event)
            case Left(player=player) if begun := self.begun:
                people = tuple(person and seat != player for seat, person in enumerate(begun.people))
                return replace(self, begun=replace(begun, people=people))
            case Asked(question=question):
                return replace(self, question=question)
            case Closed(number=number) if self.question and self.question.number == number:
                return replace(self, question=None)
            case Announced(about=About.MISSING):
                return replace(self, missing=event)
            case Announced(about=about):
                unread, throw_off = self.unread or about is About.AGAIN, event.throw_off or self.throw_off
                return replace(self, notice=event, unread=unread, throw_off=throw_off)
            case Read(position=position) | Booked(position=position) | Undone(position=position):
                trail = self.trail[:-1] or (position,) if isinstance(event, Undone) else (*self.trail, position)
                now = replace(self, phase=GamePhase.CHOOSING, position=position, tally=Tally(), trail=trail)
                return replace(now, hinted=None, notice=None)
            case Ended(position=position):
                return replace(self, phase=GamePhase.OVER, position=position, ended=event, notice=None)
        return self


class ViewState:
    """Listens to a game. `now` is the state to show. `changed` is called after each event, in the thread of the event.

    `on` returns the number of the game that is on. Any thread may change what is shown.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None, on: Callable[[], int | None] = lambda: None) -> None:
        self.now = Shown()
        self.changed = changed
        self._on = on
        self.game = on()
        """The number of the last game that was heard."""
        self._lock = threading.Lock()

    def hear(self, event: Event) -> None:
        with self._lock:
            self.now = self.now.after(event)
            self.game = self._on() or self.game
        self.changed()

    def show_part(self, part: Box) -> None:
        """Show this part of the camera's picture, unless a look has set another."""
        with self._lock:
            if self.now.seen is None:
                self.now = replace(self.now, seen=part)

    def rename(self, game: int, names: Mapping[str, str]) -> None:
        """Show the players of this game under other names, if the game is over and shown."""
        with self._lock:
            begun, ended = self.now.begun, self.now.ended
            if game != self.game or begun is None or ended is None:
                return
            players = tuple(names[name] for name in begun.players)
            last = replace(ended, players=players)
            said = tuple(last if event is ended else event for event in self.now.said)
            self.now = replace(
                self.now, number=self.now.number + 1, begun=replace(begun, players=players), ended=last, said=said
            )
        self.changed()

    def leave(self, game: int) -> None:
        """Show that this game is no longer on, unless another has begun since.

        A game that was played to its end stays on the page. If this game ends in its throw-off, the page shows the game
        before it again.
        """
        with self._lock:
            if game != self.game:
                return
            now = self.now
            ended = now if now.phase is GamePhase.OVER else now.before
            shown = replace(ended, look=now.look or ended.look, notice=None, confirming=None) if ended else Shown()
            self.now = replace(shown, number=now.number + 1, question=now.question, pictures=now.pictures)
        self.changed()
