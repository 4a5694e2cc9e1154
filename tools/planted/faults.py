"""The faults: a TOML file for each room, with patches that still apply when lines have moved."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


class PlantingError(Exception):
    """An error that stops a run: a fault whose text was changed, or tests that do not run."""


FOLDER = Path(__file__).with_name("faults")


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A fault: `after` replaces `before`, which occurs exactly once in `file`, a path below the tree's root."""

    name: str
    file: str
    before: str
    after: str
    harm: str
    """The harm to a user, in one sentence."""

    @property
    def room(self) -> str:
        """The folder below the root that contains the fault."""
        return self.file.partition("/")[0]

    def plant(self, text: str) -> str:
        """Return the file's text with the fault. Raises PlantingError unless `before` occurs exactly once."""
        if (times := text.count(self.before)) != 1:
            raise PlantingError(f"{self.name}: its text occurs {times} times in {self.file}, not once")
        return text.replace(self.before, self.after)


def all_faults() -> tuple[PlantedFault, ...]:
    """Return all faults, room by room, in the order of their files."""
    return tuple(
        PlantedFault(**entry)
        for path in sorted(FOLDER.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    )
