"""A full disk: what was read waits, and is written as soon as there is room. No die is thrown again."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.panel import Button
from hardware.panels import Panels
from robot.errors import JournalError
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Asked, Event
from robot.match.journal import SETTLED, Entry, Journal
from robot.match.match import GameRunner
from robot.match.questions import AgreeUndo, ChooseMove, LeaveGame
from robot.match.seats import GameSetting
from tests.support.robot.stubs import DrawnTable, PushedPanel

SCRIPTS = {
    "first": [Button.ROLL],
    "reading": [Button.ROLL],
    "booking": [Button.ROLL, Button.HOLD],
    "undo": [Button.ROLL, Button.HOLD, Button.NEW],
    "leave": [Button.ROLL, Button.LEAVE],
}
"""What people press until there is an entry of a kind."""


class FullJournal(Journal):
    """A journal on a disk that is full whenever an entry of the `kind` is written, until there is room again."""

    kind = ""

    def add(self, game: Any, *entries: Entry) -> None:
        kinds = {entry.kind for entry in entries}
        pages = 1 if self.kind in kinds else 1_000_000  # SQLite itself then says that the disk is full
        self._db.execute(f"PRAGMA max_page_count = {pages}")
        rows = [Entry(entry.kind, entry.throw, {**entry.data, "room": "." * 9_000}) for entry in entries]
        super().add(game, *(rows if self.kind in kinds else entries))


class LeftError(Exception):
    """The people have gone."""


class FullDiskGame:
    """Two people who play Pig at a panel; the dice decide who begins."""

    def __init__(self, folder: Path, kind: str) -> None:
        clock, self.panel, self.script = VirtualClock(), PushedPanel(), list(SCRIPTS[kind])
        self.desk = QuestionDesk(Panels(clock, self.panel, rest=0.0), clock, self.hear)
        self.journal, self.table = FullJournal(folder / "journal.sqlite"), DrawnTable(random.Random(1))
        setting = GameSetting("pig", {}, ("you:Ada", "you:Bob"), first="thrown" if kind == "first" else "1")
        seating = setting.seating(None)
        self.runner = GameRunner(seating, seating.make_players(self.desk, "1"), self.desk, [self])

    def hear(self, event: Event) -> None:
        if isinstance(event, Asked):
            if isinstance(event.question.topic, ChooseMove):
                if not self.script:
                    raise LeftError
                self.panel.push(self.script.pop(0))
            elif isinstance(event.question.topic, AgreeUndo | LeaveGame):
                self.panel.push(Button.HOLD)


@pytest.fixture
def sitting(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[FullDiskGame]:
    one = FullDiskGame(tmp_path, request.param)
    with one.journal:
        yield one


@pytest.mark.parametrize(("sitting", "kind"), [(kind, kind) for kind in SCRIPTS], indirect=["sitting"])
def test_what_a_full_disk_refuses_is_written_later_and_no_die_is_thrown_again(sitting: FullDiskGame, kind: str) -> None:
    sitting.journal.kind = kind
    for _ in range(3):
        with pytest.raises(JournalError, match=r"full\): free some disk space.* what was written before is kept"):
            sitting.runner.play(sitting.journal, sitting.table)
    assert sitting.runner.game
    thrown, log = list(sitting.table.thrown), sitting.journal.log(sitting.runner.game)
    assert kind not in {entry.kind for entry in log}
    sitting.journal.kind, sitting.script = "", []
    with pytest.raises(LeftError):
        sitting.runner.play(sitting.journal, sitting.table)
    after = sitting.journal.log(sitting.runner.game)
    assert after[: len(log)] == log
    assert after[len(log)].kind == kind
    read = [value for entry in after for value in entry.data.get("values", [entry.data.get("value")]) if value]
    assert read == sitting.table.thrown
    assert read[: len(thrown)] == thrown
    assert "void" not in {entry.kind for entry in after}


def test_every_kind_of_entry_that_waits_is_tried() -> None:
    assert SCRIPTS.keys() == SETTLED


@pytest.mark.parametrize("sitting", ["reading"], indirect=True)
def test_what_waits_is_dropped_where_another_program_went_on(sitting: FullDiskGame, tmp_path: Path) -> None:
    sitting.journal.kind = "reading"
    with pytest.raises(JournalError):
        sitting.runner.play(sitting.journal, sitting.table)
    assert sitting.runner.game
    with Journal(tmp_path / "journal.sqlite") as other:
        other.write(sitting.runner.game, "void", 1, reason="elsewhere")
    sitting.journal.kind, sitting.script = "", []
    with pytest.raises(LeftError):
        sitting.runner.play(sitting.journal, sitting.table)
    kinds = [entry.kind for entry in sitting.journal.log(sitting.runner.game)]
    assert kinds[-5:] == ["intention", "void", "sitting", "intention", "reading"]


def test_where_there_is_no_journal_nothing_is_said_to_be_kept(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way of a folder")
    with pytest.raises(JournalError, match="nothing is kept"):
        Journal(tmp_path / "data" / "journal.sqlite")
