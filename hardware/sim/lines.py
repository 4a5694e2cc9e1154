"""The simulated board's lines: their CRC, the words of a command, the code of a refusal, and faults of their wire."""

import heapq
import itertools
import random
import re
from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.dictionary import BOOT_MAX, SEQ_MAX, WELLS, CommandKey
from hardware.dimensions import APART

_HEX = frozenset("0123456789abcdefABCDEF")
Keys: TypeAlias = Mapping[str, Mapping[str, CommandKey]]
"""The keys of each verb."""
_NUMBER: Final = re.compile(r"(?:0|[1-9][0-9]{0,5})\Z")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One valid line: framed with boot, seq and CRC, or typed by a person (`framed` False, seq 0)."""

    framed: bool
    boot: int
    seq: int
    crc: int
    verb: str
    words: tuple[str, ...]


def checksum(text: str) -> int:
    """Return CRC-16/CCITT-FALSE of ASCII text."""
    return crc_hqx(text.encode("ascii"), 0xFFFF)


def seal(text: str) -> bytes:
    """Return the line with its CRC and newline."""
    return f"{text}*{checksum(text):04X}\n".encode("ascii")


def number(text: str) -> int | None:
    """Parse an integer of the wire; None if it is none."""
    return int(text) if _NUMBER.match(text) else None


def parse(text: str) -> CommandLine | None:
    """Parse one line of printable ASCII without its newline; None if it gets no reply."""
    if not text.startswith("@"):
        words = text.split()
        if not words or "*" in text or "@" in text:
            return None
        return CommandLine(framed=False, boot=0, seq=0, crc=0, verb=words[0], words=tuple(words[1:]))
    body, star, crc = text[:-5], text[-5:-4], text[-4:]
    if star != "*" or not _HEX.issuperset(crc) or checksum(body) != int(crc, 16):
        return None
    words = body[1:].split()
    if len(words) < 3 or body[1] == " ":
        return None
    boot, seq = number(words[0]), number(words[1])
    if boot is None or seq is None or boot > BOOT_MAX or not 1 <= seq <= SEQ_MAX:
        return None
    return CommandLine(framed=True, boot=boot, seq=seq, crc=int(crc, 16), verb=words[2], words=tuple(words[3:]))


def check_line(line: CommandLine, keys: Keys) -> str | None:
    """Return the refusal of a line with a wrong verb, key or value, else None."""
    if line.verb not in keys:
        return "code=VERB"
    known = keys[line.verb]
    given = dict(word.partition("=")[::2] for word in line.words)
    if len(given) < len(line.words) or not known.keys() >= given.keys() or not all("=" in word for word in line.words):
        return "code=KEY"
    for key, entry in known.items():
        if entry.needed and key not in given:
            return f"code=KEY key={key}"
    for key in known:
        if key in given and not _is_in_range(line.verb, key, given[key], keys):
            return f"code=RANGE key={key}"
    chosen = values(line, keys)
    if line.verb == "shake" and 2 * chosen["ramp"] > chosen["ms"]:
        return "code=RANGE key=ramp"
    if line.verb == "knock" and len(str(chosen["wells"])) * (chosen["length"] + APART) > chosen["gap"]:
        return "code=RANGE key=gap"
    return None


def values(line: CommandLine, keys: Keys) -> dict[str, int]:
    """Return the integers of a valid line, with defaults for those not given."""
    given = dict(word.partition("=")[::2] for word in line.words)
    chosen = {}
    for key, entry in keys[line.verb].items():
        value = number(given[key]) if key in given else entry.standard
        if value is not None:
            chosen[key] = value
    return chosen


def help_text(line: CommandLine, keys: Keys) -> str:
    """Return the answer to help: all verbs, or the keys of one verb with their ranges."""
    if not line.words:
        return "verbs=" + ",".join(keys)
    verb = line.words[0].partition("=")[2]
    if verb == "help":
        return "verb=word"
    return " ".join(f"{key}={entry.least}..{entry.most}" for key, entry in keys[verb].items())


def digits(numbers: set[int] | frozenset[int]) -> str:
    """Return numbers below 10 as digits of the wire, "0" for none."""
    return "".join(map(str, sorted(numbers))) or "0"


def _is_in_range(verb: str, key: str, text: str, keys: Keys) -> bool:
    if verb == "help":
        return text in keys
    value, entry = number(text), keys[verb][key]
    if value is None or not entry.least <= value <= entry.most:
        return False
    wells = {str(well) for well in range(1, WELLS + 1)}
    return key != "wells" or value == 0 or (text == "".join(sorted(set(text))) and set(text) <= wells)


@dataclass(frozen=True, slots=True)
class WireFaults:
    """Probabilities (0 to 1) of faults of the wire and the board.

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


def carry_line(
    line: bytes, faults: WireFaults, source: random.Random, rubbish: float = 0.0
) -> list[tuple[float, bytes]]:
    """Return the pieces of a line that arrive in one direction, each with its delay in seconds of the wire's clock."""
    draw = source.random
    if draw() < rubbish:
        return [(0.0, source.randbytes(max(8, len(line))))]
    if draw() < faults.drop:
        return []
    if draw() < faults.corrupt:
        line = _corrupt(line, source)
    delay = faults.late_seconds * (1 + draw()) if draw() < faults.late else 0.0
    copies = [(delay, line)]
    if draw() < faults.duplicate:
        copies.append((delay + (faults.late_seconds * draw() if draw() < faults.late else 0.0), line))
    return copies


def _corrupt(line: bytes, source: random.Random) -> bytes:
    """Flip a bit, change a few bytes, or drop one."""
    spoilt = bytearray(line)
    place = source.randrange(len(spoilt))
    match source.randrange(3):
        case 0:
            spoilt[place] ^= 1 << source.randrange(8)
        case 1:
            length = min(source.randint(2, 4), len(spoilt) - place)
            spoilt[place : place + length] = source.randbytes(length)
        case _:
            del spoilt[place]
    return bytes(spoilt)


REALTIME = b"!?"
STOP = ord("!")
NEWLINE = 0x0A
RESET_WITHIN = 0.03
"""A reset that follows a line comes within these seconds: while the line is read, carried out or answered."""


class FaultyWire:
    """Both directions of the line. Faults act on whole lines. Realtime bytes pass at once, wherever they occur.

    Times are the wire's seconds. The same `seed` gives the same faults to the same lines. A reset of the board has the
    name of its cause in small letters.
    """

    def __init__(self, faults: WireFaults, seed: int) -> None:
        self._faults = faults
        self._source = random.Random(f"board {seed}")
        self._inward, self._outward = (random.Random(f"{way} the board {seed}") for way in ("to", "from"))
        self._half_in = bytearray()
        self._half_out = b""
        self._to_board: list[tuple[float, int, bytes | str]] = []
        self._to_host: list[tuple[float, int, bytes]] = []
        self._order = itertools.count()
        self._silent_until = 0.0

    def from_host(self, data: bytes, now: float) -> None:
        """Accept what the host sends now."""
        faults = self._faults
        for byte in data:
            if byte in REALTIME:
                if byte == STOP:
                    self._half_in.clear()
                self._schedule(now, bytes([byte]))
                continue
            self._half_in.append(byte)
            if byte == NEWLINE:
                for delay, piece in carry_line(bytes(self._half_in), faults, self._inward):
                    self._schedule(now + delay, piece)
                self._half_in.clear()

    def from_board(self, data: bytes, now: float) -> None:
        """Accept what the board has sent."""
        faults = self._faults
        *lines, half = (self._half_out + data).split(b"\n")
        self._half_out = half
        for line in lines:
            if now >= self._silent_until:
                for delay, piece in carry_line(self._set_versions(line + b"\n"), faults, self._outward, faults.rubbish):
                    heapq.heappush(self._to_host, (now + delay, next(self._order), piece))

    def _set_versions(self, line: bytes) -> bytes:
        """Return a line as a board with another version of the protocol or the commands sends it."""
        text = said = line.decode("ascii", "replace").rpartition("*")[0]
        for key, other in (("protocol", self._faults.protocol), ("dictionary", self._faults.dictionary)):
            if other is not None:
                text = re.sub(rf" {key}=\S+", f" {key}={other}", text)
        return line if text == said else seal(text)

    def cut(self) -> None:
        """Drop the line that the board is sending: it is being reset."""
        self._half_out = b""

    def find_due(self) -> float | None:
        """Return when the next piece or reset reaches the board, or the next piece the host; None if nothing is due."""
        return min((queue[0][0] for queue in (self._to_board, self._to_host) if queue), default=None)

    def to_board(self, now: float) -> list[bytes | str]:
        """Return what has reached the board by now, including resets."""
        came: list[bytes | str] = []
        while self._to_board and self._to_board[0][0] <= now:
            piece = heapq.heappop(self._to_board)[2]
            if isinstance(piece, str) or now >= self._silent_until:
                came.append(piece)
        return came

    def to_host(self, now: float) -> bytes:
        """Return what has reached the host by now."""
        came = bytearray()
        while self._to_host and self._to_host[0][0] <= now:
            came += heapq.heappop(self._to_host)[2]
        return bytes(came)

    def reset_at(self, when: float, cause: str) -> None:
        """Schedule a reset of the board at this time."""
        heapq.heappush(self._to_board, (when, next(self._order), cause))

    def _schedule(self, when: float, piece: bytes) -> None:
        draw, faults = self._source.random, self._faults
        if draw() < faults.silent:
            self._silent_until = max(self._silent_until, when + faults.silent_seconds)
        heapq.heappush(self._to_board, (when, next(self._order), piece))
        if draw() < faults.reset:
            self.reset_at(when + draw() * RESET_WITHIN, "brownout")
