"""Run tests on a copy of the tree with a fault, the nearest first, until one of them fails."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from tools.planted import REPOSITORY, git
from tools.planted.faults import PlantedFault, PlantingError
from tools.planted.outcomes import OUTCOMES

TESTS = PurePosixPath("tests")
NEAR = 3
"""The number of groups that --near tries: tests that name the module, and those in the folder that mirrors its own."""


def sort_tests(root: Path, file: str) -> Iterator[list[str]]:
    """Yield groups of paths of tests below `root`, nearest to `file` first; the last group is all tests.

    First come the modules in the mirrored folder that have or mention the file's name, then others that mention it,
    then the folders around.
    """
    source = PurePosixPath(file)
    folders = [TESTS / folder for folder in source.parents if (root / TESTS / folder).is_dir()]
    modules = {path: (root / path).read_text(encoding="utf-8") for path in _modules(root)}
    own = [path for path in modules if path.parent == folders[0] and source.stem in path.stem]
    names = re.compile("|".join(_names(source)), re.MULTILINE)
    named = [path for path in modules if path not in own and names.search(modules[path])]
    near = [path for path in named if path.parent == folders[0]]
    yield [str(path) for path in (*own, *near)]
    yield [
        str(path) for path in sorted(set(named) - set(near), key=lambda path: (folders[0] not in path.parents, path))
    ]
    for folder in folders:
        yield [str(folder)]


def _modules(root: Path) -> list[PurePosixPath]:
    return sorted(PurePosixPath(path.relative_to(root).as_posix()) for path in (root / TESTS).rglob("test_*.py"))


def _names(source: PurePosixPath) -> tuple[str, ...]:
    """Return patterns for a file in a test: imports for a module, else the file's name."""
    if source.suffix != ".py":
        return (rf"(?<![\w.]){re.escape(source.name)}(?!\w)",)
    module = ".".join(source.with_suffix("").parts)
    folder, _, name = module.rpartition(".")
    return rf"\bfrom {module} import", rf"\bimport {module}$", f'"{module}\\b', rf"\bfrom {folder} import {name}$"


KERNEL = "@compiled"
BUILT = "firmware/build"


class CopiedTree:
    """A copy of a tree: the files that git lists, with their times, and the compiled bytecode and kernels.

    Because times are kept, the compiled code of files without a fault is still valid in the copy.
    """

    def __init__(self, original: Path, root: Path) -> None:
        """Copy `original` to the folder `root`, which must not exist yet."""
        self._original, self.root = original, root
        names = git(original, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        files = [Path(name) for name in names if name and (original / name).is_file()]
        for file in files:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(original / file, root / file)
        self._folders = sorted({file.parent for file in files})
        self._bring_compiled(self._folders)
        # Some tests ask git for the files of the tree.
        git(root, "init", "--quiet")
        git(root, "add", "--all")

    @contextmanager
    def with_fault(self, fault: PlantedFault) -> Iterator[None]:
        """Plant `fault`, and remove it at the end. Raises PlantingError unless its text occurs exactly once."""
        file = self.root / fault.file
        whole, before = file.read_bytes(), file.stat()
        planted = fault.plant(whole.decode())
        stale = self._folders_with_kernels_of(fault)
        file.write_text(planted, encoding="utf-8")
        for folder in stale:
            for kernel in (self.root / folder / "__pycache__").glob("*.nb[ic]"):
                kernel.unlink()
        try:
            yield
        finally:
            file.write_bytes(whole)
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
            self._bring_compiled({file.parent.relative_to(self.root), *stale})
            # Make would think that the program with the fault is newer than its source.
            shutil.rmtree(self.root / BUILT, ignore_errors=True)

    def _folders_with_kernels_of(self, fault: PlantedFault) -> set[Path]:
        """Return the folders with kernels that may call one of the file's: numba checks only the caller's file."""
        if KERNEL not in (self.root / fault.file).read_text(encoding="utf-8"):
            return set()
        return {folder for folder in self._folders if folder.parts[:1] == (fault.room,)}

    def _bring_compiled(self, folders: "set[Path] | list[Path]") -> None:
        for folder in folders:
            compiled = self.root / folder / "__pycache__"
            shutil.rmtree(compiled, ignore_errors=True)
            if (self._original / folder / "__pycache__").is_dir():
                shutil.copytree(self._original / folder / "__pycache__", compiled)


TIERS = {"test": [], "check": ["-m", "check and not soak"]}
"""The words that select each tier's tests; the first tier is pytest's default in pyproject.toml."""
ONLY_CHANGED = "tests/firmware/test_build.py::test_the_committed_hex_is_what_the_sources_give"
"""This test fails after each change of the firmware that is not built again, so that it does not find faults."""
PATIENCE = 120
"""The time limit of a test in seconds: a fault may make it wait for ever."""
NO_TESTS, NO_SUCH_TEST = 5, 4


@dataclass(frozen=True, slots=True)
class Hunted:
    """The result for a fault: the tier and the tests that found it, if any, and the seconds that this took."""

    fault: PlantedFault
    tier: str | None
    tests: tuple[str, ...]
    seconds: float

    def to_json(self) -> dict[str, str | None]:
        """Return the tier and the first test that found the fault, in the format of `found.json`."""
        return {"tier": self.tier, "test": self.tests[0] if self.tests else None}

    @property
    def line(self) -> str:
        """The line to print about the fault."""
        if self.tier is None:
            return f"{self.fault.name}: NOT FOUND after {self.seconds:.0f} s"
        return f"{self.fault.name}: {self.tier}, after {self.seconds:.0f} s: {', '.join(self.tests)}"


class Hunter:
    """A search for faults in a copied tree, tier by tier."""

    def __init__(self, tree: CopiedTree, tiers: Sequence[str], *, near: bool = False) -> None:
        """Try `tiers` in this order; with `near`, only tests that name the fault's module or are in its folder."""
        self._tree, self._tiers, self._near = tree, tiers, near
        self._passing: set[str] = set()
        """Tests that have passed without a fault."""

    def trust(self, tests: Sequence[str]) -> None:
        """Run these tests once without a fault; those that pass are not run without a fault again."""
        standing = [test for test in tests if self._stands(test)]
        for tier in self._tiers:
            # pytest runs no test if it does not know one of them, such as one with changed parameters.
            for chosen in (standing, [test for test in standing if "[" not in test]):
                if chosen and (passed := self._outcomes(tier, chosen, go_on=True)["passed"]):
                    self._passing |= passed.keys()
                    break

    def _stands(self, test: str) -> bool:
        path, _, name = test.partition("::")
        file = self._tree.root / path
        return file.is_file() and f"def {name.partition('[')[0]}(" in file.read_text(encoding="utf-8")

    def hunt(self, fault: PlantedFault, known: str | None) -> Hunted:
        """Plant a fault and look for a test that fails; the test `known`, which found it earlier, is tried first."""
        begun = time.monotonic()
        for tier in self._tiers:
            if tests := self._find_in(tier, fault, known):
                return Hunted(fault, tier, tests, time.monotonic() - begun)
        return Hunted(fault, None, (), time.monotonic() - begun)

    def _find_in(self, tier: str, fault: PlantedFault, known: str | None) -> tuple[str, ...]:
        tried: list[str] = []
        for paths in self._stages(fault, known):
            if not paths:
                continue
            leave_out = [f"--ignore={path}" for path in tried]
            while True:
                with self._tree.with_fault(fault):
                    failed = self._list_failed(tier, [*paths, *leave_out])
                if found := tuple(test for test in failed if self._finds(tier, test, fault, known)):
                    return found
                if not failed:
                    break
                leave_out += [f"--deselect={test}" for test in failed]
            tried += [path for path in paths if "::" not in path]
        return ()

    def _stages(self, fault: PlantedFault, known: str | None) -> Iterator[list[str]]:
        if known and self._stands(known):
            yield [known]
        yield from islice(sort_tests(self._tree.root, fault.file), NEAR if self._near else None)

    def _finds(self, tier: str, test: str, fault: PlantedFault, known: str | None) -> bool:
        """Return whether a failed test finds the fault: it passes without the fault, and fails with it again.

        The test that is `known` to find it is not run again. Others may fail by chance on a busy machine.
        """
        if not self._passes(tier, test):
            return False
        if known and test.startswith(known):
            return True
        with self._tree.with_fault(fault):
            return bool(self._list_failed(tier, [test]))

    def _passes(self, tier: str, test: str) -> bool:
        """Return whether a test passes on the tree without a fault."""
        if test not in self._passing and not self._list_failed(tier, [test]):
            self._passing.add(test)
        return test in self._passing

    def _list_failed(self, tier: str, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._outcomes(tier, words)["failed"])

    def _outcomes(self, tier: str, words: Sequence[str], *, go_on: bool = False) -> dict[str, dict[str, None]]:
        """Run tests and return those that failed and those that passed; stop at the first failure unless `go_on`."""
        with tempfile.NamedTemporaryFile() as told:
            first = [] if go_on else ["--exitfirst"]
            plugin = ["-p", "tools.planted.outcomes", "-p", "no:cacheprovider"]
            command = [sys.executable, "-m", "pytest", "-q", *plugin, f"--timeout={PATIENCE}", *first]
            done = subprocess.run(
                [*command, f"--deselect={ONLY_CHANGED}", *TIERS[tier], *words],
                cwd=self._tree.root,
                env=self._environment | {OUTCOMES: told.name},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            lines = [line.split(" ", 1) for line in Path(told.name).read_text(encoding="utf-8").splitlines()]
        failed = {name: None for outcome, name in lines if outcome == "failed"}
        passed = {name: None for outcome, name in lines if outcome == "passed" and name not in failed}
        no_longer_there = done.returncode == NO_SUCH_TEST and "::" in words[0]  # its parameters have changed
        if done.returncode in (0, NO_TESTS) or failed or no_longer_there:
            return {"failed": failed, "passed": passed}
        raise PlantingError(f"pytest {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")

    @property
    def _environment(self) -> dict[str, str]:
        """The environment in which the copy's modules come first, also for programs that tests start elsewhere.

        The plugin comes from this tree: the copy may lack it.
        """
        photographs = REPOSITORY.parent / "shared" / "dice-photos"
        return (
            {"PIPSQUEAK_PHOTOS": str(photographs)}
            | os.environ
            | {"PYTHONPATH": os.pathsep.join(map(str, (self._tree.root, REPOSITORY))), "PYTHONDONTWRITEBYTECODE": ""}
        )
