"""Run a tier of the tests and print where its processor time went, and the most memory that it held at a time."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.tier_times.memory import tree_kilobytes
from tools.tier_times.plugin import FOLDER
from tools.tier_times.report import largest, read_times, report

ROOT = Path(__file__).parents[2]
LOOKS = 0.5
"""Seconds between two looks at the memory."""
TIERS = {
    "test": ("-p", "tests.support.forks", "--forks", "{0}"),
    "check": ("-n", "{1}", "--dist", "worksteal", "-m", "check and not soak"),
}
"""What pytest is told for a tier with so many processors, or one more: as in the Makefile."""


def pytest_words(tier: str, processors: int) -> list[str]:
    """Return the command that runs a tier, without pytest's further arguments."""
    return ["-m", "pytest", *(word.format(processors, processors + 1) for word in TIERS[tier])]


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
