"""The plan of a study: how often dice are thrown, which ones, and how. It is sealed before the first throw."""

import hashlib
import json
import math
import re
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

from robot.config import ENTERED, HANDS
from robot.errors import UsageError
from robot.fairness.checks import covariance, reader_spread, wald
from robot.fairness.reader import FACES, Floats, ReaderCounts, ReadingLaw, estimated_reader, fair_die
from robot.files import write_whole
from solver.other_die import play_with
from vision.paths import printable_path

LEAST_POINTS, MOST_POINTS = 0.1, 16.0
"""Points between which a deviation that costs so much is sought."""
ENDLESS = 9
"""Decades of throws that are more than any study."""


def loaded_die(points: float, rare: int = 1) -> Floats:
    """Return a die whose face `rare`, 1 to 6, falls less often by `points` of 100, and its opposite as much more often.

    Raises UsageError where such a die cannot be.
    """
    if not 0 < points < 100 / FACES:
        raise UsageError(f"a face cannot be off by {points:g} points and its opposite too: give 0.1 to 16.6")
    faces = fair_die()
    faces[rare - 1] -= points / 100
    faces[FACES - rare] += points / 100
    return faces


def throws_needed(faces: Floats, law: ReadingLaw, level: float, power: float, spread: Floats | None = None) -> int:
    """Return the throws after which a die with chances `faces` is found not fair with chance `power`.

    `level` is the chance to accuse a fair die, in (0, 1), and below `power`. The likelihood ratio against a fair die
    has, in the limit, a noncentral chi-square law with a degree of freedom less than faces, whose noncentrality
    grows by `signal` with each throw (Agresti, "Categorical Data Analysis", 2013, section 6.6). `spread` is the
    covariance, shape (6, 6), that a reader adds which is not known exactly. Raises UsageError, also where that
    hides the die however often it is thrown.
    """
    each = signal(faces, law)
    if each < 1e-12:
        raise UsageError("this die is fair: name the deviation that matters")
    freedom = law.faces - 1
    wanted = noncentrality(bound_of(level, power, freedom), power, freedom)
    least = math.ceil(wanted / each)
    if spread is None or not spread.any():
        return least
    off = faces - fair_die(law.faces)

    def beyond(decades: float) -> float:
        variance = covariance(fair_die(law.faces), law, 10**decades) + spread
        return wald(off, np.eye(law.faces)[1:], variance)[0] - wanted

    if beyond(ENDLESS) <= 0:
        raise UsageError("this reader is not known well enough to find that: let it read more known dice")
    return max(least, math.ceil(math.pow(10, brentq(beyond, 0, ENDLESS))))


def throws_for_points(points: float, law: ReadingLaw, level: float, power: float, spread: Floats | None = None) -> int:
    """Return the throws that find a face off by `points` of 100, and its opposite, whichever face it is.

    The other arguments are those of `throws_needed`. Raises UsageError.
    """
    return max(throws_needed(loaded_die(points, rare), law, level, power, spread) for rare in range(1, FACES + 1))


def points_that_cost(cost: float, game: str) -> float:
    """Return the smallest deviation, in points of 100 of a face and its opposite, by which a game loses `cost`.

    `cost` is what play for a fair die loses to play for the die, in chance to win over both seats, in (0, 0.5). Raises
    UsageError where no such die costs so much, and what `play_with` raises.
    """
    if not 0 < cost < 0.5:
        raise UsageError(f"a cost of {100 * cost:g} % of games is impossible: give one from 0.01% to 50%")

    def edge(points: float, rare: int) -> float:
        return play_with(game, tuple(map(float, loaded_die(points, rare)))).edge - cost

    found = math.inf
    for rare in range(1, FACES + 1):
        most = min(found, MOST_POINTS)
        if edge(most, rare) > 0 > edge(LEAST_POINTS, rare):
            found = float(brentq(edge, LEAST_POINTS, most, (rare,), xtol=1e-3))
    if not math.isfinite(found):
        raise UsageError(
            f"no face that is off by {LEAST_POINTS:g} to {MOST_POINTS:g} points costs {100 * cost:g} % of {game}: "
            "name another cost"
        )
    return found


def smallest_seen(
    law: ReadingLaw, bound: float, power: float, throws: int, spread: Floats | None = None
) -> float | None:
    """Return the smallest deviation, in points of 100, that `throws` throws find, whichever face and opposite have it.

    A die is found where the likelihood ratio exceeds `bound`. `spread` is the covariance, shape (6, 6), that a reader
    adds which is not known exactly. None is returned where not even a face that never falls would be found.
    """
    variance = covariance(fair_die(), law, throws) + (0 if spread is None else spread)
    each = min(wald(loaded_die(1, rare) - fair_die(), np.eye(FACES)[1:], variance)[0] for rare in range(1, FACES + 1))
    points = math.sqrt(noncentrality(bound, power, law.faces - 1) / each)
    return points if points < 100 / FACES else None


def signal(faces: Floats, law: ReadingLaw) -> float:
    """Return what a throw adds to the noncentrality: the squared distance of its readings from those of a fair die."""
    fair, off = law.of_readings(fair_die(law.faces)), law.of_readings(faces)
    possible = fair > 0
    return float((((off - fair) ** 2)[possible] / fair[possible]).sum())


def bound_of(level: float, power: float, freedom: int) -> float:
    """Return the bound of a chi-square test at `level`, which has to lie below its `power`. Raises UsageError."""
    if not 0 < level < power < 1:
        raise UsageError(
            f"a level of {level:g} and a power of {power:g} make no test: "
            "give 0 < level < power < 1, such as 0.05 and 0.8"
        )
    return float(chi2.isf(level, freedom))


def noncentrality(bound: float, power: float, freedom: int) -> float:
    """Return the noncentrality at which a chi-square statistic exceeds `bound` with chance `power`."""
    return float(brentq(lambda sought: ncx2.sf(bound, freedom, sought) - power, 1e-9, 1e4, xtol=1e-10))


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
    reader: ReaderCounts | None
    pictures: bool
    an_hour: int
    quiet: str
    seconds: float
    made: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.dice) <= WELLS:
            raise UsageError(f"a study throws 1 to {WELLS} dice at once, not {len(self.dice)}: name that many")
        if len(self.place) > LONGEST_PLACE or not self.place.isprintable():
            raise UsageError(f"{self.place[:LONGEST_NAME]!r} is not a place: give one line of {LONGEST_PLACE} letters")
        for name in self.dice:
            if len(name) > LONGEST_NAME or not name.isprintable() or NO_NAME.search(name):
                raise UsageError(
                    f"{name[:LONGEST_NAME]!r} is not a die's name: give up to {LONGEST_NAME} letters, digits and "
                    'spaces, none of " , @ / \\, and no dot in front'
                )
            if not name:
                raise UsageError("a die has no name: give each one its own")
            if sum(name.casefold() == other.casefold() for other in self.dice) > 1:
                raise UsageError(f"two dice are called {name!r}: give each one its own name, and write it on it")
        if not 1 <= self.throws <= MOST_THROWS:
            raise UsageError(f"{self.throws} throws are too many: ask for a larger deviation or a smaller power")
        if self.an_hour < 0:
            raise UsageError(f"{self.an_hour} throws an hour are impossible: give 0 for any number, or one from 1 up")
        loaded_die(self.points)
        estimated_reader(self.reader)

    @property
    def law(self) -> ReadingLaw:
        """The reader's law, the mean of those that its counts allow where it was estimated."""
        return estimated_reader(self.reader)

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
        """Return the file of the plan."""
        return (json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n").encode()

    @property
    def seal(self) -> str:
        """SHA-256 of the file, in hexadecimal: what the log begins with."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @classmethod
    def of_bytes(cls, data: bytes, path: Path) -> "StudyPlan":
        """Return the plan in a file. Raises UsageError."""
        damaged = UsageError(f"{printable_path(path)} is not a study's plan: make one with 'fairness plan FOLDER'")
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


def plan_study(
    dice: tuple[str, ...],
    place: str,
    table: str,
    *,
    points: float,
    level: float,
    power: float,
    game: str = "",
    cost: float = 0,
    reader: ReaderCounts | None = None,
    turn_every: int | None = None,
    pictures: bool = False,
    an_hour: int = 0,
    quiet: str = "",
) -> StudyPlan:
    """Return the plan that finds a deviation of `points` of 100 or, with a `game`, what costs it `cost` of its wins.

    `level` is the chance to accuse a fair die, of which several dice get their shares, `power` that to find the
    deviation. Raises UsageError, and what the solver raises for the game.
    """
    law = estimated_reader(reader)
    points = points_that_cost(cost, game) if game else points
    spread = reader_spread(reader, law.of_readings(fair_die()))
    throws = throws_for_points(points, law, level / max(1, len(dice)), power, spread)
    if throws > MOST_THROWS:
        raise UsageError(f"that needs {throws} throws: ask for a larger deviation")
    each = SECONDS.get(table, SECONDS_OF_MACHINE)
    welled = table not in SECONDS
    return StudyPlan(
        dice,
        place,
        table,
        points,
        game,
        cost,
        level,
        power,
        throws,
        (turn_every or math.ceil(throws / WELLS)) if welled else 0,
        reader,
        pictures,
        an_hour if welled else 0,
        quiet,
        throws * max(each, 3600 / an_hour if welled and an_hour else 0),
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
