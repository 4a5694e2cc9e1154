"""A day at the exhibition, counted from its day book: games, turns, doubts, faults, throws and wear."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from robot.errors import FileError
from robot.files import write_whole
from robot.saying import Saying

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """One day. `ever` counts the throws and lever movements of all days whose reports are kept, this one included."""

    day: str
    hours: float
    starts: int
    crashes: int
    games: Mapping[str, Mapping[str, int]]
    turns: int
    unaided: int
    doubts: Mapping[str, Mapping[str, int]]
    faults: Mapping[str, Mapping[str, int]]
    throws: int
    void: int
    per_die: Mapping[str, int]
    busiest_hour: int
    levers: Mapping[str, int]
    ever: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        return {
            "day": self.day,
            "hours": self.hours,
            "starts": self.starts,
            "crashes": self.crashes,
            "games": self.games,
            "turns": self.turns,
            "turns_without_help": self.unaided,
            "doubts": self.doubts,
            "faults": self.faults,
            "throws": self.throws,
            "void_throws": self.void,
            "throws_per_die": self.per_die,
            "busiest_hour": self.busiest_hour,
            "wear": {"levers": self.levers, "ever": self.ever},
        }

    def lines(self) -> Iterator[str]:
        """Return the report in words."""
        crashes = f", fast crashes: {self.crashes}" if self.crashes else ""
        yield f"{self.day}: on for {self.hours:g} hours, starts: {self.starts}{crashes}"
        for who, games in self.games.items():
            yield f"games {who}: {games['ended']} played to their end, {games['left']} left"
        share = f" ({self.unaided / self.turns:.1%})" if self.turns else ""
        yield f"turns: {self.turns}, of these {self.unaided} without help{share}"
        for doubt, ends in self.doubts.items():
            yield f"doubts, {doubt}: {', '.join(f'{number} ended by {how}' for how, number in ends.items())}"
        for device, fault in self.faults.items():
            yield f"faults, {device}: {fault['times']}, lasting {fault['seconds']} s in all"
        yield f"throws: {self.throws} counted, {self.void} void, {self.busiest_hour} in the busiest hour"
        yield f"throws per die: {_each(self.per_die)}"
        yield f"wear: levers lowered {_each(self.levers)}; ever since: {self.ever['shakes']} shakes of the motor"

    def sayings(self) -> Iterator[Saying]:
        """Yield the report as the operator's page tells it."""
        yield Saying(
            "report-on", {"day": self.day, "hours": self.hours, "starts": self.starts, "crashes": self.crashes}
        )
        for key, who in (("report-people", "with people"), ("report-alone", "by itself")):
            yield Saying(key, self.games[who])
        yield Saying("report-turns", {"turns": self.turns, "unaided": self.unaided})
        yield Saying("report-throws", {"throws": self.throws, "void": self.void, "busiest": self.busiest_hour})
        for device, fault in self.faults.items():
            yield Saying("report-faults", {**fault, "device": Saying(f"page-device-{device}", {}, device)})
        yield Saying("report-wear", {"shakes": self.ever["shakes"]})


def _each(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name}: {number}" for name, number in numbers.items()) or "none"


def day_path(folder: Path, day: date) -> Path:
    """Return the path of a day's book."""
    return folder / f"{day.isoformat()}.jsonl"


def days(folder: Path) -> list[date]:
    """Return the days whose books are kept, in order."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        with suppress(ValueError):
            found.append(date.fromisoformat(path.stem))
    return found


def report_of(folder: Path, day: date) -> Report:
    """Count a day's lines; a line that a power cut tore is left out.

    Raises:
        FileError: nothing is kept of that day, or it cannot be read.

    """
    lines = list(_lines(day_path(folder, day)))
    of = defaultdict(list)
    for line in lines:
        of[str(line["kind"])].append(line)
    throws = of["throw"]
    counted_throws = [line for line in throws if line["counts"]]
    shaken = Counter(well for line in throws for well in [*(set(line["wells"]) - set(line["kept"])), *line["again"]])
    levers = Counter(well for line in throws for well in line["kept"])
    shakes = sum(1 + bool(line["again"]) for line in throws)
    return Report(
        day.isoformat(),
        _hours(lines),
        len(of["start"]),
        max((line["crashes"] for line in of["start"]), default=0),
        _games(of["game"]),
        sum(line["turns"] for line in of["game"]),
        sum(line["unaided"] for line in of["game"]),
        _nested(of["doubt"]),
        _faults(of["fault"], of["well"]),
        len(counted_throws),
        len(throws) - len(counted_throws),
        _named(shaken),
        max(Counter(line["at"][:13] for line in throws).values(), default=0),
        _named(levers),
        {"shakes": shakes + _before(folder, day)},
    )


def write_report(folder: Path, day: date) -> Path | None:
    """Write a day's report beside its book and return where, None if nothing is kept of that day.

    Raises:
        FileError: it cannot be written.

    """
    if not day_path(folder, day).exists():
        return None
    path = folder / f"report-{day.isoformat()}.json"
    try:
        write_whole(path, (json.dumps(report_of(folder, day).to_json(), indent=2) + "\n").encode())
    except OSError as error:
        raise FileError(
            f"the report {path} cannot be written ({error.strerror}): free some space", key="fault-report"
        ) from error
    return path


def _lines(path: Path) -> Iterator[Line]:
    try:
        book = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError as error:
        raise FileError(
            f"there is no report of that day ({path.name}): name a day as in 2026-05-01", key="fault-report"
        ) from error
    except OSError as error:
        raise FileError(
            f"{path} cannot be read ({error.strerror}): correct its permissions", key="fault-report"
        ) from error
    for text in book.splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict) and {"at", "up", "kind"} <= line.keys():
            yield line


def _hours(lines: list[Line]) -> float:
    """Return how long the program ran: of each run from its first line of the day to its last."""
    seconds, first, last = 0, 0, 0
    for line in lines:
        if line["kind"] == "start" or line["up"] < last:
            seconds, first = seconds + last - first, line["up"]
        elif line is lines[0]:
            first = line["up"]
        last = line["up"]
    return round((seconds + last - first) / 3600, 1)


def _games(games: list[Line]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for who, those in (
        ("with people", [game for game in games if game["people"]]),
        ("by itself", [game for game in games if not game["people"]]),
    ):
        left = sum(game["left"] for game in those)
        counts[who] = {"ended": len(those) - left, "left": left}
    return counts


def _nested(doubts: list[Line]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for line in doubts:
        counts.setdefault(line["doubt"], Counter())[line["ended"]] += 1
    return {doubt: dict(ends) for doubt, ends in sorted(counts.items())}


def _faults(faults: list[Line], ends: list[Line]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for line in faults:
        counts.setdefault(line["device"], {"times": 0, "seconds": 0})["times"] += 1
    for line in ends:
        counts.setdefault(line["device"], {"times": 0, "seconds": 0})["seconds"] += line["seconds"]
    return counts


def _named(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(well): number for well, number in sorted(counts.items())}


def _before(folder: Path, day: date) -> int:
    """Return the shakes of all days before, by the last report among them."""
    today = f"report-{day.isoformat()}.json"
    for path in sorted((path for path in folder.glob("report-*.json") if path.name < today), reverse=True):
        try:
            return int(json.loads(path.read_text(encoding="utf-8"))["wear"]["ever"]["shakes"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return 0
