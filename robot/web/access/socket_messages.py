"""Guards the sockets of the pages: messages that our pages do not send are counted, and leave no traceback.

A browser with the pairing code can send anything. NiceGUI takes it all for its own messages.
"""

import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from socketio import AsyncServer

MALFORMED = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
"""The errors that NiceGUI, Socket.IO and Engine.IO raise for such a message. Our own handlers' errors do not arrive."""
UNUSED = ("log",)
"""Events with which any browser could write into our log."""
RESERVED = {"connect", "disconnect"}
"""Events of the libraries. These emit them again with fewer arguments after a TypeError."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class SocketMessages:
    """Counts the messages that are `malformed`."""

    malformed: int = 0

    def guard(self, server: AsyncServer) -> None:
        """Let a server of Socket.IO survive any message without output on stderr. Repeating this is harmless."""
        handlers = server.handlers["/"]
        for event in UNUSED:
            handlers.pop(event, None)
        for guarded in (handlers, server.eio.handlers):
            for event in guarded.keys() - RESERVED:
                guarded[event] = self._counted(inspect.unwrap(guarded[event]))
        for name in ("engineio.server", "socketio.server"):
            logging.getLogger(name).handlers.clear()  # these write to stderr

    def count(self, error: Exception) -> None:
        """Note a message that raised this error."""
        self.malformed += 1
        _log.info("a message of a page is malformed (%s)", type(error).__name__)

    def _counted(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(handler)  # inspect.unwrap reads this
        async def counted(*args: Any) -> Any:
            try:
                answer = handler(*args)
                return await answer if inspect.isawaitable(answer) else answer
            except MALFORMED as error:
                self.count(error)
                return None

        return counted
