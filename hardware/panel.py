"""The panel: three big buttons, six small ones with lamps, on the Pi's GPIO, and several panels as one."""

import enum
import os
import queue
import warnings
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, Self

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import PanelError

INSTALL = "install it: sudo apt install python3-lgpio, then 'make pi'; or play with the keyboard"
WRITABLE = "start the program in a folder that can be written, or play with the keyboard"


class Button(enum.StrEnum):
    """The panel's buttons; KEEP1..KEEP6 belong to the wells 1..6.

    HINT asks for advice and LEAVE leaves the game; on the panel that is NEW held down, and NEW held down again. RULES
    shows the rules of the game, and CLOSE returns to the game. Only keyboards have these, ALL, which marks all dice
    that count, the ARROWS and ENTER, which choose on the screen, and OTHER, any key without a meaning of its own.
    """

    ROLL = "roll"
    HOLD = "hold"
    NEW = "new"
    KEEP1 = "keep1"
    KEEP2 = "keep2"
    KEEP3 = "keep3"
    KEEP4 = "keep4"
    KEEP5 = "keep5"
    KEEP6 = "keep6"
    HINT = "hint"
    LEAVE = "leave"
    RULES = "rules"
    CLOSE = "close"
    ALL = "all"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    ENTER = "enter"
    OTHER = "other"


KEEPS = (Button.KEEP1, Button.KEEP2, Button.KEEP3, Button.KEEP4, Button.KEEP5, Button.KEEP6)
ARROWS = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)


class Panel(Protocol):
    """Buttons to press and lamps to light: creating it opens it, `close` or the end of a with-block closes it."""

    def press(self, timeout: float | None = None) -> Button | None:
        """Return the next pressed button, or None after `timeout` seconds without one (None: wait for ever)."""
        ...

    def forget(self, but: Collection[Button] = ()) -> None:
        """Drop buttons pressed before the question, when not all choices were shown.

        One press of each of the buttons `but` stays.
        """
        ...

    def lamps(self, lit: Collection[Button]) -> None:
        """Light only the lamps of these buttons; buttons without a lamp are ignored."""
        ...

    def close(self) -> None:
        """Switch the lamps off and release the panel. Closing twice is harmless."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...


@dataclass(frozen=True, slots=True)
class PanelPins:
    """The pin of the Pi, in BCM numbers, of each button and lamp. Buttons close to ground.

    A panel of the three big buttons has no `keeps` and no `lamps`.
    """

    roll: int = 17
    hold: int = 27
    new: int = 22
    keeps: tuple[int, ...] = (5, 6, 13, 19, 26, 21)
    lamps: tuple[int, ...] = (12, 16, 20, 23, 24, 25)

    def buttons(self) -> dict[Button, int]:
        """Return each button's pin."""
        return {
            Button.ROLL: self.roll,
            Button.HOLD: self.hold,
            Button.NEW: self.new,
            **dict(zip(KEEPS, self.keeps, strict=False)),
        }


class Presses:
    """Decides which presses of a panel's buttons count, and gives these to `put`.

    A button that is pressed again within `hold_off` seconds of the clock counts once. Holding NEW down is HINT. Holding
    it down again is LEAVE, unless another button counts in between.
    """

    def __init__(self, clock: Clock, hold_off: float, put: Callable[[Button], None]) -> None:
        self._clock, self._hold_off, self._put = clock, hold_off, put
        self._pressed_at: dict[Button, float] = {}
        self._hinted = False

    def press(self, button: Button) -> None:
        """Put a button unless it was pressed a moment ago."""
        now, last = self._clock.now(), self._pressed_at.get(button)
        if last is None or now - last >= self._hold_off:
            self._pressed_at[button] = now
            self._hinted = False
            self._put(button)

    def hold_new(self) -> None:
        """Put the meaning of NEW held down."""
        self._hinted = not self._hinted
        self._put(Button.HINT if self._hinted else Button.LEAVE)


class GpioPanel(Closing):
    """The panel on the Pi's GPIO.

    `debounce` is how long a contact has to rest, in seconds. A button counts once when it is held down, or pressed
    again within `hold_off` seconds of the clock. NEW counts when it is let go, but as HINT after `long` seconds.
    """

    def __init__(
        self,
        clock: Clock,
        pins: PanelPins | None = None,
        *,
        factory: Any = None,
        debounce: float = 0.02,
        hold_off: float = 0.25,
        long: float = 1.0,
    ) -> None:
        from gpiozero import LED
        from gpiozero import Button as Contact
        from gpiozero.exc import PinFactoryFallback

        wired = pins or PanelPins()
        self._waiting: queue.SimpleQueue[Button] = queue.SimpleQueue()
        self._presses = Presses(clock, hold_off, self._waiting.put)
        self._contacts: list[Any] = []
        self._long = False
        self._lamps: dict[Button, Any] = {}
        try:
            with warnings.catch_warnings():
                # gpiozero warns about every library that it tries; only the last error matters here.
                warnings.simplefilter("ignore", PinFactoryFallback)
                for button, pin in wired.buttons().items():
                    contact = Contact(pin, pull_up=True, bounce_time=debounce or None, pin_factory=factory)
                    self._contacts.append(contact)
                    if button is Button.NEW:
                        contact.hold_time = long
                        contact.when_held = self._start_hold
                        contact.when_released = self._end_hold
                    else:
                        contact.when_pressed = partial(self._presses.press, button)
                for button, pin in zip(KEEPS, wired.lamps, strict=False):
                    self._lamps[button] = LED(pin, pin_factory=factory)
        except Exception as error:
            self.close()
            if factory is None and "GPIOZERO_PIN_FACTORY" not in os.environ and (why := _lgpio_fails()):
                raise why from error
            raise _make_pin_error(error) from error

    def _start_hold(self) -> None:
        self._long = True
        self._presses.hold_new()

    def _end_hold(self) -> None:
        held, self._long = self._long, False
        if not held:
            self._presses.press(Button.NEW)

    def press(self, timeout: float | None = None) -> Button | None:
        """Return the next button pressed, or None after `timeout` seconds; presses between calls are kept."""
        try:
            return self._waiting.get(timeout=timeout)
        except queue.Empty:
            return None

    def forget(self, but: Collection[Button] = ()) -> None:
        """Drop the presses that are waiting, except one of each of the buttons `but`."""
        stay: dict[Button, None] = {}
        while (button := self.press(0.0)) is not None:
            if button in but:
                stay[button] = None
        for button in stay:
            self._waiting.put(button)

    def lamps(self, lit: Collection[Button]) -> None:
        """Light the lamps of these keep buttons and no others. Raises PanelError."""
        try:
            for button, lamp in self._lamps.items():
                lamp.value = button in lit
        except Exception as error:
            raise _make_pin_error(error) from error

    def close(self) -> None:
        """Switch the lamps off and release the pins. Closing twice is harmless."""
        for device in (*self._contacts, *self._lamps.values()):
            with suppress(Exception):  # a library that has failed fails here too, and the other pins must be released
                device.close()
        self._contacts.clear()
        self._lamps.clear()


# Each library of pins raises errors of its own, such as lgpio.error, in addition to those of gpiozero and of the
# system: so whatever a pin factory raises means that the panel cannot be used.


def _make_pin_error(error: Exception) -> PanelError:
    return PanelError(f"the panel's pins cannot be used: {_first_line(error)}")


def _lgpio_fails() -> PanelError | None:
    """Return why lgpio, the library of the Pi's pins, cannot be used; None if it can be imported."""
    try:
        import lgpio  # noqa: F401
    except ImportError as error:
        return PanelError(f"the panel's pins need lgpio: {_first_line(error)}", INSTALL)
    except OSError as error:
        where = os.environ.get("LG_WD") or "the current folder"
        return PanelError(f"lgpio cannot make its pipe in {where}: {_first_line(error)}", WRITABLE)
    except Exception as error:  # noqa: BLE001  see above
        return _make_pin_error(error)
    return None


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


POLL_SECONDS = 0.02
NOTHING = 1e-6
"""Seconds that count as zero: a clock of floats may not advance by less."""


class Panels(Closing):
    """The buttons pressed on any of the panels, in order; lamps light on all panels.

    A button that comes again within `rest` seconds of its last sign of life counts once: held down, bouncing, or
    pressed on two panels at the same time. A panel that fails is closed and put into `lost`; the others go on.
    """

    def __init__(self, clock: Clock, *panels: Panel, rest: float = 0.12) -> None:
        self._clock, self._rest = clock, rest
        self._panels = list(panels)
        self._heard: dict[Button, float] = {}
        self._kept: dict[Button, None] = {}
        self.lost: list[tuple[Panel, PanelError]] = []

    def __len__(self) -> int:
        """Return the number of panels."""
        return len(self._panels)

    def add(self, panel: Panel) -> None:
        """Add a panel."""
        self._panels.append(panel)

    def press(self, timeout: float | None = None) -> Button | None:
        """Return the next button pressed anywhere, or None after `timeout` seconds of the clock (None: for ever)."""
        end = None if timeout is None else self._clock.now() + timeout
        while (button := self._poll()) is None:
            left = POLL_SECONDS if end is None else end - self._clock.now()
            if left <= NOTHING:
                return None
            self._clock.sleep(min(left, POLL_SECONDS))
        return button

    def forget(self, but: Collection[Button] = ()) -> None:
        """Drop the presses that are waiting, except one of each of the buttons `but`.

        A button that is still held down stays dropped.
        """
        pressed = []
        while (button := self._poll()) is not None:
            pressed.append(button)
        self._call_each(lambda panel: panel.forget())
        self._kept = dict.fromkeys(button for button in pressed if button in but)

    def lamps(self, lit: Collection[Button]) -> None:
        self._call_each(lambda panel: panel.lamps(lit))

    def close(self) -> None:
        """Close every panel; harmless when repeated."""
        while self._panels:
            self._panels.pop().close()

    def _call_each(self, do: Callable[[Panel], None]) -> None:
        for panel in tuple(self._panels):
            try:
                do(panel)
            except PanelError as error:
                self._lose(panel, error)

    def _poll(self) -> Button | None:
        for button in self._kept:
            del self._kept[button]
            return button
        for panel in tuple(self._panels):
            try:
                while (pressed := panel.press(0.0)) is not None:
                    if self._counts(pressed):
                        return pressed
            except PanelError as error:
                self._lose(panel, error)
        return None

    def _counts(self, button: Button) -> bool:
        now, last = self._clock.now(), self._heard.get(button)
        self._heard[button] = now
        return last is None or now - last >= self._rest

    def _lose(self, panel: Panel, error: PanelError) -> None:
        self.lost.append((panel, error))
        self._panels.remove(panel)
        panel.close()
