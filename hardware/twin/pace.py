"""Whether a board that lives by the system's clock keeps up with it."""

from dataclasses import dataclass

from hardware.errors import TwinError

WINDOW_SECONDS = 0.1
"""Of the board's own time, after which both times are looked at."""
BEHIND_SECONDS = 3.0
"""What a board may lose in all before it is too slow: a host says hello for so long, and gives up."""
WINDOW_LOSS_SECONDS = 0.5
"""What one window may lose at most: more is a stop of the whole program, which says nothing of its speed."""

BLAMED_SECONDS = 1.0
"""What a board may lie behind before that is why it has not answered."""


@dataclass(slots=True)
class Pace:
    """Holds a board's own time against the clock's, both in seconds since power came, `rate` of them in a real one.

    What its windows lose is added up, and what they win back taken off. A program that was stopped, however long,
    loses one window: it takes seven in succession, each at a sixth of real time or slower, to be too slow, and more
    where each loses less. All limits are in real seconds.
    """

    rate: float = 1.0
    _board: float = 0.0
    _clock: float = 0.0
    _lost: float = 0.0

    def note(self, board: float, clock: float) -> None:
        """Take both times, now and then.

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

    def blame(self, board: float, clock: float) -> None:
        """Take both times when the board has not answered: what is asked of one that lies far behind waits.

        Raises:
            TwinError: it lies behind by more than a second.

        """
        if (behind := (clock - board) / self.rate) > BLAMED_SECONDS:
            raise _too_slow(behind)


def _too_slow(behind: float) -> TwinError:
    return TwinError(
        f"this computer is too slow for the twin in real time: it is {behind:.1f} s behind",
        "let it go as fast as it can: --fast",
    )
