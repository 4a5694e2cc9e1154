"""The page in Chromium: how soon things are seen, and what viewers, strangers and the past cost the table's machine."""

import asyncio
import itertools
import json
import os
import re
import resource
import socket
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np

from robot.config import Tempo
from robot.match.moments import WAITS
from tests.support.robot.browser import choose, sit
from tests.support.robot.programs import until_ready
from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.bench.timing import figure, times
from tools.draw.pages import chromium, start_module

SEEN_LIMIT, PHONES_LIMIT, PAGE_LIMIT, PAINT_LIMIT, THROWN_LIMIT = 0.150, 0.25, 0.5, 1.0, 8.0
RATE_LIMIT, SHARE_LIMIT, HEALTH_LIMIT, READY_LIMIT, PHOTOGRAPH_LIMIT = 15.0, 0.35, 0.5, 10.0, 1.5
MEGABYTES_LIMIT, GROWTH_LIMIT = 150, 0.2
PHONES, VIEWERS = 20, 60
WATCHED = 20.0
"""Seconds of a game at the table's own pace over which work and pictures are counted."""
HALF, ASKED = 1100, 40
"""So many half requests are held, and so often the page is asked for meanwhile."""
GAMES = (5, 50)
AT_ONCE = 60
PAST = ("yahtzee", "--players", "robot:greedy,robot:casual", "--fast", "--seed", "5")
TEMPO_SECONDS = 70.0
"""How long a game of Pig between robots is watched."""
STARTS = 3
TABLE = ("--table", "sim", "--port", "0", "--seed", "3")
PHOTOGRAPH, SIDE, NOISE, PHOTOGRAPHS = (4000, 3000), 260.0, 6.0, 8
PATIENCE = 60_000
"""Milliseconds for each step of the browser."""
SEEN = """
    window.seen = [];
    new MutationObserver(() => {
        const told = [...document.querySelectorAll(".said li")].map((line) => line.textContent);
        if (told.join() !== window.seen.at(-1)?.[0].join()) window.seen.push([told, Date.now()]);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
FRAMES = """
    window.frames_seen = [];
    const look = () => {
        const now = [
            document.querySelector(".play").dataset.tone,
            document.querySelector(".figure")?.getAttribute("class") ?? "",
            document.querySelector(".said li")?.textContent ?? "",
        ];
        const last = window.frames_seen.at(-1)?.[1].join();
        if (now.join() !== last) window.frames_seen.push([performance.now() / 1000, now]);
        requestAnimationFrame(look);
    };
    look();
"""
SHOWN = """
    values => [...document.querySelectorAll(".picture b")].map((one) => one.textContent).sort().join() === values.join()
"""

Frame = tuple[float, Sequence[str]]
"""When a frame was the first that showed a tone, a face and a last sentence."""


@dataclass(frozen=True, slots=True)
class PageServer:
    """A server, where its journal is, and the code that lets a phone in, if the network sees the server."""

    address: str
    process: "subprocess.Popen[str]"
    home: Path
    code: str = ""

    def work(self) -> float:
        """Return the seconds of one core that the server has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def share(self) -> float:
        """Return how much of a core the server needs for a while."""
        began, before = time.perf_counter(), self.work()
        time.sleep(WATCHED)
        return (self.work() - before) / (time.perf_counter() - began)

    def memory(self, which: str) -> int:
        """Return the memory that the server has now (VmRSS), or had at most (VmHWM), in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.split(f"{which}:")[1].split()[0]) // 1024

    def log(self, query: str) -> list[tuple[Any, ...]]:
        """Return rows of its journal."""
        with sqlite3.connect(self.home / "data" / "journal.sqlite") as journal:
            return journal.execute(query).fetchall()


@contextmanager
def serve_page(*words: str, table: str = "sim") -> Iterator[PageServer]:
    """Serve a table from an empty home with further `words`."""
    seed = () if table == "hands" else ("--seed", "5")
    with start_module(("robot", "serve", "--table", table, "--port", "0", *seed, *words)) as server:
        said = [next(server.said) for _ in range(2 if "phone" in words else 1)]
        until_ready(said[0])
        yield PageServer(said[0], server.process, server.home, *said[1:])


@contextmanager
def open_browser(address: str, **window: Any) -> Iterator[Any]:
    """Open a window of Chromium on a server."""
    with chromium() as browser:
        shown = browser.new_page(base_url=address, **window)
        shown.set_default_timeout(PATIENCE)
        yield shown


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:  # noqa: S310  our own server
        data: bytes = answer.read()
    return data


@contextmanager
def health_watched(table: PageServer) -> Iterator[list[float]]:
    """Keep how long the slowest answer of /health has taken, in seconds."""
    slowest, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.is_set():
            slowest[0] = max(slowest[0], times([lambda: fetch(f"{table.address}/health")]).best)
            time.sleep(0.05)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield slowest
    finally:
        over.set()
        thread.join()


def begin_robots(shown: Any, goal: str = "100") -> None:
    """Begin a game of Pig to a goal between two robots."""
    shown.goto("/new")
    shown.get_by_label("Points that win").fill(goal)
    shown.locator(".seat select").first.select_option("robot")
    shown.get_by_role("button", name="Begin a game").click()
    shown.wait_for_url("**/")
    shown.locator(".play[data-kind=race]").wait_for()


def page() -> Iterator[str]:
    """Yield how soon a throw's result is seen, and what twenty phones that watch cost."""
    with serve_page("--speed", "1", "--tempo", "fast") as table:
        delays = measure_sights(table, 25)
        yield figure("a throw's reading to its sight in Chromium (median)", statistics.median(delays), "", SEEN_LIMIT)
        yield figure(f"  the slowest of {len(delays)}", max(delays), "the limit", SEEN_LIMIT)
        alone, many = (asyncio.run(watched(table, phones)) for phones in (0, PHONES))
        cost = f"{PHONES} phones that watch Pig, seconds of a core each second"
        yield figure(cost, max(1e-6, many - alone), f"the limit; {alone:.3f} without them", PHONES_LIMIT)


def measure_sights(table: PageServer, seconds: float) -> list[float]:
    """Return how long after each reading was entered into the journal a browser showed it."""
    with open_browser(table.address) as window:
        begin_robots(window)
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
    return [at - when for text, at in throws for when in [latest(entered, text, at)] if when is not None]


def list_added(before: list[str], now: list[str]) -> list[str]:
    """Return the lines that came on top of those that were there before."""
    new = next((new for new in range(len(now)) if before[: len(now) - new] == now[new:]), len(now))
    return now[:new]


def latest(entered: list[tuple[list[int], float]], text: str, seen: float) -> float | None:
    """Return when the reading of a sentence was entered: the last one before the sentence was seen."""
    values = [int(word) for word in re.findall(r"throws (\d)", text)]
    return next((at for faces, at in reversed(entered) if faces == values and at <= seen), None)


async def watched(table: PageServer, phones: int) -> float:
    """Return how much of a core the server needs while so many phones watch the game."""
    async with AsyncExitStack() as stack:
        for _ in range(phones):
            await watch(table.address, stack)
        await asyncio.sleep(2.0)
        return await asyncio.to_thread(table.share)


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
    address = f"{address}?{query}&document_id={uuid.uuid4()}"
    await phone.connect(address, socketio_path="/_nicegui_ws/socket.io", transports=["websocket"])
    stack.push_async_callback(phone.disconnect)
    acking = asyncio.create_task(acknowledge())
    stack.callback(acking.cancel)


def crowd() -> Iterator[str]:
    """Yield how a stranger with half requests is borne, and how memory grows with games."""
    with serve_page("--speed", "1", "--tempo", "fast", "--host", "0.0.0.0") as table:  # noqa: S104  as asked for
        network = urlsplit(table.address)
        own = PageServer(f"http://127.0.0.1:{network.port}", table.process, table.home)
        with open_browser(own.address) as window:
            window.goto("/")
            window.reload()  # as a second visit has it
            window.locator(".play").wait_for()
            painted: float = window.evaluate(PAINTED)
        yield figure("first paint of the page in Chromium", painted / 1000, "the limit", PAINT_LIMIT)
        stop = threading.Event()
        held = threading.Thread(target=hold, args=(str(network.hostname), int(network.port or 0), stop))
        held.start()
        try:
            asked = times([lambda: fetch(f"{own.address}/")] * ASKED)
            what = f"{HALF} half requests: the table's own page, slowest of {ASKED}"
            yield figure(what, asked.worst, "the limit", PAGE_LIMIT)
            delays = measure_sights(own, 25)
        finally:
            stop.set()
            held.join()
        yield figure(f"  a reading to its sight, slowest of {len(delays)}", max(delays), "the limit", SEEN_LIMIT)
    with serve_page("--speed", "20", "--tempo", "fast") as table, open_browser(table.address) as window:
        found = []
        for played in range(1, max(GAMES) + 1):
            begin_robots(window, "10")
            window.locator(".play[data-tone=over]").wait_for()
            found += [table.memory("VmRSS")] * (played in GAMES)
        few, many = found
        yield (
            f"memory of the server after {GAMES[0]} / {GAMES[1]} games: {few} MB / {many} MB, "
            f"{many / few - 1:+.1%} (limit {GROWTH_LIMIT:.0%})"
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


@dataclass
class Viewer:
    """Takes live pictures of a server; `came` are the times (s since 1970) at which each came."""

    table: PageServer
    came: list[float] = field(default_factory=list)
    _socket: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        address = urlsplit(self.table.address)
        self._socket = socket.create_connection((address.hostname, address.port))

    @property
    def rate(self) -> float:
        """How many pictures came a second."""
        return (len(self.came) - 1) / max(self.came[-1] - self.came[0], 1e-6) if len(self.came) > 1 else 0.0

    def watch(self) -> None:
        """Take pictures until `end` is called."""
        asked = f"GET /camera/live HTTP/1.1\r\nHost: {urlsplit(self.table.address).netloc}\r\n\r\n"
        with suppress(OSError), self._socket.makefile("rb") as film:  # the server may notice the end first
            self._socket.sendall(asked.encode())
            while line := film.readline():
                if line.lower().startswith(b"content-length:"):
                    film.readline()
                    film.read(int(line.split(b":")[1]))
                    self.came.append(time.time())

    def end(self) -> None:
        """Let it take no more pictures."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


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


def live() -> Iterator[str]:
    """Yield how many live pictures a second come during a throw, and what viewers cost; the twin has no limits."""
    for name in ("sim", "twin"):
        with serve_page("--speed", "1", table=name) as table:
            yield from live_of(table, name)


def live_of(table: PageServer, name: str) -> Iterator[str]:
    with watching(table, 1) as idle:
        time.sleep(2.0)
        still = table.share()
        pictures = idle[0].rate
    yield f"{name}: one viewer while nothing happens: {pictures:.1f} pictures a second, {still:.3f} of a core"
    yield f"{name}: nobody, while nothing happens: {table.share():.3f} of a core"
    with open_browser(table.address) as window:
        begin_robots(window)
    alone = table.share()
    with watching(table, 1) as one:
        time.sleep(1.0)
        share = table.share() - alone
    each, throws = during_throws(table, one[0].came)
    yield f"{name}: {each:.1f} live pictures a second in {throws} throws"
    if name == "sim":
        yield figure("  from one to the next", 1 / each, "the limit", 1 / RATE_LIMIT)
        yield figure(
            "  one viewer, seconds of a core each second", share, f"the limit; {alone:.3f} without", SHARE_LIMIT
        )
    else:
        yield f"  one viewer: {share:.3f} of a core; {alone:.3f} without"
    before = table.memory("VmHWM")
    with health_watched(table) as slowest, watching(table, VIEWERS) as many:
        time.sleep(1.0)
        crowded = table.share() - alone
    least = min(viewer.rate for viewer in many)
    yield f"  {VIEWERS} viewers: {crowded:.3f} of a core, {least:.1f} pictures a second for each at least"
    yield figure("  the slowest answer of /health meanwhile", slowest[0], "the limit", HEALTH_LIMIT)
    yield f"  the server's memory: {before} MB before them, {table.memory('VmHWM') - before} MB more at most"


def during_throws(table: PageServer, came: list[float]) -> tuple[float, int]:
    """Return how many pictures a second came during throws, and how many throws these were."""
    rows = table.log("SELECT kind, at FROM log WHERE kind IN ('intention', 'reading') ORDER BY number")
    moments = [(kind, datetime.fromisoformat(at).timestamp()) for kind, at in rows]
    throws = [
        (begun, read)
        for (kind, begun), (then, read) in itertools.pairwise(moments)
        if (kind, then) == ("intention", "reading") and came[0] <= begun and read <= came[-1]
    ]
    pictures = sum(begun <= at <= read for at in came for begun, read in throws)
    return pictures / sum(read - begun for begun, read in throws), len(throws)


def past_pictures() -> Iterator[str]:
    """Yield what it does to the server to be asked at once for the picture of a past game."""
    with serve_page("--speed", "1") as table:
        play = [sys.executable, "-m", "robot", "play", *PAST]
        environment = {**os.environ, "PIPSQUEAK_HOME": str(table.home)}
        subprocess.run(play, env=environment, stdout=subprocess.DEVNULL, check=True)
        before = table.memory("VmHWM")
        with health_watched(table) as slowest, ThreadPoolExecutor(AT_ONCE) as phones:
            began = time.perf_counter()
            pictures = list(phones.map(lambda _: fetch(f"{table.address}/history/1.png"), range(AT_ONCE)))
            seconds = time.perf_counter() - began
        assert len(set(pictures)) == 1
        yield f"{AT_ONCE} requests at once for the picture of a past game: {seconds:.1f} s"
        yield figure("  the slowest answer of /health meanwhile", slowest[0], "the limit", HEALTH_LIMIT)
        grown = table.memory("VmHWM") - before
        yield f"  the server's memory: {before} MB before, {grown} MB more at most (limit {MEGABYTES_LIMIT})"


def tempo() -> Iterator[str]:
    """Yield how long readings, choices and busts stay on the page, beside what the tempo promises."""
    kinds: dict[str, tuple[Callable[[Sequence[str]], bool], float]] = {
        "a reading": (lambda shown: re.search(r"\bthrows \d", shown[2]) is not None, WAITS[Tempo.CALM].reading),
        "a robot's choice": (
            lambda shown: any(mood in shown[1] for mood in ("mood-sure", "mood-torn")),
            WAITS[Tempo.CALM].decision,
        ),
        "a bust": (lambda shown: shown[0] == "bust", WAITS[Tempo.CALM].moment),
    }
    for pace, end in ((Tempo.CALM, "shortest"), (Tempo.FAST, "longest")):
        with serve_page("--speed", "4", "--tempo", pace) as table, open_browser(table.address) as window:
            begin_robots(window)
            window.evaluate(FRAMES)
            window.wait_for_timeout(1000 * TEMPO_SECONDS)
            frames: list[Frame] = window.evaluate("window.frames_seen")
        for what, (kind, wait) in kinds.items():
            stays = sorted(durations(frames, kind)) or [0.0]
            seconds = stays[0] if pace is Tempo.CALM else stays[-1]
            said = f"{what} stays, {pace}: the {end} of {len(stays)}"
            yield figure(said, max(seconds, 1e-3), "the calm tempo's wait", wait)


def first_throw() -> Iterator[str]:
    """Yield how soon who opens the table's page has thrown, by two taps."""
    with serve_page() as table, open_browser(table.address) as window:
        begun = time.perf_counter()
        window.goto("/")
        window.locator(".quick:not([aria-disabled])").click()
        window.locator(".play[data-tone=you] button.roll").click()
        window.locator(".play[data-tone=wait]").wait_for()
        thrown = time.perf_counter() - begun
        window.locator(".said li", has_text="You throw").first.wait_for()
        read = time.perf_counter() - begun
    yield figure("from opening the page to one's own first throw, two taps", thrown, "the limit", THROWN_LIMIT)
    yield f"  to its reading: {read:.1f} s"


def durations(frames: Sequence[Frame], kind: Callable[[Sequence[str]], bool]) -> list[float]:
    """Return for how many seconds each run of frames of a kind was shown that began and ended while it was watched."""
    runs = [(what, [*group]) for what, group in itertools.groupby(frames, lambda frame: kind(frame[1]))]
    return [after[0][0] - group[0][0] for (what, group), (_, after) in itertools.pairwise(runs[1:]) if what]


def phone() -> Iterator[str]:
    """Yield how soon after the tap a phone shows what was read of its photograph of five dice."""
    words = ("--camera", "phone", "--host", "0.0.0.0")  # noqa: S104  a phone comes by the network
    with (
        serve_page(*words, table="hands") as table,
        open_browser(table.address, viewport={"width": 390, "height": 844}) as window,
    ):
        window.goto(f"/pair?code={table.code}")
        sit(window, "Anna")
        window.locator(".play").wait_for()
        window.goto("/new")
        choose(window, "Yahtzee")
        window.get_by_placeholder("Name").first.fill("Anna")
        window.get_by_label("Who begins?").select_option("1")
        window.get_by_role("button", name="Begin a game").click()
        window.get_by_role("button", name="Throw 5 dice").click()
        window.locator(".now", has_text="throw 5 dice").wait_for()
        time.sleep(1.0)  # people throw meanwhile
        seconds, sizes = [], []
        for number in range(PHOTOGRAPHS):
            path, values = photograph_throw(table.home, number)
            sizes.append(path.stat().st_size)
            began = time.perf_counter()
            window.locator(".eye input").set_input_files(path)
            window.wait_for_function(SHOWN, arg=values, polling=10)
            seconds.append(time.perf_counter() - began)
    first, *others = seconds
    beside = f"the limit; {statistics.fmean(sizes) / 1e6:.1f} MB of JPEG"
    what = f"a photograph of {PHOTOGRAPH[0]} x {PHOTOGRAPH[1]} until its values are seen"
    yield figure(f"{what}, the first", first, beside, PHOTOGRAPH_LIMIT)
    yield figure(f"  the median of {len(others)} others", statistics.median(others), "the limit", PHOTOGRAPH_LIMIT)
    yield figure("  the slowest", max(others), "the limit", PHOTOGRAPH_LIMIT)


def photograph_throw(folder: Path, number: int) -> tuple[Path, list[str]]:
    """Return a photograph of a throw, with a sensor's noise, and what the dice show, in ascending order."""
    rng = np.random.default_rng(number)
    values = [int(value) for value in rng.integers(1, 7, 5)]
    dice = [
        DrawnDie(value, 500.0 + 750 * place, float(rng.uniform(700, 2300)), SIDE, float(rng.uniform(0, 90)))
        for place, value in enumerate(values)
    ]
    width, height = PHOTOGRAPH
    picture = draw(dice, PHOTOGRAPH, seed=number).astype(np.float32) + rng.normal(0, NOISE, (height, width, 3))
    path = folder / f"{number}.jpg"
    cv2.imwrite(str(path), np.clip(picture, 0, 255).astype(np.uint8))
    return path, [str(value) for value in sorted(values)]


def ready() -> Iterator[str]:
    """Yield how soon the programs that serve a table are ready, from an empty home on the simulated one."""
    for verb in ("serve", "exhibit"):
        worked = children()
        starts = times([lambda verb=verb: start(verb)] * STARTS)  # type: ignore[misc]
        beside = f"the limit; {(children() - worked) / STARTS:.2g} s of one core's work"
        yield figure(f"pipsqueak {verb} until it is ready, median of {STARTS}", starts.median, beside, READY_LIMIT)
        yield figure("  the slowest of them", starts.worst, "the limit", READY_LIMIT)


def start(verb: str) -> None:
    """Start a program from an empty home, and end it when it is ready."""
    with start_module(("robot", verb, *TABLE)) as server:
        until_ready(next(server.said))
        server.process.kill()


def children() -> float:
    """Return the seconds of one core that programs which have ended worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
