"""Access control: the roles of browsers, and the check of every request's host name, origin and role."""

import enum
import hashlib
import hmac
import json
import logging
import secrets
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import nicegui
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from robot.files import keep_file
from robot.web.connections import is_address, origin

_log = logging.getLogger(__name__)
DIGITS = 6
SECRET_BYTES = 16
"""Random bytes in the link of the table's QR code. They are too many to guess."""
SHORTEST, LONGEST = 8, 200
"""The fewest and the most letters of a password."""
TRIES, SECONDS = 5, 60.0
"""The most wrong answers from one address in `SECONDS`. All addresses together may give `EVERYBODY` times as many."""
EVERYBODY = 60
WORN_OUT = 30
"""The number of wrong codes after which the table shows another code. At most `TRIES` count for each address."""
OPERATOR_SECONDS = 1800.0
"""Seconds without an action after which an operator must enter the password again."""
MOST_VISITS = 500
"""The most browsers that are known at the same time."""
COST, BLOCK, LANES = 2**14, 8, 1


def key_of(token: str | None) -> str:
    """Return the key of the browser with this cookie, "" without a cookie. The token itself is never stored."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


class Role(enum.IntEnum):
    """What a browser may do. Each role may also do what the roles before it may."""

    STRANGER = 0
    GUEST = 1
    TABLE = 2
    OPERATOR = 3


class SignInResult(enum.StrEnum):
    """The result of a code or a password."""

    RIGHT = "right"
    WRONG = "wrong"
    WAIT = "wait"


@dataclass(slots=True)
class Limit:
    """A counter of wrong answers. An address with too many must wait. Thread-safe."""

    now: Callable[[], float]
    _wrong: dict[str, deque[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def admit(self, address: str) -> bool:
        """Return whether to accept an answer from this address now. It counts as wrong until `forgive` is called."""
        with self._lock:
            if sum(map(self._count, tuple(self._wrong))) >= TRIES * EVERYBODY or self._count(address) >= TRIES:
                return False
            self._wrong.setdefault(address, deque()).append(self.now())
            return True

    def forgive(self, address: str) -> None:
        with self._lock:
            self._wrong.pop(address, None)

    def _count(self, address: str) -> int:
        times = self._wrong.get(address)
        while times and times[0] <= self.now() - SECONDS:
            times.popleft()
        if times is not None and not times:
            del self._wrong[address]
        return len(times or ())


class Password:
    """The operator's password, kept as a scrypt hash in a file that only this user can read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def is_set(self) -> bool:
        return self._path.is_file()

    def choose(self, password: str) -> bool:
        """Keep a password; return False if it is too short or too long. Raises FileError."""
        if not SHORTEST <= len(password) <= LONGEST:
            return False
        salt = secrets.token_bytes(16)
        kept = {"salt": salt.hex(), "hash": _hash(password, salt).hex()}
        keep_file(self._path, json.dumps(kept).encode(), mode=0o600)
        return True

    def fits(self, password: str) -> bool:
        """Return whether this is the password; False if no password is stored, or a damaged one."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            salt, right = bytes.fromhex(kept["salt"]), bytes.fromhex(kept["hash"])
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return len(password) <= LONGEST and hmac.compare_digest(_hash(password, salt), right)


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=COST, r=BLOCK, p=LANES)


@dataclass(slots=True)
class BrowserSession:
    """A browser that a cookie identifies. It came from `address`; at `seen` its user did something last."""

    role: Role
    seen: float
    address: str = ""


class AccessControl:
    """The roles of browsers. `now` returns seconds. `local` says that only this machine can reach the page.

    The `feed_key` gives access to the feed and nothing else; nobody has access if it is "".
    """

    def __init__(self, password: Password, now: Callable[[], float], *, local: bool, feed_key: str = "") -> None:
        self.password, self.local = password, local
        self._now = now
        self._lock = threading.Lock()
        self._visits: dict[str, BrowserSession] = {}
        self._feed_key = feed_key
        self._codes, self._passwords, self._keys = Limit(now), Limit(now), Limit(now)
        self._wrong_codes: Counter[str] = Counter()
        self.code, self.secret = _new_code(), secrets.token_urlsafe(SECRET_BYTES)
        self.renewed: set[Callable[[], None]] = set()
        """Functions to call after each change of the `code` that people type, and of the `secret` that phones scan."""

    def role(self, token: str | None, *, at_table: bool) -> Role:
        """Return the role of the browser with this cookie. `at_table` says that it runs on this machine."""
        visit = self._visits.get(key_of(token))
        least = Role.TABLE if at_table else Role.STRANGER
        if visit is None:
            return least
        if visit.role is Role.OPERATOR and self._now() - visit.seen > OPERATOR_SECONDS:
            visit.role = least or Role.GUEST
        return max(visit.role, least)

    def touch(self, token: str | None, *, at_table: bool, operating: bool = False) -> Role:
        """Record that the person at the browser acts now, and return the browser's role.

        Only `operating` extends an operator's time, because visitors share the browser on the table's own screen.
        """
        role = self.role(token, at_table=at_table)
        visit = self._visits.get(key_of(token))
        if visit and (operating or visit.role is not Role.OPERATOR):
            visit.seen = self._now()
        return role

    def pair(self, code: str, address: str) -> tuple[SignInResult, str]:
        """Check a typed code or a scanned secret; return the result and the new guest's cookie, "" if it is wrong.

        Only typed codes count as tries, so a person who guesses codes keeps out nobody who scans.
        """
        if hmac.compare_digest(code.encode(), self.secret.encode()):
            return SignInResult.RIGHT, self._visit(Role.GUEST, address)
        if len(code) == len(self.secret):  # probably the secret before it was renewed
            return SignInResult.WRONG, ""
        if not self._codes.admit(address):
            return SignInResult.WAIT, ""
        if not hmac.compare_digest(code.strip().encode(), self.code.encode()):
            self._wrong_codes[address] += 1
            if sum(min(wrong, TRIES) for wrong in self._wrong_codes.values()) >= WORN_OUT:
                self._wrong_codes.clear()
                self._change_code()  # the secret stays valid for phones that have just scanned it
            return SignInResult.WRONG, ""
        self._codes.forgive(address)
        return SignInResult.RIGHT, self._visit(Role.GUEST, address)

    def enter(self, password: str, address: str) -> tuple[SignInResult, str]:
        """Check the operator's password; return the result and the operator's cookie, "" if it is wrong."""
        if not self._passwords.admit(address):
            return SignInResult.WAIT, ""
        if not self.password.fits(password):
            return SignInResult.WRONG, ""
        self._passwords.forgive(address)
        return SignInResult.RIGHT, self._visit(Role.OPERATOR, address)

    def open_feed(self, key: str, address: str) -> SignInResult:
        """Check the key of the feed."""
        if not self._keys.admit(address):
            return SignInResult.WAIT
        if not self._feed_key or not hmac.compare_digest(key.encode(), self._feed_key.encode()):
            return SignInResult.WRONG
        self._keys.forgive(address)
        return SignInResult.RIGHT

    def leave(self, token: str | None) -> None:
        """Make an operator a guest again."""
        if visit := self._visits.get(key_of(token)):
            visit.role = Role.GUEST

    def renew(self) -> None:
        """Replace code and secret, and remove all phones that came in with the old ones."""
        with self._lock:
            self._visits = {key: visit for key, visit in self._visits.items() if visit.role is Role.OPERATOR}
        self.secret = secrets.token_urlsafe(SECRET_BYTES)
        self._change_code()

    @property
    def known(self) -> tuple[str, ...]:
        """The keys of all browsers that are let in."""
        with self._lock:
            return tuple(self._visits)

    def restore(self, code: str, secret: str, keys: Iterable[str]) -> None:
        """Let in the phones that came in with this code or secret before the program restarted.

        Raises ValueError if the code or the secret is invalid.
        """
        if len(code) != DIGITS or not code.isdecimal() or len(secret) != len(self.secret):
            raise ValueError(f"{code!r} is not a code, or its secret is damaged")
        self.code, self.secret = code, secret
        with self._lock:
            self._visits |= {key: BrowserSession(Role.GUEST, self._now()) for key in tuple(keys)[:MOST_VISITS]}

    def _change_code(self) -> None:
        self.code = _new_code()
        for renewed in tuple(self.renewed):
            renewed()

    def _visit(self, role: Role, address: str) -> str:
        """Add a browser; return its cookie. Of too many, remove the longest idle one of the address with the most."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._visits[key_of(token)] = BrowserSession(role, self._now(), address)
            if len(self._visits) > MOST_VISITS:
                crowds = Counter(visit.address for visit in self._visits.values())
                ranked = {key: (-crowds[visit.address], visit.seen) for key, visit in self._visits.items()}
                del self._visits[min(ranked, key=ranked.__getitem__)]
        return token


def _new_code() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))


COOKIE = "pipsqueak"
"""The name of the cookie that identifies a browser."""
OPEN = frozenset({"/health", "/pair", "/old", "/favicon.ico"})
FEED = "/feed"
"""The path of the feed. The right `key` in its query gives access, also to pages of other sites."""
SOCKETS = "/_nicegui_ws"
"""The start of the paths of NiceGUI's socket. Our pages use only its WebSocket."""
SOCKET = f"{SOCKETS}/socket.io/"
"""The only path of a WebSocket."""
LETTERS = f"/_nicegui/{nicegui.__version__}/static/fonts"
"""The fonts of all pages: a style sheet of this name, and a folder."""
OPEN_FOLDERS = ("/static/", "/language/", f"{LETTERS}.css", f"{LETTERS}/")
"""The paths that strangers may see."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'"
)
"""The content security policy. Vue compiles templates in the browser, which needs eval. Other hosts serve nothing."""
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
VISITORS = "a proxy's visitor"
"""The client of all requests through a proxy on this machine. Addresses that a proxy gives are not trusted."""
PROXIED = {"forwarded", "x-real-ip", "via"}
"""Headers of proxies, in addition to those that begin with `x-forwarded-`."""
STATUS = {SignInResult.RIGHT: 200, SignInResult.WRONG: 403, SignInResult.WAIT: 429}
"""The status of the answer to a code, a password or a key."""
WRONG_KEY = {
    SignInResult.WRONG: "this is not the feed's key: give the feed_key of the table's config.toml",
    SignInResult.WAIT: "too many wrong keys came from there: wait a minute",
}
"""The answer to a wrong key of the feed."""
SAID = {
    401: "pair this device first: /pair",
    403: "only this table's own pages may ask",
    404: "there is nothing here: open the play page, /",
}
"""The text of a refusal, by its status."""


class AccessMiddleware:
    """ASGI middleware. It sets `request.state.role` to the browser's role, and `keyed` to whether the feed's key came.

    `names` are the names of this machine that the header `Host` may hold, in addition to any plain address. Another
    name comes from a foreign page that pretends to be this one, or from a person who typed an unknown name: the answer
    is the text of `elsewhere`.
    """

    def __init__(
        self, app: ASGIApp, *, doors: AccessControl, names: Collection[str], elsewhere: Callable[[], str]
    ) -> None:
        self._app, self._doors, self._elsewhere = app, doors, elsewhere
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        role = self._doors.role(token_of(connection), at_table=is_at_table(connection))
        scope.setdefault("state", {}).update(role=role, keyed=False)
        key = connection.query_params.get("key") if scope["path"] == FEED else None
        if is_here(connection) and is_proxied(connection):
            scope["client"] = VISITORS, 0
        if not self._is_own_name(connection):
            await refuse(scope, receive, send, 403, self._elsewhere())
        elif key is not None and scope["type"] == "http":
            opened = self._doors.open_feed(key, address_of(connection))
            if opened is SignInResult.RIGHT:
                scope["state"]["keyed"] = True
                await self._answer(scope, receive, send)
            else:
                await refuse(scope, receive, send, STATUS[opened], WRONG_KEY[opened])
        elif not is_own_page(connection.headers):
            await refuse(scope, receive, send, 403)
        elif role is Role.STRANGER and not (scope["path"] in OPEN or scope["path"].startswith(OPEN_FOLDERS)):
            await refuse(scope, receive, send, 401)
        elif not (scope["path"] == SOCKET if scope["type"] == "websocket" else not scope["path"].startswith(SOCKETS)):
            await refuse(scope, receive, send, 404)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = False

        async def hear() -> Message:
            nonlocal left
            message = await receive()
            left = left or message["type"] == "http.disconnect"
            return message

        if scope["method"] == "HEAD":  # the server leaves out the body
            scope = {**scope, "method": "GET"}
        try:
            await self._app(scope, hear, add_headers(send))
        except RuntimeError:  # Starlette's error when the client has left
            if not left:
                raise

    def _is_own_name(self, connection: HTTPConnection) -> bool:
        """Return whether the request is for this machine, by one of its names or a plain address.

        HTTP/1.0 needs no name. All browsers send one.
        """
        if "host" not in connection.headers and connection.scope["http_version"] == "1.0":
            return True
        name = host_name(connection.headers)
        return name in self._names or is_address(name)


def host_name(headers: Headers) -> str:
    """Return the name or address that a browser opens, "" if it names none or several."""
    hosts = headers.getlist("host")
    try:
        return (urlsplit(f"//{hosts[0]}").hostname or "").removesuffix(".") if len(hosts) == 1 else ""
    except ValueError:  # brackets without an address
        return ""


def is_own_page(headers: Headers) -> bool:
    """Return whether a request comes from one of our own pages, or from no page."""
    origin, host = headers.get("origin"), headers.get("host", "")
    try:
        asking = host if origin is None else urlsplit(origin).netloc
    except ValueError:
        return False
    if asking.lower() != host.lower():
        return False
    return headers.get("sec-fetch-site", "none") in {"none", "same-origin"} or (
        headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document" and origin is None
    )


def add_headers(send: Send) -> Send:
    """Return a function that sends an answer with our headers."""

    async def send_ours(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return send_ours


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, said: str = "") -> None:
    """Redirect people without access to the pairing page; refuse other requests with the text `said` or the usual."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    wants_page = "text/html" in Headers(scope=scope).get("accept", "") and scope["method"] == "GET"
    if status == 401 and wants_page:
        await RedirectResponse("/pair", 303)(scope, receive, send)
        return
    _log.info("a request from %s is refused: %d", (scope["client"] or ["nobody"])[0], status)
    await PlainTextResponse(said or SAID[status], status)(scope, receive, send)


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether a browser is connected over HTTPS."""
    return connection.scope.get("scheme") in {"https", "wss"}


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Return the name of a cookie on this connection. Browsers hide cookies of HTTPS from HTTP pages."""
    return f"__Host-{name}" if is_secure(connection) else name


def token_of(connection: HTTPConnection) -> str | None:
    """Return the cookie that identifies a browser, None if it has none."""
    return connection.cookies.get(cookie_name(connection, COOKIE))


def address_of(connection: HTTPConnection) -> str:
    """Return the address under which wrong answers are counted."""
    return origin(connection.client.host)[0] if connection.client else ""


def is_here(connection: HTTPConnection) -> bool:
    """Return whether a connection comes from this machine."""
    return connection.client is not None and origin(connection.client.host)[1]


def is_proxied(connection: HTTPConnection) -> bool:
    """Return whether a proxy made the request instead of a browser.

    A proxy without headers speaks HTTP/1.0 by default (nginx's proxy_http_version); no browser does.
    """
    named = any(name in PROXIED or name.startswith("x-forwarded-") for name in connection.headers)
    return named or connection.scope["http_version"] != "1.1"


def is_at_table(connection: HTTPConnection) -> bool:
    """Return whether the browser runs on the table's own machine. A proxy there acts for other machines.

    A proxy without headers may pass on the name that its visitors open. The table's own screen opens this machine as
    localhost or by a loopback address.
    """
    name = host_name(connection.headers)
    return is_here(connection) and not is_proxied(connection) and (name == "localhost" or origin(name)[1])
