"""The driver of the table's controller: home, shake, clamp, rest, lights, stat, stop."""

import contextlib
import logging
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hardware.clock import Clock, SystemClock
from hardware.closing import Closing
from hardware.dictionary import (
    CLAMP_LIMIT_SECONDS,
    FAULTS,
    HOME_LIMIT_SECONDS,
    MOTIONS,
    RANGES,
    SESSION_SECONDS,
    SHAKE,
    SHAKE_EXTRA_SECONDS,
    WELLS,
    FaultNumber,
)
from hardware.errors import (
    ControllerError,
    Failure,
    FaultError,
    HardwareError,
    LinkError,
    NoReplyError,
    OutcomeUnknownError,
)
from hardware.link import Hello, Link, LinkTiming
from hardware.transport import SerialTransport, Trace, TracedTransport, Transport
from hardware.wire import Reply, integer

POLL_SECONDS = 0.05
LONG_POLL_SECONDS = 0.2
GRACE_SECONDS = 1.0
KEEP_SECONDS = SESSION_SECONDS - 1.0
"""Seconds of silence after which a session that is kept needs a command."""
THINKING_SECONDS = 6.0
"""Seconds after a command for which a session is kept: most people answer sooner, and current warms the motor."""
STOP_TRIES = 5
_log = logging.getLogger(__name__)
Levers = Mapping[int, tuple[int, int]]
"""For wells 1 to 6 the pulses in microseconds of a lever that is up and down; the board's own for a well that lacks."""
_REFUSALS = {
    "BUSY": "wait until the motion has ended",
    "SESSION": "end the other program that drives the table",
    "CAUSE": "remove the cause of the fault first",
}


@dataclass(frozen=True, slots=True)
class ShakeProgram:
    """The parameters of a shake.

    `frequency` in Hz (2 to 12), `stroke` in mm (4 to the machine's whole one), `seconds` of shaking (0.3 to 5) with a
    soft start and stop of `ramp` seconds (0.05 to 1) each, then one slow swing of `rock` degrees (0 to nearly as far as
    the machine tilts). RANGES of hardware.dictionary has the ends.
    """

    frequency: float = SHAKE["rate"] / 10
    stroke: int = SHAKE["stroke"]
    rock: float = SHAKE["rock"] / 10
    seconds: float = SHAKE["ms"] / 1000
    ramp: float = SHAKE["ramp"] / 1000

    def keys(self) -> dict[str, int]:
        """Return it in the keys and units of the board's command."""
        return {key: round(getattr(self, name) * units) for name, (key, units) in SHAKE_UNITS.items()}


SHAKE_UNITS = {
    "frequency": ("rate", 10),
    "stroke": ("stroke", 1),
    "rock": ("rock", 10),
    "seconds": ("ms", 1000),
    "ramp": ("ramp", 1000),
}
"""The fields of a shake, each with its key in the board's command, and how many of its units are one of the field's."""


@dataclass(frozen=True, slots=True)
class Stat:
    """The state of the board. `shakes` counts the shakes since its reset; `left` and `right` are percent of light."""

    state: str
    homed: bool
    shakes: int
    clamped: frozenset[int]
    left: int
    right: int
    lid_closed: bool
    estop: bool
    faults: frozenset[int]


class Controller(Closing):
    """The table's controller, for use in a with-block. `clock` is the table's time.

    Its `levers` are told to the board before the first of them moves, and again after each reset, which makes it forget
    them. `program` is how the table shakes.
    Every command may raise PortError, NoReplyError, ControllerError for a refusal, FaultError for a latched fault, and
    OutcomeUnknownError if the board was reset or the outcome of a motion cannot be found out.
    Then home the table, and look at the dice.
    """

    def __init__(self, link: Link, clock: Clock) -> None:
        self.levers: Levers = {}
        self.program = ShakeProgram()
        self._told: tuple[int, Levers] = (0, {})
        self._link = link
        self._clock = clock
        self._closed = False
        self._faultless = False
        self._stop_asked = False
        self._clamped: frozenset[int] | None = None
        self._used_at = self._heard_at = clock.now()
        self.at_home = False
        """Whether the last motion of the crank has left it at home, where it stays without current too."""

    def hello(self) -> Hello:
        """Greet the board; see Link.hello."""
        return self._link.hello()

    def stat(self) -> Stat:
        stat = _read_stat(self._command("stat"))
        self._faultless |= not stat.faults
        return stat

    def home(self, meanwhile: Callable[[], None] | None = None) -> None:
        """Home the crank and wait for it, calling `meanwhile` again and again. Also raises ControllerError."""
        self.at_home = False
        self._command("home")
        if not self._finish("home", HOME_LIMIT_SECONDS, meanwhile=meanwhile).homed:
            raise ControllerError("the board has ended homing without a home")
        self.at_home = True

    def shake(self, program: ShakeProgram | None = None, meanwhile: Callable[[], None] | None = None) -> None:
        """Throw all dice that are not clamped, and wait for the end, calling `meanwhile` again and again.

        It must return within a second: the board stops where its host is silent. Where the board has rested, the levers
        of the last `clamp` go down again, and the crank comes home, before. Also raises ControllerError.
        """
        program = program or self.program
        self._awaken()
        self.at_home = False
        reply = self._command("shake", **program.keys())
        least = 0.0 if meanwhile else program.seconds
        stat = self._finish("shake", program.seconds + SHAKE_EXTRA_SECONDS, least, meanwhile)
        if stat.shakes != _number(reply, "shakes"):
            raise OutcomeUnknownError("the board has counted another shake than this one")
        self.at_home = True

    def clamp(self, wells: Iterable[int]) -> None:
        """Move the levers of these wells (1 to 6) down and all others up, and wait for them."""
        chosen = frozenset(wells)
        if not chosen <= frozenset(range(1, WELLS + 1)):
            raise Failure.COMMAND_VALUE.error(f"there are wells 1 to {WELLS}, not {sorted(chosen)}")
        self._tell_levers()
        self._clamped = chosen
        self._command("clamp", wells=int("".join(map(str, sorted(chosen))) or "0"))
        if self._finish("clamp", CLAMP_LIMIT_SECONDS).clamped != chosen:
            raise ControllerError(f"the levers of wells {sorted(chosen)} were not put down")

    def rest(self) -> None:
        """Switch motor and servos off; levers that are down go up first, but with a latched fault they stay."""
        self._command("rest")
        self._finish("rest", CLAMP_LIMIT_SECONDS)

    def lights(self, left: bool, right: bool) -> None:
        """Switch each half of the ring fully on or off."""
        self._command("light", left=100 * left, right=100 * right)

    def keep_session(self) -> None:
        """Call this again and again while people think: without a session the board rests after three seconds.

        Who thinks for longer than usual lets it rest. A board that fails is asked no more: the next command says it.
        """
        now = self._clock.now()
        if now - self._used_at < THINKING_SECONDS and KEEP_SECONDS <= now - self._heard_at < SESSION_SECONDS:
            self._heard_at = -SESSION_SECONDS
            with contextlib.suppress(HardwareError):
                self._link.command("ping")
                self._heard_at = self._clock.now()

    def set(self, **keys: int) -> dict[str, int]:
        """Set parameters named as in firmware/PROTOCOL.md (lever open closed swing idle crawl); return them all."""
        reply = self._command("set", **keys)
        return {key: _number(reply, key) for key in reply.keys}

    def _tell_levers(self) -> None:
        if self._told != (self._link.boot, self.levers):
            for well, (opened, closed) in self.levers.items():
                self._command("set", lever=well, open=opened, closed=closed)
            self._told = self._link.boot, self.levers

    def clear(self, fault: int) -> frozenset[int]:
        """Clear one latched fault. Return the numbers of those still latched."""
        remaining = _digits(self._command("clear", fault=fault), "faults")
        _log.info("cleared fault %d; still latched: %s", fault, sorted(remaining) or "none")
        if fault == FaultNumber.STOPPED:
            self._stop_asked = False
        self._faultless |= not remaining
        return remaining

    def stop(self) -> None:
        """Stop every motion at once, from any thread, and verify it: the board latches fault 1, STOPPED."""
        self._stop_asked = True
        _log.warning("sending the stop byte")
        for _ in range(STOP_TRIES):
            self._link.realtime(b"!")
            if FaultNumber.STOPPED in self.stat().faults:
                return
        raise LinkError("the board does not take the stop byte", "switch the table off")

    def close(self) -> None:
        """Rest, with the lights off, if the board still answers, and close the port. Closing twice is harmless."""
        if self._closed:
            return
        self._closed = True
        try:
            with contextlib.suppress(HardwareError):
                if self._link.alive:
                    self._rest()
        finally:
            self._link.close()

    def _rest(self) -> None:
        stat = self.stat()
        if stat.state in {"homing", "shaking", "clamping"}:
            self.stop()
            self.clear(FaultNumber.STOPPED)
        if stat.left or stat.right:
            self.lights(left=False, right=False)
        if stat.clamped:
            self.rest()
        else:
            self._command("rest")  # no lever has to go up, so there is nothing to wait for

    def _awaken(self) -> None:
        """Put the levers of the last clamp down again, then home, unless a fault is latched."""
        while not (stat := self.stat()).faults:
            if self._clamped is not None and stat.clamped != self._clamped:
                self.clamp(self._clamped)
            elif not stat.homed:
                self.home()
            else:
                return

    def _command(self, verb: str, **keys: int) -> Reply:
        for key, value in keys.items():
            if key not in RANGES[verb]:
                raise Failure.COMMAND_VALUE.error(f"{verb} has no {key}")
            least, most = RANGES[verb][key]
            if not least <= value <= most:
                raise Failure.COMMAND_VALUE.error(f"{verb} takes no {key}={value}: it is {least} to {most}")
        reply = self._link.command(verb, **keys)
        self._used_at = self._heard_at = self._clock.now()
        if reply.code == "HELLO":
            # after a pause the board has ended the session and has not carried out the command
            _log.info("the host session had ended before %s; saying hello", verb)
            self._link.hello()
            reply = self._link.command(verb, **keys)
        if reply.ok:
            self._faultless |= verb in MOTIONS
            return reply
        if reply.code == "BUSY" and reply.keys.get("state") == "resting":
            self._finish("rest", CLAMP_LIMIT_SECONDS)
            return self._command(verb, **keys)
        if reply.code == "HOME":
            self._awaken()
            return self._command(verb, **keys)
        if reply.code == "FAULT":
            fault = _number(reply, "fault")
            if fault == FaultNumber.STOPPED and self._stopped_by_noise():
                return self._command(verb, **keys)
            _log.warning("%s refused: fault %d is latched", verb, fault)
            raise fault_error(fault)
        if reply.code in {"KEY", "RANGE"}:
            raise Failure.COMMAND_VALUE.error(f"the board takes no {verb} with this {reply.keys.get('key', 'key')}")
        code = reply.code or ""
        _log.warning("the board refused %s: %s", verb, code)
        raise Failure.REFUSED.error(f"the board refuses {verb} ({code})", _REFUSALS.get(code))

    def _stopped_by_noise(self) -> bool:
        """Clear STOPPED if noise has caused it; return whether it was so.

        That is so if STOPPED was not latched before and this program has sent no stop byte. The port is locked, so no
        person can have typed one.
        """
        noise, self._faultless = self._faultless and not self._stop_asked, False
        if noise:
            _log.warning("noise on the line made a stop byte; clearing STOPPED")
            self.clear(FaultNumber.STOPPED)  # this sets _faultless again, because noise may occur twice
        return noise

    def _finish(
        self, verb: str, limit: float, at_least: float = 0.0, meanwhile: Callable[[], None] | None = None
    ) -> Stat:
        start = self._clock.now()
        while True:
            try:
                stat = self.stat()
            except NoReplyError as error:
                raise OutcomeUnknownError(f"the board fell silent during {verb}") from error
            if stat.state == "idle" or (verb == "rest" and stat.faults):  # a fault ends a rest: all power is off
                return stat
            if FaultNumber.STOPPED in stat.faults and self._stopped_by_noise():
                raise OutcomeUnknownError(f"noise on the line has stopped the {verb}")
            if stat.faults:
                _log.error("%s ended with faults %s", verb, sorted(stat.faults))
                raise fault_error(min(stat.faults))
            passed = self._clock.now() - start
            if passed > limit + GRACE_SECONDS:
                _log.error("%s has not ended after %.1f s", verb, passed)
                self.stop()
                raise Failure.MOTION_TIMEOUT.error(
                    f"{verb} has not ended after {limit + GRACE_SECONDS:g} s and was stopped"
                )
            if meanwhile:
                meanwhile()
            self._clock.sleep(min(max(at_least - passed, POLL_SECONDS), LONG_POLL_SECONDS))


def fault_error(number: int) -> FaultError:
    """Return the error for a latched fault, with its remedy."""
    fault = FAULTS.get(number)
    what = f"the board stopped with fault {number}, {fault.name if fault else 'unknown'}"
    remedy, key = (fault.remedy, fault.message_key) if fault else ("see firmware/PROTOCOL.md", "")
    return FaultError(what, remedy, fault=number, message_key=key)


def open_controller(
    port: str,
    clock: Clock,
    timing: LinkTiming | None = None,
    trace: Trace | None = None,
    *,
    explain_silence: Callable[[], None] | None = None,
) -> Controller:
    """Open the port and greet the board; see connect for the arguments.

    Raises the errors of SerialTransport and Link.hello.
    """
    return connect(
        SerialTransport(port),
        clock,
        SystemClock(),
        timing=timing,
        trace=trace,
        explain_silence=explain_silence,
        name=f"the board at {port}",
    )


def connect(
    transport: Transport,
    clock: Clock,
    link_clock: Clock,
    *,
    timing: LinkTiming | None = None,
    trace: Trace | None = None,
    source: random.Random | None = None,
    explain_silence: Callable[[], None] | None = None,
    name: str = "the board",
) -> Controller:
    """Greet the board on an open transport, which the controller closes; it is closed at once if the board is missing.

    `clock` is the table's time, `link_clock` that of the transport's time-outs. `source` draws the nonces; see Link for
    the other arguments.

    Raises the errors of Link.hello.
    """
    if trace is not None:
        transport = TracedTransport(transport, trace)
    try:
        nonces = source or random.SystemRandom()
        link = Link(transport, link_clock, nonces, timing, explain_silence=explain_silence, name=name)
        link.hello()
    except BaseException:
        transport.close()
        raise
    return Controller(link, clock)


def _read_stat(reply: Reply) -> Stat:
    left, comma, right = reply.keys.get("light", "").partition(",")
    try:
        return Stat(
            state=reply.keys["state"],
            homed=_number(reply, "homed") == 1,
            shakes=_number(reply, "shakes"),
            clamped=_digits(reply, "clamp"),
            left=integer(left),
            right=integer(right if comma else "-"),
            lid_closed=_number(reply, "lid") == 1,
            estop=_number(reply, "estop") == 1,
            faults=_digits(reply, "faults"),
        )
    except (KeyError, LinkError) as error:
        raise Failure.NO_BOARD.error("the board's stat is not that of a Pipsqueak board") from error


def _number(reply: Reply, key: str) -> int:
    try:
        return integer(reply.keys[key])
    except (KeyError, LinkError) as error:
        raise Failure.NO_BOARD.error(f"a reply lacks {key}: this is not a Pipsqueak board") from error


def _digits(reply: Reply, key: str) -> frozenset[int]:
    return frozenset(map(int, str(_number(reply, key)))) - {0}
