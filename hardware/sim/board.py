"""A simulated board: the same bytes as the real one (firmware/PROTOCOL.md), with faults on request."""

import logging
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from hardware import dictionary as d
from hardware.clock import Clock
from hardware.dictionary import FaultNumber
from hardware.dimensions import mirror_pulse
from hardware.sim.build import Build
from hardware.sim.lines import CommandLine, FaultyWire, WireFaults, digits, help_text, parse, seal, unfit, values

FIRMWARE = "simulated-0.1"
PARK_SECONDS = 0.1
LID_SHAKES_FROM = 7.0
"""Turns of the crank a second from which a shake opens the contact of a lid whose magnet is too far away."""


class Mechanics(Protocol):
    """What the board moves. All times are the table's seconds, and may lie in the past at the call."""

    def seek(self, start: float) -> tuple[float, bool]:
        """Let the crank look for its switch from `start` on; return the seconds, and whether it will be found."""
        ...

    def home(self, at: float) -> None:
        """Note that the crank has reached its switch."""
        ...

    def shake(self, start: float, seconds: float, rate: float) -> bool:
        """Throw the dice that are not clamped, from `start` on, with `rate` turns a second. Called once per shake.

        Return whether the crank will be at home at the end.
        """
        ...

    def stop(self, at: float) -> None:
        """Cut the present shake or search short: shaken dice lie in new positions."""
        ...

    def clamp(self, wells: frozenset[int], at: float, pulses: tuple[int, ...]) -> None:
        """From `at` on, the levers of these wells are down and all others up, by these pulses (µs) of the servos."""
        ...

    def light(self, left: bool, right: bool, at: float) -> None:
        """From `at` on, the halves of the ring are on or off."""
        ...


@dataclass(slots=True)
class Switches:
    """The inputs that people operate. They survive a reset."""

    lid_closed: bool = True
    estop: bool = False


@dataclass(frozen=True, slots=True)
class _Motion:
    verb: str
    state: str
    end: float
    framed: bool
    fails: float | None = None
    """When it fails of itself, and by which fault."""
    fault: int = FaultNumber.JAM
    wells: frozenset[int] = frozenset()
    found: bool = True


class BoardCore:
    """The board between one reset and the next.

    feed() and advance() return the lines that the board sends. What happens between two calls depends only on the time,
    so the clock may be virtual.
    """

    def __init__(
        self,
        mechanics: Mechanics,
        switches: Switches,
        faults: WireFaults,
        source: random.Random,
        *,
        boot: int,
        cause: str,
        now: float,
        levers_at_once: int = d.WELLS,
        lid_shakes: bool = False,
    ) -> None:
        self._mechanics = mechanics
        self._levers_at_once, self._lid_shakes = levers_at_once, lid_shakes
        self._faults = faults
        self._source = source
        self._cause = cause
        self._buffer = bytearray()
        self._spoilt = False
        self._last = 0
        self._memory = (0, b"")
        self._greeted = False
        self._heard: float | None = None
        self._motion: _Motion | None = None
        self._still_since: float | None = None
        self._out: list[bytes] = []
        self.boot = boot
        self.homed = False
        self.shakes = 0
        self.clamped: frozenset[int] = frozenset()
        self.light = (0, 0)
        self.switches = switches
        self.latched: set[int] = set()
        self._lid_open = not switches.lid_closed
        self._lid_opens: float | None = None
        self._settings = {key: [value] * d.WELLS for key, value in d.SETTINGS.items()}
        self.sags_at: float | None = None
        self._swing(now)
        mechanics.light(False, False, now)
        self._event("boot", f"reset={cause}")
        self.sense(now)

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
            self._still_since = None if motion.verb == "rest" else at
            self.homed = False
            if motion.verb in {"shake", "home"}:
                self._mechanics.stop(at)
            if motion.verb in {"clamp", "rest"}:
                self.clamped &= motion.wells
                self._swing(at)
        if fault == FaultNumber.ESTOP:
            self.homed = False
        if fault not in self.latched:
            self.latched.add(fault)
            self._event("fault", f"fault={fault}")

    def sense(self, at: float) -> None:
        """Sense the contacts of lid and emergency stop; the lid's has to be open for a while."""
        if self.switches.lid_closed:
            self._lid_open, self._lid_opens = False, None
        elif not self._lid_open and self._lid_opens is None:
            self._lid_opens = at + d.LID_SECONDS
        for fault in sorted(self._causes() - self.latched):
            self.latch(fault, at)

    def _open_lid(self, at: float) -> None:
        self._lid_open, self._lid_opens = True, None
        self.sense(at)

    def _causes(self) -> set[int]:
        """Return the faults whose cause lasts."""
        lasting = ((FaultNumber.ESTOP, self.switches.estop), (FaultNumber.LID, self._lid_open))
        return {fault for fault, lasts in lasting if lasts}

    def halt(self, at: float) -> None:
        """Lose power or reset: every motion stops, without an event."""
        if self._motion is not None and self._motion.verb == "shake":
            self._mechanics.stop(at)
        self._motion = None

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
        """Return what the time brings, and when; what comes first at the same moment stands first."""
        motion = self._motion
        if motion is not None:
            if motion.fails is not None:
                yield motion.fails, partial(self.latch, motion.fault)
            yield motion.end, partial(self._complete, motion)
            if motion.framed and self._heard is not None:
                yield self._heard + d.LEASE_SECONDS, partial(self.latch, FaultNumber.LEASE)
        if self._lid_opens is not None:
            yield self._lid_opens, self._open_lid
        if self._heard is not None:
            yield self._heard + d.SESSION_SECONDS, self._end_session
        if motion is None and self._still_since is not None:
            yield self._still_since + d.REST_SECONDS, self._rest

    def _end_session(self, at: float) -> None:
        self._heard = None
        if self._motion is None and self._still_since is not None:
            self._rest(at)

    def _rest(self, at: float) -> None:
        """Switch motor and servos off; levers that are down go up first, unless a fault is latched."""
        self.homed = False
        if self.clamped and not self.latched:
            self._begin(_Motion("rest", "resting", self._swung(frozenset(), at), framed=False), at)
        else:
            self.clamped, self._still_since = frozenset(), None
            self._event("done", f"verb=rest shakes={self.shakes}")

    def _swing(self, at: float) -> None:
        """Send every servo the pulse of its lever's place, mirrored in the row that turns the other way."""
        ends = zip(self._settings["open"], self._settings["closed"], strict=True)
        pulses = (closed if well in self.clamped else opened for well, (opened, closed) in enumerate(ends, 1))
        mirror = str(d.MACHINE["LEVERS_MIRRORED"])
        sent = tuple(int(mirror_pulse(pulse)) if str(well) in mirror else pulse for well, pulse in enumerate(pulses, 1))
        self._mechanics.clamp(self.clamped, at, sent)

    def _swung(self, wells: frozenset[int], at: float) -> float:
        """Let the levers begin to go where these wells' are down; return when they will be there."""
        seconds = self._settings["swing"][0] / 1000 if wells != self.clamped else 0.0
        if len(wells ^ self.clamped) > self._levers_at_once:
            self.sags_at = at + seconds / 2
        self.clamped &= wells
        return at + seconds

    def _complete(self, motion: _Motion, at: float) -> None:
        if not motion.found:
            self.latch(FaultNumber.SWITCH, at)
            return
        self._motion = None
        self._still_since = None if motion.verb == "rest" else at
        if motion.verb == "home":
            self.homed = True
            self._mechanics.home(at)
        if motion.verb in {"clamp", "rest"}:
            self.clamped = motion.wells
            self._swing(at)
        self._event("done", f"verb={motion.verb} shakes={self.shakes}")

    def _end_of_line(self, now: float) -> None:
        text, spoilt = self._buffer.decode("ascii"), self._spoilt
        self._buffer.clear()
        self._spoilt = False
        line = None if spoilt else parse(text)
        if line is None:
            return
        place = len(self._out)  # what it brings about is told after its reply
        if not line.framed or (line.boot == 0 and line.verb == "hello"):
            reply = self._answer(line, now)
        elif line.boot != self.boot:
            reply = self._reply(line, "code=BOOT")
        else:
            if self._session(now):
                self._heard = now
            reply = self._in_turn(line, now)
        self._out.insert(place, reply)

    def _in_turn(self, line: CommandLine, now: float) -> bytes:
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
        refusal = unfit(line)
        if refusal is not None:
            return refusal
        kind = d.KINDS[line.verb]
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
        if line.verb == "shake" and not self.homed:
            return "code=HOME"
        if line.verb == "clear" and values(line)["fault"] in self._causes():
            return "code=CAUSE"
        return None

    def _carry_out(self, line: CommandLine, now: float) -> str:
        chosen = values(line)
        match line.verb:
            case "hello":
                self._greeted = True
                if line.framed:
                    self._heard = now
                return self._hello()
            case "stat":
                return self._stat()
            case "home":
                seconds, found = self._mechanics.seek(now)
                self._begin(_Motion("home", "homing", now + seconds, line.framed, found=found), now)
            case "shake":
                return self._shake(chosen, line.framed, now)
            case "clamp":
                wells = frozenset(map(int, str(chosen["wells"]))) - {0}
                self._begin(_Motion("clamp", "clamping", self._swung(wells, now), line.framed, wells=wells), now)
            case "rest":
                self._rest(now)
            case "light":
                self.light = (chosen["left"], chosen["right"])
                self._mechanics.light(chosen["left"] > 0, chosen["right"] > 0, now)
            case "set":
                return self._set(chosen)
            case "clear":
                self.latched.discard(chosen["fault"])
                return f"faults={digits(self.latched)}"
            case "help":
                return help_text(line)
        return ""

    def _begin(self, motion: _Motion, now: float) -> None:
        if motion.verb in {"home", "shake"} and motion.fails is None and self._source.random() < self._faults.jam:
            jam = now + (motion.end - now) * self._source.uniform(0.1, 0.9)
            motion = _Motion(motion.verb, motion.state, motion.end, motion.framed, jam)
        self._motion, self._still_since = motion, None
        self._advance(now)

    def _shake(self, chosen: dict[str, int], framed: bool, now: float) -> str:
        seconds = chosen["ms"] / 1000 + (d.ROCK_SECONDS if chosen["rock"] else 0.0)
        self.shakes = (self.shakes + 1) % (d.SHAKES_MAX + 1)
        comes_home = self._mechanics.shake(now, seconds, chosen["rate"] / 10)
        fails, fault = None if comes_home else now + seconds, FaultNumber.JAM
        if self._lid_shakes and chosen["rate"] / 10 >= LID_SHAKES_FROM:
            fails, fault = now + seconds / 2, FaultNumber.LID
        self._begin(_Motion("shake", "shaking", now + seconds + PARK_SECONDS, framed, fails, fault), now)
        return f"shakes={self.shakes}"

    def _set(self, chosen: dict[str, int]) -> str:
        lever = chosen.pop("lever")
        for key, value in chosen.items():
            for place in range(d.WELLS):
                if lever in {0, place + 1} or key not in {"open", "closed"}:
                    self._settings[key][place] = value
        settings = " ".join(f"{key}={held[max(lever, 1) - 1]}" for key, held in self._settings.items())
        return f"lever={lever} {settings}"

    def _hello(self) -> str:
        wire = f"protocol={d.PROTOCOL_VERSION} dictionary={d.DICTIONARY_CRC}"
        return f"last={self._last} {wire} firmware={FIRMWARE} reset={self._cause}"

    def _stat(self) -> str:
        state = "fault" if self.latched else self._motion.state if self._motion else "idle"
        return (
            f"state={state} homed={self.homed:d} shakes={self.shakes} clamp={digits(self.clamped)} "
            f"light={self.light[0]},{self.light[1]} lid={not self._lid_open:d} estop={self.switches.estop:d} "
            f"faults={digits(self.latched)}"
        )


_log = logging.getLogger(__name__)

FOREIGN = b"error:20\r\n"
"""What another maker's board answers to a line that it does not know."""
MOST_UNREAD = 4096
"""Bytes that wait for a host. What overflows is lost, as on a real line."""


class SimulatedBoard:
    """A board that moves `table`. A host reaches it by `receive` and `sent` (see VirtualLine), or at a SimulatedPort.

    The same `seed` gives the same faults to the same lines. Motions take seconds of `clock`. Delays of the wire and of
    resets take seconds of `wire`, by default of `clock`. `build` is how it is wired. Threads may share a board.
    """

    def __init__(
        self,
        table: Mechanics,
        clock: Clock,
        faults: WireFaults | None = None,
        seed: int = 0,
        boot: int = 1,
        *,
        wire: Clock | None = None,
        build: Build | None = None,
    ) -> None:
        self._build = build or Build()
        self._table = table
        self._clock = clock
        self._wire = wire or clock
        self._faults = faults or WireFaults()
        self._source = random.Random(f"jams {seed}")
        self._line = FaultyWire(self._faults, seed)
        self._lid_closed, self._stop_pressed = True, False
        self._switches = Switches()
        self._wired()
        self._lock = threading.RLock()
        self._deaf_until = 0.0
        self._unread = bytearray()
        self._core = self._start(boot, "power")

    def move(self, *, lid_closed: bool | None = None, estop: bool | None = None) -> None:
        """Open or close the lid, press or release the emergency stop."""
        with self._lock:
            self._lid_closed = self._lid_closed if lid_closed is None else lid_closed
            self._stop_pressed = self._stop_pressed if estop is None else estop
            now = self._clock.now()
            out = self._core.advance(now)
            self._wired()
            self._core.sense(now)
            self._send(out + self._core.advance(now))

    def reset(self, cause: str = "external") -> None:
        """Reset the board as its button does. It ignores its line for a moment, then has the next boot number."""
        _log.info("resetting the simulated board: %s", cause)
        with self._lock:
            now = self._clock.now()
            self._core.advance(now)
            self._core.halt(now)
            self._deaf_until = self._wire.now() + self._faults.reset_seconds
            self._core = self._start(self._core.boot % d.BOOT_MAX + 1, cause)

    def _start(self, boot: int, cause: str) -> BoardCore:
        now = self._clock.now()
        return BoardCore(
            self._table,
            self._switches,
            self._faults,
            self._source,
            boot=boot,
            cause=cause,
            now=now,
            levers_at_once=self._build.levers_at_once,
            lid_shakes=self._build.lid_shakes,
        )

    def _wired(self) -> None:
        """Let the board's inputs have the levels that the wires give them."""
        self._switches.lid_closed = self._lid_closed or self._build.lid_shorted
        self._switches.estop = self._build.reads_stop(self._stop_pressed)

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now."""
        with self._lock:
            self._line.from_host(data, self._wire.now())
            self._deliver()

    def sent(self) -> bytes:
        """Advance the board to the clock's time, and return what has reached the host since the last call."""
        with self._lock:
            self._deliver()
            self._sag()
            if not self._deaf:
                self._send(self._core.advance(self._clock.now()))
            self._deliver()
            sent = bytes(self._unread)
            self._unread.clear()
            return sent

    def seconds_until_due(self) -> float | None:
        """Return the seconds of the wire's clock until a late line or a reset is due, None if none is underway."""
        with self._lock:
            due = self._line.due()
            return None if due is None else max(0.0, due - self._wire.now())

    @property
    def _deaf(self) -> bool:
        """Whether the board neither receives nor sends."""
        return self._wire.now() < self._deaf_until

    def _deliver(self) -> None:
        """Let the board hear what has reached it, and the host what it says."""
        for piece in self._line.to_board(self._wire.now()):
            self._sag()
            if isinstance(piece, str):
                self.reset(piece)
            elif not self._deaf:
                self._send([FOREIGN] if self._build.foreign else self._core.feed(piece, self._clock.now()))
        arrived = self._line.to_host(self._wire.now())
        if len(self._unread) + len(arrived) <= MOST_UNREAD:
            self._unread += arrived

    def _sag(self) -> None:
        """Reset the board where more levers have moved than the supply can move."""
        if self._core.sags_at is not None and self._core.sags_at <= self._clock.now():
            self.reset("brownout")

    def _send(self, lines: list[bytes]) -> None:
        if not self._deaf:
            self._line.from_board(b"".join(lines), self._wire.now())
