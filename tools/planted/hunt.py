"""Running tests on a copy of the tree with a fault, the nearest first, until one of them fails."""

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
"""So many of the first groups are near: those that name the module, and those in the folder that mirrors its own."""


def nearest_first(root: Path, file: str) -> Iterator[list[str]]:
    """Yield paths of tests below `root`, nearest to `file` first; the last one is that of all tests.

    First the modules of its own folder that bear or name its name, then those elsewhere that name it, then the folders
    around it.
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
    """Return patterns of how a test names a file: a module as imports do, any other by its file's name."""
    if source.suffix != ".py":
        return (rf"(?<![\w.]){re.escape(source.name)}(?!\w)",)
    module = ".".join(source.with_suffix("").parts)
    folder, _, name = module.rpartition(".")
    return rf"\bfrom {module} import", rf"\bimport {module}$", f'"{module}\\b', rf"\bfrom {folder} import {name}$"


KERNEL = "@compiled"
BUILT = "firmware/build"


class CopiedTree:
    """A copy of a tree: what git lists there, with its times, and the bytecode and kernels that were compiled there.

    As times are kept, what is compiled of files without a fault is still valid in the copy.
    """

    def __init__(self, original: Path, root: Path) -> None:
        """Copy `original` to the folder `root`, which is not there yet."""
        self._original, self.root = original, root
        names = git(original, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        files = [Path(name) for name in names if name and (original / name).is_file()]
        for file in files:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(original / file, root / file)
        self._folders = sorted({file.parent for file in files})
        self._bring_compiled(self._folders)
        # Some tests ask git what belongs to the tree.
        git(root, "init", "--quiet")
        git(root, "add", "--all")

    @contextmanager
    def with_fault(self, fault: PlantedFault) -> Iterator[None]:
        """Plant `fault`, and put all back at the end; PlantingError where its text does not stand there once."""
        file = self.root / fault.file
        whole, before = file.read_bytes(), file.stat()
        planted = fault.planted(whole.decode())
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
            # Make would take the program with the fault for newer than its source.
            shutil.rmtree(self.root / BUILT, ignore_errors=True)

    def _folders_with_kernels_of(self, fault: PlantedFault) -> set[Path]:
        """Return where kernels may lie that call one of the file's: numba looks at the caller's file alone."""
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

    def to_json(self) -> dict[str, str | None]:
        """Return the tier and the first test that found it, as `found.json` holds them."""
        return {"tier": self.tier, "test": self.tests[0] if self.tests else None}

    @property
    def line(self) -> str:
        """The line that is printed about it."""
        if self.tier is None:
            return f"{self.fault.name}: NOT FOUND after {self.seconds:.0f} s"
        return f"{self.fault.name}: {self.tier}, after {self.seconds:.0f} s: {', '.join(self.tests)}"


class Hunter:
    """Looks for faults in a copied tree, tier by tier."""

    def __init__(self, tree: CopiedTree, tiers: Sequence[str], *, near: bool = False) -> None:
        """Try `tiers` in this order, and with `near` only tests that name the fault's module or lie in its folder."""
        self._tree, self._tiers, self._near = tree, tiers, near
        self._passing: set[str] = set()
        """Tests that were seen to pass without a fault."""

    def trust(self, tests: Sequence[str]) -> None:
        """Run these tests once without a fault; each that passes need not be run so again when it finds one."""
        standing = [test for test in tests if self._stands(test)]
        for tier in self._tiers:
            # pytest runs nothing where it does not know one of them, as one whose parameters are others now.
            for chosen in (standing, [test for test in standing if "[" not in test]):
                if chosen and (passed := self._outcomes(tier, chosen, go_on=True)["passed"]):
                    self._passing |= passed.keys()
                    break

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
        for paths in self._stages(fault, known):
            if not paths:
                continue
            leave_out = [f"--ignore={path}" for path in tried]
            while True:
                with self._tree.with_fault(fault):
                    failed = self._failed(tier, [*paths, *leave_out])
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
        if test not in self._passing and not self._failed(tier, [test]):
            self._passing.add(test)
        return test in self._passing

    def _failed(self, tier: str, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._outcomes(tier, words)["failed"])

    def _outcomes(self, tier: str, words: Sequence[str], *, go_on: bool = False) -> dict[str, dict[str, None]]:
        """Run tests and return which failed and which passed, in this order, to the first that fails or to `go_on`."""
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
        no_longer_there = done.returncode == NO_SUCH_TEST and "::" in words[0]  # its parameters are others now
        if done.returncode in (0, NO_TESTS) or failed or no_longer_there:
            return {"failed": failed, "passed": passed}
        raise PlantingError(f"pytest {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")

    @property
    def _environment(self) -> dict[str, str]:
        """The environment in which the copy's modules come first, also in programs that tests start elsewhere.

        The plugin is this tool's own: a copy in which something else is planted need not have it.
        """
        photographs = REPOSITORY.parent / "shared" / "dice-photos"
        return (
            {"PIPSQUEAK_PHOTOS": str(photographs)}
            | os.environ
            | {"PYTHONPATH": os.pathsep.join(map(str, (self._tree.root, REPOSITORY))), "PYTHONDONTWRITEBYTECODE": ""}
        )
