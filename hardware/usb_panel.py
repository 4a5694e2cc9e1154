"""A panel on a USB button encoder, which is a joystick or a keyboard to Linux: read as the kernel's events."""

import fcntl
import os
import select
import struct
from collections import deque
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import Failure, HardwareError
from hardware.panel import KEEPS, POLL_SECONDS, Button, Presses

ENCODERS = Path("/dev/input/by-id")
AUTO = "auto"
EVENT = struct.Struct("llHHi")
"""struct input_event of linux/input.h: seconds, microseconds, type, code, value."""
KEY_EVENT, PRESSED, RELEASED = 1, 1, 0
GRAB = 0x40044590
"""EVIOCGRAB: nothing else gets what is pressed, such as a page that has the keyboard's focus."""
ALL_CODES = 0x300
GET_CODES = 0x80000000 | ALL_CODES // 8 << 16 | 0x4521
"""EVIOCGBIT: which codes of keys a device has, as bits."""
FIRST_BUTTON = 0x100
"""BTN_0 of linux/input-event-codes.h: lower codes are keys of keyboards."""
KINDS = (
    range(0x120, 0x129),  # a joystick, from BTN_TRIGGER on
    (0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13A, 0x13B, 0x13C),  # a gamepad, as XInput has them
    (19, 35, 49, 2, 3, 4, 5, 6, 7),  # the keys R, H, N and 1 to 6
    (29, 56, 57, 42, 44, 45, 46, 47),  # left Ctrl, Alt, space, Shift, Z, X, C, V, as an I-PAC or a Picade has them
    (79, 80, 81, 75, 76, 77, 71, 72, 73),  # a keypad's 1 to 9
)
"""The codes of known encoders, in the order of their sockets."""
BUTTONS = (Button.ROLL, Button.HOLD, Button.NEW, *KEEPS)
KNOWN = {code: button for kind in KINDS for code, button in zip(kind, BUTTONS, strict=False)}
FIND = 'plug it in, or name its file in config.toml, such as usb_buttons = "/dev/input/by-id/usb-…-event-kbd"'
ALLOW = "type 'sudo usermod -aG input $USER', log out and in again"


class UsbPanel(Closing):
    """The buttons of the encoder `device`, AUTO for the only joystick there is; `encoders` is the folder of these.

    As on the panel of the Pi's pins, a button counts once when it is held down, or pressed again within `hold_off`
    seconds of the clock. NEW counts when it is let go, but as HINT after `long` seconds, and then as LEAVE the next
    time. There are no lamps: the screen shows what is kept. If a device has no keys of a keyboard, its own codes count
    as the buttons in their order; others use the codes of KINDS.
    """

    def __init__(
        self, clock: Clock, device: str = AUTO, *, encoders: Path = ENCODERS, hold_off: float = 0.25, long: float = 1.0
    ) -> None:
        self._clock, self._long = clock, long
        self._waiting: deque[Button] = deque()
        self._presses = Presses(clock, hold_off, self._waiting.append)
        self._half = b""
        self.came: dict[int, Button | None] = {}
        """The codes of what was pressed, each with its button, in the order of their first presses."""
        self._new_since: float | None = None
        path = Path(device) if device != AUTO else _find_joystick(encoders)
        try:
            self._handle: int | None = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except PermissionError as error:
            raise Failure.USB_BUTTONS.error(f"the buttons at {path} may not be read", ALLOW) from error
        except OSError as error:
            raise Failure.USB_BUTTONS.error(f"there are no buttons at {path}: {error.strerror}", FIND) from error
        with suppress(OSError):  # a file that is not a kernel's device, such as a pipe, cannot be grabbed
            fcntl.ioctl(self._handle, GRAB, 1)
        self._codes = _read_codes(self._handle) or KNOWN
        try:
            self._read(0.0)
        except HardwareError:
            self.close()
            raise

    def press(self, timeout: float | None = None) -> Button | None:
        """Return the next button pressed, or None after `timeout` seconds; presses between calls are kept.

        Raises PanelError when the encoder has gone.
        """
        while True:
            self._read(0.0)
            if self._waiting:
                return self._waiting.popleft()
            if timeout is not None and timeout <= 0:
                return None
            # While NEW is down, time alone makes it a HINT.
            part = POLL_SECONDS if self._new_since is not None else timeout
            part = part if timeout is None or part is None else min(part, timeout)
            self._read(part)
            timeout = timeout if timeout is None or part is None else timeout - part

    def _read(self, timeout: float | None) -> None:
        if self._handle is None:
            raise Failure.USB_BUTTONS.error("the USB buttons are closed")
        select.select([self._handle], [], [], timeout)
        try:
            found = os.read(self._handle, 64 * EVENT.size)
            gone = not found
        except OSError as error:
            found, gone = b"", not isinstance(error, BlockingIOError)
        if gone:
            raise Failure.USB_BUTTONS.error("the USB buttons were unplugged", "plug the encoder in again")
        self._half += found
        whole = len(self._half) - len(self._half) % EVENT.size
        for _, _, kind, code, value in EVENT.iter_unpack(self._half[:whole]):
            if kind == KEY_EVENT:
                button = self.came[code] = self._codes.get(code)
                if button:
                    self._take(button, value)
        self._half = self._half[whole:]
        if self._new_since is not None and self._clock.now() - self._new_since >= self._long:
            self._new_since = None
            self._presses.hold_new()

    def _take(self, button: Button, value: int) -> None:
        if button is Button.NEW and value == PRESSED:
            self._new_since = self._clock.now()
        elif button is Button.NEW and value == RELEASED and self._new_since is not None:
            held, self._new_since = self._clock.now() - self._new_since, None
            if held < self._long:
                self._presses.press(button)
            else:
                self._presses.hold_new()
        elif button is not Button.NEW and value == PRESSED:
            self._presses.press(button)

    def forget(self, but: Collection[Button] = ()) -> None:
        """Drop the presses that are waiting, except one of each of the buttons `but`."""
        self._read(0.0)
        stay = dict.fromkeys(button for button in self._waiting if button in but)
        self._waiting.clear()
        self._waiting.extend(stay)

    def lamps(self, lit: Collection[Button]) -> None:
        """Do nothing: an encoder has no lamps."""

    def close(self) -> None:
        """Let the encoder go. Closing twice is harmless."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            os.close(handle)


def _read_codes(handle: int) -> dict[int, Button]:
    """Return the buttons of a device by its own codes; none of a keyboard, which has more keys than are wired."""
    bits = bytearray(ALL_CODES // 8)
    with suppress(OSError):
        fcntl.ioctl(handle, GET_CODES, bits)
    own = [code for code in range(ALL_CODES) if bits[code // 8] >> code % 8 & 1]
    return dict(zip(own, BUTTONS, strict=False)) if own and own[0] >= FIRST_BUTTON else {}


def _find_joystick(encoders: Path) -> Path:
    found = sorted(encoders.glob("*-event-joystick"))
    if len(found) == 1:
        return found[0]
    words = "several joysticks are plugged in" if found else "no USB encoder is plugged in that is a joystick"
    raise Failure.USB_BUTTONS.error(words, FIND)
