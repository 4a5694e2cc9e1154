"""Builds the runner, a C program on libsimavr, unless it is already built from the same sources."""

import hashlib
import logging
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware.errors import TwinMissingError

_log = logging.getLogger(__name__)

SOURCES = Path(__file__).parents[1] / "firmware" / "runner"
"""Package data; in the repository a link to firmware/sim."""
PINS = SOURCES.parent / "avr" / "pins.h"
HEADER = "simavr/"
PACKAGES = "install it: 'make system', or sudo apt install gcc libsimavr-dev libelf-dev"


def built_runner(cache: Path) -> Path:
    """Return the runner. It is built in the folder `cache` once for these sources and this kind of machine.

    Raises TwinMissingError if compiler, libsimavr, sources or disk space are missing.
    """
    sources = sorted(SOURCES.glob("*.c"))
    if not sources:
        raise TwinMissingError(f"the sources of the twin's runner are not in {SOURCES}", "install the package again")
    digest = hashlib.sha256()
    for file in (*sources, *sorted(SOURCES.glob("*.h")), PINS):
        digest.update(file.read_bytes())
    runner = cache / f"twin-runner-{platform.machine()}-{digest.hexdigest()[:16]}"
    if not runner.is_file():
        _build(sources, runner)
    return runner


def _build(sources: list[Path], runner: Path) -> None:
    compiler = shutil.which(os.environ.get("CC") or "cc") or shutil.which("gcc")
    if compiler is None:
        raise TwinMissingError("the twin's runner must be built once, but there is no C compiler", PACKAGES)
    _log.info("building the twin's runner: %s", runner)
    try:
        runner.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=runner.parent) as folder:
            beside = Path(folder) / "runner"
            flags = ("-std=gnu11", "-O2", "-o", beside)
            done = subprocess.run(
                [compiler, *flags, *sources, "-lsimavr", "-lelf"], capture_output=True, text=True, check=False
            )
            if not done.returncode:
                beside.replace(runner)
    except OSError as error:
        raise TwinMissingError(
            f"the twin's runner cannot be built into {runner.parent} ({error.strerror})", "make room there"
        ) from error
    if done.returncode:
        raise TwinMissingError(_reason(done.stderr), PACKAGES)


def _reason(said: str) -> str:
    """Return one line that says why the compiler has failed."""
    if HEADER in said or "-lsimavr" in said or "-lelf" in said:
        return "the twin's runner has to be built once, and libsimavr or libelf is not installed"
    lines = [line for line in said.splitlines() if "error" in line] or ["no word of why"]
    return f"the twin's runner cannot be built: {lines[0]}"
