"""Whether a board that lives by the system's clock keeps up with it."""

from dataclasses import dataclass

from hardware.errors import TwinError

WINDOW_SECONDS = 0.25
BEHIND_SECONDS = 3.0
"""A board that is behind by more answers nobody in time: a host says hello for so long, and gives up."""


@dataclass(slots=True)
class Pace:
    """Holds a board's own time against the clock's, both in seconds since power came.

    A program that was stopped for a while is behind, too, but catches up: only a board that also takes longer for its
    time than that lasts, twice in succession, is too slow.
    """

    _board: float = 0.0
    _clock: float = 0.0
    _slow: bool = False

    def note(self, board: float, clock: float) -> None:
        """Take both times, now and then.

        Raises:
            TwinError: the computer is too slow.

        """
        if board - self._board < WINDOW_SECONDS:
            return
        slow = clock - self._clock > board - self._board
        if slow and self._slow and clock - board > BEHIND_SECONDS:
            raise TwinError(
                f"this computer is too slow for the twin in real time: it is {clock - board:.1f} s behind",
                "let it go as fast as it can: --fast",
            )
        self._board, self._clock, self._slow = board, clock, slow
