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
        if key:
            cls.message_key = key


class ConfigError(RobotError, ValueError, key="fault-config"):
    """A configuration that cannot be used."""


class LanguageError(RobotError, ValueError, key="fault-language"):
    """A language that nobody knows, or whose file cannot be used."""


class VoiceError(RobotError, RuntimeError, key="fault-voice"):
    """Words that cannot be made sound, or sound that cannot be played."""


class PlayerError(RobotError, ValueError, key="fault-player"):
    """A player that nobody knows."""


class TableChoiceError(RobotError, ValueError):
    """A table or a camera that cannot be put together."""


class ExhibitOptionError(RobotError, ValueError):
    """An option of the exhibition that cannot be."""


class ScreenLostError(RobotError, ConnectionError, key="fault-screen-lost"):
    """The table's screen shows nothing any more."""


class PhoneSilentError(RobotError, ConnectionError, key="fault-phone-silent"):
    """No picture comes from the phone that is the table's camera."""


class UnitError(RobotError, OSError):
    """The units of systemd cannot be written."""


class ReportError(RobotError, OSError, key="fault-report"):
    """A day's report cannot be read or written."""


class JournalError(RobotError, OSError, key="fault-journal"):
    """The journal cannot be read or written."""


class NoJournalError(JournalError, key="fault-no-journal"):
    """There is no journal yet, and none can be made."""


class RecordingError(RobotError, OSError, key="fault-recording"):
    """A recording cannot be read or written."""


class BackupError(RobotError, OSError):
    """A backup cannot be read or written."""


class BackupTargetError(BackupError):
    """A backup is not restored over what is there, or while people play."""


class ScriptError(RobotError, OSError):
    """A script of a coached game cannot be read."""


class SessionError(RobotError, OSError):
    """A coached game that is kept cannot be read or written."""


class SessionMissingError(SessionError, key="fault-session-missing"):
    """There is no coached game of this number."""


class SessionTakenError(SessionError, key="fault-session-taken"):
    """A coached game is open in another program."""


class FolderError(RobotError, OSError, key="fault-folder"):
    """A folder for what is written cannot be made."""


class CalibrationLeftError(RobotError, EOFError):
    """The people left before the table was calibrated."""


class LeverFileError(RobotError, ValueError, key="fault-lever-file"):
    """The file with the levers' pulses cannot be used."""


class SelftestFoundError(RobotError, RuntimeError, key="fault-selftest"):
    """The self-test at a day's first start has found something."""


class SelftestStepError(RobotError, ValueError):
    """A step of the self-test that nobody knows."""


class SelftestLeftError(RobotError, EOFError):
    """The people left before the self-test had ended."""


class ReadingLawError(RobotError, ValueError):
    """Chances of readings that cannot be."""


class CountsError(RobotError, ValueError):
    """Counts or throws of a die that cannot be."""


class StudyPlanError(RobotError, ValueError):
    """A plan of a study of a die that cannot be."""


class StudyLogError(RobotError, OSError):
    """The log of a study cannot be read or written, or was changed."""


class StudyLeftError(RobotError, EOFError):
    """A study needs people, and nobody is there."""


class BusyError(RobotError, RuntimeError):
    """So much is asked for that some of it has to be asked for again later."""


class UploadError(RobotError, ValueError):
    """A picture from a phone that is refused before it is decoded."""


class LargeUploadError(UploadError, key="fault-upload-large"):
    """It has too many bytes."""


class ManyPixelsError(UploadError, key="fault-upload-pixels"):
    """It has too many pixels."""


class SlowUploadError(UploadError, key="fault-upload-slow"):
    """It arrives too slowly."""


class ManyUploadsError(UploadError, key="fault-upload-many"):
    """Too many others arrive at the same time."""


class AddressError(RobotError, OSError):
    """Nothing can be served at an address."""


class GameOverError(RobotError, RuntimeError):
    """The game has stopped before it was won; the journal keeps it."""


class GameLeftError(RobotError, RuntimeError):
    """The players have left this game and will not return to it."""


class HostRunsError(RobotError, RuntimeError):
    """A host serves the folders that were to be changed, or would serve those that are being changed."""


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


class QuestionClosedError(AnswerRefusedError):
    """An answer to a question that is not open."""


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
