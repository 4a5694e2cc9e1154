"""The addresses, names and QR codes through which phones reach this machine and its Wi-Fi."""

import ipaddress
import re
import socket
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import ifaddr
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from robot.web.certificate import Certificate

WIRELESS = re.compile(r"wl|u?ap\d")
"""The start of names of Wi-Fi interfaces; uap0 and ap0 are hot spots."""
UNSHARED = re.compile(
    r"(docker|br-[0-9a-f]|veth|virbr|lxc|lxd|podman|cni|cali|flannel|vbox|vmnet|tun|tap|wg|tailscale|zt)"
)
"""The start of names of interfaces to containers, virtual machines and private tunnels."""
HOME_SUFFIXES = (".local", ".lan", ".home.arpa", ".fritz.box", ".internal")
"""The suffixes of machine names in a home network.

No stranger can give such a name another address: .local is looked up only in this network (RFC 6762), .home.arpa (RFC
8375) and .internal are reserved for private networks, .lan does not exist on the internet, and fritz.box belongs to the
maker of these routers.
"""


LOCAL = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  only with --host


@dataclass(frozen=True, slots=True)
class Place:
    """The place where the page is served: `host` is an address of this machine. With a `certificate` it uses HTTPS.

    In addition to HTTPS, the port `plain` serves HTTP for this machine and for phones that refuse the certificate.
    """

    host: str
    port: int
    certificate: "Certificate | None" = None
    plain: int | None = None

    @property
    def local(self) -> bool:
        return self.host in {LOCAL, "localhost", "::1"}

    def names(self) -> tuple[str, ...]:
        """Return the addresses at which phones may reach this machine, the likeliest one first."""
        return own_addresses() if self.host in EVERYWHERE else (self.host,)

    def address(self, name: str = "") -> str:
        """Return the URL that phones open, with this name of the machine or else its likeliest address."""
        return self._make_url(name, "https" if self.certificate else "http", self.port)

    def plain_address(self, name: str = "") -> str | None:
        """Return the URL of plain HTTP next to HTTPS, None if there is none."""
        return None if self.plain is None else self._make_url(name, "http", self.plain)

    def _make_url(self, name: str, scheme: str, port: int) -> str:
        if self.local or not name:
            name = own_address() if self.host in EVERYWHERE else self.host
        return f"{scheme}://[{name}]:{port}" if ":" in name else f"{scheme}://{name}:{port}"


def names_of_machine(host: str, given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of this machine, with the `host` at which it listens and the `given` names."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return "localhost", own, short, *(f"{short}{suffix}" for suffix in HOME_SUFFIXES), host.lower(), *given


def own_address() -> str:
    """Return the address at which phones most likely reach this machine, or its name if it has no address."""
    return own_addresses()[0]


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, the likeliest one for phones first, or its name if it has none."""
    found = [
        (adapter.name, ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and isinstance(ip.ip, str)
    ]
    return sort_addresses(found, find_routed_address()) or (f"{socket.gethostname().partition('.')[0]}.local",)


def sort_addresses(found: Iterable[tuple[str, str]], routed: str | None) -> tuple[str, ...]:
    """Return the addresses of interfaces without loopback, those that phones most likely share first.

    `routed` is the address at the default route. A machine that is its own hot spot has none.
    """

    def order(one: tuple[str, str]) -> tuple[bool, ...]:
        name, address = one
        known = ipaddress.ip_address(address)
        return (
            bool(UNSHARED.match(name)),
            known.is_link_local,
            address != routed,
            not WIRELESS.match(name),
            not known.is_private,
        )

    shared = [one for one in found if not ipaddress.ip_address(one[1]).is_loopback]
    return tuple(dict.fromkeys(address for _, address in sorted(shared, key=order)))


def find_routed_address() -> str | None:
    """Return this machine's IPv4 address at its default route, None if there is no such route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: this address, reserved for examples, only selects a route
        except OSError:
            return None
        return str(probe.getsockname()[0])


BLACK_ON_WHITE, RESET = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The terminal characters, by whether the modules in their upper and lower half are dark."""


OPENCV_BORDER = 2
"""Light modules that OpenCV leaves around a code; ISO/IEC 18004 asks for four."""


def wifi_text(name: str, password: str) -> str:
    """Return the text of a QR code for joining a Wi-Fi, "" without a `name`. A `password` of "" means an open Wi-Fi.

    ZXing's format: https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11
    """
    if not name:
        return ""
    kind = f"T:WPA;S:{_escape(name)};P:{_escape(password)}" if password else f"T:nopass;S:{_escape(name)}"
    return f"WIFI:{kind};;"


def _escape(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def dark_modules(text: str) -> npt.NDArray[np.bool_]:
    """Return whether each module of a QR code is dark, shape (side, side), with a border of four light modules."""
    return np.pad(cv2.QRCodeEncoder.create().encode(text) == 0, 4 - OPENCV_BORDER)


def code_svg(text: str) -> str:
    """Return a QR code as SVG. Each module is one unit wide."""
    modules = dark_modules(text)
    height, width = modules.shape
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, x in np.argwhere(modules))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{width}v{height}H0z"/><path d="{dark}"/></svg>'
    )


def code_lines(text: str) -> list[str]:
    """Return a QR code as lines for a terminal with ANSI colours: black on white, two modules a character."""
    dark = dark_modules(text)[1:]  # codes have odd sides: this leaves an even number of rows
    rows = zip(dark[::2].tolist(), dark[1::2].tolist(), strict=True)
    return [f"{BLACK_ON_WHITE}{''.join(map(HALVES.__getitem__, zip(*row, strict=True)))}{RESET}" for row in rows]


@lru_cache(maxsize=8)
def code_picture(text: str) -> str:
    """Return a QR code as a data URL."""
    return f"data:image/svg+xml;base64,{b64encode(code_svg(text).encode()).decode()}"
