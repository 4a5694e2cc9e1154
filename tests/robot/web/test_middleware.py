"""What stands before every request: foreign pages, foreign names and strangers are turned away."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from robot.web.access import COOKIE, FEED, SOCKET, SOCKETS, TRIES, VISITORS, AccessControl, AccessMiddleware, Password

LEFT, BROKEN = "/left", "/broken"
KEY = "three-six-nine"
TABLE, PHONE = ("127.0.0.1", 5000), ("192.0.2.7", 5000)


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell what whoever came in may do. Fail as Starlette does where the browser has left."""
    await receive()
    if scope["path"] in {LEFT, BROKEN}:
        raise RuntimeError
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    assert scope["method"] == "GET", "our pages are asked by GET alone"
    said = Request(scope).state.role.name + (" with the key" if Request(scope).state.keyed else "")
    await PlainTextResponse(said)(scope, receive, send)


@pytest.fixture
def doors(tmp_path: Path) -> AccessControl:
    return AccessControl(Password(tmp_path / "operator.json"), lambda: 0.0, local=False, feed_key=KEY)


@pytest.fixture
def guard(doors: AccessControl) -> AccessMiddleware:
    return AccessMiddleware(inside, doors=doors, names=("localhost", "robot.local"), elsewhere=lambda: "open 10.42.0.1")


def ask(
    guard: AccessMiddleware,
    client: tuple[str, int] = TABLE,
    path: str = "/",
    kind: str = "http",
    *,
    scheme: str = "http",
    method: str = "GET",
    version: str = "1.1",
    query: str = "",
    hosts: Sequence[str] = ("localhost:8080",),
    **headers: str,
) -> list[Message]:
    """Return what comes back; `_` in the names of headers stands for `-`."""
    given = [(name.replace("_", "-").lower(), value) for name, value in headers.items()]
    scope: dict[str, Any] = {
        "type": kind,
        "method": method,
        "http_version": version,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in [*(("host", one) for one in hosts), *given]],
        "client": client,
        "scheme": scheme,
    }
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect" if path == LEFT else "http.request"}

    with ThreadPoolExecutor(1) as other:  # a browser's tests keep a loop of their own in this thread
        other.submit(lambda: asyncio.run(guard(scope, receive, send))).result()
    return sent


def status(answer: list[Message]) -> int:
    return int(answer[0]["status"])


def header(answer: list[Message], name: str) -> str:
    return str({key.decode(): value.decode() for key, value in answer[0]["headers"]}.get(name, ""))


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_tables_own_screen_is_let_in(guard: AccessMiddleware, address: str) -> None:
    assert status(ask(guard, ("::ffff:192.0.2.7", 1))) == 401
    answer = ask(guard, (address, 1))
    assert (status(answer), answer[1]["body"]) == (200, b"TABLE")
    assert "frame-ancestors 'none'" in header(answer, "content-security-policy")
    assert header(answer, "cross-origin-resource-policy") == "same-origin"


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[::1", "127.0.0.1.evil.example:8080"])
def test_a_foreign_name_for_this_machine_is_refused_with_the_right_one(guard: AccessMiddleware, host: str) -> None:
    answer = ask(guard, hosts=[host], accept="text/html,*/*")
    assert (status(answer), answer[1]["body"]) == (403, b"open 10.42.0.1")


OWN_NAMES = ("localhost", "127.0.0.1:8080", "[::1]:8080", "ROBOT.local", "robot.local.:80", "192.0.2.2:80")
FOREIGN = ("http://evil.example", "http://localhost:9999", "null", "http://[x")
CROSS: dict[str, Any] = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
CLOSED, ACCEPTED = 1008, 0
"""How a socket is answered; pages are answered with a status."""


@pytest.mark.parametrize(
    ("client", "path", "given", "outcome"),
    [
        *((TABLE, "/pair", {"hosts": [host]}, 200) for host in OWN_NAMES),
        *((TABLE, "/", {"hosts": ["localhost", host]}, 403) for host in ("localhost", "evil.example")),
        *((TABLE, "/", {"origin": origin}, 403) for origin in FOREIGN),
        *((TABLE, SOCKET, {"origin": origin}, CLOSED) for origin in FOREIGN),
        (TABLE, "/", {"origin": "http://localhost:8080"}, 200),
        (TABLE, SOCKET, {"origin": "http://localhost:8080"}, ACCEPTED),
        (TABLE, "/camera/1.jpg", CROSS | {"sec_fetch_mode": "no-cors"}, 403),
        (TABLE, "/", CROSS | {"sec_fetch_dest": "iframe"}, 403),
        (TABLE, "/", CROSS | {"sec_fetch_dest": "document"}, 200),
        *((TABLE, path, {}, CLOSED) for path in ("/", "/health", f"{SOCKET}more", f"{SOCKETS}/")),
        *((PHONE, path, {}, outcome)
          for path in ("/", "/camera/1.jpg", "/camera/live", "/_nicegui_ws/socket.io/", "/operator")
          for outcome in (401, CLOSED)),
        *((TABLE, path, {}, 404) for path in (SOCKET, f"{SOCKETS}/socket.io", f"{SOCKET}more")),
        *((PHONE, path, {}, 200) for path in ("/pair", "/health", "/static/page.css", "/language/de")),
    ],
)  # fmt: skip
def test_own_pages_and_links_are_let_in_and_foreign_pages_and_strangers_are_not(
    guard: AccessMiddleware, client: tuple[str, int], path: str, given: dict[str, Any], outcome: int
) -> None:
    if outcome in {CLOSED, ACCEPTED}:
        closed = {"type": "websocket.close", "code": CLOSED}
        assert ask(guard, client, path, "websocket", **given) == [closed if outcome else {"type": "websocket.accept"}]
    else:
        assert status(ask(guard, client, path, **given)) == outcome


def test_strangers_are_shown_the_door(guard: AccessMiddleware) -> None:
    answer = ask(guard, PHONE, accept="text/html,*/*")
    assert (status(answer), header(answer, "location")) == (303, "/pair")


def test_a_paired_phone_is_a_guest(guard: AccessMiddleware, doors: AccessControl) -> None:
    _, token = doors.pair(doors.code, "phone")
    answer = ask(guard, PHONE, cookie=f"{COOKIE}={token}")
    assert (status(answer), answer[1]["body"]) == (200, b"GUEST")


@pytest.mark.parametrize(
    "said",
    [
        {"x_forwarded_for": "127.0.0.1"},
        {"x_real_ip": "192.0.2.7"},
        {"forwarded": "for=192.0.2.7"},
        {"via": "1.1 Caddy"},
        {"x_forwarded_proto": "https"},
        {"version": "1.0"},
    ],
)
def test_who_comes_through_a_proxy_on_this_machine_is_not_at_the_table_and_counts_as_a_visitor_of_it(
    guard: AccessMiddleware, said: dict[str, Any]
) -> None:
    assert status(ask(guard, **said)) == status(ask(guard, ("::1", 1), **said)) == 401
    assert ask(guard, path=SOCKET, kind="websocket", **said)[0]["type"] == "websocket.close"
    answers = [ask(guard, path=FEED, query="key=guessed", **said) for _ in range(TRIES + 1)]
    assert [status(answer) for answer in answers] == [403] * TRIES + [429]
    assert b"feed_key" in answers[0][1]["body"]
    for client, must_wait in [(TABLE, False), ((VISITORS, 1), True), (PHONE, False)]:
        assert status(ask(guard, client, FEED, query=f"key={KEY}")) == (429 if must_wait else 200)
    assert status(ask(guard, PHONE, FEED, query=f"key={KEY}", **said)) == 200, "no proxy elsewhere is believed"


@pytest.mark.parametrize("hosts", [("robot.local:8080",), ("192.0.2.1",), (), ("localhost", "localhost"), ("[::1",)])
def test_who_opens_this_machine_by_a_name_of_the_network_is_not_at_the_table(
    guard: AccessMiddleware, hosts: Sequence[str]
) -> None:
    assert status(ask(guard, hosts=hosts)) in {401, 403}
    assert [status(ask(guard, hosts=(own,))) for own in ("LOCALHOST:8080", "127.0.1.1", "[::1]:8080")] == [200] * 3


def test_monitors_ask_without_a_name_by_old_http_or_for_the_head_alone(guard: AccessMiddleware) -> None:
    assert [status(ask(guard, PHONE, "/health", hosts=(), version=version)) for version in ("1.0", "1.1")] == [200, 403]
    assert status(ask(guard, PHONE, "/health", method="HEAD")) == 200


def test_over_https_the_cookie_is_one_that_http_cannot_set(guard: AccessMiddleware, doors: AccessControl) -> None:
    _, token = doors.pair(doors.code, "phone")
    safe = {"cookie": f"__Host-{COOKIE}={token}"}
    assert ask(guard, PHONE, scheme="https", **safe)[1]["body"] == b"GUEST"
    assert ask(guard, PHONE, SOCKET, "websocket", scheme="wss", **safe) == [{"type": "websocket.accept"}]
    assert status(ask(guard, PHONE, scheme="https", cookie=f"{COOKIE}={token}")) == 401
    assert status(ask(guard, PHONE, **safe)) == 401


def test_a_browser_that_left_leaves_no_error_and_a_broken_page_does(guard: AccessMiddleware) -> None:
    assert ask(guard, path=LEFT) == []
    with pytest.raises(RuntimeError):
        ask(guard, path=BROKEN)


@pytest.mark.parametrize("client", [TABLE, PHONE])
@pytest.mark.parametrize("origin", ["null", "https://overlay.example"])
def test_the_key_lets_other_pages_to_the_feed(guard: AccessMiddleware, client: tuple[str, int], origin: str) -> None:
    foreign = {"origin": origin, "sec_fetch_site": "cross-site", "sec_fetch_mode": "cors"}
    answer = ask(guard, client, FEED, query=f"key={KEY}", **foreign)
    assert (status(answer), answer[1]["body"].endswith(b" with the key")) == (200, True)
    assert status(ask(guard, client, FEED, **foreign)) == 403
    assert status(ask(guard, client, "/", query=f"key={KEY}", **foreign)) == 403
    assert status(ask(guard, client, FEED, query=f"key={KEY}", hosts=["evil.example"])) == 403
    assert ask(guard, client, FEED, "websocket", query=f"key={KEY}")[0]["type"] == "websocket.close"


def test_without_the_key_the_feed_is_for_whoever_is_let_in(guard: AccessMiddleware, doors: AccessControl) -> None:
    assert status(ask(guard, path=FEED)) == 200
    assert status(ask(guard, PHONE, FEED)) == 401
    _, token = doors.pair(doors.code, "phone")
    assert ask(guard, PHONE, FEED, cookie=f"{COOKIE}={token}")[1]["body"] == b"GUEST"


def test_no_key_fits_where_none_is_set(guard: AccessMiddleware, doors: AccessControl) -> None:
    doors._feed_key = ""
    assert [status(ask(guard, path=FEED, query=query)) for query in ("key=", "key=x")] == [403, 403]
