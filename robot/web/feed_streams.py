"""The feed for browsers and programs: server-sent events, each with a line of the journal.

The form is that of the HTML standard, section 9.2 (https://html.spec.whatwg.org/multipage/server-sent-events.html).
"""

import asyncio
from collections.abc import AsyncGenerator, Callable

from robot.records.feed import Feed, FeedLine

MOST = 32
"""The most programs that get the feed at a time."""
TOO_MANY = f"{MOST} programs get the feed already: close one of them, then try again"
LOOK_SECONDS = 0.1
"""Seconds between two looks at the feed, whether a program may still be told, and whether the server ends."""
SILENCE = 15.0
"""Seconds without a line after which a comment says that the table is still there."""
RETRY = 2000
"""Milliseconds after which a browser that lost its connection tries again."""


class FeedStreams:
    """Tells programs the lines of a feed, in one event loop.

    Each asks for lines when it has read the last ones: none waits in memory.
    """

    def __init__(self, feed: Feed) -> None:
        self._feed, self._open = feed, 0

    @property
    def full(self) -> bool:
        """Whether there are as many programs as there may be."""
        return self._open >= MOST

    async def stream(self, last: str, admitted: Callable[[], bool], ends: asyncio.Event) -> AsyncGenerator[bytes, None]:
        """Yield what a program gets that has read up to the event `last`, as long as it is `admitted`."""
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
