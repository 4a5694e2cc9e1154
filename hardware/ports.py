"""The serial ports of this machine on USB, by stable names, and the programs that use them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from serial.tools.list_ports import comports

from hardware.errors import Failure, HardwareError

BY_ID = Path("/dev/serial/by-id")
"""The folder in which Linux names ports after their devices. The kernel's own names, such as ttyACM0, change."""


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port on USB: the kernel's `device`, its stable `name` if it has one, and the `product` behind it."""

    device: str
    name: str
    product: str | None = None

    def __str__(self) -> str:
        return f"{self.name} ({self.product})" if self.product else self.name


def usb_ports() -> list[SerialPort]:
    """Return the ports on USB, by their names. Boards have these; a computer's built-in ports have no vendor."""
    names = {os.path.realpath(link): str(link) for link in sorted(BY_ID.glob("*"))}
    try:
        there = [found for found in comports() if found.vid]
    except (OSError, TypeError, ValueError):  # one was unplugged while pyserial read about it
        return []
    ports = [SerialPort(one.device, names.get(os.path.realpath(one.device), one.device), one.product) for one in there]
    return sorted(ports, key=lambda port: port.name)


def find_port() -> str:
    """Return the name of the only USB serial port. Raises PortError for none, and for several."""
    usb = usb_ports()
    if len(usb) == 1:
        return usb[0].name
    if usb:
        raise Failure.PORT_CHOICE.error(f"there are {len(usb)} ports: {', '.join(map(str, usb))}")
    remedy = advice_if_gone() or "plug it in with a cable that carries data"
    raise Failure.PORT_MISSING.error("no board is plugged in", remedy)


def make_port_error(port: str) -> HardwareError:
    """Return the error for a missing port, with the ports on USB that exist."""
    named = ", ".join(map(str, usb_ports()))
    remedy = f"plug the board in, or name one of: {named}" if named else advice_if_gone()
    return Failure.PORT_MISSING.error(f"there is no port {port}", remedy)


def stable_name(port: str) -> str:
    """Return the stable name of a port; `port` itself if it has none."""
    if Path(port).is_symlink():
        return port
    return next((found.name for found in usb_ports() if found.device == port), port)


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
    """Return the running services that take ports of boards, each with what to do about it."""
    running = {_name(process) for process in _processes()}
    return [f"{name} runs: {advice}" for name, advice in TAKERS.items() if name in running]


def advice_if_gone() -> str | None:
    """Return what to do if a plugged-in board has no port, None if no known service has taken it."""
    return next((taker for taker in takers() if taker.startswith(BRLTTY)), None)


def holders(port: str) -> dict[str, str]:
    """Return other programs that have `port` open, by process number, as far as this user may see them."""
    device = os.path.realpath(port)
    others = (process for process in _processes() if process.name != str(os.getpid()))
    return {process.name: _name(process) for process in others if _holds(process, device)}


def advice_if_busy(port: str) -> str | None:
    """Return what to do about a port that is in use, None if its user is unknown."""
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
