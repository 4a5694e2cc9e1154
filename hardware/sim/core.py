"""The base of all simulated boards: lines, sessions, leases and faults (firmware/PROTOCOL.md)."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from hardware import dictionary as d
from hardware.dictionary import FaultNumber
from hardware.sim.build import Build
from hardware.sim.lines import CommandLine, WireFaults, check_line, digits, help_text, parse, seal, values
from hardware.sim.table import SimulatedTable

FIRMWARE = "simulated-0.1"


@dataclass(slots=True)
class Switches:
    """The inputs that people operate. They survive a reset."""

    lid_closed: bool = True
    estop: bool = False


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion: its name in a stat (`state`), when it ends, whether a framed line began it, and its wells.

    It fails by itself at `fails`, with `fault`. A search that has not `found` home ends with the fault SWITCH.
    """

    verb: str
    state: str
    end: float
    framed: bool
    fails: float | None = None
    fault: int = FaultNumber.JAM
    wells: frozenset[int] = frozenset()
    found: bool = True


class BoardCore(ABC):
    """The board between one reset and the next. It moves `table`, and is wired as in `build`.

    feed() and advance() return the lines that the board sends. What happens between two calls depends only on the time,
    so the clock may be virtual.
    """

    KIND: ClassVar[str]

    def __init__(
        self,
        table: SimulatedTable,
        build: Build,
        switches: Switches,
        faults: WireFaults,
        source: random.Random,
        *,
        boot: int,
        cause: str,
        now: float,
    ) -> None:
        self.words = d.dictionary(self.KIND)
        self._table, self._build = table, build
        self._faults = faults
        self._source = source
        self._cause = cause
        self._buffer = bytearray()
        self._spoilt = False
        self._last = 0
        self._memory = (0, b"")
        self._greeted = False
        self._heard: float | None = None
        self._motion: Motion | None = None
        self._out: list[bytes] = []
        self.boot = boot
        self.shakes = 0
        self.switches = switches
        self.latched: set[int] = set()
        self.sags_at: float | None = None
        self._start(now)
        self._event("boot", f"reset={cause}")
        self.sense(now)

    @abstractmethod
    def _start(self, now: float) -> None:
        """Bring the machine into the state in which a reset leaves it."""

    @abstractmethod
    def _stat(self) -> str:
        """Return the words of a stat."""

    @abstractmethod
    def _move(self, line: CommandLine, chosen: dict[str, int], now: float) -> str:
        """Carry out a command that only this kind of machine has, and return the words of its reply."""

    @abstractmethod
    def _abort(self, motion: Motion, at: float) -> None:
        """End a motion that a fault or a reset has stopped."""

    @abstractmethod
    def _complete(self, motion: Motion, at: float) -> None:
        """End a motion whose time is over."""

    @abstractmethod
    def _refuse(self, line: CommandLine, chosen: dict[str, int], now: float) -> str | None:
        """Return why the machine cannot do a command of its kind now, None if it can."""

    def _causes(self) -> set[int]:
        """Return the faults whose cause lasts."""
        return set()

    def sense(self, at: float) -> None:
        """Latch the faults whose causes are present."""
        for fault in sorted(self._causes() - self.latched):
            self.latch(fault, at)

    def feed(self, data: bytes, now: float) -> list[bytes]:
        """Receive bytes. Realtime bytes act wherever they occur."""
        self._advance(now)
        for byte in data:
            if byte == 0x21:
                self._buffer.clear()
                self._spoilt = False
                self.latch(FaultNumber.STOPPED, now)
            elif byte == 0x3F:
                self._event("stat", self._stat())
            elif byte == 0x0A:
                self._end_of_line(now)
            elif byte != 0x0D:
                self._spoilt |= not 0x20 <= byte <= 0x7E or len(self._buffer) >= d.LINE_BYTES - 1
                if not self._spoilt:
                    self._buffer.append(byte)
        return self._flush()

    def advance(self, now: float) -> list[bytes]:
        """Advance the time to `now`: motions end, leases and sessions expire, the lid opens, and the board rests."""
        self._advance(now)
        return self._flush()

    def latch(self, fault: int, at: float) -> None:
        """Latch a fault and stop every motion."""
        motion, self._motion = self._motion, None
        if motion is not None:
            self._abort(motion, at)
        if fault not in self.latched:
            self.latched.add(fault)
            self._event("fault", f"fault={fault}")

    def halt(self, at: float) -> None:
        """Lose power or reset: every motion stops, without an event."""
        motion, self._motion = self._motion, None
        if motion is not None and motion.verb in {"shake", "knock"}:
            self._abort(motion, at)

    def _flush(self) -> list[bytes]:
        out, self._out = self._out, []
        return out

    def _event(self, kind: str, words: str) -> None:
        self._out.append(seal(f"evt {kind} boot={self.boot} {words}"))

    def _advance(self, now: float) -> None:
        while (due := min(self._dues(), key=lambda due: due[0], default=None)) is not None and due[0] <= now:
            at, happen = due
            happen(at)

    def _dues(self) -> Iterator[tuple[float, Callable[[float], None]]]:
        """Yield what is due, as its time and an action; of several at the same time the first to act comes first."""
        motion = self._motion
        if motion is not None:
            if motion.fails is not None:
                yield motion.fails, partial(self.latch, motion.fault)
            yield motion.end, partial(self._complete, motion)
            if motion.framed and self._heard is not None:
                yield self._heard + d.LEASE_SECONDS, partial(self.latch, FaultNumber.LEASE)
        if self._heard is not None:
            yield self._heard + d.SESSION_SECONDS, self._end_session

    def _end_session(self, at: float) -> None:  # noqa: ARG002
        self._heard = None

    def _end_of_line(self, now: float) -> None:
        text, spoilt = self._buffer.decode("ascii"), self._spoilt
        self._buffer.clear()
        self._spoilt = False
        line = None if spoilt else parse(text)
        if line is None:
            return
        place = len(self._out)  # the events that it causes follow its reply
        if not line.framed or (line.boot == 0 and line.verb == "hello"):
            reply = self._answer(line, now)
        elif line.boot != self.boot:
            reply = self._reply(line, "code=BOOT")
        else:
            if self._session(now):
                self._heard = now
            reply = self._answer_in_turn(line, now)
        self._out.insert(place, reply)

    def _answer_in_turn(self, line: CommandLine, now: float) -> bytes:
        if line.seq == self._last and line.crc == self._memory[0]:
            return self._memory[1]
        if line.seq != self._last % d.SEQ_MAX + 1:
            return self._reply(line, "code=SEQ")
        self._last = line.seq
        self._memory = (line.crc, self._answer(line, now))
        return self._memory[1]

    def _session(self, now: float) -> bool:
        return self._heard is not None and now < self._heard + d.SESSION_SECONDS

    def _reply(self, line: CommandLine, words: str) -> bytes:
        code, _, rest = words.partition(" ") if words.startswith("code=") else ("", "", words)
        head = f"err {line.seq} {code}" if code else f"ok {line.seq}"
        return seal(f"{head} boot={self.boot} {rest}".rstrip())

    def _answer(self, line: CommandLine, now: float) -> bytes:
        return self._reply(line, self._refusal(line, now) or self._carry_out(line, now))

    def _refusal(self, line: CommandLine, now: float) -> str | None:
        refusal = check_line(line, self.words.keys)
        if refusal is not None:
            return refusal
        kind = self.words.verbs[line.verb]
        if kind in {"MOTION", "OFF"}:
            live = self._session(now)
            if not (live if line.framed else self._greeted):
                return "code=HELLO"
            if live and not line.framed:
                return "code=SESSION"
        if kind in {"MOTION", "QUIET"} and self.latched:
            return f"code=FAULT fault={min(self.latched)}"
        if kind != "TALK" and self._motion is not None:
            return f"code=BUSY state={self._motion.state}"
        if line.verb == "clear" and values(line, self.words.keys)["fault"] in self._causes():
            return "code=CAUSE"
        return self._refuse(line, values(line, self.words.keys), now)

    def _carry_out(self, line: CommandLine, now: float) -> str:
        chosen = values(line, self.words.keys)
        match line.verb:
            case "hello":
                self._greeted = True
                if line.framed:
                    self._heard = now
                return self._hello()
            case "ping":
                return ""
            case "stat":
                return self._stat()
            case "clear":
                self.latched.discard(chosen["fault"])
                return f"faults={digits(self.latched)}"
            case "help":
                return help_text(line, self.words.keys)
        return self._move(line, chosen, now)

    def _state(self) -> str:
        return "fault" if self.latched else self._motion.state if self._motion else "idle"

    def _hello(self) -> str:
        wire = f"protocol={d.PROTOCOL_VERSION} dictionary={self.words.number}"
        return f"last={self._last} {wire} firmware={FIRMWARE} reset={self._cause}"
