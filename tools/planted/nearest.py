"""Which tests to try first for a fault in a file: those that are most likely to find it in seconds."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

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
