"""Programs that serve a simulated table, started for tests and benchmarks."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.robot.waiting import PATIENCE


@contextmanager
def ensure_end(process: "subprocess.Popen[str]") -> Iterator[None]:
    """Kill a program that is still running at the end, however the test ends, so that no later test finds it."""
    try:
        yield
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


@contextmanager
def start_server(
    verb: str,
    home: Path,
    *words: str,
    program: Sequence[str] = (sys.executable, "-m", "robot"),
    port: int = 0,
    stdin: int = subprocess.DEVNULL,
    environment: Mapping[str, str] | None = None,
) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """Start a program that serves a simulated table; it comes with the address of its page."""
    with subprocess.Popen(
        [*program, verb, "--table", "sim", "--port", str(port), "--seed", "3", *words],
        env=os.environ | {"PIPSQUEAK_HOME": str(home)} | dict(environment or {}),
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            address = next(read_doors(process.stderr), "")
            assert address, "it ended"
            yield process, address
        finally:
            process.terminate()


def read_doors(stderr: Iterable[str]) -> Iterator[str]:
    """Yield the address of the page, and then the code for phones, from the lines that a program prints."""
    return (line.split()[-1] for line in stderr if "the page is at" in line or "with the code" in line)


def until_ready(address: str) -> dict[str, Any]:
    """Ask for the health until every device was tried, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=PATIENCE) as answer:
                health: dict[str, Any] = json.load(answer)
        except urllib.error.URLError:
            health = {"phase": "starting"}
        if health["phase"] != "starting":
            return health
        time.sleep(0.02)
    raise TimeoutError(f"{address} is not ready")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
