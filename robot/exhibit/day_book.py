"""The day book counts a day's throws, doubts, turns, games, faults and starts for the day's report."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hardware.clock import Clock
from robot.errors import FileError
from robot.files import keep_file
from robot.games.game import Position
from robot.host.host import Host
from robot.host.status import Phase, Status
from robot.match.events import Announced, Asked, Begun, Booked, Event, Looked, Read, Thrown
from robot.match.players import is_person
from robot.match.questions import MEND_DICE, SettleDie
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.about import About

HELP = {SettleDie.kind, MEND_DICE.kind}
"""The questions with which the robot asks people to help with its dice."""
OWN = "report"
"""The day book's name among the devices."""
PEOPLE, ALONE = "with people", "by itself"
Report = dict[str, Any]
"""The numbers of one day, as in its file."""


def open_report(folder: Path, day: date) -> Report:
    """Return the report in a day's file, or an empty one if there is none.

    `wear` counts the use of each lever on that day and, as `ever`, the shakes of all days with a report.
    """
    path = report_path(folder, day)
    return _read(path) or {
        "day": day.isoformat(),
        "hours": 0.0,
        "starts": 0,
        "crashes": 0,
        "games": {PEOPLE: {"ended": 0, "left": 0}, ALONE: {"ended": 0, "left": 0}},
        "turns": 0,
        "turns_without_help": 0,
        "doubts": {},
        "faults": {},
        "throws": 0,
        "void_throws": 0,
        "throws_per_die": {},
        "throws_per_hour": {},
        "busiest_hour": 0,
        "wear": {"levers": {}, "ever": {"shakes": _count_shakes_before(path)}},
    }


def _count_shakes_before(path: Path) -> int:
    """Return the shakes of all days before a report's, from the last report before it."""
    for before in sorted((one for one in path.parent.glob("report-*.json") if one.name < path.name), reverse=True):
        if kept := _read(before):
            return int(kept["wear"]["ever"]["shakes"])
    return 0


def _read(path: Path) -> Report | None:
    """Return the report in a file, None if there is none or it is damaged."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        int(kept["wear"]["ever"]["shakes"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return {"throws_per_hour": {}, **kept}


def report_path(folder: Path, day: date) -> Path:
    """Return the path of a day's report."""
    return folder / f"report-{day.isoformat()}.json"


def report_of(folder: Path, day: date) -> Report:
    """Return the report of a day.

    Raises:
        FileError: there is none, or it cannot be read.

    """
    path = report_path(folder, day)
    if (report := _read(path)) is None:
        raise FileError(
            f"there is no report of that day ({path.name}): name a day such as 2026-05-01", key="fault-report"
        )
    return report


def tell_report(report: Report) -> Iterator[Saying]:
    """Yield what people are told of a report. Its file holds all its numbers."""
    hours = report["hours"]
    less = Saying("report-minutes", {"minutes": round(hours * 60)})
    lasted = less if hours < 1 else Saying("report-hours", {"hours": round(hours, 1)})
    yield Saying("report-on", {name: report[name] for name in ("day", "starts", "crashes")} | {"lasted": lasted})
    for key, who in (("report-people", PEOPLE), ("report-alone", ALONE)):
        yield Saying(key, report["games"][who])
    yield Saying("report-turns", {"turns": report["turns"], "unaided": report["turns_without_help"]})
    thrown = {"throws": report["throws"], "void": report["void_throws"], "busiest": report["busiest_hour"]}
    yield Saying("report-throws", thrown)
    for device, fault in report["faults"].items():
        yield Saying("report-faults", {**fault, "device": Saying(f"page-device-{device}", {}, device)})
    yield Saying("report-wear", {"shakes": report["wear"]["ever"]["shakes"]})


@dataclass(slots=True)
class DayBook:
    """A listener that counts a day's events, and keeps the report in `folder`.

    `wall` returns the date and the time of day, `clock` the seconds since the start. The report is written after each
    game, fault and start, and at the end.

    `later` runs functions one after the other in a thread that may wait for a disk; the threads of games and pages may
    not. On a full disk the status warns until there is room again.
    """

    folder: Path
    wall: Callable[[], datetime]
    clock: Clock
    host: Host
    later: Callable[[Callable[[], None]], object]
    _report: Report | None = None
    _up: float = 0.0
    _wells: Collection[int] | None = None
    """The wells of the open throw, None if no throw is open."""
    _kept: Collection[int] = ()
    _thrown_again: Counter[int] = field(default_factory=Counter)
    _doubts: dict[int, str] = field(default_factory=dict)
    _again: bool = False
    _asked: bool = False
    _helped: bool = False
    _faults: dict[str, float] = field(default_factory=dict)
    _failing: bool = False

    def start(self, crashes: int) -> None:
        """Count a start after this number of fast crashes, and follow the host from now on."""
        self.host.listen(self, OWN)
        self.host.book.follow(self.follow)
        self.host.call_when_over(self.count_game)
        self.count("starts")
        self.count("crashes", by=int(crashes > 0))
        self.later(self._keep)

    def hear(self, event: Event) -> None:
        match event:
            case Begun():
                self._end_throw("void")
            case Thrown():
                self._end_throw("void")
                self._wells, self._kept = (), event.kept
            case Looked(look=look):
                now = {well: doubt for well, doubt in zip(look.wells, look.doubts, strict=False) if doubt}
                self._settle("another throw" if self._again else "another look", but=now)
                self._doubts |= now
                self._again = False
                if self._wells is not None:
                    self._wells = look.wells
            case Announced(about=About.AGAIN) if self._wells is not None:
                self._again = True
                self._thrown_again.update(self._doubts.keys())
            case Asked(question=question) if question.topic.kind in HELP:
                self._asked = self._helped = True
            case Read():
                self._end_throw("people" if self._asked else "another look", as_="throws")
                self._end_turn(event.player, event.position)
            case Booked():
                self._end_turn(event.player, event.position)

    def count_game(self, setting: GameSetting, left: bool) -> None:
        """Count a game that is over."""
        self._end_throw("left")
        self.count("games", PEOPLE if any(map(is_person, setting.players)) else ALONE, "left" if left else "ended")
        self.later(self._keep)

    def follow(self, status: Status) -> None:
        """Count lost devices and how long they are lost, and write the report when the host ends."""
        before = dict(self._faults)
        for device in status.devices:
            if device.name == OWN:
                continue
            if device.state in {"fault", "warning"} and device.name not in self._faults:
                self._faults[device.name] = self.clock.now()
                self.count("faults", device.name, "times")
                self.count("faults", device.name, "seconds", by=0)
            elif device.state == "ok" and device.name in self._faults:
                lasted = round(self.clock.now() - self._faults.pop(device.name))
                self.count("faults", device.name, "seconds", by=lasted)
        if before != self._faults or (status.phase is Phase.CLOSED and not self._failing):
            self.later(self._keep)

    def count(self, *keys: str, by: int = 1) -> None:
        """Add to the number under these keys in the report of today, by `later`."""
        day, up = self.wall().date(), self.clock.now()

        def add() -> None:
            counts = self._open(day, up)
            for key in keys[:-1]:
                counts = counts.setdefault(key, {})
            counts[keys[-1]] = counts.get(keys[-1], 0) + by

        self.later(add)

    def _open(self, day: date, up: float) -> Report:
        """Return the report of a day, with the hours since the last call added. `up` is the clock's time in seconds."""
        report, before = self._report, self._up
        self._up = up
        if report is None or report["day"] != day.isoformat():
            if report is not None:
                self._keep()
            report = self._report = open_report(self.folder, day)
        else:
            report["hours"] += (up - before) / 3600
        return report

    def _keep(self) -> None:
        """Write the report."""
        report = self._report
        if report is None:
            return
        report["busiest_hour"] = max(report["throws_per_hour"].values(), default=report["busiest_hour"])
        written = {**report, "hours": round(report["hours"], 3)}
        try:
            path = report_path(self.folder, date.fromisoformat(report["day"]))
            keep_file(path, (json.dumps(written, indent=2) + "\n").encode())
        except FileError as error:
            self._failing = True
            self.host.book.fault(OWN, error, "warning")
        else:
            if self._failing:
                self._failing = False
                self.host.book.clear(OWN)

    def _end_throw(self, ended: str, as_: str = "void_throws") -> None:
        """Count the open throw, if there is one, and how its last doubts `ended`."""
        self._settle(ended)
        again, self._again, self._asked = self._thrown_again, False, False
        if self._wells is None:
            return
        self.count(as_)
        self.count("throws_per_hour", f"{self.wall():%H}")
        self.count("wear", "ever", "shakes", by=1 + bool(again))
        for well, times in sorted((again + Counter(set(self._wells) - set(self._kept))).items()):
            self.count("throws_per_die", str(well), by=times)
        for well in self._kept:
            self.count("wear", "levers", str(well))
        self._wells, self._thrown_again = None, Counter()

    def _settle(self, how: str, but: Collection[int] = ()) -> None:
        """Count `how` the open doubts ended, except those of the wells in `but`."""
        for well in [well for well in self._doubts if well not in but]:
            self.count("doubts", self._doubts.pop(well), how)

    def _end_turn(self, player: int, after: Position) -> None:
        if after.over or after.player != player:
            self.count("turns")
            self.count("turns_without_help", by=int(not self._helped))
            self._helped = False
