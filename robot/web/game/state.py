"""What the page shows of a game. The game's thread builds it from events; any thread reads it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from robot.games.game import Position, Tally
from robot.match.events import (
    Announced,
    Asked,
    Begun,
    Booked,
    Closed,
    Confirming,
    Corrected,
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
from robot.match.questions import Question, Topic
from robot.match.throw_off import ThrowOff
from robot.table.about import About
from robot.table.look import Look
from robot.table.look_picture import Box, cut_of

SAID = 200
"""The most events of a game that are kept."""


class GamePhase(StrEnum):
    """What happens now."""

    IDLE = "idle"
    CHOOSING = "choosing"
    DECIDED = "decided"
    THROWING = "throwing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shown:
    """One moment of a game.

    `number` grows with every event. `question` is the open question. `first` says that dice are thrown for who begins;
    then `before` is the game that ended last, and `throw_off` how far that is. `pictures` counts the looks and so
    names the pictures. `looked_at` is the throw of the last look, and `by_hand` says that people make the throw that
    is under way. `trail` holds the positions after each throw and booking. `hinted` is what a robot would do in a
    person's place. `moment` is shown until somebody chooses, is asked or throws. `moment_at` and `decided_at` are the
    numbers of the events that brought them. `unread` says that dice were thrown and not looked at yet. `read_picture`
    is the number of the last picture of dice that were thrown. `seen` is the part of the camera's picture that is
    shown.
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
    said: tuple[Event, ...] = ()
    trail: tuple[Position, ...] = ()
    ended: Ended | None = None
    unread: bool = False
    read_picture: int = 0
    seen: Box | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.begun.players if self.begun else ()

    @property
    def mover(self) -> str:
        """The name of the player who has made the last choice that can be taken back, "" before the first one."""
        return self.names[self.trail[-2].player] if len(self.trail) > 1 else ""

    @property
    def topic(self) -> Topic | None:
        """The topic of the open question."""
        return self.question.topic if self.question else None

    def _without(self, player: int) -> Begun | None:
        """Return the game with a robot in a player's place."""
        if self.begun is None:
            return None
        people = tuple(person and seat != player for seat, person in enumerate(self.begun.people))
        return replace(self.begun, people=people)

    def after(self, event: Event) -> "Shown":
        """Return the moment after an event."""
        if isinstance(event, RulesWanted):
            return self
        now = replace(self, number=self.number + 1)
        if isinstance(event, Asked | Decided | Thrown | Undone):
            now = replace(now, moment=None)
        elif moment := moment_of(event):
            now = replace(now, moment=moment, moment_at=now.number)
        if not isinstance(event, Tallied | Looked | Thrown | Begun | Confirming | Asked | Closed):
            now = replace(now, said=(*self.said[-SAID:], event))
        match event:
            case Begun(position=position):
                return Shown(
                    now.number,
                    self.question,
                    pictures=self.pictures,
                    phase=GamePhase.CHOOSING,
                    begun=event,
                    position=position,
                    said=(event,),
                    trail=(*event.trail, position),
                    read_picture=self.read_picture,
                    seen=self.seen,
                )
            case Tallied(tally=tally):
                return replace(now, tally=tally)
            case Decided(action=action):
                kept = Tally(action.wells or ())
                decided = event if event.decision else None
                return replace(
                    now,
                    phase=GamePhase.DECIDED,
                    tally=kept,
                    decided=decided or self.decided,
                    decided_at=now.number if decided else self.decided_at,
                    hinted=None,
                    notice=None,
                )
            case Thrown():
                return replace(
                    now,
                    phase=GamePhase.THROWING,
                    throw_number=event.throw,
                    by_hand=event.by_hand,
                    looked_at=0,
                    notice=None,
                    confirming=None,
                    unread=True,
                )
            case Looked(look=look):
                pictures = self.pictures + 1
                only_kept = bool(look.wells) and look.wells == self.tally.keep
                return replace(
                    now,
                    look=look,
                    looked_at=event.throw,
                    pictures=pictures,
                    unread=self.unread and only_kept,
                    read_picture=self.read_picture if only_kept else pictures,
                    seen=cut_of(look, self.seen),
                )
            case Confirming():
                return replace(now, confirming=event)
            case Hinted():
                return replace(now, hinted=event)
            case Left(player=player):
                return replace(now, begun=self._without(player))
            case Corrected():
                return now
            case Asked(question=question):
                return replace(now, question=question)
            case Closed(number=number):
                return replace(now, question=None) if self.question and self.question.number == number else now
            case Announced(about=About.ASIDE):
                return now
            case Announced(about=About.FIRST) if not self.first:
                ended = self if self.phase is GamePhase.OVER else None
                return Shown(
                    now.number,
                    self.question,
                    first=True,
                    before=ended,
                    throw_off=event.throw_off,
                    pictures=self.pictures,
                    notice=event,
                    said=(event,),
                    read_picture=self.read_picture,
                    seen=self.seen,
                )
            case Announced():
                unread = self.unread or event.about is About.AGAIN
                return replace(now, notice=event, unread=unread, throw_off=event.throw_off or self.throw_off)
            case Read(position=position) | Booked(position=position) | Undone(position=position):
                return replace(
                    now,
                    phase=GamePhase.CHOOSING,
                    position=position,
                    tally=Tally(),
                    hinted=None,
                    notice=None,
                    trail=self.trail[:-1] or (position,) if isinstance(event, Undone) else (*self.trail, position),
                )
            case Ended(position=position):
                return replace(now, phase=GamePhase.OVER, position=position, ended=event, notice=None)


class ViewState:
    """Listens to a game. `now` is what is shown. `changed` is called after each event, in the thread of the event.

    `on` returns the number of the game whose events are heard. Any thread may change what is shown.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None, on: Callable[[], int | None] = lambda: None) -> None:
        self.now = Shown()
        self.changed = changed
        self._on = on
        self.game = on()
        """The number of the game that was heard last."""
        self._lock = threading.Lock()

    def hear(self, event: Event) -> None:
        with self._lock:
            self.now = self.now.after(event)
            self.game = self._on() or self.game
        self.changed()

    def show_part(self, part: Box) -> None:
        """Show this part of the camera's picture, unless a look has told which."""
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
        """Show that this game is no longer on, unless another one has begun since.

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
