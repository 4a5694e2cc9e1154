"""Who looks after a host's table between the games."""

from contextlib import suppress
from dataclasses import replace
from typing import Protocol, TypeVar

from hardware.clock import Clock
from robot.errors import ROOMS
from robot.games.registry import make_game
from robot.host.status import Offer, Status, StatusBook
from robot.match.events import Event
from robot.match.players import names_of
from robot.match.questions import PlainAnswer, Reply
from robot.match.seats import GameSetting
from robot.saying import Saying


class PolicyHost(Protocol):
    """What a policy may ask of its host, in the host's thread."""

    clock: Clock
    book: StatusBook

    @property
    def status(self) -> Status:
        """How the machine is now."""

    def unfinished(self) -> GameSetting | None:
        """Return the newest game that was interrupted and can go on."""

    def give_up(self, setting: GameSetting) -> None:
        """End a game that was interrupted, as one that nobody has won."""

    def announce(self, saying: Saying) -> None:
        """Tell people something."""

    def wanted(self, seconds: float) -> bool:
        """Return whether somebody wants the table within so many seconds."""

    def pause(self, seconds: float) -> None:
        """Let time go by."""

    def rest(self) -> None:
        """Put the table's lights out while nothing is going to move for long."""


HostT_contra = TypeVar("HostT_contra", contravariant=True)


class HostPolicy(Protocol[HostT_contra]):
    """Who looks after the table between the games, and has a word in them; called in the host's thread."""

    def idle(self, host: HostT_contra, reply: Reply | None) -> GameSetting | None:
        """Return the game to play now, or None; asked a few times a second while no game is on.

        `reply` is what somebody answered since the last time to what is asked meanwhile, None where nobody did.
        """

    def still(self) -> Saying | None:
        """Return why no game may be begun now, None where one may. From any thread."""

    def heard(self, host: HostT_contra, event: Event) -> None:
        """Take an event of the game that is on; raise GameLeftError to leave it."""

    def over(self, host: HostT_contra, setting: GameSetting, *, left: bool) -> None:
        """Take it that a game is over, or `left`."""


class IdlePolicy:
    """A policy that leaves all to those who begin and press."""

    def idle(self, host: PolicyHost, reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        return None

    def still(self) -> Saying | None:
        return None

    def heard(self, host: PolicyHost, event: Event) -> None:
        """Let it pass."""

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:
        """Let it be."""


class ResumePolicy(IdlePolicy):
    """A policy that offers to go on with the newest game that was interrupted, as long as no other one is on.

    People go on with it or end it for good; who begins another game is offered it again afterwards.
    """

    def __init__(self) -> None:
        self._looked = False
        self._offered: GameSetting | None = None

    def idle(self, host: PolicyHost, reply: Reply | None) -> GameSetting | None:
        if not self._looked:
            self._looked = True
            self._offer(host)
        offered = self._offered
        if offered is None or reply not in {PlainAnswer.YES, PlainAnswer.NO}:
            return None
        if reply is PlainAnswer.NO:
            host.give_up(offered)
            self._looked = False
            return None
        return replace(offered, attract=False)  # who asks for it wants to see it, also where robots play alone

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:  # noqa: ARG002
        self._looked = False

    def _offer(self, host: PolicyHost) -> None:
        """Offer what can be gone on with; a game that nobody can make any more is none."""
        offer, self._offered = None, None
        with suppress(*ROOMS):
            if (setting := host.unfinished()) and setting.resume:
                title = make_game(setting.game, setting.rules).title
                offer, self._offered = Offer(setting.resume.id, title, names_of(setting.players)), setting
        host.book.change(offer=offer)
        if offer:
            host.announce(Saying("interrupted", {"title": offer.title}))
