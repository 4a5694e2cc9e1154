"""The day book: a line for every throw, doubt, turn, game, fault and start, from which the day's report is counted."""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hardware.clock import Clock
from robot.errors import FileError
from robot.exhibit.report import day_path, write_report
from robot.games.game import Position
from robot.host.status import Status, StatusBook
from robot.match.events import Announced, Asked, Begun, Booked, Event, Looked, Read, Thrown
from robot.match.players import is_person
from robot.match.questions import MendDice, SettleDie
from robot.match.seats import GameSetting
from robot.records.wall_clock import ClockJudgement
from robot.table.about import About

HELP = (SettleDie, MendDice)
"""What the robot asks people for who help it with its dice."""
OWN = "report"
"""The day book's name among the devices."""
DAYS_KEPT = 60
"""Days that are kept line by line; of older days only the report is kept."""


@dataclass(slots=True)
class DayBook:
    """A listener that keeps the day's lines in `folder`; `wall` returns the date, `clock` the seconds since the start.

    Books of old days are removed while the date is plausible, as `judge` says.

    What is noted is written by `later`, one thing after the other, in a thread that may wait for a disk: the threads
    of games and pages may not. On a full disk what was to be written is lost, and nothing else: `book` has a warning
    until there is room again.
    """

    folder: Path
    wall: Callable[[], datetime]
    clock: Clock
    book: StatusBook
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
        """Record that the program started after this number of fast crashes."""
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
            case Asked(question=question) if isinstance(question.topic, HELP):
                self._asked = self._helped = True
            case Read():
                self._thrown("people" if self._asked else "another look", counts=True)
                self._turned(event.player, event.position)
            case Booked():
                self._turned(event.player, event.position)

    def over(self, setting: GameSetting, *, left: bool) -> None:
        """Note that a game is over."""
        self._thrown("left")
        people = sum(map(is_person, setting.players))
        turns, self._turns = self._turns, 0
        unaided, self._unaided = self._unaided, 0
        self.write("game", game=setting.game, people=people, left=left, turns=turns, unaided=unaided)

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
            self.book.fault(OWN, error, "warning")
            return
        if self._failing:
            self._failing = False
            self.book.clear(OWN)

    def _report(self, day: date) -> None:
        try:
            write_report(self.folder, day)
        except FileError as error:
            self.book.fault(OWN, error, "warning")
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
