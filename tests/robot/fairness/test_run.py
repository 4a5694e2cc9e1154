"""A study goes on until all is thrown, whatever stops it; a die in doubt stays so; people see where it stands."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.errors import Failure
from robot.app import open_table
from robot.config import Config
from robot.errors import FileError, PeopleLeftError, UsageError, VoidThrowError
from robot.fairness.log import STOPPED, THROW, TURNED, VOID, StudyLog
from robot.fairness.plan import StudyPlan
from robot.fairness.run import EVERY, LONG_REST, MOST_VOID, StudyRun
from robot.language import english
from robot.saying import Saying
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.table.look import Image
from robot.table.table import MachineTable
from tests.support.robot.studies import small_plan, write_log
from vision.reading import Reading

PLAN = small_plan(("red",))


def machine(failing: dict[int, BaseException] | None = None, hands: object = None) -> Mock:
    """A machine that throws one die, and fails at some of its throws."""
    numbers = iter(range(1, 10_000))

    def throw_once(wells: tuple[int, ...], _observer: object) -> SimpleNamespace:
        assert len(wells) == 1
        number = next(numbers)
        if error := (failing or {}).get(number):
            raise error
        return SimpleNamespace(values=(number % 7 or None,), doubts=("cocked",))

    table = Mock(spec=MachineTable)
    table.throw_once, table.clock, table.hands = throw_once, VirtualClock(), hands
    return table


@pytest.fixture
def study(tmp_path: Path) -> Path:
    write_log(tmp_path / "study", PLAN, [])
    return tmp_path / "study"


def rows_of(folder: Path) -> list[tuple[str, int]]:
    with StudyLog(folder, PLAN.dice, read=True) as log:
        return [(row["event"], int(row["throw"])) for row in log.rows]


def gone_on(
    folder: Path, table: Mock | None, lines: Iterator[str] | None = None, plan: StudyPlan = PLAN
) -> list[Saying]:
    said: list[Saying] = []

    def ask(saying: Saying) -> str:
        said.append(saying)
        return next(lines, "") if lines else "\n"

    with StudyLog(folder, plan.dice) as log:
        StudyRun(plan, log, table, said.append, ask).go_on("t")
    return said


def test_a_study_ends_with_what_was_planned_and_people_move_the_dice_in_time(study: Path) -> None:
    said = gone_on(study, machine())
    rows = rows_of(study)
    assert [row for row in rows if row[0] == THROW] == [(THROW, throw) for throw in range(1, PLAN.throws + 1)]
    assert [throw for event, throw in rows if event == TURNED] == [*range(0, PLAN.throws, PLAN.turn_every)]
    assert rows[-1] == (STOPPED, PLAN.throws)
    assert sum(one.key == "study-progress" for one in said) == PLAN.throws // EVERY
    assert english().say(said[0]) == "Lay the dice: red in well 1. Take your hands away, then press Enter."


@pytest.mark.parametrize("lost", [Failure.CAMERA_LOST.error("the camera is gone: plug it in"), KeyboardInterrupt()])
def test_what_stops_a_study_costs_no_throw(study: Path, lost: BaseException) -> None:
    with pytest.raises(type(lost)):
        gone_on(study, machine({8: lost}))
    assert rows_of(study)[-1] == (STOPPED, 7)
    said = gone_on(study, machine())
    assert [throw for event, throw in rows_of(study) if event == THROW] == [*range(1, PLAN.throws + 1)]
    moved = english().say(next(one for one in said if one.key == "study-move"))
    assert "well 2" in moved  # until then the dice still lie where they lay


def test_a_void_throw_is_logged_and_made_again_but_not_for_ever(study: Path) -> None:
    void = VoidThrowError(Saying("void-unknown", {}, "nobody knows"))
    gone_on(study, machine({3: void}))
    assert [throw for event, throw in rows_of(study) if event == VOID] == [2]
    write_log(study.parent / "other", PLAN, [])
    with pytest.raises(PeopleLeftError, match="in a row"):
        gone_on(study.parent / "other", machine(dict.fromkeys(range(1, 99), void)))
    assert sum(event == VOID for event, _ in rows_of(study.parent / "other")) == MOST_VOID


def test_nobody_there_to_move_the_dice_is_said(study: Path) -> None:
    with pytest.raises(PeopleLeftError, match="other wells"):
        gone_on(study, machine(), iter(()))


def test_a_full_disk_stops_the_study_with_its_own_words(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = StudyLog.write

    def full(log: StudyLog, event: str, *rest: object, **more: object) -> None:
        if log.throws == 3:
            raise FileError("free some space")
        write(log, event, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(StudyLog, "write", full)
    with pytest.raises(FileError, match="free some space"):
        gone_on(study, machine())


def test_the_machine_rests_without_power_when_it_has_to(tmp_path: Path) -> None:
    slow, table = replace(PLAN, an_hour=2, throws=5), machine()
    write_log(tmp_path / "study", slow, [])
    said = gone_on(tmp_path / "study", table, plan=slow)
    assert table.rest.call_count == 2
    assert table.clock.now() == pytest.approx(7200, abs=1)
    assert [one.values["minutes"] for one in said if one.key == "study-rest"] == [60, 60]
    assert LONG_REST < 3600


def test_hands_of_the_table_lay_dice_and_nobody_is_asked(study: Path) -> None:
    hands = Mock()
    gone_on(study, machine(hands=hands), iter(()))
    assert [call.args[0] for call in hands.lay_dice.call_args_list] == [(well,) for well in range(1, 7)]
    again = Mock()
    gone_on(study, machine(hands=again), iter(()))
    again.lay_dice.assert_called_once_with((6,))


def test_a_machine_shakes_once_a_throw_and_leaves_doubts_as_they_are(tmp_path: Path) -> None:
    plan = replace(small_plan(("a", "b", "c")), throws=1)
    write_log(tmp_path / "study", plan, [])
    table = open_table(TableChoice(seed=1, speed=None, faults="cocked=0.5").resolve(Config()))
    assert isinstance(table, MachineTable)
    try:
        with StudyLog(tmp_path / "study", plan.dice) as log:
            StudyRun(plan, log, table, lambda _: None, lambda _: "").go_on("sim")
            cells = [row[f"die {die}"] for row in log.rows if row["event"] == THROW for die in plan.dice]
        shakes = table.controller.stat().shakes
    finally:
        table.close()
    assert shakes == 1
    assert {cell for cell in cells if cell not in set("123456")} == {"?cocked"}


def test_what_people_type_is_taken_as_it_is(tmp_path: Path) -> None:
    plan = small_plan(table="entered")
    write_log(tmp_path / "study", plan, [])
    lines = iter(["7 1\n", "1\n", "1 2 3\n", "3, ?\n", "46\n"])
    said, asked = list[Saying](), list[str]()

    def ask(saying: Saying) -> str:
        asked.append(english().say(saying))
        return next(lines, "")

    with StudyLog(tmp_path / "study", plan.dice) as log:
        with pytest.raises(PeopleLeftError):
            StudyRun(plan, log, None, said.append, ask).go_on("entered")
        assert [[row["die red"], row["die blue"]] for row in log.rows if row["event"] == THROW] == [
            ["3", "?"],
            ["4", "6"],
        ]
    assert [one.key for one in said] == ["study-enter-wrong"] * 3
    assert asked[0] == "Throw 1: what do red, blue show, in this order (? for one that leans or is lost)?"


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


def by_hand(folder: Path, waved: Callable[[float], bool], *, stills: bool = False) -> list[str]:
    plan, bare, said = replace(small_plan(("red",), "hands"), throws=1), BareTable(60), list[Saying]()
    write_log(folder / "study", plan, [])
    table = HandsTable(ExitStack(), LiveDice(bare, bare, stills=stills))
    with StudyLog(folder / "study", plan.dice) as log:
        StudyRun(plan, log, table, said.append, lambda _: "", waved).go_on("hands")
        assert log.rows[-2]["die red"] == "?unclear"
    return [english().say(one) for one in said]


def test_a_die_that_the_camera_does_not_see_is_in_doubt_once_people_say_that_it_lies_there(tmp_path: Path) -> None:
    waits = [False] * 20 + [True]
    told = by_hand(tmp_path, lambda seconds: bool(seconds) and waits.pop(0))
    assert "Throw 1: throw only red, where the camera sees it." in told
    assert not waits
    with pytest.raises(UsageError, match="report --counts"):
        by_hand(tmp_path / "other", lambda _: True, stills=True)
