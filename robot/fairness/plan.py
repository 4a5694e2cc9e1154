"""The plan of a study: how often dice are thrown, which ones, and how."""

import hashlib
import json
import math
import re
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

from robot.config import ENTERED, HANDS
from robot.errors import UsageError
from robot.fairness.log import FACES, LOG, TIME, columns_of, write_row
from robot.files import write_whole
from vision.errors import printable_path

VERSION = 1
PLAN = "plan.json"
WELLS = 6
LONGEST_NAME = 40
NO_NAME = re.compile(r'[",@/\\]|^[.\s]|\s$')
"""Text that a die's name must not contain, as it names a column of the log and a file."""
MOST_THROWS = 10_000_000
SECONDS = {HANDS: 8.0, ENTERED: 6.0}
"""Seconds that people take for a throw, roughly."""
SECONDS_OF_MACHINE = 2.6
"""Seconds for a throw of all wells and its pictures on the simulated table, which has the machine's times."""

Floats: TypeAlias = npt.NDArray[np.float64]


def loaded_die(points: float) -> Floats:
    """Return the chances, shape (6,), of a die whose 1 is less likely by `points` of 100, and its 6 more likely.

    Raises UsageError if there is no such die.
    """
    if not 0 < points < 100 / FACES:
        raise UsageError(f"a face and its opposite cannot both be off by {points:g} points: give 0.1 to 16.6")
    faces = np.full(FACES, 1 / FACES)
    faces[0] -= points / 100
    faces[-1] += points / 100
    return faces


def throws_for_points(points: float, level: float, power: float) -> float:
    """Return how many throws find that a face and its opposite are off by `points` of 100.

    Chi-square at `level` finds a certain noncentrality with chance `power`. Each throw adds to the noncentrality the
    squared distance of the die's chances from a fair die's (Agresti, "Categorical Data Analysis", 2013, section 6.6).
    Raises UsageError.
    """
    if not 0 < level < power < 1:
        raise UsageError(
            f"a level of {level:g} and a power of {power:g} are impossible: "
            "give 0 < level < power < 1, such as 0.05 and 0.8"
        )
    bound = chi2.isf(level, FACES - 1)
    wanted = brentq(lambda sought: ncx2.sf(bound, FACES - 1, sought) - power, 1e-9, 1e4, xtol=1e-10)
    return float(wanted) / float(((loaded_die(points) - 1 / FACES) ** 2 * FACES).sum())


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPlan:
    """The plan of a study, written before the first throw.

    `dice` names up to six dice, which are thrown together `throws` times. `points` is the deviation of a face and its
    opposite, in points of 100, that the study finds with chance `power`. `level` is the chance that the whole report
    accuses dice that are all fair and independent. The dice lie in wells and change them after every `turn_every`
    throws; 0 means dice without wells. `an_hour` limits the throws in an hour, 0 for no limit. `seconds` is the time of
    all throws. Only plans of earlier versions name a `place`, a `game` and its `cost`, have `quiet` hours, keep
    `pictures`, or count what a `reader` misread. Raises UsageError.
    """

    dice: tuple[str, ...]
    place: str = ""
    table: str
    points: float
    game: str = ""
    cost: float = 0
    level: float
    power: float
    throws: int
    turn_every: int = 0
    reader: object = None
    pictures: bool = False
    an_hour: int = 0
    quiet: str = ""
    seconds: float
    made: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.dice) <= WELLS:
            raise UsageError(f"a study throws 1 to {WELLS} dice at once, not {len(self.dice)}: name fewer dice")
        for name in self.dice:
            if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or NO_NAME.search(name):
                raise UsageError(
                    f"{name[:LONGEST_NAME]!r} is not a die's name: give up to {LONGEST_NAME} letters, digits and "
                    'spaces, none of " , @ / \\, and no dot in front'
                )
            if sum(name.casefold() == other.casefold() for other in self.dice) > 1:
                raise UsageError(f"two dice are called {name!r}: give each a different name, and write it on the die")
        if not 1 <= self.throws <= MOST_THROWS:
            raise UsageError("that needs too many throws: ask for a larger deviation")
        if self.an_hour < 0:
            raise UsageError(f"{self.an_hour} throws an hour are impossible: give 1 or more, or 0 for no limit")
        loaded_die(self.points)

    def wells(self, throw: int) -> tuple[int, ...]:
        """Return the well of each die, in their order, at a throw counted from 1; () for dice without wells."""
        if not self.turn_every:
            return ()
        turn = (throw - 1) // self.turn_every
        return tuple((die + turn) % WELLS + 1 for die in range(len(self.dice)))

    def to_json(self) -> dict[str, Any]:
        """Return the plan as its file holds it, keys in their order."""
        return {"version": VERSION, **asdict(self)}

    def to_bytes(self) -> bytes:
        """Return the contents of the plan's file."""
        return (json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n").encode()

    @classmethod
    def of_bytes(cls, data: bytes, path: Path) -> "StudyPlan":
        """Return the plan in a file. Raises UsageError."""
        try:
            raw: dict[str, Any] = json.loads(data)
            if raw.pop("version") != VERSION or raw.keys() != {field.name for field in fields(cls)}:
                raise ValueError(VERSION)
            return cls(**raw | {"dice": tuple(map(str, raw["dice"]))})
        except UsageError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            what = f"{printable_path(path)} is not a study's plan: make one with 'fairness plan FOLDER'"
            raise UsageError(what) from error


def make_plan(
    points: float, level: float, power: float, *, table: str, dice: tuple[str, ...], an_hour: int = 0
) -> StudyPlan:
    """Return a plan to find a deviation of `points` of 100 in `dice` at a table. Raises UsageError."""
    needed = throws_for_points(points, level / len(dice), power)
    throws, welled = math.ceil(min(needed, MOST_THROWS + 1)), table not in SECONDS
    return StudyPlan(
        dice=dice,
        points=points,
        level=level,
        power=power,
        table=table,
        throws=throws,
        turn_every=math.ceil(throws / WELLS) if welled else 0,
        an_hour=an_hour if welled else 0,
        seconds=throws * max(SECONDS.get(table, SECONDS_OF_MACHINE), 3600 / an_hour if welled and an_hour else 0),
        made=datetime.now(UTC).strftime(TIME),
    )


def read_plan(folder: Path) -> tuple[StudyPlan, str]:
    """Return the plan in a folder and the SHA-256 of its file, which names the study. Raises UsageError."""
    path = folder / PLAN
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{printable_path(folder)} holds no study ({error.strerror}): "
            "name a folder that 'pipsqueak fairness plan FOLDER' made"
        ) from error
    return StudyPlan.of_bytes(data, path), hashlib.sha256(data).hexdigest()


def keep_plan(plan: StudyPlan, folder: Path) -> None:
    """Write a plan and its empty log into a new folder. Raises UsageError."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{printable_path(folder)} is there already and is not empty: name a new folder")
        folder.mkdir(parents=True, exist_ok=True)
        columns = columns_of(plan.dice)
        log = write_row(columns, dict(zip(columns, columns, strict=True)))
        write_whole(folder / LOG, log)
        write_whole(folder / PLAN, plan.to_bytes())  # this file makes the folder a study
    except OSError as error:
        raise UsageError(
            f"{printable_path(folder)} cannot be written ({error.strerror}): free some space or name another folder"
        ) from error
