"""Run a tier of the tests and print where its processor time went, and the most memory that it held at a time."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.tier_times.plugin import FOLDER

PROCESSES = Path("/proc")


def tree_kilobytes(root: int, processes: Path = PROCESSES) -> int:
    """Return the memory that a process and its descendants hold: each page once, what others share by its part (PSS).

    Processes that end meanwhile count nothing.
    """
    children: dict[int, list[int]] = {}
    for stat in processes.glob("[0-9]*/stat"):
        if (fields := _read(stat).rpartition(") ")[2].split()) and len(fields) > 1:
            children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    total, waiting = 0, [root]
    while waiting:
        one = waiting.pop()
        waiting += children.get(one, [])
        sizes = dict(line.split(":") for line in _read(processes / str(one) / "smaps_rollup").splitlines()[1:])
        total += int(sizes.get("Pss", "0").split()[0])
    return total


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


LONG = 1.0
"""Seconds of processor time that a test of the first tier does not exceed."""
WIDE = 50 * 1024
"""Kilobytes by which few tests raise the most that their process held."""


@dataclass(frozen=True, slots=True)
class CaseTime:
    """A test, its seconds of processor time, and the most memory that its process held until its end, with the rise."""

    test: str
    seconds: float
    kilobytes: int
    more: int

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]

    @property
    def room(self) -> str:
        """The folder below tests/, or the file where it stands in tests/ itself."""
        return "/".join(self.file.split("/")[:2])


def read_times(folder: Path) -> list[CaseTime]:
    """Return what the plugin has written into a folder."""
    lines = (line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return [CaseTime(**json.loads(line)) for line in lines]


def report(cases: Sequence[CaseTime]) -> Iterator[str]:
    """Yield the lines that tell of all tests: processor time by room and by file, and each that is long or wide."""
    for heading, key in (("room", "room"), ("file", "file")):
        yield f"processor seconds by {heading}:"
        yield from _sums((getattr(case, key), case.seconds) for case in cases)
    long = sorted((case for case in cases if case.seconds > LONG), key=lambda case: -case.seconds)
    yield f"tests over {LONG:g} s of processor time: {len(long)}"
    yield from (f"{case.seconds:9.1f}  {case.test}" for case in long)
    wide = sorted((case for case in cases if case.more > WIDE), key=lambda case: -case.more)
    yield f"tests that made their process larger by more than {WIDE // 1024} MB: {len(wide)}"
    yield from (f"{case.more // 1024:9d}  {case.test}" for case in wide)


def _sums(parts: Iterable[tuple[str, float]]) -> Iterator[str]:
    seconds = defaultdict[str, list[float]](list)
    for name, part in parts:
        seconds[name].append(part)
    sums = sorted(((sum(each), name, len(each)) for name, each in seconds.items()), reverse=True)
    yield from (f"{amount:9.1f}  {name} ({count})" for amount, name, count in sums)


def largest(cases: Sequence[CaseTime]) -> int:
    """Return the most megabytes that one process that runs tests has held."""
    return max((case.kilobytes for case in cases), default=0) // 1024


ROOT = Path(__file__).parents[2]
LOOKS = 0.5
"""Seconds between two looks at the memory."""
TIERS = {
    "test": ("-p", "tests.support.forks", "--forks", "{}"),
    "check": ("-n", "{}", "--dist", "worksteal", "-m", "check and not soak"),
}
"""What pytest is told for a tier with so many processes, one more than processors: as in the Makefile."""


def pytest_words(tier: str, processors: int) -> list[str]:
    """Return the command that runs a tier, without pytest's further arguments."""
    return ["-m", "pytest", *(word.format(processors + 1) for word in TIERS[tier])]


def kernels() -> set[Path]:
    """Return the compiled kernels that numba keeps beside the code."""
    return {path for room in ("solver", "tools", "tests") for path in (ROOT / room).rglob("*.nbc")}


def main(words: Sequence[str] | None = None) -> int:
    """Run the tier and return pytest's exit status: no time or memory fails a run."""
    parser = argparse.ArgumentParser(prog="python -m tools.tier_times", description=__doc__, allow_abbrev=False)
    parser.add_argument("--tier", choices=TIERS, default="test", help="the tier of 'make TIER' (default test)")
    parser.epilog = "All other arguments are pytest's, such as a folder of tests."
    args, others = parser.parse_known_args(words)
    command = [sys.executable, *pytest_words(args.tier, os.cpu_count() or 1), *others, "-p", "tools.tier_times.plugin"]
    before, began, most = kernels(), time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        # Bytecode is kept, as 'make test' keeps it.
        run = subprocess.Popen(command, cwd=ROOT, env={**os.environ, FOLDER: folder, "PYTHONDONTWRITEBYTECODE": ""})
        while run.poll() is None:
            most = max(most, tree_kilobytes(run.pid))
            time.sleep(LOOKS)
        wall, cases = time.monotonic() - began, read_times(Path(folder))
    print("\n".join(report(cases)))
    print(f"{len(cases)} tests: {sum(case.seconds for case in cases):.1f} s of processor time in {wall:.0f} s")
    print(f"most memory of all processes at a time: {most / 1024:.0f} MB, of one that runs tests: {largest(cases)} MB")
    if compiled := len(kernels() - before):
        print(f"{compiled} kernels were compiled in this run, which counts above: run it again for the times without")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
