"""The page: how soon a throw's result is seen, and what twenty phones that watch cost the table's machine."""

import asyncio
import itertools
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tools.bench._figure import figure
from tools.draw.pages import CHROMIUM

SEED = "5"
PHONES = 20
SEEN_LIMIT = 0.150
PHONES_LIMIT = 0.25
WATCHED = 20.0
"""Seconds of a game at the table's own pace over which work is counted."""
SEEN = """
    window.seen = [];
    new MutationObserver(() => {
        const told = [...document.querySelectorAll(".said li")].map((line) => line.textContent);
        if (told.join() !== window.seen.at(-1)?.[0].join()) window.seen.push([told, Date.now()]);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
"""


@dataclass(frozen=True, slots=True)
class PageServer:
    """A server, and where its journal is."""

    address: str
    process: "subprocess.Popen[str]"
    home: Path

    def work(self) -> float:
        """Return the seconds of one core that the server has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run() -> Iterator[str]:
    """Yield the lines."""
    with served("1", "--tempo", "fast") as table:
        delays = seen_after(table, 25)
        yield figure("a throw's reading to its sight in Chromium (median)", statistics.median(delays), "", SEEN_LIMIT)
        yield figure(f"  the slowest of {len(delays)}", max(delays), "the limit", SEEN_LIMIT)
        alone = asyncio.run(watched(table, 0))
        many = asyncio.run(watched(table, PHONES))
        cost = f"{PHONES} phones that watch Pig, seconds of a core each second"
        yield figure(cost, max(1e-6, many - alone), f"the limit; {alone:.3f} without them", PHONES_LIMIT)


@contextmanager
def served(speed: str, *words: str, table: str = "sim") -> Iterator[PageServer]:
    """Serve a simulated table from an empty home, at so many times a real one's pace, with further `words`."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "robot", "serve", "--table", table, "--port", "0", "--seed", SEED]
        with subprocess.Popen(
            [*command, "--speed", speed, *words],
            env={**os.environ, "PIPSQUEAK_HOME": home},
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            try:
                address = process.stderr.readline().rsplit(" ", 1)[-1].strip()
                yield PageServer(address, process, Path(home))
            finally:
                process.terminate()


def seen_after(table: PageServer, seconds: float) -> list[float]:
    """Return how long after each reading was entered into the journal a browser showed it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(base_url=table.address)
        begin_robots(page)
        page.evaluate(SEEN)
        page.wait_for_timeout(1000 * seconds)
        shown: list[tuple[list[str], float]] = page.evaluate("window.seen")
        chromium.close()
    with sqlite3.connect(table.home / "data" / "journal.sqlite") as journal:
        rows = journal.execute("SELECT data, at FROM log WHERE kind = 'reading' ORDER BY number").fetchall()
    entered = [(json.loads(data)["values"], datetime.fromisoformat(at).timestamp()) for data, at in rows]
    throws = [
        (text, at / 1000)
        for (before, _), (now, at) in itertools.pairwise(shown)
        for text in added(before, now)
        if re.search(r"\bthrows \d", text)
    ]
    return [at - when for text, at in throws for when in [latest(entered, text, at)] if when is not None]


def added(before: list[str], now: list[str]) -> list[str]:
    """Return the lines that came on top of those that were there before."""
    new = next((new for new in range(len(now)) if before[: len(now) - new] == now[new:]), len(now))
    return now[:new]


def latest(entered: list[tuple[list[int], float]], text: str, seen: float) -> float | None:
    """Return when the reading of a sentence was entered: the last one before the sentence was seen."""
    values = [int(word) for word in re.findall(r"throws (\d)", text)]
    times = [at for faces, at in entered if faces == values and at <= seen]
    return times[-1] if times else None


def begin_robots(page: Any, goal: str = "100") -> None:
    """Begin a game of Pig to a goal between two robots."""
    page.goto("/new")
    page.get_by_label("Points that win").fill(goal)
    page.locator(".seat select").first.select_option("robot")
    page.get_by_role("button", name="Begin a game").click()
    page.wait_for_url("**/")
    page.locator(".play[data-kind=race]").wait_for()


async def watched(table: PageServer, phones: int) -> float:
    """Return how much of a core the server needs while so many phones watch the game."""
    async with AsyncExitStack() as stack:
        for _ in range(phones):
            await watch(table.address, stack)
        await asyncio.sleep(2.0)
        began, before = time.perf_counter(), table.work()
        await asyncio.sleep(WATCHED)
        return (table.work() - before) / (time.perf_counter() - began)


async def watch(address: str, stack: AsyncExitStack) -> None:
    """Follow the page as a browser does: take every update, and fetch the picture of every look."""
    import aiohttp
    import socketio

    session = await stack.enter_async_context(aiohttp.ClientSession(address))
    async with session.get("/") as answer:
        client_id = re.search(r"'client_id': '([^']+)'", await answer.text())
    assert client_id is not None
    phone = socketio.AsyncClient(http_session=session)
    fetched: set[str] = set()
    acknowledged = -1

    async def update(message: dict[str, Any]) -> None:
        nonlocal acknowledged
        acknowledged = message["_id"] + 1
        for name in re.findall(r'"name": "([0-9a-f]{16}-\d+)"', json.dumps(message)):
            if name not in fetched:
                fetched.add(name)
                async with session.get(f"/camera/{name}.jpg") as picture:
                    await picture.read()

    phone.on("update", update)

    async def acknowledge() -> None:
        while True:
            await asyncio.sleep(3.0)
            await phone.emit("ack", {"client_id": client_id[1], "next_message_id": acknowledged})

    query = f"client_id={client_id[1]}&next_message_id=0&implicit_handshake=true&tab_id={uuid.uuid4()}"
    await phone.connect(
        f"{address}?{query}&document_id={uuid.uuid4()}",
        socketio_path="/_nicegui_ws/socket.io",
        transports=["websocket"],
    )
    stack.push_async_callback(phone.disconnect)
    acking = asyncio.create_task(acknowledge())
    stack.callback(acking.cancel)
