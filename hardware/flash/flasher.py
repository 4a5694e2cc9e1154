"""Flashes the board: checks, writes and verifies the firmware, and asks the board for its version."""

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from hardware.clock import Clock
from hardware.errors import BootloaderError, FlashError, HexError, LinkError
from hardware.flash.avrdude import OLD_NANO, OPTIBOOT, Bootloader, avrdude
from hardware.flash.firmware import NAME, Firmware, read_firmware, shipped
from hardware.link import Hello, Link
from hardware.transport import SerialTransport

_log = logging.getLogger(__name__)

PAGE = "docs/bootloader.md"
BOARDS: Mapping[str, Bootloader] = MappingProxyType({"uno": OPTIBOOT, "nano": OPTIBOOT, "nano-old": OLD_NANO})


@dataclass(frozen=True, slots=True)
class Flashed:
    """The result of flashing: what was written by which bootloader, and the board's answer."""

    port: str
    bootloader: Bootloader
    firmware: Firmware
    hello: Hello


def flash(port: str, board: str | None, path: Path | None, clock: Clock, report: Callable[[str], None]) -> Flashed:
    """Write the firmware of this package, or the HEX file at `path`, to the board at `port`.

    `board` is a name in BOARDS; None tries which bootloader answers. `report` gets one line before each step that takes
    seconds. Nothing is written before the file is checked and the port was opened.

    Raises the errors of read_firmware, shipped, SerialTransport and avrdude, and FlashError if the board does not
    answer with this firmware afterwards.
    """
    bootloaders = (BOARDS[board],) if board else (OPTIBOOT, OLD_NANO)
    named = read_firmware(path) if path else None
    choice = {bootloader: named or shipped(watchdog=bootloader.watchdog) for bootloader in bootloaders}
    if board and (misfit := _misfit(choice[BOARDS[board]], BOARDS[board])):
        raise misfit
    SerialTransport(port).close()
    used = _write(port, choice, report)
    _log.info("wrote firmware %s to %s by %s", choice[used].version, port, used.name)
    report("written and verified; waiting for the board")
    return Flashed(port, used, choice[used], _greeted(port, choice[used], clock))


def _misfit(firmware: Firmware, bootloader: Bootloader) -> HexError | None:
    """Return why a firmware cannot run with a bootloader, or None."""
    if firmware.watchdog and not bootloader.watchdog:
        return HexError(
            f"{firmware.path} is the build with watchdog, and {bootloader.name} hangs after a watchdog's reset",
            f"put Optiboot on the board ({PAGE}), or leave out --hex",
        )
    return None


def _write(port: str, choice: Mapping[Bootloader, Firmware], report: Callable[[str], None]) -> Bootloader:
    """Write with the first bootloader that answers, and return it. Raises HexError if the firmware does not fit it."""
    for bootloader, firmware in choice.items():
        misfit = _misfit(firmware, bootloader)
        what = f"looking for {bootloader.name}" if misfit else f"writing firmware {firmware.version}"
        report(f"{what} at {port}, {bootloader.baud} baud")
        try:
            avrdude(port, bootloader, None if misfit else firmware.path)
        except BootloaderError as error:
            if len(choice) == 1:
                remedy = f"leave out --board, so that the other speed is tried too, or see {PAGE}"
                raise BootloaderError(error.what, remedy) from error
            continue
        if misfit:
            raise misfit
        return bootloader
    speeds = " nor ".join(f"at {bootloader.baud}" for bootloader in choice)
    raise BootloaderError(f"no bootloader answers at {port}, neither {speeds} baud")


def _greeted(port: str, firmware: Firmware, clock: Clock) -> Hello:
    try:
        with SerialTransport(port) as line:
            hello = Link(line, clock, random.SystemRandom(), name=f"the board at {port}").hello()
    except LinkError as error:
        raise FlashError(
            f"the firmware was written, yet {error.what}",
            f"press the board's reset button, then see 'pipsqueak doctor --table {port}'",
        ) from error
    if hello.firmware.removeprefix(NAME) != firmware.version:
        raise FlashError(f"the board answers with firmware {hello.firmware}, though {firmware.version} was written")
    return hello
