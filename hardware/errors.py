"""The errors of the table's devices. Each has a stable number and a message of one line with a remedy."""

from typing import ClassVar


class HardwareError(Exception):
    """Base of this room's errors. str() is one line: what was wrong, and what to do.

    `message_key` names the message by which a user interface says the same in other languages, "" if there is none.
    """

    number: ClassVar[int] = 0
    default_remedy: ClassVar[str] = ""
    message_key: str = ""

    def __init_subclass__(cls, *, number: int = 0, remedy: str = "") -> None:
        super().__init_subclass__()
        cls.number = number or cls.number
        cls.default_remedy = remedy or cls.default_remedy

    def __init__(self, what: str, remedy: str | None = None) -> None:
        self.what = " ".join(what.split())
        self.remedy = " ".join((self.default_remedy if remedy is None else remedy).split())
        super().__init__(f"{self.what}; {self.remedy}" if self.remedy else self.what)


class PortError(HardwareError, OSError, number=100, remedy="check the cable and the port's name"):
    """The serial port cannot be used."""

    message_key = "fault-port"


class PortMissingError(PortError, FileNotFoundError, number=101, remedy="plug the board in, or name another port"):
    """There is no such port."""

    message_key = "fault-port-missing"


class PortBusyError(PortError, BlockingIOError, number=102, remedy="close the program that uses the port"):
    """Another program holds the port."""

    message_key = "fault-port-busy"


class PortPermissionError(
    PortError, PermissionError, number=103, remedy="add this user to the group that owns the port"
):
    """The user may not open the port."""

    message_key = "fault-port-permission"


class PortLostError(PortError, ConnectionResetError, number=104, remedy="plug the cable in again, then try again"):
    """The port went away while it was open."""

    message_key = "fault-port-lost"


class PortChoiceError(PortError, LookupError, number=105, remedy="choose one with --port"):
    """There are several ports, and none was chosen."""

    message_key = "fault-port-choice"


class LinkError(HardwareError, ConnectionError, number=120, remedy="check the cable and switch the board off and on"):
    """Communication with the board fails."""

    message_key = "fault-link"


class NoReplyError(
    LinkError, TimeoutError, number=121, remedy="check its cable and power, or install the firmware: 'pipsqueak flash'"
):
    """The board does not answer."""

    message_key = "fault-no-reply"


class NoBoardError(
    LinkError, number=122, remedy="name the port of the table's board, or install the firmware: 'pipsqueak flash'"
):
    """Something answers, but not as a Pipsqueak board."""

    message_key = "fault-no-board"


class ProtocolVersionError(LinkError, number=123, remedy="run 'pipsqueak flash' to install this package's firmware"):
    """The board speaks another version of the protocol."""

    message_key = "fault-protocol-version"


class DictionaryError(
    LinkError, number=124, remedy="run 'make -C firmware' if machine.toml was changed, then 'pipsqueak flash'"
):
    """The board has another table of commands, or its firmware was built for another machine."""

    message_key = "fault-dictionary"


class OutcomeUnknownError(LinkError, number=125, remedy="home the table and look at the dice: that throw is void"):
    """It is unknown whether the last motion was made."""

    message_key = "fault-outcome-unknown"


class LineError(LinkError, ValueError, number=126, remedy="send it again"):
    """A line breaks the rules of the wire."""

    message_key = "fault-line"


class ControllerError(HardwareError, number=200, remedy="look at the table, then try again"):
    """The board refuses or fails."""

    message_key = "fault-controller"


class RefusedError(ControllerError, RuntimeError, number=201):
    """The board refuses a command; `code` is its code for the reason."""

    message_key = "fault-refused"

    def __init__(self, what: str, remedy: str | None = None, *, code: str = "") -> None:
        super().__init__(what, remedy)
        self.code = code


class CommandValueError(ControllerError, ValueError, number=202, remedy="see firmware/PROTOCOL.md for the ranges"):
    """A value is outside the range that the board accepts."""

    message_key = "fault-command-value"


class MotionTimeoutError(ControllerError, TimeoutError, number=203, remedy="look for a jam, then home the table"):
    """A motion has not ended within its time limit."""

    message_key = "fault-motion-timeout"


class FaultError(ControllerError, RuntimeError, number=210):
    """The board has latched a fault; `fault` is its number in firmware/PROTOCOL.md."""

    message_key = "fault-fault"

    def __init__(self, what: str, remedy: str | None = None, *, fault: int = 0, message_key: str = "") -> None:
        super().__init__(what, remedy)
        self.fault = fault
        self.message_key = message_key or type(self).message_key


class CameraError(HardwareError, number=300, remedy="check the camera's cable and its name"):
    """The camera cannot be used."""

    message_key = "fault-camera"


class CameraMissingError(CameraError, FileNotFoundError, number=301, remedy="connect it, or name another camera"):
    """There is no such camera."""

    message_key = "fault-camera-missing"


class CameraLostError(CameraError, ConnectionResetError, number=302, remedy="plug it in again, then try again"):
    """The camera went away while it was open."""

    message_key = "fault-camera-lost"


class FrameTimeoutError(CameraError, TimeoutError, number=303, remedy="check the camera's cable, then open it again"):
    """No frame arrived in time."""

    message_key = "fault-frame-timeout"


class NoMorePicturesError(CameraError, EOFError, number=304, remedy="start again, or give more pictures"):
    """A folder or film has no more pictures."""

    message_key = "fault-no-more-pictures"


class LibcameraError(
    CameraError,
    ImportError,
    number=305,
    remedy="run 'sudo apt install python3-picamera2', then 'make pi' in the repository",
):
    """The libraries for the Pi's camera are missing or do not fit together."""

    message_key = "fault-libcamera"


class CameraFrozenError(CameraError, RuntimeError, number=306, remedy="switch the camera off and on"):
    """The camera repeats the same picture."""

    message_key = "fault-camera-frozen"


class PanelError(HardwareError, OSError, number=400, remedy="play with the keyboard, or check the panel's wiring"):
    """The panel's buttons and lamps cannot be used."""

    message_key = "fault-panel"


class PanelLeftError(PanelError, EOFError, number=401, remedy="resume the game with 'pipsqueak play --resume'"):
    """The people at the panel have left."""

    message_key = "fault-panel-left"


class TwinError(HardwareError, RuntimeError, number=500, remedy="start it again"):
    """The digital twin has failed."""

    message_key = "fault-twin"


class TwinMissingError(TwinError, FileNotFoundError, number=501, remedy="install the package again"):
    """A part of the digital twin is missing or cannot be executed."""

    message_key = "fault-twin-missing"


class MissingMujocoError(TwinError, ModuleNotFoundError, number=502, remedy="install the extra 'twin'"):
    """The physics engine is not installed."""

    message_key = "fault-missing-mujoco"

    def __init__(self, what: str = "the physics engine MuJoCo is missing", remedy: str | None = None) -> None:
        super().__init__(what, remedy)
        self.name = "mujoco"


class FilmError(TwinError, OSError, number=503, remedy="name another file"):
    """The film of the twin cannot be made."""

    message_key = "fault-film"


class FlashError(HardwareError, RuntimeError, number=600, remedy="try again with another cable"):
    """The firmware cannot be written, or the board does not answer after it."""


class HexError(FlashError, ValueError, number=601, remedy="name another HEX file"):
    """A HEX file is damaged, or made for another chip or package."""


class FirmwareMissingError(
    FlashError, FileNotFoundError, number=602, remedy="build it with 'make -C firmware', or name a HEX with --hex"
):
    """The firmware is missing from this package."""


class AvrdudeError(FlashError, number=603, remedy="install it: sudo apt install avrdude"):
    """The program that writes the firmware is missing or fails."""


class BootloaderError(
    FlashError,
    TimeoutError,
    number=604,
    remedy="press the board's reset button as writing begins, or give it a new bootloader: docs/bootloader.md",
):
    """No bootloader answers."""


class ChipError(FlashError, TypeError, number=605, remedy="take an Arduino Uno or Nano with an ATmega328P"):
    """The board has another chip."""


class DimensionsError(HardwareError, ValueError, number=700, remedy="mend hardware/machine.toml"):
    """The machine's dimensions are incomplete, or no firmware can drive such a machine."""

    message_key = "fault-dimensions"
