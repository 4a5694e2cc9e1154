"""The day book: a line for every throw, doubt, turn, game, fault and start; and the day's report, counted from it."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hardware.clock import Clock
from robot.errors import FileError
from robot.files import write_whole
from robot.games.game import Position
from robot.host.host import Host
from robot.host.status import Status
from robot.match.events import Announced, Asked, Begun, Booked, Event, Looked, Read, Thrown
from robot.match.players import is_person
from robot.match.questions import MEND_DICE, SettleDie
from robot.match.seats import GameSetting
from robot.records.wall_clock import ClockJudgement
from robot.saying import Saying
from robot.table.about import About

HELP = {SettleDie.kind, MEND_DICE.kind}
"""What the robot asks people for who help it with its dice."""
OWN = "report"
"""The day book's name among the devices."""
DAYS_KEPT = 60
"""Days that are kept line by line; of older days only the report is kept."""
Line = Mapping[str, Any]


@dataclass(slots=True)
class DayBook:
    """A listener that keeps the day's lines in `folder`; `wall` returns the date, `clock` the seconds since the start.

    Books of old days are removed while the date is plausible, as `judge` says.

    What is noted is written by `later`, one thing after the other, in a thread that may wait for a disk: the threads
    of games and pages may not. On a full disk what was to be written is lost, and nothing else: the status warns until
    there is room again.
    """

    folder: Path
    wall: Callable[[], datetime]
    clock: Clock
    host: Host
    later: Callable[[Callable[[], None]], object]
    judge: Callable[[], ClockJudgement]
    _throw: dict[str, Any] | None = None
    _doubts: dict[int, str] = field(default_factory=dict)
    _again: bool = False
    _asked: bool = False
    _helped: bool = False
    _turns: int = 0
    _unaided: int = 0
    _faults: dict[str, float] = field(default_factory=dict)
    _failing: bool = False

    def start(self, crashes: int) -> None:
        """Record that the program started after this number of fast crashes, and all that the host does from now on."""
        self.host.listen(self, OWN)
        self.host.book.follow(self.follow)
        self.host.when_over(self.over)
        self.write("start", crashes=crashes)

    def hear(self, event: Event) -> None:
        match event:
            case Begun():
                self._thrown("void")
            case Thrown():
                self._thrown("void")
                self._throw = {"wells": [], "kept": list(event.kept), "again": []}
            case Looked(look=look):
                now = {well: doubt for well, doubt in zip(look.wells, look.doubts, strict=False) if doubt}
                self._settle("another throw" if self._again else "another look", but=now)
                self._doubts |= now
                self._again = False
                if self._throw is not None:
                    self._throw["wells"] = list(look.wells)
            case Announced(about=About.AGAIN) if self._throw is not None:
                self._again = True
                self._throw["again"] += sorted(self._doubts)
            case Asked(question=question) if question.topic.kind in HELP:
                self._asked = self._helped = True
            case Read():
                self._thrown("people" if self._asked else "another look", counts=True)
                self._turned(event.player, event.position)
            case Booked():
                self._turned(event.player, event.position)

    def over(self, setting: GameSetting, left: bool) -> None:
        """Note that a game is over, and count it in the report."""
        self._thrown("left")
        people = sum(map(is_person, setting.players))
        turns, self._turns = self._turns, 0
        unaided, self._unaided = self._unaided, 0
        self.write("game", game=setting.game, people=people, left=left, turns=turns, unaided=unaided)
        self.report()

    def follow(self, status: Status) -> None:
        """Note when devices are lost, and when they are found again."""
        for device in status.devices:
            if device.name == OWN:
                continue
            if device.state in {"fault", "warning"} and device.name not in self._faults:
                self._faults[device.name] = self.clock.now()
                self.write("fault", device=device.name, what=device.what)
            elif device.state == "ok" and device.name in self._faults:
                lost = self._faults.pop(device.name)
                self.write("well", device=device.name, seconds=round(self.clock.now() - lost))

    def write(self, kind: str, **what: Any) -> None:
        """Add a line to the book of today, later."""
        now = self.wall()
        line = {"at": now.isoformat(timespec="seconds"), "up": round(self.clock.now()), "kind": kind, **what}
        self.later(lambda: self._add(day_path(self.folder, now.date()), line))

    def report(self) -> None:
        """Write the report of today, and remove the oldest books, later."""
        today = self.wall().date()
        self.later(lambda: self._report(today))

    def _add(self, path: Path, line: dict[str, Any]) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as book:
                book.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            self._failing = True
            self.host.book.fault(OWN, error, "warning")
            return
        if self._failing:
            self._failing = False
            self.host.book.clear(OWN)

    def _report(self, day: date) -> None:
        try:
            write_report(self.folder, day)
        except FileError as error:
            self.host.book.fault(OWN, error, "warning")
        old = sorted(self.folder.glob("*.jsonl"))[:-DAYS_KEPT]
        if old and self.judge().sound:
            for path in old:
                path.unlink(missing_ok=True)

    def _thrown(self, ended: str, *, counts: bool = False) -> None:
        """Write the throw that is open, if there is one, and how its last doubts `ended`."""
        self._settle(ended)
        self._again = self._asked = False
        if self._throw is not None:
            self.write("throw", counts=counts, **self._throw)
            self._throw = None

    def _settle(self, how: str, but: Collection[int] = ()) -> None:
        """Write how the doubts ended that are open, all `but` those of these wells."""
        for well in [well for well in self._doubts if well not in but]:
            self.write("doubt", doubt=self._doubts.pop(well), well=well, ended=how)

    def _turned(self, player: int, after: Position) -> None:
        if after.over or after.player != player:
            self._turns += 1
            self._unaided += not self._helped
            self._helped = False


@dataclass(frozen=True, slots=True)
class Report:
    """One day. `wear` is that of its levers and, as `ever`, that of all days whose reports are kept."""

    day: str
    hours: float
    starts: int
    crashes: int
    games: Mapping[str, Mapping[str, int]]
    turns: int
    turns_without_help: int
    doubts: Mapping[str, Mapping[str, int]]
    faults: Mapping[str, Mapping[str, int]]
    throws: int
    void_throws: int
    throws_per_die: Mapping[str, int]
    busiest_hour: int
    wear: Mapping[str, Mapping[str, int]]

    def lines(self) -> Iterator[str]:
        """Return the report in words."""
        crashes = f", fast crashes: {self.crashes}" if self.crashes else ""
        yield f"{self.day}: on for {self.hours:g} hours, starts: {self.starts}{crashes}"
        for who, games in self.games.items():
            yield f"games {who}: {games['ended']} finished, {games['left']} abandoned"
        share = f" ({100 * self.turns_without_help / self.turns:.1f} %)" if self.turns else ""
        yield f"turns: {self.turns}, {self.turns_without_help} of them without help{share}"
        for doubt, ends in self.doubts.items():
            yield f"doubts, {doubt}: {', '.join(f'{number} ended by {how}' for how, number in ends.items())}"
        for device, fault in self.faults.items():
            yield f"faults, {device}: {fault['times']}, lasting {fault['seconds']} s in all"
        yield f"throws: {self.throws} counted, {self.void_throws} void, {self.busiest_hour} in the busiest hour"
        yield f"throws per die: {_each(self.throws_per_die)}"
        shakes = self.wear["ever"]["shakes"]
        yield f"wear: levers lowered {_each(self.wear['levers'])}; ever since: {shakes} shakes of the motor"

    def sayings(self) -> Iterator[Saying]:
        """Yield the report as the operator's page tells it."""
        yield Saying(
            "report-on", {"day": self.day, "hours": self.hours, "starts": self.starts, "crashes": self.crashes}
        )
        for key, who in (("report-people", "with people"), ("report-alone", "by itself")):
            yield Saying(key, self.games[who])
        yield Saying("report-turns", {"turns": self.turns, "unaided": self.turns_without_help})
        yield Saying("report-throws", {"throws": self.throws, "void": self.void_throws, "busiest": self.busiest_hour})
        for device, fault in self.faults.items():
            yield Saying("report-faults", {**fault, "device": Saying(f"page-device-{device}", {}, device)})
        yield Saying("report-wear", {"shakes": self.wear["ever"]["shakes"]})


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
        {"levers": _named(levers), "ever": {"shakes": shakes + _before(folder, day)}},
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
        write_whole(path, (json.dumps(asdict(report_of(folder, day)), indent=2) + "\n").encode())
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
            f"there is no report of that day ({path.name}): name a day such as 2026-05-01", key="fault-report"
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
