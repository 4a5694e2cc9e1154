"""What can go wrong at the table; each message is one line that says what was wrong and what to do."""

from hardware.errors import HardwareError
from robot.saying import Saying
from solver.errors import SolverError
from vision.errors import VisionError


class RobotError(Exception):
    """Root of the robot's own errors."""

    message_key = ""
    """The key of the message that says the same in other languages, "" where there is none."""


class ConfigError(RobotError, ValueError):
    """A configuration that cannot be used."""

    message_key = "fault-config"


class LanguageError(RobotError, ValueError):
    """A language that nobody knows, or whose file cannot be used."""

    message_key = "fault-language"


class VoiceError(RobotError, RuntimeError):
    """Words that cannot be made sound, or sound that cannot be played."""

    message_key = "fault-voice"


class PlayerError(RobotError, ValueError):
    """A player that nobody knows."""

    message_key = "fault-player"


class TableChoiceError(RobotError, ValueError):
    """A table or a camera that cannot be put together."""


class ExhibitOptionError(RobotError, ValueError):
    """An option of the exhibition that cannot be."""


class ScreenLostError(RobotError, ConnectionError):
    """The table's screen shows nothing any more."""

    message_key = "fault-screen-lost"


class UnitError(RobotError, OSError):
    """The units of systemd cannot be written."""


class ReportError(RobotError, OSError):
    """A day's report cannot be read or written."""

    message_key = "fault-report"


class JournalError(RobotError, OSError):
    """The journal cannot be read or written."""

    message_key = "fault-journal"


class RecordingError(RobotError, OSError):
    """A recording cannot be read or written."""

    message_key = "fault-recording"


class FolderError(RobotError, OSError):
    """A folder for what is written cannot be made."""

    message_key = "fault-folder"


class CalibrationLeftError(RobotError, EOFError):
    """The people left before the table was calibrated."""


class MissingPageError(RobotError, ImportError):
    """The page's packages are not installed."""


class BusyError(RobotError, RuntimeError):
    """So much is asked for that some of it has to be asked for again later."""


class AddressError(RobotError, OSError):
    """Nothing can be served at an address."""


class GameOverError(RobotError, RuntimeError):
    """The game has stopped before it was won; the journal keeps it."""


class GameLeftError(RobotError, RuntimeError):
    """The players have left this game and will not return to it."""


class HostClosedError(RobotError, RuntimeError):
    """The host closes while a game is on; the journal keeps it."""


class NotNowError(RobotError, RuntimeError):
    """Nothing is played at the moment, `what` is the reason in English, `saying` in every language."""

    message_key = "fault-not-now"

    def __init__(self, what: str, saying: Saying) -> None:
        super().__init__(what)
        self.saying = saying


class AnswerRefusedError(RobotError, ValueError):
    """An answer that does not count; `saying` gives the reason to the person who answered."""

    def __init__(self, saying: "Saying") -> None:
        super().__init__(saying.english or saying.key)
        self.saying = saying


class QuestionClosedError(AnswerRefusedError):
    """An answer to a question that is not open."""


class IllegalAnswerError(AnswerRefusedError):
    """An answer that the question does not allow."""


class SafeModeError(RobotError, RuntimeError):
    """The motors stay off after crashes."""

    message_key = "fault-safe-mode"


class VoidThrowError(RobotError, RuntimeError):
    """The outcome of a throw is not known: it does not count and is made again. `saying` gives the reason."""

    message_key = "fault-void-throw"

    def __init__(self, saying: Saying) -> None:
        super().__init__(saying.english or saying.key)
        self.saying = saying


class UnsettledError(RobotError, RuntimeError):
    """The dice could not be read with certainty and nobody is there to ask."""

    message_key = "fault-unsettled"


ROOMS = (RobotError, HardwareError, SolverError, VisionError)
"""The base classes of all errors that are reported to people in one line."""
