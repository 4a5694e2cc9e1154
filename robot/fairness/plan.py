"""The plan of a study: what is asked of which dice, how, and how long. It is sealed before the first throw."""

import hashlib
import json
import math
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from robot.config import ENTERED, HANDS
from robot.errors import UsageError
from robot.fairness.planning import opposed, points_that_cost, throws_for_points
from robot.fairness.reader_counts import ReaderCounts
from robot.fairness.reading_law import ReadingLaw, exact_reader, fair_die
from robot.fairness.uncertain_reader import reader_spread
from robot.files import write_whole
from vision.paths import printable_path

VERSION = 1
PLAN = "plan.json"
WELLS = 6
LONGEST_NAME = 40
LONGEST_PLACE = 200
NO_NAME = re.compile(r'[",@/\\]|^[.\s]|\s$')
"""What is in no name of a die: it names a column of the log and a file."""
MOST_THROWS = 10_000_000
SECONDS = {HANDS: 8.0, ENTERED: 6.0}
"""Seconds of a throw by people, about."""
SECONDS_OF_MACHINE = 2.6
"""Seconds of a throw of all wells and its pictures, as on the simulated table, which keeps the machine's times."""


@dataclass(frozen=True, slots=True)
class StudyQuestion:
    """What is asked: the deviation in points of 100 or, with a `game`, what costs it the share `cost` of its wins.

    `level` is the chance to accuse a fair die, `power` that to find the deviation.
    """

    points: float
    game: str
    cost: float
    level: float
    power: float


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """What is asked, sealed before the first throw.

    `dice` are up to six names, thrown together `throws` times each. `points` is the deviation of a face and its
    opposite, in points of 100, that is to be found with chance `power`; where `game` is named it is the one that costs
    `cost` of its wins. `level` is the chance that the whole report accuses dice that are all fair and independent. All
    dice lie in wells, which they change after every `turn_every` throws; 0 is for dice without wells. `reader` is what
    is known of the reader, None where it counts as exact and doubts are treated as the worst. `an_hour` and `quiet`
    spare the machine. `seconds` is how long the throws take, quiet hours aside. Raises UsageError.
    """

    dice: tuple[str, ...]
    place: str
    table: str
    points: float
    game: str
    cost: float
    level: float
    power: float
    throws: int
    turn_every: int
    reader: tuple[tuple[int, ...], ...] | None
    pictures: bool
    an_hour: int
    quiet: str
    seconds: float
    made: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.dice) <= WELLS:
            raise UsageError(f"a study throws 1 to {WELLS} dice at once, not {len(self.dice)}: name that many")
        if len(self.place) > LONGEST_PLACE or not self.place.isprintable():
            raise UsageError(f"{self.place[:LONGEST_NAME]!r} is no place: give one line of {LONGEST_PLACE} letters")
        for name in self.dice:
            if len(name) > LONGEST_NAME or not name.isprintable() or NO_NAME.search(name):
                raise UsageError(
                    f"{name[:LONGEST_NAME]!r} is no name of a die: give up to {LONGEST_NAME} letters, digits and "
                    'spaces, none of " , @ / \\, and no dot in front'
                )
            if not name:
                raise UsageError("a die has no name: give each one its own")
            if sum(name.casefold() == other.casefold() for other in self.dice) > 1:
                raise UsageError(f"two dice are called {name!r}: give each one its own name, and write it on it")
        if not 1 <= self.throws <= MOST_THROWS:
            raise UsageError(f"{self.throws} throws are too many: ask for a larger deviation or a smaller power")
        if self.an_hour < 0:
            raise UsageError(f"{self.an_hour} throws an hour cannot be: give 0 for any number, or one from 1 up")
        opposed(self.points)
        if self.reader is not None:
            ReaderCounts(self.reader)

    @property
    def law(self) -> ReadingLaw:
        """The reader's law, the mean of those that its counts allow where it was estimated."""
        return exact_reader() if self.reader is None else ReaderCounts(self.reader).law()

    def wells(self, throw: int) -> tuple[int, ...]:
        """Return the well of each die, in their order, at a throw counted from 1; () for dice without wells."""
        if not self.turn_every:
            return ()
        turn = (throw - 1) // self.turn_every
        return tuple((die + turn) % WELLS + 1 for die in range(len(self.dice)))

    def turns(self) -> Iterator[int]:
        """Return the throws after which people move the dice."""
        return iter(range(self.turn_every, self.throws, self.turn_every) if self.turn_every else ())

    def to_json(self) -> dict[str, Any]:
        """Return the plan as its file holds it, keys in their order."""
        return {"version": VERSION, **asdict(self)}

    def to_bytes(self) -> bytes:
        """Return the file of the plan."""
        return (json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n").encode()

    @property
    def seal(self) -> str:
        """SHA-256 of the file, in hexadecimal: what the log begins with."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @classmethod
    def of_bytes(cls, data: bytes, path: Path) -> "StudyPlan":
        """Return the plan in a file. Raises UsageError."""
        damaged = UsageError(f"{printable_path(path)} is no plan of a study: make one with 'fairness plan FOLDER'")
        try:
            raw: dict[str, Any] = json.loads(data)
            if raw.pop("version") != VERSION or raw.keys() != {field.name for field in fields(cls)}:
                raise damaged
            reader = raw["reader"]
            kept = None if reader is None else tuple(tuple(int(count) for count in row) for row in reader)
            plan = cls(**raw | {"dice": tuple(map(str, raw["dice"])), "reader": kept})
        except UsageError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise damaged from error
        return plan


def planned(
    question: StudyQuestion,
    dice: tuple[str, ...],
    place: str,
    table: str,
    *,
    reader: tuple[tuple[int, ...], ...] | None = None,
    turn_every: int | None = None,
    pictures: bool = False,
    an_hour: int = 0,
    quiet: str = "",
) -> StudyPlan:
    """Return the plan that answers a question: with several dice each gets its share of the level.

    Raises UsageError, and what the solver raises for the game.
    """
    law = exact_reader() if reader is None else ReaderCounts(reader).law()
    points = points_that_cost(question.cost, question.game) if question.game else question.points
    spread = reader_spread(reader, law.of_readings(fair_die()))
    throws = throws_for_points(points, law, question.level / max(1, len(dice)), question.power, spread)
    if throws > MOST_THROWS:
        raise UsageError(f"that needs {throws} throws: ask for a larger deviation")
    each = SECONDS.get(table, SECONDS_OF_MACHINE)
    welled = table not in SECONDS
    return StudyPlan(
        dice,
        place,
        table,
        points,
        question.game,
        question.cost,
        question.level,
        question.power,
        throws,
        (turn_every or math.ceil(throws / WELLS)) if welled else 0,
        reader,
        pictures,
        an_hour if welled else 0,
        quiet,
        seconds_for(throws, each, an_hour if welled else 0),
        f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
    )


def read_plan(folder: Path) -> tuple[StudyPlan, str]:
    """Return the plan in a folder and the hash of its file. Raises UsageError."""
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
    """Write a plan into a new folder. Raises UsageError."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{printable_path(folder)} is there already and is not empty: name a new folder")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / PLAN, plan.to_bytes())
    except OSError as error:
        raise UsageError(
            f"{printable_path(folder)} cannot be written ({error.strerror}): free some space or name another folder"
        ) from error


def seconds_for(throws: int, each: float, an_hour: int) -> float:
    """Return how long throws take of `each` so many seconds, at most `an_hour` of them (0 for any number)."""
    return throws * max(each, 3600 / an_hour if an_hour else 0)
