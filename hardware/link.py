"""Sends commands to the board, each carried out at most once over a bad line (firmware/PROTOCOL.md, section 2)."""

import logging
import random
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.dictionary import (
    HELLO_SECONDS,
    LINE_BYTES,
    PROTOCOL_VERSION,
    REPEATS,
    REPLY_SECONDS,
    SEQ_MAX,
    Dictionary,
    dictionary,
    kind_of,
)
from hardware.dimensions import CRANK
from hardware.errors import Failure, LinkError, NoReplyError, OutcomeUnknownError
from hardware.transport import Trace, TracedTransport, Transport
from hardware.wire import Reply, decode_line, encode_command, integer

ROUNDS = 4
"""How often a command is sent again after a resynchronisation."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LinkTiming:
    """Time limits in seconds of the link's clock for one reply and for repeated hellos, and the repeats of one line."""

    reply: float = REPLY_SECONDS
    repeats: int = REPEATS
    hello: float = HELLO_SECONDS


@dataclass(frozen=True, slots=True)
class Hello:
    """The board's answer to hello: boot number, last seq taken, versions, and the cause of the last reset."""

    boot: int
    last: int
    protocol: int
    dictionary: str
    firmware: str
    reset: str


class Link:
    """One board on one transport. Threads may share it: one command is in flight at a time.

    `clock` is the time of the transport: real at a port, whatever the table's time is. `source` draws the nonces.
    `name` names the board in errors. `words` is the dictionary that it must have. `trace` gets every line.
    """

    def __init__(
        self,
        transport: Transport,
        clock: Clock,
        source: random.Random,
        timing: LinkTiming | None = None,
        *,
        name: str = "the board",
        words: Dictionary | None = None,
        trace: Trace | None = None,
    ) -> None:
        self._name = name
        self.words = words or dictionary(CRANK)
        self._transport = TracedTransport(transport, trace) if trace else transport
        self._clock = clock
        self._source = source
        self._timing = timing or LinkTiming()
        self._lock = threading.RLock()
        self._received = b""
        self._overlong = False
        self._lines: deque[bytes] = deque()
        self._rubbish = False
        self._said = ""
        self._boot = 0
        self._last = 0
        self._nonce = 0
        self.alive = False

    def hello(self) -> Hello:
        """Send hello until the board answers, and synchronise with it.

        Raises NoReplyError, PortError, and LinkError for a board of another version; OutcomeUnknownError once if the
        board was reset since its last answer: the next call finds it ready.
        """
        with self._lock:
            before = self._boot
            hello = self._greet()
            if before and hello.boot != before:
                _log.warning("%s was reset: boot %d after %d, cause %s", self._name, hello.boot, before, hello.reset)
                raise OutcomeUnknownError(f"the board was reset (cause: {hello.reset})")
            return hello

    def command(self, verb: str, **keys: int | str) -> Reply:
        """Send one command and return its reply, ok or err.

        Raises LinkError for a command that the wire cannot carry; OutcomeUnknownError if the board was reset, or if it
        is unknown whether a motion has started; NoReplyError if another command got no reply; PortError, and the
        errors of hello().
        """
        with self._lock:
            if not self.alive:
                self.hello()
            return self._exchange(verb, keys)

    def realtime(self, byte: bytes) -> None:
        """Send a realtime byte, b"!" or b"?", at once, even while another thread waits for a reply."""
        self._transport.write(byte)

    @property
    def boot(self) -> int:
        """The board's last known boot number, 0 before the first hello; it changes with every reset."""
        return self._boot

    def close(self) -> None:
        self.alive = False
        self._transport.close()

    def _exchange(self, verb: str, keys: dict[str, int | str]) -> Reply:
        before, seq = self._last, _successor(self._last)
        line = encode_command(self._boot, seq, verb, keys)
        for _ in range(ROUNDS):
            reply = self._send(line, seq)
            # BOOT and SEQ may answer older lines: only a hello reports the state of the board
            if reply is not None and reply.code not in {"BOOT", "SEQ"}:
                self._last = seq
                return reply
            _log.warning(
                "%s: %s to %s, seq %d; saying hello", self._name, reply.code if reply else "silence", verb, seq
            )
            try:
                hello = self.hello()
            except NoReplyError as error:
                if verb in self.words.motions:
                    raise OutcomeUnknownError(f"the board fell silent after {verb}") from error
                raise
            if hello.last not in {before, seq}:
                _log.error("%s: last seq is %d, not %d or %d", self._name, hello.last, before, seq)
                raise OutcomeUnknownError(f"another program sends commands to the board: {verb} may be lost")
            if hello.last == seq and reply is not None and reply.code == "SEQ":
                # an older line, believed lost, has used this seq after all, so this command was not carried out
                before, seq = seq, _successor(seq)
                line = encode_command(self._boot, seq, verb, keys)
        self.alive = False
        _log.error("%s: %s brought no reply in %d rounds", self._name, verb, ROUNDS)
        if verb in self.words.motions:
            raise OutcomeUnknownError(f"the line is too noisy: {verb} brought no reply")
        raise NoReplyError(f"the line is too noisy: {verb} brought no reply", "check the cable")

    def _send(self, line: bytes, seq: int) -> Reply | None:
        for attempt in range(1 + self._timing.repeats):
            if attempt:
                _log.info("%s: no reply in %g s, sending again: %s", self._name, self._timing.reply, _text(line))
            self._transport.write(line)
            reply = self._await(lambda reply: reply.seq == seq and (reply.boot == self._boot or reply.code == "BOOT"))
            if reply is not None:
                return reply
        return None

    def _greet(self) -> Hello:
        self._rubbish, self._said, half = False, "", self._received
        self.alive = False
        deadline = self._clock.now() + self._timing.hello
        while self._clock.now() < deadline:
            self._nonce = (
                self._nonce - 1 + self._source.randint(1, SEQ_MAX - 1)
            ) % SEQ_MAX + 1  # never the same twice in a row
            self._transport.write(encode_command(0, self._nonce, "hello", {}))
            reply = self._await(lambda reply: reply.ok and reply.seq == self._nonce and "protocol" in reply.keys)
            if reply is not None:
                hello = _read_hello(reply, self._name, self.words)
                self._boot, self._last, self.alive = hello.boot, hello.last, True
                _log.info("%s answers: boot %d, last seq %d, %s", self._name, hello.boot, hello.last, hello.firmware)
                return hello
        _log.warning("%s: no answer to hello in %g s", self._name, self._timing.hello)
        if self._rubbish or self._received != half:
            said = f": it says {self._said!r}" if self._said else ""
            raise Failure.NO_BOARD.error(f"{self._name} answers, but not as a Pipsqueak board{said}")
        raise NoReplyError(f"{self._name} does not answer")

    def _await(self, fits: Callable[[Reply], bool]) -> Reply | None:
        deadline = self._clock.now() + self._timing.reply
        while True:
            while self._lines:
                reply = self._decode(self._lines.popleft())
                if reply is not None and fits(reply):
                    return reply
            left = deadline - self._clock.now()
            if left <= 0:
                return None
            self._split(self._transport.read(left))

    def _decode(self, line: bytes) -> Reply | None:
        try:
            decoded = decode_line(line)
        except LinkError as error:
            _log.debug("%s: dropped a line: %s", self._name, error)
            self._rubbish = True
            text = line.decode("ascii", errors="replace").strip()
            if text.isascii() and text.isprintable() and "hello" not in text:  # neither noise nor an echo of ours
                self._said = self._said or text[: LINE_BYTES // 2]
            return None
        return decoded if isinstance(decoded, Reply) else None

    def _split(self, data: bytes) -> None:
        *lines, rest = (self._received + data).split(b"\n")
        if lines and self._overlong:
            lines.pop(0)
            self._overlong = False
        self._lines.extend(lines)
        if len(rest) >= LINE_BYTES:
            self._rubbish = True
            self._overlong = True
        self._received = b"" if self._overlong else rest


def _read_hello(reply: Reply, name: str, words: Dictionary) -> Hello:
    keys = reply.keys
    try:
        protocol = integer(keys["protocol"])
        if protocol == PROTOCOL_VERSION and keys["dictionary"] == words.number:
            return Hello(
                reply.boot, integer(keys["last"]), protocol, keys["dictionary"], keys["firmware"], keys["reset"]
            )
        other = keys.get("dictionary", "none")
    except (KeyError, LinkError) as error:
        raise Failure.NO_BOARD.error(f"{name} answers hello, but not as a Pipsqueak board") from error
    if protocol != PROTOCOL_VERSION:
        raise Failure.PROTOCOL_VERSION.error(
            f"{name} uses protocol {protocol}, this package protocol {PROTOCOL_VERSION}",
            f"{Failure.PROTOCOL_VERSION.remedy}, or install the package of the board's version"
            if protocol > PROTOCOL_VERSION
            else None,
        )
    if kind := kind_of(other):
        raise Failure.OTHER_KIND.error(
            f"{name} drives the machine {kind!r}, not {words.kind!r}",
            f"run 'pipsqueak data config set machine {kind}', or write its firmware with "
            f"'pipsqueak machine flash --machine {words.kind}'",
        )
    raise Failure.DICTIONARY.error(f"{name} has command dictionary {other}, this package {words.number}")


def _text(line: bytes) -> str:
    return line.decode("ascii").rstrip("\n")


def _successor(seq: int) -> int:
    return seq % SEQ_MAX + 1
