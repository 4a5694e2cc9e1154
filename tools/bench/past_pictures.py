"""The picture of a past game, asked for sixty times at once: how long it takes, and what it does to the server."""

import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.bench._figure import figure
from tools.bench.page import PageServer, served

AT_ONCE = 60
GAME = ("yahtzee", "--players", "robot:greedy,robot:casual", "--fast", "--seed", "5")
HEALTH_LIMIT, MEGABYTES_LIMIT = 0.5, 150
MEGABYTE = 1024


def run() -> Iterator[str]:
    """Yield the lines."""
    with served("1") as table:
        environment = {**os.environ, "PIPSQUEAK_HOME": str(table.home)}
        play = [sys.executable, "-m", "robot", "play", *GAME]
        subprocess.run(play, env=environment, stdout=subprocess.DEVNULL, check=True)
        slowest, over = [0.0], threading.Event()
        watch = threading.Thread(target=watch_health, args=(table, slowest, over))
        before = memory(table)
        watch.start()
        began = time.perf_counter()
        with ThreadPoolExecutor(AT_ONCE) as phone:
            pictures = list(phone.map(lambda _: fetch(f"{table.address}/history/1.png"), range(AT_ONCE)))
        seconds = time.perf_counter() - began
        over.set()
        watch.join()
        assert len(set(pictures)) == 1
        yield f"{AT_ONCE} requests at once for the picture of a past game: {seconds:.1f} s"
        yield figure("  the slowest answer of /health meanwhile", slowest[0], "the limit", HEALTH_LIMIT)
        grown = memory(table) - before
        yield f"  the server's memory: {before} MB before, {grown} MB more at most (limit {MEGABYTES_LIMIT})"


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:  # noqa: S310  our own server
        data: bytes = answer.read()
    return data


def watch_health(table: PageServer, slowest: list[float], over: threading.Event) -> None:
    """Keep how long the slowest answer has taken."""
    while not over.is_set():
        began = time.perf_counter()
        fetch(f"{table.address}/health")
        slowest[0] = max(slowest[0], time.perf_counter() - began)
        time.sleep(0.05)


def memory(table: PageServer) -> int:
    """Return the most memory that the server has had so far, in MB."""
    status = Path(f"/proc/{table.process.pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) // MEGABYTE
