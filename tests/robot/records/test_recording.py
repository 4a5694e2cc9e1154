"""A recording holds what was seen, and replay finds what today's reader and strategies would do differently."""

import errno
import json
import random
import shutil
from pathlib import Path

import pytest

from hardware.errors import Failure
from robot.cli import main
from robot.errors import RecordingError
from robot.files import write_whole
from robot.games.registry import make_game
from robot.match.events import Announced, Looked
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from robot.records.recording import SESSION, Recorder, lines, scenes
from robot.records.replay import replay
from robot.saying import Saying
from tests.support.hardware.failures import raises
from tests.support.robot.stubs import DrawnTable, Listening, look
from vision.pictures import Image
from vision.reading import Reading

PLAYERS = ("robot:optimal", "robot:hold20")


class Knowing:
    """A reader that knows the answers of a recording, in order."""

    def __init__(self, answers: list[Reading]) -> None:
        self.answers = answers

    def read(self, *exposures: Image) -> Reading:
        assert exposures[0].shape == (40, 40, 3)
        return self.answers.pop(0)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Reading]]:
    """Return a recording of a whole game, and the readings in it; tests change copies of it."""
    folder, listening = tmp_path_factory.mktemp("played"), Listening()
    with Journal(folder / "journal") as journal, Recorder(folder / "recording") as recorder:
        recorder.wire("host", "@7 1 stat*0000")
        rules = make_game("pig", {"goal": 60})
        game = journal.begin("pig", rules.rules, PLAYERS, None)
        players = [make_player(name, rules, None) for name in PLAYERS]
        Match(game, rules, players, DrawnTable(random.Random(4)), journal, [recorder, listening]).play()
    return recorder.folder, [event.look.reading for event in listening.events if isinstance(event, Looked)]


@pytest.fixture
def recorded(played: tuple[Path, list[Reading]], tmp_path: Path) -> tuple[Path, list[Reading]]:
    folder, readings = played
    return Path(shutil.copytree(folder, tmp_path / "recording")), readings


def test_a_replay_with_the_same_reader_finds_no_difference(recorded: tuple[Path, list[Reading]]) -> None:
    folder, readings = recorded
    compared = list(replay(folder, Knowing(list(readings)), Knowing([])))
    assert len([one for one in compared if one.what == "reading"]) == len(readings) > 20
    assert len([one for one in compared if one.what == "decision"]) > 20
    assert all(one.same for one in compared)


def test_a_replay_lists_each_reading_and_decision_that_differs(recorded: tuple[Path, list[Reading]]) -> None:
    folder, readings = recorded
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


def test_pictures_come_back_in_order(recorded: tuple[Path, list[Reading]]) -> None:
    folder, readings = recorded
    shown = list(scenes(folder))
    assert len(shown) == len(readings)
    assert set(shown[0]) == {"left"}
    assert len(list((folder / "annotated").iterdir())) == len(readings)


def test_a_torn_last_line_is_left_out_and_a_damaged_one_is_named(recorded: tuple[Path, list[Reading]]) -> None:
    folder, _ = recorded
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


def test_a_full_disk_leaves_no_half_written_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "picture.jpg"
    path.write_bytes(b"old")

    def half(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new and longer")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("picture.jpg", b"old")]


@pytest.mark.parametrize("line", ["[]", "{}", '{"event": "look"}', '{"event": "look", "pictures": ["a"]}', "7"])
def test_a_line_that_is_none_is_named(recorded: tuple[Path, list[Reading]], line: str) -> None:
    folder, _ = recorded
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
