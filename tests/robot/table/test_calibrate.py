"""Calibrating at the simulated table, what is kept, and what doctor and play say of it."""

import errno
import json
import os
import re
from contextlib import ExitStack
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

import robot.app
from hardware.clock import VirtualClock
from hardware.dimensions import BOXES, dimensions
from hardware.sim.board import SimulatedBoard
from hardware.sim.camera import SimulatedCamera
from hardware.sim.hands import Hand, SimulatedHands
from hardware.sim.lens import CameraLens, Mounting
from hardware.sim.table import SimulatedTable
from robot.app import BUILD, Devices, calibration_of_table, devices, make_plate, make_table_reader, misfit, open_table
from robot.cli import main
from robot.config import SIMULATED, Config, Folders
from robot.errors import FileError
from robot.language import Language, english
from robot.saying import Saying
from robot.table.calibration import (
    CALIBRATING,
    WAYS,
    PeopleHands,
    Pictures,
    calibration_of,
    check_place,
    from_table,
    keep_calibration,
)
from robot.table.choice import TableChoice
from robot.verbs.doctor import Finding, examine
from tests.support.hardware.boards import controller_of
from tests.support.hardware.lenses import hang_uncorrected
from tests.support.robot.calibrations import CALIBRATION
from tests.support.robot.selftested import do_selftest
from tests.support.robot.stubs import Watching
from tests.support.vision.board_views import true_lens
from vision.calibration.calibration_file import Calibration, load_calibration
from vision.errors import CalibrationError, CalibrationFileError
from vision.table.plate import Plate

PLATE = Plate.from_dimensions(dimensions())
STRONG = hang_uncorrected(3)
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def pictures() -> Pictures:
    """Return what is seen at a table under a camera whose lens bends much."""
    clock, hand = VirtualClock(), Hand()
    table = SimulatedTable(8, clock, dimensions())
    board = SimulatedBoard(table, clock)
    hands = SimulatedHands(table, hand, dimensions(), board)
    with SimulatedCamera(table, clock, mounting=STRONG, hand=hand) as camera:
        return from_table(controller_of(board, clock), camera, clock, hands, tell=lambda _: None)


def run_checks() -> dict[str, Finding]:
    return {finding.device: finding for finding in examine(TableChoice(seed=3))}


@pytest.mark.check
def test_the_simulated_table_is_calibrated_and_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machine", "calibrate", "--seed", "4", "--json"]) == 0
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert "view 16 of 16" in printed.err
    file = home / "config" / "calibration-sim.json"
    assert answer["file"] == str(file)
    assert answer["dice"] == 6
    assert answer["residual"] < 0.2
    assert list(file.parent.iterdir()) == [file]
    truth = Mounting.from_seed(1)
    assert answer["lens"]["focal"][0] == pytest.approx(1280 * 340 / 440 * truth.zoom, rel=0.01)
    assert make_table_reader(SIMULATED).plate.lens is not None
    found = run_checks()
    assert found["calibration"].state == "ok"
    assert answer["made"] in found["calibration"].words
    # Another lamp, and the same files: now the light does not fit.
    lamp = answer["light"]
    file.write_text(json.dumps(answer | {"light": lamp | {"left": 1.4 * lamp["left"]}}))
    found = run_checks()
    assert found["calibration"].state == "fault"
    assert "under the light 'left'" in found["calibration"].words
    assert main(["play", "pig", "--players", "robot,robot", "--seed", "3", "--goal", "2", "--fast"]) == 0
    assert capsys.readouterr().out.count("Under the light 'left' the markers' white is") == 1
    # Another camera: now it does not fit either.
    answer["lens"]["distortion"][0] += 0.05
    file.write_text(json.dumps(answer))
    assert main(["play", "pig", "--players", "robot,robot", "--seed", "3", "--goal", "2", "--fast"]) == 0
    assert capsys.readouterr().out.count("The calibration no longer fits") == 1


UNFIT = {"dead-left": "light 'left' the plate is dark", "marker-missing=12": "all four"}


@pytest.mark.parametrize(("fault", "words"), UNFIT.items())
def test_play_says_at_its_first_look_what_is_wrong_with_light_and_plate(fault: str, words: str) -> None:
    watching = Watching(says=2)
    table = open_table(TableChoice(seed=3, speed=None, faults=fault).resolve(Config()))
    try:
        table.throw((1, 2), {}, watching)
    finally:
        table.close()
    assert [words in text for text in watching.announcements].count(True) == 1
    if fault != "dead-left":
        assert {doubt for look in watching.looks for doubt in look.doubts} == {"no-plate"}
        assert watching.questions == [0, 1]


def test_without_a_calibration_doctor_says_that_the_drawings_fit() -> None:
    found = run_checks()
    assert found["calibration"].state == "ok"
    assert found["calibration"].words.startswith("none")


def test_doctor_says_whether_the_calibration_fits(home: Path) -> None:
    mounting = Mounting.from_seed(BUILD)
    lens, place = true_lens(mounting), CameraLens(dimensions(), mounting).place
    fits = Calibration("2031-05-04", lens, 0.1, 16, 0.1, (float(place[0]), float(place[1]), float(place[2])))
    bent = replace(fits, lens=replace(lens, distortion=(lens.distortion[0] + 0.05, *lens.distortion[1:])))
    for kept_one, state, words in ((fits, "ok", "2031-05-04"), (bent, "fault", "no longer fits")):
        keep_calibration(kept_one, home / "config" / "calibration-sim.json")
        found = run_checks()
        assert found["calibration"].state == state
        assert words in found["calibration"].words


@pytest.mark.check
def test_boxes_are_calibrated_by_lens_and_sheet_alone_wherever_their_camera_stands_later(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam = replace(Mounting.from_seed(BUILD), zoom=1.25, up=130.0)
    monkeypatch.setattr(Mounting, "from_seed", lambda _: webcam)
    words = ["--table", f"{SIMULATED}:{BOXES}"]
    assert main(["machine", "calibrate", *words, "--seed", "1"]) == 0
    assert re.match(r"lens: .*\nplate: .*\nsaved in .*calibration-boxes-sim.json", capsys.readouterr().out)
    (file,) = (home / "config").iterdir()
    made = calibration_of_table(SIMULATED, BOXES)
    assert made is not None
    assert (made.views, made.light, made.dice) == (16, {}, 0)
    keep_calibration(replace(made, camera=(made.camera[0] + 60, *made.camera[1:])), file)
    assert main(["doctor", *words]) == 0
    said = capsys.readouterr().out
    assert "6 dice seen" in said
    assert "over 16 views; it fits" in said
    assert [result.state for result in do_selftest(steps="camera,calibration,knocks,dice", machine=BOXES)] == ["ok"] * 4


def test_a_calibration_is_of_its_own_table_alone(pictures: Pictures) -> None:
    port = "/dev/ttyACM0"
    calibration = calibration_of(pictures, PLATE, "2031-05-04")
    keep_calibration(calibration, Folders.of_user().adjustment("calibration", port))
    assert calibration.lens.focal[0] == pytest.approx(1280 * 340 / 440 * STRONG.zoom, rel=0.01)
    assert calibration_of_table(port) == calibration
    assert calibration_of_table(SIMULATED) is None
    shot = pictures.dice["left"]
    assert misfit(port, {"left": shot}) is None
    assert "not the nominal one" in str(misfit(SIMULATED, {"left": shot}))
    assert make_plate(port).lens == calibration.lens


def test_what_pictures_lack_is_reported(pictures: Pictures) -> None:
    assert pictures.lid is not None
    small = replace(pictures.lid, places=pictures.lid.places / 0.95)
    for lacking, error, words in (
        (replace(pictures, held=pictures.held[:3]), CalibrationError, "3 pictures"),
        (replace(pictures, known=tuple(7 - face for face in pictures.known)), CalibrationError, "is read as"),
        (replace(pictures, lid=small), CalibrationError, "95 %"),
    ):
        with pytest.raises(error, match=words):
            calibration_of(lacking, PLATE, "2031-05-04")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--out board.pdf", "board.pdf: the board and the plate's two halves for A4"),
        ("--mat", "pipsqueak-mat.pdf: the mat for A4"),
    ],
)
def test_board_and_mat_are_printed(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["machine", "calibrate", "print", *words.split()]) == 0
    told = capsys.readouterr().out
    assert told.startswith(said)
    assert "100 %" in told
    assert (tmp_path / said.partition(":")[0]).read_bytes().startswith(b"%PDF-1.6")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 9}', "\x00\xff"])
def test_a_damaged_file_is_reported_and_stays(text: str) -> None:
    file = Folders.of_user().adjustment("calibration", SIMULATED)
    file.parent.mkdir(parents=True)
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(CalibrationFileError, match="calibrate"):
        load_calibration(file)
    found = run_checks()
    assert found["camera"].state == "fault"
    assert "run 'pipsqueak machine calibrate'" in found["camera"].words
    assert file.read_bytes() == text.encode("latin-1")


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept" / "calibration.json"
    keep_calibration(CALIBRATION, file)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        keep_calibration(replace(CALIBRATION, made="2031-05-05"), file)
    assert load_calibration(file) == CALIBRATION
    assert list(file.parent.iterdir()) == [file]


def test_where_nothing_can_be_kept_nobody_is_asked_to_hold_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    check_place(tmp_path / "home" / "config" / "calibration.json")
    with pytest.raises(FileError, match="may write to"):
        check_place(tmp_path / "file" / "calibration.json")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["machine", "calibrate"]) == 1
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "may write to" in printed


def test_people_are_asked_what_to_do_and_waited_for() -> None:
    said: list[Saying] = []
    hands = PeopleHands(CALIBRATING, said.append, said.append)
    for number in range(WAYS):
        hands.board(number)
    hands.lid()
    assert hands.dice() == (1, 2, 3, 4, 5, 6)
    *ways, lid, dice = map(english().say, said)
    assert all("hold the board" in way for way in ways)
    assert len(set(ways)) == WAYS
    assert "on the lid" in lid
    assert "4, 5, 6" in dice
    german = Language("de").say(Saying("calibrate-asked", {"what": said[0]}))
    assert "Tafel still, flach unter die Kamera; dann drück ROLL" in german


def test_why_it_failed_is_said_in_the_same_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("robot.table.calibration.from_table", lambda *_, **__: Pictures())
    assert main(["machine", "calibrate", "--language", "de"]) == 1
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith("pipsqueak: die Tafel wurde nicht in genug verschiedenen Lagen")
    )


@pytest.mark.parametrize(("keys", "words"), [("r\nq\n", "left with q"), ("", "input has ended")])
def test_leaving_says_how_to_calibrate_and_not_how_to_play(
    keys: str, words: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def by_people(choice: TableChoice, stack: ExitStack) -> Devices:
        return replace(devices(choice, stack), hands=None)

    monkeypatch.setattr(robot.app, "devices", by_people)
    monkeypatch.setattr("sys.stdin", StringIO(keys))
    assert main(["machine", "calibrate"]) == 1
    *_, last = capsys.readouterr().err.splitlines()
    assert words in last
    assert "nothing was changed" in last
    assert "run 'pipsqueak machine calibrate'" in last
    assert "play" not in last
    assert not (home / "config").exists()


def test_stopping_it_says_how_to_calibrate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("robot.table.calibration.from_table", stop)
    assert main(["machine", "calibrate"]) == 1
    assert "run 'pipsqueak machine calibrate' to begin again" in capsys.readouterr().err
