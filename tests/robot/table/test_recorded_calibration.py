"""A recording keeps the calibration by which it was read, and is read by it again whatever is configured since."""

import json
from pathlib import Path

import numpy as np
import pytest

from robot.app import open_table
from robot.cli import main
from robot.config import SIMULATED, Config, Folders
from robot.errors import RecordingError
from robot.files import write_picture
from robot.records.picture_table import PictureTable
from robot.records.recording import SESSION, Recorder, read_calibration, read_machine
from robot.table.calibration import keep_calibration
from robot.table.choice import TableChoice
from tests.support.robot.calibrations import CALIBRATION, LENS
from tests.support.robot.stubs import Watching

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a recording that was read by a calibration which is no longer configured."""
    file = Folders.of_user().adjustment("calibration", SIMULATED)
    keep_calibration(CALIBRATION, file)
    folder = tmp_path / "recording"
    words = ["--players", "robot:hold20,robot:hold20", "--seed", "3", "--goal", "2", "--fast", "--record", str(folder)]
    assert main(["play", "pig", *words]) == 0
    capsys.readouterr()
    file.unlink()
    return folder


def change(folder: Path, calibration: object) -> None:
    first, *rest = (folder / SESSION).read_text(encoding="utf-8").splitlines(keepends=True)
    changed = json.loads(first) | {"calibration": calibration}
    (folder / SESSION).write_text(json.dumps(changed) + "\n" + "".join(rest), encoding="utf-8")


def test_a_recording_is_read_by_its_own_calibration(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_calibration(recording) == CALIBRATION
    assert main(["replay", str(recording)]) == 0
    table = open_table(TableChoice(camera=str(recording)).resolve(Config()))
    assert isinstance(table, PictureTable)
    assert table.table_reader.plate.lens == LENS
    table.close()
    # Were the wells ten millimetres beside, no die would lie in one.
    change(recording, CALIBRATION.to_json() | {"wells": [10.0, 10.0]})
    assert main(["replay", str(recording)]) == 1
    assert "reading, throw 1" in capsys.readouterr().out


def test_a_recording_of_a_table_that_was_not_calibrated_says_so(tmp_path: Path) -> None:
    with Recorder(tmp_path / "recording"):
        pass
    assert read_calibration(tmp_path / "recording") is None


@pytest.mark.parametrize("calibration", [3, {}, [], {"format": 99}])
def test_a_damaged_calibration_is_told(calibration: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "recording"
    with Recorder(folder):
        pass
    change(folder, calibration)
    with pytest.raises(RecordingError, match="no calibration"):
        read_calibration(folder)
    assert main(["replay", str(folder)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_recording_s_pictures_without_the_plate_are_no_photographs_from_anywhere(tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    with Recorder(folder):
        pass
    # A white die with a pip, as the reader for pictures from anywhere likes it best.
    image = np.full((200, 200, 3), 60, np.uint8)
    image[60:140, 60:140] = 235
    image[92:108, 92:108] = 20
    with (folder / SESSION).open("a", encoding="utf-8") as session:
        session.write(json.dumps({"event": "look", "pictures": {"left": "1.png", "right": "1.png"}}) + "\n")
    write_picture(folder / "1.png", image)
    table = open_table(TableChoice(camera=str(folder)).resolve(Config()))
    watching = Watching()
    with pytest.raises(EOFError, match="every picture"):
        table.throw((1,), {}, watching)
    table.close()
    (look,) = watching.looks
    assert look.reading.dice == ()
    assert look.doubts == ("no-plate",)
    assert "cannot be located without the plate" in watching.announcements[0]


def test_a_recording_torn_in_its_first_line_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / SESSION).write_text('{"event": "recor')
    with pytest.raises(RecordingError, match="is not a recording"):
        read_calibration(tmp_path)


@pytest.mark.parametrize(("machine", "kept"), [(None, "crank"), ("crank", "crank"), ("boxes", "boxes")])
def test_a_recording_says_of_which_kind_of_machine_it_is(tmp_path: Path, machine: str | None, kept: str) -> None:
    with Recorder(tmp_path / "recording", None, machine):
        pass
    assert read_machine(tmp_path / "recording") == kept
