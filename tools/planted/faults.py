"""The list of faults: TOML files, one for each room, whose entries are patches that survive moved lines."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


class PlantingError(Exception):
    """What stops a run: a fault whose text has moved, or tests that do not run at all."""


FOLDER = Path(__file__).with_name("faults")


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """One fault: `before` stands exactly once in `file` (a path below the tree's root), and `after` takes its place."""

    name: str
    file: str
    before: str
    after: str
    harm: str
    """What goes wrong for a user, in one sentence."""

    @property
    def room(self) -> str:
        """The folder below the root in which the fault lies."""
        return self.file.partition("/")[0]

    def planted(self, text: str) -> str:
        """Return the file's text with the fault; PlantingError where `before` stands there never or twice."""
        if (times := text.count(self.before)) != 1:
            raise PlantingError(f"{self.name}: its text stands {times} times in {self.file}, not once")
        return text.replace(self.before, self.after)


def all_faults() -> tuple[PlantedFault, ...]:
    """Return all faults, room by room, in the order of their files."""
    return tuple(
        PlantedFault(**entry)
        for path in sorted(FOLDER.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    )
