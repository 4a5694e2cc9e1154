"""The feed for browsers and programs: server-sent events, each with a line of the journal.

The form is that of the HTML standard, section 9.2 (https://html.spec.whatwg.org/multipage/server-sent-events.html).
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from robot.records.feed import Feed, FeedLine

MOST = 32
"""The most programs that get the feed at a time."""
TOO_MANY = f"{MOST} programs get the feed already: close one of them, then try again"
PATIENCE = 0.5
"""Seconds between two looks whether a program may still be told, and whether the server ends."""
SILENCE = 15.0
"""Seconds without a line after which a comment says that the table is still there."""
RETRY = 2000
"""Milliseconds after which a browser that lost its connection tries again."""


class FeedStreams:
    """Tells programs the lines of a feed. Each asks for lines when it has read the last ones: none waits in memory.

    All but the feed's own thread belongs to one event loop.
    """

    def __init__(self, feed: Feed) -> None:
        self._feed, self._open = feed, 0
        self._came = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        feed.follow(self._stirred)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell programs in this loop from now on."""
        self._loop = loop

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
                came = self._came
                lines, at = self._feed.after(at)
                if not lines and loop.time() - said >= SILENCE:
                    yield b": still here\n\n"
                    said = loop.time()
                for line in lines:
                    yield event_bytes(line)
                    said = loop.time()
                if not lines:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(came.wait(), PATIENCE)
        finally:
            self._open -= 1

    def _stirred(self) -> None:
        if (loop := self._loop) is not None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._came.set()
        self._came = asyncio.Event()


def event_bytes(line: FeedLine) -> bytes:
    """Return a line as an event named by its kind."""
    return f"id: {line.id}\nevent: {line.kind}\ndata: {line.text}\n\n".encode()
