"""The firmware's binary in simavr: a C program on libsimavr, built once, and driven as a process in lockstep."""

import contextlib
import enum
import hashlib
import logging
import os
import platform
import shutil
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.closing import Closing
from hardware.dimensions import BOXES, CRANK
from hardware.errors import Failure

CLOCK = 16_000_000
"""Cycles per second."""
PROGRAMS = {
    kind: Path(__file__).parents[1] / "firmware" / f"pipsqueak{end}.hex"
    for kind, end in ((CRANK, ""), (BOXES, "-boxes"))
}
"""The firmware that is flashed for each kind of machine."""
EVENT = np.dtype([("cycle", "<u8"), ("more", "<u4"), ("value", "<u2"), ("kind", "u1"), ("which", "u1")])
"""Events in the order of their cycles; EventKind explains value, which and more."""
Events = NDArray[np.void]
_HEAD = struct.Struct("<cI")
_ASK = struct.Struct("<QBB6x")
_FED = struct.Struct("<QB7x")
_TOLD = struct.Struct("<QB7x")


class EventKind(enum.IntEnum):
    """Kinds of events."""

    SENT = 1
    """A byte (`value`) was sent; `more`: cycles since its start bit began."""
    STEP = 2
    """STEP rises; `which`: bit 0 is DIR, bit 1 ENABLE, so 2 and 3 are steps without current."""
    SERVO = 3
    """A pulse of servo or coil `which` (1 to 6) has ended after `more` cycles."""
    LIGHT = 4
    """Light `which` (0 left, 1 right) is on for `value` thousandths, at `more` Hz, or steadily (0)."""
    DRIVE = 5
    """The motor has current (`value` 1) or none (0)."""
    LED = 6
    RESET = 7
    """The chip restarts; `value`: MCUSR; `which` 1: Optiboot passes it on."""
    CELL = 8
    """EEPROM cell `more` has been written and holds `value`."""
    DEAD = 9
    """Nothing runs until a reset; `which`: 1 power cut, 2 crash, 3 hung in the bootloader."""
    PULSE = 10
    """A pulse of servo or coil `which` (1 to 6) begins."""


class Cause(enum.IntFlag):
    """Causes of a reset, as MCUSR has them."""

    POWER = 1
    EXTERNAL = 2
    BROWNOUT = 4
    WATCHDOG = 8


class BootloaderKind(enum.IntEnum):
    """The program that runs before the firmware. The old Nano's hangs after a watchdog reset."""

    NONE = 0
    OPTIBOOT = 1
    OLD_NANO = 2


class Stop(enum.IntFlag):
    """Events that end an advance early: a newline sent by the board, or a step."""

    NEWLINE = 1
    STEP = 2


@dataclass(slots=True)
class Inputs:
    """The switches, operated by people and the machine. They survive a reset."""

    home: bool = False
    lid_closed: bool = True
    estop: bool = False

    def levels(self) -> int:
        """Return the pin levels: emergency stop and lid are high if pressed or open, home is low at home."""
        return self.estop | (not self.lid_closed) << 1 | (not self.home) << 2


class Runner(Closing):
    """One board in a process, for use in a with-block. Times are cycles since its creation, which is its power-on.

    `program` is a firmware's ELF or HEX, by default this package's HEX for a crank. Raises HardwareError if it, or the
    program `runner` (see ensure_runner), is missing. Every method raises HardwareError if the process has ended.
    """

    def __init__(self, runner: Path, program: Path = PROGRAMS[CRANK]) -> None:
        if not program.is_file():
            remedy = "build it: 'make -C firmware', or install the package again"
            raise Failure.TWIN_MISSING.error(f"there is no firmware {program}", remedy)
        if not runner.is_file():
            raise Failure.TWIN_MISSING.error(f"there is no runner {runner}", "build it: 'make -C firmware runner'")
        # Only the last line of its output is for people. Ctrl-C must reach this program only.
        try:
            self._process = subprocess.Popen(
                [runner, program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            reason = f"the twin's runner cannot be executed ({error.strerror})"
            raise Failure.TWIN_MISSING.error(reason, f"delete {runner}: the program builds it again") from error
        self.inputs = Inputs()
        self.cycle = 0
        self.runs = True
        self._fed = bytearray()
        try:
            self.reset(Cause.POWER)
        except BaseException:
            self.close()
            raise

    def feed(self, data: bytes, at: int = 0) -> None:
        """Send bytes from cycle `at` on, or as soon as earlier bytes are sent."""
        self._fed += b"".join(_FED.pack(max(at, self.cycle), byte) for byte in data)

    def advance(self, until: int, stop: Stop | int = 0) -> Events:
        """Run to cycle `until`, or to the first `stop`. Return the events, an array of EVENT."""
        answer = self._ask(b"a", _ASK.pack(until, self.inputs.levels(), stop) + self._fed)
        self._fed.clear()
        self.cycle, runs = _TOLD.unpack_from(answer)
        self.runs = bool(runs)
        return np.frombuffer(answer, EVENT, offset=_TOLD.size)

    def reset(self, cause: Cause, *, hold: int = 0, seed: int = 1) -> None:
        """Reset the chip. Nothing runs for the first `hold` cycles. POWER fills the RAM with noise of `seed`."""
        self._ask(b"r", struct.pack("<B3xIQ", cause, seed if cause & Cause.POWER else 0, hold))
        self.runs = True

    def bootloader(self, which: BootloaderKind) -> None:
        """Put this bootloader on the chip from the next reset on."""
        self._ask(b"b", bytes([which]))

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        self._process.wait()

    def _ask(self, letter: bytes, payload: bytes | bytearray) -> bytes:
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None
        assert answers is not None
        try:
            pipe.write(_HEAD.pack(letter, len(payload)) + payload)
            pipe.flush()
            head = answers.read(_HEAD.size)
            if len(head) == _HEAD.size:
                length = _HEAD.unpack(head)[1]
                answer: Any = answers.read(length)
                if len(answer) == length:
                    return bytes(answer)
        except (BrokenPipeError, ValueError) as error:
            raise Failure.TWIN.error(self._last_words()) from error
        except BaseException:
            self._process.kill()  # after Ctrl-C half an answer is left in the pipe, which would spoil the next one
            raise
        raise Failure.TWIN.error(self._last_words())

    def _last_words(self) -> str:
        errors = self._process.stderr
        if errors is None or errors.closed:
            return "the twin's board is closed"
        lines = errors.read().decode(errors="replace").strip().splitlines()
        return f"the twin's board has ended{': ' + lines[-1] if lines else ''}"


_log = logging.getLogger(__name__)

SOURCES = Path(__file__).parents[1] / "firmware" / "runner"
"""Package data; in the repository a link to firmware/sim."""
PINS = SOURCES.parent / "avr" / "pins.h"
HEADER = "simavr/"
PACKAGES = "install it: 'make system', or sudo apt install gcc libsimavr-dev libelf-dev"


def ensure_runner(cache: Path) -> Path:
    """Return the runner. It is built once in the folder `cache` for these sources and this kind of processor.

    Raises HardwareError if compiler, libsimavr, sources or disk space are missing.
    """
    sources = sorted(SOURCES.glob("*.c"))
    if not sources:
        raise Failure.TWIN_MISSING.error(
            f"the sources of the twin's runner are not in {SOURCES}", "install the package again"
        )
    digest = hashlib.sha256()
    for file in (*sources, *sorted(SOURCES.glob("*.h")), PINS):
        digest.update(file.read_bytes())
    runner = cache / f"twin-runner-{platform.machine()}-{digest.hexdigest()[:16]}"
    if not runner.is_file():
        _build(sources, runner)
    return runner


def _build(sources: list[Path], runner: Path) -> None:
    compiler = shutil.which(os.environ.get("CC") or "cc") or shutil.which("gcc")
    if compiler is None:
        raise Failure.TWIN_MISSING.error("the twin's runner must be built once, but there is no C compiler", PACKAGES)
    _log.info("building the twin's runner: %s", runner)
    try:
        runner.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=runner.parent) as folder:
            beside = Path(folder) / "runner"
            flags = ("-std=gnu11", "-O2", "-o", beside)
            done = subprocess.run(
                [compiler, *flags, *sources, "-lsimavr", "-lelf"], capture_output=True, text=True, check=False
            )
            if not done.returncode:
                beside.replace(runner)
    except OSError as error:
        raise Failure.TWIN_MISSING.error(
            f"the twin's runner cannot be built into {runner.parent} ({error.strerror})", "free some space there"
        ) from error
    if done.returncode:
        raise Failure.TWIN_MISSING.error(_reason(done.stderr), PACKAGES)


def _reason(said: str) -> str:
    """Return one line that says why the compiler has failed."""
    if HEADER in said or "-lsimavr" in said or "-lelf" in said:
        return "the twin's runner has to be built once, and libsimavr or libelf is not installed"
    lines = [line for line in said.splitlines() if "error" in line] or ["the compiler gave no reason"]
    return f"the twin's runner cannot be built: {lines[0]}"
