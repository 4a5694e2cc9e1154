"""A study goes on until all is thrown, whatever stops it; a die in doubt stays so; people see where it stands."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from rich.console import Console

from hardware.camera import Frame
from hardware.cameras import FolderCamera
from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.errors import Failure, NoMorePicturesError
from robot.app import open_table
from robot.config import Config
from robot.errors import FileError, PeopleLeftError, VoidThrowError
from robot.fairness.likelihood import anytime_extent
from robot.fairness.log import LogEvent, LogRow, StudyLog, StudyRecord, read_log
from robot.fairness.plan import StudyPlan, read_plan
from robot.fairness.reader import exact_reader
from robot.fairness.run import (
    BAR,
    BEFOREHAND,
    BY_HANDS,
    BY_PEOPLE,
    CAMERA_WAITS,
    LINES,
    MOST_VOID,
    Cast,
    StudyPicture,
    StudyRun,
    StudyThrower,
    bar,
    enter_throw,
    looked_at,
    picture_path,
    throw_by_hand,
    throw_by_machine,
)
from robot.files import write_picture
from robot.language import Language, english
from robot.saying import Saying
from robot.table.calibration import OwnHands
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Image
from robot.table.table import MachineTable
from tests.support.robot.studies import small_plan, thrown_log
from vision.pictures import load_picture
from vision.reading import Die, Reading

PLAN = small_plan(("red",))
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def scripted(casts: Iterator[Cast]) -> StudyThrower:
    """Return what throws by a generator, and does between throws what that one does."""

    def cast(throw: int, wells: tuple[int, ...]) -> Cast:
        assert throw
        assert wells
        return next(casts)

    return cast


class StubPeople(StudyPicture):
    """People who move the dice as long as they are `there`."""

    def __init__(self, *, there: bool = True) -> None:
        self.there = there
        self.rests: list[float] = []
        self.moves: list[tuple[int, ...]] = []

    def lay_dice(self, wells: tuple[int, ...]) -> str:
        self.moves.append(wells)
        return "moved" if self.there else ""

    def show(self, cells: tuple[str, ...] | None, throw: int, rest: float) -> None:
        assert throw >= (cells is not None)
        if rest:
            self.rests.append(rest)

    def note(self, note: str) -> None:
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
        throwing = scripted(casts), people or StubPeople(), rest, lambda: None, clock or VirtualClock()
        StudyRun(plan, folder, log, *throwing, lambda: NOON).go_on("t")
    return read_log(folder, plan, seal)[0]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    thrown_log(tmp_path / "study", PLAN, [])
    return tmp_path / "study"


def test_a_study_ends_with_what_was_planned_and_people_move_the_dice_in_time(study: Path) -> None:
    people = StubPeople()
    record = gone_on(study, thrown(), people)
    assert record.throws == PLAN.throws
    assert people.moves == [
        PLAN.wells(1),
        *(PLAN.wells(throw + 1) for throw in range(PLAN.turn_every, PLAN.throws, PLAN.turn_every)),
    ]
    assert record.rows[-1].event is LogEvent.STOPPED


@pytest.mark.parametrize("lost", [Failure.CAMERA_LOST.error("the camera is gone: plug it in"), KeyboardInterrupt()])
def test_what_stops_a_study_costs_no_throw(study: Path, lost: BaseException) -> None:
    with pytest.raises(type(lost)):
        gone_on(study, thrown(dict.fromkeys(range(8, 99), lost)))
    plan, seal = read_plan(study)
    record = read_log(study, plan, seal)[0]
    assert record.throws == 7
    assert record.rows[-1].event is LogEvent.STOPPED
    people = StubPeople()
    record = gone_on(study, thrown(), people)
    assert record.throws == PLAN.throws
    assert record.begun == 2
    assert people.moves[0] == PLAN.wells(PLAN.turn_every + 1)  # the dice still lie where they lay


def test_a_camera_that_comes_back_within_minutes_costs_nothing_but_a_note(study: Path) -> None:
    clock, lost = VirtualClock(), Failure.CAMERA_LOST.error("the camera is gone: plug it in")
    record = gone_on(study, thrown(dict.fromkeys((8, 9, 30), lost)), clock=clock)
    assert record.throws == PLAN.throws
    assert record.begun == 1
    assert [row.throw for row in record.rows if row.event is LogEvent.RETRIED] == [7, 7, 27]
    assert not any(row.event is LogEvent.VOID for row in record.rows)
    assert clock.now() == sum(CAMERA_WAITS[:2]) + CAMERA_WAITS[0]


def test_a_table_is_opened_again_until_its_camera_is_there(study: Path) -> None:
    plan, seal = read_plan(study)
    lost = Failure.CAMERA_LOST.error("the camera is gone: plug it in")
    opened: list[int] = []

    def reopened() -> StudyThrower:
        opened.append(len(opened))
        if len(opened) < 3:
            raise Failure.CAMERA_MISSING.error("there is no camera 0")
        return scripted(thrown())

    with StudyLog(study, plan, seal) as log:
        dead = scripted(thrown(dict.fromkeys(range(1, 99), lost)))
        throwing = dead, StubPeople(), lambda: 0.0, lambda: None, VirtualClock()
        StudyRun(plan, study, log, *throwing, lambda: NOON, reopened).go_on("t")
    assert len(opened) == 3
    assert read_log(study, plan, seal)[0].throws == PLAN.throws


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
    rows = read_log(study, plan, seal)[0].rows
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
    last = read_log(other, *read_plan(other))[0].rows[-1]
    assert last.event is LogEvent.STOPPED
    assert "free some space" in last.note


def test_a_machine_shakes_once_a_throw_and_leaves_doubts_as_they_are() -> None:
    table = open_table(TableChoice(seed=1, speed=None, faults="cocked=0.5").resolve(Config()))
    assert isinstance(table, MachineTable)
    said: list[Saying] = []
    try:
        cells = throw_by_machine(table, said.append, 1, (6, 1, 2)).cells
        shakes = table.controller.stat().shakes
    finally:
        table.close()
    assert shakes == 1
    assert cells == ("6", "5", "?cocked")


def test_what_people_type_is_taken_as_it_is() -> None:
    lines = iter(["7 1", "1", "1 2 3", "3, ?", "46", None])
    said: list[Saying] = []
    entered = partial(enter_throw, ("red", "blue"), lambda _: next(lines), said.append)
    assert entered(1, ()).cells == ("3", "?")
    assert len(said) == 3
    assert entered(2, ()).cells == ("4", "6")
    with pytest.raises(PeopleLeftError):
        entered(3, ())


TWO = small_plan()
SEALED = LogRow("now", LogEvent.SEALED, 0)


def shown(
    *,
    terminal: bool,
    plan: StudyPlan = TWO,
    language: Language | None = None,
    asked: Callable[[str], str | None] = str,
) -> tuple[StudyPicture, io.StringIO]:
    told = io.StringIO()
    console = Console(file=told, force_terminal=terminal, width=140)
    record = StudyRecord((SEALED,), "")
    picture = StudyPicture(plan, record, language or english(), asked, now=lambda: 0, console=console)
    return picture, told


def test_the_picture_names_dice_faces_and_intervals() -> None:
    picture, _ = shown(terminal=True)
    rng = np.random.default_rng(1)
    counts = np.zeros((2, 7))
    for throw in range(1, 90):
        cells = tuple("?cocked" if value == 0 else str(value) for value in rng.integers(0, 7, size=2))
        for die, cell in enumerate(cells):
            counts[die, 6 if cell == "?cocked" else int(cell) - 1] += 1
        picture.show(cells, throw, 0)
    picture.close()
    told = io.StringIO()
    Console(file=told, width=140).print(picture.picture(89))
    text = told.getvalue()
    found = looked_at(counts, TWO)
    assert f"{100 * found.low[1, 2]:4.1f} – {100 * found.high[1, 2]:4.1f} %" in text
    assert f"red ({int(counts[0, 6])} in doubt)" in text
    assert f"Throw 89 of {TWO.throws}." in text


def test_intervals_of_all_dice_hold_together_and_doubts_are_left_out() -> None:
    counts = np.array([[20.0, 30, 25, 22, 18, 35, 9], [20, 30, 25, 22, 18, 35, 0]])
    found = looked_at(counts, TWO)
    assert np.allclose(found.low[0], found.low[1])
    assert np.allclose(found.low[1:], anytime_extent(counts[1:], exact_reader(), 0.975).low)


@pytest.mark.parametrize(("ends", "marks"), [((0, 1 / 6, 1 / 3), "●"), ((0.1, 0.12, 0.14), "●"), ((0.5, 0.6, 1), "●")])
def test_a_bar_has_one_width(ends: tuple[float, float, float], marks: str) -> None:
    drawn = bar(*ends)
    assert len(drawn) == BAR
    assert drawn.count(marks) == 1


def test_without_a_terminal_a_line_now_and_then_is_enough() -> None:
    picture, told = shown(terminal=False)
    for throw in range(1, LINES + 2):
        picture.show(("1", "2"), throw, 0)
    picture.show(None, LINES + 1, 600)
    assert told.getvalue().count("\n") == 1
    assert picture._note == "The machine rests for about 10 min."


def test_people_are_asked_in_their_language_to_lay_the_dice() -> None:
    asked: list[str] = []

    def answered(prompt: str) -> str:
        asked.append(prompt)
        return "\n"

    picture, _ = shown(terminal=True, language=Language("de"), asked=answered)
    assert picture.lay_dice((6, 1)) == BY_PEOPLE
    assert asked == ["Legt red in Mulde 6, blue in Mulde 1. Hände weg, dann drückt die Eingabetaste."]


def nobody(prompt: str) -> str | None:
    raise AssertionError(f"nobody is asked: {prompt}")


def test_hands_of_the_table_lay_dice_and_nobody_is_asked() -> None:
    picture, _ = shown(terminal=True, asked=nobody)
    picture.hands = hands = Mock(spec=OwnHands)
    assert picture.lay_dice((2, 3)) == BY_HANDS
    hands.lay_dice.assert_called_once_with((2, 3))


def test_what_people_did_beforehand_counts_once_and_for_these_wells_alone() -> None:
    answers = iter(["", "", None])
    picture, _ = shown(terminal=True, asked=lambda _: next(answers))
    picture.lying = (1, 2)
    assert [picture.lay_dice((1, 2)) for _ in range(2)] == [BEFOREHAND, BY_PEOPLE]
    picture.lying = (1, 2)
    assert [picture.lay_dice((2, 3)) for _ in range(2)] == [BY_PEOPLE, ""]


class BareTable(Closing):
    """A camera that looks at a bare table for so many pictures, and a reader that finds nothing there."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.left -= 1
        assert self.left > 0, "nobody was asked whether the die lies there"
        return Frame(np.full((40, 64, 3), 120 + self.left % 2, np.uint8), -0.1 * self.left)

    def close(self) -> None:
        pass

    def read(self, *exposures: Image) -> Reading:
        assert exposures
        return Reading(())


@dataclass(frozen=True, slots=True)
class GreyReader:
    """Knows what photographs show whose number is a fortieth of their grey: values, None for a die in doubt."""

    throws: Sequence[Sequence[int | None]]

    def read(self, *exposures: Image) -> Reading:
        number = int(exposures[0][0, 0, 0]) // 40
        return Reading(tuple(self._die(place, value) for place, value in enumerate(self.throws[number])))

    def _die(self, place: int, value: int | None) -> Die:
        left = 10.0 + 30 * place
        return Die(value, 0.99, (left, 10, left + 20, 30), 0, doubt=None if value else "leans")


def test_each_photograph_is_the_throw_of_one_die_also_one_that_shows_none_or_too_many(tmp_path: Path) -> None:
    reader = GreyReader([[3], [3], [], [6], [None], [1, 2]])
    for number in range(len(reader.throws)):
        write_picture(tmp_path / f"{number}.png", np.full((80, 120, 3), 40 * number, np.uint8))
    said: list[Saying] = []
    with FolderCamera(tmp_path, VirtualClock(), load_picture) as camera:
        table = HandsTable(ExitStack(), LiveDice(camera, reader, stills=True))
        casts = [throw_by_hand(table, ("red", "blue"), said.append, None, number, ()) for number in (1, 2, 3)]
        with pytest.raises(NoMorePicturesError):
            throw_by_hand(table, ("red", "blue"), said.append, None, 4, ())
    with FolderCamera(tmp_path, VirtualClock(), load_picture) as camera:
        table = HandsTable(ExitStack(), again := LiveDice(camera, reader, stills=True))
        again.skip(3)
        assert throw_by_hand(table, ("red",), said.append, None, 4, ()).cells == ("6",)
        with pytest.raises(NoMorePicturesError):
            again.skip(3)
    assert [cast.cells for cast in casts] == [("3", "3"), ("?unclear", "6"), ("?leans", "?unclear")]
    assert [tuple(cast.pictures) for cast in casts] == [("die1", "die2")] * 3
    assert (casts[1].pictures["die2"] == 120).all()
    lines = [english().say(saying) for saying in said]
    assert [line for line in lines if line.startswith("Throw ")][:3] == [
        "Throw 1: throw only red, where the camera sees it.",
        "Throw 1: throw only blue, where the camera sees it.",
        "Throw 2: throw only red, where the camera sees it.",
    ]


def test_a_die_that_the_camera_does_not_see_is_in_doubt_once_people_say_that_it_lies_there() -> None:
    bare, waits = BareTable(60), [False] * 20 + [True]

    def waved(seconds: float) -> bool:
        assert seconds > 0
        return waits.pop(0)

    table = HandsTable(ExitStack(), LiveDice(bare, bare))
    cast = throw_by_hand(table, ("red",), lambda _: None, waved, 1, ())
    assert cast.cells == ("?unclear",)
    assert set(cast.pictures) == {"die1"}
    assert not waits
