"""Dice that were studied, kept by their names: `--die @NAME` plays with them."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot.errors import FileError
from robot.fairness.reader import FACES
from robot.files import write_whole
from robot.saying import Saying
from solver.errors import UnknownNameError

if TYPE_CHECKING:
    from robot.fairness.findings import StudyFindings


@dataclass(frozen=True, slots=True)
class KnownDie:
    """The likeliest chances of a die, and the study that gave them: its throws, its plan's seal, its last day."""

    name: str
    chances: tuple[float, ...]
    throws: int
    planned: int
    seal: str
    day: str
    tables: tuple[str, ...]

    @property
    def saying(self) -> Saying:
        """What the chances rest on, in a sentence."""
        early = "-early" if self.throws < self.planned else ""
        return Saying(
            f"study-known{early}",
            {"die": self.name, "throws": self.throws, "planned": self.planned, "day": self.day, "table": self.tables},
        )

    @property
    def differs_saying(self) -> Saying:
        """That another study has kept a die of this name."""
        return Saying("study-known-other", {"die": self.name, "day": self.day, "throws": self.throws})

    def gives_way(self, other: "KnownDie") -> bool:
        """Return whether `other` is the same die of the same study, later on."""
        return other.seal == self.seal and other.throws >= self.throws

    def to_json(self) -> dict[str, Any]:
        """Return the die as its file holds it."""
        figures = {"die": self.name, "chances": self.chances, "throws": self.throws, "planned": self.planned}
        return figures | {"seal": self.seal, "day": self.day, "tables": self.tables}

    @classmethod
    def read(cls, path: Path) -> "KnownDie":
        """Return the die in a file. Raises OSError, ValueError, TypeError, LookupError."""
        kept = json.loads(path.read_text("utf-8"))
        chances = tuple(float(chance) for chance in kept["chances"])
        if len(chances) != FACES or min(chances) <= 0 or not math.isclose(sum(chances), 1, abs_tol=1e-9):
            raise ValueError
        throws = int(kept["throws"])
        tables = tuple(str(table) for table in kept["tables"])
        return cls(path.stem, chances, throws, int(kept["planned"]), str(kept["seal"]), str(kept["day"]), tables)


def studied_dice(found: "StudyFindings") -> Iterator[KnownDie]:
    """Return the dice of a study."""
    from robot.fairness.report import likeliest_chances  # needs scipy, which playing with a kept die does not

    for die in found.dice:
        chances, day = likeliest_chances(die), found.last.partition("T")[0]
        yield KnownDie(die.name, chances, found.throws, found.plan.throws, found.seal, day, found.tables)


def keep_die(home: Path, die: KnownDie, *, replace: bool = False) -> KnownDie | None:
    """Keep a die by its name; return the one of another study that stays in its place, None if there is none.

    With `replace` none stays. Raises FileError.
    """
    path = home / f"{die.name}.json"
    try:
        before = None if replace else KnownDie.read(path)
    except (OSError, ValueError, TypeError, LookupError):  # there is none, or none that could be played with
        before = None
    if before is not None and not before.gives_way(die):
        return before
    try:
        home.mkdir(parents=True, exist_ok=True)
        write_whole(path, (json.dumps(die.to_json(), ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise FileError(f"{home} cannot be written ({error.strerror}): free some space", key="fault-folder") from error
    return None


def known_die(home: Path, name: str) -> KnownDie:
    """Return a die that was kept. Raises UnknownNameError with the nearest name, or FileError for a damaged file."""
    path = home / f"{Path(name).name}.json"
    try:
        return KnownDie.read(path)
    except (OSError, ValueError, TypeError, LookupError) as error:
        if path.exists():
            raise FileError(
                f"{path} keeps no die that can be read: 'pipsqueak fairness report FOLDER' makes it again",
                key="fault-folder",
            ) from error
        known = sorted(path.stem for path in home.glob("*.json"))
        raise UnknownNameError.of(
            "die",
            name,
            known,
            f"{', '.join(known) or 'none'}; 'pipsqueak fairness report FOLDER' keeps the dice of a study",
        ) from error
