"""A stranger who sends 1,100 half requests, and fifty games: the table's own page answers, and memory does not grow."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tools.bench._figure import figure
from tools.bench.page import PageServer, begin_robots, seen_after, served
from tools.bench.past_pictures import fetch
from tools.draw.pages import CHROMIUM

HALF = 1100
PAGE_LIMIT, SEEN_LIMIT, PAINT_LIMIT = 0.5, 0.150, 1.0
ASKED = 40
"""So many times the page is asked for while the half requests are held."""
LOCAL = "127.0.0.1"
GAMES = (5, 50)
GOAL = "10"
GROWTH_LIMIT = 0.2
MEGABYTE = 1024
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def run() -> Iterator[str]:
    """Yield the lines."""
    with served("1", "--tempo", "fast", "--host", "0.0.0.0") as table, ExitStack() as stack:  # noqa: S104  as asked for
        network = urlsplit(table.address)
        own = PageServer(f"http://{LOCAL}:{network.port}", table.process, table.home)
        yield figure("first paint of the page in Chromium", first_paint(own), "the limit", PAINT_LIMIT)
        stop = threading.Event()
        held = threading.Thread(target=hold, args=(str(network.hostname), int(network.port or 0), stop))
        stack.callback(held.join)
        stack.callback(stop.set)
        held.start()
        waits = [answered(own) for _ in range(ASKED)]
        yield figure(
            f"{HALF} half requests: the table's own page, slowest of {ASKED}", max(waits), "the limit", PAGE_LIMIT
        )
        delays = seen_after(own, 25)
        yield figure(f"  a reading to its sight, slowest of {len(delays)}", max(delays), "the limit", SEEN_LIMIT)
    with served("20", "--tempo", "fast") as table:
        few, many = memory_after(table, GAMES)
        grown = many / few - 1
        yield (
            f"memory of the server after {GAMES[0]} / {GAMES[1]} games: {few} MB / {many} MB, "
            f"{grown:+.1%} (limit {GROWTH_LIMIT:.0%})"
        )


def hold(host: str, port: int, stop: threading.Event) -> None:
    """Hold so many connections with half a request each, and open again those that the server ends."""
    open_ones: list[socket.socket] = []
    while not stop.is_set():
        if len(open_ones) == HALF:
            open_ones.pop(0).close()
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex((host, port))
        open_ones.append(one)
        try:
            open_ones[len(open_ones) // 2].send(b"GET / HTTP/1.1\r\nHost: half\r\n")
        except OSError:
            time.sleep(0.001)
    for one in open_ones:
        one.close()


def answered(table: PageServer) -> float:
    """Return how long the page takes to answer."""
    began = time.perf_counter()
    fetch(f"{table.address}/")
    return time.perf_counter() - began


def first_paint(table: PageServer) -> float:
    """Return the seconds from a visit until Chromium paints the page, as a second visit has it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(base_url=table.address)
        page.goto("/")
        page.reload()
        page.locator(".play").wait_for()
        painted: float = page.evaluate(PAINTED)
        chromium.close()
    return painted / 1000


def memory_after(table: PageServer, games: tuple[int, ...]) -> list[int]:
    """Return the server's memory in MB after so many short games between robots, with a page that watches them."""
    from playwright.sync_api import sync_playwright

    found, played = [], 0
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(base_url=table.address)
        page.set_default_timeout(300_000)
        for wanted in games:
            while played < wanted:
                play_short(page)
                played += 1
            found.append(memory(table))
        chromium.close()
    return found


def play_short(page: Any) -> None:
    """Play one game of Pig between two robots to its end."""
    begin_robots(page, GOAL)
    page.locator(".play[data-tone=over]").wait_for()


def memory(table: PageServer) -> int:
    """Return the memory that the server has now, in MB."""
    status = Path(f"/proc/{table.process.pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) // MEGABYTE
