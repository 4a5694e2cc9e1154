"""The addresses and the names by which phones reach this machine."""

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence

import ifaddr

WIRELESS = re.compile(r"wl|u?ap\d")
"""How the names of interfaces of a Wi-Fi begin; uap0 and ap0 are those of hot spots."""
UNSHARED = re.compile(
    r"(docker|br-[0-9a-f]|veth|virbr|lxc|lxd|podman|cni|cali|flannel|vbox|vmnet|tun|tap|wg|tailscale|zt)"
)
"""How the names of interfaces begin that lead to containers, virtual machines and private tunnels."""
HOME_SUFFIXES = (".local", ".lan", ".home.arpa", ".fritz.box", ".internal")
"""Under these a home network names its machines.

No stranger can give a name below one of them another address: .local is asked for in this network alone (RFC 6762),
.home.arpa (RFC 8375) and .internal are reserved for private networks, .lan does not exist on the internet, and
fritz.box belongs to the maker of these routers.
"""


def names_of_machine(host: str, given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of this machine, with the name at which it listens and those that it was `given`."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return "localhost", own, short, *(f"{short}{suffix}" for suffix in HOME_SUFFIXES), host.lower(), *given


def own_address() -> str:
    """Return the address by which phones most likely reach this machine, or its name where it has none."""
    return own_addresses()[0]


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, the one that phones most likely share first; its name where it has none."""
    found = [
        (adapter.name, ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and isinstance(ip.ip, str)
    ]
    return shared_first(found, routed_address()) or (f"{socket.gethostname().partition('.')[0]}.local",)


def shared_first(found: Iterable[tuple[str, str]], routed: str | None) -> tuple[str, ...]:
    """Return the addresses of interfaces, the one that phones most likely share first; none of this machine alone.

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


def routed_address() -> str | None:
    """Return this machine's IPv4 address at its default route, None if there is no such route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: this address, reserved for examples, only selects a route
        except OSError:
            return None
        return str(probe.getsockname()[0])
