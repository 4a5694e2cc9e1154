"""Dice that were studied, kept by their names: `--die @NAME` plays with them."""

import json
import math
from pathlib import Path

from robot.errors import FolderError
from robot.fairness.findings import StudyFindings
from robot.fairness.reading_law import FACES
from robot.fairness.report import likeliest_chances
from robot.files import write_whole
from solver.errors import UnknownNameError


def keep_dice(home: Path, found: StudyFindings) -> list[str]:
    """Keep the likeliest chances of all dice of a study; return their names. Raises FolderError."""
    for die in found.dice:
        kept = {"die": die.name, "chances": likeliest_chances(die), "throws": found.throws, "seal": found.seal}
        try:
            home.mkdir(parents=True, exist_ok=True)
            write_whole(home / f"{die.name}.json", (json.dumps(kept, ensure_ascii=False) + "\n").encode())
        except OSError as error:
            raise FolderError(f"{home} cannot be written ({error.strerror}): free some space") from error
    return [die.name for die in found.dice]


def known_die(home: Path, name: str) -> tuple[float, ...]:
    """Return the chances of a die that was kept. Raises UnknownNameError with the nearest name."""
    try:
        kept = json.loads((home / f"{Path(name).name}.json").read_text("utf-8"))
        chances = tuple(float(chance) for chance in kept["chances"])
        if len(chances) != FACES or min(chances) <= 0 or not math.isclose(sum(chances), 1, abs_tol=1e-9):
            raise ValueError
    except (OSError, ValueError, TypeError, LookupError) as error:
        known = sorted(path.stem for path in home.glob("*.json"))
        raise UnknownNameError.of(
            "die",
            name,
            known,
            f"{', '.join(known) or 'none'}; 'pipsqueak fairness report FOLDER' keeps the dice of a study",
        ) from error
    return chances
