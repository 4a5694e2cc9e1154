"""The controllers of the table: one interface for all kinds of machine, and what their boards have in common."""

import contextlib
import logging
import random
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from hardware.clock import Clock, SystemClock
from hardware.closing import Closing
from hardware.dictionary import FAULTS, SESSION_SECONDS, FaultNumber, dictionary
from hardware.errors import (
    Failure,
    FaultError,
    HardwareError,
    LinkError,
    NoReplyError,
    OutcomeUnknownError,
)
from hardware.link import Hello, Link, LinkTiming
from hardware.transport import SerialTransport, Trace
from hardware.wire import Reply, integer

POLL_SECONDS = 0.05
LONG_POLL_SECONDS = 0.2
GRACE_SECONDS = 1.0
KEEP_SECONDS = SESSION_SECONDS - 1.0
"""Seconds of silence after which an open session needs a command."""
THINKING_SECONDS = 6.0
"""Seconds for which a session stays open after a command: most people answer sooner, and current warms the motor."""
STOP_TRIES = 5
_log = logging.getLogger(__name__)
_REFUSALS = {
    "BUSY": "wait until the motion has ended",
    "SESSION": "end the other program that drives the table",
    "CAUSE": "remove the cause of the fault first",
}


@dataclass(frozen=True, slots=True)
class Stat:
    """The state of the board. `shakes` counts the throws since its reset."""

    state: str
    shakes: int
    faults: frozenset[int]

    @property
    def at_rest(self) -> bool:
        """Whether the board powers nothing that moves."""
        return self.state == "idle"

    @property
    def lasting(self) -> frozenset[int]:
        """The faults whose cause lasts."""
        return frozenset()

    @property
    def inputs(self) -> str:
        """The words for the operator when the board's inputs are in order, each followed by a comma."""
        return ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A test motion that people may start: the key of its name, and its well."""

    key: str
    well: int | None = None


class Controller(Closing):
    """The table's controller, for use in a with-block. `clock` is the table's time.

    Every command may raise PortError, NoReplyError, ControllerError for a refusal, FaultError for a latched fault, and
    OutcomeUnknownError if the board was reset or the outcome of a motion cannot be found out: then look at the dice.
    """

    KIND: ClassVar[str]
    """The kind of machine."""
    LOOKS: ClassVar[Mapping[str, tuple[bool, bool]]]
    """The names of the exposures of a look, and which halves of the light each is taken under."""
    TRIALS: ClassVar[tuple[Trial, ...]]
    STEPS: ClassVar[tuple[str, ...]]
    """The steps of its self-test, by their names and in their usual order."""
    SHORT_STEPS: ClassVar[tuple[str, ...]]
    """The steps of a day's first start, which need no people."""
    FIXED: ClassVar[bool]
    """Whether wells and camera have fixed places, which a calibration measures; else people set them up each time."""

    def __init__(self, link: Link, clock: Clock) -> None:
        self._link = link
        self._clock = clock
        self._closed = False
        self._faultless = False
        self._stop_asked = False
        self._used_at = self._heard_at = clock.now()

    def hello(self) -> Hello:
        """Greet the board; see Link.hello."""
        return self._link.hello()

    def stat(self) -> Stat:
        """Return the state of the board."""
        reply = self._command("stat")
        try:
            stat = self._read_stat(reply)
        except (KeyError, LinkError) as error:
            raise Failure.NO_BOARD.error("the state that the board reports is not that of a Pipsqueak board") from error
        self._faultless |= not stat.faults
        return stat

    @abstractmethod
    def throw(
        self, wells: Collection[int], keep: Collection[int] = (), meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Throw the dice of these wells (1 to 6) except those in `keep`, and wait for the end; then all can be seen.

        `meanwhile` is called again and again, and must return within a second: the board stops where its host is
        silent. Dice of other wells may be thrown too.
        """

    @abstractmethod
    def reveal(self, keep: Collection[int] = ()) -> None:
        """Make all dice visible; those of the wells in `keep` do not move meanwhile."""

    @abstractmethod
    def lights(self, left: bool, right: bool) -> None:
        """Switch each half of the light fully on or off, where the machine has one."""

    @abstractmethod
    def try_out(self, trial: Trial) -> None:
        """Do one of its TRIALS."""

    @abstractmethod
    def rest(self) -> None:
        """Switch off what moves, and wait for it."""

    def keep_session(self) -> None:
        """Call this again and again while people think: without a session the board rests after three seconds.

        It also rests if people think for longer than usual. A board that fails is not asked again until a command.
        """
        now = self._clock.now()
        if now - self._used_at < THINKING_SECONDS and KEEP_SECONDS <= now - self._heard_at < SESSION_SECONDS:
            self._heard_at = -SESSION_SECONDS
            with contextlib.suppress(HardwareError):
                self._link.command("ping")
                self._heard_at = self._clock.now()

    def clear(self, fault: int) -> frozenset[int]:
        """Clear one latched fault. Return the numbers of those still latched."""
        remaining = digits_of(self._command("clear", fault=fault), "faults")
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
        raise LinkError("the board does not accept the stop byte", "switch the table off")

    def close(self) -> None:
        """Rest, with the lights off, if the board still answers, and close the port. Closing twice is harmless."""
        if self._closed:
            return
        self._closed = True
        try:
            with contextlib.suppress(HardwareError):
                if self._link.alive:
                    self._leave()
        finally:
            self._link.close()

    @abstractmethod
    def _leave(self) -> None:
        """Stop what moves, rest, and switch the lights off."""

    @abstractmethod
    def _read_stat(self, reply: Reply) -> Stat:
        """Return the stat of a reply. Raises KeyError or LinkError if it is not one."""

    @abstractmethod
    def _mend(self, reply: Reply) -> bool:
        """Remove the reason for a refusal, and return whether the command may be repeated."""

    def _command(self, verb: str, **keys: int) -> Reply:
        known = self._link.words.keys[verb]
        for key, value in keys.items():
            if key not in known:
                raise Failure.COMMAND_VALUE.error(f"{verb} has no {key}")
            least, most = known[key].least, known[key].most
            if not least <= value <= most:
                raise Failure.COMMAND_VALUE.error(f"{verb} does not take {key}={value}: give {least} to {most}")
        reply = self._link.command(verb, **keys)
        self._used_at = self._heard_at = self._clock.now()
        if reply.code == "HELLO":
            # after a pause the board has ended the session and has not carried out the command
            _log.info("the host session had ended before %s; saying hello", verb)
            self._link.hello()
            reply = self._link.command(verb, **keys)
        if reply.ok:
            self._faultless |= verb in self._link.words.motions
            return reply
        if self._mend(reply):
            return self._command(verb, **keys)
        if reply.code == "FAULT":
            fault = number_of(reply, "fault")
            if fault == FaultNumber.STOPPED and self._stopped_by_noise():
                return self._command(verb, **keys)
            _log.warning("%s refused: fault %d is latched", verb, fault)
            raise fault_error(fault)
        if reply.code in {"KEY", "RANGE"}:
            raise Failure.COMMAND_VALUE.error(f"the board refuses {verb} with this {reply.keys.get('key', 'key')}")
        code = reply.code or ""
        _log.warning("the board refused %s: %s", verb, code)
        raise Failure.REFUSED.error(f"the board refuses {verb} ({code})", _REFUSALS.get(code))

    def _stopped_by_noise(self) -> bool:
        """Clear STOPPED if noise has caused it; return whether noise has.

        Noise has caused it if it was not latched before and this program has sent no stop byte. The port is locked, so
        no person can have typed one.
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


Driver = TypeVar("Driver", bound=Controller)


def open_controller(
    made: type[Driver],
    port: str,
    clock: Clock,
    timing: LinkTiming | None = None,
    trace: Trace | None = None,
) -> Driver:
    """Open the port and greet the board of a kind of machine; `clock` is the table's time. See Link for the others.

    Raises the errors of SerialTransport and Link.hello.
    """
    link = Link(
        SerialTransport(port),
        SystemClock(),
        random.SystemRandom(),
        timing,
        name=f"the board at {port}",
        words=dictionary(made.KIND),
        trace=trace,
    )
    return connect(made, link, clock)


def connect(made: type[Driver], link: Link, clock: Clock) -> Driver:
    """Greet the board of a kind of machine; its controller closes the link, which is closed at once if it is missing.

    `clock` is the table's time. Raises the errors of Link.hello.
    """
    try:
        link.hello()
    except BaseException:
        link.close()
        raise
    return made(link, clock)


def number_of(reply: Reply, key: str) -> int:
    """Return a number of a reply. Raises NoReplyError if the reply lacks it."""
    try:
        return integer(reply.keys[key])
    except (KeyError, LinkError) as error:
        raise Failure.NO_BOARD.error(f"a reply lacks {key}: this is not a Pipsqueak board") from error


def digits_of(reply: Reply, key: str) -> frozenset[int]:
    """Return the digits of a reply, () for 0. Raises NoReplyError if the reply lacks them."""
    return frozenset(map(int, str(number_of(reply, key)))) - {0}
