"""The live picture: how many a second come during a throw, and what viewers cost the table's machine."""

import itertools
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

from tools.bench._figure import figure
from tools.bench.page import PageServer, begin_robots, served
from tools.bench.past_pictures import memory, watch_health
from tools.draw.pages import CHROMIUM

WATCHED = 20.0
"""Seconds over which work and pictures are counted, while robots throw one die after the other."""
VIEWERS = 60
RATE_LIMIT, SHARE_LIMIT, HEALTH_LIMIT = 15.0, 0.35, 0.5


@dataclass
class Viewer:
    """Takes live pictures of a server; `came` are the times (s since 1970) at which each came."""

    table: PageServer
    came: list[float] = field(default_factory=list)
    _socket: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        address = urlsplit(self.table.address)
        self._socket = socket.create_connection((address.hostname, address.port))

    def watch(self) -> None:
        """Take pictures until `end` is called."""
        with suppress(OSError), self._socket.makefile("rb") as film:  # the server may notice the end first
            self._socket.sendall(
                f"GET /camera/live HTTP/1.1\r\nHost: {urlsplit(self.table.address).netloc}\r\n\r\n".encode()
            )
            while line := film.readline():
                if line.lower().startswith(b"content-length:"):
                    film.readline()
                    film.read(int(line.split(b":")[1]))
                    self.came.append(time.time())

    def end(self) -> None:
        """Let it take no more pictures."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def run() -> Iterator[str]:
    """Yield the lines."""
    for name, limits in (("sim", (RATE_LIMIT, SHARE_LIMIT)), ("twin", None)):
        with served("1", name) as table:
            yield from of_table(table, name, limits)


def of_table(table: PageServer, name: str, limits: tuple[float, float] | None) -> Iterator[str]:
    """Yield the lines of one table: its figures, beside their limits if it has any."""
    with watching(table, 1) as idle:
        time.sleep(2.0)
        still = work(table)
        pictures = rate(idle[0].came)
    yield f"{name}: one viewer while nothing happens: {pictures:.1f} pictures a second, {still:.3f} of a core"
    nobody = work(table)
    yield f"{name}: nobody, while nothing happens: {nobody:.3f} of a core"
    begin_game(table)
    alone = work(table)
    with watching(table, 1) as one:
        time.sleep(1.0)
        share = work(table) - alone
    pictures, seconds, throws = during_throws(table, one[0].came)
    each = pictures / seconds
    yield f"{name}: {each:.1f} live pictures a second in {throws} throws"
    if limits:
        yield figure("  from one to the next", 1 / each, "the limit", 1 / limits[0])
        yield figure("  one viewer, seconds of a core each second", share, f"the limit; {alone:.3f} without", limits[1])
    else:
        yield f"  one viewer: {share:.3f} of a core; {alone:.3f} without"
    before, slowest, over = memory(table), [0.0], threading.Event()
    watch = threading.Thread(target=watch_health, args=(table, slowest, over))
    watch.start()
    with watching(table, VIEWERS) as many:
        time.sleep(1.0)
        crowd = work(table) - alone
    over.set()
    watch.join()
    least = min(rate(viewer.came) for viewer in many)
    yield f"  {VIEWERS} viewers: {crowd:.3f} of a core, {least:.1f} pictures a second for each at least"
    yield figure("  the slowest answer of /health meanwhile", slowest[0], "the limit", HEALTH_LIMIT)
    yield f"  the server's memory: {before} MB before them, {memory(table) - before} MB more at most"


@contextmanager
def watching(table: PageServer, count: int) -> Iterator[list[Viewer]]:
    """Let so many viewers watch."""
    viewers = [Viewer(table) for _ in range(count)]
    threads = [threading.Thread(target=viewer.watch) for viewer in viewers]
    with ExitStack() as stack:
        for thread in threads:
            stack.callback(thread.join)
        for viewer in viewers:
            stack.callback(viewer.end)
        for thread in threads:
            thread.start()
        yield viewers


def work(table: PageServer) -> float:
    """Return how much of a core the server needs for a while."""
    began, before = time.perf_counter(), table.work()
    time.sleep(WATCHED)
    return (table.work() - before) / (time.perf_counter() - began)


def rate(came: list[float]) -> float:
    """Return how many pictures came a second."""
    return (len(came) - 1) / max(came[-1] - came[0], 1e-6) if len(came) > 1 else 0.0


def during_throws(table: PageServer, came: list[float]) -> tuple[int, float, int]:
    """Return how many pictures came during throws, how many seconds these took, and how many they were."""
    with sqlite3.connect(table.home / "data" / "journal.sqlite") as journal:
        rows = journal.execute(
            "SELECT kind, at FROM log WHERE kind IN ('intention', 'reading') ORDER BY number"
        ).fetchall()
    times = [(kind, datetime.fromisoformat(at).timestamp()) for kind, at in rows]
    throws = [
        (begun, read)
        for (kind, begun), (then, read) in itertools.pairwise(times)
        if (kind, then) == ("intention", "reading") and came[0] <= begun and read <= came[-1]
    ]
    pictures = sum(begun <= at <= read for at in came for begun, read in throws)
    return pictures, sum(read - begun for begun, read in throws), len(throws)


def begin_game(table: PageServer) -> None:
    """Begin a game of Pig between two robots, and close the page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        begin_robots(chromium.new_page(base_url=table.address))
        chromium.close()
