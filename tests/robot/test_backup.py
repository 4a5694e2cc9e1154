"""A table in one file, put onto a fresh machine and played on; and what is no backup, or must not be replaced."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robot.coach.kept import SessionFolder
from robot.coach.session import CoachSetting
from robot.config import Folders
from robot.errors import FileError, JournalError
from robot.host.running import LOCKS
from robot.match.journal import VERSION, Journal
from robot.verbs.backup import MANIFEST, back_up
from robot.verbs.restore import restore
from tests.support.robot.command import call


class Meanwhile(io.StringIO):
    """Takes what is printed, and does something at the end of the first line that holds `text`."""

    def __init__(self, text: str, do: Callable[[], None]) -> None:
        super().__init__()
        self._text, self._do = text, do

    def write(self, text: str) -> int:
        count = super().write(text)
        if self.getvalue().endswith("\n") and self._text in self.getvalue():
            self._text = "never again"
            self._do()
        return count


def folders_in(home: Path) -> Folders:
    return Folders(home / "config", home / "data", home / "cache")


@pytest.fixture
def table(tmp_path: Path) -> Folders:
    """Return the folders of a table with everything that a backup keeps, and some things that it does not."""
    folders = folders_in(tmp_path / "table")
    for name, text in {
        "config/config.toml": "volume = 7\n",
        "config/calibration.json": "{}",
        "config/levers.json": "{}",
        "config/languages/at.ftl": "yes = jo\n",
        "config/operator.json": "secret",
        "config/.config.toml.part": "half",
        "data/dice/red.json": "{}",
        "data/exhibition/2026-05-01.jsonl": "{}\n",
        "data/recordings/one/session.jsonl": "{}\n",
        "data/log/pipsqueak.log": "it began",
        "cache/figures.json": "{}",
    }.items():
        path = tmp_path / "table" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folders.config / "operator.json").chmod(0o600)
    with Journal(folders.journal) as journal:
        journal.begin("pig", {"goal": 30}, ("you:Ann", "robot"), 5)
    with SessionFolder(folders.coach, folders.cache).begin(CoachSetting("pig", {}, ("Ann", "Ben"))) as kept:
        kept.save()
    return folders


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder by their names, without the one that only says who uses the folder."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != LOCKS)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_table_is_the_same_on_a_fresh_machine(table: Folders, tmp_path: Path) -> None:
    file = tmp_path / "table.zip"
    backup = back_up(table, file)
    assert file.stat().st_mode & 0o077 == 0
    fresh = folders_in(tmp_path / "fresh")
    restored, asides = restore(fresh, file, replace=False)
    assert (restored.made, restored.files, asides) == (backup.made, backup.files, ())
    assert (fresh.config / "operator.json").stat().st_mode & 0o777 == 0o600
    before, after = contents(table.config.parent), contents(fresh.config.parent)
    assert before.keys() - after.keys() == {
        "config/.config.toml.part",
        "data/coach/sessions.locks",
        "data/recordings/one/session.jsonl",
        "data/log/pipsqueak.log",
        "cache/figures.json",
    }
    journals = [one.pop("data/journal.sqlite") for one in (before, after)]
    assert all(journals)
    assert after == {name: before[name] for name in after}
    with Journal(table.journal) as one, Journal(fresh.journal) as other:
        assert one.games() == other.games()


def test_a_game_that_is_played_is_kept_and_goes_on_elsewhere(tmp_path: Path) -> None:
    here, fresh, file = tmp_path / "here", tmp_path / "fresh", tmp_path / "table.zip"

    def keep() -> None:
        assert back_up(folders_in(here), file).files
        with pytest.raises(JournalError, match="is in use: end the program that plays"):
            restore(folders_in(here), file, replace=True)

    words = ("play", "pig", "--players", "you:Ann,you:Ben", "--first", "1", "--fast", "--seed", "5", "--json")
    call(here, *words, typed="r\n", out=Meanwhile('"throw": 1, "values"', keep))
    assert file.exists()
    restore(folders_in(fresh), file, replace=False)
    resumed = call(fresh, "play", "--resume", "--fast", "--json", typed="r\n")
    assert (resumed.lines[0]["players"], resumed.lines[0]["throws"]) == (["Ann", "Ben"], 1)
    assert [line["throw"] for line in resumed.lines if line["event"] == "reading"] == [2]


def test_what_is_there_is_replaced_only_if_told_and_kept_aside(table: Folders, tmp_path: Path) -> None:
    file = tmp_path / "table.zip"
    back_up(table, file)
    home = table.config.parent
    (table.config / "config.toml").write_text("volume = 99\n")
    there = contents(home)
    with pytest.raises(FileError, match="add --replace, which moves it aside"):
        restore(table, file, replace=False)
    assert contents(home) == there
    for number in (1, 2):
        _, asides = restore(table, file, replace=True)
        assert asides == (home / f"config-before-restore-{number}", home / f"data-before-restore-{number}")
        assert (table.config / "config.toml").read_text() == "volume = 7\n"
        assert (table.data / "recordings" / "one" / "session.jsonl").exists(), "what no backup holds stays"
    kept = contents(home / "config-before-restore-1")
    assert kept == {name.removeprefix("config/"): data for name, data in there.items() if name.startswith("config/")}
    assert contents(home / "data-before-restore-1").keys() >= {"journal.sqlite", "dice/red.json", "coach/1.json"}
    with Journal(home / "data-before-restore-1" / "journal.sqlite") as journal:
        assert len(journal.games()) == 1


def test_a_file_is_checked_before_what_is_there(table: Folders, tmp_path: Path) -> None:
    torn = tmp_path / "torn.zip"
    back_up(table, torn)
    torn.write_bytes(torn.read_bytes()[:-1])
    for file, words in ((tmp_path / "nothing.zip", "cannot be read"), (torn, "is damaged")):
        with pytest.raises(FileError, match=words):
            restore(table, file, replace=False)


def test_a_damaged_journal_can_be_replaced(table: Folders, tmp_path: Path) -> None:
    back_up(table, tmp_path / "table.zip")
    table.journal.write_bytes(b"no database" * 500)
    restore(table, tmp_path / "table.zip", replace=True)
    with Journal(table.journal) as journal:
        assert len(journal.games()) == 1


def test_a_coached_game_that_is_open_is_not_replaced(table: Folders, tmp_path: Path) -> None:
    back_up(table, tmp_path / "table.zip")
    with SessionFolder(table.coach, table.cache).open(1), pytest.raises(FileError, match="coached game is open"):
        restore(table, tmp_path / "table.zip", replace=True)


Change = Callable[[dict[str, Any], dict[str, bytes]], None]


def remade(file: Path, change: Change) -> None:
    """Write a backup anew, after a change to its manifest and its files."""
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    change(manifest, files)
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr(MANIFEST, json.dumps(manifest))


def move(to: str) -> Change:
    return lambda _, files: files.update({to: files.pop("config/config.toml")})


def alter(**keys: object) -> Change:
    """Return a change of these keys of the manifest."""
    return lambda manifest, _: manifest.update(keys)


def torn_journal(_: dict[str, Any], files: dict[str, bytes]) -> None:
    files["data/journal.sqlite"] = files["data/journal.sqlite"][:5000]


def future_journal(_: dict[str, Any], files: dict[str, bytes]) -> None:
    database = sqlite3.connect(":memory:")
    database.deserialize(files["data/journal.sqlite"])
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    files["data/journal.sqlite"] = database.serialize()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        *(
            (move(to), "is damaged")
            for to in (
                *("../escaped", "/escaped", "config/../../escaped", "config/./config.toml", "config//config.toml"),
                *("config\\config.toml", "data/recordings/one/session.jsonl", "cache/figures.json", "config"),
            )
        ),
        (alter(format="holiday pictures"), "is damaged"),
        (alter(version=9, program="9.0"), "was written by Pipsqueak 9.0: install that version"),
        (torn_journal, "its journal is damaged"),
        (future_journal, "its journal has version"),
    ],
)
def test_what_is_no_backup_or_damaged_changes_nothing(
    change: Change, words: str, table: Folders, tmp_path: Path
) -> None:
    file, fresh = tmp_path / "table.zip", tmp_path / "place" / "fresh"
    back_up(table, file)
    remade(file, change)
    with pytest.raises(FileError, match=words) as caught:
        restore(folders_in(fresh), file, replace=False)
    assert "\n" not in str(caught.value)
    assert contents(tmp_path / "place") == {}


def test_a_disk_without_room_is_told(table: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    back_up(table, tmp_path / "table.zip")
    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(FileError, match="No space left on device"):
        restore(folders_in(tmp_path / "fresh"), tmp_path / "table.zip", replace=False)
    assert contents(tmp_path / "fresh") == {}


def test_a_backup_of_version_0_4_is_restored(table: Folders, tmp_path: Path) -> None:
    """Its manifest also lists the files."""
    file, fresh = tmp_path / "table.zip", folders_in(tmp_path / "fresh")
    back_up(table, file)
    one = {"name": "config/config.toml", "size": 11, "sha256": "", "private": False}
    remade(file, alter(version=1, files=[one], size=None))
    restore(fresh, file, replace=False)
    assert (fresh.config / "config.toml").read_text() == "volume = 7\n"


def test_a_file_that_rotted_is_refused(table: Folders, tmp_path: Path) -> None:
    file = tmp_path / "table.zip"
    back_up(table, file)
    data = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as archive:
        data[archive.getinfo("data/journal.sqlite").header_offset + 200] ^= 1
    file.write_bytes(data)
    with pytest.raises(FileError, match="is damaged"):
        restore(folders_in(tmp_path / "fresh"), file, replace=False)


@pytest.mark.parametrize("keep", [0, 10, 0.5, 0.99])
def test_a_torn_file_is_refused(keep: float, table: Folders, tmp_path: Path) -> None:
    file = tmp_path / "table.zip"
    back_up(table, file)
    data = file.read_bytes()
    file.write_bytes(data[: int(keep * len(data)) if keep < 1 else int(keep)])
    with pytest.raises(FileError, match="is damaged"):
        restore(folders_in(tmp_path / "fresh"), file, replace=False)


def test_a_failed_backup_leaves_the_one_before(table: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "keep" / "table.zip"
    with pytest.raises(FileError, match="No such file or directory"):
        back_up(table, file)
    file.parent.mkdir()
    back_up(table, file)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(FileError, match="No space left on device"):
        back_up(table, file)
    assert contents(file.parent) == {"table.zip": before}
    with pytest.raises(FileError, match="play first"):
        back_up(folders_in(tmp_path / "empty"), file)
    assert contents(file.parent) == {"table.zip": before}


def test_a_failed_restore_leaves_all_as_it_was(table: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, home = tmp_path / "table.zip", table.config.parent
    back_up(table, file)
    there = contents(home)
    rename = Path.rename

    def refuse(source: Path, target: Path) -> Path:
        if source.parent.name == ".data.restoring" and source.name == "journal.sqlite":
            raise PermissionError(13, "Permission denied", str(source))
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(FileError, match=r"journal.sqlite cannot be moved"):
        restore(table, file, replace=True)
    assert contents(home).keys() == there.keys()
