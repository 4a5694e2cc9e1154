"""The page as a panel: its taps come by the host, and its lamps tell it that people are asked."""

from collections.abc import Callable, Collection

from hardware.closing import Closing
from hardware.panel import Button


class WebPanel(Closing):
    """Calls `asked` whenever people begin to be asked: what they tap from then on is the answer, what came before not.

    They begin to be asked with the first lamps after what came before was forgotten, for by then all is shown that
    they choose from. It presses nothing by itself: a page presses by `Host.press`.
    """

    def __init__(self, asked: Callable[[], None]) -> None:
        self._asked, self._forgot = asked, False

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        return None

    def forget(self) -> None:
        self._forgot = True

    def lamps(self, lit: Collection[Button]) -> None:  # noqa: ARG002  the page shows by itself what may be pressed
        if self._forgot:
            self._forgot = False
            self._asked()

    def close(self) -> None:
        """Do nothing: the page goes on without a game."""
