"""What people press at this machine: the panel on its pins, the keyboard."""

import sys
from collections.abc import Iterator

from hardware.keyboard import KeyboardPanel
from hardware.panel import Panel
from robot.config import Config


def open_panel(config: Config) -> Panel:
    """Open the panel of the configuration, or the keyboard."""
    return _pins(config) if config.panel else _keyboard(leaving=True)


def open_panels(config: Config) -> Iterator[Panel]:
    """Open what visitors press beside a page: the keyboard where there is a terminal, the panel where it is configured.

    Raises PanelError, the keyboard having been yielded before.
    """
    if sys.stdin.isatty():
        yield _keyboard(leaving=False)
    if config.panel:
        yield _pins(config)


def _pins(config: Config) -> Panel:
    from hardware.clock import SystemClock
    from hardware.panel import GpioPanel, PanelPins

    return GpioPanel(SystemClock(), PanelPins() if config.small_buttons else PanelPins(keeps=(), lamps=()))


def _keyboard(*, leaving: bool) -> Panel:
    return KeyboardPanel(sys.stdin, leaving=leaving)
