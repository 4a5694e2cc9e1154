"""One game at a host's table, which goes on after every loss of a device."""

import logging
import math
from collections.abc import Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from hardware.panel import NOTHING
from robot.config import Folders
from robot.errors import ROOMS, GameLeftError, HostClosedError, JournalError
from robot.games.game import TableGame, Wish
from robot.host.preload import StrategyPreload
from robot.host.status import GameNow, Phase, StatusBook, device_of
from robot.host.table_connection import TableConnection
from robot.language.error_messages import what_is_wrong, what_to_do
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Begun, Booked, Ended, Event, Left, Listener, Read, Undone
from robot.match.journal import Journal, JournalGame, Occasion
from robot.match.match import Match
from robot.match.players import is_person, names_of, people_of
from robot.match.questions import PREPARING, TRY_AGAIN, WAKE_UP
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.about import About

_log = logging.getLogger(__name__)
LOOKED_AT = 0.05
"""Seconds between two checks whether the robots are ready."""
SOON = 1.0
"""Seconds that a game without robots waits for its hints. Hints that take longer come during the game."""
HOPELESS = 5
"""A game is left when it has failed so often although every device works."""


def ends_game(event: Event) -> bool:
    """Return whether this event ends the game. A game that has ended can no longer be left."""
    return isinstance(event, Ended) or (isinstance(event, Read | Booked) and event.position.over)


@dataclass(slots=True)
class HostedGame:
    """A game at a host's table. `listener` hears its events; it and the desk's wait policy may raise GameLeftError."""

    setting: GameSetting
    table: TableConnection
    desk: QuestionDesk
    book: StatusBook
    listener: Listener
    folders: Folders
    chance: str
    maker: StrategyPreload
    occasion: Occasion | None = None
    devices: Mapping[str, str] = field(default_factory=dict)
    _failed: int = 0
    _made: Future[None] = field(default_factory=Future)
    _told: Saying = field(default_factory=lambda: Saying("preparing"))

    def play(self) -> bool:
        """Play to the end; return False if the game was left.

        Raises:
            HostClosedError: the host closes; the journal keeps the game.
            RobotError, SolverError: there is no such game or player.

        """
        seating = self.setting.seating(self.folders.cache)
        try:
            self._prepare(seating.game)
            if all(map(is_person, self.setting.players)):
                wait([self._made], SOON)
            else:
                self._until_made()
            players = seating.make_players(self.desk, self.chance)
            parts = seating, players, self.desk, [self], self.setting.resume
            match = Match(*parts, occasion=self.occasion, devices=self.devices)
            while True:
                try:
                    with Journal(self.folders.journal) as journal:
                        game = match.enter(journal)
                        self.setting = replace(self.setting, resume=game)
                        journal.check_room()
                        self.book.clear("journal")
                        table = self.table.use()
                        self.desk.close()
                        self._show_game(game, seating.game)
                        match.play(journal, table)
                        return True
                except (GameLeftError, HostClosedError):
                    raise
                except ROOMS as error:
                    self._lose_table(error)
                self._rest()
        except GameLeftError:
            self._leave()
            return False
        finally:
            self.maker.drop(self._made)
            self.desk.unready = frozenset()

    def hear(self, event: Event) -> None:
        """Update the status, then pass the event on."""
        match event:
            case Begun():
                assert self.setting.resume
                begun = GameNow(
                    self.setting.resume.id,
                    event.game,
                    event.title,
                    event.players,
                    event.people,
                    event.position.player,
                    event.throws,
                    event.left,
                    self.setting.by,
                )
                self.book.change(game=begun)
                if event.left:
                    self._until_made()
            case Left():
                self._until_made()
                if now := self.book.now.game:
                    people = tuple(person and seat != event.player for seat, person in enumerate(now.people))
                    self.book.change(game=replace(now, people=people, left=(*now.left, event.player)))
            case Read() | Booked() | Undone():
                if isinstance(event, Read):
                    self._failed = 0
                    self.table.works()
                if now := self.book.now.game:
                    throws = event.throw if isinstance(event, Read) else now.throws
                    self.book.change(game=replace(now, player=event.position.player, throws=throws))
        self.listener.hear(event)

    def _prepare(self, rules: TableGame[Any]) -> None:
        """Prepare the robots in another thread. Hints can be given as soon as that is done."""
        self._told = Saying("preparing", {"title": rules.title})
        self._made = self.maker.make(rules, self.setting.players)
        self.desk.unready = frozenset({Wish.HINT})
        self._made.add_done_callback(self._advises)

    def _advises(self, made: Future[None]) -> None:
        if made is self._made and not made.cancelled() and made.exception() is None:
            self.desk.unready = frozenset()

    def _until_made(self) -> None:
        """Wait for the robots; the game loop goes on meanwhile, and people can leave."""
        people, shown = people_of(self.setting.players), False
        try:
            while not wait([self._made], LOOKED_AT).done:  # in real time: no simulated clock speeds up the solver
                if not shown:
                    self.book.change(message=self._told)
                    shown = True
                if self.setting.attract:
                    self._give_way()
                elif (given := self.desk.poll(PREPARING, 0.0, people)) and given.reply is Wish.LEAVE:
                    raise GameLeftError("nobody waits any more")
        finally:
            if shown and not self.setting.attract:
                self.desk.close()
        self._made.result()

    def _give_way(self) -> None:
        """Leave an attract game if somebody wants to play; their answer stays at the desk."""
        if self.setting.attract and self.desk.is_answered(WAKE_UP, 0.0):
            raise GameLeftError("somebody wants to play")

    def _show_game(self, game: JournalGame, rules: TableGame[Any]) -> None:
        """Put the game into the status. The status shows it already during the throws that decide who begins."""
        phase = Phase.ATTRACT if self.setting.attract else Phase.PLAYING
        people = tuple(map(is_person, game.players))
        on = self.book.now.game or GameNow(
            game.id, rules.name, rules.title, names_of(game.players), people, 0, 0, by=self.setting.by
        )
        message = Saying("attract") if self.setting.attract else None
        self.book.change(phase=phase, message=message, seconds=None, game=on)

    def _lose_table(self, error: Exception) -> None:
        self.table.lose(error)
        self._give_way()
        if self.desk.question and self.desk.question.topic is not TRY_AGAIN:
            self.desk.close()
        self._failed += 1
        if device_of(error) == "game" and self._failed >= HOPELESS:
            raise GameLeftError(f"the game cannot go on: {error}") from error
        device = self.book.now.device(device_of(error))
        if device and device.tries == 1:
            lost = {"what": what_is_wrong(device), "remedy": what_to_do(device)}
            self.desk.notify(Announced(Saying("lost", lost), About.LOST))

    def _rest(self) -> None:
        """Wait until the next try of the table. A press of a button starts it at once.

        The question stays open while tries fail, so that a press during a try counts.
        """
        while (left := self.table.seconds) > NOTHING:
            self.book.change(phase=Phase.WAITING, seconds=math.ceil(round(left, 3)))
            if given := self.desk.poll(TRY_AGAIN, min(left, 1.0)):
                self.table.try_again(near=given.near)

    def _leave(self) -> None:
        if self.setting.resume:
            _log.info("game %d is left", self.setting.resume.id)
            with suppress(JournalError), Journal(self.folders.journal) as journal:
                if journal.game(self.setting.resume.id).ended is None:
                    journal.end(self.setting.resume, ())
