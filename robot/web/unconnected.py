"""Bounds the pages to which no browser has connected: NiceGUI by itself keeps each of them for a minute or longer."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from nicegui import Client

from robot.web.access import address_of, key_of, token_of

OF_BROWSER, OF_ADDRESS, OF_ALL = 4, 32, 200
"""So many pages may wait for one browser, for all at one address, and for all together. Each takes about 0.2 MB."""
SECONDS = 20.0
"""Seconds for which a page waits. A phone on a slow network connects within five."""


@dataclass(slots=True)
class UnconnectedPages:
    """The pages that wait for their browsers to connect for the first time. `now` returns seconds.

    A browser that comes too late loads its page again by itself.
    """

    now: Callable[[], float]
    _since: dict[str, float] = field(default_factory=dict)

    def sweep(self) -> None:
        """Drop pages that wait for too long, and the oldest where too many wait. For the event loop's thread.

        Call this for each page that is sent, and about once a second.
        """
        now, kept = self.now(), Counter[str]()
        waiting = [client for client in Client.instances.values() if client.environ is None]
        self._since = {client.id: self._since.get(client.id, now) for client in waiting}
        for client in reversed(waiting):
            browser, address = key_of(token_of(client.request)) or client.id, address_of(client.request)
            crowded = kept[browser] >= OF_BROWSER or kept[address] >= OF_ADDRESS or kept.total() >= 2 * OF_ALL
            if crowded or now - self._since[client.id] > SECONDS:
                client.delete()
            else:
                kept.update((browser, address))
