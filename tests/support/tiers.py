"""Three tiers of tests: what a change may break, what landing needs beside it, and long campaigns."""

import re
from pathlib import Path

import pytest

WHOLE_MODULE = re.compile(r"^pytestmark = (?:\[\s*)?pytest\.mark\.(check|soak)\b", re.MULTILINE)
"""Where a module has several markers, that of its tier stands first."""
TEST = re.compile(r"^(?:    )?def test_", re.MULTILINE)
FIRST_TIER = "not check and not soak"
"""What pytest runs where nobody says otherwise, as `addopts` in pyproject.toml has it."""
CHECK = "check"
"""The marker of what needs more than pip packages or more than a second, for which `make check` exists."""

SOAK = "soak"
"""The marker of a long campaign."""


class WaitingChecks:
    """Leave out the checks that wait for `make check`, and count them for the last line.

    A module whose `pytestmark` says `check` or `soak` is not even imported: what it needs may not be installed.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.modules: dict[Path, int] = {}
        self.cases = 0
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
        if tier[1] == CHECK and any(collection_path.is_relative_to(chosen) for chosen in named):
            self.modules[collection_path] = len(TEST.findall(text))
        return True

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        markers = ({marker.name for marker in item.iter_markers()} for item in items)
        self.cases += sum(CHECK in names and SOAK not in names for names in markers)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[CHECK] = self.waiting

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.told_by_workers = max(self.told_by_workers, getattr(node, "workeroutput", {}).get(CHECK, 0))

    def pytest_unconfigure(self) -> None:
        if waiting := max(self.waiting, self.told_by_workers):
            print(f"{waiting} checks wait: 'make check' runs them before a change lands")

    @property
    def waiting(self) -> int:
        return sum(self.modules.values()) + self.cases
