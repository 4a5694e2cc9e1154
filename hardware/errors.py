"""The errors of the table's devices: few classes, and a number, a remedy and a message for each failure."""

import enum
from typing import ClassVar


class Failure(enum.Enum):
    """A failure of a device: its stable number, and its default remedy."""

    PORT = 100, "check the cable and the port's name"
    PORT_MISSING = 101, "plug the board in, or name another port"
    PORT_BUSY = 102, "close the program that uses the port"
    PORT_PERMISSION = 103, "add this user to the group that owns the port"
    PORT_LOST = 104, "plug the cable in again, then try again"
    PORT_CHOICE = 105, "choose one with --port"
    LINK = 120, "check the cable and switch the board off and on"
    NO_REPLY = 121, "check its cable and power, or install the firmware: 'pipsqueak machine flash'"
    NO_BOARD = 122, "name the port of the table's board; 'pipsqueak machine flash' would replace what runs on this one"
    """Something answers, but not as a Pipsqueak board."""
    PROTOCOL_VERSION = 123, "run 'pipsqueak machine flash' to install this package's firmware"
    DICTIONARY = 124, "run 'make -C firmware' if machine.toml was changed, then 'pipsqueak machine flash'"
    """The board has another table of commands, or its firmware was built for another machine."""
    OTHER_KIND = 127, "say which machine it is: 'pipsqueak data config set machine'; or run 'pipsqueak machine flash'"
    """The board drives another kind of machine."""
    OUTCOME_UNKNOWN = 125, "home the table and look at the dice: that throw is void"
    LINE = 126, "send it again"
    """A line breaks the rules of the wire."""
    CONTROLLER = 200, "look at the table, then try again"
    REFUSED = 201, "look at the table, then try again"
    COMMAND_VALUE = 202, "see firmware/PROTOCOL.md for the ranges"
    MOTION_TIMEOUT = 203, "look for a jam, then home the table"
    COIL_HOT = 205, "wait for a minute, then throw again"
    SAFE_MODE = 204, "fix the cause, then switch the machine off and on"
    """The motors stay off after crashes."""
    FAULT = 210, "look at the table, then try again"
    """The board has latched a fault."""
    CAMERA = 300, "check the camera's cable and its name"
    CAMERA_MISSING = 301, "connect it, or name another camera"
    CAMERA_LOST = 302, "plug it in again, then try again"
    FRAME_TIMEOUT = 303, "check the camera's cable, then open it again"
    NO_MORE_PICTURES = 304, "start again, or give more pictures"
    LIBCAMERA = 305, "run 'sudo apt install python3-picamera2', then 'make pi' in the repository"
    """The libraries for the Pi's camera are missing or do not fit together."""
    CAMERA_FROZEN = 306, "switch the camera off and on"
    """The camera repeats the same picture."""
    STREAM = 307, "wake the phone, open its camera's app again, and check its Wi-Fi"
    """A stream does not answer, or ends."""
    CAMERA_TURNED = 308, "let the phone lie as it does now"
    """The pictures have another size than before."""
    PANEL = 400, "play with the keyboard, or check the panel's wiring"
    USB_BUTTONS = 402, "plug the encoder in"
    PANEL_LEFT = 401, "run the command again to begin"
    TWIN = 500, "start it again"
    TWIN_MISSING = 501, "install the package again"
    """A part of the digital twin is missing or cannot be executed."""
    MISSING_MUJOCO = 502, "install the extra 'twin'"
    FILM = 503, "name another file"
    FLASH = 600, "try again with another cable"
    HEX = 601, "install this package again"
    FIRMWARE_MISSING = 602, "install this package again, or build it in the repository with 'make -C firmware'"
    AVRDUDE = 603, "install it: sudo apt install avrdude"
    BOOTLOADER = (
        604,
        "press the board's reset button as writing begins, or give it a new bootloader: docs/wiring.md",
    )
    CHIP = 605, "take an Arduino Uno or Nano with an ATmega328P"
    DIMENSIONS = 700, "mend hardware/machine.toml"
    """The machine's dimensions are incomplete, or no firmware can drive such a machine."""

    def __init__(self, number: int, remedy: str) -> None:
        self.number, self.remedy = number, remedy

    @property
    def message_key(self) -> str:
        """The key of the message in other languages; "" for failures of the command that writes firmware."""
        return "" if self.number // 100 == 6 else f"fault-{self.name.lower().replace('_', '-')}"

    def error(self, what: str, remedy: str | None = None) -> "HardwareError":
        """Return the error for this failure, of the class for its kind."""
        kinds = (kind for kind in HardwareError.kinds if self.number in kind.numbers)
        kind = min(kinds, key=lambda kind: len(kind.numbers), default=HardwareError)
        return kind(what, remedy, failure=self)


class HardwareError(Exception):
    """Base of this room's errors. str() is one line: what was wrong, and what to do.

    `numbers` are the failures that a class stands for, the default one first.
    """

    numbers = range(100, 800)
    kinds: ClassVar[list[type["HardwareError"]]] = []

    def __init_subclass__(cls) -> None:
        HardwareError.kinds.append(cls)

    def __init__(self, what: str, remedy: str | None = None, *, failure: Failure | None = None) -> None:
        self.failure = failure or next(one for one in Failure if one.number == self.numbers[0])
        self.message_key = self.failure.message_key
        self.what = " ".join(what.split())
        self.remedy = " ".join((self.failure.remedy if remedy is None else remedy).split())
        super().__init__(f"{self.what}; {self.remedy}" if self.remedy else self.what)


class PortError(HardwareError, OSError):
    """The serial port cannot be used."""

    numbers = range(100, 120)


class LinkError(HardwareError, ConnectionError):
    """Communication with the board fails."""

    numbers = range(120, 200)


class NoReplyError(LinkError, TimeoutError):
    """The board does not answer, or not as a Pipsqueak board."""

    numbers = range(121, 123)


class OutcomeUnknownError(LinkError):
    """It is unknown whether the last motion was made."""

    numbers = range(125, 126)


class ControllerError(HardwareError):
    """The board refuses or fails."""

    numbers = range(200, 300)


class FaultError(ControllerError):
    """The board has latched a fault; `fault` is its number in firmware/PROTOCOL.md."""

    numbers = range(210, 211)

    def __init__(
        self,
        what: str,
        remedy: str | None = None,
        *,
        failure: Failure = Failure.FAULT,
        fault: int = 0,
        message_key: str = "",
    ) -> None:
        super().__init__(what, remedy, failure=failure)
        self.fault = fault
        self.message_key = message_key or self.message_key


class CameraError(HardwareError):
    """The camera cannot be used."""

    numbers = range(300, 400)


class FrameTimeoutError(CameraError, TimeoutError):
    """No frame arrived in time."""

    numbers = range(303, 304)


class NoMorePicturesError(CameraError, EOFError):
    """A folder or film has no more pictures."""

    numbers = range(304, 305)


class PanelError(HardwareError, OSError):
    """The panel's buttons and lamps cannot be used."""

    numbers = range(400, 500)


class PanelLeftError(PanelError, EOFError):
    """The people at the panel have left."""

    numbers = range(401, 402)
