"""Who looks after a host's table between the games."""

from typing import TYPE_CHECKING, Protocol

from hardware.panel import Button
from robot.events import Event
from robot.hosted import GameSetting
from robot.language import Saying

if TYPE_CHECKING:
    from robot.host import Host


class Keeper(Protocol):
    """Who looks after the table between the games, and has a word in them; called in the host's thread."""

    def idle(self, host: "Host", pressed: Button | None) -> GameSetting | None:
        """Return the game to play now, or None; asked a few times a second while no game is on."""

    def still(self) -> Saying | None:
        """Return why no game may be begun now, None where one may. From any thread."""

    def heard(self, host: "Host", event: Event) -> None:
        """Take an event of the game that is on; raise GameLeftError to leave it."""

    def over(self, host: "Host", setting: GameSetting, *, left: bool) -> None:
        """Take it that a game is over, or `left`."""


class Nobody:
    """A keeper who leaves all to those who begin and press."""

    def idle(self, host: "Host", pressed: Button | None) -> GameSetting | None:  # noqa: ARG002
        return None

    def still(self) -> Saying | None:
        return None

    def heard(self, host: "Host", event: Event) -> None:
        """Let it pass."""

    def over(self, host: "Host", setting: GameSetting, *, left: bool) -> None:
        """Let it be."""
