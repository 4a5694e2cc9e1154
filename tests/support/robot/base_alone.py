"""Runs commands in one process that does not see some modules: `python -m tests.support.robot.base_alone`.

On stdin stand the modules that are not there, and the commands, as JSON; on stdout one line of JSON for each command.
"""

import io
import json
import sys
import traceback
from collections.abc import Collection, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import ModuleSpec
from importlib.metadata import Distribution, DistributionFinder
from types import ModuleType
from typing import TYPE_CHECKING

from robot.cli import main

if TYPE_CHECKING:
    from _typeshed.importlib import MetaPathFinderProtocol


class Without:
    """Finds what a finder finds, but for some modules, as where these are not installed."""

    def __init__(self, finder: "MetaPathFinderProtocol", absent: Collection[str]) -> None:
        self._finder, self._absent = finder, absent

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return what the finder finds, None for a module that is not there."""
        return None if name in self._absent else self._finder.find_spec(name, path, target)

    def find_distributions(self, context: DistributionFinder.Context) -> Iterable[Distribution]:
        """Return what the finder tells of installed packages: NiceGUI asks for its own version."""
        find = getattr(self._finder, "find_distributions", None)
        return find(context) if find else ()


def run(words: list[str]) -> dict[str, object]:
    """Run a command; return its words, its status (None after an error of the program's), and what it said."""
    out, err, status = io.StringIO(), io.StringIO(), None
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        except Exception:  # noqa: BLE001  what a traceback ends is told like all else
            traceback.print_exc()
    return {"words": words, "status": status, "out": out.getvalue(), "err": err.getvalue()}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    for known in frozenset(asked["absent"]) & sys.modules.keys():
        del sys.modules[known]
    sys.meta_path[:] = [Without(finder, frozenset(asked["absent"])) for finder in sys.meta_path]
    for command in asked["commands"]:
        print(json.dumps(run(command)), flush=True)
