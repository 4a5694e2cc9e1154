"""What can go wrong at the table; each message is one line that says what was wrong and what to do."""

from hardware.errors import HardwareError
from robot.saying import Saying
from solver.errors import SolverError
from vision.errors import VisionError


class RobotError(Exception):
    """Root of the robot's own errors."""

    message_key = ""
    """The key of the message that says the same in other languages, "" if there is none."""

    def __init__(self, what: str, *, key: str = "") -> None:
        super().__init__(what)
        self.message_key = key or self.message_key


class UsageError(RobotError, ValueError):
    """An option, a name, a file of settings or a plan that cannot be used."""


class FileError(RobotError, OSError):
    """A file or folder that cannot be read or written, or was changed.

    The key is SESSION_MISSING if a coached game was never kept.
    """


class JournalError(RobotError, OSError):
    """The journal cannot be read or written."""

    message_key = "fault-journal"


class RecordingError(RobotError, OSError):
    """A recording cannot be read or written."""

    message_key = "fault-recording"


class PeopleLeftError(RobotError, EOFError):
    """People are needed, and nobody is there."""


class VoiceError(RobotError, RuntimeError):
    """Words that cannot be made sound, or sound that cannot be played."""

    message_key = "fault-voice"


class UploadError(RobotError, ValueError):
    """A picture from a phone that is refused before it is decoded. `status` is the HTTP status of the answer."""

    def __init__(self, what: str, *, key: str, status: int) -> None:
        super().__init__(what, key=key)
        self.status = status


class AddressError(RobotError, OSError):
    """Nothing can be served at an address."""


class GameLeftError(RobotError, RuntimeError):
    """The players have left this game and will not return to it."""


class HostClosedError(RobotError, RuntimeError):
    """The host closes while a game is on; the journal keeps it."""


class RefusedError(RobotError, ValueError):
    """An answer, a form or a wish that does not count; `saying` gives the reason to its sender.

    `what` is the reason in English if `saying` has none.
    """

    def __init__(self, saying: Saying, what: str = "", *, key: str = "") -> None:
        super().__init__(what or saying.english or saying.key, key=key)
        self.saying = saying


class IllegalAnswerError(RefusedError):
    """An answer that the question does not allow."""


class VoidThrowError(RobotError, RuntimeError):
    """The outcome of a throw is not known: it does not count and is made again. `saying` gives the reason."""

    message_key = "fault-void-throw"

    def __init__(self, saying: Saying) -> None:
        super().__init__(saying.english or saying.key)
        self.saying = saying


class UnsettledError(RobotError, RuntimeError):
    """The dice could not be read with certainty and nobody is there to ask."""

    message_key = "fault-unsettled"


BUSY, SESSION_MISSING = "fault-busy", "fault-session-missing"
"""The keys of errors that have no class of their own but are handled differently from others."""

ROOMS = (RobotError, HardwareError, SolverError, VisionError)
"""The base classes of all errors that are reported to people in one line."""
