"""Faults of the wire and of the board, each with a probability, drawn from a seeded source."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WireFaults:
    """Probabilities, 0 to 1.

    Per line in each direction: drop, corrupt, duplicate, late, rubbish (to the host only). Per line that the board
    receives: silent (it neither receives nor sends for a while), reset. Per motion of the crank: jam. Times are
    seconds of the wire's clock. `protocol` and `dictionary` simulate a board of another version.
    """

    drop: float = 0.0
    corrupt: float = 0.0
    duplicate: float = 0.0
    late: float = 0.0
    silent: float = 0.0
    reset: float = 0.0
    jam: float = 0.0
    rubbish: float = 0.0
    late_seconds: float = 0.15
    silent_seconds: float = 0.6
    reset_seconds: float = 0.05
    protocol: int | None = None
    dictionary: str | None = None


OTHER_DICTIONARY = "0B5E"
"""The dictionary of commands of a firmware that is not this package's."""


class NoisyLine:
    """One direction of a line with faults."""

    def __init__(self, faults: WireFaults, source: random.Random, *, rubbish: float = 0.0) -> None:
        self._faults = faults
        self._source = source
        self._rubbish = rubbish

    def carry(self, line: bytes) -> list[tuple[float, bytes]]:
        """Return what arrives of one line: pieces, each with its delay in seconds of the wire's clock."""
        draw, faults = self._source.random, self._faults
        if draw() < self._rubbish:
            return [(0.0, self._source.randbytes(max(8, len(line))))]
        if draw() < faults.drop:
            return []
        if draw() < faults.corrupt:
            line = self._corrupt(line)
        delay = faults.late_seconds * (1 + draw()) if draw() < faults.late else 0.0
        copies = [(delay, line)]
        if draw() < faults.duplicate:
            copies.append((delay + (faults.late_seconds * draw() if draw() < faults.late else 0.0), line))
        return copies

    def _corrupt(self, line: bytes) -> bytes:
        """Flip a bit, change a few bytes, or drop one."""
        spoilt = bytearray(line)
        place = self._source.randrange(len(spoilt))
        match self._source.randrange(3):
            case 0:
                spoilt[place] ^= 1 << self._source.randrange(8)
            case 1:
                length = min(self._source.randint(2, 4), len(spoilt) - place)
                spoilt[place : place + length] = self._source.randbytes(length)
            case _:
                del spoilt[place]
        return bytes(spoilt)
