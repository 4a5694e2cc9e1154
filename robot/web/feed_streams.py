"""The feed for browsers and programs: server-sent events, each with one line of the journal.

The format is in the HTML standard, section 9.2 (https://html.spec.whatwg.org/multipage/server-sent-events.html).
"""

import asyncio
from collections.abc import AsyncGenerator, Callable

from robot.records.feed import Feed, FeedLine

MOST = 32
"""The most programs that get the feed at the same time."""
TOO_MANY = f"{MOST} programs get the feed already: close one of them, then try again"
LOOK_SECONDS = 0.1
"""Seconds between two checks of the feed, of a program's access, and of the server's end."""
SILENCE = 15.0
"""Seconds without a line after which a comment keeps the connection alive."""
RETRY = 2000
"""Milliseconds after which a browser that lost its connection tries again."""


class FeedStreams:
    """Streams of a feed to programs, in one event loop.

    Each stream asks for lines when its program has read the last ones, so no lines wait in memory.
    """

    def __init__(self, feed: Feed) -> None:
        self._feed, self._open = feed, 0

    @property
    def full(self) -> bool:
        """Whether the most programs are connected."""
        return self._open >= MOST

    async def stream(self, last: str, admitted: Callable[[], bool], ends: asyncio.Event) -> AsyncGenerator[bytes, None]:
        """Yield the events after the event `last`, as long as the program is `admitted` and the server runs."""
        self._open += 1
        try:
            yield b"retry: %d\n\n" % RETRY
            loop, at = asyncio.get_running_loop(), self._feed.place(last)
            said = loop.time()
            while admitted() and not ends.is_set():
                lines, at = self._feed.after(at)
                if not lines and loop.time() - said >= SILENCE:
                    yield b": still here\n\n"
                    said = loop.time()
                for line in lines:
                    yield event_bytes(line)
                    said = loop.time()
                if not lines:
                    await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._open -= 1


def event_bytes(line: FeedLine) -> bytes:
    """Return a line as an event named by its kind."""
    return f"id: {line.id}\nevent: {line.kind}\ndata: {line.text}\n\n".encode()
