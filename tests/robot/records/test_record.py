"""Recordings hold what was seen; replay finds what today's reader would do differently; old ones are thinned out."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hardware.errors import Failure
from robot.cli import main
from robot.config import Config, Folders
from robot.errors import RecordingError
from robot.host.status import StatusBook
from robot.match.events import Announced, Looked
from robot.match.journal import Journal
from robot.records.capture import new_folder
from robot.records.recording import FRESH, SESSION, Recorder, lines, scenes, thin
from robot.records.replay import replay
from robot.saying import Saying
from robot.services import Thinning
from tests.support.hardware.failures import raises
from tests.support.robot.recordings import DAY, NOW, recording
from tests.support.robot.stubs import Listening, look
from tests.support.robot.talk import Talk
from tests.support.robot.waiting import until
from vision.pictures import Image
from vision.reading import Reading

pytestmark = pytest.mark.usefixtures("home")


BYTE = 1e-9
"""Gigabytes of a byte."""


def thin_out(folder: Path, most: float, days: float = 100) -> list[tuple[str, bool]]:
    """Thin out recordings to so many bytes and days; return the name of each in turn, and whether all of it went."""
    told = [line.split(": ") for line in thin(folder, most * BYTE, days, NOW)]
    return [(Path(path).name, what.startswith("removed")) for path, what in told]


def refuse(_: Path) -> Iterator[None]:
    raise PermissionError(13, "Permission denied")


class Knowing:
    """A reader that knows the answers of a recording, in order."""

    def __init__(self, answers: list[Reading]) -> None:
        self.answers = answers

    def read(self, *exposures: Image) -> Reading:
        assert exposures[0].shape == (40, 40, 3)
        return self.answers.pop(0)


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Reading]]:
    """Return a recording of a whole game, and the readings in it; tests change copies of it."""
    folder, listening = tmp_path_factory.mktemp("played"), Listening()
    with Recorder(folder / "recording") as recorder:
        recorder.wire("host", "@7 1 stat*0000")
        Talk("pig", {"goal": 60}, ("robot:optimal", "robot:hold20"), 4).play(folder, recorder, listening)
    return recorder.folder, [event.look.reading for event in listening.events if isinstance(event, Looked)]


@pytest.fixture
def game_copy(whole_game: tuple[Path, list[Reading]], tmp_path: Path) -> tuple[Path, list[Reading]]:
    folder, readings = whole_game
    return Path(shutil.copytree(folder, tmp_path / "recording")), readings


def test_throws_of_the_simulated_table_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "throws"
    assert main(["record", str(folder), "--throws", "1", "--fast", "--seed", "4"]) == 0
    assert capsys.readouterr().out == f"{folder}\n"
    found = list(lines(folder))
    assert [line["throw"] for line in found if line["event"] == "throw"] == [1]
    looks = [line for line in found if line["event"] == "look"]
    assert {tuple(line["wells"]) for line in looks} == {(1, 2, 3, 4, 5, 6)}
    assert any(line["event"] == "wire" for line in found)
    assert all(set(scene) == {"left", "right"} for scene in scenes(folder))
    assert main(["replay", str(folder)]) == 0
    assert "0 differ" in capsys.readouterr().out


def test_a_camera_alone_is_recorded_until_it_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    assert main(["record", str(first), "--looks", "2", "--fast", "--seed", "4"]) == 0
    pictures = first / "pictures"
    assert len(list(pictures.iterdir())) == 2
    arguments = ["record", str(again), "--looks", "9", "--every", "0", "--camera", str(pictures)]
    assert main(arguments) == 1
    assert "looks recorded: 2 of 9, because the film or folder ended" in capsys.readouterr().err
    both = [[line["values"] for line in lines(folder) if line["event"] == "look"] for folder in (first, again)]
    assert both[0] == both[1]
    assert len(both[0][0]) == 6


def test_a_recording_has_a_folder_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new_folder(tmp_path, "today") == tmp_path / "today"
    (tmp_path / "today").mkdir()
    assert new_folder(tmp_path, "today") == tmp_path / "today-2"
    (tmp_path / "file").write_text("x")
    assert main(["record", str(tmp_path), "--looks", "1", "--fast"]) == 1
    assert "is not empty" in capsys.readouterr().err
    for wrong in (["--throws", "0"], ["--throws", "2", "--looks", "2"]):
        with pytest.raises(SystemExit) as stopped:
            main(["record", *wrong])
        assert stopped.value.code == 2


@pytest.mark.parametrize("what", [["--looks", "2"], ["--throws", "2", "--table", "hands"]])
def test_a_missing_camera_leaves_no_folder(tmp_path: Path, what: list[str]) -> None:
    assert main(["record", *what, "--camera", "97", str(tmp_path / "pictures")]) == 1
    assert not (tmp_path / "pictures").exists()


def test_what_is_too_large_in_all_goes_oldest_first_and_no_more_than_needed(tmp_path: Path) -> None:
    folders = [recording(tmp_path, name, days) for name, days in (("c", 3), ("a", 9), ("b", 6))]
    assert thin_out(tmp_path, 2_200) == [("a", False)]
    assert [(path.name, path.stat().st_size) for path in folders[1].rglob("*") if path.is_file()] == [
        ("session.jsonl", 52)
    ]
    assert thin_out(tmp_path, 2_200) == []
    assert thin_out(tmp_path, 100) == [("b", False), ("c", False), ("a", True), ("b", True)]
    assert [folder.exists() for folder in folders] == [True, False, False]


def test_pictures_grow_old_once_a_time_server_has_confirmed_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, days in (("c", 29), ("a", 40), ("b", 31)):
        recording(tmp_path, name, days)
    recording(tmp_path, "behind", 60, dated=False)
    for confirmed, gone in ((False, []), (True, [("a", False), ("b", False)])):
        monkeypatch.setattr("robot.records.recording.is_synchronised", lambda confirmed=confirmed: confirmed)
        assert thin_out(tmp_path, 1_000_000, 30) == gone


def test_what_is_written_to_just_now_is_left_alone(tmp_path: Path) -> None:
    recording(tmp_path, "now", (FRESH - 60) / DAY)
    recording(tmp_path, "to come", -FRESH / DAY / 2)
    assert thin_out(tmp_path, 0) == []


def test_a_machine_that_runs_for_days_thins_out_but_no_journal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(Folders.of_user().journal):
        pass
    folder, found, book = Folders.of_user().recordings, list[str](), StatusBook(lambda: datetime.now(UTC))
    old = recording(folder, "old", 40, 1_500_000)
    monkeypatch.setattr("robot.records.recording.is_synchronised", lambda: True)
    with Thinning(folder, Config(recordings_days=30), book, found.append, every=0.01):
        until(lambda: found)
        assert found == [f"{old}: its pictures are removed, 1.5 MB"]
        later = recording(folder, "later", 31, 10_000)
        until(lambda: len(found) > 1)
        assert not (later / "pictures").exists()
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr("robot.records.recording._recordings", refuse)
            until(lambda: book.now.device("recording"))
            assert book.now.status == "warning"
        until(lambda: book.now.status == "ok")
    assert (home / "data" / "journal.sqlite").exists()


def test_recordings_grow_old_soon_after_a_machine_has_got_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    folder, found, asked = Folders.of_user().recordings, list[str](), iter([False, False])
    recording(folder, "old", 40)
    for module in ("services", "records.recording"):
        monkeypatch.setattr(f"robot.{module}.is_synchronised", lambda: next(asked, True))
    monkeypatch.setattr("robot.services.HOUR", 0.01)
    with Thinning(folder, Config(), StatusBook(lambda: datetime.now(UTC)), found.append):
        until(lambda: found)


def test_nothing_but_recordings_is_touched(tmp_path: Path) -> None:
    with Journal(Folders.of_user().journal):
        pass
    data = Folders.of_user().data
    before = sorted(path for path in data.rglob("*"))
    other = tmp_path / "elsewhere" / "photos"
    other.mkdir(parents=True)
    (other / "mine.png").write_bytes(b"x" * 5000)
    recording(tmp_path / "elsewhere", "real", 50)
    (data / "link").symlink_to(tmp_path / "elsewhere" / "real")
    assert thin_out(data, 0) == []
    assert sorted(path for path in data.rglob("*") if path.name != "link") == before
    assert thin_out(tmp_path / "elsewhere", 100) == [("real", False)]
    assert (other / "mine.png").exists()
    assert thin_out(tmp_path / "nowhere", 0) == []


def test_a_folder_that_cannot_be_changed_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording(tmp_path, "old", 40)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("robot.records.recording.shutil.rmtree", refuse)
    with pytest.raises(RecordingError, match="cannot be thinned out"):
        thin_out(tmp_path, 0)


def test_a_recording_with_a_date_for_its_name_thins_out_old_ones(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("recordings_gigabytes = 0\n")
    old = recording(Folders.of_user().recordings, "old", 9)
    assert main(["record", "--looks", "1", "--fast"]) == 0
    assert f"{old}: its pictures are removed" in capsys.readouterr().err


def test_a_replay_with_the_same_reader_finds_no_difference(game_copy: tuple[Path, list[Reading]]) -> None:
    folder, readings = game_copy
    compared = list(replay(folder, Knowing(list(readings)), Knowing([])))
    assert len([one for one in compared if one.what == "reading"]) == len(readings) > 20
    assert len([one for one in compared if one.what == "decision"]) > 20
    assert all(one.same for one in compared)


def test_a_replay_lists_each_reading_and_decision_that_differs(game_copy: tuple[Path, list[Reading]]) -> None:
    folder, readings = game_copy
    changed = [readings[0], look(None).reading, *readings[2:]]
    session = folder / SESSION
    text = session.read_text(encoding="utf-8").splitlines()
    place = next(n for n, line in enumerate(text) if '"decision"' in line and '"roll"' in line)
    decision = json.loads(text[place])
    decision["action"], decision["value"] = "hold", 0.25
    text[place] = json.dumps(decision)
    session.write_text("\n".join(text) + "\n", encoding="utf-8")

    different = [one for one in replay(folder, Knowing(changed), Knowing([])) if not one.same]
    assert [(one.what, one.now if one.what == "reading" else one.then) for one in different] == [
        ("decision", ["hold", 0.25]),
        ("reading", ["1:cocked"]),
    ]


def test_pictures_come_back_in_order(game_copy: tuple[Path, list[Reading]]) -> None:
    folder, readings = game_copy
    shown = list(scenes(folder))
    assert len(shown) == len(readings)
    assert set(shown[0]) == {"left"}
    assert len(list((folder / "annotated").iterdir())) == len(readings)


def test_a_torn_last_line_is_left_out_and_a_damaged_one_is_named(game_copy: tuple[Path, list[Reading]]) -> None:
    folder, _ = game_copy
    whole = list(lines(folder))
    with (folder / SESSION).open("a", encoding="utf-8") as session:
        session.write('{"event": "read')
    assert list(lines(folder)) == whole
    with (folder / SESSION).open("a", encoding="utf-8") as session:
        session.write('\n{"event": "end"}\n')
    with pytest.raises(RecordingError, match=f"line {len(whole) + 1} is damaged"):
        list(lines(folder))


def test_a_folder_with_something_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(RecordingError, match="not empty"):
        Recorder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


@pytest.mark.parametrize("existed", [False, True])
def test_what_fails_before_anything_is_heard_leaves_the_folder_as_it_was(tmp_path: Path, existed: bool) -> None:
    folder = tmp_path / "recording"
    if existed:
        folder.mkdir()

    def fail(recorder: Recorder, heard: bool) -> None:
        recorder.wire("host", "@7 1 stat*0000")
        if heard:
            recorder.hear(Announced(Saying("stands")))
        raise Failure.CAMERA_MISSING.error("there is no camera")

    for heard in (False, True):
        with raises(Failure.CAMERA_MISSING), Recorder(folder) as recorder:
            fail(recorder, heard)
        assert folder.exists() == (existed or heard)
        assert (folder / SESSION).exists() == heard


@pytest.mark.parametrize("content", [None, "", "hello\n", '{"event": "recording", "version": 99}\n', "[]\n"])
def test_what_is_no_recording_is_one_clear_line(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / SESSION).write_text(content)
    with pytest.raises(RecordingError) as error:
        list(lines(tmp_path))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("line", ["[]", "{}", '{"event": "look"}', '{"event": "look", "pictures": ["a"]}', "7"])
def test_a_line_that_is_none_is_named(game_copy: tuple[Path, list[Reading]], line: str) -> None:
    folder, _ = game_copy
    text = (folder / SESSION).read_text(encoding="utf-8").splitlines()
    (folder / SESSION).write_text("\n".join([text[0], line, *text[1:]]) + "\n", encoding="utf-8")
    with pytest.raises(RecordingError, match="line 2 is damaged"):
        list(scenes(folder))
    with pytest.raises(RecordingError, match="line 2 is damaged"):
        list(replay(folder, Knowing([]), Knowing([])))


def test_a_full_disk_does_not_keep_the_table_from_being_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise RecordingError("the disk is full")

    with Recorder(tmp_path / "recording") as recorder:
        monkeypatch.setattr(Recorder, "_write", full)
        recorder.wire("host", "@1 2 light left=0 right=0*0000")
        with pytest.raises(RecordingError, match="full"):
            recorder.hear(Announced(Saying("stands")))


@pytest.mark.usefixtures("home")
def test_a_recording_of_an_earlier_version_replays_as_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(Path(__file__).parent / "before_rooms" / "recording")]) == 0
    assert capsys.readouterr().out == "1 readings and 2 decisions compared: 0 differ\n"
