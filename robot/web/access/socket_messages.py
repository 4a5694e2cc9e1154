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
LIBRARIES = ("engineio.server", "socketio.server")
"""The loggers of the libraries. With a traceback they log only what a browser has sent."""
RESERVED = {"connect", "disconnect"}
"""Events of the libraries themselves. A browser can send messages of these names too."""

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
        for event, handler in handlers.items():
            handlers[event] = self._counted(inspect.unwrap(handler), reserved=event in RESERVED)
        for event in server.eio.handlers.keys() - RESERVED:
            server.eio.handlers[event] = self._counted(inspect.unwrap(server.eio.handlers[event]))
        for name in LIBRARIES:
            logger = logging.getLogger(name)
            logger.handlers.clear()  # these write to stderr
            logger.filters[:] = [self._without_traceback]

    def count(self, error: Exception) -> None:
        """Note a message that raised this error."""
        self.malformed += 1
        _log.info("a message of a page is malformed (%s)", type(error).__name__)

    def _without_traceback(self, record: logging.LogRecord) -> bool:
        """Count an entry of a library's log that has a traceback, and keep it out of the log."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, MALFORMED):
            self.count(error)
            return False
        return True

    def _counted(self, handler: Callable[..., Any], *, reserved: bool = False) -> Callable[..., Any]:
        """Return a handler that counts what is malformed. The libraries give a `reserved` one more than it may take."""
        most = len(inspect.signature(handler).parameters) if reserved else None

        @wraps(handler)  # inspect.unwrap reads this
        async def counted(*args: Any) -> Any:
            try:
                answer = handler(*args[:most])
                return await answer if inspect.isawaitable(answer) else answer
            except MALFORMED as error:
                self.count(error)
                return False if reserved else None

        return counted
