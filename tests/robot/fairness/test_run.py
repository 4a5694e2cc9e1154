"""A study goes on until all is thrown, whatever stops it, and records a die in doubt as what it is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.errors import CameraError, Failure
from robot.app import open_table
from robot.config import Config
from robot.errors import FileError, PeopleLeftError, VoidThrowError
from robot.fairness.log import LogEvent, StudyLog, StudyRecord, read_log
from robot.fairness.plan import read_plan
from robot.fairness.run import (
    CAMERA_WAITS,
    MOST_VOID,
    Cast,
    EnteredThrower,
    MachineThrower,
    StudyPace,
    StudyRun,
    picture_path,
)
from robot.saying import Saying
from robot.table.choice import TableChoice
from robot.table.table import MachineTable
from tests.support.robot.studies import small_plan, thrown_log

PLAN = small_plan(("red",))
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass(slots=True)
class ScriptedThrower:
    """Throws by a generator, and does between throws what that one does."""

    casts: Iterator[Cast]

    def cast(self, throw: int, wells: tuple[int, ...]) -> Cast:
        assert throw
        assert wells
        return next(self.casts)


@dataclass(slots=True)
class StubPeople:
    """People who move the dice as long as they are `there`."""

    there: bool = True
    rests: list[float] = field(default_factory=list)
    asked: list[tuple[int, ...]] = field(default_factory=list)

    def moved(self, wells: tuple[int, ...]) -> str:
        self.asked.append(wells)
        return "moved" if self.there else ""

    def shown(self, cells: tuple[str, ...] | None, throw: int, rest: float) -> None:
        assert throw >= (cells is not None)
        if rest:
            self.rests.append(rest)

    def noted(self, note: str) -> None:
        assert note


@dataclass(slots=True)
class VoidThrows:
    """Casts of which those of some numbers are void."""

    numbers: set[int]
    void: VoidThrowError
    number: int = 0

    def __iter__(self) -> "VoidThrows":
        return self

    def __next__(self) -> Cast:
        self.number += 1
        if self.number in self.numbers:
            raise self.void
        return Cast(("1",), {})


@dataclass(slots=True)
class FailingCasts:
    """Casts of which those of some numbers fail."""

    failing: dict[int, BaseException]
    picture: int | None
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(3))
    number: int = 0

    def __iter__(self) -> "FailingCasts":
        return self

    def __next__(self) -> Cast:
        self.number += 1
        if self.number in self.failing:
            raise self.failing[self.number]
        pictures = {} if self.picture is None else {"left": np.full((4, 4, 3), self.picture, np.uint8)}
        return Cast((str(self.random.integers(1, 7)),), pictures)


def thrown(failing: Mapping[int, BaseException] | None = None, picture: int | None = None) -> FailingCasts:
    return FailingCasts(dict(failing or {}), picture)


def gone_on(
    folder: Path,
    casts: Iterator[Cast],
    people: StubPeople | None = None,
    rest: Callable[[], float] = lambda: 0.0,
    clock: VirtualClock | None = None,
) -> StudyRecord:
    plan, seal = read_plan(folder)
    with StudyLog(folder, plan, seal) as log:
        pace = StudyPace(rest, lambda: None)
        there = people or StubPeople()
        StudyRun(plan, folder, log, ScriptedThrower(casts), there, pace, clock or VirtualClock(), lambda: NOON).go_on(
            "t"
        )
    return read_log(folder, plan, seal)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    thrown_log(tmp_path / "study", PLAN, [])
    return tmp_path / "study"


def test_a_study_ends_with_what_was_planned_and_people_move_the_dice_in_time(study: Path) -> None:
    people = StubPeople()
    record = gone_on(study, thrown(), people)
    assert record.throws == PLAN.throws
    assert people.asked == [PLAN.wells(1), *(PLAN.wells(throw + 1) for throw in PLAN.turns())]
    assert record.rows[-1].event is LogEvent.STOPPED


@pytest.mark.parametrize(
    "lost", [CameraError("the camera is gone: plug it in", failure=Failure.CAMERA_LOST), KeyboardInterrupt()]
)
def test_what_stops_a_study_costs_no_throw(study: Path, lost: BaseException) -> None:
    with pytest.raises(type(lost)):
        gone_on(study, thrown(dict.fromkeys(range(8, 99), lost)))
    plan, seal = read_plan(study)
    record = read_log(study, plan, seal)
    assert record.throws == 7
    assert record.rows[-1].event is LogEvent.STOPPED
    people = StubPeople()
    record = gone_on(study, thrown(), people)
    assert record.throws == PLAN.throws
    assert record.begun == 2
    assert people.asked[0] == PLAN.wells(next(PLAN.turns()) + 1)  # the dice still lie where they lay


def test_a_camera_that_comes_back_within_minutes_costs_nothing_but_a_note(study: Path) -> None:
    clock, lost = VirtualClock(), CameraError("the camera is gone: plug it in", failure=Failure.CAMERA_LOST)
    record = gone_on(study, thrown(dict.fromkeys((8, 9, 30), lost)), clock=clock)
    assert record.throws == PLAN.throws
    assert record.begun == 1
    assert [row.throw for row in record.rows if row.event is LogEvent.RETRIED] == [7, 7, 27]
    assert not any(row.event is LogEvent.VOID for row in record.rows)
    assert clock.now() == sum(CAMERA_WAITS[:2]) + CAMERA_WAITS[0]


def test_a_table_is_opened_again_until_its_camera_is_there(study: Path) -> None:
    plan, seal = read_plan(study)
    lost = CameraError("the camera is gone: plug it in", failure=Failure.CAMERA_LOST)
    opened: list[int] = []

    def reopened() -> ScriptedThrower:
        opened.append(len(opened))
        if len(opened) < 3:
            raise CameraError("there is no camera 0", failure=Failure.CAMERA_MISSING)
        return ScriptedThrower(thrown())

    with StudyLog(study, plan, seal) as log:
        dead = ScriptedThrower(thrown(dict.fromkeys(range(1, 99), lost)))
        pace = StudyPace(lambda: 0.0, lambda: None)
        StudyRun(plan, study, log, dead, StubPeople(), pace, VirtualClock(), lambda: NOON, reopened).go_on("t")
    assert len(opened) == 3
    assert read_log(study, plan, seal).throws == PLAN.throws


def test_a_void_throw_is_logged_and_made_again_but_not_for_ever(study: Path) -> None:
    void = VoidThrowError(Saying("void-unknown", {}, "nobody knows"))
    record = gone_on(study, VoidThrows({3}, void))
    assert [row.throw for row in record.rows if row.event is LogEvent.VOID] == [2]
    assert record.throws == PLAN.throws


def test_a_machine_that_only_makes_void_throws_is_given_up(study: Path) -> None:
    void = VoidThrowError(Saying("void-unknown", {}, "nobody knows"))
    with pytest.raises(PeopleLeftError, match="in a row"):
        gone_on(study, VoidThrows(set(range(1, 99)), void))
    plan, seal = read_plan(study)
    rows = read_log(study, plan, seal).rows
    assert sum(row.event is LogEvent.VOID for row in rows) == MOST_VOID


def test_nobody_there_to_move_the_dice_is_said(study: Path) -> None:
    with pytest.raises(PeopleLeftError, match="--moved"):
        gone_on(study, thrown(), StubPeople(there=False))


def test_the_machine_rests_when_it_has_to(study: Path) -> None:
    clock, people = VirtualClock(), StubPeople()
    gone_on(study, thrown(), people, lambda: max(0.0, 100 - clock.now()), clock)
    assert people.rests == [100, 70, 40, 10]


def test_pictures_are_kept_by_their_hash_and_a_full_disk_is_said(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = small_plan(("red",), pictures=True)
    folder = study.parent / "shown"
    thrown_log(folder, shown, [])
    record = gone_on(folder, thrown(picture=7))
    (row,) = {tuple((row.pictures or {}).items()) for row in record.rows if row.event is LogEvent.THROW}
    ((light, digest),) = row
    assert light == "left"
    assert sha256(picture_path(folder, digest).read_bytes()).hexdigest() == digest

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, f"No space left for {path.name}, {len(data)} bytes")

    monkeypatch.setattr("robot.fairness.run.write_whole", full)
    other = study.parent / "full"
    thrown_log(other, shown, [])
    with pytest.raises(FileError, match="free some space"):
        gone_on(other, thrown(picture=8))
    last = read_log(other, *read_plan(other)).rows[-1]
    assert last.event is LogEvent.STOPPED
    assert "free some space" in last.note


def test_a_machine_shakes_once_a_throw_and_leaves_doubts_as_they_are() -> None:
    table = open_table(TableChoice(seed=1, speed=None, faults="cocked=0.5").resolved(Config()))
    assert isinstance(table, MachineTable)
    said: list[Saying] = []
    try:
        cells = MachineThrower(table, said.append).cast(1, (6, 1, 2)).cells
        shakes = table.controller.stat().shakes
    finally:
        table.close()
    assert shakes == 1
    assert cells == ("6", "5", "?cocked")


def test_what_people_type_is_taken_as_it_is() -> None:
    lines = iter(["7 1", "1", "1 2 3", "3, ?", "46", None])
    said: list[Saying] = []
    entered = EnteredThrower(("red", "blue"), lambda _: next(lines), said.append)
    assert entered.cast(1, ()).cells == ("3", "?")
    assert len(said) == 3
    assert entered.cast(2, ()).cells == ("4", "6")
    with pytest.raises(PeopleLeftError):
        entered.cast(3, ())
