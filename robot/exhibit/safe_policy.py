"""The policy of a machine in safe mode: nothing moves, and the screen says what to do."""

from typing import NoReturn

from robot.errors import SafeModeError
from robot.host.policy import PolicyHost
from robot.host.status import Phase
from robot.match.events import Event
from robot.match.questions import Reply
from robot.match.seats import GameSetting
from robot.saying import Saying

UNSAID = "the cause is unknown; see 'journalctl -u pipsqueak'"


class SafePolicy:
    """Plays nothing; `why` describes the crashes. The board is not opened, so its lease keeps the motors off."""

    def __init__(self, why: str) -> None:
        self.why = why or UNSAID

    def open_table(self) -> NoReturn:
        raise SafeModeError(
            f"the motors stay off after fast crashes ({self.why}): fix the cause, then switch the machine off and on"
        )

    def idle(self, host: PolicyHost, _reply: Reply | None, /) -> GameSetting | None:
        host.book.change(phase=Phase.SAFE, message=self.still())
        return None

    def still(self) -> Saying:
        return Saying("safe-mode", {"what": self.why})

    def heard(self, host: PolicyHost, event: Event) -> None:
        """Hear nothing: no game is on."""

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:
        """Take nothing: no game is on."""
