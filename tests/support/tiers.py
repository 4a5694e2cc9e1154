"""Three tiers of tests: what a change may break, what landing needs beside it, and long campaigns."""

import re
from pathlib import Path

import pytest

WHOLE_MODULE = re.compile(r"^pytestmark = (?:\[\s*)?pytest\.mark\.(check|soak)\b", re.MULTILINE)
"""Where a module has several markers, that of its tier stands first."""
TEST = re.compile(r"^(?:    )?def test_", re.MULTILINE)
NEEDS_MORE = re.compile(r"^(?:\w+ = )?pytest\.importorskip\(", re.MULTILINE)
"""What is at a module's head that needs an extra which `make check` does not bring either."""
FIRST_TIER = "not check and not soak"
"""What pytest runs where nobody says otherwise, as `addopts` in pyproject.toml has it."""
CHECK = "check"
"""The marker of what needs more than pip packages or more than a second, for which `make check` exists."""

SOAK = "soak"
"""The marker of a long campaign."""


class WaitingChecks:
    """Leave out the tests that wait for `make check`, and count them for the last line.

    A module whose `pytestmark` says `check` or `soak` is not even imported: what it needs may not be installed. So
    functions are counted: how many cases a parametrized one has is not known.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.modules: dict[Path, int] = {}
        self.functions: set[str] = set()
        self.told_by_workers = 0

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        named = {Path(argument.partition("::")[0]).resolve() for argument in config.args}
        if collection_path.suffix != ".py" or collection_path in named:
            return None
        text = collection_path.read_text(encoding="utf-8")
        tier = WHOLE_MODULE.search(text)
        if tier is None:
            return None
        # pytest looks at the neighbours of a chosen file too.
        chosen = any(collection_path.is_relative_to(path) for path in named)
        if chosen and tier[1] == CHECK and not NEEDS_MORE.search(text):
            self.modules[collection_path] = len(TEST.findall(text))
        return True

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        checks = (item for item in items if item.get_closest_marker(CHECK) and not item.get_closest_marker(SOAK))
        self.functions |= {item.nodeid.partition("[")[0] for item in checks}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[CHECK] = self.waiting

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.told_by_workers = max(self.told_by_workers, getattr(node, "workeroutput", {}).get(CHECK, 0))

    def pytest_unconfigure(self) -> None:
        if waiting := max(self.waiting, self.told_by_workers):
            wait = "1 test waits" if waiting == 1 else f"{waiting} tests wait"
            print(f"{wait}: 'make check' runs them before a change lands")

    @property
    def waiting(self) -> int:
        return sum(self.modules.values()) + len(self.functions)
