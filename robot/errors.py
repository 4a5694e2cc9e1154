"""What can go wrong at the table; each message is one line that says what was wrong and what to do."""

from hardware.errors import HardwareError
from robot.saying import Saying
from solver.errors import SolverError
from vision.errors import VisionError


class RobotError(Exception):
    """Root of the robot's own errors."""

    message_key = ""
    """The key of the message that says the same in other languages, "" if there is none."""

    def __init_subclass__(cls, *, key: str = "") -> None:
        super().__init_subclass__()
        cls.message_key = key or cls.message_key

    def __init__(self, what: str, *, key: str = "") -> None:
        super().__init__(what)
        self.message_key = key or self.message_key


class UsageError(RobotError, ValueError):
    """An option, a name, a file of settings or a plan that cannot be used."""


class FileError(RobotError, OSError):
    """A file or folder that cannot be read or written, or was changed."""


class JournalError(RobotError, OSError, key="fault-journal"):
    """The journal cannot be read or written."""


class RecordingError(RobotError, OSError, key="fault-recording"):
    """A recording cannot be read or written."""


class SessionError(RobotError, OSError):
    """A coached game that is kept cannot be read or written."""


class SessionMissingError(SessionError, key="fault-session-missing"):
    """There is no coached game of this number."""


class PeopleLeftError(RobotError, EOFError):
    """People are needed, and nobody is there any more."""


class VoiceError(RobotError, RuntimeError, key="fault-voice"):
    """Words that cannot be made sound, or sound that cannot be played."""


class DisplayLostError(RobotError, ConnectionError):
    """The table's screen shows nothing any more, or no picture comes from a phone."""


class BusyError(RobotError, RuntimeError, key="fault-busy"):
    """So much is asked for that some of it has to be asked for again later."""


class UploadError(RobotError, ValueError):
    """A picture from a phone that is refused before it is decoded. `status` is that of the answer by HTTP."""

    def __init__(self, what: str, *, key: str, status: int) -> None:
        super().__init__(what, key=key)
        self.status = status


class AddressError(RobotError, OSError):
    """Nothing can be served at an address."""


class GameLeftError(RobotError, RuntimeError):
    """The players have left this game and will not return to it."""


class HostClosedError(RobotError, RuntimeError):
    """The host closes while a game is on; the journal keeps it."""


class NotNowError(RobotError, RuntimeError, key="fault-not-now"):
    """Nothing is played at the moment: `what` is the reason in English, `saying` in every language."""

    def __init__(self, what: str, saying: Saying) -> None:
        super().__init__(what)
        self.saying = saying


class AnswerRefusedError(RobotError, ValueError):
    """An answer that does not count; `saying` gives the reason to the person who answered."""

    def __init__(self, saying: "Saying") -> None:
        super().__init__(saying.english or saying.key)
        self.saying = saying


class IllegalAnswerError(AnswerRefusedError):
    """An answer that the question does not allow."""


class SafeModeError(RobotError, RuntimeError, key="fault-safe-mode"):
    """The motors stay off after crashes."""


class VoidThrowError(RobotError, RuntimeError, key="fault-void-throw"):
    """The outcome of a throw is not known: it does not count and is made again. `saying` gives the reason."""

    def __init__(self, saying: Saying) -> None:
        super().__init__(saying.english or saying.key)
        self.saying = saying


class UnsettledError(RobotError, RuntimeError, key="fault-unsettled"):
    """The dice could not be read with certainty and nobody is there to ask."""


ROOMS = (RobotError, HardwareError, SolverError, VisionError)
"""The base classes of all errors that are reported to people in one line."""
