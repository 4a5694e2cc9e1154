"""Policies that decide what happens at a host's table between the games."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from hardware.clock import Clock
from hardware.panels import Panels
from robot.errors import ROOMS
from robot.games.registry import make_game
from robot.host.status import Offer, Status, StatusBook
from robot.match.events import Event
from robot.match.players import names_of
from robot.match.questions import InterruptedGame, PlainAnswer, Reply
from robot.match.seats import GameSetting
from robot.match.unfinished import UnfinishedGame
from robot.saying import Saying


class PolicyHost(Protocol):
    """The host as its policy sees it. Only in the host's thread."""

    clock: Clock
    book: StatusBook
    panels: Panels

    @property
    def status(self) -> Status:
        """The machine's status now."""

    def unfinished(self) -> GameSetting | None:
        """Return the newest game that an exhibition was interrupted in, if it can go on."""

    def all_unfinished(self) -> Sequence[UnfinishedGame]:
        """Return the interrupted games that can go on, newest first."""

    def give_up(self, setting: GameSetting) -> None:
        """End an interrupted game, without a winner."""

    def announce(self, saying: Saying) -> None:
        """Tell people something."""

    def wanted(self, seconds: float) -> bool:
        """Return whether somebody wants the table within `seconds`."""

    def pause(self, seconds: float) -> None:
        """Let time pass."""

    def rest(self) -> None:
        """Switch the table's lights off while nothing will move for long."""


class HostPolicy(Protocol):
    """Decides what happens between the games, and may end a game. Called in the host's thread."""

    def idle(self, host: PolicyHost, reply: Reply | None, /) -> GameSetting | None:
        """Return the game to play now, or None. Called a few times a second while no game is on.

        `reply` is the answer to the open question since the last call, None if nobody answered.
        """

    def still(self) -> Saying | None:
        """Return why no game may begin now, None if one may. From any thread."""

    def heard(self, host: PolicyHost, event: Event) -> None:
        """Receive an event of the game that is on; raise GameLeftError to leave the game."""

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:
        """Note that a game is over, or `left`."""


class IdlePolicy:
    """A policy that does nothing: people begin all games."""

    def idle(self, _host: PolicyHost, _reply: Reply | None, /) -> GameSetting | None:
        return None

    def still(self) -> Saying | None:
        return None

    def heard(self, host: PolicyHost, event: Event) -> None:
        """Do nothing."""

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:
        """Do nothing."""


class ResumePolicy(IdlePolicy):
    """A policy that offers the interrupted games while no game is on.

    People resume the newest, or another one that they name, or end it for good. If they begin another game, the offer
    returns after that game.
    """

    def __init__(self) -> None:
        self._looked = False
        self._offered: dict[int, GameSetting] = {}

    def idle(self, host: PolicyHost, reply: Reply | None) -> GameSetting | None:
        if not self._looked:
            self._looked = True
            self._offer(host)
        match reply:
            case PlainAnswer.YES | PlainAnswer.NO:
                offered, goes_on = next(iter(self._offered.values()), None), reply is PlainAnswer.YES
            case InterruptedGame(number, goes_on):
                offered = self._offered.get(number)
            case _:
                return None
        if offered is None or goes_on:
            # People asked for it: it is no attract game, even of robots alone.
            return offered and replace(offered, attract=False)
        host.give_up(offered)
        self._looked = False
        return None

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:  # noqa: ARG002
        self._looked = False

    def _offer(self, host: PolicyHost) -> None:
        """Offer the games that can go on. A game whose rules cannot be made again is not offered."""
        self._offered, offers = {}, []
        for one in host.all_unfinished():
            with suppress(*ROOMS):
                title = make_game(one.game.game, one.game.rules).title
                offers.append(Offer(one.game.id, title, names_of(one.game.players), one.saying))
                self._offered[one.game.id] = GameSetting.of(one.game)
        host.book.change(offers=tuple(offers))
        if offers:
            key = "interrupted" if len(host.panels) else "interrupted-page"
            host.announce(Saying(key, {"title": offers[0].title}))
