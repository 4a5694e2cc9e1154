"""Files that are whole or not there, after a power cut too."""

import os
import stat
from pathlib import Path

import pytest

from robot.files import write_whole


def test_bytes_are_on_disk_before_the_rename_and_it_is_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, bytes | None]] = []
    path = tmp_path / "kept.json"
    path.write_bytes(b"old")
    beside, fsync, replace = tmp_path / ".kept.json.part", os.fsync, Path.replace

    def synchronise(number: int) -> None:
        status = os.fstat(number)
        if stat.S_ISDIR(status.st_mode):
            assert os.path.samestat(status, tmp_path.stat())
            done.append(("folder", path.read_bytes()))
        else:
            assert os.path.samestat(status, beside.stat())
            done.append(("file", beside.read_bytes()))
        fsync(number)

    def rename(self: Path, target: Path) -> Path:
        done.append(("rename", None))
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synchronise)
    monkeypatch.setattr(Path, "replace", rename)
    write_whole(path, b"new")
    assert done == [("file", b"new"), ("rename", None), ("folder", b"new")]


def test_what_the_disk_does_not_take_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError("no space left")

    path = tmp_path / "kept.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(path, b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]
    assert path.read_bytes() == b"old"


def test_a_secret_is_never_readable_by_others_or_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, modes = tmp_path / "secret", list[int]()
    path.write_bytes(b"old, and readable by all")
    (tmp_path / ".secret.part").write_bytes(b"left by an interruption, and readable by all")
    write_bytes = Path.write_bytes

    def write(self: Path, data: bytes) -> int:
        modes.append(stat.S_IMODE(self.stat().st_mode))
        return write_bytes(self, data)

    monkeypatch.setattr(Path, "write_bytes", write)
    write_whole(path, b"new", 0o600)
    assert [*modes, stat.S_IMODE(path.stat().st_mode)] == [0o600, 0o600]
    assert path.read_bytes() == b"new"


def test_a_pipe_or_a_folder_is_never_replaced_by_a_file(tmp_path: Path) -> None:
    pipe, folder, link = tmp_path / "pipe", tmp_path / "folder", tmp_path / "link"
    os.mkfifo(pipe)
    folder.mkdir()
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match="a device or a pipe, not a file"):
            write_whole(path, b"new")
    with pytest.raises(IsADirectoryError):
        write_whole(folder, b"new")
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "link", "pipe"]


def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept" / "config.toml", tmp_path / "config.toml"
    kept.parent.mkdir()
    kept.write_bytes(b"old")
    link.symlink_to(kept)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"
    assert [file.name for file in kept.parent.iterdir()] == ["config.toml"]


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every folder fail to be synchronised."""
    fsync = os.fsync

    def synchronise(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(5, "Input/output error")
        fsync(number)

    monkeypatch.setattr(os, "fsync", synchronise)


@pytest.mark.usefixtures("deaf")
def test_a_rename_that_is_not_sure_says_that_the_new_file_stands(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="the new file is in place") as unsure:
        write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert unsure.value.errno == 5
    said = "Input/output error; the new file is in place, but a power cut may restore the old one"
    assert unsure.value.strerror == said
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]
