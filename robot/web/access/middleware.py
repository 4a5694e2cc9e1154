"""Checks every request: its host name, that no other site sent it, and that its browser is paired."""

import ipaddress
import logging
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

import nicegui
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from robot.web.access.auth import AccessControl, Role
from robot.web.access.socket_messages import MALFORMED, SocketMessages

_log = logging.getLogger(__name__)
COOKIE = "pipsqueak"
"""The cookie by which a browser is known."""
OPEN = frozenset({"/health", "/pair", "/favicon.ico"})
LIBRARY = "/_nicegui"
"""How the paths of all that NiceGUI serves begin, its socket's too."""
SOCKET = f"{LIBRARY}_ws/socket.io/"
"""The only path of a WebSocket. Our pages use it for nothing else."""
LETTERS = f"{LIBRARY}/{nicegui.__version__}/static/fonts"
"""The fonts of all pages: a style sheet of this name, and a folder."""
COMPONENTS = f"{LIBRARY}/{nicegui.__version__}/components/"
"""The scripts of our own elements, and of the few of NiceGUI's that our pages have."""
SCRIPTS = frozenset(
    f"{LIBRARY}/{nicegui.__version__}/static/{name}"
    for name in (
        "dompurify.mjs",
        "fonts.css",
        "lang/en-US.umd.prod.js",
        "nicegui.css",
        "nicegui.js",
        "quasar.important.prod.css",
        "quasar.umd.prod.js",
        "quasar.unimportant.prod.css",
        "socket.io.min.js",
        "vue.esm-browser.prod.js",
    )
)
"""The other files of NiceGUI that our pages load. It brings many more, which nobody has to see."""
OPEN_FOLDERS = ("/static/", "/language/", f"{LETTERS}.css", f"{LETTERS}/")
"""What strangers may see."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'"
)
"""Vue compiles its templates in the browser, which needs eval. Nothing comes from other hosts."""
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
SAID = {
    401: "pair this device first: /pair",
    403: "only the pages of this table are heard",
    404: "there is nothing here: open the play page, /",
}
"""What a request is told that is refused, by its status."""


class AccessMiddleware:
    """ASGI middleware. It puts the browser's role into `request.state.role`.

    `names` are the names of this machine that the header `Host` may hold, beside any plain address. Another name means
    that a foreign page pretends to be this one, or that a person typed a name which is not known here: they are told
    what `elsewhere` returns.
    """

    def __init__(
        self,
        app: ASGIApp,
        doors: AccessControl,
        names: Collection[str],
        messages: SocketMessages,
        elsewhere: Callable[[], str],
    ) -> None:
        self._app, self._doors, self._messages, self._elsewhere = app, doors, messages, elsewhere
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        role = self._doors.role(token_of(connection), at_table=at_table(connection))
        scope.setdefault("state", {})["role"] = role
        if not self._own_name(connection.headers):
            await refuse(scope, receive, send, 403, self._elsewhere())
        elif not own_page(connection.headers):
            await refuse(scope, receive, send, 403)
        elif role is Role.STRANGER and not (scope["path"] in OPEN or scope["path"].startswith(OPEN_FOLDERS)):
            await refuse(scope, receive, send, 401)
        elif not is_used(scope["type"], scope["path"]):
            await refuse(scope, receive, send, 404)
        elif scope["type"] == "websocket":
            try:
                await self._app(scope, receive, send)
            except MALFORMED as error:  # Engine.IO cannot read it; the connection ends
                self._messages.count(error)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = False

        async def heard() -> Message:
            nonlocal left
            message = await receive()
            left = left or message["type"] == "http.disconnect"
            return message

        try:
            await self._app(scope, heard, with_headers(send))
        except RuntimeError:  # so Starlette says that nobody waits for an answer any more
            if not left:
                raise

    def _own_name(self, headers: Headers) -> bool:
        """Return whether the request is for this machine, by one of its names or a plain address."""
        hosts = headers.getlist("host")
        try:
            name = (urlsplit(f"//{hosts[0]}").hostname or "").lower().removesuffix(".") if len(hosts) == 1 else ""
        except ValueError:  # brackets without an address
            return False
        return name in self._names or _is_address(name)


def own_page(headers: Headers) -> bool:
    """Return whether a request comes from no other site's page."""
    origin = headers.get("origin")
    try:
        asking = headers["host"] if origin is None else urlsplit(origin).netloc
    except ValueError:
        return False
    if asking.lower() != headers["host"].lower():
        return False
    return headers.get("sec-fetch-site", "none") in {"none", "same-origin"} or (
        headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document" and origin is None
    )


def with_headers(send: Send) -> Send:
    """Return a function that sends an answer with our headers."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sent


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, said: str = "") -> None:
    """Send people to the pairing page, and refuse all other requests; tell them what is `said`, or the usual."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    wants_page = "text/html" in Headers(scope=scope).get("accept", "") and scope["method"] == "GET"
    if status == 401 and wants_page:
        await RedirectResponse("/pair", 303)(scope, receive, send)
        return
    _log.info("a request from %s is refused: %d", (scope["client"] or ["nobody"])[0], status)
    await PlainTextResponse(said or SAID[status], status)(scope, receive, send)


def is_used(kind: str, path: str) -> bool:
    """Return whether our pages use this path of NiceGUI, "http" or "websocket"; True for all other paths of HTTP."""
    if kind == "websocket":
        return path == SOCKET
    return not path.startswith(LIBRARY) or path in SCRIPTS or path.startswith((COMPONENTS, f"{LETTERS}/"))


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether a browser is connected over HTTPS."""
    return connection.scope.get("scheme") in {"https", "wss"}


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Return what a cookie is called on this connection. A browser keeps those of HTTPS from pages of HTTP."""
    return f"__Host-{name}" if is_secure(connection) else name


def token_of(connection: HTTPConnection) -> str | None:
    """Return the cookie by which a browser is known, None if it has none."""
    return connection.cookies.get(cookie_name(connection, COOKIE))


def at_table(connection: HTTPConnection) -> bool:
    """Return whether the browser runs on the table's own machine."""
    client = connection.client
    return client is not None and _is_address(client.host) and _address(client.host).is_loopback


def _address(text: str) -> "ipaddress.IPv4Address | ipaddress.IPv6Address":
    address = ipaddress.ip_address(text)
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
