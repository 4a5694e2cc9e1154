"""Several panels as one: pins and keys, each enough alone."""

from collections.abc import Callable, Collection

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import PanelError
from hardware.panel import Button, Panel

POLL_SECONDS = 0.02
NOTHING = 1e-6
"""Seconds that are no time: a clock of floats may not move on by less."""


class Panels(Closing):
    """What is pressed on any of the panels, in order; lamps are lit on all of them.

    A button that comes again within `rest` seconds of its last sign of life counts once: held down, bouncing, or
    pressed on two panels at the same time. A panel that fails is let go and named in `lost`; the others go on.
    """

    def __init__(self, clock: Clock, *panels: Panel, rest: float = 0.12) -> None:
        self._clock, self._rest = clock, rest
        self._panels = list(panels)
        self._heard: dict[Button, float] = {}
        self._kept: dict[Button, None] = {}
        self.lost: list[PanelError] = []

    def __len__(self) -> int:
        """Return how many panels take part."""
        return len(self._panels)

    def add(self, panel: Panel) -> None:
        """Let one more panel take part."""
        self._panels.append(panel)

    def press(self, timeout: float | None = None) -> Button | None:
        """Return the next button pressed anywhere, or None after `timeout` seconds of the clock (None: for ever)."""
        end = None if timeout is None else self._clock.now() + timeout
        while (button := self._next()) is None:
            left = POLL_SECONDS if end is None else end - self._clock.now()
            if left <= NOTHING:
                return None
            self._clock.sleep(min(left, POLL_SECONDS))
        return button

    def forget(self, but: Collection[Button] = ()) -> None:
        """Drop what was pressed while nobody asked, but one press of each of the buttons `but`.

        A button that is still held down stays dropped.
        """
        pressed = []
        while (button := self._next()) is not None:
            pressed.append(button)
        self._each(lambda panel: panel.forget())
        self._kept = dict.fromkeys(button for button in pressed if button in but)

    def lamps(self, lit: Collection[Button]) -> None:
        self._each(lambda panel: panel.lamps(lit))

    def close(self) -> None:
        """Close every panel; harmless when repeated."""
        while self._panels:
            self._panels.pop().close()

    def _each(self, do: Callable[[Panel], None]) -> None:
        for panel in tuple(self._panels):
            try:
                do(panel)
            except PanelError as error:
                self._lose(panel, error)

    def _next(self) -> Button | None:
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
        self.lost.append(error)
        self._panels.remove(panel)
        panel.close()
