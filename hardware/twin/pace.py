"""Checks that a board in real time keeps up with the clock."""

from dataclasses import dataclass

from hardware.errors import TwinError

WINDOW_SECONDS = 0.1
"""Interval of the board's time between two comparisons."""
BEHIND_SECONDS = 3.0
"""Total loss in seconds after which a board is too slow: as long as a host repeats hello."""
WINDOW_LOSS_SECONDS = 0.5
"""Largest loss counted in one window: more means that the whole program was stopped."""

LAG_SECONDS = 1.0
"""Lag in seconds from which it explains a missing answer."""


@dataclass(slots=True)
class Pace:
    """Compares a board's own time with the clock's, both in seconds since power-on, `rate` of them per real second.

    The losses of the windows are added up, and gains subtracted. A program that was stopped, however long, loses one
    window. A board is too slow after seven successive windows at a sixth of real time or slower, and later if each
    loses less. All limits are in real seconds.
    """

    rate: float = 1.0
    _board: float = 0.0
    _clock: float = 0.0
    _lost: float = 0.0

    def note(self, board: float, clock: float) -> None:
        """Compare both times; call it regularly.

        Raises:
            TwinError: the computer is too slow.

        """
        board, clock = board / self.rate, clock / self.rate
        if board - self._board < WINDOW_SECONDS:
            return
        loss = (clock - self._clock) - (board - self._board)
        self._lost = max(0.0, self._lost + min(loss, WINDOW_LOSS_SECONDS))
        self._board, self._clock = board, clock
        if self._lost > BEHIND_SECONDS:
            raise _too_slow(clock - board)

    def explain_silence(self, board: float, clock: float) -> None:
        """Compare both times when the board has not answered: a board far behind answers late.

        Raises:
            TwinError: the board is behind by more than a second.

        """
        if (behind := (clock - board) / self.rate) > LAG_SECONDS:
            raise _too_slow(behind)


def _too_slow(behind: float) -> TwinError:
    return TwinError(
        f"this computer is too slow for the twin in real time: it is {behind:.1f} s behind",
        "let it go as fast as it can: --fast",
    )
