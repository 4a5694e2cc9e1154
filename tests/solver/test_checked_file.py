"""Checked files on disk: what is left by processes that were stopped while writing."""

import os
import subprocess
from pathlib import Path

import pytest

from solver.checked_file import pack, read, write


def test_what_a_stopped_process_left_is_removed_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    path = tmp_path / "pig-[1].table"
    with subprocess.Popen(["true"]) as ended:
        pass
    names = {
        kind: f"{path.name}.{who}.new" for kind, who in (("dead", ended.pid), ("live", os.getppid()), ("odd", "x"))
    }
    others = [tmp_path / f"other.table.{ended.pid}.new", tmp_path / "notes.new"]
    for left in [*(tmp_path / name for name in names.values()), *others]:
        left.write_bytes(b"half of it")
    write(pack({"game": "pig"}, b"values"), path)
    assert read(path)[0] == {"game": "pig"}
    there = {one.name for one in tmp_path.iterdir()}
    assert there == {path.name, names["live"], names["odd"], *(one.name for one in others)}


def test_a_table_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, fsync, replace = list[str](), os.fsync, Path.replace
    path, content = tmp_path / "pig.table", pack({"game": "pig"}, b"values")

    def synchronised(number: int) -> None:
        done.append("written" if os.fstat(number).st_size == len(content) else "early")
        fsync(number)

    def renamed(self: Path, target: Path) -> Path:
        done.append("renamed")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synchronised)
    monkeypatch.setattr(Path, "replace", renamed)
    write(content, path)
    assert done == ["written", "renamed"]
