"""A plugin of pytest that writes down the processor time of each test."""

import json
import os
import resource
from collections.abc import Generator
from pathlib import Path

import pytest

FOLDER = "PIPSQUEAK_TEST_TIMES"
"""The variable of the environment that names the folder for the times; processes that run tests inherit it."""


def pytest_configure(config: pytest.Config) -> None:
    if folder := os.environ.get(FOLDER):
        config.pluginmanager.register(CaseClock(Path(folder) / f"{os.getpid()}.jsonl"))


def processor_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def most_kilobytes() -> int:
    """Return the most memory that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class CaseClock:
    """Notes each test with its seconds from setup to teardown, a JSON object a line.

    A fixture that several tests share, and a module that several import, count for the first of them. The most memory
    that this process held until then comes with it, and by how much more that is than before the test.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before, held = processor_seconds(), most_kilobytes()
        done = yield
        took = {"test": item.nodeid, "seconds": round(processor_seconds() - before, 4)}
        took |= {"kilobytes": most_kilobytes(), "more": most_kilobytes() - held}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(took) + "\n")
        return done
