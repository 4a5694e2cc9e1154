"""The speed of the page in Chromium, and of the server behind it."""

import itertools
import json
import re
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx

from tests.support.robot.browser import begin
from tests.support.robot.programs import until_ready
from tools.bench.timing import figure, time_of_children, times
from tools.draw.pages import chromium, start_module

SEEN_LIMIT, THROWN_LIMIT = 0.150, 8.0
READY_LIMIT = 10.0
REQUESTS, MOST_MB = 5000, 300
STARTS = 3
TABLE = ("--table", "sim", "--port", "0", "--seed", "3")
PATIENCE = 60_000
"""The longest time in milliseconds for each step of the browser."""
SEEN = """
    window.seen = [];
    new MutationObserver(() => {
        const told = [...document.querySelectorAll(".said li")].map((line) => line.textContent);
        if (told.join() !== window.seen.at(-1)?.[0].join()) window.seen.push([told, Date.now()]);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
"""


@dataclass(frozen=True, slots=True)
class PageServer:
    """The address of a server, and its home folder with the journal."""

    address: str
    home: Path

    def log(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds in the server's journal."""
        with sqlite3.connect(self.home / "data" / "journal.sqlite") as journal:
            return journal.execute(query).fetchall()


@contextmanager
def serve_page(*words: str) -> Iterator[PageServer]:
    """Serve a simulated table from an empty home folder; `words` are further options."""
    with start_module(("robot", "serve", "--table", "sim", "--port", "0", "--seed", "5", *words)) as server:
        address = next(server.said)
        until_ready(address)
        yield PageServer(address, server.home)


@contextmanager
def open_browser(address: str) -> Iterator[Any]:
    """Open a window of Chromium on a server."""
    with chromium() as browser:
        shown = browser.new_page(base_url=address)
        shown.set_default_timeout(PATIENCE)
        yield shown


def page() -> Iterator[str]:
    """Yield the time from a throw's reading until Chromium shows it."""
    with serve_page("--speed", "1", "--tempo", "fast") as table:
        delays = measure_sights(table, 25)
        yield figure("a throw's reading to its sight in Chromium (median)", statistics.median(delays), "", SEEN_LIMIT)
        yield figure(f"  the slowest of {len(delays)}", max(delays), "the limit", SEEN_LIMIT)


def measure_sights(table: PageServer, seconds: float) -> list[float]:
    """Return the seconds from each reading's entry in the journal until a browser showed it."""
    with open_browser(table.address) as window:
        begin(window, "Pig", robots=2)
        window.locator(".play[data-kind=race]").wait_for()
        window.evaluate(SEEN)
        window.wait_for_timeout(1000 * seconds)
        shown: list[tuple[list[str], float]] = window.evaluate("window.seen")
    rows = table.log("SELECT data, at FROM log WHERE kind = 'reading' ORDER BY number")
    entered = [(json.loads(data)["values"], datetime.fromisoformat(at).timestamp()) for data, at in rows]
    throws = [
        (text, at / 1000)
        for (before, _), (now, at) in itertools.pairwise(shown)
        for text in list_added(before, now)
        if re.search(r"\bthrows \d", text)
    ]
    return [at - when for text, at in throws for when in [find_latest(entered, text, at)] if when is not None]


def list_added(before: list[str], now: list[str]) -> list[str]:
    """Return the lines of `now` above those that were there `before`."""
    new = next((new for new in range(len(now)) if before[: len(now) - new] == now[new:]), len(now))
    return now[:new]


def find_latest(entered: list[tuple[list[int], float]], text: str, seen: float) -> float | None:
    """Return the entry time of the last reading before a sentence was seen that has the sentence's values."""
    values = [int(word) for word in re.findall(r"throws (\d)", text)]
    return next((at for faces, at in reversed(entered) if faces == values and at <= seen), None)


def first_throw() -> Iterator[str]:
    """Yield the time from opening the table's page to the first throw, which takes two taps."""
    with serve_page() as table, open_browser(table.address) as window:
        begun = time.perf_counter()
        window.goto("/")
        window.locator(".quick:not([aria-disabled])").click()
        window.locator(".play[data-tone=you] button.roll").click()
        window.locator(".play[data-tone=wait]").wait_for()
        thrown = time.perf_counter() - begun
        window.locator(".said li", has_text="You throw").first.wait_for()
        read = time.perf_counter() - begun
    yield figure("from opening the page to a person's first throw, two taps", thrown, "the limit", THROWN_LIMIT)
    yield f"  to its reading: {read:.1f} s"


def requests() -> Iterator[str]:
    """Yield the server's memory before and after a paired phone requests pages without connecting to any of them."""
    with start_module(("robot", "serve", *TABLE, "--host", "0.0.0.0")) as server:  # noqa: S104
        address, code = next(server.said), next(server.said)
        until_ready(address)
        table = f"http://127.0.0.1:{address.rpartition(':')[2]}"
        with httpx.Client(base_url=table, headers={"x-forwarded-for": "a phone"}, timeout=60) as phone:
            phone.post("/pair", data={"code": code})
            for count in (0, REQUESTS):
                for _ in range(count):
                    phone.get("/").raise_for_status()
                status = Path(f"/proc/{server.process.pid}/status").read_text()
                used = int(status.split("VmRSS:")[1].split()[0]) // 1024
                yield f"the server's memory after {count:,} requests of one phone: {used} MB; the limit is {MOST_MB} MB"


def ready() -> Iterator[str]:
    """Yield the starting times of the programs that serve a table, from an empty home folder with a simulated table."""
    for verb in ("serve", "exhibit"):
        worked = time_of_children()
        starts = times([lambda verb=verb: start(verb)] * STARTS)  # type: ignore[misc]
        beside = f"the limit; {(time_of_children() - worked) / STARTS:.2g} s of one core's work"
        yield figure(f"pipsqueak {verb} until it is ready, median of {STARTS}", starts.median, beside, READY_LIMIT)
        yield figure("  the slowest of them", starts.worst, "the limit", READY_LIMIT)


def start(verb: str) -> None:
    """Start a program from an empty home folder, and end it when it is ready."""
    with start_module(("robot", verb, *TABLE)) as server:
        until_ready(next(server.said))
        server.process.kill()
