"""The firmware's files include each other without cycles, and each begins with a line that says what it does."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support.firmware.build import FIRMWARE

ROOT = FIRMWARE.resolve()
SOURCES = sorted(file for folder in ("core", "avr", "host", "sim") for file in (ROOT / folder).glob("*.[ch]"))


def unit(file: Path) -> str:
    """Return the name of a unit: a C file together with its header."""
    return str(file.relative_to(ROOT).with_suffix(""))


def includes(file: Path) -> set[str]:
    """Return the units whose headers a file includes, but for its own and for made ones."""
    named = re.findall(r'^#include "([^"]+\.h)"', file.read_text(encoding="utf-8"), re.MULTILINE)
    found = {(file.parent / name).resolve() for name in named}
    return {unit(header) for header in found if header.exists()} - {unit(file)}


def test_no_cycle() -> None:
    graph: dict[str, set[str]] = {}
    for file in SOURCES:
        graph.setdefault(unit(file), set()).update(includes(file))
    assert sum(map(len, graph.values())) > 100
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the cycle
    assert order.index("core/faults") < order.index("core/board")


@pytest.mark.parametrize("file", SOURCES, ids=unit)
def test_each_file_says_what_it_does(file: Path) -> None:
    assert re.match(r"/\* [A-Z][^\n]+[.:]( \*/)?\n", file.read_text(encoding="utf-8"))
