"""Flashes the board: greets it, saves its program, writes the firmware, and asks for its version."""

import logging
import os
import random
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import MappingProxyType
from typing import TypeAlias

from hardware.clock import Clock
from hardware.dictionary import PROTOCOL_VERSION, dictionary
from hardware.dimensions import CRANK, FILES
from hardware.errors import Failure, HardwareError, LinkError, NoReplyError
from hardware.link import Hello, Link
from hardware.transport import SerialTransport

_log = logging.getLogger(__name__)

Report: TypeAlias = Callable[[str], None]
Keep: TypeAlias = Callable[[bytes], object]
SHIPPED = Path(str(files("hardware"))) / "firmware"
DATA = "00"
NAME = "pipsqueak-"
"""Prefix of the version in `hello`."""
LONGEST_SECONDS = 120.0
"""Time limit of avrdude; it is killed afterwards."""
SILENT_TRIES = 2
"""avrdude asks a silent bootloader ten times, which takes a minute. After two tries it will not answer."""
PAGE = "docs/wiring.md"
_MARKER = re.compile(rb"pipsqueak[ -]([0-9A-Za-z.,_/+-]{1,20}) protocol ([0-9]{1,5}) dictionary ([0-9A-Fa-f]{4})\0")
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
BOARDS: Mapping[str, Bootloader] = MappingProxyType({"uno": OPTIBOOT, "nano": OPTIBOOT, "nano-old": OLD_NANO})


@dataclass(frozen=True, slots=True)
class Firmware:
    """A HEX file that may be written: `size` in bytes of flash, `version` as in `hello`, without the name."""

    path: Path
    size: int
    version: str
    watchdog: bool
    """Whether this build uses the watchdog."""


def load_firmware(machine: str, *, watchdog: bool) -> Firmware:
    """Return this package's firmware for a kind of machine, with or without watchdog.

    avrdude checks its records when it writes them.

    Raises HardwareError if it is missing or uses another protocol than this package.
    """
    kind = "" if machine == CRANK else f"-{machine}"
    path = SHIPPED / f"pipsqueak{kind}{'' if watchdog else '-no-watchdog'}.hex"
    try:
        records = path.read_text(encoding="ascii").split()
        flash = b"".join(bytes.fromhex(record[9:-2]) for record in records if record[7:9] == DATA)
    except (OSError, ValueError):
        flash = b""
    marker = _MARKER.search(flash)
    if marker is None:
        raise Failure.FIRMWARE_MISSING.error(f"this package lacks its firmware, {path.name}")
    version, protocol, found = (word.decode("ascii") for word in marker.groups())
    wanted = dictionary(machine).number
    if (int(protocol), found.upper()) != (PROTOCOL_VERSION, wanted):
        raise Failure.HEX.error(
            f"{path.name} uses protocol {int(protocol)} with command dictionary {found}, this package "
            f"protocol {PROTOCOL_VERSION} with {wanted}",
            f"build it with 'make -C firmware', as after each change of {FILES[machine]}",
        )
    return Firmware(path, len(flash), version, watchdog)


def find_foreign_program(port: str, machine: str, clock: Clock, *, any_kind: bool) -> str | None:
    """Greet the device at a port: return None for a board of this kind, else a description of the device.

    Boards of all kinds of machine are known with `any_kind`. Raises the errors of SerialTransport.
    """
    try:
        _hello(port, machine, clock)
    except LinkError as error:  # another version's is known too
        other = error.failure is Failure.OTHER_KIND and not any_kind
        return error.what if other or isinstance(error, NoReplyError) else None
    return None


def avrdude(port: str, bootloader: Bootloader, path: Path, operation: str = "w") -> None:
    """Write and verify a HEX file, or for the operation "r" read the whole flash into it.

    Raises HardwareError: HEX for a file that it cannot read, BOOTLOADER if nothing answers, CHIP for another chip than
    an ATmega328P, AVRDUDE if avrdude is missing or hangs, FLASH with the reason for everything else.
    """
    program = shutil.which("avrdude")
    if program is None:
        raise Failure.AVRDUDE.error("avrdude, which writes firmware, is not installed")
    words = [program, "-q", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(bootloader.baud), "-D"]
    words += ["-U", f"flash:{operation}:{path}:i"]
    _log.info("running %s", " ".join(words))
    try:
        status, said = _run(words)
    except OSError as error:
        raise Failure.AVRDUDE.error(f"avrdude cannot be started ({error.strerror})") from error
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
        raise Failure.AVRDUDE.error(
            f"avrdude has not ended after {LONGEST_SECONDS:g} s", "unplug the board, then try again"
        )
    return process.returncode, said


def _error(port: str, bootloader: Bootloader, said: list[str]) -> HardwareError:
    text = "\n".join(said)
    low = text.lower()
    if "read from file" in low:
        return Failure.HEX.error("avrdude cannot read the HEX file: it is damaged")
    if "verif" in low and ("mismatch" in low or "verification error" in low):
        return Failure.FLASH.error(f"the firmware on {port} is not what was written")
    if "expected signature" in low:
        read = _SIGNATURE.search(low)
        if read and not read[1].startswith("1e"):
            return Failure.FLASH.error(f"the bootloader at {port} reports no chip: its signature is {read[1]}")
        return Failure.CHIP.error(f"the board at {port} has another chip{f', of signature {read[1]}' if read else ''}")
    if "initialized" in low and ("not in sync" in low or "not responding" in low):
        return Failure.FLASH.error(f"the bootloader at {port} fell silent in the middle")
    if "not in sync" in low or "not responding" in low:
        return Failure.BOOTLOADER.error(f"no bootloader answers at {port} at {bootloader.baud} baud")
    reasons = [line for line in said if not _NO_REASON.search(line)]
    return Failure.FLASH.error(f"avrdude failed at {port}: {reasons[-1] if reasons else 'it gave no reason'}")


@dataclass(frozen=True, slots=True)
class Flashed:
    """The result of flashing: what was written by which bootloader, and the board's answer."""

    port: str
    bootloader: Bootloader
    firmware: Firmware
    hello: Hello


def flash(
    port: str, board: str | None, clock: Clock, report: Report, keep: Keep | None = None, *, machine: str = CRANK
) -> Flashed:
    """Write the firmware of this package for a kind of machine to the board at `port`.

    `board` is a name in BOARDS; None tries which bootloader answers. `report` gets one line before each step that takes
    seconds. It writes nothing before it has checked the firmware, opened the port, and given the board's program to
    `keep` as a HEX file.

    Raises the errors of load_firmware, SerialTransport and avrdude, and HardwareError if the board does not answer with
    this firmware afterwards.
    """
    bootloaders = (BOARDS[board],) if board else (OPTIBOOT, OLD_NANO)
    choice = {bootloader: load_firmware(machine, watchdog=bootloader.watchdog) for bootloader in bootloaders}
    SerialTransport(port).close()
    used = _write(port, choice, report, keep)
    _log.info("wrote firmware %s to %s by %s", choice[used].version, port, used.name)
    report("written and verified; waiting for the board")
    return Flashed(port, used, choice[used], _verify(port, machine, choice[used], clock))


def _write(port: str, choice: Mapping[Bootloader, Firmware], report: Report, keep: Keep | None) -> Bootloader:
    """Write with the first bootloader that answers, and return it. Raises HardwareError if none does."""
    for bootloader, firmware in choice.items():
        try:
            if keep:
                report(f"reading the program at {port}, {bootloader.baud} baud")
                keep(_program(port, bootloader))
            report(f"writing firmware {firmware.version} at {port}, {bootloader.baud} baud")
            avrdude(port, bootloader, firmware.path)
        except HardwareError as error:
            if error.failure is not Failure.BOOTLOADER:
                raise
            if len(choice) == 1:
                remedy = f"leave out --board, so that the other speed is tried too, or see {PAGE}"
                raise Failure.BOOTLOADER.error(error.what, remedy) from error
            continue
        return bootloader
    speeds = " nor ".join(f"at {bootloader.baud}" for bootloader in choice)
    raise Failure.BOOTLOADER.error(f"no bootloader answers at {port}, neither {speeds} baud")


def _program(port: str, bootloader: Bootloader) -> bytes:
    with NamedTemporaryFile(suffix=".hex") as file:
        avrdude(port, bootloader, Path(file.name), "r")
        if not (program := Path(file.name).read_bytes()):
            raise Failure.FLASH.error(f"avrdude has read nothing at {port}")
    return program


def _hello(port: str, machine: str, clock: Clock) -> Hello:
    with SerialTransport(port) as line:
        words = dictionary(machine)
        return Link(line, clock, random.SystemRandom(), name=f"the board at {port}", words=words).hello()


def _verify(port: str, machine: str, firmware: Firmware, clock: Clock) -> Hello:
    try:
        hello = _hello(port, machine, clock)
    except LinkError as error:
        raise Failure.FLASH.error(
            f"the firmware was written, yet {error.what}",
            f"press the board's reset button, then see 'pipsqueak doctor --table {port}'",
        ) from error
    if hello.firmware.removeprefix(NAME) != firmware.version:
        raise Failure.FLASH.error(
            f"the board answers with firmware {hello.firmware}, though {firmware.version} was written"
        )
    return hello
