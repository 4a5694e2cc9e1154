"""The port of the board that is plugged in, when nobody names it."""

from serial.tools.list_ports import comports
from serial.tools.list_ports_common import ListPortInfo

from hardware.errors import PortChoiceError, PortMissingError


def find_port() -> str:
    """Return the only USB serial port; raises PortMissingError where there is none, PortChoiceError for several."""
    there = sorted(comports(), key=lambda port: port.device)
    usb = [port for port in there if port.vid is not None]
    if len(usb) == 1:
        return str(usb[0].device)
    if usb:
        raise PortChoiceError(f"there are {len(usb)} ports: {', '.join(map(_told, usb))}")
    others = ", ".join(port.device for port in there)
    raise PortMissingError(
        "no board is plugged in",
        "plug it in with a cable that carries data" + (f", or name one of {others} with --port" if others else ""),
    )


def _told(port: ListPortInfo) -> str:
    what = port.product or port.description
    return f"{port.device} ({what})" if what and what != "n/a" else str(port.device)
