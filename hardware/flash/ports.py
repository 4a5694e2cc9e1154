"""Finds the port of the board if none is named."""

from serial.tools.list_ports import comports
from serial.tools.list_ports_common import ListPortInfo

from hardware.errors import PortChoiceError, PortMissingError


def find_port() -> str:
    """Return the only USB serial port. Raises PortMissingError for none, PortChoiceError for several."""
    there = sorted(comports(), key=lambda port: port.device)
    usb = [port for port in there if port.vid is not None]
    if len(usb) == 1:
        return str(usb[0].device)
    if usb:
        raise PortChoiceError(f"there are {len(usb)} ports: {', '.join(map(_described, usb))}")
    others = ", ".join(port.device for port in there)
    raise PortMissingError(
        "no board is plugged in",
        "plug it in with a cable that carries data" + (f", or name one of {others} with --port" if others else ""),
    )


def _described(port: ListPortInfo) -> str:
    what = port.product or port.description
    return f"{port.device} ({what})" if what and what != "n/a" else str(port.device)
