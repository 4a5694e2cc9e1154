"""The page as a panel: its taps come by the host, and its lamps tell it that people are asked."""

from collections.abc import Callable, Collection

from hardware.closing import Closing
from hardware.panel import Button


class WebPanel(Closing):
    """Calls `asked` whenever people begin to be asked: what they tap from then on is the answer, what came before not.

    It presses nothing by itself: a page presses by `Host.press`.
    """

    def __init__(self, asked: Callable[[], None]) -> None:
        self._asked = asked

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        return None

    def forget(self) -> None:
        self._asked()

    def lamps(self, lit: Collection[Button]) -> None:
        """Light nothing: the page shows what may be pressed by the game itself."""

    def close(self) -> None:
        """Do nothing: the page goes on without a game."""
