"""People who are led through the self-test: they repeat, adjust, go on, and leave; and the report that they keep."""

import io
import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from hardware.crank import ShakeProgram, crank_of
from hardware.dimensions import BOXES
from robot.app import devices
from robot.cli import main
from robot.config import Config
from robot.errors import FileError, PeopleLeftError, UsageError
from robot.language import Language
from robot.saying import Saying
from robot.selftest import bench, crank_steps, steps
from robot.selftest.bench import Bench
from robot.selftest.common_steps import HOPELESS
from robot.selftest.diagnosis import LeverMeasure, Trouble
from robot.selftest.guide import KEEP, NEXT, QUIT, REPEAT, Guide, TypedGuide
from robot.selftest.report import StepResult, report_of
from robot.selftest.steps import STEPS
from robot.table.adjustments import read_levers, read_shake, write_adjustments
from robot.table.choice import TableChoice
from robot.table.look import Image, Look
from robot.table.table import DiceCamera
from tests.support.robot.selftested import do_selftest
from tests.support.robot.stubs import machine_of
from tests.support.robot.waiting import until
from vision.reading import Die, Doubt

pytestmark = pytest.mark.usefixtures("home")
SELFTEST = ("machine", "selftest", "--fast", "--seed", "1", "--yes")


class ScriptedGuide(Guide):
    """Gives these answers one after another where they are possible, and then the usual ones."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), list[str]()

    def ask(self, what: Saying, answers: tuple[str, ...]) -> str:
        self.asked.append(what.key)
        if self.answers and self.answers[0] in answers:
            return self.answers.pop(0)
        return answers[0]


class HearingGuide(Guide):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told = list[str]()

    def tell(self, what: Saying) -> None:
        self.told.append(what.key)


def test_a_step_is_repeated_until_people_go_on_and_they_may_end_it() -> None:
    results = do_selftest(steps="board,switches,motor", guide=ScriptedGuide(REPEAT, REPEAT, NEXT, QUIT))
    assert [result.step for result in results] == ["board", "board", "board", "switches"]


@pytest.mark.parametrize(("mended", "state"), [(False, "unjudged"), (True, "trouble")])
def test_a_jam_is_judged_unless_the_motor_step_has_found_why_and_nobody_has_mended_it(
    mended: bool, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turn(tested: Bench) -> StepResult:
        still = () if mended and tested.found else (Trouble("motor-still", ("motor-unplugged",)),)
        return StepResult("motor", troubles=still)

    def jam(_: Bench) -> StepResult:
        return StepResult("throws", troubles=(Trouble("throws-jam", ("slipping-crank",), {"jams": 3}),))

    monkeypatch.setattr(steps, "STEPS", STEPS | {"motor": (turn, frozenset()), "throws": (jam, frozenset())})
    *_, last = do_selftest(steps="motor,throws", guide=ScriptedGuide(REPEAT))
    assert (last.step, last.state) == ("throws", state)
    assert bool(last.lines) is (state == "unjudged"), "it is told all the same"


@pytest.mark.parametrize(
    ("unclear", "doubts", "shakes", "kinds"),
    [
        pytest.param([4, 4, 4], ["pattern"] * 3, 2, [("die-unread", 4)], marks=pytest.mark.check),
        pytest.param([4, 4, 4], ["cocked"] * 3, 2, [("die-leans", 4)], marks=pytest.mark.check),
        pytest.param([4, 4, 4], ["cocked", "pattern", "cocked"], 2, [("die-unread", 4)], marks=pytest.mark.check),
        ([4, 5], ["cocked", "pattern"], 1, []),
        pytest.param([4, -5], ["pattern", ""], 1, [("die-misread", 5)], marks=pytest.mark.check),
        pytest.param([-4, 4], ["", "pattern"], 0, [("die-misread", 4)], marks=pytest.mark.check),
    ],
)
def test_known_dice_that_cannot_be_read_as_they_lie_are_shaken_as_in_a_game(
    unclear: list[int], doubts: list[Doubt], shakes: int, kinds: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`unclear` is a well whose die has a doubt, look by look; a die of a well below zero is misread."""
    wrong, seen = iter(zip(unclear, doubts, strict=True)), DiceCamera.look

    def mistaken(die: Die, well: int, doubt: Doubt | None) -> Die:
        if die.well == well:
            return replace(die, value=None, doubt=doubt)
        return replace(die, value=7 - (die.value or 0)) if die.well == -well else die

    def look(self: DiceCamera, wells: tuple[int, ...]) -> Look:
        found, (well, doubt) = seen(self, wells), next(wrong, (0, None))
        dice = tuple(mistaken(die, well, doubt) for die in found.reading.dice)
        return replace(found, reading=replace(found.reading, dice=dice))

    monkeypatch.setattr(DiceCamera, "look", look)
    guide = HearingGuide()
    (result,) = do_selftest(steps="dice", guide=guide)
    assert guide.told.count("selftest-shake-again") == shakes
    assert [(trouble.kind, trouble.values["well"]) for trouble in result.troubles] == kinds


def test_hopeless_throws_are_cut_short_and_what_was_not_judged_is_said_not_ticked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen, taken = DiceCamera.look, list[Look]()

    def look(self: DiceCamera, wells: tuple[int, ...]) -> Look:
        if not taken:
            found = seen(self, wells)
            dice = (replace(die, value=None, doubt="pattern") if die else None for die in found.dice)
            taken.append(replace(found, dice=tuple(dice)))
        return taken[0]

    monkeypatch.setattr(DiceCamera, "look", look)
    (clear,) = do_selftest(steps="throws", throws=60)
    assert (clear.state, clear.figures["throws"]) == ("trouble", HOPELESS), "nothing else could have been the cause"
    file = tmp_path / "report.html"
    words = [*SELFTEST, "--table", "sim:dirty-lens", "--steps", "camera,throws"]
    assert main([*words, "--report", str(file)]) == 1
    said = capsys.readouterr().out
    assert "✓" not in said
    assert "? Throws" in said
    assert "Cut short: several throws in succession could not be read." in said
    assert "Not judged: an earlier step may have found the cause." in said
    assert "Found: one problem. One step could not be judged." in said
    assert '<section class="unjudged">' in file.read_text(encoding="utf-8")


def test_a_touch_that_was_not_seen_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, real = list[Image](), Bench.picture

    def first(tested: Bench) -> Image:
        """Return the first picture again and again: what the levers do is given below."""
        if not taken:
            taken.append(real(tested))
        return taken[0]

    monkeypatch.setattr(Bench, "picture", first)
    monkeypatch.setattr(crank_steps, "lever_changes", lambda *_: (99.0,) * 6)
    monkeypatch.setattr(LeverMeasure, "find_moved", lambda _, well: {well})
    monkeypatch.setattr(crank_steps, "of_levers", lambda _: ())
    monkeypatch.setattr(crank_steps, "contact_of", lambda *_: None)
    monkeypatch.setattr(crank_steps, "is_at_rest", lambda _: True)
    (result,) = do_selftest(steps="levers")
    assert (result.state, result.to_json(Language())["state"]) == ("unjudged", "unjudged")
    assert "1, 2, 3, 4, 5 and 6" in Language().say(result.said[-1])


@pytest.mark.check
def test_a_calibration_is_made_and_kept_where_people_want_one(home: Path) -> None:
    guide = ScriptedGuide("calibrate")
    (result,) = do_selftest(steps="calibration", guide=guide)
    assert (result.state, guide.asked[0]) == ("ok", "selftest-calibrate")
    assert [path.name for path in home.rglob("*.json")] == ["calibration-sim.json"]


@pytest.mark.check
def test_a_lever_that_is_adjusted_and_kept_presses_its_die_from_then_on(home: Path) -> None:
    guide = ScriptedGuide("up", "down", "down", "keep")
    (result,) = do_selftest("horn-off=4", "levers", guide=guide)
    assert guide.asked.count("selftest-adjust") == 4
    assert not result.troubles
    ((well, (opened, closed)),) = read_levers(home / "config" / "levers-sim.json").items()
    assert well == 4
    assert 1000 < opened < closed
    assert 1950 < closed < 2100
    assert [path.name for path in home.rglob("*.json")] == ["levers-sim.json"]


def test_a_lever_stays_down_while_people_look_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TALK", 0.001)
    lines = list[str]()
    with ExitStack() as stack:
        _, machine = machine_of(stack, 1, trace=lambda _, line: lines.append(line))
        board = crank_of(machine.controller)
        board.clamp((2,))
        with bench.attend(board):
            for _ in range(4):
                heard = len(lines)
                until(lambda heard=heard: len(lines) > heard + 4)  # type: ignore[misc]
                machine.clock.sleep(2.0)
        assert board.stat().clamped == {2}
        machine.clock.sleep(4.0)
        assert not board.stat().clamped, "nobody has talked to the board"


def test_a_slower_shake_that_holds_is_kept_and_given_up_once_the_usual_one_holds(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.sim.drive.RING", 8.0)
    (result,) = do_selftest("mid-band", "motor")
    assert [trouble.kind for trouble in result.troubles] == ["crank-slips-fast"]
    path, lines = home / "config" / "shake-sim.json", list[str]()
    for faults, kept in (("mid-band", ShakeProgram(6.0, seconds=1.8)), ("", ShakeProgram())):
        (result,) = do_selftest(faults, "motor", guide=ScriptedGuide(KEEP))
        assert not result.troubles
        assert read_shake(path) == kept
        with ExitStack() as stack:
            choice = TableChoice("sim", None, 1, None, "").resolve(Config())
            board = stack.enter_context(devices(choice, stack, lambda *line: lines.append(line[1])).controller())
            crank_of(board).shake()
        shaken = [line for line in lines if " shake " in line]
        assert f" rate={10 * kept.frequency:.0f} " in shaken[-1]


@pytest.mark.parametrize(
    ("read", "step", "texts"),
    [
        (
            read_levers,
            "levers",
            ['{"7": [1000, 1800]}', '{"1": [1000]}', '{"1": [1000, 9000]}', '{"1": [1000, 1800.5]}'],
        ),
        (
            read_shake,
            "motor",
            ['{"frequency": 99}', '{"frequency": NaN}', '{"rate": 7}', '{"rock": "6"}', '{"ramp": 1}'],
        ),
    ],
)
def test_a_file_of_adjustments_that_cannot_be_used_is_named_with_what_to_do(
    read: Callable[[Path], object], step: str, texts: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "adjusted.json"
    usual = read(path)
    write_adjustments(path, {})
    assert read(path) == usual
    for text in ("{", "[]", *texts):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(FileError, match=f"remove it and run 'pipsqueak machine selftest --steps {step}'"):
            read(path)


def test_people_answer_by_a_key_and_enter_and_are_asked_again_for_another() -> None:
    told = io.StringIO()
    guide = TypedGuide(Language(), typed=io.StringIO("x\nr\n\nQ\n"), told=told)
    answers = [guide.ask(Saying("selftest-after-ok"), (NEXT, REPEAT, QUIT)) for _ in range(3)]
    assert answers == [REPEAT, NEXT, QUIT]
    assert told.getvalue().count("Enter: next") == 4
    with pytest.raises(PeopleLeftError, match="add --yes"):
        guide.ask(Saying("selftest-after-ok"), (NEXT,))


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_report_is_one_file_that_says_all_and_needs_nothing_else(language: str) -> None:
    taken = np.full((12, 16, 3), 128, np.uint8)
    missing = Trouble("marker-missing", ("marker-missing",), {"marker": 2})
    views = [(Saying(f"selftest-picture-{name}"), taken) for name in ("left", "right")]
    results = [
        StepResult("camera", troubles=(missing,), pictures=((Saying("selftest-picture-camera"), taken),)),
        StepResult("lights", pictures=tuple(views)),
    ]
    strange = Trouble("wrong-firmware", ("wrong-firmware",), {"said": "<script>alert(1)</script>"})
    results.append(StepResult("board", troubles=(strange,)))
    words = Language(language)
    page = report_of(results, words, "/dev/tty<b>", datetime(2026, 5, 1, 9, 30, tzinfo=UTC)).decode()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert page.count("data:image/jpeg;base64,") == 3
    assert "<script" not in page
    assert "/dev/tty&lt;b&gt;" in page
    assert all(source.startswith("data:") for source in re.findall(r'(?:src|href)="([^"]*)"', page))
    for result in results:
        for trouble in result.troubles:
            assert words.say(trouble.remedy) in unescape(page)


def test_of_a_step_that_was_repeated_the_last_result_counts() -> None:
    bad = StepResult("board", troubles=(Trouble("board-silent", ("board-silent",)),))
    good = StepResult("board", (Saying("selftest-homed"),))
    page = report_of([bad, good], Language(), "sim", datetime(2026, 5, 1, tzinfo=UTC)).decode()
    assert Language().say(Saying("selftest-summary-ok")) in page
    assert "does not answer" not in page


def test_steps_of_another_kind_of_machine_are_refused_in_a_line() -> None:
    with pytest.raises(UsageError, match="no step 'levers' on this kind of machine: the steps are board"):
        do_selftest(steps="board,levers", machine=BOXES)
    with pytest.raises(UsageError, match="no step 'nonsense': the steps are board, camera, lights"):
        do_selftest(steps="nonsense")


def test_every_step_has_its_words() -> None:
    for name in STEPS:
        assert Language().knows(f"selftest-step-{name}")
        assert Language().knows(f"selftest-name-{name}")


def test_the_verb_prints_json_and_keeps_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.html"
    words = [*SELFTEST, "--table", "sim:lid-shorted", "--json", "--steps", "board,switches"]
    assert main([*words, "--report", str(file)]) == 1
    *steps, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(step["step"], step["state"]) for step in steps] == [("board", "ok"), ("switches", "trouble")]
    assert steps[1]["troubles"][0]["causes"] == ["lid-shorted"]
    assert last == {"report": str(file), "troubles": 1, "causes": [["lid-shorted"]], "unjudged": []}
    assert file.read_bytes().startswith(b"<!doctype html>")


def test_the_report_is_kept_by_its_date_where_no_file_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SELFTEST, "--table", "sim", "--steps", "board"]) == 0
    (file,) = (home / "data" / "selftest").glob("selftest-*.html")
    assert str(file) in capsys.readouterr().out
