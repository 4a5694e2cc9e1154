"""Runs avrdude, which talks to the bootloader, and turns its complaints into one line."""

import logging
import os
import re
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import AvrdudeError, BootloaderError, ChipError, FlashError

_log = logging.getLogger(__name__)

LONGEST_SECONDS = 120.0
"""Time limit of avrdude; it is killed afterwards."""
SILENT_TRIES = 2
"""avrdude asks a silent bootloader ten times, which takes a minute. After two tries it will not answer."""
_SIGNATURE = re.compile(r"device signature = (?:0x)?([0-9a-f]{2} ?[0-9a-f]{2} ?[0-9a-f]{2})\b")
_NO_REASON = re.compile(r"^$|done\.\s+thank you|TIOCM|^\s*\(", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bootloader:
    """The program on the board that receives the firmware, at its own baud rate."""

    name: str
    baud: int
    watchdog: bool
    """Whether it recovers from a watchdog reset."""


OPTIBOOT = Bootloader("Optiboot", 115200, watchdog=True)
OLD_NANO = Bootloader("the old Nano bootloader", 57600, watchdog=False)


def avrdude(port: str, bootloader: Bootloader, path: Path | None) -> None:
    """Write and verify a HEX file, or with None only check that the bootloader answers at its baud rate.

    Raises BootloaderError if nothing answers, ChipError for a chip other than an ATmega328P, AvrdudeError if avrdude is
    missing or hangs, and FlashError with the reason for everything else.
    """
    program = shutil.which("avrdude")
    if program is None:
        raise AvrdudeError("avrdude, which writes firmware, is not installed")
    words = [program, "-q", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(bootloader.baud), "-D"]
    if path is not None:
        words += ["-U", f"flash:w:{path}:i"]
    _log.info("running %s", " ".join(words))
    try:
        status, said = _run(words)
    except OSError as error:
        raise AvrdudeError(f"avrdude cannot be started ({error.strerror})") from error
    for line in said:
        _log.debug("avrdude: %s", line)
    if status:
        failure = _error(port, bootloader, said)
        _log.warning("avrdude ended with status %d: %s", status, failure.what)
        raise failure


def _run(words: list[str]) -> tuple[int, list[str]]:
    said: list[str] = []
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**os.environ, "LC_ALL": "C"},
    ) as process:
        alarm = threading.Timer(LONGEST_SECONDS, process.kill)
        alarm.start()
        try:
            assert process.stderr is not None
            for line in process.stderr:
                said.append(line.strip())
                if sum("not responding" in old for old in said) >= SILENT_TRIES:
                    process.terminate()
                    break
        except BaseException:
            process.kill()
            raise
        finally:
            hung = not alarm.is_alive()
            alarm.cancel()
    if hung:
        raise AvrdudeError(f"avrdude has not ended after {LONGEST_SECONDS:g} s", "unplug the board, then try again")
    return process.returncode, said


def _error(port: str, bootloader: Bootloader, said: list[str]) -> FlashError:
    text = "\n".join(said)
    low = text.lower()
    if "verif" in low and ("mismatch" in low or "verification error" in low):
        return FlashError(f"what was written to {port} does not read back as it should")
    if "expected signature" in low:
        read = _SIGNATURE.search(low)
        if read and not read[1].startswith("1e"):
            return FlashError(f"the bootloader at {port} reports no chip: its signature is {read[1]}")
        return ChipError(f"the board at {port} has another chip{f', of signature {read[1]}' if read else ''}")
    if "initialized" in low and ("not in sync" in low or "not responding" in low):
        return FlashError(f"the bootloader at {port} fell silent in the middle")
    if "not in sync" in low or "not responding" in low:
        return BootloaderError(f"no bootloader answers at {port} at {bootloader.baud} baud")
    reasons = [line for line in said if not _NO_REASON.search(line)]
    return FlashError(f"avrdude could not write to {port}: {reasons[-1] if reasons else 'it gave no reason'}")
