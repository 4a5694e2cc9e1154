"""Running tests on a tree with a fault until one of them fails."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tools.planted import REPOSITORY
from tools.planted.errors import BrokenRunError
from tools.planted.faults import PlantedFault
from tools.planted.first_failures import FAILURES
from tools.planted.nearest import NEAR, nearest_first
from tools.planted.tree import CopiedTree

TIERS = {"test": [], "check": ["-m", "check"]}
"""What chooses each tier's tests; the first one is pytest's default in pyproject.toml."""
ONLY_CHANGED = "tests/firmware/test_build.py::test_the_committed_hex_is_what_the_sources_give"
"""A test that says of any change in the firmware that the program was not built anew finds no fault."""
PATIENCE = 120
"""Seconds that a test has: a fault may make it wait for ever."""
NO_TESTS, NO_SUCH_TEST = 5, 4


@dataclass(frozen=True, slots=True)
class Hunted:
    """What became of a fault: the tier and the tests that found it, none where nothing did, and how long it took."""

    fault: PlantedFault
    tier: str | None
    tests: tuple[str, ...]
    seconds: float

    @property
    def line(self) -> str:
        """The line that is printed about it."""
        if self.tier is None:
            return f"{self.fault.name}: NOT FOUND after {self.seconds:.0f} s"
        return f"{self.fault.name}: {self.tier}, after {self.seconds:.0f} s: {', '.join(self.tests)}"


class Hunter:
    """Looks for faults in a copied tree, tier by tier."""

    def __init__(self, tree: CopiedTree, tiers: Sequence[str], *, near: bool = False, all_near: bool = False) -> None:
        """Try `tiers` in this order.

        With `near` only those tests are tried that name the fault's module or lie in the same folder. With `all_near`
        these run to the end, so that all of them which find the fault are known.
        """
        self._tree, self._tiers, self._near, self._all_near = tree, tiers, near or all_near, all_near
        self._passing: set[str] = set()
        """Tests that were seen to pass without a fault."""
        self._sound: dict[str, frozenset[str]] = {}
        """Known tests of each tier that passed without a fault, in one run."""

    def trust(self, tests: Sequence[str]) -> None:
        """Run these tests once without a fault; each that passes need not be run so again when it finds one."""
        standing = [test for test in tests if self._stands(test)]
        for tier in self._tiers if standing else ():
            failed = self._failed(tier, standing, go_on=True)
            self._sound[tier] = frozenset(test for test in standing if not any(one.startswith(test) for one in failed))

    def _stands(self, test: str) -> bool:
        path, _, name = test.partition("::")
        file = self._tree.root / path
        return file.is_file() and f"def {name.partition('[')[0]}(" in file.read_text(encoding="utf-8")

    def hunt(self, fault: PlantedFault, known: str | None) -> Hunted:
        """Plant a fault and look for a test that fails; `known` found it another time and is tried first."""
        begun = time.monotonic()
        for tier in self._tiers:
            if tests := self._found_in(tier, fault, known):
                return Hunted(fault, tier, tests, time.monotonic() - begun)
        return Hunted(fault, None, (), time.monotonic() - begun)

    def _found_in(self, tier: str, fault: PlantedFault, known: str | None) -> tuple[str, ...]:
        tried: list[str] = []
        found: list[str] = []
        for paths in self._stages(fault, known):
            if not paths:
                continue
            leave_out = [f"--ignore={path}" for path in tried]
            while True:
                with self._tree.with_fault(fault):
                    failed = self._failed(tier, [*paths, *leave_out])
                real = [test for test in failed if self._finds(tier, test, fault, known)]
                found += [test for test in real if test not in found]
                if found and not self._all_near:
                    return tuple(found)
                if self._all_near or not failed:
                    break
                leave_out += [f"--deselect={test}" for test in failed]
            tried += [path for path in paths if "::" not in path]
        return tuple(found)

    def _stages(self, fault: PlantedFault, known: str | None) -> Iterator[list[str]]:
        if known and self._stands(known) and not self._all_near:
            yield [known]
        yield from islice(nearest_first(self._tree.root, fault.file), NEAR if self._near else None)

    def _finds(self, tier: str, test: str, fault: PlantedFault, known: str | None) -> bool:
        """Say whether a test that has failed finds the fault: it passes without it, and fails with it again.

        The second is not asked of the test that is `known` to find it. Others may fail by chance where other programs
        keep the machine busy.
        """
        if not self._passes(tier, test):
            return False
        if known and test.startswith(known):
            return True
        with self._tree.with_fault(fault):
            return bool(self._failed(tier, [test]))

    def _passes(self, tier: str, test: str) -> bool:
        """Say whether a test passes on the tree without a fault; another one's failure means nothing."""
        if {test, test.partition("[")[0]} & self._sound.get(tier, frozenset()):
            return True
        if test not in self._passing and not self._failed(tier, [test]):
            self._passing.add(test)
        return test in self._passing

    def _failed(self, tier: str, words: Sequence[str], *, go_on: bool = False) -> tuple[str, ...]:
        """Run tests and return those that fail: the first one, or all where all are wanted, or it is to `go_on`."""
        with tempfile.NamedTemporaryFile() as failures:
            first = [] if self._all_near or go_on else ["--exitfirst"]
            plugin = ["-p", "tools.planted.first_failures", "-p", "no:cacheprovider"]
            command = [sys.executable, "-m", "pytest", "-q", *plugin, f"--timeout={PATIENCE}", *first]
            done = subprocess.run(
                [*command, f"--deselect={ONLY_CHANGED}", *TIERS[tier], *words],
                cwd=self._tree.root,
                env=self._environment | {FAILURES: failures.name},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            failed = tuple(Path(failures.name).read_text(encoding="utf-8").splitlines())
        if done.returncode in (0, NO_TESTS) or failed:
            return failed
        if done.returncode == NO_SUCH_TEST and "::" in words[0]:
            return ()  # its parameters are others now
        raise BrokenRunError(f"pytest {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")

    @property
    def _environment(self) -> dict[str, str]:
        """The environment in which the copy's modules come first, also in programs that tests start elsewhere.

        The plugin is this tool's own: a copy in which something else is planted need not have it.
        """
        photographs = REPOSITORY.parent / "shared" / "dice-photos"
        return (
            {"PIPSQUEAK_PHOTOS": str(photographs)}
            | os.environ
            | {
                "PYTHONPATH": os.pathsep.join(map(str, (self._tree.root, REPOSITORY))),
                "PYTHONDONTWRITEBYTECODE": "",
            }
        )
