"""A copy of the tree in which faults are planted, so that the tree itself never holds one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.planted import git
from tools.planted.faults import PlantedFault

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
        """Plant `fault`, and put all back at the end; MovedFaultError where its text does not stand there once."""
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
