"""Dice that were studied, kept by their names: `--die @NAME` plays with them."""

import json
import math
import shlex
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from robot.errors import FileError
from robot.files import keep_file
from robot.saying import Saying, Value
from solver.errors import UnknownNameError

FACES = 6


@dataclass(frozen=True, slots=True)
class KnownDie:
    """The likeliest chances of a die, and the study that gave them.

    Of the `planned` throws, `throws` were made at `tables` by a `day`. `seal` is the SHA-256 of the plan's file, kept
    under its old name so that kept dice stay readable.
    """

    die: str
    chances: tuple[float, ...]
    throws: int
    planned: int
    seal: str
    day: str
    tables: tuple[str, ...]

    @property
    def saying(self) -> Saying:
        """A sentence that says what the chances are based on."""
        key = "study-known-early" if self.throws < self.planned else "study-known"
        told: dict[str, Value] = {"die": self.die, "throws": self.throws, "planned": self.planned, "day": self.day}
        return Saying(key, told | {"table": self.tables})

    @classmethod
    def read(cls, path: Path) -> "KnownDie":
        """Return the die in a file. Raises OSError, ValueError, TypeError, LookupError."""
        kept = json.loads(path.read_text("utf-8"))
        chances = tuple(float(chance) for chance in kept["chances"])
        if len(chances) != FACES or min(chances) <= 0 or not math.isclose(sum(chances), 1, abs_tol=1e-9):
            raise ValueError
        tables, throws = tuple(map(str, kept["tables"])), int(kept["throws"])
        return cls(path.stem, chances, throws, int(kept["planned"]), str(kept["seal"]), str(kept["day"]), tables)


def keep_die(home: Path, die: KnownDie, *, replace: bool = False) -> Saying:
    """Save a die by its name, unless a die of another study or of more throws has this name. Return what was done.

    With `replace`, save it in any case. Raises FileError.
    """
    path = home / f"{die.die}.json"
    with suppress(OSError, ValueError, TypeError, LookupError):  # no such file, or a damaged one
        before = KnownDie.read(path)
        if not replace and (before.seal != die.seal or before.throws > die.throws):
            return Saying("study-known-other", {"die": die.die, "day": before.day, "throws": before.throws})
    keep_file(path, (json.dumps(asdict(die), ensure_ascii=False) + "\n").encode())
    return Saying("study-kept", {"die": die.die, "option": shlex.quote(f"@{die.die}")})


def known_die(home: Path, name: str) -> KnownDie:
    """Return a die that was kept. Raises UnknownNameError with the nearest name, or FileError for a damaged file."""
    path = home / f"{Path(name).name}.json"
    try:
        return KnownDie.read(path)
    except (OSError, ValueError, TypeError, LookupError) as error:
        if path.exists():
            what = f"{path} holds no die that can be read: 'pipsqueak fairness report FOLDER' makes it again"
            raise FileError(what, key="fault-folder") from error
        known = sorted(path.stem for path in home.glob("*.json"))
        none = "no die is studied yet; 'pipsqueak fairness plan' begins a study"
        more = f"{', '.join(known)}; 'pipsqueak fairness report FOLDER' keeps the dice of a study"
        raise UnknownNameError.of("die", name, known, more if known else none) from error
