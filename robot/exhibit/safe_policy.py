"""The keeper of a machine in safe mode: nothing moves, and the screen says what to do."""

from typing import NoReturn

from hardware.panel import Button
from robot.errors import SafeModeError
from robot.host.host import GameSetting, Host
from robot.host.status import Phase
from robot.language import Saying
from robot.match.events import Event

UNSAID = "nobody knows of what; 'journalctl -u pipsqueak' may tell"


class SafeMode:
    """Plays nothing; `why` is what is known of the crashes. The board is not even opened: it rests by its lease."""

    def __init__(self, why: str) -> None:
        self.why = why or UNSAID

    def open_table(self) -> NoReturn:
        raise SafeModeError(f"the motors stay off after fast crashes ({self.why}): mend that, then switch off and on")

    def idle(self, host: Host, pressed: Button | None) -> GameSetting | None:  # noqa: ARG002
        host.book.change(phase=Phase.SAFE, message=self.still())
        return None

    def still(self) -> Saying:
        return Saying("safe-mode", {"what": self.why})

    def heard(self, host: Host, event: Event) -> None:
        """Hear nothing: no game is on."""

    def over(self, host: Host, setting: GameSetting, *, left: bool) -> None:
        """Take nothing: no game is on."""
