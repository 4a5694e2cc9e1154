"""Which programs hold a serial port, and which of them are known to take ports that are not for them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

PROC = Path("/proc")
BRLTTY = "brltty"
TAKERS: Mapping[str, str] = MappingProxyType(
    {
        BRLTTY: "it takes boards with a CH340 or CP2102 for braille displays; without one: sudo apt remove brltty, "
        "then plug the board in again",
        "ModemManager": "it tries each new port for a modem; wait half a minute, or without a modem: "
        "sudo systemctl disable --now ModemManager",
    }
)
"""Services that take ports of boards, and what to do about each."""


def takers() -> list[str]:
    """Return the services that take ports of boards and run now, each with what to do about it."""
    running = {_name(process) for process in _processes()}
    return [f"{name} runs: {advice}" for name, advice in TAKERS.items() if name in running]


def advice_if_gone() -> str | None:
    """Return what to do if a board that is plugged in has no port, None if nothing is known to have taken it."""
    return next((taker for taker in takers() if taker.startswith(BRLTTY)), None)


def holders(port: str) -> dict[str, str]:
    """Return the names of other programs that have `port` open, by their numbers, as far as this user may see them."""
    device = os.path.realpath(port)
    others = (process for process in _processes() if process.name != str(os.getpid()))
    return {process.name: _name(process) for process in others if _holds(process, device)}


def advice_if_busy(port: str) -> str | None:
    """Return what to do about a port that is in use, None if it is not known who uses it."""
    held = holders(port)
    if known := [f"{name}: {advice}" for name, advice in TAKERS.items() if name in held.values()]:
        return "; ".join(known)
    if held:
        return f"close {' and '.join(f'{name} (process {number})' for number, name in held.items())}"
    return "; ".join(takers()) or None


def _processes() -> Iterator[Path]:
    with suppress(OSError):
        yield from (path for path in PROC.iterdir() if path.name.isdecimal())


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _holds(process: Path, device: str) -> bool:
    with suppress(OSError):
        for descriptor in (process / "fd").iterdir():
            with suppress(OSError):
                if str(descriptor.readlink()) == device:
                    return True
    return False
