"""What pages send through their sockets: of messages that no page of ours sends, nothing is traced; they are counted.

Whoever has the pairing code can send anything. NiceGUI accepts all of it as its own messages.
"""

import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from socketio import AsyncServer

MALFORMED = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
"""What NiceGUI, Socket.IO and Engine.IO raise of such a message; what our own handlers raise does not come up here."""
UNUSED = ("log",)
"""Events by which any browser would write into our log."""
RESERVED = {"connect", "disconnect"}
"""Events of the libraries' own, which they emit again with fewer arguments after a TypeError."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class SocketMessages:
    """Counts the messages that are `malformed`."""

    malformed: int = 0

    def guard(self, server: AsyncServer) -> None:
        """Let a server of Socket.IO survive any message without a word on stderr; harmless when repeated."""
        handlers = server.handlers["/"]
        for event in UNUSED:
            handlers.pop(event, None)
        for guarded in (handlers, server.eio.handlers):
            for event in guarded.keys() - RESERVED:
                guarded[event] = self._counted(inspect.unwrap(guarded[event]))
        for name in ("engineio.server", "socketio.server"):
            logging.getLogger(name).handlers.clear()  # which write to stderr

    def count(self, error: Exception) -> None:
        """Take note of a message that raised this error."""
        self.malformed += 1
        _log.info("a message of a page is malformed (%s)", type(error).__name__)

    def _counted(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(handler)  # by which unwrap finds it again
        async def counted(*args: Any) -> Any:
            try:
                answer = handler(*args)
                return await answer if inspect.isawaitable(answer) else answer
            except MALFORMED as error:
                self.count(error)
                return None

        return counted
