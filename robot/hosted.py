"""One game at a host's table, played to its end through every loss of a device."""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hardware.panels import NOTHING
from robot.errors import ROOMS, GameLeftError, HostClosedError, JournalError
from robot.events import Begun, Booked, Ended, Event, Listener, Read, Undone
from robot.games.registry import make_game
from robot.heeding import HeedingPanel
from robot.held import HeldTable
from robot.journal import Game, Journal
from robot.language import Saying
from robot.match import Match
from robot.people import PATIENCE, PeopleAtThePanel
from robot.players import is_person, make_players
from robot.seats import check_seats, who_begins
from robot.status import GameNow, Phase, StatusBook, device_of
from robot.troubles import what_is_wrong, what_to_do

HOPELESS = 5
"""A game that fails so often by itself, with every device well, is left."""


@dataclass(frozen=True, slots=True)
class GameSetting:
    """A game to play: `rules`, `players` and who begins as the command line writes them.

    `resume` is one that the journal holds; `attract` says that the robot plays by itself, and that anybody may end it.
    """

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ("you", "robot")
    resume: Game | None = None
    attract: bool = False
    first: str | None = None

    @classmethod
    def of(cls, game: Game) -> "GameSetting":
        """Return the setting that goes on with an unfinished game."""
        by_itself = not any(map(is_person, game.players))
        return cls(game.game, game.rules, game.players, resume=game, attract=by_itself)


def won(event: Event) -> bool:
    """Return whether the game is won with this event, and so no more to be left."""
    return isinstance(event, Ended) or (isinstance(event, Read | Booked) and event.position.over)


@dataclass(slots=True)
class HostedGame:
    """A game; `listener` hears its events and may raise GameLeftError, as the panel does."""

    setting: GameSetting
    table: HeldTable
    panel: HeedingPanel
    book: StatusBook
    listener: Listener
    journal_path: Path
    cache: Path | None
    chance: str
    _failed: int = 0

    def play(self) -> bool:
        """Play to the end; return False if the game was left.

        Raises:
            HostClosedError: the host closes; the journal keeps the game.
            RobotError, SolverError: there is no such game or player.

        """
        setting = self.setting
        rules = make_game(setting.game, setting.rules, self.cache)
        check_seats(len(setting.players), rules)
        first = who_begins(setting.first, setting.players, rules, unattended=setting.attract)
        players = make_players(setting.players, rules, self.panel, self.chance)
        try:
            while True:
                try:
                    with Journal(self.journal_path) as journal:
                        begun = setting.resume or journal.begin(rules.name, rules.rules, setting.players, None, first)
                        setting = self.setting = replace(setting, resume=begun)
                        game = journal.game(begun.id)  # who begins may have been thrown for since
                        match = Match(game, rules, players, self.table.use(), journal, [self])
                        if any(player.person for player in players) or not rules.wells:
                            match.onlooker = PeopleAtThePanel(self.panel, match.announced, PATIENCE)
                        self._playing()
                        match.play()
                        return True
                except (GameLeftError, HostClosedError):
                    raise
                except ROOMS as error:
                    self._lost(error)
                self._rest()
        except GameLeftError:
            self._leave()
            return False

    def hear(self, event: Event) -> None:
        """Keep the status, then pass the event on."""
        match event:
            case Begun():
                assert self.setting.resume
                number, player = self.setting.resume.id, event.position.player
                self.book.change(
                    game=GameNow(number, event.game, event.title, event.players, event.people, player, event.throws)
                )
            case Read() | Booked() | Undone():
                if isinstance(event, Read):
                    self._failed = 0
                    self.table.works()
                if now := self.book.now.game:
                    throws = event.throw if isinstance(event, Read) else now.throws
                    self.book.change(game=replace(now, player=event.position.player, throws=throws))
        self.listener.hear(event)

    def _playing(self) -> None:
        phase = Phase.ATTRACT if self.setting.attract else Phase.PLAYING
        self.book.change(phase=phase, message=Saying("attract") if self.setting.attract else None, seconds=None)

    def _lost(self, error: Exception) -> None:
        self.table.lose(error)
        self._failed += 1
        if device_of(error) == "game" and self._failed >= HOPELESS:
            raise GameLeftError(f"the game cannot go on: {error}") from error
        device = self.book.now.device(device_of(error))
        if device and device.tries == 1:
            self.panel.announce(Saying("lost", {"what": what_is_wrong(device), "remedy": what_to_do(device)}))

    def _rest(self) -> None:
        """Wait until the table is to be tried again; somebody who presses a button has it tried at once."""
        while (left := self.table.seconds) > NOTHING:
            self.book.change(phase=Phase.WAITING, seconds=math.ceil(round(left, 3)))
            if self.panel.press(min(left, 1.0)):
                self.table.pressed()

    def _leave(self) -> None:
        if self.setting.resume:
            with suppress(JournalError), Journal(self.journal_path) as journal:
                if journal.game(self.setting.resume.id).ended is None:
                    journal.end(self.setting.resume, ())
